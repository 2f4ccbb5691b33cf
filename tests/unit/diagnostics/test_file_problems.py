import inspect
from pathlib import Path

import pytest

from tankdsl.diagnostics import Diagnostic, Level, kind_of
from tankdsl.diagnostics.file_problems import (
    collision_diagnostics,
    discovery_diagnostics,
    empty_file_diagnostic,
    path_case_diagnostic,
    problem_diagnostic,
    stray_diagnostic,
)
from tankdsl.source import MemoryBundle, Problem, SourceSet, Span, discover, problems
from tankdsl.source.problems import (
    FileIsFolder,
    FileMissing,
    FileTooLarge,
    FileUnreadable,
    LineTooLong,
    NotRegularFile,
    NotUtf8,
    NulByte,
    PathAmbiguous,
    PathHasBackslash,
    PathLeavesPack,
    PathMalformed,
    PathNotRelative,
    WrongEncoding,
)

EVERY: list[tuple[Problem, str]] = [
    (FileMissing(path="a.tank", missing="a.tank"), "there is no file `a.tank`"),
    (FileIsFolder(path="boards"), "expected a file, but `boards` is a folder"),
    (NotRegularFile(path="p"), "expected a file, but `p` is a pipe, a socket or a device"),
    (FileUnreadable(path="p", reason="permission denied"), "cannot read `p`: permission denied"),
    (
        FileTooLarge(path="p", size=20_000_000, limit=16_777_216),
        "`p` has 20,000,000 bytes, more than the 16,777,216 that a source file may have",
    ),
    (
        LineTooLong(path="p", line=3, length=10_000_000, limit=1_000_000),
        "line 3 of `p` has 10,000,000 characters, more than 1,000,000",
    ),
    (NotUtf8(path="p", line=2, byte_offset=37, value=0xF6), "byte 0xF6 at offset 37 of `p` (line 2) is not UTF-8"),
    (
        WrongEncoding(path="p", encoding="UTF-16 LE", has_mark=True),
        "expected UTF-8, but `p` begins with the byte order mark of UTF-16 LE",
    ),
    (WrongEncoding(path="p", encoding="UTF-32 BE", has_mark=False), "expected UTF-8, but `p` looks like UTF-32 BE"),
    (NulByte(path="p", line=2, byte_offset=9), "`p` has a zero byte at offset 9 (line 2), so it is not a text"),
    (PathMalformed(path="", reason="it is empty"), "path `` names no file: it is empty"),
    (
        PathNotRelative(path="/a", form="an absolute path"),
        "expected a path relative to this file, but `/a` is an absolute path",
    ),
    (PathHasBackslash(path="b\\a"), "path `b\\a` contains a backslash"),
    (PathLeavesPack(path="../a", by_link=False), "`../a` leads out of the pack with `..`"),
    (PathLeavesPack(path="a", by_link=True), "`a` leads out of the pack through a symbolic link"),
    (PathAmbiguous(path="hill", candidates=("HILL", "Hill")), "path `hill` fits `HILL` and `Hill`, and none exactly"),
]


@pytest.mark.parametrize(("problem", "headline"), EVERY, ids=lambda value: type(value).__name__)
def test_words_for_every_problem(problem: Problem, headline: str) -> None:
    finding = problem_diagnostic(problem)
    assert finding.headline == headline
    assert finding.level is Level.ERROR
    kind = kind_of(finding.code)
    assert kind is not None and kind.name == finding.name


def test_no_problem_is_left_out() -> None:
    classes = {value for _, value in inspect.getmembers(problems, inspect.isclass) if issubclass(value, Problem)}
    assert classes - {Problem} == {type(problem) for problem, _ in EVERY}


def test_each_problem_has_a_code_of_its_own() -> None:
    codes = {(type(problem), problem_diagnostic(problem).code) for problem, _ in EVERY}
    assert len({code for _, code in codes}) == len(codes)


def test_near_name_of_a_missing_file_is_suggested() -> None:
    finding = problem_diagnostic(FileMissing(path="b/untis.tank", missing="untis.tank", siblings=("units.tank", "x.tank")))
    assert finding.help == ("did you mean `units.tank`?",)


def test_backslashes_are_mended() -> None:
    assert problem_diagnostic(PathHasBackslash(path="b\\a.tank")).help == ("write `b/a.tank`",)


def test_finding_is_where_the_file_is_named() -> None:
    finding = problem_diagnostic(FileMissing(path="a.tank", missing="a.tank"), at=Span(0, 4, 12))
    assert finding.primary is not None
    assert finding.primary.span == Span(0, 4, 12)


def load(data: bytes, at: Span | None = None) -> Diagnostic:
    problem = SourceSet().load(MemoryBundle({"a.tank": data}), "a.tank")
    assert isinstance(problem, Problem)
    return problem_diagnostic(problem, at)


def test_finding_is_in_the_broken_file_and_tells_who_names_it() -> None:
    finding = load(b"ok\n\xff", at=Span(9, 1, 2))
    assert finding.primary is not None
    assert finding.primary.span == Span(0, 3, 4)
    assert [label.span for label in finding.secondary] == [Span(9, 1, 2)]


def test_letter_case_is_a_warning() -> None:
    finding = path_case_diagnostic("Boards/A.tank", "boards/a.tank", Span(0, 0, 1))
    assert (finding.level, finding.help) == (Level.WARNING, ("write `boards/a.tank`",))


def test_collisions_of_names() -> None:
    [finding] = collision_diagnostics(("Maps/A.tank", "maps/a.tank", "x.tank"))
    assert finding.level is Level.WARNING
    assert finding.headline.startswith("`Maps/A.tank` and `maps/a.tank` are one file")
    assert collision_diagnostics(("a.tank", "b.tank")) == ()


def test_strays_and_empty_files() -> None:
    assert "`x.tank`" in stray_diagnostic("x.tank").headline
    finding = empty_file_diagnostic(SourceSet().add_text("x.tank", "# only\n"))
    assert finding.primary is not None
    assert (finding.name, finding.primary.span) == ("file-empty", Span(0, 0, 0))


def names_of(base: Path, *paths: str) -> list[str]:
    return [finding.name for finding in discovery_diagnostics(discover(paths, base), paths)]


def test_paths_of_a_command_line(tmp_path: Path) -> None:
    for path in ("games/duel/game.tank", "games/spare.tank", "games/duel/Hill.tank", "games/duel/hill.tank", "docs/x.md"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("ruleset x\n" if path.endswith("game.tank") else "")
    assert names_of(tmp_path, "games") == ["file-in-no-pack", "names-collide"]
    assert names_of(tmp_path, "games/duel/game.tank") == []
    assert names_of(tmp_path, "docs") == ["nothing-to-do"]
    assert names_of(tmp_path, "docs", "gmaes") == ["path-not-found"]
    [finding] = discovery_diagnostics(discover(["gmaes"], tmp_path), ["gmaes"])
    assert finding.help == ("did you mean `games`?",)
