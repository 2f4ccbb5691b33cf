"""Statements: what happens, step by step.  Each family of statements has a file of its own; this one knows which is which.

A block is checked in order with the ranges that its variables can have; branches are joined, loops are checked with everything they change
forgotten first, so that what is proved holds in every round.
"""

from __future__ import annotations

from tankdsl.check import tree
from tankdsl.check.binding import bind
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import Context
from tankdsl.check.env import Env
from tankdsl.check.expressions import check, check_as, condition, demand
from tankdsl.check.matching import match_statement
from tankdsl.check.tree import AnyStmt, Local
from tankdsl.check.typeexprs import resolve_type
from tankdsl.check.types import BOOL, Int, Pool, Type, required
from tankdsl.diagnostics.registry import names, structure
from tankdsl.syntax import ast


def check_block(cx: Context, env: Env, block: ast.Block) -> tuple[AnyStmt, ...]:
    """The typed statements of a block, in a scope of their own."""
    with env.scope():
        return check_statements(cx, env, block.statements)


def check_statements(cx: Context, env: Env, statements: tuple[ast.Stmt, ...]) -> tuple[AnyStmt, ...]:
    """The typed statements of a list, in the current scope."""
    return tuple(made for statement in statements for made in check_statement(cx, env, statement))


def check_statement(cx: Context, env: Env, node: ast.Stmt) -> tuple[AnyStmt, ...]:
    """One statement; mostly one typed statement, none when it is at fault."""
    from tankdsl.check import dealing, flow, turns

    match node:
        case ast.Let() | ast.Var():
            return _local(cx, env, node)
        case ast.Assign():
            from tankdsl.check.assignments import assign

            return assign(cx, env, node)
        case ast.Do():
            from tankdsl.check.calling import call_statement

            return call_statement(cx, env, node)
        case ast.IfStmt():
            return _if(cx, env, node)
        case ast.MatchStmt():
            return match_statement(cx, env, node)
        case ast.ForEach() | ast.Repeat() | ast.Stop() | ast.Give() | ast.Together() | ast.Otherwise() | ast.Limit():
            return flow.check_flow(cx, env, node)
        case ast.Rounds() | ast.EachTurn() | ast.During() | ast.Alternate() | ast.Plays():
            return turns.check_turns(cx, env, node)
        case ast.Choose() | ast.Ask() | ast.Plot() | ast.Sealed() | ast.OpenWindow():
            from tankdsl.check.choices import check_choice

            return check_choice(cx, env, node)
        case ast.Roll() | ast.Reroll() | ast.Draw() | ast.Shuffle() | ast.Put() | ast.Remove() | ast.Go() | ast.Reveal():
            return dealing.check_dealing(cx, env, node)
        case ast.Nothing():
            return ()
        case ast.Cost() | ast.Require():
            word = "cost" if isinstance(node, ast.Cost) else "require"
            cx.report(
                structure.GUARD_TOO_LATE,
                node.span,
                f"`{word}` stands after a statement" if env.origin in ("action", "card") else f"`{word}` cannot stand here",
                help="put costs, limits and requirements first: they are settled before anything happens",
            )
            return ()
        case _:
            raise AssertionError(f"unknown statement {node!r}")


def _local(cx: Context, env: Env, node: ast.Let | ast.Var) -> tuple[AnyStmt, ...]:
    called = _effect_call(cx, env, node)
    if called is not None:
        return called
    value = check(cx, env, node.value)
    type: Type = value.type
    if isinstance(node, ast.Var) and node.type is not None:
        type = resolve_type(cx, node.type)
        value = demand(cx, env, value, type, f"the variable `{node.name.text}`")
    _not_of_the_game(cx, env, node)
    local = bind(
        cx, env, node.name, _widened(type) if isinstance(node, ast.Var) and node.type is None else type, mutable=isinstance(node, ast.Var)
    )
    _remember(cx, env, node.name)
    if value.type != local.type:
        env.ranges[local] = value.type
    _keep_die(env, local, value)
    return (tree.SetLocal(node.span, cite_ids(node.cites), local, value),)


def _not_of_the_game(cx: Context, env: Env, node: ast.Let | ast.Var) -> None:
    """Report a local that would hide a state of the game: most likely the state is meant to be set."""
    name = node.name.text
    state = None if env.lookup(name) is not None else cx.field_of("Game", name)
    if state is None or state.span is None:
        return
    cx.doubt(name)
    word = "let" if isinstance(node, ast.Let) else "var"
    headline = f"`{name}` is a {state.role} of the game, and `{word}` makes another `{name}`"
    help = (f"to set it, leave `{word}` out: `{name} = ...`", "or choose another name")
    secondary = cx.labels((state.span, f"the {state.role} of the game"))
    cx.report(names.SHADOWED_NAME, node.name.span, headline, secondary=secondary, help=help)


def _remember(cx: Context, env: Env, name: ast.Ident) -> None:
    """A local that is never read is told of when everything is checked."""
    binding = env.lookup(name.text)
    if binding is not None and not env.in_test:
        cx.locals.append(binding)


def _keep_die(env: Env, local: Local, value: tree.Core) -> None:
    """`let d = first(pool)`: the local stands for a die of that pool."""
    if value.op == "first" and value.args[0].op == "dice":
        env.dice[local] = value.args[0].args[0]


def _widened(type: Type) -> Type:
    """A variable without a declared type may hold any number of its measure later; what it holds now is tracked apart."""
    return Int(measure=type.measure) if isinstance(type, Int) else type


def _effect_call(cx: Context, env: Env, node: ast.Let | ast.Var) -> tuple[AnyStmt, ...] | None:
    """`let x = effect(...)`: the value that an effect gives."""
    if not isinstance(node.value, ast.Call):
        return None
    signature = cx.signatures.get(node.value.name.text)
    if signature is None or signature.kind != "effect" or signature.gives is None:
        return None
    from tankdsl.check.calls import arguments

    args = arguments(cx, env, node.value.args, signature, node.value.span)
    env.calls.append((signature.name, node.value.name.span))
    _not_of_the_game(cx, env, node)
    local = bind(cx, env, node.name, signature.gives, mutable=isinstance(node, ast.Var))
    _remember(cx, env, node.name)
    return (tree.CallProc(node.span, cite_ids(node.cites), signature.name, args, (local,)),)


def _if(cx: Context, env: Env, node: ast.IfStmt) -> tuple[AnyStmt, ...]:
    hoisted, test, binding = _test(cx, env, node)
    before = env.fork()
    with env.scope():
        local: Local | None = None
        if binding is not None:
            assert node.let is not None
            local = bind(cx, env, node.let, required(test.type))
        then = check_statements(cx, env, node.then.statements)
    after_then = env.ranges
    env.ranges = dict(before)
    match node.orelse:
        case None:
            orelse: tuple[AnyStmt, ...] = ()
        case ast.IfStmt() as chained:
            orelse = check_statement(cx, env, chained)
        case block:
            orelse = check_block(cx, env, block)
    env.merge([after_then, env.ranges])
    return (*hoisted, tree.IfElse(node.span, cite_ids(node.cites), local, test, then, orelse))


def _test(cx: Context, env: Env, node: ast.IfStmt) -> tuple[tuple[AnyStmt, ...], tree.Core, bool | None]:
    """The condition; an effect that gives yes or no may stand there and is called first."""
    if node.let is not None:
        return (), check(cx, env, node.condition), True
    hoisted, core = hoist_condition(cx, env, node.condition)
    return hoisted, core, None


def hoist_condition(cx: Context, env: Env, node: ast.Expr) -> tuple[tuple[AnyStmt, ...], tree.Core]:
    """A condition that may be a call of an effect giving yes or no: `if succeeds() { }`, `stop unless support_arrives(s)`."""
    signature = cx.signatures.get(node.name.text) if isinstance(node, ast.Call) else None
    if signature is None or signature.kind != "effect" or signature.gives != BOOL:
        return (), condition(cx, env, node)
    assert isinstance(node, ast.Call)
    from tankdsl.check.calls import arguments

    args = arguments(cx, env, node.args, signature, node.span)
    env.calls.append((signature.name, node.name.span))
    local = Local(f"{signature.name}_result", BOOL)
    call = tree.CallProc(node.span, (), signature.name, args, (local,))
    return (call,), tree.Core("local", (local,), BOOL, node.span)


__all__ = ["Pool", "check_as", "check_block", "check_statement", "check_statements", "hoist_condition"]
