"""Limits and lifetimes that hang on a scope: it must come in the game, belong to a side where `own` asks for that, and be open in time.

That nothing in the pack opens a scope of that name is found when names are checked.  Here the game is walked from the sequences with which
it can begin (those that tests start included): what opens only in a sequence that nothing runs never opens.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check import tree
from tankdsl.check.tree import ActionDef, Core, Limit
from tankdsl.diagnostics import Diagnostic, quoted
from tankdsl.diagnostics.registry import structure
from tankdsl.frozen import FrozenValue
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.rules.scopes import Scopes, loop_key, roots_of, walk_scopes
from tankdsl.rules.walk import walk
from tankdsl.source import Span
from tankdsl.syntax import ast

ALWAYS = "game"


class Use(FrozenValue):
    """Something that hangs on a scope, in words, and where it is written."""

    what: str
    scope: str
    own: bool
    span: Span


def check_attached(game: Game) -> Iterator[Diagnostic]:
    """Scopes that never open, scopes without an owner, lifetimes of what has no side, limits on a scope that is closed by then."""
    uses = [use for use in _uses(game) if use.scope != ALWAYS or use.own]
    if not uses:
        return
    scopes = walk_scopes(game.program, [*roots_of(game.program), *_started_by_tests(game)])
    seen: set[tuple[str, Span]] = set()
    for use in uses:
        if (use.scope, use.span) in seen:
            continue
        seen.add((use.scope, use.span))
        if use.scope != ALWAYS and use.scope not in scopes.opened:
            headline = f"{use.what} hangs on `{use.scope}`, and the game never comes to that"
            help = f"open `{use.scope}` in a sequence that the game runs; it comes to {quoted(scopes.opened, 'and')}"
            yield structure.UNKNOWN_SCOPE.at(use.span, headline, help=help)
        elif use.own and use.scope not in scopes.owned:
            headline = f"{use.what} hangs on an own `{use.scope}`, and no `{use.scope}` belongs to a side"
            help = f"open it with `during {use.scope} of s {{ }}`, or leave `own` out"
            yield structure.UNKNOWN_SCOPE.at(use.span, headline, help=help)
    yield from _of_nobody(game)
    yield from _closed_by_then(game, scopes)


def _started_by_tests(game: Game) -> list[str]:
    tests = [node for node in game.program.declarations if isinstance(node, ast.Test)]
    return list(dict.fromkeys(node.sequence.text for test in tests for node in _starts(test.parts)))


def _starts(parts: tuple[object, ...]) -> Iterator[ast.TestStart]:
    for part in parts:
        if isinstance(part, ast.TestStart):
            yield part
        elif isinstance(part, ast.TestCase):
            yield from _starts(part.parts)


# ----------------------------------------------------------------------------------------------------------------- uses


def _uses(game: Game) -> Iterator[Use]:
    program = game.program
    for kind in program.kinds.values():
        for field in kind.fields:
            if field.lifetime is not None:
                yield Use(f"how long `{field.id}` of `{kind.id}` lasts", field.lifetime.scope, field.lifetime.own, field.span)
    for action in program.actions.values():
        for limit in action.limits:
            yield Use(f"a limit of `{action.name}`", limit.scope, limit.own, _span_of(limit, action))
    for (_, id), statement in game.statements:
        if isinstance(statement, tree.Once):
            yield Use(f"a limit in `{id.removeprefix('sequence.')}`", statement.limit.scope, statement.limit.own, statement.span)
    for trigger in program.whenevers.values():
        if trigger.during is not None:
            yield Use(f"`{trigger.id}`", trigger.during, False, trigger.span)
    for ending in program.endings:
        for node in walk(ending.condition):
            if isinstance(node, Core) and node.op in ("throughout", "running"):
                yield Use(f"the ending `{ending.id}`", node.args[0], False, node.span)


def _span_of(limit: Limit, action: ActionDef) -> Span:
    return limit.keys[0].span if limit.keys else action.span


# -------------------------------------------------------------------------------------------------------------- nobody's


def _of_nobody(game: Game) -> Iterator[Diagnostic]:
    """`until start of own turn` of things that have no side in any scenario."""
    scenarios = game.program.scenarios.values()
    for kind in game.program.kinds.values():
        waiting = [field for field in kind.fields if field.lifetime is not None and field.lifetime.own]
        if not waiting or kind.category == "side":
            continue
        things = [thing for scenario in scenarios for thing in scenario.instances if kind.id in game.lineage(thing.kind)]
        if things and all(thing.side is None for thing in things):
            for field in waiting:
                assert field.lifetime is not None
                yield structure.UNKNOWN_SCOPE.at(
                    field.span,
                    f"`{field.id}` lasts for an own `{field.lifetime.scope}`, and no `{kind.id}` has a side whose own that could be",
                    help="give the things a side, or leave `own` out",
                )


# --------------------------------------------------------------------------------------------------------------- closed


def _closed_by_then(game: Game, scopes: Scopes) -> Iterator[Diagnostic]:
    """Actions whose limit hangs on a scope that is never open where they are offered: it would never count anew, or for the wrong time."""
    offered: dict[str, list[tree.Plays]] = {}
    for _, loop in game.statements:
        for id in loop.actions if isinstance(loop, tree.Plays) else ():
            offered.setdefault(id, []).append(loop)  # type: ignore[arg-type]
    for id, action in game.program.actions.items():
        loops = offered.get(id, [])
        if not loops or action.windows or action.anytime or any(loop_key(loop) not in scopes.offers for loop in loops):
            continue
        around = [outside for loop in loops for outside in sorted(scopes.offers[loop_key(loop)])]
        for limit in action.limits:
            if limit.scope != ALWAYS and limit.scope in scopes.opened and not any(limit.scope in outside for outside in around):
                headline = f"a limit of `{action.name}` hangs on `{limit.scope}`, which is never open where `{action.name}` is offered"
                open_there = dict.fromkeys(scope for outside in around for scope in outside)
                yield structure.UNKNOWN_SCOPE.at(_span_of(limit, action), headline, help=f"open there: {quoted(open_there, 'and')}")


ATTACHED = Check("attached scopes", check_attached)
