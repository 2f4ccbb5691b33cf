"""From bytes to the one form of text that all later layers see.

The form: UTF-8 decoded, byte order mark dropped, CR LF and lone CR turned into LF (old editors and mixed files must not
shift line numbers or break a grammar that knows one line end), and NFC, so that two spellings of one letter are one
name. NFC merges nothing that looks different: ids that differ in an accent stay distinct. Everything else is refused
with the place, because a guess about encodings silently damages names.

Limits stand before any work that grows with the text, so that a hostile or wrong file is refused at once.
"""

from __future__ import annotations

import codecs
import re
import unicodedata

from tankdsl.source.file import SourceFile, line_starts
from tankdsl.source.problems import FileTooLarge, LineTooLong, NotUtf8, NulByte, Problem, WrongEncoding
from tankdsl.source.span import FileId, Span

MAX_FILE_BYTES = 16 * 1024 * 1024
MAX_LINE_CHARACTERS = 1_000_000

# UTF-32 before UTF-16: the mark of UTF-32 LE begins with that of UTF-16 LE.
_FOREIGN_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32 LE"),
    (codecs.BOM_UTF32_BE, "UTF-32 BE"),
    (codecs.BOM_UTF16_LE, "UTF-16 LE"),
    (codecs.BOM_UTF16_BE, "UTF-16 BE"),
)
# Which bytes of a group of four are zero in mostly Latin text without a mark.
_FOREIGN_ZEROS = (
    ((False, True, True, True), "UTF-32 LE"),
    ((True, True, True, False), "UTF-32 BE"),
    ((False, True, False, True), "UTF-16 LE"),
    ((True, False, True, False), "UTF-16 BE"),
)
_SAMPLE_BYTES = 4096
_LINE_END = re.compile(rb"\r\n|\r|\n")
_EXCERPT = 120


def read_bytes(data: bytes, *, id: FileId, path: str, pack_path: str | None = None) -> SourceFile | Problem:
    """The file that ``data`` spells, or why it cannot be used; ``path`` is the path shown to users."""
    if len(data) > MAX_FILE_BYTES:
        return FileTooLarge(path=path, size=len(data), limit=MAX_FILE_BYTES)
    if (foreign := _foreign_encoding(data)) is not None:
        encoding, has_mark = foreign
        return WrongEncoding(path=path, encoding=encoding, has_mark=has_mark)
    if (at := data.find(b"\0")) >= 0:
        return NulByte(path=path, line=_line_of_byte(data, at), byte_offset=at)
    body = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        at = error.start + len(data) - len(body)
        return NotUtf8(path=path, line=_line_of_byte(data, at), byte_offset=at, value=data[at])
    text = normalise(text)
    starts = line_starts(text)
    if (long := _first_long_line(text, starts)) is not None:
        line, length = long
        return LineTooLong(path=path, line=line, length=length, limit=MAX_LINE_CHARACTERS)
    return SourceFile(id, path, text, starts, path if pack_path is None else pack_path)


def normalise(text: str) -> str:
    """Text with LF line ends and in NFC: the only form that spans count in."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", text)


def salvage(data: bytes, problem: Problem) -> tuple[str, int, int]:
    """As much text as is needed to show the place of a ``problem``, and start and end offset of the place in it.

    The text is for display only: bytes that are no UTF-8 appear as U+FFFD, and it ends soon after the place.
    """
    match problem:
        case NotUtf8(byte_offset=at) | NulByte(byte_offset=at):
            before = _lossy(data[:at])
            rest = _lossy(data[at : at + _EXCERPT]).split("\n", 1)[0]
            return before + rest, len(before), len(before) + 1
        case LineTooLong(line=line):
            text = normalise(data.removeprefix(codecs.BOM_UTF8).decode("utf-8"))
            start = line_starts(text)[line - 1]
            return text[: start + _EXCERPT], start, start + 1
        case _:
            return "", 0, 0


def _lossy(data: bytes) -> str:
    # A cut inside a character or a CR LF pair only changes the excerpt, never the offset of the place itself.
    return normalise(data.removeprefix(codecs.BOM_UTF8).decode("utf-8", errors="replace"))


def _foreign_encoding(data: bytes) -> tuple[str, bool] | None:
    for mark, encoding in _FOREIGN_MARKS:
        if data.startswith(mark):
            return encoding, True
    sample = data[:_SAMPLE_BYTES]
    if len(sample) < 4 or b"\0" not in sample:
        return None
    for zeros, encoding in _FOREIGN_ZEROS:
        if all(_is_mostly_zero(sample[i::4]) is zero for i, zero in enumerate(zeros)):
            return encoding, False
    return None


def _is_mostly_zero(column: bytes) -> bool:
    return column.count(0) * 2 > len(column)


def _line_of_byte(data: bytes, at: int) -> int:
    return 1 + sum(1 for _ in _LINE_END.finditer(data, 0, at))


def _first_long_line(text: str, starts: tuple[int, ...]) -> tuple[int, int] | None:
    if len(text) <= MAX_LINE_CHARACTERS:
        return None
    for line, start in enumerate(starts, 1):
        end = starts[line] - 1 if line < len(starts) else len(text)
        if end - start > MAX_LINE_CHARACTERS:
            return line, end - start
    return None


def span_in(id: FileId, place: tuple[str, int, int]) -> Span:
    """The span of a salvaged place in file ``id``."""
    _, start, end = place
    return Span(id, min(start, end), end)
