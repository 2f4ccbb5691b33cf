"""Dice, cards and pieces: rolled, drawn, put, moved, shown."""

from __future__ import annotations

from tankdsl.check import tree
from tankdsl.check.binding import bind
from tankdsl.check.calls import as_argument
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import PLACEABLE, Context
from tankdsl.check.env import Env
from tankdsl.check.expressions import check, check_as, condition, demand, maybe_absent
from tankdsl.check.tree import AnyStmt, Core, Local
from tankdsl.check.types import PATH, PLACE, SIDE, Die, Int, Kind, Optional, PileOf, Poison, Pool, Set, Type, describe, optional, required
from tankdsl.diagnostics.registry import structure, types
from tankdsl.syntax import ast

MOST_DICE = 1000
"""No pool has more dice."""
MOST_SIDES = 1000
"""Whoever plays chance is shown every number that a die can have."""


def check_dealing(cx: Context, env: Env, node: ast.Stmt) -> tuple[AnyStmt, ...]:
    """`roll`, `reroll`, `draw`, `shuffle`, `put`, `remove`, `go`, `reveal`."""
    match node:
        case ast.Roll():
            return (_roll(cx, env, node),)
        case ast.Reroll():
            return _reroll(cx, env, node)
        case ast.Draw():
            return _draw(cx, env, node)
        case ast.Shuffle():
            return _shuffle(cx, env, node)
        case ast.Put():
            return _put(cx, env, node)
        case ast.Remove():
            return _remove(cx, env, node)
        case ast.Go():
            return _go(cx, env, node)
        case ast.Reveal():
            return _reveal(cx, env, node)
        case _:
            raise AssertionError(node)


# ---------------------------------------------------------------------------------------------------------------- dice


def _roll(cx: Context, env: Env, node: ast.Roll) -> tree.Roll:
    count = check_as(cx, env, node.count, Int(), "as the number of dice")
    bonus = None if node.bonus is None else check_as(cx, env, node.bonus, Int(), "added to each die")
    low = None if node.low is None else check_as(cx, env, node.low, Int())
    high = None if node.high is None else check_as(cx, env, node.high, Int())
    owner = None if node.owner is None else check_as(cx, env, node.owner, SIDE, "after `by`")
    if isinstance(count.type, Int) and count.type.low < 0:
        cx.report(types.OUT_OF_RANGE, count.span, "the number of dice can be negative", help="use `max(0, ...)`")
    elif isinstance(count.type, Int) and count.type.high > MOST_DICE:
        headline = f"the number of dice can be {describe(count.type)}, and a roll has {MOST_DICE} at most"
        cx.report(types.OUT_OF_RANGE, count.span, headline, help="use `min(..., 12)`, or give it a range")
    if not 1 <= node.sides <= MOST_SIDES:
        cx.report(types.OUT_OF_RANGE, node.span, f"a die has 1 to {MOST_SIDES} sides, found {node.sides}")
    local = bind(cx, env, node.name, _pool_type(count, node.sides, bonus, low, high), mutable=True)
    return tree.Roll(node.span, cite_ids(node.cites), local, count, node.sides, bonus, low, high, owner)


def _pool_type(count: Core, sides: int, bonus: Core | None, low: Core | None, high: Core | None) -> Pool:
    """How many dice there are, and what each shows after its modifier and clamp."""
    least, most = 1, sides
    if bonus is not None and isinstance(bonus.type, Int):
        least, most = least + bonus.type.low, most + bonus.type.high
    if low is not None and isinstance(low.type, Int):
        least, most = max(least, low.type.low), max(most, low.type.low)
    if high is not None and isinstance(high.type, Int):
        least, most = min(least, high.type.high), min(most, high.type.high)
    many = count.type if isinstance(count.type, Int) else Int(1, MOST_DICE)
    return Pool(least, most, max(0, min(many.low, MOST_DICE)), max(0, min(many.high, MOST_DICE)))


def _reroll(cx: Context, env: Env, node: ast.Reroll) -> tuple[AnyStmt, ...]:
    target = check(cx, env, node.target)
    inner = target.type
    if isinstance(inner, Die) and node.where is None:
        return _reroll_die(cx, env, node, target)
    if isinstance(inner, Poison):
        return ()
    if not isinstance(inner, Pool) or not isinstance(node.target, ast.Name):
        cx.mismatch(target.span, target.type, "rolled dice or one of them", "after `reroll`")
        return ()
    pool = target.args[0]
    if not _may_reroll(cx, env, node.target.text, target):
        return ()
    with env.scope():
        die = env.bind("die", Die(inner.low, inner.high), node.span)
        env.dice[die] = target
        where = None if node.where is None else condition(cx, env, node.where)
    return (tree.Reroll(node.span, cite_ids(node.cites), pool, die, where, None),)


def _reroll_die(cx: Context, env: Env, node: ast.Reroll, target: Core) -> tuple[AnyStmt, ...]:
    pool = env.dice.get(target.args[0]) if target.op == "local" else None
    if pool is None or pool.op != "local":
        cx.report(types.NOT_ASSIGNABLE, target.span, "it is not known from which dice this die is")
        return ()
    if not _may_reroll(cx, env, pool.args[0].name, pool):
        return ()
    return (tree.Reroll(node.span, cite_ids(node.cites), pool.args[0], None, None, target),)


def _may_reroll(cx: Context, env: Env, name: str, pool: Core) -> bool:
    binding = env.lookup(name)
    if binding is None or binding.mutable:
        return True
    cx.report(
        types.NOT_ASSIGNABLE,
        pool.span,
        f"the dice `{name}` cannot be rerolled here",
        secondary=cx.labels((binding.span, "they are only known here")),
        help="declare the window's parameter with `var` to let answers change it, or copy it: `var mine = ...`",
    )
    return False


# --------------------------------------------------------------------------------------------------------------- piles


def pile(cx: Context, env: Env, node: ast.Expr) -> Core | None:
    """A pile, or None after reporting."""
    core = check(cx, env, node)
    if isinstance(core.type, PileOf):
        return core
    if not (isinstance(node, ast.Name) and node.text in cx.lost):
        cx.mismatch(core.span, core.type, "a pile")
    return None


def _draw(cx: Context, env: Env, node: ast.Draw) -> tuple[AnyStmt, ...]:
    source = pile(cx, env, node.pile)
    target = None if node.into is None else pile(cx, env, node.into)
    kind: Type = Kind(source.type.kind) if source is not None and isinstance(source.type, PileOf) else Poison()
    if target is not None and source is not None:
        assert isinstance(target.type, PileOf)
        if not cx.fits(kind, Kind(target.type.kind)):
            cx.mismatch(target.span, target.type, source.type)
    local = Local("drawn", optional(kind)) if node.name is None else bind(cx, env, node.name, optional(kind))
    if source is None or (node.into is not None and target is None):
        return ()
    return (tree.Draw(node.span, cite_ids(node.cites), local, source, target),)


def _shuffle(cx: Context, env: Env, node: ast.Shuffle) -> tuple[AnyStmt, ...]:
    source = pile(cx, env, node.pile)
    if node.into is None:
        return () if source is None else (tree.Shuffle(node.span, cite_ids(node.cites), source),)
    target = pile(cx, env, node.into)
    if source is None or target is None:
        return ()
    if source.type != target.type:
        cx.mismatch(source.span, source.type, target.type)
        return ()
    cites = cite_ids(node.cites)
    return (tree.Pour(node.span, cites, source, target), tree.Shuffle(node.span, cites, target))


def _put(cx: Context, env: Env, node: ast.Put) -> tuple[AnyStmt, ...]:
    thing = check(cx, env, node.thing)
    inner = required(thing.type)
    if isinstance(inner, Poison):
        check(cx, env, node.target)
        return ()
    if isinstance(thing.type, Optional):
        maybe_absent(cx, thing.span, thing.type)
        return ()
    if not isinstance(inner, Kind):
        cx.mismatch(thing.span, thing.type, "a piece or a card", "after `put`")
        return ()
    if node.where == "at":
        return _put_at(cx, env, node, thing, inner)
    target = pile(cx, env, node.target)
    if target is None:
        return ()
    assert isinstance(target.type, PileOf)
    if not cx.fits(inner, Kind(target.type.kind)):
        cx.mismatch(thing.span, inner, Kind(target.type.kind), "in that pile")
    end = "bottom" if node.where == "at bottom" else "top"
    return (tree.MoveThing(node.span, cite_ids(node.cites), thing, target, end),)


def _put_at(cx: Context, env: Env, node: ast.Put, thing: Core, inner: Kind) -> tuple[AnyStmt, ...]:
    place = as_argument(cx, check(cx, env, node.target, PLACE), PLACE)
    if cx.category(inner.name) not in PLACEABLE:
        cx.report(
            types.TYPE_MISMATCH,
            thing.span,
            f"`{inner.name}` is a kind of {cx.category(inner.name)}, and only units, markers and checkpoints stand on places",
            help="use `put ... into pile`",
        )
        return ()
    place = demand(cx, env, place, PLACE, "where to put it")
    return (tree.PlaceThing(node.span, cite_ids(node.cites), thing, place),)


def _remove(cx: Context, env: Env, node: ast.Remove) -> tuple[AnyStmt, ...]:
    thing = check(cx, env, node.thing)
    if isinstance(thing.type, Poison):
        return ()
    if isinstance(thing.type, Optional):
        maybe_absent(cx, thing.span, thing.type)
        return ()
    if not cx.is_placeable(thing.type):
        cx.mismatch(thing.span, thing.type, "a piece on the map", "after `remove`")
        return ()
    return (tree.RemoveThing(node.span, cite_ids(node.cites), thing),)


def _go(cx: Context, env: Env, node: ast.Go) -> tuple[AnyStmt, ...]:
    from tankdsl.check.flow import loop_body

    unit = check(cx, env, node.unit)
    if not isinstance(unit.type, Poison) and not cx.is_placeable(required(unit.type)):
        cx.mismatch(unit.span, unit.type, "a piece on the map", "after `go`")
    route = demand(cx, env, check(cx, env, node.route), PATH, "after `along`")
    body = () if node.body is None else loop_body(cx, env, node.body)
    return (tree.Go(node.span, cite_ids(node.cites), unit, route, body),)


def _reveal(cx: Context, env: Env, node: ast.Reveal) -> tuple[AnyStmt, ...]:
    what = check(cx, env, node.what)
    if what.op != "get":
        cx.report(
            structure.STATEMENT_MISPLACED,
            what.span,
            "only a state of a thing can be revealed",
            help="name it: `reveal s.mission to everyone`",
        )
        return ()
    to = None if isinstance(node.to, ast.Name) and node.to.text == "everyone" else check_as(cx, env, node.to, SIDE, "after `to`")
    kind, name, entity = what.args
    return (tree.Reveal(node.span, cite_ids(node.cites), kind, name, entity, to),)


__all__ = ["Set", "check_dealing", "pile"]
