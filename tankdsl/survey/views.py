"""Ground that is not seen: from where a side begins, and from anywhere but beside it.

The engine is asked, at the beginning of the scenario before any rule has run, by the first line of sight of the rules. A hex is looked at
from one place after the other, the nearest first, and only until it is seen.
"""

from __future__ import annotations

from collections.abc import Iterable

from tankdsl.check.tree import ScenarioDef
from tankdsl.frozen import FrozenValue
from tankdsl.ground.hexes import ring
from tankdsl.ground.maps import GroundMap
from tankdsl.rules.approaches import base_of
from tankdsl.rules.game import Game, ground_of

MOST_HEXES = 2_000
"""On larger maps nobody looks."""
MOST_LINES = 60_000
"""So many lines are looked along for one scenario."""
FAR = 12
"""Whether anybody sees a hex is asked of places so far from it and nearer."""


class Hidden(FrozenValue):
    """The hexes that are not seen, in ascending order."""

    from_bases: dict[str, tuple[int, ...]]
    """For each side that begins somewhere those that it does not see from there."""
    from_anywhere: tuple[int, ...]
    """Those that are seen from their neighbours at most."""


def hidden(game: Game, scenario: ScenarioDef) -> Hidden | None:
    """The hexes that are not seen; None without a line of sight, when the rules give no answer, and on a map that is too large."""
    if not game.program.sights or len(ground_of(game.layout(scenario))) > MOST_HEXES:
        return None
    from tankdsl.engine import GameError
    from tankdsl.engine.machine import FAULTS

    try:
        return _hidden(game, scenario, _Watch(game, scenario))
    except (*FAULTS, GameError, _TooManyLines):
        return None


def _hidden(game: Game, scenario: ScenarioDef, watch: _Watch) -> Hidden:
    ground = ground_of(game.layout(scenario))
    everywhere = range(len(ground))
    bases = {side: base_of(game, scenario, side) for side, _ in game.program.sides}
    from_bases = {side: tuple(index for index in everywhere if not watch.is_seen(index, base)) for side, base in bases.items() if base}
    from_anywhere = tuple(index for index in everywhere if not watch.is_seen(index, _farther(ground, index)))
    return Hidden(from_bases, from_anywhere)


def _farther(ground: GroundMap, index: int) -> list[int]:
    """The hexes around one that are no neighbours of it, as far as one looks."""
    around = (ground.index_of.get(hex_) for radius in range(2, FAR + 1) for hex_ in ring(ground.hexes[index].axial, radius))
    return [other for other in around if other is not None]


class _TooManyLines(Exception):
    """More lines than one waits for."""


class _Watch:
    """The line of sight of a scenario at its beginning."""

    def __init__(self, game: Game, scenario: ScenarioDef) -> None:
        from tankdsl.emit import finish_document
        from tankdsl.lower import lower_scenario
        from tankdsl.picture.answers import Questions
        from tankdsl.picture.lines import look

        self._ground = ground_of(game.layout(scenario))
        questions = Questions(finish_document(lower_scenario(game.program, scenario.id)[0]))
        self._machine, self._rule, self._look = questions.machine(), questions.game.sights[0], look
        self._known: dict[tuple[int, int], bool] = {}

    def is_seen(self, index: int, places: Iterable[int]) -> bool:
        """Whether a hex is seen from any of some places, itself among them."""
        nearest = sorted(places, key=lambda place: (self._ground.distance(index, place), place))
        return any(place == index or self._sees(place, index) for place in nearest)

    def _sees(self, a: int, b: int) -> bool:
        if (a, b) not in self._known:
            if len(self._known) >= MOST_LINES:
                raise _TooManyLines
            self._known[a, b] = self._look(self._machine, self._rule, a, b).clear
        return self._known[a, b]
