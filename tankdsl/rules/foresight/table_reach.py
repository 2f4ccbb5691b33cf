"""How long a piece needs on a table: the shortest way around what is shut to it for good, less what rounding may have added."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from tankdsl.check.static import Run, Value
from tankdsl.check.static.tables import outline_of
from tankdsl.ground.table import Point, leg, length
from tankdsl.ground.table_shapes import circle
from tankdsl.ground.table_ways import way_to_area, way_to_point
from tankdsl.rules.foresight.reach import Course, Gait
from tankdsl.rules.foresight.values import FOREVER
from tankdsl.rules.tabletops import shut_areas

if TYPE_CHECKING:
    from tankdsl.rules.foresight.outlook import Outlook


def table_course(
    outlook: Outlook, gait: Gait, thing: str, since: int, starts: frozenset[Value], places: frozenset[Value], near: int
) -> Course | None:
    """The quickest way of a piece to within a distance of one of several points."""
    budget = sum(part.budget for part in gait.parts)
    best: Course | None = None
    for start in sorted(cast("frozenset[Point]", starts)):
        for goal in sorted(cast("frozenset[Point]", places)):
            cost = max(leg(start, goal) - near - 1, 0)
            if cost and budget < FOREVER:
                cost = max(cost, _around(outlook, thing, start, goal, near))
            if cost and not budget:
                continue
            rounds = since if cost == 0 else max(since, max(since, 1) - 1 + max(1, -(-cost // max(budget, 1))))
            if best is None or (rounds, cost) < (best.round, best.cost):
                best = Course(thing, start, since, cost, budget, rounds, goal)
    return best


def _around(outlook: Outlook, thing: str, start: Point, goal: Point, near: int) -> int:
    """A length that no way around what is shut falls short of; 0 when no way is found."""
    table = outlook.world.table
    if table is None:
        return 0
    areas = shut_areas(outlook.world, outlook.world.instances[thing])
    outlines = [outline for outline in (outline_of(Run(outlook.world), area) for area in areas) if outline]
    size = (table.width, table.height)
    if near <= 0:
        way = way_to_point(start, goal, outlines, size)
    else:
        # A polygon around the circle, so that the way to it is the shorter one.
        way = way_to_area(start, circle(goal, near + near // 20 + 2), outlines, size)
    return 0 if way is None else max(length(way) - len(way), 0)
