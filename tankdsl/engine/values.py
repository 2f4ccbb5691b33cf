"""Operations on values at run time that both evaluators share.

A pool of dice is the tuple (sides, bonus, low, high, natural, rerolled, owner): the bonus and the bounds hold
for every die, `natural` has what the dice show, `rerolled` whether each was rolled again.
"""

from typing import Any

from tankdsl.engine.errors import Trap
from tankdsl.engine.types import INT32_HIGH, INT32_LOW

Pool = tuple[Any, ...]
SIDES, BONUS, LOW, HIGH, NATURAL, REROLLED, OWNER = range(7)
"""Positions in a pool."""


def int32(value: int) -> int:
    """The same number, if it fits 32 bits."""
    if INT32_LOW <= value <= INT32_HIGH:
        return value
    raise Trap("a result does not fit 32 bits")


def steps(start: Any, path: tuple[Any, ...] | None) -> tuple[tuple[Any, Any], ...]:
    """The steps of a path, each the place it leaves and the place it enters."""
    if start is None or path is None:
        return ()
    return tuple(zip((start, *path[:-1]), path, strict=True)) if path else ()


def quotient(a: int, b: int) -> int:
    """``a`` divided by ``b``, rounded down."""
    if b == 0:
        raise Trap("division by zero")
    return int32(a // b)


def remainder(a: int, b: int) -> int:
    """``a - b * quotient(a, b)``."""
    if b == 0:
        raise Trap("division by zero")
    return a % b


def clamp(value: int, low: int | None, high: int | None) -> int:
    """``max(low, min(value, high))``, a missing bound being no bound."""
    if high is not None and value > high:
        value = high
    if low is not None and value < low:
        value = low
    return value


def die_value(pool: Pool, index: int) -> int:
    """One die with bonus and clamp."""
    return clamp(int32(natural(pool, index) + pool[BONUS]), pool[LOW], pool[HIGH])


def natural(pool: Pool, index: int) -> int:
    """What one die shows."""
    if not 0 <= index < len(pool[NATURAL]):
        raise Trap("there is no such die")
    return int(pool[NATURAL][index])


def die(pool: Pool, index: int, what: str) -> int | bool:
    """`value`, `natural` or `rerolled` of one die."""
    if what == "value":
        return die_value(pool, index)
    shows = natural(pool, index)
    return shows if what == "natural" else bool(pool[REROLLED][index])


def die_values(pool: Pool) -> list[int]:
    """All dice with bonus and clamp."""
    return [die_value(pool, index) for index in range(len(pool[NATURAL]))]


def highest(pool: Pool) -> int | None:
    """The greatest die; None without dice."""
    return max(die_values(pool), default=None)


def lowest(pool: Pool) -> int | None:
    """The least die; None without dice."""
    return min(die_values(pool), default=None)


def total(pool: Pool) -> int:
    """The sum of the dice."""
    return int32(sum(die_values(pool)))


def dice(pool: Pool) -> tuple[int, ...]:
    """The indexes of the dice."""
    return tuple(range(len(pool[NATURAL])))


def ascending(members: Any) -> tuple[Any, ...]:
    """The distinct members that are present, in ascending order."""
    return tuple(sorted({member for member in members if member is not None}))


def present(members: Any) -> tuple[Any, ...]:
    """The members that are present, in their order."""
    return tuple([member for member in members if member is not None])


def union(a: tuple[Any, ...], b: tuple[Any, ...]) -> tuple[Any, ...]:
    """What is in either, ascending."""
    return tuple(sorted({*a, *b}))


def minus(a: tuple[Any, ...], b: tuple[Any, ...]) -> tuple[Any, ...]:
    """What is in `a` and not in `b`, in the order of `a`."""
    return tuple(member for member in a if member not in b)


def intersect(a: tuple[Any, ...], b: tuple[Any, ...]) -> tuple[Any, ...]:
    """What is in both, in the order of `a`."""
    return tuple(member for member in a if member in b)


def turned(members: tuple[Any, ...], start: Any) -> tuple[Any, ...]:
    """The list begun at a member; as it is when that is absent or no member."""
    if start is None or start not in members:
        return members
    at = members.index(start)
    return members[at:] + members[:at]


def at_index(members: tuple[Any, ...], index: int) -> Any:
    """The member at an index from 0; None outside."""
    return members[index] if 0 <= index < len(members) else None
