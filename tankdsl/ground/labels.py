"""Names of hexes: printed labels, never numbers.

A label is made from a *cell* (column and row, both from 0, in reading order on the map or board) and
from the axial coordinate. A scheme must give every hex a name of its own; `name_cells` finds out
whether it does, so that a map with labels always leads from a label to its hex and back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum

from tankdsl.frozen import FrozenValue
from tankdsl.ground.hexes import Axial

Cell = tuple[int, int]
"""Column and row, both from 0; the top left one is ``(0, 0)``."""


def reading_order(cell: Cell) -> tuple[int, int]:
    """Sorts cells row by row from the top, in a row from the left."""
    return (cell[1], cell[0])


class LabelStyle(StrEnum):
    """How a label is written."""

    AXIAL = "axial"
    """``q,r`` as it is: ``3,-1``."""
    PAIR = "pair"
    """Column, separator, row: ``3,1`` or ``3.1``."""
    DIGITS = "digits"
    """Column and row, each padded with zeros: ``0301``."""
    LETTERS = "letters"
    """Letters and row; after ``Z1`` come ``AA1``, ``AB1`` …"""
    DOUBLED = "doubled"
    """Letters and row; after ``Z1`` come ``AA1``, ``BB1`` …"""


class LabelScheme(FrozenValue):
    """A style, and where it begins to count."""

    style: LabelStyle
    first_column: int = 1
    """Number of column 0; without effect on letters, where column 0 is ``A``."""
    first_row: int = 1
    """Number of row 0."""
    separator: str = ","
    """Between column and row; of the style `PAIR` only."""
    digits: int = 2
    """Digits for a column and for a row; of the style `DIGITS` only."""

    def label(self, cell: Cell, hex_: Axial) -> str | None:
        """The name of a hex; None when the scheme has none (too large a number, left of ``A`` …)."""
        if self.style is LabelStyle.AXIAL:
            return f"{hex_[0]},{hex_[1]}"
        column, row = self.column_name(cell[0]), self.row_name(cell[1])
        if column is None or row is None:
            return None
        return column + (self.separator if self.style is LabelStyle.PAIR else "") + row

    def labeller(self, axial: Callable[[Cell], Axial]) -> Callable[[Cell], str | None]:
        """What `label` gives, for asking about many cells: each column and each row is named once. `axial` gives the hex of a cell."""
        if self.style is LabelStyle.AXIAL:
            return lambda cell: self.label(cell, axial(cell))
        between = self.separator if self.style is LabelStyle.PAIR else ""
        heads: dict[int, str | None] = {}
        tails: dict[int, str | None] = {}

        def label(cell: Cell) -> str | None:
            column, row = cell
            if column not in heads:
                heads[column] = self.column_name(column)
            if row not in tails:
                tails[row] = self.row_name(row)
            head, tail = heads[column], tails[row]
            return None if head is None or tail is None else head + between + tail

        return label

    def column_name(self, column: int) -> str | None:
        """The part of a label that names the column; None when there is none."""
        match self.style:
            case LabelStyle.LETTERS:
                return _letters(column)
            case LabelStyle.DOUBLED:
                return _doubled(column)
            case LabelStyle.DIGITS:
                return self._padded(column + self.first_column)
            case LabelStyle.PAIR:
                return str(column + self.first_column)
            case LabelStyle.AXIAL:
                return str(column)

    def row_name(self, row: int) -> str | None:
        """The part of a label that names the row; None when there is none."""
        match self.style:
            case LabelStyle.AXIAL:
                return str(row)
            case LabelStyle.PAIR:
                return str(row + self.first_row)
            case LabelStyle.DIGITS:
                return self._padded(row + self.first_row)
            case LabelStyle.LETTERS | LabelStyle.DOUBLED:
                number = row + self.first_row
                return str(number) if number >= 0 else None

    def _padded(self, number: int) -> str | None:
        return f"{number:0{self.digits}d}" if 0 <= number < 10**self.digits else None


AXIAL_LABELS = LabelScheme(LabelStyle.AXIAL)
"""``q,r`` as it is: the scheme of maps that name none."""


class LabelClash(FrozenValue):
    """A hex that a scheme cannot name for itself alone."""

    cell: Cell
    label: str | None
    """The label that is taken already; None when the scheme has no label at all for the cell."""
    other: Cell | None
    """The cell that has this label already."""


def name_cells(scheme: LabelScheme, cells: Iterable[Cell], axial: Callable[[Cell], Axial]) -> dict[Cell, str] | LabelClash:
    """A label for every cell, in the given order, or the first cell for which that fails; `axial` gives the hex of a cell."""
    labels: dict[Cell, str] = {}
    taken: dict[str, Cell] = {}
    label_of = scheme.labeller(axial)
    for cell in cells:
        label = label_of(cell)
        if label is None or label in taken:
            return LabelClash(cell, label, taken.get(label) if label is not None else None)
        labels[cell] = label
        taken[label] = cell
    return labels


def _letters(column: int) -> str | None:
    """A … Z, AA, AB … as in spreadsheets: bijective base 26."""
    if column < 0:
        return None
    text = ""
    number = column + 1
    while number:
        number, digit = divmod(number - 1, 26)
        text = chr(ord("A") + digit) + text
    return text


def _doubled(column: int) -> str | None:
    """A … Z, AA, BB … ZZ, AAA …: the letter is repeated once more for each time round."""
    if column < 0:
        return None
    times, letter = divmod(column, 26)
    return chr(ord("A") + letter) * (times + 1)
