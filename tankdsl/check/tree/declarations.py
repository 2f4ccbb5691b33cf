"""Declarations after checking: kinds and their things, values, guards, procedures, actions."""

from __future__ import annotations

from tankdsl.check.tree.expressions import Conjunct, Core, Local, Reason
from tankdsl.check.tree.statements import AnyStmt
from tankdsl.check.types import Type
from tankdsl.source import Span
from tankdsl.syntax.node import NodeBase


class Limit(NodeBase):
    """At most `most` per keys and instance of the scope ("game" for ever; own: instances owned by the acting side)."""

    id: str
    most: int
    keys: tuple[Core, ...]
    scope: str
    own: bool
    reason: Reason | None


class Lifetime(NodeBase):
    """When a state goes back to its default."""

    edge: str
    scope: str
    own: bool
    nth: int


class FieldDef(NodeBase):
    """A stat, state or track.  Expressions may use `this` (the instance) and, in `visible`, `viewer` (a side)."""

    id: str
    role: str
    type: Type
    default: Core | None
    low: Core | None
    high: Core | None
    visible: Core | None
    lifetime: Lifetime | None
    kept: bool
    cites: tuple[str, ...]
    span: Span


class ModelDef(NodeBase):
    """A row of a table of things: what its instances are copies of."""

    id: str
    name: str
    side: str | None
    stats: dict[str, Core]
    copies: int
    cites: tuple[str, ...]
    span: Span
    in_box: int | None = None
    """How many of its pieces there are, where the row says so; a scenario needs no more."""


class KindDef(NodeBase):
    """`this`/`viewer` are the locals that its expressions use."""

    id: str
    category: str
    parent: str | None
    this: Local
    viewer: Local
    fields: tuple[FieldDef, ...]
    models: tuple[ModelDef, ...]
    identity: Core | None
    span: Span


class PileDef(NodeBase):
    """`field` piles exist once per side ("hand" of each).  `deck`: starts with all shared things of its kind."""

    id: str
    of: str
    per_side: bool
    ordered: bool
    deck: bool
    owner: Local
    viewer: Local
    visible: Core | None
    holds: int | None
    refill: tuple[AnyStmt, ...] | None
    cites: tuple[str, ...]
    span: Span


class ValueDef(NodeBase):
    """A derived value."""

    id: str
    params: tuple[Local, ...]
    body: Core
    gives: Type
    cites: tuple[str, ...]
    span: Span


class GuardDef(NodeBase):
    """Requirements under a name."""

    id: str
    params: tuple[Local, ...]
    demands: tuple[Conjunct, ...]
    placement: bool
    cites: tuple[str, ...]
    span: Span


class ProcDef(NodeBase):
    """An effect, a table's effect, a sequence, an action's body.  origin: "effect", "table", "sequence", "action", "card", "option", ..."""

    id: str
    name: str
    origin: str
    params: tuple[Local, ...]
    results: tuple[Type, ...]
    gives_locals: tuple[Local, ...]
    body: tuple[AnyStmt, ...]
    cites: tuple[str, ...]
    span: Span
    harms: tuple[int, ...] = ()
    """The positions of the parameters that it does harm to, as its author says."""


class ParamDef(NodeBase):
    """A parameter that a player fills in, and the set it is chosen from."""

    local: Local
    some: bool
    domain: Core


class ActionDef(NodeBase):
    """One way to play something.  `me` is the acting side; `inherited` the window's parameters; `changes` those it may change.

    `kind_guards`/`kind_limits` come from the card kind's `to play`.  `card` = (kind, model, pile field), bound to `self_local`.
    """

    id: str
    name: str
    text: str
    me: Local
    inherited: tuple[Local, ...]
    changes: tuple[Local, ...]
    card: tuple[str, str, str] | None
    self_local: Local | None
    as_action: bool
    anytime: bool
    windows: tuple[str, ...]
    by: Core | None
    params: tuple[ParamDef, ...]
    first_guards: tuple[Conjunct, ...]
    guards: tuple[Conjunct, ...]
    limits: tuple[Limit, ...]
    cost: Core | None
    body: tuple[AnyStmt, ...]
    after: tuple[AnyStmt, ...] | None
    after_me: Local | None
    after_self: Local | None
    cites: tuple[str, ...]
    span: Span
