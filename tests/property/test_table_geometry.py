"""What holds on every table: sight goes both ways, and nothing changes when the whole table is moved or turned by a quarter."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tankdsl.engine import tabletop
from tankdsl.ground import table, table_arcs, table_shapes, table_ways
from tests.conformance import exact_geometry as exact

Points = tuple[table.Point, ...]
SMALL = 12
"""On few points touching, collinear and equal ones are common."""

point = st.tuples(st.integers(0, SMALL), st.integers(0, SMALL))
far = st.tuples(st.integers(0, 4800), st.integers(0, 4800))
path = st.lists(point, min_size=1, max_size=4).map(tuple)
triangle = st.lists(point, min_size=3, max_size=3, unique=True).map(tuple).filter(lambda t: table.turn(*t) != 0)
rectangle = st.tuples(point, st.integers(1, 8), st.integers(1, 8)).map(
    lambda r: ((r[0][0], r[0][1]), (r[0][0] + r[1], r[0][1]), (r[0][0] + r[1], r[0][1] + r[2]), (r[0][0], r[0][1] + r[2]))
)
outline = triangle | rectangle | st.tuples(point, point)
vector = st.tuples(st.integers(-50, 50), st.integers(-50, 50)).filter(lambda v: v != (0, 0))
bounds = st.sampled_from([(45, 135, 225, 315), (30, 150, 210, 330), (0, 90, 180, 270), (60, 120)])


def moved(points: Any, by: table.Point) -> Any:
    return tuple((x + by[0], y + by[1]) for x, y in points)


def turned(points: Any) -> Any:
    """A quarter of a turn about (0, 0), anticlockwise."""
    return tuple((-y, x) for x, y in points)


def answers(way: Points, shape: Points, p: table.Point, q: table.Point) -> list[Any]:
    """What the geometry says without giving points."""
    return [
        table.length(way),
        table.leg(p, q),
        table.inside(shape, p),
        table.crosses(way, shape),
        table.crosses((p, q), shape),
        table_ways.enters(p, q, shape),
        table.to_path(p, way),
        table.to_outline(p, shape),
        table.touch(p, q, shape[0], shape[1]),
    ]


@given(point, point, outline)
def test_sight_goes_both_ways(a: table.Point, b: table.Point, shape: Points) -> None:
    assert table.crosses((a, b), shape) == table.crosses((b, a), shape)
    assert table_ways.enters(a, b, shape) == table_ways.enters(b, a, shape)


@given(path, outline, point, point)
def test_the_exact_computation_says_the_same(way: Points, shape: Points, p: table.Point, q: table.Point) -> None:
    fine, own = exact.points(shape), exact.points((p, q))
    assert table.inside(shape, p) == exact.inside(fine, own[0])
    assert table.crosses(way, shape) == exact.crosses(exact.points(way), fine)
    assert table_ways.enters(p, q, shape) == ((p != q and exact.enters(*own, fine)) or (p == q and exact.deep(fine, own[0])))
    assert table.to_outline(p, shape) == exact.rounded_up(exact.to_outline(own[0], fine))
    assert table.to_path(p, way) == exact.rounded_up(exact.to_path(own[0], exact.points(way)))


@given(path, outline, point, point, far)
def test_nothing_changes_when_everything_is_moved(way: Points, shape: Points, p: table.Point, q: table.Point, by: table.Point) -> None:
    there = moved(way, by), moved(shape, by), *moved((p, q), by)
    assert answers(*there) == answers(way, shape, p, q)
    for distance in range(0, table.length(way) + 2, 3):
        assert table.along(there[0], distance) == moved([table.along(way, distance)], by)[0]
        assert tabletop.heading(there[0], distance) == tabletop.heading(way, distance)
    assert table_shapes.grown(there[1], 3) == tuple(moved(piece, by) for piece in table_shapes.grown(shape, 3))
    assert table_shapes.circle(there[2], 70) == moved(table_shapes.circle(p, 70), by)


@given(path, outline, point, point)
def test_nothing_changes_when_everything_is_turned(way: Points, shape: Points, p: table.Point, q: table.Point) -> None:
    there = turned(way), turned(shape), *turned((p, q))
    assert answers(*there) == answers(way, shape, p, q)
    for distance in range(0, table.length(way) + 2, 3):
        assert table.along(there[0], distance) == turned([table.along(way, distance)])[0]
    pieces = {frozenset(piece) for piece in table_shapes.grown(there[1], 3)}
    assert pieces == {frozenset(turned(piece)) for piece in table_shapes.grown(shape, 3)}
    assert set(table_shapes.circle(there[2], 70)) == set(turned(table_shapes.circle(p, 70)))


@given(vector, vector, bounds)
def test_arcs_do_not_depend_on_where_a_piece_faces(facing: table.Point, bearing: table.Point, ends: tuple[int, ...]) -> None:
    found = table_arcs.sector(table_arcs.seen_from(facing, bearing), ends)
    assert found == table_arcs.sector(table_arcs.seen_from(*turned((facing, bearing))), ends)
    assert list(found) == exact.sector(*exact.points((facing, bearing)), ends)
    assert table_arcs.reduced(turned([bearing])[0]) == turned([table_arcs.reduced(bearing)])[0]


@settings(max_examples=40)
@given(point, point, st.lists(rectangle, max_size=2))
def test_a_way_is_the_shortest_and_as_long_when_it_is_turned(start: table.Point, goal: table.Point, shapes: list[Points]) -> None:
    found = table_ways.way_to_point(start, goal, shapes)
    if start != goal:
        assert found == exact.best_way(
            exact.points([start])[0], exact.points([goal]), [exact.points(shape) for shape in shapes], (99, 99), is_area=False
        )
    there = table_ways.way_to_point(turned([start])[0], turned([goal])[0], [turned(shape) for shape in shapes])
    assert (found is None) == (there is None)
    if found is not None and there is not None:
        assert table.length(found) == table.length(there)
        free = [shape for shape in shapes if not table_ways.is_deep(start, shape)]
        assert not any(table_ways.enters(a, b, shape) for a, b in pairwise(found) for shape in free)


@given(outline, point, st.integers(1, 9))
def test_whoever_does_not_enter_what_is_grown_keeps_away(shape: Points, p: table.Point, room: int) -> None:
    if table.to_outline(p, shape) < room:
        assert any(table_ways.is_deep(p, piece) for piece in table_shapes.grown(shape, room))
