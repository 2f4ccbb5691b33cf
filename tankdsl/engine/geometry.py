"""The map as dense integer tables.

Places are positions in the document's list. Neighbours are a table; distances and sight lines are computed
from coordinates when first asked for and kept. Nothing here changes in play: terrain is state.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from tankdsl.ground.hexes import DIRECTIONS
from tankdsl.ground.sight import crossed, sides

Places = tuple[int, ...]
Pairs = tuple[tuple[int, int], ...]
OFF_MAP = -1
"""Stands for a hex that is not on the map, in sight lines."""


class Line(NamedTuple):
    """What a line of sight between two places meets. Hexes off the map are `OFF_MAP`."""

    inside: Places
    edges: tuple[tuple[int, int], ...]
    """Hexes (left, right) that share a side along which the line runs."""


class WaysAround(NamedTuple):
    """A tie of a line of sight: the sides on its left way and on its right way, each with the nearer hex first."""

    left: Pairs
    right: Pairs
    hexes: tuple[int, int] | None
    """The hexes on the left and on the right, if the line runs along a side between them."""


class SideLine(NamedTuple):
    """The sides that a line of sight meets. Sides at the rim of the map are left out: nothing lies on them."""

    through: Pairs
    along: Pairs
    ties: tuple[WaysAround, ...]


class DistanceRows(dict[int, Places]):
    """For each place the distances to all places, found when they are first asked for."""

    def __init__(self, axial: tuple[tuple[int, int], ...]) -> None:
        super().__init__()
        self.axial = axial

    def __missing__(self, place: int) -> Places:
        q, r = self.axial[place]
        row = self[place] = tuple([max(abs(x - q), abs(y - r), abs(x - q + y - r)) for x, y in self.axial])
        return row


class HexMap:
    """Places with their coordinates and the questions that rules ask about them."""

    def __init__(self, orientation: str, ids: list[str], axial: list[tuple[int, int]]) -> None:
        self.orientation = orientation
        self.ids = tuple(ids)
        self.axial = tuple(axial)
        self.index = {id: i for i, id in enumerate(ids)}
        self.all: Places = tuple(range(len(ids)))
        self.by_axial = {hex_: i for i, hex_ in enumerate(axial)}
        self.steps = tuple(tuple(self._at(h, d) for d in DIRECTIONS) for h in axial)
        """For each place its neighbour in each direction, or None."""
        self.neighbours = tuple(tuple(p for p in row if p is not None) for row in self.steps)
        self.labels: tuple[str, ...] = ()
        self.terrain: tuple[int, ...] = ()
        self.territory: tuple[int | None, ...] = ()
        self.levels: tuple[int, ...] = ()
        """How high each place lies."""
        self.rows: tuple[tuple[int | None, ...], ...] = ()
        """For each side the number of the row of each place."""
        self.columns: tuple[tuple[int | None, ...], ...] = ()
        """For each side the number of the column of each place."""
        self.zones: list[Places] = []
        self.zone_ids: tuple[str, ...] = ()
        self.edges: dict[tuple[int, int], int] = {}
        """The first feature of sides between neighbours, as a member of the enum `edges`."""
        self.features: dict[tuple[int, int], tuple[int, ...]] = {}
        """All of them."""
        self.leading: dict[tuple[int, int], tuple[int, ...]] = {}
        """Those that lead from the first place to the second."""
        self.names: dict[str, int] = {}
        self.distance_rows = DistanceRows(self.axial)
        self._disks: dict[tuple[int, int, bool], Places] = {}
        self._lines: dict[tuple[int, int], Line] = {}
        self._side_lines: dict[tuple[int, int], SideLine] = {}

    def _at(self, hex_: tuple[int, int], offset: tuple[int, int]) -> int | None:
        return self.by_axial.get((hex_[0] + offset[0], hex_[1] + offset[1]))

    def distances(self, place: int) -> tuple[int, ...]:
        """The distance from one place to every place."""
        return self.distance_rows[place]

    def distance(self, a: int | None, b: int | None) -> int | None:
        """Steps from place to place; None when either is absent."""
        return None if a is None or b is None else self.distances(a)[b]

    def within(self, place: int | None, steps: int) -> Places:
        """Places at that distance or less, in the order of the map."""
        return self._disk(place, steps, False)

    def ring(self, place: int | None, steps: int) -> Places:
        """Places at exactly that distance, in the order of the map."""
        return self._disk(place, steps, True)

    def _disk(self, place: int | None, steps: int, exact: bool) -> Places:
        if place is None:
            return ()
        key = (place, steps, exact)
        found = self._disks.get(key)
        if found is None:
            row = self.distances(place)
            found = tuple(p for p in self.all if (row[p] == steps if exact else row[p] <= steps))
            if len(self._disks) < 1 << 16:
                self._disks[key] = found
        return found

    def near(self, members: Places, steps: int) -> Places:
        """Places at that distance or less from one of a set, in the order of the map."""
        if steps < 0:
            return ()
        seen = {self.axial[place] for place in members}
        ring, left = list(seen), len(self.all) - len(seen)
        while steps > 0 and left > 0:
            ring = [h for h in {(q + dq, r + dr): None for q, r in ring for dq, dr in DIRECTIONS} if h not in seen]
            seen.update(ring)
            left -= sum(h in self.by_axial for h in ring)
            steps -= 1
        return tuple([place for place in self.all if self.axial[place] in seen])

    def ray(self, place: int | None, direction: int | None, steps: int) -> Places:
        """The places passed by going straight, nearest first, up to the edge of the map."""
        found: list[int] = []
        here = place
        while direction is not None and here is not None and len(found) < steps:
            here = self.steps[here][direction]
            if here is None:
                break
            found.append(here)
        return tuple(found)

    def direction(self, a: int | None, b: int | None) -> int | None:
        """The direction from a place to its neighbour; None when they are no neighbours."""
        if a is None or b is None or b not in self.steps[a]:
            return None
        return self.steps[a].index(b)

    def step(self, place: int | None, direction: int | None) -> int | None:
        """The neighbour in a direction, if it is on the map."""
        return None if place is None or direction is None else self.steps[place][direction]

    def neighbours_from(self, place: int | None, direction: int | None) -> Places:
        """The neighbours clockwise, beginning with a direction (0 when it is absent)."""
        if place is None:
            return ()
        start, row = (direction or 0) % 6, self.steps[place]
        return tuple(p for p in row[start:] + row[:start] if p is not None)

    def hex(self, q: int, r: int) -> int | None:
        """The place with these coordinates, if it is on the map."""
        return self.by_axial.get((q, r))

    def connected(self, place: int | None, members: Places) -> Places:
        """The places of a set that steps within it reach from a place, in the order of the map."""
        if place is None or place not in members:
            return ()
        inside, found, todo = set(members), {place}, [place]
        while todo:
            for other in self.neighbours[todo.pop()]:
                if other in inside and other not in found:
                    found.add(other)
                    todo.append(other)
        return tuple(sorted(found))

    def edge(self, a: int | None, b: int | None) -> int | None:
        """The feature of the side between two neighbours."""
        return None if a is None or b is None else self.edges.get((a, b))

    def edges_between(self, a: int | None, b: int | None) -> tuple[int, ...]:
        """All features of the side between two neighbours."""
        return () if a is None or b is None else self.features.get((a, b), ())

    def edges_from(self, a: int | None, b: int | None) -> tuple[int, ...]:
        """The features that lead from a place to its neighbour."""
        return () if a is None or b is None else self.leading.get((a, b), ())

    def line(self, a: int, b: int) -> Line:
        """What the line between the centres of two places meets between them."""
        line = self._lines.get((a, b))
        if line is None:
            line = self._find_line(a, b)
            if len(self._lines) < 1 << 17:
                self._lines[a, b] = line
        return line

    def side_line(self, a: int, b: int) -> SideLine:
        """The sides that the line between the centres of two places meets, those of the two places too."""
        found = self._side_lines.get((a, b))
        if found is None:
            found = self._find_side_line(a, b)
            if len(self._side_lines) < 1 << 16:
                self._side_lines[a, b] = found
        return found

    def _find_side_line(self, a: int, b: int) -> SideLine:
        start = self.axial[a]
        met = sides(*self.offset(a, b))

        def place(offset: tuple[int, int]) -> int:
            found = self._at(start, offset)
            return OFF_MAP if found is None else found

        def pairs(offsets: Iterable[tuple[tuple[int, int], tuple[int, int]]]) -> Pairs:
            found = ((place(x), place(y)) for x, y in offsets)
            return tuple(pair for pair in found if OFF_MAP not in pair)

        ties = (
            WaysAround(pairs(fork.left), pairs(fork.right), None if fork.hexes is None else (place(fork.hexes[0]), place(fork.hexes[1])))
            for fork in met.forks
        )
        return SideLine(pairs(met.through), pairs(met.along), tuple(ties))

    def crossed(self, a: int | None, b: int | None) -> Places:
        """The places that the line between two places runs through or along, nearest to the first one first."""
        if a is None or b is None:
            return ()
        line = self.line(a, b)
        found = {*line.inside, *(place for edge in line.edges for place in edge)} - {OFF_MAP}
        far = self.distances(a)
        return tuple(sorted(found, key=lambda place: (far[place], place)))

    def _find_line(self, a: int, b: int) -> Line:
        start, end = self.axial[a], self.axial[b]
        met = crossed(end[0] - start[0], end[1] - start[1])

        def place(offset: tuple[int, int]) -> int:
            found = self._at(start, offset)
            return OFF_MAP if found is None else found

        edges = tuple((place(left), place(right)) for left, right in met.edges)
        return Line(tuple(place(offset) for offset in met.inside), edges)

    def offset(self, start: int, end: int) -> tuple[int, int]:
        """The difference of two places in axial coordinates."""
        (q0, r0), (q1, r1) = self.axial[start], self.axial[end]
        return q1 - q0, r1 - r0

    def bearings(self, start: int, end: int) -> tuple[int, ...]:
        """The direction nearest to the line between two places, or both when it lies half way between.

        Nearest is the direction with the largest dot product; none for a place and itself. Two nearest
        directions come in clockwise order.
        """
        return _bearings(*self.offset(start, end))


@lru_cache(maxsize=1 << 14)
def _bearings(dq: int, dr: int) -> tuple[int, ...]:
    """The bearings of an offset."""
    if dq == 0 == dr:
        return ()
    # Twice the dot product in the plane, from axial coordinates.
    dots = [2 * dq * q + dq * r + dr * q + 2 * dr * r for q, r in DIRECTIONS]
    best = max(dots)
    found = tuple(d for d in range(6) if dots[d] == best)
    return (5, 0) if found == (0, 5) else found
