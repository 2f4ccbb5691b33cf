"""From what a cell is said to be (a name, some values) to the rows of a table of terrains.

Values of a cell are stats of its terrain, since a hex has little else that is its own: so each combination that is met becomes a terrain,
and rules read `terrain(h).cover`.  Only the height is the hex's own: it becomes the level of the board there, `level(h)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tankdsl.bounds import HIGHEST
from tankdsl.exchange.interface import MOST_STATS, MOST_TERRAINS, Notes, Stats, Terrain, Value, too_large
from tankdsl.exchange.names import FIELDS, FRAME, SIDES, Names, plain, said
from tankdsl.frozen import FrozenValue, replaced

LEVEL = "level"
"""The value that is the height of a cell: a property of tiles by custom."""


class Sort(FrozenValue):
    """What a cell is said to be: its name as the file spells it, and its values."""

    name: str
    stats: Stats = ()
    title: str = ""
    """The name that players read, if it is another."""


def terrains_of(sorts: Iterable[Sort], names: Names, where: str, notes: Notes, what: str = "property") -> dict[Sort, Terrain]:
    """A terrain for each sort, in the order given. Names of stats are made names of the language; `what` they are in the file."""
    distinct = list(dict.fromkeys(sorts))
    if len(distinct) > MOST_TERRAINS:
        raise too_large(f"`{where}` has {len(distinct):,} sorts of cells, and {MOST_TERRAINS:,} is the most")
    stats = alike(stats_of([sort.stats for sort in distinct], what, notes), notes)
    made: dict[Sort, Terrain] = {}
    for sort, row in zip(distinct, stats, strict=True):
        id = names.new(sort.name, "terrain")
        title = said(sort.name) or id
        title = said(sort.title) or title[:1].upper() + title[1:]
        made[sort] = Terrain(id, title, row)
    return made


def terrain_names() -> Names:
    """The space of names that terrains, places, zones, units and sides share."""
    return Names({*FRAME, *SIDES})


def stats_named(written: Iterable[str], what: str, notes: Notes) -> dict[str, str]:
    """A name of the language for each name of a stat; tells those that are another. `what` a stat is in the file."""
    names, found = Names({*FIELDS, "name"}), {}
    for one in written:
        if one not in found:
            found[one] = names.new(one, "stat")
            if plain(one) != found[one]:
                notes.assumed(f"the {what} `{said(one)}` is the stat `{found[one]}`")
    if len(found) > MOST_STATS:
        raise too_large(f"there are {len(found):,} different stats, and {MOST_STATS} is the most")
    return found


def stats_of(rows: Sequence[Stats], what: str, notes: Notes) -> list[Stats]:
    """The rows with names of the language for their stats, the same name for the same word."""
    ids = stats_named((name for row in rows for name, _ in row), what, notes)
    return [tuple((ids[name], value) for name, value in row) for row in rows]


def alike(rows: Sequence[Stats], notes: Notes) -> list[Stats]:
    """The rows with stats of one type each: where types differ everything is text, which is told."""
    types: dict[str, dict[type, str]] = {}
    for row in rows:
        for name, value in row:
            types.setdefault(name, {}).setdefault(type(value), _SORTS[type(value)])
    mixed = {name: found for name, found in types.items() if len(found) > 1}
    for name, found in mixed.items():
        notes.assumed(f"the stat `{name}` is text, since {_among(list(found.values()))} are among its values")
    if not mixed:
        return list(rows)
    return [tuple((name, as_text(value) if name in mixed else value) for name, value in row) for row in rows]


_SORTS: dict[type, str] = {int: "numbers", bool: "flags", str: "texts"}


def _among(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"


def without_levels(sorts: Sequence[Sort | None]) -> tuple[list[Sort | None], list[int]]:
    """Cells without the value `level`, and their levels. Where any of these is no whole number all stay values of the terrain."""
    found = [None if sort is None else dict(sort.stats).get(LEVEL, 0) for sort in sorts]
    if any(level is not None and (isinstance(level, bool) or not isinstance(level, int)) for level in found):
        return list(sorts), [0] * len(sorts)
    bare = {sort: _without_level(sort) for sort in dict.fromkeys(sorts) if sort is not None}
    return [None if sort is None else bare[sort] for sort in sorts], [level if isinstance(level, int) else 0 for level in found]


def _without_level(sort: Sort) -> Sort:
    return replaced(sort, stats=tuple((name, value) for name, value in sort.stats if name != LEVEL))


def leveled(levels: Sequence[Sequence[int]], notes: Notes) -> tuple[tuple[int, ...], ...]:
    """The levels of a board; empty when all are 0. Those beyond what the language knows are brought to its bounds."""
    if any(abs(level) > HIGHEST for row in levels for level in row):
        notes.assumed(f"levels beyond {HIGHEST} are {HIGHEST}, and below -{HIGHEST} that")
    if not any(level for row in levels for level in row):
        return ()
    return tuple(tuple(max(-HIGHEST, min(HIGHEST, level)) for level in row) for row in levels)


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
