"""Layouts: boards laid side by side, and overlays on them, become the map of a scenario, with territories, rows, labels, places and zones.

The grid of the map is that of its boards: the first one lies as it is, and every other one must fit beside it.
"""

from __future__ import annotations

from tankdsl.bounds import FARTHEST, MOST_HEXES
from tankdsl.check.boards import is_new
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import Context
from tankdsl.check.groundnames import places_of
from tankdsl.check.grounds import hex_name, in_order, read_place, read_zone
from tankdsl.check.labelling import counts_from, label_scheme
from tankdsl.check.tree import LayoutDef
from tankdsl.diagnostics import did_you_mean, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.diagnostics.registry import structure
from tankdsl.ground.boards import Board
from tankdsl.ground.grids import Lie
from tankdsl.ground.hexes import distance
from tankdsl.ground.labels import AXIAL_LABELS, Cell
from tankdsl.ground.layouts import Layout, Placement, build_map, grid_around
from tankdsl.ground.maps import GroundMap, MapEdge
from tankdsl.ground.marks import mark_map
from tankdsl.syntax import ast
from tankdsl.syntax.node import replaced


def check_layout(cx: Context, node: ast.Layout, boards: dict[str, Board | None]) -> LayoutDef | None:
    """The map of a layout; None when something is wrong with it or with one of its boards (reported)."""
    placements = _placements(cx, node, boards)
    own_edges = _own_edges(cx, node)
    labels = label_scheme(cx, node.labels, AXIAL_LABELS)
    seam = node.seam if node.seam is None or is_side(cx, node.seam) else None
    if placements is None or own_edges is None or labels is None or seam is not node.seam:
        return None
    if not counts_from(cx, node.labels, own_edges):
        return None
    if all(placement.is_overlay for placement in placements):
        cx.report(kinds.BOARD_EMPTY, node.name.span, f"the layout `{node.name.text}` places no board", help="add `board name at (0, 0)`")
        return None
    hexes = sum(map(_size, placements))
    if hexes > MOST_HEXES:
        headline = f"the boards of `{node.name.text}` have {hexes:,} hexes together, and a map has {MOST_HEXES:,} at most"
        cx.report(structure.TOO_LARGE, node.name.span, headline, help="lay fewer boards")
        return None
    owner = None if seam is None else seam.text
    first = next(placement for placement in placements if not placement.is_overlay)
    counted_by = None if node.labels is None or node.labels.side is None else node.labels.side.text
    laid = Layout(node.name.text, grid_around(first), tuple(placements), labels, own_edges, owner, labels_of=counted_by)
    made = build_map(laid)
    if isinstance(made, list):
        from tankdsl.check.layoutfaults import report_layout

        for fault in made:
            report_layout(cx, node, fault)
        return None
    if _is_too_far(cx, node, laid, made):
        return None
    _seam_notes(cx, node, made)
    return _named(cx, node, made)


def _is_too_far(cx: Context, node: ast.Layout, laid: Layout, made: GroundMap) -> bool:
    """Whether a board lies farther away than hexes may (reported where it is laid); looked at closely only where it can be."""
    if all(abs(one.column) + abs(one.row) + 2 * (one.board.columns + one.board.rows) <= FARTHEST for one in laid.placements):
        return False
    far = {hex_.board.partition("#")[0] for hex_ in made.hexes if distance((0, 0), hex_.axial) > FARTHEST}
    if not far:
        return False
    placing = next((one for one in node.placings if (one.name or one.board).text in far), node.placings[0])
    headline = f"the board `{placing.board.text}` lies farther from (0, 0) than {FARTHEST:,} hexes"
    cx.report(structure.TOO_LARGE, placing.span, headline, help="lay the first board at (0, 0) and the others beside it")
    return True


def _size(placement: Placement) -> int:
    """How many cells of its board a placement lays at most."""
    if placement.part is None:
        return placement.board.columns * placement.board.rows
    (column, row), (other, below) = placement.part
    return (abs(column - other) + 1) * (abs(row - below) + 1)


def _placements(cx: Context, node: ast.Layout, boards: dict[str, Board | None]) -> list[Placement] | None:
    found: list[Placement] = []
    corners: dict[str, dict[str, Cell]] = {}
    whole = True
    for placing in node.placings:
        whole = (placing.side is None or is_side(cx, placing.side)) and whole
        if placing.board.text not in boards:
            cx.unknown(placing.board.span, placing.board.text, "board", list(boards))
        board = boards.get(placing.board.text)
        if board is None:
            whole = False
            continue
        placement = _placement(cx, placing, board, corners)
        whole = placement is not None and whole
        if placement is not None:
            found.append(placement)
    return found if whole else None


_KEEPABLE = ("edges", "labels", "places")


def _placement(cx: Context, node: ast.Placing, board: Board, corners: dict[str, dict[str, Cell]]) -> Placement | None:
    """One board or overlay; None when it is at fault (reported). `corners` keeps the labels of boards that are laid in parts."""
    whole = True
    for word in node.keeping:
        if word.text not in _KEEPABLE:
            note = f"an overlay keeps {quoted(_KEEPABLE, 'and')}"
            cx.unknown(word.span, word.text, "sort of thing that an overlay keeps", list(_KEEPABLE), notes=note)
            whole = False
    part = _part(cx, node, board, corners) if node.part else None
    if not whole or (node.part and part is None):
        return None
    mirrored = {"left": Lie.LEFT_RIGHT, "top": Lie.TOP_BOTTOM}[node.lie[1]] if node.lie[:1] == ("mirrored",) else None
    side, name = (None if ident is None else ident.text for ident in (node.side, node.name))
    keeps = frozenset(word.text for word in node.keeping)
    return Placement(board, node.column, node.row, node.lie == ("turned",), side, name, mirrored, part, node.is_overlay, keeps)


def _part(cx: Context, node: ast.Placing, board: Board, corners: dict[str, dict[str, Cell]]) -> tuple[Cell, Cell] | None:
    """The two corners of the part of a board that is laid; None when the board does not have them (reported)."""
    cells = corners.get(board.id) or corners.setdefault(board.id, board.corners_by_label())
    missing = [label for label in node.part if label.text not in cells]
    for label in missing:
        known = list(cells)
        notes = f"its labels run from {known[0]} to {known[-1]}"
        cx.report(kinds.OFF_MAP, label.span, f"`{label.text}` is not on the board `{board.id}`", notes=notes)
    return None if missing else (cells[node.part[0].text], cells[node.part[1].text])


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


def _seam_notes(cx: Context, node: ast.Layout, ground: GroundMap) -> None:
    for note in ground.notes:
        headline = f"{hex_name(ground, note.hex)} is `{note.kept}` on `{note.kept_from}` and `{note.dropped}` on `{note.dropped_from}`"
        cx.report(kinds.SEAM_TERRAIN, node.name.span, headline, notes=f"the hex is `{note.kept}`: `{note.kept_from}` owns the seam")


# ----------------------------------------------------------------------------------------------------------------- names


def _named(cx: Context, node: ast.Layout, ground: GroundMap) -> LayoutDef | None:
    """The map with its names. A place of boards that are laid several times is a zone of all its hexes."""
    if node.areas:
        cx.report(kinds.GRID_WRONG, node.areas[0].span, "areas stand on a table without a grid, and this is a map of hexes")
    counts = places_of(cx, node)
    once = {name: places[0] for name, places in ground.named.items() if counts[name] == 1}
    several = {name: places for name, places in ground.named.items() if counts[name] > 1}
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
    """Read the layout's own places and zones; False when one of them is at fault (reported).

    Whether two of its own have one name `twice.py` looks at; here they are compared with those of the boards.
    """
    items: tuple[ast.NamedPlace | ast.ZoneItem, ...] = (*node.places, *node.zones)
    ordered = in_order(cx, items)
    whole = len(ordered) == len(items)
    for item in ordered:
        read = _own_place(cx, layout, item) if isinstance(item, ast.NamedPlace) else _own_zone(cx, layout, item)
        whole = is_new(cx, seen, item.name, taken=False) and read and whole
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
        from tankdsl.check.emptyzones import report_empty

        report_empty(cx, layout, zone)
    layout.zones.setdefault(zone.name.text, places)
    return True


def _own_edges_of_map(cx: Context, node: ast.Layout, layout: LayoutDef) -> GroundMap | None:
    ground: GroundMap = layout.ground  # type: ignore[assignment]
    if not node.edges:
        return ground
    from tankdsl.check.hexsides import read_edges, report_edges

    declared = {place.name.text for place in node.places} | {zone.name.text for zone in node.zones}
    lost = frozenset(declared - layout.names.keys() - layout.zones.keys())
    written = read_edges(cx, layout, node.edges, f"the map `{node.name.text}`", lost)
    if written is None:
        return None
    marked = mark_map(ground, edges=[one.entry for one in written])
    if isinstance(marked, GroundMap):
        return marked
    report_edges(cx, written, marked)
    return None
