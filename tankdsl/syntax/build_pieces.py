"""Builders of vocabulary and pieces: files, enums, measures, kinds with their members, things, piles, types, parameters."""

from __future__ import annotations

from typing import Any

from tankdsl.source import Span
from tankdsl.syntax import ast
from tankdsl.syntax.building import Clause, Clauses, Context, Token, builds, of_type

Params = tuple[ast.Param, ...]


@builds("use")
def _use(b: Context, at: Span, path: Token) -> ast.Use:
    text = b.string(path)
    return b.citing(ast.Use(at, ast.Ident(text.span, text.value), "", ()))


@builds("ruleset")
def _ruleset(b: Context, at: Span, name: Token, title: Token, items: list[Any] | tuple[()] = ()) -> ast.Ruleset:
    has = b.clauses(items)
    sides, space, members = has.get("sides", ()), has.get("space", ()), of_type(ast.Member, items)
    return b.citing(ast.Ruleset(at, b.ident(name), "", (), b.string(title), sides, space, has.get("main"), members))


@builds("sides")
def _sides(b: Context, at: Span, first: ast.SideDecl, rest: list[ast.SideDecl] | tuple[()] = ()) -> Clause:
    return Clause("sides", (first, *rest), at)


@builds("side")
def _side(b: Context, at: Span, name: Token, title: Token | None) -> ast.SideDecl:
    return b.citing(ast.SideDecl(at, b.ident(name), b.string_or_none(title), ()))


@builds("space")
def _space(b: Context, at: Span, words: list[Token]) -> Clause:
    return Clause("space", b.idents(words[0], words[1:]), at)


@builds("main")
def _main(b: Context, at: Span, name: Token) -> Clause:
    return Clause("main", b.ident(name), at)


@builds("enum")
def _enum(b: Context, at: Span, name: Token, first: ast.EnumMember, rest: list[ast.EnumMember] | tuple[()] = ()) -> ast.Enum:
    return b.citing(ast.Enum(at, b.ident(name), "", (), (first, *rest)))


@builds("enum_member")
def _enum_member(b: Context, at: Span, name: Token, title: Token | None) -> ast.EnumMember:
    return b.citing(ast.EnumMember(at, b.ident(name), b.string_or_none(title), ()))


@builds("measure")
def _measure(b: Context, at: Span, singular: Token, plural: Token) -> ast.Measure:
    return b.citing(ast.Measure(at, b.ident(singular), "", (), b.ident(plural)))


# ---- kinds ----------------------------------------------------------------------------------------------------------


@builds("kind")
def _kind(
    b: Context, at: Span, category: Token, name: Token, parent: Token | None, members: list[ast.KindMember] | tuple[()] = ()
) -> ast.Kind:
    return b.citing(ast.Kind(at, b.ident(name), "", (), b.word(category), b.ident_or_none(parent), tuple(members)))


@builds("member")
def _member(
    b: Context,
    at: Span,
    role: Token,
    names: tuple[ast.Ident, ...],
    per: Token | None,
    type: ast.TypeExpr | None,
    default: ast.Expr | None,
    clauses: Clauses = (),
) -> ast.Member:
    visibility, has = _visible(b, clauses)
    return b.citing(
        ast.Member(
            at, b.word(role), names, b.ident_or_none(per), type, default, visibility, has.get("until"), "kept" in has,
            "flavour" in has, (),
        )
    )  # fmt: skip


def _visible(b: Context, clauses: Clauses) -> tuple[tuple[ast.Visibility, ...], dict[str, Any]]:
    """What is said about who sees something, which may be said several times, and the other clauses."""
    visibility = tuple(clause.value for clause in clauses if clause.word == "seen")
    return visibility, b.clauses(clause for clause in clauses if clause.word != "seen")


@builds("kept")
def _kept(b: Context, at: Span) -> Clause:
    return Clause("kept", True, at)


@builds("flavour")
def _flavour(b: Context, at: Span) -> Clause:
    return Clause("flavour", True, at)


@builds("lifetime")
def _lifetime(b: Context, at: Span, edge: Token, nth: Token | None, own: bool | None, scope: Token) -> Clause:
    number = 1
    if nth is not None:
        span = b.span(nth)
        number = b.number(Span(span.file, span.start, span.end - 2), b.word(nth)[:-2])
    return Clause("until", ast.Lifetime(at, b.word(edge), number, bool(own), b.ident(scope)), at)


@builds("closed", "own")
def _flag(b: Context, at: Span) -> bool:
    return True


@builds("seen_by")
def _seen_by(b: Context, at: Span, who: ast.Expr, condition: ast.Expr | None) -> Clause:
    return Clause("seen", ast.Visibility(at, False, who, condition), at)


@builds("hidden_from")
def _hidden_from(b: Context, at: Span, who: ast.Expr, condition: ast.Expr | None) -> Clause:
    return Clause("seen", ast.Visibility(at, True, who, condition), at)


@builds("pile_member")
def _pile_member(b: Context, at: Span, name: Token, of: Token, clauses: Clauses) -> ast.PileMember:
    visibility, has = _visible(b, clauses)
    return b.citing(ast.PileMember(at, b.ident(name), b.ident(of), visibility, has.get("holds"), "ordered" in has, ()))


@builds("pile_clauses")
def _pile_clauses(b: Context, at: Span, clauses: Clauses = ()) -> Clauses:
    return clauses


@builds("holds")
def _holds(b: Context, at: Span, number: Token) -> Clause:
    return Clause("holds", b.integer(number), at)


@builds("ordered")
def _ordered(b: Context, at: Span) -> Clause:
    return Clause("ordered", True, at)


@builds("identity_member")
def _identity_member(b: Context, at: Span, visibility: Clause) -> ast.IdentityMember:
    return b.citing(ast.IdentityMember(at, visibility.value, ()))


@builds("to_play")
def _to_play(b: Context, at: Span, player: Token, body: ast.Block) -> ast.PlayMember:
    return b.citing(ast.PlayMember(at, False, b.ident(player), body, ()))


@builds("after_play")
def _after_play(b: Context, at: Span, player: Token, body: ast.Block) -> ast.PlayMember:
    return b.citing(ast.PlayMember(at, True, b.ident(player), body, ()))


# ---- things and piles -----------------------------------------------------------------------------------------------


@builds("things_rows")
def _things_rows(b: Context, at: Span, word: Token, kind: Token, rows: list[ast.Row]) -> ast.Things:
    return b.citing(ast.Things(at, b.ident(kind), "", (), b.word(word), header(b, rows[0]), tuple(rows[1:]), None))


@builds("things_csv")
def _things_csv(b: Context, at: Span, word: Token, kind: Token, path: Token) -> ast.Things:
    return b.citing(ast.Things(at, b.ident(kind), "", (), b.word(word), (), (), b.string(path)))


@builds("row")
def _row(b: Context, at: Span, cells: list[tuple[Span, tuple[ast.Expr, ...]]]) -> ast.Row:
    return b.citing(ast.Row(at, tuple(values for _, values in cells), tuple(span for span, _ in cells), ()))


@builds("cell")
def _cell(b: Context, at: Span, patterns: tuple[ast.Pattern, ...] | None) -> tuple[Span, tuple[ast.Expr, ...]]:
    """A cell; `any` alone is a name here, since cells hold expressions."""
    return at, tuple(ast.Name(p.span, "any") if p.value is None else p.value for p in patterns or ())


def header(b: Context, row: ast.Row) -> tuple[ast.Ident, ...]:
    """The names of the columns, from the first line of a table; a fault for a cell that is no name."""
    names: list[ast.Ident] = []
    for cell, span in zip(row.cells, row.cell_spans, strict=True):
        match cell:
            case (ast.Name(span=at, text=text),):
                names.append(ast.Ident(at, text))
            case _:
                b.unexpected(span, "expected the name of a column in the first line of the table")
    return tuple(names)


@builds("pile")
def _pile(
    b: Context, at: Span, word: Token, name: Token, of: Token, clauses: Clauses, initial: ast.Expr | None, empty: ast.Block | None
) -> ast.Pile:
    visibility, has = _visible(b, clauses)
    return b.citing(
        ast.Pile(at, b.ident(name), "", (), b.word(word), b.ident(of), visibility, has.get("holds"), "ordered" in has, initial, empty)
    )


@builds("when_empty")
def _when_empty(b: Context, at: Span, body: ast.Block) -> ast.Block:
    return body


# ---- types and parameters -------------------------------------------------------------------------------------------


@builds("type_name")
def _type_name(b: Context, at: Span, name: Token) -> ast.TypeName:
    return ast.TypeName(at, b.word(name))


@builds("optional_type")
def _optional_type(b: Context, at: Span, of: ast.TypeExpr) -> ast.OptionalType:
    return ast.OptionalType(at, of)


@builds("set_type")
def _set_type(b: Context, at: Span, of: ast.TypeExpr) -> ast.SetType:
    return ast.SetType(at, of)


@builds("range_type")
def _range_type(b: Context, at: Span, low: int, high: int | ast.Ident, measure: Token | None) -> ast.RangeType:
    return ast.RangeType(at, low, high, b.ident_or_none(measure))


@builds("positive")
def _positive(b: Context, at: Span, number: Token) -> int:
    return b.integer(number)


@builds("negative")
def _negative(b: Context, at: Span, number: Token) -> int:
    return -b.integer(number)


@builds("bound_name")
def _bound_name(b: Context, at: Span, name: Token) -> ast.Ident:
    return b.ident(name)


@builds("params")
def _params(b: Context, at: Span, first: ast.Param | None = None, rest: list[ast.Param] | tuple[()] = ()) -> Params:
    return () if first is None else (first, *rest)


builds("some_params")(_params)


@builds("plain_param")
def _plain_param(b: Context, at: Span, name: Token, type: ast.TypeExpr, domain: ast.Expr | None) -> ast.Param:
    return ast.Param(at, b.ident(name), type, False, domain, False)


@builds("some_param")
def _some_param(b: Context, at: Span, name: Token, type: ast.TypeExpr, domain: ast.Expr | None) -> ast.Param:
    return ast.Param(at, b.ident(name), type, True, domain, False)


@builds("var_param")
def _var_param(b: Context, at: Span, name: Token, type: ast.TypeExpr) -> ast.Param:
    return ast.Param(at, b.ident(name), type, False, None, True)
