"""`after hit(t: Tank) { }`: what else happens when an effect is over.

The effect stays what everybody calls: under its name stands a procedure that runs it, and then what follows it, in order of declaration.
A parameter of an `after` is the argument at its position; those behind it may be left out.
"""

from __future__ import annotations

from tankdsl.check import tree
from tankdsl.check.binding import bind
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import Context
from tankdsl.check.env import Env
from tankdsl.check.expressions import demand
from tankdsl.check.headers import param_type
from tankdsl.check.statements import check_statements
from tankdsl.check.tree import Core, Local, ProcDef
from tankdsl.diagnostics import counted
from tankdsl.diagnostics.registry import names, types
from tankdsl.syntax import ast
from tankdsl.syntax.node import replaced


def apply_afters(cx: Context) -> None:
    """Let every `after` follow its effect; needs the effects as options have changed them."""
    for number, node in enumerate(cx.symbols.afters, 1):
        params, follower = _follower(cx, node, number)
        effect = cx.program.procs.get(node.name.text)
        if effect is None or effect.origin not in ("effect", "table"):
            known = (proc.id for proc in cx.program.procs.values() if proc.origin in ("effect", "table") and "." not in proc.id)
            headline = f"there is no effect `{node.name.text}` that something could follow"
            cx.report(names.UNKNOWN_NAME, node.name.span, headline, help=cx.did_you_mean(node.name.text, known))
        elif _fit(cx, node, params, effect):
            cx.program.procs[follower.id] = follower
            _follow(cx, effect, follower, number)


def _follower(cx: Context, node: ast.After, number: int) -> tuple[tuple[Local, ...], ProcDef]:
    env = Env("effect")
    params = tuple(bind(cx, env, param.name, param_type(cx, param)) for param in node.params)
    with env.scope():
        body = check_statements(cx, env, node.body.statements)
    id = f"after.{node.name.text}.{number}"
    cx.calls[id] = list(env.calls)
    return params, ProcDef(id, node.name.text, "effect", params, (), (), body, cite_ids(node.cites), node.span)


def _fit(cx: Context, node: ast.After, params: tuple[Local, ...], effect: ProcDef) -> bool:
    """Whether every parameter can take the argument at its position."""
    if len(params) > len(effect.params):
        has = counted(len(effect.params), "parameter")
        headline = f"`{node.name.text}` has {has}, and {len(params)} are asked of it"
        cx.report(types.WRONG_ARGUMENTS, node.name.span, headline, secondary=cx.labels((effect.span, "the effect is here")))
        return False
    before = len(cx.found)
    for param, given, wanted in zip(node.params, effect.params, params, strict=False):
        demand(cx, Env("effect"), Core("local", (given,), given.type, param.span), wanted.type, f"the parameter `{wanted.name}`")
    return len(cx.found) == before


def _follow(cx: Context, effect: ProcDef, follower: ProcDef, number: int) -> None:
    """Put a procedure under the effect's name that runs both."""
    base = f"{effect.id}.before_{number}"
    cx.program.procs[base] = replaced(effect, id=base)
    cx.calls[base] = cx.calls.pop(effect.id, [])
    span = effect.span
    params = tuple(Local(param.name, param.type) for param in effect.params)
    args = tuple(Core("local", (param,), param.type, span) for param in params)
    results = tuple(Local("result", type) for type in effect.results)
    gives = tuple(tree.Give(span, (), Core("local", (result,), result.type, span)) for result in results)
    body = (
        tree.CallProc(span, (), base, args, results),
        tree.CallProc(span, (), follower.id, args[: len(follower.params)], ()),
        *gives,
    )
    cx.program.procs[effect.id] = replaced(effect, params=params, body=body, cites=())
    cx.calls[effect.id] = [(base, span), (follower.id, follower.span)]
