"""Checkpoints that a side can never come to, on their given places or on all or some of those on which they may be placed."""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.grounds import hex_name
from tankdsl.check.pictures import Mark, hex_picture
from tankdsl.check.static import World
from tankdsl.check.tree import InstanceDef, ScenarioDef
from tankdsl.diagnostics import Diagnostic, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.frozen import FrozenValue
from tankdsl.ground.maps import NO_HEX, GroundMap
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.hexwords import listed, with_terrain
from tankdsl.rules.interface import Check
from tankdsl.rules.legal import placings
from tankdsl.rules.movers import MoverClass, mover_classes
from tankdsl.rules.placement import sieves_of

MOST_AROUND = 200
"""Places around which a picture shows what cannot be reached either."""


class Objective(FrozenValue):
    """A checkpoint and every place on which it may stand."""

    thing: InstanceDef
    places: tuple[int, ...]


def check_objectives(game: Game) -> Iterator[Diagnostic]:
    """For each scenario and checkpoint: the sides that cannot come to it, or might not be able to."""
    for scenario in game.mapped:
        world = game.worlds[scenario.id]
        classes = mover_classes(game, scenario)
        ends = {side: _ends(classes, side) for side, _ in game.program.sides if any(mover.side == side for mover in classes)}
        for objective in _objectives(game, world):
            out_of_reach = [side for side, reached in ends.items() if not reached.intersection(objective.places)]
            if out_of_reach:
                yield _never(game, scenario, objective, out_of_reach, ends)
                continue
            for side, reached in ends.items():
                cut_off = tuple(index for index in objective.places if index not in reached)
                if cut_off:
                    yield _maybe(game, scenario, objective, side, cut_off)


def _ends(classes: tuple[MoverClass, ...], side: str) -> frozenset[int]:
    """Every hex on which some piece of a side can end a move."""
    return frozenset().union(*(mover.ends for mover in classes if mover.side == side))


def _objectives(game: Game, world: World) -> Iterator[Objective]:
    for thing in world.instances.values():
        if game.program.kinds[thing.kind].category != "checkpoint":
            continue
        if thing.at is not None:
            yield Objective(thing, (thing.at,))
            continue
        for placing in placings(game):
            if world.is_a(thing.kind, placing.kind):
                places = sieves_of(game, world, placing, [thing])[thing.id].places
                if places:
                    yield Objective(thing, places)


def _never(game: Game, scenario: ScenarioDef, objective: Objective, sides: list[str], ends: dict[str, frozenset[int]]) -> Diagnostic:
    ground = ground_of(game.layout(scenario))
    who = quoted(sides, "and")
    verb = "can never come to" if len(sides) == 1 else "can both never come to" if len(sides) == 2 else "can all never come to"
    return kinds.OBJECTIVE_OUT_OF_REACH.at(
        game.thing_span(scenario, objective.thing),
        f"{who} {verb} `{objective.thing.id}` on {with_terrain(ground, game.models, objective.places)}",
        notes=f"no way leads there on the map `{ground.id}` in the scenario `{scenario.id}`",
        help=_swapped(game, scenario, objective, ends),
        picture=hex_picture(game.program, game.layout(scenario), *_marks(ground, objective.thing, objective.places, ends[sides[0]])),
    )


def _marks(ground: GroundMap, thing: InstanceDef, places: tuple[int, ...], reached: frozenset[int]) -> tuple[Mark, Mark]:
    """Places of an objective, and what shuts them off from the hexes that can be reached."""
    shut, region = set[int](), list(places)
    inside = set(region)
    for index in region:
        for near in ground.neighbours[index] if len(region) <= MOST_AROUND else ():
            if near != NO_HEX and near not in inside and near not in reached:
                shut.add(near)
                inside.add(near)
    return Mark("place", f"`{thing.id}`", places), Mark("cause", "cannot be reached either", tuple(sorted(shut)))


def _swapped(game: Game, scenario: ScenarioDef, objective: Objective, ends: dict[str, frozenset[int]]) -> tuple[str, ...]:
    """The hex with the two numbers exchanged, when everybody can come to that one."""
    ground = ground_of(game.layout(scenario))
    if len(objective.places) != 1:
        return ()
    hex_ = ground.hexes[objective.places[0]]
    other = ground.index_of.get((hex_.r, hex_.q))
    if other is None or other == hex_.index or not all(other in reached for reached in ends.values()):
        return ()
    return (f"{hex_name(ground, other)} can be reached: are the two numbers exchanged?",)


def _maybe(game: Game, scenario: ScenarioDef, objective: Objective, side: str, cut_off: tuple[int, ...]) -> Diagnostic:
    ground = ground_of(game.layout(scenario))
    return kinds.OBJECTIVE_MAY_BE_CUT_OFF.at(
        game.thing_span(scenario, objective.thing),
        f"`{objective.thing.id}` may be placed on {listed(ground, cut_off)}, where `{side}` can never come to it",
        notes=f"on the map `{ground.id}` in the scenario `{scenario.id}`",
        help="let the placement refuse these hexes, or open a way",
        picture=hex_picture(game.program, game.layout(scenario), Mark("place", f"`{side}` cannot come here", cut_off)),
    )


OBJECTIVES = Check("objectives", check_objectives)
