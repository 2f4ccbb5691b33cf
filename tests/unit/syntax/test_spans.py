"""Spans are exact: what a node covers in the text is what was written for it, without spaces, comments or ends of lines around it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tankdsl.source import Span
from tankdsl.syntax import ast
from tankdsl.syntax.node import fields_of
from tests.unit.syntax.reading import expression, one, read, slice_of, statements
from tests.unit.syntax.test_trees import cases

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = sorted((ROOT / "examples").rglob("*.tank"))


def nodes(value: Any, inside: ast.Node | None = None) -> Iterator[tuple[ast.Node, ast.Node | None]]:
    """All nodes in a value, each with the node around it."""
    if isinstance(value, ast.Node):
        yield value, inside
        for _, inner in fields_of(value):
            yield from nodes(inner, value)
    elif isinstance(value, tuple):
        for inner in value:
            yield from nodes(inner, inside)


def check(text: str) -> int:
    """Check what holds for the spans of every node; returns how many there are."""
    count = 0
    for node, inside in nodes(read(text).module.declarations):
        count += 1
        piece = slice_of(text, node)
        assert isinstance(node.span, Span) and node.span.file == 0
        assert piece == piece.strip(), f"{type(node).__name__} has blanks at its ends"
        assert piece or isinstance(node, ast.RawRows), f"{type(node).__name__} is empty"
        outside = isinstance(node, ast.Cite) or inside is None
        assert outside or (inside is not None and inside.span.contains(node.span)), f"{node} sticks out of {inside}"
        match node:
            case ast.Ident(text=name) if not isinstance(inside, ast.Use | ast.Test) or inside.name is not node:
                assert piece == name
            case ast.Name(text=name) | ast.KindName(text=name) | ast.TypeName(name=name):
                assert piece == name
            case ast.Int(value=value, measure=measure):
                assert piece.split()[0].split("d")[0] == str(value) and (measure is None or piece.split()[-1] == measure.text)
            case ast.Text():
                assert piece[0] == piece[-1] == '"'
            case ast.Cite():
                assert piece[0] == "@"
            case ast.Block() if piece[0] == "{":
                assert piece[-1] == "}"
            case ast.Row():
                assert piece[0] == piece[-1] == "|"
                for values, span in zip(node.cells, node.cell_spans, strict=True):
                    assert text[span.start : span.end] == text[span.start : span.end].strip()
                    assert all(span.contains(value.span) for value in values)
    return count


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_spans_of_the_examples(path: Path) -> None:
    assert check(path.read_text(encoding="utf-8")) > 20


@pytest.mark.parametrize("text", [text for name in ("declarations.txt", "tests.txt") for text, _ in cases(name)])
def test_spans_of_every_declaration(text: str) -> None:
    assert check(f"# before\n{text}   # after\n\n") > 1


@pytest.mark.parametrize("text", [text for text, _ in cases("statements.txt")])
def test_spans_of_every_statement(text: str) -> None:
    indented = text.replace("\n", "\n        ")
    assert check(f"effect e() {{ # one\n        {indented}  # two  \n\n}} @AB-001\n") > 2


@pytest.mark.parametrize("text", [text for text, _ in cases("expressions.txt") if text[0] != "("])
def test_an_expression_covers_its_text(text: str) -> None:
    around = f"value v() = {text} # note\n"
    assert slice_of(around, one(around).body) == text


class TestParts:
    def test_parentheses_belong_to_what_is_around_them(self) -> None:
        text = "value v() = (a + b) * c\n"
        node = one(text).body
        assert slice_of(text, node) == "(a + b) * c"
        assert slice_of(text, node.left) == "a + b"

    def test_declaration_ends_with_its_brace(self) -> None:
        text = "## Doc.\nenum E { a }   @AB-001  # note\n\n# more\n"
        assert slice_of(text, one(text)) == "enum E { a }"

    def test_statement_ends_before_its_line(self) -> None:
        text = "effect e() {\n    f(a)   @AB-001 # note\n    g() ;\n}\n"
        assert [slice_of(text, statement) for statement in one(text).body.statements] == ["f(a)", "g()"]

    def test_arm_with_a_statement(self) -> None:
        text = 'table t(a: int) by a {\n    x: 1, 2 "one" => f(a)  @AB-001\n}\n'
        (arm,) = one(text).arms
        assert slice_of(text, arm) == 'x: 1, 2 "one" => f(a)'
        assert slice_of(text, arm.body) == "f(a)"

    def test_whole_if_with_its_else(self) -> None:
        text = "effect e() {\n    if a { f() }\n    else { g() }\n}\n"
        (node,) = one(text).body.statements
        assert slice_of(text, node) == "if a { f() }\n    else { g() }"
        assert slice_of(text, node.orelse) == "{ g() }"

    def test_empty_cell_is_the_place_behind_its_bar(self) -> None:
        text = "units U {\n    | a | b |\n    |   | 1 |\n}\n"
        (row,) = one(text).rows
        assert [(text[: s.start].count("\n"), text[s.start - 1], len(s)) for s in row.cell_spans] == [(2, "|", 0), (2, " ", 1)]

    def test_dice_of_one_word(self) -> None:
        (node,) = statements("roll p = 12d6")
        assert node.count.span.end - node.count.span.start == 2

    def test_rows_of_a_board_know_their_places(self) -> None:
        text = "board b axial 2 x 1 {\n    rows {\n      . T\n    }\n}\n"
        ((offset, line),) = one(text).rows.lines
        assert text[offset : offset + len(line)] == line == "      . T"

    def test_dotted_instance(self) -> None:
        text = 'test "t" {\n    given b: red . base at A1\n}\n'
        unit = one(text).parts[0].units[0].unit
        assert (unit.text, slice_of(text, unit)) == ("red.base", "red . base")

    def test_label_made_of_digits(self) -> None:
        node = expression("hex 0101")
        assert (node.text, node.span.end - node.span.start) == ("0101", 8)

    def test_spans_carry_the_number_of_the_file(self) -> None:
        from tankdsl.source import SourceFile
        from tankdsl.syntax.parse import parse

        result = parse(SourceFile.of(7, "b.tank", "enum E { a }  @AB-001 # note\n"))
        assert {node.span.file for node, _ in nodes((result.module,))} == {7}


def test_comments_are_kept_with_their_places() -> None:
    text = "# one\n## Doc.\nenum E { a } # two\n\n# three\nenum F { b, # four\n c }\n#five"
    module = read(text).module
    assert [comment.text for comment in module.comments] == ["# one", "## Doc.", "# two", "# three", "# four", "#five"]
    assert [slice_of(text, comment) for comment in module.comments] == [comment.text for comment in module.comments]
    assert slice_of(text, module) == text
