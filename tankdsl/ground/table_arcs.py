"""Bearings: where a direction lies, seen from a facing, in degrees clockwise.

On a table (x to the right, y upwards, north is +y) directions are vectors without a common divisor, so that equal directions are equal
vectors.  The ends of arcs are multiples of 30 or 45 degrees, so whether a direction lies before, on or behind one is decided with whole
numbers: by signs, and for 30 and 60 degrees by comparing squares.  On hexes what lies to the right is a multiple of half the root of 3,
whose square is whole again, so the same comparison serves there.
"""

from __future__ import annotations

from math import gcd

from tankdsl.ground.hexes import DIRECTIONS

Vector = tuple[int, int]

POINTS_OF_THE_COMPASS: dict[str, Vector] = {
    "n": (0, 1), "ne": (1, 1), "e": (1, 0), "se": (1, -1), "s": (0, -1), "sw": (-1, -1), "w": (-1, 0), "nw": (-1, 1),
}  # fmt: skip
"""The directions that have names."""


def reduced(vector: Vector) -> Vector:
    """The shortest vector of the same direction; (0, 0) is none."""
    divisor = gcd(*vector)
    return vector[0] // divisor, vector[1] // divisor


def seen_from(facing: Vector, bearing: Vector) -> Vector:
    """A bearing as it is seen from a facing: how far ahead and how far to the right, both times the length of the facing."""
    (fx, fy), (bx, by) = facing, bearing
    return fx * bx + fy * by, fy * bx - fx * by


def seen_on_hexes(facing: int, offset: Vector) -> Vector:
    """How far an axial offset lies ahead of one of the six directions and to its right: twice of both, squared, with their signs."""
    (fq, fr), (q, r) = DIRECTIONS[facing], offset
    return squared((2 * fq * q + fq * r + fr * q + 2 * fr * r, 0))[0], 3 * squared((0, fq * r - fr * q))[1]


def squared(seen: Vector) -> Vector:
    """Both numbers squared, with their signs."""
    ahead, right = seen
    return ahead * abs(ahead), right * abs(right)


def compare(seen: Vector, degrees: int) -> int:
    """Whether a bearing lies before (-1), on (0) or behind (1) an angle of 0 to 359 degrees, counted clockwise from the facing."""
    return _compare(squared(seen), degrees)


def _compare(squares: Vector, degrees: int) -> int:
    mine, other = _half(squares), int(degrees >= 180)
    if mine != other:
        return -1 if mine < other else 1
    return _sign_of_difference(squares, degrees)


def _half(seen: Vector) -> int:
    ahead, right = seen
    return int(right < 0 or (right == 0 and ahead < 0))


def _sign_of_difference(squares: Vector, degrees: int) -> int:
    """The sign of the angle from an angle to a bearing, within half a turn.

    The bearing is turned back by whole quarters; then what is left is 0, 30, 45 or 60 degrees.
    """
    (ahead, right), rest = squares, degrees % 90
    for _ in range(degrees // 90):
        ahead, right = right, -ahead
    match rest:
        case 0:
            return _sign(right)
        case 45:
            return _sign(right - ahead)
        case 30:
            return _against_30(ahead, right)
        case _:
            return -_against_30(right, ahead)


def _against_30(ahead: int, right: int) -> int:
    """The sign of 3 * right - ahead, of squares with signs: where both have one sign, a quarter of their sum is compared with the one."""
    if right > 0 >= ahead or (right == 0 and ahead < 0):
        return 1
    if right < 0 <= ahead or (right == 0 and ahead > 0):
        return -1
    quarter, rest = divmod(abs(ahead) + abs(right), 4)
    more = _sign(abs(right) - quarter) or -int(rest > 0)
    return more if right > 0 else -more


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def sector(seen: Vector, bounds: tuple[int, ...]) -> tuple[int, ...]:
    """The sector of a bearing between ascending bounds, or the two that it borders; sector i begins at bound i, the last runs over 0."""
    return sector_of_squares(squared(seen), bounds)


def sector_of_squares(squares: Vector, bounds: tuple[int, ...]) -> tuple[int, ...]:
    """The same of a bearing of which the signed squares are known."""
    before = -1
    for at, bound in enumerate(bounds):
        order = _compare(squares, bound)
        if order == 0:
            return ((at - 1) % len(bounds), at) if len(bounds) > 1 else (at,)
        if order > 0:
            before = at
    return (before % len(bounds),)
