"""A table without a grid: points, legs and outlines in whole hundredths, and exact answers about them.

Nothing here has a fraction.  A length that is a root is rounded up, so that "at most so far" is exact when it is compared with a whole
number; where only "nearer or not" is asked, squares are compared.  On a table of at most `LARGEST` every product that occurs fits 53 bits.
A path is the list of its corners, beginning with its start.  The boundary of an outline belongs to it: to touch is to cross.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isqrt

Point = tuple[int, int]
Path = Sequence[Point]
Outline = Sequence[Point]

LARGEST = isqrt(2**53)
"""The greatest square of a diagonal (of 97.42 units): so squares of cross and scalar products stay exact."""


def root_up(square: int) -> int:
    """The least whole number whose square is not below `square`."""
    return isqrt(square - 1) + 1 if square > 0 else 0


def squared(a: Point, b: Point) -> int:
    """The square of the distance between two points."""
    return (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2


def leg(a: Point, b: Point) -> int:
    """The distance between two points, rounded up."""
    square = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    return isqrt(square - 1) + 1 if square else 0


def is_within(a: Point, b: Point, reach: int) -> bool:
    """Whether two points are at most `reach` apart; exact."""
    return reach >= 0 and squared(a, b) <= reach * reach


def length(path: Path) -> int:
    """The length of a path: the sum of its legs, each rounded up."""
    return sum(leg(a, b) for a, b in pairwise(path))


def along(path: Path, distance: int) -> Point:
    """The point of a path at a distance from its start, the ends when it is beyond them.

    Inside a leg both coordinates are cut off towards its start, so the point never lies beyond the distance.
    """
    left = max(0, distance)
    for a, b in pairwise(path):
        whole = leg(a, b)
        if left < whole:
            return a[0] + _part(b[0] - a[0], left, whole), a[1] + _part(b[1] - a[1], left, whole)
        left -= whole
    return path[-1]


def _part(span: int, left: int, whole: int) -> int:
    """`span * left / whole`, cut off towards 0."""
    cut = abs(span) * left // whole
    return cut if span >= 0 else -cut


def stretch(path: Path, low: int, high: int) -> tuple[Point, ...]:
    """The part of a path between two distances from its start: its corners, with the points at its ends."""
    first, last = max(0, low), max(0, low, high)
    corners = [along(path, first)]
    passed = 0
    for a, b in pairwise(path):
        passed += leg(a, b)
        if first < passed < last:
            corners.append(b)
    corners.append(along(path, last))
    return tuple(corner for at, corner in enumerate(corners) if at == 0 or corner != corners[at - 1])


def leg_at(path: Path, distance: int) -> tuple[Point, Point] | None:
    """The leg on which a path arrives at a distance from its start, the first one at the start itself; None for a path of one point."""
    legs = [(a, b) for a, b in pairwise(path) if a != b]
    left = distance
    for a, b in legs:
        left -= leg(a, b)
        if left <= 0:
            return a, b
    return legs[-1] if legs else None


def in_order(path: Path, distances: Sequence[int]) -> list[int]:
    """The positions of distances along a path, nearest to its start first; equal ones keep their order."""
    whole = length(path)
    return sorted(range(len(distances)), key=lambda at: min(max(0, distances[at]), whole))


# ------------------------------------------------------------------------------------------------------- points and legs


def turn(a: Point, b: Point, c: Point) -> int:
    """Positive when c lies to the left of the line from a to b (y upwards), negative to the right, 0 on it."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def is_on(p: Point, a: Point, b: Point) -> bool:
    """Whether a point lies on a leg, its ends included."""
    return turn(a, b, p) == 0 and min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])


def touch(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two legs have a point in common."""
    if is_on(a, c, d) or is_on(b, c, d) or is_on(c, a, b) or is_on(d, a, b):
        return True
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def to_leg(p: Point, a: Point, b: Point) -> int:
    """The distance from a point to the nearest point of a leg, rounded up."""
    (ax, ay), (bx, by), (x, y) = a, b, p
    dx, dy, px, py = bx - ax, by - ay, x - ax, y - ay
    whole, ahead = dx * dx + dy * dy, px * dx + py * dy
    if ahead <= 0:
        square = px * px + py * py
    elif ahead >= whole:
        square = (bx - x) ** 2 + (by - y) ** 2
    else:
        # The distance to the line is |turn| / sqrt(whole): the least n with n² * whole >= turn².
        square = -(-((dx * py - dy * px) ** 2) // whole)
    return isqrt(square - 1) + 1 if square > 0 else 0


def to_path(p: Point, path: Path) -> int:
    """The distance from a point to the nearest point of a path, rounded up."""
    if len(path) == 2:
        return to_leg(p, path[0], path[1])
    return min((to_leg(p, a, b) for a, b in pairwise(path)), default=leg(p, path[0]))


# ----------------------------------------------------------------------------------------------------------- outlines


def sides(outline: Outline) -> Iterator[tuple[Point, Point]]:
    """The sides of an outline; two corners are one line."""
    yield from pairwise(outline)
    if len(outline) > 2:
        yield outline[-1], outline[0]


def inside(outline: Outline, p: Point) -> bool:
    """Whether a point lies in an outline or on its boundary."""
    x, y = p
    is_in = False
    corners = iter(outline)
    ax, ay = outline[-1] if len(outline) > 2 else next(corners, p)
    for bx, by in corners:
        if (ay > y) != (by > y):
            # A ray to the right crosses a side that has one end above it; which side of the side p is on decides.
            turned = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            if turned == 0:
                return True
            if (turned > 0) == (by > ay):
                is_in = not is_in
        elif (ay == y and (ax == x or (by == y and (ax < x) == (x < bx)))) or (by == y and bx == x):
            return True
        ax, ay = bx, by
    return is_in and len(outline) > 2


def crosses(path: Path, outline: Outline) -> bool:
    """Whether a path has a point in common with an outline or what it encloses.

    A path that nowhere touches the boundary is inside with all of its points, or with none.
    """
    if len(path) == 2:
        return _meets(path[0], path[1], outline) or inside(outline, path[0])
    for a, b in pairwise(path):
        if _meets(a, b, outline):
            return True
    return len(path) > 0 and inside(outline, path[0])


def _meets(a: Point, b: Point, outline: Outline) -> bool:
    """Whether a leg touches the boundary of an outline."""
    (ax, ay), (bx, by) = a, b
    dx, dy = bx - ax, by - ay
    corners = iter(outline)
    cx, cy = outline[-1] if len(outline) > 2 else next(corners, a)
    before = dx * (cy - ay) - dy * (cx - ax)
    for ex, ey in corners:
        here = dx * (ey - ay) - dy * (ex - ax)
        # The ends of a side must not both lie strictly on one hand of the leg, nor those of the leg on one hand of the side.
        if (before <= 0 or here <= 0) and (before >= 0 or here >= 0):
            sx, sy = ex - cx, ey - cy
            first, last = sx * (ay - cy) - sy * (ax - cx), sx * (by - cy) - sy * (bx - cx)
            on_one_line = before == here == first == last == 0
            if touch(a, b, (cx, cy), (ex, ey)) if on_one_line else first * last <= 0:
                return True
        cx, cy, before = ex, ey, here
    return False


def to_outline(p: Point, outline: Outline) -> int:
    """The distance from a point to an outline, rounded up; 0 inside."""
    if inside(outline, p):
        return 0
    return min((to_leg(p, a, b) for a, b in sides(outline)), default=leg(p, outline[0]))
