"""Layouts: boards laid side by side become the map of a scenario, with territories, rows, labels, named places and zones.

The grid of the map is that of its boards: the first one lies as it is, and every other one must fit beside it.

Label schemes (`labels name`); columns and rows count from 1, with `_from_0` behind the name from 0:

| name         | hex in the third column, first row |
|--------------|------------------------------------|
| `axial`      | its coordinates; the scheme of maps that name none |
| `column_row` | `3.1`                              |
| `ccrr`       | `0301`                             |
| `cccrrr`     | `003001`                           |
| `letters`    | `C1`; after `Z1` come `AA1`, `AB1` |
| `doubled`    | `C1`; after `Z1` come `AA1`, `BB1` |
"""

from __future__ import annotations

from tankdsl.check.boards import is_new, report_edge
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import Context
from tankdsl.check.grounds import hex_name, in_order, read_place, read_zone
from tankdsl.check.limits import MOST_HEXES
from tankdsl.check.tree import LayoutDef
from tankdsl.diagnostics import did_you_mean, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.diagnostics.registry import structure
from tankdsl.ground import layout_faults as faults
from tankdsl.ground.boards import Board, turn_board
from tankdsl.ground.grids import Grid
from tankdsl.ground.labels import AXIAL_LABELS, LabelScheme, LabelStyle
from tankdsl.ground.layouts import Layout, Placement, build_map
from tankdsl.ground.maps import GroundMap, MapEdge
from tankdsl.ground.marks import EdgeEntry, mark_map
from tankdsl.syntax import ast
from tankdsl.syntax.node import replaced

_STYLES = {
    "column_row": (LabelStyle.PAIR, 2),
    "ccrr": (LabelStyle.DIGITS, 2),
    "cccrrr": (LabelStyle.DIGITS, 3),
    "letters": (LabelStyle.LETTERS, 2),
    "doubled": (LabelStyle.DOUBLED, 2),
}

LABEL_SCHEMES: dict[str, LabelScheme] = {
    "axial": AXIAL_LABELS,
    **{name: LabelScheme(style, separator=".", digits=digits) for name, (style, digits) in _STYLES.items()},
    **{f"{name}_from_0": LabelScheme(style, 0, 0, ".", digits) for name, (style, digits) in _STYLES.items()},
}
"""Label schemes by the name that a layout gives."""


def check_layout(cx: Context, node: ast.Layout, boards: dict[str, Board | None]) -> LayoutDef | None:
    """The map of a layout; None when something is wrong with it or with one of its boards (reported)."""
    placements = _placements(cx, node, boards)
    own_edges = _own_edges(cx, node)
    labels = _labels(cx, node)
    seam = node.seam if node.seam is None or is_side(cx, node.seam) else None
    if placements is None or own_edges is None or labels is None or seam is not node.seam:
        return None
    if not placements:
        cx.report(kinds.BOARD_EMPTY, node.name.span, f"the layout `{node.name.text}` places no board", help="add `board name at (0, 0)`")
        return None
    hexes = sum(placement.board.columns * placement.board.rows for placement in placements)
    if hexes > MOST_HEXES:
        headline = f"the boards of `{node.name.text}` have {hexes:,} hexes together, and a map has {MOST_HEXES:,} at most"
        cx.report(structure.TOO_LARGE, node.name.span, headline, help="lay fewer boards")
        return None
    owner = None if seam is None else seam.text
    made = build_map(Layout(node.name.text, _map_grid(placements[0]), tuple(placements), labels, own_edges, owner))
    if isinstance(made, list):
        for fault in made:
            _report(cx, node, fault)
        return None
    _seam_notes(cx, node, made)
    return _named(cx, node, made)


def _placements(cx: Context, node: ast.Layout, boards: dict[str, Board | None]) -> list[Placement] | None:
    found: list[Placement] = []
    whole = True
    for placing in node.placings:
        whole = (placing.side is None or is_side(cx, placing.side)) and whole
        if placing.board.text not in boards:
            cx.unknown(placing.board.span, placing.board.text, "board", list(boards))
        board = boards.get(placing.board.text)
        if board is None:
            whole = False
            continue
        side = None if placing.side is None else placing.side.text
        found.append(Placement(board, placing.column, placing.row, placing.turned, side))
    return found if whole else None


def is_side(cx: Context, name: ast.Ident) -> bool:
    """Whether a name is a side of the ruleset; reported when it is not."""
    if name.text in cx.symbols.sides:
        return True
    cx.unknown(name.span, name.text, "side", list(cx.symbols.sides))
    return False


def _own_edges(cx: Context, node: ast.Layout) -> dict[str, MapEdge] | None:
    found: dict[str, MapEdge] = {}
    first: dict[str, ast.RowsFrom] = {}
    whole = True
    edges = [edge.value for edge in MapEdge]
    for rows in node.rows_from:
        if not is_side(cx, rows.side):
            whole = False
        elif rows.edge not in edges:
            help = (*did_you_mean(rows.edge, edges), f"write {quoted(edges)}")
            cx.report(kinds.LAYOUT_WRONG, rows.span, f"a map has no edge `{rows.edge}`", help=help)
            whole = False
        elif rows.side.text in found:
            headline = f"the rows of `{rows.side.text}` are counted from two edges"
            cx.report(kinds.LAYOUT_WRONG, rows.span, headline, secondary=cx.labels((first[rows.side.text].span, "first said here")))
            whole = False
        else:
            first[rows.side.text] = rows
            found[rows.side.text] = MapEdge(rows.edge)
    return found if whole else None


def _labels(cx: Context, node: ast.Layout) -> LabelScheme | None:
    if node.labels is None:
        return AXIAL_LABELS
    scheme = LABEL_SCHEMES.get(node.labels.text)
    if scheme is None:
        cx.unknown(node.labels.span, node.labels.text, "label scheme", list(LABEL_SCHEMES), notes=f"there are {quoted(_STYLES, 'and')}")
    return scheme


def _map_grid(first: Placement) -> Grid:
    """The grid of the map, such that its first board fits where it lies."""
    grid = (turn_board(first.board) if first.turned else first.board).grid
    if grid.stagger is None:
        return replaced(grid, half=False)
    return replaced(grid, half=False, pushed=(grid.pushed + grid.line_of((first.column, first.row))) % 2)


# ---------------------------------------------------------------------------------------------------------------- faults


def _report(cx: Context, node: ast.Layout, fault: faults.LayoutFault) -> None:
    at = node.placings[fault.placement]
    match fault:
        case faults.Overlap(other=other):
            secondary = cx.labels((node.placings[other].span, "this one lies there already"))
            cx.report(kinds.BOARDS_OVERLAP, at.span, fault.text, secondary=secondary)
        case faults.Gap(other=other):
            cx.report(kinds.BOARDS_APART, at.span, fault.text, secondary=cx.labels((node.placings[other].span, "the other board")))
        case faults.Island():
            cx.report(kinds.BOARDS_APART, at.span, fault.text, help="every board must touch another one")
        case faults.WrongGrid():
            secondary = cx.labels((node.placings[0].span, "this board gives the map its grid"))
            cx.report(kinds.BOARD_MISFIT, at.span, fault.text, secondary=secondary)
        case faults.StaggerMismatch():
            cx.report(kinds.BOARD_MISFIT, at.span, fault.text, help=_stagger_help(fault))
        case faults.SeamWithoutOwner(other=other):
            secondary = cx.labels((node.placings[other].span, "its half hexes meet those of this board"))
            help = tuple(f"write `seam of {side}`" for side in fault.sides if side is not None)
            cx.report(kinds.SEAM_WITHOUT_OWNER, at.span, fault.text, secondary=secondary, help=help)
        case faults.CannotLabelHex():
            span = node.name.span if node.labels is None else node.labels.span
            cx.report(kinds.HEX_UNLABELLED, span, fault.text, help="`cccrrr` and `column_row` name more hexes")
        case _:
            raise AssertionError(fault)


def _stagger_help(fault: faults.StaggerMismatch) -> str:
    if fault.turn_is_why:
        return "lay it unturned, or give it an even number of columns"
    return "move it by one column"


def _seam_notes(cx: Context, node: ast.Layout, ground: GroundMap) -> None:
    for note in ground.notes:
        headline = f"{hex_name(ground, note.hex)} is `{note.kept}` on `{note.kept_from}` and `{note.dropped}` on `{note.dropped_from}`"
        cx.report(kinds.SEAM_TERRAIN, node.name.span, headline, notes=f"the hex is `{note.kept}`: `{note.kept_from}` owns the seam")


# ----------------------------------------------------------------------------------------------------------------- names


def _named(cx: Context, node: ast.Layout, ground: GroundMap) -> LayoutDef | None:
    """The map with its names. A place that is on the map several times (its board is) is a zone of all of them."""
    if node.areas:
        cx.report(kinds.GRID_WRONG, node.areas[0].span, "areas stand on a table without a grid, and this is a map of hexes")
    once = {name: places[0] for name, places in ground.named.items() if len(places) == 1}
    several = {name: places for name, places in ground.named.items() if len(places) > 1}
    title = node.title.value if node.title else node.name.text
    cites = cite_ids(node.cites, node.cites_inner)
    layout = LayoutDef(node.name.text, title, ground, once, {**several, **ground.zones}, cites, node.span)
    seen = _names_of_boards(cx, node)
    whole = _own_names(cx, node, layout, seen)
    marked = _own_edges_of_map(cx, node, layout)
    return replaced(layout, ground=marked) if whole and marked is not None else None


def _names_of_boards(cx: Context, node: ast.Layout) -> dict[str, ast.Ident]:
    """The names that the boards bring along, where they are written."""
    seen: dict[str, ast.Ident] = {}
    for placing in node.placings:
        board = cx.symbols.space("board")[placing.board.text]
        assert isinstance(board, ast.Board)
        for place in board.places:
            seen.setdefault(place.name.text, place.name)
    return seen


def _own_names(cx: Context, node: ast.Layout, layout: LayoutDef, seen: dict[str, ast.Ident]) -> bool:
    """Read the layout's own places and zones; False when one of them is at fault (reported)."""
    items: tuple[ast.NamedPlace | ast.ZoneItem, ...] = (*node.places, *node.zones)
    ordered = in_order(cx, items)
    whole = len(ordered) == len(items)
    for item in ordered:
        read = _own_place(cx, layout, item) if isinstance(item, ast.NamedPlace) else _own_zone(cx, layout, item)
        whole = is_new(cx, seen, item.name) and read and whole
    return whole


def _own_place(cx: Context, layout: LayoutDef, place: ast.NamedPlace) -> bool:
    index = read_place(cx, layout, place.place, f"the map `{layout.id}`")
    if index is not None:
        layout.names.setdefault(place.name.text, index)
    return index is not None


def _own_zone(cx: Context, layout: LayoutDef, zone: ast.ZoneItem) -> bool:
    places = read_zone(cx, layout, zone.value)
    if places is None:
        return False
    if not places:
        cx.report(kinds.ZONE_EMPTY, zone.span, f"the zone `{zone.name.text}` holds no hex")
    layout.zones.setdefault(zone.name.text, places)
    return True


def _own_edges_of_map(cx: Context, node: ast.Layout, layout: LayoutDef) -> GroundMap | None:
    ground: GroundMap = layout.ground  # type: ignore[assignment]
    entries: list[EdgeEntry] = []
    items: list[ast.EdgeItem] = []
    whole = True
    for item in node.edges:
        ends = [read_place(cx, layout, end, f"the map `{node.name.text}`") for end in (item.first, item.second)]
        if ends[0] is None or ends[1] is None:
            whole = False
            continue
        entries.append((ground.hexes[ends[0]].label, ground.hexes[ends[1]].label, item.feature.text))
        items.append(item)
    marked = mark_map(ground, edges=entries)
    if isinstance(marked, GroundMap):
        return marked if whole else None
    for fault in marked:
        report_edge(cx, items, fault)
    return None
