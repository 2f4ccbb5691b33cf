"""Places that an ending, or a mission that is dealt, asks a side to come to, while no piece that counts can ever come there.

A condition is followed down to what it asks of pieces: to be in a zone or on a place. Everything else may hold. So an ending that may be
met if pieces could be anywhere, and cannot with the ways that there are, fails for the sake of these places, whatever is played.

Where one ending is for every side, nothing is said as long as another side can come to the same places: not everybody need be able to win
in every way. Nothing is said either where rules change the ground or put pieces elsewhere than along their ways.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from tankdsl.check.pictures import hex_picture
from tankdsl.check.static import Run, Value
from tankdsl.check.tree import Core, EndingDef, InstanceDef, Local, ScenarioDef, SetTerrain
from tankdsl.diagnostics import Diagnostic, Label, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.hexwords import with_terrain
from tankdsl.rules.interface import Check
from tankdsl.rules.legal import placings
from tankdsl.rules.movers import MoverClass, mover_classes, parts_that_run
from tankdsl.rules.objectives import marks_of
from tankdsl.rules.putting import Spread
from tankdsl.rules.reinforcements import Landing, fits, landings_of, lasting_states, openings
from tankdsl.rules.scopes import Scopes, is_looked_at, walk_scopes
from tankdsl.rules.settingup import asks_for_waiting, asks_one_of, is_of_waiting
from tankdsl.rules.shutting import kept_off
from tankdsl.source import Span

Known = Mapping[Local, Value]

DEEPEST = 8
"""Values and missions within each other that are followed."""


class Asked(FrozenValue):
    """Where a condition asks a piece to be."""

    places: tuple[int, ...]
    span: Span
    what: str


class Aim(FrozenValue):
    """Places of an ending without which sides cannot win by it, and to which no piece that counts can come."""

    ending: EndingDef
    asked: Asked
    sides: tuple[str, ...]
    whose: tuple[str, ...]
    """The sides of these pieces."""


def check_aims(game: Game) -> Iterator[Diagnostic]:
    """For each scenario the places of endings and missions that are out of reach of all that they are for."""
    for scenario in game.mapped:
        for aim in aims_in_vain(game, scenario):
            yield _finding(game, scenario, aim)


def scopes_of(game: Game, scenario: ScenarioDef) -> Scopes:
    """The scopes that open in a scenario; an ending that is looked at in others only is none there."""
    return game.remember(("scopes", scenario.start), lambda: walk_scopes(game.program, [scenario.start]))


def aims_in_vain(game: Game, scenario: ScenarioDef) -> tuple[Aim, ...]:
    """Those of a scenario, each once for an ending."""
    return game.remember(("aims", scenario.id), lambda: tuple(_in_vain(game, scenario)))


def _in_vain(game: Game, scenario: ScenarioDef) -> Iterator[Aim]:
    if not mover_classes(game, scenario) or any(isinstance(statement, SetTerrain) for _, statement in game.statements):
        return
    ways, scopes = ways_of(game, scenario), scopes_of(game, scenario)
    for ending in (ending for ending in game.program.endings if is_looked_at(scopes, ending)):
        cases = list(_cases(ways, ending)) if ending.outcome[0] == "win" else []
        tried = {side: Chances(ways) for side, _ in cases}
        failing = [side for side, known in cases if not tried[side].may(ending.condition, known)]
        met = {asked.places for side in tried if side not in failing for asked in tried[side].asked.values()}
        found: dict[tuple[int, ...], tuple[Asked, dict[str, None], dict[str, None]]] = {}
        for side in failing:
            for asked, whose in tried[side].missed:
                if asked.places not in met:
                    _, sides, owners = found.setdefault(asked.places, (asked, {}, {}))
                    sides[side] = None
                    owners.update(whose)
        yield from (Aim(ending, asked, tuple(sides), tuple(owners)) for asked, sides, owners in found.values())


def _cases(ways: Ways, ending: EndingDef) -> Iterator[tuple[str, Known]]:
    """The sides that win by an ending, with what is known then, as far as they might do so if pieces could be anywhere."""
    for known in _members_of(ways, ending):
        side = ways.run(known).value(ending.outcome[1])
        if isinstance(side, str) and Chances(ways, free=True).may(ending.condition, known):
            yield side, known


def _members_of(ways: Ways, ending: EndingDef) -> Iterator[Known]:
    """An ending for each thing or side that it is about."""
    if ending.each is None or ending.domain is None:
        yield {}
        return
    domain = ending.domain
    members = ways.run({}).value(replaced(domain, args=(domain.args[0], "all")) if domain.op == "things" else domain)
    for member in members if isinstance(members, tuple) else ():
        yield {ending.each: member}


# ---------------------------------------------------------------------------------------------------------------- chances


class Chances:
    """Whether conditions may ever hold; `free`: if pieces could come everywhere."""

    def __init__(self, ways: Ways, *, free: bool = False) -> None:
        self._ways, self._free = ways, free
        self._depth = 0
        self.asked: dict[int, Asked] = {}
        """Where pieces are asked to be, by where that is said."""
        self._whose: dict[int, dict[str, None]] = {}
        """The sides of the pieces that were tried there."""
        self._had: set[int] = set()
        """Those of them where a piece may be."""

    @property
    def missed(self) -> list[tuple[Asked, dict[str, None]]]:
        """Where no piece that counts can ever be, with the sides of those that were tried."""
        return [(asked, self._whose[key]) for key, asked in self.asked.items() if key not in self._had]

    def may(self, core: Core, known: Known) -> bool:
        """Whether a condition may hold."""
        match core:
            case Core(op="and", args=args):
                return all(self.may(arg, known) for arg in args)
            case Core(op="or", args=args):
                return True in [self.may(arg, known) for arg in args]
            case Core(op="any", args=(local, domain, body)):
                members = self._members(domain, known)
                return members is None or True in [self.may(body, {**known, local: member}) for member in members]
            case Core(op=">=" | ">" as op, args=(Core(op="count" | "size") as counted, Core(op="int", args=(least,)))):
                return least < (op == ">=") or self._may_be_some(counted, known)
            case Core(op="call", args=(name, *given)) if name in self._ways.game.program.values and self._depth < DEEPEST:
                value = self._ways.game.program.values[name]
                return self._inside(value.body, dict(zip(value.params, (self._value(arg, known) for arg in given), strict=True)))
            case Core(op="mission_met", args=(mission, side)):
                found = self._ways.game.program.missions.get(str(self._value(mission, known)))
                return found is None or self._inside(found.met, {found.side: self._value(side, known)})
            case Core(op="in" | "==", args=(Core(op="get", args=(_, "at", thing)), places)):
                return self._may_be_there(core, self._value(thing, known), self._value(places, known), places)
            case Core(op="==", args=(place, Core(op="get", args=(_, "at", thing)))):
                return self._may_be_there(core, self._value(thing, known), self._value(place, known), place)
            case _:
                return self._value(core, known) is not False

    def _inside(self, core: Core, known: Known) -> bool:
        self._depth += 1
        found = self.may(core, known)
        self._depth -= 1
        return found

    def _may_be_some(self, counted: Core, known: Known) -> bool:
        """Whether a number of things may be above 0."""
        match counted:
            case Core(op="count", args=(local, domain, body)):
                return self.may(Core("any", (local, domain, body), counted.type, counted.span), known)
            case Core(args=(domain,)):
                members = self._members(domain, known)
                return members is None or bool(members)
            case _:
                return True

    def _members(self, domain: Core, known: Known) -> tuple[Value, ...] | None:
        """The things that may be in a set; None when that is not known."""
        match domain:
            case Core(op="things" | "owned", args=(*args, "placed")):
                found = self._value(replaced(domain, args=(*args, "all")), known)
            case Core(op="filter", args=(local, inner, body)):
                members = self._members(inner, known)
                return None if members is None else tuple(one for one in members if self.may(body, {**known, local: one}))
            case _:
                found = self._value(domain, known)
        return found if isinstance(found, tuple) else None

    def _value(self, core: Core, known: Known) -> Value:
        return self._ways.run(known).value(core)

    def _may_be_there(self, core: Core, thing: Value, places: Value, named: Core) -> bool:
        """Whether a piece may come to one of some places."""
        wanted = places if isinstance(places, tuple) else (places,)
        if self._free or not isinstance(thing, str) or not all(isinstance(place, int) for place in wanted) or not wanted:
            return True
        asked = Asked(tuple(place for place in wanted if isinstance(place, int)), core.span, _what(named))
        self.asked[id(core)] = asked
        self._whose.setdefault(id(core), {})[self._ways.side_of(thing)] = None
        reached = self._ways.of(thing)
        if reached is None or not reached.isdisjoint(asked.places):
            self._had.add(id(core))
            return True
        return False


def _what(named: Core) -> str:
    """A set of places in words."""
    match named:
        case Core(op="zone", args=(name,)):
            return f"the zone `{name}`"
        case Core(op="place", args=(str() as name,)):
            return f"the place `{name}`"
        case _:
            return "the hexes"


class Ways:
    """Where each piece of a scenario can ever be, and what is known at all times."""

    def __init__(self, game: Game, scenario: ScenarioDef) -> None:
        self.game, self.scenario = game, scenario
        self.classes: dict[str, MoverClass] = {thing.id: mover for mover in mover_classes(game, scenario) for thing in mover.things}
        self._world = game.worlds[scenario.id]
        self._known: dict[str, frozenset[int] | None] = {}

    @cached_property
    def _lasting(self) -> frozenset[tuple[str, str]]:
        return lasting_states(self.game)

    def run(self, known: Known) -> Run:
        """What is known for ever, with some locals."""
        return Run(replaced(self._world, lasting=self._lasting), dict(known))

    def of(self, thing: str) -> frozenset[int] | None:
        """Where a piece can ever be, if only on its way; None when that is not known."""
        instance = self._world.instances.get(thing)
        if instance is None:
            return None
        if thing not in self._known:
            self._known[thing] = self._of(instance)
        return self._known[thing]

    def side_of(self, thing: str) -> str:
        """The side of a piece; empty if it has none."""
        return getattr(self._world.instances.get(thing), "side", None) or ""

    def is_put_elsewhere(self, thing: InstanceDef) -> bool:
        """Whether a rule may put a piece that stands already where it could not go."""
        fitting = (landing for landing in self._landings if fits(self.game, landing.thing, thing))
        return any(not asks_for_waiting(self.game, landing) for landing in fitting)

    def are_put(self, mover: MoverClass, things: Iterable[InstanceDef], places: Iterable[int]) -> bool:
        """Whether a rule may put one of some pieces of a class where it can come to one of some places from."""
        goal = [place for place in places if mover.terrain.open[place]]
        lands = mover.lands.left_from({mover.lands.land_of(place) for place in goal}) if goal else ()
        hexes = frozenset({*places, *(index for land in lands for index in mover.lands.parts[land])})
        alike = {(thing.model, thing.at, repr(thing.fields)): thing for thing in things}
        return any(self._spread.may_be_put(landing, thing, hexes) for thing in alike.values() for landing in self._putting(thing))

    def is_put_on(self, thing: InstanceDef, places: Iterable[int]) -> bool:
        """Whether a rule may put a thing on one of some places."""
        fitting = [landing for landing in self._landings if fits(self.game, landing.thing, thing)] if self.game.is_placeable(thing) else []
        return any(self._spread.may_be_put(landing, thing, frozenset(places)) for landing in fitting)

    def _putting(self, thing: InstanceDef) -> list[Landing]:
        """The ways in which rules put a piece elsewhere than where it begins; looked for once for all that rules do not name themselves."""
        key = thing.id if self._named else thing.kind, thing.at is None
        return self.game.remember(("putting", self.scenario.id, key), lambda: self._puts(thing))

    def _puts(self, thing: InstanceDef) -> list[Landing]:
        fitting = [landing for landing in self._landings if fits(self.game, landing.thing, thing)]
        if thing.at is None:
            return [landing for landing in fitting if not asks_one_of(landing, self._placements)]
        return [landing for landing in fitting if not asks_for_waiting(self.game, landing)]

    @cached_property
    def _spread(self) -> Spread:
        return Spread(self.game, replaced(self._world, lasting=self._lasting), self.classes, self._putting)

    @cached_property
    def _named(self) -> bool:
        """Whether a rule puts a piece somewhere that it calls by its name."""
        return any(landing.thing.op == "ref" for landing in self._landings)

    @cached_property
    def _placements(self) -> frozenset[str]:
        return frozenset(placing.guard.id for placing in placings(self.game))

    @cached_property
    def _landings(self) -> list[Landing]:
        """The ways in which rules put pieces on places, without those to which the scenario never comes."""
        run = parts_that_run(self.game, self._world)
        return [landing for landing in landings_of(self.game) if landing.begun is None or landing.begun in run]

    @cached_property
    def _elsewhere(self) -> list[Landing]:
        """The ways in which rules put pieces on places when all is set up: of pieces that the scenario places, and of others."""
        return [landing for landing in self._landings if not asks_one_of(landing, self._placements)]

    @cached_property
    def _of_placed(self) -> list[Landing]:
        """Those that may be of a piece that stands already."""
        known = self._placements
        return [landing for landing in self._landings if not (asks_one_of(landing, known) and is_of_waiting(self.game, landing))]

    def _of(self, thing: InstanceDef) -> frozenset[int] | None:
        mover = self.classes.get(thing.id)
        landings = self._elsewhere if thing.at is None else self._of_placed
        elsewhere = [landing for landing in landings if fits(self.game, landing.thing, thing)]
        if thing.at is not None:
            starts: tuple[int, ...] | None = None if elsewhere else (thing.at,)
        elif not elsewhere:
            starts = () if mover is None else mover.starts
        else:
            starts = self._landed(thing, elsewhere, mover)
        if starts is None:
            return None
        if mover is None:
            return frozenset(starts)
        # A piece on its way is on each hex in turn, and endings and rules that wait for something look at it there.
        return mover.reach_from(starts)

    def _landed(self, thing: InstanceDef, elsewhere: list[Landing], mover: MoverClass | None) -> tuple[int, ...] | None:
        """Where a piece that waits may come onto the map; None when that is not known, or when it may be put elsewhere later."""
        found = list(openings(self.game, self.scenario, thing))
        if any(landing.is_of_placed for landing in elsewhere) or any(places is None for _, places in found):
            return None
        begun = () if mover is None else mover.starts
        return tuple(sorted({place for _, places in found for place in places or ()}.union(begun)))


def ways_of(game: Game, scenario: ScenarioDef) -> Ways:
    """The ways of a scenario, once for all checks."""
    return game.remember(("ways", scenario.id), lambda: Ways(game, scenario))


# --------------------------------------------------------------------------------------------------------------- findings


def _finding(game: Game, scenario: ScenarioDef, aim: Aim) -> Diagnostic:
    layout, world = game.layout(scenario), game.worlds[scenario.id]
    ground, places = ground_of(layout), aim.asked.places
    movers = [mover for mover in mover_classes(game, scenario) if mover.side in aim.whose]
    wall, why = kept_off(game, world, movers[0], places) if movers else (None, ())
    hexes = () if aim.asked.what == "the hexes" else (f"it is {with_terrain(ground, game.models, places)}",)
    named = with_terrain(ground, game.models, places) if aim.asked.what == "the hexes" else aim.asked.what
    who = quoted([side for side in aim.whose if side], "and") or "the pieces"
    winner = "" if aim.whose == aim.sides else f"{quoted(aim.sides, 'and')} "
    return kinds.OBJECTIVE_OUT_OF_REACH.at(
        aim.asked.span,
        f"{who} can never come to {named}, and {winner}cannot win by the ending `{aim.ending.id}` without",
        secondary=[Label(game.scenario_span(scenario), "in this scenario")],
        notes=(*hexes, *why, f"on the map `{layout.id}` in the scenario `{scenario.id}`"),
        help="open a way there, let the pieces that count begin nearer, or let the ending ask for something else",
        picture=hex_picture(game.program, layout, *marks_of(aim.asked.what, places, wall)),
    )


AIMS = Check("aims", check_aims)
