"""How high the hexes of boards lie: the numbers that a board draws under its rows, and what rules may expect of `level(h)`."""

from __future__ import annotations

from tankdsl.bounds import HIGHEST
from tankdsl.check.context import Context
from tankdsl.check.groundnames import boards
from tankdsl.check.types import Int
from tankdsl.diagnostics import counted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.frozen import replaced
from tankdsl.ground.board_text import BoardFault, RowLength, SizeMismatch
from tankdsl.ground.boards import Board
from tankdsl.ground.labels import Cell
from tankdsl.ground.level_text import LevelWithoutHex, NoLevel, number, read_levels
from tankdsl.source import Span
from tankdsl.syntax import ast

_MOST_SHOWN = 20
"""More faults of the levels of one board are counted only: they have one reason then."""


def with_levels(cx: Context, node: ast.Board, board: Board) -> Board | None:
    """The board with the levels that it draws; None when something is wrong with them (reported)."""
    if node.levels is None:
        return board
    read = read_levels([text for _, text in node.levels.lines], board)
    if isinstance(read, tuple):
        return replaced(board, levels=read)
    for fault in read[:_MOST_SHOWN]:
        _report(cx, node, node.levels, board, fault)
    if len(read) > _MOST_SHOWN:
        note = f"so are {len(read) - _MOST_SHOWN:,} more places of the levels of `{board.id}`"
        cx.found[-1] = replaced(cx.found[-1], notes=(*cx.found[-1].notes, note))
    return None


def is_flat(cx: Context) -> bool:
    """Whether there are boards and none has levels, so that all hexes lie at level 0."""
    declared = [board for _, board in boards(cx)]
    return bool(declared) and all(board.levels is None for board in declared)


def level_range(cx: Context, span: Span) -> Int:
    """Between which numbers the levels of all boards lie; boards without levels lie at 0. Where no board is known any level may be.

    A rule that asks for levels though no board has any is reported, the first one only.
    """
    declared = [board for _, board in boards(cx)]
    found = [level for board in declared if board.levels is not None for level in _written(board.levels)]
    if not declared:
        return Int(-HIGHEST, HIGHEST)
    if is_flat(cx):
        if not cx.lost and all(finding.code != kinds.LEVELS_NOWHERE.code for finding in (*cx.found, *cx.found_in_values)):
            help = "draw them on a board: `levels { ... }`, a number under each glyph of `rows`"
            cx.report(kinds.LEVELS_NOWHERE, span, "no board has levels: every hex lies at level 0", help=help)
        return Int(0, 0)
    if any(board.levels is None for board in declared):
        found.append(0)
    return Int(min(found, default=0), max(found, default=0))


def _written(levels: ast.RawRows) -> list[int]:
    words = {word for _, text in levels.lines for word in text.split()}
    return [level for level in map(number, words) if level is not None]


def _report(cx: Context, node: ast.Board, levels: ast.RawRows, board: Board, fault: BoardFault) -> None:
    name, at = node.name.text, _at(levels, fault)
    rows = cx.labels((node.rows.span, "the rows of the board"))
    match fault:
        case SizeMismatch(found=found, expected=expected):
            headline = f"the levels of `{name}` have {counted(found, 'row')}, expected {expected}"
            cx.report(kinds.LEVELS_SIZE, at, headline, secondary=rows, help="draw a level under each glyph, and `-` where there is no hex")
        case RowLength(found=found, expected=expected):
            headline = f"a row of levels of `{name}` has {counted(found, 'number')}, expected {expected}"
            help = "draw a level under each glyph, and `-` where there is no hex"
            cx.report(kinds.LEVELS_SIZE, at, headline, f"row {_row_number(levels, fault.line)}", secondary=rows, help=help)
        case NoLevel(text=text, cell=cell) if board.terrain(cell) is None:
            cx.report(kinds.LEVEL_WRONG, at, f"`{name}` has no hex here, and `{text}` says nothing", _cell(cell), help="write `-`")
        case NoLevel(text="-", cell=cell):
            headline = f"the hex {board.label(cell)} of `{name}` has no level"
            cx.report(kinds.LEVEL_WRONG, at, headline, f"{_cell(cell)}: `{board.terrain(cell)}`", help="write `0` for the lowest ground")
        case NoLevel(text=text, cell=cell):
            headline = f"`{text}` is no level of the hex {board.label(cell)}"
            cx.report(kinds.LEVEL_WRONG, at, headline, _cell(cell), help=f"a level is a whole number from -{HIGHEST} to {HIGHEST}")
        case LevelWithoutHex(level=level, cell=cell):
            headline = f"`{name}` has the level {level} where it has no hex"
            cx.report(kinds.LEVEL_WRONG, at, headline, _cell(cell), help="write `-` here, or a glyph in the rows")
        case _:
            raise AssertionError(fault)


def _at(levels: ast.RawRows, fault: BoardFault) -> Span:
    if not levels.lines:
        return levels.span
    start = levels.lines[fault.line][0] + fault.column
    return Span(levels.span.file, start, start + fault.length)


def _row_number(levels: ast.RawRows, line: int) -> int:
    """The number of a row that people count: blank lines are none."""
    return sum(1 for _, text in levels.lines[: line + 1] if text.strip())


def _cell(cell: Cell) -> str:
    return f"column {cell[0] + 1} of row {cell[1] + 1}"
