"""Expressions: every node of the syntax tree becomes a typed `Core`, with the type that the rules of the language give it.

`check` never fails: a fault is reported once and the expression gets the type `Poison`, which fits everywhere.  `expected` is a hint, used
only to decide between enums that share a member name; `check_as` is what demands a type.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from tankdsl.check.context import Context
from tankdsl.check.env import Env, constant
from tankdsl.check.names import check_field, check_name
from tankdsl.check.tree import Core
from tankdsl.check.types import (
    BOOL,
    DIRECTION,
    INT32_MAX,
    INT32_MIN,
    PLACE,
    POISON,
    TEXT,
    Bool,
    Die,
    Direction,
    Enum,
    Int,
    Kind,
    Model,
    NoneType,
    Optional,
    Poison,
    Pool,
    Set,
    Type,
    describe,
    join,
    required,
)
from tankdsl.diagnostics.registry import names, syntax, types
from tankdsl.source import Span
from tankdsl.syntax import ast

NOUNS = ("`", "the ", "what ", "this ")
"""How a place is named that can be the subject of a message (`the parameter x`); others say it with a preposition (`after by`)."""

Checker = Callable[[Context, Env, "ast.Expr", "Type | None"], Core]


def poison(span: Span) -> Core:
    """The expression that stands for one whose fault is reported."""
    return Core("none", (), POISON, span)


def lost(cx: Context, env: Env, span: Span, parts: Iterable[ast.Expr]) -> Core:
    """The same; its parts are checked all the same, since what they use counts as used."""
    for part in parts:
        check(cx, env, part)
    return poison(span)


_LIKE_A_LABEL = re.compile(r"[A-Z]+[0-9]+")
WRITTEN_LABELS = "a label has at most two letters and three digits"


def check(cx: Context, env: Env, node: ast.Expr, expected: Type | None = None) -> Core:
    """The typed form of an expression; `expected` only helps to tell members of different enums apart."""
    match node:
        case ast.Name():
            return check_name(cx, env, node, expected)
        case ast.Int():
            return _integer(cx, node)
        case ast.Decimal():
            return _decimal(cx, node)
        case ast.Text():
            return Core("text", (node.value,), TEXT, node.span)
        case ast.Field():
            return check_field(cx, env, node)
        case ast.Place():
            return _place(cx, env, node)
        case ast.Label():
            return Core("label", (node.text,), PLACE, node.span)
        case ast.Call():
            from tankdsl.check.calls import check_call

            return check_call(cx, env, node)
        case ast.Unary() | ast.Binary() | ast.As() | ast.If() | ast.Match():
            from tankdsl.check.operators import check_operator

            return check_operator(cx, env, node, expected)
        case ast.ListOf() | ast.Comprehension() | ast.Fold() | ast.Quantifier() | ast.AllOf() | ast.Index():
            from tankdsl.check.sets import check_set_form

            return check_set_form(cx, env, node, expected)
        case ast.Throughout() | ast.Running():
            return _history(cx, env, node)
        case ast.KindName():
            return _kind_name(cx, node)
        case _:
            raise AssertionError(f"unknown expression {node!r}")


def _kind_name(cx: Context, node: ast.KindName) -> Core:
    """A word such as `AAA1` may be meant for a label; any other is the name of a kind."""
    if node.text not in cx.kinds and _LIKE_A_LABEL.fullmatch(node.text):
        headline = f"`{node.text}` cannot be written as a label: {WRITTEN_LABELS}"
        cx.report(names.WRONG_KIND_OF_NAME, node.span, headline, help="write the coordinates of the hex: `(q, r)`")
    else:
        cx.report(names.WRONG_KIND_OF_NAME, node.span, f"`{node.text}` is a kind, and a value is needed here")
    return poison(node.span)


def check_as(cx: Context, env: Env, node: ast.Expr, expected: Type, where: str = "") -> Core:
    """The typed form of an expression that must fit `expected`, its range included."""
    return demand(cx, env, check(cx, env, node, expected), expected, where)


def demand(cx: Context, env: Env, core: Core, expected: Type, where: str = "") -> Core:
    """`core` if it fits; otherwise the fault is reported and a poisoned one comes back."""
    found = core.type
    if isinstance(found, Poison) or isinstance(expected, Poison):
        return core
    if isinstance(expected, (Int, Optional)) and isinstance(required(found), Die):
        core = number(cx, env, core)
        found = core.type
    if isinstance(found, Optional) and not isinstance(expected, (Optional, NoneType)):
        if cx.fits(found.of, expected):
            maybe_absent(cx, core.span, found)
        else:
            cx.mismatch(core.span, found, expected, _phrase(where).strip())
        return poison(core.span)
    if not cx.fits(found, expected):
        _report_misfit(cx, core, expected, where)
        return poison(core.span)
    if not in_range(found, expected):
        wanted, got = required(expected), required(found)
        is_noun = where.startswith(NOUNS)
        allowed = f"but {where} allows {describe(wanted)}" if is_noun else f"where {describe(wanted)} is allowed{_phrase(where)}"
        help = _none_rolled(core, wanted) or _range_help(got, wanted)
        cx.report(types.OUT_OF_RANGE, core.span, f"can be {describe(got)}, {allowed}", help=help)
    return core


def _none_rolled(core: Core, wanted: Type) -> str:
    """What helps where the best of no dice, 0, is what lies outside of the range."""
    best = core.op == "else" and isinstance(core.args[0], Core) and core.args[0].op in ("highest", "lowest")
    if not best or not isinstance(wanted, Int) or wanted.low <= 0:
        return ""
    return "there may be no dice, which counts as 0: roll one at least, `max(1, ...)`"


def _range_help(got: Type, wanted: Type) -> str:
    if isinstance(got, Pool):
        return "roll one die at least: `max(1, ...)`" if got.fewest == 0 else "add `clamp 1..6` to the roll"
    if isinstance(got, Int) and got.low == got.high:
        return f"write {describe(wanted)}, or widen the range"
    return "limit it with `min`, `max` or `clamp`, or widen the range"


def _report_misfit(cx: Context, core: Core, expected: Type, where: str) -> None:
    span, found = core.span, core.type
    one, other = required(found), required(expected)
    if isinstance(one, Int) and isinstance(other, Int) and one.measure != other.measure:
        from tankdsl.check.remedies import instead_of_measure

        cx.report(
            types.MEASURE_MISMATCH,
            span,
            f"found {_counted(one)}, expected {_counted(other)}{_phrase(where)}",
            help=instead_of_measure(cx, core, other.measure),
        )
        return
    from tankdsl.check.remedies import instead_of_set, instead_of_value, one_of_several, thing_of_row

    if core.op == "zone" and other == PLACE:
        cx.mismatch(span, found, expected, _phrase(where).strip(), **one_of_several(cx, core.args[0]))
        return
    row = thing_of_row(cx, core.args[1], one.name) if isinstance(one, Model) and core.op == "model" and isinstance(other, Kind) else ""
    if row:
        cx.mismatch(span, found, expected, _phrase(where).strip(), help=f"a row is no thing; its thing is `one` after `{row}`")
        return
    place = one == TEXT and other == PLACE
    help = (
        "write a place without quotes: a printed label (`A1`), `(q, r)`, or its name"
        if place
        else instead_of_set(cx, core, other) or instead_of_value(found, expected)
    )
    cx.mismatch(span, found, expected, _phrase(where).strip(), help=help)


def _phrase(where: str) -> str:
    """`where` behind what was expected: names of places get a preposition, other words have one."""
    return f" for {where}" if where.startswith(NOUNS) else f" {where}" if where else ""


def _counted(of: Int) -> str:
    return of.measure or "a plain number"


def in_range(found: Type, expected: Type) -> bool:
    """Whether every number that `found` allows is allowed by `expected`; other types have no range."""
    one, other = required(found), required(expected)
    if isinstance(one, Pool) and isinstance(other, Pool):
        return other.low <= one.low and one.high <= other.high and other.fewest <= one.fewest and one.most <= other.most
    if not isinstance(one, Int) or not isinstance(other, Int):
        return True
    if (other.low, other.high) == (INT32_MIN, INT32_MAX):
        return True
    return other.low <= one.low and one.high <= other.high


def maybe_absent(cx: Context, span: Span, found: Type) -> None:
    """A value that may be absent stands where it must be there."""
    cx.report(
        types.MAYBE_ABSENT,
        span,
        f"this may be absent ({describe(found)}) and is used as if it were always there",
        help='test it first: `if let x = ... { }` or `require let x = ... "reason"`, or give a default with `else`',
    )


def condition(cx: Context, env: Env, node: ast.Expr, where: str = "as a condition") -> Core:
    """A yes/no expression; an absent one counts as no."""
    core = check(cx, env, node, BOOL)
    if isinstance(core.type, Optional) and isinstance(core.type.of, Bool):
        return Core("==", (core, constant(True, BOOL, core.span)), BOOL, core.span)
    if not isinstance(core.type, (Bool, Poison)):
        cx.mismatch(core.span, core.type, BOOL, where)
        return poison(core.span)
    return core


def number(cx: Context, env: Env, core: Core) -> Core:
    """A die read as the number it shows; other expressions as they are."""
    inner = required(core.type)
    if not isinstance(inner, Die):
        return core
    return die_part(env, core, "value", Int(inner.low, inner.high))


def die_part(env: Env, core: Core, part: str, type: Type) -> Core:
    """`value`, `natural` or `rerolled` of a die."""
    pool = env.dice.get(core.args[0]) if core.op == "local" else None
    if pool is None:
        return poison(core.span)
    return Core("die", (pool, core, part), type, core.span)


def _integer(cx: Context, node: ast.Int) -> Core:
    measure = None
    if node.measure is not None:
        measure = measure_named(cx, node.measure)
        if measure is None:
            return poison(node.span)
    value = node.value * cx.grain(measure)
    if not INT32_MIN <= value <= INT32_MAX:
        most = INT32_MAX // cx.grain(measure)
        cx.report(types.OVERFLOW, node.span, f"`{node.value}` is outside the 32-bit integers", help=f"the largest number is {most}")
        return poison(node.span)
    return constant(value, Int(value, value, measure), node.span)


def _decimal(cx: Context, node: ast.Decimal) -> Core:
    """A length of a table in hundredths."""
    measure = None if node.measure is None else measure_named(cx, node.measure)
    if node.measure is not None and measure is None:
        return poison(node.span)
    if cx.grain(measure) == 1:
        help = "only lengths and points of a table without a grid have hundredths; count in smaller units"
        cx.report(syntax.NUMBER_MALFORMED, node.span, "expected a whole number, found one with a decimal point", help=help)
        return poison(node.span)
    return constant(node.hundredths, Int(node.hundredths, node.hundredths, measure), node.span)


def measure_named(cx: Context, word: ast.Ident) -> str | None:
    """The plural of the measure that a word (singular or plural) names; reported if there is none."""
    for one, declaration in cx.symbols.space("measure").items():
        if word.text in (one, declaration.plural.text):  # type: ignore[union-attr]
            return cx.measure(declaration.plural.text)  # type: ignore[union-attr]
    from tankdsl.check.remedies import unknown_measure

    return unknown_measure(cx, word)


def _place(cx: Context, env: Env, node: ast.Place) -> Core:
    if cx.is_table:
        from tankdsl.check.builtins_table import coordinate, point

        return point(coordinate(cx, env, node.first), coordinate(cx, env, node.second), node.span)
    first = check_as(cx, env, node.first, Int(), "as the first coordinate")
    second = check_as(cx, env, node.second, Int(), "as the second coordinate")
    if isinstance(first.type, Poison) or isinstance(second.type, Poison):
        return poison(node.span)
    return Core("coordinates", (first, second), PLACE, node.span)


def _history(cx: Context, env: Env, node: ast.Throughout | ast.Running) -> Core:
    inner = condition(cx, env, node.condition)
    cx.scope_uses.append((node.scope.text, node.scope.span))
    cx.scopes_awaited.add(node.scope.span)
    if env.origin != "ending":
        word = "throughout" if isinstance(node, ast.Throughout) else "running"
        cx.report(names.WRONG_KIND_OF_NAME, node.span, f"`{word}` can stand only in an ending")
        return poison(node.span)
    if isinstance(node, ast.Throughout):
        return Core("throughout", (node.scope.text, inner), BOOL, node.span)
    count = check_as(cx, env, node.count, Int(), "as a number of scopes")
    return Core("running", (node.scope.text, node.op, count, inner), BOOL, node.span)


__all__ = [
    "DIRECTION",
    "Direction",
    "Enum",
    "Kind",
    "Model",
    "Set",
    "check",
    "check_as",
    "condition",
    "demand",
    "die_part",
    "in_range",
    "join",
    "maybe_absent",
    "measure_named",
    "number",
    "poison",
]
