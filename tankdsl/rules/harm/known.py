"""What can be known of a value before play: all of it, between which numbers it lies, what dice can show, or of which kind a thing is."""

from __future__ import annotations

from typing import TypeAlias

from tankdsl.check.static import UNKNOWN, Value, World
from tankdsl.check.types import INT32_MAX, INT32_MIN, Int, Kind, Pool, Type
from tankdsl.frozen import FrozenValue


class Within(FrozenValue):
    """A number that lies between two others, both included."""

    low: int
    high: int


class Dice(FrozenValue):
    """Rolled dice: how many there are, and what each can show."""

    fewest: int
    most: int
    low: int
    high: int


class Group(FrozenValue):
    """Some things, of which one is known to be among them; there are no more than `most`."""

    member: str
    most: int


class Some(FrozenValue):
    """A thing of a kind; which one is not known."""

    kind: str


Known: TypeAlias = Value | Within | Dice | Group | Some
"""What is known of a value: all of it, a range, its kind, or nothing (`UNKNOWN`)."""

Ends = tuple[int, int]
"""The least and the greatest of some numbers."""


def plain(known: Known) -> Value:
    """The value if it is known wholly."""
    if not isinstance(known, FrozenValue):
        return known
    return known.low if isinstance(known, Within) and known.low == known.high else UNKNOWN


def narrowed(known: Known, type: Type) -> Known:
    """What is known, with what the type says."""
    if known is UNKNOWN:
        if isinstance(type, Int):
            return UNKNOWN if type.low == INT32_MIN and type.high == INT32_MAX else Within(type.low, type.high)
        if isinstance(type, Kind):
            return Some(type.name)
        return Dice(type.fewest, type.most, type.low, type.high) if isinstance(type, Pool) else UNKNOWN
    if isinstance(known, Within) and isinstance(type, Int):
        low, high = max(known.low, type.low), min(known.high, type.high)
        return Within(low, high) if low <= high else known
    return known


def ends(known: Known) -> tuple[int, int] | None:
    """Between which numbers it lies; None when that is not known, or when it may be no number."""
    if isinstance(known, Within):
        return known.low, known.high
    if isinstance(known, int) and not isinstance(known, bool):
        return known, known
    return None


def either(left: Known, right: Known) -> Known:
    """What is known of something that is one of two."""
    if left == right and type(left) is type(right):
        return left
    one, other = ends(left), ends(right)
    if one is None or other is None:
        return UNKNOWN
    return Within(min(one[0], other[0]), max(one[1], other[1]))


def exact(low: int, high: int) -> Known:
    """A range, or the only number in it."""
    return low if low == high else Within(low, high)


def related(world: World, kind: str, other: str) -> bool:
    """Whether a thing of one kind can be one of another."""
    return world.is_a(kind, other) or world.is_a(other, kind)
