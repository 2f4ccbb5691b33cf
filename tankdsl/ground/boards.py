"""A board: one printed piece of ground, before it is laid anywhere.

A board is a value: terrain for every cell, names, zones and the features of its edges, and the scheme of
its printed labels. Turning it by 180 degrees, or mirroring it, takes all of that along, the labels too: what is
printed on a hex stays printed on that hex. `read_board` in `board_text.py` makes boards from text.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import TypeVar

from tankdsl.frozen import FrozenValue, replaced
from tankdsl.ground.edges import EdgeMark
from tankdsl.ground.grids import Grid, HalfEnd, Lie, Size
from tankdsl.ground.hexes import Axial
from tankdsl.ground.labels import AXIAL_LABELS, Cell, LabelScheme, reading_order

V = TypeVar("V")

Places = tuple[tuple[str, tuple[Cell, ...]], ...]
"""Names, each with cells in reading order."""


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
    named: Places = ()
    """Named hexes."""
    zones: Places = ()
    edges: tuple[EdgeMark, ...] = ()
    """Features between neighbouring hexes, in the order of writing."""
    levels: tuple[tuple[int, ...], ...] = ()
    """How high each cell lies, row by row; empty when everything lies at level 0."""
    lie: Lie = Lie.STRAIGHT
    """How the board lies, compared with how it is printed; its labels are those of the board as printed."""

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

    def level(self, cell: Cell) -> int:
        """How high a cell of the board lies."""
        column, row = cell
        return self.levels[row][column] if self.levels else 0

    def half_end(self, cell: Cell) -> HalfEnd | None:
        """Where a cell is a half hex, the end of its line at which it lies; None for a whole hex."""
        return self.grid.half_end(cell, self.size)

    def axial(self, cell: Cell) -> Axial:
        """Axial coordinate of a cell, as if the board lay alone with its first cell at (0, 0)."""
        return self.grid.axial(cell)

    def label(self, cell: Cell) -> str:
        """The label printed on a cell (ValueError if there is none, which `read_board` has ruled out)."""
        return self.printed()(cell)

    def printed(self) -> Callable[[Cell], str]:
        """What is printed on each cell, as `label` gives it; for asking about many cells."""
        size, lie, lying, scheme = self.size, self.lie, self.grid, self.labels
        label_of = scheme.labeller(lying.laid(size, lie).axial)

        def label(cell: Cell) -> str:
            at = cell if lie is Lie.STRAIGHT else lying.laid_cell(cell, size, lie)
            found = label_of(at)
            if found is None:
                raise ValueError(f"board {self.id!r} has a hex that its label scheme cannot name")
            return found

        return label

    def corners_by_label(self) -> dict[str, Cell]:
        """The cell of every label that the scheme of a board as printed has, also where there is no hex, in reading order."""
        columns, rows = self.grid.text_size(self.size)
        label_of = self.labels.labeller(self.grid.axial)
        named = ((label_of((c, r)), (c, r)) for r in range(rows) for c in range(columns))
        return {label: cell for label, cell in named if label is not None}

    def cells_by_label(self) -> dict[str, Cell]:
        """The cell of every printed label."""
        label = self.printed()
        return {label(cell): cell for cell in self.hex_cells()}


def turn_board(board: Board) -> Board:
    """The board turned by 180 degrees, with everything on it. Turning it twice gives the same board."""
    return lay_board(board, Lie.TURNED)


def lay_board(board: Board, lie: Lie) -> Board:
    """The board turned or mirrored, with everything on it (ValueError if its grid cannot lie so). Done twice it gives the same board."""
    if lie is Lie.STRAIGHT:
        return board
    size, grid = board.size, board.grid

    def laid(cell: Cell) -> Cell:
        return grid.laid_cell(cell, size, lie)

    return replaced(
        board,
        grid=grid.laid(size, lie),
        cells=_laid_table(board, lie, board.cells, None),
        named=_moved(board.named, laid),
        zones=_moved(board.zones, laid),
        edges=tuple(edge.moved(laid) for edge in board.edges),
        levels=_laid_table(board, lie, board.levels, 0) if board.levels else (),
        lie=board.lie.then(lie),
    )


def _moved(places: Places, move: Callable[[Cell], Cell]) -> Places:
    return tuple((name, tuple(sorted(map(move, cells), key=reading_order))) for name, cells in places)


def _laid_table(board: Board, lie: Lie, table: tuple[tuple[V, ...], ...], empty: V) -> tuple[tuple[V, ...], ...]:
    """What a table says of the cells of a board, as the board lies; `empty` where the text has no cell."""
    columns, rows = board.grid.text_size(board.size)
    cells: list[list[V]] = [[empty] * columns for _ in range(rows)]
    for cell in board.hex_cells():
        column, row = board.grid.laid_cell(cell, board.size, lie)
        cells[row][column] = table[cell[1]][cell[0]]
    return tuple(tuple(line) for line in cells)


def crop_board(board: Board, kept: Container[Cell]) -> Board:
    """The board without the cells that are not kept: there are holes instead. Everything else stays where it is, its label too."""

    def cut(places: Places) -> Places:
        left = ((name, tuple(cell for cell in cells if cell in kept)) for name, cells in places)
        return tuple((name, cells) for name, cells in left if cells)

    return replaced(
        board,
        cells=tuple(
            tuple(terrain if (column, row) in kept else None for column, terrain in enumerate(line)) for row, line in enumerate(board.cells)
        ),
        named=cut(board.named),
        zones=cut(board.zones),
        edges=tuple(edge for edge in board.edges if edge.a in kept and edge.b in kept),
    )
