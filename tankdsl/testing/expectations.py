"""Expectations: a condition on the state, taken apart so that a failure says what was found."""

from __future__ import annotations

from typing import Any

from tankdsl.check.cases import tree as tt
from tankdsl.check.tree import Core
from tankdsl.engine.model import Field, Game
from tankdsl.engine.naming import show_value
from tankdsl.engine.views import can_see, sees_pile
from tankdsl.testing.stage import Broken, Stage
from tankdsl.testing.values import parts_of

_PLAIN = ("int", "bool", "enum", "ref", "model", "dir")
"""What is as it is written."""


def judge(stage: Stage, expected: tt.Expected) -> None:
    """Every conjunct must hold; the first that does not fails the case."""
    args = _arguments(stage, expected)
    for part in parts_of(expected):
        value, _ = stage.raw(part.core, args)
        if value is not True:
            sides = tuple(f"{_source(stage, side)} is {_shown(stage, side, args)}" for side in part.sides if side.op not in _PLAIN)
            span = expected.span if part.core.op == "local" else part.core.span
            raise Broken(span, "this does not hold", sides or stage.story())


def _arguments(stage: Stage, expected: tt.Expected) -> tuple[Any, ...]:
    over = stage.session.machine.over
    winner = None if over is None else over.get("winner")
    return (over is not None, winner, stage.game.battle, *(_sees(stage, sight) for sight in expected.sights))


def _sees(stage: Stage, sight: tt.Sight) -> bool:
    """Whether a side's view shows a field of a thing, or what lies in a pile."""
    side, _ = stage.raw(sight.side, ())
    entity = None if sight.entity is None else stage.raw(sight.entity, ())[0]
    machine, game = stage.session.machine, stage.game
    if sight.is_pile:
        id = sight.field if entity is None else f"{game.side_ids[entity]}.{sight.field}"
        return sees_pile(machine, game.ids["pile"][id], side)
    return entity is not None and can_see(machine, _field_of(game, sight, entity), entity, side)


def _field_of(game: Game, sight: tt.Sight, entity: int) -> Field:
    """The field of this very thing: declared by its kind or by one that its kind is."""
    root = game.kinds[game.kinds[game.ids["kind"][sight.kind]].root]
    return game.fields[game.field_index[root.entity_kinds[entity], sight.field]]


def _source(stage: Stage, core: Core) -> str:
    """What the test wrote; `over` and the like, which stand nowhere else, by their name."""
    return core.args[0].name if core.op == "local" else stage.slice(core.span)


def _shown(stage: Stage, core: Core, args: tuple[Any, ...]) -> str:
    value, type = stage.raw(core, args)
    return "none" if value is None else str(show_value(stage.game, value, type))
