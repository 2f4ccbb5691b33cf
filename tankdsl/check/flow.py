"""Flow: loops, ends, counters, and what belongs together."""

from __future__ import annotations

from tankdsl.check import tree
from tankdsl.check.binding import bind
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import Context
from tankdsl.check.env import Env
from tankdsl.check.expressions import check, check_as, condition, demand
from tankdsl.check.sets import bind_element, listed, set_of
from tankdsl.check.texts import shown_text
from tankdsl.check.tree import AnyStmt, Limit, Local, Reason
from tankdsl.check.types import DIRECTION, SIDE, Int, Poison, Type
from tankdsl.diagnostics.registry import names, structure, types
from tankdsl.source import Span
from tankdsl.syntax import ast


def check_flow(cx: Context, env: Env, node: ast.Stmt) -> tuple[AnyStmt, ...]:
    """Loops, `stop`, `give`, `together`, `otherwise`, `once per`."""
    match node:
        case ast.ForEach():
            return _for_each(cx, env, node)
        case ast.Repeat():
            return _repeat(cx, env, node)
        case ast.Stop():
            return _stop(cx, env, node)
        case ast.Give():
            return _give(cx, env, node)
        case ast.Together():
            from tankdsl.check.statements import check_block

            return (tree.Together(node.span, cite_ids(node.cites), check_block(cx, env, node.body)),)
        case ast.Otherwise():
            return _otherwise(cx, env, node)
        case ast.Limit():
            return _once(cx, env, node)
        case _:
            raise AssertionError(node)


def forget_assigned(cx: Context, env: Env, block: ast.Block) -> None:
    """Before a loop: every variable that the body may assign can be anything its type allows."""
    for name in _assigned(block):
        binding = env.lookup(name)
        if binding is not None:
            env.ranges[binding.local] = binding.local.type


def _assigned(block: ast.Block) -> set[str]:
    out: set[str] = set()
    stack: list[object] = list(block.statements)
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Assign) and isinstance(node.target, ast.Name):
            out.add(node.target.text)
        if isinstance(node, ast.OpenWindow):
            out |= {arg.text for arg in node.args if isinstance(arg, ast.Name)}
        if isinstance(node, ast.Reroll) and isinstance(node.target, ast.Name):
            out.add(node.target.text)
        if isinstance(node, ast.Node):
            for slot in _slots(type(node)):
                value = getattr(node, slot)
                stack.extend(value if isinstance(value, tuple) else [value])
    return out


def _slots(kind: type) -> list[str]:
    return [slot for base in kind.__mro__ for slot in getattr(base, "__slots__", ())]


def loop_body(cx: Context, env: Env, block: ast.Block) -> tuple[AnyStmt, ...]:
    """The body of a loop; afterwards its variables have what they had before or after any round."""
    from tankdsl.check.statements import check_block

    before = env.fork()
    forget_assigned(cx, env, block)
    body = check_block(cx, env, block)
    env.merge([before, env.ranges])
    return body


def _for_each(cx: Context, env: Env, node: ast.ForEach) -> tuple[AnyStmt, ...]:
    domain = listed(cx, set_of(cx, env, node.domain))
    if node.clockwise is not None:
        start = check_as(cx, env, node.clockwise, DIRECTION, "after `clockwise from`")
        domain = _clockwise(cx, domain, start)
    chooser = None if node.chooser is None else check_as(cx, env, node.chooser, SIDE, "after `by choice of`")
    with env.scope():
        local = bind_element(cx, env, node.var, domain)
        where = None if node.where is None else condition(cx, env, node.where)
        lowest = None if node.lowest is None else demand(cx, env, check(cx, env, node.lowest), Int(measure=_measure(cx, env, node.lowest)))
        body = loop_body(cx, env, node.body)
    if isinstance(domain.type, Poison):
        return ()
    return (tree.Loop(node.span, cite_ids(node.cites), local, domain, where, lowest, chooser, node.newcomers, body),)


def _clockwise(cx: Context, domain: tree.Core, start: tree.Core) -> tree.Core:
    """The neighbours of a place in clockwise order from a direction; other sets have no such order."""
    if domain.op != "neighbours":
        cx.report(structure.STATEMENT_MISPLACED, domain.span, "only `neighbours(place)` has a clockwise order")
        return domain
    return tree.Core("neighbours_from", (*domain.args, start), domain.type, domain.span)


def _measure(cx: Context, env: Env, node: ast.Expr) -> str | None:
    """Any measure may order a loop."""
    before = len(cx.found)
    type = check(cx, env, node).type
    del cx.found[before:]
    return type.measure if isinstance(type, Int) else None


def _repeat(cx: Context, env: Env, node: ast.Repeat) -> tuple[AnyStmt, ...]:
    most = check_as(cx, env, node.most, Int(), "as the number of rounds")
    forget_assigned(cx, env, node.body)
    until = None if node.until is None else condition(cx, env, node.until)
    body = loop_body(cx, env, node.body)
    return (tree.Repeat(node.span, cite_ids(node.cites), most, until, None, body),)


def _stop(cx: Context, env: Env, node: ast.Stop) -> tuple[AnyStmt, ...]:
    from tankdsl.check.statements import hoist_condition

    if env.gives is not None:
        cx.report(structure.STATEMENT_MISPLACED, node.span, "`stop` in an effect that gives a value", help="use `give value`")
        return ()
    if node.condition is None:
        return (tree.Stop(node.span, cite_ids(node.cites), None),)
    hoisted, test = hoist_condition(cx, env, node.condition)
    if node.word == "unless":
        test = tree.Core("not", (test,), test.type, test.span)
    return (*hoisted, tree.Stop(node.span, cite_ids(node.cites), test))


def _give(cx: Context, env: Env, node: ast.Give) -> tuple[AnyStmt, ...]:
    if env.gives is None:
        check(cx, env, node.value)
        cx.report(
            structure.STATEMENT_MISPLACED,
            node.span,
            "`give` in something that gives no value",
            help="say what it gives in its head: `effect name(...) gives Type { }`",
        )
        return ()
    value = check_as(cx, env, node.value, env.gives, "what the effect gives")
    return (tree.Give(node.span, cite_ids(node.cites), value),)


def always_gives(statements: tuple[AnyStmt, ...]) -> bool:
    """Whether every way through the statements ends in a `give`."""
    if not statements:
        return False
    match statements[-1]:
        case tree.Give():
            return True
        case tree.IfElse(then=then, orelse=orelse):
            return always_gives(then) and always_gives(orelse)
        case tree.Ask(then=then, orelse=orelse):
            return always_gives(then) and always_gives(orelse)
        case tree.Choose(then=then, orelse=orelse) if then is not None:
            return always_gives(then) and always_gives(orelse)
        case tree.Together(body=body) | tree.During(body=body):
            return always_gives(body)
        case _:
            return False


def demand_give(cx: Context, env: Env, span: Span, body: tuple[AnyStmt, ...]) -> None:
    """An effect that gives a value must give it on every way."""
    if env.gives is not None and not always_gives(body):
        cx.report(types.MISSING_GIVE, span, "this can end without giving a value", help="end every branch with `give value`")


def _otherwise(cx: Context, env: Env, node: ast.Otherwise) -> tuple[AnyStmt, ...]:
    if env.replaced is None:
        cx.report(structure.STATEMENT_MISPLACED, node.span, "`otherwise` stands for what is replaced, and nothing is replaced here")
        return ()
    name, params = env.replaced
    args = tuple(tree.Core("local", (local,), local.type, node.span) for local in params)
    if env.gives is None:
        return (tree.CallProc(node.span, cite_ids(node.cites), name, args, ()),)
    result = Local("otherwise_result", env.gives)
    given = tree.Core("local", (result,), env.gives, node.span)
    return (tree.CallProc(node.span, (), name, args, (result,)), tree.Give(node.span, cite_ids(node.cites), given))


def check_limit(cx: Context, env: Env, node: ast.Limit, id: str) -> Limit:
    """`once per a, b per own turn "reason"`."""
    if _scope_first(cx, env, node):
        return Limit(id, node.most, (), "game", node.own, None)
    keys = tuple(check(cx, env, key) for key in node.keys)
    note_scope_use(cx, node.scope)
    if node.most < 1:
        headline = "a limit of 0 allows it never"
        cx.report(types.OUT_OF_RANGE, node.span, headline, help="write `at most 1` or more, or a requirement that says when it is allowed")
    if (named := env.lookup(node.scope.text)) is not None:
        cx.limits_without_scope.add(node.scope.span)
        named.read = True
    reason = None if node.reason is None else Reason("limit_reached", shown_text(cx, env, node.reason), cite_ids(node.cites))
    return Limit(id, node.most, keys, node.scope.text, node.own, reason)


def _scope_first(cx: Context, env: Env, node: ast.Limit) -> bool:
    """Whether the scope stands in front of the key (reported): `once per turn per t`, where `t` is a variable and `turn` is none."""
    first, last = node.keys[0] if node.keys else None, env.lookup(node.scope.text)
    if not isinstance(first, ast.Name) or env.lookup(first.text) is not None or last is None:
        return False
    last.read = True
    headline = f"`{first.text}` is nothing that a limit is kept for, and `{node.scope.text}` is no scope"
    help = f"the scope stands last: `per {node.scope.text} per {first.text}`"
    cx.report(names.WRONG_KIND_OF_NAME, first.span.to(node.scope.span), headline, help=help)
    return True


def note_scope_use(cx: Context, scope: ast.Ident, *, awaited: bool = False) -> None:
    """Remember where a scope is named; after everything is read, one that never opens is reported. `awaited`: even `game` has to."""
    if awaited:
        cx.scopes_awaited.add(scope.span)
    cx.scope_uses.append((scope.text, scope.span))


def _once(cx: Context, env: Env, node: ast.Limit) -> tuple[AnyStmt, ...]:
    from tankdsl.check.statements import check_block

    if node.body is None:
        cx.report(
            structure.GUARD_TOO_LATE,
            node.span,
            "a limit without a block stands after a statement",
            help="put it first in the action, or give it a block: `once per s per game { }`",
        )
        return ()
    cx.once_count += 1
    limit = check_limit(cx, env, node, f"once.{cx.once_count}")
    before = env.fork()
    body = check_block(cx, env, node.body)
    env.merge([before, env.ranges])
    return (tree.Once(node.span, cite_ids(node.cites), limit, body),)


__all__ = ["Type", "bind", "check_flow", "check_limit", "demand_give", "loop_body", "note_scope_use"]
