"""Which side has the first turn of a round, as far as that is known before play."""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.static import ABSENT, UNKNOWN, Run, Value
from tankdsl.check.tree import Assign, Core, EachTurn, FieldDef, Loop, Repeat, ScenarioDef
from tankdsl.rules.calls import bodies_of
from tankdsl.rules.game import GAME, Game
from tankdsl.rules.walk import statements


def first_to_move(game: Game, scenario: ScenarioDef) -> str | None:
    """The side whose turn comes first in each round; None when that differs, is not known before play, or there are no turns."""
    found = {begins_with(game, scenario, start) for start in _starts(game)}
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


def begins_with(game: Game, scenario: ScenarioDef, core: Core | None) -> Value:
    """The side with which turns begin that begin with an expression; None: with the first side of the ruleset."""
    match core:
        case None:
            return game.program.sides[0][0]
        case Core(op="get", args=("Game", name, _)):
            field = _field(game, name)
            if field is None or _is_set(game, name) or game.is_brought(scenario, field, GAME):
                return UNKNOWN
            given = scenario.game_fields.get(name) or field.default
            return ABSENT if given is None else Run(game.world(scenario)).value(given)
        case Core(op="else", args=(first, other)):
            known = begins_with(game, scenario, first)
            return begins_with(game, scenario, other) if known is ABSENT else known
    return Run(game.world(scenario)).value(core)


def _field(game: Game, name: str) -> FieldDef | None:
    """A state of the game."""
    return next((field for field in game.program.kinds["Game"].fields if field.id == name), None)


def _is_set(game: Game, name: str) -> bool:
    """Whether a rule sets a state of the game."""
    return any(isinstance(each, Assign) and (each.kind, each.field) == ("Game", name) for _, each in game.statements)
