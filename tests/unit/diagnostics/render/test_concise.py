from tankdsl.diagnostics.registry import files, syntax, usage
from tankdsl.diagnostics.render import FORMATS, render_concise
from tankdsl.frozen import replaced
from tankdsl.source import SourceSet, Span


def sources() -> SourceSet:
    made = SourceSet()
    made.add_text("games/duel/a.tank", "enum X\n{ 日本 a }")
    return made


def test_one_line_for_each_finding() -> None:
    findings = [syntax.UNEXPECTED_WORD.at(Span(0, 12, 13), "found `a`", "x", notes="n"), files.FILE_EMPTY.at(Span(0, 0, 0), "empty")]
    assert render_concise(findings, sources()) == (
        "games/duel/a.tank:2:6: error[TK1001 unexpected-word]: found `a`\ngames/duel/a.tank:1:1: warning[TK0018 file-empty]: empty\n"
    )


def test_finding_without_a_place_begins_with_its_level() -> None:
    assert render_concise([usage.NOTHING_TO_DO.at(None, "h")], sources()) == "error[TK9003 nothing-to-do]: h\n"


def test_headline_stays_on_one_line() -> None:
    text = render_concise([usage.NOTHING_TO_DO.at(None, "a\nb\x1b[0m")], sources())
    assert text == "error[TK9003 nothing-to-do]: a b\N{REPLACEMENT CHARACTER}[0m\n"


def test_grouped_finding_says_how_often() -> None:
    finding = replaced(syntax.UNEXPECTED_WORD.at(Span(0, 0, 1), "h"), count=1200)
    assert render_concise([finding], sources()).endswith(": h (1,200 times)\n")


def test_every_format_takes_nothing_and_ends_its_lines() -> None:
    assert sorted(FORMATS) == ["concise", "full", "json"]
    for name, render in FORMATS.items():
        text = render([usage.NOTHING_TO_DO.at(None, "h")], sources(), colour=True)
        assert text.endswith("\n") and not text.endswith("\n\n"), name
        assert render([], sources()) in ("", render([], sources(), colour=True))
