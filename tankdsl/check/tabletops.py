"""Tables without a grid: a board of the grid `table` is a rectangle in whole units, a layout lays one of them.

    board ground "Ground" table 48 x 36 { place crossroads = (24, 18) }
    layout open "Open ground" { board ground at (0, 0); areas wood, house }

The lower left corner of the table is the point `(0, 0)`; its edges belong to it. Areas that some layout lists stand on the tables that
list them and on no other; the rest stand on every table.
"""

from __future__ import annotations

from tankdsl.check.cites import cite_ids
from tankdsl.check.context import Context
from tankdsl.check.env import Env
from tankdsl.check.expressions import check_as
from tankdsl.check.groundnames import boards, layouts
from tankdsl.check.tree import Core, TableDef
from tankdsl.check.types import FINE_GRAIN, PLACE, Poison
from tankdsl.diagnostics import counted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.diagnostics.registry import types
from tankdsl.ground.table import LARGEST, Point
from tankdsl.syntax import ast


def check_tables(cx: Context) -> None:
    """Read all boards and layouts of a game on a table into `cx.program.tables`; a layout with a fault is left out."""
    sizes = {name: _size(cx, board) for name, board in boards(cx)}
    points = {name: _points(cx, board.places, sizes[name]) for name, board in boards(cx)}
    for name, layout in layouts(cx):
        if len(layout.placings) != 1 or layout.edges or layout.zones or layout.rows_from:
            help = "write `board name at (0, 0)`, and beside it only `place` lines"
            cx.report(kinds.GRID_WRONG, layout.name.span, f"the layout `{name}` of a table lays one board", help=help)
            continue
        placing = layout.placings[0]
        if placing.board.text not in sizes:
            cx.unknown(placing.board.span, placing.board.text, "board", list(sizes))
            continue
        size = sizes[placing.board.text]
        own = _points(cx, layout.places, size)
        if size is None:
            continue
        title = layout.title.value if layout.title else name
        named = {**points[placing.board.text], **own}
        areas = tuple(area.text for area in layout.areas if _is_area(cx, area))
        cx.program.tables[name] = TableDef(name, title, size[0], size[1], named, areas, cite_ids(layout.cites), layout.span)


def _is_area(cx: Context, word: ast.Ident) -> bool:
    """Whether a word names an area; reported when not."""
    known = [thing.id for kind, things in cx.symbols.things.items() if cx.category(kind) == "area" for thing in things]
    if word.text not in known:
        cx.unknown(word.span, word.text, "area", known)
    return word.text in known


def _size(cx: Context, node: ast.Board) -> tuple[int, int] | None:
    """Width and height in hundredths; None when the board is no table (reported)."""
    if tuple(node.grid) != ("table",):
        headline = f"`{node.name.text}` is made of hexes, and this game is played on a table"
        cx.report(kinds.GRID_WRONG, node.name.span, headline, help="write its size: `board name table 48 x 36 { }`")
        return None
    if node.legend or node.rows.lines or node.edges:
        headline = f"the table `{node.name.text}` has no hexes to draw"
        cx.report(kinds.GRID_WRONG, node.name.span, headline, help="what stands on a table are areas, each with its outline")
        return None
    width, height = node.columns * FINE_GRAIN, node.height * FINE_GRAIN
    if width < 1 or height < 1 or width**2 + height**2 > LARGEST:
        headline = f"a table of {node.columns} x {node.height} is too large" if width > 0 < height else "a table has no size"
        cx.report(kinds.GRID_WRONG, node.name.span, headline, help="a diagonal of up to 97 units is possible")
        return None
    return width, height


def _points(cx: Context, places: tuple[ast.NamedPlace, ...], size: tuple[int, int] | None) -> dict[str, Point]:
    found: dict[str, Point] = {}
    for place in places:
        point = read_point(cx, Env("field"), place.place, size)
        if point is not None:
            found[place.name.text] = point
    return found


def read_point(cx: Context, env: Env, node: ast.Expr, size: tuple[int, int] | None, named: dict[str, Point] | None = None) -> Point | None:
    """A point that is written out or named, in hundredths; None when it is neither or not on the table (reported)."""
    core = check_as(cx, env, node, PLACE, "as a place")
    match core.op, core.args:
        case "coordinates", (Core(op="int", args=(int(x),)), Core(op="int", args=(int(y),))):
            point: Point | None = (x, y)
        case "place", (str(name),) if named is not None:
            point = named.get(name)
        case _:
            point = None
    if point is None:
        if not isinstance(core.type, Poison):
            cx.report(types.NOT_CONSTANT, node.span, "a point must be known before play, and this is not", help="write `(x, y)`")
        return None
    if size is not None and not (0 <= point[0] <= size[0] and 0 <= point[1] <= size[1]):
        note = f"the table has {counted(size[0] // FINE_GRAIN, 'unit')} by {size[1] // FINE_GRAIN}"
        cx.report(kinds.OFF_MAP, node.span, "this point is not on the table", notes=note)
        return None
    return point
