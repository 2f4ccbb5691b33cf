"""Calls inside expressions: values, guards, tables that only look, sights, the thing on a place, and built-in functions."""

from __future__ import annotations

from itertools import chain

from tankdsl.check.context import Context, Signature
from tankdsl.check.env import Env
from tankdsl.check.expressions import check, demand, lost, poison
from tankdsl.check.tree import Core
from tankdsl.check.types import BOOL, PLACE, Kind, Optional, Poison, Type, optional, required
from tankdsl.diagnostics import counted
from tankdsl.diagnostics.registry import names, types
from tankdsl.resolve.builtins import BUILTIN_FUNCTIONS
from tankdsl.source import Span
from tankdsl.syntax import ast


def check_call(cx: Context, env: Env, node: ast.Call) -> Core:
    """A call as a value."""
    name = node.name.text
    if name in cx.signatures:
        return _declared(cx, env, node, cx.signatures[name])
    if name in cx.symbols.singulars:
        return _thing_on(cx, env, node, cx.symbols.singulars[name])
    if name in cx.symbols.space("arcs"):
        from tankdsl.check.builtins import check_named_arcs

        return check_named_arcs(cx, env, node)
    if name in BUILTIN_FUNCTIONS:
        from tankdsl.check.builtins import check_builtin

        return check_builtin(cx, env, node)
    candidates = chain(BUILTIN_FUNCTIONS, cx.symbols.singulars, cx.symbols.space("arcs"), cx.signatures)
    from tankdsl.check.meant import foreign_function
    from tankdsl.check.remedies import instead_of_call

    help = instead_of_call(cx, name) or foreign_function(cx, node) or cx.did_you_mean(name, candidates)
    cx.report(names.UNKNOWN_NAME, node.name.span, f"nothing called `{name}` can be called", help=help)
    return lost(cx, env, node.span, node.args)


def _declared(cx: Context, env: Env, node: ast.Call, signature: Signature) -> Core:
    args = arguments(cx, env, node.args, signature, node.span)
    env.calls.append((node.name.text, node.name.span))
    match signature.kind:
        case "value" | "table":
            from tankdsl.check.values import value_type

            return Core("call", (signature.name, *args), value_type(cx, signature, node.span), node.span)
        case "guard":
            return Core("holds", (signature.name, *args), BOOL, node.span)
        case "sight":
            return Core("sight", (signature.name, *args), BOOL, node.span)
        case "effect" | "action" | "sequence" | "table-effect":
            cx.report(
                types.EFFECT_IN_VALUE,
                node.span,
                f"`{signature.name}` changes the game and cannot stand inside an expression",
                help=f"call it as a statement: `let x = {signature.name}(...)`" if signature.gives else "call it as a statement",
            )
            return poison(node.span)
        case other:
            raise AssertionError(other)


def arguments(cx: Context, env: Env, nodes: tuple[ast.Expr, ...], signature: Signature, span: Span) -> tuple[Core, ...]:
    """Arguments checked against parameters; a wrong number is one finding."""
    if len(nodes) != len(signature.params):
        shown = ", ".join(name for name, _ in signature.params)
        cx.report(
            types.WRONG_ARGUMENTS,
            span,
            f"`{signature.name}` takes {counted(len(signature.params), 'argument')}, found {len(nodes)}",
            secondary=cx.labels((signature.declaration.name.span, "declared here")),
            help=f"write `{signature.name}({shown})`",
        )
        for node in nodes:
            check(cx, env, node)
        return ()
    return tuple(
        demand(cx, env, as_argument(cx, check(cx, env, node, type), type), type, f"the parameter `{name}`")
        for node, (name, type) in zip(nodes, signature.params, strict=True)
    )


def as_argument(cx: Context, core: Core, wanted: Type) -> Core:
    """A piece given where a place is asked stands for its place (`distance(a, b)` of pieces)."""
    if required(wanted) == PLACE and cx.is_placeable(required(core.type)):
        return place_of(cx, core)
    return core


def place_of(cx: Context, core: Core) -> Core:
    """Where a piece stands: absent when it is not on the map."""
    inner = required(core.type)
    assert isinstance(inner, Kind)
    return Core("get", (cx.root_of(inner.name), "at", core), Optional(PLACE), core.span)


def call_value(cx: Context, env: Env, name: str, args: tuple[Core, ...], span: Span) -> Core:
    """A value without parameters used by its bare name."""
    signature = cx.signatures.get(name)
    env.calls.append((name, span))
    if signature is None:
        return poison(span)
    from tankdsl.check.values import value_type

    return Core("call", (name, *args), value_type(cx, signature, span), span)


def _thing_on(cx: Context, env: Env, node: ast.Call, kind: str) -> Core:
    """`tank(h)`: the first placed thing of the kind there; `terrain(h)`: the terrain."""
    if len(node.args) != 1:
        cx.report(types.WRONG_ARGUMENTS, node.span, f"`{node.name.text}` takes 1 argument, a place; found {len(node.args)}")
        return lost(cx, env, node.span, node.args)
    place = as_argument(cx, check(cx, env, node.args[0], PLACE), PLACE)
    if isinstance(place.type, Poison):
        return place
    if required(place.type) != PLACE:
        from tankdsl.check.remedies import instead_of_place

        cx.mismatch(place.span, place.type, PLACE, **instead_of_place(cx, place))
        return poison(node.span)
    if cx.category(kind) == "terrain":
        type: Type = Kind(kind)
        return Core("terrain", (place,), optional(type) if isinstance(place.type, Optional) else type, node.span)
    return Core("at", (kind, place), Optional(Kind(kind)), node.span)
