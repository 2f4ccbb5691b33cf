"""A board: one printed piece of ground, before it is laid anywhere.

A board is a value: terrain for every cell, names, zones and the features of its edges, and the scheme of
its printed labels. Turning it by 180 degrees turns all of that with it, the labels too: what is printed on
a hex stays printed on that hex. `read_board` in `board_text.py` makes boards from text.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.frozen import FrozenValue, replaced
from tankdsl.ground.edges import EdgeMark, edge_mark
from tankdsl.ground.grids import Grid, HalfEnd, Size
from tankdsl.ground.hexes import Axial
from tankdsl.ground.labels import AXIAL_LABELS, Cell, LabelScheme, reading_order


class Board(FrozenValue):
    """One piece of ground. Build it with `read_board`, which checks that everything fits together."""

    id: str
    columns: int
    rows: int
    """Whole hexes in a column; half hexes need one more row (column) of `cells`."""
    grid: Grid
    cells: tuple[tuple[str | None, ...], ...]
    """Terrain ids, row by row; None where there is no hex."""
    labels: LabelScheme = AXIAL_LABELS
    named: tuple[tuple[str, tuple[Cell, ...]], ...] = ()
    """Named hexes: name, cells (in reading order)."""
    zones: tuple[tuple[str, tuple[Cell, ...]], ...] = ()
    """Zones: name, cells (in reading order)."""
    edges: tuple[EdgeMark, ...] = ()
    """Features between neighbouring hexes, in the order of writing."""
    is_turned: bool = False
    """The board lies turned by 180 degrees; its labels are those of the board as printed."""

    @property
    def size(self) -> Size:
        """Columns and rows of whole hexes."""
        return (self.columns, self.rows)

    def hex_cells(self) -> Iterator[Cell]:
        """The cells that have a hex, in reading order."""
        for row, line in enumerate(self.cells):
            for column, terrain in enumerate(line):
                if terrain is not None:
                    yield (column, row)

    def terrain(self, cell: Cell) -> str | None:
        """Terrain of a cell; None where there is no hex, also beyond the rim."""
        column, row = cell
        if 0 <= row < len(self.cells) and 0 <= column < len(self.cells[row]):
            return self.cells[row][column]
        return None

    def half_end(self, cell: Cell) -> HalfEnd | None:
        """Where a cell is a half hex, the end of its line at which it lies; None for a whole hex."""
        return self.grid.half_end(cell, self.size)

    def axial(self, cell: Cell) -> Axial:
        """Axial coordinate of a cell, as if the board lay alone with its first cell at (0, 0)."""
        return self.grid.axial(cell)

    def label(self, cell: Cell) -> str:
        """The label printed on a cell (ValueError if there is none, which `read_board` has ruled out)."""
        printed, grid = cell, self.grid
        if self.is_turned:
            printed, grid = grid.turn_cell(cell, self.size), grid.turned(self.size)
        label = self.labels.label(printed, grid.axial(printed))
        if label is None:
            raise ValueError(f"board {self.id!r} has a hex that its label scheme cannot name")
        return label

    def cells_by_label(self) -> dict[str, Cell]:
        """The cell of every printed label."""
        return {self.label(cell): cell for cell in self.hex_cells()}


def turn_board(board: Board) -> Board:
    """The board turned by 180 degrees, with everything on it. Turning it twice gives the same board."""
    size, grid = board.size, board.grid

    def turned(cell: Cell) -> Cell:
        return grid.turn_cell(cell, size)

    def turned_places(
        places: tuple[tuple[str, tuple[Cell, ...]], ...],
    ) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
        return tuple((name, tuple(sorted(map(turned, cells), key=reading_order))) for name, cells in places)

    return replaced(
        board,
        grid=grid.turned(size),
        cells=_turned_cells(board),
        named=turned_places(board.named),
        zones=turned_places(board.zones),
        edges=tuple(edge_mark(turned(e.a), turned(e.b), e.feature) for e in board.edges),
        is_turned=not board.is_turned,
    )


def _turned_cells(board: Board) -> tuple[tuple[str | None, ...], ...]:
    columns, rows = board.grid.text_size(board.size)
    cells: list[list[str | None]] = [[None] * columns for _ in range(rows)]
    for cell in board.hex_cells():
        column, row = board.grid.turn_cell(cell, board.size)
        cells[row][column] = board.terrain(cell)
    return tuple(tuple(line) for line in cells)
