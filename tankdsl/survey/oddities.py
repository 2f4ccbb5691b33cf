"""What is odd about a map: hexes far above or below all around, roads that end nowhere, crossings that lead nowhere, unused terrain.

Whether any of it is wanted only the designer knows. What is a road and what a bridge is read off the names of features (`ground/features`).
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.tree import LayoutDef, ScenarioDef
from tankdsl.ground.features import CROSSING, TRAVELLED, words_of
from tankdsl.ground.maps import NO_HEX, GroundMap
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.hexwords import listed
from tankdsl.rules.levels import lone_levels
from tankdsl.rules.movers import mover_classes


def oddities(game: Game, scenario: ScenarioDef) -> dict[str, tuple[int, ...]]:
    """The hexes of each oddity of a map, under the words for it; those of which there are none are left out."""
    ground = ground_of(game.layout(scenario))
    found = {
        "more than one level above or below all around": lone_levels(ground),
        "a road ends there": road_ends(game, ground),
        "a crossing leads to or from there, and no piece can enter": dead_crossings(game, scenario),
        "the way over a crossing leads in one direction only": one_sided_crossings(game, scenario),
    }
    return {words: hexes for words, hexes in found.items() if hexes}


def spoken(ground: GroundMap, found: dict[str, tuple[int, ...]]) -> Iterator[str]:
    """The oddities in sentences."""
    for words, hexes in found.items():
        yield f"{listed(ground, hexes)}: {words}"


def unused_terrains(game: Game) -> tuple[str, ...]:
    """The terrains that lie on no map of the pack, in the order of their tables."""
    terrains = [model.id for kind in game.program.kinds.values() if kind.category == "terrain" for model in kind.models]
    used = {hex_.terrain for layout in game.program.layouts.values() for hex_ in ground_of(layout).hexes}
    return tuple(terrain for terrain in terrains if terrain not in used)


def _features(game: Game, words: frozenset[str]) -> set[str]:
    """The features of edges one of whose words is among those given."""
    members = (member for enum in game.program.enums.values() for member in enum)
    return {id for id, name in members if words_of(id, name) & words}


def road_ends(game: Game, ground: GroundMap) -> tuple[int, ...]:
    """The hexes in which something that one travels on ends, although they are not at the rim of the map."""
    roads = _features(game, TRAVELLED)
    count: dict[int, int] = {}
    for ends, features in ground.edges.items():
        if roads.intersection(features):
            for index in ends:
                count[index] = count.get(index, 0) + 1
    return tuple(sorted(index for index, number in count.items() if number == 1 and NO_HEX not in ground.neighbours[index]))


def _crossings(game: Game, layout: LayoutDef) -> Iterator[tuple[int, int]]:
    crossings = _features(game, CROSSING)
    return (ends for ends, features in ground_of(layout).edges.items() if crossings.intersection(features))


def dead_crossings(game: Game, scenario: ScenarioDef) -> tuple[int, ...]:
    """The hexes at either end of a crossing that no piece of the scenario can ever enter."""
    open: set[int] = {index for mover in mover_classes(game, scenario) for index in mover.lands.graph}
    if not open:
        return ()
    return tuple(sorted({index for ends in _crossings(game, game.layout(scenario)) for index in ends if index not in open}))


def one_sided_crossings(game: Game, scenario: ScenarioDef) -> tuple[int, ...]:
    """The hexes from which a crossing leads, while no piece of the scenario can ever come back over it."""
    graphs = [mover.lands.graph for mover in mover_classes(game, scenario)]
    found: set[int] = set()
    for a, b in _crossings(game, game.layout(scenario)):
        there, back = (any(end in graph.get(start, ()) for graph in graphs) for start, end in ((a, b), (b, a)))
        if there != back:
            found.add(a if there else b)
    return tuple(sorted(found))
