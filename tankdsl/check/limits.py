"""How large a game may be. No game that is played at a table goes beyond these numbers, and the compiler would not answer in seconds."""

from __future__ import annotations

from tankdsl.check.context import Context
from tankdsl.diagnostics.registry import structure
from tankdsl.source import Span

MOST_COPIES = 1_000
"""Copies of a row, a card or a mission, and pieces of one model that a side fields."""
MOST_THINGS = 20_000
"""Things of a scenario, parts included."""
MOST_ROWS = 300
"""Rows of a decision table or a `match`. Each is decided after the ones before it, so that many would nest deeply."""


def has_too_many_rows(cx: Context, what: str, rows: int, span: Span) -> bool:
    """Whether a decision table or a `match` has more rows than any may have (alternatives in a row count once); reported."""
    if rows <= MOST_ROWS:
        return False
    help = "divide it into several, or compute what the rows list"
    cx.report(structure.TOO_LARGE, span, f"this {what} has {rows:,} rows, and {MOST_ROWS:,} is the most", help=help)
    return True


def copies_of(cx: Context, what: str, written: int, span: Span) -> int:
    """How many copies there are; too many are reported and brought down to what is allowed."""
    if written > MOST_COPIES:
        headline = f"`{what}` has {written:,} copies, and {MOST_COPIES:,} is the most"
        cx.report(structure.TOO_LARGE, span, headline)
    return min(written, MOST_COPIES)
