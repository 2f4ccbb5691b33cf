"""Bodies: effects, sequences, and the two halves of what a player starts (what it takes, what it does).

An action is written as one block.  Its first statements (cost, limits, requirements) are settled before anything happens; the rest is the
effect.  Cards and reactions are actions whose occasion is a window.
"""

from __future__ import annotations

from tankdsl.check.binding import bind
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import PLACEABLE, Context
from tankdsl.check.env import Env
from tankdsl.check.expressions import check_as
from tankdsl.check.flow import check_limit, demand_give
from tankdsl.check.guards import demand_of
from tankdsl.check.headers import param_type
from tankdsl.check.statements import check_statements
from tankdsl.check.tree import AnyStmt, Conjunct, Core, Limit, Local, ProcDef
from tankdsl.check.types import Int, Kind, Type, required
from tankdsl.diagnostics import quoted
from tankdsl.diagnostics.registry import names
from tankdsl.state import State, field
from tankdsl.syntax import ast


def check_effect(cx: Context, node: ast.Effect, *, name: str | None = None, replaced: str | None = None) -> ProcDef:
    """Check an effect and enter it under `name`; `replaced` is the procedure that `otherwise` stands for."""
    id = name or node.name.text
    gives = cx.signatures[node.name.text].gives
    env = Env("effect", gives=gives)
    params = tuple(bind(cx, env, param.name, param_type(cx, param)) for param in node.params)
    if replaced is not None:
        env.replaced = (replaced, params)
    with env.scope():
        body = check_statements(cx, env, node.body.statements)
    demand_give(cx, env, node.name.span, body)
    cx.calls[id] = list(env.calls)
    results: tuple[Type, ...] = () if gives is None else (gives,)
    made = ProcDef(id, node.name.text, "effect", params, results, (), body, cite_ids(node.cites), node.span, _harmed(cx, node, params))
    cx.program.procs[id] = made
    return made


def _harmed(cx: Context, node: ast.Effect, params: tuple[Local, ...]) -> tuple[int, ...]:
    """The positions of the parameters behind `harms`; each is a piece."""
    found: list[int] = []
    known = [param.name for param in params]
    for word in node.harms:
        if word.text not in known:
            help = cx.did_you_mean(word.text, known) or (f"it has {quoted(known, 'and')}" if known else "it has none")
            cx.report(names.UNKNOWN_NAME, word.span, f"the effect has no parameter `{word.text}`", help=help)
            continue
        type = required(params[known.index(word.text)].type)
        if isinstance(type, Kind) and cx.category(type.name) in PLACEABLE:
            found.append(known.index(word.text))
        else:
            cx.mismatch(word.span, type, "a piece", "behind `harms`")
    return tuple(found)


def check_sequence(cx: Context, node: ast.Sequence) -> None:
    """Check a sequence; it is itself a scope, opened while it runs."""
    id = f"sequence.{node.name.text}"
    env = Env("sequence")
    cx.scopes_opened.setdefault(node.name.text, node.name.span)
    body = check_statements(cx, env, node.body.statements)
    cx.calls[node.name.text] = list(env.calls)
    cx.program.procs[id] = ProcDef(id, node.name.text, "sequence", (), (), (), body, cite_ids(node.cites), node.span)
    cx.program.sequences = (*cx.program.sequences, node.name.text)


class Terms(State):
    """What an action takes before it does anything, and the statements that are left."""

    cost: Core | None = None
    limits: list[Limit] = field(default_factory=list)
    guards: list[Conjunct] = field(default_factory=list)
    rest: tuple[ast.Stmt, ...] = ()


def split_terms(cx: Context, env: Env, block: ast.Block, owner: str, cites: tuple[str, ...]) -> Terms:
    """Read the leading cost, limits and requirements of an action's block (in the environment that its effect will use too)."""
    terms = Terms()
    for index, statement in enumerate(block.statements):
        match statement:
            case ast.Cost():
                amount = check_as(cx, env, statement.amount, Int(0, 2**31 - 1, cx.cost_measure), "as a cost")
                terms.cost = amount if terms.cost is None else Core("+", (terms.cost, amount), amount.type, statement.span)
            case ast.Limit(body=None):
                terms.limits.append(check_limit(cx, env, statement, f"{owner}.{len(terms.limits) + 1}"))
            case _:
                made = demand_of(cx, env, statement, f"{owner}.{len(terms.guards) + 1}", cites) if _is_demand(cx, statement) else None
                if made is None:
                    terms.rest = block.statements[index:]
                    return terms
                terms.guards.append(made)
    return terms


def _is_demand(cx: Context, statement: ast.Stmt) -> bool:
    match statement:
        case ast.Require():
            return True
        case ast.Do(call=ast.Call() as call):
            signature = cx.signatures.get(call.name.text)
            return signature is not None and signature.kind == "guard"
        case ast.ForEach():
            return bool(statement.body.statements) and all(_is_demand(cx, inner) for inner in statement.body.statements)
        case _:
            return False


def body_of(cx: Context, env: Env, statements: tuple[ast.Stmt, ...]) -> tuple[AnyStmt, ...]:
    """The effect half of an action."""
    with env.scope():
        return check_statements(cx, env, statements)


__all__ = ["Local", "Terms", "body_of", "check_effect", "check_sequence", "split_terms"]
