"""Pieces that players set up on a table, and for which a placement leaves no point: the ground of their zone is built over, say.

The points of a grid of whole units are tried until one is not sure to be refused, wherever other pieces may stand by then. Between the
points of the grid there may still be a place, so this is no error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from math import gcd

from tankdsl.check.pictures import TableMark, table_picture
from tankdsl.check.static import World
from tankdsl.check.static.tables import areas_of
from tankdsl.check.tree import InstanceDef, ScenarioDef, TableDef
from tankdsl.diagnostics import Diagnostic, counted, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.ground.table import Point
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.rules.legal import Placing, placings, refusal, things_of
from tankdsl.rules.table_zones import zone_of
from tankdsl.rules.tabletops import on_tables

UNIT = 100
"""One unit in hundredths."""

MOST_REASONS = 3
"""So many reasons are told."""


def check_table_setup(game: Game) -> Iterator[Diagnostic]:
    """For each scenario on a table and placement the pieces that are not placed and can be placed on no point of the grid."""
    for scenario, table, world in on_tables(game):
        for placing in placings(game):
            yield from _without_a_place(game, scenario, table, world, placing)


def _without_a_place(game: Game, scenario: ScenarioDef, table: TableDef, world: World, placing: Placing) -> Iterator[Diagnostic]:
    alike: dict[Hashable, list[InstanceDef]] = {}
    part, demands = ("set up", placing.guard.id), placing.guard.demands
    for thing in things_of(game, world, placing):
        # A zone that is on no area of the table is another finding.
        if thing.point is None and thing.pile is None and zone_of(world, placing, thing) != frozenset():
            alike.setdefault(game.setting(world, part, demands, thing), []).append(thing)
    refused: dict[tuple[str, ...], list[InstanceDef]] = {}
    for things in alike.values():
        reasons = _why_nowhere(table, world, placing, things[0])
        if reasons is not None:
            refused.setdefault(reasons, []).extend(things)
    if not refused:
        return
    from tankdsl.rules.awaited import must_be_set_up

    for reasons, things in refused.items():
        sure = [thing for thing in things if must_be_set_up(game, scenario, placing, thing)]
        if sure:
            yield _finding(game, scenario, table, world, sure, reasons)


def _why_nowhere(table: TableDef, world: World, placing: Placing, thing: InstanceDef) -> tuple[str, ...] | None:
    """What refuses a thing on how many points of the grid; None as soon as one point is found that nothing is sure to refuse."""
    reasons: Counter[str] = Counter()
    for point in _grid(table):
        found = refusal(world, placing, thing, point)
        if found is None:
            return None
        reasons[found.spoken(placing, thing)] += 1
    return tuple(f"{counted(number, 'point')}: {reason}" for reason, number in reasons.most_common(MOST_REASONS))


def _grid(table: TableDef) -> Iterator[Point]:
    """The points at whole units. Neighbours come far apart, by the golden section, so that in any wide zone one comes early."""
    columns, rows = table.width // UNIT + 1, table.height // UNIT + 1
    number = columns * rows
    step = number * 618 // 1000 or 1
    while gcd(step, number) != 1:
        step += 1
    for index in range(number):
        row, column = divmod(index * step % number, columns)
        yield column * UNIT, row * UNIT


def _finding(
    game: Game, scenario: ScenarioDef, table: TableDef, world: World, things: list[InstanceDef], reasons: tuple[str, ...]
) -> Diagnostic:
    areas = _areas(world)
    return kinds.NO_PLACE_ON_TABLE.at(
        game.scenario_span(scenario),
        f"{counted(len(things), 'piece')} can be set up on no point of a grid of whole units",
        notes=(f"they are {quoted([thing.id for thing in things], 'and')}", f"refused are {'; '.join(reasons)}"),
        help="free the ground of their zone, or make the zone larger",
        picture=table_picture(world, table, TableMark("other", "all areas", areas)) if areas else None,
    )


def _areas(world: World) -> tuple[str, ...]:
    """The areas of all kinds that stand on the table."""
    declared = [kind.id for kind in world.program.kinds.values() if kind.category == "area"]
    found = [areas for kind in declared if isinstance(areas := areas_of(world, kind), tuple)]
    return tuple(dict.fromkeys(str(area) for areas in found for area in areas))


TABLE_SETUP = Check("table set-up", check_table_setup)
