import errno
import os
import time
from pathlib import Path
from typing import Any

import pytest

from tankdsl.source import MAX_FILE_BYTES, DiskBundle, Located
from tankdsl.source.disk import files_below, join_shown, read_regular
from tankdsl.source.problems import (
    FileIsFolder,
    FileMissing,
    FileTooLarge,
    FileUnreadable,
    NotRegularFile,
    PathLeavesPack,
)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    root = tmp_path / "pack"
    (root / "boards").mkdir(parents=True)
    (root / "game.tank").write_text("ruleset x")
    (root / "boards/a.tank").write_text("board a")
    (tmp_path / "outside.tank").write_text("secret")
    return root


def test_link_inside_the_pack_is_the_same_file(pack: Path) -> None:
    (pack / "alias.tank").symlink_to("boards/a.tank")
    (pack / "maps").symlink_to("boards")
    bundle = DiskBundle(pack)
    assert bundle.locate("alias.tank") == Located("alias.tank", "boards/a.tank")
    assert bundle.locate("maps/a.tank") == Located("maps/a.tank", "boards/a.tank")
    assert bundle.read("maps/a.tank") == b"board a"


@pytest.mark.parametrize("target", ["../outside.tank", "absolute"])
def test_link_out_of_the_pack_is_refused(pack: Path, target: str) -> None:
    (pack / "link.tank").symlink_to(pack.parent / "outside.tank" if target == "absolute" else target)
    assert DiskBundle(pack).read("link.tank") == PathLeavesPack(path="link.tank", by_link=True)


def test_folder_link_out_of_the_pack_is_refused(pack: Path) -> None:
    (pack / "up").symlink_to("..")
    assert DiskBundle(pack).read("up/outside.tank") == PathLeavesPack(path="up/outside.tank", by_link=True)


def test_link_through_the_outside_back_into_the_pack_is_fine(pack: Path) -> None:
    (pack / "up").symlink_to("..")
    assert DiskBundle(pack).locate("up/pack/game.tank") == Located("up/pack/game.tank", "game.tank")


def test_folder_beside_with_the_same_beginning_is_outside(pack: Path) -> None:
    (pack.parent / "pack2").mkdir()
    (pack.parent / "pack2/x.tank").write_text("")
    (pack / "x.tank").symlink_to("../pack2/x.tank")
    assert isinstance(DiskBundle(pack).read("x.tank"), PathLeavesPack)


def test_links_in_a_circle_end(pack: Path) -> None:
    (pack / "one.tank").symlink_to("two.tank")
    (pack / "two.tank").symlink_to("one.tank")
    (pack / "self").symlink_to(".")
    bundle = DiskBundle(pack)
    assert bundle.read("one.tank") == FileUnreadable(path="one.tank", reason="its symbolic links form a circle")
    assert bundle.locate("self/self/self/game.tank") == Located("self/self/self/game.tank", "game.tank")
    assert bundle.paths() == ("boards/a.tank", "game.tank", "one.tank", "two.tank")


def test_link_to_nowhere_is_missing(pack: Path) -> None:
    (pack / "gone.tank").symlink_to("nowhere.tank")
    assert isinstance(DiskBundle(pack).read("gone.tank"), FileMissing)
    assert "gone.tank" in DiskBundle(pack).paths()


def test_root_may_itself_be_reached_by_a_link(pack: Path) -> None:
    (pack.parent / "door").symlink_to("pack")
    bundle = DiskBundle(pack.parent / "door", "door")
    assert bundle.read("boards/a.tank") == b"board a"
    assert bundle.shown("boards/a.tank") == "door/boards/a.tank"


def test_aliases_are_listed_once(pack: Path) -> None:
    (pack / "alias.tank").symlink_to("boards/a.tank")
    (pack / "maps").symlink_to("boards")
    assert DiskBundle(pack).paths() == ("boards/a.tank", "game.tank")


def test_pipe_is_refused_unread(pack: Path) -> None:
    os.mkfifo(pack / "pipe.tank")
    assert DiskBundle(pack).read("pipe.tank") == NotRegularFile(path="pipe.tank")


def test_folder_with_the_suffix_is_entered_and_no_file(pack: Path) -> None:
    (pack / "x.tank").mkdir()
    (pack / "x.tank/y.tank").write_text("")
    assert DiskBundle(pack).paths() == ("boards/a.tank", "game.tank", "x.tank/y.tank")
    assert isinstance(DiskBundle(pack).read("x.tank"), FileIsFolder)


def test_large_file_is_refused_unread(pack: Path) -> None:
    with open(pack / "large.tank", "wb") as stream:
        stream.truncate(40 * MAX_FILE_BYTES)
    started = time.process_time()
    assert DiskBundle(pack).read("large.tank") == FileTooLarge(path="large.tank", size=40 * MAX_FILE_BYTES, limit=MAX_FILE_BYTES)
    assert time.process_time() - started < 5


def test_file_without_permission(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)
    assert DiskBundle(pack).read("game.tank") == FileUnreadable(path="game.tank", reason="permission denied")


def test_failing_disk(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("builtins.open", fail)
    assert read_regular(str(pack / "game.tank"), "game.tank") == FileUnreadable(path="game.tank", reason="input/output error")


def test_folder_that_cannot_be_listed_is_told(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listing = os.scandir

    def refuse_boards(folder: str) -> Any:
        if os.path.basename(folder) == "boards":
            raise PermissionError(errno.EACCES, "Permission denied")
        return listing(folder)

    monkeypatch.setattr(os, "scandir", refuse_boards)
    found, problems = files_below(str(pack))
    assert found == ("game.tank",)
    assert problems == (FileUnreadable(path="boards", reason="permission denied"),)


def test_file_that_vanishes_is_missing(pack: Path) -> None:
    bundle = DiskBundle(pack)
    assert isinstance(bundle.locate("game.tank"), Located)
    (pack / "game.tank").unlink()
    assert isinstance(bundle.read("game.tank"), FileMissing)


def test_names_stored_decomposed_are_found_composed(pack: Path) -> None:
    (pack / "Ha\u0308user.tank").write_text("x")
    found = DiskBundle(pack).locate("Häuser.tank")
    assert found == Located("Ha\u0308user.tank", "Ha\u0308user.tank")


@pytest.mark.parametrize(
    ("root", "path", "shown"),
    [("", "a", "a"), (".", "a", "a"), ("x/y", "a", "x/y/a"), ("..", "a", "../a"), ("/", "a", "/a"), ("x", "", "x")],
)
def test_shown_paths(root: str, path: str, shown: str) -> None:
    assert join_shown(root, path) == shown
