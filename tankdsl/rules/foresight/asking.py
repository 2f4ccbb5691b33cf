"""What an expression may be: every operator over values of which several are possible.

What the evaluator of `check/static` knows is computed there, for every combination of what the operands may be; what it does not know is
asked of a `Moment`: what states may be, and where pieces may stand (`operators.py`, `grounding.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING

from tankdsl.check.static import UNKNOWN, Run, Value
from tankdsl.check.static.evaluator import OPERATORS as KNOWN
from tankdsl.check.tree import Core, Local
from tankdsl.check.types import Bool, Enum, Int, Kind, Optional, Set, Type
from tankdsl.rules.foresight.values import ANY, EITHER, NEVER, NOTHING, Group, Outcome, Span, joined, within_type

if TYPE_CHECKING:
    from tankdsl.rules.foresight.moments import Moment
    from tankdsl.rules.foresight.outlook import Outlook

Env = dict[Local, Outcome]
Asked = Callable[["Moment", Env, Core], Outcome]

MOST_CASES = 64
"""So many combinations of possible values are computed one by one."""


def ask(moment: Moment, env: Env, core: Core) -> Outcome:
    """What an expression may be at a moment, its locals being what `env` says; others may be whatever their types allow."""
    if core.op == "local":
        return env[core.args[0]] if core.args[0] in env else unknown(moment, core.type)
    moment.outlook.spend()
    handler = (HANDLERS or _handlers()).get(core.op)
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
    outlook = moment.outlook
    form = outlook.forms.get(id(core)) or outlook.forms.setdefault(id(core), Form(outlook, core))
    if form.constant is not None:
        return form.constant
    parts: list[list[Value]] = []
    size = 1
    for _, arg in form.operands:
        outcome = ask(moment, env, arg)
        if isinstance(outcome, frozenset) and len(outcome) > MOST_CASES:
            return ANY
        options = plain_values(outcome)
        if options == []:
            return NEVER
        size *= 0 if options is None else len(options)
        if options is None or not 0 < size <= MOST_CASES:
            return ANY
        parts.append(options)
    found: Outcome | None = None
    for case in product(*parts):
        value = form.value(outlook, case)
        if value is UNKNOWN:
            return ANY
        found = as_outcome(core.type, value) if found is None else joined(found, as_outcome(core.type, value))
    return ANY if found is None else found


class Form:
    """An expression taken apart: its operands, and the operator that is applied to their values."""

    def __init__(self, outlook: Outlook, core: Core) -> None:
        self.core = core
        self.operands = [(Local("case", core.type), arg) for arg in core.args if isinstance(arg, Core)]
        stands = iter(self.operands)
        args = [Core("local", (next(stands)[0],), core.type, core.span) if isinstance(arg, Core) else arg for arg in core.args]
        self._args = tuple(args)
        self._operator = KNOWN.get(core.op)
        self.constant: Outcome | None = None
        if self._operator is None:
            self.constant = ANY
        elif not self.operands:
            value = self.value(outlook, ())
            self.constant = ANY if value is UNKNOWN else as_outcome(core.type, value)

    def value(self, outlook: Outlook, case: tuple[Value, ...]) -> Value:
        """What the operator gives for these values."""
        assert self._operator is not None
        run = Run(outlook.world, {local: value for (local, _), value in zip(self.operands, case, strict=True)})
        return self._operator(run, self._args)


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
