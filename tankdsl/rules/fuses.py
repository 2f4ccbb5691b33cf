"""Fuses: the part of a condition that a body is sure to put out.

`whenever` runs its body as long as its condition holds, so the body must make the condition false.  That is proved by one conjunct of the
condition, its *fuse*, which every way through the body breaks:

    t.lit                      the body sets `t.lit = no`
    not t.spotted              the body sets `t.spotted = yes`
    t.state is waiting         the body sets `t.state` to anything else that is written out
    t.fuel > 0                 the body lowers `t.fuel` by a number that is written out (`<`: raises it)
    count(deck) > 0            the body draws from `deck`, which has only so many (`first(deck) is not none`)
    any, t being placed        the body removes `t`

What the condition asks must be the same thing until then: a body may not set `s.chosen` and put out a fuse of `s.chosen.lit`.

The proof follows calls of effects and both branches of an `if`; a branch on the fuse itself counts as taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tankdsl.check import tree
from tankdsl.check.tree import AnyStmt, Core, Program, WheneverDef
from tankdsl.check.types import Int, required
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.rules.walk import same, substituted

REMOVAL = ("*", "removed")
"""Stands for the field of a fuse that is broken by taking the piece off the map."""

PILE = "*pile"
"""Stands for the kind in the field of a fuse that is a pile, which gets smaller."""

DEEPEST = 12
"""Calls within calls that a proof follows."""

CONSTANTS = frozenset({"int", "bool", "enum", "ref", "model", "none", "dir"})


class Fuse(FrozenValue):
    """A field of something, asked by a conjunct, and the assignments that make the conjunct false (or bring it nearer to that)."""

    field: tuple[str, str]
    """Kind and name, or `REMOVAL`, or `PILE` and the id of a pile (then `entity` is the pile)."""
    entity: Core
    asked: Core
    breaks: Callable[[Core, Core], bool]
    """Whether an assignment breaks it: the field as an expression, and the new value."""


def fuses_of(trigger: WheneverDef) -> Iterator[Fuse]:
    """The fuses that a condition offers."""
    for part in _conjuncts(trigger.condition):
        fuse = _fuse(part)
        if fuse is not None:
            yield fuse
    for param in trigger.params:
        if param.domain.op in ("things", "owned") and param.domain.args[-1] == "placed":
            entity = Core("local", (param.local,), param.local.type, trigger.span)
            yield Fuse(REMOVAL, entity, entity, lambda field, value: False)


def _conjuncts(condition: Core) -> Iterator[Core]:
    if condition.op == "and":
        for part in condition.args:
            yield from _conjuncts(part)
    else:
        yield condition


def _fuse(part: Core) -> Fuse | None:
    match part:
        case Core(op="get", args=(kind, field, entity)):
            return Fuse((kind, field), entity, part, lambda field, value: _is(value, "bool", False))
        case Core(op="not", args=(Core(op="get", args=(kind, field, entity)),)):
            return Fuse((kind, field), entity, part, lambda field, value: _is(value, "bool", True))
        case Core(op="present", args=(Core(op="get", args=(kind, field, entity)),)):
            return Fuse((kind, field), entity, part, lambda field, value: value.op == "none")
        case Core(op="absent", args=(Core(op="get", args=(kind, field, entity)),)):
            return Fuse((kind, field), entity, part, lambda field, value: value.op in CONSTANTS - {"none"})
        case Core(op="==", args=(Core(op="get", args=(kind, field, entity)), wanted)) if wanted.op in CONSTANTS:
            return Fuse((kind, field), entity, part, lambda field, value: value.op in CONSTANTS and not same(value, wanted))
        case Core(op=">" | ">=" | "<" | "<=", args=(Core(op="get"), Core(op="int"))):
            return _counting(part)
        case Core(op=">" | ">=" as op, args=(Core(op="size", args=(pile,)), Core(op="int", args=(number,)))) if _is_pile(pile):
            return _shrinking(pile, part) if number >= (0 if op == ">" else 1) else None
        case Core(op="present", args=(Core(op="first" | "last", args=(pile,)),)) if _is_pile(pile):
            return _shrinking(pile, part)
        case _:
            return None


def _is_pile(core: Core) -> bool:
    return core.op in ("pile", "pile_of")


def _shrinking(pile: Core, part: Core) -> Fuse:
    """A pile that must hold something is put out by drawing from it again and again."""
    return Fuse((PILE, pile.args[0]), pile, part, lambda field, value: False)


def _counting(part: Core) -> Fuse | None:
    """`x > n` is put out by lowering x, unless x can never come that low."""
    op, (read, number) = part.op, part.args
    (kind, field, entity), limit = read.args, number.args[0]
    type = required(read.type)
    if not isinstance(type, Int):
        return None
    falling = op in (">", ">=")
    last = limit if op in (">", "<") else limit - 1 if falling else limit + 1
    if not (type.low <= last if falling else type.high >= last):
        return None
    sign = "-" if falling else "+"

    def breaks(current: Core, value: Core) -> bool:
        if value.op == "int":
            return bool(value.args[0] <= last if falling else value.args[0] >= last)
        return value.op == sign and same(value.args[0], current) and value.args[1].op == "int" and value.args[1].args[0] > 0

    return Fuse((kind, field), entity, part, breaks)


def _is(value: Core, op: str, literal: bool) -> bool:
    return value.op == op and value.args[0] is literal


# ----------------------------------------------------------------------------------------------------------------- proof


def puts_out(program: Program, body: tuple[AnyStmt, ...], fuse: Fuse, depth: int = 0) -> bool:
    """Whether every way through a body breaks the fuse."""
    for statement in body:
        match statement:
            case tree.Stop() | tree.Give():
                return False
            case _ if _one_puts_out(program, statement, fuse, depth):
                return True
    return False


def _one_puts_out(program: Program, statement: AnyStmt, fuse: Fuse, depth: int) -> bool:
    match statement:
        case tree.Assign(kind=kind, field=field, entity=entity, value=value):
            current = Core("get", (kind, field, entity), value.type, value.span)
            return fuse.field == (kind, field) and same(entity, fuse.entity) and fuse.breaks(current, value)
        case tree.RemoveThing(thing=thing):
            return fuse.field == REMOVAL and same(thing, fuse.entity)
        case tree.Draw(pile=pile):
            return fuse.field[0] == PILE and same(pile, fuse.entity)
        case tree.IfElse(condition=condition, then=then, orelse=orelse):
            if same(condition, fuse.asked):
                return puts_out(program, then, fuse, depth)
            if condition.op == "not" and same(condition.args[0], fuse.asked):
                return puts_out(program, orelse, fuse, depth)
            return puts_out(program, then, fuse, depth) and puts_out(program, orelse, fuse, depth)
        case tree.Ask(then=then, orelse=orelse):
            return puts_out(program, then, fuse, depth) and puts_out(program, orelse, fuse, depth)
        case tree.Together(body=body) | tree.During(body=body):
            return puts_out(program, body, fuse, depth)
        case tree.CallProc():
            return depth < DEEPEST and _call_puts_out(program, statement, fuse, depth)
        case _:
            return False


def _call_puts_out(program: Program, call: tree.CallProc, fuse: Fuse, depth: int) -> bool:
    """The same question about an effect, with its parameters for the arguments."""
    proc = program.procs.get(call.proc)
    if proc is None:
        return False
    entity: object = fuse.entity
    asked: object = fuse.asked
    for param, argument in zip(proc.params, call.args, strict=True):
        if argument.op in CONSTANTS:
            continue
        inner = Core("local", (param,), param.type, argument.span)
        entity, asked = substituted(entity, argument, inner), substituted(asked, argument, inner)
    assert isinstance(entity, Core) and isinstance(asked, Core)
    return puts_out(program, proc.body, replaced(fuse, entity=entity, asked=asked), depth + 1)
