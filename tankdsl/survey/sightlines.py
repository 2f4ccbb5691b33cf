"""Lines of sight of a scenario at its beginning, before any rule has run: the engine is asked."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from tankdsl.check.static import UNKNOWN, Value
from tankdsl.check.tree import ScenarioDef
from tankdsl.rules.game import Game


class Sightlines:
    """Who sees whom; nothing is made ready before the first question."""

    def __init__(self, game: Game, scenario: ScenarioDef) -> None:
        self._game = game
        self._scenario = scenario
        self._known: dict[tuple[str, Value, Value], Value] = {}

    def sees(self, sight: str, a: Value, b: Value) -> Value:
        """Whether one sees from one place to another by a line of sight; unknown when the rules give no answer."""
        if (sight, a, b) not in self._known:
            self._known[sight, a, b] = self._ask(sight, a, b)
        return self._known[sight, a, b]

    def _ask(self, sight: str, a: Value, b: Value) -> Value:
        from tankdsl.engine import GameError
        from tankdsl.engine.machine import FAULTS

        try:
            rules = self._machine.game.sights
            index = next(index for index, rule in enumerate(rules) if rule.id == sight)
            return self._machine.ev.oracle.value(("sight", index, ("const", a), ("const", b)), []) is True
        except (*FAULTS, GameError):
            return UNKNOWN

    @cached_property
    def _machine(self) -> Any:
        from tankdsl.emit import finish_document
        from tankdsl.engine import load_game
        from tankdsl.engine.setup import begin, new_machine, resolve_options
        from tankdsl.lower import lower_scenario

        game = load_game(dict(finish_document(lower_scenario(self._game.program, self._scenario.id)[0])))
        machine = new_machine(game, "oracle")
        begin(machine, resolve_options(game, None), 1)
        return machine
