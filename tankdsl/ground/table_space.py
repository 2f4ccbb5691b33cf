"""Free space on a table: how the plane between obstacles hangs together.

The free plane is the table without the insides of outlines; their boundaries belong to it.  A shortest way in it bends only at corners of
outlines, so two points are joined by a way exactly when legs between such corners join them.  Parts of the plane that have no corner of
their own, such as a court between four walls, are found by points beside the places where boundaries cross.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from heapq import nsmallest
from itertools import combinations

from tankdsl.ground.table import Outline, Point, crosses, inside, sides, squared, touch, turn
from tankdsl.ground.table_ways import Barrier

BESIDE = (2, 12, 60)
"""How far beside a crossing points are tried, in hundredths: the last ones for sharp angles."""


NEAREST = 6
"""How many of the nearest points are tried first."""


def free_parts(size: Point, outlines: Sequence[Outline]) -> list[tuple[Point, ...]]:
    """The parts of the free plane of a table that no way joins, each by points of it in ascending order, by their least points.

    A part narrower than the points beside a crossing are apart may be overlooked; two parts that a way joins are never taken apart.
    """
    barriers = [Barrier(outline) for outline in outlines]
    points = sorted(point for point in _marks(size, outlines) if not any(barrier.holds(point) for barrier in barriers))
    parts = _Parts(points, barriers)
    # Most is joined along the boundaries and to what is near; only what is left after that is asked of every leg.
    for outline in outlines:
        for a, b in sides(outline):
            parts.try_leg(a, b)
    parts.join(lambda part, others: ((a, b) for a in part for b in nsmallest(NEAREST, others, key=partial(squared, a))))
    parts.join(lambda part, others: ((a, b) for a in part for b in others))
    return sorted(tuple(sorted(part)) for part in parts.all)


Legs = Callable[[list[Point], list[Point]], Iterator[tuple[Point, Point]]]


class _Parts:
    """Points that are joined by free legs, bit by bit."""

    def __init__(self, points: list[Point], barriers: list[Barrier]) -> None:
        self._barriers = barriers
        self._part_of = {point: [point] for point in points}

    @property
    def all(self) -> list[list[Point]]:
        """The parts as they are now, the smallest first."""
        found = {id(part): part for part in self._part_of.values()}
        return sorted(found.values(), key=lambda part: (len(part), part[0]))

    def try_leg(self, a: Point, b: Point) -> bool:
        """Join two parts if a leg between points of them is free; whether they are now joined by it."""
        one, other = self._part_of.get(a), self._part_of.get(b)
        if one is None or other is None or one is other or any(barrier.stops(a, b) for barrier in self._barriers):
            return False
        if len(one) < len(other):
            one, other = other, one
        one += other
        for point in other:
            self._part_of[point] = one
        return True

    def join(self, legs: Legs) -> None:
        """Join parts by the legs that are named for each and the points of all others, until no more are free."""
        going = True
        while going:
            going = False
            for part in self.all[:-1]:
                others = [point for point, its in self._part_of.items() if its is not part]
                if self._part_of[part[0]] is part and any(self.try_leg(a, b) for a, b in legs(list(part), others)):
                    going = True


def _marks(size: Point, outlines: Sequence[Outline]) -> set[Point]:
    """Corners of the table and of outlines, and points beside crossings; those on the table."""
    x, y = size
    edge = ((0, 0), (x, 0), (x, y), (0, y))
    found = {*edge, *(corner for outline in outlines for corner in outline)}
    for one, other in combinations((edge, *outlines), 2):
        for middle in _crossings(one, other):
            found.update((middle[0] + dx * far, middle[1] + dy * far) for far in BESIDE for dx in (-1, 0, 1) for dy in (-1, 0, 1))
    return {(px, py) for px, py in found if 0 <= px <= x and 0 <= py <= y}


def _crossings(one: Outline, other: Outline) -> Iterator[Point]:
    """Where the boundaries of two outlines cross, each coordinate rounded down."""
    box = _box(other)
    if not _overlap(_box(one), box):
        return
    for a, b in sides(one):
        for c, d in sides(other) if _overlap(_box((a, b)), box) else ():
            before, after = turn(c, d, a), turn(c, d, b)
            if before != after and before * after <= 0 and touch(a, b, c, d):
                yield a[0] + (b[0] - a[0]) * before // (before - after), a[1] + (b[1] - a[1]) * before // (before - after)


def _box(outline: Outline) -> tuple[int, int, int, int]:
    """The rectangle around an outline: left, bottom, right, top."""
    across, up = [x for x, _ in outline], [y for _, y in outline]
    return min(across), min(up), max(across), max(up)


def _overlap(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def may_enclose(size: Point, outlines: Sequence[Outline]) -> bool:
    """Whether outlines touch in a circle, the edges of the table counted; convex ones that do not enclose nothing.

    Outlines that touch are joined one after the other; a touch of two that are joined already closes a circle.
    """
    x, y = size
    lines: list[Outline] = [((0, 0), (x, 0)), ((x, 0), (x, y)), ((x, y), (0, y)), ((0, y), (0, 0))]
    shapes = [*lines, *outlines]
    group = [0, 0, 0, 0, *range(len(lines), len(shapes))]
    for first, second in combinations(range(len(shapes)), 2):
        if second < len(lines) or not _meet(shapes[first], shapes[second]):
            continue
        if group[first] == group[second]:
            return True
        joined = group[second]
        group = [group[first] if number == joined else number for number in group]
    return False


def _meet(one: Outline, other: Outline) -> bool:
    return _overlap(_box(one), _box(other)) and (crosses((*one, one[0]), other) or inside(one, other[0]))
