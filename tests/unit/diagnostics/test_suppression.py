import pytest

from tankdsl.diagnostics import Diagnostic, Level, all_kinds
from tankdsl.diagnostics.suppression import Suppression, comment_start, read_suppressions
from tankdsl.source import SourceFile

ALLOW = "# tankdsl: allow file-empty because it is new"


def read(text: str) -> tuple[tuple[Suppression, ...], tuple[Diagnostic, ...]]:
    return read_suppressions(SourceFile.of(0, "a.tank", text))


def lines(text: str) -> list[int]:
    suppressions, findings = read(text)
    assert findings == ()
    return [suppression.line for suppression in suppressions]


def codes(text: str) -> list[str]:
    suppressions, findings = read(text)
    assert suppressions == ()
    return [finding.name for finding in findings]


def test_comment_at_the_end_of_a_line_is_about_that_line() -> None:
    assert lines(f"a\nenum X {{ a }}   {ALLOW}\nb") == [2]


def test_comment_alone_is_about_the_line_below() -> None:
    assert lines(f"a\n    {ALLOW}\nb") == [3]


def test_stacked_comments_are_about_one_line() -> None:
    other = ALLOW.replace("file-empty", "path-case")
    assert lines(f"{ALLOW}\n{other}\n## What it is.\nenum X {{ a }}") == [4, 4]


def test_comment_at_the_end_of_the_file_is_about_nothing_there() -> None:
    assert lines(f"a\n{ALLOW}") == [3]


def test_parts_of_the_comment() -> None:
    [suppression], _ = read(f"x {ALLOW}  ")
    assert (suppression.name, suppression.reason) == ("file-empty", "it is new")
    assert (suppression.span.start, suppression.span.end) == (2, 2 + len(ALLOW))


@pytest.mark.parametrize("spelling", ["#tankdsl:allow file-empty because x", "#  tankdsl:  allow   file-empty   because   x"])
def test_blanks_do_not_matter(spelling: str) -> None:
    assert lines(spelling + "\nx") == [2]


@pytest.mark.parametrize(
    "text",
    [
        f'measure vp "{ALLOW}"',
        f'measure vp "a \\" {ALLOW}"',
        "tankdsl: allow file-empty because x",
        "# the compiler tankdsl: allow file-empty because x",
        "nothing",
    ],
)
def test_what_is_no_such_comment(text: str) -> None:
    assert read(text) == ((), ())


@pytest.mark.parametrize(
    ("comment", "name"),
    [
        ("# tankdsl: ignore file-empty", "allow-malformed"),
        ("# tankdsl:", "allow-malformed"),
        ("# tankdsl: allow", "allow-malformed"),
        ("# tankdsl: allow file-empty, path-case because x", "allow-malformed"),
        ("# tankdsl: allow file-empty for now", "allow-malformed"),
        ("# tankdsl: allow file-empty", "allow-without-reason"),
        ("# tankdsl: allow file-empty because", "allow-without-reason"),
        ("# tankdsl: allow file-empty because   ", "allow-without-reason"),
        ("# tankdsl: allow file-emty because x", "allow-unknown"),
        ("# tankdsl: allow TK0018 because x", "allow-unknown"),
        ("# tankdsl: allow file-missing because x", "allow-of-error"),
    ],
)
def test_comments_that_have_no_effect_are_reported(comment: str, name: str) -> None:
    assert codes(comment) == [name]


def test_an_error_about_how_a_game_will_go_can_be_allowed() -> None:
    for kind in all_kinds():
        found, wrong = read(f"# tankdsl: allow {kind.name} because I know better")
        assert kind.can_be_allowed is (kind.about_play or kind.level is not Level.ERROR)
        assert [suppression.name for suppression in found] == ([kind.name] if kind.can_be_allowed else [])
        assert [finding.name for finding in wrong] == ([] if kind.can_be_allowed else ["allow-of-error"])
    assert {kind.code[:4] for kind in all_kinds() if kind.about_play} == {"TK50", "TK60"}


def test_near_name_and_code_are_mended() -> None:
    assert read("# tankdsl: allow file-emty because x")[1][0].help == ("did you mean `file-empty`?",)
    assert read("# tankdsl: allow TK0018 because x")[1][0].help == ("write `file-empty`",)


@pytest.mark.parametrize(
    ("line", "start"),
    [("a # b", 2), ("#", 0), ('"#" # x', 4), ('"\\"#" # x', 6), ("no comment", None), ('"open # x', None)],
)
def test_where_a_comment_starts(line: str, start: int | None) -> None:
    assert comment_start(line) == start
