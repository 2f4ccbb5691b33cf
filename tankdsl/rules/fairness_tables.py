"""What each side has of a table without a grid, in numbers: room in its zones, and how far it is to what lies there and to the enemy.

Lengths are those of the shortest ways around what shuts the movement of a piece for good, from where the pieces of a side are placed. Where
players place them is known only as the areas in which they must, so nothing is measured from there but the room.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.static import Run, World
from tankdsl.check.static.tables import outline_of
from tankdsl.check.tree import InstanceDef, ScenarioDef, TableDef
from tankdsl.frozen import replaced
from tankdsl.ground.table import Outline, Point, length
from tankdsl.ground.table_ways import way_to_point
from tankdsl.rules.fairness import COST, ROOM, Measure
from tankdsl.rules.game import Game
from tankdsl.rules.legal import placings, things_of
from tankdsl.rules.movers import movements_of
from tankdsl.rules.table_zones import zone_of
from tankdsl.rules.tabletops import obstacles, shown_length, shut_areas

SQUARE = 2 * 100 * 100
"""One square unit, in halves of square hundredths."""


def table_measures(game: Game, scenario: ScenarioDef) -> tuple[Measure, ...]:
    """The numbers of a scenario on a table, in the order in which they are shown."""
    table = game.program.tables[scenario.layout or ""]
    world = replaced(game.world(scenario), table=table)
    sides = [side for side, _ in game.program.sides]
    return (*_room(game, world, sides), *_lengths(game, world, table, sides))


def _room(game: Game, world: World, sides: list[str]) -> Iterator[Measure]:
    things = [thing for thing in world.instances.values() if game.is_placeable(thing)]
    counts = tuple(sum(thing.side == side for thing in things) for side in sides)
    yield Measure("pieces", counts, tuple(map(str, counts)))
    rooms = tuple(_square_units(world, _zones(game, world, side)) for side in sides)
    if any(rooms):
        yield Measure("square units to set up on", rooms, tuple(map(str, rooms)), ROOM)


def _zones(game: Game, world: World, side: str) -> set[str]:
    """The areas in which a side must place what has no place yet."""
    found: set[str] = set()
    for placing in placings(game):
        for thing in things_of(game, world, placing):
            if thing.side == side and thing.point is None:
                found |= zone_of(world, placing, thing) or frozenset()
    return found


def _square_units(world: World, areas: set[str]) -> int:
    """The size of areas, rounded down; where they overlap counts for each."""
    return sum(_doubled(outline_of(Run(world), area)) for area in areas) // SQUARE


def _doubled(outline: Outline) -> int:
    """Twice the size of what an outline encloses."""
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(outline, (*outline[1:], *outline[:1]), strict=True)))


# --------------------------------------------------------------------------------------------------------------- lengths


def _lengths(game: Game, world: World, table: TableDef, sides: list[str]) -> Iterator[Measure]:
    movers = [thing for thing in world.instances.values() if thing.point is not None and movements_of(world, thing)]
    of = {side: [thing for thing in movers if thing.side == side] for side in sides}
    if not all(of.values()):
        return
    placed = [thing for thing in world.instances.values() if thing.point is not None and game.is_placeable(thing)]
    goals = [thing for thing in placed if game.program.kinds[thing.kind].category in ("checkpoint", "marker")]
    ways = {side: [_nearest(world, table, of[side], [goal.point]) for goal in goals] for side in sides}
    for at, goal in enumerate(goals):
        yield _measure(f"length of the way to {goal.id}", [ways[side][at] for side in sides])
    if goals:
        totals = [None if None in ways[side] else sum(way for way in ways[side] if way is not None) for side in sides]
        yield replaced(_measure("length of the ways to all of them", totals), limit=COST)
    enemies = {side: [thing.point for thing in movers if thing.side not in (None, side)] for side in sides}
    yield _measure("length of the way to the enemy", [_nearest(world, table, of[side], enemies[side]) for side in sides])


def _nearest(world: World, table: TableDef, things: list[InstanceDef], goals: list[Point | None]) -> int | None:
    """The least length of a way from one of some things to one of some points."""
    size = (table.width, table.height)
    found = []
    for thing in things:
        barriers = obstacles(world, shut_areas(world, thing))
        for goal in goals:
            way = None if thing.point is None or goal is None else way_to_point(thing.point, goal, barriers, size)
            if way is not None:
                found.append(length(way))
    return min(found, default=None)


def _measure(name: str, values: list[int | None]) -> Measure:
    return Measure(name, tuple(values), tuple("-" if value is None else shown_length(value) for value in values))
