"""Which way things face: an arrow for each state that is a direction, such as a hull's and a turret's.

Where arrows cannot be written they are digits that lie as on a number pad: 8 is up, 9 up and to the right.
"""

from __future__ import annotations

from math import atan2, degrees
from typing import Any

from tankdsl.cli.playing.eyes import Eyes
from tankdsl.engine import Game
from tankdsl.engine.content import Field, Kind
from tankdsl.engine.tabletop import is_table
from tankdsl.ground.hexes import DIRECTION_NAMES, Orientation

ARROWS = {"n": "↑", "ne": "↗", "e": "→", "se": "↘", "s": "↓", "sw": "↙", "w": "←", "nw": "↖"}
DIGITS = {"n": "8", "ne": "9", "e": "6", "se": "3", "s": "2", "sw": "1", "w": "4", "nw": "7"}
MOST_ARROWS = 2
"""Arrows of one piece; there is no room for more in a hex."""


class Facings:
    """The directions of the pieces of one game."""

    def __init__(self, game: Game, *, plain: bool) -> None:
        self.game = game
        self.signs = DIGITS if plain else ARROWS
        self.on_table = is_table(game.map)

    def fields(self, kind: Kind, entity: int) -> list[Field]:
        """The states of a piece that are directions, those of its kind's parents first."""
        return [field for field in fields_of(self.game, kind, entity) if field.role == "state" and field.type.base == "direction"]

    def sign(self, direction: Any) -> str:
        """The arrow of a direction on hexes."""
        return self.signs[DIRECTION_NAMES[Orientation(self.game.map.orientation)][direction]]

    def arrows(self, kind: Kind, entity: int, eyes: Eyes) -> str:
        """The arrows of a piece on the map, in the order of its states; a state that is not seen or absent has none."""
        shown = [
            self.sign(eyes.machine.fields[field.index][entity])
            for field in self.fields(kind, entity)
            if eyes.sees_field(field.index, entity) and eyes.machine.fields[field.index][entity] is not None
        ]
        return "".join(shown[:MOST_ARROWS])

    def words(self, direction: Any) -> str:
        """A direction in words: `↗ ne` on hexes, `45°` on a table."""
        if self.on_table:
            return f"{bearing(direction)}°" if self.signs is ARROWS else f"{bearing(direction)} degrees"
        name = DIRECTION_NAMES[Orientation(self.game.map.orientation)][direction]
        return f"{self.signs[name]} {name}"

    def legend(self, kinds: list[Kind]) -> str:
        """What the arrows of these kinds mean: `arrow: front`, `arrows: heading, then turret`; empty without any."""
        lists = [
            [self.game.text.get(field.name, "") or field.id.replace("_", " ") for field in self.fields(kind, entity)][:MOST_ARROWS]
            for kind in kinds
            for entity in range(len(kind.instances))
        ]
        most = max(lists, key=len, default=[])
        if not most:
            return ""
        note = ", as on a number pad" if self.signs is DIGITS else ""
        return f"arrow{'s' if len(most) > 1 else ''}: {', then '.join(most)}{note}"


def bearing(direction: tuple[int, int]) -> int:
    """Degrees of a direction on a table, clockwise from the top (y grows downwards)."""
    return round(degrees(atan2(direction[0], -direction[1]))) % 360


def fields_of(game: Game, kind: Kind, entity: int) -> list[Field]:
    """The fields that an entity has, those of its kind's parents first."""
    found = []
    own: int | None = kind.entity_kinds[entity]
    while own is not None:
        found.append([field for field in game.fields if field.kind == own])
        own = game.kinds[own].parent
    return [field for fields in reversed(found) for field in fields]
