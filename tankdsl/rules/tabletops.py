"""Scenarios on tables without a grid: what is known of them, and where what never moves is in the way of a piece.

A movement shuts an area when it has a rule `never when any f in fs where ... and crosses(straight(a, b), f)`, and all that the rule asks
beside the crossing is sure to hold for the area, the piece and the options: then no leg of this piece ever touches the area.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tankdsl.check.static import Run, World
from tankdsl.check.static.tables import areas_of, outline_of
from tankdsl.check.tree import Core, InstanceDef, Local, MovementDef, MoveRule, ScenarioDef, TableDef
from tankdsl.frozen import replaced
from tankdsl.ground.table import Point
from tankdsl.ground.table_shapes import grown
from tankdsl.rules.game import Game
from tankdsl.rules.movers import movements_of
from tankdsl.rules.settled import settled

Outlines = tuple[tuple[Point, ...], ...]

CLEARANCE = 1
"""How far in hundredths a way is kept away from what shuts it: the least that a whole number can say."""


def on_tables(game: Game) -> Iterator[tuple[ScenarioDef, TableDef, World]]:
    """The scenarios that have a table, each with what is known of it whatever is played."""
    for scenario in game.program.scenarios.values():
        table = None if scenario.layout is None else game.program.tables.get(scenario.layout)
        if table is not None:
            yield scenario, table, game.remember(("on a table", scenario.id), partial(_world, game, scenario, table))


def _world(game: Game, scenario: ScenarioDef, table: TableDef) -> World:
    """What is known of a scenario on a table at every moment: also the states that nothing changes."""
    world = replaced(game.world(scenario), table=table)
    return replaced(world, lasting=settled(game, world))


def placed_things(game: Game, scenario: ScenarioDef) -> list[InstanceDef]:
    """The things that a scenario puts on its table, in its order."""
    return [thing for thing in scenario.instances if thing.point is not None and game.is_placeable(thing)]


def all_areas(world: World) -> tuple[str, ...]:
    """The areas of all kinds that stand on the table."""
    kinds = [kind.id for kind in world.program.kinds.values() if kind.category == "area"]
    found = (areas_of(world, kind) for kind in kinds)
    return tuple(dict.fromkeys(str(area) for areas in found if isinstance(areas, tuple) for area in areas))


def shown_point(point: Point) -> str:
    """A point as one writes it: `(24, 7.5)`."""
    return f"({shown_length(point[0])}, {shown_length(point[1])})"


def shown_length(hundredths: int) -> str:
    """A length in units, without needless decimals."""
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02}".rstrip("0").rstrip(".") if rest else str(whole)


# ------------------------------------------------------------------------------------------------------------- obstacles


def shut_areas(world: World, thing: InstanceDef) -> tuple[str, ...]:
    """The areas that no leg of a piece ever touches, by any of its movements; in ascending order of ids."""
    per_movement = [set(_shut_by(world, movement, thing)) for movement in movements_of(world, thing)]
    return tuple(sorted(set.intersection(*per_movement))) if per_movement else ()


def obstacles(world: World, areas: tuple[str, ...]) -> Outlines:
    """Outlines that a way does not enter when it keeps clear of areas."""
    outlines = (outline_of(Run(world), area) for area in areas)
    return tuple(part for outline in outlines if outline for part in grown(outline, CLEARANCE))


def _shut_by(world: World, movement: MovementDef, thing: InstanceDef) -> Iterator[str]:
    for rule in movement.rules:
        found = _crossing(movement, rule)
        if found is None:
            continue
        local, kind, others, first = found
        areas = areas_of(world, kind)
        known = {movement.unit: thing.id}
        if all(Run(world, dict(known)).value(core) is True for core in first):
            for area in areas if isinstance(areas, tuple) else ():
                if all(Run(world, {**known, local: area}).value(core) is True for core in others):
                    yield str(area)


def _crossing(movement: MovementDef, rule: MoveRule) -> tuple[Local, str, list[Core], list[Core]] | None:
    """Of a rule that refuses legs which touch areas: the local of the area, the kind, what else is asked of the area, and what is asked
    before; None for other rules."""
    if rule.word != "never" or rule.condition is None:
        return None
    parts = _conjuncts(rule.condition)
    quantified = [core for core in parts if core.op == "any"]
    if len(quantified) != 1:
        return None
    local, domain, body = quantified[0].args
    leg = (movement.origin, movement.target)
    inner = _conjuncts(body)
    touching = [core for core in inner if _is_touching(core, leg, local)]
    if not touching or not isinstance(domain, Core) or domain.op != "things":
        return None
    others = [core for core in inner if core not in touching]
    return local, str(domain.args[0]), others, [core for core in parts if core is not quantified[0]]


def _conjuncts(core: Core) -> list[Core]:
    return [inner for arg in core.args for inner in _conjuncts(arg)] if core.op == "and" else [core]


def _is_touching(core: Core, leg: tuple[Local, Local], area: Local) -> bool:
    match core:
        case Core(op="crosses", args=(Core(op="straight", args=ends), asked)):
            return tuple(local_of(end) for end in ends) in (leg, leg[::-1]) and local_of(asked) == area
        case _:
            return False


def local_of(item: object) -> Local | None:
    """The local that an expression is."""
    return item.args[0] if isinstance(item, Core) and item.op == "local" else None
