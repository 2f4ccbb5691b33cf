"""Pieces that a scenario places on a table: where the placement allows, where their movement can bring them, and not one on another.

Whether a move could end on a point is tried with straight legs that come from all sides over short and long distances; only when a rule is
sure to refuse all of them is anything said.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.pictures import TableMark, table_picture
from tankdsl.check.static import Run, Value, World
from tankdsl.check.static.tables import outline_of
from tankdsl.check.tree import InstanceDef, Local, MovementDef, MoveRule, ScenarioDef, TableDef
from tankdsl.diagnostics import Diagnostic, Label
from tankdsl.diagnostics.picture import Picture
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.frozen import replaced
from tankdsl.ground.table import Point, inside
from tankdsl.ground.table_shapes import circle
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.rules.legal import Placing, Refusal, first_failing, placings
from tankdsl.rules.movers import movements_of
from tankdsl.rules.settled import kept
from tankdsl.rules.tabletops import all_areas, on_tables, placed_things, shown_point

LEGS = (2, 150, 600)
"""Lengths of the legs that are tried, in hundredths."""


def check_table_starts(game: Game) -> Iterator[Diagnostic]:
    """For each scenario on a table: pieces that a placement refuses, then those that stand where no move can end or too near to others."""
    for scenario, table, world in on_tables(game):
        placed = placed_things(game, scenario)
        for number, thing in enumerate(placed):
            before = placed[:number]
            found = _refused(game, scenario, world, thing, before) or _unreachable(game, scenario, table, world, thing, before)
            if found is not None:
                yield found


# --------------------------------------------------------------------------------------------------------------- refused


def _refused(game: Game, scenario: ScenarioDef, world: World, thing: InstanceDef, before: list[InstanceDef]) -> Diagnostic | None:
    """A placement that is sure to refuse the thing at the moment at which the scenario places it."""
    given = frozenset((kind, field) for kind in game.lineage(thing.kind) for field in thing.fields)
    then = replaced(world, lasting=world.lasting | (given - kept(game) if game.follows(scenario) else given))
    for placing in placings(game):
        if not world.is_a(thing.kind, placing.kind):
            continue
        found = _refusal(_with(then, before), placing, thing)
        if found is not None and _counts_for(game, scenario, then, placing, thing):
            return kinds.PLACEMENT_REFUSED.at(
                game.thing_span(scenario, thing),
                f"`{thing.id}` cannot be placed on {_where(thing)}: {found.spoken(placing, thing)}",
                secondary=_labels(game, scenario, _in_the_way(then, placing, thing, before)),
                notes=f"the placement `{placing.guard.id}` refuses it in the scenario `{scenario.id}`",
                help="place it where the placement allows it, or change what that requires",
                picture=_picture(world, scenario, thing, _in_the_way(then, placing, thing, before)),
            )
    return None


def _counts_for(game: Game, scenario: ScenarioDef, world: World, placing: Placing, thing: InstanceDef) -> bool:
    from tankdsl.rules.awaited import counts_for

    return counts_for(game, scenario, world, placing, thing, _point(thing))


def _refusal(world: World, placing: Placing, thing: InstanceDef) -> Refusal | None:
    run = Run(world, {placing.thing: thing.id, placing.place: _point(thing)})
    return first_failing(run, placing.guard.demands)


def _in_the_way(world: World, placing: Placing, thing: InstanceDef, before: list[InstanceDef]) -> InstanceDef | None:
    """The piece without which the placement would not refuse."""
    if _refusal(_with(world, []), placing, thing) is not None:
        return None
    return next((other for other in before if _refusal(_with(world, [other]), placing, thing) is not None), None)


# ----------------------------------------------------------------------------------------------------------- unreachable


def _unreachable(
    game: Game, scenario: ScenarioDef, table: TableDef, world: World, thing: InstanceDef, before: list[InstanceDef]
) -> Diagnostic | None:
    """The ground on which the thing stands or a piece beside it, because of which no move of its own could have brought it there."""
    movements = movements_of(world, thing)
    if not movements:
        return None
    found = _cannot_come(game, scenario, table, world, movements, thing, before)
    return None if found is None or _is_put_there(game, scenario, world, thing) else found


def _is_put_there(game: Game, scenario: ScenarioDef, world: World, thing: InstanceDef) -> bool:
    """Whether a rule may put a thing where it stands."""
    from tankdsl.rules.putting import may_put_at
    from tankdsl.rules.reinforcements import landings_in

    return any(may_put_at(game, world, landing, thing, _point(thing)) for landing in landings_in(game, scenario, thing))


def _cannot_come(
    game: Game,
    scenario: ScenarioDef,
    table: TableDef,
    world: World,
    movements: list[MovementDef],
    thing: InstanceDef,
    before: list[InstanceDef],
) -> Diagnostic | None:
    if not _can_arrive(world, table, movements, thing):
        return kinds.STARTS_IN_OBSTACLE.at(
            game.thing_span(scenario, thing),
            f"`{thing.id}` stands on {_where(thing)}, where none of its moves can end",
            notes=(_reason(world, movements, thing), f"in the scenario `{scenario.id}`"),
            help="place it elsewhere, move the area, or let its movement end there",
            picture=_picture(world, scenario, thing, None),
        )
    if not _can_arrive(_with(world, [thing]), table, movements, thing):
        return None
    for other in before:
        if not _can_arrive(_with(world, [thing, other]), table, movements, thing) and not _is_put_there(game, scenario, world, other):
            return kinds.STARTS_TOO_NEAR.at(
                game.thing_span(scenario, thing),
                f"`{thing.id}` stands on {_where(thing)}, too near to `{other.id}` for any of its moves to end there",
                secondary=_labels(game, scenario, other),
                notes=(_reason(_with(world, [thing, other]), movements, thing), f"in the scenario `{scenario.id}`"),
                help="place one of them farther away, or let movement end so near",
                picture=_picture(world, scenario, thing, other),
            )
    return None


def _can_arrive(world: World, table: TableDef, movements: list[MovementDef], thing: InstanceDef) -> bool:
    """Whether some leg that ends where a thing stands is not sure to be refused."""
    end = _point(thing)
    starts = (start for length in LEGS for start in circle(end, length))
    on_table = (start for start in starts if 0 <= start[0] <= table.width and 0 <= start[1] <= table.height)
    return any(not _refuses(world, movement, thing, start, end) for start in on_table for movement in movements)


def _refuses(world: World, movement: MovementDef, thing: InstanceDef, start: Point, end: Point) -> bool:
    return _refusing(world, movement, thing, start, end) is not None


def _refusing(world: World, movement: MovementDef, thing: InstanceDef, start: Point, end: Point) -> MoveRule | None:
    """The rule that is sure to refuse a move whose last leg this is."""
    known: dict[Local, Value] = {movement.unit: thing.id, movement.origin: start, movement.target: end}
    for rule in movement.rules:
        if rule.word in ("never", "passes") and rule.condition is not None and Run(world, dict(known)).value(rule.condition) is True:
            return rule
    return None


def _reason(world: World, movements: list[MovementDef], thing: InstanceDef) -> str:
    """What the movement says about a leg that ends there."""
    end, movement = _point(thing), movements[0]
    rule = next((rule for start in circle(end, LEGS[0]) if (rule := _refusing(world, movement, thing, start, end)) is not None), None)
    text = "" if rule is None or rule.reason is None else rule.reason.text.replace("{" + movement.unit.name + "}", thing.name)
    return f"the movement `{movement.id}` refuses it" + (f': "{text}"' if text else "")


# --------------------------------------------------------------------------------------------------------------- at once


def _with(world: World, things: list[InstanceDef]) -> World:
    """A moment at which just these things stand where the scenario places them."""
    return replaced(world, standing={thing.id: _point(thing) for thing in things}, nothing_else=True)


def _labels(game: Game, scenario: ScenarioDef, other: InstanceDef | None) -> list[Label]:
    return [] if other is None else [Label(game.thing_span(scenario, other), f"`{other.id}` is placed here")]


def _picture(world: World, scenario: ScenarioDef, thing: InstanceDef, other: InstanceDef | None) -> Picture:
    """The piece, the areas on which it stands, and the piece in its way."""
    assert world.table is not None
    point, run = _point(thing), Run(world)
    under = tuple(area for area in all_areas(world) if (outline := outline_of(run, area)) and inside(outline, point))
    marks = [TableMark("place", f"`{thing.id}`", points=(point,)), TableMark("cause", "the ground there", under)]
    if other is not None:
        marks.insert(1, TableMark("other", f"`{other.id}`", points=(_point(other),)))
    return table_picture(world, world.table, *marks)


def _point(thing: InstanceDef) -> Point:
    assert thing.point is not None
    return thing.point


def _where(thing: InstanceDef) -> str:
    return shown_point(_point(thing))


TABLE_STARTS = Check("table starts", check_table_starts)
