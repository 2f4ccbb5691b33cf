"""Hexes in the plane: where their middles and corners lie on paper, x to the right and y downwards.

The unit is the length of a side.  A flat-top hex lies at ``(3/2 q, √3 (r + q/2))``, a pointy-top one at ``(√3 (q + r/2), 3/2 r)``; side d
of a hex, the one towards `DIRECTIONS[d]`, runs from corner d to corner d + 1, clockwise.
"""

from __future__ import annotations

from collections.abc import Mapping

from tankdsl.ground.hexes import DIRECTIONS, Axial, Orientation

XY = tuple[float, float]

ROOT_3 = 1.7320508075688772
_H = ROOT_3 / 2
_FLAT_CORNERS: tuple[XY, ...] = ((-0.5, -_H), (0.5, -_H), (1.0, 0.0), (0.5, _H), (-0.5, _H), (-1.0, 0.0))
_POINTY_CORNERS: tuple[XY, ...] = ((-_H, -0.5), (0.0, -1.0), (_H, -0.5), (_H, 0.5), (0.0, 1.0), (-_H, 0.5))


class Plane:
    """The hexes of one map on paper. `size` is the length of a side; `cuts` gives for each half hex the direction of its missing half."""

    def __init__(self, orientation: Orientation, size: float, cuts: Mapping[Axial, int] | None = None) -> None:
        self.orientation, self.size, self.cuts = orientation, size, cuts or {}
        self.corners_of_one = _FLAT_CORNERS if orientation is Orientation.FLAT else _POINTY_CORNERS

    def middle(self, hex_: Axial) -> XY:
        """The middle of a hex."""
        q, r = hex_
        if self.orientation is Orientation.FLAT:
            return (1.5 * q * self.size, ROOT_3 * (r + q / 2) * self.size)
        return (ROOT_3 * (q + r / 2) * self.size, 1.5 * r * self.size)

    def corner(self, hex_: Axial, number: int, part: float = 1.0) -> XY:
        """A corner (modulo 6); with `part` the point at that part of the way from the middle to it.

        The two corners that are cut off from a half hex count as those next to them, at the ends of the cut.
        """
        cut = self.cuts.get(hex_)
        if cut is not None and (number - cut) % 6 in (0, 1):
            number = cut + 5 if (number - cut) % 6 == 0 else cut + 2
        x, y = self.middle(hex_)
        dx, dy = self.corners_of_one[number % 6]
        return (x + dx * self.size * part, y + dy * self.size * part)

    def outline(self, hex_: Axial, part: float = 1.0) -> tuple[XY, ...]:
        """The six corners, clockwise; four of a half hex."""
        return tuple(dict.fromkeys(self.corner(hex_, number, part) for number in range(6)))

    def shift(self, hex_: Axial) -> XY:
        """By how much what is written in a hex moves so that it lies on the half that is there."""
        cut = self.cuts.get(hex_)
        if cut is None:
            return (0.0, 0.0)
        x, y = self.way(cut)
        return (-x * self.size * 0.42, -y * self.size * 0.42)

    def side(self, hex_: Axial, direction: int) -> XY:
        """The middle of the side towards a direction."""
        (ax, ay), (bx, by) = self.corner(hex_, direction), self.corner(hex_, direction + 1)
        return ((ax + bx) / 2, (ay + by) / 2)

    def way(self, direction: int) -> XY:
        """A direction as a vector of length 1."""
        x, y = self.middle(DIRECTIONS[direction % 6])
        return (x / (ROOT_3 * self.size), y / (ROOT_3 * self.size))
