"""Checkpoints that a side can never come to, on their given places or on all or some of those on which they may be placed."""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.grounds import hex_name
from tankdsl.check.pictures import Mark, hex_picture
from tankdsl.check.static import World
from tankdsl.check.tree import Core, InstanceDef, ScenarioDef
from tankdsl.diagnostics import Diagnostic, Label, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.ground.labels import LabelStyle
from tankdsl.rules.calls import parts_that_call
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.hexwords import listed, with_terrain
from tankdsl.rules.interface import Check
from tankdsl.rules.legal import placings
from tankdsl.rules.movers import MoverClass, mover_classes
from tankdsl.rules.placement import sieves_of
from tankdsl.rules.shutting import Shut, kept_off
from tankdsl.rules.walk import expressions

APART = 2
"""Checkpoints that the same sides of a scenario cannot come to are told one by one if they are no more; else the cause is one."""

NO_STEP = "no step leads on from here"


class Objective(FrozenValue):
    """A checkpoint and every place on which it may stand."""

    thing: InstanceDef
    places: tuple[int, ...]
    near: int | None = 0
    """So far away from it is near enough, in hexes; None when that is not known."""


def check_objectives(game: Game) -> Iterator[Diagnostic]:
    """For each scenario and checkpoint: the sides that cannot come to it, or might not be able to."""
    for scenario in game.mapped:
        world = game.worlds[scenario.id]
        classes = mover_classes(game, scenario)
        entered = {side: _entered(classes, side) for side, _ in game.program.sides if any(mover.side == side for mover in classes)}
        never: dict[tuple[str, ...], list[Objective]] = {}
        unsure: dict[tuple[int, ...], dict[str, list[InstanceDef]]] = {}
        for objective in _objectives(game, world):
            if all(reached.issuperset(objective.places) for reached in entered.values()):
                continue
            objective = _looked_at(game, scenario, objective)
            out_of_reach = _out_of_reach(game, scenario, entered, objective)
            if out_of_reach:
                never.setdefault(out_of_reach, []).append(objective)
                continue
            for side, reached in entered.items():
                cut_off = tuple(index for index in objective.places if index not in reached)
                if cut_off and side in _out_of_reach(game, scenario, entered, replaced(objective, places=cut_off)):
                    unsure.setdefault(cut_off, {}).setdefault(side, []).append(objective.thing)
        for cut_off, by_side in unsure.items():
            yield from _maybe(game, scenario, by_side, cut_off)
        if sum(map(len, never.values())) > APART:
            yield _several(game, scenario, never)
        else:
            yield from (_never(game, scenario, one, sides, entered) for sides, objectives in never.items() for one in objectives)


def _entered(classes: tuple[MoverClass, ...], side: str) -> frozenset[int]:
    """Every hex that some piece of a side can come to, if only on its way: what a checkpoint is for may be looked at after each step."""
    return frozenset().union(*(mover.reach for mover in classes if mover.side == side))


def _looked_at(game: Game, scenario: ScenarioDef, objective: Objective) -> Objective:
    """An objective with the places that rules really offer for it, and how near one must come to it."""
    thing, offered = objective.thing, None
    if thing.at is None:
        from tankdsl.rules.reinforcements import offered_to

        offered = offered_to(game, scenario, thing)
    places = tuple(place for place in objective.places if offered is None or place in offered) or objective.places
    return Objective(thing, places, game.remember(("near", thing.kind), lambda: _nearness(game, thing.kind)))


def _nearness(game: Game, kind: str) -> int | None:
    """How far away from a checkpoint a piece may be for what rules ask, at the farthest; None when that is not known.

    Where placements let pieces stand is no matter of coming there.
    """
    parts = [body for (sort, id), _, body in parts_that_call(game.program) if sort != "guard" or not game.program.guards[id].placement]
    conditions = tuple(ending.condition for ending in game.program.endings)
    lineage, found = game.lineage(kind), 0

    def is_its_place(core: object) -> bool:
        return isinstance(core, Core) and core.op == "get" and core.args[1] == "at" and core.args[0] in lineage

    for core in expressions((*parts, conditions)):
        if core.op in _ORDERED:
            for asked, bound in (core.args, core.args[::-1]):
                if isinstance(asked, Core) and asked.op == "distance" and any(map(is_its_place, asked.args)):
                    most = bound.args[0] if isinstance(bound, Core) and bound.op == "int" else None
                    if not isinstance(most, int):
                        return None
                    found = max(found, most)
        elif (core.op in _AROUND and any(map(is_its_place, core.args))) or (
            core.op == "in" and is_its_place(core.args[0]) and core.args[1].op in _AROUND
        ):
            return None
    return found


_ORDERED = ("<", "<=", ">", ">=", "==")
_AROUND = ("neighbours", "neighbours_from", "within", "ring", "ray", "sight", "clear", "near", "connected", "step")
"""What leads from a hex to others."""


def _out_of_reach(game: Game, scenario: ScenarioDef, entered: dict[str, frozenset[int]], objective: Objective) -> tuple[str, ...]:
    """The sides that cannot come to an objective; not the one whose it is as long as another one can, since it may have to keep it only."""

    def never(side: str) -> bool:
        return _never_comes(game, scenario, entered, side, objective.places, objective.near)

    own = objective.thing.side
    found = tuple(side for side in entered if side != own and never(side))
    all_others = own in entered and bool(found) and len(found) == len(entered) - 1
    return tuple(entered) if own is not None and all_others and never(own) else found


def _never_comes(
    game: Game, scenario: ScenarioDef, entered: dict[str, frozenset[int]], side: str, places: tuple[int, ...], near: int | None
) -> bool:
    """Whether no piece of a side can come near enough to any of some places, neither by itself nor by a rule that puts it somewhere."""
    if near is None or not entered[side].isdisjoint(places):
        return False
    ground = ground_of(game.layout(scenario))
    if near:
        places = tuple(index for index in range(len(ground)) if any(ground.distance(index, place) <= near for place in places))
        if not entered[side].isdisjoint(places):
            return False
    from tankdsl.rules.aims import ways_of

    movers = (mover for mover in mover_classes(game, scenario) if mover.side == side)
    return not any(ways_of(game, scenario).are_put(mover, mover.things, places) for mover in movers)


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


def _who_cannot(sides: tuple[str, ...]) -> str:
    verb = "can never come to" if len(sides) == 1 else "can both never come to" if len(sides) == 2 else "can all never come to"
    return f"{quoted(sides, 'and')} {verb}"


def _several(game: Game, scenario: ScenarioDef, never: dict[tuple[str, ...], list[Objective]]) -> Diagnostic:
    """Many checkpoints of a scenario: behind a wall across the map, say, or a movement lets nobody through."""
    layout = game.layout(scenario)
    objectives = [objective for found in never.values() for objective in found]
    spans = tuple(dict.fromkeys(game.thing_span(scenario, objective.thing) for objective in objectives))
    places = tuple(sorted({place for one in objectives for place in one.places}))
    wall, why = _wall(game, scenario, next(iter(never))[0], places)
    told = [f"{_who_cannot(sides)} {quoted([one.thing.id for one in found], 'and')}" for sides, found in never.items()]
    return kinds.OBJECTIVE_OUT_OF_REACH.at(
        spans[0],
        told[0] if len(told) == 1 else f"in the scenario `{scenario.id}` the sides can never come to {len(objectives)} checkpoints",
        secondary=[Label(span, "and to this one") for span in spans[1:6]],
        notes=[*(told if len(told) > 1 else ()), *why, f"no way leads there on the map `{layout.id}` in the scenario `{scenario.id}`"],
        help="open a way there, or change the rule of movement that refuses the steps",
        picture=hex_picture(game.program, layout, *marks_of("out of reach", places, wall)),
    )


def _never(
    game: Game, scenario: ScenarioDef, objective: Objective, sides: tuple[str, ...], entered: dict[str, frozenset[int]]
) -> Diagnostic:
    ground = ground_of(game.layout(scenario))
    wall, why = _wall(game, scenario, sides[0], objective.places)
    return kinds.OBJECTIVE_OUT_OF_REACH.at(
        game.thing_span(scenario, objective.thing),
        f"{_who_cannot(sides)} `{objective.thing.id}` on {with_terrain(ground, game.models, objective.places)}",
        notes=(*why, f"no way leads there on the map `{ground.id}` in the scenario `{scenario.id}`"),
        help=_swapped(game, scenario, objective, entered) or "move it to where it can be reached, or open a way",
        picture=hex_picture(game.program, game.layout(scenario), *marks_of(f"`{objective.thing.id}`", objective.places, wall)),
    )


def _wall(game: Game, scenario: ScenarioDef, side: str, places: tuple[int, ...]) -> tuple[Shut | None, tuple[str, ...]]:
    """What keeps a side from places, with that in words."""
    world, mover = game.worlds[scenario.id], next(mover for mover in mover_classes(game, scenario) if mover.side == side)
    return kept_off(game, world, mover, places)


def marks_of(what: str, places: tuple[int, ...], wall: Shut | None) -> tuple[Mark, ...]:
    """Places, and what keeps movers from them."""
    goal = Mark("place", what, places)
    return (goal,) if wall is None else (goal, Mark("cause", "shuts it off", wall.closed), Mark("other", NO_STEP, wall.outside))


def _swapped(game: Game, scenario: ScenarioDef, objective: Objective, entered: dict[str, frozenset[int]]) -> tuple[str, ...]:
    """The hex with the two numbers exchanged, when everybody can come to that one; on a map with printed labels nobody writes them."""
    ground = ground_of(game.layout(scenario))
    if len(objective.places) != 1 or ground.labels.style is not LabelStyle.AXIAL:
        return ()
    hex_ = ground.hexes[objective.places[0]]
    other = ground.index_of.get((hex_.r, hex_.q))
    if other is None or other == hex_.index or not all(other in reached for reached in entered.values()):
        return ()
    return (f"{hex_name(ground, other)} can be reached: are the two numbers exchanged?",)


def _maybe(game: Game, scenario: ScenarioDef, by_side: dict[str, list[InstanceDef]], cut_off: tuple[int, ...]) -> Iterator[Diagnostic]:
    """Hexes out of reach for sides, once for all checkpoints that may be placed there: sides with the same checkpoints together."""
    ground = ground_of(game.layout(scenario))
    alike: dict[tuple[str, ...], list[str]] = {}
    for side, things in by_side.items():
        alike.setdefault(tuple(thing.id for thing in things), []).append(side)
    for ids, sides in alike.items():
        first = by_side[sides[0]][0]
        who, it = quoted(sides, "and"), "it" if len(ids) == 1 else "them"
        yield kinds.OBJECTIVE_MAY_BE_CUT_OFF.at(
            game.thing_span(scenario, first),
            f"{quoted(ids, 'and')} may be placed on {listed(ground, cut_off)}, where {who} can never come to {it}",
            notes=f"on the map `{ground.id}` in the scenario `{scenario.id}`",
            help="let the placement refuse these hexes, or open a way",
            picture=hex_picture(game.program, game.layout(scenario), Mark("place", f"{who} cannot come here", cut_off)),
        )


OBJECTIVES = Check("objectives", check_objectives)
