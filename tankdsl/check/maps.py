"""Maps: every board and layout of a pack as ground, and the names that they give to places, zones and features of edges."""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.boards import check_board
from tankdsl.check.context import Context
from tankdsl.check.layouts import check_layout
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.ground.boards import Board
from tankdsl.source import Span
from tankdsl.syntax import ast


def check_maps(cx: Context) -> None:
    """Read all boards, then all layouts into `cx.program.layouts`.

    Needs the headers and the rows of things (zones may ask for terrain). A layout with a fault is left out: what uses it keeps quiet
    about that.
    """
    if _is_table(cx):
        return
    boards: dict[str, Board | None] = {name: check_board(cx, board) for name, board in _boards(cx)}
    for name, layout in _layouts(cx):
        made = check_layout(cx, layout, boards)
        if made is not None:
            cx.program.layouts[name] = made


def _is_table(cx: Context) -> bool:
    """Whether the game has no hexes; then boards have no place in it."""
    if "table" not in cx.program.space:
        return False
    for name, declaration in (*_boards(cx), *_layouts(cx)):
        cx.report(kinds.GRID_WRONG, declaration.name.span, f"`{name}` is made of hexes, and this game is played on a table")
    return True


def _boards(cx: Context) -> Iterator[tuple[str, ast.Board]]:
    for name, declaration in cx.symbols.space("board").items():
        assert isinstance(declaration, ast.Board)
        yield name, declaration


def _layouts(cx: Context) -> Iterator[tuple[str, ast.Layout]]:
    for name, declaration in cx.symbols.space("layout").items():
        assert isinstance(declaration, ast.Layout)
        yield name, declaration


def place_names(cx: Context) -> dict[str, Span]:
    """The names of single places that any board or layout declares; which hex is meant depends on the scenario."""
    on_boards = {place.name.text: place.name.span for _, board in _boards(cx) for place in board.places}
    return on_boards | {place.name.text: place.name.span for _, layout in _layouts(cx) for place in layout.places}


def zone_names(cx: Context) -> dict[str, Span]:
    """The names of zones that any layout declares."""
    return {zone.name.text: zone.name.span for _, layout in _layouts(cx) for zone in layout.zones}


def edge_features(cx: Context) -> dict[str, Span]:
    """What lies on the edges of any board or layout, each with the place where it is first written."""
    found: dict[str, Span] = {}
    edges = [edge for _, board in _boards(cx) for edge in board.edges] + [edge for _, layout in _layouts(cx) for edge in layout.edges]
    for edge in edges:
        found.setdefault(edge.feature.text, edge.feature.span)
    return found
