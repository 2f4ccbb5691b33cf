"""Hexes as pairs of integers.

A hex is its *axial* coordinate ``(q, r)``. The third cube coordinate is ``-q - r`` and is never
stored. Axial coordinates do not care which way the hexes stand: one set of six offsets, in one fixed
order, serves maps of flat-top and of pointy-top hexes, and only the *names* of the directions differ.

    flat top (columns)            pointy top (rows)
         n (0,-1)                  nw (0,-1)  ne (1,-1)
    nw        ne (1,-1)         w (-1,0)        e (1,0)
    sw        se (1,0)             sw (-1,1)  se (0,1)
         s (0,1)

The number of a direction is its position in `DIRECTIONS`: clockwise, so that ``+1`` is a sixth of a
turn to the right and ``+3`` is straight back, whichever way the hexes stand.

Printed maps number columns and rows instead, with every other column (or row) pushed by half a hex.
`Stagger` says which, and converts.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from tankdsl.frozen import FrozenValue

Axial = tuple[int, int]
"""A hex, or the difference of two hexes: ``(q, r)``."""

DIRECTIONS: tuple[Axial, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The six neighbours, clockwise. Every neighbour table of the compiled form has this order."""


class Orientation(StrEnum):
    """Which way the hexes of a map stand."""

    FLAT = "flat"
    """A side on top: hexes form straight columns."""
    POINTY = "pointy"
    """A corner on top: hexes form straight rows."""


DIRECTION_NAMES: dict[Orientation, tuple[str, ...]] = {
    Orientation.FLAT: ("n", "ne", "se", "s", "sw", "nw"),
    Orientation.POINTY: ("nw", "ne", "e", "se", "sw", "w"),
}
"""Names of the directions, in the order of `DIRECTIONS`."""


def add(a: Axial, b: Axial) -> Axial:
    """The hex that lies at the offset `b` from `a`."""
    return (a[0] + b[0], a[1] + b[1])


def subtract(a: Axial, b: Axial) -> Axial:
    """The offset that leads from `b` to `a`."""
    return (a[0] - b[0], a[1] - b[1])


def distance(a: Axial, b: Axial) -> int:
    """Fewest steps from `a` to `b`: the largest of ``|dq|``, ``|dr|`` and ``|dq + dr|``."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def neighbour(hex_: Axial, direction: int) -> Axial:
    """The next hex in a direction (a number; taken modulo 6)."""
    return add(hex_, DIRECTIONS[direction % 6])


def neighbours(hex_: Axial) -> tuple[Axial, ...]:
    """The six neighbours in the order of `DIRECTIONS`."""
    q, r = hex_
    return tuple([(q + dq, r + dr) for dq, dr in DIRECTIONS])


def is_adjacent(a: Axial, b: Axial) -> bool:
    """True when `a` and `b` share a side. No hex is adjacent to itself."""
    return subtract(b, a) in DIRECTIONS


def direction_between(a: Axial, b: Axial) -> int | None:
    """Number of the direction from `a` to its neighbour `b`; None when they are not neighbours."""
    offset = subtract(b, a)
    return DIRECTIONS.index(offset) if offset in DIRECTIONS else None


def direction_number(name: str, orientation: Orientation) -> int | None:
    """Number of the direction called `name` on maps of that orientation; None for another word."""
    names = DIRECTION_NAMES[orientation]
    return names.index(name) if name in names else None


def direction_offset(name: str, orientation: Orientation) -> Axial | None:
    """Offset of the direction called `name` on maps of that orientation; None for another word."""
    number = direction_number(name, orientation)
    return None if number is None else DIRECTIONS[number]


def rotate(offset: Axial, sixths: int = 1) -> Axial:
    """An offset turned clockwise about the origin by sixths of a full turn (taken modulo 6).

    One sixth sends the cube coordinates ``(x, y, z)`` to ``(-z, -x, -y)``: ``(q, r)`` becomes
    ``(-r, q + r)``.
    """
    q, r = offset
    for _ in range(sixths % 6):
        q, r = -r, q + r
    return (q, r)


def turn_half(hex_: Axial, centre_twice: Axial = (0, 0)) -> Axial:
    """A hex turned by 180 degrees about a point given by *twice* its coordinates.

    Twice, because the centre of a board may lie on a side or a corner of a hex.
    """
    return subtract(centre_twice, hex_)


def ring(centre: Axial, radius: int) -> tuple[Axial, ...]:
    """The hexes at exactly `radius` (0 or more), clockwise from the one straight in direction 0."""
    if radius == 0:
        return (centre,)
    return tuple(_walk_ring(centre, radius))


def _walk_ring(centre: Axial, radius: int) -> Iterator[Axial]:
    here = add(centre, (DIRECTIONS[0][0] * radius, DIRECTIONS[0][1] * radius))
    for side in range(6):
        for _ in range(radius):
            yield here
            here = neighbour(here, side + 2)


def disk(centre: Axial, radius: int) -> tuple[Axial, ...]:
    """The hexes at `radius` or nearer: rings 0, 1, 2 … one after the other."""
    return tuple(hex_ for n in range(radius + 1) for hex_ in ring(centre, n))


class Stagger(FrozenValue):
    """Columns and rows of a printed map, and their axial coordinates.

    `FLAT` maps have straight columns, every other one half a hex *lower*; `POINTY` maps have straight
    rows, every other one half a hex further *right*. ``column`` equals ``q`` (or ``row`` equals ``r``)
    once both count from 0.
    """

    orientation: Orientation
    pushed: int
    """Parity, 0 or 1, of the numbers of the columns (rows) that are pushed down (right)."""
    first: int = 0
    """Number of the first column and of the first row: 0 or 1."""

    def to_axial(self, column: int, row: int) -> Axial:
        """The hex in that column and row. Numbers before the first are allowed."""
        c, k = column - self.first, row - self.first
        if self.orientation is Orientation.FLAT:
            return (c, k - self._slope(c))
        return (c - self._slope(k), k)

    def from_axial(self, hex_: Axial) -> tuple[int, int]:
        """Column and row of a hex: the inverse of `to_axial`."""
        q, r = hex_
        if self.orientation is Orientation.FLAT:
            return (q + self.first, r + self._slope(q) + self.first)
        return (q + self._slope(r) + self.first, r + self.first)

    def _slope(self, line: int) -> int:
        # Half of the line's number: rounded up when even lines are the pushed ones (they start half
        # a hex below line 1), else rounded down.
        even_pushed = (self.pushed + self.first) % 2 == 0
        return (line + 1) // 2 if even_pushed else line // 2
