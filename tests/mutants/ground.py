"""Hexes of a layout by the second reader: where they lie, what they are, who owns them, and how they hang together.

A hex is its column and its height in halves of a hex; neighbours are two halves up or down, or a column and half a hex away.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from string import ascii_uppercase
from typing import NamedTuple

from tests.mutants.reading import Board, Cell, Layout, Place


class Hex(NamedTuple):
    """A hex: its cell in the map, what it is, whose it is, and the row and glyph that draw it."""

    cell: Cell
    terrain: str
    side: str | None
    at: Place
    index: int
    """The number of its glyph in the row, from 0."""


Ground = Mapping[str, Hex]
"""The hexes of a map by their label."""


def label_of(cell: Cell) -> str:
    """Letters for the column, the row from 1."""
    return f"{ascii_uppercase[cell[0]]}{cell[1] + 1}"


def ground_of(layout: Layout, boards: Mapping[str, Board], seam: str | None = None) -> dict[str, Hex]:
    """The hexes of a layout; of two halves that meet, the one of the side that owns the seam counts."""
    found: dict[str, Hex] = {}
    for placing in layout.placings:
        board = boards[placing.board]
        for number, row in enumerate(board.rows):
            for index, glyph in enumerate(row.glyphs):
                if glyph == "-":
                    continue
                cell = (board.columns - 1 - index, board.height - 1 - number) if placing.turned else (index, number)
                cell = (placing.column + cell[0], placing.row + cell[1])
                label = label_of(cell)
                if label not in found or placing.side == seam:
                    found[label] = Hex(cell, board.legend[glyph], placing.side, row.at, index)
    return found


def pushed_of(layout: Layout, boards: Mapping[str, Board]) -> int:
    """The parity of the columns of a layout that lie lower."""
    first = layout.placings[0]
    return (boards[first.board].pushed + first.column) % 2


def are_neighbours(a: Cell, b: Cell, pushed: int) -> bool:
    """Whether two hexes share a side."""
    across = abs(a[0] - b[0])
    along = abs((2 * a[1] + (a[0] % 2 == pushed)) - (2 * b[1] + (b[0] % 2 == pushed)))
    return (across, along) in ((0, 2), (1, 1))


def near(ground: Ground, label: str, pushed: int) -> list[str]:
    """The labels of the hexes around one."""
    column, row = ground[label].cell
    cells = [(column + dc, row + dr) for dc in (-1, 0, 1) for dr in (-1, 0, 1)]
    names = [label_of(cell) for cell in cells if min(cell) >= 0 and are_neighbours((column, row), cell, pushed)]
    return [name for name in names if name in ground]


def flood(
    ground: Ground, starts: Iterable[str], pushed: int, is_open: Callable[[str], bool], shut: Collection[frozenset[str]] = ()
) -> set[str]:
    """Every hex that can be reached from the starts over open hexes; sides between two hexes may be shut."""
    found = {start for start in starts if start in ground}
    waiting = list(found)
    while waiting:
        here = waiting.pop()
        for label in near(ground, here, pushed):
            if label not in found and is_open(label) and frozenset({here, label}) not in shut:
                found.add(label)
                waiting.append(label)
    return found


def row_from(ground: Ground, label: str, edge: str) -> int:
    """The row of a hex, counted from an edge of the map and from 1, in its own column or row."""
    column, row = ground[label].cell
    upright = edge in ("top", "bottom")
    line = [
        one.cell[1] if upright else one.cell[0] for one in ground.values() if one.cell[0 if upright else 1] == (column if upright else row)
    ]
    own = row if upright else column
    return own - min(line) + 1 if edge in ("top", "left") else max(line) - own + 1
