"""Free space on a table: parts that no way joins."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import networkx
from hypothesis import given, settings
from hypothesis import strategies as st

from tankdsl.ground.table import Point
from tankdsl.ground.table_shapes import grown
from tankdsl.ground.table_space import free_parts, may_enclose
from tankdsl.ground.table_ways import enters, is_deep, way_to_point

SIZE = (2400, 2400)
Outlines = Sequence[tuple[Point, ...]]


def box(left: int, bottom: int, right: int, top: int) -> tuple[Point, ...]:
    return ((left, bottom), (right, bottom), (right, top), (left, top))


def walls(*lines: tuple[Point, Point]) -> Outlines:
    return [part for line in lines for part in grown(line, 1)]


COURT = [((800, 800), (1600, 800)), ((1600, 800), (1600, 1600)), ((800, 1600), (1600, 1600)), ((800, 800), (800, 1600))]


def shown(outlines: Outlines) -> list[tuple[Point, Point]]:
    """The rectangle around each part."""
    return [((part[0][0], min(y for _, y in part)), (part[-1][0], max(y for _, y in part))) for part in free_parts(SIZE, outlines)]


def test_an_empty_table_is_one_part() -> None:
    assert free_parts(SIZE, []) == [((0, 0), (0, 2400), (2400, 0), (2400, 2400))]


def test_a_court_between_four_walls_is_a_part_of_its_own() -> None:
    assert may_enclose(SIZE, walls(*COURT))
    assert shown(walls(*COURT)) == [((0, 0), (2400, 2400)), ((801, 801), (1599, 1599))]


def test_a_court_with_a_gap_is_not() -> None:
    assert len(shown(walls(*COURT[:2], COURT[3], ((800, 1600), (1590, 1600))))) == 1


def test_a_wall_from_edge_to_edge_parts_the_table() -> None:
    outlines = [box(-1, 1000, 2401, 1200)]
    assert may_enclose(SIZE, outlines)
    assert shown(outlines) == [((0, 0), (2400, 1000)), ((0, 1200), (2400, 2400))]


def test_along_the_edge_of_a_wall_that_ends_there_a_way_still_leads() -> None:
    assert len(shown([box(0, 1000, 2400, 1200)])) == 1


def test_a_wall_that_ends_before_the_edge_does_not() -> None:
    outlines = [box(0, 1000, 2399, 1200)]
    assert not may_enclose(SIZE, outlines)
    assert len(shown(outlines)) == 1


def test_a_corner_that_is_cut_off() -> None:
    outlines = [((-1, 601), (601, -1), (700, -1), (-1, 700))]
    assert may_enclose(SIZE, outlines)
    assert shown(outlines) == [((0, 0), (600, 600)), ((0, 0), (2400, 2400))]
    assert [(600, 600) in part for part in free_parts((600, 600), outlines)] == [False, True]


def test_outlines_that_touch_in_a_row_enclose_nothing() -> None:
    assert not may_enclose(SIZE, [box(300, 300, 600, 600), box(600, 300, 900, 600), box(900, 300, 1200, 600)])


boxes = st.builds(
    lambda x, y, w, h: box(x, y, x + w, y + h),
    st.integers(0, 20).map(lambda n: n * 100),
    st.integers(0, 20).map(lambda n: n * 100),
    st.integers(1, 12).map(lambda n: n * 100),
    st.integers(1, 12).map(lambda n: n * 100),
)


@settings(max_examples=20, deadline=None)
@given(st.lists(boxes, max_size=4))
def test_parts_are_those_of_the_whole_graph_of_their_points(outlines: Outlines) -> None:
    parts = free_parts(SIZE, outlines)
    points = [point for part in parts for point in part]
    graph: networkx.Graph[Point] = networkx.Graph()
    graph.add_nodes_from(points)
    graph.add_edges_from((a, b) for a, b in combinations(points, 2) if not any(enters(a, b, outline) for outline in outlines))
    assert sorted(map(sorted, networkx.connected_components(graph))) == sorted(map(sorted, parts))
    assert not any(is_deep(point, outline) for point in points for outline in outlines)


@settings(max_examples=20, deadline=None)
@given(st.lists(boxes, max_size=4))
def test_no_way_leads_from_part_to_part_and_ways_lead_through_each(outlines: Outlines) -> None:
    parts = free_parts(SIZE, outlines)
    for part in parts:
        assert way_to_point(part[0], part[-1], outlines, SIZE) is not None
    for one, other in combinations(parts, 2):
        assert way_to_point(one[0], other[0], outlines, SIZE) is None


@settings(max_examples=50, deadline=None)
@given(st.lists(boxes, max_size=5))
def test_where_nothing_touches_in_a_circle_there_is_one_part(outlines: Outlines) -> None:
    if not may_enclose(SIZE, outlines):
        assert len(free_parts(SIZE, outlines)) <= 1
