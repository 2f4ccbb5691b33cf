"""What surely holds on a way, and flags: bool states that a way asks not to be set, and that it sets beside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tankdsl.check import tree
from tankdsl.check.tree import Conjunct, Core, Local
from tankdsl.check.types import BOOL
from tankdsl.frozen import Frozen
from tankdsl.rules.foresight.operators import parts_of
from tankdsl.rules.foresight.ways import Answers, Bind, Demands, Loose, Pick, Sets, Test, Way
from tankdsl.rules.walk import same

if TYPE_CHECKING:
    from tankdsl.rules.foresight.outlook import Outlook

DEEPEST = 12
Names = dict[Local, Core]


class Held(Frozen):
    """A condition that surely holds from an item of a way on (or does not), in terms of the way."""

    index: int
    condition: Core
    holds: bool
    member: Local | None = None
    """The condition holds for all members of `domain`."""
    domain: Core | None = None


class Flag(Frozen):
    """From item `index` on the way is gone once for each thing, each time the scope opens (None: once in the game)."""

    index: int
    kind: str
    field: str
    entity: Core | None
    """The thing that has it; None when it is whoever the way is about."""
    scope: str | None


def flags_of(outlook: Outlook, way: Way) -> tuple[Flag, ...]:
    """The flags of a way. Behind one nobody else may have a say, who could go the way meanwhile."""
    found: list[Flag] = []
    sets = [(index, item) for index, item in enumerate(way) if isinstance(item, Sets) and is_flag(outlook, item.kind, item.field)]
    if not sets:
        return ()
    last = max((index for index, item in enumerate(way) if isinstance(item, (Answers, Loose))), default=-1)
    names = {**names_of(way), **_aliases(outlook, way)}
    picks = {item.local: item.domain for item in way if isinstance(item, Pick) and item.domain is not None}
    for held in held_on(outlook, way):
        if held.holds or held.condition.op != "get":
            continue
        kind, field, entity = held.condition.args
        for index, item in sets:
            start = min(held.index, index)
            if (item.kind, item.field) == (kind, field) and start > last and _is_same(held, entity, item, names, picks):
                scope = _scope(outlook, kind, field)
                who = resolved(entity, names) if held.member is None else None
                found.append(Flag(start, kind, field, who, scope))
    return tuple(found)


def _aliases(outlook: Outlook, way: Way) -> Names:
    """Picks of which the way says that they are another of its locals."""
    picks = {item.local for item in way if isinstance(item, Pick)}
    found: Names = {}
    for held in held_on(outlook, way):
        core = held.condition
        if held.holds and held.member is None and core.op == "==" and all(arg.op == "local" for arg in core.args):
            one, other = (resolved(arg, names_of(way)) for arg in core.args)
            if one.op == "local" and one.args[0] in picks and not same(one, other):
                found[one.args[0]] = other
    return found


def _is_same(held: Held, entity: Core, sets: Sets, names: Names, picks: dict[Local, Core]) -> bool:
    """Whether what is asked and what is set is of the same thing, or of every member of the same set."""
    if sets.domain is None:
        return held.domain is None and same(resolved(entity, names), resolved(sets.entity, names))
    if sets.entity.op != "local" or sets.entity.args[0] is not sets.member:
        return False
    domain = held.domain
    asked = resolved(entity, names)
    if domain is None and asked.op == "local":
        domain = picks.get(asked.args[0])
    return domain is not None and same(resolved(domain, names), resolved(sets.domain, names))


def is_flag(outlook: Outlook, kind: str, field: str) -> bool:
    """Whether a state is a bool that begins with no and that rules only ever set to yes."""
    found = outlook.declared(kind, field)
    if found is None or found.type != BOOL or (found.default is not None and found.default.args != (False,)):
        return False
    return all(assign.value.op == "bool" and assign.value.args == (True,) for _, assign in outlook.writers(kind, field))


def _scope(outlook: Outlook, kind: str, field: str) -> str | None:
    found = outlook.declared(kind, field)
    return None if found is None or found.lifetime is None else found.lifetime.scope


# ------------------------------------------------------------------------------------------------------------ conditions


def names_of(way: Way) -> Names:
    """What the names of a way stand for."""
    return {item.local: item.value for item in way if isinstance(item, Bind) and item.value is not None}


def first_local(core: Core, way: Way) -> Local | None:
    """The local by which a way first calls what an expression is; None when it has no name of its own."""
    names, picks = names_of(way), [item.local for item in way if isinstance(item, Pick)]
    found: Local | None = None
    while core.op == "local" and (core.args[0] in names or core.args[0] in picks) and core.args[0] is not found:
        found = core.args[0]
        core = names.get(found, core)
    return found


def resolved(core: Core, names: Names, depth: int = 0) -> Core:
    """An expression with the names of a way replaced by what they stand for."""
    if core.op == "local" and core.args[0] in names and depth < DEEPEST:
        return resolved(names[core.args[0]], names, depth + 1)
    args = tuple(resolved(arg, names, depth) if isinstance(arg, Core) else arg for arg in core.args)
    return Core(core.op, args, core.type, core.span)


def held_on(outlook: Outlook, way: Way) -> Iterator[Held]:
    """Every condition that surely holds on a way, taken apart as far as it goes."""
    for index, item in enumerate(way):
        match item:
            case Test(condition=condition, holds=holds):
                yield from _apart(outlook, index, condition, {}, holds, 0)
            case Pick(where=Core() as where, candidate=candidate, local=local):
                own = {candidate: Core("local", (local,), local.type, where.span)}
                yield from _apart(outlook, index, where, {} if candidate is local else own, True, 0)
            case Demands(demand=demand):
                yield from _demanded(outlook, index, demand, {}, 0)


def _demanded(outlook: Outlook, index: int, demand: Conjunct, names: Names, depth: int) -> Iterator[Held]:
    match demand:
        case tree.Demand(condition=condition):
            yield from _apart(outlook, index, condition, names, True, depth)
        case tree.DemandGuard(guard=name, args=args) if name in outlook.program.guards and depth < DEEPEST:
            yield from _guard(outlook, index, name, args, names, depth)
        case tree.DemandEach(local=local, domain=domain, demands=demands):
            for each in demands:
                for held in _demanded(outlook, index, each, names, depth + 1):
                    if held.member is None:
                        yield Held(index, held.condition, held.holds, local, resolved(domain, names))


def _guard(outlook: Outlook, index: int, name: str, args: tuple[Core, ...], names: Names, depth: int) -> Iterator[Held]:
    guard = outlook.program.guards[name]
    inner = dict(zip(guard.params, (resolved(arg, names) for arg in args), strict=False))
    for demand in guard.demands:
        yield from _demanded(outlook, index, demand, inner, depth + 1)


def _apart(outlook: Outlook, index: int, condition: Core, names: Names, holds: bool, depth: int) -> Iterator[Held]:
    if depth > DEEPEST:
        return
    parts = list(parts_of(condition, "and" if holds else "or"))
    for part in parts:
        match part:
            case Core(op="not", args=(inner,)):
                yield from _apart(outlook, index, inner, names, not holds, depth + 1)
            case Core(op="or") if holds:
                # What the options rule out is no alternative.
                left = [each for each in parts_of(part, "or") if outlook.is_possible(each)]
                if len(left) == 1:
                    yield from _apart(outlook, index, left[0], names, True, depth + 1)
            case Core(op="holds", args=(name, *given)) if holds and name in outlook.program.guards:
                yield from _guard(outlook, index, name, tuple(given), names, depth + 1)
            case Core(op="call", args=(name, *given)) if name in outlook.program.values:
                value = outlook.program.values[name]
                inner_names = dict(zip(value.params, (resolved(arg, names) for arg in given), strict=False))
                yield from _apart(outlook, index, value.body, inner_names, holds, depth + 1)
            case _:
                yield Held(index, resolved(part, names), holds)
