"""The chapter `shots`: who can hurt whom before anybody has moved.

Pieces stand where the scenario places them; those that players place are tried on the legal places that are nearest to each other.  Known
are the ground, these places and the lines of sight between them.  What a piece may do first without moving (load, turn, take aim) is left
open, so a shot is listed if nothing that can be known forbids it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tankdsl.check.grounds import hex_name
from tankdsl.check.static import UNKNOWN, World
from tankdsl.check.tree import ActionDef, DemandGuard, InstanceDef, Local, ParamDef
from tankdsl.diagnostics import counted, quoted
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.rules.game import Game
from tankdsl.rules.harm.bounds import Looks, framed
from tankdsl.rules.harm.known import Known
from tankdsl.rules.harm.marks import Harms
from tankdsl.rules.harm.paths import refused
from tankdsl.rules.harm.scene import Scene, may_hold
from tankdsl.rules.legal import Placing, placings, things_of
from tankdsl.rules.placement import sieves_of
from tankdsl.rules.tabletops import shown_point
from tankdsl.survey.interface import Chapter, Section
from tankdsl.survey.readiness import forbids
from tankdsl.survey.sightlines import Sightlines

MOST_TRIES = 30
"""So many pairs of places are tried for two pieces of which players place one; the nearest first."""

COLUMNS = ("who", "from", "whom", "at", "by")
Place = int | tuple[int, int]


class Shot(FrozenValue):
    """One piece can hurt another from where it stands, by something that can be played."""

    attacker: InstanceDef
    origin: Place
    victim: InstanceDef
    target: Place
    by: str
    placed: bool
    """Both stand where the scenario places them."""


def shots(game: Game, world: World) -> Section | None:
    """The shots of a scenario before the first move; None where nothing is marked as harm."""
    scenario = world.scenario
    if scenario is None or not any(proc.harms for proc in game.program.procs.values()):
        return None
    harms = Harms(game)
    table = game.program.tables.get(scenario.layout or "")
    world = replaced(world, lasting=harms.lasting_in(scenario), table=table)
    pieces = [thing for thing in world.instances.values() if harms.is_piece(thing) and thing.side is not None]
    choices = _choices(game, world, [thing for thing in pieces if _place(thing) is None])
    found = list(_shots(game, harms, world, pieces, choices))
    unknown = [thing.id for thing in pieces if _place(thing) is None and thing.id not in choices]
    rows = tuple(_row(world, shot) for shot in found)
    data = [{**dict(zip(COLUMNS, row, strict=True)), "placed": shot.placed} for row, shot in zip(rows, found, strict=True)]
    return Section("First shots", _lines(game, found, unknown), COLUMNS if rows else (), rows, data)


def _lines(game: Game, found: list[Shot], unknown: list[str]) -> tuple[str, ...]:
    placed = [shot for shot in found if shot.placed]
    whose = " whose place is known" if unknown else ""
    said = [] if found else [f"nobody{whose} can hurt anybody before somebody has moved"]
    each = [f"{sum(shot.attacker.side == side for shot in placed)} by `{side}`" for side, _ in game.program.sides]
    are = "is" if len(placed) == 1 else "are"
    if placed:
        said.append(f"{counted(len(placed), 'shot')} {are} possible before anybody has moved: {', '.join(each)}")
    if len(found) > len(placed):
        said.append("pieces that players place can be placed so that a shot is possible; one example of each is listed")
    if unknown:
        said.append(f"not asked are pieces that come later, or whose places are not known before play: {quoted(unknown, 'and')}")
    return tuple(said)


def _row(world: World, shot: Shot) -> tuple[str, ...]:
    return shot.attacker.id, _shown(world, shot.origin), shot.victim.id, _shown(world, shot.target), shot.by


def _shown(world: World, place: Place) -> str:
    if isinstance(place, tuple):
        return shown_point(place)
    return hex_name(world.ground, place) if world.ground is not None else str(place)


# ---------------------------------------------------------------------------------------------------------------- shots


def _shots(game: Game, harms: Harms, world: World, pieces: list[InstanceDef], choices: dict[str, tuple[int, ...]]) -> Iterator[Shot]:
    assert world.scenario is not None
    standing = {thing.id: place for thing in world.instances.values() if (place := _place(thing)) is not None}
    looks = Sightlines(game, world.scenario).sees
    known = Scene(harms, replaced(world, standing=standing, nothing_else=not choices), looks)
    tried: set[object] = set()
    for attacker, victim in product(pieces, pieces):
        if attacker.side == victim.side:
            continue
        if attacker.id in standing and victim.id in standing:
            by = _by(known, attacker, victim)
            if by is not None:
                yield Shot(attacker, standing[attacker.id], victim, standing[victim.id], by, True)
            continue
        # Pieces of a model and side that players place are alike.
        kinds = tuple(thing.id if thing.id in standing else (thing.model, thing.side) for thing in (attacker, victim))
        if kinds not in tried:
            tried.add(kinds)
            yield from _placed_for_it(harms, known.world, looks, (attacker, victim), choices)


def _placed_for_it(
    harms: Harms, world: World, looks: Looks, pair: tuple[InstanceDef, InstanceDef], choices: dict[str, tuple[int, ...]]
) -> Iterator[Shot]:
    """A shot between two pieces of which players place one or both, at the nearest places that allow it."""
    attacker, victim = pair
    ground = world.ground
    if ground is None:
        return
    own, other = (choices.get(thing.id, () if thing.at is None else (thing.at,)) for thing in pair)
    pairs = sorted(((a, b) for a, b in product(own, other) if a != b), key=lambda ends: (ground.distance(*ends), ends))
    for a, b in pairs[:MOST_TRIES]:
        there = replaced(world, standing={**world.standing, attacker.id: a, victim.id: b})
        by = _by(Scene(harms, there, looks), attacker, victim)
        if by is not None:
            yield Shot(attacker, a, victim, b, by, False)
            return


def _by(scene: Scene, attacker: InstanceDef, victim: InstanceDef) -> str | None:
    """What one piece can play to hurt another."""
    begin = Scene(scene.harms, replaced(scene.world, at_start=True), scene.looks)
    for way in scene.attack_ways(attacker, victim):
        action = way[0].action
        demands = (*action.first_guards, *action.guards)
        if not forbids(begin.frame(way), scene.frame(way), demands) and scene.suffers(scene.played(way), victim):
            return action.name
    return None


def _place(thing: InstanceDef) -> Place | None:
    return thing.point if thing.at is None else thing.at


def _choices(game: Game, world: World, waiting: list[InstanceDef]) -> dict[str, tuple[int, ...]]:
    """Where players may place pieces at set-up: by an action that asks a placement and puts them there."""
    found: dict[str, tuple[int, ...]] = {}
    if world.layout is None or world.scenario is None or not waiting:
        return found
    begin = replaced(world, at_start=True)
    known: dict[object, tuple[int, ...]] = {}
    for action, placing, slots in _deployments(game):
        wanted = {thing.id for thing in things_of(game, world, placing)}
        things = [thing for thing in waiting if thing.id in wanted]
        legal = sieves_of(game, game.worlds[world.scenario.id], placing, things)
        for thing in things:
            # Alike are pieces of a model and side for which the scenario sets the same.
            key = action.id, thing.model, thing.side, tuple(thing.fields), legal[thing.id].places
            if key not in known:
                known[key] = tuple(place for place in legal[thing.id].places if _may_place(begin, action, slots, thing, place))
            found[thing.id] = tuple(sorted({*found.get(thing.id, ()), *known[key]}))
    return {id: places for id, places in found.items() if places}


def _deployments(game: Game) -> Iterator[tuple[ActionDef, Placing, tuple[ParamDef, ParamDef]]]:
    """The actions that ask a placement for a piece and a place which they are given."""
    by_guard = {placing.guard.id: placing for placing in placings(game)}
    for action in game.program.actions.values():
        params = {param.local: param for param in action.params}
        for demand in action.guards:
            if isinstance(demand, DemandGuard) and demand.guard in by_guard:
                slots = [params[arg.args[0]] for arg in demand.args if arg.op == "local" and arg.args[0] in params]
                if len(slots) == 2:
                    yield action, by_guard[demand.guard], (slots[0], slots[1])


def _may_place(world: World, action: ActionDef, slots: tuple[ParamDef, ParamDef], thing: InstanceDef, place: int) -> bool:
    known: dict[Local, Known] = {action.me: thing.side or UNKNOWN, slots[0].local: thing.id, slots[1].local: place}
    frame = framed(world, known)
    where = frame.value(slots[1].domain)
    if not may_hold(frame, slots[0].domain, thing.id) or (isinstance(where, tuple) and place not in where):
        return False
    return refused(frame, (*action.first_guards, *action.guards)) is None


CHAPTER = Chapter("shots", shots)
