"""What is drawn, as values: a scene of hexes or of a table, and what may be laid over it.

A scene knows names and places and no drawing.  `read.py` makes one of a compiled scenario, the layers turn it into shapes.  Hexes are
given by their index in the order of the map, points in hundredths, x to the right and y upwards, as in the compiled form.
"""

from __future__ import annotations

from collections.abc import Mapping

from tankdsl.frozen import FrozenValue
from tankdsl.ground.hexes import Axial, Orientation

Point = tuple[int, int]


class NoPicture(FrozenValue):
    """Why nothing can be drawn, in a clause: `it has no map`."""

    reason: str


class Named(FrozenValue):
    """A side, a terrain, a feature of edges: what the rules call it and what people call it."""

    id: str
    name: str
    code: str = ""
    """A few letters that fit into a hex."""


class Tile(FrozenValue):
    """One hex of the map."""

    label: str
    q: int
    r: int
    terrain: int
    """Position in the list of terrains."""
    half: bool
    territory: int | None
    """The side whose ground it is."""
    level: int = 0
    """How high it lies."""

    @property
    def axial(self) -> Axial:
        """Its axial coordinate."""
        return (self.q, self.r)


class Edge(FrozenValue):
    """A feature between two hexes."""

    a: int
    b: int
    feature: int
    leads: bool = False
    """It leads from `a` to `b`."""


class Zone(FrozenValue):
    """A named set of hexes. `side` is given for the territory of a side."""

    name: str
    tiles: tuple[int, ...]
    side: int | None = None


class Spot(FrozenValue):
    """A place with a name of its own: a hex or a point."""

    name: str
    at: int | Point


class Piece(FrozenValue):
    """Something that stands on the map at the start."""

    id: str
    name: str
    code: str
    sort: str
    """`unit`, `marker`, `checkpoint` or `thing`."""
    side: int | None
    at: int | Point
    facings: tuple[int | Point, ...] = ()
    """Numbers of directions, on a table vectors; in the order of the states, a hull before a turret."""
    base: int = 0
    """On a table the radius of its base; 0 when the rules give it none."""
    kinds: tuple[str, ...] = ()
    """Its kind and those above it."""


class Waiting(FrozenValue):
    """Pieces of one name that stand nowhere at the start."""

    side: int | None
    name: str
    count: int


class HexScene(FrozenValue):
    """A map of hexes."""

    id: str
    title: str
    orientation: Orientation
    sides: tuple[Named, ...]
    terrains: tuple[Named, ...]
    tiles: tuple[Tile, ...]
    features: tuple[Named, ...]
    edges: tuple[Edge, ...]
    zones: tuple[Zone, ...]
    spots: tuple[Spot, ...]
    pieces: tuple[Piece, ...]
    waiting: tuple[Waiting, ...]


class Area(FrozenValue):
    """A shape on a table. Two corners are a line."""

    name: str
    outline: tuple[Point, ...]
    tags: tuple[str, ...]
    """The names of its stats that are true."""
    look: int
    """Areas with the same tags have the same number."""


class Arc(FrozenValue):
    """One part of the surroundings of pieces of a kind: ranges of degrees, clockwise from a facing."""

    name: str
    ranges: tuple[tuple[int, int], ...]


class Arcs(FrozenValue):
    """A division of the surroundings."""

    id: str
    kind: str
    facing: int
    """Which of the facings of a piece it counts from."""
    parts: tuple[Arc, ...]


class TableScene(FrozenValue):
    """A table without a grid."""

    id: str
    title: str
    width: int
    height: int
    sides: tuple[Named, ...]
    areas: tuple[Area, ...]
    spots: tuple[Spot, ...]
    pieces: tuple[Piece, ...]
    waiting: tuple[Waiting, ...]
    arcs: tuple[Arcs, ...]


Scene = HexScene | TableScene


# ---------------------------------------------------------------------------------------------------------- overlays


class Reach(FrozenValue):
    """What it costs a piece to come to each hex in one move."""

    title: str
    start: int
    costs: Mapping[int, int]


class View(FrozenValue):
    """The hexes that are seen from one."""

    title: str
    start: int
    seen: frozenset[int]


class Ray(FrozenValue):
    """A line of sight with what it meets."""

    title: str
    start: int
    end: int
    crossed: tuple[int, ...]
    beside: tuple[int, ...]
    """Hexes along whose sides it runs."""
    obstacles: tuple[int, ...]
    blockers: tuple[int, ...]
    """The obstacles that settle it; empty when the line is clear, when sides block it and when it is lost off the map."""
    clear: bool
    sides: tuple[tuple[int, int], ...] = ()
    """The sides that block it, each by its two hexes."""
    lines: tuple[str, ...] = ()
    """What it meets, from one end to the other, in words."""


class Regions(FrozenValue):
    """Sets of hexes between which pieces can go to and fro, the largest first."""

    title: str
    parts: tuple[tuple[int, ...], ...]


class Narrows(FrozenValue):
    """Where the ground of pieces hangs by one hex or by one side, and what closes the ways between sides."""

    title: str
    hexes: tuple[tuple[int, int], ...]
    """Each with the number of hexes that lose their way to the larger rest without it."""
    bridges: tuple[tuple[int, int], ...]
    """Sides by their two hexes."""
    cut: tuple[int, ...]
    """As few hexes as are enough to close all ways between where the sides begin."""


class Ways(FrozenValue):
    """The ways of one side, each as the hexes that it leads over."""

    title: str
    side: int | None
    apart: tuple[tuple[int, ...], ...]
    """Ways to the enemy that share no hex."""
    cheapest: tuple[tuple[int, ...], ...]
    """The cheapest way to each thing that there is to come to, and to the enemy."""


Overlay = Reach | View | Ray | Regions | Narrows | Ways
