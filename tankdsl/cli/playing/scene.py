"""The table as text: the map of hexes with its pieces, and below it what the pieces are and how they stand.

Everything is shown through a pair of `Eyes`.
"""

from __future__ import annotations

from typing import Any

from tankdsl.cli.playing.codes import piece_codes, terrain_codes
from tankdsl.cli.playing.eyes import Eyes
from tankdsl.cli.playing.ground import ground_of
from tankdsl.cli.playing.names import ON_MAP, Names, plain_name
from tankdsl.engine import Game
from tankdsl.engine.content import Kind
from tankdsl.engine.machine import Machine
from tankdsl.ground.maps import GroundMap, MapHex
from tankdsl.ground.picture import picture

UNKNOWN = "???"
_SIDE_COLOURS = ("\x1b[1;36m", "\x1b[1;33m", "\x1b[1;35m", "\x1b[1;32m")
_QUIET, _PLAIN = "\x1b[2m", "\x1b[0m"


class Table:
    """How one game looks; made once, asked as often as one likes."""

    def __init__(self, game: Game, document: dict[str, Any], *, colour: bool) -> None:
        self.game, self.colour = game, colour
        self.names = Names(game)
        content = document["content"]
        self.measured = _measured(content)
        self.ground: GroundMap | None = None
        self.labelled = False
        if content.get("map", {}).get("grid") == "hex":
            self.ground, self.labelled = ground_of(content["map"])
        self.kinds = sorted(
            (kind for kind in game.kinds if kind.root == kind.index and kind.category in ON_MAP),
            key=lambda kind: ON_MAP.index(kind.category),  # of several things on one hex the first is drawn
        )
        self.codes = self._piece_codes()
        self.terrains = self._terrain_codes(content)

    def draw(self, machine: Machine, eyes: Eyes) -> str:
        """The map with everything on it that the eyes see, without a final line end; empty without a map."""
        if self.ground is None:
            return ""
        stacks = self._stacks(machine)
        cells = {place: self._cell(stack, eyes) for place, stack in stacks.items()}

        def cell(hex_: MapHex) -> str:
            return cells.get(hex_.index, self._terrain(machine, hex_.index))

        def foot(hex_: MapHex) -> str:
            stack = stacks.get(hex_.index, [])
            return self._cell(stack[1:], eyes) if len(stack) > 1 else self._terrain(machine, hex_.index) if stack else "___"

        def paint(hex_: MapHex) -> tuple[str, str] | None:
            return self._paint(machine, stacks.get(hex_.index, []))

        return picture(self.ground, cell, foot=lambda hex_: foot(hex_) or "___", paint=paint if self.colour else None, labels=self.labelled)

    def legend(self, machine: Machine) -> str:
        """What the signs of the ground mean, in one line."""
        if self.ground is None:
            return ""
        kind = self.game.kind("Terrain")
        there = {kind.instances[terrain] for terrain in machine.terrain}
        named = {id: self.names.entity(kind.index, index) for index, id in enumerate(kind.instances)}
        signs = [f"{code} {named[id]}" for id, code in self.terrains.items() if code and id in there]
        blank = [named[id] for id, code in self.terrains.items() if not code]
        return ", ".join(signs + [f"blank {name}" for name in blank])

    def code(self, kind: int, entity: int) -> str:
        """The sign of a piece on the map."""
        return self.codes[self.game.kinds[kind].root, entity]

    def side_colour(self, side: int | None) -> tuple[str, str]:
        """What to write before and after something that belongs to a side."""
        if not self.colour or side is None:
            return "", ""
        return _SIDE_COLOURS[self.game.sides.index(side) % len(_SIDE_COLOURS)], _PLAIN

    # ------------------------------------------------------------------------------------------------------------ parts

    def _piece_codes(self) -> dict[tuple[int, int], str]:
        pieces = [(kind, entity) for kind in self.kinds for entity in range(len(kind.instances))]
        codes = piece_codes([plain_name(self.game, kind, entity) for kind, entity in pieces])
        return {(kind.index, entity): code for (kind, entity), code in zip(pieces, codes, strict=True)}

    def _terrain_codes(self, content: dict[str, Any]) -> dict[str, str]:
        if self.ground is None:
            return {}
        kind = self.game.kind("Terrain")
        names = {id: self.names.entity(kind.index, index) for index, id in enumerate(kind.instances)}
        return terrain_codes(names, (place["terrain"] for place in content["map"]["places"]))

    def _terrain(self, machine: Machine, place: int) -> str:
        return self.terrains[self.game.kind("Terrain").instances[machine.terrain[place]]]

    def _stacks(self, machine: Machine) -> dict[int, list[tuple[Kind, int]]]:
        """What stands on each place, the most important first."""
        found: dict[int, list[tuple[Kind, int]]] = {}
        for kind in self.kinds:
            at = self.game.built_in(kind.index, "at")
            for entity in range(len(kind.instances)):
                place = machine.fields[at][entity] if at >= 0 else None
                if place is not None:
                    found.setdefault(place, []).append((kind, entity))
        return found

    def _cell(self, stack: list[tuple[Kind, int]], eyes: Eyes) -> str:
        kind, entity = stack[0]
        return self.code(kind.index, entity) if eyes.knows(kind.index, entity) else UNKNOWN

    def _paint(self, machine: Machine, stack: list[tuple[Kind, int]]) -> tuple[str, str] | None:
        if not stack:
            return _QUIET, _PLAIN
        kind, entity = stack[0]
        return self.side_colour(owner_of(machine, kind.index, entity))


def owner_of(machine: Machine, kind: int, entity: int) -> int | None:
    """The side of an entity, if it has one."""
    field = machine.game.built_in(kind, "side")
    found: int | None = machine.fields[field][entity] if field >= 0 else None
    return found


def _measured(content: dict[str, Any]) -> frozenset[tuple[str, str]]:
    """The fields, by kind and name, that count something with a measure, such as points."""
    return frozenset(
        (kind["id"], field["id"]) for kind in content["kinds"] for field in kind["fields"] if "measure" in _as_dict(field["type"])
    )


def _as_dict(type: Any) -> dict[str, Any]:
    return type if isinstance(type, dict) else {}
