"""What hangs together on a map, one-way steps included.

Hexes between which steps lead both ways, directly or over others, are one *land*: plain lists of integers find that out in a moment, and
whatever a map looks like, nearly all of it is one land.  What one-way steps make of several lands is asked of networkx, on a graph that
has a node for each land and not for each hex.  A map without one-way steps needs no more, and then networkx is not even imported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tankdsl.ground.graph import Steps

if TYPE_CHECKING:
    from networkx import DiGraph

Hexes = tuple[int, ...]

CLOSED = -1
"""Number of the land of a hex that cannot be entered."""


class Lands:
    """The lands of the steps on a map. Hexes are given as indexes, sets of them in ascending order.

    `open` has a 1 for each hex that can be entered, and a 0 more at its end; `sources` gives for each hex the neighbours from which one
    may step into it (NO_HEX may be among them). If `both_ways`, every step between open hexes leads back too.
    """

    def __init__(self, open: bytes, sources: Sequence[Sequence[int]], both_ways: bool = False) -> None:
        self.open, self.sources, self.both_ways = open, sources, both_ways
        self.parts, self._number = _flooded(open, sources) if both_ways else _joined(open, sources)

    @classmethod
    def of_steps(cls, steps: Steps) -> Lands:
        """The lands of a graph that gives for each open hex those to which one can step from it."""
        size = max(steps, default=-1) + 1
        open = bytearray(size + 1)
        sources: list[list[int]] = [[] for _ in range(size)]
        for a, nexts in steps.items():
            open[a] = 1
            for b in nexts:
                sources[b].append(a)
        return cls(bytes(open), sources)

    @cached_property
    def graph(self) -> Mapping[int, Hexes]:
        """The hexes that can be entered (ascending), and for each those to which one can step from it."""
        nexts: dict[int, list[int]] = {index: [] for index, is_open in enumerate(self.open) if is_open}
        for b in nexts:
            for a in self.sources[b]:
                if a >= 0 and self.open[a]:
                    nexts[a].append(b)
        return {index: tuple(found) for index, found in nexts.items()}

    def land_of(self, index: int) -> int:
        """The number of the land of a hex, a position in `parts`; CLOSED for a hex that cannot be entered."""
        return self._number[index]

    @cached_property
    def numbers(self) -> tuple[tuple[int, ...], ...]:
        """The lands of each component, in the order of `components`."""
        if not self.one_way:
            found = [(number,) for number in range(len(self.parts))]
        else:
            from networkx import strongly_connected_components

            found = [tuple(sorted(numbers)) for numbers in strongly_connected_components(self._digraph)]
        sizes = {numbers: sum(len(self.parts[number]) for number in numbers) for numbers in found}
        return tuple(sorted(found, key=lambda numbers: (-sizes[numbers], min(self.parts[number][0] for number in numbers))))

    @cached_property
    def components(self) -> tuple[Hexes, ...]:
        """Sets of hexes within which each can be reached from each other: the largest first, of equal ones that with the smallest index."""
        return tuple(self._hexes(numbers) for numbers in self.numbers)

    @cached_property
    def one_way(self) -> Mapping[tuple[int, int], tuple[int, int]]:
        """The pairs of lands from one of which steps lead into the other, each with its first step (from and to)."""
        found: dict[tuple[int, int], tuple[int, int]] = {}
        of = self._number
        for b, near in enumerate(self.sources) if not self.both_ways and len(self.parts) > 1 else ():
            into = of[b]
            for a in near if into >= 0 else ():
                if of[a] != into and of[a] >= 0:
                    found.setdefault((of[a], into), (a, b))
        return found

    def reachable(self, starts: Iterable[int]) -> Hexes:
        """Every hex that can be reached from any of the starts, these included. Starts that are not in the graph reach nothing."""
        return self._hexes(self.reached(self.land_of(start) for start in starts if 0 <= start < len(self._number)))

    def beyond(self, starts: Iterable[int]) -> tuple[Hexes, ...]:
        """What cannot be reached from the starts, in regions; what touches is one region, whichever way one can go between its parts."""
        reached = self.reached(self.land_of(start) for start in starts)
        return self.regions(number for number in range(len(self.parts)) if number not in reached)

    def reached(self, lands: Iterable[int]) -> set[int]:
        """The lands to which one can come from any of some lands, these included."""
        return _followed(lands, self._nexts)

    def left_from(self, lands: Iterable[int]) -> set[int]:
        """The lands from which one can come to any of some lands, these included."""
        return _followed(lands, self._befores)

    @cached_property
    def _nexts(self) -> Mapping[int, list[int]]:
        found: dict[int, list[int]] = {}
        for a, b in self.one_way:
            found.setdefault(a, []).append(b)
        return found

    @cached_property
    def _befores(self) -> Mapping[int, list[int]]:
        found: dict[int, list[int]] = {}
        for a, b in self.one_way:
            found.setdefault(b, []).append(a)
        return found

    def regions(self, lands: Iterable[int]) -> tuple[Hexes, ...]:
        """The hexes of some lands, in regions of such as touch by a step, the largest first."""
        found = (self._hexes(numbers) for numbers in self.touching(sorted(lands)))
        return tuple(sorted(found, key=lambda part: (-len(part), part)))

    def touching(self, numbers: list[int]) -> Iterable[Iterable[int]]:
        """Some lands in sets of such as touch by a step, whichever way it leads."""
        if not self.one_way or len(numbers) < 2:
            return ((number,) for number in numbers)
        from networkx import weakly_connected_components

        found: Iterable[Iterable[int]] = weakly_connected_components(self._digraph.subgraph(numbers))
        return found

    def _hexes(self, numbers: Iterable[int]) -> Hexes:
        chosen = tuple(numbers)
        return self.parts[chosen[0]] if len(chosen) == 1 else tuple(sorted(index for number in chosen for index in self.parts[number]))

    @cached_property
    def _digraph(self) -> DiGraph[Any]:
        """The lands by number, and the steps from one to another."""
        from networkx import DiGraph

        found: DiGraph[Any] = DiGraph()
        found.add_nodes_from(range(len(self.parts)))
        found.add_edges_from(self.one_way)
        return found


def _followed(lands: Iterable[int], nexts: Mapping[int, list[int]]) -> set[int]:
    """What some lands lead to, from land to land."""
    found = {land for land in lands if land >= 0}
    todo = list(found)
    for land in todo:
        for next_ in nexts.get(land, ()):
            if next_ not in found:
                found.add(next_)
                todo.append(next_)
    return found


def _flooded(open: bytes, sources: Sequence[Sequence[int]]) -> tuple[tuple[Hexes, ...], list[int]]:
    """The lands where every step leads back, by their smallest index; and the number of the land of each hex, CLOSED at the end."""
    left = bytearray(open)
    parts: list[Hexes] = []
    numbers = [CLOSED] * len(left)
    start = left.find(1)
    while start >= 0:
        left[start] = 0
        found = [start]
        for a in found:
            for b in sources[a]:
                # NO_HEX is -1 and finds the 0 at the end.
                if left[b]:
                    left[b] = 0
                    found.append(b)
        found.sort()
        for index in found:
            numbers[index] = len(parts)
        parts.append(tuple(found))
        start = left.find(1, start)
    return tuple(parts), numbers


def _joined(open: bytes, sources: Sequence[Sequence[int]]) -> tuple[tuple[Hexes, ...], list[int]]:
    """The same where steps may lead one way only: those that lead both ways join hexes."""
    parts: list[Hexes] = []
    numbers = [CLOSED] * len(open)
    for start in range(len(open)):
        if not open[start] or numbers[start] >= 0:
            continue
        numbers[start] = len(parts)
        found = [start]
        for a in found:
            for b in sources[a]:
                if open[b] and numbers[b] < 0 and a in sources[b]:
                    numbers[b] = len(parts)
                    found.append(b)
        parts.append(tuple(sorted(found)))
    return tuple(parts), numbers
