"""A table without a grid: points, lines and areas of a known table.  Without a table all of it is unknown.

A point is the pair of its coordinates in hundredths, a path the tuple of its corners.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from tankdsl.check.areas import OUTLINE
from tankdsl.check.static.logic import asking
from tankdsl.check.static.values import ABSENT, UNKNOWN, Args, Value, first_special
from tankdsl.check.static.world import World
from tankdsl.ground import table
from tankdsl.ground.table import Outline, Path, Point

if TYPE_CHECKING:
    from tankdsl.check.static.evaluator import Run

Operator = Callable[["Run", Args], Value]


def _with_area(query: Callable[[Outline, Path], Value], area_at: int, absent: Value) -> Operator:
    """A question about an area, which stands at a position among the arguments, and a point or path."""

    def ask(run: Run, args: Args) -> Value:
        outline, other = _outline_of(run, args[area_at]), run.value(args[1 - area_at])
        special = first_special((outline, other))
        if special is not None:
            return absent if special is ABSENT else UNKNOWN
        return query(cast(Outline, outline), cast(Path, other))

    return ask


def _outline_of(run: Run, item: object) -> Value:
    area = run.value(item)
    if not isinstance(area, str):
        return area if area is ABSENT else UNKNOWN
    return outline_of(run, area) or UNKNOWN


def outline_of(run: Run, area: str) -> tuple[Point, ...]:
    """The corners of an area; empty when they are not known."""
    found = run.world.models.get(area)
    given = None if found is None else found[1].stats.get(OUTLINE)
    corners = UNKNOWN if given is None else run.value(given)
    return cast("tuple[Point, ...]", corners) if isinstance(corners, tuple) else ()


def areas_of(world: World, kind: str) -> Value:
    """The areas of a kind that stand on the table, in ascending order of ids."""
    if world.table is None:
        return UNKNOWN
    listed = {area for one in world.program.tables.values() for area in one.areas}
    missing = listed.difference(world.table.areas)
    kinds = [declared for declared in world.program.kinds.values() if world.is_a(declared.id, kind)]
    return tuple(sorted({model.id for declared in kinds for model in declared.models} - missing))


def _place(run: Run, args: Args) -> Value:
    found = None if run.world.table is None else run.world.table.names.get(args[0])
    return UNKNOWN if found is None else found


OPERATORS: dict[str, Operator] = {
    "coordinates": asking(lambda x, y: (x, y)),
    "place": _place,
    "straight": asking(lambda a, b: (a, b)),
    "distance": asking(table.leg),
    "path_length": asking(table.length),
    "distance_to_path": asking(table.to_path),
    "distance_to_area": _with_area(lambda outline, p: table.to_outline(cast(Point, p), outline), 1, ABSENT),
    "inside": _with_area(lambda outline, p: table.inside(outline, cast(Point, p)), 0, False),
    "crosses": _with_area(lambda outline, path: table.crosses(path, outline), 1, False),
}
