"""What an expression may be: every operator over values of which several are possible.

What the evaluator of `check/static` knows is computed there, for every combination of what the operands may be; what it does not know is
asked of a `Moment`: what states may be, and where pieces may stand (`operators.py`, `grounding.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING, Any

from tankdsl.check.static import UNKNOWN, Run, Value
from tankdsl.check.static.evaluator import OPERATORS as KNOWN
from tankdsl.check.tree import Core, Local
from tankdsl.check.types import Bool, Enum, Int, Kind, Optional, Set, Type
from tankdsl.rules.foresight.values import ANY, EITHER, NOTHING, Group, Outcome, Span, joined, within_type

if TYPE_CHECKING:
    from tankdsl.rules.foresight.moments import Moment

Env = dict[Local, Outcome]
Asked = Callable[["Moment", Env, Core], Outcome]

MOST_CASES = 64
"""So many combinations of possible values are computed one by one."""


def ask(moment: Moment, env: Env, core: Core) -> Outcome:
    """What an expression may be at a moment, its locals being what `env` says; others may be whatever their types allow."""
    if core.op == "local":
        return env[core.args[0]] if core.args[0] in env else unknown(moment, core.type)
    handler = _handlers().get(core.op)
    found = by_cases(moment, env, core) if handler is None else handler(moment, env, core)
    return unknown(moment, core.type) if found is ANY else within_type(found, core.type)


def _handlers() -> dict[str, Asked]:
    # Both modules ask in turn, so that they are loaded when the first question comes.
    from tankdsl.rules.foresight import grounding, operators

    if not HANDLERS:
        HANDLERS.update({**operators.HANDLERS, **grounding.HANDLERS})
    return HANDLERS


HANDLERS: dict[str, Asked] = {}


def unknown(moment: Moment, type: Type | None) -> Outcome:
    """Everything that a type allows."""
    match type:
        case Bool():
            return EITHER
        case Int(low=low, high=high):
            return Span(low, high)
        case Kind(name=name):
            things = moment.outlook.of_kind(name)
            return ANY if things is None else frozenset(things)
        case Enum(name=name):
            members = moment.outlook.program.enums.get(name)
            return ANY if members is None else frozenset(member for member, _ in members)
        case Optional(of=inner):
            found = unknown(moment, inner)
            return found | NOTHING if isinstance(found, frozenset) else ANY
        case _:
            return ANY


def by_cases(moment: Moment, env: Env, core: Core) -> Outcome:
    """An operator that needs all its operands, for every combination of what they may be."""
    operator = KNOWN.get(core.op)
    parts: list[list[Any]] = []
    size = 0 if operator is None else 1
    for arg in core.args if size else ():
        options = plain_values(ask(moment, env, arg)) if isinstance(arg, Core) else [arg]
        size *= 0 if options is None else len(options)
        if options is None or not 0 < size <= MOST_CASES:
            return ANY
        parts.append(options)
    if operator is None:
        return ANY
    stands = [Local("case", core.type) if isinstance(arg, Core) else None for arg in core.args]
    found: Outcome | None = None
    for case in product(*parts):
        run = Run(moment.outlook.world, {local: value for local, value in zip(stands, case, strict=True) if local is not None})
        args = tuple(value if local is None else Core("local", (local,), core.type, core.span) for local, value in zip(stands, case, strict=True))
        value = operator(run, args)
        if value is UNKNOWN:
            return ANY
        found = as_outcome(core.type, value) if found is None else joined(found, as_outcome(core.type, value))
    return ANY if found is None else found


def plain_values(outcome: Outcome) -> list[Value] | None:
    """The possible values one by one; None when they are not known that well."""
    match outcome:
        case frozenset():
            return sorted(outcome, key=repr)
        case Span(low=low, high=high) if high - low < MOST_CASES:
            return list(range(low, high + 1))
        case Group(possible=possible, certain=certain) if len(possible) == len(certain):
            return [possible]
        case _:
            return None


def as_outcome(type: Type | None, value: Value) -> Outcome:
    """A value that is known."""
    if isinstance(type, Set) and isinstance(value, tuple):
        return Group(value, frozenset(value))
    return frozenset({value})
