"""Values of which several are possible: what the rules may have made of something up to a round.

A set of plain values (`frozenset`, absence among them), a range of numbers, the place of a piece that may have moved, a set of which some
members are sure and others possible, or anything at all.  What is not in such a value can certainly not be.
"""

from __future__ import annotations

from typing import Final

from tankdsl.check.static import ABSENT, Value
from tankdsl.check.types import Int
from tankdsl.frozen import FrozenValue

FOREVER: Final = 1 << 40
"""A number of rounds, steps or times that nothing reaches."""


class Anything(FrozenValue):
    """Nothing is known."""


class Span(FrozenValue):
    """A number between two others, both included."""

    low: int
    high: int


class Where(FrozenValue):
    """The place of one of several pieces, or one that is so many steps from it; perhaps absent."""

    things: frozenset[str]
    near: int = 0


class Around(FrozenValue):
    """The set of the places that are so many steps from one of several pieces."""

    things: frozenset[str]
    near: int


class Group(FrozenValue):
    """A set of which some members are possible, and some of these sure."""

    possible: tuple[Value, ...]
    certain: frozenset[Value] = frozenset()

    @property
    def members(self) -> frozenset[Value]:
        """The possible members as a set."""
        return self.certain if len(self.certain) == len(self.possible) else frozenset(self.possible)


Outcome = Anything | Span | Where | Around | Group | frozenset[Value]

ANY: Final = Anything()
YES: Final[frozenset[Value]] = frozenset({True})
NO: Final[frozenset[Value]] = frozenset({False})
EITHER: Final[frozenset[Value]] = frozenset({True, False})
NEVER: Final[frozenset[Value]] = frozenset()
"""What has not come about yet."""
NOTHING: Final[frozenset[Value]] = frozenset({ABSENT})

MOST_VALUES = 400
"""More possible values than this are not kept apart."""


def truth(may: bool, may_not: bool) -> frozenset[Value]:
    """What a condition may be."""
    return (YES if may else frozenset()) | (NO if may_not else frozenset())


def may_hold(outcome: Outcome) -> bool:
    """Whether a condition may be met."""
    return not isinstance(outcome, frozenset) or True in outcome


def may_fail(outcome: Outcome) -> bool:
    """Whether a condition may be missed; one that is absent is missed."""
    return not isinstance(outcome, frozenset) or bool(outcome - YES)


def span_of(outcome: Outcome) -> Span | None:
    """The range of a number; None when it is none, or may be any."""
    if isinstance(outcome, Span):
        return outcome
    if isinstance(outcome, frozenset):
        numbers = [value for value in outcome if isinstance(value, int)]
        if numbers and len(numbers) == len(outcome - NOTHING):
            return Span(min(numbers), max(numbers))
    return None


def joined(left: Outcome, right: Outcome) -> Outcome:
    """Everything that one of two values may be."""
    if left == right or right == NEVER:
        return left
    if left == NEVER:
        return right
    match left, right:
        case frozenset(), frozenset():
            both = left | right
            return both if len(both) <= MOST_VALUES else ANY
        case Where(things=a, near=n), Where(things=b, near=m):
            return Where(a | b, max(n, m))
        case (Where(), frozenset()) if right == NOTHING:
            return left
        case (frozenset(), Where()) if left == NOTHING:
            return right
        case Group(possible=a, certain=c), Group(possible=b, certain=d):
            return Group(tuple(dict.fromkeys((*a, *b))), c & d)
    ends = span_of(left), span_of(right)
    if ends[0] is not None and ends[1] is not None and ABSENT not in (*_plain(left), *_plain(right)):
        return Span(min(ends[0].low, ends[1].low), max(ends[0].high, ends[1].high))
    return ANY


def _plain(outcome: Outcome) -> frozenset[Value]:
    return outcome if isinstance(outcome, frozenset) else frozenset()


def within_type(outcome: Outcome, type: object) -> Outcome:
    """A number kept within the range that its type has."""
    if not isinstance(type, Int):
        return outcome
    ends = span_of(outcome)
    if ends is None or isinstance(outcome, frozenset):
        return Span(type.low, type.high) if outcome is ANY else outcome
    return Span(max(ends.low, type.low), max(min(ends.high, type.high), type.low))


__all__ = [
    "ABSENT", "ANY", "EITHER", "FOREVER", "NEVER", "NO", "NOTHING", "YES", "Anything", "Around", "Group", "Outcome", "Span", "Where",
    "joined", "may_fail", "may_hold", "span_of", "truth", "within_type",
]  # fmt: skip
