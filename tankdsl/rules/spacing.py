"""Requirements of a placement that look at other pieces: how far apart they must stand, and how many may share a hex.

Two pieces keep each other off two places when the placement refuses each of them while the other one stands there, whatever else does. How
many pieces find room at most is then a question about a graph of places: for a few dozens of places it is answered by trying, for more by
a bound (places that all exclude each other hold one piece). A number of pieces that a hex bears is read from requirements such as
`count(o in tanks where o.at is h) < 3`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from tankdsl.check.static import Run, World
from tankdsl.check.tree import Conjunct, Core, Demand, DemandGuard, InstanceDef, Local
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.rules.game import Game
from tankdsl.rules.legal import DEEPEST, Placing, refusal
from tankdsl.rules.walk import uses

MOST_PLACES = 120
"""Of more places it is not asked whether pieces find room on them apart from each other."""
MOST_SEARCHED = 60
"""Places, at most, for which the greatest number of pieces is found by trying; for more there is a bound."""
MOST_TRIED = 20_000
"""Choices that are tried at most for that."""
MOST_SORTS = 4
"""Sorts of pieces that a placement tells apart, at most, for which it is asked how they keep each other off."""

Calls = tuple[tuple[tuple[Local, ...], tuple[Core, ...]], ...]


class Bearing(FrozenValue):
    """A requirement that so many others at most stand in the way: those of a set for which a condition holds (or does not)."""

    other: Local
    domain: Core
    conditions: tuple[Core, ...]
    holds: bool
    most: Core | None
    """The number; None if it is 0."""
    below: int
    """What is to be taken from it."""
    place: Local
    calls: Calls
    """The guards through which one comes to the requirement: their parameters, and what is given."""


def bearings(game: Game, placing: Placing) -> tuple[Bearing, ...]:
    """Those of a placement."""
    found = lambda: tuple(_bearings(game, placing.guard.demands, placing.place, ()))  # noqa: E731
    return game.remember(("bearings", placing.guard.id), found)


def _bearings(game: Game, demands: tuple[Conjunct, ...], place: Local, calls: Calls) -> Iterator[Bearing]:
    for demand in demands:
        if isinstance(demand, DemandGuard) and demand.guard in game.program.guards and len(calls) < DEEPEST:
            guard = game.program.guards[demand.guard]
            pairs = zip(guard.params, demand.args, strict=True)
            inner = [param for param, arg in pairs if arg.op == "local" and arg.args[0] is place]
            if len(inner) == 1:
                yield from _bearings(game, guard.demands, inner[0], (*calls, (guard.params, demand.args)))
        elif isinstance(demand, Demand):
            for core in _conjuncts(demand.condition):
                yield from _read(core, place, calls)


def _read(core: Core, place: Local, calls: Calls) -> Iterator[Bearing]:
    match core:
        case Core(op="not", args=(Core(op="any", args=(other, domain, body)),)):
            yield _bearing(other, domain, body, True, None, 0, place, calls)
        case Core(op="all", args=(other, domain, body)):
            yield _bearing(other, domain, body, False, None, 0, place, calls)
        case Core(op="<" | "<=" as op, args=(counted, most)) | Core(op=">" | ">=" as op, args=(most, counted)):
            below = 1 if op in ("<", ">") else 0
            match counted:
                case Core(op="count", args=(other, domain, body)) | Core(op="size", args=(Core(op="filter", args=(other, domain, body)),)):
                    yield _bearing(other, domain, body, True, most, below, place, calls)


def _bearing(other: Local, domain: Core, body: Core, holds: bool, most: Core | None, below: int, place: Local, calls: Calls) -> Bearing:
    conditions = _conjuncts(body) if holds else [body]
    if domain.op == "filter" and holds:
        inner_other, inner, inner_body = domain.args
        as_other = Core("local", (other,), inner_other.type, domain.span)
        return _bearing(
            other,
            inner,
            Core("and", (_renamed(inner_body, inner_other, as_other), body), body.type, body.span),
            True,
            most,
            below,
            place,
            calls,
        )
    return Bearing(other, domain, tuple(conditions), holds, most, below, place, calls)


def _renamed(core: Core, old: Local, new: Core) -> Core:
    """A condition with another expression for a local."""
    if core.op == "local":
        return new if core.args[0] is old else core
    return replaced(core, args=tuple(_renamed(arg, old, new) if isinstance(arg, Core) else arg for arg in core.args))


def _conjuncts(core: Core) -> list[Core]:
    return [part for arg in core.args for part in _conjuncts(arg)] if core.op == "and" else [core]


# ------------------------------------------------------------------------------------------------------------- keeping off


def _inside(run: Run, calls: Calls) -> Run | None:
    """A run of the guard that calls lead to; None if its parameters are not known."""
    for params, args in calls:
        inner = run.called(params, run.values(args))
        if inner is None:
            return None
        run = inner
    return run


def _is_counted(bearing: Bearing, run: Run, other: InstanceDef) -> bool:
    """Whether a piece that stands is sure to be one of those that a requirement counts."""
    match bearing.domain:
        case Core(op="things", args=(kind, _)) if run.world.is_a(other.kind, kind):
            pass
        case Core(op="owned", args=(kind, side, _)) if run.world.is_a(other.kind, kind) and run.value(side) == other.side:
            pass
        case _:
            return False
    run.locals[bearing.other] = other.id
    return all(run.value(condition) is bearing.holds for condition in bearing.conditions)


class Keeping:
    """How the pieces that a placement is for keep each other off places in a scenario."""

    def __init__(self, game: Game, world: World, placing: Placing) -> None:
        self.game, self.world, self.placing = game, world, placing
        self._bearings = bearings(game, placing)
        self._known: dict[tuple[str, int, str, int], bool] = {}

    def refuses(self, thing: InstanceDef, place: int, other: InstanceDef, there: int) -> bool:
        """Whether a thing is sure to be refused on a legal place while another one stands somewhere."""
        key = (thing.id, place, other.id, there)
        if key not in self._known:
            beside = replaced(self.world, standing={other.id: there})
            self._known[key] = refusal(beside, self.placing, thing, place) is not None or self._bears_none(beside, thing, place, other)
        return self._known[key]

    def _bears_none(self, beside: World, thing: InstanceDef, place: int, other: InstanceDef) -> bool:
        for bearing in self._bearings:
            run = _inside(Run(beside, {self.placing.thing: thing.id, self.placing.place: place}), bearing.calls)
            if run is not None and _is_counted(bearing, run, other):
                most = 0 if bearing.most is None else run.value(bearing.most)
                if isinstance(most, int) and most - bearing.below < 1:
                    return True
        return False

    def sorts(self, things: Iterable[InstanceDef]) -> list[list[InstanceDef]]:
        """Things that the placement does not tell apart together."""
        found: dict[object, list[InstanceDef]] = {}
        for thing in things:
            setting = self.game.setting(self.world, ("guard", self.placing.guard.id), self.placing.guard.demands, thing)
            # A requirement may ask for a set of a kind (`o in trucks`), which is in no stat of the thing.
            found.setdefault((setting, thing.kind), []).append(thing)
        return list(found.values())

    def exclude(self, pairs: Sequence[tuple[InstanceDef, InstanceDef]], place: int, there: int) -> bool:
        """Whether no two of the pieces can stand on two places, whichever is placed first."""
        return all(self.refuses(one, place, two, there) and self.refuses(two, there, one, place) for one, two in pairs)

    def free_of(self, thing: InstanceDef, places: tuple[int, ...], given: Iterable[InstanceDef]) -> tuple[int, ...]:
        """The places of a thing that pieces, which stand where the scenario places them, do not keep it off."""
        others = [other for other in given if other.at is not None and other is not thing]
        if len(places) > MOST_PLACES or not others:
            return places
        return tuple(place for place in places if not any(self.refuses(thing, place, one, one.at or 0) for one in others))

    # ------------------------------------------------------------------------------------------------------- shared hexes

    @property
    def counts_on_hexes(self) -> bool:
        """Whether a requirement of the placement compares how many there are with a number."""
        return any(bearing.most is not None for bearing in self._bearings)

    def capacities(self, group: Sequence[InstanceDef], places: Iterable[int]) -> dict[int, int] | None:
        """How many of a group, that all count each other, each hex bears at most; None if no number above 1 is asked for."""
        pairs = _pairs(self.sorts(group))
        found: dict[int, int] | None = None
        for bearing in self._bearings:
            if bearing.most is not None and pairs and self._is_of_the_hex(bearing, pairs):
                most = self._most(bearing, [one for one, _ in pairs], places)
                if most is not None:
                    found = most if found is None else {place: min(found[place], count) for place, count in most.items()}
        return found

    def share_a_number(self, group: Sequence[InstanceDef], other: InstanceDef) -> bool:
        """Whether another piece and each of a group count among those that a hex bears for each other."""
        pairs = [(sort[0], other) for sort in self.sorts(group)]
        return any(bearing.most is not None and self._is_of_the_hex(bearing, pairs) for bearing in self._bearings)

    def _is_of_the_hex(self, bearing: Bearing, pairs: Sequence[tuple[InstanceDef, InstanceDef]]) -> bool:
        """Whether a requirement counts those on the same hex, and all these."""
        about = [condition for condition in bearing.conditions if uses(condition, bearing.place)]
        if len(about) != 1 or not bearing.holds or not _is_there(about[0], bearing.other, bearing.place):
            return False
        for one, two in ((a, b) for pair in pairs for a, b in (pair, pair[::-1])):
            beside = replaced(self.world, standing={two.id: 0})
            run = _inside(Run(beside, {self.placing.thing: one.id, self.placing.place: 0}), bearing.calls)
            if run is None or not _is_counted(bearing, run, two):
                return False
        return True

    def _most(self, bearing: Bearing, things: Sequence[InstanceDef], places: Iterable[int]) -> dict[int, int] | None:
        assert bearing.most is not None
        everywhere = not uses(bearing.most, bearing.place)
        found: dict[int, int] = {}
        for place in places:
            if everywhere and found:
                found[place] = next(iter(found.values()))
                continue
            answers = []
            for thing in things:
                run = _inside(Run(self.world, {self.placing.thing: thing.id, self.placing.place: place}), bearing.calls)
                answers.append(None if run is None else run.value(bearing.most))
            numbers = [answer for answer in answers if isinstance(answer, int)]
            if len(numbers) < len(answers):
                return None
            found[place] = max(numbers) - bearing.below + 1
        return found


def _is_there(core: Core, other: Local, place: Local) -> bool:
    """Whether a condition is `o.at is h`."""
    match core:
        case Core(op="==", args=(Core(op="get", args=(_, "at", Core(op="local", args=(one,)))), Core(op="local", args=(two,)))):
            return one is other and two is place
        case Core(op="==", args=(Core(op="local", args=(two,)), Core(op="get", args=(_, "at", Core(op="local", args=(one,)))))):
            return one is other and two is place
        case _:
            return False


def _pairs(sorts: Sequence[Sequence[InstanceDef]]) -> list[tuple[InstanceDef, InstanceDef]]:
    """Two of each two sorts, and of each sort of which there are two; none for too many sorts."""
    if len(sorts) > MOST_SORTS:
        return []
    return [(a[0], b[0]) for a, b in combinations(sorts, 2)] + [(same[0], same[1]) for same in sorts if len(same) > 1]


# -------------------------------------------------------------------------------------------------------------------- room


class Crowd(FrozenValue):
    """Pieces that have room only for so many of them on their places."""

    ids: tuple[str, ...]
    places: tuple[int, ...]
    most: int


def too_tight(keeping: Keeping, group: Sequence[InstanceDef], choices: Mapping[str, tuple[int, ...]]) -> Iterator[Crowd]:
    """Those of a group that cannot all stand apart on the places of their choice: the first such set of places."""
    sorts = keeping.sorts(group)
    pairs = _pairs(sorts)
    pairs += [(b, a) for a, b in pairs[: len(sorts) * (len(sorts) - 1) // 2]]
    wholes = sorted({choices[thing.id] for thing in group}, key=len)
    together = tuple(sorted({place for places in wholes for place in places}))
    for places in [*wholes, together] if pairs else ():
        inside = set(places)
        ids = tuple(thing.id for thing in group if inside.issuperset(choices[thing.id]))
        if len(ids) > 1 and len(places) <= MOST_PLACES:
            most = _most_apart(keeping, pairs, places, len(ids))
            if most < len(ids):
                yield Crowd(ids, places, most)
                return


def _most_apart(keeping: Keeping, pairs: Sequence[tuple[InstanceDef, InstanceDef]], places: tuple[int, ...], wanted: int) -> int:
    """A number that no set of places, none of which excludes another, exceeds; `wanted` or more if there may be so many."""
    chosen: list[int] = []
    for place in places:
        if not any(keeping.exclude(pairs, place, other) for other in chosen):
            chosen.append(place)
            if len(chosen) == wanted:
                return wanted
    if not all(keeping.exclude(pairs, place, place) for place in places):
        return wanted  # Where several share a hex, places that are apart do not count them.
    excluded = [0] * len(places)
    for (i, a), (j, b) in combinations(enumerate(places), 2):
        if keeping.exclude(pairs, a, b):
            excluded[i] |= 1 << j
            excluded[j] |= 1 << i
    if len(places) <= MOST_SEARCHED:
        found = _search(excluded, wanted)
        if found is not None:
            return found
    return _cover(excluded, (1 << len(places)) - 1)


def _search(excluded: Sequence[int], wanted: int) -> int | None:
    """The greatest number of places of which none excludes another, or `wanted` if there are so many; None if it takes too long."""
    best, tried = 0, 0
    todo = [((1 << len(excluded)) - 1, 0)]
    while todo:
        left, count = todo.pop()
        best = max(best, count)
        tried += 1
        if best >= wanted or tried > MOST_TRIED:
            return best if best >= wanted else None
        if left and count + _cover(excluded, left) > best:
            # Some largest set holds this place or one that it excludes: the place with the fewest of these is best tried first.
            place = min(_bits(left), key=lambda one: (excluded[one] & left).bit_count())
            todo += [(left & ~excluded[near] & ~(1 << near), count + 1) for near in (*_bits(excluded[place] & left), place)]
    return best


def _cover(excluded: Sequence[int], left: int) -> int:
    """A bound: a number of sets of places, of which any two exclude each other, that hold all those that are left."""
    count = 0
    while left:
        count += 1
        first = (left & -left).bit_length() - 1
        left &= ~(1 << first)
        near = excluded[first] & left
        while near:
            one = (near & -near).bit_length() - 1
            left &= ~(1 << one)
            near &= excluded[one]
    return count


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
