"""The chapter `odds`: for every two sorts of enemies the exact chance that an attack does harm, by distance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from tankdsl.check.static import World
from tankdsl.check.tree import TableDef
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.rules.game import Game
from tankdsl.rules.harm.marks import Harms, Sort
from tankdsl.rules.harm.paths import refused
from tankdsl.rules.harm.scene import Scene, Way
from tankdsl.rules.tabletops import shown_length
from tankdsl.survey.chances import NEVER, OPEN, Chance, Fight, TooLong
from tankdsl.survey.interface import Chapter, Section
from tankdsl.survey.plain import Plain, Setting, plain_frame

COLUMNS = ("who", "whom", "by", "distance", "chance of harm")
FARTHEST = 30
"""So far on hexes it is asked, and as often on a table."""
STEP = 300
"""Distances on a table are tried in steps of three of its measure."""


class Odds(FrozenValue):
    """The chance at all distances between two, by something that is played."""

    attacker: str
    victim: str
    by: str
    nearest: int
    farthest: int
    chance: Chance | None
    """None: it would take too long."""


def odds(game: Game, world: World) -> Section | None:
    """The chances of a scenario; None where nothing is marked as harm, or no attack names an attacker and a target."""
    scenario = world.scenario
    if scenario is None or not any(proc.harms for proc in game.program.procs.values()):
        return None
    harms = Harms(game)
    table = game.program.tables.get(scenario.layout or "")
    place = _Place(harms, replaced(world, lasting=harms.lasting_in(scenario), table=table))
    found = [each for each in place.all() if each.chance is not None and each.chance != OPEN]
    if not found:
        return None
    rows = tuple((each.attacker, each.victim, each.by, place.between(each), shown(each.chance)) for each in found if each.chance)
    return Section("Odds", (place.conditions,), COLUMNS, rows, [_data(each) for each in found])


class _Place:
    """Open ground of a scenario, on which sorts of pieces meet."""

    def __init__(self, harms: Harms, world: World) -> None:
        self._harms = harms
        terrains = Counter(hex_.terrain for hex_ in world.ground.hexes) if world.ground is not None else Counter[str]()
        self._terrain = terrains.most_common(1)[0][0] if terrains else None
        self._table = None if world.table is None else _emptied(world.table)
        self._world = replaced(world, layout=None, table=self._table, standing={}, nothing_else=True)

    @property
    def conditions(self) -> str:
        """What holds for all chances, in a sentence without a full stop."""
        ground = f"on `{self._terrain}`" if self._terrain is not None else "on an empty table"
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
            runs: list[Odds] = []
            for apart in self._distances():
                chance = self._chance(way, apart)
                if chance == NEVER:
                    continue
                if runs and runs[-1].chance == chance and runs[-1].farthest == self._before(apart):
                    runs[-1] = replaced(runs[-1], farthest=apart)
                else:
                    by = way[0].action.name
                    runs.append(Odds(attacker.thing.model, victim.thing.model, by, apart, apart, chance))
            yield from runs

    def _distances(self) -> Iterator[int]:
        yield from (STEP * step for step in range(1, FARTHEST + 1)) if self._table is not None else range(1, FARTHEST + 1)

    def _before(self, apart: int) -> int:
        return apart - (STEP if self._table is not None else 1)

    def _chance(self, way: Way, apart: int) -> Chance | None:
        """The chance at a distance, no chance where the rules surely refuse it; None when it takes too long."""
        root, me, filled = way
        attacker, victim = filled.values()
        places: dict[str, int | tuple[int, int]] = {attacker.id: 0, victim.id: 1}
        if self._table is not None:
            places = {attacker.id: (0, 0), victim.id: (apart, 0)}
        setting = Setting(apart, self._terrain)
        world = replaced(self._world, standing=places)
        action = root.action
        if refused(self._frame(way, world, setting), (*action.first_guards, *action.guards)) is not None:
            return NEVER
        frame = self._frame(way, replaced(world, at_start=True), setting)
        refused(frame, (*action.first_guards, *action.guards))  # It binds what the body uses.
        try:
            return Fight(world, victim.id, self._harms.harmful).chance(frame, action.body)
        except TooLong:
            return None

    def _frame(self, way: Way, world: World, setting: Setting) -> Plain:
        root, me, filled = way
        known = {slot.local: (thing.id,) if slot.some else thing.id for slot, thing in filled.items()}
        return plain_frame(world, {root.action.me: me, **known}, setting)


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
