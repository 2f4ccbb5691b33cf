"""The frame of the game: rounds, turns, phases, alternation, and what a side may play in them."""

from __future__ import annotations

from itertools import chain

from tankdsl.check import tree
from tankdsl.check.binding import bind
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import Context
from tankdsl.check.env import Env
from tankdsl.check.expressions import check, check_as, condition
from tankdsl.check.flow import loop_body
from tankdsl.check.tree import AnyStmt, Core
from tankdsl.check.types import SIDE, Int, Kind, Poison, describe, required
from tankdsl.diagnostics.registry import names, structure, types
from tankdsl.resolve.symbols import Thing
from tankdsl.source import Span
from tankdsl.syntax import ast


def check_turns(cx: Context, env: Env, node: ast.Stmt) -> tuple[AnyStmt, ...]:
    """Rounds, turns, phases, alternation and play loops; they belong into sequences (a play loop also into effects)."""
    if env.origin != "sequence" and not isinstance(node, (ast.Plays, ast.During)):
        cx.report(
            structure.STATEMENT_MISPLACED,
            node.span,
            "rounds and turns can stand only in a sequence",
            help="move it into the `sequence` that frames the game",
        )
    match node:
        case ast.Rounds():
            return _rounds(cx, env, node)
        case ast.EachTurn():
            return _each_turn(cx, env, node)
        case ast.During():
            return _during(cx, env, node)
        case ast.Alternate():
            return _alternate(cx, env, node)
        case ast.Plays():
            return (_plays(cx, env, node),)
        case _:
            raise AssertionError(node)


def _opens(cx: Context, scope: str, span: Span) -> None:
    cx.scopes_opened.setdefault(scope, span)


def _rounds(cx: Context, env: Env, node: ast.Rounds) -> tuple[AnyStmt, ...]:
    _opens(cx, "round", node.span)
    most = None if node.most is None else check_as(cx, env, node.most, Int(), "as the number of rounds")
    until = None if node.until is None else condition(cx, env, node.until)
    body = loop_body(cx, env, node.body)
    return (tree.Repeat(node.span, cite_ids(node.cites), most, until, "round", body),)


def _side(cx: Context, env: Env, node: ast.Expr | None) -> Core | None:
    return None if node is None else check_as(cx, env, node, SIDE)


def _each_turn(cx: Context, env: Env, node: ast.EachTurn) -> tuple[AnyStmt, ...]:
    _opens(cx, "turn", node.span)
    start = _side(cx, env, node.start)
    with env.scope():
        local = bind(cx, env, node.var, SIDE)
        body = loop_body(cx, env, node.body)
    return (tree.EachTurn(node.span, cite_ids(node.cites), local, start, body),)


def _during(cx: Context, env: Env, node: ast.During) -> tuple[AnyStmt, ...]:
    from tankdsl.check.statements import check_block

    _opens(cx, node.scope.text, node.scope.span)
    owner = _side(cx, env, node.owner)
    return (tree.During(node.span, cite_ids(node.cites), node.scope.text, owner, check_block(cx, env, node.body)),)


def _alternate(cx: Context, env: Env, node: ast.Alternate) -> tuple[AnyStmt, ...]:
    _opens(cx, "alternation", node.span)
    start = _side(cx, env, node.start)
    until = condition(cx, env, node.until)
    with env.scope():
        local = bind(cx, env, node.var, SIDE)
        body = loop_body(cx, env, node.body)
    return (tree.Alternate(node.span, cite_ids(node.cites), local, start, until, body),)


def _plays(cx: Context, env: Env, node: ast.Plays) -> AnyStmt:
    who = check_as(cx, env, node.who, SIDE, "before `plays`")
    piece = None if node.piece is None else check(cx, env, node.piece)
    budget = None if node.budget is None else check_as(cx, env, node.budget, Int(0, 2**31 - 1, cx.cost_measure), "as a budget")
    until = None if node.until is None else condition(cx, env, node.until)
    actions: list[str] = []
    for word in node.actions:
        actions += _playable(cx, word)
    if piece is not None and not isinstance(required(piece.type), (Kind, Poison)):
        cx.mismatch(piece.span, piece.type, "a piece", "after `with`")
    _given_first(cx, node, piece, actions)
    cx.played.update(actions)
    return tree.Plays(node.span, cite_ids(node.cites), who, tuple(actions), piece, budget, node.once, node.may_pass, until)


def _given_first(cx: Context, node: ast.Plays, piece: Core | None, actions: list[str]) -> None:
    """`with u`: every action with parameters takes the piece as its first one (or takes only those of a kind below)."""
    if piece is None or not isinstance(required(piece.type), Kind):
        return
    given = required(piece.type)
    for name in actions:
        signature = cx.signatures.get(name)
        if signature is None:
            continue
        if not signature.params:
            continue
        first = required(signature.params[0][1])
        if not (cx.fits(given, first) or cx.fits(first, given)):
            word = next(word for word in node.actions if word.text == name)
            headline = f"`{name}` does not begin with {describe(given)}, and `with` gives it one"
            cx.report(types.WRONG_ARGUMENTS, word.span, headline, help="play it in another loop, or make the piece its first parameter")


def _playable(cx: Context, word: ast.Ident) -> list[str]:
    """The actions that a word of a play list stands for: an action, or the cards of a kind that are played as actions."""
    signature = cx.signatures.get(word.text)
    if signature is not None and signature.kind == "action":
        return [word.text]
    info = cx.kinds.get(word.text)
    if info is not None and info.category == "card":
        return [f"*{word.text}"]
    what = cx.symbols.values.get(word.text)
    candidates = chain(
        (name for name, s in cx.signatures.items() if s.kind == "action"), (name for name, i in cx.kinds.items() if i.category == "card")
    )
    if what is None and signature is None:
        near = cx.suggestions.suggest(word.text, candidates)
        if near is not None:
            cx.played.add(near if near in cx.signatures else f"*{near}")
        help = () if near is None else f"did you mean `{near}`?"
        cx.report(names.UNKNOWN_NAME, word.span, f"there is no action `{word.text}`", help=help)
    else:
        word_of = {"table-effect": "table"}.get(signature.kind, signature.kind) if signature else "name"
        said = "a card" if isinstance(what, Thing) else f"an {word_of}" if word_of[0] in "aeiou" else f"a {word_of}"
        cx.report(
            structure.NOTHING_TO_PLAY,
            word.span,
            f"`{word.text}` is {said}, and a play list holds actions and kinds of cards",
            help="name the card's kind" if isinstance(what, Thing) else "declare it with `action`",
        )
    return []
