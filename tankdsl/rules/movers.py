"""Movement on a map as far as it is known before play: who can ever step where.

The `never` rules of a movement are read with the ground, the options and the kind of mover known, and everything else unknown.  A step is
ruled out only when a rule is sure to refuse it at every moment; what stands in the way for a while does not count.  Models of a side whose
steps are the same form one class.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tankdsl.check.static import Run, Value, World
from tankdsl.check.tree import Core, InstanceDef, Local, MovementDef, MoveRule, ScenarioDef
from tankdsl.diagnostics import quoted
from tankdsl.ground.graph import components, movement_graph, reachable
from tankdsl.ground.maps import NO_HEX, GroundMap
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.walk import uses

if TYPE_CHECKING:
    from networkx import DiGraph

Step = tuple[int, int]
"""A hex and its neighbour."""


@dataclass(frozen=True, slots=True, eq=False)
class MoverClass:
    """Pieces of one side that can take the same steps on a map."""

    side: str | None
    models: tuple[str, ...]
    things: tuple[InstanceDef, ...]
    steps: frozenset[Step]
    no_stop: frozenset[int]
    """Hexes on which a move may never end."""
    graph: DiGraph[int]
    mainland: tuple[int, ...]
    """The largest set of hexes between which these pieces can go to and fro."""

    @property
    def shown(self) -> str:
        """The models in words."""
        return quoted(self.models, "and")

    def reach_from(self, starts: tuple[int, ...]) -> frozenset[int]:
        """The hexes that a piece can come to from any of the starts (a start that cannot be entered can still be left)."""
        first = [b for a, b in self.steps if a in starts and a not in self.graph]
        return frozenset({*reachable(self.graph, (*starts, *first)), *starts})

    @property
    def reach(self) -> frozenset[int]:
        """Where these pieces can come to in play: from where all of them start, or from the mainland when that is left to the players."""
        starts = tuple(thing.at for thing in self.things if thing.at is not None)
        if not self.mainland:
            return frozenset(starts)
        if len(starts) < len(self.things):
            starts = (*starts, self.mainland[0])
        return self.reach_from(starts)

    def can_stop(self, index: int) -> bool:
        """Whether a move may end on a hex."""
        return index not in self.no_stop


def mover_classes(game: Game, scenario: ScenarioDef) -> tuple[MoverClass, ...]:
    """The classes of a scenario with a map, by side and first model; things that no movement is for have none."""
    return game.remember(("movers", scenario.id), lambda: _classes(game, game.worlds[scenario.id]))


def _classes(game: Game, world: World) -> tuple[MoverClass, ...]:
    assert world.layout is not None
    ground = ground_of(world.layout)
    by_model: dict[tuple[str | None, str], list[InstanceDef]] = {}
    for thing in world.instances.values():
        if game.is_placeable(thing) and movements_of(world, thing):
            by_model.setdefault((thing.side, thing.model), []).append(thing)
    alike: dict[tuple[str | None, frozenset[Step], frozenset[int]], list[InstanceDef]] = {}
    for (side, _), things in by_model.items():
        steps, no_stop = steps_of(game, world, ground, things[0])
        alike.setdefault((side, steps, no_stop), []).extend(things)
    return tuple(_class(ground, *key, tuple(things)) for key, things in alike.items())


def movements_of(world: World, thing: InstanceDef) -> list[MovementDef]:
    """The movements that a thing can use."""
    return [movement for movement in world.program.movements.values() if world.is_a(thing.kind, movement.kind)]


def _class(
    ground: GroundMap, side: str | None, steps: frozenset[Step], no_stop: frozenset[int], things: tuple[InstanceDef, ...]
) -> MoverClass:
    entered = {b for _, b in steps}
    graph = movement_graph(ground, lambda index: index in entered, lambda a, b: (a, b) in steps)
    parts = components(graph)
    models = tuple(dict.fromkeys(thing.model for thing in things))
    return MoverClass(side, models, things, steps, no_stop, graph, parts[0] if parts else ())


# ----------------------------------------------------------------------------------------------------------------- steps


def steps_of(game: Game, world: World, ground: GroundMap, thing: InstanceDef) -> tuple[frozenset[Step], frozenset[int]]:
    """Every step that some movement of a thing allows, and the hexes on which none of them lets it stop."""
    settings = tuple(game.setting(world, ("movement", movement.id), movement.rules, thing) for movement in movements_of(world, thing))
    return game.remember(("steps", settings), lambda: _steps(world, ground, thing))


def _steps(world: World, ground: GroundMap, thing: InstanceDef) -> tuple[frozenset[Step], frozenset[int]]:
    steps: set[Step] = set()
    stops: set[int] = set()
    for movement in movements_of(world, thing):
        rules = StepRules(world, movement, thing)
        for a in range(len(ground)):
            for b in ground.neighbours[a]:
                if b != NO_HEX and rules.refusal(a, b) is None:
                    steps.add((a, b))
                    if not rules.only_passes(a, b):
                        stops.add(b)
    return frozenset(steps), frozenset({b for _, b in steps} - stops)


class StepRules:
    """The rules of one movement for one mover; an answer that rests on one end of the step only is computed once for that hex."""

    def __init__(self, world: World, movement: MovementDef, thing: InstanceDef) -> None:
        self.world = world
        self.movement = movement
        self.thing = thing
        self._budgets = [(number, rule) for number, rule in enumerate(movement.rules) if rule.word == "budget"]
        self._costs = [(number, rule) for number, rule in enumerate(movement.rules) if rule.word == "cost"]
        self._bounded = not any(rule.word in ("first", "bonus") for rule in movement.rules) and bool(self._budgets and self._costs)
        self._known: dict[tuple[int, int | None, int | None], Value] = {}
        self._ends = [
            (uses(rule.condition, movement.origin) or uses(rule.amount, movement.origin),
             uses(rule.condition, movement.target) or uses(rule.amount, movement.target))
            for rule in movement.rules
        ]  # fmt: skip

    def refusal(self, a: int, b: int) -> MoveRule | None:
        """The first rule that is sure to refuse the step from a to b."""
        for number, rule in enumerate(self.movement.rules):
            if rule.word == "never" and self._answer(number, rule.condition, a, b) is True:
                return rule
        return self._too_far(a, b)

    def only_passes(self, a: int, b: int) -> bool:
        """Whether a move is sure not to end with this step."""
        return any(
            rule.word == "passes" and self._answer(number, rule.condition, a, b) is True for number, rule in enumerate(self.movement.rules)
        )

    def _too_far(self, a: int, b: int) -> MoveRule | None:
        """A step that costs more than any budget: the cost and the budget are known and no rule helps."""
        if not self._bounded:
            return None
        budgets = [self._amount(number, rule, a, b) for number, rule in self._budgets]
        costs = [self._amount(number, rule, a, b) for number, rule in self._costs]
        if None in budgets or None in costs:
            return None
        total = sum(cost for cost in costs if cost is not None)
        return self._costs[-1][1] if total > max(budget for budget in budgets if budget is not None) else None

    def _amount(self, number: int, rule: MoveRule, a: int, b: int) -> int | None:
        """What a row adds; None when that is not known."""
        applies = True if rule.condition is None else self._answer(number, rule.condition, a, b)
        if applies is False:
            return 0
        amount = self._answer(-number - 1, rule.amount, a, b)
        return amount if applies is True and isinstance(amount, int) else None

    def _answer(self, key: int, core: Core | None, a: int, b: int) -> Value:
        from_a, to_b = self._ends[key if key >= 0 else -key - 1]
        at = (key, a if from_a else None, b if to_b else None)
        if at not in self._known:
            known: dict[Local, Value] = {self.movement.unit: self.thing.id, self.movement.origin: a, self.movement.target: b}
            self._known[at] = Run(self.world, known).value(core)
        return self._known[at]
