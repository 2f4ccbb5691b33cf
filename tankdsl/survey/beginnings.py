"""Where the pieces of each side may begin: on hexes, and on tables without a grid at the points of a grid of whole units.

On a table the points are tried one by one: where players may set pieces up, by what asks a `placement`; and for a side that sets nothing up
where the rules bring its pieces on later. A point counts unless the rules are sure to refuse it to the first piece that comes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from tankdsl.check.static import UNKNOWN, Run, Value, World
from tankdsl.check.tree import Conjunct, Core, DemandEach, DemandGuard, DemandLet, InstanceDef, Local, ScenarioDef, TableDef
from tankdsl.frozen import Frozen, FrozenValue, replaced
from tankdsl.ground.table import Point
from tankdsl.rules.approaches import base_of
from tankdsl.rules.game import Game
from tankdsl.rules.legal import first_failing, placings
from tankdsl.rules.reinforcements import Landing, fits, landings_of
from tankdsl.rules.walk import expressions, uses

Place = int | Point

UNIT = 100
"""One unit in hundredths."""
MOST_TRIED = 700
"""The grid is as fine as it can be with so many points on the whole table."""
FEW = 20
"""With fewer points in the zone of a side, a finer grid is taken."""


class Beginning(FrozenValue):
    """Where a side may begin, in ascending order."""

    places: tuple[Place, ...]
    later: bool = False
    """Its pieces come later; these are the places where they enter."""


class Beginnings(FrozenValue):
    """Where each side may begin; sides of which that is not known are left out."""

    of: dict[str, Beginning]
    step: int | None = None
    """On a table: how far apart the points are that were tried, in units; None when all points are those of placed pieces."""


def beginnings_of(game: Game, world: World) -> Beginnings:
    """Where the sides of a scenario may begin."""
    scenario = world.scenario
    assert scenario is not None
    if world.table is not None:
        return _on_table(game, world, scenario, world.table)
    bases = {side: base_of(game, scenario, side) for side, _ in game.program.sides}
    return Beginnings({side: Beginning(hexes) for side, hexes in bases.items() if hexes})


# ------------------------------------------------------------------------------------------------------------- on tables


class _Entry(Frozen):
    """One way in which a piece may come to stand somewhere: what is asked, and which locals stand for what."""

    who: Core | None
    """The piece as the rule names it; None where only a placement is asked."""
    thing: Local | None
    me: Local | None
    """The side that plays."""
    place: Local | None
    demands: tuple[Conjunct, ...]
    offered: Core | None
    """The places that are offered: a set, or a single place where there is no local of it."""
    where: Core | None
    asks_placement: bool
    of_place: tuple[Conjunct, ...] = ()
    """Those requirements that can depend on the place, or on what another one binds."""


def _on_table(game: Game, world: World, scenario: ScenarioDef, table: TableDef) -> Beginnings:
    units = [thing for thing in scenario.instances if game.is_placeable(thing) and game.program.kinds[thing.kind].category == "unit"]
    placed = {thing.id: thing.point for thing in world.instances.values() if thing.point is not None}
    # As for the first piece that is set up: nothing else stands there yet.
    first = replaced(world, standing=placed, nothing_else=True)
    step = _coarsest(table)
    while True:
        found = {side: _of_side(game, first, table, side, units, step) for side, _ in game.program.sides}
        some = {side: beginning for side, beginning in found.items() if beginning.places}
        looked = [len(some[thing.side].places) for thing in units if thing.point is None and thing.side in some]
        if step == 1 or not looked or min(looked) >= FEW:
            return Beginnings(some, step if looked else None)
        step //= 2


def _coarsest(table: TableDef) -> int:
    """The least step, in units, with which there are not too many points on a table."""
    step = 1
    while (table.width // (step * UNIT) + 1) * (table.height // (step * UNIT) + 1) > MOST_TRIED:
        step += 1
    return step


def _of_side(game: Game, world: World, table: TableDef, side: str, units: list[InstanceDef], step: int) -> Beginning:
    own = [thing for thing in units if thing.side == side]
    standing = {thing.point for thing in own if thing.point is not None}
    entries: dict[_Entry, list[InstanceDef]] = {}
    for thing in own:
        for entry in _entries(game, world, thing) if thing.point is None else ():
            entries.setdefault(entry, []).append(thing)
    for later in (False, True):
        found = set(standing)
        for entry, things in entries.items():
            if entry.asks_placement is not later:
                found.update(point for thing in _unlike(game, world, entry, things) for point in _points(world, table, entry, thing, step))
        if found:
            return Beginning(tuple(sorted(found)), later and not standing)
    return Beginning(())


def _unlike(game: Game, world: World, entry: _Entry, things: list[InstanceDef]) -> Iterator[InstanceDef]:
    """Of things that may come by an entry one of all that nothing tells apart that is asked of the place."""
    seen: set[object] = set()
    part = "begins", str(id(entry))
    for thing in things:
        if first_failing(Run(world, _locals(entry, thing)), entry.demands) is None:
            key = game.setting(world, part, (entry.of_place, entry.where, entry.offered), thing)
            if key not in seen:
                seen.add(key)
                yield thing


def _locals(entry: _Entry, thing: InstanceDef) -> dict[Local, Value]:
    known = {entry.thing: thing.id, entry.me: thing.side or UNKNOWN}
    return {local: value for local, value in known.items() if local is not None}


def _entries(game: Game, world: World, thing: InstanceDef) -> list[_Entry]:
    """The ways in which a thing may come to stand somewhere; when none asks a placement, what placements ask is one more."""
    every, asked = game.remember("begins by", lambda: ([_entry(game, landing) for landing in landings_of(game)], _placements(game)))
    fitting = [entry for entry in every if entry.who is not None and fits(game, entry.who, thing)]
    if any(entry.asks_placement for entry in fitting):
        return fitting
    return [*(entry for kind, entry in asked if world.is_a(thing.kind, kind)), *fitting]


def _placements(game: Game) -> list[tuple[str, _Entry]]:
    """For each kind what its placement asks, whoever does it."""
    found = []
    for one in placings(game):
        demands = one.guard.demands
        found.append((one.kind, _Entry(None, one.thing, None, one.place, demands, None, None, True, demands)))
    return found


def _entry(game: Game, landing: Landing) -> _Entry:
    action, who = landing.action, None if landing.is_of_placed else landing.thing
    demands = () if action is None else (*action.first_guards, *action.guards)
    thing, place = (core.args[0] if core.op == "local" else None for core in (landing.thing, landing.place))
    chosen = next((choice for choice in landing.choices if place is not None and choice[0] is place), None)
    offered, where = (landing.place, None) if chosen is None else chosen[1:]
    me = None if action is None else action.me
    here = None if chosen is None else place
    of_place = tuple(one for one in demands if isinstance(one, (DemandLet, DemandEach)) or (here is not None and uses(one, here)))
    return _Entry(who, thing, me, here, demands, offered, where, _asks(game, demands, where), of_place)


def _asks(game: Game, demands: tuple[Conjunct, ...], where: Core | None) -> bool:
    """Whether a placement is among what is asked."""
    names = {placing.guard.id for placing in placings(game)}
    inner = () if where is None else expressions(where)
    return any(isinstance(demand, DemandGuard) and demand.guard in names for demand in demands) or any(
        core.op == "holds" and core.args[0] in names for core in inner
    )


def _points(world: World, table: TableDef, entry: _Entry, thing: InstanceDef, step: int) -> Iterator[Point]:
    """The points of the grid, or those that are offered, where nothing is sure to refuse a thing."""
    locals = _locals(entry, thing)
    offered = None if entry.offered is None else Run(world, dict(locals)).value(entry.offered)
    if entry.place is None:
        if _is_point(offered):
            yield cast(Point, offered)
        return
    for point in offered if isinstance(offered, tuple) else _grid(table, step):
        run = Run(world, {**locals, entry.place: point})
        if first_failing(run, entry.of_place) is None and (entry.where is None or not _is_refused(run, entry.where)):
            yield cast(Point, point)


def _is_refused(run: Run, condition: Core) -> bool:
    """Whether a condition is sure to fail. The first requirement of a guard that fails ends the asking."""
    match condition:
        case Core(op="and", args=parts):
            return any(_is_refused(run, part) for part in parts)
        case Core(op="holds", args=(name, *args)) if name in run.world.program.guards:
            guard = run.world.program.guards[name]
            inner = run.called(guard.params, run.values(tuple(args)))
            return inner is not None and first_failing(inner, guard.demands) is not None
        case _:
            return run.value(condition) is False


def _is_point(value: Value | None) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(isinstance(part, int) for part in value)


def _grid(table: TableDef, step: int) -> Iterator[Point]:
    across, up = (range(0, size + 1, step * UNIT) for size in (table.width, table.height))
    return ((x, y) for x in across for y in up)
