"""Routes that share no hex, cuts and chokepoints, compared with networkx."""

from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tankdsl.ground.routes import chokepoints, routes_between

AROUND = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def steps_of(size, holes=(), shut=()):
    """The steps on a rhombus of hexes without the holes and the single steps that are shut."""
    spots = {(q, r) for q in range(size) for r in range(size)} - {(hole % size, hole // size) for hole in holes}
    number = {spot: spot[1] * size + spot[0] for spot in spots}
    return {
        number[q, r]: tuple(
            sorted(
                number[q + dq, r + dr]
                for dq, dr in AROUND
                if (q + dq, r + dr) in spots and (number[q, r], number[q + dq, r + dr]) not in shut
            )
        )
        for q, r in sorted(spots, key=number.__getitem__)
    }


@st.composite
def grounds(draw):
    size = draw(st.integers(2, 6))
    index = st.integers(0, size * size - 1)
    steps = steps_of(size, draw(st.sets(index, max_size=size * size // 2)), draw(st.sets(st.tuples(index, index), max_size=12)))
    return steps, draw(st.sets(index, max_size=4)), draw(st.sets(index, max_size=4))


def most_routes(steps, starts, goals):
    """The same number by another library: the greatest flow when each hex is a pipe."""
    pipes = nx.DiGraph()
    pipes.add_nodes_from(("start", "goal"))
    for a, nexts in steps.items():
        pipes.add_edge((a, 0), (a, 1), capacity=1)
        pipes.add_edges_from(((a, 1), (b, 0)) for b in nexts)
    pipes.add_edges_from(("start", (a, 0)) for a in starts if a in steps)
    pipes.add_edges_from(((a, 1), "goal") for a in goals if a in steps)
    return nx.maximum_flow_value(pipes, "start", "goal")


@settings(max_examples=150, deadline=None)
@given(grounds())
def test_as_many_routes_as_the_greatest_flow_and_a_cut_of_that_size(ground):
    steps, starts, goals = ground
    found = routes_between(steps, starts, goals)
    assert len(found.routes) == len(found.cut) == most_routes(steps, starts, goals)
    used = [index for route in found.routes for index in route]
    assert len(used) == len(set(used))
    for route in found.routes:
        assert route[0] in starts and route[-1] in goals
        assert all(b in steps[a] for a, b in pairwise(route))
    rest = {a: tuple(b for b in nexts if b not in found.cut) for a, nexts in steps.items() if a not in found.cut}
    assert routes_between(rest, starts, goals).routes == ()


@settings(max_examples=150, deadline=None)
@given(grounds())
def test_chokepoints_are_the_articulation_points_and_bridges(ground):
    steps, _, _ = ground
    graph = nx.Graph()
    graph.add_nodes_from(steps)
    graph.add_edges_from((a, b) for a, nexts in steps.items() for b in nexts if a in steps[b])
    lost = {}
    for index in nx.articulation_points(graph):
        rest = graph.subgraph(nx.node_connected_component(graph, index) - {index})
        sizes = [len(part) for part in nx.connected_components(rest)]
        if sum(sizes) - max(sizes) > 1:
            lost[index] = sum(sizes) - max(sizes)
    found = chokepoints(steps)
    assert dict(found.hexes) == lost
    assert [count for _, count in found.hexes] == sorted(lost.values(), reverse=True)
    assert set(found.bridges) == {tuple(sorted(bridge)) for bridge in nx.bridges(graph) if all(graph.degree(end) > 1 for end in bridge)}


@pytest.mark.parametrize(("starts", "goals"), [((), (8,)), ((0,), ()), ((), ())])
def test_without_starts_or_goals_there_is_no_route(starts, goals):
    found = routes_between(steps_of(3), starts, goals)
    assert (found.routes, found.cut) == ((), ())


def test_a_wall_with_two_gates():
    # Row 2 of 5 is a wall but for its first and fourth hex.
    steps = steps_of(5, holes=(11, 12, 14))
    found = routes_between(steps, range(5), range(20, 25))
    assert len(found.routes) == 2
    assert found.cut == (10, 13)
    assert chokepoints(steps).hexes == ()
    one_gate = steps_of(5, holes=(11, 12, 13, 14))
    assert chokepoints(one_gate).hexes[0] == (10, 10)
