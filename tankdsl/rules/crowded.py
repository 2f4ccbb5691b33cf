"""Set-up zones that actions offer: too small for those who choose from them, or overlapping with that of an enemy.

A placement says which hexes are legal, and an action may offer only some of them: `action deploy(u: Unit in all units, h: place in
setup_zone(s))`. Together they leave a piece so many hexes; pieces that keep each other off a hex must all find one of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tankdsl.check.pictures import Mark, hex_picture
from tankdsl.check.static import World
from tankdsl.check.tree import InstanceDef, ScenarioDef
from tankdsl.diagnostics import Diagnostic, counted, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.rules.legal import Placing, looks_at_others, placings, things_of
from tankdsl.rules.placement import crowds, free_choices, rivals, sieves_of, sure_crowds
from tankdsl.rules.reinforcements import landing_places, waits
from tankdsl.rules.rivals import overlapping

Choices = Mapping[str, tuple[int, ...]]


def check_crowded(game: Game) -> Iterator[Diagnostic]:
    """For each scenario and placement what follows from the sets that actions let players choose a place from, and not from it alone."""
    for scenario in game.mapped:
        world = game.worlds[scenario.id]
        for placing in placings(game):
            things = things_of(game, world, placing)
            waiting = [thing for thing in things if waits(game, thing)]
            if len(waiting) > 1:
                yield from _crowded(game, scenario, world, placing, things, waiting)


def _crowded(
    game: Game, scenario: ScenarioDef, world: World, placing: Placing, things: list[InstanceDef], waiting: list[InstanceDef]
) -> Iterator[Diagnostic]:
    offered = {thing.id: _offered(game, scenario, placing, thing) for thing in waiting}
    if not all(offered.values()):
        return
    sieves = sieves_of(game, world, placing, things)
    full = False
    if any(overlapping(game, scenario, placing, _zones(waiting, {id: _within(sieves[id].places, offered[id]) for id in offered}))):
        before = _offered_before(game, scenario, placing, waiting)
        zones = _zones([thing for thing in waiting if thing.id in before], {id: _within(sieves[id].places, before[id]) for id in before})
        yield from overlapping(game, scenario, placing, zones)
    for group in rivals(world, placing, [thing for thing in waiting if sieves[thing.id].places], sieves):
        legal = free_choices(things, group, sieves)
        narrowed = {id: _within(places, offered[id]) for id, places in legal.items()}
        if narrowed != legal and not crowds(legal) and crowds(narrowed):
            offers = {id: _within(sieves[id].places, offered[id]) for id in legal}
            for crowd, places in sure_crowds(game, scenario, placing, things, group, offers):
                full = True
                yield _too_few(game, scenario, crowd, places)
    if not full and looks_at_others(game, placing):
        from tankdsl.rules.tightness import check_tightness

        all_legal = {thing.id: sieves[thing.id].places for thing in waiting}
        left = {id: found for id, places in all_legal.items() if (found := _within(places, offered[id]))}
        if left != all_legal and not any(check_tightness(game, scenario, placing, things, all_legal)):
            yield from check_tightness(game, scenario, placing, things, left)


def _offered(game: Game, scenario: ScenarioDef, placing: Placing, thing: InstanceDef) -> frozenset[int] | None:
    """The hexes that rules offer a waiting piece; once for pieces of a model that begin alike."""
    fields = tuple(sorted((name, repr(core)) for name, core in thing.fields.items()))
    key = ("offered", scenario.id, placing.guard.id, thing.model, thing.side, fields)
    return game.remember(key, lambda: landing_places(game, scenario, thing, placing.guard.id))


def _offered_before(game: Game, scenario: ScenarioDef, placing: Placing, waiting: list[InstanceDef]) -> dict[str, frozenset[int] | None]:
    """The hexes that rules offer waiting pieces before any rounds begin; those that come later are no matter of setting up."""
    from tankdsl.rules.awaited import is_set_up, set_up_by

    found: dict[str, frozenset[int] | None] = {}
    for thing in waiting:
        if is_set_up(game, scenario, thing):
            found[thing.id] = landing_places(game, scenario, thing, placing.guard.id, set_up_by(game, scenario, thing) or None)
    return found


def _zones(waiting: list[InstanceDef], places: Choices) -> dict[str, frozenset[int]]:
    """All hexes that each side is offered."""
    zones: dict[str, frozenset[int]] = {}
    for thing in waiting:
        if thing.side is not None:
            zones[thing.side] = zones.get(thing.side, frozenset()).union(places[thing.id])
    return zones


def _within(places: tuple[int, ...], offered: frozenset[int] | None) -> tuple[int, ...]:
    return places if offered is None else tuple(place for place in places if place in offered)


def _too_few(game: Game, scenario: ScenarioDef, crowd: tuple[str, ...], places: tuple[int, ...]) -> Diagnostic:
    layout = game.layout(scenario)
    only = "none" if not places else f"only {counted(len(places), 'place')}"
    return kinds.TOO_FEW_PLACES.at(
        game.scenario_span(scenario),
        f"{counted(len(crowd), 'piece')} need places of their own, and the rules offer them {only} on the map `{layout.id}`",
        notes=f"they are {quoted(crowd, 'and')}",
        help="make the zone larger from which their places are chosen, or let fewer pieces start there",
        picture=hex_picture(game.program, layout, Mark("place", "the places that they are offered", places)) if places else None,
    )


CROWDED = Check("crowded zones", check_crowded)
