"""Zones on a table that are too small: more pieces are to be placed in them than find room at the distance that they must keep.

A placement is read for areas outside of which it is sure to refuse, and for the distance that it keeps pieces apart. What is not understood
of it is taken to allow everything, so a zone is never taken for smaller than it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.pictures import TableMark, table_picture
from tankdsl.check.static import Run, World
from tankdsl.check.static.tables import outline_of
from tankdsl.check.tree import Conjunct, Core, Demand, DemandGuard, InstanceDef, Local, ScenarioDef, TableDef
from tankdsl.diagnostics import Diagnostic, counted, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.ground.table_room import most_apart
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.rules.legal import Placing, placings, things_of
from tankdsl.rules.tabletops import local_of, on_tables, shown_length

Zone = frozenset[str]
"""Areas of which a place must be in one."""


def check_table_zones(game: Game) -> Iterator[Diagnostic]:
    """For each scenario on a table, placement and zone: pieces without a place that cannot all stand in the zone."""
    for scenario, table, world in on_tables(game):
        for placing in placings(game):
            groups: dict[tuple[Zone, int], list[InstanceDef]] = {}
            for thing in things_of(game, world, placing):
                zone, apart = zone_of(world, placing, thing), _kept_apart(world, placing, thing)
                if thing.point is None and zone is not None and (apart or not zone):
                    groups.setdefault((zone, apart), []).append(thing)
            for (zone, apart), things in groups.items():
                if any(_too_small(game, scenario, table, world, zone, apart, things)):
                    sure = _set_up_at_once(game, scenario, placing, things) if zone else things
                    yield from _too_small(game, scenario, table, world, zone, apart, sure)


def _set_up_at_once(game: Game, scenario: ScenarioDef, placing: Placing, things: list[InstanceDef]) -> list[InstanceDef]:
    """Those of some pieces that must all be set up, and stand there at the same moment."""
    from tankdsl.rules.at_once import stand_at_once
    from tankdsl.rules.awaited import must_be_set_up

    sure = [thing for thing in things if must_be_set_up(game, scenario, placing, thing)]
    return sure if stand_at_once(game, scenario, placing, things) else []


def _too_small(
    game: Game, scenario: ScenarioDef, table: TableDef, world: World, zone: Zone, apart: int, things: list[InstanceDef]
) -> Iterator[Diagnostic]:
    if not zone:
        yield _nowhere(game, scenario, table, things)
        return
    outlines = [outline_of(Run(world), area) for area in sorted(zone)]
    room = sum(most_apart(outline, apart) for outline in outlines) if all(outlines) else len(things)
    if room < len(things):
        yield kinds.ZONE_TOO_SMALL.at(
            game.scenario_span(scenario),
            f"{counted(len(things), 'piece')} can only be placed in {quoted(sorted(zone), 'or')}, where at most {room} find room",
            notes=(f"they keep {shown_length(apart)} away from each other", f"they are {quoted([thing.id for thing in things], 'and')}"),
            help="make the zone larger, or let fewer pieces start there",
            picture=table_picture(world, table, TableMark("place", "too small", tuple(sorted(zone)))),
        )


def _nowhere(game: Game, scenario: ScenarioDef, table: TableDef, things: list[InstanceDef]) -> Diagnostic:
    """Every area of which a place must be in one stands on other tables, or the placement refuses each of them."""
    listed = f"these stand there: {quoted(table.areas)}" if table.areas else "no areas are listed for it"
    return kinds.ZONE_TOO_SMALL.at(
        game.scenario_span(scenario),
        f"{counted(len(things), 'piece')} can only be placed in an area that the table `{table.id}` does not have",
        notes=(f"they are {quoted([thing.id for thing in things], 'and')}", listed),
        help="list the area in the layout, or let the pieces start elsewhere",
    )


# ------------------------------------------------------------------------------------------------------------------ zone


def zone_of(world: World, placing: Placing, thing: InstanceDef) -> Zone | None:
    """The areas outside of which a placement is sure to refuse a thing; None when that is not known."""
    run = Run(world, {placing.thing: thing.id})
    return _least([_demanded(run, demand, placing.place) for demand in placing.guard.demands])


def _demanded(run: Run, demand: Conjunct, place: Local) -> Zone | None:
    match demand:
        case Demand(condition=condition):
            return _asked(run, condition, place)
        case DemandGuard(guard=name, args=args):
            guard = run.world.program.guards[name]
            inner, there = _called(run, guard.params, args, place)
            return None if inner is None or there is None else _least([_demanded(inner, one, there) for one in guard.demands])
        case _:
            return None


def _asked(run: Run, core: Core, place: Local) -> Zone | None:
    """The areas of which the place must be in one for a condition to hold."""
    match core:
        case Core(op="inside", args=(area, there)) if local_of(there) == place:
            found = run.value(area)
            return frozenset({found}) if isinstance(found, str) else None
        case Core(op="and", args=parts):
            return _least([_asked(run, part, place) for part in parts])
        case Core(op="or", args=parts):
            return _all([_asked(run, part, place) for part in parts if run.value(part) is not False])
        case Core(op="if", args=(test, then, orelse)):
            known = run.value(test)
            branches = (then, orelse) if not isinstance(known, bool) else (then,) if known else (orelse,)
            return _all([_asked(run, branch, place) for branch in branches])
        case Core(op="call", args=(name, *args)) if name in run.world.program.values:
            value = run.world.program.values[name]
            inner, there = _called(run, value.params, tuple(args), place)
            return None if inner is None or there is None else _asked(inner, value.body, there)
        case Core(op="any", args=(local, domain, body)):
            members = run.value(domain)
            return _all([_of_member(run, local, member, body, place) for member in members]) if isinstance(members, tuple) else None
        case _:
            return None


def _of_member(run: Run, local: Local, member: object, body: Core, place: Local) -> Zone | None:
    inner = Run(run.world, {**run.locals, local: member}, run.depth)  # type: ignore[dict-item]
    return frozenset() if inner.value(body) is False else _asked(inner, body, place)


def _called(run: Run, params: tuple[Local, ...], args: tuple[object, ...], place: Local) -> tuple[Run | None, Local | None]:
    """What is called, and which of its parameters is the place."""
    return run.called(params, run.values(args)), _param(params, args, place)


def _param(params: tuple[Local, ...], args: tuple[object, ...], local: Local) -> Local | None:
    """The parameter for which a local is given."""
    return next((param for param, arg in zip(params, args, strict=False) if local_of(arg) == local), None)


def _least(zones: list[Zone | None]) -> Zone | None:
    """The smallest of several zones that must all be kept."""
    return min((zone for zone in zones if zone is not None), key=lambda zone: (len(zone), sorted(zone)), default=None)


def _all(zones: list[Zone | None]) -> Zone | None:
    """Zones of which any one will do."""
    found = [zone for zone in zones if zone is not None]
    return frozenset().union(*found) if len(found) == len(zones) else None


# ----------------------------------------------------------------------------------------------------------------- apart


def _kept_apart(world: World, placing: Placing, thing: InstanceDef) -> int:
    """The distance that a placement keeps a thing from all others that it places; 0 when it keeps none that is known."""
    found = [0]
    for demand in _flat(world, placing.guard.demands, (placing.thing, placing.place)):
        condition, near, place = demand
        match condition:
            case Core(op="not", args=(Core(op="any", args=(other, Core(op="things", args=(kind, "placed")), body)),)):
                if world.is_a(placing.kind, kind):
                    found.append(_distance(world, thing, body, other, near, place))
    return max(found)


def _flat(world: World, demands: tuple[Conjunct, ...], ends: tuple[Local, Local]) -> Iterator[tuple[Core, Local, Local]]:
    """Conditions of requirements, those of called guards too, with the locals of the thing and the place in each."""
    for demand in demands:
        if isinstance(demand, Demand):
            yield demand.condition, *ends
        elif isinstance(demand, DemandGuard):
            guard = world.program.guards[demand.guard]
            near, place = (_param(guard.params, demand.args, end) for end in ends)
            if near is not None and place is not None:
                yield from _flat(world, guard.demands, (near, place))


def _distance(world: World, thing: InstanceDef, body: Core, other: Local, near: Local, place: Local) -> int:
    """How far away others are kept by `other is not near and distance(other, place) < n`; 0 for other conditions."""
    match body:
        case Core(op="and", args=(Core(op="!=", args=pair), Core(op="<" | "<=", args=(Core(op="distance", args=ends), bound)))):
            between = any(local_of(end) == place for end in ends) and any(_is_at(end, other) for end in ends)
            if between and {local_of(one) for one in pair} == {other, near}:
                found = Run(world, {near: thing.id}).value(bound)
                return found if isinstance(found, int) else 0
    return 0


def _is_at(end: object, other: Local) -> bool:
    """Whether an expression is where the other thing stands."""
    return isinstance(end, Core) and end.op == "get" and end.args[1] == "at" and local_of(end.args[2]) == other


TABLE_ZONES = Check("table zones", check_table_zones)
