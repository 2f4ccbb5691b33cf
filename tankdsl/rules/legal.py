"""Where a piece may be placed, as far as that is known before play, and what refuses the other places.

A `placement` takes a thing and a place.  Its requirements are read with the ground, the options and the thing known; a place is refused
when a requirement is sure to fail there.  Requirements are applied in written order, like a sieve: the one that lets nothing through is the
one to talk about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping

from tankdsl.check.static import Run, Special, Value, World
from tankdsl.check.static.logic import conjunct_holds
from tankdsl.check.tree import Conjunct, Core, DemandEach, DemandGuard, DemandLet, GuardDef, InstanceDef, Local
from tankdsl.check.types import PLACE, Kind, required
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.ground.maps import GroundMap
from tankdsl.rules.asks import Asked, alike, asked_of, groups_of
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.walk import expressions


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
    found: list[Placing] = []
    for guard in game.program.guards.values():
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
    refused: dict[int, tuple[Refusal, int]] = {}
    ground = ground_of(world.layout)
    sifter = Sifter(world, placing.guard.demands, {placing.thing: thing.id}, placing.place)
    groups = groups_of(game, world, ground, sifter.asked)
    verdicts = [sifter.refusal(ground, index) for index in groups.first]
    places = [index for index, number in enumerate(groups.of) if verdicts[number] is None]
    sizes = Counter(groups.of)
    for number, found in enumerate(verdicts):
        if found is not None:
            key, size = id(found.condition), sizes[number]
            refused[key] = (found, refused[key][1] + size if key in refused else size)
    order = {id(core): at for at, core in enumerate(_conditions(world, placing.guard.demands))}
    ranked = sorted(refused.items(), key=lambda item: order.get(item[0], len(order)))
    return Sieve(tuple(places), tuple(found for _, found in ranked))


def refusal(world: World, placing: Placing, thing: InstanceDef, index: int) -> Refusal | None:
    """The first requirement that is sure to refuse a thing on a place."""
    run = Run(world, {placing.thing: thing.id, placing.place: index})
    return first_failing(run, placing.guard.demands)


class Sifter:
    """Requirements on a place; an answer is computed once for all hexes that are alike in what is asked of them.

    `known` are the other locals. What is asked together of a place is `asked`.
    """

    def __init__(self, world: World, demands: tuple[Conjunct, ...], known: Mapping[Local, Value], place: Local) -> None:
        self.world, self.place, self.known = world, place, known
        # What a requirement binds is known to those after it, so then all of them are judged together.
        apart = not any(isinstance(demand, (DemandLet, DemandEach)) for demand in demands)
        self._groups = [(demand,) for demand in demands] if apart else [demands]
        self._asked = [asked_of(world.program, group, place) for group in self._groups]
        self.asked: Asked = frozenset[str]().union(*self._asked)
        self._found: dict[tuple[int, Hashable], Refusal | None] = {}

    def refusal(self, ground: GroundMap, index: int) -> Refusal | None:
        """The first requirement that is sure to fail on a place."""
        for number, group in enumerate(self._groups):
            at = (number, alike(self.world, ground, index, self._asked[number]))
            if at not in self._found:
                self._found[at] = first_failing(Run(self.world, {**self.known, self.place: index}), group)
            found = self._found[at]
            if found is not None:
                return found
        return None


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
                if guard is not None and depth < 12:
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


def row_asked(world: World, found: Refusal) -> int | None:
    """The row that a failing requirement asks for, if it compares a row with a number that is known."""
    for core in expressions(found.condition):
        if core.op in ("==", ">=", "<=", ">", "<") and any(isinstance(arg, Core) and arg.op == "row" for arg in core.args):
            for arg in core.args:
                value: Value = Special.UNKNOWN if arg.op == "row" else Run(world, dict(found.known)).value(arg)
                if isinstance(value, int):
                    return value
    return None
