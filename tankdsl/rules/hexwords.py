"""How hexes are spoken of in findings."""

from __future__ import annotations

from collections.abc import Sequence

from tankdsl.check.grounds import hex_name
from tankdsl.check.static import Models
from tankdsl.diagnostics import quoted
from tankdsl.ground.maps import GroundMap

SHOWN = 5


def with_terrain(ground: GroundMap, models: Models, indexes: Sequence[int]) -> str:
    """Hexes with what is on them, at most five: `(3, 4) house, (4, 4) river and 2 more`."""
    words = [f"{hex_name(ground, index)} {terrain_name(ground, models, index)}" for index in indexes[:SHOWN]]
    return _joined(words, len(indexes))


def listed(ground: GroundMap, indexes: Sequence[int]) -> str:
    """Hexes by name, at most five."""
    return _joined([hex_name(ground, index) for index in indexes[:SHOWN]], len(indexes))


def _joined(words: list[str], count: int) -> str:
    if count > len(words):
        return ", ".join(words) + f" and {count - len(words)} more"
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def terrain_name(ground: GroundMap, models: Models, index: int) -> str:
    """The name of the terrain of a hex."""
    terrain = ground.hexes[index].terrain
    return models[terrain][1].name if terrain in models else terrain


def scenarios_shown(ids: Sequence[str]) -> str:
    """Scenarios in words: `the scenarios a and b`."""
    return f"the scenario {quoted(ids)}" if len(ids) == 1 else f"the scenarios {quoted(ids, 'and')}"
