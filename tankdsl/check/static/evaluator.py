"""The evaluator itself: one function for each operator of the typed tree, looked up by name; an operator without one is unknown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from tankdsl.check.static import logic, numbers, places, sets, things
from tankdsl.check.static.values import UNKNOWN, Args, Value
from tankdsl.check.static.world import World
from tankdsl.check.tree import Core, Local
from tankdsl.check.types import Poison
from tankdsl.state import State, field

DEEPEST = 60
"""Calls within calls that are followed; what a circle of calls gives is unknown (and reported elsewhere)."""


class Run(State):
    """One evaluation: the world, and what the locals of the expression stand for."""

    world: World
    locals: dict[Local, Value] = field(default_factory=dict)
    depth: int = 0
    answers: dict[int, dict[Value, Value] | None] = field(default_factory=dict)
    """What conditions of quantifiers are for members already asked, by the identity of the condition (see `sets.py`)."""

    def value(self, item: object) -> Value:
        """The value of an expression or local, `UNKNOWN` when it cannot be known."""
        # By the type itself: `isinstance` is slow for classes that have a metaclass, and this is asked of every node of every condition.
        if type(item) is not Core:
            return self.locals.get(item, UNKNOWN) if type(item) is Local else UNKNOWN
        operator = (OPERATORS if self.world.table is None else with_table()).get(item.op)
        return UNKNOWN if operator is None or type(item.type) is Poison else operator(self, item.args)

    def values(self, items: tuple[object, ...]) -> tuple[Value, ...]:
        """The values of several expressions."""
        return tuple(map(self.value, items))

    def called(self, params: tuple[Local, ...], args: tuple[Value, ...]) -> Run | None:
        """An evaluation of something that is called; None when calls are too deep or the arguments do not fit."""
        if self.depth >= DEEPEST or len(params) != len(args):
            return None
        return Run(self.world, dict(zip(params, args, strict=True)), self.depth + 1)


Operator = Callable[[Run, Args], Value]

OPERATORS: dict[str, Operator] = {**logic.OPERATORS, **numbers.OPERATORS, **sets.OPERATORS, **places.OPERATORS, **things.OPERATORS}


@cache
def with_table() -> dict[str, Operator]:
    """The operators in a world with a table; those of tables are imported only for one."""
    from tankdsl.check.static import tables

    return {**OPERATORS, **tables.OPERATORS}


def evaluate(world: World, core: Core, locals: Mapping[Local, Value] | None = None) -> Value:
    """What is known of an expression in a world; locals that are not given are unknown."""
    return Run(world, dict(locals or {})).value(core)
