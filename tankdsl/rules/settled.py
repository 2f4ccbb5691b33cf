"""States that keep their first value in a scenario: no rule assigns them, or only in branches that its options close.

A game of several types says in a state which of them is played, and has an option by which a die decides instead. Where the scenario leaves
that option off, the state is what the scenario gives, in every play.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.static import Run, World
from tankdsl.check.tree import AnyStmt, Assign, IfElse
from tankdsl.rules.calls import bodies_of
from tankdsl.rules.game import Game
from tankdsl.rules.walk import statements


def settled(game: Game, world: World) -> frozenset[tuple[str, str]]:
    """The states and tracks, by kind and name, that no rule changes while the options are as the scenario sets them.

    Left out are those that go back to their default by themselves, and those that a campaign brings along from the battle before.
    """
    run = Run(world)
    changed = {(each.kind, each.field) for _, body in bodies_of(game.program) for each in _reached(run, body) if isinstance(each, Assign)}
    between = [statement for campaign in game.program.campaigns.values() for statement in statements(campaign.between)]
    changed |= {(each.kind, each.field) for each in between if isinstance(each, Assign)}
    return frozenset(fact for fact in steady(game) if fact not in changed)


def steady(game: Game) -> frozenset[tuple[str, str]]:
    """The states and tracks, by kind and name, that never change but by a rule."""
    return game.remember("steady", lambda: _steady(game))


def kept(game: Game) -> frozenset[tuple[str, str]]:
    """The states and tracks, by kind and name, that a campaign brings along from the battle before."""
    return frozenset((kind.id, field.id) for kind in game.program.kinds.values() for field in kind.fields if field.kept)


def _steady(game: Game) -> frozenset[tuple[str, str]]:
    fields = ((kind.id, field) for kind in game.program.kinds.values() for field in kind.fields)
    states = ((kind, field) for kind, field in fields if field.role in ("state", "track"))
    return frozenset((kind, field.id) for kind, field in states if field.lifetime is None and not field.kept)


def _reached(run: Run, body: tuple[AnyStmt, ...]) -> Iterator[AnyStmt]:
    """The statements of a body, without the branches that are never taken."""
    for statement in body:
        yield statement
        if isinstance(statement, IfElse) and statement.binding is None:
            holds = run.value(statement.condition)
            yield from _reached(run, statement.then if holds is not False else ())
            yield from _reached(run, statement.orelse if holds is not True else ())
        else:
            for part in ("body", "then", "orelse", "choices"):
                yield from _reached(run, getattr(statement, part, ()) or ())
