"""Patterns and coverage: which cases a row takes, and whether all cases are taken.

A pattern takes some of the points of its column: members of an enum, yes and no, pieces of a range, with `None` standing for an absent
value.  Coverage of several columns is decided on the product of their points; ranges are cut into the pieces that the rows tell apart, so
that the product stays small however wide the ranges are.
"""

from __future__ import annotations

from itertools import product

from tankdsl.check.context import Context
from tankdsl.check.env import Env
from tankdsl.check.expressions import check, poison
from tankdsl.check.tree import Core
from tankdsl.check.types import INT32_MAX, INT32_MIN, Bool, Enum, Int, NoneType, Optional, Poison, Type, describe, required
from tankdsl.diagnostics.registry import types
from tankdsl.frozen import FrozenValue
from tankdsl.source import Span
from tankdsl.syntax import ast

MAX_CASES = 100_000
"""A table with more cases than this is not proved total (it then needs `otherwise`)."""


class Piece(FrozenValue):
    """Numbers low..high that the rows of a table do not tell apart."""

    low: int
    high: int


class Cell(FrozenValue):
    """One column of one row: the points it takes. kind: any, none, range (low..high), member, bool, value (not a constant)."""

    kind: str
    low: int = 0
    high: int = 0
    word: str | bool = ""
    core: Core | None = None

    def takes(self, point: object) -> bool:
        """Whether a case with this point is taken."""
        match self.kind:
            case "any":
                return True
            case "none":
                return point is None
            case "range":
                return isinstance(point, Piece) and self.low <= point.low and point.high <= self.high
            case "member" | "bool":
                return point == self.word and type(point) is type(self.word)
            case _:
                return False


def read_cell(cx: Context, env: Env, pattern: ast.Pattern, subject: Type) -> Cell:
    """A pattern against the type of its column; faults are reported and take nothing."""
    if pattern.any:
        return Cell("any")
    assert pattern.value is not None
    value = pattern.value
    if isinstance(value, ast.Binary) and value.op == "..":
        return _range(cx, env, value, subject)
    if isinstance(value, ast.Binary) and (meant := _meant_as_range(cx, value, required(subject))) is not None:
        return meant
    core = check(cx, env, value, subject)
    inner = required(subject)
    if isinstance(core.type, Poison):
        return Cell("value", core=core)
    if isinstance(core.type, NoneType):
        return Cell("none")
    if not cx.fits(core.type, inner):
        cx.mismatch(core.span, core.type, inner, "in this column")
        return Cell("value", core=poison(core.span))
    match core.op, core.args:
        case "int", (number,):
            return _in_column(cx, core.span, Cell("range", number, number), subject)
        case "bool", (truth,):
            return Cell("bool", word=truth)
        case "enum", (_, member):
            return Cell("member", word=member)
        case "neg", _ if isinstance(core.type, Int) and core.type.low == core.type.high:
            return _in_column(cx, core.span, Cell("range", core.type.low, core.type.high), subject)
        case _:
            return Cell("value", core=core)


def _meant_as_range(cx: Context, node: ast.Binary, column: Type) -> Cell | None:
    """`4-5` and `4+ "a hit"`: ranges as rulebooks print them; they are reported and taken as what they mean."""
    if not isinstance(node.left, ast.Int) or not isinstance(column, Int):
        return None
    low, measure = node.left.value, "" if node.left.measure is None else f" {node.left.measure.text}"
    if node.op == "-" and isinstance(node.right, ast.Int):
        span, high, headline = node.span, node.right.value, "this is a difference and no range"
    elif node.op == "+" and isinstance(node.right, ast.Text):
        span, high, headline = node.left.span, max(low, column.high), "a number and what is above it is written as a range"
    else:
        return None
    cx.report(types.TYPE_MISMATCH, span, headline, help=f"write `{shown(Piece(low, high))}{measure}`")
    return Cell("range", low, max(low, high))


def _range(cx: Context, env: Env, node: ast.Binary, subject: Type) -> Cell:
    low, high = check(cx, env, node.left), check(cx, env, node.right)
    for end in (low, high):
        if not isinstance(end.type, Int):
            cx.mismatch(end.span, end.type, "a number", "as the end of a range")
            return Cell("value", core=poison(node.span))
    assert isinstance(low.type, Int) and isinstance(high.type, Int)
    inner = required(subject)
    if isinstance(inner, Int) and inner.measure != (low.type.measure or high.type.measure):
        cx.mismatch(node.span, high.type, inner, "in this column")
    if low.type.low != low.type.high or high.type.low != high.type.high:
        help = "compare with `if` instead, or write the numbers out"
        cx.report(types.NOT_CONSTANT, node.span, "the ends of a range among rows must be known, and this one is not", help=help)
        return Cell("value", core=poison(node.span))
    if low.type.low > high.type.low:
        cx.report(types.OUT_OF_RANGE, node.span, "this range is empty", help="write the smaller number first")
        return Cell("value", core=poison(node.span))
    return _in_column(cx, node.span, Cell("range", low.type.low, high.type.low), subject)


def _in_column(cx: Context, span: Span, cell: Cell, subject: Type) -> Cell:
    """A number or range of which nothing ever occurs is reported; one that only reaches beyond the column is not."""
    inner = required(subject)
    if isinstance(inner, Int) and (cell.high < inner.low or cell.low > inner.high):
        cx.report(types.OUT_OF_RANGE, span, f"`{shown(Piece(cell.low, cell.high))}` never occurs: the column is {describe(inner)}")
    return cell


def points(subject: Type, cells: list[Cell]) -> list[object] | None:
    """The cases of a column, one for each piece that the cells tell apart; None when they cannot be listed."""
    inner = required(subject)
    out: list[object] = [None] if isinstance(subject, (Optional, NoneType)) else []
    match inner:
        case Bool():
            return [*out, False, True]
        case Int(low, high):
            return [*out, *_cuts(low, high, cells)]
        case Enum():
            return None
        case _:
            return None


def enum_points(cx: Context, subject: Type) -> list[object] | None:
    """The members of an enum column."""
    inner = required(subject)
    if not isinstance(inner, Enum):
        return None
    found = [member for member, owners in cx.symbols.members.items() if inner.name in owners]
    return [None, *found] if isinstance(subject, Optional) else list(found)


def _cuts(low: int, high: int, cells: list[Cell]) -> list[Piece]:
    """The pieces of low..high that the ranges of the cells cut out."""
    edges = {low}
    for cell in cells:
        if cell.kind == "range":
            edges |= {edge for edge in (cell.low, cell.high + 1) if low <= edge <= high}
    starts = sorted(edges)
    return [Piece(start, end - 1) for start, end in zip(starts, [*starts[1:], high + 1], strict=True)]


def uncovered(cx: Context, subjects: list[Type], rows: list[list[Cell]]) -> list[tuple[object, ...]] | None:
    """The cases that no row takes (at most six); None when coverage cannot be decided."""
    columns: list[list[object]] = []
    for index, subject in enumerate(subjects):
        column = enum_points(cx, subject) or points(subject, [row[index] for row in rows])
        if column is None:
            return None
        columns.append(column)
    total = 1
    for column in columns:
        total *= len(column)
    if total > MAX_CASES:
        return None
    missing: list[tuple[object, ...]] = []
    for case in product(*columns):
        if not any(all(cell.takes(point) for cell, point in zip(row, case, strict=True)) for row in rows):
            missing.append(case)
            if len(missing) > 5:
                break
    return missing


def overlap(cx: Context, subjects: list[Type], one: list[Cell], other: list[Cell]) -> tuple[object, ...] | None:
    """A case that both rows take, if there is one that can be named."""
    case: list[object] = []
    for index, subject in enumerate(subjects):
        column = enum_points(cx, subject) or points(subject, [one[index], other[index]])
        if column is None:
            return None
        both = next((point for point in column if one[index].takes(point) and other[index].takes(point)), _NOTHING)
        if both is _NOTHING:
            return None
        case.append(both)
    return tuple(case)


_NOTHING = object()


def shown(point: object) -> str:
    """A case in the designer's words."""
    if point is None:
        return "none"
    if isinstance(point, bool):
        return "yes" if point else "no"
    if isinstance(point, Piece):
        return str(point.low) if point.low == point.high else f"{point.low}..{point.high}"
    return str(point)


def test_of(cell: Cell, subject: Core) -> Core | None:
    """The condition that a column makes; None when it takes everything."""
    from tankdsl.check.env import constant
    from tankdsl.check.types import BOOL

    span = subject.span
    match cell.kind:
        case "any":
            return None
        case "none":
            return Core("absent", (subject,), BOOL, span)
        case "range" if cell.low == cell.high:
            return Core("==", (subject, constant(cell.low, Int(cell.low, cell.low), span)), BOOL, span)
        case "range":
            low = Core(">=", (subject, constant(cell.low, Int(cell.low, cell.low), span)), BOOL, span)
            high = Core("<=", (subject, constant(cell.high, Int(cell.high, cell.high), span)), BOOL, span)
            return Core("and", (low, high), BOOL, span)
        case "bool":
            return Core("==", (subject, constant(bool(cell.word), BOOL, span)), BOOL, span)
        case "member":
            inner = required(subject.type)
            assert isinstance(inner, Enum)
            return Core("==", (subject, Core("enum", (inner.name, cell.word), inner, span)), BOOL, span)
        case _:
            assert cell.core is not None
            return Core("==", (subject, cell.core), BOOL, span)


__all__ = ["INT32_MAX", "INT32_MIN", "Cell", "overlap", "read_cell", "shown", "test_of", "uncovered"]
