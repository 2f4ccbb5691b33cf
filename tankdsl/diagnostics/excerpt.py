"""A piece of the ground as data: the caret line of findings about places on a map.

An excerpt holds what is needed to draw it and nothing of how that is done; ``render/ground.py`` makes lines of text of it,
``render/json.py`` keys and values, the package ``picture`` a drawing.  Who finds something makes a `Picture`, which costs nothing until
somebody looks at it.
"""

from __future__ import annotations

from typing import Literal

from tankdsl.frozen import FrozenValue

Role = Literal["place", "cause", "other"]
"""``place``: what the finding is about, shown in ``[ ]``; ``cause``: why it is so, in ``( )``; ``other``: what else matters, in ``< >``."""

Point = tuple[int, int]
"""On a table, in hundredths: x to the right, y upwards."""


class Ground(FrozenValue):
    """A terrain: its id, what people call it, and the sign that stands for it, of one to three characters."""

    id: str
    name: str
    glyph: str


class Tile(FrozenValue):
    """One hex, by its axial coordinates; ``column`` and ``row`` are what its column and row are called on the map."""

    label: str
    q: int
    r: int
    terrain: int
    """Position in the list of terrains."""
    half: bool
    column: str
    row: str


class Border(FrozenValue):
    """A feature of the side between two neighbours (positions in the list of hexes)."""

    a: int
    b: int
    feature: str
    sign: str = ""
    """The character that stands for the feature in a drawing of text; none when the side is drawn as a line."""


class Marked(FrozenValue):
    """Hexes that matter, and what they are in a few words; ``beyond`` counts those that the excerpt does not show."""

    role: Role
    text: str
    tiles: tuple[int, ...]
    beyond: int


class HexExcerpt(FrozenValue):
    """Part of a map of hexes."""

    map: str
    orientation: Literal["flat", "pointy"]
    terrains: tuple[Ground, ...]
    """All of the rules, in their order."""
    tiles: tuple[Tile, ...]
    """In reading order."""
    borders: tuple[Border, ...]
    marks: tuple[Marked, ...]


class Shape(FrozenValue):
    """An area of a table; ``sign`` is its letter in the rows, ``tags`` are the names of its stats that are true."""

    name: str
    sign: str
    outline: tuple[Point, ...]
    tags: tuple[str, ...]


class MarkedArea(FrozenValue):
    """Areas and points that matter, and what they are in a few words."""

    role: Role
    text: str
    shapes: tuple[int, ...]
    """Positions in the list of areas."""
    points: tuple[Point, ...]


class TableExcerpt(FrozenValue):
    """A table without a grid. It is shown whole."""

    table: str
    width: int
    height: int
    shapes: tuple[Shape, ...]
    marks: tuple[MarkedArea, ...]
    rows: tuple[str, ...]
    """The table in coarse characters from the top: ``.`` where it is free, the letters of areas, capital ones where they are marked."""


Excerpt = HexExcerpt | TableExcerpt
