"""Hexes on paper against arithmetic of its own: distances of middles, shared corners, halves."""

from itertools import product
from math import dist, isclose, sqrt

import pytest

from tankdsl.ground.hexes import DIRECTIONS, Orientation, neighbour
from tankdsl.picture.layers.zones import loops
from tankdsl.picture.plane import Plane

SOME = [(q, r) for q, r in product(range(-3, 4), repeat=2)]


@pytest.mark.parametrize("orientation", Orientation)
def test_neighbours_are_two_apothems_apart_and_share_a_side(orientation: Orientation) -> None:
    plane = Plane(orientation, 10)
    for hex_ in SOME:
        for direction in range(6):
            other = neighbour(hex_, direction)
            assert isclose(dist(plane.middle(hex_), plane.middle(other)), 10 * sqrt(3))
            assert all(map(isclose, plane.side(hex_, direction), plane.side(other, direction + 3)))
            assert dist(plane.corner(hex_, direction), plane.corner(other, direction + 4)) < 1e-9


def test_north_is_up_on_flat_tops_and_east_is_right_on_pointed_ones() -> None:
    assert Plane(Orientation.FLAT, 1).way(0) == pytest.approx((0, -1))
    assert Plane(Orientation.POINTY, 1).way(2) == pytest.approx((1, 0))


@pytest.mark.parametrize(
    ("orientation", "cut"), [(Orientation.FLAT, 0), (Orientation.FLAT, 3), (Orientation.POINTY, 5), (Orientation.POINTY, 2)]
)
def test_a_half_hex_is_the_half_away_from_its_cut(orientation: Orientation, cut: int) -> None:
    plane = Plane(orientation, 1, {(0, 0): cut})
    corners = plane.outline((0, 0))
    dx, dy = plane.way(cut)
    assert len(corners) == 4
    assert all(x * dx + y * dy < 1e-9 for x, y in corners)
    area = abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(corners, (*corners[1:], corners[0]), strict=True))) / 2
    assert isclose(area, 3 * sqrt(3) / 4)


def test_borders_of_zones_run_along_every_side_behind_which_they_end() -> None:
    ring = [neighbour((0, 0), direction) for direction in range(6)]
    for tiles, lengths in (([(0, 0)], [6]), (ring, [18, 6]), ([(0, 0), (5, 5)], [6, 6]), ([(0, 0), (1, 0), (0, 1)], [12])):
        found = loops(tiles)
        assert [len(loop) for loop in found] == lengths
        free = {(hex_, side) for hex_ in tiles for side in range(6) if neighbour(hex_, side) not in tiles}
        assert {each for loop in found for each in loop} == free
    assert len(DIRECTIONS) == 6
