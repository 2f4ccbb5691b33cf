"""The chapter `odds`: for every two sorts of enemies the exact chance that an attack does harm, by distance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from tankdsl.check.static import World
from tankdsl.check.tree import Conjunct, InstanceDef, Local, TableDef
from tankdsl.diagnostics import counted, quoted
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.rules.game import Game
from tankdsl.rules.harm.known import Known
from tankdsl.rules.harm.marks import Harms, Sort
from tankdsl.rules.harm.scene import Scene, Way
from tankdsl.rules.tabletops import shown_length
from tankdsl.survey.chances import NEVER, OPEN, Chance, Fight, TooLong
from tankdsl.survey.interface import Chapter, Section
from tankdsl.survey.plain import Plain, Setting, plain_frame
from tankdsl.survey.readiness import forbids

COLUMNS = ("who", "whom", "by", "distance", "chance of harm")
MOST_NAMED = 4
"""So many things that are not known are named."""
FARTHEST = 30
"""So far on hexes it is asked."""
ON_A_TABLE = tuple(600 * step for step in range(1, 11))
"""The distances on a table, in hundredths."""


class Odds(FrozenValue):
    """The chance at all distances between two, by something that is played."""

    attacker: str
    victim: str
    by: str
    nearest: int
    farthest: int
    chance: Chance | None
    """None: it would take too long."""
    unknown: tuple[str, ...] = ()
    """What was asked and is not known."""


def odds(game: Game, world: World) -> Section | None:
    """The chances of a scenario; None where nothing is marked as harm, or no attack names an attacker and a target."""
    scenario = world.scenario
    if scenario is None or not any(proc.harms for proc in game.program.procs.values()):
        return None
    harms = Harms(game)
    table = game.program.tables.get(scenario.layout or "")
    place = _Place(harms, replaced(world, lasting=harms.lasting_in(scenario), table=table))
    all_ = list(place.all())
    found = [each for each in all_ if each.chance is not None and each.chance not in (OPEN, NEVER)]
    left_out = tuple(_left_out(all_))
    if not found:
        nobody = ("nobody can do harm so",) if place.was_asked and not left_out else ()
        return Section("Odds", (place.conditions, *nobody, *left_out), data=[]) if nobody or left_out else None
    rows = tuple((each.attacker, each.victim, each.by, place.between(each), shown(each.chance)) for each in found if each.chance)
    return Section("Odds", (place.conditions, *left_out), COLUMNS, rows, [_data(each) for each in found])


def _left_out(found: list[Odds]) -> Iterator[str]:
    """A line for everything of which some chances are not told, with the reason."""
    for by in dict.fromkeys(each.by for each in found):
        pairs = {(each.attacker, each.victim) for each in found if each.by == by}
        for sort, why in ((OPEN, "depends on what is not known: "), (None, "takes too long to follow")):
            out = [each for each in found if each.by == by and each.chance == sort]
            if out:
                asked = dict.fromkeys(name for each in out for name in each.unknown)
                missing = quoted(list(asked)[:MOST_NAMED], "and") or "what is decided in play"
                some = {(each.attacker, each.victim) for each in out}
                where = "" if some == pairs else f" for {len(some)} of {counted(len(pairs), 'pair')}"
                yield f"left out is `{by}`{where}, which {why}{missing if sort else ''}"


_Answer = tuple[Chance | None, tuple[str, ...]]
"""A chance, and what was asked for it and is not known."""


class _Place:
    """Open ground of a scenario, on which sorts of pieces meet."""

    def __init__(self, harms: Harms, world: World) -> None:
        self._harms = harms
        hexes = () if world.ground is None else world.ground.hexes
        terrains = Counter(hex_.terrain for hex_ in hexes)
        self._terrain = terrains.most_common(1)[0][0] if terrains else None
        levels = Counter(hex_.level for hex_ in hexes if hex_.terrain == self._terrain)
        self._level = levels.most_common(1)[0][0] if levels else 0
        self._is_flat = len({hex_.level for hex_ in hexes}) < 2
        self._is_owned = any(hex_.territory is not None for hex_ in hexes)
        self.was_asked = False
        """Whether there is anything that one piece can play against another."""
        self._table = None if world.table is None else _emptied(world.table)
        self._world = replaced(world, layout=None, table=self._table, standing={}, nothing_else=True)

    @property
    def conditions(self) -> str:
        """What holds for all chances, in a sentence without a full stop."""
        ground = f"on `{self._terrain}`" if self._terrain is not None else "on an empty table"
        if not self._is_flat:
            ground += f", both on level {self._level}"
        return f"two pieces alone {ground}, as the scenario begins; nobody plays a card, rolls again or uses what is optional"

    def between(self, odds: Odds) -> str:
        """The distances of a row."""
        near, far = (shown_length(end) if self._table is not None else str(end) for end in (odds.nearest, odds.farthest))
        return near if near == far else f"{near} to {far}"

    def all(self) -> Iterator[Odds]:
        """The chances of every two sorts of enemies."""
        sorts = self._harms.sorts(self._world)
        for attacker in sorts:
            for victim in sorts:
                if attacker.side is not None and victim.side is not None and attacker.side != victim.side:
                    yield from self._of(attacker, victim)

    def _of(self, attacker: Sort, victim: Sort) -> Iterator[Odds]:
        scene = Scene(self._harms, self._world)
        for way in scene.attack_ways(attacker.thing, victim.thing):
            if not way[0].action.windows:
                yield from self._by_distance(way)

    def _by_distance(self, way: Way) -> Iterator[Odds]:
        """The chance at all distances, those together between which nothing changes."""
        attacker, victim = way[2].values()
        distances = tuple(range(1, FARTHEST + 1)) if self._table is None else ON_A_TABLE
        last: Odds | None = None
        anywhere: _Answer | None = None
        self.was_asked = True
        for apart in distances:
            setting = Setting(apart, self._terrain, self._level, self._is_owned)
            if forbids(*self._frames(way, setting), _demands(way)):
                answer: _Answer = NEVER, ()
            elif anywhere is not None:
                answer = anywhere
            else:
                setting = Setting(apart, self._terrain, self._level, self._is_owned)
                answer = self._chance(way, self._frames(way, setting)[0], victim.id), tuple(setting.unknown)
                anywhere = None if setting.was_asked else answer
            chance, unknown = answer
            if last is not None and last.chance == chance:
                last = replaced(last, farthest=apart)
                continue
            if last is not None:
                yield last
            names = _name(self._world, attacker), _name(self._world, victim)
            last = Odds(*names, way[0].action.name, apart, apart, chance, unknown)
        if last is not None:
            yield last

    def _chance(self, way: Way, frame: Plain, victim: str) -> Chance | None:
        """The chance; if it takes too long with all that numbers may be, without them."""
        for ranges in (True, False):
            try:
                return Fight(self._world, victim, self._harms.harmful, ranges=ranges).chance(frame, way[0].action.body)
            except TooLong:
                continue
        return None

    def _frames(self, way: Way, setting: Setting) -> tuple[Plain, Plain]:
        """The pieces as the scenario begins, and with what is known of them at every moment."""
        attacker, victim = way[2].values()
        places: dict[str, int | tuple[int, int]] = {attacker.id: 0, victim.id: 1}
        if self._table is not None:
            places = {attacker.id: (0, 0), victim.id: (setting.apart, 0)}
        world = replaced(self._world, standing=places)
        root, me, filled = way
        known: dict[Local, Known] = {slot.local: (thing.id,) if slot.some else thing.id for slot, thing in filled.items()}
        known[root.action.me] = me
        return plain_frame(replaced(world, at_start=True), known, setting), plain_frame(world, known, setting)


def _demands(way: Way) -> tuple[Conjunct, ...]:
    return (*way[0].action.first_guards, *way[0].action.guards)


def _name(world: World, thing: InstanceDef) -> str:
    """Its model; with its side where both sides may have it."""
    return thing.model if world.models[thing.model][1].side is not None else f"{thing.side}.{thing.model}"


def _emptied(table: TableDef) -> TableDef:
    return TableDef(table.id, table.title, table.width, table.height, table.names, (), table.cites, table.span)


def shown(chance: Chance) -> str:
    """A chance in percent, to a tenth."""
    low, high = _percent(chance.low), _percent(chance.high)
    return low if chance.low == chance.high else f"{low} to {high}"


def _percent(part: Fraction) -> str:
    tenths = round(part * 1000)
    return f"{tenths // 10}.{tenths % 10} %" if tenths % 10 else f"{tenths // 10} %"


def _data(odds: Odds) -> dict[str, object]:
    assert odds.chance is not None
    return {
        "who": odds.attacker,
        "whom": odds.victim,
        "by": odds.by,
        "nearest": odds.nearest,
        "farthest": odds.farthest,
        "least": str(odds.chance.low),
        "most": str(odds.chance.high),
    }


CHAPTER = Chapter("odds", odds)
