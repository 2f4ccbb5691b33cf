"""Where one can step, what shuts a region in, and what it costs to get there. Knows no rules: callbacks say what is allowed.

Everything works on plain dictionaries and lists, which on large maps is many times quicker than graph objects. What hangs together is
found in `lands`.
"""

from collections.abc import Callable, Iterable, Mapping
from heapq import heappop, heappush

from tankdsl.ground.maps import NO_HEX, GroundMap

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


def cheapest_path(
    ground: GroundMap, starts: Iterable[int], goals: Iterable[int], cost: Callable[[int, int], int | None]
) -> tuple[int, tuple[int, ...]] | None:
    """The cost and the hexes of the cheapest way from any start to any goal, both included; None when there is none.

    `cost` is as for `shortest_costs`. Of equally cheap ways it is always the same one.
    """
    wanted = set(goals)
    before: dict[int, int | None] = {}
    queue: list[tuple[int, int, int]] = [(0, start, NO_HEX) for start in sorted(set(starts))]
    while queue:
        spent, here, previous = heappop(queue)
        if here in before:
            continue
        before[here] = None if previous == NO_HEX else previous
        if here in wanted:
            return spent, _led_back(before, here)
        for next_ in ground.neighbours[here]:
            step = None if next_ == NO_HEX or next_ in before else cost(here, next_)
            if step is not None:
                heappush(queue, (spent + step, next_, here))
    return None


def _led_back(before: Mapping[int, int | None], end: int) -> tuple[int, ...]:
    found: list[int] = []
    here: int | None = end
    while here is not None:
        found.append(here)
        here = before[here]
    return tuple(reversed(found))
