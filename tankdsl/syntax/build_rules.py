"""Builders of rules: values, tables, guards, effects, actions, reactions, cards, triggers, endings, options, sequences."""

from __future__ import annotations

from tankdsl.source import Span
from tankdsl.syntax import ast
from tankdsl.syntax.build_pieces import Params, header
from tankdsl.syntax.building import Clause, Context, Token, builds, of_type

Names = tuple[ast.Ident, ...]


@builds("value_of_expr")
def _value_of_expr(b: Context, at: Span, name: Token, params: Params, type: ast.TypeExpr | None, body: ast.Expr) -> ast.Value:
    return b.citing(ast.Value(at, b.ident(name), "", (), params, type, body, None, None, None, ()))


@builds("value_of_rows")
def _value_of_rows(
    b: Context,
    at: Span,
    name: Token,
    params: Params,
    type: ast.TypeExpr | None,
    combine: Token,
    clamp: Clause | None,
    rows: list[ast.ValueRow] | tuple[()] = (),
) -> ast.Value:
    low, high = (clamp.value.left, clamp.value.right) if clamp else (None, None)
    return b.citing(ast.Value(at, b.ident(name), "", (), params, type, None, b.word(combine), low, high, tuple(rows)))


@builds("value_row")
def _value_row(b: Context, at: Span, name: Token | None, amount: ast.Expr, label: Token | None, condition: ast.Expr | None) -> ast.ValueRow:
    return b.citing(ast.ValueRow(at, b.ident_or_none(name), amount, b.string_or_none(label), condition, None, None, (), ()))


@builds("value_rows_for_each")
def _value_rows_for_each(b: Context, at: Span, var: Token, domain: ast.Expr, rows: list[ast.ValueRow] | tuple[()] = ()) -> ast.ValueRow:
    return b.citing(ast.ValueRow(at, None, None, None, None, b.ident(var), domain, tuple(rows), ()))


@builds("table_of_arms")
def _table_of_arms(
    b: Context,
    at: Span,
    name: Token,
    params: Params,
    gives: ast.TypeExpr | None,
    by: Names | None,
    ordered: ast.Ordered | None,
    arms: list[ast.Arm] | tuple[()] = (),
) -> ast.Table:
    return b.citing(ast.Table(at, b.ident(name), "", (), params, gives, by or (), tuple(arms), (), (), ordered))


@builds("table_of_rows")
def _table_of_rows(
    b: Context,
    at: Span,
    name: Token,
    params: Params,
    gives: ast.TypeExpr | None,
    by: Names | None,
    ordered: ast.Ordered | None,
    rows: list[ast.Row],
) -> ast.Table:
    columns = header(b, rows[0])
    return b.citing(ast.Table(at, b.ident(name), "", (), params, gives, by or (), (), columns, tuple(rows[1:]), ordered))


@builds("outcomes")
def _ordered(b: Context, at: Span, first: Token, better: Token | None, roll: Token | None) -> ast.Ordered:
    return ast.Ordered(at, b.word(first) == "best", better is not None and b.word(better) == "low", b.ident_or_none(roll))


@builds("gives")
def _gives(b: Context, at: Span, type: ast.TypeExpr) -> ast.TypeExpr:
    return type


@builds("guard")
def _guard(b: Context, at: Span, name: Token, params: Params, body: ast.Block) -> ast.Guard:
    return b.citing(ast.Guard(at, b.ident(name), "", (), params, body, False))


@builds("placement")
def _placement(b: Context, at: Span, name: Token, params: Params, body: ast.Block) -> ast.Guard:
    return b.citing(ast.Guard(at, b.ident(name), "", (), params, body, True))


@builds("effect")
def _effect(
    b: Context, at: Span, name: Token, params: Params, gives: ast.TypeExpr | None, harms: Names | None, body: ast.Block
) -> ast.Effect:
    return b.citing(ast.Effect(at, b.ident(name), "", (), params, gives, body, harms or ()))


@builds("harms")
def _harms(b: Context, at: Span, names: Names) -> Names:
    return names


@builds("action")
def _action(b: Context, at: Span, name: Token, params: Params, player: Token | None, body: ast.Block) -> ast.Action:
    return b.citing(ast.Action(at, b.ident(name), "", (), params, b.ident_or_none(player), body))


@builds("reaction")
def _reaction(
    b: Context,
    at: Span,
    name: Token,
    windows: Names,
    by: ast.Expr | None,
    player: Token | None,
    params: Params | None,
    when: ast.Expr | None,
    body: ast.Block,
) -> ast.Reaction:
    who = b.ident_or_none(player)
    return b.citing(ast.Reaction(at, b.ident(name), "", (), windows, by, who, params or (), when, body))


# ---- cards and missions ---------------------------------------------------------------------------------------------


@builds("card")
def _card(
    b: Context,
    at: Span,
    name: Token,
    title: Token,
    of: Token,
    copies: Token | None,
    parts: list[ast.CardStat | ast.PlayClause | ast.DrawClause] | tuple[()] = (),
) -> ast.Card:
    stats, plays, draws = of_type(ast.CardStat, parts), of_type(ast.PlayClause, parts), of_type(ast.DrawClause, parts)
    number = _copies(b, copies)
    return b.citing(ast.Card(at, b.ident(name), "", (), b.string(title), b.ident(of), number, stats, plays, draws))


def _copies(b: Context, copies: Token | None) -> int:
    return 1 if copies is None else b.integer(copies)


@builds("card_stat")
def _card_stat(b: Context, at: Span, name: Token, value: ast.Expr) -> ast.CardStat:
    return b.citing(ast.CardStat(at, b.ident(name), value, ()))


@builds("play_clause")
def _play_clause(
    b: Context,
    at: Span,
    occasion: tuple[Names, bool, bool],
    by: ast.Expr | None,
    player: Token | None,
    params: Params | None,
    when: ast.Expr | None,
    body: ast.Block,
) -> ast.PlayClause:
    who = b.ident_or_none(player)
    return b.citing(ast.PlayClause(at, *occasion, by, who, params or (), when, body, ()))


@builds("in_windows")
def _in_windows(b: Context, at: Span, windows: Names) -> tuple[Names, bool, bool]:
    return windows, False, False


@builds("anytime")
def _anytime(b: Context, at: Span) -> tuple[Names, bool, bool]:
    return (), True, False


@builds("as_action")
def _as_action(b: Context, at: Span) -> tuple[Names, bool, bool]:
    return (), False, True


@builds("draw_clause")
def _draw_clause(b: Context, at: Span, var: Token, type: ast.TypeExpr, body: ast.Block) -> ast.DrawClause:
    return b.citing(ast.DrawClause(at, b.ident(var), type, body, ()))


@builds("mission")
def _mission(b: Context, at: Span, name: Token, title: Token, copies: Token | None, var: Token, condition: ast.Expr) -> ast.Mission:
    number = _copies(b, copies)
    return b.citing(ast.Mission(at, b.ident(name), "", (), b.string(title), number, b.ident(var), condition))


# ---- windows, triggers, endings -------------------------------------------------------------------------------------


@builds("window")
def _window(b: Context, at: Span, name: Token, params: Params, closed: bool | None) -> ast.Window:
    return b.citing(ast.Window(at, b.ident(name), "", (), params, bool(closed)))


@builds("whenever")
def _whenever(
    b: Context, at: Span, name: Token, params: Params, during: Token | None, condition: ast.Expr, body: ast.Block
) -> ast.Whenever:
    return b.citing(ast.Whenever(at, b.ident(name), "", (), params, b.ident_or_none(during), condition, body))


@builds("after")
def _after(b: Context, at: Span, name: Token, params: Params, body: ast.Block) -> ast.After:
    return b.citing(ast.After(at, b.ident(name), "", (), params, body))


@builds("ending")
def _ending(
    b: Context,
    at: Span,
    name: Token,
    during: Token | None,
    at_end_of: Token | None,
    each: tuple[ast.Ident, ast.Expr] | None,
    rows: list[ast.EndingRow] | tuple[()] = (),
) -> ast.Ending:
    var, domain = each or (None, None)
    scopes = b.ident_or_none(during), b.ident_or_none(at_end_of)
    return b.citing(ast.Ending(at, b.ident(name), "", (), *scopes, var, domain, tuple(rows)))


@builds("ending_each")
def _ending_each(b: Context, at: Span, var: Token, domain: ast.Expr) -> tuple[ast.Ident, ast.Expr]:
    return b.ident(var), domain


@builds("ending_win")
def _ending_win(b: Context, at: Span, name: Token | None, who: ast.Expr, label: Token | None, condition: ast.Expr) -> ast.EndingRow:
    return b.citing(ast.EndingRow(at, b.ident_or_none(name), "win", who, (), condition, (), b.string_or_none(label)))


@builds("ending_draw")
def _ending_draw(b: Context, at: Span, name: Token | None, label: Token | None, condition: ast.Expr) -> ast.EndingRow:
    return b.citing(ast.EndingRow(at, b.ident_or_none(name), "draw", None, (), condition, (), b.string_or_none(label)))


@builds("ending_most")
def _ending_most(
    b: Context, at: Span, name: Token | None, keys: tuple[ast.Expr, ...], label: Token | None, condition: ast.Expr | None
) -> ast.EndingRow:
    return b.citing(ast.EndingRow(at, b.ident_or_none(name), "most", None, keys, condition, (), b.string_or_none(label)))


@builds("most_keys")
def _most_keys(b: Context, at: Span, first: ast.Expr, rest: list[ast.Expr] | tuple[()] = ()) -> tuple[ast.Expr, ...]:
    return (first, *rest)


@builds("sequence")
def _sequence(b: Context, at: Span, name: Token, body: ast.Block) -> ast.Sequence:
    return b.citing(ast.Sequence(at, b.ident(name), "", (), body))
