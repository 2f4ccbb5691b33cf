"""Ground that can be entered and not reached: pockets behind walls, islands, valleys that some kind of mover cannot come to.

Each such region is named once, with its size, one of its hexes and what shuts it in, for all movers that cannot come there together;
regions of several kinds of movers that are nearly the same are one, and many small ones are listed together. Where pieces begin on large
parts of a map that nothing joins, as on the banks of a river without a bridge, that is said once for the map.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tankdsl.check.grounds import hex_name
from tankdsl.check.pictures import Mark, hex_picture
from tankdsl.check.tree import Core, InstanceDef, LayoutDef, ScenarioDef
from tankdsl.diagnostics import Diagnostic, counted, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.ground.maps import GroundMap
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.hexwords import SHOWN, scenarios_shown, with_terrain
from tankdsl.rules.interface import Check
from tankdsl.rules.movers import MoverClass, mover_classes
from tankdsl.rules.shutting import Shut, shown, shut_in
from tankdsl.rules.walk import asked_by
from tankdsl.state import State, field

Region = tuple[int, ...]

SMALL = 5
"""Hexes of a pocket, at most, that is listed with others of its kind; and no more than `APART` such pockets are told one by one."""
APART = 2

NO_WAY = "no step leads in from here"


class Pocket(State):
    """A region of one map with the movers and scenarios for which it is cut off."""

    layout: LayoutDef
    region: Region
    """As it is for the first of the movers."""
    scenario: ScenarioDef
    mover: MoverClass
    shut: Shut
    """What shuts it in, for the first of the movers in the first scenario."""
    sizes: list[int] = field(default_factory=list)
    """The least and the greatest number of hexes."""
    models: dict[str, None] = field(default_factory=dict)
    trapped: dict[str, None] = field(default_factory=dict)
    """Models that players may place there."""
    scenarios: dict[str, None] = field(default_factory=dict)


class Rift(State):
    """A map that falls apart: its large parts by models, and the scenarios."""

    layout: LayoutDef
    parts: dict[str, tuple[Region, ...]] = field(default_factory=dict)
    sealing: tuple[int, ...] = ()
    scenarios: dict[str, None] = field(default_factory=dict)


class Found(State):
    """What is found so far."""

    pockets: dict[str, list[Pocket]] = field(default_factory=dict)
    """By layout."""
    rifts: dict[str, Rift] = field(default_factory=dict)
    """By layout."""
    lost: dict[tuple[str, str], list[ScenarioDef]] = field(default_factory=dict)
    """Named places and zones that nothing can come to, by layout and name."""


def check_connectivity(game: Game) -> Iterator[Diagnostic]:
    """Regions that are cut off, by layout and size; maps that fall apart; then places and zones that nothing can come to."""
    found = Found()
    for scenario in game.mapped:
        classes = mover_classes(game, scenario)
        begun: dict[int, set[int]] = {}
        for mover in classes:
            begun.setdefault(id(mover.lands), set()).update(mover.lands.land_of(start) for start in mover.starts)
        astray = [mover.reach_from((thing.at,)) for mover in classes for thing in strays(mover) if thing.at is not None]
        for mover in classes:
            _collect(game, scenario, mover, begun[id(mover.lands)], astray, found)
        for name in _only_lost(game, scenario, _lost_names(game.layout(scenario), classes)):
            found.lost.setdefault((game.layout(scenario).id, name), []).append(scenario)
    for pockets in found.pockets.values():
        yield from _told(game, pockets)
    for rift in found.rifts.values():
        yield _apart(game, rift)
    for (layout, name), scenarios in found.lost.items():
        yield _lost(game, game.program.layouts[layout], name, scenarios)


def _collect(game: Game, scenario: ScenarioDef, mover: MoverClass, begun: set[int], astray: list[frozenset[int]], found: Found) -> None:
    """The regions of a class; `begun` are the lands on which pieces to whom the map is the same begin, of whatever side.

    `astray` are where pieces are that begin cut off: that is told of these pieces.
    """
    layout = game.layout(scenario)
    parts = parts_of(mover, begun)
    if parts and not any(are_put(game, scenario, mover, part) for part in (mover.mainland, *parts)):
        rift = found.rifts.setdefault(layout.id, Rift(layout))
        rift.scenarios[scenario.id] = None
        rift.parts.update(dict.fromkeys(mover.models, (mover.mainland, *parts)))
        rift.sealing = rift.sealing or shut_in(game.worlds[scenario.id], mover, parts[0]).closed
    set_up = [(frozenset(places), models) for places, models in mover.set_up.items()]
    pockets = found.pockets.setdefault(layout.id, [])
    at = {index: pocket for pocket in pockets for index in pocket.region}
    for region in () if begins_closed(mover) else regions_of(mover):
        told = region in parts or any(_is_mostly(within, region) for within in astray)
        if not told and not are_put(game, scenario, mover, region):
            pocket = _same(at, region)
            if pocket is None:
                pocket = Pocket(layout, region, scenario, mover, shut_in(game.worlds[scenario.id], mover, region))
                pockets.append(pocket)
            pocket.sizes.append(len(region))
            pocket.models.update(dict.fromkeys(mover.models))
            pocket.trapped.update((model, None) for places, models in set_up if not places.isdisjoint(region) for model in models)
            pocket.scenarios[scenario.id] = None


def _is_mostly(within: frozenset[int], region: Region) -> bool:
    """Whether more than half of all the hexes of both are in both."""
    shared = sum(index in within for index in region)
    return 2 * shared > len(within) + len(region) - shared


def _same(at: Mapping[int, Pocket], region: Region) -> Pocket | None:
    """The pocket that is nearly the same: more than half of all the hexes of both are in both."""
    shared: dict[int, int] = {}
    for index in region:
        if index in at:
            shared[id(at[index])] = shared.get(id(at[index]), 0) + 1
    near = {id(at[index]): at[index] for index in region if index in at}
    return next((near[key] for key, count in shared.items() if 2 * count > len(near[key].region) + len(region) - count), None)


def regions_of(mover: MoverClass) -> tuple[Region, ...]:
    """The regions that cannot be reached from the mainland, the largest first."""
    return mover.lands.beyond(mover.mainland[:1])


def begins_closed(mover: MoverClass) -> bool:
    """Whether all these pieces begin on ground that is closed to them: that is told, and then their mainland says nothing of the map."""
    placed = [thing.at for thing in mover.things if thing.at is not None]
    return len(placed) == len(mover.things) and not any(mover.terrain.open[index] for index in placed)


def parts_of(mover: MoverClass, begun: set[int]) -> tuple[Region, ...]:
    """The large ones of these that have a land on which such pieces begin, so that they are no pockets but parts of the map."""
    regions = (region for region in regions_of(mover) if is_large(mover, len(region)))
    return tuple(region for region in regions if any(mover.lands.land_of(index) in begun for index in region))


def strays(mover: MoverClass) -> Iterator[InstanceDef]:
    """The pieces that start in a pocket from which they cannot go to the mainland; a large part of a map is no pocket."""
    main = set(mover.main_lands)
    for thing in mover.things if main else ():
        if thing.at is not None:
            lands = mover.lands_from((thing.at,))
            if not main.intersection(lands) and not is_large(mover, sum(len(mover.lands.parts[land]) for land in lands)):
                yield thing


def are_put(game: Game, scenario: ScenarioDef, mover: MoverClass, places: tuple[int, ...]) -> bool:
    """Whether players may put a piece of a class on some hexes, or where it can come there from, whatever the ways of the map."""
    from tankdsl.rules.aims import ways_of

    return ways_of(game, scenario).are_put(mover, mover.things, places)


LEAST_PART, LEAST_SHARE = 10, 10
"""A region is large if it has so many hexes, and one in so many of those of the mainland."""


def is_large(mover: MoverClass, size: int) -> bool:
    """Whether a region of some size is large beside the mainland."""
    return size >= LEAST_PART and size * LEAST_SHARE >= len(mover.mainland)


# -------------------------------------------------------------------------------------------------------------- findings


def _told(game: Game, pockets: list[Pocket]) -> Iterator[Diagnostic]:
    """Each pocket by itself, but many small ones together."""
    small: dict[tuple[tuple[str, ...], tuple[str, ...]], list[Pocket]] = {}
    for pocket in pockets:
        if len(pocket.region) <= SMALL:
            small.setdefault((tuple(pocket.models), tuple(pocket.scenarios)), []).append(pocket)
    together = [group for group in small.values() if len(group) > APART]
    listed = {id(pocket) for group in together for pocket in group}
    yield from (_cut_off(game, pocket) for pocket in pockets if id(pocket) not in listed)
    yield from (_many(game, group) for group in together)


def _cut_off(game: Game, pocket: Pocket) -> Diagnostic:
    ground = ground_of(pocket.layout)
    sealed = shown(game, game.worlds[pocket.scenario.id], pocket.mover, pocket.shut)
    placed = (f"{quoted(pocket.trapped, 'and')} may be placed there and could never leave",) if pocket.trapped else ()
    outside = pocket.shut.outside
    marks = Mark("place", "cut off", pocket.region), Mark("cause", "shuts it in", pocket.shut.closed), Mark("other", NO_WAY, outside)
    return kinds.REGION_CUT_OFF.at(
        game.layout_span(pocket.layout),
        f"on the map `{pocket.layout.id}`, {_around(ground, pocket)} can be entered but not reached by {quoted(pocket.models, 'and')}",
        notes=(sealed, *placed, f"in {scenarios_shown(tuple(pocket.scenarios))}"),
        help="open a way, or make the ground there impassable",
        picture=hex_picture(game.program, pocket.layout, *marks),
    )


def _around(ground: GroundMap, pocket: Pocket) -> str:
    """A region by one of its hexes, and its size: `3 hexes around (2, 1)`."""
    first, least, most = hex_name(ground, pocket.region[0]), min(pocket.sizes), max(pocket.sizes)
    if most == 1:
        return first
    return f"{counted(most, 'hex', 'hexes')} around {first}" if least == most else f"{least} to {most} hexes around {first}"


def _many(game: Game, pockets: list[Pocket]) -> Diagnostic:
    """Small pockets of the same movers and scenarios."""
    layout = pockets[0].layout
    ground = ground_of(layout)
    names = [_around(ground, pocket) for pocket in pockets[:SHOWN]]
    more = f" and {counted(len(pockets) - len(names), 'more pocket')}" if len(pockets) > len(names) else ""
    trapped = dict.fromkeys(model for pocket in pockets for model in pocket.trapped)
    placed = (f"{quoted(trapped, 'and')} may be placed in some and could never leave",) if trapped else ()
    hexes = tuple(index for pocket in pockets for index in pocket.region)
    sealing = tuple(dict.fromkeys(index for pocket in pockets for index in pocket.shut.closed))
    return kinds.REGION_CUT_OFF.at(
        game.layout_span(layout),
        f"on the map `{layout.id}`, {len(pockets)} small pockets can be entered but not reached by {quoted(pockets[0].models, 'and')}",
        notes=(f"they are {', '.join(names)}{more}", *placed, f"in {scenarios_shown(tuple(pockets[0].scenarios))}"),
        help="open ways, or make the ground there impassable; if they are meant so, say it with an `allow` comment",
        picture=hex_picture(game.program, layout, Mark("place", "cut off", hexes), Mark("cause", "shuts them in", sealing)),
    )


def _apart(game: Game, rift: Rift) -> Diagnostic:
    ground = ground_of(rift.layout)
    first = next(iter(rift.parts.values()))
    where = quoted([hex_name(ground, part[0]) for part in first], "and").replace("`", "")
    sizes = [f"`{model}`: {', '.join(f'{len(part):,}' for part in parts)} hexes" for model, parts in list(rift.parts.items())[:SHOWN]]
    return kinds.MAP_FALLS_APART.at(
        game.layout_span(rift.layout),
        f"the map `{rift.layout.id}` falls into {len(first)} parts around {where}, between which {quoted(rift.parts, 'and')} can never go",
        notes=(*sizes, f"pieces begin on all of them in {scenarios_shown(tuple(rift.scenarios))}"),
        help="join them, by a bridge or a pass; if the sides are meant to stay apart, say it with an `allow` comment",
        picture=hex_picture(game.program, rift.layout, Mark("cause", "keeps them apart", rift.sealing), Mark("place", "a part", first[1])),
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


def _only_lost(game: Game, scenario: ScenarioDef, names: Iterator[str]) -> list[str]:
    """Of such names those that no ending asks a side to come to in vain, which is told of the ending, and that no rule puts a piece on."""
    found = list(names)
    if not found:
        return found
    from tankdsl.rules.aims import aims_in_vain, ways_of

    layout, ways = game.layout(scenario), ways_of(game, scenario)
    told = {aim.asked.places for aim in aims_in_vain(game, scenario)}
    movers = mover_classes(game, scenario)
    lost: list[str] = []
    for name in found:
        places = (layout.names[name],) if name in layout.names else layout.zones[name]
        # To what is looked at after each step it is enough to come on the way.
        passed = name in _watched(game) and any(not mover.reach.isdisjoint(places) for mover in movers)
        if places in told or passed or any(ways.are_put(mover, mover.things, places) for mover in movers):
            continue
        # Markers and checkpoints do not go anywhere, and may be carried.
        if not any(ways.is_put_on(thing, places) for thing in scenario.instances if thing.id not in ways.classes):
            lost.append(name)
    return lost


def _watched(game: Game) -> frozenset[str]:
    """The named places and zones that endings, missions and triggers ask for."""

    def found() -> frozenset[str]:
        program = game.program
        asking = (tuple(program.endings), tuple(program.missions.values()), tuple(program.whenevers.values()))
        cores = (node for node in asked_by(program, asking) if isinstance(node, Core) and node.op in ("zone", "place") and node.args)
        return frozenset(core.args[0] for core in cores if isinstance(core.args[0], str))

    return game.remember("names watched", found)


def _lost(game: Game, layout: LayoutDef, name: str, scenarios: list[ScenarioDef]) -> Diagnostic:
    ground = ground_of(layout)
    places = (layout.names[name],) if name in layout.names else layout.zones[name]
    what = f"the place `{name}`" if name in layout.names else f"the zone `{name}`"
    may_pass = any(not mover.reach.isdisjoint(places) for mover in mover_classes(game, scenarios[0]))
    passed = ("pieces may pass there, and no move may end there",) if may_pass else ()
    return kinds.PLACE_OUT_OF_REACH.at(
        game.layout_span(layout),
        f"on the map `{layout.id}`, no piece can ever come to {what}: {with_terrain(ground, game.models, places)}",
        notes=(*passed, f"in {scenarios_shown(tuple(scenario.id for scenario in scenarios))}"),
        help="move it to ground that can be reached, or open a way; if it is a landmark, say so with an `allow` comment",
        picture=hex_picture(game.program, layout, Mark("place", what, tuple(places))),
    )


CONNECTIVITY = Check("connectivity", check_connectivity)
