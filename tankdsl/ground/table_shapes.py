"""Shapes on a table: circles and bases as polygons with whole corners, and what is kept clear of them.

A circle is a polygon of 32 corners.  The room that a round base of a radius needs is an octagon that holds the whole circle; an outline
grown by a radius is everything that such an octagon covers when its middle moves over the outline.  A way that does not enter the grown
outline keeps at least the radius away from the outline itself, so the way of a base is the way of a point among grown outlines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tankdsl.ground.table import Outline, Point, root_up, sides, turn

CIRCLE_SCALE = 10_000
FIRST_QUARTER = (
    (10_000, 0), (9_808, 1_951), (9_239, 3_827), (8_315, 5_556), (7_071, 7_071), (5_556, 8_315), (3_827, 9_239), (1_951, 9_808),
)  # fmt: skip
"""Cosine and sine of 0, 11.25, 22.5 ... degrees in parts of `CIRCLE_SCALE`; the other quarters follow by turning."""


def circle(middle: Point, radius: int) -> tuple[Point, ...]:
    """The 32 corners of a circle, anticlockwise from the right; each coordinate of a spoke is rounded, halves away from 0."""
    spokes = [_spoke(cos, sin, quarter) for quarter in range(4) for cos, sin in FIRST_QUARTER]
    corners = ((middle[0] + _scaled(radius, x), middle[1] + _scaled(radius, y)) for x, y in spokes)
    return tuple(dict.fromkeys(corners))


def _spoke(cos: int, sin: int, quarter: int) -> Point:
    for _ in range(quarter):
        cos, sin = -sin, cos
    return cos, sin


def _scaled(radius: int, part: int) -> int:
    found = (2 * radius * abs(part) + CIRCLE_SCALE) // (2 * CIRCLE_SCALE)
    return found if part >= 0 else -found


def octagon(middle: Point, radius: int) -> tuple[Point, ...]:
    """The least octagon with whole corners and sides along the eight winds that holds a circle."""
    x, y = middle
    # The slanting sides x + y = radius + short are far enough when short >= radius * (sqrt(2) - 1).
    short = root_up(2 * radius * radius) - radius
    corners = ((radius, -short), (radius, short), (short, radius), (-short, radius))
    return tuple((x + sign * dx, y + sign * dy) for sign in (1, -1) for dx, dy in corners)


def grown(outline: Outline, radius: int) -> tuple[tuple[Point, ...], ...]:
    """Outlines that together cover an outline grown by a radius; a point is an outline of one corner.

    Of a convex outline it is the hull of the octagons at its corners; of another one these hulls for each of its sides, and itself.
    """
    if radius <= 0:
        return (tuple(outline),)
    if is_convex(outline):
        return (hull(corner for middle in outline for corner in octagon(middle, radius)),)
    hulls = [hull((*octagon(a, radius), *octagon(b, radius))) for a, b in sides(outline)]
    return (tuple(outline), *hulls)


def is_convex(outline: Outline) -> bool:
    """Whether an outline turns one way only; points and lines do."""
    if len(outline) < 4:
        return True
    return len(hull(outline)) == len(set(outline)) and _turns_one_way(outline)


def _turns_one_way(outline: Outline) -> bool:
    corners = [*outline, *outline[:2]]
    turns = [turn(a, b, c) for a, b, c in zip(corners, corners[1:], corners[2:], strict=False)]
    return all(one > 0 for one in turns) or all(one < 0 for one in turns)


def hull(points: Iterable[Point]) -> tuple[Point, ...]:
    """The convex hull, anticlockwise from its least corner; corners on a side are left out."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    below, above = _chain(ordered), _chain(ordered[::-1])
    return (*below[:-1], *above[:-1])


def _chain(points: Sequence[Point]) -> list[Point]:
    found: list[Point] = []
    for point in points:
        while len(found) > 1 and turn(found[-2], found[-1], point) <= 0:
            found.pop()
        found.append(point)
    return found
