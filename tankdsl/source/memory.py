"""A bundle that is a dictionary: tests, editors with unsaved files, and examples in the documentation."""

from __future__ import annotations

from collections.abc import Mapping

from tankdsl.source.bundle import SUFFIX, InputBundle
from tankdsl.source.decode import MAX_FILE_BYTES
from tankdsl.source.problems import Problem


class MemoryBundle(InputBundle):
    """Files by their path from the root; a text stands for its UTF-8 bytes.

    Keys are plain relative paths (``"boards/a.tank"``); folders follow from them. ``ValueError`` for other keys.
    """

    def __init__(self, files: Mapping[str, str | bytes]) -> None:
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
        """The path itself."""
        return path

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
