"""Which side has the first turn of a round, as far as that is known before play."""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.static import ABSENT, UNKNOWN, Run, Value
from tankdsl.check.tree import Core, EachTurn, Loop, Repeat, ScenarioDef
from tankdsl.rules.calls import bodies_of
from tankdsl.rules.game import Game
from tankdsl.rules.walk import statements


def first_to_move(game: Game, scenario: ScenarioDef) -> str | None:
    """The side whose turn comes first in each round; None when that differs, is not known before play, or there are no turns."""
    found = {_known(game, scenario, start) for start in _starts(game)}
    side = next(iter(found), UNKNOWN)
    return side if len(found) == 1 and isinstance(side, str) else None


def _starts(game: Game) -> Iterator[Core | None]:
    """The sides with which the turns of rounds begin; None: the first side of the ruleset."""
    for _, body in bodies_of(game.program):
        for rounds in (statement for statement in statements(body) if isinstance(statement, Repeat)):
            for statement in statements(rounds.body):
                match statement:
                    case EachTurn(start=start):
                        yield start
                    case Loop(domain=Core(op="from", args=(Core(op="sides"), start))):
                        yield start


def _known(game: Game, scenario: ScenarioDef, core: Core | None) -> Value:
    match core:
        case None:
            return game.program.sides[0][0]
        case Core(op="get", args=("Game", name, _)):
            given = scenario.game_fields.get(name) or _default(game, name)
            return ABSENT if given is None else Run(game.world(scenario)).value(given)
        case Core(op="else", args=(first, other)):
            known = _known(game, scenario, first)
            return _known(game, scenario, other) if known is ABSENT else known
    return Run(game.world(scenario)).value(core)


def _default(game: Game, name: str) -> Core | None:
    """What a state of the game begins with."""
    kind = game.program.kinds["Game"]
    return next((field.default for field in kind.fields if field.id == name), None)
