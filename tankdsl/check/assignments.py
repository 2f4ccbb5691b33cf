"""Assignments: to variables, to states and tracks, to piles of given things, to the terrain of a place."""

from __future__ import annotations

from tankdsl.check import tree
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import Context, FieldInfo
from tankdsl.check.env import Binding, Env
from tankdsl.check.expressions import check, demand, poison
from tankdsl.check.names import note_write
from tankdsl.check.operators import as_number
from tankdsl.check.tree import AnyStmt, Core
from tankdsl.check.types import INT32_MAX, INT32_MIN, PLACE, Int, Kind, Optional, PileOf, Poison, Type, is_unbounded, required, with_range
from tankdsl.diagnostics.registry import types
from tankdsl.syntax import ast

COUNTED = {
    "spent": "counted by the `cost` clauses of actions",
    "active": "the side whose turn it is",
}
"""Names that look like states of the game, and what they are."""

_INSTEAD = {
    "at": "a piece is moved by `put ... at ...`, and taken off by `remove`",
    "removed": "a piece is taken off by `remove`, and comes back by `put ... at ...`",
    "side": "the side of a thing never changes: keep who has it in a state of its own, `state holder: Side? = none`",
    "model": "a thing is of the same row throughout: keep what changes in states of its own",
    "enemy": "who is whose enemy never changes",
}
"""How it is said that something changes that no assignment changes."""


def assign(cx: Context, env: Env, node: ast.Assign) -> tuple[AnyStmt, ...]:
    """`x = e`, `x += e`, `x -= e`."""
    called = _given_by_effect(cx, env, node)
    if called is not None:
        return called
    match node.target:
        case ast.Name() as name if env.lookup(name.text) is not None:
            binding = env.lookup(name.text)
            assert binding is not None
            return _variable(cx, env, node, binding)
        case ast.Name() as name if env.this_kind and name.text in cx.field_names(env.this_kind):
            own = cx.field_of(env.this_kind, name.text)
            this = Core("local", (env.this,), Kind(env.this_kind), name.span)
            return () if own is None else _field(cx, env, node, own, this)
        case ast.Name() as name if cx.field_of("Game", name.text) is not None:
            info = cx.field_of("Game", name.text)
            assert info is not None
            game = Core("ref", ("Game", "game"), Kind("Game"), name.span)
            return _field(cx, env, node, info, game)
        case ast.Field() as target:
            return _field_target(cx, env, node, target)
        case ast.Call() as call if (
            call.name.text in cx.symbols.singulars and cx.category(cx.symbols.singulars[call.name.text]) == "terrain"
        ):
            return _terrain(cx, env, node, call)
        case _:
            written = check(cx, env, node.target)
            check(cx, env, node.value)
            if isinstance(written.type, Poison):
                return ()
            if isinstance(node.target, ast.Name) and written.op in COUNTED:
                headline = f"`{node.target.text}` is {COUNTED[written.op]}, and no rule sets it"
                cx.report(
                    types.NOT_ASSIGNABLE,
                    node.target.span,
                    headline,
                    help="declare a `state` of your own for what the rules are to remember",
                )
                return ()
            cx.report(
                types.NOT_ASSIGNABLE,
                node.target.span,
                "this cannot be assigned to",
                help="assign to a `var`, to a `state` or `track` of a thing (`t.damage`), or to `terrain(place)`",
            )
            return ()


def _given_by_effect(cx: Context, env: Env, node: ast.Assign) -> tuple[AnyStmt, ...] | None:
    """`pool = with_rerolls(pool, ...)`: a variable takes what an effect gives."""
    if not (isinstance(node.value, ast.Call) and isinstance(node.target, ast.Name) and node.op == "="):
        return None
    signature = cx.signatures.get(node.value.name.text)
    binding = env.lookup(node.target.text)
    if signature is None or signature.kind != "effect" or signature.gives is None or binding is None:
        return None
    from tankdsl.check.calls import arguments

    args = arguments(cx, env, node.value.args, signature, node.value.span)
    env.calls.append((signature.name, node.value.name.span))
    if not _may_change(cx, node.target, binding):
        return ()
    if not cx.fits(signature.gives, binding.local.type):
        cx.mismatch(node.value.span, signature.gives, binding.local.type, f"in `{node.target.text}`")
        return ()
    env.ranges[binding.local] = signature.gives
    return (tree.CallProc(node.span, cite_ids(node.cites), signature.name, args, (binding.local,)),)


def _may_change(cx: Context, target: ast.Name, binding: Binding) -> bool:
    if binding.mutable:
        return True
    cx.report(
        types.NOT_ASSIGNABLE,
        target.span,
        f"`{target.text}` cannot change",
        secondary=cx.labels((binding.span, "it is bound here")),
        help="declare it with `var` (a window's parameter too)",
    )
    return False


def _changed(cx: Context, env: Env, node: ast.Assign, current: Core, expected: Type) -> Core:
    """The new value: what is written, or the current value plus or minus it."""
    if node.op == "=":
        return check(cx, env, node.value, expected)
    from tankdsl.check.types import Set

    if isinstance(required(expected), Set):
        from tankdsl.check.sets import set_of

        of = required(expected)
        assert isinstance(of, Set)
        added = set_of(cx, env, node.value, of.of)
        if isinstance(added.type, Set) and not cx.fits(added.type, of):
            cx.mismatch(added.span, added.type, of, "to add or take away")
            return poison(node.value.span)
        return Core("union" if node.op == "+=" else "minus", (current, added), expected, node.span)
    old, amount = as_number(cx, env, current), as_number(cx, env, check(cx, env, node.value))
    if not isinstance(old.type, Int) or not isinstance(amount.type, Int):
        return poison(node.value.span)
    if old.type.measure != amount.type.measure:
        demand(cx, env, amount, Int(measure=old.type.measure), "to add to it")
        return poison(node.value.span)
    sign = 1 if node.op == "+=" else -1
    steps = (sign * amount.type.low, sign * amount.type.high)
    low, high = old.type.low + min(steps), old.type.high + max(steps)
    if not (is_unbounded(old.type) or is_unbounded(amount.type)) and (low < INT32_MIN or high > INT32_MAX):
        headline = f"the result can be {low}..{high}, outside the 32-bit integers"
        cx.report(types.OVERFLOW, node.span, headline, help="narrow the range of what changes, or limit what is added with `min` and `max`")
    type = with_range(old.type, low, high)
    return Core("+" if sign > 0 else "-", (old, amount), type, node.value.span)


def _variable(cx: Context, env: Env, node: ast.Assign, binding: Binding) -> tuple[AnyStmt, ...]:
    assert isinstance(node.target, ast.Name)
    local = binding.local
    binding.read = binding.read or node.op != "="
    value = _changed(cx, env, node, Core("local", (local,), env.current(local), node.target.span), local.type)
    if not _may_change(cx, node.target, binding):
        return ()
    if not binding.window:
        value = demand(cx, env, value, local.type, f"the variable `{node.target.text}`")
    elif not isinstance(value.type, Poison) and not cx.fits(value.type, local.type):
        cx.mismatch(value.span, value.type, local.type, f"in `{node.target.text}`")
    env.ranges[local] = value.type
    return (tree.SetLocal(node.span, cite_ids(node.cites), local, value),)


def _field_target(cx: Context, env: Env, node: ast.Assign, target: ast.Field) -> tuple[AnyStmt, ...]:
    subject = check(cx, env, target.subject)
    inner = required(subject.type)
    if isinstance(inner, Poison):
        cx.doubt(target.name.text)
        check(cx, env, node.value)
        return ()
    info = cx.field_of(inner.name, target.name.text) if isinstance(inner, Kind) else None
    if info is None:
        from tankdsl.check.names import check_field

        check(cx, env, node.value)
        found = check_field(cx, env, target).type
        if isinstance(found, Poison):
            return ()
        is_pile = isinstance(found, PileOf)
        other = "things come into a pile by `put ... into ...`" if is_pile else "assign to a `state` or `track` of a thing"
        cx.report(
            types.NOT_ASSIGNABLE,
            target.span,
            f"`{target.name.text}` cannot be assigned to",
            help=_INSTEAD.get(target.name.text, other),
        )
        return ()
    if isinstance(subject.type, Optional):
        from tankdsl.check.expressions import maybe_absent

        maybe_absent(cx, subject.span, subject.type)
    return _field(cx, env, node, info, subject)


def _field(cx: Context, env: Env, node: ast.Assign, info: FieldInfo, subject: Core) -> tuple[AnyStmt, ...]:
    if info.role == "stat":
        check(cx, env, node.value)
        cx.report(
            types.NOT_ASSIGNABLE,
            node.target.span,
            f"`{info.name}` is a stat and never changes",
            secondary=cx.labels((info.span, "declared here")) if info.span else (),
            help="declare it as `state` or `track` if the game changes it",
        )
        return ()
    current = Core("get", (info.kind, info.name, subject), info.type, node.target.span)
    value = _changed(cx, env, node, current, info.type)
    wanted = info.type
    if info.role == "track":
        inner = required(info.type)
        wanted = Int(measure=inner.measure) if isinstance(inner, Int) else info.type
    value = demand(cx, env, value, wanted, f"`{info.name}`")
    note_write(cx, info)
    return (tree.Assign(node.span, cite_ids(node.cites), info.kind, info.name, subject, value),)


def _terrain(cx: Context, env: Env, node: ast.Assign, call: ast.Call) -> tuple[AnyStmt, ...]:
    from tankdsl.check.calls import as_argument

    kind = cx.symbols.singulars[call.name.text]
    if len(call.args) != 1:
        check(cx, env, call)
        return ()
    place = demand(cx, env, as_argument(cx, check(cx, env, call.args[0], PLACE), PLACE), Optional(PLACE))
    value = demand(cx, env, check(cx, env, node.value), Kind(kind), "as terrain")
    return (tree.SetTerrain(node.span, cite_ids(node.cites), place, value),)
