"""Builders of options and of what they change."""

from __future__ import annotations

from tankdsl.source import Span
from tankdsl.syntax import ast
from tankdsl.syntax.building import Context, Token, builds

Names = tuple[ast.Ident, ...]
Changes = tuple[ast.Change, ...]
ChangedRow = ast.ValueRow | ast.Arm | ast.EndingRow | ast.MoveRow


@builds("option_switch")
def _switch(
    b: Context,
    at: Span,
    name: Token,
    title: Token,
    default: Token,
    needs: Names | None,
    excludes: Names | None,
    changes: Changes | None,
) -> ast.Option:
    value = ast.Name(b.span(default), b.word(default))
    more = needs or (), excludes or (), changes or ()
    return b.citing(ast.Option(at, b.ident(name), "", (), b.string(title), "switch", 0, 1, (), value, *more))


@builds("option_setting")
def _setting(
    b: Context,
    at: Span,
    name: Token,
    title: Token,
    low: int,
    high: int,
    default: ast.Expr,
    needs: Names | None,
    excludes: Names | None,
    changes: Changes | None,
) -> ast.Option:
    more = needs or (), excludes or (), changes or ()
    return b.citing(ast.Option(at, b.ident(name), "", (), b.string(title), "setting", low, high, (), default, *more))


@builds("setting_default")
def _setting_default(b: Context, at: Span, value: int) -> ast.Int:
    return ast.Int(at, value, None)


@builds("option_choice")
def _choice(
    b: Context,
    at: Span,
    name: Token,
    title: Token,
    values: Names,
    default: Token,
    needs: Names | None,
    excludes: Names | None,
    changes: Changes | None,
) -> ast.Option:
    value = ast.Name(b.span(default), b.word(default))
    more = needs or (), excludes or (), changes or ()
    return b.citing(ast.Option(at, b.ident(name), "", (), b.string(title), "choice", 0, 0, values, value, *more))


@builds("changes")
def _changes(b: Context, at: Span, changes: list[ast.Change] | tuple[()] = ()) -> Changes:
    return tuple(changes)


@builds("replace")
def _replace(b: Context, at: Span, declaration: ast.Decl) -> ast.Change:
    return _change(b, at, "replace", declaration)


@builds("add_declaration")
def _add(b: Context, at: Span, declaration: ast.Decl) -> ast.Change:
    return _change(b, at, "add", declaration)


def _change(b: Context, at: Span, word: str, declaration: ast.Decl) -> ast.Change:
    return b.citing(ast.Change(at, word, declaration, None, None, None, None, ()))


@builds("remove_named")
def _remove(b: Context, at: Span, what: Token, target: Token, of: Token | None) -> ast.Change:
    """`remove ending x`, `remove row x of y`."""
    names = b.ident(what), b.ident(target), b.ident_or_none(of)
    return b.citing(ast.Change(at, "remove", None, *names, None, ()))


@builds("replace_row")
def _replace_row(b: Context, at: Span, what: Token, target: Token, of: Token, row: ChangedRow) -> ast.Change:
    return b.citing(ast.Change(at, "replace", None, b.ident(what), b.ident(target), b.ident(of), row, ()))


@builds("add_row")
def _add_row(b: Context, at: Span, what: Token, of: Token, row: ChangedRow) -> ast.Change:
    return b.citing(ast.Change(at, "add", None, b.ident(what), None, b.ident(of), row, ()))


@builds("row_word", "requirement_word", "option_word")
def _row_word(b: Context, at: Span, word: Token) -> Token:
    return word


@builds("change_value_row")
def _change_value_row(
    b: Context,
    at: Span,
    name: Token | None,
    patterns: tuple[ast.Pattern, ...],
    label: Token | None,
    condition: ast.Expr | None,
) -> ast.ValueRow:
    """A row of a value; read as patterns because the row of a table begins in the same way."""
    amount = patterns[0].value if len(patterns) == 1 else None
    if amount is None:
        b.unexpected(at, "expected one value, or `=>` after the patterns of a row of a table")
        amount = ast.Name(at, "?")
    return b.citing(ast.ValueRow(at, b.ident_or_none(name), amount, b.string_or_none(label), condition, None, None, (), ()))


@builds("add_requirement")
def _add_requirement(b: Context, at: Span, what: Token, of: Token, *requirements: ast.Require) -> ast.Change:
    listed = tuple(one for item in requirements for one in (item if isinstance(item, list | tuple) else (item,)))
    return b.citing(ast.Change(at, "add", None, b.ident(what), None, b.ident(of), None, (), listed))


@builds("remove_requirement")
def _remove_requirement(b: Context, at: Span, what: Token, reason: Token, of: Token) -> ast.Change:
    return b.citing(ast.Change(at, "remove", None, b.ident(what), None, b.ident(of), None, (), (), b.string(reason)))


@builds("change_thing")
def _change_thing(b: Context, at: Span, what: Token, target: Token, of: Token, settings: tuple[ast.Setting, ...]) -> ast.Change:
    return b.citing(ast.Change(at, "change", None, b.ident(what), b.ident(target), b.ident(of), None, (), settings))


@builds("change_option")
def _change_option(b: Context, at: Span, what: Token, target: Token, value: ast.Expr) -> ast.Change:
    return b.citing(ast.Change(at, "change", None, b.ident(what), b.ident(target), None, None, (), (), None, value))


@builds("variant")
def _variant(b: Context, at: Span, name: Token, title: Token, base: Token, changes: Changes) -> ast.Variant:
    return b.citing(ast.Variant(at, b.ident(name), "", (), b.string(title), b.string(base), changes))
