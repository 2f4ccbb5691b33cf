"""Pieces that a scenario places itself: they stand where the rules allow, each on its own hex if the rules want that, and can move away."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import takewhile

from tankdsl.check.grounds import hex_name
from tankdsl.check.pictures import Mark, hex_picture
from tankdsl.check.static import World
from tankdsl.check.tree import InstanceDef, ScenarioDef
from tankdsl.diagnostics import Diagnostic, Label, counted, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.frozen import replaced
from tankdsl.ground.maps import NO_HEX
from tankdsl.rules.asks import asked_of
from tankdsl.rules.connectivity import strays
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.hexwords import listed, with_terrain
from tankdsl.rules.interface import Check
from tankdsl.rules.legal import Placing, looks_at_others, placings, refusal
from tankdsl.rules.movers import MoverClass, movements_of, mover_classes
from tankdsl.rules.placement import sieves_of
from tankdsl.rules.shutting import held_in, shown
from tankdsl.rules.steps import StepRules


def check_starts(game: Game) -> Iterator[Diagnostic]:
    """For each scenario: places that a placement refuses, hexes with too many pieces, pieces that are stuck."""
    for scenario in game.mapped:
        world = game.worlds[scenario.id]
        given = [thing for thing in scenario.instances if thing.at is not None and game.is_placeable(thing)]
        reported: set[str] = set()
        for thing in given:
            for finding in _refused(game, scenario, world, thing, given):
                reported.add(thing.id)
                yield finding
                break
        yield from _shared(game, scenario, world, given, reported)
        yield from _closed(game, scenario, world, reported)
        yield from _stuck(game, scenario, reported)


# --------------------------------------------------------------------------------------------------------------- refused


def _refused(game: Game, scenario: ScenarioDef, world: World, thing: InstanceDef, given: list[InstanceDef]) -> Iterator[Diagnostic]:
    """A placement that refuses the thing where it stands, alone or because of those that stand there before it."""
    assert thing.at is not None
    before = list(takewhile(lambda other: other is not thing, given))
    for placing in placings(game):
        if not world.is_a(thing.kind, placing.kind):
            continue
        then = _with_given_states(game, scenario, world, thing)
        alone = None if _is_let(game, world, placing, thing) else refusal(then, placing, thing, thing.at)
        if alone is not None and not _counts_for(game, scenario, then, placing, thing):
            continue
        if alone is not None:
            where = hex_name(ground_of(game.layout(scenario)), thing.at)
            headline = f"`{thing.id}` cannot be placed on {where}: {alone.spoken(placing, thing)}"
            notes = f"the placement `{placing.guard.id}` refuses it in the scenario `{scenario.id}`"
            picture = hex_picture(game.program, game.layout(scenario), Mark("place", f"`{thing.id}`", (thing.at,)))
            help = "place it on a hex that the placement allows, or change what it requires"
            yield kinds.PLACEMENT_REFUSED.at(game.thing_span(scenario, thing), headline, notes=notes, help=help, picture=picture)
        else:
            here = [other for other in before if other.at == thing.at]
            of_place = _asks_of_the_place(game, placing)
            shut_out = (of_place or len(here) > 1) and _is_shut_out(world, placing, thing, before, given)
            others = _in_the_way(world, placing, thing, here, shut_out)
            if (others or shut_out) and not _counts_for(game, scenario, then, placing, thing):
                continue
            if others:
                yield _too_many(game, scenario, thing, others)
            elif shut_out and of_place:
                near = next((other for other in before if other.at != thing.at and _keeps_off(world, placing, thing, [other])), None)
                if near is not None:
                    yield _too_near(game, scenario, placing, thing, near)


def _counts_for(game: Game, scenario: ScenarioDef, world: World, placing: Placing, thing: InstanceDef) -> bool:
    from tankdsl.rules.awaited import counts_for

    assert thing.at is not None
    return counts_for(game, scenario, world, placing, thing, thing.at)


def _is_let(game: Game, world: World, placing: Placing, thing: InstanceDef) -> bool:
    """Whether a thing that begins as all of its sort do stands on a hex of those that a placement lets them stand on."""
    if thing.fields or thing.at is None:
        return False
    places = sieves_of(game, world, placing, [thing])[thing.id].places
    at = bisect_left(places, thing.at)
    return at < len(places) and places[at] == thing.at


def _asks_of_the_place(game: Game, placing: Placing) -> bool:
    """Whether a placement asks which hex it is, and not only what it is like."""
    return game.remember(
        ("asks of the place", placing.guard.id), lambda: "place" in asked_of(game.program, placing.guard.demands, placing.place)
    )


def _with_given_states(game: Game, scenario: ScenarioDef, world: World, thing: InstanceDef) -> World:
    """What is known when a scenario places a thing: also the states that it gives it there, since it sets them at the same moment."""
    given = frozenset((kind, field) for kind in game.lineage(thing.kind) for field in thing.fields)
    if given and game.follows(scenario):
        from tankdsl.rules.settled import kept

        given -= kept(game)
    return replaced(world, lasting=world.lasting | given)


def _in_the_way(world: World, placing: Placing, thing: InstanceDef, here: list[InstanceDef], shut_out: bool) -> list[InstanceDef]:
    """The piece on its hex because of which a placement refuses a thing, or all of them when no single one is the reason."""
    assert thing.at is not None
    for other in here:
        if refusal(replaced(world, standing={other.id: thing.at}), placing, thing, thing.at) is not None:
            return [other]
    return here if shut_out and len(here) > 1 and _keeps_off(world, placing, thing, here) else []


def _only(world: World, others: list[InstanceDef]) -> World:
    """The moment at which just these pieces stand where the scenario places them."""
    return replaced(world, standing={other.id: other.at for other in others if other.at is not None}, nothing_else=True)


def _keeps_off(world: World, placing: Placing, thing: InstanceDef, others: list[InstanceDef]) -> bool:
    """Whether a placement refuses a thing while these pieces stand where the scenario places them, and no others."""
    assert thing.at is not None
    nobody, beside = _only(world, []), _only(world, others)
    return refusal(nobody, placing, thing, thing.at) is None and refusal(beside, placing, thing, thing.at) is not None


def _is_shut_out(world: World, placing: Placing, thing: InstanceDef, before: list[InstanceDef], given: list[InstanceDef]) -> bool:
    """Whether a placement refuses a thing beside those that the scenario places before it, and beside all that it places.

    A rule may let stand near an enemy who has a friend beside him: then the friend counts, in whichever order they are placed.
    """
    rest = [other for other in given if other is not thing]
    return all(_keeps_off(world, placing, thing, others) for others in (before, rest))


def _too_near(game: Game, scenario: ScenarioDef, placing: Placing, thing: InstanceDef, other: InstanceDef) -> Diagnostic:
    assert thing.at is not None and other.at is not None
    found = refusal(_only(game.worlds[scenario.id], [other]), placing, thing, thing.at)
    why = "" if found is None else f": {found.spoken(placing, thing)}"
    ground = ground_of(game.layout(scenario))
    marks = Mark("place", f"`{thing.id}`", (thing.at,)), Mark("cause", f"`{other.id}`", (other.at,))
    return kinds.PLACEMENT_REFUSED.at(
        game.thing_span(scenario, thing),
        f"`{thing.id}` cannot be placed on {hex_name(ground, thing.at)} while `{other.id}` stands on {hex_name(ground, other.at)}{why}",
        secondary=[Label(game.thing_span(scenario, other), f"`{other.id}` is placed here")],
        notes=f"the placement `{placing.guard.id}` refuses it in the scenario `{scenario.id}`",
        help="place one of them elsewhere, or let the placement allow it",
        picture=hex_picture(game.program, game.layout(scenario), *marks),
    )


def _too_many(game: Game, scenario: ScenarioDef, thing: InstanceDef, others: list[InstanceDef], refused: str = "") -> Diagnostic:
    assert thing.at is not None
    ids = [thing.id, *(other.id for other in others)]
    where = hex_name(ground_of(game.layout(scenario)), thing.at)
    if len(ids) == 2:
        headline = f"{quoted(ids, 'and')} are both placed on {where}, which holds one of them"
    else:
        headline = f"{quoted(ids, 'and')} are all placed on {where}, which does not hold so many"
    return kinds.PLACE_SHARED.at(
        game.thing_span(scenario, thing),
        headline,
        secondary=[Label(game.thing_span(scenario, other), f"`{other.id}` is placed here") for other in others],
        notes=(f'the movement of `{thing.id}` refuses to end there: "{refused}"',) if refused else (),
        help="place one of them elsewhere, or let the rules of placement allow it",
        picture=hex_picture(game.program, game.layout(scenario), Mark("place", quoted(ids, "and"), (thing.at,))),
    )


# ---------------------------------------------------------------------------------------------------------------- shared


def _shared(game: Game, scenario: ScenarioDef, world: World, given: list[InstanceDef], reported: set[str]) -> Iterator[Diagnostic]:
    """Two pieces on a hex where, as movement has it, the second could never have come to rest; or two checkpoints of a kind.

    Rules ask for *the* checkpoint on a hex, so a second one would never be found.
    """
    for position, thing in enumerate(given):
        here = [other for other in given[:position] if other.at == thing.at]
        for others in (*([other] for other in here), here if len(here) > 1 else []):
            if others and thing.id not in reported:
                alike = len(others) == 1 and _are_checkpoints(game, thing, others[0])
                refused = None if alike or _is_judged(game, world, thing) else _cannot_join(game, scenario, world, thing, others, given)
                if refused is not None and _are_put_together(game, scenario, thing, others):
                    continue
                if alike or refused is not None:
                    reported.add(thing.id)
                    yield _too_many(game, scenario, thing, others, refused or "")


def _are_checkpoints(game: Game, thing: InstanceDef, other: InstanceDef) -> bool:
    return thing.kind == other.kind and game.program.kinds[thing.kind].category == "checkpoint"


def _is_judged(game: Game, world: World, thing: InstanceDef) -> bool:
    """Whether a placement for a thing asks what stands anywhere: then that says who may share a hex at set-up, and not movement."""
    return any(world.is_a(thing.kind, placing.kind) and looks_at_others(game, placing) for placing in placings(game))


def _are_put_together(game: Game, scenario: ScenarioDef, thing: InstanceDef, others: list[InstanceDef]) -> bool:
    """Whether a rule may put a thing on its hex while others stand there, or one of them while it does: play brings them together too."""
    from tankdsl.rules.putting import may_put_at
    from tankdsl.rules.reinforcements import known_for, landings_in

    assert thing.at is not None
    known, there = known_for(game, scenario), {one.id: thing.at for one in (thing, *others)}
    for one in (thing, *others):
        beside = replaced(known, standing={id: at for id, at in there.items() if id != one.id})
        if any(may_put_at(game, beside, landing, one, thing.at) for landing in landings_in(game, scenario, one)):
            return True
    return False


def _cannot_join(
    game: Game, scenario: ScenarioDef, world: World, thing: InstanceDef, others: list[InstanceDef], given: list[InstanceDef]
) -> str | None:
    """Why every movement of a thing refuses to end on its hex because others stand there (maybe empty); None if one does not.

    What several refuse together, all that the scenario places must not allow.
    """
    assert thing.at is not None
    if len(others) > 1:
        full = _only(world, [other for other in given if other is not thing])
        world, moments = _only(world, []), [_only(world, others), full]
    else:
        moments = [replaced(world, standing={other.id: thing.at for other in others})]
    answers: list[bool] = []
    reasons: dict[str, None] = {}
    for movement in movements_of(world, thing, game):
        free, *taken = (StepRules(moment, movement, thing, game) for moment in (world, *moments))
        for near in ground_of(game.layout(scenario)).neighbours[thing.at]:
            if near != NO_HEX and not free.refuses(near, thing.at) and not free.only_passes(near, thing.at):
                answers.append(all(rules.refuses(near, thing.at) or rules.only_passes(near, thing.at) for rules in taken))
                reasons[taken[0].why_closed(thing.at) or taken[0].why_barred(near, thing.at)] = None
    return next(filter(None, reasons), "") if answers and all(answers) else None


# ---------------------------------------------------------------------------------------------------------------- closed


def _closed(game: Game, scenario: ScenarioDef, world: World, reported: set[str]) -> Iterator[Diagnostic]:
    """Pieces on ground that none of their movements lets them enter, nor any rule, though some is open; those of one reason together."""
    alike: dict[str, list[InstanceDef]] = {}
    for mover in mover_classes(game, scenario):
        for thing in mover.things if mover.mainland else ():
            if thing.at is None or thing.id in reported or mover.terrain.open[thing.at] or _are_put_together(game, scenario, thing, []):
                continue
            reported.add(thing.id)
            reasons = (StepRules(world, movement, thing, game).why_closed(thing.at) for movement in movements_of(world, thing, game))
            alike.setdefault(next(filter(None, reasons), ""), []).append(thing)
    for why, things in alike.items():
        yield _on_closed_ground(game, scenario, things, why)


def _on_closed_ground(game: Game, scenario: ScenarioDef, things: list[InstanceDef], why: str) -> Diagnostic:
    layout = game.layout(scenario)
    ground = ground_of(layout)
    who, places = quoted([thing.id for thing in things], "and"), tuple(dict.fromkeys(thing.at for thing in things if thing.at is not None))
    start, it = ("starts", "it") if len(things) == 1 else ("start", "they")
    refused = (f'{"its" if it == "it" else "their"} movement refuses it: "{why}"',) if why else ()
    return kinds.STARTS_ON_CLOSED_GROUND.at(
        game.thing_span(scenario, things[0]),
        f"{who} {start} on {with_terrain(ground, game.models, places)}, which {it} can never enter",
        secondary=[Label(game.thing_span(scenario, thing), "and this one") for thing in things[1:6]],
        notes=(*refused, f"on the map `{ground.id}` in the scenario `{scenario.id}`"),
        help="place it elsewhere, or let its movement enter there"
        if it == "it"
        else "place them elsewhere, or let their movement enter there",
        picture=hex_picture(game.program, layout, Mark("place", who if it == "it" else "they start here", places)),
    )


# ----------------------------------------------------------------------------------------------------------------- stuck


def _stuck(game: Game, scenario: ScenarioDef, reported: set[str]) -> Iterator[Diagnostic]:
    """Pieces that start cut off, those of one region together."""
    regions: dict[frozenset[int], tuple[MoverClass, list[InstanceDef]]] = {}
    for mover in mover_classes(game, scenario):
        for thing in strays(mover):
            if thing.at is not None and thing.id not in reported and not _is_put_elsewhere(game, scenario, thing):
                regions.setdefault(mover.reach_from((thing.at,)), (mover, []))[1].append(thing)
    for reach, (mover, things) in regions.items():
        yield _stuck_there(game, scenario, mover, things, reach)


def _is_put_elsewhere(game: Game, scenario: ScenarioDef, thing: InstanceDef) -> bool:
    from tankdsl.rules.aims import ways_of

    return ways_of(game, scenario).is_put_elsewhere(thing)


def _stuck_there(game: Game, scenario: ScenarioDef, mover: MoverClass, things: list[InstanceDef], reach: frozenset[int]) -> Diagnostic:
    layout, world = game.layout(scenario), game.worlds[scenario.id]
    ground, places = ground_of(layout), tuple(dict.fromkeys(thing.at for thing in things if thing.at is not None))
    who, (start, it) = quoted([thing.id for thing in things], "and"), ("starts", "it") if len(things) == 1 else ("start", "them")
    if len(reach) == 1:
        size = "cannot move at all"
    elif len(reach) == len(places):
        size = "can come nowhere else"
    else:
        one = f"can only come to {counted(len(reach) - 1, 'other hex', 'other hexes')}"
        size = one if len(things) == 1 else f"can only move within {len(reach)} hexes"
    wall = held_in(world, mover, tuple(sorted(reach)))
    rest = tuple(sorted(reach.difference(places)))
    marks = Mark("place", who, places), Mark("other", "where else they can come to", rest), Mark("cause", "shuts them in", wall.closed)
    return kinds.PIECE_STUCK.at(
        game.thing_span(scenario, things[0]),
        f"{who} {start} on {listed(ground, places)} and {size}",
        secondary=[Label(game.thing_span(scenario, thing), "and this one") for thing in things[1:6]],
        notes=(shown(game, world, mover, wall), f"the rest of the map `{ground.id}` is out of reach"),
        help=f"place {it} elsewhere, open a way out, or change the rule of movement that refuses the steps",
        picture=hex_picture(game.program, layout, *marks),
    )


STARTS = Check("starts", check_starts)
