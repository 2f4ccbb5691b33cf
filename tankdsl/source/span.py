"""A span is a piece of one source file: the one way in which every later layer says "here".

Offsets count characters (code points) of the *normalised* text of the file (see ``decode``), half open, so that
``text[span.start:span.end]`` is what the span covers. Spans carry the number of a file and not the file itself: they
stay small, hashable and comparable, and an abstract syntax tree does not hold on to the text.
"""

from __future__ import annotations

from tankdsl.frozen import FrozenValue

FileId = int
"""The number of a file in its ``SourceSet``, counted from 0 in order of loading."""


class Span(FrozenValue):
    """Characters ``start`` (included) to ``end`` (excluded) of file ``file``; an empty span is a place between two."""

    file: FileId
    start: int
    end: int

    def __lt__(self, other: Span) -> bool:
        """Spans stand in the order of their files, their starts and their ends."""
        return (self.file, self.start, self.end) < (other.file, other.start, other.end)

    def to(self, other: Span) -> Span:
        """The smallest span that holds both; both must lie in the same file (``ValueError`` otherwise)."""
        if self.file != other.file:
            raise ValueError(f"spans of files {self.file} and {other.file} have no common span")
        return Span(self.file, min(self.start, other.start), max(self.end, other.end))

    def contains(self, other: Span) -> bool:
        """Whether ``other`` lies wholly inside this span."""
        return self.file == other.file and self.start <= other.start and other.end <= self.end

    @property
    def at_start(self) -> Span:
        """The empty span at the beginning, where something could be inserted before."""
        return Span(self.file, self.start, self.start)

    @property
    def at_end(self) -> Span:
        """The empty span at the end, where something is missing after."""
        return Span(self.file, self.end, self.end)

    @property
    def is_empty(self) -> bool:
        """Whether the span covers no character."""
        return self.start == self.end

    def __len__(self) -> int:
        """How many characters the span covers."""
        return self.end - self.start
