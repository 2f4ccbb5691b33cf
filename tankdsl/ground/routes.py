"""Routes over a map that share no hex, and the hexes that all of them must pass: where a map can be closed.

**Routes.** As many routes as there are from some hexes to others without a common hex, so many hexes are enough to close every way between
them (Menger's theorem); starts and goals count as hexes of the routes and of the smallest cut. Routes are added one by one, each by the
shortest way that may also push a route that is there already aside: it comes upon the route, goes back along it to the hex before, and the
route is led on from there (Ford and Fulkerson's method, in which every hex is a pipe for one route). On a map of a few hundred hexes this
takes less time than building the network that a library would want.

**Chokepoints.** A hex without which the rest falls apart is an articulation point of the graph of steps that lead both ways; two neighbours
over whose common side the only way leads are a bridge. Both are read off the biconnected parts of the graph, which networkx finds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tankdsl.frozen import FrozenValue
from tankdsl.ground.graph import Steps

if TYPE_CHECKING:
    from networkx import Graph

Stand = int
"""Twice the number of a hex: in front of it, seen along the route that goes through it; one more: behind it."""
OUTSIDE: Stand = -1
"""From where the starts are entered."""


class Routes(FrozenValue):
    """How many ways there are between some hexes and others."""

    routes: tuple[tuple[int, ...], ...]
    """Routes without a common hex, as many as there are; each from a start to a goal."""
    cut: tuple[int, ...]
    """As many hexes that close them all, in ascending order."""


class Chokepoints(FrozenValue):
    """Where ground hangs by one hex or by one side between two."""

    hexes: tuple[tuple[int, int], ...]
    """Each with the number of hexes that lose their way to the largest rest without it, the largest number first. Dead ends of one hex do
    not count."""
    bridges: tuple[tuple[int, int], ...]
    """Neighbours over whose common side the only way between more than one hex on either end leads, in ascending order."""


# ---------------------------------------------------------------------------------------------------------------- routes


def routes_between(steps: Steps, starts: Iterable[int], goals: Iterable[int], most: int | None = None) -> Routes:
    """The routes from any start to any goal. A hex that is both is a route of one hex.

    No more than `most` are looked for, if that is given; when so many are found, nothing is said of what closes them.
    """
    first = sorted(set(starts).intersection(steps))
    last = set(goals).intersection(steps)
    before: dict[int, int | None] = {}
    """For each hex of a route the one before it; None at its start."""
    count, shut = 0, set[int]()
    while most is None or count < most:
        came_from, end = _search(steps, first, last, before)
        if end is None:
            shut = {stand >> 1 for stand in came_from if not stand & 1 and stand + 1 not in came_from}
            break
        _lead(before, came_from, end)
        count += 1
    after = {previous: hex_ for hex_, previous in before.items() if previous is not None}
    routes = [_follow(hex_, after) for hex_, previous in before.items() if previous is None]
    return Routes(tuple(sorted(routes, key=lambda route: (len(route), route))), tuple(sorted(shut)))


def routes_outside(steps: Steps, here: Iterable[int], there: Iterable[int], most: int | None = None) -> Routes | None:
    """The routes from some hexes to others that share no hex outside of these, each with its ends inside; and the hexes outside that close
    them (see `routes_between` for `most`). None when one can step from these hexes to those directly, or they have a hex in common.
    """
    first, last = set(here), set(there)
    if first & last or any(near in last for index in first for near in steps.get(index, ())):
        return None
    inside = first | last
    outside = {a: tuple(b for b in nexts if b not in inside) for a, nexts in steps.items() if a not in inside}
    came_from = {near: index for index in sorted(first, reverse=True) for near in steps.get(index, ()) if near in outside}
    arrives = {a: min(b for b in steps[a] if b in last) for a in outside if not last.isdisjoint(steps[a])}
    found = routes_between(outside, came_from, arrives, most)
    return Routes(tuple((came_from[route[0]], *route, arrives[route[-1]]) for route in found.routes), found.cut)


def _search(steps: Steps, first: list[int], last: set[int], before: dict[int, int | None]) -> tuple[dict[Stand, Stand], Stand | None]:
    """The stands that one more route could come to, each with the one that it comes from, and where it arrives at a goal."""
    came_from: dict[Stand, Stand] = {2 * hex_: OUTSIDE for hex_ in first}
    todo: list[Stand] = list(came_from)
    for stand in todo:
        hex_, behind = stand >> 1, stand & 1
        if behind:
            if hex_ in last:
                return came_from, stand
            for near in steps[hex_]:
                if 2 * near not in came_from:
                    came_from[2 * near] = stand
                    todo.append(2 * near)
            if hex_ not in before or stand - 1 in came_from:
                continue
            next_ = stand - 1
        elif hex_ not in before:
            next_ = stand + 1
        else:
            previous = before[hex_]
            if previous is None:
                continue
            next_ = 2 * previous + 1
        if next_ not in came_from:
            came_from[next_] = stand
            todo.append(next_)
    return came_from, None


def _lead(before: dict[int, int | None], came_from: dict[Stand, Stand], end: Stand) -> None:
    """Lead one more route along the stands that were found, and the routes that it comes upon aside."""
    added: dict[int, int | None] = {}
    freed: set[int] = set()
    stand = end
    while stand != OUTSIDE:
        origin = came_from[stand]
        hex_, from_hex = stand >> 1, origin >> 1
        if origin == OUTSIDE:
            added[hex_] = None
        elif from_hex != hex_ and stand & 1:
            freed.add(from_hex)
        elif from_hex != hex_:
            added[hex_] = from_hex
        stand = origin
    for hex_ in freed:
        before.pop(hex_, None)
    before.update(added)


def _follow(hex_: int, after: dict[int, int]) -> tuple[int, ...]:
    found = [hex_]
    while found[-1] in after:
        found.append(after[found[-1]])
    return tuple(found)


# ----------------------------------------------------------------------------------------------------------- chokepoints


def chokepoints(steps: Steps) -> Chokepoints:
    """The chokepoints of each part of the ground between whose hexes one can go to and fro."""
    from networkx import Graph, biconnected_components

    graph: Graph[Any] = Graph()
    graph.add_edges_from((a, b) for a, nexts in steps.items() for b in nexts if a < b and a in steps[b])
    blocks = [tuple(sorted(block)) for block in biconnected_components(graph)]
    shared = _shared(blocks)
    lost = {hex_: sum(parts) - max(parts) for hex_, parts in _parts(blocks, shared).items()}
    hexes = sorted(((hex_, count) for hex_, count in lost.items() if count > 1), key=lambda each: (-each[1], each[0]))
    bridges = sorted((block[0], block[1]) for block in blocks if len(block) == 2 and all(hex_ in shared for hex_ in block))
    return Chokepoints(tuple(hexes), tuple(bridges))


def _shared(blocks: list[tuple[int, ...]]) -> dict[int, list[int]]:
    """The hexes that belong to several blocks, with the numbers of these."""
    of: dict[int, list[int]] = {}
    for number, block in enumerate(blocks):
        for hex_ in block:
            of.setdefault(hex_, []).append(number)
    return {hex_: numbers for hex_, numbers in of.items() if len(numbers) > 1}


def _parts(blocks: list[tuple[int, ...]], shared: dict[int, list[int]]) -> dict[int, list[int]]:
    """For each shared hex the sizes of the parts into which its ground falls without it.

    Blocks and the hexes that they share are a tree; what hangs below each block is summed up from the leaves.
    """
    found: dict[int, list[int]] = {}
    seen: set[int] = set()
    for root in range(len(blocks)):
        if root in seen:
            continue
        order: list[tuple[int, int | None]] = [(root, None)]
        seen.add(root)
        for block, above in order:
            for hex_ in blocks[block]:
                if hex_ != above:
                    fresh = [number for number in shared.get(hex_, ()) if number not in seen]
                    seen.update(fresh)
                    order += [(number, hex_) for number in fresh]
        below: dict[int, list[int]] = {}
        total = 0
        for block, above in reversed(order):
            size = sum(1 + sum(below.get(hex_, ())) for hex_ in blocks[block] if hex_ != above)
            if above is None:
                total = size
            else:
                below.setdefault(above, []).append(size)
        found.update({hex_: [*sizes, total - 1 - sum(sizes)] for hex_, sizes in below.items()})
    return {hex_: [size for size in sizes if size] for hex_, sizes in found.items()}
