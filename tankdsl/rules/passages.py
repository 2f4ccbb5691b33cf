"""Passages of a scenario on hexes, for each class of movers: where ground hangs by one hex, what keeps sides apart, how ways lead."""

from __future__ import annotations

from tankdsl.check.tree import ScenarioDef
from tankdsl.frozen import FrozenValue
from tankdsl.ground.graph import cheapest_path
from tankdsl.ground.routes import Chokepoints, Routes, chokepoints, routes_outside
from tankdsl.rules.approaches import Goal, Pricing, base_of, beginnings, enemy_of, goals_of, pricings, together
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.movers import MoverClass, mover_classes


class Passages(FrozenValue):
    """What one class of movers must pass."""

    mover: MoverClass
    narrow: Chokepoints
    """Where its ground hangs by one hex or side."""
    to_enemy: Routes | None
    """The ways from where it begins to where its enemies begin, and what closes them; None when they begin side by side."""


def passages_of(game: Game, scenario: ScenarioDef) -> tuple[Passages, ...]:
    """The passages of all classes of movers of a scenario."""
    return tuple(_passages(game, scenario, mover) for mover in mover_classes(game, scenario))


def _passages(game: Game, scenario: ScenarioDef, mover: MoverClass) -> Passages:
    steps = mover.lands.graph
    narrow = game.remember(("narrow", id(mover.lands)), lambda: chokepoints(steps))
    starts = beginnings(game, scenario, list(mover.things)) or base_of(game, scenario, mover.side or "")
    enemy = enemy_of(game, scenario, mover.side)
    return Passages(mover, narrow, routes_outside(steps, starts, enemy.hexes))


class Path(FrozenValue):
    """The cheapest way of some pieces to something."""

    goal: str
    models: tuple[str, ...]
    cost: int
    hexes: tuple[int, ...]
    """From where they begin to where they arrive."""


def cheapest_paths(game: Game, scenario: ScenarioDef, side: str, models: tuple[str, ...] | None = None) -> tuple[Path, ...]:
    """The cheapest way of a side (or of some of its models) to each goal and to the enemy; what cannot be come to is left out."""
    found: dict[str, Path] = {}
    goals = [*goals_of(game, scenario), enemy_of(game, scenario, side)]
    for mover in mover_classes(game, scenario):
        if mover.side != side:
            continue
        for group in pricings(game, scenario, mover):
            if models is not None and not set(models).intersection(group.models):
                continue
            for goal in goals:
                path = _cheapest(game, scenario, group, goal)
                if path is not None and (goal.name not in found or path.cost < found[goal.name].cost):
                    found[goal.name] = path
    return tuple(found[goal.name] for goal in goals if goal.name in found)


def _cheapest(game: Game, scenario: ScenarioDef, group: Pricing, goal: Goal) -> Path | None:
    found = cheapest_path(ground_of(game.layout(scenario)), group.starts, goal.hexes, group.of_step)
    return None if found is None else Path(goal.name, group.models, *found)


def routes_of(game: Game, scenario: ScenarioDef, side: str, models: tuple[str, ...] | None = None) -> tuple[tuple[int, ...], ...]:
    """The ways of a side (or of some of its models) to the enemy that share no hex outside of where they begin, the shortest first."""
    movers = (mover for mover in mover_classes(game, scenario) if mover.side == side)
    steps = together(mover for mover in movers if models is None or set(models).intersection(mover.models))
    starts = base_of(game, scenario, side)
    found = routes_outside(steps, starts, enemy_of(game, scenario, side).hexes)
    return () if found is None else found.routes
