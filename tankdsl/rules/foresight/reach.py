"""The first round at whose end a piece may stand on, or near to, one of several places: searches from the places backwards."""

from __future__ import annotations

from collections.abc import Hashable
from heapq import heappop, heappush
from typing import TYPE_CHECKING, cast

from tankdsl.check.static import Value
from tankdsl.frozen import Frozen
from tankdsl.ground.maps import NO_HEX, GroundMap
from tankdsl.rules.foresight.mobility import Likeness, Part
from tankdsl.rules.foresight.values import FOREVER

if TYPE_CHECKING:
    from tankdsl.rules.foresight.outlook import Outlook


class Course(Frozen):
    """The way of a piece to a goal: from where, since which round, what it costs, what a round yields, and the round of arrival."""

    thing: str
    start: Value | None
    since: int
    cost: int
    each_round: int
    round: int
    goal: Value | None = None


class Gait(Frozen):
    """How a piece and those that may carry it move: where they begin, and all their ways of moving."""

    key: Hashable
    starts: tuple[tuple[int, frozenset[Value] | None], ...]
    parts: tuple[Part, ...]
    bonus: int = 0
    """What it has once beside."""


PATIENCE = 300_000_000
"""So many divided by the hexes of the map are the hexes that all searches of a scenario look at, one with the other.

On a huge map whoever is asked for after them is taken to come at once, and nothing is said.
"""


class TooFar(Exception):
    """A search has looked at as many hexes as it may."""


class Reach:
    """The searches of one scenario, each made once and gone on with when more is asked."""

    def __init__(self, outlook: Outlook) -> None:
        self._outlook = outlook
        self._searches: dict[Hashable, Search] = {}
        self._looked_at = 0
        self._gaits: dict[str, Gait] = {}

    def rounds(self, thing: str, places: frozenset[Value], near: int) -> int:
        """The first round, 0 being the set-up; FOREVER when no way leads there."""
        found = self.course(thing, places, near)
        return FOREVER if found is None else found.round

    def course(self, thing: str, places: frozenset[Value], near: int) -> Course | None:
        """The quickest way of a piece; None when there is none."""
        if self._outlook.is_being_asked(thing):
            return self._course(thing, places, near)  # What is taken for granted meanwhile must not be kept.
        return self._outlook.once(("course", thing, places, near), lambda: self._course(thing, places, near))

    def _course(self, thing: str, places: frozenset[Value], near: int) -> Course | None:
        gait = self.gait(thing)
        goals = self._around(places, near)
        best: Course | None = None
        away: list[tuple[int, frozenset[Value]]] = []
        for since, starts in gait.starts:
            there = starts & goals if starts is not None and goals is not None else frozenset[Value]()
            if starts is not None and not there:
                away.append((since, starts))
            elif best is None or since < best.round:
                best = Course(thing, min(there, key=repr, default=None), since, 0, 1, since)
        for since, starts in away:
            # No way ends before the first round, or before the piece has come.
            if best is None or (best.round, best.since) > (max(since, 1), since):
                found = self._moving(gait, thing, since, starts, goals, places, near)
                if found is not None and (best is None or (found.round, found.since) < (best.round, best.since)):
                    best = found
        return best

    def gait(self, thing: str) -> Gait:
        """How a piece may come about. One that rides goes as far in a round as the faster of the two, and once as far as both."""
        if self._outlook.is_being_asked(thing):
            return self._gait(thing)
        if thing not in self._gaits:
            self._gaits[thing] = self._gait(thing)
        return self._gaits[thing]

    def _gait(self, thing: str) -> Gait:
        outlook = self._outlook
        mine = outlook.mobility(thing)
        riders = [thing, *sorted(mine.carriers)]
        starts = tuple(dict.fromkeys((arrival.round, arrival.places) for rider in riders for arrival in outlook.arrivals(rider)))
        if len(riders) == 1:
            return Gait(outlook.class_of(thing), starts, mine.parts)
        others = [outlook.mobility(rider) for rider in riders]
        fastest = max(min(FOREVER, sum(part.budget for part in other.parts)) for other in others)
        fastest = FOREVER if any(other.carriers for other in others[1:]) else fastest
        parts = [part for other in others for part in other.parts]
        steps = tuple(dict.fromkeys(step for part in parts for step in part.steps)) if all(part.steps for part in parts) else ()
        both = Part(fastest, steps, max((part.each for part in parts), default=1))
        key = outlook.class_of(thing), tuple(riders)
        return Gait(key, starts, (both,) if fastest else (), fastest + 2)

    # -------------------------------------------------------------------------------------------------------------- hexes

    def _around(self, places: frozenset[Value], near: int) -> frozenset[Value] | None:
        """The hexes that are near enough to a goal; None on a table."""
        ground = self._outlook.world.ground
        if ground is None:
            return None
        if near <= 0:
            return places
        return self._outlook.once(("around", places, near), lambda: _within(ground, cast("frozenset[int]", places), near))

    def _moving(
        self,
        gait: Gait,
        thing: str,
        since: int,
        starts: frozenset[Value],
        goals: frozenset[Value] | None,
        places: frozenset[Value],
        near: int,
    ) -> Course | None:
        if not gait.parts and goals is not None:
            return None
        if goals is None:
            from tankdsl.rules.foresight.table_reach import table_course

            return table_course(self._outlook, gait, thing, since, starts, places, near)
        key = gait.key, goals
        if key not in self._searches:
            ground = self._outlook.world.ground
            assert isinstance(ground, GroundMap)
            self._searches[key] = Search(ground, gait.parts, cast("frozenset[int]", goals))
        search = self._searches[key]
        before = search.looked_at
        left = PATIENCE // len(search.neighbours) - self._looked_at
        hexes = cast("frozenset[int]", starts)
        try:
            found = search.from_one_of(hexes, left)
        except TooFar:
            found = min(hexes), 0
        self._looked_at += search.looked_at - before
        if found is None:
            return None
        start, cost = found[0], max(found[1] - gait.bonus, 0)
        rounds = max(1, -(-cost // search.each_round))
        return Course(thing, start, since, cost, search.each_round, max(since, max(since, 1) - 1 + rounds))


def _within(ground: GroundMap, places: frozenset[int], near: int) -> frozenset[Value]:
    """All hexes that are at most so far from one of several."""
    found, edge = set(places), set(places)
    for _ in range(near):
        edge = {b for a in edge for b in ground.neighbours[a] if b != NO_HEX} - found
        if not edge:
            break
        found |= edge
    return frozenset(found)


class Search:
    """The least cost of coming to a goal, from wherever; found from the goal outwards, and only as far as is asked.

    With several ways of moving, a step costs what it does by the cheapest, and a round yields what all of them yield together: so no
    choice of ways brings a piece there earlier.
    """

    def __init__(self, ground: GroundMap, parts: tuple[Part, ...], goals: frozenset[int]) -> None:
        size = len(ground)
        self.neighbours = ground.neighbours
        self._parts = parts
        self.each_round = min(FOREVER, sum(part.budget for part in parts))
        everything = range(size)
        self._alike = parts[0].likeness(size) if len(parts) == 1 else Likeness(everything, everything, frozenset())
        self._costs: dict[int, dict[int, int | None]] = {}
        """Of groups of ends the costs of steps by groups of starts, as far as they were asked."""
        self._best: dict[int, int] = {}
        self._hoped = [FOREVER + 1] * size + [0]
        """The least cost so far of each hex; and for NO_HEX one that no step can better."""
        for goal in goals:
            self._hoped[goal] = 0
        self._levels: dict[int, list[int]] = {0: sorted(goals)}
        """Hexes to be looked at, by the cost so far."""
        self._queue = [0] if goals else []
        """These costs, as a heap."""

    @property
    def looked_at(self) -> int:
        """How many hexes have been looked at."""
        return len(self._best)

    def from_one_of(self, starts: frozenset[int], most: int) -> tuple[int, int] | None:
        """The start from which it costs least, the first of equal ones, and the cost; None when no way leads from any.

        TooFar if more hexes than `most` would be looked at for that.
        """
        most += self.looked_at
        known = [(self._best[start], start) for start in starts if start in self._best]
        if known:
            least, start = min(known)
            return start, least
        while self._queue:
            if self.looked_at > most:
                raise TooFar
            spent = heappop(self._queue)
            level = self._levels.pop(spent)
            self._spread(spent, level)
            found = starts.intersection(level)
            if found:
                return min(found), spent
        return None

    def _spread(self, spent: int, level: list[int]) -> None:
        """Look at all hexes that are come to at some cost. Those to which steps from there cost nothing are added to them."""
        best, hoped, neighbours, levels = self._best, self._hoped, self.neighbours, self._levels
        of_start, of_end, apart = self._alike.of_start, self._alike.of_end, self._alike.apart
        for here in level:
            if here in best:
                continue
            best[here] = spent
            costs = {} if here in apart else self._costs.setdefault(of_end[here], {})
            for before in neighbours[here]:
                if hoped[before] <= spent:
                    continue  # No step costs less than nothing.
                group = of_start[before]
                if group not in costs or here in apart:
                    costs[group] = self._cost(before, here)
                cost = costs[group]
                if cost is None or hoped[before] <= spent + cost:
                    continue
                hoped[before] = reached = spent + cost
                if reached == spent:
                    level.append(before)
                elif reached in levels:
                    levels[reached].append(before)
                else:
                    levels[reached] = [before]
                    heappush(self._queue, reached)

    def _cost(self, a: int, b: int) -> int | None:
        """The least cost of a step by any of the ways; None when all rule it out."""
        costs = [cost for cost in (part.cost(a, b) for part in self._parts) if cost is not None]
        return min(costs) if costs else None
