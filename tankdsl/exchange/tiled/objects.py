"""The object layers of a Tiled map: zones, named places, objectives, features of edges, units.

What an object is, its class says, or that of its layer: `zone`, `place`, `objective`, `edge`, `unit` and a few words that mean the same.
Without a class an area is a zone, a line an edge and a point a place, if it has a name. A hex belongs to an area if its middle does.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from tankdsl.diagnostics import counted, quoted
from tankdsl.exchange.interface import MOST_OBJECTS, Fetch, Model, Notes, Piece, Refusal, Value, too_large
from tankdsl.exchange.names import OBJECTIVES, SIDES, Names, plain, said
from tankdsl.exchange.terrains import stats_named
from tankdsl.exchange.tiled import parse as shape
from tankdsl.exchange.tiled.parse import Shape
from tankdsl.exchange.tiled.pixels import Pixels, Point, is_inside, turned
from tankdsl.exchange.tiled.terrain import Area, value_of
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


class Found(State):
    """What the object layers hold, collected object by object."""

    names: Names
    places: dict[str, Cell] = field(default_factory=dict)
    objectives: list[str] = field(default_factory=list)
    zones: dict[str, dict[Cell, None]] = field(default_factory=dict)
    edges: dict[tuple[Cell, Cell, str, bool], None] = field(default_factory=dict)
    """Two cells, the feature between them, and whether it leads from the first to the second."""
    models: dict[tuple[str, str], Model] = field(default_factory=dict)
    pieces: list[Piece] = field(default_factory=list)
    turned: int = 0
    """Units that are turned."""
    sides: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Id and name of a side by the plain form of its name."""
    zone_ids: dict[str, str] = field(default_factory=dict)
    work: int = 0


class Objects:
    """Reads the objects of one map."""

    def __init__(self, pixels: Pixels, area: Area, voids: frozenset[Cell], names: Names, fetch: Fetch, notes: Notes) -> None:
        self.pixels, self.area, self.voids, self.fetch, self.notes = pixels, area, voids, fetch, notes
        self.found = Found(names=names)
        self._templates: dict[str, Shape] = {}
        self._objects = 0
        self._shift = pixels.corner((area.left, area.top)) if area.left or area.top else (0, 0)

    def read_layer(self, layer: Shape) -> None:
        """Take everything on a layer."""
        name = said(shape.text(layer, "name"))
        sort = _SORT.get(shape.class_of(layer).lower()) or _SORT.get(name.lower().removesuffix("s"), "")
        dx, dy = shape.number(layer, "offsetx", "a layer"), shape.number(layer, "offsety", "a layer")
        objects = shape.objects(layer, "objects", f"the layer `{name}`")
        self._objects += len(objects)
        if self._objects > MOST_OBJECTS:
            raise too_large(f"the map has {self._objects:,} objects, and {MOST_OBJECTS:,} is the most", shape.line_of(layer))
        for held in objects:
            self._read(self._whole(held), sort, (dx - self._shift[0], dy - self._shift[1]), name)

    def _whole(self, held: Shape) -> Shape:
        """The object together with what its template says."""
        source = shape.text(held, "template")
        if not source:
            return held
        if source not in self._templates:
            try:
                found = shape.parse_template(self.fetch(source), source).get("object")
            except Refusal as refusal:
                refusal.line = None  # it counts in another file than the map
                raise
            self._templates[source] = found if isinstance(found, dict) else {}
        return {**self._templates[source], **held}

    def _read(self, held: Shape, layer_sort: str, shift: Point, layer: str) -> None:
        name, line = said(shape.text(held, "name")), shape.line_of(held)
        what = f"the object `{name}`" if name else f"an object of the layer `{layer}`"
        sort = _SORT.get(shape.class_of(held).lower()) or layer_sort or _sort_by_shape(held)
        if sort != "unit":
            self._drop_properties(held, what, ("leads",) if sort == "edge" else ())
        if held.get("text"):
            self.notes.dropped(f"{what}: texts are not read", line)
        elif sort in ("zone", "place", "objective") and not name:
            self.notes.dropped(f"{what}, which has no name", line)
        elif sort == "zone":
            self.add_zone(name, self._covered(held, shift, what), what, line)
        elif sort == "edge":
            self._edge(held, shift, name, what)
        elif held.get("polyline"):
            self.notes.dropped(f"{what}: lines are read as edges", line)
        else:
            self._on_cell(held, sort, shift, name, what)

    def _drop_properties(self, held: Shape, what: str, known: tuple[str, ...]) -> None:
        """Tell the properties of an object that is no unit; only units have stats."""
        lost = [said(word) for word, _, _ in shape.properties(held, what) if said(word) not in known]
        if lost:
            words = f"the {'property' if len(lost) == 1 else 'properties'} {quoted(lost, 'and')} of {what}"
            self.notes.dropped(f"{words}: only those of units and of tiles are read", shape.line_of(held))

    def _on_cell(self, held: Shape, sort: str, shift: Point, name: str, what: str) -> None:
        cell = self.pixels.cell_at(_middle(held, shift, what))
        if not self._is_hex(cell):
            self.notes.dropped(f"{what}, which lies on no hex", shape.line_of(held))
        elif sort == "unit":
            self._unit(held, cell, name, what)
        else:
            id = self.found.names.new(name, "place")
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

    # ------------------------------------------------------------------------------------------------------------ areas

    def _covered(self, held: Shape, shift: Point, what: str) -> list[Cell]:
        """The cells whose middles lie in an object; of a point or a counter the cell where it stands."""
        outline = _outline(held, shift, what)
        if outline is None:
            return [self.pixels.cell_at(_middle(held, shift, what))]
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        box = (min(xs), min(ys), max(xs), max(ys))
        cells = list(self.pixels.cells_in(box, self.area.columns, self.area.rows))
        self._work(len(cells) * len(outline), held)
        if held.get("ellipse"):
            return [cell for cell in cells if _in_ellipse(self.pixels.centre(cell), held, shift, what)]
        return [cell for cell in cells if is_inside(self.pixels.centre(cell), outline)]

    def _work(self, more: int, held: Shape) -> None:
        self.found.work += more
        if self.found.work > MOST_WORK:
            raise too_large("the areas and lines of the map have too many corners", shape.line_of(held))

    def _edge(self, held: Shape, shift: Point, name: str, what: str) -> None:
        points = shape.objects(held, "polyline", what)
        feature = plain(name)
        if len(points) < 2 or not feature:
            self.notes.dropped(f"{what}: an edge is a line along sides of hexes, and its name the feature", shape.line_of(held))
            return
        feature = Names().new(name, "edge")
        self._work(_AROUND * len(points), held)
        line = [_moved(point, held, shift, what) for point in points]
        leads = any(said(word) == "leads" and value_of(kind, value) is True for word, kind, value in shape.properties(held, what))
        lost = 0
        for (x1, y1), (x2, y2) in pairwise(line):
            pair = self.pixels.between(((x1 + x2) / 2, (y1 + y2) / 2))
            if pair is not None and self._is_hex(pair[0]) and self._is_hex(pair[1]):
                a, b = sorted(pair)
                if leads and self._is_on_the_right(a, (x1, y1), (x2, y2)):
                    a, b = b, a
                self.found.edges[a, b, feature, leads] = None
            else:
                lost += 1
        if lost:
            self.notes.dropped(f"{counted(lost, 'piece')} of {what} that run along no common side of two hexes", shape.line_of(held))

    def _is_on_the_right(self, cell: Cell, start: Point, end: Point) -> bool:
        """Whether a cell lies on the right hand of a line; a feature that leads somewhere leads there."""
        x, y = self.pixels.centre(cell)
        return (end[0] - start[0]) * (y - start[1]) > (end[1] - start[1]) * (x - start[0])

    # ------------------------------------------------------------------------------------------------------------ units

    def _unit(self, held: Shape, cell: Cell, name: str, what: str) -> None:
        said_of: dict[str, Value] = {}
        for word, kind, value in shape.properties(held, what):
            known = value_of(kind, value)
            if known is None:
                self.notes.dropped(f"the property `{said(word)}` of {what}", shape.line_of(held))
            else:
                said_of[word] = known
        side = self._side(str(said_of.pop("side", said_of.pop("owner", ""))), what)
        model = str(said_of.pop("model", "")) or name or shape.class_of(held) or "unit"
        key = (plain(model), side)
        if key not in self.found.models:
            stats = stats_named(said_of)
            self.found.models[key] = Model("", said(model), side, tuple((stats[one], value) for one, value in said_of.items()))
        elif set(said_of.values()) - {value for _, value in self.found.models[key].stats}:
            self.notes.dropped(f"the properties of {what}, which differ from those of the first `{said(model)}`", shape.line_of(held))
        self.found.pieces.append(Piece(f"{key[0]}/{side}", side, cell, name))
        self.found.turned += bool(shape.number(held, "rotation", what) % 360)

    def _side(self, word: str, what: str) -> str:
        if not word:
            self.notes.assumed(f"{what} belongs to the first side, since it has no property `side`")
            word = next(iter(self.found.sides), "red")
        key = plain(word) or word
        if key not in self.found.sides:
            id = key if key in SIDES else self.found.names.new(word, "side")
            self.found.sides[key] = (id, SIDES.get(key) or said(word))
        return self.found.sides[key][0]


def settled_models(found: Found, names: Names) -> tuple[tuple[Model, ...], tuple[Piece, ...]]:
    """Models with names of their own, and the pieces that are theirs."""
    uses = Counter(word for word, _ in found.models)
    ids: dict[str, str] = {}
    models = []
    for (word, side), model in found.models.items():
        wanted = f"{model.name}_{side}" if uses[word] > 1 else model.name
        ids[f"{word}/{side}"] = id = names.new(wanted, "unit")
        models.append(Model(id, model.name or id, side, model.stats))
    return tuple(models), tuple(Piece(ids[piece.model], piece.side, piece.cell, piece.name) for piece in found.pieces)


def _sort_by_shape(held: Shape) -> str:
    if held.get("polyline"):
        return "edge"
    is_area = held.get("polygon") or held.get("ellipse") or (not held.get("gid") and (held.get("width") or held.get("height")))
    return "zone" if is_area and not held.get("point") else "place"


def _corner(held: Shape, shift: Point, what: str) -> Point:
    return shape.number(held, "x", what) + shift[0], shape.number(held, "y", what) + shift[1]


def _moved(point: Shape, held: Shape, shift: Point, what: str) -> Point:
    """A point of an object, which counts from the object's corner, on the map."""
    x, y = _corner(held, shift, what)
    at = (x + shape.number(point, "x", what), y + shape.number(point, "y", what))
    return turned(at, (x, y), shape.number(held, "rotation", what))


def _middle(held: Shape, shift: Point, what: str) -> Point:
    """Where something stands: the middle of its box; a picture's corner is at its lower left."""
    x, y = _corner(held, shift, what)
    if held.get("polygon"):
        corners = [_moved(point, held, shift, what) for point in shape.objects(held, "polygon", what)]
        return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
    width, height = shape.number(held, "width", what), shape.number(held, "height", what)
    down = -height / 2 if held.get("gid") else height / 2
    return turned((x + width / 2, y + down), (x, y), shape.number(held, "rotation", what))


def _outline(held: Shape, shift: Point, what: str) -> list[Point] | None:
    """The corners of an area; None for a point or a counter."""
    if held.get("polygon"):
        return [_moved(point, held, shift, what) for point in shape.objects(held, "polygon", what)]
    width, height = shape.number(held, "width", what), shape.number(held, "height", what)
    if held.get("gid") or held.get("point") or width <= 0 or height <= 0:
        return None
    return [_moved({"x": x, "y": y}, held, shift, what) for x, y in ((0, 0), (width, 0), (width, height), (0, height))]


def _in_ellipse(point: Point, held: Shape, shift: Point, what: str) -> bool:
    x, y = turned(point, _corner(held, shift, what), -shape.number(held, "rotation", what))
    left, top = _corner(held, shift, what)
    a, b = shape.number(held, "width", what) / 2, shape.number(held, "height", what) / 2
    return ((x - left - a) / a) ** 2 + ((y - top - b) / b) ** 2 <= 1
