"""Decisions: choosing from a set, yes or no, tracing a path, sealed choices, and windows in which others may act."""

from __future__ import annotations

from tankdsl.check import tree
from tankdsl.check.binding import bind
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import Context
from tankdsl.check.env import Env
from tankdsl.check.expressions import check, check_as, condition, demand, in_range, lost
from tankdsl.check.sets import as_set, bind_element, element_of, set_of
from tankdsl.check.texts import shown_text
from tankdsl.check.tree import AnyStmt, Core, Local
from tankdsl.check.types import PATH, SIDE, Die, Int, Kind, Poison, Pool, Set, Type, describe, optional, required
from tankdsl.check.windows import responders_spread
from tankdsl.diagnostics import counted
from tankdsl.diagnostics.registry import names, structure, types
from tankdsl.syntax import ast


def check_choice(cx: Context, env: Env, node: ast.Stmt) -> tuple[AnyStmt, ...]:
    """`choose`, `ask`, `plot`, `sealed`, `window`."""
    match node:
        case ast.Choose():
            return (_choose(cx, env, node),)
        case ast.Ask():
            return (_ask(cx, env, node),)
        case ast.Plot():
            return _plot(cx, env, node)
        case ast.Sealed():
            return (tree.Sealed(node.span, cite_ids(node.cites), tuple(_choose(cx, env, choice) for choice in node.choices)),)
        case ast.OpenWindow():
            return _window(cx, env, node)
        case _:
            raise AssertionError(node)


def _choose(cx: Context, env: Env, node: ast.Choose) -> tree.Choose:
    domain = set_of(cx, env, node.domain)
    with env.scope():
        candidate = bind_element(cx, env, node.name, domain)
        where = None if node.where is None else condition(cx, env, node.where)
    chooser = None if node.chooser is None else check_as(cx, env, node.chooser, SIDE, "after `by`")
    if chooser is None and not node.at_random:
        cx.report(structure.STATEMENT_MISPLACED, node.span, "nobody chooses", help="say who: `by side`, or `at random`")
    prompt = shown_text(cx, env, node.prompt)
    before = env.fork()
    with env.scope():
        local = candidate
        if node.body is not None:
            local = _bind_choice(cx, env, node, domain, element_of(domain))
            then: tuple[AnyStmt, ...] | None = _inner(cx, env, node.body)
        else:
            then = None
    after = env.ranges
    env.ranges = dict(before)
    orelse = _inner(cx, env, node.orelse) if node.orelse is not None else ()
    env.merge([after, env.ranges])
    if node.body is None:
        local = _bind_choice(cx, env, node, domain, _result_type(cx, node, domain))
    elif node.orelse is None and not node.optional and not _surely_some(domain, where):
        _report_empty(cx, node)
    return tree.Choose(node.span, cite_ids(node.cites), local, candidate, domain, where, chooser, node.optional, prompt, then, orelse)


def _inner(cx: Context, env: Env, block: ast.Block) -> tuple[AnyStmt, ...]:
    from tankdsl.check.statements import check_block

    return check_block(cx, env, block)


def _bind_choice(cx: Context, env: Env, node: ast.Choose, domain: Core, type: Type) -> Local:
    local = bind(cx, env, node.name, type)
    if isinstance(required(type), Die):
        env.dice[local] = domain.args[0] if domain.op == "dice" else domain
    return local


def _result_type(cx: Context, node: ast.Choose, domain: Core) -> Type:
    """Without a block the name stays bound: it may be absent when one may decline or nothing is there."""
    sure = not node.optional and node.where is None and _surely_some(domain, None)
    return element_of(domain) if sure else optional(element_of(domain))


def _surely_some(domain: Core, where: Core | None) -> bool:
    return (where is None and domain.op in ("sides", "directions", "places")) or (
        where is None and domain.op == "list" and bool(domain.args)
    )


def _report_empty(cx: Context, node: ast.Choose) -> None:
    cx.report(
        structure.CHOICE_MAY_BE_EMPTY,
        node.domain.span,
        "there may be nothing to choose from",
        help="add `else { ... }` for that case (`else { nothing }` if nothing happens)",
    )


def _ask(cx: Context, env: Env, node: ast.Ask) -> tree.Ask:
    who = check_as(cx, env, node.who, SIDE, "after `ask`")
    prompt = shown_text(cx, env, node.prompt)
    before = env.fork()
    then = _inner(cx, env, node.body)
    after = env.ranges
    env.ranges = dict(before)
    orelse = _inner(cx, env, node.orelse) if node.orelse is not None else ()
    env.merge([after, env.ranges])
    return tree.Ask(node.span, cite_ids(node.cites), who, prompt, then, orelse)


def _plot(cx: Context, env: Env, node: ast.Plot) -> tuple[AnyStmt, ...]:
    movement = cx.symbols.space("movement").get(node.movement.text)
    unit = check(cx, env, node.unit)
    if movement is None:
        from tankdsl.check.remedies import unknown_movement

        unknown_movement(cx, node.movement.text, node.movement.span)
    else:
        assert isinstance(movement, ast.Movement)
        from tankdsl.check.headers import param_type

        unit = demand(cx, env, unit, param_type(cx, movement.unit), f"the movement `{node.movement.text}`")
    budget = None if node.budget is None else check(cx, env, node.budget)
    if budget is not None and not isinstance(budget.type, (Int, Poison)):
        cx.mismatch(budget.span, budget.type, "a number", "after `within`")
    chooser = _plotter(cx, env, node, unit)
    prompt = shown_text(cx, env, node.prompt)
    local = bind(cx, env, node.name, optional(PATH) if node.optional else PATH)
    cx.reads.add(("movement", node.movement.text))
    return (tree.Plot(node.span, cite_ids(node.cites), local, unit, node.movement.text, budget, chooser, node.optional, prompt),)


def _plotter(cx: Context, env: Env, node: ast.Plot, unit: Core) -> Core:
    if node.chooser is not None:
        return check_as(cx, env, node.chooser, SIDE, "after `by`")
    inner = required(unit.type)
    kind = inner.name if isinstance(inner, Kind) else "Game"
    return Core("get", (cx.root_of(kind), "side", unit), SIDE, unit.span)


# ------------------------------------------------------------------------------------------------------------- windows


def _window(cx: Context, env: Env, node: ast.OpenWindow) -> tuple[AnyStmt, ...]:
    params = cx.windows.get(node.name.text)
    if params is None:
        candidates = cx.windows
        cx.report(
            names.UNKNOWN_NAME, node.name.span, f"there is no window `{node.name.text}`", help=cx.did_you_mean(node.name.text, candidates)
        )
        lost(cx, env, node.span, node.args)
        return ()
    cx.windows_opened.add(node.name.text)
    if len(params) != len(node.args):
        cx.report(types.WRONG_ARGUMENTS, node.span, f"`{node.name.text}` takes {counted(len(params), 'argument')}, found {len(node.args)}")
        lost(cx, env, node.span, node.args)
        return ()
    args: list[Core] = []
    changes: list[Local] = []
    for arg, (name, type, var) in zip(node.args, params, strict=True):
        core = check(cx, env, arg, type)
        if not var:
            args.append(demand(cx, env, core, type, f"the parameter `{name}`"))
            continue
        args.append(demand(cx, env, core, type, f"the parameter `{name}`") if isinstance(core.type, Pool) else core)
        changed = _changeable(cx, env, node, arg, core, name, type)
        if changed is None:
            return ()
        changes.append(changed)
    asks = tuple(_asked(cx, env, asked) for asked in node.asks)
    _spread_changes(cx, env, node, params, changes)
    return (tree.OpenWindow(node.span, cite_ids(node.cites), node.name.text, tuple(args), tuple(changes), asks),)


def _changeable(cx: Context, env: Env, node: ast.OpenWindow, arg: ast.Expr, core: Core, name: str, type: Type) -> Local | None:
    binding = env.lookup(arg.text) if isinstance(arg, ast.Name) else None
    if binding is None or not binding.mutable:
        cx.report(
            types.NOT_ASSIGNABLE,
            arg.span,
            f"the window `{node.name.text}` may change `{name}`, so a variable must be given for it",
            help="declare the value with `var` before the window",
        )
        return None
    if not isinstance(core.type, Poison) and not cx.fits(core.type, type):
        cx.mismatch(core.span, core.type, type, f"the parameter `{name}`")
        return None
    return binding.local


def _spread_changes(cx: Context, env: Env, node: ast.OpenWindow, params: tuple[tuple[str, Type, bool], ...], changes: list[Local]) -> None:
    """After a window a number can be anything that the responders may make of it; it must still fit the window's parameter."""
    names_of = [(name, type) for name, type, var in params if var]
    for local, (name, declared) in zip(changes, names_of, strict=True):
        current = env.current(local)
        if not isinstance(current, Int) or not isinstance(declared, Int):
            env.ranges[local] = declared if not isinstance(current, Poison) else current
            continue
        low, high, why = responders_spread(cx, node, name)
        if low is None or high is None:
            env.ranges[local] = Int(declared.low, declared.high, current.measure)
            continue
        after = Int(current.low + low, current.high + high, current.measure)
        env.ranges[local] = after
        if not in_range(after, declared):
            cx.report(
                types.OUT_OF_RANGE,
                node.span,
                f"`{name}` can be {describe(after)} after this window, but `{node.name.text}` allows {describe(declared)}",
                notes=why,
                help="widen the range in the declaration of the window",
            )


def _asked(cx: Context, env: Env, node: ast.Asked) -> tree.Asked:
    if node.var is None:
        return tree.Asked(None, check_as(cx, env, node.who, SIDE, "after `asks`"))
    domain = as_set(cx, check(cx, env, node.who))
    if isinstance(domain.type, Set) and not isinstance(required(domain.type.of), (Kind, Poison)):
        cx.mismatch(domain.span, domain.type, "a set of pieces", "after `asks each`")
    with env.scope():
        local = bind_element(cx, env, node.var, domain)
    return tree.Asked(local, domain)
