"""Decision tables: rows by a result, or a grid of columns, proved to take every case once.

A table that gives a value becomes a value; a table of effects becomes a procedure.  A grid that gives yes or no without a `gives` column
lists what is allowed: its rows are yes, everything else is no.
"""

from __future__ import annotations

from tankdsl.check import tree
from tankdsl.check.binding import bind
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import Context
from tankdsl.check.env import Env, constant
from tankdsl.check.expressions import check, check_as, poison
from tankdsl.check.headers import param_type
from tankdsl.check.limits import has_too_many_rows
from tankdsl.check.matching import _any_of, alternatives, chain, prove, read_arms
from tankdsl.check.patterns import Cell, read_cell, test_of
from tankdsl.check.tree import Core, Local, ProcDef, ValueDef
from tankdsl.check.types import BOOL, Bool, Type
from tankdsl.diagnostics import counted, quoted
from tankdsl.diagnostics.registry import names, structure
from tankdsl.source import Span
from tankdsl.syntax import ast

Rows = list[tuple[list[Cell], Span]]
"""The cells of rows, with where they stand."""


def check_table(cx: Context, node: ast.Table) -> None:
    """Check a table and enter it into the program as a value or a procedure."""
    if has_too_many_rows(cx, "table", max(len(node.rows), len(node.arms)), node.name.span):
        return
    env = Env("effect" if node.gives is None else "value")
    params = tuple(bind(cx, env, param.name, param_type(cx, param)) for param in node.params)
    if node.header:
        _grid(cx, env, node, params)
    elif node.gives is not None:
        _value_arms(cx, env, node, params)
    else:
        _effect_arms(cx, env, node, params)
    cx.calls[node.name.text] = list(env.calls)


def _subject(cx: Context, node: ast.Table, params: tuple[Local, ...]) -> Local | None:
    """The parameter that the arms are about: named by `by`, or the last one."""
    if not params:
        cx.report(structure.ROW_WRONG, node.name.span, f"the table `{node.name.text}` has no parameter to decide by")
        return None
    if not node.by:
        return params[-1]
    if len(node.by) > 1:
        cx.report(
            structure.ROW_WRONG,
            node.by[1].span,
            "rows with `=>` decide by one parameter",
            help="use a grid (`| a | b | gives |`) for several",
        )
    found = next((param for param in params if param.name == node.by[0].text), None)
    if found is None:
        names_of = [param.name for param in params]
        cx.report(
            names.UNKNOWN_NAME,
            node.by[0].span,
            f"the table has no parameter `{node.by[0].text}`",
            help=cx.did_you_mean(node.by[0].text, names_of) or f"it has {quoted(names_of)}",
        )
    return found


def _effect_arms(cx: Context, env: Env, node: ast.Table, params: tuple[Local, ...]) -> None:
    subject = _subject(cx, node, params)
    if subject is None:
        return
    rows, bodies = read_arms(cx, env, node.arms, subject.type)
    prove(cx, node.name.span, [subject.type], alternatives(rows), "table")
    if node.ordered is not None:
        from tankdsl.check.ordering import check_ordered, ranked_arms

        check_ordered(cx, node, None, [subject], ranked_arms(rows))
    read = Core("local", (subject,), subject.type, node.name.span)
    body = chain([(cells, [read]) for cells, _ in rows], bodies, node.arms)
    cites = cite_ids(node.cites)
    cx.program.procs[node.name.text] = ProcDef(node.name.text, node.name.text, "table", params, (), (), body, cites, node.span)


def _value_arms(cx: Context, env: Env, node: ast.Table, params: tuple[Local, ...]) -> None:
    subject = _subject(cx, node, params)
    gives = cx.signatures[node.name.text].gives
    if subject is None or gives is None:
        return
    rows, results = [], []
    for arm in node.arms:
        rows.append(([read_cell(cx, env, pattern, subject.type) for pattern in arm.patterns], arm.span))
        results.append(_arm_value(cx, env, arm, gives))
    prove(cx, node.name.span, [subject.type], alternatives(rows), "table")
    _ordered_values(cx, node, gives, [subject], rows, results, alternatives=True)
    read = Core("local", (subject,), subject.type, node.name.span)
    value = _if_chain([(_any_of(cells, read), result) for (cells, _), result in zip(rows, results, strict=True)], gives, node.span)
    _enter(cx, node, params, value, gives)


def _ordered_values(
    cx: Context, node: ast.Table, gives: Type, columns: list[Local], rows: Rows, results: list[Core], *, alternatives: bool
) -> None:
    if node.ordered is not None:
        from tankdsl.check.ordering import check_ordered, ranked_values

        check_ordered(cx, node, gives, columns, ranked_values(cx, rows, results, alternatives=alternatives))


def _arm_value(cx: Context, env: Env, arm: ast.Arm, gives: Type) -> Core:
    match arm.body.statements:
        case (ast.Give(value=value),):
            return check_as(cx, env, value, gives, "what the table gives")
        case (ast.Do(call=call),):
            return check_as(cx, env, call, gives, "what the table gives")
        case _:
            cx.report(structure.ROW_WRONG, arm.span, "a row of a table that gives a value holds one value after `=>`")
            return poison(arm.span)


def _if_chain(rows: list[tuple[Core | None, Core]], gives: Type, span: Span) -> Core:
    """The first row whose test holds; the last needs none, since the table is total."""
    result = rows[-1][1] if rows else poison(span)
    for test, value in reversed(rows[:-1]):
        result = value if test is None else Core("if", (test, value, result), gives, span)
    return Core(result.op, result.args, gives, span)


def _enter(cx: Context, node: ast.Table, params: tuple[Local, ...], value: Core, gives: Type) -> None:
    name = node.name.text
    cx.program.values[name] = ValueDef(name, params, value, gives, cite_ids(node.cites, *(row.cites for row in node.rows)), node.span)


# ---------------------------------------------------------------------------------------------------------------- grid


def _grid(cx: Context, env: Env, node: ast.Table, params: tuple[Local, ...]) -> None:
    gives = cx.signatures[node.name.text].gives
    if gives is None:
        cx.report(structure.ROW_WRONG, node.name.span, "a grid gives a value", help="write `table name(...) gives Type { | ... | }`")
        return
    columns, result_at = _columns(cx, node, params)
    if columns is None:
        return
    members_only = result_at is None
    if members_only and not isinstance(gives, Bool):
        cx.report(structure.ROW_WRONG, node.header[0].span, "this grid has no `gives` column", help="add a last column `gives`")
        return
    rows: list[tuple[list[Cell], Span]] = []
    results: list[Core] = []
    for row in node.rows:
        read = _grid_row(cx, env, node, row, columns, result_at, gives)
        if read is not None:
            rows.append((read[0], row.span))
            results.append(read[1])
    subjects = [column.type for column in columns]
    if members_only:
        from tankdsl.check.matching import _overlaps

        _overlaps(cx, subjects, rows, "table")
    else:
        prove(cx, node.name.span, subjects, rows, "table")
    tests = [(_row_test(cells, columns, span), result) for (cells, span), result in zip(rows, results, strict=True)]
    if members_only:
        tests.append((None, constant(False, BOOL, node.span)))
        rows, results = [*rows, ([], node.name.span)], [*results, constant(False, BOOL, node.span)]
    _ordered_values(cx, node, gives, columns, rows, results, alternatives=False)
    _enter(cx, node, params, _if_chain(tests, gives, node.span), gives)


def _columns(cx: Context, node: ast.Table, params: tuple[Local, ...]) -> tuple[list[Local] | None, int | None]:
    by_name = {param.name: param for param in params}
    columns: list[Local] = []
    result_at: int | None = None
    for index, word in enumerate(node.header):
        if word.text == "gives" and index == len(node.header) - 1:
            result_at = index
        elif word.text in by_name:
            columns.append(by_name[word.text])
        else:
            cx.report(
                names.UNKNOWN_NAME,
                word.span,
                f"the table has no parameter `{word.text}`",
                help=cx.did_you_mean(word.text, by_name) or f"it has {quoted(by_name)}",
            )
            return None, None
    return columns, result_at


def _grid_row(
    cx: Context, env: Env, node: ast.Table, row: ast.Row, columns: list[Local], result_at: int | None, gives: Type
) -> tuple[list[Cell], Core] | None:
    if len(row.cells) != len(node.header):
        cx.report(
            structure.ROW_WRONG,
            row.span,
            f"this row has {counted(len(row.cells), 'cell')}, the header has {len(node.header)}",
            secondary=cx.labels((node.header[0].span.to(node.header[-1].span), "the header")),
        )
        return None
    cells = [_grid_cell(cx, env, row, index, column.type) for index, column in enumerate(columns)]
    if any(cell is None for cell in cells):
        return None
    if result_at is None:
        return [cell for cell in cells if cell is not None], constant(True, BOOL, row.span)
    parts = row.cells[result_at]
    value = check_as(cx, env, parts[0], gives, "in the column `gives`") if len(parts) == 1 else poison(row.span)
    return [cell for cell in cells if cell is not None], value


def _grid_cell(cx: Context, env: Env, row: ast.Row, index: int, subject: Type) -> Cell | None:
    parts = row.cells[index]
    if len(parts) != 1:
        what = "is empty" if not parts else "holds several values"
        cx.report(structure.ROW_WRONG, row.cell_spans[index], f"this cell {what}", help="write one value, a range, `none` or `any`")
        return None
    value = parts[0]
    if isinstance(value, ast.Name) and value.text == "any":
        return Cell("any")
    return read_cell(cx, env, ast.Pattern(value.span, value), subject)


def _row_test(cells: list[Cell], columns: list[Local], span: Span) -> Core | None:
    tests: list[Core] = []
    for cell, column in zip(cells, columns, strict=True):
        test = test_of(cell, Core("local", (column,), column.type, span))
        if test is not None:
            tests.append(test)
    if not tests:
        return constant(True, BOOL, span)
    return tests[0] if len(tests) == 1 else Core("and", tuple(tests), BOOL, span)


__all__ = ["check", "check_table", "tree"]
