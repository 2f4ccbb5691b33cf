"""Why a file cannot be used, as values.

The layer knows files and bytes but no wording and no codes: ``diagnostics.file_problems`` turns each of these into the
message that people see. All of them are ordinary results and never raised.
"""

from __future__ import annotations

from tankdsl.frozen import FrozenValue
from tankdsl.source.span import Span


class Problem(FrozenValue, kw_only=True):
    """Base of all: ``path`` is the path as shown to users, ``span`` a place in the broken file where there is one."""

    path: str
    span: Span | None = None


class FileMissing(Problem, kw_only=True):
    """No such file; ``missing`` is the first part of the path that does not exist, ``siblings`` what is there instead."""

    missing: str
    siblings: tuple[str, ...] = ()
    folder: bool = False
    """Whether a folder is looked for."""


class FileIsFolder(Problem, kw_only=True):
    """A folder stands where a file is needed."""


class NotRegularFile(Problem, kw_only=True):
    """A pipe, socket or device: reading it could wait for ever."""


class FileUnreadable(Problem, kw_only=True):
    """The system refuses to read; ``reason`` is in plain words."""

    reason: str


class FileTooLarge(Problem, kw_only=True):
    """More bytes than ``limit``."""

    size: int
    limit: int


class LineTooLong(Problem, kw_only=True):
    """Line ``line`` (from 1) has ``length`` characters, more than ``limit``."""

    line: int
    length: int
    limit: int


class NotUtf8(Problem, kw_only=True):
    """Byte ``value`` at ``byte_offset`` (from 0, byte order mark counted), on line ``line`` (from 1), is not UTF-8."""

    line: int
    byte_offset: int
    value: int


class WrongEncoding(Problem, kw_only=True):
    """Text in another encoding, known by its byte order mark or, without one, by the zero bytes of its letters."""

    encoding: str
    has_mark: bool


class NulByte(Problem, kw_only=True):
    """A zero byte at ``byte_offset`` (from 0) on line ``line`` (from 1): not a text, or a damaged one."""

    line: int
    byte_offset: int


class PathMalformed(Problem, kw_only=True):
    """A written path that no system could mean; ``reason`` is in plain words."""

    reason: str


class PathNotRelative(Problem, kw_only=True):
    """An absolute path, a drive letter or an address; ``form`` says which."""

    form: str


class PathHasBackslash(Problem, kw_only=True):
    """A path with backslashes works on one system only."""


class PathLeavesPack(Problem, kw_only=True):
    """The path leads out of the root of the pack, or (``project``) of the project, by ``..`` or (``by_link``) by a symbolic link."""

    by_link: bool
    project: bool = False


class PathAmbiguous(Problem, kw_only=True):
    """No file has exactly this spelling and several differ from it in letter case only."""

    candidates: tuple[str, ...]
