"""Slips on boards: a legend or rows in a form that is not recognised as such."""

from __future__ import annotations

import re

from tankdsl.diagnostics import Diagnostic, Edit, Fix, Label
from tankdsl.diagnostics.registry import syntax
from tankdsl.source import Span
from tankdsl.syntax.situation import Situation

_BLOCK_OF_A_BOARD = re.compile(r"^[ \t]*(rows|levels)[ \t]*\{", re.MULTILINE)
_ENTRIES = re.compile(r"(?:[\s,]*\S+[ \t]*=[ \t]*[a-z][a-z0-9_]*)*?[\s,]*\S+[ \t]*=[ \t]*(?:\"([^\"\n]*)\"|([A-Z]\w*))")
_REST_OF_LINE = re.compile(r"[ \t]*([^\s#][^\n]*)")


def explain_board(situation: Situation) -> Diagnostic | None:
    """The legend or the rows of a board in a form that is not recognised as such."""
    if situation.text == "legend" and situation.is_expected("RAW_LEGEND"):
        headline = "expected `glyph = terrain` after `legend`"
        found = _faulty_terrain(situation, situation.span.end)
        return found or syntax.UNEXPECTED_WORD.at(situation.span, headline, help="write `legend . = grass, T = trees`")
    if situation.text == "," and situation.last >= 0 and situation.tokens.types[situation.last] == "RAW_LEGEND":
        return _faulty_terrain(situation, situation.span.end)
    if situation.text in ("rows", "levels") and situation.is_expected("RAW_ROWS"):
        return _rows(situation)
    return None


def _faulty_terrain(situation: Situation, start: int) -> Diagnostic | None:
    """`legend . = Meadow`, `legend . = "meadow"`: how the first such terrain is written."""
    entry = _ENTRIES.match(situation.source.text, start, situation.end)
    if entry is None:
        return None
    group = 1 if entry[1] is not None else 2
    span = Span(situation.source.id, *entry.span(group))
    if group == 1:
        span = Span(span.file, span.start - 1, span.end + 1)
    found = f'the text `"{entry[1]}"`' if group == 1 else f"`{entry[2]}`"
    name = re.sub(r"\W+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", entry[group]).lower()).strip("_")
    told = "the terrain of a glyph stands without quotes, by its id" if group == 1 else "names of things are written in small letters"
    headline = f"expected the name of a terrain, found {found}"
    return syntax.UNEXPECTED_WORD.at(span, headline, help=f"{told}: `{name}`" if name else told)


def _rows(situation: Situation) -> Diagnostic:
    """Rows without their brace, with it on a line of its own or with the first row behind it, or never closed."""
    word, source = situation.text, situation.source
    if situation.next_kind != "LBRACE":
        return syntax.UNEXPECTED_WORD.at(situation.span, f"expected `{{` after `{word}`")
    brace = situation.span_of(situation.at + 1)
    between = source.text[situation.span.end : brace.start]
    if "\n" in between:
        gap = Span(source.id, situation.span.end, brace.start)
        fix = None if between.strip() else Fix(f"put it behind `{word}`", (Edit(gap, " "),), "safe")
        help = f"write `{word} {{`, and the first row on the line below"
        return syntax.UNEXPECTED_WORD.at(brace, f"`{{` stands on the line of `{word}`", "it stands below it here", help=help, fix=fix)
    following = _BLOCK_OF_A_BOARD.search(source.text, brace.end, situation.end)
    rest = _REST_OF_LINE.match(source.text, brace.end, situation.end)
    if rest is not None:
        here = Span(source.id, *rest.span(1))
        headline = f"expected the end of the line after `{word} {{`, found `{rest[1].split()[0]}`"
        return syntax.UNEXPECTED_WORD.at(here, headline, help="each row of the board stands on a line of its own, and so does the `}`")
    missing = "a closing `}` is missing before this line"
    labels = () if following is None else (Label(Span(source.id, *following.span(1)), missing),)
    help = f"the {word} end with a line that begins with `}}`"
    return syntax.BRACKET_OPEN.at(situation.span, f"the {word} of the board are never closed", secondary=labels, help=help)
