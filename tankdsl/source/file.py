"""A source file as the compiler sees it: normalised text, and the way from an offset to the line and column people read.

Lines and columns count from 1. A column counts code points, not bytes and not screen cells, so that every tool that
counts characters of the line comes to the same place. Only LF ends a line: CR LF and lone CR became LF in ``decode``,
and characters such as U+2028 are ordinary text, which keeps our line numbers those of the editors.
"""

from __future__ import annotations

from bisect import bisect_right

from tankdsl.frozen import Frozen
from tankdsl.source.span import FileId, Span


class SourceFile(Frozen):
    """One file of one run. Compared by identity: two loads are two files, even with the same text."""

    id: FileId
    path: str
    """As shown to users: forward slashes, as seen from where they stand."""
    text: str
    """NFC, LF line ends, no byte order mark."""
    line_starts: tuple[int, ...]
    """Offset of the first character of each line; the first is 0. A final LF opens one more, empty, line."""
    pack_path: str
    """From the root of the pack, forward slashes: the same wherever the compiler is started (goes into source maps).

    A file of the pack that a variant changes begins with the way there: ``../duel/duel.tank``.
    """

    @classmethod
    def of(cls, id: FileId, path: str, text: str, pack_path: str | None = None) -> SourceFile:
        """A file from already normalised text; ``pack_path`` is ``path`` unless said otherwise."""
        return cls(id, path, text, line_starts(text), path if pack_path is None else pack_path)

    @property
    def line_count(self) -> int:
        """Number of lines, at least 1; the empty line after a final LF counts."""
        return len(self.line_starts)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column (both from 1) of an offset from 0 to ``len(text)``; ``ValueError`` outside."""
        if not 0 <= offset <= len(self.text):
            raise ValueError(f"offset {offset} lies outside {self.path} (0..{len(self.text)})")
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line_span(self, line: int) -> Span:
        """The span of a line (from 1) without its line end; ``ValueError`` if there is no such line."""
        if not 1 <= line <= self.line_count:
            raise ValueError(f"{self.path} has no line {line} (1..{self.line_count})")
        start = self.line_starts[line - 1]
        end = self.line_starts[line] - 1 if line < self.line_count else len(self.text)
        return Span(self.id, start, end)

    def line_text(self, line: int) -> str:
        """The text of a line (from 1) without its line end; ``ValueError`` if there is no such line."""
        span = self.line_span(line)
        return self.text[span.start : span.end]

    def slice(self, span: Span) -> str:
        """The text that a span of this file covers; ``ValueError`` for a span of another file."""
        if span.file != self.id:
            raise ValueError(f"span of file {span.file} used on file {self.id}")
        return self.text[span.start : span.end]

    @property
    def span(self) -> Span:
        """The whole file."""
        return Span(self.id, 0, len(self.text))


def line_starts(text: str) -> tuple[int, ...]:
    """The offset of the first character of every line of a text whose line ends are LF."""
    starts = [0]
    at = text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return tuple(starts)
