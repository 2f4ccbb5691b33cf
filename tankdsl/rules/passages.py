"""Chokepoints and routes of a scenario on hexes, for each class of movers: where its ground hangs by a hex, and where sides can be kept apart."""

from __future__ import annotations

from tankdsl.check.tree import ScenarioDef
from tankdsl.frozen import FrozenValue
from tankdsl.ground.routes import Chokepoints, Routes, chokepoints, routes_between
from tankdsl.rules.approaches import base_of, beginnings
from tankdsl.rules.game import Game
from tankdsl.rules.movers import MoverClass, mover_classes


class Passages(FrozenValue):
    """What one class of movers must pass."""

    mover: MoverClass
    narrow: Chokepoints
    """Where its ground hangs by one hex or side."""
    to_enemy: Routes
    """The ways from where it begins to where its enemies begin."""


def passages_of(game: Game, scenario: ScenarioDef) -> tuple[Passages, ...]:
    """The passages of all classes of movers of a scenario."""
    return tuple(_passages(game, scenario, mover) for mover in mover_classes(game, scenario))


def _passages(game: Game, scenario: ScenarioDef, mover: MoverClass) -> Passages:
    steps = mover.lands.graph
    narrow = game.remember(("narrow", id(mover.lands)), lambda: chokepoints(steps))
    starts = beginnings(game, scenario, list(mover.things)) or base_of(game, scenario, mover.side or "")
    enemies = [side for side, _ in game.program.sides if side != mover.side]
    goals = sorted({index for side in enemies for index in base_of(game, scenario, side)})
    return Passages(mover, narrow, routes_between(steps, starts, goals))
