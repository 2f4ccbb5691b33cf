"""Reinforcements that can never enter: units that a scenario fields and does not place, while no rule can ever put them on the map.

Every `put ... at` is looked at with all that leads to it: the choice that the place comes from, the effect that it stands in, the action
that calls it, with its requirements.  Only what is sure counts: that a zone is empty on the map of the scenario, that the ground of every
place is refused, that the turn of arrival comes after the last turn.  Whatever play decides may let the unit in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tankdsl.check import tree
from tankdsl.check.static import ABSENT, Run, World
from tankdsl.check.tree import ActionDef, Conjunct, Core, Demand, DemandGuard, InstanceDef, Local, ScenarioDef
from tankdsl.check.types import Kind, required
from tankdsl.diagnostics import Diagnostic, Label, counted, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.rules.calls import Node, bodies_of
from tankdsl.rules.counters import bounds_of
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.interface import Check
from tankdsl.rules.legal import Sifter, asks_stats_only, first_failing, is_asked_of, placings
from tankdsl.rules.movers import comes_to, parts_that_run
from tankdsl.rules.placement import sieves_of
from tankdsl.rules.secrecy import resolved
from tankdsl.rules.settled import steady
from tankdsl.rules.walk import expressions, statements

Calls = dict[str, list[tuple[Node, tree.CallProc]]]
"""Of each effect where it is called."""
Bodies = dict[Node, tuple[tree.AnyStmt, ...]]

DEEPEST = 6
"""Effects within effects that are followed back to an action."""


class Landing(FrozenValue):
    """A statement that puts a piece somewhere, seen from where it is begun."""

    thing: Core
    place: Core
    choices: tuple[tuple[Local, Core, Core | None], ...]
    """Locals that are chosen on the way, with the sets that they come from and their conditions."""
    action: ActionDef | None
    """The action that begins it; None when something else may."""
    begun: Node | None = None
    """In what it begins."""
    statement: int = 0
    """Tells the statements apart that put pieces on places."""

    @property
    def chosen(self) -> tuple[Local, Core, Core | None] | None:
        """The choice that the place comes from; None where it is said otherwise."""
        return next((choice for choice in self.choices if self.place.op == "local" and choice[0] is self.place.args[0]), None)

    @property
    def is_of_placed(self) -> bool:
        """Whether the piece is sure to come from a set of pieces that stand on the map, so that none that waits is among them."""
        params = () if self.action is None else self.action.params
        domains = {**{param.local: param.domain for param in params}, **{local: domain for local, domain, _ in self.choices}}
        core: Core | None = self.thing
        for _ in range(len(domains) + 1):
            if core is None or core.op != "local":
                break
            core = domains.get(core.args[0])
        return core is not None and core.op in ("things", "owned") and core.args[-1] == "placed"


def check_reinforcements(game: Game) -> Iterator[Diagnostic]:
    """For each scenario the units that wait for ever, alike ones together."""
    for scenario in game.mapped:
        waiting = [thing for thing in scenario.instances if waits(game, thing) and not _has_no_place(game, scenario, thing)]
        if not waiting:
            continue
        landings = tuple(one for one in landings_of(game) if one.begun is None or comes_to(game, scenario, one.begun))
        world = known_for(game, scenario) if landings else game.worlds[scenario.id]
        alike_ones: dict[str, list[InstanceDef]] = {}
        for thing in waiting:
            why = _shut_out(game, scenario, world, landings, thing)
            if why is not None:
                alike_ones.setdefault(why, []).append(thing)
        for why, things in alike_ones.items():
            yield _finding(game, scenario, things, why)


def _finding(game: Game, scenario: ScenarioDef, things: list[InstanceDef], why: str) -> Diagnostic:
    who, verb = quoted([thing.id for thing in things], "and"), "waits" if len(things) == 1 else "wait"
    spans = tuple(dict.fromkeys(game.fielded_span(scenario, thing) for thing in things))
    return kinds.NEVER_ENTERS.at(
        spans[0],
        f"{who} {verb} off the map and can never enter: {why}",
        secondary=[Label(span, "and this one") for span in spans[1:6]],
        notes=f"in the scenario `{scenario.id}`",
        help="place it in the scenario, let a rule bring it on, or do not field it",
    )


def waits(game: Game, thing: InstanceDef) -> bool:
    """Whether a unit is neither on the map nor in a pile when the game begins."""
    kind = game.program.kinds.get(thing.kind)
    off_map = thing.at is None and thing.point is None and thing.pile is None and not thing.misplaced
    return kind is not None and kind.category == "unit" and off_map


def known_for(game: Game, scenario: ScenarioDef) -> World:
    """What is known of a scenario at all times: also the states that no rule changes, and how far counters go."""
    return game.remember(
        ("known for", scenario.id),
        lambda: replaced(game.world_of(scenario), lasting=lasting_states(game), bounds=bounds_of(game, scenario)),
    )


def landings_in(game: Game, scenario: ScenarioDef, thing: InstanceDef) -> list[Landing]:
    """The ways in which rules to which a scenario comes may put a piece on a place."""
    run = parts_that_run(game, game.world_of(scenario))
    able = (landing for landing in landings_of(game) if landing.begun is None or landing.begun in run)
    return [landing for landing in able if fits(game, landing.thing, thing)]


def landings_for(game: Game, scenario: ScenarioDef, thing: InstanceDef) -> list[Landing]:
    """Those that may be of a piece which waits off the map."""
    return [landing for landing in landings_in(game, scenario, thing) if not landing.is_of_placed]


def is_never(game: Game, scenario: ScenarioDef, landing: Landing, thing: InstanceDef) -> bool:
    """Whether a landing can never be that of a waiting piece, whichever side begins it."""
    return all(_refused(game, known_for(game, scenario), landing, thing, side) is not None for side, _ in game.program.sides)


def landing_places(
    game: Game, scenario: ScenarioDef, thing: InstanceDef, placement: str, landings: Sequence[Landing] | None = None
) -> frozenset[int] | None:
    """The hexes that actions offer for a waiting unit, all of which ask a placement; None where it may be put anywhere or by another rule.

    The sets are read that players choose the place from; what else is asked of a place there is left to the placement. `landings`: only
    these ways count.
    """
    world = known_for(game, scenario)
    sides = [side for side, _ in game.program.sides]
    every = landings_of(game) if landings is None else landings
    fitting = [landing for landing in every if fits(game, landing.thing, thing) and not landing.is_of_placed]
    offers = [
        (landing, side, _asks(landing, placement) and _domain_of(world, landing, thing, side)) for landing in fitting for side in sides
    ]
    if not any(places for _, _, places in offers):
        return None
    found: set[int] = set()
    for landing, side, places in offers:
        if _refused(game, world, landing, thing, side) is None:
            if not places:
                return None
            found.update(places)
    return frozenset(found) or None


def offered_to(game: Game, scenario: ScenarioDef, thing: InstanceDef) -> frozenset[int] | None:
    """The hexes that rules to which a scenario comes may offer for a waiting piece; None where it is not known, or set up by hand."""
    world, found = known_for(game, scenario), set[int]()
    landings = landings_for(game, scenario, thing)
    for landing in landings:
        for side, _ in game.program.sides:
            if _refused(game, world, landing, thing, side) is None:
                left = _left(game, world, landing, thing, side)
                if left is None:
                    return None
                found.update(left)
    return frozenset(found) if landings else None


def openings(game: Game, scenario: ScenarioDef, thing: InstanceDef) -> Iterator[tuple[Landing, frozenset[int] | None]]:
    """The landings that may be those of a waiting unit, with the hexes that nothing is sure to refuse it; None where they are not known."""
    world = known_for(game, scenario)
    for landing in landings_of(game):
        if fits(game, landing.thing, thing) and not landing.is_of_placed:
            for side, _ in game.program.sides:
                if _refused(game, world, landing, thing, side) is None:
                    yield landing, _left(game, world, landing, thing, side)


def _left(game: Game, world: World, landing: Landing, thing: InstanceDef, side: str) -> frozenset[int] | None:
    """Of the hexes that are offered those that nothing is sure to refuse; all of a map are looked at only where a placement is asked."""
    run = run_of(world, landing, thing, side)
    chosen = landing.chosen
    if chosen is None:
        place = run.value(landing.place)
        return frozenset({place}) if isinstance(place, int) else None
    local, domain, where = chosen
    offered = run.value(domain)
    if world.layout is None or not isinstance(offered, tuple):
        return None
    demands = demands_of(landing)
    if len(offered) < len(ground_of(world.layout)):
        hexes = [place for place in offered if isinstance(place, int)]
    else:
        asked = next((placing for placing in placings(game) if asks_placement(landing, placing.guard.id)), None)
        if asked is None or world.scenario is None:
            return None
        hexes = list(sieves_of(game, game.worlds[world.scenario.id], asked, [thing])[thing.id].places)
        if asks_stats_only(game, asked):
            demands = tuple(demand for demand in demands if not is_asked_of(demand, asked, landing.thing, local))
    left, _ = Sifter(game, world, demands, run.locals, local).sifted(hexes)
    return frozenset(hex_ for hex_ in left if where is None or Run(world, {**run.locals, local: hex_}).value(where) is not False)


def asks_placement(landing: Landing, placement: str) -> bool:
    """Whether a landing asks a placement, in its action or where its place is chosen."""
    conditions = (where for _, _, where in landing.choices if where is not None)
    asked = (core for where in conditions for core in expressions(where))
    return _asks(landing, placement) or any(core.op == "holds" and core.args[0] == placement for core in asked)


def _asks(landing: Landing, placement: str) -> bool:
    """Whether the action that begins a landing asks a placement."""
    return any(isinstance(demand, DemandGuard) and demand.guard == placement for demand in demands_of(landing))


def surely_asks(game: Game, landing: Landing, placement: str) -> bool:
    """Whether a landing is refused by a placement whenever that refuses: not if there is an `or` to it."""
    demands = (*demands_of(landing), *(Demand(where, _NO_REASON, where.span) for _, _, where in landing.choices if where is not None))
    return _is_demanded(game, demands, placement, DEEPEST)


_NO_REASON = tree.Reason("", "", ())


def _is_demanded(game: Game, demands: tuple[Conjunct, ...], placement: str, depth: int) -> bool:
    guards = [demand.guard for demand in demands if isinstance(demand, DemandGuard)]
    for demand in demands:
        if isinstance(demand, Demand):
            guards += [core.args[0] for core in conjuncts(demand.condition) if core.op == "holds"]
    inner = [game.program.guards[name] for name in dict.fromkeys(guards) if name in game.program.guards]
    return any(guard.id == placement or (depth and _is_demanded(game, guard.demands, placement, depth - 1)) for guard in inner)


def conjuncts(core: Core) -> Iterator[Core]:
    """The parts of a condition that must all hold."""
    if core.op == "and":
        for arg in core.args:
            yield from conjuncts(arg)
    else:
        yield core


def _domain_of(world: World, landing: Landing, thing: InstanceDef, side: str) -> tuple[int, ...] | None:
    """The hexes that a side chooses from; None when that is all of the map, or not known."""
    chosen = landing.chosen
    if chosen is None or world.layout is None:
        return None
    run = run_of(world, landing, thing, side)
    places = run.value(chosen[1])
    if not isinstance(places, tuple) or len(places) >= len(ground_of(world.layout)):
        return None
    hexes = tuple(place for place in places if isinstance(place, int))
    return hexes if len(hexes) == len(places) else None


def _has_no_place(game: Game, scenario: ScenarioDef, thing: InstanceDef) -> bool:
    """Whether a placement refuses the unit everywhere, which has its own finding."""
    world = game.worlds[scenario.id]
    fitting = [placing for placing in placings(game) if world.is_a(thing.kind, placing.kind)]
    refusing = [placing for placing in fitting if not sieves_of(game, world, placing, [thing])[thing.id].places]
    if not refusing:
        return False
    from tankdsl.rules.awaited import can_never_be_set_up

    return any(can_never_be_set_up(game, scenario, placing, thing) for placing in refusing)


def lasting_states(game: Game) -> frozenset[tuple[str, str]]:
    """The states that no rule ever changes."""
    return game.remember("lasting", lambda: _never_assigned(game))


def _never_assigned(game: Game) -> frozenset[tuple[str, str]]:
    program = game.program
    between = [statement for campaign in program.campaigns.values() for statement in statements(campaign.between)]
    every = [*(statement for _, statement in game.statements), *between]
    assigned = {(statement.kind, statement.field) for statement in every if isinstance(statement, tree.Assign)}
    return steady(game) - assigned


# -------------------------------------------------------------------------------------------------------------- landings


def landings_of(game: Game) -> tuple[Landing, ...]:
    """Every way in which a rule puts a piece on a place."""
    return game.remember("landings", lambda: tuple(_landings(game)))


def _landings(game: Game) -> Iterator[Landing]:
    calls: Calls = {}
    for node, statement in game.statements:
        if isinstance(statement, tree.CallProc):
            calls.setdefault(statement.proc, []).append((node, statement))
    bodies = dict(bodies_of(game.program))
    for node, statement in game.statements:
        if isinstance(statement, tree.PlaceThing):
            begun = Landing(statement.thing, statement.place, (), None, None, id(statement))
            yield from _seen_from(game, bodies, calls, node, begun, DEEPEST)


def _seen_from(game: Game, bodies: Bodies, calls: Calls, node: Node, landing: Landing, depth: int) -> Iterator[Landing]:
    """A landing as its callers see it: the parameters of an effect stand for what it is given."""
    sort, id = node
    here = _with_names(bodies[node], landing)
    if sort == "action":
        action = game.program.actions[id]
        params = tuple((param.local, param.domain, None) for param in action.params if not param.some)
        yield replaced(here, choices=(*here.choices, *params), action=None if action.windows else action, begun=node)
    elif sort == "proc" and depth and calls.get(id):
        params_of = game.program.procs[id].params
        for caller, call in calls[id]:
            given = dict(zip(params_of, call.args, strict=True))
            choices = tuple((local, resolved(domain, given), where and resolved(where, given)) for local, domain, where in here.choices)
            seen = Landing(resolved(here.thing, given), resolved(here.place, given), choices, None, None, here.statement)
            yield from _seen_from(game, bodies, calls, caller, seen, depth - 1)
    else:
        yield replaced(here, begun=node)


def _with_names(body: tuple[tree.AnyStmt, ...], landing: Landing) -> Landing:
    """The `let`s of a body replaced by their values, and its choices noted."""
    names: dict[Local, Core] = {}
    choices: list[tuple[Local, Core, Core | None]] = list(landing.choices)
    assigned: dict[Local, int] = {}
    for statement in statements(body):
        match statement:
            case tree.SetLocal(local=local, value=value):
                assigned[local] = assigned.get(local, 0) + 1
                names[local] = value
            case tree.IfElse(binding=Local() as local, condition=value):
                assigned[local] = assigned.get(local, 0) + 1
                names[local] = value
            case tree.Choose(local=local, candidate=candidate, domain=domain, where=where):
                same_one = {candidate: Core("local", (local,), candidate.type, domain.span)}
                choices.append((local, domain, where and resolved(where, same_one)))
            case tree.Loop(local=local, domain=domain, where=where):
                choices.append((local, domain, where))
    lets = {local: value for local, value in names.items() if assigned[local] == 1}
    return replaced(landing, thing=resolved(landing.thing, lets), place=resolved(landing.place, lets), choices=tuple(choices))


# ------------------------------------------------------------------------------------------------------------- judgement


def _shut_out(game: Game, scenario: ScenarioDef, world: World, landings: tuple[Landing, ...], thing: InstanceDef) -> str | None:
    """Why a unit can never come on the map; None if it may."""
    able = [landing for landing in landings if fits(game, landing.thing, thing)]
    fitting = [landing for landing in able if not landing.is_of_placed]
    # Where no unit of its kind stands on the map either, the pieces are set up by hand.
    by_hand = not any(one.at is not None and one.kind == thing.kind for one in scenario.instances)
    if by_hand and len(fitting) < len(able):
        return None
    if not fitting:
        return None if by_hand else "no rule ever puts one on a place"
    reasons: dict[str, None] = {}
    for landing in fitting:
        for side, _ in game.program.sides:
            why = _refused(game, world, landing, thing, side)
            if why is None:
                return None
            if thing.side in (None, side):
                reasons[why] = None
    return "; ".join(list(reasons)[:3])


def fits(game: Game, core: Core, thing: InstanceDef) -> bool:
    """Whether an expression may stand for a thing, by its kind."""
    kind = required(core.type)
    if core.op == "ref":
        return bool(core.args[1] == thing.id)
    return isinstance(kind, Kind) and (kind.name in game.lineage(thing.kind) or thing.kind in game.lineage(kind.name))


def _refused(game: Game, world: World, landing: Landing, thing: InstanceDef, side: str) -> str | None:
    """Why a landing can never be that of a thing when a side plays it; None if it can. Judged once for things that begin alike."""
    fields = tuple(sorted((name, repr(core)) for name, core in thing.fields.items()))
    who = thing.id if landing.thing.op == "ref" else (thing.model, thing.side, fields)
    key = ("refused", None if world.scenario is None else world.scenario.id, id(landing), who, side)
    return game.remember(key, lambda: _judged(game, world, landing, thing, side))


def _judged(game: Game, world: World, landing: Landing, thing: InstanceDef, side: str) -> str | None:
    run = run_of(world, landing, thing, side)
    alone = first_failing(run, demands_of(landing))
    if alone is not None:
        return _spoken(alone.text, run, thing) + (
            _absent_in(Run(world, alone.known), alone.condition, thing) or _ends_of(world, alone.condition)
        )
    chosen = landing.chosen
    if chosen is None:
        return "the place is not on the map" if run.value(landing.place) is ABSENT else None
    local, domain, where = chosen
    places = run.value(domain)
    if not isinstance(places, tuple):
        # Whatever the set is, it is of hexes of the map.
        places = () if world.layout is None else tuple(range(len(ground_of(world.layout))))
        return _all_refused(game, run, landing, thing, local, where, places) if places else None
    if not places:
        return "there is no place where it could"
    return _all_refused(game, run, landing, thing, local, where, places)


def _absent_in(run: Run, condition: Core, thing: InstanceDef) -> str:
    """Which states of a thing a condition asks that have no value."""
    asked = (core for core in expressions(condition) if core.op == "get" and core.args[1] not in ("at", "side"))
    absent = dict.fromkeys(core.args[1] for core in asked if run.value(core.args[2]) == thing.id and run.value(core) is ABSENT)
    return f", and its {quoted(absent, 'and')} {'is' if len(absent) == 1 else 'are'} none" if absent else ""


def _ends_of(world: World, condition: Core) -> str:
    """How far the counters go that a condition asks."""
    asked = [core.args for core in expressions(condition) if core.op == "get" and (core.args[0], core.args[1]) in world.bounds]
    ends = dict.fromkeys(f"`{name}` goes from {' to '.join(map(str, world.bounds[kind, name]))}" for kind, name, _ in asked)
    return f", and {' and '.join(ends)}" if ends else ""


def demands_of(landing: Landing) -> tuple[Conjunct, ...]:
    """What the action requires that begins a landing."""
    return () if landing.action is None else (*landing.action.first_guards, *landing.action.guards)


def run_of(world: World, landing: Landing, thing: InstanceDef, side: str) -> Run:
    """An evaluation of what a landing says of a thing, begun by a side."""
    run = Run(world)
    if landing.thing.op == "local":
        run.locals[landing.thing.args[0]] = thing.id
    if landing.action is not None:
        run.locals[landing.action.me] = side
    return run


def _all_refused(
    game: Game, run: Run, landing: Landing, thing: InstanceDef, local: Local, where: Core | None, places: tuple[object, ...]
) -> str | None:
    """Why each of the places is refused; None if one is not, or what they are is not known."""
    world, demands = run.world, demands_of(landing)
    if world.layout is None:
        return None
    everywhere = len(places) == len(ground_of(world.layout))
    hexes = range(len(places)) if everywhere else [place for place in places if isinstance(place, int)]
    if len(hexes) < len(places) or _is_let_in(game, run, thing, local, (demands, where), None if everywhere else hexes):
        return None
    left, refused = Sifter(game, world, demands, run.locals, local).sifted(hexes)
    reasons = dict.fromkeys(_spoken(found.text, run, thing) for found, _ in refused)
    if left:
        if where is None or not all(Run(world, {**run.locals, local: place}).value(where) is False for place in left):
            return None
        reasons["none meets the condition of the choice"] = None
    return f"{counted(len(places), 'place')}: {', '.join(reasons)}"


def _is_let_in(
    game: Game, run: Run, thing: InstanceDef, local: Local, asked: tuple[tuple[Conjunct, ...], Core | None], hexes: Sequence[int] | None
) -> bool:
    """Whether nothing refuses the first place where a placement lets the thing stand: mostly this settles it. `hexes` are those offered."""
    demands, where = asked
    world, scenario = run.world, run.world.scenario
    for placing in placings(game) if scenario is not None else ():
        if scenario is not None and world.is_a(thing.kind, placing.kind):
            legal = sieves_of(game, game.worlds[scenario.id], placing, [thing])[thing.id].places
            place = next((place for place in legal if hexes is None or place in hexes), None)
            if place is not None:
                there = Run(world, {**run.locals, local: place})
                return first_failing(there, demands) is None and (where is None or there.value(where) is not False)
    return False


def _spoken(text: str, run: Run, thing: InstanceDef) -> str:
    """A reason as it is told of any such unit: `it` for the unit."""
    for local, value in run.locals.items():
        text = text.replace("{" + local.name + "}", "it" if value == thing.id else str(value))
    return f'"{text.replace("{", "").replace("}", "")}"'


REINFORCEMENTS = Check("reinforcements", check_reinforcements)
