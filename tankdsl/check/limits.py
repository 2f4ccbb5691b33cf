"""How large a game may be. Beyond these numbers nothing that is played at a table lies, and the compiler would no longer answer in seconds."""

from __future__ import annotations

from tankdsl.check.context import Context
from tankdsl.diagnostics.registry import types
from tankdsl.source import Span

MOST_HEXES = 100_000
"""Hexes of a board, and of a map."""
MOST_COPIES = 1_000
"""Copies of a row, a card or a mission, and pieces of one model that a side fields."""
MOST_THINGS = 20_000
"""Things of a scenario, parts included."""


def copies_of(cx: Context, what: str, written: int, span: Span) -> int:
    """How many copies there are; too many are reported and brought down to what is allowed."""
    if written > MOST_COPIES:
        headline = f"`{what}` has {written:,} copies, and {MOST_COPIES:,} is the most"
        cx.report(types.OUT_OF_RANGE, span, headline)
    return min(written, MOST_COPIES)
