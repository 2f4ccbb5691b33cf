"""The tilesets of a Tiled map: what each tile means, and how it is drawn where it stands on the map as an object.

A tile is *named* by its property `terrain`, else by its class. Whole numbers, flags and texts among its properties become stats.
"""

from __future__ import annotations

from bisect import bisect_right
from posixpath import dirname, join, normpath

from tankdsl.exchange.interface import MOST_CELLS, Fetch, Notes, Refusal, Value, broken
from tankdsl.exchange.names import kept, said
from tankdsl.exchange.tiled import parse as shape
from tankdsl.exchange.tiled.parse import Shape
from tankdsl.exchange.tiled.pixels import Point
from tankdsl.frozen import FrozenValue, replaced

MOST_TILESETS = 200
NAME = "terrain"
"""The property that names a tile, before its class."""
TITLE = "name"
"""The property with the name that players read."""
LOWER_LEFT = (0.0, 1.0)
ANCHORS: dict[str, Point] = {
    "unspecified": LOWER_LEFT,
    "topleft": (0.0, 0.0),
    "top": (0.5, 0.0),
    "topright": (1.0, 0.0),
    "left": (0.0, 0.5),
    "center": (0.5, 0.5),
    "right": (1.0, 0.5),
    "bottomleft": LOWER_LEFT,
    "bottom": (0.5, 1.0),
    "bottomright": (1.0, 1.0),
}
"""By the attribute `objectalignment` of a tileset: which point of a tile's picture an object's position is, in parts of its size."""


class Drawn(FrozenValue):
    """How a tile is drawn as an object: its size in pixels, the point of it that is the object's position, and how far it is moved."""

    size: Point = (0.0, 0.0)
    anchor: Point = LOWER_LEFT
    offset: Point = (0.0, 0.0)


class Tile(FrozenValue):
    """What a tile means."""

    name: str
    is_named: bool
    stats: tuple[tuple[str, Value], ...]
    title: str = ""
    sort: str = ""
    """Its class, which an object with this tile has too unless it has one of its own."""
    label: str = ""
    """Its tileset and number."""
    drawn: Drawn = Drawn()


class Tileset(FrozenValue):
    """A tileset as far as it says what tiles mean. `last` is the last local number, None if the file does not say."""

    first: int
    name: str
    tiles: dict[int, Tile]
    last: int | None
    drawn: Drawn = Drawn()


class Tiles:
    """The tiles of a map by their number."""

    def __init__(self, sets: list[Tileset]) -> None:
        self.sets = sorted(sets, key=lambda one: one.first)
        self._firsts = [one.first for one in self.sets]

    def tile(self, number: int, where: str, line: int | None) -> Tile:
        """The tile of a number other than 0; refuses a number that no tileset has."""
        index = bisect_right(self._firsts, number) - 1
        if index < 0:
            help = () if self.sets else "the map has no tileset"
            raise broken(f"{where} uses tile {number:,}, which no tileset has", line, help)
        found = self.sets[index]
        local = number - found.first
        if local in found.tiles:
            return found.tiles[local]
        if found.last is not None and local > found.last:
            raise broken(f"{where} uses tile {number:,}, and the tileset `{found.name}` ends with {found.first + found.last:,}", line)
        label = f"{found.name} {local}"
        return Tile(label, False, (), label=label, drawn=found.drawn)


def read_tilesets(map: Shape, fetch: Fetch, notes: Notes) -> Tiles:
    """All tilesets of a map, those in files of their own too."""
    sets: dict[int, Tileset] = {}
    for held in shape.objects(map, "tilesets", "the map", MOST_TILESETS):
        found = read_tileset(held, "", fetch, notes)
        if found.first in sets:
            names = f"`{sets[found.first].name}` and `{found.name}`"
            raise broken(f"the tilesets {names} both begin with tile {found.first:,}", shape.line_of(held))
        sets[found.first] = found
    return Tiles(list(sets.values()))


def read_tileset(held: Shape, beside: str, fetch: Fetch, notes: Notes) -> Tileset:
    """A tileset, whole or as the path of a file of its own; `beside` is the file that holds it, if that is not the map."""
    first = shape.whole(held, "firstgid", "a tileset")
    if not 1 <= first < 2**28:
        raise broken(f"a tileset begins with tile {first:,}, and tiles count from 1", shape.line_of(held))
    source = shape.text(held, "source")
    if not source:
        return _tileset(held, first, notes)
    path = beside_of(source, beside)
    try:
        return _tileset(shape.parse_tileset(fetch(path), path), first, notes)
    except Refusal as refusal:
        refusal.line = shape.line_of(held)  # its own counts in another file than the map
        raise


def beside_of(path: str, other: str) -> str:
    """A path that another file names, from the folder of the map."""
    return normpath(join(dirname(other), path)) if dirname(other) else path


def _tileset(held: Shape, first: int, notes: Notes) -> Tileset:
    name = said(shape.text(held, "name")) or "tile"
    what = f"the tileset `{name}`"
    drawn = _drawn(held, what, notes)
    tiles: dict[int, Tile] = {}
    old = held.get("tileproperties")
    if isinstance(old, dict):
        old_types = held.get("tilepropertytypes")
        kinds = old_types if isinstance(old_types, dict) else {}
        for key, found in old.items():
            if key.isascii() and key.isdigit() and isinstance(found, dict):
                whole = {"properties": found, "propertytypes": kinds.get(key)}
                tiles[int(key[:9])] = _tile(whole, f"{name} {key}", what, drawn, notes)
    listed = held.get("tiles")
    if not isinstance(listed, dict):  # as an object it holds nothing but pictures
        for one in shape.objects(held, "tiles", what, MOST_CELLS):
            number = shape.whole(one, "id", f"a tile of {what}")
            tiles[number] = _tile(one, f"{name} {number}", what, drawn, notes)
    return Tileset(first, name, tiles, _last(held, what), drawn)


def _drawn(held: Shape, what: str, notes: Notes) -> Drawn:
    alignment = shape.text(held, "objectalignment") or "unspecified"
    if alignment not in ANCHORS:
        notes.assumed(f"objects with tiles of {what} stand on their lower left corner, since `{said(alignment)}` is no alignment of Tiled")
    moved = held.get("tileoffset")
    offset = (shape.number(moved, "x", what), shape.number(moved, "y", what)) if isinstance(moved, dict) else (0.0, 0.0)
    size = shape.number(held, "tilewidth", what), shape.number(held, "tileheight", what)
    return Drawn(size, ANCHORS.get(alignment, LOWER_LEFT), offset)


def _last(held: Shape, what: str) -> int | None:
    """The last local number of a tileset that is cut out of one picture."""
    count = shape.whole(held, "tilecount", what, 0)
    if not held.get("image"):
        return None if not held.get("tiles") else -1
    if count:
        return count - 1
    spacing, margin = shape.whole(held, "spacing", what, 0), shape.whole(held, "margin", what, 0)
    across = _fit(shape.whole(held, "imagewidth", what, 0), shape.whole(held, "tilewidth", what, 0), spacing, margin)
    down = _fit(shape.whole(held, "imageheight", what, 0), shape.whole(held, "tileheight", what, 0), spacing, margin)
    return across * down - 1 if across and down else None


def _fit(whole: int, tile: int, spacing: int, margin: int) -> int:
    return max(0, (whole - 2 * margin + spacing) // (tile + spacing)) if tile > 0 and spacing >= 0 else 0


def _tile(held: Shape, label: str, what: str, drawn: Drawn, notes: Notes) -> Tile:
    sort = name = shape.class_of(held)
    title = ""
    stats: dict[str, Value] = {}
    for key, kind, value in shape.properties(held, what):
        if key == NAME and isinstance(value, str):
            name = value or name
        elif key == TITLE and isinstance(value, str):
            title = kept(value, notes)
        elif (known := value_of(kind, value, notes)) is not None:
            stats[key] = known
        else:
            notes.dropped(f"the property `{said(key)}` of tiles of {what}: only whole numbers, flags and texts become stats")
    return Tile(name or label, bool(name), tuple(stats.items()), title, sort, label, _with_own_size(drawn, held, what))


def _with_own_size(drawn: Drawn, held: Shape, what: str) -> Drawn:
    """In a collection of pictures each tile has its own size: that of its picture, or of the part of it that is cut out."""
    sizes = []
    for own, of_image, usual in (("width", "imagewidth", drawn.size[0]), ("height", "imageheight", drawn.size[1])):
        size = shape.number(held, own, what) or shape.number(held, of_image, what)
        sizes.append(size or usual)
    found = (sizes[0], sizes[1])
    return drawn if found == drawn.size else replaced(drawn, size=found)


def value_of(kind: str, value: object, notes: Notes) -> Value | None:
    """The value of a property; None for one that no stat can have."""
    if kind == "bool" or isinstance(value, bool):
        return value in (True, "true")
    if kind in ("int", "float") or (kind == "string" and isinstance(value, int)):
        return shape.whole({"v": value}, "v", "a property") if _is_whole(value) else None
    return kept(value, notes) if kind == "string" and isinstance(value, str) else None


def _is_whole(value: object) -> bool:
    text = str(value)
    try:
        return len(text) <= 40 and abs(float(text)) < 2**31 and float(text).is_integer()
    except ValueError:
        return False
