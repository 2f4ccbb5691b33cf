"""Why a file cannot be used, as values.

The layer knows files and bytes but no wording and no codes: ``diagnostics.file_problems`` turns each of these into the
message that people see. All of them are ordinary results and never raised.
"""

from __future__ import annotations

from dataclasses import dataclass

from tankdsl.source.span import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Base of all: ``path`` is the path as shown to users, ``span`` a place in the broken file where there is one."""

    path: str
    span: Span | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FileMissing(Problem):
    """No such file; ``missing`` is the first part of the path that does not exist, ``siblings`` what is there instead."""

    missing: str
    siblings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FileIsFolder(Problem):
    """A folder stands where a file is needed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotRegularFile(Problem):
    """A pipe, socket or device: reading it could wait for ever."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileUnreadable(Problem):
    """The system refuses to read; ``reason`` is in plain words."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FileTooLarge(Problem):
    """More bytes than ``limit``."""

    size: int
    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LineTooLong(Problem):
    """Line ``line`` (from 1) has ``length`` characters, more than ``limit``."""

    line: int
    length: int
    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NotUtf8(Problem):
    """Byte ``value`` at ``byte_offset`` (from 0, byte order mark counted), on line ``line`` (from 1), is not UTF-8."""

    line: int
    byte_offset: int
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongEncoding(Problem):
    """Text in another encoding, known by its byte order mark or, without one, by the zero bytes of its letters."""

    encoding: str
    has_mark: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NulByte(Problem):
    """A zero byte at ``byte_offset`` (from 0) on line ``line`` (from 1): not a text, or a damaged one."""

    line: int
    byte_offset: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PathMalformed(Problem):
    """A written path that no system could mean; ``reason`` is in plain words."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PathNotRelative(Problem):
    """An absolute path, a drive letter or an address; ``form`` says which."""

    form: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PathHasBackslash(Problem):
    """A path with backslashes works on one system only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PathLeavesPack(Problem):
    """The path leads out of the root of the pack, by ``..`` or (``by_link``) by a symbolic link."""

    by_link: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PathAmbiguous(Problem):
    """No file has exactly this spelling and several differ from it in letter case only."""

    candidates: tuple[str, ...]
