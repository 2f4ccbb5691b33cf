"""Lines of sight on hexes a second time, with fractions and by cutting polygons: slow, without the tricks of `tankdsl.ground.sight`.

Nothing here is shared with the compiler.  The line is cut with each hex as a polygon, and with each side as a line of its own; which way
around a corner is the left one is seen from where the sides at that corner point to.  Axial coordinates are a plane too, and what meets
what is the same in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

Hex = tuple[int, int]
Point = tuple[Fraction, Fraction]
Side = frozenset[Hex]

THIRD = Fraction(1, 3)
CORNERS = ((2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2))
"""The corners of a hex around its middle, in thirds of a step, in order."""
NEXT = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The neighbours beyond the sides from each corner to the next."""


def corners(hex_: Hex) -> list[Point]:
    return [(hex_[0] + x * THIRD, hex_[1] + y * THIRD) for x, y in CORNERS]


def cross(a: Point, b: Point) -> Fraction:
    return a[0] * b[1] - a[1] * b[0]


def minus(a: Point, b: Point) -> Point:
    return (a[0] - b[0], a[1] - b[1])


def near(target: Hex) -> Iterator[Hex]:
    low_q, high_q = sorted((0, target[0]))
    low_r, high_r = sorted((0, target[1]))
    for q in range(low_q - 1, high_q + 2):
        for r in range(low_r - 1, high_r + 2):
            yield (q, r)


def cut(target: Hex, hex_: Hex) -> tuple[Fraction, Fraction, bool] | None:
    """From where to where (0 to 1) the line is in a hex, its rim included, and whether it only lies on the rim there."""
    low, high, rim = Fraction(0), Fraction(1), False
    way: Point = (Fraction(target[0]), Fraction(target[1]))
    for a, b in pairwise([*corners(hex_), corners(hex_)[0]]):
        along = minus(b, a)
        # Inside is where this is not negative: the corners run around the hex in one sense.
        at_start, by_step = cross(along, minus((Fraction(0), Fraction(0)), a)), cross(along, way)
        if by_step == 0:
            if at_start < 0:
                return None
            rim = rim or at_start == 0
        elif by_step > 0:
            low = max(low, -at_start / by_step)
        else:
            high = min(high, -at_start / by_step)
    return (low, high, rim) if low <= high else None


def met(target: Hex) -> tuple[set[Hex], set[Hex], set[Hex]]:
    """The hexes other than the ends whose inside the line crosses, along whose sides it runs, of which it touches a corner."""
    inside, edge, corner = set(), set(), set()
    for hex_ in set(near(target)) - {(0, 0), target}:
        found = cut(target, hex_)
        if found is not None:
            low, high, rim = found
            (corner if low == high else edge if rim else inside).add(hex_)
    return inside, edge, corner


def sides_met(target: Hex) -> tuple[set[Side], set[Side], set[Side], set[Side]]:
    """The sides that the line goes through between their corners, runs along, and passes on the left and on the right at corners."""
    through: set[Side] = set()
    along: set[Side] = set()
    left: set[Side] = set()
    right: set[Side] = set()
    way: Point = (Fraction(target[0]), Fraction(target[1]))
    for hex_ in near(target):
        points = corners(hex_)
        for at, (dq, dr) in enumerate(NEXT):
            side = frozenset((hex_, (hex_[0] + dq, hex_[1] + dr)))
            a, b = points[at], points[(at + 1) % 6]
            of_a, of_b = cross(way, a), cross(way, b)
            if of_a == of_b == 0:
                if all(0 <= between(way, point) <= 1 for point in (a, b)):
                    along.add(side)
            elif of_a * of_b < 0:
                part = of_a / (of_a - of_b)
                if 0 < between(way, (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)) < 1:
                    through.add(side)
            elif of_a * of_b == 0:
                touched, other = (a, of_b) if of_a == 0 else (b, of_a)
                if 0 < between(way, touched) < 1:
                    # Rows count downwards, hence the negative side of the line is the left one.
                    (left if other < 0 else right).add(side)
    return through, along, left, right


def between(way: Point, point: Point) -> Fraction:
    """Where a point of the line lies on it, 0 at its start and 1 at its end."""
    return point[0] / way[0] if way[0] else point[1] / way[1]
