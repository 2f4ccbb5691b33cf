"""The sound packs that mutants are made of: the examples without their tests, and a small game of our own.

Tests of a pack are left out, so that the compiler alone has to find the fault. What the rules of a game close is written down here as plain
facts about it, so that nothing of the compiler is asked whether a change is a fault.
"""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tests.mutants import ground, reading
from tests.mutants.reading import Board, Force, Layout, Named, Place, Scenario, Spot

ROOT = Path(__file__).resolve().parents[2]
GROUNDS = Path(__file__).resolve().parent / "grounds"


class Facts(NamedTuple):
    """What is known of a game by reading its rules."""

    closed: tuple[str, ...] = ()
    """Terrains that nobody can enter."""
    closed_zones: tuple[str, ...] = ()
    """Zones that no unit may enter."""
    lines: tuple[tuple[str, int], ...] = ()
    """Checkpoints that each side has to place in its own territory, and the row of each counted from its own edge."""
    camp_ground: tuple[str, ...] = ()
    """Terrains on which these may stand."""
    barrier: str | None = None
    """The feature of an edge that nobody crosses."""
    marks: tuple[str, ...] = ()
    """Features of edges that no rule reads are faults; these are read."""
    zones: tuple[tuple[str, str, int], ...] = ()
    """Scenario, zone and the number of pieces that have to be placed in it, each on a hex of its own."""


FACTS = {
    "tank_clash": Facts(
        closed=("river", "house"),
        lines=(("base", 1), ("middle", 4), ("forward", 7)),
        camp_ground=("grass", "road"),
    ),
    "tank_commander": Facts(closed=("building",), zones=(("night_fight", "blue_zone", 6), ("night_fight", "red_zone", 6))),
    "tank_on_tank": Facts(
        closed_zones=("closed",), marks=("road",), zones=(("three_towns", "allied_setup", 10), ("three_towns", "axis_setup", 8))
    ),
    "simple_tabletop_tanks": Facts(),
    "straits": Facts(
        closed=("rock",),
        lines=(("near", 2), ("far", 4)),
        camp_ground=("grass", "wood"),
        barrier="river",
        marks=("river", "bridge"),
        zones=tuple((name, zone, 3) for name in ("crossing", "upstream") for zone in ("red_start", "blue_start")),
    ),
}


class Base:
    """A sound pack, read by the second reader."""

    def __init__(self, name: str, files: dict[str, str]) -> None:
        self.name = name
        self.facts = FACTS[name]
        self.files = {path: text.split("\n") for path, text in sorted(files.items())}
        self._found: dict[str, list[tuple[Place, re.Match[str]]]] = {}
        self._grounds: dict[str, dict[str, ground.Hex]] = {}

    def line(self, at: Place) -> str:
        """The text of a line."""
        return self.files[at.file][at.line - 1]

    def find(self, pattern: str) -> list[tuple[Place, re.Match[str]]]:
        """Every line of a `.tank` file in which a pattern is found, with its first match."""
        if pattern not in self._found:
            expression = re.compile(pattern)
            self._found[pattern] = [
                (Place(file, number), found)
                for file, lines in self.files.items()
                if file.endswith(".tank")
                for number, line in enumerate(lines, 1)
                if (found := expression.search(line)) is not None
            ]
        return self._found[pattern]

    @cached_property
    def boards(self) -> dict[str, Board]:
        """The boards of hexes."""
        return {one.id: one for file, lines in self.files.items() for one in reading.boards_of(file, lines)}

    @cached_property
    def layouts(self) -> dict[str, Layout]:
        """The layouts; on a game with hexes, what the boards name and mark is among their items."""
        found = {one.id: one for file, lines in self.files.items() for one in reading.layouts_of(file, lines)}
        return {id: one._replace(items=(*one.items, *self._of_boards(one))) for id, one in found.items()}

    def _of_boards(self, layout: Layout) -> list[Named]:
        """Places and edges that a board brings along; only where it lies at the corner, so that its labels are those of the map."""
        laid = {placing.board for placing in layout.placings if (placing.column, placing.row, placing.turned) == (0, 0, False)}
        return [
            item
            for file, lines in self.files.items()
            for first, block in reading.blocks(file, lines, "board")
            if block[0].split()[1] in laid
            for item in reading.items_of(file, first, block)
            if item.name.split()[0] in ("place", "edge")
        ]

    @cached_property
    def scenarios(self) -> dict[str, Scenario]:
        """The scenarios that name a layout."""
        return {one.id: one for file, lines in self.files.items() for one in reading.scenarios_of(file, lines)}

    @cached_property
    def rosters(self) -> dict[str, list[Force]]:
        """The forces of each roster."""
        return {
            block[0].split()[1]: list(reading.forces_of(file, first, block))
            for file, lines in self.files.items()
            for first, block in reading.blocks(file, lines, "roster")
        }

    def ground(self, layout: str) -> dict[str, ground.Hex]:
        """The hexes of a layout."""
        if layout not in self._grounds:
            seam = next((item.text for item in self.layouts[layout].of("seam")), None)
            self._grounds[layout] = ground.ground_of(self.layouts[layout], self.boards, seam)
        return self._grounds[layout]

    def pushed(self, layout: str) -> int:
        """The parity of the lower columns of a layout."""
        return ground.pushed_of(self.layouts[layout], self.boards)

    def forces(self, scenario: Scenario) -> list[Force]:
        """The forces of a scenario, its own or those of its roster."""
        return list(scenario.forces) or self.rosters.get(scenario.roster or "", [])

    def is_closed(self, layout: str, label: str) -> bool:
        """Whether nobody can ever enter a hex of a map."""
        here = self.ground(layout)[label]
        zones = [item.text for item in self.layouts[layout].of("zone") if item.name.split()[1] in self.facts.closed_zones]
        return here.terrain in self.facts.closed or any(label in reading.LABEL.findall(text) for text in zones)

    @cached_property
    def is_on_hexes(self) -> bool:
        """Whether the game is played on hexes."""
        return bool(self.boards)

    def spots(self) -> list[tuple[Scenario, Spot]]:
        """Every piece that a scenario places on a hex by its label."""
        return self._spots

    @cached_property
    def _spots(self) -> list[tuple[Scenario, Spot]]:
        return [
            (scenario, spot)
            for scenario in self.scenarios.values()
            if self.is_on_hexes
            for spot in scenario.spots
            if reading.LABEL.fullmatch(spot.label)
        ]


def session_of(files: dict[str, list[str]]) -> Session:
    """A pack being compiled, from its lines."""
    texts = {path: "\n".join(lines) for path, lines in files.items()}
    return Session(MemoryBundle(texts), tuple(path for path in texts if path.endswith(".tank")))


def load_bases() -> list[Base]:
    """The four examples, two of them with a scenario that places everything, and the small game."""
    found = []
    for name in FACTS:
        folder = ROOT / "examples" / name
        files = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.*") if path.suffix in (".tank", ".csv")}
        more = GROUNDS / f"{name}.tank"
        if more.exists():
            files["drawn.tank"] = more.read_text(encoding="utf-8")
        found.append(Base(name, files))
    return found
