"""Which hexes hang together, and what it costs to get there. Knows no rules: callbacks say what is allowed.

Everything works on plain dictionaries and lists, which on large maps is many times quicker than graph objects.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from heapq import heappop, heappush
from typing import TypeVar

from tankdsl.ground.maps import NO_HEX, GroundMap

Node = TypeVar("Node", bound=Hashable)

CanEnter = Callable[[int], bool]
"""Whether a hex can be entered at all."""

CanStep = Callable[[int, int], bool]
"""Whether the side from the first hex to its neighbour can be crossed."""

Steps = Mapping[int, tuple[int, ...]]
"""The hexes that can be entered (indexes, ascending), and for each those to which one can step from it."""


def movement_graph(ground: GroundMap, can_enter: CanEnter, can_step: CanStep) -> Steps:
    """The hexes that can be entered and the steps between them.

    A step leads from a hex to its neighbour if both can be entered and `can_step` allows it; it is asked
    for each direction by itself.
    """
    open = dict.fromkeys(index for index in range(len(ground)) if can_enter(index))
    return {index: tuple(next_ for next_ in ground.neighbours[index] if next_ in open and can_step(index, next_)) for index in open}


def components(graph: Steps) -> tuple[tuple[int, ...], ...]:
    """Sets of hexes within which each can be reached from each other: the largest first.

    Of sets of equal size the one with the smallest index comes first; each is in ascending order.
    """
    found = [tuple(sorted(part)) for part in strongly_connected(graph)]
    return tuple(sorted(found, key=lambda part: (-len(part), part)))


def strongly_connected(graph: Mapping[Node, Iterable[Node]]) -> list[list[Node]]:
    """The sets of nodes within which each can be reached from each other; all that a node leads to must be in the graph.

    Kosaraju's way: from the node that a walk leaves last, everything that leads there is of its set.
    """
    backwards: dict[Node, list[Node]] = {node: [] for node in graph}
    for node, nexts in graph.items():
        for next_ in nexts:
            backwards[next_].append(node)
    seen: set[Node] = set()
    return [_spread(backwards, [node], seen) for node in reversed(_as_left(graph)) if node not in seen]


def _as_left(graph: Mapping[Node, Iterable[Node]]) -> list[Node]:
    """All nodes in the order in which a walk in depth is done with them."""
    left: list[Node] = []
    seen: set[Node] = set()
    for start in graph:
        if start in seen:
            continue
        seen.add(start)
        way = [(start, iter(graph[start]))]
        while way:
            node, rest = way[-1]
            for next_ in rest:
                if next_ not in seen:
                    seen.add(next_)
                    way.append((next_, iter(graph[next_])))
                    break
            else:
                left.append(node)
                way.pop()
    return left


def _spread(graph: Mapping[Node, Iterable[Node]], starts: Iterable[Node], seen: set[Node]) -> list[Node]:
    """The starts and what can be reached from them, without what was seen before; all of it has been seen then."""
    found = list(starts)
    seen.update(found)
    for node in found:
        for next_ in graph[node]:
            if next_ not in seen:
                seen.add(next_)
                found.append(next_)
    return found


def reachable(graph: Steps, starts: Iterable[int]) -> tuple[int, ...]:
    """Every hex that can be reached from any of the starts, these included, in ascending order.

    Starts that are not in the graph reach nothing.
    """
    return tuple(sorted(_spread(graph, {start for start in starts if start in graph}, set())))


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
