"""Types as they are written: `Tank`, `0..armour`, `1..6 hexes`, `set of Tank`, `Side?`."""

from __future__ import annotations

from itertools import chain

from tankdsl.check.context import Context
from tankdsl.check.types import (
    BOOL,
    DIRECTION,
    INT32_MAX,
    INT32_MIN,
    PATH,
    PLACE,
    POISON,
    SIDE,
    TEXT,
    Enum,
    Int,
    Kind,
    Pool,
    Set,
    Type,
    optional,
    required,
)
from tankdsl.diagnostics.registry import names, types
from tankdsl.resolve.builtins import BUILTIN_TYPES
from tankdsl.syntax import ast

SIMPLE: dict[str, Type] = {
    "int": Int(INT32_MIN, INT32_MAX),
    "bool": BOOL,
    "text": TEXT,
    "place": PLACE,
    "point": PLACE,
    "direction": DIRECTION,
    "angle": DIRECTION,
    "path": PATH,
    "dice": Pool(1, 6, fewest=1),
}


MEANT = {
    "number": "`int`, or a range such as `0..9`",
    "integer": "`int`, or a range such as `0..9`",
    "boolean": "`bool`",
    "string": "`text`",
    "hex": "`place`",
}
"""Words that come to mind first, with what is written here."""


def resolve_type(cx: Context, node: ast.TypeExpr, kind: str | None = None) -> Type:
    """The type that is written; `kind` is the kind whose stats may bound a range."""
    match node:
        case ast.OptionalType(of=of):
            return optional(resolve_type(cx, of, kind))
        case ast.SetType(of=of):
            return Set(resolve_type(cx, of, kind))
        case ast.RangeType():
            return _range(cx, node, kind)
        case ast.TypeName():
            return _named(cx, node)


def _named(cx: Context, node: ast.TypeName) -> Type:
    name = node.name
    if name in SIMPLE:
        return SIMPLE[name]
    declaration = cx.symbols.types.get(name)
    if isinstance(declaration, ast.Enum):
        return Enum(name)
    if isinstance(declaration, ast.Kind) and declaration.category == "side":
        return SIDE
    if isinstance(declaration, ast.Kind) or name in ("Side", "Mission", "Game"):
        return Kind(name)
    for one, measure in cx.symbols.space("measure").items():
        if name in (one, measure.plural.text):  # type: ignore[union-attr]
            return Int(INT32_MIN, INT32_MAX, cx.measure(measure.plural.text))  # type: ignore[union-attr]
    if name in cx.symbols.space("arcs"):
        return Enum(f"arcs.{name}")
    from tankdsl.check.remedies import measure_without_plural

    if name.islower() and (meant := measure_without_plural(cx, ast.Ident(node.span, name))) is not None:
        return Int(INT32_MIN, INT32_MAX, meant)
    candidates = chain(BUILTIN_TYPES, ("Side", "Mission"), cx.symbols.types, (d.plural.text for d in cx.symbols.space("measure").values()))  # type: ignore[union-attr]
    help = (f"write {MEANT[name]}",) if name in MEANT else cx.did_you_mean(name, candidates)
    general = "a type is a kind, an enum, arcs, the plural of a measure, a range, or one of " + ", ".join(f"`{word}`" for word in SIMPLE)
    cx.report(names.UNKNOWN_TYPE, node.span, f"there is no type `{name}`", help=help or general)
    return POISON


def _range(cx: Context, node: ast.RangeType, kind: str | None) -> Type:
    from tankdsl.check.expressions import measure_named

    measure = None
    if node.measure is not None:
        measure = measure_named(cx, node.measure)
        if measure is None:
            return POISON
    high = node.high if isinstance(node.high, int) else _stat_bound(cx, node.high, kind)
    if high is None:
        return POISON
    if high < node.low:
        cx.report(types.OUT_OF_RANGE, node.span, f"the range {node.low}..{high} is empty", help="write the smaller number first")
        return POISON
    grain = cx.grain(measure)
    return Int(node.low * grain, high * grain if isinstance(node.high, int) else high, measure)


def _stat_bound(cx: Context, name: ast.Ident, kind: str | None) -> int | None:
    """The most that a stat can be: `0..armour` is as wide as the widest armour."""
    info = None if kind is None else cx.field_of(kind, name.text)
    if info is None or not isinstance(required(info.type), Int):
        candidates = cx.field_names(kind) if kind else []
        cx.doubt(name.text)
        cx.report(
            names.UNKNOWN_FIELD, name.span, f"no number stat `{name.text}` to bound this range", help=cx.did_you_mean(name.text, candidates)
        )
        return None
    bound = required(info.type)
    assert isinstance(bound, Int)
    cx.reads.add((info.kind, info.name))
    return bound.high
