"""Types of values, as far as an engine needs them: to show values to people and to read them back.

At run time a value is an int, a bool, None (absent), a tuple (a set, a list, a path, a pool of dice) or a str
(a text key); members of enums, entities, models, places and directions are indexes. Only with its type can
such a value be written as an id. Types are never needed to compute.
"""

from dataclasses import dataclass, replace
from typing import Any

INT32_LOW, INT32_HIGH = -(2**31), 2**31 - 1

Value = Any
"""A value at run time."""


@dataclass(frozen=True, slots=True)
class Type:
    """`base` is int, bool, text, place, direction, pool, path, enum, kind, model or set.

    `index` is the enum or the *root* kind; `of` the members of a set; `low` and `high` bound an int.
    """

    base: str
    index: int = -1
    of: "Type | None" = None
    low: int | None = None
    high: int | None = None
    optional: bool = False

    def as_optional(self) -> "Type":
        """The same type, possibly absent."""
        return self if self.optional else replace(self, optional=True)

    def as_present(self) -> "Type":
        """The same type, not absent."""
        return replace(self, optional=False) if self.optional else self


INT, BOOL, TEXT, PLACE = Type("int"), Type("bool"), Type("text"), Type("place")
DIRECTION, POOL, PATH = Type("direction"), Type("pool"), Type("path")


def set_of(member: Type | None) -> Type:
    """A set or list of such members; None stands for members of unknown type."""
    return Type("set", of=member.as_present() if member else None)


def join(a: Type | None, b: Type | None) -> Type | None:
    """The type of a value that has either type; None when the two do not fit."""
    if a is None or b is None or a == b:
        return a if a == b else None
    if (a.base, a.index) != (b.base, b.index):
        return _join_path(a, b)
    of = a.of
    if a.base == "set":
        # The empty set has members of unknown type and fits every set.
        of = join(a.of, b.of) if a.of and b.of else a.of or b.of
    return Type(a.base, a.index, of, optional=a.optional or b.optional)


def _join_path(a: Type, b: Type) -> Type | None:
    places = set_of(PLACE)
    if {a.base, b.base} == {"path", "set"} and join(a if a.base == "set" else b, places) == places:
        return places
    return None
