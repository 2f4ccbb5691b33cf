"""Builders of expressions: one operator at a time, loosest outermost, as the grammar nests them."""

from __future__ import annotations

from tankdsl.diagnostics import Edit, Fix
from tankdsl.diagnostics.registry import syntax
from tankdsl.frozen import FrozenValue
from tankdsl.source import Span
from tankdsl.syntax import ast
from tankdsl.syntax.building import Builder, Context, Token, builds

FOLDS = frozenset(("count", "sum", "min", "max", "least", "most"))
"""Functions for which `f(x in xs)` goes through xs; for others it is a call with the answer to `x in xs`."""
FOREIGN_VALUES = {"true": "yes", "false": "no", "null": "none", "nil": "none", "undefined": "none"}
"""Values of other languages and what they are here."""


class Collected(FrozenValue):
    """What stands inside `[...]` or `f(...)` if it goes through the members of something."""

    each: ast.Expr | None
    var: ast.Ident
    domain: ast.Expr
    where: ast.Expr | None
    key: ast.Expr | None


@builds("name")
def _name(b: Context, at: Span, token: Token) -> ast.Name:
    text = b.word(token)
    if text in FOREIGN_VALUES:
        plain = FOREIGN_VALUES[text]
        fix = Fix(f"write `{plain}`", (Edit(at, plain),), "safe")
        b.faults.append(syntax.UNEXPECTED_WORD.at(at, f"`{text}` is written `{plain}`", help=f"write `{plain}`", fix=fix))
    return ast.Name(at, text)


@builds("kind_name")
def _kind_name(b: Context, at: Span, token: Token) -> ast.KindName:
    return ast.KindName(at, b.word(token))


@builds("integer")
def _integer(b: Context, at: Span, token: Token, measure: Token | None) -> ast.Int:
    return ast.Int(at, b.integer(token), b.ident_or_none(measure))


@builds("decimal")
def _decimal(b: Context, at: Span, token: Token, measure: Token | None) -> ast.Decimal:
    whole, part = b.word(token).split(".")
    return ast.Decimal(at, b.number(b.span(token), whole) * 100 + int(part.ljust(2, "0")), b.ident_or_none(measure))


@builds("text")
def _text(b: Context, at: Span, token: Token) -> ast.Text:
    return b.string(token)


@builds("label")
def _label(b: Context, at: Span, token: Token) -> ast.Label:
    return label_of(b, token)


def label_of(b: Context, token: Token) -> ast.Label:
    """The label that a token is, without the word `hex`."""
    text = b.word(token)
    return ast.Label(b.span(token), text.split()[1] if text[:3] == "hex" and text[3:4] in (" ", "\t") else text)


@builds("field")
def _field(b: Context, at: Span, subject: ast.Expr, name: Token) -> ast.Field:
    return ast.Field(at, subject, b.ident(name))


@builds("index")
def _index(b: Context, at: Span, subject: ast.Expr, key: ast.Expr) -> ast.Index:
    return ast.Index(at, subject, key)


@builds("place")
def _place(b: Context, at: Span, first: ast.Expr, second: ast.Expr) -> ast.Place:
    return ast.Place(at, first, second)


@builds("exprs")
def _exprs(b: Context, at: Span, first: ast.Expr, rest: list[ast.Expr] | tuple[()] = ()) -> tuple[ast.Expr, ...]:
    return (first, *rest)


@builds("args")
def _args(b: Context, at: Span, exprs: tuple[ast.Expr, ...] | None) -> tuple[ast.Expr, ...]:
    return exprs or ()


@builds("empty_list")
def _empty_list(b: Context, at: Span) -> ast.ListOf:
    return ast.ListOf(at, ())


@builds("list_of")
def _list_of(b: Context, at: Span, items: tuple[ast.Expr, ...]) -> ast.ListOf | ast.Comprehension:
    if len(items) == 1 and (through := _membership(items[0])):
        return ast.Comprehension(at, None, *through, None)
    return ast.ListOf(at, items)


@builds("call")
def _call(b: Context, at: Span, name: Token, args: tuple[ast.Expr, ...]) -> ast.Call | ast.Fold:
    called = b.ident(name)
    if len(args) == 1 and called.text in FOLDS and (through := _membership(args[0])):
        return ast.Fold(at, called, None, *through, None, None)
    return ast.Call(at, called, args)


@builds("fold")
def _fold(b: Context, at: Span, name: Token, inside: Collected) -> ast.Fold:
    return ast.Fold(at, b.ident(name), inside.each, inside.var, inside.domain, inside.where, inside.key)


@builds("comprehension")
def _comprehension(b: Context, at: Span, inside: Collected) -> ast.Comprehension:
    if inside.key is not None:
        b.unexpected(inside.key.span, "`by` orders inside of `least` and `most` only")
    return ast.Comprehension(at, inside.each, inside.var, inside.domain, inside.where)


@builds("collected_where")
def _collected_where(b: Context, at: Span, through: ast.Expr, where: ast.Expr, key: ast.Expr | None) -> Collected:
    return _collected(b, through, where, key)


@builds("collected_by")
def _collected_by(b: Context, at: Span, through: ast.Expr, key: ast.Expr) -> Collected:
    return _collected(b, through, None, key)


@builds("collected_for")
def _collected_for(
    b: Context, at: Span, each: ast.Expr, var: Token, domain: ast.Expr, where: ast.Expr | None, key: ast.Expr | None
) -> Collected:
    return Collected(each, b.ident(var), domain, where, key)


def _collected(b: Context, through: ast.Expr, where: ast.Expr | None, key: ast.Expr | None) -> Collected:
    member = _membership(through)
    if member is None:
        b.unexpected(through.span, "expected `name in things` before `where` or `by`")
        member = (ast.Ident(through.span, "?"), through)
    return Collected(None, *member, where, key)


def _membership(through: ast.Expr) -> tuple[ast.Ident, ast.Expr] | None:
    """`x in xs` read as "x goes through xs"."""
    match through:
        case ast.Binary(op="in", left=ast.Name(span=span, text=text), right=domain) if span.start == through.span.start:
            return ast.Ident(span, text), domain
    return None


@builds("all_of")
def _all_of(b: Context, at: Span, name: Token) -> ast.AllOf:
    return ast.AllOf(at, b.ident(name))


@builds("any_where")
def _any_where(b: Context, at: Span, var: Token, domain: ast.Expr, where: ast.Expr) -> ast.Quantifier:
    return ast.Quantifier(at, False, b.ident(var), domain, where)


@builds("all_where")
def _all_where(b: Context, at: Span, var: Token, domain: ast.Expr, where: ast.Expr) -> ast.Quantifier:
    return ast.Quantifier(at, True, b.ident(var), domain, where)


def _binary(op: str) -> Builder:
    def build(b: Context, at: Span, left: ast.Expr, right: ast.Expr) -> ast.Binary:
        return ast.Binary(at, op, left, right)

    return build


def _unary(op: str) -> Builder:
    def build(b: Context, at: Span, operand: ast.Expr) -> ast.Unary:
        return ast.Unary(at, op, operand)

    return build


for _rule, _op in {
    "or_": "or", "and_": "and", "is_": "is", "is_not": "is not", "in_": "in", "not_in": "not in", "else_": "else", "from_": "from",
    "add": "+", "subtract": "-", "multiply": "*", "divide": "div", "modulo": "mod", "range": "..",
}.items():  # fmt: skip
    builds(_rule)(_binary(_op))
for _rule, _op in {"not_": "not", "minus": "-", "plus": "+"}.items():
    builds(_rule)(_unary(_op))


@builds("compare")
def _compare(b: Context, at: Span, left: ast.Expr, op: Token, right: ast.Expr) -> ast.Binary:
    return ast.Binary(at, b.word(op), left, right)


@builds("as_")
def _as(b: Context, at: Span, operand: ast.Expr, measure: Token) -> ast.As:
    return ast.As(at, operand, b.ident(measure))


@builds("condition")
def _condition(b: Context, at: Span, condition: ast.Expr) -> tuple[None, ast.Expr]:
    return None, condition


@builds("let_condition")
def _let_condition(b: Context, at: Span, name: Token, value: ast.Expr) -> tuple[ast.Ident, ast.Expr]:
    return b.ident(name), value


@builds("if_value")
def _if_value(b: Context, at: Span, condition: tuple[ast.Ident | None, ast.Expr], then: ast.Expr, orelse: ast.Expr) -> ast.If:
    return ast.If(at, *condition, then, orelse)


@builds("match_value")
def _match_value(b: Context, at: Span, subject: ast.Expr, arms: list[ast.MatchArm]) -> ast.Match:
    return ast.Match(at, subject, tuple(arms))


@builds("match_arm")
def _match_arm(b: Context, at: Span, patterns: tuple[ast.Pattern, ...], value: ast.Expr) -> ast.MatchArm:
    return ast.MatchArm(at, patterns, value)


@builds("pattern")
def _pattern(b: Context, at: Span, value: ast.Expr) -> ast.Pattern:
    return ast.Pattern(at, value)


@builds("any_pattern")
def _any_pattern(b: Context, at: Span) -> ast.Pattern:
    return ast.Pattern(at, None, True)


@builds("otherwise_pattern")
def _otherwise_pattern(b: Context, at: Span) -> tuple[()]:
    return ()


@builds("patterns")
def _patterns(b: Context, at: Span, first: ast.Pattern, rest: list[ast.Pattern] | tuple[()] = ()) -> tuple[ast.Pattern, ...]:
    return (first, *rest)


@builds("throughout")
def _throughout(b: Context, at: Span, scope: Token, condition: ast.Expr) -> ast.Throughout:
    return ast.Throughout(at, b.ident(scope), condition)


@builds("running")
def _running(b: Context, at: Span, scope: Token, op: Token, count: ast.Expr, condition: ast.Expr) -> ast.Running:
    return ast.Running(at, b.ident(scope), b.word(op), count, condition)
