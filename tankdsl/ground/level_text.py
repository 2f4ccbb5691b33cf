"""Reading the levels of a board: how high each of its hexes lies.

    0 0 1          one whole number for each hex, separated by blanks
    1 2 1          `-` where the board has no hex
    0 1 -

The rows are those of the terrain, cell under cell.  Faults are values with their place in the given lines, like those of `board_text.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from re import finditer, fullmatch
from typing import ClassVar

from tankdsl.bounds import HIGHEST
from tankdsl.frozen import FrozenValue
from tankdsl.ground.board_text import VOID_GLYPH, BoardFault, RowLength, SizeMismatch
from tankdsl.ground.boards import Board
from tankdsl.ground.labels import Cell


class NoLevel(BoardFault):
    """What stands for a hex is no whole number within the bounds; `text` is what stands there."""

    kind: ClassVar[str] = "no-level"
    text: str
    cell: Cell


class LevelWithoutHex(BoardFault):
    """A level where the board has no hex."""

    kind: ClassVar[str] = "level-without-hex"
    level: int
    cell: Cell


class _Word(FrozenValue):
    """One word of the text with its place."""

    line: int
    column: int
    length: int
    text: str


def read_levels(lines: Sequence[str], board: Board) -> tuple[tuple[int, ...], ...] | list[BoardFault]:
    """The levels of a board, row by row (0 where it has no hex), or everything that is wrong with them, in order of place."""
    rows = [row for row in (_words(index, text) for index, text in enumerate(lines)) if row]
    faults = _shape_faults(rows, board)
    if not faults:
        faults = [fault for at, row in enumerate(rows) for fault in _row_faults(row, at, board)]
    if faults:
        return faults
    return tuple(tuple(0 if word.text == VOID_GLYPH else int(word.text) for word in row) for row in rows)


def number(text: str) -> int | None:
    """The level that a word says; None when it says none."""
    found = int(text) if fullmatch(r"[+-]?[0-9]{1,6}", text) else None
    return found if found is not None and abs(found) <= HIGHEST else None


def _words(line: int, text: str) -> list[_Word]:
    return [_Word(line, match.start(), len(match.group()), match.group()) for match in finditer(r"\S+", text)]


def _shape_faults(rows: list[list[_Word]], board: Board) -> list[BoardFault]:
    columns, count = board.grid.text_size(board.size)
    if not rows:
        return [SizeMismatch(0, 0, 0, "rows", 0, count)]
    if len(rows) != count:
        return [SizeMismatch(*_place(rows[count] if len(rows) > count else rows[-1]), "rows", len(rows), count)]
    return [RowLength(*_place(row[columns:] or row), len(row), columns) for row in rows if len(row) != columns]


def _row_faults(row: list[_Word], at: int, board: Board) -> list[BoardFault]:
    faults: list[BoardFault] = []
    for column, word in enumerate(row):
        cell, level = (column, at), number(word.text)
        is_hex = board.terrain(cell) is not None
        if is_hex and level is None:
            faults.append(NoLevel(word.line, word.column, word.length, word.text, cell))
        elif not is_hex and level is not None:
            faults.append(LevelWithoutHex(word.line, word.column, word.length, level, cell))
        elif not is_hex and word.text != VOID_GLYPH:
            faults.append(NoLevel(word.line, word.column, word.length, word.text, cell))
    return faults


def _place(row: Sequence[_Word]) -> tuple[int, int, int]:
    """Line, column and length of a run of words in one line."""
    last = row[-1]
    return (row[0].line, row[0].column, last.column + last.length - row[0].column)
