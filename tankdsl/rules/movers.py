"""Movement on a map as far as it is known before play: who can ever step where.

The `never` rules of a movement are read with the ground, the options and the kind of mover known, and everything else unknown.  A step is
ruled out only when a rule is sure to refuse it at every moment; what stands in the way for a while does not count.  Models of a side whose
steps are the same form one class.
"""

from __future__ import annotations

from collections.abc import Hashable

from tankdsl.check.static import Run, Value, World
from tankdsl.check.tree import Core, InstanceDef, Local, MovementDef, MoveRule, ScenarioDef
from tankdsl.diagnostics import quoted
from tankdsl.frozen import Frozen, FrozenValue
from tankdsl.ground.graph import movement_graph
from tankdsl.ground.lands import Lands
from tankdsl.ground.maps import NO_HEX, GroundMap
from tankdsl.rules.asks import NOTHING, Asked, alike, asked_of
from tankdsl.rules.game import Game, ground_of


class Terrain(FrozenValue):
    """What a map is for a mover."""

    sources: tuple[tuple[int, ...], ...]
    """For each hex the neighbours from which the step into it is not ruled out."""
    open: frozenset[int]
    """The hexes that the rules do not close by themselves, whatever way leads there."""
    no_stop: frozenset[int]
    """Hexes on which a move may never end."""


class MoverClass(Frozen):
    """Pieces of one side that can take the same steps on a map."""

    side: str | None
    models: tuple[str, ...]
    things: tuple[InstanceDef, ...]
    terrain: Terrain
    lands: Lands
    """The open hexes, and how they hang together."""

    @property
    def mainland(self) -> tuple[int, ...]:
        """The largest set of hexes between which these pieces can go to and fro."""
        return self.lands.components[0] if self.lands.components else ()

    @property
    def shown(self) -> str:
        """The models in words."""
        return quoted(self.models, "and")

    def reach_from(self, starts: tuple[int, ...]) -> frozenset[int]:
        """The hexes that a piece can come to from any of the starts (a start that cannot be entered can still be left)."""
        graph = self.lands.graph
        shut_in = [start for start in starts if start not in graph]
        first = [b for b in graph if any(start in self.terrain.sources[b] for start in shut_in)] if shut_in else []
        return frozenset({*self.lands.reachable((*starts, *first)), *starts})

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
        return index not in self.terrain.no_stop


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
    alike: dict[tuple[str | None, Terrain], list[InstanceDef]] = {}
    for (side, _), things in by_model.items():
        alike.setdefault((side, terrain_of(game, world, ground, things[0])), []).extend(things)
    return tuple(_class(game, ground, side, terrain, tuple(things)) for (side, terrain), things in alike.items())


def movements_of(world: World, thing: InstanceDef) -> list[MovementDef]:
    """The movements that a thing can use."""
    kinds = world.lineage(thing.kind)
    return [movement for movement in world.program.movements.values() if movement.kind in kinds]


def _class(game: Game, ground: GroundMap, side: str | None, terrain: Terrain, things: tuple[InstanceDef, ...]) -> MoverClass:
    lands = game.remember(("lands", terrain), lambda: lands_of(ground, terrain))
    return MoverClass(side, tuple(dict.fromkeys(thing.model for thing in things)), things, terrain, lands)


def lands_of(ground: GroundMap, terrain: Terrain) -> Lands:
    """How a map hangs together for movers to whom it is such terrain."""
    return Lands(movement_graph(ground, lambda index: index in terrain.open, lambda a, b: a in terrain.sources[b]))


# ----------------------------------------------------------------------------------------------------------------- steps


def terrain_of(game: Game, world: World, ground: GroundMap, thing: InstanceDef) -> Terrain:
    """What a map is for a thing with all its movements; computed once for things that no rule of movement tells apart."""
    settings = tuple(game.setting(world, ("movement", movement.id), movement.rules, thing) for movement in movements_of(world, thing))
    return game.remember(("terrain", settings), lambda: _terrain(world, ground, thing))


def _terrain(world: World, ground: GroundMap, thing: InstanceDef) -> Terrain:
    sources: list[tuple[int, ...]] = [()] * len(ground)
    stops: set[int] = set()
    open: set[int] = set()
    for movement in movements_of(world, thing):
        rules = StepRules(world, movement, thing)
        for b, near in enumerate(ground.neighbours):
            if rules.is_closed(b):
                continue
            open.add(b)
            found = rules.sources(b)
            if any(not rules.only_passes(a, b) for a in found):
                stops.add(b)
            sources[b] = tuple([a for a in near if a in found or a in sources[b]]) if sources[b] else found
    return Terrain(tuple(sources), frozenset(open), frozenset(b for b in open if sources[b] and b not in stops))


class StepRules:
    """The rules of one movement for one mover. An answer is computed once for all hexes that are alike in what the rule asks of them."""

    def __init__(self, world: World, movement: MovementDef, thing: InstanceDef) -> None:
        assert world.layout is not None
        self.world = world
        self.movement = movement
        self._ground = ground_of(world.layout)
        self._thing = thing.id
        numbered = list(enumerate(movement.rules))
        self._asked = [(self._asks(rule, movement.origin), self._asks(rule, movement.target)) for rule in movement.rules]
        self._closing = [(n, rule) for n, rule in numbered if rule.word == "never" and self._asked[n][0] == NOTHING]
        self._barring = [(n, rule) for n, rule in numbered if rule.word == "never" and self._asked[n][0] != NOTHING]
        self._passing = [(n, rule) for n, rule in numbered if rule.word == "passes"]
        self._budgets = [(n, rule) for n, rule in numbered if rule.word == "budget"]
        self._costs = [(n, rule) for n, rule in numbered if rule.word == "cost"]
        self._bounded = not any(rule.word in ("first", "bonus") for rule in movement.rules) and bool(self._budgets and self._costs)
        self._priced_by_start = any(self._asked[n][0] != NOTHING for n, _ in (*self._budgets, *self._costs))
        self._always_lets_in = not self._barring and not (self._bounded and self._priced_by_start)
        asked_by_closing = (self._asked[n][1] for n, _ in (*self._closing, *self._budgets, *self._costs))
        self._asked_by_closing: Asked = frozenset().union(*asked_by_closing)
        self._closed: dict[Hashable, bool] = {}
        self._known: dict[tuple[int, Hashable, Hashable], Value] = {}
        self._keys: dict[tuple[int, Asked], Hashable] = {}

    def _asks(self, rule: MoveRule, end: Local) -> Asked:
        return asked_of(self.world.program, (rule.condition, rule.amount), end)

    def is_closed(self, b: int) -> bool:
        """Whether a hex can never be entered, from wherever: a rule that does not ask where the step begins refuses it."""
        key = self._alike(b, self._asked_by_closing)
        if key not in self._closed:
            refused = any(self._answer(number, rule.condition, b, b) is True for number, rule in self._closing)
            self._closed[key] = refused or (not self._priced_by_start and self._too_far(b, b))
        return self._closed[key]

    def sources(self, b: int) -> tuple[int, ...]:
        """The neighbours from which the step into a hex that is not closed may ever be taken."""
        near = [a for a in self._ground.neighbours[b] if a != NO_HEX]
        return tuple(near if self._always_lets_in else [a for a in near if self._lets_in(a, b)])

    def _lets_in(self, a: int, b: int) -> bool:
        if any(self._answer(number, rule.condition, a, b) is True for number, rule in self._barring):
            return False
        return not self._priced_by_start or not self._too_far(a, b)

    def refuses(self, a: int, b: int) -> bool:
        """Whether a rule is sure to refuse the step from a to b."""
        return self.is_closed(b) or not self._lets_in(a, b)

    def only_passes(self, a: int, b: int) -> bool:
        """Whether a move is sure not to end with this step."""
        return any(self._answer(number, rule.condition, a, b) is True for number, rule in self._passing)

    def _too_far(self, a: int, b: int) -> bool:
        """Whether a step costs more than any budget: the cost and the budget are known and no rule helps."""
        if not self._bounded:
            return False
        budgets = [self._amount(number, rule, a, b) for number, rule in self._budgets]
        costs = [self._amount(number, rule, a, b) for number, rule in self._costs]
        if None in budgets or None in costs:
            return False
        return sum(cost for cost in costs if cost is not None) > max(budget for budget in budgets if budget is not None)

    def _amount(self, number: int, rule: MoveRule, a: int, b: int) -> int | None:
        """What a row adds; None when that is not known."""
        applies = True if rule.condition is None else self._answer(number, rule.condition, a, b)
        if applies is False:
            return 0
        amount = self._answer(-number - 1, rule.amount, a, b)
        return amount if applies is True and isinstance(amount, int) else None

    def _answer(self, key: int, core: Core | None, a: int, b: int) -> Value:
        """The value of a condition (its rule's number) or of an amount (below 0) for a step."""
        of_a, of_b = self._asked[key if key >= 0 else -key - 1]
        at = (key, self._alike(a, of_a), self._alike(b, of_b))
        if at not in self._known:
            known: dict[Local, Value] = {self.movement.unit: self._thing, self.movement.origin: a, self.movement.target: b}
            self._known[at] = Run(self.world, known).value(core)
        return self._known[at]

    def _alike(self, index: int, asked: Asked) -> Hashable:
        if not asked:
            return None
        key = (index, asked)
        if key not in self._keys:
            self._keys[key] = alike(self.world, self._ground, index, asked)
        return self._keys[key]
