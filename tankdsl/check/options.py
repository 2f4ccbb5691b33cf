"""Options: settings, choices and switches; a switch may replace named declarations, add rows or take them away.

Everything stays in one compiled file: a replaced declaration becomes a dispatcher that asks the option, so one document can be played with
any allowed configuration.  When several options replace the same thing, the one declared last is asked first, and its `otherwise` is the
one before it.
"""

from __future__ import annotations

from collections.abc import Iterable

from tankdsl.check import tree
from tankdsl.check.bodies import check_effect
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import Context
from tankdsl.check.env import Env, constant
from tankdsl.check.expressions import check
from tankdsl.check.tree import Core, Local, OptionDef, ProcDef, ValueDef
from tankdsl.check.types import BOOL, Bool, Enum, Int, Poison
from tankdsl.check.values import check_value
from tankdsl.diagnostics import quoted
from tankdsl.diagnostics.registry import names, structure
from tankdsl.source import Span
from tankdsl.syntax import ast
from tankdsl.syntax.node import replaced


def check_options(cx: Context) -> None:
    """Read all options (their changes are applied by `apply_changes`, after everything else is checked)."""
    options = cx.symbols.space("option")
    for name, node in options.items():
        assert isinstance(node, ast.Option)
        for word in (*node.needs, *node.excludes):
            other = options.get(word.text)
            if not isinstance(other, ast.Option):
                cx.unknown(word.span, word.text, "option", [other for other in options if other != name])
            elif (node.sort, other.sort) != ("switch", "switch"):
                headline = "only options that are on or off can need or exclude each other"
                cx.report(structure.OPTION_WRONG, word.span, headline, help="test the value of the other one in a rule")
        cx.program.options[name] = OptionDef(
            name, node.title.value, node.sort, node.low, node.high, tuple(value.text for value in node.values), _default(cx, node),
            tuple(word.text for word in node.needs), tuple(word.text for word in node.excludes), cite_ids(node.cites), node.span,
        )  # fmt: skip


def option_value(cx: Context, node: ast.Option, value: ast.Expr) -> int | bool | str | None:
    """The constant that an option is set to; reported when it does not fit."""
    from tankdsl.check.names import option_type

    core = check(cx, Env("field"), value, option_type(node))
    match node.sort, core.op, core.args:
        case _ if isinstance(core.type, Poison):
            return None
        case "setting", "int", (number,):
            if node.low <= number <= node.high:
                return int(number)
            headline = f"`{node.name.text}` allows {node.low}..{node.high}, found {number}"
            cx.report(structure.OPTION_WRONG, value.span, headline, help=_allowed(node))
            return None
        case "choice", "enum", (owner, member) if owner == f"option.{node.name.text}":
            return str(member)
        case "switch", "bool", (truth,):
            return bool(truth)
        case _:
            cx.report(structure.OPTION_WRONG, value.span, f"this is no value of the option `{node.name.text}`", help=_allowed(node))
            return None


def _allowed(node: ast.Option) -> str:
    match node.sort:
        case "setting":
            return f"write a number in {node.low}..{node.high}"
        case "choice":
            return "write one of " + ", ".join(f"`{value.text}`" for value in node.values)
        case _:
            return "write `on` or `off`"


def _default(cx: Context, node: ast.Option) -> int | bool | str:
    if node.sort == "setting" and node.low > node.high:
        cx.report(structure.OPTION_WRONG, node.span, f"the range {node.low}..{node.high} is empty")
        return node.low
    value = option_value(cx, node, node.default)
    if value is not None:
        return value
    match node.sort:
        case "setting":
            return node.low
        case "choice":
            return node.values[0].text if node.values else ""
        case _:
            return False


def apply_changes(cx: Context) -> None:
    """Turn what options replace, add and remove into dispatch on the option."""
    for name, node in cx.symbols.space("option").items():
        assert isinstance(node, ast.Option)
        if node.changes and node.sort != "switch":
            cx.report(structure.OPTION_WRONG, node.name.span, "only an option that is on or off can change rules")
            continue
        for change in node.changes:
            _apply(cx, name, change)
        if node.changes:
            cx.reads.add(("option", name))


def _apply(cx: Context, option: str, change: ast.Change) -> None:
    match change.word, change.declaration, change.row:
        case "replace", ast.Effect() as effect, _:
            _replace_effect(cx, option, effect)
        case "replace", ast.Value() as value, _:
            _replace_value(cx, option, value)
        case "add", None, ast.ValueRow() as row:
            _add_row(cx, option, change, row)
        case "remove", None, None:
            _remove(cx, option, change)
        case _:
            cx.report(
                structure.OPTION_WRONG,
                change.span,
                "an option cannot make this change",
                help="replace an effect or a value, add a row to a value, or remove a row or an ending",
            )


def _is_on(option: str, span: Span) -> Core:
    return Core("option", (option,), BOOL, span)


def _read(local: Local, span: Span) -> Core:
    return Core("local", (local,), local.type, span)


def _original(cx: Context, name: ast.Ident, known: Iterable[str], what: str) -> bool:
    if name.text in known:
        return True
    cx.report(names.UNKNOWN_NAME, name.span, f"there is no {what} `{name.text}` to replace", help=cx.did_you_mean(name.text, known))
    return False


def _same_head(cx: Context, node: ast.Effect | ast.Value) -> bool:
    """A replacement has the parameters and the result of what it replaces."""
    from tankdsl.check.headers import param_type

    signature = cx.signatures[node.name.text]
    params = tuple(param_type(cx, param) for param in node.params)
    if params == tuple(type for _, type in signature.params):
        return True
    cx.report(
        structure.OPTION_WRONG,
        node.name.span,
        f"the replacement of `{node.name.text}` has other parameters",
        secondary=cx.labels((signature.declaration.name.span, "the original is here")),
    )
    return False


def _replace_effect(cx: Context, option: str, node: ast.Effect) -> None:
    name = node.name.text
    procs = cx.program.procs
    if not _original(cx, node.name, procs, "effect") or not _same_head(cx, node):
        return
    original = procs.pop(name)
    base = f"{name}.without_{option}"
    procs[base] = replaced(original, id=base)
    cx.calls[base] = cx.calls.pop(name, [])
    new = check_effect(cx, node, name=f"{name}.{option}", replaced=base)
    procs[name] = _dispatcher(original, option, new.id, base)
    cx.calls[name] = [(new.id, node.span), (base, node.span)]


def _dispatcher(original: ProcDef, option: str, new: str, base: str) -> ProcDef:
    span = original.span
    params = tuple(Local(param.name, param.type) for param in original.params)
    args = tuple(_read(param, span) for param in params)
    results = tuple(Local("result", type) for type in original.results)
    give: tuple[tree.AnyStmt, ...] = tuple(tree.Give(span, (), _read(result, span)) for result in results)
    then = (tree.CallProc(span, (), new, args, results), *give)
    orelse = (tree.CallProc(span, (), base, args, results), *give)
    body = (tree.IfElse(span, (), None, _is_on(option, span), then, orelse),)
    return replaced(original, params=params, body=body, cites=())


def _replace_value(cx: Context, option: str, node: ast.Value) -> None:
    name = node.name.text
    values = cx.program.values
    if not _original(cx, node.name, values, "value") or not _same_head(cx, node):
        return
    original = values.pop(name)
    base, changed = f"{name}.without_{option}", f"{name}.{option}"
    renamed = replaced(node, name=ast.Ident(node.name.span, changed))
    cx.signatures[changed] = replaced(cx.signatures[name], name=changed, declaration=renamed)
    new = check_value(cx, renamed)
    values[base] = replaced(original, id=base)
    cx.calls[base] = cx.calls.pop(name, [])
    params = tuple(Local(param.name, param.type) for param in original.params)
    args = tuple(_read(param, node.span) for param in params)
    body = Core(
        "if",
        (
            _is_on(option, node.span),
            Core("call", (changed, *args), new.gives, node.span),
            Core("call", (base, *args), original.gives, node.span),
        ),
        original.gives,
        node.span,
    )
    from tankdsl.check.expressions import demand

    demand(cx, Env("value"), Core("call", (changed, *args), new.gives, node.span), original.gives, f"what `{name}` gives elsewhere")
    values[name] = ValueDef(name, params, body, original.gives, (), original.span)
    cx.calls[name] = [(changed, node.span), (base, node.span)]


def _add_row(cx: Context, option: str, change: ast.Change, row: ast.ValueRow) -> None:
    """`add row to value: ...`: one more row, counted only with the option."""
    assert change.of is not None
    value = cx.program.values.get(change.of.text)
    if value is None or value.body.op != "rows":
        _no_rows(cx, change)
        return
    env = Env("value")
    for param in value.params:
        from tankdsl.check.env import Binding

        env.scopes[0][param.name] = Binding(param, False, row.span, read=True)
    assert row.amount is not None
    amount = check(cx, env, row.amount, value.gives)
    test = _is_on(option, row.span)
    if row.condition is not None:
        from tankdsl.check.expressions import condition

        test = Core("and", (test, condition(cx, env, row.condition)), BOOL, row.span)
    combine, entries, low, high = value.body.args
    entry = (amount, test, row.label.value if row.label else "", cite_ids(row.cites))
    body = Core("rows", (combine, (*entries, entry), low, high), value.body.type, value.body.span)
    cx.program.values[value.id] = replaced(value, body=body)
    cx.calls.setdefault(value.id, []).extend(env.calls)


def _remove(cx: Context, option: str, change: ast.Change) -> None:
    """`remove ending x` / `remove row r of x` (an ending or a value of rows): it counts only without the option."""
    if change.target is None or change.what is None:
        return
    off = Core("not", (_is_on(option, change.span),), BOOL, change.span)
    endings = cx.symbols.space("ending")
    match change.what.text, change.of:
        case "ending", None if change.target.text in endings:
            _remove_endings(cx, off, [ending.id for ending in cx.program.endings if ending.id.split(".")[0] == change.target.text])
        case "ending", None:
            cx.unknown(change.target.span, change.target.text, "ending", list(endings))
        case "row", ast.Ident(text=owner) if owner in endings:
            rows = {ending.id.split(".")[1]: ending.id for ending in cx.program.endings if ending.id.split(".")[0] == owner}
            if change.target.text not in rows:
                _no_row(cx, change, list(rows))
            _remove_endings(cx, off, [rows[name] for name in (change.target.text,) if name in rows])
        case "row", ast.Ident():
            _remove_row(cx, off, change)
        case _:
            cx.report(
                structure.OPTION_WRONG,
                change.span,
                "an option cannot take this away",
                help="write `remove ending name`, or `remove row name of value`",
            )


def _remove_endings(cx: Context, off: Core, ids: list[str]) -> None:
    for index, ending in enumerate(cx.program.endings):
        if ending.id in ids:
            test = Core("and", (off, ending.condition), BOOL, ending.span)
            cx.program.endings[index] = replaced(ending, condition=test)


def _no_row(cx: Context, change: ast.Change, known: list[str]) -> None:
    assert change.target is not None and change.of is not None
    rows = f"its rows are {quoted(known, 'and')}" if known else "give the row a name: `name: +1 when ...`"
    help = cx.did_you_mean(change.target.text, known) or rows
    headline = f"`{change.of.text}` has no row `{change.target.text}`"
    cx.report(names.UNKNOWN_NAME, change.target.span, headline, help=help)


def _entries_of(row: ast.ValueRow) -> int:
    """How many entries a row of a value has become."""
    return 1 if row.var is None else sum(_entries_of(inner) for inner in row.rows)


def _no_rows(cx: Context, change: ast.Change) -> None:
    assert change.of is not None
    rowed = (name for name, known in cx.program.values.items() if known.body.op == "rows")
    word, help = change.of.text, cx.did_you_mean(change.of.text, rowed)
    if word in cx.symbols.space("movement"):
        help = ("rows of a movement begin with `budget`, `cost`, `bonus`, `never`, `stops` or `passes`: `cost ... when ...`",)
    cx.report(names.UNKNOWN_NAME, change.of.span, f"`{word}` is no value made of rows", help=help)


def _remove_row(cx: Context, off: Core, change: ast.Change) -> None:
    assert change.target is not None
    owner = change.of.text if change.of else ""
    declaration = cx.symbols.values.get(owner)
    value = cx.program.values.get(owner)
    rows = declaration.rows if isinstance(declaration, ast.Value) else ()
    if value is None or value.body.op != "rows":
        _no_rows(cx, change)
        return
    at = next((i for i, row in enumerate(rows) if row.name is not None and row.name.text == change.target.text), None)
    if at is None:
        _no_row(cx, change, [row.name.text for row in rows if row.name is not None])
        return
    index = sum(_entries_of(row) for row in rows[:at])
    combine, entries, low, high = value.body.args
    amount, test, label, cites = entries[index]
    kept = (amount, Core("and", (off, test), BOOL, test.span), label, cites)
    body = Core("rows", (combine, (*entries[:index], kept, *entries[index + 1 :]), low, high), value.body.type, value.body.span)
    cx.program.values[owner] = replaced(value, body=body)


__all__ = ["Bool", "Enum", "Int", "apply_changes", "check_options", "constant", "option_value"]
