"""Every construct of the language, compared by its tree. The cases stand in `trees/`: the text, then `=>` and the tree of each part."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tankdsl.syntax import ast
from tankdsl.syntax.dump import dump, dump_module
from tests.unit.syntax.reading import declarations, expression, expression_tree, read, statements

TREES = Path(__file__).parent / "trees"


def cases(name: str) -> Iterator[tuple[str, list[str]]]:
    """The texts of a file of cases with their trees."""
    for block in (TREES / name).read_text(encoding="utf-8").strip().split("\n\n"):
        lines = block.split("\n")
        trees = [line.removeprefix("=> ") for line in lines if line.startswith("=> ")]
        yield "\n".join(line for line in lines if not line.startswith("=> ")), trees


@pytest.mark.parametrize(("text", "trees"), [*cases("expressions.txt")])
def test_expressions(text: str, trees: list[str]) -> None:
    assert [expression_tree(text)] == trees


@pytest.mark.parametrize(("text", "trees"), [*cases("statements.txt")])
def test_statements(text: str, trees: list[str]) -> None:
    assert [dump(statement) for statement in statements(text)] == trees


@pytest.mark.parametrize(("text", "trees"), [*cases("declarations.txt"), *cases("tests.txt")])
def test_declarations(text: str, trees: list[str]) -> None:
    assert [dump(declaration) for declaration in declarations(f"{text}\n")] == trees


def test_all_classes_of_the_tree_occur_in_the_cases() -> None:
    texts = [text for name in ("declarations.txt", "tests.txt") for text, _ in cases(name)]
    texts += [f"value v() = {text}" for text, _ in cases("expressions.txt")]
    texts += ["effect e() {\n    " + text.replace("\n", "\n    ") + "\n}" for text, _ in cases("statements.txt")]
    made = " ".join(dump_module(read(f"{text}\n").module) for text in texts)
    plain = {"Node", "NodeBase", "Statement", "Declaration", "Ident", "TypeName", "Text", "Cite", "Module", "Comment"}
    classes = {name for name, value in vars(ast).items() if isinstance(value, type) and issubclass(value, ast.Node)} - plain
    assert sorted(name for name in classes if f"({name}" not in made) == []


class TestOpenQuantifiers:
    """What follows `where` belongs to it as far as it goes."""

    def test_everything_behind_belongs_to_the_quantifier(self) -> None:
        node = expression("x and any t in tanks where a and b or c")
        assert isinstance(node, ast.Binary) and node.op == "and"
        assert isinstance(node.right, ast.Quantifier)
        assert dump(node.right.where) == "(Binary or (Binary and (Name a) (Name b)) (Name c))"

    def test_parentheses_close_it(self) -> None:
        node = expression("(any t in tanks where a) or b")
        assert isinstance(node, ast.Binary) and node.op == "or"
        assert dump(node.right) == "(Name b)"

    def test_it_cannot_be_the_operand_of_a_comparison(self) -> None:
        assert read("value v() = a is any t in tanks where b\n").module.declarations == ()


@pytest.mark.parametrize(
    "text",
    [
        "a < b < c",
        "a is b is c",
        "a in b in c",
        "1..3",
        "a and",
        "not",
        "a b",
        "f(",
        "(a",
        "[a",
        "a.3.4",
        "a.-3",
        "if a { b }",
        "if a { b } else c",
    ],
)
def test_what_is_no_expression(text: str) -> None:
    assert read(f"value v() = {text}\n").module.declarations == ()
    assert len(read(f"value v() = {text}\n").diagnostics) == 1


def test_names_of_things_may_be_words_of_the_language() -> None:
    text = """effect draw(row: int, budget: int) {
    let cost = row
    var by = budget
    turn = cost + by
    once.first = at(x)
    roll(cost)
    stop(turn, from)
}
"""
    (declaration,) = declarations(text)
    assert "(Call stop [(Name turn) (Name from)])" in dump(declaration)
    assert "(Assign target=(Field (Name once) first) op== value=(Call at [(Name x)]))" in dump(declaration)


def test_dump_shows_documentation_and_references() -> None:
    (declaration,) = declarations("## One.\n## Two.\nenum E { a, b }  @AB-001..AB-003 @AB-C04\n")
    assert dump(declaration) == '(Enum E "One.\\nTwo." [@AB-001..AB-003 @AB-C04] [(EnumMember a) (EnumMember b)])'
