"""Bearings on a table: where a direction lies, seen from a facing, in degrees clockwise (x to the right, y downwards).

Directions are vectors.  The ends of arcs are multiples of 30 or 45 degrees, so whether a direction lies before, on or behind one is decided
with whole numbers: by signs, and for 30 and 60 degrees by comparing squares.
"""

from __future__ import annotations

Vector = tuple[int, int]

_RAYS: dict[int, tuple[int, int]] = {0: (1, 0), 30: (3, 1), 45: (1, 1), 60: (1, 3), 90: (0, 1)}
"""For angles of the first quadrant the squares of something in the ratio of cosine and sine."""


def seen_from(facing: Vector, bearing: Vector) -> Vector:
    """A bearing as it is seen from a facing: how far ahead and how far to the right, both times the length of the facing."""
    (fx, fy), (bx, by) = facing, bearing
    return fx * bx + fy * by, fx * by - fy * bx


def compare(seen: Vector, degrees: int) -> int:
    """Whether a bearing lies before (-1), on (0) or behind (1) an angle of 0 to 359 degrees, counted clockwise from the facing."""
    mine, other = _half(seen), int(degrees >= 180)
    if mine != other:
        return -1 if mine < other else 1
    return _sign_of_difference(seen, degrees)


def _half(seen: Vector) -> int:
    ahead, right = seen
    return int(right < 0 or (right == 0 and ahead < 0))


def _sign_of_difference(seen: Vector, degrees: int) -> int:
    """The sign of `cos * right - sin * ahead`: that of the angle between, within half a turn. Squares with signs stand for all four."""
    quarter, rest = divmod(degrees, 90)
    cos, sin = _RAYS[rest]
    for _ in range(quarter):
        cos, sin = -sin, cos
    ahead, right = seen
    difference = cos * right * abs(right) - sin * ahead * abs(ahead)
    return (difference > 0) - (difference < 0)


def sector(seen: Vector, bounds: tuple[int, ...]) -> tuple[int, ...]:
    """The sector of a bearing between ascending bounds, or the two that it borders; sector i begins at bound i, the last runs over 0."""
    before = -1
    for at, bound in enumerate(bounds):
        order = compare(seen, bound)
        if order == 0:
            return ((at - 1) % len(bounds), at) if len(bounds) > 1 else (at,)
        if order > 0:
            before = at
    return (before % len(bounds),)
