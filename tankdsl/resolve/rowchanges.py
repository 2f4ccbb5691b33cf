"""Rows of declarations being changed: of values, tables, endings, movements and tables of things."""

from __future__ import annotations

from collections.abc import Callable

from tankdsl.diagnostics import quoted
from tankdsl.diagnostics.registry import structure
from tankdsl.syntax import ast
from tankdsl.syntax.node import replaced

Rowed = ast.Value | ast.Table | ast.Ending | ast.Movement | ast.Things
Report = Callable[..., None]
SORTS: dict[type, tuple[type, str]] = {
    ast.Value: (ast.ValueRow, "amount when condition"),
    ast.Ending: (ast.EndingRow, "win side when condition"),
    ast.Movement: (ast.MoveRow, 'cost amount when condition` or `never when condition "reason"'),
}
"""The rows of declarations, and how one is written."""


def row_names(declaration: ast.Decl) -> list[str] | None:
    """The names of the rows that can be changed one by one; None for a declaration without such rows."""
    match declaration:
        case ast.Things():
            at = _id_column(declaration)
            return [] if at is None else [text for row in declaration.rows if (text := _id_of(row, at)) is not None]
        case ast.Value() if declaration.combine is not None:
            return [row.name.text for row in declaration.rows if row.name is not None]
        case ast.Table() if declaration.arms:
            return [arm.name.text for arm in declaration.arms if arm.name is not None]
        case ast.Ending() | ast.Movement():
            return [row.name.text for row in declaration.rows if row.name is not None]
    return None


def changed_row(declaration: ast.Decl, change: ast.Change, report: Report) -> ast.Decl | None:
    """The declaration with a row added, replaced, changed or removed; None when that cannot be, which is reported."""
    match declaration:
        case ast.Things():
            return _thing(declaration, change, report)
        case ast.Table():
            return _arms(declaration, change, report)
        case ast.Value() | ast.Ending() | ast.Movement():
            return _rows(declaration, change, report)
    raise TypeError(f"{type(declaration).__name__} has no rows")


def _thing(table: ast.Things, change: ast.Change, report: Report) -> ast.Things | None:
    """A row of a table of things is taken away, or some of its cells are others."""
    at = _id_column(table)
    assert at is not None and change.of is not None
    if change.target is None or change.word not in ("change", "remove"):
        kind = table.name.text
        ways = f"to add rows, declare them: `{table.word} {kind} {{ ... }}`", f"to change one, write `change row name of {kind} {{ ... }}`"
        report(structure.CHANGE_WRONG, change.span, "rows of things are changed or removed", help=ways)
        return None
    index = next(index for index, row in enumerate(table.rows) if _id_of(row, at) == change.target.text)
    if change.word == "remove":
        return replaced(table, rows=(*table.rows[:index], *table.rows[index + 1 :]))
    header, row = list(table.header), table.rows[index]
    cells, spans, others = list(row.cells), list(row.cell_spans), list(table.rows)
    for setting in change.parts:
        assert isinstance(setting, ast.Setting)
        name = setting.target.text if isinstance(setting.target, ast.Name) else ""
        if name in ("", "id"):
            help = f"its columns are {quoted([word.text for word in header], 'and')}"
            report(structure.CHANGE_WRONG, setting.target.span, "a row is changed column by column, and keeps its id", help=help)
            return None
        column = next((number for number, word in enumerate(header) if word.text == name), len(header))
        if column == len(header):
            # A column that the table lacks: blank for all other rows, so that their default holds.
            header.append(ast.Ident(setting.target.span, name))
            cells.append(())
            spans.append(setting.target.span)
            others = [replaced(one, cells=(*one.cells, ()), cell_spans=(*one.cell_spans, setting.target.span)) for one in others]
        cells[column], spans[column] = (setting.value,), setting.value.span
    others[index] = replaced(row, cells=tuple(cells), cell_spans=tuple(spans))
    return replaced(table, header=tuple(header), rows=tuple(others))


def _id_column(table: ast.Things) -> int | None:
    return next((number for number, word in enumerate(table.header) if word.text == "id"), None)


def _id_of(row: ast.Row, at: int) -> str | None:
    cell = row.cells[at] if at < len(row.cells) else ()
    return cell[0].text if len(cell) == 1 and isinstance(cell[0], ast.Name) else None


def _arms(table: ast.Table, change: ast.Change, report: Report) -> ast.Table | None:
    """A row of a decision table."""
    arms = list(table.arms)
    if change.word == "add":
        if not isinstance(change.row, ast.Arm):
            other_rows(change, "patterns => what is done", report)
            return None
        # Before an `otherwise`, which has no patterns.
        at = next((index for index, arm in enumerate(arms) if not arm.patterns), len(arms))
        arms.insert(at, change.row)
        return replaced(table, arms=tuple(arms))
    assert change.target is not None
    index = next(index for index, arm in enumerate(arms) if arm.name is not None and arm.name.text == change.target.text)
    if change.word == "remove":
        del arms[index]
    elif isinstance(change.row, ast.Arm):
        arms[index] = replaced(change.row, name=change.row.name or change.target)
    else:
        other_rows(change, "patterns => what is done", report)
        return None
    return replaced(table, arms=tuple(arms))


def _rows(declaration: ast.Value | ast.Ending | ast.Movement, change: ast.Change, report: Report) -> ast.Decl | None:
    """A row of a value, an ending or a movement."""
    rows: list[ast.ValueRow | ast.EndingRow | ast.MoveRow] = list(declaration.rows)
    sort, wanted = SORTS[type(declaration)]
    if change.word != "remove" and not isinstance(change.row, sort):
        other_rows(change, wanted, report)
        return None
    if change.word == "add":
        return replaced(declaration, rows=(*rows, change.row))
    assert change.target is not None
    index = next(index for index, row in enumerate(rows) if row.name is not None and row.name.text == change.target.text)
    if change.word == "remove":
        del rows[index]
    else:
        assert isinstance(change.row, ast.ValueRow | ast.EndingRow | ast.MoveRow)
        rows[index] = replaced(change.row, name=change.row.name or change.target)
    return replaced(declaration, rows=tuple(rows))


def other_rows(change: ast.Change, wanted: str, report: Report) -> None:
    """Report that a row is none of those of the declaration that it is added to."""
    assert change.of is not None
    span = change.row.span if change.row is not None else change.span
    report(structure.CHANGE_WRONG, span, f"rows of `{change.of.text}` are of another sort", help=f"write `{wanted}`")
