"""Where units that wait off the map come on, and in which round at the earliest, by what the rules offer for them."""

from __future__ import annotations

from tankdsl.check.tree import InstanceDef, ScenarioDef
from tankdsl.frozen import FrozenValue
from tankdsl.rules.foresight import TooMuch, outlook_of
from tankdsl.rules.foresight.values import FOREVER
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.reinforcements import openings, waits


class Entrance(FrozenValue):
    """Where some units come on."""

    hexes: tuple[int, ...]
    """In ascending order."""
    round: int
    """The first round in which one can; 0 for those that are set up before the first."""


def entrance_of(game: Game, scenario: ScenarioDef, thing: InstanceDef) -> Entrance | None:
    """Where a unit comes on; None for one that does not wait, and where that may be on more than half of the map or is not known."""
    if not waits(game, thing):
        return None
    fields = tuple(sorted((name, repr(core)) for name, core in thing.fields.items()))
    return game.remember(("entrance", scenario.id, thing.model, thing.side, fields), lambda: _entrance(game, scenario, thing))


def _entrance(game: Game, scenario: ScenarioDef, thing: InstanceDef) -> Entrance | None:
    found: set[int] = set()
    for _, hexes in openings(game, scenario, thing):
        if hexes is None:
            return None
        found |= hexes
    if not found or 2 * len(found) > len(ground_of(game.layout(scenario))):
        return None
    return Entrance(tuple(sorted(found)), _first_round(game, scenario, thing))


def _first_round(game: Game, scenario: ScenarioDef, thing: InstanceDef) -> int:
    try:
        found = outlook_of(game, scenario).comes_in(thing.id)
    except TooMuch:
        return 0
    return 0 if found >= FOREVER else found


def entrances_of(game: Game, scenario: ScenarioDef, things: list[InstanceDef]) -> tuple[int, ...]:
    """All hexes on which some units come on, in ascending order; empty where it is not known of one of them."""
    found = [entrance_of(game, scenario, thing) for thing in things if waits(game, thing)]
    return () if None in found else tuple(sorted({index for each in found if each is not None for index in each.hexes}))
