"""Hexes in the plane: where their middles and corners lie on paper, x to the right and y downwards.

The unit is the length of a side.  A flat-top hex lies at ``(3/2 q, √3 (r + q/2))``, a pointy-top one at ``(√3 (q + r/2), 3/2 r)``; side d
of a hex, the one towards `DIRECTIONS[d]`, runs from corner d to corner d + 1, clockwise.
"""

from __future__ import annotations

from tankdsl.ground.hexes import DIRECTIONS, Axial, Orientation

XY = tuple[float, float]

ROOT_3 = 1.7320508075688772
_H = ROOT_3 / 2
_FLAT_CORNERS: tuple[XY, ...] = ((-0.5, -_H), (0.5, -_H), (1.0, 0.0), (0.5, _H), (-0.5, _H), (-1.0, 0.0))
_POINTY_CORNERS: tuple[XY, ...] = ((-_H, -0.5), (0.0, -1.0), (_H, -0.5), (_H, 0.5), (0.0, 1.0), (-_H, 0.5))


class Plane:
    """The hexes of one map on paper. `size` is the length of a side."""

    def __init__(self, orientation: Orientation, size: float) -> None:
        self.orientation, self.size = orientation, size
        self.corners_of_one = _FLAT_CORNERS if orientation is Orientation.FLAT else _POINTY_CORNERS

    def middle(self, hex_: Axial) -> XY:
        """The middle of a hex."""
        q, r = hex_
        if self.orientation is Orientation.FLAT:
            return (1.5 * q * self.size, ROOT_3 * (r + q / 2) * self.size)
        return (ROOT_3 * (q + r / 2) * self.size, 1.5 * r * self.size)

    def corner(self, hex_: Axial, number: int, part: float = 1.0) -> XY:
        """A corner (modulo 6); with `part` the point at that part of the way from the middle to it."""
        x, y = self.middle(hex_)
        dx, dy = self.corners_of_one[number % 6]
        return (x + dx * self.size * part, y + dy * self.size * part)

    def outline(self, hex_: Axial, part: float = 1.0) -> tuple[XY, ...]:
        """The six corners, clockwise."""
        return tuple(self.corner(hex_, number, part) for number in range(6))

    def half(self, hex_: Axial, cut: int) -> tuple[XY, ...]:
        """The half of a hex that is left when the half towards a direction is cut off, between two opposite corners."""
        return tuple(self.corner(hex_, cut + 2 + step) for step in range(4))

    def side(self, hex_: Axial, direction: int) -> XY:
        """The middle of the side towards a direction."""
        (ax, ay), (bx, by) = self.corner(hex_, direction), self.corner(hex_, direction + 1)
        return ((ax + bx) / 2, (ay + by) / 2)

    def way(self, direction: int) -> XY:
        """A direction as a vector of length 1."""
        x, y = self.middle(DIRECTIONS[direction % 6])
        return (x / (ROOT_3 * self.size), y / (ROOT_3 * self.size))
