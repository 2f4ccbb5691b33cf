"""What can be said only when everything is read: scopes that never open, stats that nobody reads, actions that nobody can play."""

from __future__ import annotations

from itertools import chain
from typing import Any

from tankdsl.check.context import Context
from tankdsl.check.tree import AnyStmt, Plays
from tankdsl.diagnostics.registry import names, structure
from tankdsl.source import Span
from tankdsl.syntax import ast
from tankdsl.syntax.node import replaced


def finish(cx: Context, *, complete: bool) -> None:
    """The last findings, and the play lists with the cards of their kinds filled in."""
    cx.program.scopes = tuple(cx.scopes_opened)
    _fill_play_lists(cx)
    if complete:
        _scopes(cx)
        _fields(cx)
        _options(cx)
        _movements(cx)
        _never_played(cx)
        _never_opened(cx)
        _locals(cx)


def _scopes(cx: Context) -> None:
    seen: set[tuple[str, Span]] = set()
    for scope, span in cx.scope_uses:
        if scope in cx.scopes_opened or (scope == "game" and span not in cx.scopes_awaited) or (scope, span) in seen:
            continue
        seen.add((scope, span))
        if span in cx.limits_without_scope:
            one = "turn" if "turn" in cx.scopes_opened else next(iter(cx.scopes_opened), "game")
            headline = f"this limit is kept for each `{scope}` and does not say in which scope it counts"
            cx.report(structure.UNKNOWN_SCOPE, span, headline, help=f"write the scope behind it: `per {scope} per {one}`")
            continue
        opened = f"name a sequence, as in `during {cx.program.main}`, or leave it out" if scope == "game" else ""
        cx.report(
            structure.UNKNOWN_SCOPE,
            span,
            f"nothing opens a scope `{scope}`",
            help=opened or cx.did_you_mean(scope, chain(cx.scopes_opened, ("game",))) or f"open it with `during {scope} of s {{ }}`",
        )


def _fields(cx: Context) -> None:
    """Fields that nobody reads, and those that can only be meant to change and that nobody sets (a plain state may be for scenarios)."""
    for kind, info in cx.kinds.items():
        for name, found in info.fields.items():
            if found.span is None:
                continue
            read, written = (kind, name) in cx.reads, (kind, name) in cx.writes
            if found.role == "stat" and not read:
                cx.report(
                    structure.STAT_UNREAD,
                    found.span,
                    f"no rule reads the stat `{name}` of `{kind}`",
                    help="use it in a rule, or mark it: `stat ... flavour`",
                )
            elif found.role in ("state", "track") and not read:
                said = "set but never read" if written else "never read"
                headline = f"the {found.role} `{name}` of `{kind}` is {said}"
                cx.report(structure.STATE_UNUSED, found.span, headline, help="use it or remove it")
            elif not written and _is_meant_to_change(cx, kind, name):
                headline = f"the {found.role} `{name}` of `{kind}` is read, and neither a rule nor a scenario ever sets it"
                help = "set it in a rule, or declare it as a `stat` if it never changes"
                cx.report(structure.STATE_UNUSED, found.span, headline, help=help)


def _is_meant_to_change(cx: Context, kind: str, name: str) -> bool:
    """A track, or a state with a lifetime."""
    fields = cx.program.kinds[kind].fields if kind in cx.program.kinds else ()
    return any(field.id == name and (field.role == "track" or field.lifetime is not None) for field in fields)


def _locals(cx: Context) -> None:
    shadowing = {found.primary.span for found in cx.found if found.code == names.SHADOWED_NAME.code and found.primary is not None}
    for binding in cx.locals:
        if not binding.read and binding.span not in shadowing:
            cx.report(names.UNUSED_NAME, binding.span, f"`{binding.local.name}` is never read", help="use it, or leave it out")


def _options(cx: Context) -> None:
    for name, option in cx.symbols.space("option").items():
        if ("option", name) not in cx.reads and not _is_at_fault(cx, option.span):
            help = f"use `option.{name}`, or let it replace a rule"
            cx.report(structure.STATE_UNUSED, option.name.span, f"no rule asks the option `{name}`", help=help)


def _is_at_fault(cx: Context, span: Span) -> bool:
    """Whether something inside of a declaration is reported as wrong."""
    places = (finding.primary.span for finding in cx.found if finding.primary is not None)
    return any(place.file == span.file and span.start <= place.start < span.end for place in places)


def _movements(cx: Context) -> None:
    for name, movement in cx.symbols.space("movement").items():
        if ("movement", name) not in cx.reads and isinstance(movement, ast.Movement):
            help = f"use it, `plot way for t using {name} by t.side`, or remove it"
            cx.report(structure.STATE_UNUSED, movement.name.span, f"no rule moves anything by the movement `{name}`", help=help)


def _fill_play_lists(cx: Context) -> None:
    """`*MoraleCard` in a play list: every action that is a card of that kind played as an action."""
    program = cx.program
    for name, proc in list(program.procs.items()):
        program.procs[name] = replaced(proc, body=_filled(cx, proc.body))


def _filled(cx: Context, body: tuple[AnyStmt, ...]) -> tuple[AnyStmt, ...]:
    return tuple(_filled_one(cx, statement) for statement in body)


def _filled_one(cx: Context, statement: AnyStmt) -> Any:
    if isinstance(statement, Plays):
        actions: list[str] = []
        for word in statement.actions:
            actions += _cards_as_actions(cx, word[1:]) if word.startswith("*") else [word]
        return replaced(statement, actions=tuple(actions))
    changes = {}
    for part in ("body", "then", "orelse"):
        inner = getattr(statement, part, None)
        if isinstance(inner, tuple) and inner:
            changes[part] = _filled(cx, inner)
    return replaced(statement, **changes) if changes else statement


def _cards_as_actions(cx: Context, kind: str) -> list[str]:
    return [
        id for id, action in cx.program.actions.items() if action.card is not None and action.as_action and cx.is_a(action.card[0], kind)
    ]


def _never_played(cx: Context) -> None:
    kinds = {word[1:] for word in cx.played if word.startswith("*")}
    for id, action in cx.program.actions.items():
        if action.card is not None:
            offered = not action.as_action or action.anytime or bool(action.windows) or any(cx.is_a(action.card[0], kind) for kind in kinds)
            if not offered:
                headline = f"`{action.name}` is played as an action, and no play list holds `{action.card[0]}`"
                cx.report(structure.NEVER_PLAYED, action.span, headline, help=f"add `{action.card[0]}` to a `plays` statement")
        elif id not in cx.played:
            declared = cx.symbols.values.get(id)
            span = declared.name.span if isinstance(declared, ast.Action) else action.span
            headline = f"no play list holds the action `{id}`"
            cx.report(structure.NEVER_PLAYED, span, headline, help="add it to a `plays` statement, or remove it")


def _never_opened(cx: Context) -> None:
    """Windows in which nothing can be answered, since no rule opens them."""
    for name, window in cx.symbols.space("window").items():
        if name not in cx.windows_opened and not cx.is_lost(name):
            headline = f"no rule opens the window `{name}`, so that nothing can be played in it"
            cx.report(structure.NEVER_PLAYED, window.name.span, headline, help=f"open it where players may answer, `window {name}(...)`")
