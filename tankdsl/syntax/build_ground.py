"""Builders of the ground: movement, sight, arcs, boards and layouts."""

from __future__ import annotations

import re
from typing import Any

from tankdsl.diagnostics.registry import syntax
from tankdsl.source import Span
from tankdsl.syntax import ast
from tankdsl.syntax.building import Clause, Context, Token, builds, of_type

_LEGEND_ENTRY = re.compile(r"(\S+)[ \t]*=[ \t]*([a-z][a-z0-9_]*)")


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
def _sight(b: Context, at: Span, name: Token, rows: list[Clause] | tuple[()] = ()) -> ast.Sight:
    has = b.clauses(rows)
    called = b.ident(name)
    if "blocked" not in has:
        headline = f"sight `{called.text}` does not say what blocks it"
        b.fault(syntax.PART_MISSING, called.span, headline, "", "add `blocked at h when ...`")
    var, ends, condition = has.get("blocked", (called, (), ast.Name(at, "no")))
    return b.citing(ast.Sight(at, called, "", (), var, ends, condition, has.get("tie"), "off map blocks" in has, ()))


@builds("sight_blocked")
def _sight_blocked(b: Context, at: Span, var: Token, ends: tuple[ast.Ident, ...] | None, condition: ast.Expr) -> Clause:
    return Clause("blocked", (b.ident(var), ends or (), condition), at)


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


# ---- boards and layouts ---------------------------------------------------------------------------------------------


@builds("board")
def _board(
    b: Context,
    at: Span,
    name: Token,
    title: Token | None,
    grid: tuple[str, ...],
    columns: Token,
    height: Token,
    half: Token | None,
    items: list[Any] | tuple[()] = (),
) -> ast.Board:
    called = b.ident(name)
    legend = tuple(entry for item in items if isinstance(item, list) for entry in item)
    has = b.clauses(items)
    if "rows" not in has and tuple(grid) != ("table",):
        b.fault(syntax.PART_MISSING, called.span, f"board `{called.text}` has no rows", "", "add `rows { ... }`")
    size = b.integer(columns), b.integer(height)
    side = "" if half is None else b.word(half)
    rows = has.get("rows") or ast.RawRows(at.at_end, ())
    return b.citing(
        ast.Board(
            at, called, "", (), b.string_or_none(title), grid, *size, side, legend, rows, of_type(ast.EdgeItem, items),
            of_type(ast.NamedPlace, items),
        )
    )  # fmt: skip


@builds("grid")
def _grid(b: Context, at: Span, words: list[Token]) -> tuple[str, ...]:
    return tuple(b.word(word) for word in words)


@builds("legend")
def _legend(b: Context, at: Span, token: Token) -> list[ast.LegendEntry]:
    start = b.span(token).start + len("legend")
    entries = []
    for match in _LEGEND_ENTRY.finditer(b.text, start, b.span(token).end):
        terrain = ast.Ident(Span(b.file, *match.span(2)), match.group(2))
        entries.append(ast.LegendEntry(Span(b.file, *match.span()), match.group(1), terrain))
    return entries


@builds("raw_rows")
def _raw_rows(b: Context, at: Span, token: Token) -> Clause:
    """The lines after that of the opening brace up to that of the closing one."""
    text = b.word(token)
    offset = b.span(token).start
    lines = []
    for line in text.split("\n"):
        lines.append((offset, line))
        offset += len(line) + 1
    return Clause("rows", ast.RawRows(at, tuple(lines[1:-1])), at)


@builds("edge_item")
def _edge_item(b: Context, at: Span, feature: Token, first: ast.Expr, second: ast.Expr) -> ast.EdgeItem:
    return ast.EdgeItem(at, b.ident(feature), first, second)


@builds("named_place")
def _named_place(b: Context, at: Span, name: Token, place: ast.Expr) -> ast.NamedPlace:
    return ast.NamedPlace(at, b.ident(name), place)


@builds("zone_item")
def _zone_item(b: Context, at: Span, name: Token, value: ast.Expr) -> ast.ZoneItem:
    return ast.ZoneItem(at, b.ident(name), value)


@builds("areas_item")
def _areas_item(b: Context, at: Span, names: tuple[ast.Ident, ...]) -> Clause:
    return Clause("areas", names, at)


@builds("layout")
def _layout(b: Context, at: Span, name: Token, title: Token | None, items: list[Any] | tuple[()] = ()) -> ast.Layout:
    has = b.clauses(items)
    return b.citing(
        ast.Layout(
            at, b.ident(name), "", (), b.string_or_none(title), of_type(ast.Placing, items), of_type(ast.RowsFrom, items),
            has.get("seam"), has.get("labels"), of_type(ast.EdgeItem, items), of_type(ast.NamedPlace, items),
            of_type(ast.ZoneItem, items), has.get("areas") or (), (),
        )
    )  # fmt: skip


@builds("placing")
def _placing(b: Context, at: Span, board: Token, column: int, row: int, turned: bool | None, side: Token | None) -> ast.Placing:
    return ast.Placing(at, b.ident(board), column, row, bool(turned), b.ident_or_none(side))


@builds("rows_from")
def _rows_from(b: Context, at: Span, side: Token, edge: Token) -> ast.RowsFrom:
    return ast.RowsFrom(at, b.ident(side), b.word(edge))


@builds("seam")
def _seam(b: Context, at: Span, side: Token) -> Clause:
    return Clause("seam", b.ident(side), at)


@builds("labels")
def _labels(b: Context, at: Span, style: Token) -> Clause:
    return Clause("labels", b.ident(style), at)
