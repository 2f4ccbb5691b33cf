"""The chapter `sight`: what each side sees from where it may begin: of where the others may, and of what there is to come to."""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.grounds import hex_name
from tankdsl.check.static import World
from tankdsl.check.tree import Core, InstanceDef, ScenarioDef
from tankdsl.diagnostics import counted, quoted
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.rules.approaches import goals_of
from tankdsl.rules.game import Game
from tankdsl.rules.tabletops import on_tables
from tankdsl.rules.walk import asked_by
from tankdsl.survey.beginnings import Beginning, Beginnings, Place, beginnings_of
from tankdsl.survey.interface import Chapter, Section
from tankdsl.survey.looking import MOST_LINES, Eyes, NoAnswer, TooManyLines

MOST_HEXES = 2_000
"""On larger maps nobody looks."""
MOST_TARGETS = 30
"""So many objectives and named places are looked at."""
TITLE = "First sight"


class _Target(FrozenValue):
    """Something to look at; of several places it is asked how many are seen, of one from how many."""

    name: str
    places: tuple[Place, ...]
    side: str | None = None
    """Whose beginning it is."""


class _Seen(FrozenValue):
    """How many, and of how many: places of a target, or origins from which its only place is seen."""

    count: int
    of: int
    is_from: bool


def sight(game: Game, world: World) -> Section | None:
    """What is seen of a scenario from where its sides may begin; None without a line of sight or ground, and on a map that is too large."""
    scenario = world.scenario
    if scenario is None or not game.program.sights:
        return None
    if world.ground is None:
        world = next((there for one, _, there in on_tables(game) if one.id == scenario.id), world)
    if (world.ground is None and world.table is None) or (world.ground is not None and len(world.ground) > MOST_HEXES):
        return None
    begins = beginnings_of(game, world)
    targets = list(_targets(game, world, scenario, begins))
    if not begins.of or len(targets) + len(begins.of) < 3:
        return None
    standing = {thing.id: place for thing in scenario.instances if (place := thing.point if thing.at is None else thing.at) is not None}
    eyes = Eyes(game, replaced(world, standing=standing))
    try:
        found = {
            (id, target.name, side): _seen(eyes, id, target, begins.of[side].places)
            for id in game.program.sights
            for target in targets[:MOST_TARGETS]
            for side in begins.of
            if side != target.side
        }
    except TooManyLines:
        return Section(TITLE, (*_lines(game, world, begins), f"that is more than {MOST_LINES:,} lines to look along, so nobody looks"))
    except NoAnswer:
        return None
    return _section(game, world, begins, targets, found, eyes.left_open)


def _targets(game: Game, world: World, scenario: ScenarioDef, begins: Beginnings) -> Iterator[_Target]:
    """Where sides begin, what stands there to come to, what endings ask for, and places that have names."""
    yield from (_Target(f"where `{side}` begins", begin.places, side) for side, begin in begins.of.items())
    seen: set[tuple[Place, ...]] = set()
    for name, places in _named(game, world, scenario):
        if places and places not in seen:
            seen.add(places)
            yield _Target(name, places)


def _named(game: Game, world: World, scenario: ScenarioDef) -> Iterator[tuple[str, tuple[Place, ...]]]:
    for thing in scenario.instances:
        place = thing.point if thing.at is None else thing.at
        if place is not None and _is_objective(game, thing):
            yield f"`{thing.id}`", (place,)
    if world.table is not None:
        yield from ((f"`{name}`", (point,)) for name, point in world.table.names.items())
    if world.layout is not None and world.ground is not None:
        yield from ((f"`{goal.name}`", goal.hexes) for goal in goals_of(game, scenario))
        yield from ((f"`{name}`", (index,)) for name, index in world.layout.names.items())


def _is_objective(game: Game, thing: InstanceDef) -> bool:
    """Whether a thing is a checkpoint, or a marker for whose kind an ending asks."""
    category = game.program.kinds[thing.kind].category
    return category == "checkpoint" or (category == "marker" and not _asked_kinds(game).isdisjoint(game.lineage(thing.kind)))


def _asked_kinds(game: Game) -> frozenset[str]:
    def compute() -> frozenset[str]:
        endings = tuple((ending.domain, ending.condition, ending.outcome) for ending in game.program.endings)
        asked = (core for core in asked_by(game.program, endings) if isinstance(core, Core))
        return frozenset(str(core.args[0]) for core in asked if core.op in ("things", "owned", "at", "get"))

    return game.remember("kinds that endings ask", compute)


def _seen(eyes: Eyes, sight: str, target: _Target, origins: tuple[Place, ...]) -> _Seen:
    if len(target.places) == 1 and target.side is None:
        return _Seen(sum(eyes.sees(sight, origin, target.places[0]) for origin in origins), len(origins), True)
    return _Seen(sum(eyes.is_seen(sight, place, origins) for place in target.places), len(target.places), False)


# ------------------------------------------------------------------------------------------------------------------ told


def _section(
    game: Game, world: World, begins: Beginnings, targets: list[_Target], found: dict[tuple[str, str, str], _Seen], left_open: bool
) -> Section:
    sights = list(game.program.sights)
    shown = targets[:MOST_TARGETS]
    rows = tuple(
        (*((id,) if len(sights) > 1 else ()), target.name, *(_cell(found.get((id, target.name, side))) for side in begins.of))
        for id in sights
        for target in shown
        if any((id, target.name, side) in found for side in begins.of)
    )
    lines = (
        *_lines(game, world, begins),
        *(("what is not known before play blocks nothing",) if left_open else ()),
        *((f"{len(targets) - len(shown)} more named places are left out",) if len(targets) > len(shown) else ()),
    )
    columns = (*(("by",) if len(sights) > 1 else ()), "seen from where it begins", *begins.of)
    return Section(TITLE, lines, columns, rows, _data(world, begins, shown, found))


def _cell(seen: _Seen | None) -> str:
    if seen is None:
        return "-"
    if seen.count == 0:
        return "not seen" if seen.is_from else f"none of {seen.of}"
    return f"from {seen.count} of {seen.of}" if seen.is_from else f"{seen.count} of {seen.of}"


def _lines(game: Game, world: World, begins: Beginnings) -> Iterator[str]:
    """What was looked at."""
    unknown = [side for side, _ in game.program.sides if side not in begins.of]
    yield ", ".join(_begins(world, side, begin) for side, begin in begins.of.items())
    if begins.step is not None:
        yield f"looked at are whole units, {begins.step} apart, where nothing is sure to refuse the first piece of the side"
    if unknown:
        yield f"where {quoted(unknown, 'and')} begin{'s' if len(unknown) == 1 else ''} is not known before play"


def _begins(world: World, side: str, begin: Beginning) -> str:
    words = ("hex", "hexes") if world.ground is not None else ("point", "points")
    return f"`{side}` {'comes on later, on' if begin.later else 'begins on'} {counted(len(begin.places), *words)}"


def _data(world: World, begins: Beginnings, targets: list[_Target], found: dict[tuple[str, str, str], _Seen]) -> dict[str, object]:
    begin = {side: {"places": [_place(world, place) for place in each.places], "later": each.later} for side, each in begins.of.items()}
    names = {target.name: target.name.replace("`", "") for target in targets}
    lines = [
        {"sight": id, "target": names[name], "from": side, "seen": seen.count, "of": seen.of, "counted": _counted(seen)}
        for (id, name, side), seen in found.items()
    ]
    return {"grid": begins.step, "begins": begin, "seen": lines}


def _counted(seen: _Seen) -> str:
    return "places that it is seen from" if seen.is_from else "places that are seen"


def _place(world: World, place: Place) -> object:
    return hex_name(world.ground, place) if world.ground is not None and isinstance(place, int) else place


CHAPTER = Chapter("sight", sight)
