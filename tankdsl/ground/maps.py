"""The finished ground: every hex of a scenario with a number.

**Order.** Hexes are numbered from 0 in *reading order of cells*: row by row from the top, in a row from
the left, where row and column are those of the map's grid (on an axial map ``r`` and ``q``). The number of
a hex is its position in `GroundMap.hexes`; every table of a map is indexed by it.

**Rows.** Each side may have an edge of the map for its own. The row number of a hex is its place in its
line, counted from that edge and from 1: lines are columns for the top and the bottom edge, rows for the
left and the right one. A half hex counts as a whole one, and so does a hole *within* a line; a line that
begins late begins with row 1 all the same. Numbers go on beyond the side's own territory.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType

from tankdsl.frozen import FrozenValue
from tankdsl.ground.edges import EdgeFeatures, Leads, side_between
from tankdsl.ground.grids import Grid
from tankdsl.ground.hexes import Axial, distance
from tankdsl.ground.labels import Cell, LabelScheme
from tankdsl.ground.sight import SightLine, TiePolicy, explain, is_clear

NO_HEX = -1
"""In the neighbour table: beyond the rim, or a hole."""


class MapEdge(StrEnum):
    """An edge of the map that a side may have for its own."""

    TOP = "top"
    BOTTOM = "bottom"
    LEFT = "left"
    RIGHT = "right"


class MapHex(FrozenValue):
    """One hex of a map."""

    index: int
    q: int
    r: int
    column: int
    row: int
    """Column and row in the map's grid, from 0 (they may be negative: a board may be laid anywhere)."""
    label: str
    terrain: str
    territory: str | None
    """The side whose territory it is."""
    half: bool
    """Half of it is beyond the boards. Two halves that meet are one whole hex."""
    board: str
    """Name of the placement it lies on; of a joined hex, the one that gives it its terrain."""
    board_label: str
    """The label printed on that board."""
    other_half: tuple[str, str] | None = None
    """Placement and printed label of the other half of a joined hex."""
    level: int = 0
    """How high it lies."""

    @property
    def axial(self) -> Axial:
        """Its axial coordinate."""
        return (self.q, self.r)

    @property
    def cell(self) -> Cell:
        """Its cell in the map's grid."""
        return (self.column, self.row)


class SeamNote(FrozenValue):
    """Two half hexes with different terrain were joined: not a fault, but worth a word."""

    hex: int
    kept: str
    kept_from: str
    """Name of the placement whose terrain was kept."""
    dropped: str
    dropped_from: str


class GroundMap(FrozenValue):
    """The ground of a scenario. `build_map` in `layouts.py` makes it."""

    id: str
    grid: Grid
    labels: LabelScheme
    hexes: tuple[MapHex, ...]
    neighbours: tuple[tuple[int, ...], ...]
    """Six indexes for each hex, in the order of `hexes.DIRECTIONS`; NO_HEX off the map."""
    index_of: Mapping[Axial, int]
    by_label: Mapping[str, int]
    """Hexes by their label on the map."""
    by_board_label: Mapping[str, int]
    """Hexes by ``placement/label`` as printed on the board; a joined hex has two of these."""
    own_edges: Mapping[str, MapEdge]
    """The map edge that each side has for its own."""
    rows: Mapping[str, tuple[int, ...]]
    """For each side with an edge, the row number of every hex."""
    named: Mapping[str, tuple[int, ...]]
    """Named hexes: indexes in ascending order."""
    zones: Mapping[str, tuple[int, ...]]
    """Zones: indexes in ascending order."""
    edges: EdgeFeatures
    """Features of the sides between hexes."""
    notes: tuple[SeamNote, ...] = ()
    leads: Leads = MappingProxyType({})
    """Those of them that lead from one hex to the other."""
    columns: Mapping[str, tuple[int, ...]] = MappingProxyType({})
    """For each side with an edge, the number of the line of every hex: 1 is the first one from the left, as the side sees the map."""
    boards: Mapping[str, tuple[int, ...]] = MappingProxyType({})
    """The hexes of every placement by its name; a joined hex is on both."""

    def __len__(self) -> int:
        return len(self.hexes)

    def find(self, label: str) -> int | None:
        """The hex with that label (of the map, or ``placement/label``); None when there is none."""
        found = self.by_label.get(label)
        return self.by_board_label.get(label) if found is None else found

    def row(self, side: str, index: int) -> int:
        """Row number of a hex, from 1, counted from the side's own edge (KeyError if it has none)."""
        return self.rows[side][index]

    def depth(self, side: str) -> int:
        """Number of full rows of a side's territory, from its own edge (KeyError if it has none).

        In every line that begins in the territory, rows are counted up to the last one before foreign
        ground; the shortest such line counts. A territory that nowhere touches its edge has depth 0.
        """
        lines = lines_from(self.hexes, self.own_edges[side])
        runs = [_own_run(line, self.rows[side], side) for line in lines]
        return min((run for run in runs if run > 0), default=0)

    def territory(self, side: str) -> tuple[int, ...]:
        """The hexes of a side's territory, in ascending order."""
        return tuple(hex_.index for hex_ in self.hexes if hex_.territory == side)

    def distance(self, a: int, b: int) -> int:
        """Fewest steps between two hexes, whatever lies on the ground."""
        return distance(self.hexes[a].axial, self.hexes[b].axial)

    def features_between(self, a: int, b: int) -> tuple[str, ...]:
        """Features on the side between two hexes; none when they are not neighbours."""
        return self.edges.get(side_between(a, b), ())

    def sees(
        self,
        a: int,
        b: int,
        blocks: Callable[[int], bool],
        tie: TiePolicy,
        off_map_blocks: bool = False,
    ) -> bool:
        """`sight.is_clear` between two hexes of this map."""
        return is_clear(self.hexes[a].axial, self.hexes[b].axial, self._by_index(blocks), tie, off_map_blocks)

    def explain_sight(
        self,
        a: int,
        b: int,
        blocks: Callable[[int], bool],
        tie: TiePolicy,
        off_map_blocks: bool = False,
    ) -> SightLine:
        """`sight.explain` between two hexes of this map. Hexes in the answer may lie off the map."""
        return explain(self.hexes[a].axial, self.hexes[b].axial, self._by_index(blocks), tie, off_map_blocks)

    def _by_index(self, blocks: Callable[[int], bool]) -> Callable[[Axial], bool | None]:
        def answer(hex_: Axial) -> bool | None:
            index = self.index_of.get(hex_)
            return None if index is None else blocks(index)

        return answer


def lines_from(hexes: Sequence[MapHex], edge: MapEdge) -> list[list[MapHex]]:
    """The lines that begin at an edge of the map, each in order from that edge."""
    upright = edge in (MapEdge.TOP, MapEdge.BOTTOM)
    lines: dict[int, list[MapHex]] = {}
    for hex_ in hexes:
        lines.setdefault(hex_.column if upright else hex_.row, []).append(hex_)
    backwards = edge in (MapEdge.BOTTOM, MapEdge.RIGHT)
    return [sorted(lines[number], key=lambda h: h.row if upright else h.column, reverse=backwards) for number in sorted(lines)]


def count_rows(cells: Sequence[Cell], edge: MapEdge) -> tuple[int, ...]:
    """Row number of every hex, counted from that edge. `cells` are all the hexes of a map, in order."""
    upright = edge in (MapEdge.TOP, MapEdge.BOTTOM)
    backwards = edge in (MapEdge.BOTTOM, MapEdge.RIGHT)
    first: dict[int, int] = {}
    for column, row in cells:
        line, place = (column, row) if upright else (row, column)
        first[line] = place if line not in first else max(first[line], place) if backwards else min(first[line], place)
    return tuple(abs(row - first[column] if upright else column - first[row]) + 1 for column, row in cells)


def count_columns(cells: Sequence[Cell], edge: MapEdge) -> tuple[int, ...]:
    """Number of the line of every hex, counted from the left hand of a side that looks over the map from that edge."""
    upright = edge in (MapEdge.TOP, MapEdge.BOTTOM)
    lines = [column if upright else row for column, row in cells]
    first = max(lines) if edge in (MapEdge.TOP, MapEdge.RIGHT) else min(lines)
    return tuple(abs(line - first) + 1 for line in lines)


def _own_run(line: Sequence[MapHex], rows: Sequence[int], side: str) -> int:
    """Row number of the last hex of a line before the first one that is foreign; 0 if none is own."""
    run = 0
    for hex_ in line:
        if hex_.territory != side:
            break
        run = rows[hex_.index]
    return run
