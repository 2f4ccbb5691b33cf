"""What hangs together on a map, one-way steps included.

Hexes between which steps lead both ways, directly or over others, are one *land*: plain lists of integers find that out in a moment, and
whatever a map looks like, nearly all of it is one land.  What one-way steps make of several lands is asked of networkx, on a graph that
has a node for each land and not for each hex.  A map that is one land needs no more, and then networkx is not even imported.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tankdsl.ground.graph import Steps

if TYPE_CHECKING:
    from networkx import DiGraph

Hexes = tuple[int, ...]


class Lands:
    """The lands of a movement graph. Hexes are given as indexes, sets of them in ascending order."""

    def __init__(self, graph: Steps) -> None:
        self.graph = graph
        self.parts, self._part_of = _parts(graph)

    @cached_property
    def components(self) -> tuple[Hexes, ...]:
        """Sets of hexes within which each can be reached from each other: the largest first, of equal ones that with the smallest index."""
        if len(self.parts) < 2:
            return self.parts
        from networkx import strongly_connected_components

        found = [self._hexes(numbers) for numbers in strongly_connected_components(self._digraph)]
        return tuple(sorted(found, key=lambda part: (-len(part), part)))

    def reachable(self, starts: Iterable[int]) -> Hexes:
        """Every hex that can be reached from any of the starts, these included. Starts that are not in the graph reach nothing."""
        return self._hexes(self._reached(starts))

    def beyond(self, starts: Iterable[int]) -> tuple[Hexes, ...]:
        """What cannot be reached from the starts, in regions; what touches is one region, whichever way one can go between its parts."""
        reached = self._reached(starts)
        left = [number for number in range(len(self.parts)) if number not in reached]
        if not left:
            return ()
        from networkx import weakly_connected_components

        found = [self._hexes(numbers) for numbers in weakly_connected_components(self._digraph.subgraph(left))]
        return tuple(sorted(found, key=lambda part: (-len(part), part)))

    def _reached(self, starts: Iterable[int]) -> set[int]:
        reached = {self._part_of[start] for start in starts if start in self._part_of}
        if len(self.parts) < 2:
            return reached
        from networkx import descendants

        for number in sorted(reached):
            reached |= descendants(self._digraph, number)
        return reached

    def _hexes(self, numbers: Iterable[int]) -> Hexes:
        return tuple(sorted(index for number in numbers for index in self.parts[number]))

    @cached_property
    def _digraph(self) -> DiGraph[Any]:
        """The lands by number, and the steps from one to another."""
        from networkx import DiGraph

        found: DiGraph[Any] = DiGraph()
        found.add_nodes_from(range(len(self.parts)))
        of = self._part_of
        found.add_edges_from((of[a], of[b]) for a, nexts in self.graph.items() for b in nexts if of[a] != of[b])
        return found


def _parts(graph: Steps) -> tuple[tuple[Hexes, ...], dict[int, int]]:
    """Sets of hexes that hang together by steps which lead both ways, by their smallest index; and the number of the set of each hex."""
    parts: list[Hexes] = []
    part_of: dict[int, int] = {}
    for start in graph:
        if start in part_of:
            continue
        number, found = len(parts), [start]
        part_of[start] = number
        for a in found:
            for b in graph[a]:
                if b not in part_of and a in graph[b]:
                    part_of[b] = number
                    found.append(b)
        parts.append(tuple(sorted(found)))
    return tuple(parts), part_of
