"""The chapter `structure`: what the map of a scenario is made of, how it hangs together, what is not seen, and what is odd about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tankdsl.check.grounds import hex_name
from tankdsl.check.static import World
from tankdsl.diagnostics import counted, quoted
from tankdsl.ground.maps import GroundMap
from tankdsl.rules.game import Game
from tankdsl.rules.hexwords import listed
from tankdsl.rules.passages import Passages, passages_of
from tankdsl.rules.tabletops import on_tables
from tankdsl.survey.interface import Chapter, Section
from tankdsl.survey.oddities import oddities, spoken, unused_terrains
from tankdsl.survey.views import Hidden, hidden
from tankdsl.survey.zones import Size, sizes, spoken_sizes

TITLE = "Structure of the map"
SHOWN = 5
"""Chokepoints of a class of movers that are listed."""
COLUMNS = ("for", "ground that hangs by one hex", "by one side", "closes all ways to the enemy")


def structure(game: Game, world: World) -> Section | None:
    """The structure of the map of a scenario; of a table only that there is none, and None for a scenario without ground."""
    ground, scenario = world.ground, world.scenario
    if ground is None or scenario is None:
        on_table = scenario is not None and any(one.id == scenario.id for one, _, _ in on_tables(game))
        return Section(TITLE, ("on hexes only: the ground of this scenario is a table",)) if on_table else None
    unseen, found = hidden(game, scenario), oddities(game, scenario)
    passages, unused, zones = passages_of(game, scenario), unused_terrains(game), sizes(game, game.layout(scenario))
    lines = (
        _size(game, ground),
        *((f"on no map of the pack: {quoted(unused, 'and')}",) if unused else ()),
        *spoken_sizes(zones),
        *_sight(ground, unseen),
        *spoken(ground, found),
    )
    rows = tuple(_row(ground, each) for each in passages)
    return Section(TITLE, lines, COLUMNS if rows else (), rows, _data(ground, passages, unseen, found, unused, zones))


def _size(game: Game, ground: GroundMap) -> str:
    halves = sum(hex_.half for hex_ in ground.hexes)
    counts = Counter(hex_.terrain for hex_ in ground.hexes)
    names = {id: game.models[id][1].name if id in game.models else id for id in counts}
    terrains = ", ".join(f"{count} {names[terrain]}" for terrain, count in counts.most_common())
    half = f", {halves} of them halves" if halves else ""
    return f"`{ground.id}` has {counted(len(ground), 'hex', 'hexes')}{half}: {terrains}"


def _sight(ground: GroundMap, unseen: Hidden | None) -> Iterator[str]:
    if unseen is None:
        return
    for side, hexes in unseen.from_bases.items():
        if hexes:
            yield f"`{side}` does not see {counted(len(hexes), 'hex', 'hexes')} from where it begins: {listed(ground, hexes)}"
        else:
            yield f"`{side}` sees every hex from where it begins"
    if unseen.from_anywhere:
        yield f"seen from beside them only: {listed(ground, unseen.from_anywhere)}"


def _row(ground: GroundMap, found: Passages) -> tuple[str, ...]:
    hexes = [f"{hex_name(ground, index)} ({count} beyond)" for index, count in found.narrow.hexes]
    sides = [f"{hex_name(ground, a)}/{hex_name(ground, b)}" for a, b in found.narrow.bridges]
    who = ", ".join(found.mover.models)
    return f"{who} of {found.mover.side}" if found.mover.side else who, _some(hexes), _some(sides), _closed(ground, found)


def _closed(ground: GroundMap, found: Passages) -> str:
    if found.to_enemy is None:
        return "they begin side by side"
    cut = found.to_enemy.cut
    return f"{counted(len(cut), 'hex', 'hexes')}: {listed(ground, cut)}" if cut else "there is no way"


def _some(words: list[str]) -> str:
    more = f" and {len(words) - SHOWN} more" if len(words) > SHOWN else ""
    return ", ".join(words[:SHOWN]) + more or "-"


# ------------------------------------------------------------------------------------------------------------------ data


def _data(
    ground: GroundMap,
    passages: tuple[Passages, ...],
    unseen: Hidden | None,
    found: dict[str, tuple[int, ...]],
    unused: tuple[str, ...],
    zones: tuple[Size, ...],
) -> dict[str, object]:
    return {
        "hexes": len(ground),
        "halves": sum(hex_.half for hex_ in ground.hexes),
        "terrains": dict(Counter(hex_.terrain for hex_ in ground.hexes)),
        "unused_terrains": list(unused),
        "zones": [{"zone": size.zone, "hexes": size.hexes, "whole": size.whole} for size in zones],
        "oddities": {words: _names(ground, hexes) for words, hexes in found.items()},
        "unseen": None if unseen is None else _unseen(ground, unseen),
        "passages": [_passage(ground, each) for each in passages],
    }


def _unseen(ground: GroundMap, unseen: Hidden) -> dict[str, object]:
    return {
        "from_bases": {side: _names(ground, hexes) for side, hexes in unseen.from_bases.items()},
        "from_anywhere": _names(ground, unseen.from_anywhere),
    }


def _passage(ground: GroundMap, found: Passages) -> dict[str, object]:
    return {
        "models": list(found.mover.models),
        "side": found.mover.side,
        "chokepoints": [{"hex": hex_name(ground, index), "beyond": count} for index, count in found.narrow.hexes],
        "bridges": [_names(ground, pair) for pair in found.narrow.bridges],
        "cut": None if found.to_enemy is None else _names(ground, found.to_enemy.cut),
        "routes": [] if found.to_enemy is None else [_names(ground, route) for route in found.to_enemy.routes],
    }


def _names(ground: GroundMap, indexes: tuple[int, ...]) -> list[str]:
    return [hex_name(ground, index) for index in indexes]


CHAPTER = Chapter("structure", structure)
