"""Free space on a table: how the plane between obstacles hangs together.

The free plane is the table without the insides of outlines; their boundaries belong to it.  A shortest way in it bends only at corners of
outlines, so two points are joined by a way exactly when legs between such corners join them.  Parts of the plane that have no corner of
their own, such as a court between four walls, are found by points beside the places where boundaries cross.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from tankdsl.ground.table import Outline, Point, crosses, inside, sides, touch, turn
from tankdsl.ground.table_ways import Barrier

BESIDE = (2, 12, 60)
"""How far beside a crossing points are tried, in hundredths: the last ones for sharp angles."""


def free_parts(size: Point, outlines: Sequence[Outline]) -> list[tuple[Point, ...]]:
    """The parts of the free plane of a table that no way joins, each by points of it in ascending order, by their least points.

    A part narrower than the points beside a crossing are apart may be overlooked; two parts that a way joins are never taken apart.
    """
    barriers = [Barrier(outline) for outline in outlines]
    left = sorted(point for point in _marks(size, outlines) if not any(barrier.holds(point) for barrier in barriers))
    parts: list[tuple[Point, ...]] = []
    while left:
        part, left = [left[0]], left[1:]
        for here in part:
            joined = {there for there in left if not any(barrier.stops(here, there) for barrier in barriers)}
            part += sorted(joined)
            left = [there for there in left if there not in joined]
        parts.append(tuple(sorted(part)))
    return parts


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
    for a, b in sides(one):
        for c, d in sides(other):
            before, after = turn(c, d, a), turn(c, d, b)
            if before != after and touch(a, b, c, d):
                yield a[0] + (b[0] - a[0]) * before // (before - after), a[1] + (b[1] - a[1]) * before // (before - after)


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
    return crosses((*one, one[0]), other) or inside(one, other[0])
