"""A scenario on a table without a grid laid upon itself: areas, points with names, pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tankdsl.check.areas import OUTLINE
from tankdsl.check.static import Run, Value, World
from tankdsl.check.static.tables import areas_of, outline_of
from tankdsl.check.tree import ScenarioDef, TableDef
from tankdsl.frozen import replaced
from tankdsl.ground.symmetry import TableSymmetry, table_symmetries
from tankdsl.ground.table import Point, sides
from tankdsl.rules.counterparts import Difference, Pieces
from tankdsl.rules.forms import Exchange, exchanges_of, forms_of, values_of
from tankdsl.rules.game import Game
from tankdsl.rules.symmetric import Comparison
from tankdsl.rules.tabletops import shown_point

Area = tuple[frozenset[tuple[Point, Point]], tuple[object, ...]]
"""The sides of an outline, each with its smaller end first, and what else is asked of the area."""


def table_comparisons(game: Game, scenario: ScenarioDef) -> Iterator[Comparison]:
    """The scenario laid upon itself in each way that its table has, with each exchange of the sides."""
    table = game.program.tables[scenario.layout or ""]
    world = replaced(game.world(scenario), table=table)
    things, forms = forms_of(game, world)
    pieces = Pieces(things, forms, lambda place: shown_point(place) if isinstance(place, tuple) else str(place))
    for symmetry in table_symmetries(table.width, table.height):
        for exchanged in exchanges_of(tuple(side for side, _ in game.program.sides)):
            exchange = _exchange(symmetry, exchanged)
            found = (*_areas(game, world, symmetry, exchange), *_names(table, symmetry), *pieces.differences(exchange))
            yield Comparison(exchange, found)


def _exchange(symmetry: TableSymmetry, exchanged: Mapping[str, str]) -> Exchange:
    def place(value: Value) -> Value:
        return symmetry.point(value) if _is_point(value) else value  # type: ignore[arg-type]

    def direction(value: Value) -> Value:
        return symmetry.vector(value) if _is_point(value) else value  # type: ignore[arg-type]

    return Exchange(symmetry.name, exchanged, place, direction)


def _is_point(value: Value) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(isinstance(number, int) for number in value)


def _areas(game: Game, world: World, symmetry: TableSymmetry, exchange: Exchange) -> Iterator[Difference]:
    """Areas that come to lie where none of the same sort and shape is."""
    run = Run(world)
    kinds = {model.id: kind.id for kind in game.program.kinds.values() if kind.category == "area" for model in kind.models}
    standing = {area: kind for area, kind in kinds.items() if area in (areas_of(world, kind) or ())}  # type: ignore[operator]
    outlines = {area: outline_of(run, area) for area in standing}
    there = {area: _area(game, run, kind, area, outlines[area]) for area, kind in standing.items()}
    for area, kind in standing.items():
        turned = [symmetry.point(corner) for corner in outlines[area]]
        if _area(game, run, kind, area, turned, exchange) not in there.values():
            yield Difference(f"the area `{area}` at {shown_point(outlines[area][0])} has no counterpart", tuple(turned[:1]))


def _area(game: Game, run: Run, kind: str, area: str, outline: Sequence[Point], exchange: Exchange | None = None) -> Area:
    """An area without its name; what it would be after an exchange if one is given."""
    values = tuple(
        (name, value if exchange is None else exchange.value(type, value))
        for name, type, value in values_of(game, run, kind, area)
        if name != OUTLINE
    )
    return frozenset((min(a, b), max(a, b)) for a, b in sides(_bent(outline))), (kind, *values)


def _bent(outline: Sequence[Point]) -> list[Point]:
    """The corners of an outline at which it bends."""
    found = list(outline)
    at = 0
    while at < len(found) and len(found) > 3:
        (ax, ay), (bx, by), (cx, cy) = found[at - 1], found[at], found[(at + 1) % len(found)]
        if (bx - ax) * (cy - by) == (by - ay) * (cx - bx):
            del found[at]
            at = max(at - 1, 0)
        else:
            at += 1
    return found


def _names(table: TableDef, symmetry: TableSymmetry) -> Iterator[Difference]:
    named = set(table.names.values())
    for name, at in table.names.items():
        there = symmetry.point(at)
        if there not in named:
            yield Difference(f"the point `{name}` has a name, and {shown_point(there)} has none", (at, there))
