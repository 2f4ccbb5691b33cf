"""Cutting a file into declarations, so that each is parsed alone.

A word that begins declarations, in the first column, begins one: always, whatever brackets are open. Nothing else does.
So a fault in one declaration is never felt in another one. Lines with `##` directly above a declaration document it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain

from tankdsl.diagnostics import suggest
from tankdsl.frozen import FrozenValue
from tankdsl.syntax.tables import tables

_FIRST_COLUMN = re.compile(r"\n([A-Za-z][A-Za-z0-9_]*)")
_WORD = re.compile(r"([A-Za-z][A-Za-z0-9_]*)")
_DOCUMENTATION = re.compile(r"##(?!#)[ \t]?([^\n]*)")
_LIKE_A_DECLARATION = re.compile(r"[ \t]+[A-Za-z\"]")
_AT_LEAST = 5
"""So many letters a word must have to be taken for a misspelt keyword."""


class Piece(FrozenValue):
    """The text of one declaration with what follows it, up to the next one or its documentation."""

    start: int
    end: int
    word: str
    """The word with which it begins; not a keyword if it looks like a misspelt one; empty before the first declaration."""
    doc: str
    documentation: tuple[tuple[int, int], ...]
    """The places of the comments that document it."""


@cache
def declaration_words() -> frozenset[str]:
    """The words that begin a declaration."""
    return tables().declaration_words


def pieces_of(text: str) -> tuple[Piece, ...]:
    """The pieces of a file in order. Only the first may have no word; text between two pieces is their documentation."""
    cuts = [(start, word, _documentation(text, start)) for start, word in _beginnings(text)]
    pieces: list[Piece] = []
    first = cuts[0][2][0][0] if cuts and cuts[0][2] else cuts[0][0] if cuts else len(text)
    if first > 0:
        pieces.append(Piece(0, first, "", "", ()))
    for number, (start, word, places) in enumerate(cuts):
        end = len(text)
        if number + 1 < len(cuts):
            after = cuts[number + 1]
            end = after[2][0][0] if after[2] else after[0]
        lines = (_DOCUMENTATION.fullmatch(text, *place) for place in places)
        doc = "\n".join(line.group(1).rstrip() for line in lines if line)
        pieces.append(Piece(start, end, word, doc, places))
    return tuple(pieces)


def _beginnings(text: str) -> Iterator[tuple[int, str]]:
    words = declaration_words()
    first = _WORD.match(text)
    for match in chain((first,) if first else (), _FIRST_COLUMN.finditer(text)):
        word = match.group(1)
        if word in words or (_LIKE_A_DECLARATION.match(text, match.end()) and _misspelt(word)):
            yield match.start(1), word


@cache
def _misspelt(word: str) -> bool:
    """Whether a word is a declaration keyword in other letters, or nearly one."""
    near = suggest(word, declaration_words())
    return near is not None and (near == word.casefold() or len(word) >= _AT_LEAST)


def _documentation(text: str, start: int) -> tuple[tuple[int, int], ...]:
    """The places of the `##` comments on the lines directly above an offset at which a line begins."""
    places: list[tuple[int, int]] = []
    while start > 0:
        end = start - 1
        start = text.rfind("\n", 0, end) + 1
        if not _DOCUMENTATION.fullmatch(text, start, end):
            break
        places.append((start, end))
    return tuple(reversed(places))
