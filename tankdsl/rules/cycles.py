"""Circles in directed graphs, found in the same order on every run."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import TypeVar

from tankdsl.ground.graph import strongly_connected

Node = TypeVar("Node", bound=Hashable)


def knots(successors: Mapping[Node, Collection[Node]]) -> list[list[Node]]:
    """The sets of nodes that lie on circles (strongly connected, or calling themselves); nodes and sets in the order of the mapping."""
    order = {node: position for position, node in enumerate(successors)}
    found = [sorted(part, key=order.__getitem__) for part in strongly_connected(successors)]
    circular = [part for part in found if len(part) > 1 or part[0] in successors[part[0]]]
    return sorted(circular, key=lambda part: order[part[0]])


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
