"""Decisions that would give a secret away.

What a side may choose from is shown to it, and why something is refused too.  So neither may depend on what is hidden from that side: the
requirements of an action, the sets that its parameters and choices come from, and their conditions read only what the deciding side sees.

A hidden field is read safely when the thing is the decider's own.  That is known for the deciding side itself; for a piece chosen from its
own; for one that a requirement before it, or the clause that says who may play, ties to it; and for the thing whose side was asked.  Values
and guards that a decision calls are followed with the arguments they are given.  Effects are not decisions and may read anything.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check import tree
from tankdsl.check.tree import ActionDef, Conjunct, Core, Local, Program
from tankdsl.check.types import SIDE
from tankdsl.diagnostics import Diagnostic, Label
from tankdsl.diagnostics.registry import structure
from tankdsl.frozen import FrozenValue
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.rules.walk import same, walk
from tankdsl.source import Span

Bindings = dict[Local, Core]


class Secret(FrozenValue):
    """What is hidden: a field, the contents of a pile, or (field "") what a piece is."""

    kind: str
    name: str
    span: Span


class Decider(FrozenValue):
    """Who decides, and the things known to be its own."""

    side: Core
    own: tuple[Core, ...]

    def owns(self, entity: Core) -> bool:
        """Whether what belongs to `entity` is the decider's to see."""
        if same(entity, self.side) or any(same(entity, thing) for thing in self.own):
            return True
        if self.side.op == "get" and self.side.args[1] == "side" and same(self.side.args[2], entity):
            return True
        return any(thing.op == "get" and thing.args[1] == "side" and same(thing.args[2], entity) for thing in self.own)


def check_secrets(game: Game) -> Iterator[Diagnostic]:
    """Every decision that reads what is hidden from its decider, once per place and secret."""
    finder = _Finder(game.program)
    seen: set[tuple[Span, Secret]] = set()
    for decider, parts, told in _decisions(game.program):
        for part in parts:
            for span, secret in finder.secrets(part, decider, {}, frozenset()):
                if (span, secret) not in seen:
                    seen.add((span, secret))
                    yield _finding(span, secret, told)


def _finding(span: Span, secret: Secret, told: str) -> Diagnostic:
    what = f"what a `{secret.kind}` is" if not secret.name else f"`{secret.name}` of `{secret.kind}`"
    return structure.SECRET_READ.at(
        span,
        f"{told} depends on {what}, which can be hidden from the side that decides",
        secondary=(Label(secret.span, "hidden here"),),
        help="decide by what the side sees, or read the secret in an effect, after the decision",
    )


# ----------------------------------------------------------------------------------------------------------- decisions


def _decisions(program: Program) -> Iterator[tuple[Decider, tuple[object, ...], str]]:
    """All decisions: who decides, the expressions that shape it, and what it is in words."""
    for action in program.actions.values():
        yield from _action(action)
    bodies = [(proc.body, proc.name) for proc in program.procs.values()] + [
        (action.body, action.name) for action in program.actions.values()
    ]
    for body, name in bodies:
        for node in walk(body):
            match node:
                case tree.Choose(chooser=chooser) if chooser is not None:
                    yield Decider(chooser, ()), (node.domain, node.where), f"a choice in `{name}`"
                case tree.Plays(who=who, until=until):
                    yield Decider(who, ()), (node.budget, node.piece), f"a turn in `{name}`"
                    del until  # A phase may end by a secret: it is judged by the rules, not by the side.


def _action(action: ActionDef) -> Iterator[tuple[Decider, tuple[object, ...], str]]:
    me = Core("local", (action.me,), SIDE, action.span)
    own: list[Core] = [] if action.self_local is None else [_local(action.self_local, action.span)]
    own += _tied(action.by, me)
    told = f"whether `{action.name}` can be played"
    for param in action.params:
        yield Decider(me, tuple(own)), (param.domain,), told
        if _is_own_set(param.domain, me):
            own.append(_local(param.local, action.span))
    for demand in (*action.first_guards, *action.guards):
        yield Decider(me, tuple(own)), (demand,), told
        if isinstance(demand, tree.Demand):
            own += _tied(demand.condition, me)
    yield Decider(me, tuple(own)), (action.cost, *(limit.keys for limit in action.limits)), told


def _local(local: Local, span: Span) -> Core:
    return Core("local", (local,), local.type, span)


def _tied(condition: Core | None, me: Core) -> list[Core]:
    """What `x is me` and `x.side is me` tie to the deciding side."""
    match condition:
        case Core(op="and", args=parts):
            return [tied for part in parts for tied in _tied(part, me)]
        case Core(op="==", args=(left, right)):
            other = right if same(left, me) else left if same(right, me) else None
            if other is None:
                return []
            return [other, other.args[2]] if other.op == "get" and other.args[1] == "side" else [other]
        case _:
            return []


def _is_own_set(domain: Core, me: Core) -> bool:
    """`s.tanks`, `s.hand`, or a set filtered by `x.side is s`."""
    match domain:
        case Core(op="owned", args=(_, side, _)):
            return same(side, me)
        case Core(op="pile_of", args=(_, side)):
            return same(side, me)
        case Core(op="filter", args=(local, inner, where)):
            item = _local(local, domain.span)
            return _is_own_set(inner, me) or any(same(tied, item) for tied in _tied(where, me))
        case _:
            return False


# ------------------------------------------------------------------------------------------------------------- secrets


class _Finder:
    """Finds the hidden things that an expression reads."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.fields = {
            (kind.id, field.id): Secret(kind.id, field.id, field.span)
            for kind in program.kinds.values()
            for field in kind.fields
            if field.visible is not None
        }
        self.stats = {
            (kind.id, field.id): Secret(kind.id, "", kind.identity.span)
            for kind in program.kinds.values()
            if kind.identity is not None
            for field in kind.fields
            if field.role == "stat" and field.visible is None
        }
        self.piles = {
            pile.id: Secret("Side", pile.id, pile.span) for pile in program.piles.values() if pile.per_side and pile.visible is not None
        }

    def secrets(self, part: object, decider: Decider, bound: Bindings, path: frozenset[str]) -> Iterator[tuple[Span, Secret]]:
        """The secrets that an expression or requirement reads, with the place in the decision that leads there."""
        match part:
            case None:
                return
            case tuple():
                for item in part:
                    yield from self.secrets(item, decider, bound, path)
            case Core():
                yield from self._core(part, decider, bound, path)
            case tree.Demand(condition=condition):
                yield from self._core(condition, decider, bound, path)
            case tree.DemandLet(value=value):
                yield from self._core(value, decider, bound, path)
            case tree.DemandGuard(guard=guard, args=args):
                yield from self.secrets(args, decider, bound, path)
                yield from self._guard(guard, args, part.span, decider, bound, path)
            case tree.DemandEach(domain=domain, demands=demands):
                yield from self._core(domain, decider, bound, path)
                yield from self.secrets(demands, self._with_element(decider, part.local, domain, bound), bound, path)

    def _core(self, core: Core, decider: Decider, bound: Bindings, path: frozenset[str]) -> Iterator[tuple[Span, Secret]]:
        yield from self._read(core, decider, bound)
        match core:
            case Core(op="any" | "all" | "count" | "filter" | "map" | "sum" | "minimum" | "maximum" | "best", args=(local, domain, *rest)):
                yield from self._core(domain, decider, bound, path)
                yield from self.secrets(tuple(rest), self._with_element(decider, local, domain, bound), bound, path)
                return
            case Core(op="call", args=(id, *args)) if id in self.program.values:
                value = self.program.values[id]
                yield from self._called(f"value {id}", value.params, tuple(args), (value.body,), core.span, decider, bound, path)
            case Core(op="holds", args=(id, *args)):
                yield from self._guard(id, tuple(args), core.span, decider, bound, path)
        yield from self.secrets(tuple(arg for arg in core.args if isinstance(arg, (Core, tuple))), decider, bound, path)

    def _read(self, core: Core, decider: Decider, bound: Bindings) -> Iterator[tuple[Span, Secret]]:
        match core:
            case Core(op="get", args=(kind, field, entity)):
                secret = self.fields.get((kind, field)) or self.stats.get((kind, field))
            case Core(op="pile_of", args=(pile, entity)):
                secret = self.piles.get(pile)
            case _:
                return
        if secret is not None and not decider.owns(_resolved(entity, bound)):
            yield core.span, secret

    def _guard(
        self, id: str, args: tuple[Core, ...], span: Span, decider: Decider, bound: Bindings, path: frozenset[str]
    ) -> Iterator[tuple[Span, Secret]]:
        guard = self.program.guards.get(id)
        if guard is not None:
            yield from self._called(f"guard {id}", guard.params, args, guard.demands, span, decider, bound, path)

    def _called(
        self,
        id: str,
        params: tuple[Local, ...],
        args: tuple[Core, ...],
        parts: tuple[Core | Conjunct, ...],
        span: Span,
        decider: Decider,
        bound: Bindings,
        path: frozenset[str],
    ) -> Iterator[tuple[Span, Secret]]:
        """What a called value or guard reads is read by the decision, and is told where the decision calls it."""
        if id in path:
            return
        inner = {param: _resolved(arg, bound) for param, arg in zip(params, args, strict=False)}
        for _, secret in self.secrets(parts, decider, inner, path | {id}):
            yield span, secret

    def _with_element(self, decider: Decider, local: Local, domain: Core, bound: Bindings) -> Decider:
        """Inside a quantifier over the decider's own things, the element is its own."""
        if _is_own_set(_resolved(domain, bound), decider.side):
            return Decider(decider.side, (*decider.own, _local(local, domain.span)))
        return decider


def _resolved(core: Core, bound: Bindings) -> Core:
    """The expression with the parameters of what is being followed replaced by the arguments."""
    if core.op == "local" and core.args[0] in bound:
        return bound[core.args[0]]
    args = tuple(_resolved(arg, bound) if isinstance(arg, Core) else arg for arg in core.args)
    return Core(core.op, args, core.type, core.span)


SECRETS = Check("secrets", check_secrets)
