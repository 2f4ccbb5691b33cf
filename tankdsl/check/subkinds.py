"""Kinds below a kind: `u as Carrier` is the thing if it is of that kind and absent otherwise, `u is Carrier` asks whether it is."""

from __future__ import annotations

from tankdsl.check.context import Context
from tankdsl.check.env import Env
from tankdsl.check.expressions import check, poison
from tankdsl.check.tree import Core
from tankdsl.check.types import BOOL, Kind, Poison, optional, required
from tankdsl.diagnostics import quoted
from tankdsl.diagnostics.registry import names, types
from tankdsl.resolve.builtins import snake
from tankdsl.resolve.symbols import Thing
from tankdsl.source import Span
from tankdsl.syntax import ast


def as_kind(cx: Context, env: Env, operand: ast.Expr, kind: str, at: Span, span: Span) -> Core:
    """The operand as a thing of a kind below its own: `as_kind(kind, e)` in the compiled form, absent when it is of another kind."""
    subject = check(cx, env, operand)
    inner = required(subject.type)
    if isinstance(inner, Poison):
        return poison(span)
    if kind not in cx.kinds:
        thing = snake(kind)
        help = (f"a single row is named in small letters: `{thing}`",) if isinstance(cx.symbols.values.get(thing), Thing) else ()
        cx.report(names.UNKNOWN_NAME, at, f"there is no kind `{kind}`", help=help or cx.did_you_mean(kind, list(cx.kinds)))
        return poison(span)
    if not isinstance(inner, Kind):
        cx.mismatch(subject.span, subject.type, "a thing")
        return poison(span)
    if not _may_be(cx, inner.name, kind):
        headline = f"a `{inner.name}` is never a `{kind}`" if inner.name != kind else f"this is a `{kind}` anyway"
        below = [name for name in cx.kinds if name != inner.name and cx.is_a(name, inner.name)]
        cx.report(types.TYPE_MISMATCH, at, headline, help=f"the kinds below `{inner.name}` are {quoted(below, 'and')}" if below else ())
        return poison(span)
    return Core("as_kind", (kind, subject), optional(Kind(kind)), span)


def _may_be(cx: Context, declared: str, kind: str) -> bool:
    return kind != declared and cx.is_a(kind, declared)


def is_kind(cx: Context, env: Env, node: ast.Binary, kind: ast.KindName) -> Core:
    """`u is Carrier`, `u is not Carrier`; an absent thing is of no kind, and is not one either."""
    found = as_kind(cx, env, node.left, kind.text, kind.span, node.span)
    if isinstance(found.type, Poison):
        return found
    is_one = Core("present", (found,), BOOL, node.span)
    if node.op == "is":
        return is_one
    there = Core("present", (found.args[1],), BOOL, node.span)
    return Core("and", (there, Core("not", (is_one,), BOOL, node.span)), BOOL, node.span)
