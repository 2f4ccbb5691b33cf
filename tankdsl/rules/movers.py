"""Movement on a map as far as it is known before play: who can ever step where.

The `never` rules of a movement are read with the ground, the options and the kind of mover known, and everything else unknown.  A step is
ruled out only when a rule is sure to refuse it at every moment; what stands in the way for a while does not count.  Models of a side whose
steps are the same form one class.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property

from tankdsl.check.static import Run, Value, World
from tankdsl.check.tree import Core, InstanceDef, Local, MovementDef, MoveRule, ScenarioDef
from tankdsl.diagnostics import quoted
from tankdsl.frozen import Frozen
from tankdsl.ground.lands import Lands
from tankdsl.ground.maps import GroundMap
from tankdsl.rules.asks import EDGE, NOTHING, Asked, Groups, alike, asked_of, groups_of
from tankdsl.rules.calls import Node, reached, touched
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.placement import set_up_places
from tankdsl.rules.walk import uses

MOST_PAIRS = 4_000
"""Pairs of groups of hexes for which steps are judged in advance; if there are more, only those that occur are judged."""


class Terrain(Frozen):
    """What a map is for a mover. `key` is the same for terrains that are the same."""

    open: bytes
    """A 1 for each hex that the rules do not close by themselves, whatever way leads there; and a 0 at the end."""
    sources: Sequence[tuple[int, ...]]
    """For each open hex the neighbours from which the step into it is not ruled out (NO_HEX may be among them)."""
    barred: Mapping[int, tuple[int, ...]]
    """The other neighbours of those open hexes that have some."""
    no_stop: frozenset[int]
    """Hexes on which a move may never end."""

    @property
    def steps(self) -> Hashable:
        """What two terrains of a map have in common when the same steps can be taken on them."""
        return self.open, tuple(self.barred.items())


class MoverClass:
    """Pieces of one side that can take the same steps on a map."""

    def __init__(
        self,
        side: str | None,
        things: tuple[InstanceDef, ...],
        terrain: Terrain,
        lands: Lands,
        neighbours: Sequence[tuple[int, ...]],
        set_up: Mapping[tuple[int, ...], dict[str, None]],
    ) -> None:
        self.side, self.things, self.terrain = side, things, terrain
        self.models = tuple(dict.fromkeys(thing.model for thing in things))
        self.lands = lands
        """The open hexes, and how they hang together."""
        self.set_up = set_up
        """The sets of hexes on which players may set some of them up, with the models."""
        self._neighbours = neighbours

    @property
    def mainland(self) -> tuple[int, ...]:
        """The largest set of hexes between which these pieces can go to and fro."""
        return self.lands.components[0] if self.lands.components else ()

    @property
    def main_lands(self) -> tuple[int, ...]:
        """The lands of the mainland."""
        return self.lands.numbers[0] if self.lands.numbers else ()

    @property
    def shown(self) -> str:
        """The models in words."""
        return quoted(self.models, "and")

    def reach_from(self, starts: tuple[int, ...]) -> frozenset[int]:
        """The hexes that a piece can come to from any of the starts (a start that cannot be entered can still be left)."""
        return frozenset(starts).union(*(self.lands.parts[land] for land in self.lands_from(starts)))

    def lands_from(self, starts: Iterable[int]) -> set[int]:
        """The lands to which a piece can come from any of the starts."""
        return self.lands.reached(land for start in starts for land in self._lands_at(start))

    def _lands_at(self, start: int) -> Iterable[int]:
        """The land of a hex; of one that cannot be entered those beside it into which one can step."""
        if self.terrain.open[start]:
            return (self.lands.land_of(start),)
        sources = self.terrain.sources
        return (self.lands.land_of(b) for b in self._neighbours[start] if self.terrain.open[b] and start in sources[b])

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where these pieces may begin: on given hexes, and one hex of each land on which players may set some up.

        Those that wait for a rule to bring them on are taken to begin on the mainland.
        """
        placed = dict.fromkeys(thing.at for thing in self.things if thing.at is not None)
        first: dict[int, int] = {}
        for places in self.set_up:
            for place in self.lands.firsts_of(places):
                first.setdefault(self.lands.land_of(place), place)
        known = {model for models in self.set_up.values() for model in models}
        unknown = any(thing.at is None and thing.model not in known for thing in self.things)
        return tuple(dict.fromkeys((*placed, *first.values(), *(self.mainland[:1] if unknown else ()))))

    @cached_property
    def reach(self) -> frozenset[int]:
        """Where these pieces can come to in play."""
        return self.reach_from(self.starts)

    @cached_property
    def ends(self) -> frozenset[int]:
        """Where a move of these pieces can end in play."""
        return self.reach - self.terrain.no_stop if self.terrain.no_stop else self.reach

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
        if game.is_placeable(thing) and movements_of(world, thing, game):
            by_model.setdefault((thing.side, thing.model), []).append(thing)
    alike: dict[tuple[str | None, int], list[InstanceDef]] = {}
    terrains: dict[int, Terrain] = {}
    for (side, _), things in by_model.items():
        terrain = terrain_of(game, world, ground, things[0])
        terrains[id(terrain)] = terrain
        alike.setdefault((side, id(terrain)), []).extend(things)
    return tuple(_class(game, world, ground, side, terrains[at], tuple(things)) for (side, at), things in alike.items())


def movements_of(world: World, thing: InstanceDef, game: Game | None = None) -> list[MovementDef]:
    """The movements that a thing can use; with the game, not those that it never comes to in the scenario, if it comes to others."""
    kinds = world.lineage(thing.kind)
    fitting = [movement for movement in world.program.movements.values() if movement.kind in kinds]
    if game is None or len(fitting) < 2:
        return fitting
    used = _used(game, world)
    return [movement for movement in fitting if movement.id in used] or fitting


def _used(game: Game, world: World) -> frozenset[str]:
    """The movements to which a scenario comes from the sequence that it starts with, or by itself."""
    return frozenset(id for sort, id in parts_that_run(game, world) if sort == "movement")


def parts_that_run(game: Game, world: World) -> frozenset[Node]:
    """The parts of the rules to which a scenario comes from the sequence that it starts with, or by themselves."""
    start = world.program.main if world.scenario is None else world.scenario.start
    return game.remember(("parts that run", start), lambda: _reached_from(game, ("proc", f"sequence.{start}")))


def comes_to(game: Game, scenario: ScenarioDef, part: Node) -> bool:
    """Whether a scenario comes to a part of the rules; what no scenario comes to at all is taken to be meant for each."""
    run = {one.id: parts_that_run(game, game.world_of(one)) for one in game.program.scenarios.values()}
    return part in run[scenario.id] or not any(part in parts for parts in run.values())


def _reached_from(game: Game, start: Node) -> frozenset[Node]:
    if start not in game.calls:
        return frozenset(game.calls)
    between = touched(game.program, tuple(campaign.between for campaign in game.program.campaigns.values()))
    roots = (start, *(("whenever", id) for id in game.program.whenevers), *(node for node in between if node in game.calls))
    return frozenset(node for root in roots for node in reached(game.calls, root))


def _class(game: Game, world: World, ground: GroundMap, side: str | None, terrain: Terrain, things: tuple[InstanceDef, ...]) -> MoverClass:
    assert world.layout is not None
    lands = game.remember(("lands", world.layout.id, terrain.steps), lambda: Lands(terrain.open, terrain.sources, terrain.barred))
    set_up: dict[tuple[int, ...], dict[str, None]] = {}
    for thing in things:
        places = set_up_places(game, world, thing) if thing.at is None else None
        # That there is no place at all is said elsewhere, and would be said again of everything that cannot be come to.
        if places:
            set_up.setdefault(places, {})[thing.model] = None
    return MoverClass(side, things, terrain, lands, ground.neighbours, set_up)


# ----------------------------------------------------------------------------------------------------------------- steps


def terrain_of(game: Game, world: World, ground: GroundMap, thing: InstanceDef) -> Terrain:
    """What a map is for a thing with all its movements; one and the same for things that no rule of movement tells apart there."""
    settings = tuple(game.setting(world, ("movement", movement.id), movement.rules, thing) for movement in movements_of(world, thing, game))
    return game.remember(("terrain", settings), lambda: _same(game, world, _terrain(game, world, ground, thing)))


def _same(game: Game, world: World, terrain: Terrain) -> Terrain:
    """The terrain that was found first of those that are the same."""
    assert world.layout is not None
    return game.remember(("terrain", world.layout.id, terrain.steps, terrain.no_stop), lambda: terrain)


def _terrain(game: Game, world: World, ground: GroundMap, thing: InstanceDef) -> Terrain:
    ways = [_way(game, world, ground, StepRules(world, movement, thing, game)) for movement in movements_of(world, thing, game)]
    if len(ways) == 1:
        return ways[0]
    open = bytes(max(column) for column in zip(*(way.open for way in ways), strict=True))
    sources = [_united([way.sources[b] for way in ways if way.open[b]]) for b in range(len(ground))]
    shut = [way.no_stop | {b for b in range(len(ground)) if not way.open[b]} for way in ways]
    no_stop = frozenset(b for b in frozenset.intersection(*map(frozenset, shut)) if open[b])
    beside = ((b, tuple(a for a in ground.neighbours[b] if a >= 0 and a not in sources[b])) for b in range(len(ground)) if open[b])
    return Terrain(open, sources, {b: ends for b, ends in beside if ends}, no_stop)


def _united(sources: list[tuple[int, ...]]) -> tuple[int, ...]:
    """The neighbours from which some movement may lead into a hex."""
    return sources[0] if len(sources) == 1 else tuple(dict.fromkeys(a for near in sources for a in near))


def _way(game: Game, world: World, ground: GroundMap, rules: StepRules) -> Terrain:
    """What a map is for a thing with one of its movements."""
    closing = groups_of(game, world, ground, rules.asked_by_closing)
    verdicts = [not rules.is_closed(index) for index in closing.first]
    open = bytes(map(verdicts.__getitem__, closing.of)) + b"\0"
    sources: Sequence[tuple[int, ...]] = ground.neighbours
    barred: Mapping[int, tuple[int, ...]] = {}
    if not rules.always_lets_in:
        of = [groups_of(game, world, ground, asked - EDGE) for asked in rules.asked_by_barring]
        sources, barred = _sifted(ground, open, sources, (of[0], of[1]), rules.asked_by_barring[0] >= EDGE, rules.lets_in)
    no_stop: frozenset[int] = frozenset()
    if rules.asked_by_passing is not None:
        of = [groups_of(game, world, ground, asked - EDGE) for asked in rules.asked_by_passing]
        halts, lost = _sifted(ground, open, sources, (of[0], of[1]), rules.asked_by_passing[0] >= EDGE, rules.may_end)
        no_stop = frozenset(b for b in lost if max(halts[b], default=-1) < 0 <= max(sources[b], default=-1))
    return Terrain(open, sources, barred, no_stop)


Sifted = tuple[Sequence[tuple[int, ...]], Mapping[int, tuple[int, ...]]]


def _sifted(
    ground: GroundMap,
    open: bytes,
    sources: Sequence[tuple[int, ...]],
    of: tuple[Groups, Groups],
    sided: bool,
    allows: Callable[[int, int], bool],
) -> Sifted:
    """Of the sources of each open hex those from which a step is allowed, and of the hexes that lose some those that they lose.

    The verdict on a step is that on every step between hexes of the same groups (`of` its start and its end), or if it is `sided` between
    such whose sides have the same features.
    """
    refusing = _refusing(ground, of, sided, allows)
    known: dict[Hashable, bool] = {}
    features = _featured(ground) if sided else {}
    of_a, of_b = of[0].of, of[1].of
    found, lost = list(sources), dict[int, tuple[int, ...]]()
    in_question = of[1].hexes_of(number for number, groups in enumerate(refusing) if groups is None or groups)
    for b in sorted({*in_question, *features}) if features else in_question:
        if not open[b]:
            continue
        beside, from_groups = features.get(b), refusing[of_b[b]]
        gone: list[int] = []
        for a in sources[b]:
            if a < 0:
                continue
            if from_groups is not None and (beside is None or a not in beside):
                refused = of_a[a] in from_groups
            else:
                key = (of_a[a], of_b[b], None if beside is None else beside.get(a))
                if key not in known:
                    known[key] = not allows(a, b)
                refused = known[key]
            if refused:
                gone.append(a)
        if gone:
            found[b], lost[b] = tuple(a for a in sources[b] if a not in gone), tuple(gone)
    return (found, lost) if lost else (sources, lost)


def _refusing(
    ground: GroundMap, of: tuple[Groups, Groups], sided: bool, allows: Callable[[int, int], bool]
) -> Sequence[frozenset[int] | None]:
    """For each group of ends the groups of starts from which a step over a side without features is refused; None where that is not known.

    It is known where two hexes of these groups tell for all: when there are few groups, and no features between the two.
    """
    starts, ends = of[0].first, of[1].first
    if len(starts) * len(ends) > MOST_PAIRS:
        return [None] * len(ends)
    found: list[frozenset[int] | None] = []
    for b in ends:
        if sided and any(ground.features_between(a, b) for a in starts):
            found.append(None)
        else:
            found.append(frozenset(number for number, a in enumerate(starts) if not allows(a, b)))
    return found


def _featured(ground: GroundMap) -> dict[int, dict[int, Hashable]]:
    """For each hex beside a side with features its neighbours across such sides, with what lies between."""
    found: dict[int, dict[int, Hashable]] = {}
    for one, two in ground.edges:
        for a, b in ((one, two), (two, one)):
            found.setdefault(b, {})[a] = (ground.features_between(a, b), ground.leads.get((a, b)), ground.leads.get((b, a)))
    return found


def _refuses_nothing(world: World, rule: MoveRule, known: dict[Local, Value]) -> bool:
    """Whether a rule can never refuse anything, wherever the step leads."""
    return rule.word in ("never", "passes") and rule.condition is not None and Run(world, dict(known)).value(rule.condition) is False


class StepRules:
    """The rules of one movement for one mover. An answer is computed once for all hexes that are alike in what the rule asks of them."""

    def __init__(self, world: World, movement: MovementDef, thing: InstanceDef, game: Game | None = None) -> None:
        assert world.layout is not None
        self.world = world
        self.movement = movement
        self._ground = ground_of(world.layout)
        self._thing = thing.id
        # A rule that is about other movers, or that an option has switched off, is left out for all hexes at once.
        alone: dict[Local, Value] = {movement.unit: thing.id}
        numbered = [(n, rule) for n, rule in enumerate(movement.rules) if not _refuses_nothing(world, rule, alone)]
        self._asked = self._asks_of_rules() if game is None else game.remember(("asked by steps", movement.id), self._asks_of_rules)
        self._closing = [(n, rule) for n, rule in numbered if rule.word == "never" and self._asked[n][0] == NOTHING]
        self._barring = [(n, rule) for n, rule in numbered if rule.word == "never" and self._asked[n][0] != NOTHING]
        self._passing = [(n, rule) for n, rule in numbered if rule.word == "passes"]
        self._budgets = [(n, rule) for n, rule in numbered if rule.word == "budget"]
        self._costs = [(n, rule) for n, rule in numbered if rule.word == "cost"]
        self._bounded = not any(rule.word in ("first", "bonus") for rule in movement.rules) and bool(self._budgets and self._costs)
        priced = (*self._budgets, *self._costs)
        self._priced_by_start = any(self._asked[n][0] != NOTHING for n, _ in priced)
        by_start = self._bounded and self._priced_by_start
        self.always_lets_in = not self._barring and not by_start
        """Whether no rule refuses a step for what lies where it begins or on the side that it crosses."""
        by_target = priced if self._bounded and not self._priced_by_start else ()
        self.asked_by_closing = self._together((*self._closing, *by_target))[1]
        """What is asked of a hex to know whether it is closed."""
        self.asked_by_barring = self._together((*self._barring, *(priced if by_start else ())))
        """What is asked of the ends of a step to know whether it lets a piece in."""
        self.asked_by_passing = self._together(self._passing) if self._passing else None
        """The same to know whether a move may not end with it; None if all moves may."""
        self._closed: dict[Hashable, bool] = {}
        self._known: dict[tuple[int, Hashable, Hashable, Hashable], Value] = {}
        self._keys: dict[tuple[int, Asked], Hashable] = {}
        self._prepared: dict[int, Core | None] = {}
        self._sets: dict[Local, Value] = {}
        """Sets of hexes that are the same for all steps."""

    def _asks_of_rules(self) -> list[tuple[Asked, Asked]]:
        """What each rule asks of where a step begins and of where it ends: the same for all movers on all maps."""
        ends = (self.movement.origin, self.movement.target)
        return [(self._asks(rule, *ends), self._asks(rule, *ends[::-1])) for rule in self.movement.rules]

    def _asks(self, rule: MoveRule, end: Local, other: Local) -> Asked:
        return asked_of(self.world.program, (rule.condition, rule.amount), end, other)

    def _together(self, rules: Sequence[tuple[int, MoveRule]]) -> tuple[Asked, Asked]:
        """What rules ask of where a step begins and of where it ends."""
        none: Asked = frozenset()
        return none.union(*(self._asked[n][0] for n, _ in rules)), none.union(*(self._asked[n][1] for n, _ in rules))

    def is_closed(self, b: int) -> bool:
        """Whether a hex can never be entered, from wherever: a rule that does not ask where the step begins refuses it."""
        key = self._alike(b, self.asked_by_closing)
        if key not in self._closed:
            refused = any(self._answer(number, rule.condition, b, b) is True for number, rule in self._closing)
            self._closed[key] = refused or (not self._priced_by_start and self._too_far(b, b))
        return self._closed[key]

    def why_closed(self, b: int) -> str:
        """What a player reads who would enter a closed hex, with `it` for the piece and `the hex` for the place; may be empty."""
        return self._spoken(rule for number, rule in self._closing if self._answer(number, rule.condition, b, b) is True)

    def why_barred(self, a: int, b: int) -> str:
        """The same of a step into a hex that is not closed; empty where nothing refuses it."""
        return self._spoken((rule for number, rule in self._barring if self._answer(number, rule.condition, a, b) is True), "there")

    def why_too_dear(self, a: int, b: int) -> str:
        """The same of a step that costs more than any budget; empty if it does not, or if that is not sure."""
        price = self._price(a, b)
        return f"the step costs {price[0]}, and a move has {price[1]} at most" if price is not None and price[0] > price[1] else ""

    def _spoken(self, refusing: Iterable[MoveRule], origin: str = "the hex") -> str:
        """The reason of the first of some rules."""
        rule = next(iter(refusing), None)
        if rule is None or rule.reason is None:
            return ""
        text = rule.reason.text
        for local, word in ((self.movement.unit, "it"), (self.movement.origin, origin), (self.movement.target, "the hex")):
            text = text.replace("{" + local.name + "}", word)
        return text

    def lets_in(self, a: int, b: int) -> bool:
        """Whether the step from a neighbour into a hex that is not closed may ever be taken."""
        if any(self._answer(number, rule.condition, a, b) is True for number, rule in self._barring):
            return False
        return not self._priced_by_start or not self._too_far(a, b)

    def refuses(self, a: int, b: int) -> bool:
        """Whether a rule is sure to refuse the step from a to b."""
        return self.is_closed(b) or not self.lets_in(a, b)

    def may_end(self, a: int, b: int) -> bool:
        """Whether a move may ever end with this step."""
        return not self.only_passes(a, b)

    def only_passes(self, a: int, b: int) -> bool:
        """Whether a move is sure not to end with this step."""
        return any(self._answer(number, rule.condition, a, b) is True for number, rule in self._passing)

    def _too_far(self, a: int, b: int) -> bool:
        """Whether a step costs more than any budget: the cost and the budget are known and no rule helps."""
        price = self._price(a, b)
        return price is not None and price[0] > price[1]

    def _price(self, a: int, b: int) -> tuple[int, int] | None:
        """What a step costs and the greatest budget; None when that is not known."""
        if not self._bounded:
            return None
        budgets = [self._amount(number, rule, a, b) for number, rule in self._budgets]
        costs = [self._amount(number, rule, a, b) for number, rule in self._costs]
        if None in budgets or None in costs:
            return None
        return sum(cost for cost in costs if cost is not None), max(budget for budget in budgets if budget is not None)

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
        ground = self._ground
        between = (ground.features_between(a, b), ground.leads.get((a, b)), ground.leads.get((b, a))) if "edge" in of_a | of_b else None
        at = (key, self._alike(a, of_a), self._alike(b, of_b), between)
        if at not in self._known:
            if key not in self._prepared:
                self._prepared[key] = None if core is None else self._with_sets(core)
            known: dict[Local, Value] = {self.movement.unit: self._thing, self.movement.origin: a, self.movement.target: b, **self._sets}
            self._known[at] = Run(self.world, known).value(self._prepared[key])
        return self._known[at]

    def _with_sets(self, core: Core) -> Core:
        """A condition in which the sets that no end of a step is asked for are computed already."""
        if core.op in ("and", "or", "not"):
            return Core(core.op, tuple(map(self._with_sets, core.args)), core.type, core.span)
        if core.op != "in" or any(uses(core.args[1], end) for end in (self.movement.origin, self.movement.target)):
            return core
        member, domain = core.args
        found = Run(self.world, {self.movement.unit: self._thing}).value(domain)
        if not isinstance(found, tuple):
            return core
        local = Local("places", domain.type)
        self._sets[local] = found
        return Core("in", (member, Core("local", (local,), domain.type, domain.span)), core.type, core.span)

    def _alike(self, index: int, asked: Asked) -> Hashable:
        if not asked:
            return None
        key = (index, asked)
        if key not in self._keys:
            self._keys[key] = alike(self.world, self._ground, index, asked)
        return self._keys[key]
