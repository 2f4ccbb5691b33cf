"""Binding names: one name means one thing in a body."""

from __future__ import annotations

from tankdsl.check.context import Context
from tankdsl.check.env import Env
from tankdsl.check.tree import Local
from tankdsl.check.types import Type
from tankdsl.diagnostics.registry import names
from tankdsl.resolve.builtins import CONSTANTS
from tankdsl.syntax import ast


def bind(cx: Context, env: Env, name: ast.Ident, type: Type, *, mutable: bool = False, window: bool = False) -> Local:
    """Bind a name in the innermost block; a name that already means a local, or is a word of the language, is reported."""
    earlier = env.lookup(name.text)
    if earlier is not None:
        cx.report(
            names.SHADOWED_NAME,
            name.span,
            f"`{name.text}` is already a name in this declaration",
            secondary=cx.labels((earlier.span, "it was bound here")),
            help=_instead(env, name.text),
        )
    elif name.text in CONSTANTS:
        cx.report(names.RESERVED_NAME, name.span, f"`{name.text}` is a word of the language", help="choose another name")
    return env.bind(name.text, type, name.span, mutable=mutable, window=window)


def _instead(env: Env, name: str) -> tuple[str, ...]:
    """Another name; but where a quantifier reaches on behind `and`, parentheses seem to be missing."""
    first = next((word for word in (f"any {name}", f"all {name}") if word in env.reaching), None)
    if first is None:
        return ("choose another name",)
    return (f"if the first ends before, put it in parentheses: `({first} in ... where ...) and ...`", "or choose another name")
