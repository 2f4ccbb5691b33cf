"""How the game ends, and what happens by itself: endings, triggers, effects that follow others."""

from __future__ import annotations

from tankdsl.check import tree
from tankdsl.check.actions import param_of
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import Context
from tankdsl.check.env import Env, constant
from tankdsl.check.expressions import check_as, condition
from tankdsl.check.flow import note_scope_use
from tankdsl.check.operators import as_number
from tankdsl.check.sets import bind_element, listed, set_of
from tankdsl.check.statements import check_statements
from tankdsl.check.tree import Core, EndingDef, Local, WheneverDef
from tankdsl.check.types import BOOL, POISON, SIDE
from tankdsl.diagnostics.registry import names, structure
from tankdsl.resolve.builtins import CONSTANTS
from tankdsl.syntax import ast


def check_endings(cx: Context) -> None:
    """All endings, row by row."""
    for declaration in cx.symbols.space("ending").values():
        assert isinstance(declaration, ast.Ending)
        for word in (declaration.during, declaration.at_end_of):
            if word is not None:
                note_scope_use(cx, word, awaited=True)
        for index, row in enumerate(declaration.rows):
            cx.program.endings.append(_row(cx, declaration, row, index))


def _row(cx: Context, node: ast.Ending, row: ast.EndingRow, index: int) -> EndingDef:
    env = Env("ending")
    each: Local | None = None
    domain: Core | None = None
    if node.var is not None and node.domain is not None:
        domain = listed(cx, set_of(cx, env, node.domain))
        each = bind_element(cx, env, node.var, domain)
    elif row.who is not None:
        _without_sides(cx, env, node, row.who)
    test = constant(True, BOOL, row.span) if row.condition is None else condition(cx, env, row.condition)
    candidate: Local | None = None
    match row.outcome:
        case "win":
            assert row.who is not None
            outcome: tuple[object, ...] = ("win", check_as(cx, env, row.who, SIDE, "after `win`"))
        case "draw":
            outcome = ("draw",)
        case _:
            candidate, keys = _keys(cx, env, row)
            outcome = ("most", *keys)
    id = f"{node.name.text}.{row.name.text if row.name else index + 1}"
    cx.calls[f"ending.{id}"] = list(env.calls)
    during = node.during.text if node.during else None
    at = node.at_end_of.text if node.at_end_of else None
    text = row.label.value if row.label else ""
    return EndingDef(id, during, at, each, domain, test, outcome, candidate, cite_ids(node.cites, row.cites), row.span, text)


def _without_sides(cx: Context, env: Env, node: ast.Ending, who: ast.Expr) -> None:
    """`win s` where nothing is called `s`: the ending does not go through the sides. Reported once, and `s` is known from then on."""
    name = who.subject if isinstance(who, ast.Field) else who
    if not isinstance(name, ast.Name) or name.text in cx.symbols.values or cx.field_of("Game", name.text) is not None:
        return
    if name.text in CONSTANTS or cx.is_lost(name.text) or cx.did_you_mean(name.text, cx.symbols.sides):
        return
    env.bind(name.text, POISON, name.span)
    if (word := f"{node.name.text}.{name.text}") in cx.terms_reported:
        return
    cx.terms_reported.add(word)
    headline = f"nothing is called `{name.text}` here"
    help = f"if it is each side in turn, write `each {name.text} in sides` in front of the rows of `{node.name.text}`"
    cx.report(names.UNKNOWN_NAME, name.span, headline, help=help)


def _keys(cx: Context, env: Env, row: ast.EndingRow) -> tuple[Local, list[Core]]:
    """`win most vp, then most kills`: each key is a field or value of a side."""
    candidate = Local("side", SIDE)
    keys: list[Core] = []
    for key in row.keys:
        inner = Env("ending", this=candidate, this_kind="Side")
        inner.scopes = [dict(scope) for scope in env.scopes]
        if isinstance(key, ast.Name) and (cx.signatures.get(key.text) is not None):
            key = ast.Call(key.span, ast.Ident(key.span, key.text), (ast.Name(key.span, "self"),))
        from tankdsl.check.expressions import check

        keys.append(as_number(cx, inner, check(cx, inner, key)))
        env.calls += inner.calls
    return candidate, keys


def check_triggers(cx: Context) -> None:
    """All `whenever` declarations."""
    for name, node in cx.symbols.space("trigger").items():
        assert isinstance(node, ast.Whenever)
        env = Env("effect")
        for param in (param for param in node.params if param.some):
            headline = f"`{name}` looks at things one by one, not at some of them together"
            cx.report(structure.STATEMENT_MISPLACED, param.span, headline, help="leave `some` out")
        params = [param_of(cx, env, param, None) for param in node.params]
        if node.during is not None:
            note_scope_use(cx, node.during, awaited=True)
        test = condition(cx, env, node.condition)
        with env.scope():
            body = check_statements(cx, env, node.body.statements)
        cx.calls[f"whenever.{name}"] = list(env.calls)
        during = node.during.text if node.during else None
        cx.program.whenevers[name] = WheneverDef(name, tuple(params), during, test, body, cite_ids(node.cites), node.span)


__all__ = ["check_endings", "check_triggers", "tree"]
