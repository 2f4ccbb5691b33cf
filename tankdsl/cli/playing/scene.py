"""The table as text: the map of hexes with its pieces, and below it what the pieces are and how they stand.

Everything is shown through a pair of `Eyes`.
"""

from __future__ import annotations

from typing import Any

from tankdsl.cli.playing.eyes import Eyes
from tankdsl.cli.playing.facings import Facings
from tankdsl.cli.playing.names import ON_MAP, Names
from tankdsl.engine import Game
from tankdsl.engine.content import Kind
from tankdsl.engine.machine import Machine
from tankdsl.ground.hexes import DIRECTION_NAMES, Orientation
from tankdsl.ground.maps import NO_HEX, GroundMap, MapHex
from tankdsl.ground.picture import bands, picture
from tankdsl.ir.campaigns import battle_document, is_campaign
from tankdsl.picture.codes import terrain_codes
from tankdsl.picture.ground import ground_of
from tankdsl.picture.marks import LEVELS, Sides, level_text
from tankdsl.picture.read import edges_of
from tankdsl.picture.signs import piece_signs, sided

UNKNOWN = "???"
_SIDE_COLOURS = ("\x1b[1;36m", "\x1b[1;33m", "\x1b[1;35m", "\x1b[1;32m")
_QUIET, _PLAIN = "\x1b[2m", "\x1b[0m"


class Table:
    """How one game looks; made once, asked as often as one likes.

    `plain` stands for terminals that cannot write arrows, `width` for the columns of the terminal, if there is one.
    """

    def __init__(self, game: Game, document: dict[str, Any], *, colour: bool, plain: bool = False, width: int | None = None) -> None:
        self.game, self.colour, self.plain, self.width = game, colour, plain, width
        self.facings = Facings(game, plain=plain)
        self.names = Names(game, self.facings)
        self.document = document
        battle = battle_document(document, game.battle - 1) if is_campaign(document) else document
        content = battle["content"]
        self.measured = _measured(content)
        self.carriers = {index: game.kind(pile["carrier"]["kind"]).root for index, pile in enumerate(content["piles"]) if "carrier" in pile}
        """The root kinds of the things that carry piles, by the number of the pile."""
        self.ground: GroundMap | None = None
        self.labelled = False
        self.sides = Sides((), ())
        if content.get("map", {}).get("grid") == "hex":
            self.ground, self.labelled = ground_of(content["map"])
            self.sides = Sides(*edges_of(battle))
        self.kinds = sorted(
            (kind for kind in game.kinds if kind.root == kind.index and kind.category in ON_MAP),
            key=lambda kind: ON_MAP.index(kind.category),  # of several things on one hex the first is drawn
        )
        self.codes = self._piece_codes(content)
        self.terrains = self._terrain_codes(content)

    def of(self, game: Game) -> Table:
        """How another battle of the same campaign looks."""
        return Table(game, self.document, colour=self.colour, plain=self.plain, width=self.width)

    def draw(self, machine: Machine, eyes: Eyes) -> str:
        """The map with everything on it that the eyes see, without a final line end; empty without a map."""
        if self.ground is None:
            return ""
        stacks = self._stacks(machine)
        cells = {place: self._cell(stack, eyes) for place, stack in stacks.items()}

        def cell(hex_: MapHex) -> str:
            return cells.get(hex_.index, self._terrain(machine, hex_.index))

        def paint(hex_: MapHex) -> tuple[str, str] | None:
            return self._paint(machine, stacks.get(hex_.index, []))

        pictures = (
            picture(
                self.ground,
                cell,
                only=band,
                foot=lambda hex_: self._foot(machine, eyes, hex_.index, stacks.get(hex_.index, [])),
                side=self.sides.sign if self.sides else None,
                paint=paint if self.colour else None,
                labels=self.labelled,
            )
            for band in self._bands()
        )
        return "\n\n".join(pictures)

    def legend(self, machine: Machine) -> str:
        """What the signs mean: those of the ground first, those of the pieces in the last line."""
        if self.ground is None:
            return ""
        kind = self.game.ground()
        there = {kind.instances[terrain] for terrain in machine.terrain}
        named = {id: self.names.entity(kind.index, index) for index, id in enumerate(kind.instances)}
        signs = [f"{code} {named[id]}" for id, code in self.terrains.items() if code and id in there]
        blank = [named[id] for id, code in self.terrains.items() if not code]
        ground = "\n".join([", ".join(signs + [f"blank {name}" for name in blank]), *self._marks()])
        sides = [f"{self.names.side(side)} as {look}" for side, look in zip(self.game.sides, ("Abc", "ABC"), strict=False)]
        pieces = "; ".join(filter(None, (", ".join(sides) if len(sides) > 1 else "", self.facings.legend(self.kinds))))
        return f"{ground}\n{pieces}" if pieces else ground

    def code(self, kind: int, entity: int) -> str:
        """The sign of a piece on the map."""
        return self.codes[self.game.kinds[kind].root, entity]

    def side_colour(self, side: int | None) -> tuple[str, str]:
        """What to write before and after something that belongs to a side."""
        if not self.colour or side is None:
            return "", ""
        return _SIDE_COLOURS[self.game.sides.index(side) % len(_SIDE_COLOURS)], _PLAIN

    # ------------------------------------------------------------------------------------------------------------ parts

    def _piece_codes(self, content: dict[str, Any]) -> dict[tuple[int, int], str]:
        """The signs of pictures of the scenario."""
        signs = piece_signs(content, self.game.text)
        second = {
            (kind.index, entity)
            for kind in self.kinds
            for field, entity, side in self.game.start
            if field == self.game.built_in(kind.index, "side") and side in self.game.sides[1:2]
        }
        return {
            (kind.index, entity): sided(signs[kind.id, id], 1 if (kind.index, entity) in second else None)
            for kind in self.kinds
            for entity, id in enumerate(kind.instances)
        }

    def _terrain_codes(self, content: dict[str, Any]) -> dict[str, str]:
        if self.ground is None:
            return {}
        kind = self.game.ground()
        names = {id: self.names.entity(kind.index, index) for index, id in enumerate(kind.instances)}
        return terrain_codes(names, (place["terrain"] for place in content["map"]["places"]))

    def _marks(self) -> list[str]:
        """What is drawn beside terrains: levels and features of sides."""
        assert self.ground is not None
        levels = [LEVELS] if any(self.game.map.levels) else []
        return levels + list(self.sides.legend([hex_.label for hex_ in self.ground.hexes]))

    def _bands(self) -> list[tuple[int, ...] | None]:
        """The parts of the map that are drawn one below the other, so that each fits the terminal; mostly it is the whole."""
        assert self.ground is not None
        found = bands(self.ground, self.width) if self.width is not None else ()
        return list(found) if len(found) > 1 else [None]

    def _foot(self, machine: Machine, eyes: Eyes, place: int, stack: list[tuple[Kind, int]]) -> str:
        """The level; below a piece which way it faces, then what stands there too, or the level, and the ground as far as there is room."""
        level = level_text(self.game.map.levels[place])
        if not stack:
            return level
        kind, entity = stack[0]
        arrows = self.facings.arrows(kind, entity, eyes) if eyes.knows(kind.index, entity) else ""
        narrow = self._is_marked_below(place)
        if len(stack) > 1 and not arrows and not narrow:
            return self._cell(stack[1:], eyes)
        head = arrows + "+" if len(stack) > 1 else arrows
        if level:
            level = f":{level}" if self.plain else level  # before it there may be digits
            return head + level if len(head + level) <= 3 else head
        return head if narrow or len(stack) > 1 else (head + self._terrain(machine, place))[:3]

    def _is_marked_below(self, place: int) -> bool:
        """Whether a feature lies where a flat-topped hex has its foot; something of it is to be seen beside what stands there."""
        if self.ground is None or self.ground.grid.orientation is not Orientation.FLAT:
            return False
        south = self.ground.neighbours[place][DIRECTION_NAMES[Orientation.FLAT].index("s")]
        return south != NO_HEX and self.sides.sign(place, south) is not None

    def _terrain(self, machine: Machine, place: int) -> str:
        return self.terrains[self.game.ground().instances[machine.terrain[place]]]

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
