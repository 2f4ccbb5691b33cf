"""Circles in directed graphs, found in the same order on every run."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def knots(successors: Mapping[Node, Iterable[Node]]) -> list[list[Node]]:
    """The sets of nodes that lie on circles (strongly connected, or calling themselves); nodes and sets in the order of the mapping."""
    if _is_without_circles(successors):
        return []
    # Imported here because it takes longer than all the rest of checking a small game, and most games have no circle.
    if _is_acyclic(successors):
        return []
    from networkx import DiGraph, strongly_connected_components

    graph: DiGraph[Node] = DiGraph()
    graph.add_nodes_from(successors)
    graph.add_edges_from((node, next_) for node, nexts in successors.items() for next_ in nexts)
    order = {node: position for position, node in enumerate(successors)}
    found = [sorted(part, key=order.__getitem__) for part in strongly_connected_components(graph)]
    circular = [part for part in found if len(part) > 1 or graph.has_edge(part[0], part[0])]
    return sorted(circular, key=lambda part: order[part[0]])


def _is_without_circles(successors: Mapping[Node, Iterable[Node]]) -> bool:
    try:
        TopologicalSorter(successors).prepare()
    except CycleError:
        return False
    return True


def _is_acyclic(successors: Mapping[Node, Iterable[Node]]) -> bool:
    """Whether nodes can be taken away one by one, each when nothing leads to it any more; mostly so, and quick to see."""
    coming: dict[Node, int] = dict.fromkeys(successors, 0)
    for nexts in successors.values():
        for next_ in nexts:
            coming[next_] += 1
    free = [node for node, count in coming.items() if count == 0]
    for node in free:
        for next_ in successors[node]:
            coming[next_] -= 1
            if coming[next_] == 0:
                free.append(next_)
    return len(free) == len(coming)


def shortest_circle(successors: Mapping[Node, Iterable[Node]], knot: list[Node]) -> list[Node]:
    """The shortest way from the first node of a knot back to itself: that node first, and not again at the end."""
    start, inside = knot[0], set(knot)
    came_from: dict[Node, Node] = {}
    layer = [start]
    while layer:
        next_layer: list[Node] = []
        for node in layer:
            for next_ in successors[node]:
                if next_ == start:
                    return _way(came_from, start, node)
                if next_ in inside and next_ not in came_from:
                    came_from[next_] = node
                    next_layer.append(next_)
        layer = next_layer
    raise ValueError("the first node lies on no circle")


def _way(came_from: Mapping[Node, Node], start: Node, end: Node) -> list[Node]:
    way = [end]
    while way[-1] != start:
        way.append(came_from[way[-1]])
    return way[::-1]
