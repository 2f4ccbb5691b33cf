"""Exits and other zones that an action asks a piece to be in, while no piece of a side that could play it can ever come there.

Only zones that are known on the map of a scenario count, and only sides whose pieces nothing else keeps from the action.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.pictures import Mark, hex_picture
from tankdsl.check.static import Run
from tankdsl.check.tree import ActionDef, Conjunct, Core, Demand, DemandGuard, InstanceDef, Local, ParamDef, ScenarioDef
from tankdsl.check.types import Kind
from tankdsl.diagnostics import Diagnostic, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.hexwords import with_terrain
from tankdsl.rules.interface import Check
from tankdsl.rules.legal import first_failing
from tankdsl.rules.movers import MoverClass, comes_to, mover_classes
from tankdsl.rules.reinforcements import conjuncts

DEEPEST = 6
"""Guards within guards that are followed."""


def check_exits(game: Game) -> Iterator[Diagnostic]:
    """For each action that asks for a zone, each scenario and side: zones that the side can never come to."""
    asking = [(action, param.local, zone) for action in game.program.actions.values() for param, zone in _asked_zones(game, action)]
    for scenario in game.mapped if asking else ():
        classes = mover_classes(game, scenario)
        for action, local, asked in asking:
            if not comes_to(game, scenario, ("action", action.id)):
                continue
            for side, _ in game.program.sides:
                yield from _out_of_reach(game, scenario, classes, action, local, asked, side)


def _asked_zones(game: Game, action: ActionDef) -> Iterator[tuple[ParamDef, Core]]:
    """The parameters of an action that must be in a zone, with the zone as the action sees it."""
    params = {param.local: param for param in action.params if isinstance(param.local.type, Kind)}
    for thing, zone in _zones(game, (*action.first_guards, *action.guards), {}, DEEPEST):
        if thing in params and not action.windows:
            yield params[thing], zone


def _zones(game: Game, demands: tuple[Conjunct, ...], given: dict[Local, Local], depth: int) -> Iterator[tuple[Local, Core]]:
    """Things that must be in a zone for requirements to hold; `given` says what the parameters of a guard are for its caller."""
    for demand in demands:
        if isinstance(demand, Demand):
            for core in conjuncts(demand.condition):
                match core:
                    case Core(op="in", args=(Core(op="get", args=(_, "at", Core(op="local", args=(thing,)))), Core(op="zone") as zone)):
                        yield given.get(thing, thing), zone
        elif isinstance(demand, DemandGuard) and depth and demand.guard in game.program.guards:
            guard = game.program.guards[demand.guard]
            args = zip(guard.params, demand.args, strict=True)
            inner = {param: given.get(arg.args[0], arg.args[0]) for param, arg in args if arg.op == "local"}
            yield from _zones(game, guard.demands, inner, depth - 1)


def _out_of_reach(
    game: Game, scenario: ScenarioDef, classes: tuple[MoverClass, ...], action: ActionDef, local: Local, asked: Core, side: str
) -> Iterator[Diagnostic]:
    run = Run(game.worlds[scenario.id], {action.me: side})
    zone = run.value(asked)
    if not isinstance(zone, tuple) or not zone:
        return
    places = frozenset(place for place in zone if isinstance(place, int))
    able = [(mover, things) for mover in classes if mover.side == side and (things := _able(game, scenario, mover, action, local, side))]
    others = any(_comes(mover, places) for mover in classes)
    if able and others and not any(_comes(mover, places) for mover, _ in able) and not _are_put(game, scenario, able, places):
        models = dict.fromkeys(thing.model for _, things in able for thing in things)
        yield _finding(game, scenario, action, asked, side, tuple(models), tuple(sorted(places)))


def _able(game: Game, scenario: ScenarioDef, mover: MoverClass, action: ActionDef, local: Local, side: str) -> list[InstanceDef]:
    """The pieces of a class that nothing known keeps from the action."""
    world, kind = game.worlds[scenario.id], local.type
    assert isinstance(kind, Kind)
    fitting = [thing for thing in mover.things if world.is_a(thing.kind, kind.name)]
    demands = (*action.first_guards, *action.guards)
    return [thing for thing in fitting if first_failing(Run(world, {action.me: side, local: thing.id}), demands) is None]


def _comes(mover: MoverClass, places: frozenset[int]) -> bool:
    """Whether a piece of the class can come to one of some hexes and halt there."""
    return not places.isdisjoint(mover.ends)


def _are_put(game: Game, scenario: ScenarioDef, able: list[tuple[MoverClass, list[InstanceDef]]], places: frozenset[int]) -> bool:
    """Whether players may put one of these pieces on one of some hexes, or where it can go there from."""
    from tankdsl.rules.aims import ways_of

    return any(ways_of(game, scenario).are_put(mover, things, places) for mover, things in able)


def _finding(
    game: Game, scenario: ScenarioDef, action: ActionDef, asked: Core, side: str, models: tuple[str, ...], places: tuple[int, ...]
) -> Diagnostic:
    layout = game.layout(scenario)
    return kinds.ZONE_OUT_OF_REACH.at(
        asked.span,
        f"`{side}` can never come to the zone `{asked.args[0]}` that `{action.id}` asks for, with {quoted(models, 'and')}",
        notes=(
            f"it is {with_terrain(ground_of(layout), game.models, places)}",
            f"on the map `{layout.id}` in the scenario `{scenario.id}`",
        ),
        help="open a way to it, or give the side another zone",
        picture=hex_picture(game.program, layout, Mark("place", f"the zone `{asked.args[0]}`", places)),
    )


EXITS = Check("exits", check_exits)
