"""Points, legs and outlines on a table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tankdsl.ground import table

SQUARE = [(0, 0), (100, 0), (100, 100), (0, 100)]
HOOK = [(0, 0), (100, 0), (100, 100), (50, 50), (0, 100)]
EDGE = [(0, 0), (4800, 0)]
BEND = [(0, 0), (300, 400), (300, 900)]

points = st.tuples(st.integers(0, 6000), st.integers(0, 6000))


ROOTS = [(0, 0), (1, 1), (2, 2), (4, 2), (5, 3), (9, 3), (10, 4), (10**12, 10**6), (10**12 + 1, 10**6 + 1)]


@pytest.mark.parametrize(("square", "root"), ROOTS)
def test_roots_are_rounded_up(square: int, root: int) -> None:
    assert table.root_up(square) == root


@given(points, points, st.integers(0, 9000))
def test_a_rounded_length_compares_like_the_exact_one(a: table.Point, b: table.Point, reach: int) -> None:
    assert (table.leg(a, b) <= reach) == table.is_within(a, b, reach)


def test_a_path_is_as_long_as_its_legs() -> None:
    assert table.length(BEND) == 1000
    assert table.length([(0, 0), (1, 1)]) == 2
    assert table.length([(7, 7)]) == 0


ALONG = [(-5, (0, 0)), (0, (0, 0)), (250, (150, 200)), (251, (150, 200)), (500, (300, 400)), (700, (300, 600)), (2000, (300, 900))]


@pytest.mark.parametrize(("distance", "point"), ALONG)
def test_a_point_along_a_path(distance: int, point: table.Point) -> None:
    assert table.along(BEND, distance) == point


@given(points, points, st.integers(0, 9000))
def test_a_point_along_a_leg_is_not_beyond_its_distance(a: table.Point, b: table.Point, distance: int) -> None:
    assert table.is_within(a, table.along([a, b], distance), distance)


@pytest.mark.parametrize(
    ("low", "high", "part"),
    [
        (0, 1000, ((0, 0), (300, 400), (300, 900))),
        (250, 700, ((150, 200), (300, 400), (300, 600))),
        (500, 500, ((300, 400),)),
        (500, 900, ((300, 400), (300, 800))),
        (900, 250, ((300, 800),)),
        (-7, 5000, ((0, 0), (300, 400), (300, 900))),
    ],
)
def test_a_part_of_a_path(low: int, high: int, part: tuple[table.Point, ...]) -> None:
    assert table.stretch(BEND, low, high) == part


def test_points_along_a_path_come_in_order() -> None:
    assert table.in_order(BEND, [700, 20, 700, 4000, 1000]) == [1, 0, 2, 3, 4]


@pytest.mark.parametrize(("p", "distance"), [((50, 30), 30), ((-40, 30), 50), ((140, 30), 50), ((50, 0), 0), ((0, 0), 0), ((33, -7), 7)])
def test_from_a_point_to_a_leg(p: table.Point, distance: int) -> None:
    assert table.to_leg(p, (0, 0), (100, 0)) == distance


def test_the_distance_to_a_slanting_leg_is_rounded_up() -> None:
    # The exact distance is 1 / sqrt(2).
    assert table.to_leg((1, 0), (0, 0), (9, 9)) == 1
    assert table.to_leg((10, 0), (0, 0), (90, 90)) == 8


def test_from_a_point_to_a_path() -> None:
    assert table.to_path((350, 600), BEND) == 50
    assert table.to_path((30, 40), [(0, 0)]) == 50


@given(points, points, points)
def test_no_corner_is_nearer_than_the_leg(p: table.Point, a: table.Point, b: table.Point) -> None:
    assert table.to_leg(p, a, b) <= min(table.leg(p, a), table.leg(p, b))


@pytest.mark.parametrize(
    ("p", "is_in"), [((50, 50), True), ((0, 50), True), ((100, 100), True), ((101, 50), False), ((-1, 0), False), ((50, 101), False)]
)
def test_inside_a_square(p: table.Point, is_in: bool) -> None:
    assert table.inside(SQUARE, p) is is_in


@pytest.mark.parametrize(("p", "is_in"), [((50, 60), False), ((50, 50), True), ((20, 70), True), ((80, 70), True), ((50, 10), True)])
def test_inside_a_hook(p: table.Point, is_in: bool) -> None:
    assert table.inside(HOOK, p) is is_in


@given(points)
def test_the_direction_in_which_an_outline_is_written_does_not_matter(p: table.Point) -> None:
    outline = [(x * 40, y * 40) for x, y in HOOK]
    assert table.inside(outline, p) == table.inside(outline[::-1], p)


def test_an_edge_encloses_nothing_but_itself() -> None:
    assert table.inside(EDGE, (17, 0))
    assert not table.inside(EDGE, (17, 1))
    assert table.to_outline((17, 250), EDGE) == 250


@pytest.mark.parametrize(
    ("path", "is_crossing"),
    [
        ([(-50, 50), (150, 50)], True),
        ([(-50, 0), (150, 0)], True),
        ([(-50, 100), (50, 200)], False),
        ([(-50, 50), (50, 150)], True),
        ([(40, 40), (60, 60)], True),
        ([(200, 200), (300, 50), (101, 50)], False),
        ([(200, 200), (300, 50), (100, 50)], True),
        ([(50, 50)], True),
    ],
)
def test_a_path_that_touches_an_outline_crosses_it(path: list[table.Point], is_crossing: bool) -> None:
    assert table.crosses(path, SQUARE) is is_crossing


@given(points, points)
def test_what_crosses_does_so_in_both_directions(a: table.Point, b: table.Point) -> None:
    outline = [(x * 40, y * 40) for x, y in HOOK]
    assert table.crosses([a, b], outline) == table.crosses([b, a], outline)


@pytest.mark.parametrize(("p", "distance"), [((50, 50), 0), ((100, 20), 0), ((130, 140), 50), ((50, -30), 30)])
def test_from_a_point_to_an_outline(p: table.Point, distance: int) -> None:
    assert table.to_outline(p, SQUARE) == distance
