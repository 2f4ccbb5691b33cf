"""Writing a set of files into a folder: all of them or none.

Everything is first written beside its target under a temporary name and brought to the disk. Only then the names are
exchanged, the old files being kept aside until the last exchange has worked; when one fails, those before it are
taken back. So a build that fails, or a disk that is full, leaves what was there. (A machine that dies between two
exchanges can leave some files new and some old, and temporary names, which begin with a full stop.)

Only files that this program has written before are replaced, and none are deleted.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tankdsl.emit.names import clash, name_problem

_HEAD = 128
_OWN_BEGINNINGS = (b'{\n  "format": "tankdsl',)


@dataclass(frozen=True, slots=True)
class Written:
    """What writing did: the files of the set by whether their content is new, in the order of their names."""

    changed: tuple[Path, ...]
    unchanged: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class NotWritten:
    """Why nothing was written: the path at fault and what is wrong with it."""

    path: Path
    message: str


def is_own_file(head: bytes) -> bool:
    """Whether a file with this beginning is one that tankdsl has written."""
    return head.startswith(_OWN_BEGINNINGS)


def write_files(folder: Path, files: Mapping[str, bytes], may_replace: Callable[[bytes], bool] = is_own_file) -> Written | NotWritten:
    """Bring a folder, made if it is not there, to hold these files by name.

    A file that is there already is replaced when `may_replace` says so of its first bytes. Files with the right
    content are left alone. Raises nothing for what the system refuses.
    """
    faulty = _refuse_names(folder, files)
    if faulty is not None:
        return faulty
    made: list[Path] = []
    try:
        _make_folder(folder, made)
        result = _write(folder, files, may_replace)
    except OSError as error:
        result = NotWritten(Path(error.filename or folder), _reason(error))
    if isinstance(result, NotWritten):
        _unmake(made)
    return result


def _refuse_names(folder: Path, files: Mapping[str, bytes]) -> NotWritten | None:
    for name in sorted(files):
        problem = name_problem(name)
        if problem is not None:
            return NotWritten(folder / name if name else folder, f"the name `{name}` {problem}")
    found = clash(sorted(files), ())
    return _clash(folder, *found) if found else None


def _clash(folder: Path, name: str, other: str) -> NotWritten:
    return NotWritten(folder / name, f"some systems cannot tell `{name}` from `{other}`: choose another name")


def _make_folder(folder: Path, made: list[Path]) -> None:
    """Make a folder and what is missing above it, noting what was made."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    for path in reversed(missing):
        path.mkdir()
        made.append(path)
    if not folder.is_dir():
        raise NotADirectoryError(20, "a file is there and no folder", str(folder))


def _unmake(made: list[Path]) -> None:
    for path in reversed(made):
        try:
            path.rmdir()
        except OSError:
            return


def _write(folder: Path, files: Mapping[str, bytes], may_replace: Callable[[bytes], bool]) -> Written | NotWritten:
    there = os.listdir(folder)
    found = clash(sorted(files), (name for name in there if name not in files))
    if found is not None:
        return _clash(folder, *found)
    changed: dict[Path, bytes] = {}
    for name in sorted(files):
        target = folder / name
        if target.is_symlink() or (target.exists() and not target.is_file()):
            return NotWritten(target, "is there already and is no ordinary file")
        old = target.read_bytes() if target.exists() else None
        if old is not None and old != files[name] and not may_replace(old[:_HEAD]):
            return NotWritten(target, "is there already and was not written by tankdsl; move it, or choose another folder")
        if old != files[name]:
            changed[target] = files[name]
    _exchange(changed)
    return Written(tuple(changed), tuple(folder / name for name in sorted(files) if folder / name not in changed))


def _exchange(changed: Mapping[Path, bytes]) -> None:
    """Put new content under these names, or leave everything as it is and raise what the system said."""
    fresh: dict[Path, Path] = {}
    kept: dict[Path, Path | None] = {}
    try:
        for target, data in changed.items():
            fresh[target] = _aside(target, "new")
            _write_one(fresh[target], data)
        for target, temporary in fresh.items():
            kept[target] = _keep(target)
            os.replace(temporary, target)
    except BaseException:
        _take_back(kept, fresh)
        raise
    for old in kept.values():
        if old is not None:
            old.unlink(missing_ok=True)
    for folder in {target.parent for target in changed}:
        _sync_folder(folder)


def _aside(target: Path, what: str) -> Path:
    """A name beside a file that nobody uses."""
    number = 0
    while (path := target.with_name(f".{target.name}.{what}{os.getpid()}-{number}")).exists():
        number += 1
    return path


def _write_one(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _keep(target: Path) -> Path | None:
    """Another name for what is there now, if anything is."""
    if not target.exists():
        return None
    old = _aside(target, "old")
    try:
        os.link(target, old)
    except OSError:
        # Some file systems have no second names: then a copy will do.
        _write_one(old, target.read_bytes())
    return old


def _take_back(kept: Mapping[Path, Path | None], fresh: Mapping[Path, Path]) -> None:
    for target, old in kept.items():
        was_exchanged = not fresh[target].exists()
        if old is not None and was_exchanged:
            os.replace(old, target)
        elif old is not None:
            old.unlink(missing_ok=True)
        elif was_exchanged:
            target.unlink(missing_ok=True)
    for temporary in fresh.values():
        temporary.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Bring the names themselves to the disk, where the system can."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        pass
    finally:
        os.close(descriptor)


def _reason(error: OSError) -> str:
    match error:
        case PermissionError():
            return "you have no right to write here"
        case NotADirectoryError():
            return "a file is there and no folder"
    return f"cannot be written: {error.strerror or type(error).__name__}"
