"""`match` and tables: the first row that fits is taken, and every case has exactly one.

Both become chains of conditions; what is proved here (total, no overlap, no dead row) is what makes the chain a table.
"""

from __future__ import annotations

from collections.abc import Sequence

from tankdsl.check import tree
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import Context
from tankdsl.check.env import Env
from tankdsl.check.expressions import check, number, poison
from tankdsl.check.limits import has_too_many_rows
from tankdsl.check.patterns import Cell, overlap, read_cell, shown, test_of, uncovered
from tankdsl.check.tree import AnyStmt, Core
from tankdsl.check.types import BOOL, Poison, Type
from tankdsl.diagnostics.registry import structure
from tankdsl.source import Span
from tankdsl.syntax import ast


def match_value(cx: Context, env: Env, node: ast.Match, expected: Type | None) -> Core:
    """`match` as a value."""
    if has_too_many_rows(cx, "match", len(node.arms), node.span):
        return poison(node.span)
    subject = number(cx, env, check(cx, env, node.subject))
    rows = [([read_cell(cx, env, pattern, subject.type) for pattern in arm.patterns], arm.span) for arm in node.arms]
    results = [check(cx, env, arm.value, expected) for arm in node.arms]
    if isinstance(subject.type, Poison):
        return poison(node.span)
    prove(cx, node.span, [subject.type], alternatives(rows), "match")
    from tankdsl.check.operators import branches

    type = branches(cx, env, node.span, results)
    result = results[-1]
    for (cells, _), value in reversed(list(zip(rows[:-1], results[:-1], strict=True))):
        test = _any_of(cells, subject)
        result = value if test is None else Core("if", (test, value, result), type, node.span)
    return Core(result.op, result.args, type, node.span)


def _any_of(cells: Sequence[Cell], subject: Core) -> Core | None:
    """`a, b => ...`: one of the alternatives."""
    tests = [test_of(cell, subject) for cell in cells]
    kept = [test for test in tests if test is not None]
    if not cells or len(kept) < len(tests):
        return None
    return kept[0] if len(kept) == 1 else Core("or", tuple(kept), BOOL, subject.span)


def alternatives(rows: list[tuple[list[Cell], Span]]) -> list[tuple[list[Cell], Span]]:
    """Rows of one column whose cells are alternatives, as rows of one cell; no cells = `otherwise`."""
    out: list[tuple[list[Cell], Span]] = []
    for cells, span in rows:
        out += [([cell], span) for cell in cells] if cells else [([], span)]
    return out


def prove(cx: Context, span: Span, subjects: list[Type], rows: list[tuple[list[Cell], Span]], what: str) -> None:
    """Report missing cases, overlapping rows and rows that nothing reaches.  A row without cells is `otherwise`."""
    plain = [(cells, at) for cells, at in rows if cells]
    has_otherwise = len(plain) < len(rows)
    _overlaps(cx, subjects, plain, what)
    _behind_otherwise(cx, rows)
    if any(cell.core is not None and isinstance(cell.core.type, Poison) for cells, _ in plain for cell in cells):
        return  # A row that is at fault may be the one that is missing.
    if any(isinstance(subject, Poison) for subject in subjects):
        return  # What there is to decide by is at fault, and that is reported.
    missing = uncovered(cx, subjects, [cells for cells, _ in plain])
    if missing is None:
        if not has_otherwise and not any(all(cell.kind == "any" for cell in cells) for cells, _ in plain):
            cx.report(
                structure.TABLE_NOT_TOTAL,
                span,
                f"it cannot be proved that this {what} has a row for every case",
                help="add `otherwise => ...` as the last row",
            )
        return
    if missing and not has_otherwise:
        cases = "; ".join(", ".join(shown(point) for point in case) for case in missing[:5])
        more = " and more" if len(missing) > 5 else ""
        cx.report(
            structure.TABLE_NOT_TOTAL,
            span,
            f"this {what} has no row for {cases}{more}",
            help="add rows for these cases, or `otherwise => ...`",
        )
    if not missing and has_otherwise:
        at = next(at for cells, at in rows if not cells)
        cx.report(structure.ROW_UNREACHABLE, at, "`otherwise` is never reached: the rows before it take every case", help="leave it out")


def _behind_otherwise(cx: Context, rows: list[tuple[list[Cell], Span]]) -> None:
    at = next((index for index, (cells, _) in enumerate(rows) if not cells), None)
    for _, span in rows[at + 1 :] if at is not None else ():
        cx.report(
            structure.ROW_UNREACHABLE, span, "this row stands behind `otherwise` and is never reached", help="make `otherwise` the last row"
        )


def _overlaps(cx: Context, subjects: list[Type], rows: list[tuple[list[Cell], Span]], what: str) -> None:
    for index, (cells, at) in enumerate(rows):
        for earlier, first in rows[:index]:
            case = overlap(cx, subjects, earlier, cells)
            if case is None:
                continue
            cx.report(
                structure.TABLE_OVERLAP,
                at,
                f"two rows of this {what} take {', '.join(shown(point) for point in case)}",
                secondary=cx.labels((first, "the first is here")),
                help="narrow one of them",
            )
            break


def match_statement(cx: Context, env: Env, node: ast.MatchStmt) -> tuple[AnyStmt, ...]:
    """`match` as a statement."""
    if has_too_many_rows(cx, "match", len(node.arms), node.span):
        return ()
    subject = number(cx, env, check(cx, env, node.subject))
    rows, bodies = read_arms(cx, env, node.arms, subject.type)
    if isinstance(subject.type, Poison):
        return ()
    prove(cx, node.span, [subject.type], alternatives(rows), "match")
    local = tree.Local("subject", subject.type)
    read = Core("local", (local,), subject.type, subject.span)
    kept = tree.SetLocal(node.span, (), local, subject)
    return (kept, *chain([([*cells], [read]) for cells, _ in rows], bodies, node.arms))


def read_arms(
    cx: Context, env: Env, arms: tuple[ast.Arm, ...], subject: Type
) -> tuple[list[tuple[list[Cell], Span]], list[tuple[AnyStmt, ...]]]:
    """The patterns and bodies of arms over one subject."""
    from tankdsl.check.statements import check_block

    rows: list[tuple[list[Cell], Span]] = []
    bodies: list[tuple[AnyStmt, ...]] = []
    before, ends = env.fork(), []
    for arm in arms:
        rows.append(([read_cell(cx, env, pattern, subject) for pattern in arm.patterns], arm.span))
        env.ranges = dict(before)
        bodies.append((*_told(cx, env, arm), *check_block(cx, env, arm.body)))
        ends.append(env.ranges)
    env.merge(ends or [before])
    return rows, bodies


def _told(cx: Context, env: Env, arm: ast.Arm) -> tuple[AnyStmt, ...]:
    """What players are told when an arm is reached: its text, if it has one."""
    from tankdsl.check.texts import shown_text, slots_of

    if arm.label is None:
        return ()
    text = shown_text(cx, env, arm.label)
    bound = (env.lookup(name) for name in slots_of(text))
    key = "" if arm.name is None else arm.name.text
    return (tree.Tell(arm.label.span, (), key, text, tuple(one.local for one in bound if one is not None)),)


def chain(rows: list[tuple[list[Cell], list[Core]]], bodies: list[tuple[AnyStmt, ...]], arms: Sequence[ast.Arm]) -> tuple[AnyStmt, ...]:
    """The arms as if / else if / else; alternatives of one subject."""
    result: tuple[AnyStmt, ...] = ()
    for index in range(len(rows) - 1, -1, -1):
        cells, subjects = rows[index]
        test = _any_of(cells, subjects[0])
        last = index == len(rows) - 1
        if test is None or (last and not result):
            result = bodies[index] if test is None else (_branch(arms[index], test, bodies[index], result),)
        else:
            result = (_branch(arms[index], test, bodies[index], result),)
    return result


def _branch(arm: ast.Arm, test: Core, body: tuple[AnyStmt, ...], rest: tuple[AnyStmt, ...]) -> AnyStmt:
    return tree.IfElse(arm.span, cite_ids(arm.cites), None, test, body, rest)
