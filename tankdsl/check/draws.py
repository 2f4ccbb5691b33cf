"""Cards that do something when they are drawn: `on draw for v: Tank { }`, and `resolve(card, t)`, which makes a card do it to a thing.

Each clause becomes a procedure `draw.<card>` with the card and the thing as its parameters; `resolve` is a ladder over the cards of the
kind that asks which one it is.
"""

from __future__ import annotations

from tankdsl.check import tree
from tankdsl.check.binding import bind
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import Context
from tankdsl.check.env import Env
from tankdsl.check.expressions import check, demand, lost, maybe_absent
from tankdsl.check.tree import AnyStmt, Core, Local, ProcDef
from tankdsl.check.typeexprs import resolve_type
from tankdsl.check.types import BOOL, Kind, Model, Optional, Poison
from tankdsl.diagnostics import counted
from tankdsl.diagnostics.registry import names, structure, types
from tankdsl.syntax import ast

RESOLVE = "resolve"


def check_draws(cx: Context, node: ast.Card) -> None:
    """The clauses of a card that say what it does when it is drawn; there may be one."""
    for clause in node.draws[1:]:
        cx.report(
            structure.STATEMENT_MISPLACED,
            clause.span,
            f"`{node.name.text}` says twice what it does when it is drawn",
            secondary=cx.labels((node.draws[0].span, "said first here")),
        )
    for clause in node.draws[:1]:
        env = Env("effect", this=Local("self", Kind(node.of.text)), this_kind=node.of.text)
        assert env.this is not None
        target = bind(cx, env, clause.var, resolve_type(cx, clause.type))
        from tankdsl.check.statements import check_block

        body = check_block(cx, env, clause.body)
        id = draw_id(node)
        cx.calls[id] = list(env.calls)
        cites = cite_ids(node.cites, clause.cites)
        cx.program.procs[id] = ProcDef(id, node.name.text, "card", (env.this, target), (), (), body, cites, clause.span)


def draw_id(card: ast.Card) -> str:
    """The id of the procedure of a card that is drawn."""
    return f"draw.{card.name.text}"


def check_resolve(cx: Context, env: Env, node: ast.Do, call: ast.Call) -> tuple[AnyStmt, ...]:
    """`resolve(card, thing)`: what the card does when it is drawn; nothing for a card that does not say."""
    if len(call.args) != 2:
        cx.report(types.WRONG_ARGUMENTS, call.span, f"`{RESOLVE}` takes a card and a thing, found {counted(len(call.args), 'argument')}")
        lost(cx, env, call.span, call.args)
        return ()
    card, thing = (check(cx, env, arg) for arg in call.args)
    if isinstance(card.type, Poison) or isinstance(thing.type, Poison):
        return ()
    if isinstance(card.type, Optional):
        maybe_absent(cx, card.span, card.type)
        return ()
    if not isinstance(card.type, Kind) or cx.category(card.type.name) != "card":
        cx.mismatch(card.span, card.type, "a card")
        return ()
    cards = _cards(cx, card.type.name)
    if not cards:
        headline = f"no `{card.type.name}` says what it does when it is drawn"
        cx.report(names.UNKNOWN_NAME, card.span, headline, help="add `on draw for v: Kind { }` to the cards")
        return ()
    root = cx.root_of(card.type.name)
    held, target = Local("card", card.type), Local("target", thing.type)
    kept: list[AnyStmt] = [tree.SetLocal(node.span, (), held, card), tree.SetLocal(node.span, (), target, thing)]
    which = Core("get", (root, "model", _read(held, card)), Model(card.type.name), card.span)
    ladder: tuple[AnyStmt, ...] = ()
    for declaration in reversed(cards):
        wanted = resolve_type(cx, declaration.draws[0].type)
        fitting = demand(cx, env, _read(target, thing), wanted, f"the target of `{declaration.name.text}`")
        if isinstance(fitting.type, Poison):
            return ()
        env.calls.append((draw_id(declaration), call.name.span))
        is_it = Core("==", (which, Core("model", (root, declaration.name.text), which.type, card.span)), BOOL, card.span)
        run = tree.CallProc(node.span, cite_ids(node.cites), draw_id(declaration), (_read(held, card), fitting), ())
        ladder = (tree.IfElse(node.span, cite_ids(node.cites), None, is_it, (run,), ladder),)
    return (*kept, *ladder)


def _read(local: Local, like: Core) -> Core:
    return Core("local", (local,), local.type, like.span)


def _cards(cx: Context, kind: str) -> list[ast.Card]:
    """The cards of a kind, or of a kind below it, that say what they do when they are drawn."""
    all = [thing.declaration for name, things in cx.symbols.things.items() if cx.is_a(name, kind) for thing in things]
    return [card for card in all if isinstance(card, ast.Card) and card.draws]
