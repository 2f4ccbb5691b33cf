"""Requirements: the list of conditions, each with the reason that a player is told when it fails."""

from __future__ import annotations

from tankdsl.bounds import MOST_EACH
from tankdsl.check.binding import bind
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import Context
from tankdsl.check.env import Env
from tankdsl.check.expressions import check, condition
from tankdsl.check.headers import param_type
from tankdsl.check.sets import bind_element, listed, set_of
from tankdsl.check.texts import shown_text
from tankdsl.check.tree import Conjunct, Demand, DemandEach, DemandGuard, DemandLet, GuardDef, Reason
from tankdsl.check.types import Optional, Poison, required
from tankdsl.diagnostics.registry import structure, syntax
from tankdsl.syntax import ast


def check_guard(cx: Context, declaration: ast.Guard) -> None:
    """Check a guard or placement and enter it into the program."""
    name = declaration.name.text
    env = Env("guard")
    params = tuple(bind(cx, env, param.name, param_type(cx, param)) for param in declaration.params)
    demands = demands_of(cx, env, declaration.body.statements, name, cite_ids(declaration.cites))
    cx.calls[name] = list(env.calls)
    cx.program.guards[name] = GuardDef(name, params, demands, declaration.placement, cite_ids(declaration.cites), declaration.span)


def demands_of(cx: Context, env: Env, statements: tuple[ast.Stmt, ...], owner: str, cites: tuple[str, ...]) -> tuple[Conjunct, ...]:
    """The conjuncts of a body that may hold nothing else."""
    out: list[Conjunct] = []
    for statement in statements:
        made = demand_of(cx, env, statement, f"{owner}.{len(out) + 1}", cites)
        if made is None:
            cx.report(
                structure.STATEMENT_MISPLACED,
                statement.span,
                "a guard holds requirements only",
                help='write `require condition "reason"`, or put the statement into an effect',
            )
            continue
        out.append(made)
    return tuple(out)


def demand_of(cx: Context, env: Env, statement: ast.Stmt, rid: str, cites: tuple[str, ...]) -> Conjunct | None:
    """A statement as a conjunct; None when it is not one."""
    match statement:
        case ast.Require():
            return _require(cx, env, statement, rid, cites)
        case ast.Do(call=ast.Call() as call) if call.name.text in cx.signatures and cx.signatures[call.name.text].kind == "guard":
            return _guard_call(cx, env, call, cite_ids(statement.cites))
        case ast.ForEach():
            return _each(cx, env, statement, rid, cites)
        case _:
            return None


def _is_guard(cx: Context, call: ast.Call) -> bool:
    signature = cx.signatures.get(call.name.text)
    return signature is not None and signature.kind == "guard"


def _require(cx: Context, env: Env, node: ast.Require, rid: str, cites: tuple[str, ...]) -> Conjunct:
    own = cite_ids(node.cites) or cites
    called = node.condition if node.reason is None and node.let is None else None
    if isinstance(called, ast.Call) and _is_guard(cx, called):
        return _guard_call(cx, env, called, own)
    reason = Reason(rid, shown_text(cx, env, node.reason), own)
    value = condition(cx, env, node.condition, "as a requirement") if node.let is None else check(cx, env, node.condition)
    if node.reason is None and not isinstance(value.type, Poison):
        cx.report(
            structure.REASON_MISSING,
            node.span,
            "a requirement must say why it refuses",
            help='add a text: `require condition "reason"`',
        )
    if node.let is None:
        return Demand(value, reason, node.span)
    if not isinstance(value.type, (Optional, Poison)):
        cx.mismatch(value.span, value.type, "something that may be absent", "after `require let`")
    local = bind(cx, env, node.let, required(value.type))
    return DemandLet(local, value, reason, node.span)


def _guard_call(cx: Context, env: Env, call: ast.Call, cites: tuple[str, ...]) -> DemandGuard:
    from tankdsl.check.calls import arguments

    env.calls.append((call.name.text, call.name.span))
    args = arguments(cx, env, call.args, cx.signatures[call.name.text], call.span)
    return DemandGuard(call.name.text, args, cites, call.span)


def _each(cx: Context, env: Env, node: ast.ForEach, rid: str, cites: tuple[str, ...]) -> DemandEach:
    domain = listed(cx, set_of(cx, env, node.domain))
    with env.scope():
        local = bind_element(cx, env, node.var, domain)
        inner = demands_of(cx, env, node.body.statements, rid, cite_ids(node.cites) or cites)
    if _nested(inner) == MOST_EACH:
        headline = f"more than {MOST_EACH} `for each` are nested in one requirement"
        cx.report(syntax.NESTED_TOO_DEEP, node.span, headline, help="put the inner ones into a guard of their own")
    return DemandEach(local, domain, inner, node.span)


def _nested(conjuncts: tuple[Conjunct, ...]) -> int:
    """How many `for each` stand inside of one another in conjuncts at most."""
    return max((1 + _nested(one.demands) for one in conjuncts if isinstance(one, DemandEach)), default=0)
