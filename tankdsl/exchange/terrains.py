"""From what a cell is said to be (a name, some values) to the rows of a table of terrains.

Height and other values of a cell are stats of its terrain, since a hex has nothing else that is its own: so each combination that is met
becomes a terrain, `woods`, `woods_level_2`, and rules read `terrain(h).level`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tankdsl.exchange.interface import MOST_TERRAINS, Stats, Terrain, Value, too_large
from tankdsl.exchange.names import FIELDS, FRAME, SIDES, Names, plain, said
from tankdsl.frozen import FrozenValue, replaced

LEVEL = "level"
"""The stat of height: `level` in Tiled's properties by custom, and in the boards that have heights."""


class Sort(FrozenValue):
    """What a cell is said to be: its name as the file spells it, and its values."""

    name: str
    stats: Stats = ()
    title: str = ""
    """The name that players read, if it is another."""


def terrains_of(sorts: Iterable[Sort], names: Names, where: str) -> dict[Sort, Terrain]:
    """A terrain for each sort, in the order given. Names of stats are made names of the language."""
    distinct = list(dict.fromkeys(sorts))
    if len(distinct) > MOST_TERRAINS:
        raise too_large(f"`{where}` has {len(distinct):,} sorts of cells, and {MOST_TERRAINS:,} is the most")
    stat_names = stats_named(name for sort in distinct for name, _ in sort.stats)
    families: dict[str, list[Sort]] = {}
    for sort in distinct:
        families.setdefault(plain(sort.name), []).append(sort)
    made: dict[Sort, Terrain] = {}
    for sort in distinct:
        family = families[plain(sort.name)]
        ending = _ending(sort, family)
        id = names.new(f"{sort.name}_{ending}" if ending else sort.name, "terrain")
        title = said(sort.name) or id
        title = said(sort.title) or title[:1].upper() + title[1:] + (f", level {dict(sort.stats)[LEVEL]}" if ending else "")
        made[sort] = Terrain(id, title, tuple((stat_names[name], value) for name, value in sort.stats))
    return _alike(made)


def terrain_names() -> Names:
    """The space of names that terrains, places, zones, units and sides share."""
    return Names({*FRAME, *SIDES})


def stats_named(written: Iterable[str]) -> dict[str, str]:
    """A name of the language for each name of a stat."""
    names, found = Names({*FIELDS, "name"}), {}
    for one in written:
        if one not in found:
            found[one] = names.new(one, "stat")
    return found


def _ending(sort: Sort, family: list[Sort]) -> str:
    """What tells a sort from others of its name, if it is the height; a number does it elsewhere."""
    levels = [dict(one.stats).get(LEVEL, 0) for one in family]
    mine = dict(sort.stats).get(LEVEL, 0)
    if len(family) == 1 or len(set(levels)) == 1 or mine == 0 or not isinstance(mine, int):
        return ""
    return f"level_{mine}" if mine > 0 else f"level_minus_{-mine}"


def _alike(made: Mapping[Sort, Terrain]) -> dict[Sort, Terrain]:
    """The terrains with stats of one type each: where types differ, everything is text."""
    types: dict[str, set[type]] = {}
    for terrain in made.values():
        for name, value in terrain.stats:
            types.setdefault(name, set()).add(type(value))
    mixed = {name for name, found in types.items() if len(found) > 1}
    if not mixed:
        return dict(made)

    def settled(stats: Stats) -> Stats:
        return tuple((name, as_text(value) if name in mixed else value) for name, value in stats)

    return {sort: replaced(terrain, stats=settled(terrain.stats)) for sort, terrain in made.items()}


def as_text(value: Value) -> str:
    """A value as a person writes it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def absent_values(stats: Iterable[Stats]) -> Stats:
    """The value of each stat where it is not mentioned: 0, `no`, or an empty text."""
    found: dict[str, Value] = {}
    for one in stats:
        for name, value in one:
            found.setdefault(name, type(value)())
    return tuple(found.items())
