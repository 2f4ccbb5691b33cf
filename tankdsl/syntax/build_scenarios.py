"""Builders of rosters, scenarios and campaigns, and of what tests share with them: things given, options set."""

from __future__ import annotations

from typing import Any

from tankdsl.frozen import FrozenValue
from tankdsl.source import Span
from tankdsl.syntax import ast
from tankdsl.syntax.building import Clause, Context, Token, builds, of_type


class Options(FrozenValue):
    """`options a = on, b = 3`"""

    at: Span
    settings: tuple[ast.Setting, ...]


class Things(FrozenValue):
    """`given ...`: units and settings."""

    at: Span
    units: tuple[ast.Given, ...]
    settings: tuple[ast.Setting, ...]


@builds("options")
def _options(b: Context, at: Span, first: ast.Setting, rest: list[ast.Setting] | tuple[()] = ()) -> Options:
    return Options(at, (first, *rest))


@builds("option_value")
def _option_value(b: Context, at: Span, name: Token, value: ast.Expr) -> ast.Setting:
    return b.citing(ast.Setting(at, ast.Name(b.span(name), b.word(name)), value, ()))


@builds("given")
def _given(b: Context, at: Span, first: ast.Given | ast.Setting, rest: list[ast.Given | ast.Setting] | tuple[()] = ()) -> Things:
    items = (first, *rest)
    return Things(at, of_type(ast.Given, items), of_type(ast.Setting, items))


@builds("given_unit")
def _given_unit(
    b: Context,
    at: Span,
    alias: Token | None,
    unit: ast.Expr,
    place: ast.Expr | None,
    settings: tuple[ast.Setting, ...] | None,
) -> ast.Given:
    name = _dotted(unit)
    if name is None:
        b.unexpected(unit.span, "expected the name of a unit or `something = value`")
        name = "?"
    return ast.Given(at, b.ident_or_none(alias), ast.Ident(unit.span, name), place, settings or ())


def _dotted(name: ast.Expr) -> str | None:
    match name:
        case ast.Name(text=text):
            return text
        case ast.Field(subject=subject, name=last):
            front = _dotted(subject)
            return None if front is None else f"{front}.{last.text}"
    return None


@builds("setting")
def _setting(b: Context, at: Span, target: ast.Expr, value: ast.Expr) -> ast.Setting:
    return b.citing(ast.Setting(at, target, value, ()))


@builds("settings")
def _settings(b: Context, at: Span, settings: list[ast.Setting] | tuple[()] = ()) -> tuple[ast.Setting, ...]:
    return tuple(settings)


# ---- rosters, scenarios, campaigns ----------------------------------------------------------------------------------


@builds("roster")
def _roster(b: Context, at: Span, name: Token, sides: list[ast.SideForces] | tuple[()] = ()) -> ast.Roster:
    return b.citing(ast.Roster(at, b.ident(name), "", (), tuple(sides)))


@builds("side_forces")
def _side_forces(b: Context, at: Span, side: Token, first: ast.Force, rest: list[ast.Force] | tuple[()] = ()) -> ast.SideForces:
    return b.citing(ast.SideForces(at, b.ident(side), (first, *rest), ()))


@builds("force")
def _force(b: Context, at: Span, count: Token | None, model: Token) -> ast.Force:
    return ast.Force(at, 1 if count is None else b.integer(count), b.ident(model))


@builds("scenario")
def _scenario(b: Context, at: Span, name: Token, title: Token, base: Token | None, items: list[Any] | tuple[()] = ()) -> ast.Scenario:
    has = b.clauses(items)
    options = tuple(setting for item in items if isinstance(item, Options) for setting in item.settings)
    given = [item for item in items if isinstance(item, Things)]
    units = tuple(unit for item in given for unit in item.units)
    settings = tuple(setting for item in given for setting in item.settings)
    return b.citing(
        ast.Scenario(
            at, b.ident(name), "", (), b.string(title), b.ident_or_none(base), has.get("layout"), has.get("roster"),
            of_type(ast.SideForces, items), options, units, settings, has.get("start"),
            has.get("claims", ()),
        )
    )  # fmt: skip


@builds("use_layout")
def _use_layout(b: Context, at: Span, name: Token) -> Clause:
    return Clause("layout", b.ident(name), at)


@builds("use_roster")
def _use_roster(b: Context, at: Span, name: Token) -> Clause:
    return Clause("roster", b.ident(name), at)


@builds("start_with")
def _start_with(b: Context, at: Span, sequence: Token) -> Clause:
    return Clause("start", b.ident(sequence), at)


@builds("claims")
def _claims(b: Context, at: Span, names: tuple[ast.Ident, ...]) -> Clause:
    return Clause("claims", names, at)


@builds("campaign")
def _campaign(b: Context, at: Span, name: Token, title: Token, items: list[Clause] | tuple[()] = ()) -> ast.Campaign:
    has = b.clauses(items)
    called = b.ident(name)
    return b.citing(ast.Campaign(at, called, "", (), b.string(title), has.get("battles", ()), has.get("between")))


@builds("battles")
def _battles(b: Context, at: Span, names: tuple[ast.Ident, ...]) -> Clause:
    return Clause("battles", names, at)


@builds("between_battles")
def _between_battles(b: Context, at: Span, body: ast.Block) -> Clause:
    return Clause("between", body, at)
