"""Which hexes hang together, and what it costs to get there. Knows no rules: callbacks say what is allowed.

networkx is used where a graph is worth having; it takes a tenth of a second to import, hence only inside
the functions that need it. Costs are counted over plain lists, which is far quicker on large maps.
"""

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from tankdsl.ground.maps import NO_HEX, GroundMap

if TYPE_CHECKING:
    from networkx import DiGraph

CanEnter = Callable[[int], bool]
"""Whether a hex can be entered at all."""

CanStep = Callable[[int, int], bool]
"""Whether the side from the first hex to its neighbour can be crossed."""


def movement_graph(ground: GroundMap, can_enter: CanEnter, can_step: CanStep) -> "DiGraph[int]":
    """The hexes that can be entered (nodes: indexes) and the steps between them.

    A step leads from a hex to its neighbour if both can be entered and `can_step` allows it; it is asked
    for each direction by itself. Nodes and edges are added in ascending order of indexes and directions.
    """
    from networkx import DiGraph

    graph: DiGraph[int] = DiGraph()
    graph.add_nodes_from(index for index in range(len(ground)) if can_enter(index))
    graph.add_edges_from(
        (index, next_) for index in list(graph) for next_ in ground.neighbours[index] if next_ in graph and can_step(index, next_)
    )
    return graph


def components(graph: "DiGraph[int]") -> tuple[tuple[int, ...], ...]:
    """Sets of hexes within which each can be reached from each other: the largest first.

    Of sets of equal size the one with the smallest index comes first; each is in ascending order.
    """
    from networkx import strongly_connected_components

    found = [tuple(sorted(part)) for part in strongly_connected_components(graph)]
    return tuple(sorted(found, key=lambda part: (-len(part), part)))


def reachable(graph: "DiGraph[int]", starts: Iterable[int]) -> tuple[int, ...]:
    """Every hex that can be reached from any of the starts, these included, in ascending order.

    Starts that are not in the graph reach nothing.
    """
    from networkx import bfs_layers

    sources = sorted({start for start in starts if start in graph})
    return tuple(sorted(index for layer in bfs_layers(graph, sources) for index in layer))


def sealing_hexes(ground: GroundMap, region: Iterable[int], can_enter: CanEnter) -> tuple[int, ...]:
    """The hexes that shut a region in: those beside it that cannot be entered, in ascending order."""
    inside = set(region)
    return tuple(
        sorted(
            {
                next_
                for index in inside
                for next_ in ground.neighbours[index]
                if next_ != NO_HEX and next_ not in inside and not can_enter(next_)
            }
        )
    )


def shortest_costs(ground: GroundMap, starts: Iterable[int], cost: Callable[[int, int], int | None]) -> dict[int, int]:
    """The least cost from the nearest start to every hex that can be reached, by ascending index.

    `cost` is asked for a hex and its neighbour and answers 0 or more, or None where there is no step
    (ValueError if negative). A hex that cannot be reached is absent; the starts cost 0.
    """
    best: dict[int, int] = {}
    queue: list[tuple[int, int]] = [(0, start) for start in sorted(set(starts))]
    while queue:
        spent, here = heappop(queue)
        if here in best:
            continue
        best[here] = spent
        for next_ in ground.neighbours[here]:
            if next_ == NO_HEX or next_ in best:
                continue
            step = cost(here, next_)
            if step is None:
                continue
            if step < 0:
                raise ValueError(f"the step from hex {here} to hex {next_} costs {step}")
            heappush(queue, (spent + step, next_))
    return {index: best[index] for index in sorted(best)}
