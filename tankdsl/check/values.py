"""Values: derived numbers and answers, with rows that add up and name themselves, or one expression.

A value is checked when it is first called, so that its range is known to the caller; the declared type, if any, must hold the inferred one.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.binding import bind
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import Context, Signature
from tankdsl.check.env import Env, constant
from tankdsl.check.expressions import check, check_as, condition, demand, in_range, poison
from tankdsl.check.headers import param_type
from tankdsl.check.sets import bind_element, listed, set_of
from tankdsl.check.tree import Core, Local, ValueDef
from tankdsl.check.types import (
    BOOL,
    INT32_MAX,
    INT32_MIN,
    POISON,
    Bool,
    Int,
    Poison,
    Type,
    describe,
    is_unbounded,
    join,
    optional,
    required,
    with_range,
)
from tankdsl.diagnostics.registry import analysis, names, types
from tankdsl.frozen import replaced
from tankdsl.source import Span
from tankdsl.syntax import ast
from tankdsl.syntax.node import fields_of

Entry = tuple[Core, Core, str, tuple[str, ...]]
"""A row: its amount, when it counts, what it is called, the rules it rests on."""


def value_type(cx: Context, signature: Signature, span: Span) -> Type:
    """What a value gives: the declared type when it is bounded, otherwise what its body can give."""
    declaration = signature.declaration
    if isinstance(declaration, ast.Table):
        return signature.gives or POISON
    assert isinstance(declaration, ast.Value)
    done = cx.program.values.get(signature.name)
    if done is None:
        if signature.name in cx.checking_values:
            return signature.gives or POISON
        done = check_value(cx, declaration)
    return done.gives


def check_value(cx: Context, declaration: ast.Value) -> ValueDef:
    """Check a value declaration and enter it into the program.

    It may be checked in the middle of a trial whose findings are dropped, so its own are set aside.
    """
    for one in _called_first(cx, declaration):
        _check_one(cx, one)
    return cx.program.values[declaration.name.text]


def _called_first(cx: Context, declaration: ast.Value) -> Iterator[ast.Value]:
    """A value behind all those that it calls and that are not checked yet, so that a long chain of calls is no deep recursion.

    Those that wait for another count as being checked: in a circle nothing is known of what comes next.
    """
    way = [(declaration, iter(_calls(cx, declaration)))]
    while way:
        one, calls = way[-1]
        name = one.name.text
        cx.checking_values.add(name)
        following = next((other for other in calls if not _is_begun(cx, other)), None)
        if following is not None:
            way.append((following, iter(_calls(cx, following))))
            continue
        way.pop()
        cx.checking_values.discard(name)
        if name not in cx.program.values:
            yield one


def _is_begun(cx: Context, value: ast.Value) -> bool:
    return value.name.text in cx.program.values or value.name.text in cx.checking_values


def _calls(cx: Context, declaration: ast.Value) -> list[ast.Value]:
    """The values that a value calls, as it is written."""
    found: dict[str, ast.Value] = {}
    todo: list[object] = [declaration]
    while todo:
        node = todo.pop()
        if isinstance(node, tuple):
            todo += node
        elif isinstance(node, ast.Node):
            todo += [part for _, part in fields_of(node)]
            called = cx.symbols.values.get(node.name.text) if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Value):
                found[called.name.text] = called
    return list(found.values())


def _check_one(cx: Context, declaration: ast.Value) -> ValueDef:
    name = declaration.name.text
    cx.checking_values.add(name)
    outside, cx.found = cx.found, []
    env = Env("value")
    params = tuple(bind(cx, env, param.name, param_type(cx, param)) for param in declaration.params)
    declared = cx.signatures[name].gives
    body = _body(cx, env, declaration, declared)
    gives = _result(cx, declaration, body, declared)
    cx.calls[name] = list(env.calls)
    cx.checking_values.discard(name)
    cx.found_in_values += cx.found
    cx.found = outside
    made = ValueDef(name, params, body, gives, cite_ids(declaration.cites), declaration.span)
    cx.program.values[name] = made
    return made


def _body(cx: Context, env: Env, declaration: ast.Value, declared: Type | None) -> Core:
    if declaration.combine is None:
        assert declaration.body is not None
        return check(cx, env, declaration.body, declared)
    return _rows(cx, env, declaration, declared)


def _result(cx: Context, declaration: ast.Value, body: Core, declared: Type | None) -> Type:
    found = body.type
    if declared is None or (isinstance(found, Poison) and isinstance(declared, Int) and is_unbounded(declared)):
        return found
    if isinstance(declared, Poison) or isinstance(found, Poison):
        return declared
    if isinstance(declared, Int) and isinstance(found, Int) and is_unbounded(declared) and declared.measure == found.measure:
        return found
    where = f"the result of `{declaration.name.text}`"
    demand(cx, Env("value"), body, declared, where)
    return declared


def _rows(cx: Context, env: Env, declaration: ast.Value, declared: Type | None) -> Core:
    """A value of rows: `sum`, `max`, `min` of those that hold, or `every` (all must hold)."""
    entries: list[Entry] = []
    wanted = BOOL if declaration.combine == "every" else declared
    combine = declaration.combine or "sum"
    removed = _removed_rows(cx, declaration.name.text)
    row_values: list[tuple[Core, bool]] = []
    for row in declaration.rows:
        stays = row.name is None or row.name.text not in removed
        row_values += [(amount, always and stays) for amount, always in _row(cx, env, row, wanted, entries, combine)]
    row_values += _added_rows(cx, env, declaration.name.text, wanted, combine)
    low = None if declaration.low is None else check_as(cx, env, declaration.low, Int(), "as the least result")
    high = None if declaration.high is None else check_as(cx, env, declaration.high, Int(), "as the greatest result")
    type = _combined(cx, declaration, row_values, declared)
    if isinstance(type, Int) and low is not None and isinstance(low.type, Int):
        type = with_range(type, max(type.low, low.type.low), max(type.high, low.type.low))
    if isinstance(type, Int) and high is not None and isinstance(high.type, Int):
        type = with_range(type, min(type.low, high.type.high), min(type.high, high.type.high))
    none = Core("none", (), POISON, declaration.span)
    return Core("rows", (declaration.combine, tuple(entries), low or none, high or none), type, declaration.span)


def _changes_of(cx: Context, value: str) -> Iterator[ast.Change]:
    """What options add to a value of rows and take from it: its range must hold with every option."""
    for option in cx.symbols.space("option").values():
        assert isinstance(option, ast.Option)
        yield from (change for change in option.changes if change.of is not None and change.of.text == value)


def _removed_rows(cx: Context, value: str) -> set[str]:
    return {change.target.text for change in _changes_of(cx, value) if change.word == "remove" and change.target is not None}


def _added_rows(cx: Context, env: Env, value: str, wanted: Type | None, combine: str) -> list[tuple[Core, bool]]:
    """The amounts of the rows that options add; their faults are reported where they are added."""
    before = len(cx.found)
    rows = [change.row for change in _changes_of(cx, value) if change.word == "add" and isinstance(change.row, ast.ValueRow)]
    amounts = [(amount, False) for row in rows for amount, _ in _row(cx, env, row, wanted, [], combine)]
    del cx.found[before:]
    return amounts


def _row(
    cx: Context, env: Env, row: ast.ValueRow, wanted: Type | None, entries: list[Entry], combine: str = "sum"
) -> list[tuple[Core, bool]]:
    """One row: the amounts it can add, and whether it always does."""
    if row.var is not None:
        return _each_row(cx, env, row, wanted, entries, combine)
    assert row.amount is not None
    before = len(cx.found)
    amount = check(cx, env, row.amount, wanted)
    if isinstance(wanted, Bool):
        amount = condition(cx, env, row.amount)
    _forgotten_colon(cx, row, before)
    when = Core("bool", (True,), BOOL, row.span) if row.condition is None else condition(cx, env, row.condition)
    entries.append((amount, when, _words(row), cite_ids(row.cites)))
    return [(amount, row.condition is None)]


def _forgotten_colon(cx: Context, row: ast.ValueRow, before: int) -> None:
    """`close +1` reads as a sum that begins with a name; one that nothing is called was meant as the name of the row."""
    first = row.amount
    while isinstance(first, ast.Binary) and first.op in ("+", "-"):
        first = first.left
    if row.name is not None or not isinstance(first, ast.Name) or first is row.amount:
        return
    for number, finding in enumerate(cx.found[before:], before):
        if finding.name == names.UNKNOWN_NAME.name and finding.primary is not None and finding.primary.span == first.span:
            help = f"if it is the name of the row, a colon stands behind it: `{first.text}: ...`"
            cx.found[number] = replaced(finding, help=(*finding.help, help))


def _words(row: ast.ValueRow) -> str:
    """What an explanation calls a row: its text, or else its name."""
    if row.label is not None:
        return row.label.value
    return "" if row.name is None else row.name.text.replace("_", " ")


def _each_row(cx: Context, env: Env, row: ast.ValueRow, wanted: Type | None, entries: list[Entry], combine: str) -> list[tuple[Core, bool]]:
    """`for each x in S { row }`: a row for each part, whose amounts are summed; in `max` and `min` the greatest or least of them counts."""
    assert row.var is not None and row.domain is not None
    domain = listed(cx, set_of(cx, env, row.domain))
    inner: list[Entry] = []
    with env.scope():
        local = bind_element(cx, env, row.var, domain)
        amounts = [value for part in row.rows for value in _row(cx, env, part, wanted, inner)]
    for amount, when, label, cites in inner:
        kept = Core("filter", (local, domain, when), domain.type, row.span)
        over, holds = _over(combine, local, kept, amount, row.span)
        entries.append((over, holds, label, cites))
    return [(entry[0], combine == "sum") for entry in entries[-len(inner) :]] if amounts else []


def _over(combine: str, local: Local, kept: Core, amount: Core, span: Span) -> tuple[Core, Core]:
    """The amount of a row over a set, and when it counts: the greatest or least of none counts never."""
    low, high = _int_bounds(amount)
    measure = amount.type.measure if isinstance(amount.type, Int) else None
    if combine == "sum":
        spread = Int(min(0, low) and INT32_MIN, max(0, high) and INT32_MAX, measure)
        return Core("sum", (local, kept, amount), spread, span), Core("bool", (True,), BOOL, span)
    if combine == "every":
        return Core("all", (local, kept, amount), BOOL, span), Core("bool", (True,), BOOL, span)
    best = Core("maximum" if combine == "max" else "minimum", (local, kept, amount), optional(Int(low, high, measure)), span)
    some = Core(">", (Core("size", (kept,), Int(0, INT32_MAX), span), constant(0, Int(0, 0), span)), BOOL, span)
    return Core("else", (best, constant(0, Int(0, 0, measure), span)), Int(low, high, measure), span), some


def _int_bounds(core: Core) -> tuple[int, int]:
    return (core.type.low, core.type.high) if isinstance(core.type, Int) else (INT32_MIN, INT32_MAX)


def _combined(cx: Context, declaration: ast.Value, rows: list[tuple[Core, bool]], declared: Type | None) -> Type:
    if declaration.combine == "every":
        return BOOL
    joined: Type | None = None
    for core, _ in rows:
        if isinstance(core.type, Poison):
            return POISON
        if not isinstance(required(core.type), Int):
            cx.mismatch(core.span, core.type, "a number")
            return POISON
        both = core.type if joined is None else join(joined, core.type)
        if both is None:
            assert joined is not None
            cx.report(types.MEASURE_MISMATCH, core.span, f"this row gives {describe(core.type)}, the rows before {describe(joined)}")
            return POISON
        joined = both
    if joined is None:
        return declared or Int(0, 0)
    assert isinstance(joined, Int)
    low, high = _spread(declaration.combine or "sum", rows)
    if all(_is_bounded(core) for core, _ in rows) and not INT32_MIN <= low <= high <= INT32_MAX:
        headline = f"these rows together can give {low}..{high}, outside the 32-bit integers"
        cx.report(types.OVERFLOW, declaration.name.span, headline, help="narrow the ranges of the rows")
    return with_range(joined, low, high)


def _is_bounded(core: Core) -> bool:
    """Whether it is known what a row can be at most: an `int` that may be anything says so by itself."""
    low, high = _int_bounds(core)
    return core.op == "int" or (low > INT32_MIN and high < INT32_MAX)


def _spread(combine: str, rows: list[tuple[Core, bool]]) -> tuple[int, int]:
    """The least and greatest result: a row under a condition may count or not."""
    bounds = [(*_int_bounds(core), always) for core, always in rows]
    if combine == "sum":
        low = sum(low if always else min(0, low) for low, _, always in bounds)
        high = sum(high if always else max(0, high) for _, high, always in bounds)
        return low, high
    some = any(always for *_, always in bounds)
    lows, highs = [low for low, *_ in bounds], [high for _, high, _ in bounds]
    if combine == "max":
        return min(lows) if some else min(0, *lows), max(highs) if some else max(0, *highs)
    return min(lows) if some else min(0, *lows), max(highs) if some else max(0, *highs)


def report_value_cycle(cx: Context, chain: list[str], span: Span) -> None:
    """A value that needs itself."""
    cx.report(analysis.CALL_CYCLE, span, f"`{chain[0]}` needs itself: {' -> '.join(f'`{name}`' for name in chain)}")


__all__ = ["Local", "check_value", "in_range", "poison", "value_type"]
