"""Movement on a map as far as it is known before play: who can ever step where.

A step is ruled out only when a rule is sure to refuse it at every moment (`steps.py`).  Models of a side whose steps are the same form one
class.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property

from tankdsl.check.static import World
from tankdsl.check.tree import InstanceDef, MovementDef, ScenarioDef
from tankdsl.diagnostics import quoted
from tankdsl.frozen import Frozen
from tankdsl.ground.lands import Lands
from tankdsl.ground.maps import GroundMap
from tankdsl.rules.asks import EDGE, Groups, groups_of
from tankdsl.rules.calls import Node, reached, touched
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.placement import set_up_places
from tankdsl.rules.steps import StepRules, setting_of_steps

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
    settings = tuple(setting_of_steps(game, world, movement, thing) for movement in movements_of(world, thing, game))
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
