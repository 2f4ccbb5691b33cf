"""Placement before play: every piece that players place has a legal place, and all of them together have enough."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import combinations

from tankdsl.check.pictures import Mark, hex_picture
from tankdsl.check.static import World
from tankdsl.check.tree import InstanceDef, ScenarioDef
from tankdsl.diagnostics import Diagnostic, counted, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.hexwords import listed
from tankdsl.rules.interface import Check
from tankdsl.rules.legal import Placing, Refusal, Sieve, excludes, looks_at_others, placings, refusal, row_asked, sieve, things_of
from tankdsl.rules.walk import expressions


def check_placement(game: Game) -> Iterator[Diagnostic]:
    """For each scenario with a map and each placement: pieces without a place, then pieces that need more places than there are."""
    for scenario in game.mapped:
        world = game.worlds[scenario.id]
        for placing in placings(game):
            things = things_of(game, world, placing)
            sieves = sieves_of(game, world, placing, things)
            yield from _no_place(game, scenario, placing, [thing for thing in things if is_unplaced(thing)], sieves)
            yield from _too_few(game, scenario, world, placing, things, sieves)


def is_unplaced(thing: InstanceDef) -> bool:
    """Whether a thing is neither on the map nor in a pile when the scenario begins."""
    return thing.at is None and thing.pile is None


def sieves_of(game: Game, world: World, placing: Placing, things: Iterable[InstanceDef]) -> dict[str, Sieve]:
    """The legal places of each thing by its id; for things that no requirement tells apart they are computed once."""
    part, demands = ("guard", placing.guard.id), placing.guard.demands
    settings = {thing.id: (thing, game.setting(world, part, demands, thing)) for thing in things}
    return {id: game.remember(("sieve", setting), partial(sieve, game, world, placing, thing)) for id, (thing, setting) in settings.items()}


def set_up_places(game: Game, world: World, thing: InstanceDef) -> tuple[int, ...] | None:
    """Where players may set up a thing that the scenario has not placed; None when no placement is for it, so that it is not known."""
    found = [sieves_of(game, world, one, [thing])[thing.id].places for one in placings(game) if world.is_a(thing.kind, one.kind)]
    return found[0] if len(found) == 1 else tuple(sorted({place for places in found for place in places})) if found else None


# -------------------------------------------------------------------------------------------------------------- no place


def _no_place(
    game: Game, scenario: ScenarioDef, placing: Placing, things: list[InstanceDef], sieves: dict[str, Sieve]
) -> Iterator[Diagnostic]:
    alike: dict[tuple[str, str | None], list[InstanceDef]] = {}
    for thing in things:
        found = sieves[thing.id]
        if not found.places and _can_never_be_set_up(game, scenario, placing, thing):
            # One requirement that refuses every hex to several models of a side is one fault of the map.
            cause = _main_reason(game.worlds[scenario.id], placing, thing, found.refused[0][0]) if len(found.refused) == 1 else thing.model
            alike.setdefault((cause, thing.side), []).append(thing)
    for group in alike.values():
        yield _without_place(game, scenario, placing, group, sieves[group[0].id])


def _can_never_be_set_up(game: Game, scenario: ScenarioDef, placing: Placing, thing: InstanceDef) -> bool:
    from tankdsl.rules.awaited import can_never_be_set_up

    return can_never_be_set_up(game, scenario, placing, thing)


def _without_place(game: Game, scenario: ScenarioDef, placing: Placing, group: list[InstanceDef], found: Sieve) -> Diagnostic:
    thing, world = group[0], game.worlds[scenario.id]
    last, _ = found.refused[-1]
    count = len(ground_of(game.layout(scenario)))
    steps: list[str] = []
    left = count
    for why, refused in found.refused:
        left -= refused
        steps.append(f'{counted(refused, "hex", "hexes")}: "{why.spoken(placing, thing)}"')
    who = quoted([one.id for one in group], "and")
    return kinds.NO_PLACE_FOR_PIECE.at(
        game.scenario_span(scenario),
        f"{who} can be placed nowhere on the map `{game.layout(scenario).id}`: {_main_reason(world, placing, thing, last)}",
        notes=(f"of {counted(count, 'hex', 'hexes')} are refused: " + "; ".join(steps), *_row_notes(world, thing, found)),
        help="change the map, or the rule that refuses",
        picture=hex_picture(game.program, game.layout(scenario), lambda: _nearly(world, placing, thing, found)),
    )


def _nearly(world: World, placing: Placing, thing: InstanceDef, found: Sieve) -> Mark:
    """The hexes that only the last requirement refuses, which are those nearest to being legal."""
    last, _ = found.refused[-1]
    ground = world.ground
    assert ground is not None
    refusals = (refusal(world, placing, thing, index) for index in range(len(ground)))
    near = tuple(index for index, why in enumerate(refusals) if why is not None and why.condition is last.condition)
    return Mark("place", "here only the last requirement refuses", near)


def _main_reason(world: World, placing: Placing, thing: InstanceDef, last: Refusal) -> str:
    row, depth = row_asked(world, last), _depth(world, thing)
    if row is not None and depth is not None and row > depth:
        return f"it needs row {row}, and the territory of `{thing.side}` has {counted(depth, 'row')}"
    return last.spoken(placing, thing)


def _depth(world: World, thing: InstanceDef) -> int | None:
    """The rows of the territory of a thing's side; None when the map does not count them, or when nothing is its territory."""
    ground = world.ground
    if ground is None or thing.side is None or thing.side not in ground.rows:
        return None
    return ground.depth(thing.side) or None


def _row_notes(world: World, thing: InstanceDef, found: Sieve) -> Iterator[str]:
    """What a map does not say although the requirements ask for it."""
    ground = world.ground
    asked = {core.op for refusal, _ in found.refused for core in expressions(refusal.condition)}
    if ground is None or thing.side is None:
        return
    if "row" in asked and thing.side not in ground.rows:
        yield f"the map does not say from which edge the rows of `{thing.side}` are counted: `{thing.side} rows from top`"
    if "territory" in asked and not ground.territory(thing.side):
        yield f"no board of the map is territory of `{thing.side}`: `board ... of {thing.side}`"


# --------------------------------------------------------------------------------------------------------------- too few


def _too_few(
    game: Game, scenario: ScenarioDef, world: World, placing: Placing, things: list[InstanceDef], sieves: dict[str, Sieve]
) -> Iterator[Diagnostic]:
    """Things that keep each other off their places, and more of them than places."""
    waiting = [thing for thing in things if is_unplaced(thing) and sieves[thing.id].places]
    crowded = False
    for group in rivals(world, placing, waiting, sieves):
        taken = {thing.at for thing in things if thing.at is not None}
        if not crowds(free_choices(things, group, sieves)):
            continue
        for crowd, places in sure_crowds(game, scenario, placing, things, group, {thing.id: sieves[thing.id].places for thing in group}):
            crowded = True
            yield _crowd(game, scenario, crowd, places, any(taken.intersection(sieves[id].places) for id in crowd))
    if waiting and not crowded and looks_at_others(game, placing):
        from tankdsl.rules.tightness import check_tightness

        yield from check_tightness(game, scenario, placing, things, {thing.id: sieves[thing.id].places for thing in waiting})


def sure_crowds(
    game: Game,
    scenario: ScenarioDef,
    placing: Placing,
    things: list[InstanceDef],
    group: list[InstanceDef],
    legal: Mapping[str, tuple[int, ...]],
) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
    """The crowds of a group (with the places that are `legal` for each) that stand at the same moment, and share no place in any order.

    Places that the scenario gives to others are not free where these stay and are in the way of all.
    """
    from tankdsl.rules.at_once import is_put_elsewhere, stand_at_once
    from tankdsl.rules.awaited import all_stand_by_then, must_be_set_up
    from tankdsl.rules.spacing import Keeping

    group = [thing for thing in group if must_be_set_up(game, scenario, placing, thing)]
    if not stand_at_once(game, scenario, placing, things) and not all_stand_by_then(game, scenario, group, things):
        return
    world = game.worlds[scenario.id]
    legal = {thing.id: legal[thing.id] for thing in group}
    keeping = Keeping(game, world, placing)
    first = [sort[0] for sort in keeping.sorts(group)]
    taken = {
        at
        for other in things
        if (at := other.at) is not None
        and all(keeping.refuses(one, at, other, at) for one in first if at in legal[one.id])
        and not is_put_elsewhere(game, world, other)
    }
    for crowd, places in crowds({id: tuple(place for place in found if place not in taken) for id, found in legal.items()}):
        sorts = keeping.sorts(thing for thing in group if thing.id in crowd)
        pairs = [(a[0], b[0]) for a, b in combinations(sorts, 2)] + [(same[0], same[1]) for same in sorts if len(same) > 1]
        if all(keeping.exclude(pairs, place, place) for place in places):
            yield crowd, places


def free_choices(things: list[InstanceDef], group: list[InstanceDef], sieves: dict[str, Sieve]) -> dict[str, tuple[int, ...]]:
    """The legal places of each thing of a group that the scenario has given to nobody; one and the same for things of the same places."""
    taken = {thing.at for thing in things if thing.at is not None}
    free: dict[int, tuple[int, ...]] = {}
    for thing in group:
        places = sieves[thing.id].places
        if id(places) not in free:
            free[id(places)] = tuple(place for place in places if place not in taken)
    return {thing.id: free[id(sieves[thing.id].places)] for thing in group}


def rivals(world: World, placing: Placing, things: list[InstanceDef], sieves: dict[str, Sieve]) -> Iterator[list[InstanceDef]]:
    """Groups of things that need places of their own: everybody together, or each side by itself, or nobody."""
    by_side: dict[str | None, list[InstanceDef]] = {}
    for thing in things:
        by_side.setdefault(thing.side, []).append(thing)
    if len(by_side) > 1 and _keep_off(world, placing, things, sieves):
        yield things
        return
    yield from (group for group in by_side.values() if len(group) > 1 and _keep_off(world, placing, group, sieves))


def _keep_off(world: World, placing: Placing, things: list[InstanceDef], sieves: dict[str, Sieve]) -> bool:
    """Whether two of each kind and side, and two of each two of these, keep each other off the first place there is for them."""
    alike: dict[tuple[str | None, str], list[InstanceDef]] = {}
    for thing in things:
        alike.setdefault((thing.side, thing.kind), []).append(thing)
    pairs = [(a[0], b[0]) for a, b in combinations(alike.values(), 2)] + [(same[0], same[1]) for same in alike.values() if len(same) > 1]
    return all(excludes(world, placing, a, b, sieves[a.id].places[0]) for pair in pairs for a, b in (pair, pair[::-1]))


def crowds(choices: Mapping[str, tuple[int, ...]]) -> list[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Sets of things that have fewer places together than there are of them, with these places; none when all can be placed apart.

    A largest matching leaves some things without a place. All things that could change places with these, one after the other, are
    too many for their places together, and whichever matching was found they are the same (Dulmage and Mendelsohn).
    """
    if _have_room(choices):
        return []
    # Imported only here, because it takes longer than all the rest of checking a small game.
    from networkx import Graph
    from networkx.algorithms.bipartite import hopcroft_karp_matching

    graph: Graph[object] = Graph()
    things = [("thing", id) for id in choices]
    graph.add_nodes_from(things)
    graph.add_edges_from((("thing", id), ("place", place)) for id, places in choices.items() for place in places)
    matched = hopcroft_karp_matching(graph, things)
    rivals = [id for id in choices if ("thing", id) not in matched]
    for id in rivals:
        holders = [matched["place", place][1] for place in choices[id]]
        rivals += [holder for holder in holders if holder not in rivals]
    return _apart({id: choices[id] for id in choices if id in rivals})


def _have_room(choices: Mapping[str, tuple[int, ...]]) -> bool:
    """Whether all find a place of their own at once, those with the fewest choosing first, as they mostly do."""
    taken: set[int] = set()
    for places in sorted(choices.values(), key=len):
        free = next((place for place in places if place not in taken), None)
        if free is None:
            return False
        taken.add(free)
    return True


def _apart(choices: Mapping[str, tuple[int, ...]]) -> list[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Things that share no place, not even through others, are different crowds."""
    found: list[tuple[tuple[str, ...], tuple[int, ...]]] = []
    left = dict(choices)
    while left:
        crowd, places = [next(iter(left))], set[int]()
        for id in crowd:
            places.update(left[id])
            crowd += [other for other in left if other not in crowd and not places.isdisjoint(left[other])]
        found.append((tuple(id for id in left if id in crowd), tuple(sorted(places))))
        left = {id: places_ for id, places_ in left.items() if id not in crowd}
    return found


def _crowd(game: Game, scenario: ScenarioDef, crowd: tuple[str, ...], places: tuple[int, ...], some_taken: bool) -> Diagnostic:
    ground = ground_of(game.layout(scenario))
    where = f"{counted(len(places), 'place')}: {listed(ground, places)}" if places else "no place left"
    return kinds.TOO_FEW_PLACES.at(
        game.scenario_span(scenario),
        f"{counted(len(crowd), 'piece')} need places of their own on the map `{ground.id}`, and there {_are(len(places))} only {where}",
        notes=(f"they are {quoted(crowd, 'and')}", *(("places that the scenario gives to others are not counted",) if some_taken else ())),
        help="make room, field fewer pieces, or let several stand on one hex",
        picture=hex_picture(game.program, game.layout(scenario), Mark("place", "the places there are", places)) if places else None,
    )


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


PLACEMENT = Check("placement", check_placement)
