"""What hangs together on a map, one-way steps included.

Hexes between which steps lead both ways, directly or over others, are one *land*: plain lists of integers find that out in a moment, and
whatever a map looks like, nearly all of it is one land.  What one-way steps make of several lands is found on a graph that has a node for
each land and not for each hex.  Only where such steps may lead in circles, networkx is asked, and else not even imported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from tankdsl.ground.graph import Steps

Hexes = tuple[int, ...]

CLOSED = -1
"""Number of the land of a hex that cannot be entered."""


class Lands:
    """The lands of the steps on a map. Hexes are given as indexes, sets of them in ascending order.

    `open` has a 1 for each hex that can be entered, and a 0 more at its end; `sources` gives for each hex the neighbours from which one
    may step into it (NO_HEX may be among them). `barred` are the hexes into which one may not step from all neighbours of theirs; all
    neighbours are those hexes into which one may step from them, or from which into them.
    """

    def __init__(self, open: bytes, sources: Sequence[Sequence[int]], barred: Mapping[int, Sequence[int]]) -> None:
        self.open, self.sources = open, sources
        self._barred = barred
        self.parts, self._number = _flooded(open, _mutual(open, sources, barred))

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
        # Whence one may step somewhere without being able to step back: those steps are barred the other way.
        barred = {b: [a for a in steps.get(b, ()) if a not in set(sources[b])] for b in steps}
        return cls(bytes(open), sources, {b: ends for b, ends in barred.items() if ends})

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

    def firsts_of(self, hexes: Hexes) -> list[int]:
        """Of some hexes (ascending) the first in each land, in ascending order; those that cannot be entered count as one land."""
        return sorted(dict(zip(map(self._number.__getitem__, reversed(hexes)), reversed(hexes), strict=True)).values())

    @cached_property
    def numbers(self) -> tuple[tuple[int, ...], ...]:
        """The lands of each component, in the order of `components`."""
        on_circles = self._on_circles()
        found = [(number,) for number in range(len(self.parts)) if number not in on_circles]
        if on_circles:
            from networkx import DiGraph, strongly_connected_components

            graph: DiGraph[int] = DiGraph()
            graph.add_edges_from((a, b) for a, b in self.one_way if a in on_circles and b in on_circles)
            found += [tuple(sorted(numbers)) for numbers in strongly_connected_components(graph)]
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
        for b, ends in self._barred.items() if len(self.parts) > 1 else ():
            # One may not step from these ends into b; the step from b to them may be open.
            for a in ends if of[b] >= 0 else ():
                if of[a] >= 0 and of[a] != of[b] and b in self.sources[a]:
                    found.setdefault((of[b], of[a]), (b, a))
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
        left = set(numbers)
        for number in numbers:
            if number in left:
                left.remove(number)
                found = [number]
                for land in found:
                    for near in (*self._nexts.get(land, ()), *self._befores.get(land, ())):
                        if near in left:
                            left.remove(near)
                            found.append(near)
                yield found

    def _on_circles(self) -> set[int]:
        """The lands without those from which nothing leads on to others that are left, or to which nothing leads; and again so."""
        left = {land for step in self.one_way for land in step}
        for nexts, befores in ((self._nexts, self._befores), (self._befores, self._nexts)):
            onward = {land: sum(next_ in left for next_ in nexts.get(land, ())) for land in left}
            ends = [land for land, count in onward.items() if not count]
            for land in ends:
                left.remove(land)
                for before in befores.get(land, ()):
                    if before in left:
                        onward[before] -= 1
                        if not onward[before]:
                            ends.append(before)
        return left

    def _hexes(self, numbers: Iterable[int]) -> Hexes:
        chosen = tuple(numbers)
        return self.parts[chosen[0]] if len(chosen) == 1 else tuple(sorted(index for number in chosen for index in self.parts[number]))


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


def _mutual(open: bytes, sources: Sequence[Sequence[int]], barred: Mapping[int, Sequence[int]]) -> Sequence[Sequence[int]]:
    """For each hex the neighbours with which it is joined by steps that lead both ways."""
    if not barred:
        return sources
    found = list(sources)
    for b, ends in barred.items():
        for a in ends:
            if open[a] and b in found[a]:
                found[a] = [one for one in found[a] if one != b]
    return found


def _flooded(open: bytes, near: Sequence[Sequence[int]]) -> tuple[tuple[Hexes, ...], list[int]]:
    """The lands of steps that all lead both ways, by their smallest index; and the number of the land of each hex, CLOSED at the end."""
    left = bytearray(open)
    numbers = [CLOSED] * len(left)
    parts: list[Hexes] = []
    start = left.find(1)
    while start >= 0:
        left[start] = 0
        found = [start]
        add = found.append
        for a in found:
            for b in near[a]:
                # NO_HEX is -1 and finds the 0 at the end.
                if left[b]:
                    left[b] = 0
                    add(b)
        number = len(parts)
        for index in found:
            numbers[index] = number
        # Of a large land it is quicker to pick its hexes out of all in order than to sort them.
        large = len(found) > len(left) // 8
        parts.append(tuple([index for index, land in enumerate(numbers) if land == number] if large else sorted(found)))
        start = left.find(1, start)
    return tuple(parts), numbers
