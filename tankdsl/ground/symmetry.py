"""Turns and mirrors of a map of hexes and of a table, exactly.

**Hexes.** With ``s = -q - r`` every turn and mirror of the hexes about one of them permutes ``q, r, s`` and may change all three signs:
twelve ways, one of which leaves everything as it is. Which point a map is turned about is not known beforehand, so a turn comes with a
shift: of the few shifts that lay the extent of the turned map upon that of the map, the one is taken that leaves the fewest hexes without a
counterpart.

**Tables.** A table is turned about its middle and mirrored in its middle lines; a square one also by quarters and in its diagonals.
"""

from __future__ import annotations

from itertools import permutations, product

from tankdsl.frozen import FrozenValue
from tankdsl.ground.hexes import DIRECTION_NAMES, DIRECTIONS, Axial, Orientation
from tankdsl.ground.maps import NO_HEX, GroundMap
from tankdsl.ground.table import Point

Linear = tuple[int, int, int, int]
"""``a, b, c, d``: (x, y) becomes (a*x + b*y, c*x + d*y)."""


class HexSymmetry(FrozenValue):
    """A turn or mirror of the hexes, laid upon one map."""

    name: str
    linear: Linear
    image: tuple[int, ...]
    """For each hex of the map the one that it comes to lie on; NO_HEX where the map has none."""
    directions: tuple[int, ...]
    """What becomes of each direction."""
    unmatched: int
    """How many hexes come to lie where the map has none."""


class TableSymmetry(FrozenValue):
    """A turn or mirror of a table."""

    name: str
    linear: Linear
    shift: Point

    def point(self, at: Point) -> Point:
        """Where a point of the table comes to lie."""
        return _moved(self.linear, at, self.shift)

    def vector(self, of: Point) -> Point:
        """What becomes of a vector."""
        return _moved(self.linear, of, (0, 0))


def _moved(linear: Linear, point: Point, shift: Point) -> Point:
    a, b, c, d = linear
    return a * point[0] + b * point[1] + shift[0], c * point[0] + d * point[1] + shift[1]


# ----------------------------------------------------------------------------------------------------------------- hexes


SLACK = 2
"""A turned map may be so much longer or shorter than the map, in each of the three directions of its hexes."""


def hex_symmetries(ground: GroundMap) -> tuple[HexSymmetry, ...]:
    """The turns and mirrors that a map has the extent for, those with the fewest hexes without a counterpart first.

    Of equal ones half a turn comes first, which every map has the extent for, then the mirrors from left to right and from top to bottom.
    """
    extent = _extents([hex_.axial for hex_ in ground.hexes])
    found = []
    for linear in _linears():
        turned = [_moved(linear, hex_.axial, (0, 0)) for hex_ in ground.hexes]
        there = _extents(turned)
        fits = all(abs((high - low) - (top - bottom)) <= SLACK for (low, high), (bottom, top) in zip(extent, there, strict=True))
        if linear != (1, 0, 0, 1) and fits:
            found.append(_laid(ground, linear, turned, _shifts(extent, there)))
    return tuple(sorted(found, key=lambda each: (each.unmatched, _rank(each.name), each.linear)))


def _extents(hexes: list[Axial]) -> list[tuple[int, int]]:
    """Between which numbers q, r and s lie."""
    axes = ([q for q, _ in hexes], [r for _, r in hexes], [-q - r for q, r in hexes])
    return [(min(axis), max(axis)) for axis in axes]


def _linears() -> list[Linear]:
    """The twelve linear maps, as what becomes of q and of r."""
    of = {"q": (1, 0), "r": (0, 1), "s": (-1, -1)}
    found = []
    for (first, second, _), sign in product(permutations("qrs"), (1, -1)):
        (a, b), (c, d) = of[first], of[second]
        found.append((sign * a, sign * b, sign * c, sign * d))
    return found


def _rank(name: str) -> int:
    first = ("a turn by 180 degrees", "a mirror from left to right", "a mirror from top to bottom")
    return first.index(name) if name in first else len(first)


def _laid(ground: GroundMap, linear: Linear, turned: list[Axial], shifts: list[Axial]) -> HexSymmetry:
    best = shifts[0]
    if len(shifts) > 1:
        best = max(shifts, key=lambda shift: (_matched(ground, turned, shift), shift))
    image = tuple([ground.index_of.get((q + best[0], r + best[1]), NO_HEX) for q, r in turned])
    directions = tuple(DIRECTIONS.index(_moved(linear, direction, (0, 0))) for direction in DIRECTIONS)
    return HexSymmetry(_name(directions, ground.grid.orientation), linear, image, directions, image.count(NO_HEX))


def _shifts(extent: list[tuple[int, int]], turned: list[tuple[int, int]]) -> list[Axial]:
    """The shifts that lay the extent in two of q, r, s upon that of the map, from either end."""
    qs, rs, ss = ({low - bottom, high - top} for (low, high), (bottom, top) in zip(extent, turned, strict=True))
    found = {(q, r) for q in qs for r in rs} | {(q, -q - s) for q in qs for s in ss} | {(-r - s, r) for r in rs for s in ss}
    return sorted(found)


def _matched(ground: GroundMap, turned: list[Axial], shift: Axial) -> int:
    return sum((q + shift[0], r + shift[1]) in ground.index_of for q, r in turned)


def _name(directions: tuple[int, ...], orientation: Orientation) -> str:
    """A turn or mirror in words."""
    if (directions[1] - directions[0]) % 6 == 1:
        return f"a turn by {directions[0] * 60} degrees"
    kept = next((number for number in range(3) if directions[number] == number), None)
    names = DIRECTION_NAMES[orientation]
    upright = {Orientation.FLAT: "a mirror from left to right", Orientation.POINTY: "a mirror from top to bottom"}
    level = {Orientation.FLAT: "a mirror from top to bottom", Orientation.POINTY: "a mirror from left to right"}
    straight = 0 if orientation is Orientation.FLAT else 2
    if kept is not None:
        return upright[orientation] if kept == straight else f"a mirror in the line from {names[kept]} to {names[kept + 3]}"
    swapped = next(number for number in range(3) if directions[number] == number + 3)
    return level[orientation] if swapped == straight else f"a mirror that exchanges {names[swapped]} and {names[swapped + 3]}"


# ---------------------------------------------------------------------------------------------------------------- tables


def table_symmetries(width: int, height: int) -> tuple[TableSymmetry, ...]:
    """The turns and mirrors of a table of that size."""
    found = [
        TableSymmetry("a turn by 180 degrees", (-1, 0, 0, -1), (width, height)),
        TableSymmetry("a mirror from left to right", (-1, 0, 0, 1), (width, 0)),
        TableSymmetry("a mirror from top to bottom", (1, 0, 0, -1), (0, height)),
    ]
    if width == height:
        found += [
            TableSymmetry("a turn by 90 degrees", (0, 1, -1, 0), (0, width)),
            TableSymmetry("a turn by 270 degrees", (0, -1, 1, 0), (width, 0)),
            TableSymmetry("a mirror in the diagonal from the lower left", (0, 1, 1, 0), (0, 0)),
            TableSymmetry("a mirror in the diagonal from the upper left", (0, -1, -1, 0), (width, width)),
        ]
    return tuple(found)
