"""The values of the partial evaluator: plain ones as Python has them, and the two that are none."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any, Final, TypeAlias


class Special(Enum):
    """What is not a value: not known before play, or known to be absent."""

    UNKNOWN = "unknown"
    ABSENT = "absent"


UNKNOWN: Final = Special.UNKNOWN
ABSENT: Final = Special.ABSENT

Value: TypeAlias = int | bool | str | tuple["Value", ...] | Special
"""Numbers, places (indexes) and directions are int; sides, things, models, terrains and members of enums are their ids; sets and lists are
tuples in their order."""


Args: TypeAlias = tuple[Any, ...]
"""The arguments of an operator: expressions, locals and ids, as the operator defines."""


def first_special(values: tuple[Value, ...]) -> Special | None:
    """What an operator gives that needs all its operands: absent when one is absent, else unknown when one is unknown."""
    if ABSENT in values:
        return ABSENT
    return UNKNOWN if UNKNOWN in values else None


def conjunction(values: Iterable[Value]) -> Value:
    """`and` with three values; nothing is asked after one that is not so."""
    found = True
    for value in values:
        if value is False:
            return False
        found = found and value is not UNKNOWN
    return found or UNKNOWN


def disjunction(values: Iterable[Value]) -> Value:
    """`or` with three values; nothing is asked after one that is so."""
    found = False
    for value in values:
        if value is True:
            return True
        found = found or value is UNKNOWN
    return UNKNOWN if found else False
