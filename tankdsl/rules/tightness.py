"""Room for all: pieces that must stand apart, and hexes that bear only so many, when there are too many for the places there are.

What each piece may stand on alone is known (`placement.py`, or what actions offer, `crowded.py`). Here it is asked what all of them leave
each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tankdsl.check.grounds import hex_name
from tankdsl.check.pictures import Mark, hex_picture
from tankdsl.check.tree import InstanceDef, ScenarioDef
from tankdsl.diagnostics import Diagnostic, counted, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.rules.asks import asked_of
from tankdsl.rules.at_once import is_put_elsewhere, stand_at_once, stays_for_good
from tankdsl.rules.awaited import must_be_set_up
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.hexwords import listed
from tankdsl.rules.legal import Placing
from tankdsl.rules.placement import crowds
from tankdsl.rules.spacing import MOST_PLACES, Crowd, Keeping, too_tight

Choices = Mapping[str, tuple[int, ...]]


def check_tightness(
    game: Game, scenario: ScenarioDef, placing: Placing, things: Sequence[InstanceDef], choices: Choices
) -> Iterator[Diagnostic]:
    """Of the things of a placement those (with `choices`) that wait and do not all find room beside each other and beside the others."""
    keeping = Keeping(game, game.worlds[scenario.id], placing)
    waiting = [thing for thing in things if thing.id in choices]
    given = [thing for thing in things if thing.at is not None]
    yield from _overfull(game, scenario, keeping, waiting, given, choices)
    if "place" in asked_of(game.program, placing.guard.demands, placing.place):
        yield from _apart(game, scenario, keeping, waiting, given, choices)


def _groups(waiting: Sequence[InstanceDef]) -> Iterator[list[InstanceDef]]:
    """Everybody together, then each side by itself."""
    yield list(waiting)
    sides = dict.fromkeys(thing.side for thing in waiting)
    yield from ([thing for thing in waiting if thing.side == side] for side in sides if len(sides) > 1)


# --------------------------------------------------------------------------------------------------------------- overfull


def _overfull(
    game: Game, scenario: ScenarioDef, keeping: Keeping, waiting: list[InstanceDef], given: list[InstanceDef], choices: Choices
) -> Iterator[Diagnostic]:
    """More things than hexes bear, where a hex bears several: as if it were several hexes."""
    for group in _groups(waiting) if keeping.counts_on_hexes else ():
        if all(len(choices[thing.id]) >= len(group) + len(given) for thing in group):
            continue
        together = sorted({place for thing in group for place in choices[thing.id]})
        bears = keeping.capacities(group, together) if len(group) > 1 else None
        if bears is None:
            continue
        for thing in given:
            # What can be put elsewhere first makes room.
            if thing.at in bears and keeping.share_a_number(group, thing) and not is_put_elsewhere(game, keeping.world, thing):
                bears[thing.at] -= 1
        most = max(1, *bears.values())
        slots = {
            id: tuple(place * most + slot for place in choices[id] for slot in range(bears[place])) for id in (one.id for one in group)
        }
        found = crowds(slots)
        if found:
            if not stand_at_once(game, scenario, keeping.placing, [*waiting, *given]):
                return
            sure = {thing.id for thing in group if must_be_set_up(game, scenario, keeping.placing, thing)}
            found = crowds({id: places for id, places in slots.items() if id in sure})
        for ids, full in found:
            places = tuple(sorted({slot // most for slot in full}))
            yield _too_many(game, scenario, ids, places, len(full))
        if found:
            return


def _too_many(game: Game, scenario: ScenarioDef, ids: tuple[str, ...], places: tuple[int, ...], room: int) -> Diagnostic:
    layout = game.layout(scenario)
    where = f"there {'is' if len(places) == 1 else 'are'} only {counted(len(places), 'place')} for them, with room for {room}"
    return kinds.TOO_FEW_PLACES.at(
        game.scenario_span(scenario),
        f"{counted(len(ids), 'piece')} are to be placed on the map `{layout.id}`, and {where if places else 'no place is left'}",
        notes=(f"they are {quoted(ids, 'and')}", *((f"the places are {listed(ground_of(layout), places)}",) if places else ())),
        help="make room, field fewer pieces, or let more of them share a hex",
        picture=hex_picture(game.program, layout, Mark("place", "the places there are", places)) if places else None,
    )


# ------------------------------------------------------------------------------------------------------------------ apart


def _apart(
    game: Game, scenario: ScenarioDef, keeping: Keeping, waiting: list[InstanceDef], given: list[InstanceDef], choices: Choices
) -> Iterator[Diagnostic]:
    """Things that find no place beside what stays where the scenario puts it, or not all of them beside each other."""
    fixed = [thing for thing in given if stays_for_good(game, keeping.world, thing)]
    left = {thing.id: keeping.free_of(thing, choices[thing.id], fixed) for thing in waiting}
    nowhere = [thing for thing in waiting if not left[thing.id] and must_be_set_up(game, scenario, keeping.placing, thing)]
    if nowhere:
        yield _nowhere(game, scenario, keeping, nowhere, fixed, choices)
        return
    if not any(len(left[thing.id]) <= MOST_PLACES for thing in waiting):
        return
    for group in _groups(waiting):
        crowd = next(too_tight(keeping, group, left), None)
        if crowd is not None:
            sure = [thing for thing in group if must_be_set_up(game, scenario, keeping.placing, thing)]
            crowd = crowd if len(sure) == len(group) else next(too_tight(keeping, sure, left), None)
        if crowd is not None and stand_at_once(game, scenario, keeping.placing, [*waiting, *given]):
            yield _too_tight(game, scenario, crowd)
            return


def _nowhere(
    game: Game, scenario: ScenarioDef, keeping: Keeping, things: list[InstanceDef], fixed: list[InstanceDef], choices: Choices
) -> Diagnostic:
    layout = game.layout(scenario)
    ground, first = ground_of(layout), things[0]
    places = choices[first.id]
    near = [one for one in fixed if one.at is not None and any(keeping.refuses(first, place, one, one.at) for place in places)]
    stand = [f"`{one.id}` stands on {hex_name(ground, one.at)}" for one in near if one.at is not None]
    who = quoted([thing.id for thing in things], "and")
    marks = (
        Mark("place", "legal but for what stands there", places),
        Mark("cause", "what is in the way", tuple(one.at or 0 for one in near)),
    )
    return kinds.NO_PLACE_FOR_PIECE.at(
        game.scenario_span(scenario),
        f"{who} can be placed nowhere on the map `{layout.id}` beside {quoted([one.id for one in near], 'and')}",
        notes=(
            f"the placement `{keeping.placing.guard.id}` allows {listed(ground, places)}, and none of them while {' and '.join(stand[:3])}",
            f"in the scenario `{scenario.id}`",
        ),
        help="make the zone larger, or let what stands there begin elsewhere",
        picture=hex_picture(game.program, layout, *marks),
    )


def _too_tight(game: Game, scenario: ScenarioDef, crowd: Crowd) -> Diagnostic:
    layout = game.layout(scenario)
    room = "no two of them find" if crowd.most == 1 else f"at most {crowd.most} of them find"
    return kinds.TOO_FEW_PLACES.at(
        game.scenario_span(scenario),
        f"{counted(len(crowd.ids), 'piece')} must stand apart on the map `{layout.id}`, and {room} room on their "
        f"{counted(len(crowd.places), 'place')}",
        notes=(f"they are {quoted(crowd.ids, 'and')}", f"the places are {listed(ground_of(layout), crowd.places)}"),
        help="give them more room, field fewer of them, or let them stand nearer to each other",
        picture=hex_picture(game.program, layout, Mark("place", "the places there are", crowd.places)),
    )
