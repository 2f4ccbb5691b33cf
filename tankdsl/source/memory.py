"""A bundle that is a dictionary: tests, editors with unsaved files, and examples in the documentation."""

from __future__ import annotations

from collections.abc import Mapping

from tankdsl.source.bundle import MAX_SIBLINGS, SUFFIX, InputBundle
from tankdsl.source.decode import MAX_FILE_BYTES
from tankdsl.source.paths import join, path_problem, way_between
from tankdsl.source.problems import FileMissing, PathLeavesPack, Problem


class MemoryBundle(InputBundle):
    """Files by their path from the root; a text stands for its UTF-8 bytes.

    Keys are plain relative paths (``"boards/a.tank"``); folders follow from them. ``ValueError`` for other keys.
    """

    def __init__(self, files: Mapping[str, str | bytes], root: str = "", home: str = "", around: MemoryBundle | None = None) -> None:
        """`root` is put before the paths that users see; `home` and `around`, the whole project, are for packs in a larger bundle."""
        self.root, self.home, self._around = root, home, around
        self._files = {path: _as_bytes(content) for path, content in files.items()}
        self._folders: dict[str, set[str]] = {"": set()}
        for path in self._files:
            self._add_to_folders(path)
        self._names = {folder: tuple(sorted(names)) for folder, names in self._folders.items()}

    def _add_to_folders(self, path: str) -> None:
        parts = path.split("/")
        if any(part in ("", ".", "..") for part in parts):
            raise ValueError(f"not a plain relative path: {path!r}")
        for depth, part in enumerate(parts):
            self._folders.setdefault("/".join(parts[:depth]), set()).add(part)

    def paths(self, suffix: str = SUFFIX) -> tuple[str, ...]:
        """All files whose name ends in ``suffix`` and that are not in a hidden folder, in code point order."""
        visible = (path for path in self._files if not any(part.startswith(".") for part in path.split("/")))
        return tuple(sorted(path for path in visible if path.endswith(suffix)))

    def shown(self, path: str) -> str:
        """The path itself, behind the root if there is one."""
        return f"{self.root}/{path}" if self.root else path

    def place(self) -> str:
        """The folder of the pack in the project."""
        return self.root

    def neighbour(self, written: str, including: str) -> InputBundle | Problem:
        """The files below another folder of the project, which is the whole bundle."""
        if (problem := path_problem(written)) is not None:
            return problem
        project = self._around or self
        here = f"{self.root}/{including}" if self.root else including
        parts = join(here, written)
        if parts is None:
            return PathLeavesPack(path=written, by_link=False, project=True)
        folder = "/".join(parts)
        below = f"{folder}/" if folder else ""
        files = {path.removeprefix(below): data for path, data in project._files.items() if path.startswith(below)}
        if not files:
            return FileMissing(path=written, missing=parts[-1] if parts else "", siblings=project._folders_in(parts[:-1]), folder=True)
        return MemoryBundle(files, folder, way_between(here, folder), project)

    def _folders_in(self, parts: tuple[str, ...]) -> tuple[str, ...]:
        """The names of the folders in a folder."""
        above = "/".join(parts)
        below = f"{above}/" if above else ""
        names = self._names.get(above) or ()
        return tuple(name for name in names if f"{below}{name}" in self._folders)[:MAX_SIBLINGS]

    def names_in(self, folder: str) -> tuple[str, ...] | None:
        """The names in a folder, or ``None`` if no file lies in it."""
        return self._names.get(folder)

    def is_folder(self, path: str) -> bool:
        """Whether files lie below the path."""
        return path in self._folders

    def identity(self, path: str) -> str | Problem:
        """The path itself: there are no links in memory."""
        return path

    def fetch(self, path: str) -> bytes | Problem:
        """The bytes, cut after the size limit as on disk."""
        return self._files[path][: MAX_FILE_BYTES + 1]


def _as_bytes(content: str | bytes) -> bytes:
    # Lone surrogates become bytes that are no UTF-8, so that they are refused like any damaged file.
    return content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")
