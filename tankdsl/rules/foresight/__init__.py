"""Foresight: what the rules may let come about in a scenario, and by which round at the earliest.

Everything counts in favour of whoever wants it: pieces go as far as their budgets allow, nobody stands in their way, dice fall as one
likes, what is not known may be.  So what this says cannot be, cannot be in any play; what it says may be, need not.
"""

from __future__ import annotations

from tankdsl.check.tree import ScenarioDef
from tankdsl.frozen import replaced
from tankdsl.rules.foresight.outlook import Outlook, TooMuch
from tankdsl.rules.game import Game


def outlook_of(game: Game, scenario: ScenarioDef) -> Outlook:
    """The foresight for a scenario, made once. Its answers may raise TooMuch."""
    return game.remember(("outlook", scenario.id), lambda: _outlook(game, scenario))


def _outlook(game: Game, scenario: ScenarioDef) -> Outlook:
    world = game.worlds.get(scenario.id) or game.world(scenario)
    table = None if scenario.layout is None else game.program.tables.get(scenario.layout)
    return Outlook(game, scenario, world if table is None or world.table is not None else replaced(world, table=table))


__all__ = ["Outlook", "TooMuch", "outlook_of"]
