"""Reading a board from rows of glyphs.

    . . T          one glyph for each hex, separated by blanks; it may be of several characters
    . H .          blank lines and indentation do not matter
    ~ ~ -          `-` is built in: no hex here

Every fault carries its place in the given lines, so that a compiler can point at it; a fault does not lead
to others: glyphs that are glued together count as so many cells, a glyph that is unknown counts as one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from re import finditer
from typing import ClassVar

from tankdsl.frozen import FrozenValue, fields_of
from tankdsl.ground.boards import Board
from tankdsl.ground.grids import Grid, Size
from tankdsl.ground.labels import (
    AXIAL_LABELS,
    Cell,
    LabelClash,
    LabelScheme,
    name_cells,
    reading_order,
)

VOID_GLYPH = "-"
"""The glyph that stands for no hex. A legend must not define it."""


class BoardFault(FrozenValue):
    """Something wrong in the text of a board. The subclasses say what, with their own fields."""

    kind: ClassVar[str]
    line: int
    """Index of the line in the given list."""
    column: int
    """Index of the first character in that line."""
    length: int
    """Number of characters; 0 when there is nothing to point at."""

    @property
    def data(self) -> dict[str, object]:
        """What a message needs: the fields of the subclass by name."""
        place = ("line", "column", "length")
        return {name: value for name, value in fields_of(self) if name not in place}


class EmptyBoard(BoardFault):
    """There is no row, or no row has a hex, or half hexes leave no room for a whole one.

    Without any row the place is line 0, column 0, length 0.
    """

    kind: ClassVar[str] = "empty-board"


class UnknownGlyph(BoardFault):
    """A glyph that the legend does not explain."""

    kind: ClassVar[str] = "unknown-glyph"
    glyph: str
    known: tuple[str, ...]
    """The legend's glyphs in its order."""


class GluedGlyphs(BoardFault):
    """Several known glyphs without blanks between them."""

    kind: ClassVar[str] = "glued-glyphs"
    text: str
    glyphs: tuple[str, ...]


class RowLength(BoardFault):
    """A row that is shorter or longer than the board. A long row is marked where it is too long."""

    kind: ClassVar[str] = "row-length"
    found: int
    expected: int
    gaps: tuple[int, ...] = ()
    """The columns under which a short row has nothing, if the other rows are aligned and it goes on behind the first of them."""


class SizeMismatch(BoardFault):
    """The whole text has another number of rows, or all rows another number of columns, than declared."""

    kind: ClassVar[str] = "size-mismatch"
    what: str
    """`columns` or `rows`."""
    found: int
    expected: int
    """What the text should have: with half hexes one more than the declared number."""


class BeyondHalf(BoardFault):
    """A hex in the additional row (column) in a line that does not end in half hexes."""

    kind: ClassVar[str] = "beyond-half"
    cell: Cell


class CannotLabel(BoardFault):
    """A hex for which the label scheme has no name of its own."""

    kind: ClassVar[str] = "cannot-label"
    cell: Cell
    label: str | None
    """The label that another hex has already; None when the scheme has none at all."""


class _Glyph(FrozenValue):
    """One cell of the text: where it is, and its terrain (None for a void, or for a fault)."""

    line: int
    column: int
    length: int
    terrain: str | None


_Rows = list[list[_Glyph]]


def read_board(
    lines: Sequence[str],
    legend: Mapping[str, str],
    grid: Grid,
    *,
    id: str,
    size: Size | None = None,
    labels: LabelScheme = AXIAL_LABELS,
) -> Board | list[BoardFault]:
    """A board from its rows of glyphs, or everything that is wrong with them, in order of place.

    `legend` maps glyphs to terrain ids; it must not contain the void glyph (ValueError). `size`, if
    declared, is columns and rows of whole hexes; half hexes need one more row (column) in the text.
    """
    if VOID_GLYPH in legend:
        raise ValueError(f"the glyph {VOID_GLYPH!r} stands for no hex and cannot be redefined")
    faults: list[BoardFault] = []
    rows = _read_rows(lines, legend, faults)
    if not rows:
        return [EmptyBoard(0, 0, 0)]
    faults += _shape_faults(rows, grid, size)
    if not faults:
        found = size or grid.size((len(rows[0]), len(rows)))
        faults += _half_faults(rows, grid, found) or _hex_faults(rows, grid, found, labels)
        if not faults:
            return _board(rows, grid, id, found, labels)
    return sorted(faults, key=lambda fault: (fault.line, fault.column))


def _board(rows: _Rows, grid: Grid, id: str, size: Size, labels: LabelScheme) -> Board:
    cells = tuple(tuple(glyph.terrain for glyph in row) for row in rows)
    return Board(id, size[0], size[1], grid, cells, labels)


def _read_rows(lines: Sequence[str], legend: Mapping[str, str], faults: list[BoardFault]) -> _Rows:
    rows: _Rows = []
    for index, text in enumerate(lines):
        row: list[_Glyph] = []
        for match in finditer(r"\S+", text):
            row += _read_glyph(index, match.start(), match.group(), legend, faults)
        if row:
            rows.append(row)
    return rows


def _read_glyph(line: int, column: int, text: str, legend: Mapping[str, str], faults: list[BoardFault]) -> list[_Glyph]:
    """The cells of one run of characters: one, or several when known glyphs are glued together."""
    if text in legend or text == VOID_GLYPH:
        return [_Glyph(line, column, len(text), legend.get(text))]
    glued = _apart(text, legend)
    if glued:
        faults.append(GluedGlyphs(line, column, len(text), text, tuple(glued)))
        starts = accumulate(map(len, glued), initial=column)
        return [_Glyph(line, start, len(glyph), legend.get(glyph)) for start, glyph in zip(starts, glued, strict=False)]
    faults.append(UnknownGlyph(line, column, len(text), text, tuple(legend)))
    return [_Glyph(line, column, len(text), None)]


MOST_GLUED = 200
"""Characters of a run that is taken apart; a longer one counts as one unknown glyph."""


def _apart(text: str, legend: Mapping[str, str]) -> list[str]:
    """A run of characters as several known glyphs, the longer ones preferred; empty when it is none."""
    known = sorted({*legend, VOID_GLYPH}, key=len, reverse=True)
    # From the end: how the rest from each character on is taken apart, None if it cannot be.
    rest: list[list[str] | None] = [None] * len(text) + [[]]
    for at in reversed(range(len(text) if len(text) <= MOST_GLUED else 0)):
        for glyph in known:
            if rest[at] is None and text.startswith(glyph, at):
                behind = rest[at + len(glyph)]
                rest[at] = None if behind is None else [glyph, *behind]
    return (rest[0] or []) if len(text) <= MOST_GLUED else []


def _shape_faults(rows: _Rows, grid: Grid, size: Size | None) -> list[BoardFault]:
    lengths = [len(row) for row in rows]
    # Without a declared size the odd one out is at fault: most rows agree, and of equals the first.
    usual = Counter(lengths).most_common(1)[0][0]
    if size is None:
        return _row_faults(rows, usual)
    columns, row_count = grid.text_size(size)
    faults: list[BoardFault] = []
    if len(rows) != row_count:
        extra = rows[row_count] if len(rows) > row_count else rows[-1]
        faults.append(SizeMismatch(*_span(extra), "rows", len(rows), row_count))
    if len(set(lengths)) == 1 and usual != columns:
        return [*faults, SizeMismatch(*_span(rows[0]), "columns", usual, columns)]
    return faults + _row_faults(rows, columns)


def _row_faults(rows: _Rows, expected: int) -> list[BoardFault]:
    if all(len(row) == expected for row in rows):
        return []
    starts = {tuple(glyph.column for glyph in row) for row in rows if len(row) == expected}
    columns = next(iter(starts)) if len(starts) == 1 else ()
    return [RowLength(*_span(row[expected:] or row), len(row), expected, _gaps(row, columns)) for row in rows if len(row) != expected]


def _gaps(row: list[_Glyph], columns: tuple[int, ...]) -> tuple[int, ...]:
    """The columns that a short row leaves out before its end, if it is aligned as the others are."""
    found = {glyph.column for glyph in row}
    if not found <= set(columns):
        return ()
    return tuple(at for at, start in enumerate(columns) if start not in found and start < row[-1].column)


def _half_faults(rows: _Rows, grid: Grid, size: Size) -> list[BoardFault]:
    return [
        BeyondHalf(glyph.line, glyph.column, glyph.length, (column, row))
        for row, line in enumerate(rows)
        for column, glyph in enumerate(line)
        if glyph.terrain is not None and not grid.has_place((column, row), size)
    ]


def _hex_faults(rows: _Rows, grid: Grid, size: Size, labels: LabelScheme) -> list[BoardFault]:
    """A board without any hex, and hexes that cannot be named."""
    cells = [(column, row) for row, line in enumerate(rows) for column, glyph in enumerate(line) if glyph.terrain is not None]
    if not cells or min(size) < 1:
        return [EmptyBoard(*_span(rows[0]))]
    clash = name_cells(labels, sorted(cells, key=reading_order), grid.axial)
    if not isinstance(clash, LabelClash):
        return []
    column, row = clash.cell
    glyph = rows[row][column]
    return [CannotLabel(glyph.line, glyph.column, glyph.length, clash.cell, clash.label)]


def _span(row: Sequence[_Glyph]) -> tuple[int, int, int]:
    """Line, column and length of a run of glyphs in one line."""
    last = row[-1]
    return (row[0].line, row[0].column, last.column + last.length - row[0].column)
