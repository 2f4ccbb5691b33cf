"""The object layers of a Tiled map: zones, named places, objectives, features of edges, units.

What an object is, its class says, or that of its layer: `zone`, `place`, `objective`, `edge`, `unit` and a few words that mean the same.
Without a class an area is a zone, a line an edge and a point a place, if it has a name. A hex belongs to an area if its middle does.
What an object does not say itself it has from its template or from the tile that it shows (`templates.py`).
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from tankdsl.diagnostics import counted, quoted
from tankdsl.exchange.interface import MOST_OBJECTS, Notes, too_large
from tankdsl.exchange.names import OBJECTIVES, Names, plain, said
from tankdsl.exchange.tiled import parse as shape
from tankdsl.exchange.tiled.figures import Figure, figure_of
from tankdsl.exchange.tiled.parse import Shape
from tankdsl.exchange.tiled.pixels import Pixels, Point
from tankdsl.exchange.tiled.templates import Templates, class_of
from tankdsl.exchange.tiled.terrain import Area, offset_of
from tankdsl.exchange.tiled.tilesets import Tile, value_of
from tankdsl.exchange.tiled.units import Units
from tankdsl.frozen import FrozenValue
from tankdsl.ground.labels import Cell
from tankdsl.state import State, field

WORDS = {
    "zone": ("zone", "area", "region"),
    "place": ("place", "location", "point"),
    "objective": ("objective", "checkpoint", "goal", "victory"),
    "edge": ("edge", "hexside", "border"),
    "unit": ("unit", "piece", "counter", "tank", "vehicle"),
}
_SORT = {word: sort for sort, words in WORDS.items() for word in words}
MOST_WORK = 5_000_000
"""Corners of areas and lines times cells that they are compared with."""
_AROUND = 25
"""Cells that a point is compared with."""
_TOO_LONG = 1.5
"""So many sides long a piece of a line runs along no single side."""


class Thing(FrozenValue):
    """An object of a layer with all that counts for it; `what` is how it is called in notes."""

    held: Shape
    tile: Tile | None
    figure: Figure
    name: str
    what: str

    @property
    def line(self) -> int | None:
        """Where it stands in a file of XML."""
        return shape.line_of(self.held)


class Found(State):
    """What the object layers hold, collected object by object."""

    names: Names
    places: dict[str, Cell] = field(default_factory=dict)
    objectives: list[str] = field(default_factory=list)
    zones: dict[str, dict[Cell, None]] = field(default_factory=dict)
    edges: dict[tuple[Cell, Cell, str], tuple[Cell, Cell, bool]] = field(default_factory=dict)
    """By two cells in order and the feature between them: the cells from where it leads to where, and whether it leads at all."""
    features: Names = field(default_factory=Names)
    feature_ids: dict[str, str] = field(default_factory=dict)
    zone_ids: dict[str, str] = field(default_factory=dict)
    strange: Counter[str] = field(default_factory=Counter)
    """Classes that mean nothing here, with the number of their objects."""
    work: int = 0


class Objects:
    """Reads the objects of one map."""

    def __init__(
        self, pixels: Pixels, area: Area, voids: frozenset[Cell], names: Names, templates: Templates, ground: Point, notes: Notes
    ) -> None:
        self.pixels, self.area, self.voids, self.templates, self.notes = pixels, area, voids, templates, notes
        self.found = Found(names=names)
        self.units = Units(names, notes)
        self._objects = 0
        across, down = pixels.shift((area.left, area.top))
        self._ground = (ground[0] + across, ground[1] + down)

    def read_layer(self, layer: Shape) -> None:
        """Take everything on a layer."""
        name = said(shape.text(layer, "name"))
        sort = _SORT.get(shape.class_of(layer).lower()) or _SORT.get(name.lower().removesuffix("s"), "")
        dx, dy = offset_of(layer)
        objects = shape.objects(layer, "objects", f"the layer `{name}`")
        self._objects += len(objects)
        if self._objects > MOST_OBJECTS:
            raise too_large(f"the map has {self._objects:,} objects, and {MOST_OBJECTS:,} is the most", shape.line_of(layer))
        for held in objects:
            whole, tile = self.templates.whole(held, f"an object of the layer `{name}`")
            title = said(shape.text(whole, "name"))
            what = f"the object `{title}`" if title else f"an object of the layer `{name}`"
            if not shape.is_set(whole, "visible", True):
                self.notes.dropped(f"{what}, which is hidden", shape.line_of(whole))
                continue
            figure = figure_of(whole, tile, (dx - self._ground[0], dy - self._ground[1]), what)
            self._read(Thing(whole, tile, figure, title, what), sort)

    def tell_classes(self) -> None:
        """Tell the classes that mean nothing here, after all layers."""
        for word, number in self.found.strange.items():
            self.notes.dropped(f"the class `{word}` of {counted(number, 'object')}, which means nothing here: layer and form count")

    def _read(self, one: Thing, layer_sort: str) -> None:
        own = said(shape.class_of(one.held))
        sort = _SORT.get(class_of(one.held, one.tile).lower()) or layer_sort or _sort_by_form(one.figure)
        if own and own.lower() not in _SORT and (sort != "unit" or one.name):
            self.found.strange[own] += 1
        if sort != "unit":
            self._drop_properties(one, ("leads",) if sort == "edge" else ())
        if one.figure.form == "text":
            self.notes.dropped(f"{one.what}: texts are not read", one.line)
        elif sort in ("zone", "place", "objective") and not one.name:
            self.notes.dropped(f"{one.what}, which has no name", one.line)
        elif sort == "edge":
            self._edge(one)
        elif one.figure.form == "polyline":
            self.notes.dropped(f"{one.what}: lines are read as edges", one.line)
        elif sort == "zone":
            self.add_zone(one.name, self._covered(one), one.what, one.line)
        else:
            self._on_cell(one, sort)

    def _drop_properties(self, one: Thing, known: tuple[str, ...]) -> None:
        """Tell the properties of an object that is no unit; only units have stats."""
        lost = [said(word) for word, _, _ in shape.properties(one.held, one.what) if said(word) not in known]
        if lost:
            words = f"the {'property' if len(lost) == 1 else 'properties'} {quoted(lost, 'and')} of {one.what}"
            self.notes.dropped(f"{words}: only those of units and of tiles are read", one.line)
        if one.tile is not None and one.tile.stats:
            self.notes.dropped(f"the properties of the tile `{one.tile.label}` where an object shows it that is no unit")

    def _on_cell(self, one: Thing, sort: str) -> None:
        cell = self.pixels.cell_at(one.figure.middle)
        if not self._is_hex(cell):
            self.notes.dropped(f"{one.what}, which lies on no hex", one.line)
        elif sort == "unit":
            word = class_of(one.held, one.tile)
            self.units.add(one.held, one.tile, cell, one.name, "" if word.lower() in _SORT else word, one.what)
        else:
            id = self.found.names.new(one.name, "place")
            self.found.places[id] = cell
            if sort == "objective":
                self.found.objectives.append(id)

    def _is_hex(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.area.columns and 0 <= cell[1] < self.area.rows and cell not in self.voids

    def add_zone(self, name: str, cells: list[Cell], what: str, line: int | None) -> None:
        """Add cells to a zone; several areas with one name are one zone. One without a hex is told as `what` of a line."""
        inside = [cell for cell in cells if self._is_hex(cell)]
        if not inside:
            self.notes.dropped(f"{what}: it covers the middle of no hex", line)
            return
        if name not in self.found.zone_ids:
            self.found.zone_ids[name] = OBJECTIVES if plain(name) == OBJECTIVES else self.found.names.new(name, "zone")
        zone = self.found.zones.setdefault(self.found.zone_ids[name], {})
        zone.update(dict.fromkeys(inside))

    def _covered(self, one: Thing) -> list[Cell]:
        """The cells whose middles lie in an object; of a point or a counter the cell where it stands."""
        outline = one.figure.outline
        if outline is None:
            return [self.pixels.cell_at(one.figure.middle)]
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        box = (min(xs), min(ys), max(xs), max(ys))
        cells = list(self.pixels.cells_in(box, self.area.columns, self.area.rows))
        self._work(len(cells) * len(outline), one)
        return [cell for cell in cells if one.figure.covers(self.pixels.centre(cell), outline)]

    def _work(self, more: int, one: Thing) -> None:
        self.found.work += more
        if self.found.work > MOST_WORK:
            raise too_large("the areas and lines of the map have too many corners", one.line)

    # ------------------------------------------------------------------------------------------------------------ edges

    def _edge(self, one: Thing) -> None:
        points = one.figure.points if one.figure.form == "polyline" else ()
        key = plain(one.name)
        if len(points) < 2 or not key:
            self.notes.dropped(f"{one.what}: an edge is a line along sides of hexes, and its name the feature", one.line)
            return
        self._work(_AROUND * len(points), one)
        if key not in self.found.feature_ids:
            self.found.feature_ids[key] = self.found.features.new(one.name, "edge")
        feature = self.found.feature_ids[key]
        said_of = {said(word): value_of(kind, value, self.notes) for word, kind, value in shape.properties(one.held, one.what)}
        leads = said_of.get("leads") is True
        lost = long = double = 0
        for start, end in pairwise(one.figure.corners(points)):
            if self._is_too_long(start, end):
                long += 1
            elif (pair := self._sides_of(start, end)) is None:
                lost += 1
            else:
                double += self._add_edge(pair, feature, leads)
        if long:
            help = "a line needs a corner wherever two sides of hexes meet"
            self.notes.dropped(f"{counted(long, 'piece')} of {one.what}, longer than a side of a hex: {help}", one.line)
        if lost:
            self.notes.dropped(f"{counted(lost, 'piece')} of {one.what} that run along no common side of two hexes", one.line)
        if double:
            where = "sides that have this feature already, and lead another way or nowhere"
            self.notes.dropped(f"{counted(double, 'piece')} of {one.what} along {where}", one.line)

    def _is_too_long(self, start: Point, end: Point) -> bool:
        x, y = end[0] - start[0], end[1] - start[1]
        return bool((x * x + y * y) ** 0.5 > _TOO_LONG * self.pixels.longest_side)

    def _sides_of(self, start: Point, end: Point) -> tuple[Cell, Cell] | None:
        """The two hexes on whose common side a piece of a line runs: first that on its left hand, then that on its right."""
        pair = self.pixels.between(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
        if pair is None or start == end or not (self._is_hex(pair[0]) and self._is_hex(pair[1])):
            return None
        a, b = sorted(pair)
        x, y = self.pixels.centre(a)
        is_right = (end[0] - start[0]) * (y - start[1]) > (end[1] - start[1]) * (x - start[0])
        return (b, a) if is_right else (a, b)

    def _add_edge(self, pair: tuple[Cell, Cell], feature: str, leads: bool) -> int:
        """Add a feature that leads to the right hand, if it leads; 1 if the side has it already in another way."""
        a, b = sorted(pair)
        wanted = (*pair, True) if leads else (a, b, False)
        return int(self.found.edges.setdefault((a, b, feature), wanted) != wanted)


def _sort_by_form(figure: Figure) -> str:
    if figure.form == "polyline":
        return "edge"
    return "zone" if figure.is_area else "place"
