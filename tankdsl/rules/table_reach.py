"""Free space on a table: ground that is shut in, and objectives to which no way leads.

What is in the way of a piece is everything that its movement shuts for good (`tabletops.py`). Grown by a hundredth these outlines are the
obstacles of a plane, and what hangs together between them is asked of the ground (`ground/table_space.py`, `ground/table_ways.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.pictures import TableMark, table_picture
from tankdsl.check.static import Run, Value, World
from tankdsl.check.tree import Core, InstanceDef, ScenarioDef, TableDef
from tankdsl.diagnostics import Diagnostic, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.ground.table import Point, is_within
from tankdsl.ground.table_shapes import circle
from tankdsl.ground.table_space import free_parts, may_enclose
from tankdsl.ground.table_ways import way_to_area, way_to_point
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.rules.movers import movements_of
from tankdsl.rules.scopes import is_looked_at, walk_scopes
from tankdsl.rules.tabletops import Outlines, obstacles, on_tables, placed_things, shown_length, shown_point, shut_areas
from tankdsl.rules.walk import asked_by

LEAST_ROOM = 100
"""Ground that is narrower, in hundredths, is a chink between two areas and nothing to come to."""


def check_table_reach(game: Game) -> Iterator[Diagnostic]:
    """Ground that is shut in, once for each table and what is in the way there; then objectives that cannot be come to, by scenario."""
    seen: set[tuple[str, tuple[str, ...]]] = set()
    for scenario, table, world in on_tables(game):
        movers = _movers(game, world)
        for areas in dict.fromkeys(movers.values()):
            if (table.id, areas) not in seen:
                seen.add((table.id, areas))
                things = [world.instances[id] for id, shut in movers.items() if shut == areas]
                if not any(_are_put(game, scenario, thing) for thing in things):
                    yield from _shut_in(game, scenario, table, world, areas, things)
        yield from _shut_off(game, scenario, table, world, movers)


def _movers(game: Game, world: World) -> dict[str, tuple[str, ...]]:
    """The things that can move, each with the areas that are never open to it."""
    things = [thing for thing in world.instances.values() if game.is_placeable(thing) and movements_of(world, thing)]
    by_model: dict[str, tuple[str, ...]] = {}
    for thing in things:
        if thing.model not in by_model:
            by_model[thing.model] = shut_areas(world, thing)
    return {thing.id: by_model[thing.model] for thing in things}


# --------------------------------------------------------------------------------------------------------------- shut in


def _shut_in(
    game: Game, scenario: ScenarioDef, table: TableDef, world: World, areas: tuple[str, ...], things: list[InstanceDef]
) -> Iterator[Diagnostic]:
    size, barriers = (table.width, table.height), obstacles(world, areas)
    if not may_enclose(size, barriers):
        return
    parts = sorted(free_parts(size, barriers), key=lambda part: _area(_extent(part)), reverse=True)
    for part in sorted(parts[1:]):
        width, height = _extent(part)
        if min(width, height) >= LEAST_ROOM:
            yield kinds.GROUND_SHUT_IN.at(
                game.scenario_span(scenario),
                f"on the table `{table.id}`, {_cannot(things, part[0], size, barriers)}",
                notes=f"it is shut in, and about {shown_length(width)} by {shown_length(height)}",
                help="open a way, or make the ground inside part of what shuts it in",
                picture=table_picture(
                    world, table, TableMark("place", "shut in here", points=(part[0],)), TableMark("cause", "never open to them", areas)
                ),
            )


def _cannot(things: list[InstanceDef], ground: Point, size: Point, barriers: Outlines) -> str:
    """What pieces cannot do about ground that is shut in: those that begin there can never leave it, and others never come to it."""
    inside = [thing for thing in things if thing.point is not None and way_to_point(thing.point, ground, barriers, size) is not None]
    within, outside = (dict.fromkeys(thing.model for thing in things if (thing in inside) == side) for side in (True, False))
    where = f"the ground at {shown_point(ground)}"
    if not within:
        return f"{quoted(outside, 'and')} can neither come to {where} nor leave it"
    leave = f"{quoted(within, 'and')} can never leave"
    return f"{leave} {where}" if not outside else f"{quoted(outside, 'and')} can never come to {where}, and {leave} it"


def _extent(part: tuple[Point, ...]) -> tuple[int, int]:
    """Width and height of the rectangle around the points of a part."""
    width, height = (max(point[i] for point in part) - min(point[i] for point in part) for i in (0, 1))
    return width, height


def _area(extent: tuple[int, int]) -> int:
    return extent[0] * extent[1]


# -------------------------------------------------------------------------------------------------------------- shut off


def _shut_off(game: Game, scenario: ScenarioDef, table: TableDef, world: World, movers: dict[str, tuple[str, ...]]) -> Iterator[Diagnostic]:
    for goal in placed_things(game, scenario):
        reach = None if goal.id in movers else _reach(game, world, goal)
        if reach is None or goal.point is None:
            continue
        sides = [side for side, _ in game.program.sides if _is_shut_off(table, world, movers, side, goal.point, reach)]
        sides = [side for side in sides if not any(_are_put(game, scenario, world.instances[id]) for id in _of_side(world, movers, side))]
        if sides:
            near = f"to within {shown_length(reach)} of" if reach else "to"
            yield kinds.OBJECTIVE_SHUT_OFF.at(
                game.thing_span(scenario, goal),
                f"no way leads {quoted(sides, 'and')} {near} `{goal.id}` on {shown_point(goal.point)}",
                notes=f"on the table `{table.id}` in the scenario `{scenario.id}`",
                help="move it, or open a way",
                picture=table_picture(world, table, *_marks(world, movers, sides, goal)),
            )


def _marks(world: World, movers: dict[str, tuple[str, ...]], sides: list[str], goal: InstanceDef) -> Iterator[TableMark]:
    """The objective, where the pieces of the sides start, and the areas that are not open to all of them."""
    mine = [id for id in movers if world.instances[id].side in sides]
    starts = tuple(point for id in mine if (point := world.instances[id].point) is not None)
    yield TableMark("place", f"`{goal.id}`", points=() if goal.point is None else (goal.point,))
    yield TableMark("other", f"where {quoted(sides, 'and')} start", points=starts)
    yield TableMark("cause", "never open to them", tuple(dict.fromkeys(area for id in mine for area in movers[id])))


def _is_shut_off(table: TableDef, world: World, movers: dict[str, tuple[str, ...]], side: str, goal: Point, reach: int) -> bool:
    """Whether all pieces of a side are on the table and none finds a way; where others come from is not known before play."""
    mine = [world.instances[id] for id in _of_side(world, movers, side)]
    if not mine or any(thing.point is None for thing in mine):
        return False
    tried = {(thing.point, movers[thing.id]) for thing in mine if thing.point is not None}
    return not any(_comes_near((table.width, table.height), start, goal, reach, obstacles(world, areas)) for start, areas in sorted(tried))


def _of_side(world: World, movers: dict[str, tuple[str, ...]], side: str) -> list[str]:
    return [id for id in movers if world.instances[id].side == side]


def _are_put(game: Game, scenario: ScenarioDef, thing: InstanceDef) -> bool:
    """Whether a rule may put a piece somewhere else than where the scenario places it: it may be over there then."""
    from tankdsl.rules.reinforcements import landings_in
    from tankdsl.rules.settingup import asks_for_waiting

    return any(not asks_for_waiting(game, landing) for landing in landings_in(game, scenario, thing))


def _comes_near(size: Point, start: Point, goal: Point, reach: int, barriers: Outlines) -> bool:
    """Whether a way leads from a point to one that is at most so far from the goal."""
    if is_within(start, goal, reach) or way_to_point(start, goal, barriers, size) is not None:
        return True
    if reach == 0:
        return False
    around = circle(goal, reach)
    if way_to_area(start, around, barriers, size) is not None:
        return True
    corners = sorted({corner for outline in barriers for corner in outline if is_within(corner, goal, reach)})
    return any(way_to_point(start, corner, barriers, size) is not None for corner in corners)


def _reach(game: Game, world: World, goal: InstanceDef) -> int | None:
    """How near to an objective a piece must come: the farthest distance to things of its kind that any ending asks for.

    A checkpoint of which no ending asks a distance must be come to; another thing of which none is asked is no objective.
    """
    found = list(_bounds(game, world, goal))
    numbers = [bound for bound in found if isinstance(bound, int)]
    if len(numbers) < len(found):
        return None
    return max(numbers) if numbers else 0 if game.program.kinds[goal.kind].category == "checkpoint" else None


def _bounds(game: Game, world: World, goal: InstanceDef) -> Iterator[Value]:
    """What endings compare distances to things of the kind of an objective with."""
    assert world.scenario is not None
    scopes = walk_scopes(game.program, [world.scenario.start])
    endings = (ending for ending in game.program.endings if is_looked_at(scopes, ending))
    conditions = tuple(ending.condition for ending in endings if Run(world).value(ending.condition) is not False)
    for core in asked_by(game.program, conditions):
        if isinstance(core, Core) and core.op in ("<", "<=", ">", ">="):
            for asked, bound in (core.args, core.args[::-1]):
                if _is_distance_to(world, asked, goal):
                    yield Run(world).value(bound)


def _is_distance_to(world: World, asked: object, goal: InstanceDef) -> bool:
    """Whether an expression is a distance of which one end is the place of things of a kind."""
    if not isinstance(asked, Core) or not asked.op.startswith("distance"):
        return False
    ends = (arg for arg in asked.args if isinstance(arg, Core) and arg.op == "get" and arg.args[1] == "at")
    return any(world.is_a(goal.kind, str(end.args[0])) for end in ends)


TABLE_REACH = Check("table reach", check_table_reach)
