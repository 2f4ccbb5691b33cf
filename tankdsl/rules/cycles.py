"""Circles in directed graphs, found in the same order on every run.

Most graphs have none.  So what certainly lies on no circle is struck out first: a node to which nothing leads, or from which nothing
leads on, then again what is so without it.  Only if something is left, networkx tells the knots apart.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def knots(successors: Mapping[Node, Collection[Node]]) -> list[list[Node]]:
    """The sets of nodes that lie on circles (strongly connected, or calling themselves); nodes and sets in the order of the mapping."""
    candidates = _left(_left(successors, _turned(successors)), successors)
    if not candidates:
        return []
    from networkx import DiGraph, strongly_connected_components

    order = {node: position for position, node in enumerate(successors)}
    graph: DiGraph[Node] = DiGraph({node: [next_ for next_ in successors[node] if next_ in candidates] for node in candidates})
    found = [sorted(part, key=order.__getitem__) for part in strongly_connected_components(graph)]
    circular = [part for part in found if len(part) > 1 or part[0] in successors[part[0]]]
    return sorted(circular, key=lambda part: order[part[0]])


def _turned(successors: Mapping[Node, Collection[Node]]) -> dict[Node, list[Node]]:
    """The same graph with every arrow turned round."""
    turned: dict[Node, list[Node]] = {node: [] for node in successors}
    for node, nexts in successors.items():
        for next_ in nexts:
            turned[next_].append(node)
    return turned


def _left(nodes: Collection[Node], behind: Mapping[Node, Collection[Node]]) -> dict[Node, None]:
    """The nodes without those from which nothing leads on, and again so; `behind` gives for each node what leads to it."""
    left = dict.fromkeys(nodes)
    onward = dict.fromkeys(left, 0)
    for node in left:
        for before in behind[node]:
            if before in left:
                onward[before] += 1
    ends = [node for node, count in onward.items() if not count]
    for node in ends:
        del left[node]
        for before in behind[node]:
            if before in left:
                onward[before] -= 1
                if not onward[before]:
                    ends.append(before)
    return left


def shortest_circle(successors: Mapping[Node, Collection[Node]], knot: list[Node]) -> list[Node]:
    """The shortest way from the first node of a knot back to itself: that node first, and not again at the end."""
    from networkx import DiGraph, shortest_path

    start, inside = knot[0], set(knot)
    if start in successors[start]:
        return [start]
    graph: DiGraph[Node] = DiGraph()
    graph.add_edges_from((node, next_) for node in knot for next_ in successors[node] if next_ in inside)
    ways = [shortest_path(graph, next_, start) for next_ in dict.fromkeys(successors[start]) if next_ in inside]
    return [start, *min(ways, key=len)[:-1]]
