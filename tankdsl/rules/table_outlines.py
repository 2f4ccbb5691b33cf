"""Areas of tables whose outlines cannot be meant: corners beyond the table, sides that cross each other, nothing enclosed.

What is enclosed by an outline that crosses itself depends on how one counts, and a corner far beyond the edge is mostly a slip of a digit.
A circle has no corners that somebody has written, so it may reach beyond the edge as long as a part of it lies on the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from tankdsl.check.areas import OUTLINE
from tankdsl.check.pictures import TableMark, table_picture
from tankdsl.check.static import Run, World
from tankdsl.check.static.tables import outline_of
from tankdsl.check.tree import Core, ModelDef, TableDef
from tankdsl.diagnostics import Diagnostic, Label, counted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.ground.table import Point, sides, touch, turn
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.rules.tabletops import all_areas, on_tables, shown_length, shown_point
from tankdsl.source import Span


def check_table_outlines(game: Game) -> Iterator[Diagnostic]:
    """Each area once, on the first of the tables where it stands beyond the edge; then areas whose outline is none."""
    seen: set[str] = set()
    beyond: set[str] = set()
    for _, table, world in on_tables(game):
        for area in all_areas(world):
            outline = outline_of(Run(world), area)
            model = game.models[area][1]
            if outline and area not in beyond:
                found = list(_beyond(world, table, model, outline))
                beyond.update(area for _ in found)
                yield from found
            if outline and area not in seen:
                seen.add(area)
                yield from _none(world, table, model, outline)


def _beyond(world: World, table: TableDef, model: ModelDef, outline: Sequence[Point]) -> Iterator[Diagnostic]:
    """Corners that somebody has written and that are not on the table; of a circle only one that lies beyond it as a whole."""
    off = [number for number, point in enumerate(outline) if not (0 <= point[0] <= table.width and 0 <= point[1] <= table.height)]
    written = _corner_spans(model)
    if not off or (not written and len(off) < len(outline)):
        return
    width, height = shown_length(table.width), shown_length(table.height)
    said = f"the corner {shown_point(outline[off[0]])}" if len(off) == 1 else counted(len(off), "corner")
    what = f"{said} of `{model.id}` is" if len(off) == 1 else f"{said} of `{model.id}` are"
    yield kinds.AREA_BEYOND_TABLE.at(
        written[off[0]] if written else model.stats[OUTLINE].span,
        f"{what} not on the table `{table.id}`" if written else f"`{model.id}` lies beyond the table `{table.id}`",
        secondary=tuple(Label(written[number]) for number in off[1:]) if written else (),
        notes=f"the table is {width} x {height}",
        help="end the area at the edge of the table",
        picture=table_picture(world, table, TableMark("place", "beyond the table", (model.id,))),
    )


def _corner_spans(model: ModelDef) -> tuple[Span, ...]:
    """Where each corner of an outline is written; nothing for a circle, whose corners are computed."""
    core = model.stats[OUTLINE]
    spans = tuple(item.span for item in core.args if isinstance(item, Core)) if core.op == "list" else ()
    return spans if len(set(spans)) == len(spans) else ()


def _none(world: World, table: TableDef, model: ModelDef, outline: Sequence[Point]) -> Iterator[Diagnostic]:
    """An outline of three corners or more of which two sides cross, or of which all corners lie on a line."""
    if len(outline) < 3:
        return
    crossing = _crossing_sides(outline)
    if all(turn(outline[0], a, b) == 0 for a, b in sides(outline)):
        headline, help = f"the outline of `{model.id}` encloses nothing: its corners lie on one line", "a line has two corners"
    elif crossing is not None:
        (a, b), (c, d) = crossing
        first, second = f"{shown_point(a)} to {shown_point(b)}", f"{shown_point(c)} to {shown_point(d)}"
        headline = f"the outline of `{model.id}` crosses itself: the sides {first} and {second} meet"
        help = "write the corners in the order in which one walks around the area"
    else:
        return
    picture = table_picture(world, table, TableMark("place", "its outline", (model.id,)))
    yield kinds.OUTLINE_CROSSED.at(model.stats[OUTLINE].span, headline, help=help, picture=picture)


def _crossing_sides(outline: Sequence[Point]) -> tuple[tuple[Point, Point], tuple[Point, Point]] | None:
    """The first two sides that have a point in common though they do not follow each other."""
    found = list(sides(outline))
    for (at, first), (other, second) in combinations(enumerate(found), 2):
        follow = other - at in (1, len(found) - 1)
        if not follow and touch(*first, *second):
            return first, second
    return None


TABLE_OUTLINES = Check("table outlines", check_table_outlines)
