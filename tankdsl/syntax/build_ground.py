"""Builders of what is on the ground: movement, sight, arcs."""

from __future__ import annotations

from tankdsl.diagnostics.registry import syntax
from tankdsl.source import Span
from tankdsl.syntax import ast
from tankdsl.syntax.building import Clause, Context, Token, builds, of_type


@builds("movement")
def _movement(
    b: Context,
    at: Span,
    name: Token,
    unit: Token,
    type: ast.TypeExpr,
    origin: Token,
    target: Token,
    rows: list[ast.MoveRow] | tuple[()] = (),
) -> ast.Movement:
    who = b.ident(unit)
    param = ast.Param(who.span.to(type.span), who, type, False, None, False)
    return b.citing(ast.Movement(at, b.ident(name), "", (), param, b.ident(origin), b.ident(target), tuple(rows)))


@builds("move_amount_row")
def _move_amount_row(
    b: Context,
    at: Span,
    name: Token | None,
    word: Token,
    amount: ast.Expr,
    label: Token | None,
    condition: ast.Expr | None,
) -> ast.MoveRow:
    text = b.string_or_none(label)
    return b.citing(ast.MoveRow(at, b.word(word), b.ident_or_none(name), amount, text, condition, ()))


@builds("move_case_row")
def _move_case_row(b: Context, at: Span, name: Token | None, word: Token, condition: ast.Expr, label: Token | None) -> ast.MoveRow:
    text = b.string_or_none(label)
    return b.citing(ast.MoveRow(at, b.word(word), b.ident_or_none(name), None, text, condition, ()))


@builds("first_step")
def _first_step(b: Context, at: Span, condition: ast.Expr | None) -> ast.MoveRow:
    return b.citing(ast.MoveRow(at, "first", None, None, None, condition, ()))


@builds("sight")
def _sight(b: Context, at: Span, name: Token, rows: list[Clause | ast.SightRow] | tuple[()] = ()) -> ast.Sight:
    has = b.clauses(rows)
    called = b.ident(name)
    blocked = of_type(ast.SightRow, rows)
    if not blocked:
        headline = f"sight `{called.text}` does not say what blocks it"
        b.fault(syntax.PART_MISSING, called.span, headline, "", "add `blocked at h when ...`")
    return b.citing(ast.Sight(at, called, "", (), blocked, has.get("tie"), "off map blocks" in has, ()))


Ends = tuple[ast.Ident, ...] | None


@builds("blocked_at")
def _blocked_at(b: Context, at: Span, place: Token, ends: Ends, condition: ast.Expr, label: Token | None) -> ast.SightRow:
    return b.citing(ast.SightRow(at, "at", (b.ident(place),), ends or (), condition, b.string_or_none(label), ()))


@builds("blocked_across")
def _blocked_across(b: Context, at: Span, near: Token, far: Token, ends: Ends, condition: ast.Expr, label: Token | None) -> ast.SightRow:
    return b.citing(ast.SightRow(at, "across", b.idents(near, (far,)), ends or (), condition, b.string_or_none(label), ()))


@builds("blocked_along")
def _blocked_along(b: Context, at: Span, left: Token, right: Token, ends: Ends, condition: ast.Expr, label: Token | None) -> ast.SightRow:
    return b.citing(ast.SightRow(at, "along", b.idents(left, (right,)), ends or (), condition, b.string_or_none(label), ()))


@builds("blocked_between")
def _blocked_between(b: Context, at: Span, ends: tuple[ast.Ident, ...], condition: ast.Expr, label: Token | None) -> ast.SightRow:
    return b.citing(ast.SightRow(at, "between", (), ends, condition, b.string_or_none(label), ()))


@builds("between")
def _between(b: Context, at: Span, first: Token, second: Token) -> tuple[ast.Ident, ...]:
    return b.idents(first, (second,))


@builds("sight_tie")
def _sight_tie(b: Context, at: Span, value: ast.Expr) -> Clause:
    return Clause("tie", value, at)


@builds("off_map_blocks")
def _off_map_blocks(b: Context, at: Span) -> Clause:
    return Clause("off map blocks", True, at)


@builds("arcs")
def _arcs(b: Context, at: Span, name: Token, kind: Token, facing: Token, parts: list[ast.ArcPart]) -> ast.Arcs:
    border = [part for part in parts if part.name.text == "border"]
    has = b.clauses(Clause("border", part.items[0], part.span) for part in border)
    for part in border:
        if len(part.items) > 1:
            b.unexpected(part.items[1].span, "expected one owner of the border")
    others = tuple(part for part in parts if part.name.text != "border")
    return b.citing(ast.Arcs(at, b.ident(name), "", (), b.ident(kind), b.ident(facing), others, has.get("border")))


@builds("arc_part")
def _arc_part(b: Context, at: Span, name: Token, patterns: tuple[ast.Pattern, ...]) -> ast.ArcPart:
    items = tuple(ast.Name(pattern.span, "any") if pattern.value is None else pattern.value for pattern in patterns)
    return b.citing(ast.ArcPart(at, b.ident(name), items, ()))
