"""What every bundle promises, tested on both; what only a disk can do is in ``test_disk``."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tankdsl.source import DiskBundle, InputBundle, Located, MemoryBundle
from tankdsl.source.problems import (
    FileIsFolder,
    FileMissing,
    PathAmbiguous,
    PathHasBackslash,
    PathLeavesPack,
    PathMalformed,
    PathNotRelative,
)

Make = Callable[[Mapping[str, str]], InputBundle]

FILES = {
    "game.tank": "ruleset x",
    "boards/a.tank": "board a",
    "boards/maps/b.tank": "board b",
    "boards/notes.txt": "notes",
    "Häuser/戦車.tank": "more",
    ".git/config.tank": "hidden",
    "boards/.hidden.tank": "hidden",
}


@pytest.fixture(params=["memory", "disk"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    def on_disk(files: Mapping[str, str]) -> InputBundle:
        for path, text in files.items():
            file = tmp_path / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        return DiskBundle(tmp_path)

    return MemoryBundle if request.param == "memory" else on_disk


def test_paths_are_all_visible_source_files_in_code_point_order(make: Make) -> None:
    expected = ("Häuser/戦車.tank", "boards/a.tank", "boards/maps/b.tank", "game.tank")
    assert make(FILES).paths() == expected
    assert make(FILES).paths(".txt") == ("boards/notes.txt",)


@pytest.mark.parametrize(
    ("written", "including", "path"),
    [
        ("boards/a.tank", "", "boards/a.tank"),
        ("boards/a.tank", "game.tank", "boards/a.tank"),
        ("a.tank", "boards/x.tank", "boards/a.tank"),
        ("maps/b.tank", "boards/a.tank", "boards/maps/b.tank"),
        ("../game.tank", "boards/a.tank", "game.tank"),
        ("./maps/../maps//b.tank", "boards/a.tank", "boards/maps/b.tank"),
        ("Häuser/戦車.tank", "game.tank", "Häuser/戦車.tank"),
        ("Häuser/戦車.tank", "game.tank", "Häuser/戦車.tank"),
    ],
)
def test_locate_counts_from_the_including_file(make: Make, written: str, including: str, path: str) -> None:
    assert make(FILES).locate(written, including) == Located(path, path)


def test_every_spelling_has_one_identity(make: Make) -> None:
    bundle = make(FILES)
    spellings = ["boards/a.tank", "./boards/a.tank", "boards/maps/../a.tank", "boards//a.tank"]
    located = [bundle.locate(spelling) for spelling in spellings]
    assert {found.identity for found in located if isinstance(found, Located)} == {"boards/a.tank"}
    assert all(isinstance(found, Located) for found in located)


def test_other_letter_case_is_found_and_told(make: Make) -> None:
    found = make(FILES).locate("Boards/A.tank", "game.tank")
    assert found == Located("boards/a.tank", "boards/a.tank", written_as="Boards/A.tank")


def test_several_letter_cases_and_none_exact(make: Make) -> None:
    found = make({"x/Hill.tank": "", "x/HILL.tank": ""}).locate("x/hill.tank")
    assert found == PathAmbiguous(path="x/hill.tank", candidates=("x/HILL.tank", "x/Hill.tank"))


def test_exact_letter_case_is_not_ambiguous(make: Make) -> None:
    found = make({"x/Hill.tank": "", "x/HILL.tank": ""}).locate("x/Hill.tank")
    assert found == Located("x/Hill.tank", "x/Hill.tank")


def test_missing_file_names_the_missing_part_and_what_is_there(make: Make) -> None:
    assert make(FILES).locate("boards/q.tank") == FileMissing(
        path="boards/q.tank", missing="q.tank", siblings=(".hidden.tank", "a.tank", "maps", "notes.txt")
    )
    found = make(FILES).locate("bords/a.tank")
    assert isinstance(found, FileMissing)
    assert (found.missing, "boards" in found.siblings) == ("bords", True)


def test_file_is_no_folder(make: Make) -> None:
    found = make(FILES).locate("game.tank/a.tank")
    assert isinstance(found, FileMissing)
    assert found.missing == "a.tank"


@pytest.mark.parametrize("written", ["boards", "boards/maps", ".", "boards/.."])
def test_folder_is_no_file(make: Make, written: str) -> None:
    assert isinstance(make(FILES).locate(written), FileIsFolder)


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ("../game.tank", PathLeavesPack),
        ("boards/../../x.tank", PathLeavesPack),
        ("/game.tank", PathNotRelative),
        ("C:/game.tank", PathNotRelative),
        ("boards\\a.tank", PathHasBackslash),
        ("", PathMalformed),
    ],
)
def test_paths_that_must_not_be_written(make: Make, written: str, kind: type) -> None:
    assert isinstance(make(FILES).locate(written, "game.tank"), kind)
    assert isinstance(make(FILES).read(written), kind)


def test_read_gives_bytes(make: Make) -> None:
    assert make(FILES).read("boards/a.tank") == b"board a"


def test_memory_keys_are_plain_relative_paths() -> None:
    for key in ("/a.tank", "a//b.tank", "../a.tank", "x/./a.tank", ""):
        with pytest.raises(ValueError, match="plain relative path"):
            MemoryBundle({key: ""})


def test_memory_takes_bytes_and_broken_text() -> None:
    bundle = MemoryBundle({"a.tank": b"\xff", "b.tank": "\ud800"})
    assert bundle.read("a.tank") == b"\xff"
    assert bundle.read("b.tank") == b"\xed\xa0\x80"
