"""Boards: rows of glyphs become a piece of ground, with every fault shown at the very glyph.

The hexes of a board are written `(q, r)` as if the board lay alone with its first hex at `(0, 0)`; in print they are called `A1`, `B1` ...
(column, then row) unless they say otherwise, which is how a layout and its tests refer to them: `meadow/C4`.
"""

from __future__ import annotations

from collections.abc import Container

from tankdsl.bounds import MOST_HEXES
from tankdsl.check.context import Context
from tankdsl.check.grounds import in_order, read_place
from tankdsl.check.labelling import board_labels
from tankdsl.check.tree import LayoutDef
from tankdsl.diagnostics import Edit, Fix, counted, did_you_mean, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.diagnostics.registry import names, structure
from tankdsl.ground import board_text
from tankdsl.ground.boards import Board
from tankdsl.ground.grids import Grid, axial_grid, columns_grid, rows_grid
from tankdsl.ground.hexes import Orientation
from tankdsl.ground.layouts import build_map, single_board
from tankdsl.ground.maps import GroundMap
from tankdsl.ground.marks import PlaceEntry, mark_board
from tankdsl.resolve.symbols import Thing
from tankdsl.source import Span
from tankdsl.syntax import ast


def check_board(cx: Context, node: ast.Board) -> Board | None:
    """The board as ground; None when something is wrong with it (reported)."""
    grid = _grid(cx, node)
    legend = _legend(cx, node)
    labels = board_labels(cx, node)
    if grid is None or legend is None or labels is None:
        return None
    if _has_no_size(cx, node) or _has_comments(cx, node, legend):
        return None
    lines = [text for _, text in node.rows.lines]
    if _is_too_large(cx, node, lines):
        return None
    read = board_text.read_board(lines, legend, grid, id=node.name.text, size=(node.columns, node.height), labels=labels)
    if isinstance(read, list):
        for fault in read:
            _report(cx, node, fault)
        return None
    if node.levels is not None:
        from tankdsl.check.levels import with_levels

        levelled = with_levels(cx, node, read)
        if levelled is None:
            return None
        read = levelled
    return _marked(cx, node, read)


def _has_no_size(cx: Context, node: ast.Board) -> bool:
    """Whether a board is declared without any column or row (reported): what its text has is no second fault then."""
    if min(node.columns, node.height) > 0:
        return False
    rows = [text.split() for _, text in node.rows.lines if text.strip()]
    size = f"{max(map(len, rows))} x {len(rows)}" if rows else "5 x 4"
    headline = f"the board `{node.name.text}` is declared as {node.columns} x {node.height}, so that it has no hex"
    cx.report(kinds.BOARD_EMPTY, node.name.span, headline, help=f"write how many columns and rows it has, such as `{size}`")
    return True


def _has_comments(cx: Context, node: ast.Board, legend: Container[str]) -> bool:
    """Whether a row ends with a comment (reported, the first of them); there `#` may be a glyph like any other."""
    for offset, text in node.rows.lines:
        at = text.find("#")
        if at >= 0 and "#" not in legend and len(text[at:].split()) > 1:
            span = Span(node.rows.span.file, offset + at, offset + len(text.rstrip()))
            headline = f"a row of `{node.name.text}` has a comment, and rows hold nothing but glyphs"
            cx.report(kinds.GLYPH_UNKNOWN, span, headline, help="put the comment above the board, or behind `rows {`")
            return True
    return False


def _is_too_large(cx: Context, node: ast.Board, lines: list[str]) -> bool:
    """Whether a board has more hexes than any may have (reported), by what it declares or by its text."""
    declared, written = node.columns * node.height, sum(len(text.split()) for text in lines)
    if max(declared, written) <= MOST_HEXES:
        return False
    headline = f"`{node.name.text}` has {max(declared, written):,} hexes, and a board has {MOST_HEXES:,} at most"
    cx.report(structure.TOO_LARGE, node.name.span, headline, help="cut it into several boards, and lay only those that are needed")
    return True


# ---------------------------------------------------------------------------------------------------------- grid, legend


def _grid(cx: Context, node: ast.Board) -> Grid | None:
    """The grid that the words of a board mean; `columns odd higher`: the odd ones, counted from 1, lie half a hex higher."""
    pointy = "pointy" in cx.program.space
    match node.grid:
        case ("axial",):
            return _without_halves(cx, node, axial_grid(Orientation.POINTY if pointy else Orientation.FLAT))
        case ("columns", "odd", "lower" | "higher" as where) if not pointy:
            return _with_halves(cx, node, columns_grid(where, half=bool(node.half)), "higher" if where == "higher" else "lower")
        case ("rows", "odd", "right" | "left" as where) if pointy:
            return _with_halves(cx, node, rows_grid(where, half=bool(node.half)), "higher" if where == "left" else "lower")
        case _:
            _report_grid(cx, node, pointy)
            return None


def _without_halves(cx: Context, node: ast.Board, grid: Grid) -> Grid | None:
    if not node.half:
        return grid
    cx.report(
        kinds.HALF_HEX_MISPLACED,
        node.name.span,
        f"the axial board `{node.name.text}` cannot have half hexes",
        help="only staggered columns or rows end straight: write `columns odd higher` or `rows odd left`",
    )
    return None


def _with_halves(cx: Context, node: ast.Board, grid: Grid, odd: str) -> Grid | None:
    """Half hexes are at the ends of the lines that reach beyond the others: `half` must say the same as the stagger."""
    right = "odd" if odd == "higher" else "even"
    if node.half in ("", right):
        return grid
    lines, lie = ("rows", "further right") if "rows" in node.grid else ("columns", "lower")
    cx.report(
        kinds.HALF_HEX_MISPLACED,
        node.name.span,
        f"the {node.half} {lines} of `{node.name.text}` lie {lie} and cannot end in half hexes",
        help=f"the {right} {lines} reach beyond the others: write `half {right}`",
    )
    return None


def _report_grid(cx: Context, node: ast.Board, pointy: bool) -> None:
    written = " ".join(node.grid)
    known = ("axial", "rows odd right", "rows odd left") if pointy else ("axial", "columns odd higher", "columns odd lower")
    stands = "a corner" if pointy else "a side"
    same = _by_odd_lines(node.grid)
    help = (
        (f"the odd ones lie the other way: write `{same}`",) if same in known else (*did_you_mean(written, known), f"write {quoted(known)}")
    )
    cx.report(
        kinds.GRID_WRONG,
        node.name.span,
        f"`{written}` is no grid for hexes with {stands} on top",
        help=help,
    )


_OTHER_WAY = {"higher": "lower", "lower": "higher", "left": "right", "right": "left"}


def _by_odd_lines(grid: tuple[str, ...]) -> str:
    """What is meant by words that say where the even lines lie, said of the odd ones; empty for other words."""
    match grid:
        case (lines, "even", where) if where in _OTHER_WAY:
            return f"{lines} odd {_OTHER_WAY[where]}"
        case _:
            return ""


def _legend(cx: Context, node: ast.Board) -> dict[str, str] | None:
    """Terrain by glyph; a name that is no terrain is reported and kept, so that the rows are read all the same."""
    legend: dict[str, str] = {}
    first: dict[str, Span] = {}
    for entry in node.legend:
        if entry.glyph == board_text.VOID_GLYPH:
            cx.report(kinds.LEGEND_WRONG, entry.span, f"`{entry.glyph}` always means that there is no hex", help="take another glyph")
        elif entry.glyph.startswith("}"):
            legend[entry.glyph] = entry.terrain.text
            headline = f"`{entry.glyph}` cannot be a glyph: a row that begins with `}}` ends the rows"
            cx.report(kinds.LEGEND_WRONG, entry.span, headline, help="take another glyph")
        elif entry.glyph in legend:
            cx.report(
                kinds.LEGEND_WRONG,
                entry.span,
                f"the glyph `{entry.glyph}` is explained twice",
                secondary=cx.labels((first[entry.glyph], "first here")),
            )
        else:
            first[entry.glyph] = entry.span
            legend[entry.glyph] = entry.terrain.text
            _check_terrain(cx, entry.terrain)
    return legend


def _check_terrain(cx: Context, name: ast.Ident) -> None:
    found = cx.symbols.values.get(name.text)
    if isinstance(found, Thing) and (cx.category(found.kind) == "terrain" or found.kind not in cx.kinds):
        return
    if found is not None:
        cx.report(names.WRONG_KIND_OF_NAME, name.span, f"`{name.text}` is no terrain", help="name a row of the table of terrains")
        return
    terrains = [thing.id for kind, things in cx.symbols.things.items() if cx.category(kind) == "terrain" for thing in things]
    cx.unknown(name.span, name.text, "terrain", terrains)


# ------------------------------------------------------------------------------------------------------------------ rows

MARK_HELP = "a cell is one glyph and says the terrain; what stands there at the start is said by a scenario: `given ... at (q, r)`"


def _at(node: ast.Board, fault: board_text.BoardFault) -> Span:
    """The place of a fault in the file."""
    if not node.rows.lines:
        return node.rows.span
    start = node.rows.lines[fault.line][0] + fault.column
    return Span(node.rows.span.file, start, start + fault.length)


def _report(cx: Context, node: ast.Board, fault: board_text.BoardFault) -> None:
    name, at = node.name.text, _at(node, fault)
    declared = cx.labels((node.name.span, f"declared as {node.columns} x {node.height}: columns, then rows"))
    match fault:
        case board_text.UnknownGlyph(glyph=glyph, known=known):
            glued = any(one in glyph for one in known)
            help = (*did_you_mean(glyph, known), MARK_HELP if glued else f"explain it in the legend: `{glyph} = ...`")
            has = f"it knows {quoted(known, 'and')}" if known else "it is empty"
            label = f"{_cell(node, fault)}; {has}"
            cx.report(kinds.GLYPH_UNKNOWN, at, f"the legend of `{name}` does not explain `{glyph}`", label, help=help)
        case board_text.GluedGlyphs(text=text, glyphs=glyphs):
            apart = " ".join(glyphs)
            fix = Fix("put blanks between the glyphs", (Edit(at, apart),), "safe")
            headline = f"`{text}` are {len(glyphs)} glyphs without blanks between them"
            cx.report(kinds.GLYPHS_GLUED, at, headline, _cell(node, fault), help=f"write `{apart}`", fix=fix)
        case board_text.RowLength(found=found, expected=expected, gaps=gaps):
            headline = f"a row of `{name}` has {counted(found, 'cell')}, expected {expected}"
            label = f"row {_row_number(node, fault.line)} is too {'long' if found > expected else 'short'}"
            if gaps:
                missing = ", ".join(str(gap + 1) for gap in gaps)
                label += f": nothing stands in column{'s' if len(gaps) > 1 else ''} {missing}"
            cx.report(kinds.ROW_LENGTH, at, headline, label, secondary=declared, help="write `-` where there is no hex")
        case board_text.SizeMismatch(what=what, found=found, expected=expected):
            headline = f"the text of `{name}` has {counted(found, what.removesuffix('s'))}, expected {expected}"
            cx.report(kinds.BOARD_SIZE, at, headline, secondary=declared, notes=_size_notes(node, expected, what))
        case board_text.BeyondHalf():
            headline = f"a hex of `{name}` lies beyond the half hexes"
            note = "only the columns that end in half hexes have a hex in the last row; the others have `-` there"
            cx.report(kinds.HALF_HEX_MISPLACED, at, headline, "this column has no half hex here", notes=note)
        case board_text.EmptyBoard():
            cx.report(kinds.BOARD_EMPTY, at, f"the board `{name}` has no hex", help="draw a row of glyphs for each row of hexes")
        case board_text.CannotLabel(label=label):
            taken = f"another hex is called `{label}`" if label else "there is no label for it"
            cx.report(kinds.HEX_UNLABELLED, at, f"a hex of `{name}` cannot be labelled", taken)
        case _:
            raise AssertionError(fault)


def _row_number(node: ast.Board, line: int) -> int:
    """The number of a row that people count: blank lines are none."""
    return sum(1 for _, text in node.rows.lines[: line + 1] if text.strip())


def _cell(node: ast.Board, fault: board_text.BoardFault) -> str:
    """Which hex it is, as people count in the text of the board."""
    before = node.rows.lines[fault.line][1][: fault.column].split()
    return f"column {len(before) + 1} of row {_row_number(node, fault.line)}"


def _size_notes(node: ast.Board, expected: int, what: str) -> tuple[str, ...]:
    declared = node.height if what == "rows" else node.columns
    if expected != declared:
        return (f"{declared} {what} of whole hexes, and one more for the half hexes",)
    rows = [text.split() for _, text in node.rows.lines if text.strip()]
    if len(rows) == node.columns and all(len(row) == node.height for row in rows):
        return ("the two numbers are exchanged: columns come first",)
    return ()


# ----------------------------------------------------------------------------------------------------------------- marks


def _marked(cx: Context, node: ast.Board, board: Board) -> Board | None:
    """The board with its named places and edges."""
    if not node.places and not node.edges:
        return board
    from tankdsl.check.hexsides import read_edges, report_edges

    alone = build_map(single_board(board))
    if not isinstance(alone, GroundMap):
        raise AssertionError(f"a board alone is a map: {alone}")
    layout = LayoutDef(node.name.text, "", alone, {}, {}, (), node.span)
    named = _places(cx, node, layout, alone)
    edges = read_edges(cx, layout, node.edges, f"the board `{node.name.text}`")
    if named is None or edges is None:
        return None
    marked = mark_board(board, named=named, edges=[written.entry for written in edges])
    if isinstance(marked, Board):
        return marked
    report_edges(cx, edges, marked)
    return None


def _places(cx: Context, node: ast.Board, layout: LayoutDef, alone: GroundMap) -> list[PlaceEntry] | None:
    entries: list[PlaceEntry] = []
    seen: dict[str, ast.Ident] = {}
    ordered = in_order(cx, node.places)
    whole = len(ordered) == len(node.places)
    for place in ordered:
        whole = is_new(cx, seen, place.name) and whole
        index = read_place(cx, layout, place.place, f"the board `{node.name.text}`")
        if index is None:
            whole = False
            continue
        layout.names[place.name.text] = index
        entries.append((place.name.text, [alone.hexes[index].board_label]))
    return entries if whole else None


def is_new(cx: Context, seen: dict[str, ast.Ident], name: ast.Ident, *, taken: bool = True) -> bool:
    """Whether the name of a place or zone is free; a second one is reported, and one that always means something else.

    Then it is `taken`, so that it counts as seen.
    """
    if name.text in cx.symbols.values:
        headline = f"`{name.text}` is declared already, and rules could not tell this place or zone from it"
        cx.report(names.DUPLICATE_NAME, name.span, headline, help="give it another name")
        return False
    if name.text in seen:
        cx.report(
            names.DUPLICATE_NAME,
            name.span,
            f"`{name.text}` is named twice",
            secondary=cx.labels((seen[name.text].span, "first named here")),
        )
        return False
    if taken:
        seen[name.text] = name
    return True
