"""Ways around outlines, and bearings, on a table."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, degrees

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tankdsl.ground import table
from tankdsl.ground.table_arcs import compare, sector, seen_from
from tankdsl.ground.table_ways import enters, way_to_area, way_to_point

BOX = [(100, 100), (200, 100), (200, 200), (100, 200)]
WALL = [(0, 300), (500, 300), (500, 310), (0, 310)]
EDGE = [(0, 0), (1000, 0)]

points = st.tuples(st.integers(0, 400), st.integers(0, 400))


@pytest.mark.parametrize(
    ("a", "b", "is_in"),
    [
        ((50, 150), (250, 150), True),
        ((100, 100), (200, 200), True),
        ((100, 100), (200, 100), False),
        ((50, 100), (250, 100), False),
        ((0, 100), (100, 0), False),
        ((50, 150), (150, 50), False),
        ((100, 150), (150, 100), True),
        ((150, 150), (150, 160), True),
        ((100, 150), (0, 150), False),
        ((0, 0), (90, 90), False),
    ],
)
def test_a_leg_may_run_along_a_boundary(a: table.Point, b: table.Point, is_in: bool) -> None:
    assert enters(a, b, BOX) is is_in
    assert enters(b, a, BOX) is is_in


@given(points, points)
def test_what_enters_also_crosses(a: table.Point, b: table.Point) -> None:
    assert not enters(a, b, BOX) or table.crosses([a, b], BOX)


def test_a_free_way_is_straight() -> None:
    assert way_to_point((0, 0), (300, 50), [BOX]) == ((0, 0), (300, 50))


def test_a_way_goes_around() -> None:
    assert way_to_point((150, 0), (150, 300), [BOX]) == ((150, 0), (100, 100), (100, 200), (150, 300))
    assert way_to_point((160, 0), (160, 300), [BOX]) == ((160, 0), (200, 100), (200, 200), (160, 300))


def test_there_may_be_no_way() -> None:
    ring = [[(0, 0), (90, 0), (90, 10), (0, 10)], [(80, 0), (90, 0), (90, 90), (80, 90)], [(0, 80), (90, 80), (90, 90), (0, 90)]]
    ring.append([(0, 0), (10, 0), (10, 90), (0, 90)])
    assert way_to_point((40, 40), (200, 200), ring) is None


@given(points, points)
def test_a_way_enters_nothing_and_is_not_longer_than_by_any_corner(a: table.Point, b: table.Point) -> None:
    assume(not enters(a, a, BOX) and not table.inside(BOX, a) and not table.inside(BOX, b))
    way = way_to_point(a, b, [BOX])
    assert way is not None
    assert not any(enters(p, q, BOX) for p, q in pairwise(way))
    for corner in BOX:
        if not enters(a, corner, BOX) and not enters(corner, b, BOX):
            assert table.length(way) <= table.length([a, corner, b])


def test_the_nearest_point_of_an_edge_is_reached() -> None:
    assert way_to_area((150, 90), EDGE, [BOX]) == ((150, 90), (150, 0))
    assert way_to_area((400, 0), EDGE, []) == ((400, 0),)
    assert way_to_area((-50, 20), EDGE, []) == ((-50, 20), (0, 0))


def test_a_way_to_an_edge_goes_around() -> None:
    assert way_to_area((450, 400), EDGE, [WALL]) == ((450, 400), (500, 310), (500, 0))


# ---- bearings ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("facing", [(1, 0), (0, 7), (-3, 4), (-5, -12)])
@pytest.mark.parametrize("angle", range(0, 360, 15))
def test_angles_are_compared(facing: tuple[int, int], angle: int) -> None:
    if angle % 30 and angle % 45:
        return
    for bearing in [(5, 2), (2, 5), (-5, 2), (-1, -9), (3, -4), (7, 0), (0, -7), (-7, 0), (0, 7), (6, 6)]:
        seen = seen_from(facing, bearing)
        mine = degrees(atan2(facing[1], facing[0]) - atan2(bearing[1], bearing[0])) % 360
        if abs(mine - angle) > 1e-6:
            assert compare(seen, angle) == (1 if mine > angle else -1)
        else:
            assert compare(seen, angle) == 0


QUADRANTS = [
    ((1, 0), (3,)), ((10, -9), (3,)), ((10, -10), (3, 0)), ((0, -5), (0,)),
    ((-5, -5), (0, 1)), ((-5, 0), (1,)), ((0, 5), (2,)), ((5, 5), (2, 3)),
]  # fmt: skip


@pytest.mark.parametrize(("bearing", "sectors"), QUADRANTS)
def test_sectors_of_a_quadrant(bearing: tuple[int, int], sectors: tuple[int, ...]) -> None:
    """The bounds 45, 135, 225 and 315: the last sector is the front, which runs over 0."""
    assert sector(seen_from((3, 0), bearing), (45, 135, 225, 315)) == sectors


def test_one_arc_all_around_has_no_border() -> None:
    assert sector((5, 5), (45,)) == (0,)
    assert sector((5, 0), (45,)) == (0,)
