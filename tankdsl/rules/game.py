"""The game as the checks see it: the typed tree, where things are written, and what is known at the start of each scenario."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import cached_property
from itertools import pairwise
from typing import TypeVar, cast

from tankdsl.check.context import PLACEABLE
from tankdsl.check.static import Models, Run, Value, World, models_of
from tankdsl.check.static.things import stat_of
from tankdsl.check.tree import AnyStmt, Assign, Core, FieldDef, IfElse, InstanceDef, LayoutDef, Program, ScenarioDef, SetTerrain
from tankdsl.frozen import replaced
from tankdsl.ground.maps import GroundMap
from tankdsl.rules.calls import LONGEST_CHAIN, Graph, Node, bodies_of, call_graph, chain_lengths
from tankdsl.rules.walk import read_by, statements
from tankdsl.source import Span
from tankdsl.syntax import ast

Result = TypeVar("Result")

GAME = "game"
"""What the game itself is called among its things."""


class Game:
    """A checked pack without errors; `as_printed`: with the ground as the maps have it, whatever rules lay on it in play."""

    def __init__(self, program: Program, *, as_printed: bool = False) -> None:
        self.program = program
        self._as_printed = as_printed
        self._memory: dict[Hashable, object] = {}

    @cached_property
    def models(self) -> Models:
        """All models by id."""
        return models_of(self.program)

    @cached_property
    def mapped(self) -> tuple[ScenarioDef, ...]:
        """The scenarios that have a map."""
        return tuple(scenario for scenario in self.program.scenarios.values() if scenario.layout in self.program.layouts)

    @cached_property
    def worlds(self) -> dict[str, World]:
        """What is known of each scenario that has a map, whatever is played: map, options as they are set, things.

        Of the terrains that rules lay there are only those that may lie where no piece has come: a rule that changes the ground under a
        piece opens no way to where none could come before. (It may open one to pieces of another sort; that is not looked at.)
        """
        return {scenario.id: replaced(self.world(scenario), laid=self._laid(under_pieces=False)) for scenario in self.mapped}

    def world_of(self, scenario: ScenarioDef) -> World:
        """What is known of a scenario, whatever is played, as checks of its map see it where it has one."""
        return self.worlds.get(scenario.id) or self.world(scenario)

    def world(self, scenario: ScenarioDef) -> World:
        """What is known of a scenario, whatever is played."""
        return World(
            self.program,
            self.models,
            None if scenario.layout is None else self.program.layouts.get(scenario.layout),
            self.options(scenario),
            {thing.id: thing for thing in scenario.instances},
            scenario=scenario,
            laid=self.laid,
        )

    @cached_property
    def laid(self) -> tuple[str, ...]:
        """The terrains that rules lay on hexes, in play or between battles, in the order of their declarations; mostly there are none."""
        return self._laid(under_pieces=True)

    def _laid(self, *, under_pieces: bool) -> tuple[str, ...]:
        laying = [terrain for under, terrain in self._laying if under_pieces or not under]
        if not laying or self._as_printed:
            return ()
        kinds = (kind for kind in self.program.kinds.values() if kind.category == "terrain")
        terrains = tuple(model.id for kind in kinds for model in kind.models)
        known = {core.args[-1] for core in laying if core.op in ("ref", "model")}
        return tuple(id for id in terrains if id in known) if all(core.op in ("ref", "model") for core in laying) else terrains

    @cached_property
    def _laying(self) -> tuple[tuple[bool, Core], ...]:
        """The terrains that rules lay, each with whether it is under a piece."""
        bodies = (*(body for _, body in bodies_of(self.program)), *(campaign.between for campaign in self.program.campaigns.values()))
        return tuple((_is_under_a_piece(body, place), terrain) for body in bodies for place, terrain in _laid_in(body))

    def options(self, scenario: ScenarioDef | None) -> dict[str, Value]:
        """Every option as a scenario sets it, else its default."""
        presets = {} if scenario is None else scenario.presets
        return {id: presets.get(id, option.default) for id, option in self.program.options.items()}

    def remember(self, key: Hashable, compute: Callable[[], Result]) -> Result:
        """What was computed for a key, once for all checks."""
        if key not in self._memory:
            self._memory[key] = compute()
        return cast(Result, self._memory[key])

    def setting(self, world: World, part: tuple[str, str], item: object, thing: InstanceDef) -> Hashable:
        """All that the answers of a part of the rules about a thing can rest on before play.

        That is the map, the options that the part asks, and of the thing those stats that the part asks, and its side and kind if it asks
        these.
        """
        scenario = world.scenario
        if scenario is None or self.worlds.get(scenario.id) is not world:
            return self._setting(world, part, item, thing)
        return self.remember(("setting", part, scenario.id, thing.id), lambda: self._setting(world, part, item, thing))

    def _setting(self, world: World, part: tuple[str, str], item: object, thing: InstanceDef) -> Hashable:
        read = self.remember(("read", part), lambda: read_by(self.program, item))
        run = Run(world)
        known = tuple(thing.model if name == "model" else stat_of(run, kind, name, thing.id) for kind, name in read.fields)
        side, kind = thing.side if read.asks_side else None, thing.kind if read.asks_kind else None
        return part, world.layout and world.layout.id, tuple(map(world.options.get, read.options)), side, kind, known

    @cached_property
    def _before(self) -> dict[str, tuple[ScenarioDef, ...]]:
        """Of the scenarios that are later battles of campaigns those that come right before them."""
        found: dict[str, list[ScenarioDef]] = {}
        for campaign in self.program.campaigns.values():
            for one, following in pairwise(campaign.battles):
                if one in self.program.scenarios:
                    found.setdefault(following, []).append(self.program.scenarios[one])
        return {id: tuple(before) for id, before in found.items()}

    def follows(self, scenario: ScenarioDef) -> bool:
        """Whether a campaign plays a scenario after another battle, so that what is kept may begin otherwise than the scenario says."""
        return scenario.id in self._before

    def goes_on(self, scenario: ScenarioDef) -> bool:
        """Whether a campaign plays another battle after a scenario, into which what is kept goes on."""
        return any(scenario in before for before in self._before.values())

    def up_to(self, scenario: ScenarioDef) -> tuple[ScenarioDef, ...]:
        """A scenario and all that campaigns play before it."""
        found = {scenario.id: scenario}
        for one in (scenarios := [scenario]):
            new = [before for before in self._before.get(one.id, ()) if before.id not in found]
            found.update({each.id: each for each in new})
            scenarios += new
        return tuple(found.values())

    @cached_property
    def between(self) -> frozenset[tuple[str, str]]:
        """The states, by kind and name, that campaigns set themselves between battles; what they call stands among the statements."""
        bodies = (campaign.between for campaign in self.program.campaigns.values())
        assigned = (each for body in bodies for each in statements(body) if isinstance(each, Assign))
        return frozenset((each.kind, each.field) for each in assigned)

    def is_brought(self, scenario: ScenarioDef, field: FieldDef, thing: str) -> bool:
        """Whether a thing (a side, `game` for the game) may bring a state along from the battle before, whatever the scenario says."""
        if not field.kept or not self.follows(scenario):
            return False
        ids = self.remember(("brought", scenario.id), lambda: {each.id for one in self._before[scenario.id] for each in one.instances})
        return thing == GAME or thing in ids or any(thing == side for side, _ in self.program.sides)

    def layout(self, scenario: ScenarioDef) -> LayoutDef:
        """The layout of a scenario that has a map."""
        assert scenario.layout is not None
        return self.program.layouts[scenario.layout]

    def is_placeable(self, thing: InstanceDef) -> bool:
        """Whether a thing can stand on the map."""
        kind = self.program.kinds.get(thing.kind)
        return kind is not None and kind.category in PLACEABLE

    def lineage(self, kind: str) -> tuple[str, ...]:
        """A kind and what is above it, the nearest first."""
        return self.remember(("lineage", kind), lambda: tuple(World(self.program).lineage(kind)))

    @cached_property
    def calls(self) -> Graph:
        """Who calls whom in the whole program."""
        return call_graph(self.program)

    @cached_property
    def chains(self) -> dict[Node, int]:
        """How many calls run inside of one another, from each part of the rules that is in no circle and leads to none."""
        return chain_lengths(self.calls)

    @property
    def can_be_followed(self) -> bool:
        """Whether calls lead to no circle, and are not too many inside of one another."""
        return len(self.chains) == len(self.calls) and max(self.chains.values(), default=0) <= LONGEST_CHAIN

    @cached_property
    def statements(self) -> tuple[tuple[Node, AnyStmt], ...]:
        """All statements with what they stand in, in the order of `bodies_of`."""
        return tuple((node, statement) for node, body in bodies_of(self.program) for statement in statements(body))

    # ------------------------------------------------------------------------------------------------------- places

    @cached_property
    def _declared(self) -> dict[tuple[type, str], ast.Declaration]:
        wanted = (ast.Scenario, ast.Layout, ast.Ending, ast.Sequence)
        return {(type(node), node.name.text): node for node in self.program.declarations if isinstance(node, wanted)}

    def scenario_span(self, scenario: ScenarioDef) -> Span:
        """Where a scenario names its map, or is named itself."""
        node = self._declared.get((ast.Scenario, scenario.id))
        if not isinstance(node, ast.Scenario):
            return scenario.span
        return node.name.span if node.layout is None else node.layout.span

    def layout_span(self, layout: LayoutDef) -> Span:
        """The name of a layout where it is declared."""
        node = self._declared.get((ast.Layout, layout.id.split(".")[0]))
        return layout.span if node is None else node.name.span

    def thing_span(self, scenario: ScenarioDef, thing: InstanceDef) -> Span:
        """Where a scenario places a thing; without such a place the scenario's own."""
        return self.scenario_span(scenario) if thing.span is None else thing.span

    def fielded_span(self, scenario: ScenarioDef, thing: InstanceDef) -> Span:
        """Where a scenario places a thing, else where it lists it, else where it names its roster, else its name."""
        node = self._declared.get((ast.Scenario, scenario.id))
        if thing.span is not None or not isinstance(node, ast.Scenario):
            return scenario.span if thing.span is None else thing.span
        lists = (forces.forces for forces in node.forces if forces.side.text == thing.side)
        listed = next((force.span for forces in lists for force in forces if force.model.text == thing.model), None)
        return listed or (node.name.span if node.roster is None else node.roster.span)


def ground_of(layout: LayoutDef) -> GroundMap:
    """The map of a layout."""
    ground: GroundMap = layout.ground  # type: ignore[assignment]
    return ground


def _laid_in(body: tuple[AnyStmt, ...]) -> Iterator[tuple[Core, Core]]:
    """Where the statements of a body change the terrain, and to what."""
    return ((statement.place, statement.terrain) for statement in statements(body) if isinstance(statement, SetTerrain))


def _is_under_a_piece(body: tuple[AnyStmt, ...], place: Core) -> bool:
    """Whether a place is where a piece stands, as the words say: `t.at`, or `h` in `if let h = t.at`."""
    named = {one.binding: one.condition for one in statements(body) if isinstance(one, IfElse) and one.binding is not None}
    found = named.get(place.args[0]) if place.op == "local" else place
    return found is not None and found.op == "get" and found.args[1] == "at"
