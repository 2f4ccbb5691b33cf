"""Builders of boards and layouts."""

from __future__ import annotations

import re
from typing import Any

from tankdsl.diagnostics.registry import syntax
from tankdsl.source import Span
from tankdsl.syntax import ast
from tankdsl.syntax.build_expressions import label_of
from tankdsl.syntax.building import Clause, Context, Token, builds, of_type

_LEGEND_ENTRY = re.compile(r"(\S+)[ \t]*=[ \t]*([a-z][a-z0-9_]*)")


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
            of_type(ast.NamedPlace, items), has.get("levels"), has.get("labels"),
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
    return Clause("rows", _raw_lines(b, at, token), at)


@builds("raw_levels")
def _raw_levels(b: Context, at: Span, token: Token) -> Clause:
    return Clause("levels", _raw_lines(b, at, token), at)


def _raw_lines(b: Context, at: Span, token: Token) -> ast.RawRows:
    """The lines after that of the opening brace up to that of the closing one."""
    text = b.word(token)
    offset = b.span(token).start
    lines = []
    for line in text.split("\n"):
        lines.append((offset, line))
        offset += len(line) + 1
    return ast.RawRows(at, tuple(lines[1:-1]))


@builds("edge_item")
def _edge_item(b: Context, at: Span, feature: Token, *runs: Any) -> ast.EdgeItem:
    first, rest = runs[0], runs[1] if len(runs) > 1 else ()
    return ast.EdgeItem(at, b.ident(feature), (first, *rest))


@builds("edge_run")
def _edge_run(b: Context, at: Span, start: ast.Expr, steps: list[Clause]) -> ast.EdgeRun:
    """A run goes on with `/`, with `to`, or with directions of its first place."""
    words = [step.word for step in steps]
    leads = words[0] == "to"
    by_way = "way" in words
    ways = [step.value for step in steps]
    if by_way and leads and isinstance(ways[0], ast.Name):
        words[0], ways[0] = "way", ast.Ident(ways[0].span, ways[0].text)
    for word, step in zip(words, steps, strict=True):
        if word != words[0]:
            b.unexpected(step.at, "this run of sides goes on in another way than it begins", "", "begin a new one after a comma")
            return ast.EdgeRun(at, start, (), (), leads)
    return ast.EdgeRun(at, start, () if by_way else tuple(ways), tuple(ways) if by_way else (), leads)


@builds("edge_beside")
def _edge_beside(b: Context, at: Span, place: ast.Expr) -> Clause:
    return Clause("/", place, at)


@builds("edge_leading")
def _edge_leading(b: Context, at: Span, place: ast.Expr) -> Clause:
    return Clause("to", place, at)


@builds("edge_way")
def _edge_way(b: Context, at: Span, way: Token) -> Clause:
    return Clause("way", b.ident(way), at)


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
def _placing(
    b: Context,
    at: Span,
    name: Token | None,
    what: Token,
    board: Token,
    part: tuple[ast.Label, ...] | None,
    column: int,
    row: int,
    lie: tuple[str, ...] | None,
    side: Token | None,
    keeping: tuple[ast.Ident, ...] | None,
) -> ast.Placing:
    is_overlay = b.word(what) == "overlay"
    if keeping and not is_overlay:
        b.unexpected(keeping[0].span, "a board covers nothing", "only an overlay can keep what is below", "write `overlay` for `board`")
    return ast.Placing(
        at, b.ident_or_none(name), is_overlay, b.ident(board), part or (), column, row, lie or (), b.ident_or_none(side), keeping or ()
    )


@builds("part")
def _part(b: Context, at: Span, first: Token, last: Token) -> tuple[ast.Label, ...]:
    return tuple(label_of(b, token) for token in (first, last))


@builds("turned")
def _turned(b: Context, at: Span) -> tuple[str, ...]:
    return ("turned",)


@builds("mirrored")
def _mirrored(b: Context, at: Span, words: tuple[str, ...]) -> tuple[str, ...]:
    return ("mirrored", *words)


@builds("mirror")
def _mirror(b: Context, at: Span, first: Token, second: Token) -> tuple[str, ...]:
    return (b.word(first), b.word(second))


@builds("rows_from")
def _rows_from(b: Context, at: Span, side: Token, edge: Token) -> ast.RowsFrom:
    return ast.RowsFrom(at, b.ident(side), b.word(edge))


@builds("seam")
def _seam(b: Context, at: Span, side: Token) -> Clause:
    return Clause("seam", b.ident(side), at)


@builds("labels")
def _labels(b: Context, at: Span, scheme: Token, side: Token | None) -> Clause:
    return Clause("labels", ast.LabelsItem(at, b.ident(scheme), b.ident_or_none(side)), at)
