"""What `and` and `or` join to a comparison: in `x is a or b` a name that is no condition is meant to be compared too."""

from __future__ import annotations

from tankdsl.check.context import Context
from tankdsl.check.env import Env
from tankdsl.check.expressions import check, condition, poison
from tankdsl.check.tree import Core
from tankdsl.check.types import Bool, Poison, describe, required
from tankdsl.diagnostics.registry import names, types
from tankdsl.syntax import ast

_NAMED = (ast.Name, ast.Label, ast.KindName)


def other_condition(cx: Context, env: Env, node: ast.Binary) -> Core:
    """The right side of `and` and `or`; in `x is a or b` the comparison is meant for both."""
    compared = _compared(node.left, node.op) if isinstance(node.right, _NAMED) else None
    if compared is None:
        return condition(cx, env, node.right)
    if not isinstance(node.right, ast.KindName):
        before = len(cx.found)
        right = check(cx, env, node.right, check(cx, env, compared.left).type)
        del cx.found[before:]
        if isinstance(required(right.type), Bool | Poison):
            return condition(cx, env, node.right)
    is_first = compared is node.left or (isinstance(node.left, ast.Binary) and compared is node.left.right)
    if is_first:  # Of several that are added so, only this one is told.
        from tankdsl.check.remedies import compared_with_both

        kind_of_fault, headline = (
            (names.WRONG_KIND_OF_NAME, f"`{node.right.text}` is a kind, and a condition is needed here")
            if isinstance(node.right, ast.KindName)
            else (types.TYPE_MISMATCH, f"found {describe(right.type)}, expected yes or no as a condition")
        )
        cx.report(kind_of_fault, node.right.span, headline, help=compared_with_both(compared, node.right))
    return poison(node.right.span)


def _compared(node: ast.Expr, op: str) -> ast.Binary | None:
    """The comparison that stands first in `x is a or b or c`, if all behind it are names; `x` is something short."""
    while isinstance(node, ast.Binary) and node.op == op and isinstance(node.right, _NAMED):
        node = node.left
    if isinstance(node, ast.Binary) and node.op == op:
        node = node.right
    if not isinstance(node, ast.Binary) or not isinstance(node.right, _NAMED):
        return None
    parts = node.left.args if isinstance(node.left, ast.Call) else (node.left,)
    is_short = all(isinstance(part, ast.Name) or (isinstance(part, ast.Field) and isinstance(part.subject, ast.Name)) for part in parts)
    return node if is_short and (node.op == "is not" or (node.op == "is" and op == "or")) else None
