"""Where sides begin, what there is to come to, and what the ways there cost: the ground as each side finds it.

All of it is optimistic: no enemy is there, what is not known before play hinders nobody, and what costs an unknown number of points costs
as few as its type allows.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

from tankdsl.check.grounds import hex_name
from tankdsl.check.static import UNKNOWN, Run, Value, World
from tankdsl.check.tree import Core, InstanceDef, Local, MovementDef, MoveRule, ScenarioDef
from tankdsl.check.types import Int
from tankdsl.frozen import Frozen, FrozenValue, replaced
from tankdsl.ground.graph import Steps, shortest_costs
from tankdsl.rules.asks import EDGE, NOTHING, Asked, asked_of, groups_of
from tankdsl.rules.costcases import cases_of, rows_of, values_of
from tankdsl.rules.entrances import Entrance, entrance_of, entrances_of
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.legal import Placing, placings
from tankdsl.rules.movers import MoverClass, movements_of, mover_classes
from tankdsl.rules.placement import sieves_of
from tankdsl.rules.reinforcements import landing_places
from tankdsl.rules.scopes import is_looked_at
from tankdsl.rules.settled import settled
from tankdsl.rules.walk import asked_by

ENEMY = "the enemy"
"""The name of where enemies begin, as something to come to."""
APART = 8
"""A zone of so many hexes or fewer, none beside another, is as many places to come to."""


class Goal(FrozenValue):
    """Something to come to: a checkpoint, or a zone or place that an ending asks for."""

    name: str
    hexes: tuple[int, ...]


class Way(FrozenValue):
    """What it costs the pieces of some models to come to a goal; None when they cannot."""

    models: tuple[str, ...]
    cost: int | None
    moves: int | None = None
    """The fewest moves that it takes; None when the points of a move are not known before play."""
    since: int = 0
    """The round in which they come on at the earliest; 0 for those that are there when the game begins."""


# ----------------------------------------------------------------------------------------------------------------- where


def starts_of(game: Game, scenario: ScenarioDef, things: Iterable[InstanceDef]) -> tuple[int, ...]:
    """The hexes on which things stand at the start or may be placed, in ascending order: as placements allow and actions offer."""
    world = game.worlds[scenario.id]
    placed, waiting = _parted(things)
    found = {thing.at for thing in placed if thing.at is not None}
    for placing in placings(game):
        fitting = [thing for thing in waiting if world.is_a(thing.kind, placing.kind)]
        for id, sieve in sieves_of(game, world, placing, fitting).items():
            offered = _offered(game, scenario, world.instances[id], placing)
            found.update(sieve.places if offered is None else offered.intersection(sieve.places))
    return tuple(sorted(found))


def _offered(game: Game, scenario: ScenarioDef, thing: InstanceDef, placing: Placing) -> frozenset[int] | None:
    """The hexes that rules offer a thing before any rounds begin; None where they set it up nowhere, or where they like."""
    from tankdsl.rules.awaited import set_up_by

    fields = tuple(sorted((name, repr(core)) for name, core in thing.fields.items()))
    key = ("offered in set-up", scenario.id, placing.guard.id, thing.model, thing.side, fields)
    landings = game.remember((*key, "by"), lambda: set_up_by(game, scenario, thing))
    return game.remember(key, lambda: landing_places(game, scenario, thing, placing.guard.id, landings) if landings else None)


def _parted(things: Iterable[InstanceDef]) -> tuple[list[InstanceDef], list[InstanceDef]]:
    """Those that stand somewhere, and the others."""
    listed = list(things)
    return [thing for thing in listed if thing.at is not None], [thing for thing in listed if thing.at is None]


def set_up_zone(game: Game, scenario: ScenarioDef, side: str) -> tuple[int, ...]:
    """The hexes on which the rules let a side place what has no place yet."""
    things = [thing for thing in scenario.instances if thing.side == side and thing.at is None and game.is_placeable(thing)]
    return starts_of(game, scenario, things)


def base_of(game: Game, scenario: ScenarioDef, side: str) -> tuple[int, ...]:
    """Where a side begins: the hexes of its pieces that move, and where it may place others.

    When that may be on more than half of the map, it is the hexes of those that are placed; else where the others come on in play, else
    its territory, else the zone that is named after it.
    """
    things = [thing for mover in mover_classes(game, scenario) if mover.side == side for thing in mover.things]
    found = beginnings(game, scenario, things) or entrances_of(game, scenario, things)
    return found or ground_of(game.layout(scenario)).territory(side) or _own_zone(game, scenario, side)


def beginnings(game: Game, scenario: ScenarioDef, things: list[InstanceDef]) -> tuple[int, ...]:
    """Where things begin, as far as that says anything: where they are placed only, if others may begin on more than half of the map."""
    found = starts_of(game, scenario, things)
    if 2 * len(found) <= len(ground_of(game.layout(scenario))):
        return found
    return starts_of(game, scenario, [thing for thing in things if thing.at is not None])


def own_zones(game: Game, scenario: ScenarioDef) -> dict[str, dict[str, str]]:
    """Zones that are named after sides, by what else their names say: `red_corner` and `blue_corner` are the two of `corner`."""
    sides = [side for side, _ in game.program.sides]
    found: dict[str, dict[str, str]] = {}
    for name in game.layout(scenario).zones:
        words = name.split("_")
        of = [side for side in sides if side in words]
        if len(of) == 1:
            found.setdefault("_".join(word for word in words if word != of[0]), {})[of[0]] = name
    return found


def _own_zone(game: Game, scenario: ScenarioDef, side: str) -> tuple[int, ...]:
    """The largest zone that is named after a side."""
    zones = game.layout(scenario).zones
    own = [zones[of[side]] for of in own_zones(game, scenario).values() if side in of]
    return max(own, key=len, default=())


def goals_of(game: Game, scenario: ScenarioDef) -> list[Goal]:
    """What there is to come to in a scenario, each once: its checkpoints, then the zones and places that its rules count by."""
    layout = game.layout(scenario)
    goals = [
        Goal(thing.id, (thing.at,))
        for thing in scenario.instances
        if thing.at is not None and game.program.kinds[thing.kind].category == "checkpoint"
    ]
    asked = {str(core.args[0]) for core in _endings_ask(game, scenario) if core.op in ("zone", "place")}
    for name, places in layout.zones.items():
        if name in asked and places:
            goals += _zone_goals(game, scenario, name, places)
    goals += [Goal(name, (index,)) for name, index in layout.names.items() if name in asked]
    once: dict[tuple[int, ...], Goal] = {}
    for goal in goals:
        once.setdefault(goal.hexes, goal)
    return list(once.values())


def enemy_of(game: Game, scenario: ScenarioDef, side: str | None) -> Goal:
    """Where the enemies of a side begin."""
    others = [other for other, _ in game.program.sides if other != side]
    return Goal(ENEMY, tuple(sorted({index for other in others for index in base_of(game, scenario, other)})))


def _endings_ask(game: Game, scenario: ScenarioDef) -> Iterator[Core]:
    """Every expression of the endings that the scenario ever looks at, and that its options do not rule out."""
    from tankdsl.rules.aims import scopes_of

    run, scopes = Run(game.worlds[scenario.id]), scopes_of(game, scenario)
    in_force = [each for each in game.program.endings if is_looked_at(scopes, each) and run.value(each.condition) is not False]
    endings = tuple((ending.domain, ending.condition, ending.outcome) for ending in in_force)
    return (core for core in asked_by(game.program, endings) if isinstance(core, Core))


def _zone_goals(game: Game, scenario: ScenarioDef, name: str, places: tuple[int, ...]) -> list[Goal]:
    """A zone as one goal, or as several when it is some hexes here and there."""
    ground = ground_of(game.layout(scenario))
    together = any(near in places for index in places for near in ground.neighbours[index])
    if together or len(places) > APART or len(places) == 1:
        return [Goal(name, places)]
    return [Goal(f"{name} {hex_name(ground, index)}", (index,)) for index in places]


# ----------------------------------------------------------------------------------------------------------------- costs


def ways_to(game: Game, scenario: ScenarioDef, side: str, goals: Iterable[Goal]) -> dict[str, tuple[Way, ...]]:
    """For each goal what it costs the pieces of a side to come there; models that find it equal are together."""
    wanted = list(goals)
    found: dict[str, dict[Key, list[str]]] = {goal.name: {} for goal in wanted}
    for mover in mover_classes(game, scenario):
        if mover.side == side:
            for group in pricings(game, scenario, mover):
                costs = shortest_costs(ground_of(game.layout(scenario)), group.starts, group.of_step)
                for goal in wanted:
                    least = min((costs[index] for index in goal.hexes if index in costs), default=None)
                    moves = -(-least // group.points) if least is not None and group.points else None
                    found[goal.name].setdefault((least, moves, group.since), []).extend(group.models)
    return {name: tuple(Way(tuple(models), *key) for key, models in _sorted(ways)) for name, ways in found.items()}


Key = tuple[int | None, int | None, int]
"""The cost of a way, the moves that it takes, and the round since which it can be gone."""


def _sorted(ways: dict[Key, list[str]]) -> list[tuple[Key, list[str]]]:
    """The cheapest first, those that lead nowhere last."""
    return sorted(ways.items(), key=lambda way: (way[0][0] is None, way[0][0] or 0, way[0][1] or 0, way[0][2]))


class Pricing(Frozen):
    """Things of a class of movers that pay alike for their steps."""

    mover: MoverClass
    models: tuple[str, ...]
    starts: tuple[int, ...]
    """Where they begin; the base of their side when that is not known."""
    prices: tuple[Prices, ...]
    """One for each movement that they can use."""
    steps: Mapping[int, frozenset[int]]
    since: int = 0
    """The round in which the first of them can come; 0 for those that are there when the game begins."""

    @property
    def points(self) -> int | None:
        """What a move may cost; None when that is not known before play."""
        found = [price.points for price in self.prices]
        return None if None in found else max((each for each in found if each is not None), default=None)

    def of_step(self, a: int, b: int) -> int | None:
        """The least that a step costs; None when there is no such step."""
        terrain = self.mover.terrain
        # A hex on which they begin and that they cannot enter can still be left.
        if b not in self.steps[a] if a in self.steps else not terrain.open[b] or a not in terrain.sources[b]:
            return None
        costs = [cost for cost in (price.of_step(a, b) for price in self.prices) if cost is not None]
        return min(costs) if costs else None


def pricings(game: Game, scenario: ScenarioDef, mover: MoverClass) -> Iterator[Pricing]:
    """The things of a class, those together that pay alike."""
    world = game.worlds[scenario.id]
    world = replaced(world, lasting=game.remember(("settled", scenario.id), lambda: settled(game, world)))
    groups: dict[tuple[Entrance | None, Hashable], list[InstanceDef]] = {}
    for thing in mover.things:
        settings = (game.setting(world, ("movement", movement.id), movement.rules, thing) for movement in movements_of(world, thing, game))
        groups.setdefault((entrance_of(game, scenario, thing), tuple(settings)), []).append(thing)
    steps = {a: frozenset(nexts) for a, nexts in mover.lands.graph.items()}
    for (entrance, _), things in groups.items():
        movements = movements_of(world, things[0], game)
        prices = tuple(Prices(game, world, movement, things[0], alone=len(movements) == 1) for movement in movements)
        models = tuple(dict.fromkeys(thing.model for thing in things))
        if entrance is not None:
            yield Pricing(mover, models, entrance.hexes, prices, steps, entrance.round)
        else:
            starts = beginnings(game, scenario, things) or base_of(game, scenario, mover.side or "")
            yield Pricing(mover, models, starts, prices, steps)


class Prices:
    """What steps of one movement cost one thing; computed once for hexes that are alike in what is asked of them.

    `alone`: the thing has no other movement, so that what forbids a step is known already from the steps that it has.
    """

    def __init__(self, game: Game, world: World, movement: MovementDef, thing: InstanceDef, *, alone: bool = True) -> None:
        assert world.layout is not None
        self._world, self._movement, self._thing = world, movement, thing
        self._ground = ground_of(world.layout)
        rows = rows_of(game, movement, ("cost",) if alone else ("cost", "never"))
        self._rules = rows.rules
        self._run = Run(world, {movement.unit: thing.id})
        self._cases = cases_of(rows, lambda core: self._answers(game, core))
        asked = [self._asks(game, *ends) for ends in ((movement.origin, movement.target), (movement.target, movement.origin))]
        self._groups = [groups_of(game, world, self._ground, each - EDGE).of for each in asked]
        self._by_side = any("edge" in each for each in asked)
        self._known: dict[Hashable, int | None] = {}

    def _answers(self, game: Game, core: Core) -> Sequence[Value] | None:
        known = self._run.value(core)
        return values_of(game.program, core.type) if known is UNKNOWN else (known,)

    def _asks(self, game: Game, end: Local, other: Local) -> Asked:
        return NOTHING.union(*(asked_of(game.program, (rule.condition, rule.amount), end, other) for rule in self._rules))

    @property
    def points(self) -> int | None:
        """What a move may cost: the first budget whose condition holds; None when it is not known before play, or the path changes it."""
        if any(rule.word in ("bonus", "first") and self._may_count(rule) for rule in self._movement.rules):
            return None
        found: set[Value] = set()
        for rule in self._movement.rules:
            if rule.word == "budget" and self._may_count(rule):
                found.add(self._run.value(rule.amount))
                if rule.condition is None or self._run.value(rule.condition) is True:
                    (points, *others) = found
                    return int(points) if isinstance(points, int) and not others else None
        return None

    def _may_count(self, rule: MoveRule) -> bool:
        return rule.condition is None or self._run.value(rule.condition) is not False

    def of_step(self, a: int, b: int) -> int | None:
        """The least that the step from a hex to its neighbour costs; 1 when the movement has no costs, None when it forbids the step."""
        if not self._rules:
            return 1
        key: Hashable = (self._groups[0][a], self._groups[1][b], self._between(a, b) if self._by_side else None)
        if key not in self._known:
            ends: dict[Local, Value] = {self._movement.unit: self._thing.id, self._movement.origin: a, self._movement.target: b}
            costs = (_cost(Run(self._world, {**ends, **case}), self._rules) for case in self._cases)
            self._known[key] = min((cost for cost in costs if cost is not None), default=None)
        return self._known[key]

    def _between(self, a: int, b: int) -> Hashable:
        """What lies on the side between two hexes, and which ways it leads."""
        leads = self._ground.leads
        return self._ground.features_between(a, b), leads.get((a, b)), leads.get((b, a))


def _cost(run: Run, rules: Iterable[MoveRule]) -> int | None:
    """The least that rows add up to; None when one forbids the step."""
    total, is_priced = 0, False
    for rule in rules:
        if rule.word == "cost":
            is_priced = True
            total += _least(run, rule)
        elif rule.condition is None or run.value(rule.condition) is True:
            return None
    return max(0, total) if is_priced else 1


def _least(run: Run, rule: MoveRule) -> int:
    """The least that a row adds."""
    applies = True if rule.condition is None else run.value(rule.condition)
    if applies is False or rule.amount is None:
        return 0
    amount = run.value(rule.amount)
    if not isinstance(amount, int):
        amount = max(0, rule.amount.type.low) if isinstance(rule.amount.type, Int) else 0
    return int(amount) if applies is True else min(0, int(amount))


# ---------------------------------------------------------------------------------------------------------------- routes


def steps_of(game: Game, scenario: ScenarioDef, side: str) -> Steps:
    """The steps that some piece of a side can take."""
    return together(mover for mover in mover_classes(game, scenario) if mover.side == side)


def together(movers: Iterable[MoverClass]) -> Steps:
    """The steps that some of several classes can take."""
    found: dict[int, set[int]] = {}
    for mover in movers:
        for a, nexts in mover.lands.graph.items():
            found.setdefault(a, set()).update(nexts)
    return {a: tuple(sorted(found[a])) for a in sorted(found)}
