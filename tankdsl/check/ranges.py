"""Interval arithmetic: the least range that holds every result.  Division and remainder round towards minus infinity (Python's own)."""

from __future__ import annotations

from tankdsl.check.types import Int


def multiplied(left: Int, right: Int) -> tuple[int, int]:
    """The range of a product."""
    corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
    return min(corners), max(corners)


def divided(left: Int, right: Int) -> tuple[int, int]:
    """The range of a floor division by a divisor that is never 0."""
    corners = [a // b for a in (left.low, left.high) for b in (right.low, right.high)]
    return min(corners), max(corners)


def remainder(left: Int, right: Int) -> tuple[int, int]:
    """The range of a remainder: it has the sign of the divisor, which is never 0."""
    if right.low > 0:
        return 0, right.high - 1 if left.low < 0 else min(left.high, right.high - 1)
    return right.low + 1, 0
