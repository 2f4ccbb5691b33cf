"""How a board's text becomes hexes: the grid.

A board is written as rows of glyphs. A `Grid` says what a *cell* (column and row in that text, both
from 0) means on the ground:

- ``axial``    a parallelogram: the column is ``q``, the row is ``r``;
- ``columns``  flat-top hexes; every other column lies half a hex lower;
- ``rows``     pointy-top hexes; every other row lies half a hex further right.

**Half hexes.** Where a board is cut straight, the lines (columns, or rows of a ``rows`` grid) that reach
beyond the others end in half hexes, at both ends. Such a line has one more cell than the others. In the
text the others have a void there: the last row of a ``columns`` board, the last column of a ``rows`` board.
"""

from __future__ import annotations

from enum import Enum, StrEnum
from functools import cache
from typing import Literal

from tankdsl.frozen import FrozenValue
from tankdsl.ground.hexes import Axial, Orientation, Stagger
from tankdsl.ground.labels import Cell

Size = tuple[int, int]
"""Columns and rows of whole hexes; the additional cells of half hexes are not counted."""


class GridKind(StrEnum):
    """What columns and rows of a board's text are."""

    AXIAL = "axial"
    COLUMNS = "columns"
    ROWS = "rows"


class HalfEnd(Enum):
    """Which end of its line a half hex is at, hence which half of it is on the board."""

    FIRST = "first"
    """The top (left) end: the lower (right) half is on the board."""
    LAST = "last"
    """The bottom (right) end: the upper (left) half is on the board."""

    @property
    def opposite(self) -> HalfEnd:
        """The end it becomes when the board is turned, and the half that completes it."""
        return HalfEnd.LAST if self is HalfEnd.FIRST else HalfEnd.FIRST


class Lie(StrEnum):
    """How a board lies, compared with how it is printed. Each of them, done twice, gives the board as printed."""

    STRAIGHT = "straight"
    TURNED = "turned"
    """By 180 degrees."""
    LEFT_RIGHT = "mirrored left right"
    """Left and right are exchanged."""
    TOP_BOTTOM = "mirrored top bottom"
    """Top and bottom are exchanged."""

    @property
    def across(self) -> bool:
        """Whether left and right are exchanged."""
        return self in (Lie.TURNED, Lie.LEFT_RIGHT)

    @property
    def down(self) -> bool:
        """Whether top and bottom are exchanged."""
        return self in (Lie.TURNED, Lie.TOP_BOTTOM)

    def then(self, other: Lie) -> Lie:
        """How a board lies after one of these and then another."""
        return _LIES[self.across != other.across, self.down != other.down]


_LIES = {(lie.across, lie.down): lie for lie in Lie}


class Grid(FrozenValue):
    """The meaning of cells. Make one with `axial_grid`, `columns_grid` or `rows_grid`."""

    kind: GridKind
    orientation: Orientation
    pushed: int = 0
    """Parity, counting from 0, of the lines that lie lower (further right); 0 on axial grids."""
    half: bool = False
    """The other lines end in half hexes. Never set on axial grids."""

    @property
    def stagger(self) -> Stagger | None:
        """The conversion of cells to hexes; None on axial grids, where they are the same numbers."""
        if self.kind is GridKind.AXIAL:
            return None
        return _stagger(self.orientation, self.pushed)

    def axial(self, cell: Cell) -> Axial:
        """The hex of a cell."""
        if self.kind is GridKind.AXIAL:
            return cell
        return _stagger(self.orientation, self.pushed).to_axial(*cell)

    def cell(self, hex_: Axial) -> Cell:
        """The cell of a hex: the inverse of `axial`."""
        stagger = self.stagger
        return hex_ if stagger is None else stagger.from_axial(hex_)

    def line_of(self, cell: Cell) -> int:
        """Number of the staggered line that holds a cell: its row on ``rows`` grids, else its column."""
        return cell[1] if self.kind is GridKind.ROWS else cell[0]

    def has_half_ends(self, line: int) -> bool:
        """True when that line ends in half hexes."""
        return self.half and line % 2 != self.pushed

    def text_size(self, size: Size) -> Size:
        """Columns and rows of the text of a board of that size."""
        more = 1 if self.half else 0
        return (size[0] + more, size[1]) if self._runs_right else (size[0], size[1] + more)

    def size(self, text_size: Size) -> Size:
        """Size of the board whose text has so many columns and rows: the inverse of `text_size`."""
        more = 1 if self.half else 0
        return (text_size[0] - more, text_size[1]) if self._runs_right else (text_size[0], text_size[1] - more)

    def has_place(self, cell: Cell, size: Size) -> bool:
        """False for the cells beyond the end of a line without half hexes, and outside the text."""
        columns, rows = self.text_size(size)
        inside = 0 <= cell[0] < columns and 0 <= cell[1] < rows
        return inside and self._position(cell) < self._length(self.line_of(cell), size)

    def half_end(self, cell: Cell, size: Size) -> HalfEnd | None:
        """The end at which a cell is a half hex; None for a whole hex."""
        if not self.has_half_ends(self.line_of(cell)):
            return None
        position = self._position(cell)
        if position == 0:
            return HalfEnd.FIRST
        return HalfEnd.LAST if position == self._whole(size) else None

    def can_lie(self, lie: Lie) -> bool:
        """False for mirrored axial grids: a parallelogram leans the other way in a mirror."""
        return self.kind is not GridKind.AXIAL or lie in (Lie.STRAIGHT, Lie.TURNED)

    def laid(self, size: Size, lie: Lie) -> Grid:
        """The grid of a board of that size as it lies (ValueError if it cannot lie so).

        Lines in reversed order have reversed numbers, which changes the parity if their number is even. Lines that are reversed themselves
        were lower and are higher afterwards, unless they end in half hexes: these reach beyond the others at both ends and keep doing so.
        Hence a turn keeps the stagger of an even number of lines, a mirror left and right (of columns) that of an odd number, and a
        mirror top and bottom (of columns) always exchanges the lines.
        """
        if lie is Lie.STRAIGHT:
            return self
        if self.kind is GridKind.AXIAL:
            if not self.can_lie(lie):
                raise ValueError("an axial grid cannot be mirrored")
            return self
        lines = size[1] if self._runs_right else size[0]
        order, along = (lie.down, lie.across) if self._runs_right else (lie.across, lie.down)
        pushed = (lines - 1 - self.pushed) % 2 if order else self.pushed
        if along and not self.half:
            pushed = 1 - pushed
        return Grid(self.kind, self.orientation, pushed, self.half)

    def turned(self, size: Size) -> Grid:
        """The grid of a board of that size after a turn by 180 degrees."""
        return self.laid(size, Lie.TURNED)

    def laid_cell(self, cell: Cell, size: Size, lie: Lie) -> Cell:
        """Where a cell lies when its board lies so."""
        column, row = cell
        last = self._length(self.line_of(cell), size) - 1
        ends = (last, size[1] - 1) if self._runs_right else (size[0] - 1, last)
        return (ends[0] - column if lie.across else column, ends[1] - row if lie.down else row)

    def turn_cell(self, cell: Cell, size: Size) -> Cell:
        """Where a cell lies after its board has been turned by 180 degrees."""
        return self.laid_cell(cell, size, Lie.TURNED)

    @property
    def _runs_right(self) -> bool:
        # Staggered rows run from left to right; columns, and those of axial grids, from top to bottom.
        return self.kind is GridKind.ROWS

    def _position(self, cell: Cell) -> int:
        return cell[0] if self._runs_right else cell[1]

    def _whole(self, size: Size) -> int:
        return size[0] if self._runs_right else size[1]

    def _length(self, line: int, size: Size) -> int:
        return self._whole(size) + (1 if self.has_half_ends(line) else 0)


def axial_grid(orientation: Orientation = Orientation.FLAT) -> Grid:
    """A parallelogram: the column is ``q``, the row is ``r``."""
    return Grid(GridKind.AXIAL, orientation)


def columns_grid(odd: Literal["lower", "higher"], first: int = 1, half: bool = False) -> Grid:
    """Staggered columns of flat-top hexes.

    `first` is the number of the leftmost column (0 or 1), so that `odd` is meant as it is printed.
    With `half`, the *higher* columns end in half hexes.
    """
    return Grid(GridKind.COLUMNS, Orientation.FLAT, _pushed(odd == "lower", first), half)


def rows_grid(odd: Literal["right", "left"], first: int = 1, half: bool = False) -> Grid:
    """Staggered rows of pointy-top hexes: odd rows lie half a hex further right, or left.

    `first` is the number of the top row (0 or 1). With `half`, the rows that begin further *left* end
    in half hexes.
    """
    return Grid(GridKind.ROWS, Orientation.POINTY, _pushed(odd == "right", first), half)


@cache
def _stagger(orientation: Orientation, pushed: int) -> Stagger:
    """Made once, since every cell of every board is converted with it, mostly more than once."""
    return Stagger(orientation, pushed)


def _pushed(odd: bool, first: int) -> int:
    """Parity from 0 of the pushed lines, given whether the odd ones, counted from `first`, are pushed."""
    return ((1 if odd else 0) + first) % 2
