"""Typed expressions, and the requirements made of them."""

from __future__ import annotations

from typing import Any

from tankdsl.check.types import Type
from tankdsl.source import Span
from tankdsl.syntax.node import NodeBase


class Local(NodeBase):
    """A local variable or parameter; lowering gives it a slot.  Compared by identity."""

    name: str
    type: Type


class Core(NodeBase):
    """A typed expression: an operator of the compiled form and its arguments (Core, Local, str, int, bool, or nested tuples of these)."""

    op: str
    args: tuple[Any, ...]
    type: Type
    span: Span


# Literals are Core("int", (5,)) and Core("bool", (True,)); everything else has the operator's name in the compiled form.


class Reason(NodeBase):
    """Why something is refused: a stable id within its declaration, the text, and the rules it rests on."""

    rid: str
    text: str
    cites: tuple[str, ...]


class Demand(NodeBase):
    """A conjunct: `condition` must hold."""

    condition: Core
    reason: Reason
    span: Span


class DemandLet(NodeBase):
    """A conjunct: the optional `value` must be present and is bound to `local`."""

    local: Local
    value: Core
    reason: Reason
    span: Span


class DemandGuard(NodeBase):
    """A conjunct: the named guard must hold for the arguments."""

    guard: str
    args: tuple[Core, ...]
    cites: tuple[str, ...]
    span: Span


class DemandEach(NodeBase):
    """A conjunct: the inner ones must hold for each element."""

    local: Local
    domain: Core
    demands: tuple[Conjunct, ...]
    span: Span


Conjunct = Demand | DemandLet | DemandGuard | DemandEach
