"""The outside of the parser: what is kept, what is left out, and that form and order of the text do not matter."""

import gc
from pathlib import Path

import pytest

from tankdsl.diagnostics import Level
from tankdsl.source import SourceFile, read_bytes
from tankdsl.syntax.dump import dump_module
from tankdsl.syntax.parse import parse
from tests.unit.syntax.reading import declarations, finding, one, read

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = sorted((ROOT / "examples").rglob("*.tank"))


def tree_of(data: bytes) -> str:
    file = read_bytes(data, id=0, path="a.tank")
    assert isinstance(file, SourceFile)
    result = parse(file)
    assert result.diagnostics == ()
    return dump_module(result.module)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_examples_are_well_formed(path: Path) -> None:
    assert read(path.read_text(encoding="utf-8")).diagnostics == ()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_form_of_the_file_does_not_matter(path: Path) -> None:
    data = path.read_bytes()
    plain = tree_of(data)
    assert tree_of(data.rstrip(b"\n")) == plain
    assert tree_of(data.replace(b"\n", b"\r\n")) == plain
    assert tree_of(data.replace(b"\n", b"\r")) == plain
    assert tree_of(b"\xef\xbb\xbf" + data) == plain
    assert tree_of(data + b"\n\n   \n# end") == plain
    assert tree_of(data.replace(b"    ", b"\t")).replace("\\t", "    ") == plain


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_comments_and_empty_lines_do_not_matter(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").split("\n")
    in_rows = False
    spread: list[str] = []
    for line in lines:
        documented = bool(spread) and spread[-1].startswith("##")
        spread += [line] if in_rows or documented else ["   # note", "", line]
        in_rows = line.strip() == "rows {" or (in_rows and not line.strip().startswith("}"))
    assert dump_module(read("\n".join(spread)).module) == dump_module(read("\n".join(lines)).module)


class TestEmptyFiles:
    @pytest.mark.parametrize("text", ["", "\n", "   \n\t\n", "# only a comment\n", "# one\n\n# two"])
    def test_a_file_without_declarations_is_said_to_be_one(self, text: str) -> None:
        found = finding(text)
        assert (found.name, found.level) == ("file-empty", Level.WARNING)
        assert read(text).module.declarations == ()

    def test_a_file_with_a_broken_declaration_is_not_empty(self) -> None:
        assert [found.name for found in read("enum\n").diagnostics] == ["unexpected-end"]


class TestBrokenDeclarations:
    TEXT = "enum A { a }\n\nenum B { b c }\n\nenum C { c }\n"

    def test_others_are_not_touched(self) -> None:
        result = read(self.TEXT)
        assert [declaration.name.text for declaration in result.module.declarations] == ["A", "C"]
        assert len(result.diagnostics) == 1

    def test_each_gives_one_finding(self) -> None:
        result = read("enum A { a b c d }\n\nenum B { ( [ \n\neffect e() { let let == }\n\nenum C { c }\n")
        assert len(result.diagnostics) == 3
        assert [declaration.name.text for declaration in result.module.declarations] == ["C"]

    def test_what_follows_a_whole_declaration_does_not_break_it(self) -> None:
        result = read("enum A { a }\nhello world\nagain ( ] {\n\nenum B { b }\n")
        assert [declaration.name.text for declaration in result.module.declarations] == ["A", "B"]
        assert [found.name for found in result.diagnostics] == ["not-a-declaration"]

    def test_findings_come_in_the_order_of_the_text(self) -> None:
        text = "\n".join(f"enum E{n} {{ a b }}" for n in range(20))
        starts = [found.primary.span.start for found in read(text).diagnostics if found.primary]
        assert starts == sorted(starts) and len(starts) == 20


class TestDocumentation:
    def test_it_belongs_to_the_declaration_below(self) -> None:
        assert one("## One.\n## Two.\nenum E { a }\n").doc == "One.\nTwo."
        assert one("# no\nenum E { a }\n").doc == ""

    def test_what_is_replaced_has_none(self) -> None:
        node = one('## Doc.\noption o "O" = off {\n    replace effect e() { nothing }\n}\n')
        assert (node.doc, node.changes[0].declaration.doc) == ("Doc.", "")

    @pytest.mark.parametrize(
        "text", ["enum E { a }\n## Lost.\n", "enum E {\n    ## Lost.\n    a\n}\n", "## Lost.\n\nenum E { a }\n", "## Lost.\n"]
    )
    def test_lost_documentation_is_reported(self, text: str) -> None:
        found = read(text).diagnostics[0]
        assert (found.name, found.level) == ("doc-comment-lost", Level.WARNING)

    def test_headings_are_no_documentation(self) -> None:
        assert declarations("### heading ###\n\nenum E { a }\n")

    def test_a_broken_declaration_does_not_lose_it_too(self) -> None:
        assert [found.name for found in read("enum E { a b\n    ## Lost.\n}\n").diagnostics] == ["unexpected-word"]


class TestBounds:
    @pytest.mark.parametrize(
        "text", ["(" * 100_000, "[" * 100_000, "f(" * 50_000, "{" * 100_000, "not " * 100_000, "-" * 100_000], ids=lambda text: text[:4]
    )
    def test_deep_nesting_is_refused_quickly(self, text: str) -> None:
        assert len(read(f"value v() = {text}\n").diagnostics) == 1

    @pytest.mark.parametrize(
        "text",
        [
            "(" * 101 + "1" + ")" * 101,
            " + ".join(["a"] * 9_000),
            " and ".join(["a"] * 5_000),
            "not " * 1_000 + "a",
            "if a { 1 } else " * 1_000 + "{ 2 }",
            "a" + ".b" * 1_000,
        ],
        ids=lambda text: text[:8],
    )
    def test_too_deep_a_tree_is_refused(self, text: str) -> None:
        assert finding(f"value v() = {text}\n").name == "nested-too-deep"

    def test_what_people_write_is_not_too_deep(self) -> None:
        assert one("value v() = " + "(" * 90 + " + ".join(["a"] * 150) + ")" * 90 + "\n")

    def test_long_lists_are_not_deep(self) -> None:
        assert len(one("value v() = [" + ", ".join(["1"] * 9_000) + "]\n").body.items) == 9_000

    @pytest.mark.parametrize("text", [" + ".join(["a"] * 30_000), "[" + ", ".join(["1"] * 30_000) + "]"], ids=["sum", "list"])
    def test_a_declaration_has_so_many_words_at_most(self, text: str) -> None:
        assert finding(f"value v() = {text}\n").name == "too-large"

    @pytest.mark.parametrize("digits", ["2147483648", "9" * 40, "9" * 100_000], ids=lambda digits: str(len(digits)))
    def test_numbers_that_are_too_large(self, digits: str) -> None:
        assert finding(f"value v() = {digits}\n").name == "number-too-large"
        assert finding(f'option o "O" : 0..{digits} = 1\n').name == "number-too-large"
        assert finding(f"effect e() {{ roll p = {digits}d6 }}\n").name == "number-too-large"

    def test_the_largest_number(self) -> None:
        assert one("value v() = 2147483647\n").body.value == 2**31 - 1


def test_collector_is_left_as_it_was() -> None:
    assert gc.isenabled()
    read("enum E { a }\n")
    assert gc.isenabled()
    gc.disable()
    try:
        read("enum E { a }\n")
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_same_text_same_result() -> None:
    text = "enum A { a b }\nenum B { a, b }  @AB-001\n"
    first, second = read(text), read(text)
    assert first.diagnostics == second.diagnostics
    assert dump_module(first.module) == dump_module(second.module)
