"""Where a piece may be placed, as far as that is known before play, and what refuses the other places.

A `placement` takes a thing and a place.  Its requirements are read with the ground, the options and the thing known; a place is refused
when a requirement is sure to fail there.  Requirements are applied in written order, like a sieve: the one that lets nothing through is the
one to talk about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tankdsl.check.static import Run, Value, World
from tankdsl.check.static.logic import conjunct_holds
from tankdsl.check.tree import Conjunct, Core, DemandEach, DemandGuard, DemandLet, GuardDef, InstanceDef, Local, Program
from tankdsl.check.types import PLACE, Kind, required
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.rules.asks import asked_of, groups_of
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.walk import asked_by, expressions, read_by

DEEPEST = 12
"""Guards within guards that are followed."""


class Placing(FrozenValue):
    """A placement guard: the locals of the thing and of the place."""

    guard: GuardDef
    thing: Local
    place: Local
    kind: str


class Refusal(FrozenValue):
    """A requirement that refuses: its reason, and the condition with the locals known at that moment."""

    text: str
    condition: Core
    known: dict[Local, Value]

    def spoken(self, placing: Placing, thing: InstanceDef) -> str:
        """The reason as a player would read it, of a thing (which may be another than the one that it was found for) and some hex."""
        text = self.text
        found_for = self.known.get(placing.thing)
        for local, value in self.known.items():
            place = "the hex" if isinstance(value, int) else "the point" if isinstance(value, tuple) else str(value)
            word = thing.name if value == found_for else place
            text = text.replace("{" + local.name + "}", word)
        return text


class Sieve(FrozenValue):
    """What is left of a map: the legal places, and for each reason how many places it refused, in the order of the requirements."""

    places: tuple[int, ...]
    refused: tuple[tuple[Refusal, int], ...]


def placings(game: Game) -> list[Placing]:
    """The placements of a game: guards marked so, with a thing and a place for parameters."""
    return game.remember("placings", lambda: _placings(game.program))


def _placings(program: Program) -> list[Placing]:
    found: list[Placing] = []
    for guard in program.guards.values():
        if guard.placement and len(guard.params) == 2:
            thing, place = guard.params
            of = required(thing.type)
            if isinstance(of, Kind) and required(place.type) == PLACE:
                found.append(Placing(guard, thing, place, of.name))
    return found


def things_of(game: Game, world: World, placing: Placing) -> list[InstanceDef]:
    """The things of a scenario that a placement is for."""
    return [thing for thing in world.instances.values() if game.is_placeable(thing) and world.is_a(thing.kind, placing.kind)]


def sieve(game: Game, world: World, placing: Placing, thing: InstanceDef) -> Sieve:
    """The legal places of a thing, and what refused the others."""
    assert world.layout is not None
    sifter = Sifter(game, world, placing.guard.demands, {placing.thing: thing.id}, placing.place)
    sifter.share_verdicts(placing.guard.id, thing)
    places, refused = sifter.sifted(range(len(ground_of(world.layout))))
    return Sieve(tuple(places), tuple(refused))


def refusal(world: World, placing: Placing, thing: InstanceDef, place: Value) -> Refusal | None:
    """The first requirement that is sure to refuse a thing on a place."""
    run = Run(world, {placing.thing: thing.id, placing.place: place})
    return first_failing(run, placing.guard.demands)


class _Unit(FrozenValue):
    """Requirements that are judged together, and the guards through which one comes to them: their parameters, and what is given."""

    demands: tuple[Conjunct, ...]
    calls: tuple[tuple[tuple[Local, ...], tuple[Core, ...]], ...]
    place: Local
    """The local of the place, in the innermost guard."""

    def refusal(self, run: Run) -> Refusal | None:
        """The first of them that is sure to fail."""
        known: dict[Local, Value] = {}
        for params, args in self.calls:
            known.update(run.locals)
            inner = run.called(params, run.values(args))
            if inner is None:
                return None
            run = inner
        found = first_failing(run, self.demands)
        return found if found is None or not known else replaced(found, known={**known, **found.known})


def _units(program: Program, demands: tuple[Conjunct, ...], place: Local, calls: tuple[Any, ...] = ()) -> Iterator[_Unit]:
    """Requirements one by one, those of guards too. What one binds is known to those after it, so then all are judged together."""
    if any(isinstance(demand, (DemandLet, DemandEach)) for demand in demands):
        yield _Unit(demands, calls, place)
        return
    for demand in demands:
        guard = program.guards.get(demand.guard) if isinstance(demand, DemandGuard) and len(calls) < DEEPEST else None
        if guard is not None and isinstance(demand, DemandGuard) and all(arg.op == "local" for arg in demand.args):
            params = [param for param, arg in zip(guard.params, demand.args, strict=False) if arg.args[0] is place]
            if len(params) == 1:
                yield from _units(program, guard.demands, params[0], (*calls, (guard.params, demand.args)))
                continue
        yield _Unit((demand,), calls, place)


class Sifter:
    """Requirements on a place; an answer is computed once for all hexes that are alike in what is asked of them.

    `known` are the other locals.
    """

    def __init__(self, game: Game, world: World, demands: tuple[Conjunct, ...], known: Mapping[Local, Value], place: Local) -> None:
        assert world.layout is not None
        self.game, self.world, self.place, self.known = game, world, place, known
        key = ("units", tuple(map(id, demands)), id(place))
        units = game.remember(
            key, lambda: [(unit, asked_of(world.program, unit.demands, unit.place)) for unit in _units(world.program, demands, place)]
        )
        self._units = [unit for unit, _ in units]
        self._groups = [groups_of(game, world, ground_of(world.layout), asked) for _, asked in units]
        self._found: list[dict[int, Refusal | None]] = [{} for _ in self._units]

    def share_verdicts(self, guard: str, thing: InstanceDef) -> None:
        """Let things that a requirement of a guard does not tell apart have its verdicts in common."""
        for number, unit in enumerate(self._units):
            setting = self.game.setting(self.world, ("requirement", f"{guard} {number}"), unit.demands, thing)
            self._found[number] = self.game.remember(("verdicts", setting), dict[int, "Refusal | None"])

    def sifted(self, places: Sequence[int]) -> tuple[Sequence[int], list[tuple[Refusal, int]]]:
        """The places that nothing is sure to refuse, and for each requirement in written order how many of the others it refuses first."""
        refused: list[tuple[Refusal, int]] = []
        for number, unit in enumerate(self._units):
            why = self._verdicts(number, places)
            if any(why.values()):
                of = self._groups[number].of
                count, before = len(places), places
                good = frozenset(group for group, found in why.items() if found is None)
                if count == len(of):
                    places = self._groups[number].hexes_of(good)
                else:
                    places = [place for place in places if of[place] in good]
                conditions = {id(found.condition): found for found in why.values() if found is not None}
                if len(conditions) == 1:
                    refused += [(found, count - len(places)) for found in conditions.values() if count > len(places)]
                else:
                    refused += self._ranked(unit, Counter(map(of.__getitem__, before)), why)
        return places, refused

    def _verdicts(self, number: int, places: Sequence[int]) -> Mapping[int, Refusal | None]:
        """What one of the units says of the groups in which places are; one hex of a group tells for all of it."""
        groups, unit, known = self._groups[number], self._units[number], self._found[number]
        of = groups.of
        asked = range(len(groups.first)) if len(places) == len(of) else dict.fromkeys(map(of.__getitem__, places))
        for group in asked:
            if group not in known:
                known[group] = unit.refusal(Run(self.world, {**self.known, self.place: groups.first[group]}))
        return known

    def _ranked(self, unit: _Unit, sizes: Mapping[int, int], why: Mapping[int, Refusal | None]) -> list[tuple[Refusal, int]]:
        """The refusals of groups by their conditions in written order, with how many hexes each refuses."""
        found: dict[int, tuple[Refusal, int]] = {}
        for group, size in sizes.items():
            refusal = why[group]
            if refusal is not None:
                first, count = found.get(id(refusal.condition), (refusal, 0))
                found[id(refusal.condition)] = (first, count + size)
        order = {id(core): at for at, core in enumerate(_conditions(self.world, unit.demands))}
        return [found[key] for key in sorted(found, key=lambda key: order.get(key, len(order)))]


def first_failing(run: Run, demands: tuple[Conjunct, ...]) -> Refusal | None:
    """The first requirement that is sure to fail."""
    for demand in demands:
        found = _failing(run, demand)
        if found is not None:
            return found
    return None


def _failing(run: Run, demand: Conjunct) -> Refusal | None:
    match demand:
        case DemandGuard(guard=name, args=args):
            guard = run.world.program.guards.get(name)
            inner = None if guard is None else run.called(guard.params, run.values(args))
            found = None if inner is None or guard is None else first_failing(inner, guard.demands)
            return None if found is None else replaced(found, known={**run.locals, **found.known})
        case DemandEach(local=local, domain=domain, demands=demands):
            members = run.value(domain)
            for member in members if isinstance(members, tuple) else ():
                run.locals[local] = member
                found = first_failing(run, demands)
                if found is not None:
                    return found
            return None
        case DemandLet(value=core, reason=reason):
            return Refusal(reason.text, core, dict(run.locals)) if conjunct_holds(run, demand) is False else None
        case _:
            fails = conjunct_holds(run, demand) is False
            return Refusal(demand.reason.text, demand.condition, dict(run.locals)) if fails else None


def _conditions(world: World, demands: tuple[Conjunct, ...], depth: int = 0) -> Iterator[Core]:
    """The conditions of requirements in written order, those of called guards at the place of the call."""
    for demand in demands:
        match demand:
            case DemandGuard(guard=name):
                guard = world.program.guards.get(name)
                if guard is not None and depth < DEEPEST:
                    yield from _conditions(world, guard.demands, depth + 1)
            case DemandEach(demands=inner):
                yield from _conditions(world, inner, depth)
            case DemandLet(value=core):
                yield core
            case _:
                yield demand.condition


def excludes(world: World, placing: Placing, thing: InstanceDef, other: InstanceDef, index: int) -> bool:
    """Whether a thing is refused on a place because another one stands there."""
    alone = replaced(world, standing={}, nothing_else=True)
    beside = replaced(world, standing={other.id: index}, nothing_else=True)
    return refusal(alone, placing, thing, index) is None and refusal(beside, placing, thing, index) is not None


def looks_at_others(game: Game, placing: Placing) -> bool:
    """Whether a placement asks what stands anywhere."""
    return game.remember(("looks at others", placing.guard.id), lambda: _looks_at_others(game.program, placing.guard))


def _looks_at_others(program: Program, guard: GuardDef) -> bool:
    return any(isinstance(core, Core) and core.op in ("things", "owned", "at") for core in asked_by(program, guard.demands))


def asks_stats_only(game: Game, placing: Placing) -> bool:
    """Whether a placement asks no states of pieces, of which more may be known of one that waits than of all that are placed by it."""

    def judged() -> bool:
        roles = {(kind.id, field.id): field.role for kind in game.program.kinds.values() for field in kind.fields}
        return all(roles.get(each, "stat") == "stat" for each in read_by(game.program, placing.guard.demands).fields)

    return game.remember(("asks stats only", placing.guard.id), judged)


def is_asked_of(demand: Conjunct, placing: Placing, thing: Core, place: Local) -> bool:
    """Whether a requirement is a placement, asked of a thing and a place."""
    if not isinstance(demand, DemandGuard) or demand.guard != placing.guard.id or thing.op != "local":
        return False
    return [core.args[0] for core in demand.args if core.op == "local"] == [thing.args[0], place]


def row_asked(world: World, found: Refusal) -> int | None:
    """The least row that a failing requirement asks for, if it compares a row with a number that is known."""
    for core in expressions(found.condition):
        if core.op not in _MIRRORED:
            continue
        left, right = core.args
        op, number = (core.op, right) if _is_row(left) else (_MIRRORED[core.op], left)
        value = Run(world, dict(found.known)).value(number)
        if (_is_row(left) or _is_row(right)) and isinstance(value, int) and op in ("==", ">=", ">"):
            return value + (op == ">")
    return None


_MIRRORED = {"==": "==", ">=": "<=", "<=": ">=", ">": "<", "<": ">"}


def _is_row(core: object) -> bool:
    return isinstance(core, Core) and core.op == "row"
