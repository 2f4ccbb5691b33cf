"""Writing all or nothing, and names that work everywhere."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from tankdsl.emit import write
from tankdsl.emit.canonical import canonical_bytes
from tankdsl.emit.names import clash, name_problem
from tankdsl.emit.write import NotWritten, Written, write_files

OLD = b'{\n  "format": "tankdsl/1"\n}\n'
NEW = b'{\n  "format": "tankdsl/1",\n  "id": "new"\n}\n'


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


def test_a_set_of_files_is_written_into_a_folder_that_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "out" / "deep"
    result = write_files(folder, {"b.json": NEW, "a.json": OLD})
    assert result == Written((folder / "a.json", folder / "b.json"), ())
    assert names(folder) == ["a.json", "b.json"]
    assert (folder / "b.json").read_bytes() == NEW


def test_what_is_right_already_is_left_alone(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.json": OLD, "b.json": OLD})
    os.utime(tmp_path / "a.json", (1, 1))
    result = write_files(tmp_path, {"a.json": OLD, "b.json": NEW})
    assert result == Written((tmp_path / "b.json",), (tmp_path / "a.json",))
    assert (tmp_path / "a.json").stat().st_mtime == 1


def test_files_of_others_are_neither_replaced_nor_deleted(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{}")
    (tmp_path / "notes.txt").write_text("mine")
    result = write_files(tmp_path, {"a.json": NEW, "b.json": NEW})
    assert isinstance(result, NotWritten)
    assert result.path == tmp_path / "a.json"
    assert "was not written by tankdsl" in result.message
    assert names(tmp_path) == ["a.json", "notes.txt"]
    assert (tmp_path / "a.json").read_text() == "{}"


def test_what_tankdsl_writes_it_may_replace(tmp_path: Path, duel: dict[str, Any]) -> None:
    assert isinstance(write_files(tmp_path, {"duel.json": canonical_bytes(duel)}), Written)
    duel["id"] = "other"
    assert isinstance(write_files(tmp_path, {"duel.json": canonical_bytes(duel)}), Written)


def test_a_folder_or_link_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "a.json").mkdir()
    assert "no ordinary file" in write_files(tmp_path, {"a.json": NEW}).message  # type: ignore[union-attr]
    (tmp_path / "elsewhere").write_bytes(OLD)
    (tmp_path / "b.json").symlink_to(tmp_path / "elsewhere")
    assert "no ordinary file" in write_files(tmp_path, {"b.json": NEW}).message  # type: ignore[union-attr]
    assert (tmp_path / "elsewhere").read_bytes() == OLD


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    for folder in (tmp_path / "out", tmp_path / "out" / "deep"):
        result = write_files(folder, {"a.json": NEW})
        assert isinstance(result, NotWritten)
        assert result.message == "a file is there and no folder"


@pytest.mark.parametrize("which", [0, 1, 2])
def test_a_failure_half_way_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, which: int) -> None:
    write_files(tmp_path, {"a.json": OLD, "c.json": OLD})
    real, calls = os.replace, []

    def replace(old: Any, new: Any) -> None:
        calls.append(new)
        if len(calls) == which + 1:
            raise OSError(errno.ENOSPC, "No space left on device", str(new))
        real(old, new)

    monkeypatch.setattr(write.os, "replace", replace)
    result = write_files(tmp_path, {"a.json": NEW, "b.json": NEW, "c.json": NEW})
    assert isinstance(result, NotWritten)
    assert result.message == "cannot be written: No space left on device"
    assert names(tmp_path) == ["a.json", "c.json"]
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "c.json").read_bytes() == OLD


def test_a_full_disk_while_writing_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(write.os, "fsync", full)
    folder = tmp_path / "new" / "folder"
    assert isinstance(write_files(folder, {"a.json": NEW}), NotWritten)
    assert not (tmp_path / "new").exists()


def test_a_folder_without_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: Any, **more: Any) -> int:
        raise PermissionError(errno.EACCES, "Permission denied", str(args[0]))

    monkeypatch.setattr(write.os, "open", refuse)
    result = write_files(tmp_path, {"a.json": NEW})
    assert isinstance(result, NotWritten)
    assert result.message == "you have no right to write here"
    assert names(tmp_path) == []


def test_a_file_system_without_second_names_gets_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: Any) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    write_files(tmp_path, {"a.json": OLD})
    monkeypatch.setattr(write.os, "link", refuse)
    assert isinstance(write_files(tmp_path, {"a.json": NEW}), Written)
    assert (tmp_path / "a.json").read_bytes() == NEW
    assert names(tmp_path) == ["a.json"]


@pytest.mark.parametrize(
    ("one", "other"),
    [("Battle.json", "battle.json"), ("stra\u00dfe.json", "STRASSE.json"), ("caf\u00e9.json", "cafe\u0301.json")],
)
def test_names_that_some_systems_cannot_tell_apart_are_refused(tmp_path: Path, one: str, other: str) -> None:
    result = write_files(tmp_path, {one: NEW, other: OLD})
    assert isinstance(result, NotWritten)
    assert "some systems cannot tell" in result.message
    assert names(tmp_path) == []
    write_files(tmp_path, {one: NEW})
    assert isinstance(write_files(tmp_path, {other: OLD}), NotWritten)
    assert names(tmp_path) == [one]


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "a/b", "a\\b", "a:b", "a?.json", "a\nb", "a\0", "x.", "x ", " x", "nul.json", "COM1", "aux.map.json", "ä" * 101],
)
def test_names_that_some_system_refuses(tmp_path: Path, name: str) -> None:
    assert name_problem(name)
    assert isinstance(write_files(tmp_path / "out", {name: NEW}), NotWritten)
    assert names(tmp_path) == []


@pytest.mark.parametrize("name", ["a.json", "meeting.map.json", "überfall.json", "com.json", "console.json", ".hidden", "a b"])
def test_names_that_work_everywhere(name: str) -> None:
    assert name_problem(name) is None


def test_a_clash_names_both() -> None:
    assert clash(["b", "A"], ["a", "c"]) == ("A", "a")
    assert clash(["b", "a"], ["a"]) is None
