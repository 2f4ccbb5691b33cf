"""Conditions that compare numbers: which numbers the scenario decides, and how far they go at most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tankdsl.check.tree import Core
from tankdsl.check.types import Int
from tankdsl.rules.foresight.asking import Env, ask
from tankdsl.rules.foresight.values import span_of
from tankdsl.rules.walk import asked_by, expressions, fields_read

if TYPE_CHECKING:
    from tankdsl.rules.foresight.moments import Moment
    from tankdsl.rules.foresight.outlook import Outlook

_ORDERED = frozenset({"<", "<=", ">", ">="})
_COUNTS = frozenset({"count", "size", "sum"})


def compares_states(outlook: Outlook, condition: Core) -> bool:
    """Whether a condition compares a number that rules change with a bound."""
    if not any(True for _ in _comparisons(outlook, condition)):
        return False
    fields = (outlook.declared(*fact) for fact in fields_read(outlook.program, condition) if outlook.writers(*fact))
    return any(field is not None and isinstance(field.type, Int) for field in fields)


def compares_counts(outlook: Outlook, condition: Core) -> bool:
    """Whether a condition compares how many there are of something, or what they come to together, with a bound."""
    sides = (side for core in _comparisons(outlook, condition) for side in core.args)
    return any(isinstance(core, Core) and core.op in _COUNTS for side in sides for core in asked_by(outlook.program, side))


def _comparisons(outlook: Outlook, condition: Core) -> Iterator[Core]:
    return (core for core in asked_by(outlook.program, condition) if isinstance(core, Core) and core.op in _ORDERED)


def farthest(outlook: Outlook, condition: Core, cases: Iterable[tuple[str, Env]], moment: Moment) -> Iterator[str]:
    """How far the numbers go that a condition compares, for each side that it is about: in words."""
    cases = tuple(cases)
    for core in expressions(condition):
        if core.op not in _ORDERED:
            continue
        for number, is_greater in zip(core.args, (core.op in (">", ">="), core.op in ("<", "<=")), strict=True):
            name = _name(outlook, number)
            for side, env in cases if name else ():
                found = moment.settled(lambda: span_of(ask(moment, dict(env), number)))  # noqa: B023
                if found is not None:
                    whose = f" of `{side}`" if side else ""
                    how = f"comes to {found.high} at most" if is_greater else f"is {found.low} at least"
                    yield f"{name}{whose} {how}, whatever is played"


def _name(outlook: Outlook, number: Core) -> str:
    """What a number is called that the game decides; empty for others."""
    match number:
        case Core(op="get", args=(kind, field, *_)) if outlook.writers(kind, field):
            return f"`{field}`"
        case Core(op="call", args=(value, *_)):
            return f"`{value}`"
        case Core(op=op) if op in _COUNTS:
            return "what is counted"
        case _:
            return ""
