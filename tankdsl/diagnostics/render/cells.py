"""How text of the source looks in a terminal: how many cells it takes, and what must not get there.

Carets have to stand under the characters they mean, so tabs become spaces and wide characters (CJK, most emoji) count
two cells, combining ones none. Control characters and the marks that reverse the direction of text are shown as U+FFFD:
a source file must not be able to move the cursor, or to look other than it reads.
"""

from __future__ import annotations

import unicodedata

from tankdsl.frozen import FrozenValue

TAB_CELLS = 4
_UNSEEN = "\N{REPLACEMENT CHARACTER}"


class Shown(FrozenValue):
    """A text as shown, and for each of its characters (and the end) the cell, from 0, at which it begins."""

    text: str
    cells: tuple[int, ...]


def show(text: str) -> Shown:
    """The text of one line made fit for a terminal."""
    if text.isascii() and text.isprintable():
        return Shown(text, tuple(range(len(text) + 1)))
    shown: list[str] = []
    cells = [0]
    for character in text:
        piece = " " * (TAB_CELLS - cells[-1] % TAB_CELLS) if character == "\t" else _harmless(character)
        shown.append(piece)
        cells.append(cells[-1] + (len(piece) if character == "\t" else width(piece)))
    return Shown("".join(shown), tuple(cells))


def width(character: str) -> int:
    """How many cells one character takes: 0, 1 or 2."""
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def one_line(text: str) -> str:
    """A message as one harmless line: line ends and tabs become spaces."""
    return "".join(" " if character in "\n\r\t" else _harmless(character) for character in text)


def _harmless(character: str) -> str:
    if unicodedata.category(character) in ("Cc", "Cs") or unicodedata.bidirectional(character) in _DIRECTIONS:
        return _UNSEEN
    return character


_DIRECTIONS = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
