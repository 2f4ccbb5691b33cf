"""Ground that can be entered and not reached: pockets behind walls, islands, valleys that some kind of mover cannot come to.

Each such region is named once, with its size, one of its hexes and what shuts it in, for all movers that cannot come there together.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.grounds import hex_name
from tankdsl.check.pictures import Mark, hex_picture
from tankdsl.check.tree import LayoutDef, ScenarioDef
from tankdsl.diagnostics import Diagnostic, counted, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.ground.graph import sealing_hexes
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.hexwords import scenarios_shown, with_terrain
from tankdsl.rules.interface import Check
from tankdsl.rules.legal import placings
from tankdsl.rules.movers import MoverClass, mover_classes
from tankdsl.rules.placement import sieves_of
from tankdsl.state import State, field

Region = tuple[int, ...]


class Pocket(State):
    """A region of one map with the movers and scenarios for which it is cut off."""

    layout: LayoutDef
    sealing: tuple[int, ...]
    models: dict[str, None] = field(default_factory=dict)
    trapped: dict[str, None] = field(default_factory=dict)
    """Models that players may place there."""
    scenarios: dict[str, None] = field(default_factory=dict)


def check_connectivity(game: Game) -> Iterator[Diagnostic]:
    """Regions that are cut off, by layout and size; then places and zones that nothing can come to."""
    pockets: dict[tuple[str, Region], Pocket] = {}
    lost: dict[tuple[str, str], list[ScenarioDef]] = {}
    for scenario in game.mapped:
        classes = mover_classes(game, scenario)
        for mover in classes:
            _collect(game, scenario, mover, pockets)
        for name in _lost_names(game.layout(scenario), classes):
            lost.setdefault((game.layout(scenario).id, name), []).append(scenario)
    for (_, region), pocket in pockets.items():
        yield _cut_off(game, region, pocket)
    for (layout, name), scenarios in lost.items():
        yield _lost(game, game.program.layouts[layout], name, scenarios)


def _collect(game: Game, scenario: ScenarioDef, mover: MoverClass, pockets: dict[tuple[str, Region], Pocket]) -> None:
    layout = game.layout(scenario)
    for region in regions_of(mover):
        sealing = sealing_hexes(ground_of(layout), region, lambda index: bool(mover.terrain.open[index]))
        pocket = pockets.setdefault((layout.id, region), Pocket(layout, sealing))
        pocket.models.update(dict.fromkeys(mover.models))
        pocket.trapped.update(dict.fromkeys(_placed_there(game, scenario, mover, region)))
        pocket.scenarios[scenario.id] = None


def _placed_there(game: Game, scenario: ScenarioDef, mover: MoverClass, region: Region) -> Iterator[str]:
    """The models of a class for which a placement allows a hex of the region."""
    for places, models in game.remember(("placed", scenario.id, id(mover)), lambda: _placements(game, scenario, mover)):
        if not places.isdisjoint(region):
            yield from models


def _placements(game: Game, scenario: ScenarioDef, mover: MoverClass) -> list[tuple[frozenset[int], dict[str, None]]]:
    """Where players may place pieces of a class, and which models."""
    world = game.worlds[scenario.id]
    waiting = [thing for thing in mover.things if thing.at is None]
    found: dict[int, tuple[frozenset[int], dict[str, None]]] = {}
    for placing in placings(game):
        things = [thing for thing in waiting if world.is_a(thing.kind, placing.kind)]
        for id_, sieve in sieves_of(game, world, placing, things).items():
            models = found.setdefault(id(sieve), (frozenset(sieve.places), {}))[1]
            models[world.instances[id_].model] = None
    return list(found.values())


def regions_of(mover: MoverClass) -> tuple[Region, ...]:
    """The regions that cannot be reached from the mainland, the largest first."""
    return mover.lands.beyond(mover.mainland[:1])


def _cut_off(game: Game, region: Region, pocket: Pocket) -> Diagnostic:
    ground = ground_of(pocket.layout)
    first = hex_name(ground, region[0])
    where = first if len(region) == 1 else f"{counted(len(region), 'hex', 'hexes')} around {first}"
    walls = with_terrain(ground, game.models, pocket.sealing)
    sealed = f"shut in by {walls}" if walls else "the edges around it cannot be crossed"
    placed = (f"{quoted(pocket.trapped, 'and')} may be placed there and could never leave",) if pocket.trapped else ()
    return kinds.REGION_CUT_OFF.at(
        game.layout_span(pocket.layout),
        f"on the map `{pocket.layout.id}`, {where} can be entered but not reached by {quoted(pocket.models, 'and')}",
        notes=(sealed, *placed, f"in {scenarios_shown(tuple(pocket.scenarios))}"),
        help="open a way, or make the ground there impassable",
        picture=hex_picture(game.program, pocket.layout, Mark("place", "cut off", region), Mark("cause", "shuts it in", pocket.sealing)),
    )


# --------------------------------------------------------------------------------------------------------- named places


def _lost_names(layout: LayoutDef, classes: tuple[MoverClass, ...]) -> Iterator[str]:
    """Named places and zones on which no piece can ever end a move."""
    if not classes or not (layout.names or layout.zones):
        return
    reached = frozenset[int]().union(*(mover.ends for mover in classes))
    for name, index in layout.names.items():
        if index not in reached:
            yield name
    for name, places in layout.zones.items():
        if places and not reached.intersection(places):
            yield name


def _lost(game: Game, layout: LayoutDef, name: str, scenarios: list[ScenarioDef]) -> Diagnostic:
    ground = ground_of(layout)
    places = (layout.names[name],) if name in layout.names else layout.zones[name]
    what = f"the place `{name}`" if name in layout.names else f"the zone `{name}`"
    return kinds.PLACE_OUT_OF_REACH.at(
        game.layout_span(layout),
        f"on the map `{layout.id}`, no piece can ever come to {what}: {with_terrain(ground, game.models, places)}",
        notes=f"in {scenarios_shown(tuple(scenario.id for scenario in scenarios))}",
        picture=hex_picture(game.program, layout, Mark("place", what, tuple(places))),
    )


CONNECTIVITY = Check("connectivity", check_connectivity)
