"""A bundle that is a folder on disk.

The root is a fence: every file is resolved to its real place, symbolic links included, before it is read, and a place
outside is refused. Only regular files of bearable size are opened, because a pipe or a device would block for ever.
Whatever the system says no to becomes a ``Problem``; nothing here raises on account of the files.

Paths are plain strings: ``pathlib`` takes as long to import as a dozen modules of ours, and every command waits for this one.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator

from tankdsl.source.bundle import MAX_SIBLINGS, SUFFIX, InputBundle
from tankdsl.source.decode import MAX_FILE_BYTES
from tankdsl.source.paths import join, path_problem, way_between
from tankdsl.source.problems import (
    FileIsFolder,
    FileMissing,
    FileTooLarge,
    FileUnreadable,
    NotRegularFile,
    PathLeavesPack,
    Problem,
)

_MOST_LEVELS = 8
_REPOSITORY = ".git"


class DiskBundle(InputBundle):
    """The files at or below the folder ``root``; ``shown_root`` is put before the paths that users see.

    The folder is expected not to change during the life of the bundle: names in folders are read once.
    """

    def __init__(self, root: str | os.PathLike[str], shown_root: str = "", home: str = "") -> None:
        self.root = os.path.realpath(root)
        self.shown_root = shown_root
        self.home = home
        self._names: dict[str, tuple[str, ...] | None] = {}

    def place(self) -> str:
        """The real folder."""
        return with_slashes(self.root)

    def neighbour(self, written: str, including: str) -> InputBundle | Problem:
        """A folder of the project, links followed; the project is looked for at most `_MOST_LEVELS` above the pack."""
        if (problem := path_problem(written)) is not None:
            return problem
        project = _project_of(self.root)
        here = way_down(project, os.path.join(self.root, including))
        parts = join(here, written)
        if parts is None:
            return PathLeavesPack(path=written, by_link=False, project=True)
        try:
            real = os.path.realpath(os.path.join(project, *parts), strict=True)
        except FileNotFoundError:
            return _folder_missing(project, parts, written)
        except OSError as error:
            return problem_of(error, written)
        if not is_below(real, project):
            return PathLeavesPack(path=written, by_link=True, project=True)
        way = way_between(here, way_down(project, real))
        shown = with_slashes(os.path.normpath(os.path.join(self.shown_root or ".", os.path.dirname(including), way or ".")))
        return DiskBundle(real, shown, way)

    def paths(self, suffix: str = SUFFIX) -> tuple[str, ...]:
        """All visible files whose name ends in ``suffix``; folders behind symbolic links are not entered."""
        found, _ = files_below(self.root, suffix)
        return found

    def shown(self, path: str) -> str:
        """The path below ``shown_root``."""
        return join_shown(self.shown_root, path)

    def names_in(self, folder: str) -> tuple[str, ...] | None:
        """The names in a folder, or ``None`` if it is no folder or may not be listed."""
        if folder not in self._names:
            try:
                self._names[folder] = tuple(sorted(os.listdir(os.path.join(self.root, folder))))
            except OSError:
                self._names[folder] = None
        return self._names[folder]

    def is_folder(self, path: str) -> bool:
        """Whether the path is a folder, links followed."""
        return os.path.isdir(os.path.join(self.root, path))

    def identity(self, path: str) -> str | Problem:
        """The real path from the root; a problem if it lies outside, is missing behind a link, or links in a circle."""
        try:
            real = os.path.realpath(os.path.join(self.root, path), strict=True)
        except OSError as error:
            return problem_of(error, self.shown(path))
        if not is_below(real, self.root):
            return PathLeavesPack(path=self.shown(path), by_link=True)
        return way_down(self.root, real)

    def fetch(self, path: str) -> bytes | Problem:
        """The bytes of a regular file within the size limit."""
        return read_regular(os.path.join(self.root, path), self.shown(path))


def _project_of(root: str) -> str:
    """The top of the repository around a pack; the folder that holds the pack where there is none."""
    for above in folder_and_above(root, _MOST_LEVELS):
        if os.path.exists(os.path.join(above, _REPOSITORY)):
            return above
    return os.path.dirname(root)


def _folder_missing(project: str, parts: tuple[str, ...], written: str) -> FileMissing:
    """Which part of the way to a folder leads nowhere, and the folders that stand there instead."""
    above = project
    for part in parts:
        if not os.path.exists(os.path.join(above, part)):
            break
        above = os.path.join(above, part)
    else:
        return FileMissing(path=written, missing=written, folder=True)
    try:
        names = sorted(name for name in os.listdir(above) if not name.startswith("."))
    except OSError:
        names = []
    folders = [name for name in names[:MAX_SIBLINGS] if os.path.isdir(os.path.join(above, name))]
    return FileMissing(path=written, missing=part, siblings=tuple(folders), folder=True)


def folder_and_above(folder: str, most: int) -> Iterator[str]:
    """A folder and those that hold it, the nearest first, at most so many levels up."""
    yield folder
    for _ in range(most):
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above
        yield folder


def is_below(path: str, folder: str) -> bool:
    """Whether a path is a folder or lies in it, judged by the words of both."""
    return path == folder or path.startswith(os.path.join(folder, ""))


def way_down(folder: str, path: str) -> str:
    """The way from a folder to a path below it, with forward slashes; `.` for the folder itself."""
    return with_slashes(os.path.relpath(path, folder))


def with_slashes(path: str) -> str:
    """A path of this system with forward slashes."""
    return path.replace(os.sep, "/")


def read_regular(file: str, shown: str) -> bytes | Problem:
    """The bytes of a regular file of at most the size limit, or why not; ``shown`` is its path in problems."""
    try:
        status = os.stat(file)
        if stat.S_ISDIR(status.st_mode):
            return FileIsFolder(path=shown)
        if not stat.S_ISREG(status.st_mode):
            return NotRegularFile(path=shown)
        if status.st_size > MAX_FILE_BYTES:
            return FileTooLarge(path=shown, size=status.st_size, limit=MAX_FILE_BYTES)
        with open(file, "rb") as stream:
            return stream.read(MAX_FILE_BYTES + 1)  # the file may have grown since: the reader checks again
    except OSError as error:
        return problem_of(error, shown)


def files_below(folder: str, suffix: str = SUFFIX) -> tuple[tuple[str, ...], tuple[Problem, ...]]:
    """Relative paths of the files below a folder by suffix, in code point order, and the folders that cannot be listed.

    Hidden files and folders are left out (editors keep locks and copies there). Folders behind symbolic links are not
    entered: inside the pack they are met under their own name, and outside they would be refused. Of a file and links
    to it only the file itself is listed; a link that leads nowhere or outside is listed, so that reading it reports it.
    """
    found: list[str] = []
    problems: list[Problem] = []
    waiting = [""]
    while waiting:
        below = waiting.pop()
        try:
            entries = sorted(os.scandir(os.path.join(folder, below)), key=lambda entry: entry.name)
        except OSError as error:
            problems.append(problem_of(error, below or "."))
            continue
        for entry in entries:
            path = f"{below}/{entry.name}" if below else entry.name
            if entry.name.startswith("."):
                continue
            if entry.is_dir(follow_symlinks=False):
                waiting.append(path)
            elif entry.name.endswith(suffix) and not _is_folder_link(entry):
                found.append(path)
    return tuple(sorted(_without_aliases(folder, found))), tuple(problems)


def _is_folder_link(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _without_aliases(folder: str, found: list[str]) -> list[str]:
    """Leave out symbolic links to files that are found under their own name, and all but the first link to one file."""
    top = os.path.realpath(folder)
    links = sorted(path for path in found if os.path.islink(os.path.join(folder, path)))
    kept = [path for path in found if path not in set(links)]
    real = {os.path.join(top, *path.split("/")) for path in kept}
    for path in links:
        target = os.path.realpath(os.path.join(folder, path))
        if target not in real:
            real.add(target)
            kept.append(path)
    return kept


def join_shown(root: str, path: str) -> str:
    """A path below a shown root; the root ``""`` or ``"."`` is not shown."""
    if root in ("", "."):
        return path
    return f"{root}/{path}" if path and not root.endswith("/") else root + path


def problem_of(error: OSError, shown: str) -> Problem:
    """What an error of the system means for the file with the path ``shown``."""
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return FileMissing(path=shown, missing=shown.rsplit("/", 1)[-1])
    if isinstance(error, PermissionError):
        return FileUnreadable(path=shown, reason="permission denied")
    if error.errno == errno.ELOOP:
        return FileUnreadable(path=shown, reason="its symbolic links form a circle")
    return FileUnreadable(path=shown, reason=(error.strerror or "unknown error").lower())
