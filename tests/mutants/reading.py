"""A second reader of maps and scenarios, for packs that are sound: line by line, with regular expressions.

It knows just enough of the language to say what a change of the text does to the game, and shares nothing with the compiler. Labels are
letters for the column and the row from 1; boards that are turned have an even number of columns and no half hexes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

Cell = tuple[int, int]


class Place(NamedTuple):
    """A line of a file of the pack; lines count from 1."""

    file: str
    line: int


class Row(NamedTuple):
    """A row of a board: where it is written, and its glyphs."""

    at: Place
    glyphs: tuple[str, ...]


class Board(NamedTuple):
    """A board of hexes. `pushed` is the parity, from 0, of the columns that lie lower."""

    id: str
    at: Place
    columns: int
    height: int
    pushed: int
    half: bool
    legend_at: Place
    legend: dict[str, str]
    rows: tuple[Row, ...]


class Placing(NamedTuple):
    """A board in a layout."""

    at: Place
    board: str
    column: int
    row: int
    turned: bool
    side: str | None


class Named(NamedTuple):
    """A line of a layout or a board that gives a name to something, with what stands behind."""

    at: Place
    name: str
    text: str


class Layout(NamedTuple):
    """A layout, with the features and places of its boards."""

    id: str
    at: Place
    placings: tuple[Placing, ...]
    items: tuple[Named, ...]
    """`labels`, `seam`, `areas`, `rows SIDE`, `zone NAME`, `place NAME`, `edge FEATURE`, in the order of the text."""

    def of(self, word: str) -> list[Named]:
        """The items that begin with a word."""
        return [item for item in self.items if item.name.split()[0] == word]


class Spot(NamedTuple):
    """A piece that a scenario places: its line, what is placed, the label, and where in the line the label stands."""

    at: Place
    piece: str
    label: str
    start: int

    @property
    def end(self) -> int:
        """Where the label ends."""
        return self.start + len(self.label)


class Force(NamedTuple):
    """The forces of a side, in a roster or in a scenario."""

    at: Place
    owner: str
    side: str
    text: str


class Scenario(NamedTuple):
    """A scenario, and its lines by number."""

    id: str
    at: Place
    layout: str
    layout_at: Place
    roster: str | None
    lines: dict[int, str]
    spots: tuple[Spot, ...]
    forces: tuple[Force, ...]


BOARD = re.compile(r'board (\w+) "[^"]*" columns odd (lower|higher) (\d+) x (\d+)( half \w+)? \{')
PLACING = re.compile(r"\s+board (\w+)\s+at \((-?\d+), (-?\d+)\)( turned)?(?: of (\w+))?")
LABEL = re.compile(r"\b[A-Z]+\d+\b")
SPOT = re.compile(r"([a-z_][\w.]*) at ([A-Z]+\d+|\(\S+ \S+?\)|\w+)")
FORCE = re.compile(r"\s+([a-z_]+)\s*\{ (.*?)\s*\}")
ITEM = re.compile(r"\s+(?:(labels|seam of|areas) (.+?)|(\w+) rows from (\w+)|(zone|place) (\w+) = (.+?)|edge (\w+) (\w+ / \w+))\s*(?:@|$)")


def blocks(file: str, lines: list[str], word: str) -> Iterator[tuple[int, list[str]]]:
    """The declarations that begin with a word: the number of the first line, and the lines to the closing brace."""
    for number, line in enumerate(lines, 1):
        if line.startswith(f"{word} ") and "{" in line and "}" not in line:
            end = next((at for at in range(number, len(lines)) if lines[at].startswith("}")), len(lines))
            yield number, lines[number - 1 : end]


def boards_of(file: str, lines: list[str]) -> Iterator[Board]:
    """The boards of hexes in a file."""
    for first, block in blocks(file, lines, "board"):
        head = BOARD.match(block[0])
        if head is None:
            continue
        legend = next(at for at, line in enumerate(block) if line.strip().startswith("legend "))
        start = next(at for at, line in enumerate(block) if line.strip() == "rows {")
        end = next(at for at in range(start, len(block)) if block[at].strip() == "}")
        rows = tuple(Row(Place(file, first + at), tuple(block[at].split())) for at in range(start + 1, end))
        yield Board(
            id=head[1],
            at=Place(file, first),
            columns=int(head[3]),
            height=int(head[4]),
            pushed=0 if head[2] == "lower" else 1,
            half=head[5] is not None,
            legend_at=Place(file, first + legend),
            legend=dict(re.findall(r"(\S) = (\w+)", block[legend].replace("legend", ""))),
            rows=rows,
        )


def items_of(file: str, first: int, block: list[str]) -> Iterator[Named]:
    """What a layout says, but its boards; of a board its places and edges. Several edges may stand in a line."""
    for number, line in enumerate(block, first):
        at = Place(file, number)
        if line.strip().startswith("edge "):
            for feature, hexes in re.findall(r"edge (\w+) (\w+ / \w+)", line):
                yield Named(at, f"edge {feature}", hexes)
        elif (found := ITEM.match(line)) is not None:
            word, text, side, edge, what, name, expression, _, _ = found.groups()
            if word is not None:
                yield Named(at, word.split()[0], text)
            elif side is not None:
                yield Named(at, f"rows {side}", edge)
            else:
                yield Named(at, f"{what} {name}", expression)


def layouts_of(file: str, lines: list[str]) -> Iterator[Layout]:
    """The layouts in a file."""
    for first, block in blocks(file, lines, "layout"):
        placings = [
            Placing(Place(file, number), found[1], int(found[2]), int(found[3]), found[4] is not None, found[5])
            for number, line in enumerate(block, first)
            if (found := PLACING.match(line)) is not None
        ]
        yield Layout(block[0].split()[1], Place(file, first), tuple(placings), tuple(items_of(file, first, block)))


def forces_of(file: str, first: int, block: list[str]) -> Iterator[Force]:
    """The forces in a roster or a scenario."""
    owner = block[0].split()[1]
    for number, line in enumerate(block[1:], first + 1):
        found = FORCE.match(line)
        if found is not None and found[1] not in ("given", "options"):
            yield Force(Place(file, number), owner, found[1], found[2])


def scenarios_of(file: str, lines: list[str]) -> Iterator[Scenario]:
    """The scenarios in a file."""
    for first, block in blocks(file, lines, "scenario"):
        numbered = dict(enumerate(block, first))
        uses = {words[0]: (number, words[1]) for number, line in numbered.items() if len(words := line.split()) > 1}
        spots = [
            Spot(Place(file, number), found[1], found[2], found.start(2))
            for number, line in numbered.items()
            if line.strip().startswith("given ")
            for found in SPOT.finditer(line)
        ]
        number, layout = uses["layout"]
        yield Scenario(
            id=block[0].split()[1],
            at=Place(file, first),
            layout=layout,
            layout_at=Place(file, number),
            roster=uses["roster"][1] if "roster" in uses else None,
            lines=numbered,
            spots=tuple(spots),
            forces=tuple(forces_of(file, first, block)),
        )
