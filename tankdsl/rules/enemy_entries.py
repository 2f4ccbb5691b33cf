"""Pieces that wait off the map and can only enter where only the enemy sets up: mostly somebody mixed up two zones.

Where a side sets up is where most of its waiting pieces may be placed by what asks a `placement`; for a side that the scenario places, the
hexes of these pieces. Nothing is said where that is not known, or is more than half of the map.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tankdsl.check.pictures import Mark, hex_picture
from tankdsl.check.tree import InstanceDef, ScenarioDef
from tankdsl.diagnostics import Diagnostic, Label, counted, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.frozen import FrozenValue
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.hexwords import listed
from tankdsl.rules.interface import Check
from tankdsl.rules.legal import placings
from tankdsl.rules.placement import set_up_places
from tankdsl.rules.reinforcements import asks_placement, landings_of, openings, waits

Hexes = frozenset[int]


class _Places(FrozenValue):
    """Where a piece that waits may come onto the map."""

    all: Hexes | None
    """None when that is not known."""
    set_up: Hexes | None
    """Where a placement lets it be set up; None when none does, or it is not known."""


def check_enemy_entries(game: Game) -> Iterator[Diagnostic]:
    """For each scenario the pieces that can only enter the zone of an enemy, those of one zone together."""
    if not placings(game):
        return
    for scenario in game.mapped:
        waiting = [thing for thing in scenario.instances if waits(game, thing) and thing.side is not None]
        # A zone to set up in is the enemy's; without pieces of two sides nobody can be mistaken.
        if (
            waiting
            and len({thing.side for thing in scenario.instances if thing.side is not None}) > 1
            and not _all_alike(game, scenario, waiting)
        ):
            yield from _mistaken(game, scenario, waiting)


def _all_alike(game: Game, scenario: ScenarioDef, waiting: list[InstanceDef]) -> bool:
    """Whether pieces only come on as they are set up, and all of a side may be set up in one zone: then none is away from the others."""
    names = [placing.guard.id for placing in placings(game)]
    if any(thing.fields for thing in waiting) or not all(any(asks_placement(one, name) for name in names) for one in landings_of(game)):
        return False
    zones: dict[str | None, set[tuple[int, ...] | None]] = {}
    for thing in waiting:
        zones.setdefault(thing.side, set()).add(set_up_places(game, game.worlds[scenario.id], thing))
    return all(len(places) == 1 for places in zones.values())


def _mistaken(game: Game, scenario: ScenarioDef, waiting: list[InstanceDef]) -> Iterator[Diagnostic]:
    places = {thing.id: _places(game, scenario, thing) for thing in waiting}
    zones = {side: _zone(scenario, side, waiting, places) for side, _ in game.program.sides}
    largest = len(ground_of(game.layout(scenario))) // 2
    set_up_sides = {thing.side for thing in waiting if places[thing.id].set_up}
    found: dict[tuple[str, Hexes], list[InstanceDef]] = {}
    for thing in waiting:
        entry, own = places[thing.id].all, zones.get(thing.side or "")
        for enemy, zone in zones.items():
            if enemy == thing.side or enemy not in set_up_sides or not entry or not own or not zone or len(zone) > largest:
                continue
            if entry <= zone and entry.isdisjoint(own):
                found.setdefault((enemy, entry), []).append(thing)
    for (enemy, entry), things in found.items():
        yield _finding(game, scenario, things, enemy, entry)


def _places(game: Game, scenario: ScenarioDef, thing: InstanceDef) -> _Places:
    """Where a piece may come onto the map; looked at once for pieces of a model that begin alike."""
    fields = tuple(sorted((name, repr(core)) for name, core in thing.fields.items()))
    return game.remember(("comes on", scenario.id, thing.model, thing.side, fields), lambda: _looked_at(game, scenario, thing))


def _looked_at(game: Game, scenario: ScenarioDef, thing: InstanceDef) -> _Places:
    found = list(openings(game, scenario, thing))
    names = [placing.guard.id for placing in placings(game)]
    set_up = [places for landing, places in found if any(asks_placement(landing, name) for name in names)]
    return _Places(_together([places for _, places in found]), _together(set_up))


def _together(parts: list[Hexes | None]) -> Hexes | None:
    known = [part for part in parts if part is not None]
    return frozenset().union(*known) if known and len(known) == len(parts) else None


def _zone(scenario: ScenarioDef, side: str, waiting: list[InstanceDef], places: dict[str, _Places]) -> Hexes | None:
    """Where a side sets up; None when that is not known, or when as many of its pieces are set up in another zone."""
    own = [zone for thing in waiting if thing.side == side and (zone := places[thing.id].set_up)]
    if not own:
        return frozenset(thing.at for thing in scenario.instances if thing.side == side and thing.at is not None)
    ranked = Counter(own).most_common(2)
    return None if len(ranked) > 1 and ranked[0][1] == ranked[1][1] else ranked[0][0]


def _finding(game: Game, scenario: ScenarioDef, things: list[InstanceDef], enemy: str, entry: Hexes) -> Diagnostic:
    layout, hexes = game.layout(scenario), tuple(sorted(entry))
    spans = tuple(dict.fromkeys(game.thing_span(scenario, thing) for thing in things))
    where = f"{counted(len(hexes), 'hex', 'hexes')}: {listed(ground_of(layout), hexes)}"
    return kinds.ENTERS_ENEMY_ZONE.at(
        spans[0],
        f"{quoted([thing.id for thing in things], 'and')} can only enter where `{enemy}` sets up, on {where}",
        secondary=[Label(span, "and this one") for span in spans[1:6]],
        notes=f"in the scenario `{scenario.id}`, where `{things[0].side}` begins on other hexes",
        help="let it enter on its own side; if it is meant to come from behind the enemy, say so with an `allow` comment",
        picture=hex_picture(game.program, layout, Mark("place", f"where `{enemy}` sets up", hexes)),
    )


ENEMY_ENTRIES = Check("entries of enemies", check_enemy_entries)
