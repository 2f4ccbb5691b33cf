"""Tables whose author says in which order their outcomes stand: then a better roll must never have a worse outcome.

Of a table of effects the rows are the outcomes, in written order; of one that gives something it is the values, in the order of their
type.  An outcome is known as far as its range is: only what is worse whatever the game does is reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from tankdsl.check.context import Context
from tankdsl.check.patterns import MAX_CASES, Cell, enum_points, points, shown
from tankdsl.check.tree import Core, Local
from tankdsl.check.types import Bool, Enum, Int, Type, required
from tankdsl.diagnostics import quoted
from tankdsl.diagnostics.registry import analysis, names, structure
from tankdsl.frozen import FrozenValue
from tankdsl.source import Span
from tankdsl.syntax import ast


class Row(FrozenValue):
    """A row: the cells of its columns (of an `otherwise` none), and between which ranks its outcome lies; a higher rank comes later."""

    cells: tuple[Cell, ...]
    span: Span
    rank: tuple[int, int] | None

    def takes(self, case: Sequence[object]) -> bool:
        """Whether it takes a case (of an `otherwise` asked after all others)."""
        return all(cell.takes(point) for cell, point in zip(self.cells, case, strict=False))


def ranked_arms(rows: list[tuple[list[Cell], Span]]) -> list[Row]:
    """The rows of a table of effects: each is an outcome by itself."""
    return [
        Row(cells, span, (rank, rank))
        for rank, (parts, span) in enumerate(rows)
        for cells in ([(cell,) for cell in parts] if parts else [()])
    ]


def ranked_values(cx: Context, rows: list[tuple[list[Cell], Span]], results: list[Core], *, alternatives: bool) -> list[Row]:
    """The rows of a table that gives something; where the cells are alternatives, each is a row by itself."""
    found: list[Row] = []
    for (parts, span), result in zip(rows, results, strict=True):
        cells = [(cell,) for cell in parts] if alternatives and parts else [tuple(parts)]
        found += [Row(each, span, _rank(cx, result)) for each in cells]
    return found


def _rank(cx: Context, result: Core) -> tuple[int, int] | None:
    match result.op, result.args, result.type:
        case "bool", (truth,), _:
            return int(truth), int(truth)
        case "enum", (_, member), type:
            at = (enum_points(cx, required(type)) or []).index(member)
            return at, at
        case _, _, Int(low, high):
            return low, high
        case _:
            return None


def check_ordered(cx: Context, node: ast.Table, gives: Type | None, columns: Sequence[Local], rows: list[Row]) -> None:
    """Report rows whose outcome is worse than that of a worse roll."""
    ordered = node.ordered
    assert ordered is not None
    if gives is not None and not isinstance(required(gives), (Int, Bool, Enum)):
        help = "only numbers, yes and no, and members of enums have an order"
        cx.report(structure.ROW_WRONG, ordered.span, "what this table gives has no order", help=help)
        return
    roll = _roll(cx, node, ordered, columns)
    if roll is not None:
        said: set[Span] = set()
        for better, worse, row, other in _worse(cx, ordered, columns, roll, rows):
            if row.span not in said:
                said.add(row.span)
                _report(cx, columns[roll].name, better, worse, row, other)


def _roll(cx: Context, node: ast.Table, ordered: ast.Ordered, columns: Sequence[Local]) -> int | None:
    """Which column is the roll: the one that is named, or the only one of numbers."""
    numbers = [at for at, column in enumerate(columns) if isinstance(required(column.type), Int)]
    if ordered.roll is None:
        if len(numbers) == 1:
            return numbers[0]
        what = f"{quoted([columns[at].name for at in numbers], 'and')} are numbers" if numbers else "it decides by no number"
        cx.report(structure.ROW_WRONG, ordered.span, f"by what are the outcomes ordered? {what}", help="write `ordered ... by high roll`")
        return None
    found = next((at for at in numbers if columns[at].name == ordered.roll.text), None)
    if found is None:
        candidates = [columns[at].name for at in numbers]
        help = cx.did_you_mean(ordered.roll.text, candidates) or (f"numbers are {quoted(candidates, 'and')}" if candidates else "")
        cx.report(names.UNKNOWN_NAME, ordered.roll.span, f"the table decides by no number `{ordered.roll.text}`", help=help)
    return found


Worse = tuple[object, object, Row, Row]
"""A roll, a worse one, the row that takes the first, and the one with a better outcome that takes the second."""


def _worse(cx: Context, ordered: ast.Ordered, columns: Sequence[Local], roll: int, rows: list[Row]) -> Iterator[Worse]:
    cases: list[list[object]] = []
    size = 1
    for at, column in enumerate(columns):
        listed = enum_points(cx, column.type) or points(column.type, [row.cells[at] for row in rows if row.cells])
        if listed is None:
            return
        size *= len(listed)
        cases.append(listed)
    if size > MAX_CASES:
        return
    rolls = [point for point in cases[roll] if point is not None]
    if ordered.low_is_better:
        rolls.reverse()
    for others in product(*cases[:roll], *cases[roll + 1 :]):
        best: tuple[int, object, Row] | None = None
        for point in rolls:
            row = next((row for row in rows if row.takes((*others[:roll], point, *others[roll:]))), None)
            if row is None or row.rank is None:
                continue
            least, most = (-row.rank[1], -row.rank[0]) if ordered.best_first else row.rank
            if best is not None and most < best[0]:
                yield point, best[1], row, best[2]
            if best is None or least > best[0]:
                best = least, point, row


def _report(cx: Context, name: str, better: object, worse: object, row: Row, other: Row) -> None:
    cx.report(
        analysis.BETTER_ROLL_WORSE,
        row.span,
        f"for `{name}` {shown(better)} is better than {shown(worse)}, and its outcome is worse",
        label=f"the outcome of {shown(better)}",
        secondary=cx.labels((other.span, f"the better outcome of {shown(worse)}")),
        help="exchange them, or put the rows in the order that `ordered` says; if it is meant, leave `ordered` out",
    )


__all__ = ["check_ordered", "ranked_arms", "ranked_values"]
