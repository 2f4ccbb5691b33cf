"""The geometry of a table a second time, with fractions and roots of 3 as they are: slow, without the tricks of `tankdsl.ground`.

Nothing here is shared with the compiler.  Points on a leg are found by solving for them, a polygon is asked by a ray that meets no corner,
lengths are compared by their squares, and shortest ways are looked for among all orders of corners.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, permutations

Point = tuple[Fraction, Fraction]
Way = tuple[tuple[int, int], ...]


def points(path: Sequence[Sequence[int]]) -> list[Point]:
    return [(Fraction(x), Fraction(y)) for x, y in path]


def rounded_up(square: Fraction) -> int:
    """The least whole number of which the square is not below a number, by halving."""
    low, high = 0, 1
    while high * high < square:
        high *= 2
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if middle * middle >= square else (middle + 1, high)
    return low


def gap(a: Point, b: Point) -> Fraction:
    """The square of the distance between two points."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def at(a: Point, b: Point, t: Fraction) -> Point:
    """The point of a leg at a part of it."""
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def meetings(a: Point, b: Point, c: Point, d: Point) -> list[Fraction]:
    """Where on the leg from a to b it has points in common with another: parts of it, of a piece both ends."""
    det = (b[0] - a[0]) * (c[1] - d[1]) - (b[1] - a[1]) * (c[0] - d[0])
    if det != 0:
        t = ((c[0] - a[0]) * (c[1] - d[1]) - (c[1] - a[1]) * (c[0] - d[0])) / det
        u = ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / det
        return [t] if 0 <= t <= 1 and 0 <= u <= 1 else []
    found = [part for part in (part_of(c, a, b), part_of(d, a, b)) if part is not None]
    for end, part in ((a, Fraction(0)), (b, Fraction(1))):
        if part_of(end, c, d) is not None:
            found.append(part)
    return sorted(set(found))


def part_of(p: Point, a: Point, b: Point) -> Fraction | None:
    """At which part of a leg a point lies; None when it is not on it."""
    if a == b:
        return Fraction(0) if p == a else None
    axis = 0 if a[0] != b[0] else 1
    t = (p[axis] - a[axis]) / (b[axis] - a[axis])
    return t if 0 <= t <= 1 and at(a, b, t) == p else None


def sides(outline: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    yield from pairwise(outline)
    if len(outline) > 2:
        yield outline[-1], outline[0]


def on_boundary(outline: Sequence[Point], p: Point) -> bool:
    return any(part_of(p, a, b) is not None for a, b in sides(outline))


def deep(outline: Sequence[Point], p: Point) -> bool:
    """Whether a point lies inside and not on the boundary: a ray far away that meets no corner crosses an odd number of sides."""
    if len(outline) < 3 or on_boundary(outline, p):
        return False
    for slope in range(1, 1000):
        far = p[0] + 10**7, p[1] + Fraction(10**7, 997 * slope + 1)
        if all(part_of(corner, p, far) is None for corner in outline):
            return sum(bool(meetings(p, far, a, b)) for a, b in sides(outline)) % 2 == 1
    raise AssertionError("every ray meets a corner")


def inside(outline: Sequence[Point], p: Point) -> bool:
    return on_boundary(outline, p) or deep(outline, p)


def crosses(path: Sequence[Point], outline: Sequence[Point]) -> bool:
    legs = list(pairwise(path)) or [(path[0], path[0])]
    return any(inside(outline, p) for p in path) or any(meetings(a, b, c, d) for a, b in legs for c, d in sides(outline))


def enters(a: Point, b: Point, outline: Sequence[Point]) -> bool:
    """Whether some point of a leg lies deep inside: the middles between all points at which it meets a side are tried."""
    if len(outline) < 3:
        return False
    parts = sorted({Fraction(0), Fraction(1), *(t for c, d in sides(outline) for t in meetings(a, b, c, d))})
    return any(deep(outline, at(a, b, (s + t) / 2)) for s, t in pairwise(parts))


def to_leg(p: Point, a: Point, b: Point) -> Fraction:
    """The square of the distance from a point to a leg."""
    if a == b:
        return gap(p, a)
    t = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / gap(a, b)
    return gap(p, at(a, b, min(Fraction(1), max(Fraction(0), t))))


def to_path(p: Point, path: Sequence[Point]) -> Fraction:
    return min((to_leg(p, a, b) for a, b in pairwise(path)), default=gap(p, path[0]))


def to_outline(p: Point, outline: Sequence[Point]) -> Fraction:
    if inside(outline, p):
        return Fraction(0)
    return min((to_leg(p, a, b) for a, b in sides(outline)), default=gap(p, outline[0]))


def leg(a: Point, b: Point) -> int:
    return rounded_up(gap(a, b))


def cut(number: Fraction) -> int:
    """Cut off towards 0."""
    return int(number)


def along(path: Sequence[Point], distance: int) -> tuple[int, int]:
    left = max(0, distance)
    for a, b in pairwise(path):
        whole = leg(a, b)
        if left < whole:
            return int(a[0]) + cut((b[0] - a[0]) * left / whole), int(a[1]) + cut((b[1] - a[1]) * left / whole)
        left -= whole
    return int(path[-1][0]), int(path[-1][1])


# ---------------------------------------------------------------------------------------------------------------- arcs

Surd = tuple[Fraction, Fraction]
"""a + b * root of 3."""
RAYS = {0: ((1, 0), (0, 0)), 30: ((0, 1), (1, 0)), 45: ((1, 0), (1, 0)), 60: ((1, 0), (0, 1))}
"""How far ahead and to the right a ray of some degrees leads, as surds."""


def sign(number: Surd) -> int:
    """The sign of a + b * root of 3, which is never 0 unless both are."""
    a, b = number
    if a >= 0 <= b or a <= 0 >= b:
        return (a + b > 0) - (a + b < 0)
    greater = a * a > 3 * b * b
    return (1 if a > 0 else -1) if greater else (1 if b > 0 else -1)


def before(facing: Point, bearing: Point, degrees: int) -> int:
    """-1, 0, 1: whether a bearing lies before, on or behind so many degrees, clockwise from a facing."""
    ahead = facing[0] * bearing[0] + facing[1] * bearing[1]
    right = facing[1] * bearing[0] - facing[0] * bearing[1]
    (x, y) = RAYS[degrees % 90]
    ray = ((Fraction(x[0]), Fraction(x[1])), (Fraction(y[0]), Fraction(y[1])))
    for _ in range(degrees // 90):
        ray = (-ray[1][0], -ray[1][1]), ray[0]
    mine = int(right < 0 or (right == 0 and ahead < 0))
    if mine != int(degrees >= 180):
        return -1 if mine < int(degrees >= 180) else 1
    (c, s) = ray
    return sign((c[0] * right - s[0] * ahead, c[1] * right - s[1] * ahead))


def sector(facing: Point, bearing: Point, bounds: Sequence[int]) -> list[int]:
    """The sector between ascending bounds, or the two that the bearing borders."""
    order = [before(facing, bearing, bound) for bound in bounds]
    if 0 in order:
        place = order.index(0)
        return [(place - 1) % len(bounds), place] if len(bounds) > 1 else [place]
    return [(order.count(1) - 1) % len(bounds)]


# ---------------------------------------------------------------------------------------------------------------- ways


def reach_of(outline: Sequence[Point], direction: Point) -> Fraction:
    """How far an outline goes in a direction."""
    return max(x * direction[0] + y * direction[1] for x, y in outline)


def landings(p: Point, outline: Sequence[Point]) -> list[Point]:
    """The corners of an outline, and from a point the nearest point of each side, cut off towards it."""
    found = list(outline)
    for a, b in sides(outline):
        t = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / gap(a, b)
        if 0 < t < 1:
            x, y = at(a, b, t)
            found.append((p[0] + cut(x - p[0]), p[1] + cut(y - p[1])))
    return found


def best_way(start: Point, goal: Sequence[Point], obstacles: Sequence[Sequence[Point]], size: tuple[int, int], is_area: bool) -> Way | None:
    """The shortest way to a point, or to an outline, by trying all orders of up to four corners."""
    barriers = [outline for outline in obstacles if not deep(outline, start)]
    corners = sorted({corner for outline in barriers for corner in outline} - {start})
    free = [c for c in corners if 0 <= c[0] <= size[0] and 0 <= c[1] <= size[1] and not any(deep(outline, c) for outline in barriers)]
    goals = {here: landings(here, goal) if is_area else list(goal) for here in (start, *free)}
    clear = {(a, b): not any(enters(a, b, outline) for outline in barriers) for a in (start, *free) for b in (*free, *goals[a])}
    found: list[tuple[int, int, Way]] = []
    for count in range(5):
        for between in permutations(free, count):
            for end in goals[(start, *between)[-1]]:
                way = (start, *between, end)
                if end not in between and all(clear[leg_] for leg_ in pairwise(way)):
                    found.append((sum(leg(a, b) for a, b in pairwise(way)), len(way), tuple((int(x), int(y)) for x, y in way)))
    return min(found)[2] if found else None
