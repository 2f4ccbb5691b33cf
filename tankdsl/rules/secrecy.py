"""What is hidden from whom, and where an expression reads it.

Who sees a field or a pile is said by its visibility, which is asked for both sides of a game: may the side see what is its own, may it see
what is another's?  So `hidden from enemy` is open to its owner, and `seen by enemy` is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tankdsl.check import tree
from tankdsl.check.static import Run, World
from tankdsl.check.tree import Conjunct, Core, InstanceDef, Local, Program
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.rules.walk import same
from tankdsl.source import Span

Bindings = Mapping[Local, Core]
"""What parameters stand for, and the values that `let`s have."""


_OVER_MEMBERS = frozenset({"any", "all", "count", "filter", "map", "sum", "minimum", "maximum", "best"})


class Secret(FrozenValue):
    """What can be hidden: a field, the contents of a pile (kind "" for one that is nobody's), or (name "") what a piece is."""

    kind: str
    name: str
    span: Span
    owner_sees: bool
    others_see: bool


class Decider(FrozenValue):
    """Who decides, the things known to be its own, and those known to be another side's."""

    side: Core
    own: tuple[Core, ...] = ()
    others: tuple[Core, ...] = ()

    def sees(self, secret: Secret, entity: Core | None) -> bool:
        """Whether the side surely sees the secret of a thing (None: of nothing in particular)."""
        if secret.owner_sees and secret.others_see:
            return True
        if entity is None:
            return False
        return (secret.owner_sees and self.owns(entity)) or (secret.others_see and self.is_another(entity))

    def knowing(self, condition: Core) -> Decider:
        """The same, where a condition is known to hold."""
        own, others = tied_to(condition, self.side), tied_to(condition, self.side, "!=")
        return replaced(self, own=(*self.own, *own), others=(*self.others, *others)) if own or others else self

    def owns(self, entity: Core) -> bool:
        """Whether what belongs to `entity` is the decider's."""
        return any(_is_of(entity, owner) for owner in (self.side, *self.own))

    def is_another(self, entity: Core) -> bool:
        """Whether what belongs to `entity` is known to be another side's."""
        if entity.op == "enemy" and self.owns(entity.args[0]):
            return True
        if self.side.op == "enemy" and same(entity, self.side.args[0]):
            return True
        return any(_is_of(entity, owner) for owner in self.others)


def _is_of(entity: Core, owner: Core) -> bool:
    """Whether an entity is an owner, or the thing whose side that is."""
    return same(entity, owner) or (owner.op == "get" and owner.args[1] == "side" and same(owner.args[2], entity))


def local(core_of: Local, span: Span) -> Core:
    """A local as an expression."""
    return Core("local", (core_of,), core_of.type, span)


def resolved(core: Core, bound: Bindings) -> Core:
    """The expression with parameters and names of values replaced by what they stand for."""
    if core.op == "local" and core.args[0] in bound:
        return bound[core.args[0]]
    args = tuple(resolved(arg, bound) if isinstance(arg, Core) else arg for arg in core.args)
    return Core(core.op, args, core.type, core.span)


def is_own_set(domain: Core, side: Core) -> bool:
    """`s.tanks`, `s.hand`, or a set filtered by `x.side is s`."""
    match domain:
        case Core(op="owned", args=(_, owner, _)) | Core(op="pile_of", args=(_, owner)):
            return same(owner, side)
        case Core(op="filter", args=(element, inner, where)):
            item = local(element, domain.span)
            return is_own_set(inner, side) or any(same(tied, item) for tied in tied_to(where, side))
        case _:
            return False


def tied_to(condition: Core | None, side: Core, op: str = "==") -> list[Core]:
    """What `x is side` and `x.side is side` tie to a side; with "!=" what `is not` keeps from it."""
    match condition:
        case Core(op="and", args=parts):
            return [tied for part in parts for tied in tied_to(part, side, op)]
        case Core(op="not", args=(Core(op="==" | "!=" as other, args=args) as inner,)) if other != op:
            return tied_to(Core(op, args, inner.type, inner.span), side, op)
        case Core(op=asked, args=(left, right)) if asked == op:
            found = right if same(left, side) else left if same(right, side) else None
            if found is None:
                return []
            return [found, found.args[2]] if found.op == "get" and found.args[1] == "side" else [found]
        case _:
            return []


# ------------------------------------------------------------------------------------------------------------- secrets


class Finder:
    """Finds the hidden things that an expression reads."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.fields: dict[tuple[str, str], Secret] = {}
        self.piles: dict[str, Secret] = {}
        self._world = World(program)
        for kind in program.kinds.values():
            for field in kind.fields:
                if field.visible is not None:
                    owner, others = self._seen(kind.id, kind.this, kind.viewer, field.visible)
                    self.fields[kind.id, field.id] = Secret(kind.id, field.id, field.span, owner, others)
                elif field.role == "stat" and kind.identity is not None:
                    owner, others = self._seen(kind.id, kind.this, kind.viewer, kind.identity)
                    self.fields[kind.id, field.id] = Secret(kind.id, "", kind.identity.span, owner, others)
        for pile in program.piles.values():
            if pile.visible is not None:
                of = getattr(pile.owner.type, "name", "Side") if pile.per_side else ""
                owner, others = self._seen(of, pile.owner, pile.viewer, pile.visible)
                self.piles[pile.id] = Secret(of, pile.id.split(".")[-1], pile.span, owner, others)

    def _seen(self, kind: str, this: Local, viewer: Local, visible: Core) -> tuple[bool, bool]:
        """Whether every owner sees it for sure, and whether everybody else does."""
        sides = [side for side, _ in self.program.sides]
        answers = {(owner, side): self._answer(kind, this, viewer, visible, owner, side) for owner in sides for side in sides}
        return (
            all(seen for (owner, side), seen in answers.items() if owner == side),
            all(seen for (owner, side), seen in answers.items() if owner != side),
        )

    def _answer(self, kind: str, this: Local, viewer: Local, visible: Core, owner: str, side: str) -> bool:
        if kind in ("Side", ""):
            return Run(self._world, {this: owner, viewer: side}).value(visible) is True
        thing = InstanceDef("?", kind, "?", "", owner, None, None, {})
        return Run(replaced(self._world, instances={thing.id: thing}), {this: thing.id, viewer: side}).value(visible) is True

    @property
    def is_open(self) -> bool:
        """Whether nothing at all is hidden in the game."""
        return not self.fields and not self.piles

    def secrets(self, part: object, decider: Decider, bound: Bindings, path: frozenset[str] = frozenset()) -> Iterator[tuple[Span, Secret]]:
        """The secrets that an expression or requirement reads, with the place in the decision that leads there."""
        match part:
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
                yield from self.secrets(demands, self.with_element(decider, part.local, domain, bound), bound, path)
            case tree.MoveRule(amount=amount, condition=condition):
                yield from self.secrets((amount, condition), decider, bound, path)

    def _core(self, core: Core, decider: Decider, bound: Bindings, path: frozenset[str]) -> Iterator[tuple[Span, Secret]]:
        match core:
            case Core(op="size" | "absent" | "present", args=(inner,)) if _is_pile(inner):
                # How many things lie in a pile is known to everybody.
                return
            case Core(op="and", args=args):
                # What stands behind is asked only of what the parts before have let through.
                for part in args:
                    yield from self._core(part, decider, bound, path)
                    decider = decider.knowing(part)
                return
            case Core(op=op, args=(element, domain, *rest)) if op in _OVER_MEMBERS:
                yield from self._core(domain, decider, bound, path)
                yield from self.secrets(tuple(rest), self.with_element(decider, element, domain, bound), bound, path)
                return
            case Core(op="local", args=(name,)) if name in bound and f"local {id(name)}" not in path:
                yield from self._named(core, decider, bound, path | {f"local {id(name)}"})
                return
        yield from self._read(core, decider, bound)
        yield from self._asked(core, decider, bound, path)
        yield from self.secrets(tuple(arg for arg in core.args if isinstance(arg, (Core, tuple))), decider, bound, path)

    def _named(self, core: Core, decider: Decider, bound: Bindings, path: frozenset[str]) -> Iterator[tuple[Span, Secret]]:
        """What the value of a name reads is read where the name stands."""
        for _, secret in self.secrets(bound[core.args[0]], decider, bound, path):
            yield core.span, secret

    def _read(self, core: Core, decider: Decider, bound: Bindings) -> Iterator[tuple[Span, Secret]]:
        entity: Core | None = None
        match core:
            case Core(op="get", args=(kind, field, of)):
                secret, entity = self.fields.get((kind, field)), of
            case Core(op="pile_of", args=(pile, of)):
                secret, entity = self.piles.get(pile), of
            case Core(op="pile", args=(pile,)):
                secret = self.piles.get(pile)
            case _:
                return
        if secret is not None and not decider.sees(secret, None if entity is None else resolved(entity, bound)):
            yield core.span, secret

    def _asked(self, core: Core, decider: Decider, bound: Bindings, path: frozenset[str]) -> Iterator[tuple[Span, Secret]]:
        """What the values, guards, sights and movements read that an expression asks. Whether a mission is met is told by the rules."""
        program = self.program
        match core:
            case Core(op="call", args=(id, *args)) if id in program.values:
                value = program.values[id]
                yield from self.called(f"value {id}", value.params, tuple(args), (value.body,), core.span, decider, bound, path)
            case Core(op="holds", args=(id, *args)):
                yield from self._guard(id, tuple(args), core.span, decider, bound, path)
            case Core(op="sight", args=(id, *args)) if id in program.sights:
                for number, row in enumerate(program.sights[id].rows):
                    name = f"sight {id} {number}"
                    yield from self.called(name, row.ends, tuple(args), (row.condition,), core.span, decider, bound, path)
            case Core(op="can_go" | "path_cost", args=(id, unit, *_)) if id in program.movements:
                yield from self.moving(id, unit, core.span, decider, bound, path)

    def moving(
        self, id: str, unit: Core, span: Span, decider: Decider, bound: Bindings, path: frozenset[str] = frozenset()
    ) -> Iterator[tuple[Span, Secret]]:
        """What a movement reads: the steps that are offered tell it."""
        movement = self.program.movements[id]
        yield from self.called(f"movement {id}", (movement.unit,), (unit,), movement.rules, span, decider, bound, path)

    def _guard(
        self, id: str, args: tuple[Core, ...], span: Span, decider: Decider, bound: Bindings, path: frozenset[str]
    ) -> Iterator[tuple[Span, Secret]]:
        guard = self.program.guards.get(id)
        if guard is not None:
            yield from self.called(f"guard {id}", guard.params, args, guard.demands, span, decider, bound, path)

    def called(
        self,
        id: str,
        params: tuple[Local, ...],
        args: tuple[Core, ...],
        parts: tuple[Core | Conjunct | tree.MoveRule, ...],
        span: Span,
        decider: Decider,
        bound: Bindings,
        path: frozenset[str],
    ) -> Iterator[tuple[Span, Secret]]:
        """What is read by something that a decision calls is told where the decision calls it."""
        if id in path:
            return
        inner = {param: resolved(arg, bound) for param, arg in zip(params, args, strict=False)}
        for _, secret in self.secrets(parts, decider, inner, path | {id}):
            yield span, secret

    def with_element(self, decider: Decider, element: Local, domain: Core, bound: Bindings) -> Decider:
        """Inside a quantifier over the decider's own things, or over another side's, the element is such a one."""
        known, item = resolved(domain, bound), local(element, domain.span)
        if is_own_set(known, decider.side):
            return replaced(decider, own=(*decider.own, item))
        if _is_set_of_another(known, decider):
            return replaced(decider, others=(*decider.others, item))
        return decider


def _is_pile(core: Core) -> bool:
    """A pile itself, or the first or last thing in it."""
    return core.op in ("pile", "pile_of") or (core.op in ("first", "last") and _is_pile(core.args[0]))


def _is_set_of_another(domain: Core, decider: Decider) -> bool:
    match domain:
        case Core(op="owned" | "pile_of", args=(_, owner, *_)):
            return decider.is_another(owner)
        case Core(op="filter", args=(_, inner, _)):
            return _is_set_of_another(inner, decider)
        case _:
            return False
