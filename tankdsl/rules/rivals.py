"""Sides and pieces that set up in each other's way: zones of enemies that overlap, and places that others may take first.

Two sides whose legal places differ are meant to set up apart; where both may place a piece all the same, a zone is drawn too large. A
piece whose places can all be taken by others may be left without one, although there would be enough for everybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from tankdsl.check.pictures import Mark, hex_picture
from tankdsl.check.static import ABSENT
from tankdsl.check.tree import InstanceDef, ScenarioDef
from tankdsl.diagnostics import Diagnostic, counted, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.frozen import replaced
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.hexwords import listed
from tankdsl.rules.interface import Check
from tankdsl.rules.legal import Placing, Sieve, placings, things_of
from tankdsl.rules.placement import crowds, free_choices, is_unplaced, rivals, sieves_of


def check_rivals(game: Game) -> Iterator[Diagnostic]:
    """For each scenario with a map and each placement: zones that overlap, then pieces that may be left without a place."""
    for scenario in game.mapped:
        world = game.worlds[scenario.id]
        for placing in placings(game):
            things = things_of(game, world, placing)
            sieves = sieves_of(game, world, placing, things)
            waiting = [thing for thing in things if is_unplaced(thing) and sieves[thing.id].places]
            yield from _overlaps(game, scenario, placing, waiting, sieves)
            for group in rivals(world, placing, waiting, sieves):
                yield from _run_out(game, scenario, placing, things, group, free_choices(things, group, sieves))


# --------------------------------------------------------------------------------------------------------------- overlaps


def _overlaps(
    game: Game, scenario: ScenarioDef, placing: Placing, waiting: list[InstanceDef], sieves: dict[str, Sieve]
) -> Iterator[Diagnostic]:
    if any(overlapping(game, scenario, placing, _zones(waiting, sieves))):
        from tankdsl.rules.awaited import is_set_up

        yield from overlapping(game, scenario, placing, _zones([one for one in waiting if is_set_up(game, scenario, one)], sieves))


def _zones(waiting: list[InstanceDef], sieves: dict[str, Sieve]) -> dict[str, frozenset[int]]:
    """All hexes on which each side may set something up."""
    places: dict[str, dict[int, tuple[int, ...]]] = {}
    for thing in waiting:
        if thing.side is not None:
            found = sieves[thing.id].places
            places.setdefault(thing.side, {})[id(found)] = found
    return {side: frozenset(index for part in parts.values() for index in part) for side, parts in places.items()}


def overlapping(game: Game, scenario: ScenarioDef, placing: Placing, zones: Mapping[str, frozenset[int]]) -> Iterator[Diagnostic]:
    """Zones of two sides that overlap while each has hexes of its own: equal ones, or one within the other, may be meant."""
    for (one, mine), (other, theirs) in combinations(zones.items(), 2):
        both = tuple(sorted(mine & theirs))
        if both and mine - theirs and theirs - mine:
            yield _overlap(game, scenario, placing, (one, other), (len(mine), len(theirs)), both)


def _overlap(
    game: Game, scenario: ScenarioDef, placing: Placing, sides: tuple[str, str], sizes: tuple[int, int], both: tuple[int, ...]
) -> Diagnostic:
    layout = game.layout(scenario)
    ground = ground_of(layout)
    own = " and ".join(f"`{side}` on {size:,}" for side, size in zip(sides, sizes, strict=True))
    return kinds.ENEMY_ZONES_OVERLAP.at(
        game.scenario_span(scenario),
        f"{quoted(sides, 'and')} may both set up on {counted(len(both), 'hex', 'hexes')} of the map `{layout.id}`: {listed(ground, both)}",
        notes=f"by the placement `{placing.guard.id}`, {own} hexes in the scenario `{scenario.id}`",
        help="draw the zones apart, or let both set up anywhere",
        picture=hex_picture(game.program, layout, Mark("place", "both may set up here", both)),
    )


# ---------------------------------------------------------------------------------------------------------------- run out


def _run_out(
    game: Game,
    scenario: ScenarioDef,
    placing: Placing,
    things: list[InstanceDef],
    group: list[InstanceDef],
    choices: Mapping[str, tuple[int, ...]],
) -> Iterator[Diagnostic]:
    """Things whose places can all be held by others; those of the same places together."""
    narrow: dict[tuple[int, ...], list[str]] = {}
    for thing in group:
        if 0 < len(choices[thing.id]) < len(group):
            narrow.setdefault(choices[thing.id], []).append(thing.id)
    if not narrow or crowds(choices):
        return
    for places, ids in narrow.items():
        others = [id for id in choices if id not in ids[:1] and not set(places).isdisjoint(choices[id])]
        if len(others) >= len(places) and _can_hold(places, others, choices) and _stand_at_once(game, scenario, placing, things):
            found = {thing.id: _held(game, scenario, placing, thing, group, choices) for thing in group if thing.id in ids}
            lacking = {id: held for id, held in found.items() if held}
            holders = {id for held in lacking.values() for id in held}
            if lacking:
                yield _may_run_out(game, scenario, places, list(lacking), [id for id in choices if id in holders.difference(ids)])


def _stand_at_once(game: Game, scenario: ScenarioDef, placing: Placing, things: list[InstanceDef]) -> bool:
    from tankdsl.rules.at_once import stand_at_once

    return stand_at_once(game, scenario, placing, things)


def _held(
    game: Game,
    scenario: ScenarioDef,
    placing: Placing,
    thing: InstanceDef,
    group: list[InstanceDef],
    choices: Mapping[str, tuple[int, ...]],
) -> tuple[str, ...]:
    """Those who can hold all places of a thing while it waits, by what the rules offer them till then; none when some place is left."""
    places = choices[thing.id]
    held: dict[str, tuple[int, ...]] = {}
    for other in group:
        shared = [place for place in choices[other.id] if place in places] if other is not thing else ()
        if shared:
            held[other.id] = tuple(_held_before(game, scenario, placing, thing, other, shared))
    return tuple(id for id, found in held.items() if found) if len(held) >= len(places) and _can_hold(places, list(held), held) else ()


def _held_before(
    game: Game, scenario: ScenarioDef, placing: Placing, thing: InstanceDef, other: InstanceDef, places: Sequence[int]
) -> Sequence[int]:
    """On which of some places another piece may be put while a thing stands nowhere."""
    from tankdsl.rules.awaited import awaited, may_come_before
    from tankdsl.rules.legal import Sifter
    from tankdsl.rules.putting import put_places
    from tankdsl.rules.reinforcements import known_for, landings_for

    nowhere = {thing.id: ABSENT}
    then = replaced(known_for(game, scenario), standing=nowhere)
    landings = landings_for(game, scenario, other)
    if not landings:
        left, _ = Sifter(game, then, placing.guard.demands, {placing.thing: other.id}, placing.place).sifted(places)
        return left
    waits = awaited(game, scenario, thing)
    found: set[int] = set()
    for landing in landings:
        if waits is None or may_come_before(game, waits, landing, same_side=other.side == thing.side):
            hexes = put_places(game, then, landing, other, lambda core: None)
            found.update(places if hexes is None else hexes)
    return [place for place in places if place in found]


def _can_hold(places: Sequence[int], others: Sequence[str], choices: Mapping[str, tuple[int, ...]]) -> bool:
    """Whether each of some places can be held by another one of these things."""
    holders = {place: {id for id in others if place in choices[id]} for place in places}
    numbers = {id: number for number, id in enumerate(others)}
    return not crowds({str(place): tuple(sorted(numbers[id] for id in ids)) for place, ids in holders.items()})


def _may_run_out(game: Game, scenario: ScenarioDef, places: tuple[int, ...], ids: list[str], others: list[str]) -> Diagnostic:
    layout = game.layout(scenario)
    ground = ground_of(layout)
    return kinds.PLACES_MAY_RUN_OUT.at(
        game.scenario_span(scenario),
        f"{quoted(ids, 'and')} may find no place left on the map `{layout.id}`: others may be placed on {listed(ground, places)} before",
        notes=(
            f"{counted(len(places), 'place is', 'places are')} legal, and {quoted(others or ids, 'and')} may stand there too",
            f"in the scenario `{scenario.id}`",
        ),
        help="place it first, keep the others off these hexes, or give it more places",
        picture=hex_picture(game.program, layout, Mark("place", "the places there are", places)),
    )


RIVALS = Check("rivals", check_rivals)
