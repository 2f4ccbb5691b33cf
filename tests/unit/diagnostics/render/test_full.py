"""The format for people, compared whole: a picture says best what a renderer should draw."""

import re
from textwrap import dedent

import pytest

from tankdsl.diagnostics import Diagnostic, Edit, Fix, Label
from tankdsl.diagnostics.file_problems import problem_diagnostic
from tankdsl.diagnostics.registry import files, syntax, usage
from tankdsl.diagnostics.render import render_full
from tankdsl.frozen import replaced
from tankdsl.source import MemoryBundle, Problem, SourceSet, Span

KIND = syntax.UNEXPECTED_WORD


class Page:
    """One source file and the spans of words in it."""

    def __init__(self, text: str, path: str = "a.tank") -> None:
        self.sources = SourceSet()
        self.text = self.sources.add_text(path, text).text

    def span(self, words: str) -> Span:
        assert self.text.count(words) == 1, words
        start = self.text.index(words)
        return Span(0, start, start + len(words))

    def drawn(self, finding: Diagnostic) -> str:
        """The rows between the arrow and the footer, as in the source of the test."""
        rows = render_full([finding], self.sources).splitlines()
        return "\n".join(rows[2:-2])


def picture(text: str) -> str:
    return dedent(text).strip("\n")


def test_whole_message() -> None:
    page = Page("ruleset x\nenum Role { medium heavy }\n", "games/duel/a.tank")
    finding = KIND.at(
        page.span("heavy"),
        "expected `,` or `}`, found `heavy`",
        "not here",
        secondary=[Label(page.span("Role"), "in this list")],
        notes=["names are separated by commas", "two\nlines"],
        help="write `medium, heavy`",
        fix=Fix("insert `,`", (Edit(page.span("heavy").at_start, ", "),), "unsafe"),
    )
    assert (
        render_full([finding], page.sources)
        == picture("""
        error[TK1001 unexpected-word]: expected `,` or `}`, found `heavy`
         --> games/duel/a.tank:2:20
          |
        2 | enum Role { medium heavy }
          |      ----          ^^^^^ not here
          |      |
          |      in this list
          |
          = note: names are separated by commas
          = note: two
                  lines
          = help: write `medium, heavy`
          = fix: insert `,` (may change the meaning)
          = docs: docs/diagnostics/TK1001.md
    """)
        + "\n"
    )


def test_nothing_found_is_nothing_said() -> None:
    assert render_full([], SourceSet()) == ""


def test_messages_are_apart() -> None:
    page = Page("a b")
    text = render_full([KIND.at(page.span("a"), "one"), KIND.at(page.span("b"), "two")], page.sources)
    assert text.count("\n\nerror[") == 1


def test_finding_without_a_place() -> None:
    assert (
        render_full([usage.NOTHING_TO_DO.at(None, "nothing", help="name a folder")], SourceSet())
        == picture("""
        error[TK9003 nothing-to-do]: nothing
          = help: name a folder
          = docs: docs/diagnostics/TK9003.md
    """)
        + "\n"
    )


def test_several_labels_on_one_line() -> None:
    page = Page("    6 => hit(target, 2)")
    finding = KIND.at(page.span("hit"), "h", "effect", secondary=[Label(page.span("target, 2"), "values"), Label(page.span("6"), "row")])
    assert page.drawn(finding) == picture("""
      |
    1 |     6 => hit(target, 2)
      |     -    ^^^ --------- values
      |     |    |
      |     |    effect
      |     row
    """)


def test_label_without_words_and_overlapping_ones() -> None:
    page = Page("hit(target)")
    finding = KIND.at(page.span("target"), "h", secondary=[Label(page.span("hit(target)"), "call")])
    assert page.drawn(finding) == picture("""
      |
    1 | hit(target)
      | ----^^^^^^- call
    """)


def test_lines_apart_are_cut_but_one_between_is_shown() -> None:
    page = Page("one\ntwo\nthree\nfour\nfive\nsix\n")
    finding = KIND.at(page.span("one"), "h", "a", secondary=[Label(page.span("three"), "b"), Label(page.span("six"), "c")])
    assert page.drawn(finding) == picture("""
      |
    1 | one
      | ^^^ a
    2 | two
    3 | three
      | ----- b
    ...
    6 | six
      | --- c
    """)


def test_span_over_lines() -> None:
    page = Page("table result {\n    6 => hit()\n    5 => hurt()\n    4 => x\n    3 => y\n}\nnext\n")
    finding = KIND.at(page.span(page.text[: page.text.index("\nnext")]), "h", "no row for 2")
    assert page.drawn(finding) == picture("""
      |
    1 | / table result {
    ... |
    6 | | }
      | |_^ no row for 2
    """)


def test_short_span_over_lines_is_shown_whole() -> None:
    page = Page("table result {\n    6 => hit()\n}")
    finding = KIND.at(page.span(page.text), "h", "all", secondary=[Label(page.span("hit"), "here")])
    assert page.drawn(finding) == picture("""
      |
    1 | / table result {
    2 | |     6 => hit()
      | |          --- here
    3 | | }
      | |_^ all
    """)


def test_spans_over_lines_that_cross() -> None:
    page = Page("aa\nbb\ncc\ndd")
    finding = KIND.at(page.span("aa\nbb\ncc"), "h", "first", secondary=[Label(page.span("bb\ncc\ndd"), "second")])
    assert page.drawn(finding) == picture("""
      |
    1 | /   aa
    2 | | / bb
    3 | | | cc
      | |____^ first
    4 |   | dd
      |   |__- second
    """)


def test_span_up_to_the_line_end_stays_on_its_line() -> None:
    page = Page("one\ntwo\n")
    assert page.drawn(KIND.at(Span(0, 0, 4), "h", "end")) == picture("""
      |
    1 | one
      | ^^^^ end
    """)


def test_place_behind_the_last_character() -> None:
    page = Page("enum X {")
    assert page.drawn(KIND.at(Span(0, 8, 8), "h", "`}` is missing")) == picture("""
      |
    1 | enum X {
      |         ^ `}` is missing
    """)


def test_place_behind_the_final_line_end_and_in_an_empty_file() -> None:
    page = Page("enum X {\n")
    text = render_full([KIND.at(Span(0, 9, 9), "h")], page.sources)
    assert " --> a.tank:2:1\n" in text and "\n2 |\n  | ^\n" in text
    empty = SourceSet()
    empty.add_text("a.tank", "")
    assert " --> a.tank:1:1\n" in render_full([files.FILE_EMPTY.at(Span(0, 0, 0), "h")], empty)


def test_gutter_fits_the_largest_line_number() -> None:
    page = Page("x\n" * 99 + "last")
    text = render_full([KIND.at(page.span("last"), "h", secondary=[Label(Span(0, 0, 1), "first")])], page.sources)
    assert text.splitlines()[1:8] == [
        "   --> a.tank:100:1",
        "    |",
        "  1 | x",
        "    | - first",
        "...",
        "100 | last",
        "    | ^^^^",
    ]


def test_carets_stand_under_tabs_wide_and_combining_characters() -> None:
    page = Page('\tlet\tx = "日本" + a\u0323\u0302b + y')
    for words in ("let", "x", "b", "y"):
        rows = page.drawn(KIND.at(page.span(words), "h")).splitlines()
        line, marks = rows[1][4:], rows[2][4:]
        cells = [2 if c in "日本" else 0 if c in "\u0323\u0302" else 1 for c in line]
        before = sum(cells[: line.index(words)])
        assert (len(marks) - len(marks.lstrip()), len(marks.strip())) == (before, len(words)), words
    assert "\t" not in page.drawn(KIND.at(page.span("y"), "h"))


def test_wide_characters_are_underlined_whole() -> None:
    page = Page('"日本" x')
    assert page.drawn(KIND.at(page.span("日本"), "h")).splitlines()[2] == "  |  ^^^^"


@pytest.mark.parametrize("evil", ["\x1b[2J", "\x07", "\u202e", "\u2066", "\x9b"])
def test_source_cannot_steer_the_terminal(evil: str) -> None:
    page = Page(f"let {evil} = bad", f"a{evil}.tank")
    text = render_full([KIND.at(page.span("bad"), f"found `{evil}`", evil, notes=evil, help=evil)], page.sources)
    assert not {"\x1b", "\x07", "\u202e", "\u2066", "\x9b"} & set(text)


def test_long_line_is_shown_around_the_place() -> None:
    page = Page("x" * 5_000 + "HERE" + "y" * 5_000)
    _, line, marks = page.drawn(KIND.at(page.span("HERE"), "h", "word")).splitlines()
    assert len(line) < 200
    assert line.startswith("1 | …xxx") and line.endswith("y…")
    assert marks.index("^^^^ word") == line.index("HERE")


def test_long_span_on_a_long_line_ends_in_the_window() -> None:
    page = Page("x" * 5_000)
    _, line, marks = page.drawn(KIND.at(Span(0, 10, 4_000), "h")).splitlines()
    assert len(marks) <= len(line) + 1


def test_labels_in_two_files() -> None:
    sources = SourceSet()
    sources.add_text("a.tank", "enum X { a }")
    sources.add_text("b.tank", "\nenum X { b }")
    finding = KIND.at(Span(1, 6, 7), "two `X`", "again", secondary=[Label(Span(0, 5, 6), "first here")])
    assert (
        render_full([finding], sources)
        == picture("""
        error[TK1001 unexpected-word]: two `X`
         --> b.tank:2:6
          |
        2 | enum X { b }
          |      ^ again
         ::: a.tank:1:6
          |
        1 | enum X { a }
          |      - first here
          |
          = docs: docs/diagnostics/TK1001.md
    """)
        + "\n"
    )


def test_grouped_finding_says_how_often_and_where() -> None:
    page = Page("x\n" * 30)
    finding = replaced(KIND.at(Span(0, 0, 1), "no `x`"), count=30, also=(Span(0, 2, 3), Span(0, 4, 5)))
    assert "= note: found 30 times, also at a.tank:2:1, a.tank:3:1 and 27 more places\n" in render_full([finding], page.sources)


def test_broken_file_is_shown_at_the_bad_byte() -> None:
    sources = SourceSet()
    problem = sources.load(MemoryBundle({"a.tank": b'ok\nname "K\xf6nig"\n'}), "a.tank")
    assert isinstance(problem, Problem)
    assert '2 | name "K\N{REPLACEMENT CHARACTER}nig"\n  |        ^\n' in render_full([problem_diagnostic(problem)], sources)


def test_colours_are_only_added() -> None:
    page = Page("table result {\n    6 => hit(a, b)\n}\n")
    finding = KIND.at(page.span("hit"), "h", "here", secondary=[Label(page.span("a, b"), "x"), Label(Span(0, 0, 32), "y")], notes="n")
    plain, coloured = (render_full([finding], page.sources, colour=colour) for colour in (False, True))
    assert "\x1b" not in plain
    assert "\x1b[1;31m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
