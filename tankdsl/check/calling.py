"""Calls as statements: effects, tables that do something, sequences, and what an `otherwise` in a replacement stands for."""

from __future__ import annotations

from tankdsl.check import tree
from tankdsl.check.calls import arguments
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import Context
from tankdsl.check.draws import RESOLVE, check_resolve
from tankdsl.check.env import Env
from tankdsl.check.expressions import check
from tankdsl.check.tree import AnyStmt, Local
from tankdsl.diagnostics.registry import names, structure, types
from tankdsl.syntax import ast

RUNNABLE = ("effect", "table-effect", "sequence")


def call_statement(cx: Context, env: Env, node: ast.Do) -> tuple[AnyStmt, ...]:
    """A call as a statement."""
    if not isinstance(node.call, ast.Call):
        core = check(cx, env, node.call)
        cx.report(
            structure.STATEMENT_MISPLACED,
            core.span,
            "this computes a value and does nothing with it",
            help="assign it, test it, or call an effect",
        )
        return ()
    name = node.call.name.text
    if name == RESOLVE:
        return check_resolve(cx, env, node, node.call)
    signature = cx.signatures.get(name)
    if signature is None:
        return _unknown(cx, env, node.call)
    args = arguments(cx, env, node.call.args, signature, node.call.span)
    env.calls.append((name, node.call.name.span))
    if signature.kind not in RUNNABLE:
        _not_runnable(cx, node.call, signature.kind)
        return ()
    if signature.kind == "sequence" and env.origin != "sequence":
        cx.report(structure.STATEMENT_MISPLACED, node.span, f"the sequence `{name}` can only be run by a sequence")
        return ()
    results = () if signature.gives is None else (Local(f"{name}_result", signature.gives),)
    proc = f"sequence.{name}" if signature.kind == "sequence" else name
    return (tree.CallProc(node.span, cite_ids(node.cites), proc, args, results),)


def _unknown(cx: Context, env: Env, call: ast.Call) -> tuple[AnyStmt, ...]:
    candidates = (name for name, signature in cx.signatures.items() if signature.kind in RUNNABLE)
    from tankdsl.check.meant import foreign_function

    help = foreign_function(cx, call) or cx.did_you_mean(call.name.text, candidates)
    cx.report(names.UNKNOWN_NAME, call.name.span, f"no effect is called `{call.name.text}`", help=help)
    for arg in call.args:
        check(cx, env, arg)
    return ()


def _not_runnable(cx: Context, call: ast.Call, kind: str) -> None:
    help = {
        "guard": "write `stop unless ...` to give up when it fails, or put it among the requirements of an action",
        "action": "an action is started by a player; put what it does into an effect and call that",
    }.get(kind, "assign it or test it")
    cx.report(
        types.EFFECT_IN_VALUE if kind == "action" else structure.STATEMENT_MISPLACED,
        call.span,
        f"`{call.name.text}` is {'an action' if kind == 'action' else f'a {kind}'} and cannot be run as a statement",
        help=help,
    )
