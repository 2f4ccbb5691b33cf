"""The tile layers of a Tiled map: which terrain each cell has, and which cells are marked as a zone.

A tile is *named* by its property `terrain`, else by its class; the topmost named tile of a cell says what the cell is. A tile without a
name may still add properties (heights painted on a layer of their own); without either it is a picture only, and counts, under the name
of its tileset, where nothing below is named. Whole numbers, flags and texts among the properties become stats.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator

from tankdsl.diagnostics import counted
from tankdsl.exchange.interface import MOST_CELLS, Fetch, Notes, Refusal, Value, broken, checked_size, too_large
from tankdsl.exchange.names import said
from tankdsl.exchange.terrains import Sort
from tankdsl.exchange.tiled import parse as shape
from tankdsl.exchange.tiled.cells import tile_numbers
from tankdsl.exchange.tiled.parse import Shape
from tankdsl.frozen import FrozenValue
from tankdsl.ground.labels import Cell

MOST_LAYERS = 100
MOST_TILESETS = 200
NAME = "terrain"
"""The property that names a tile, before its class."""
TITLE = "name"
"""The property with the name that players read."""


class Tile(FrozenValue):
    """What a tile means."""

    name: str
    is_named: bool
    stats: tuple[tuple[str, Value], ...]
    title: str = ""


class Tileset(FrozenValue):
    """A tileset as far as it says what tiles mean. `last` is the last local number, None if the file does not say."""

    first: int
    name: str
    tiles: dict[int, Tile]
    last: int | None


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
        return Tile(f"{found.name} {local}", False, ())


def read_tilesets(map: Shape, fetch: Fetch, notes: Notes) -> Tiles:
    """All tilesets of a map, those in files of their own too."""
    sets = []
    for held in shape.objects(map, "tilesets", "the map", MOST_TILESETS):
        first = shape.whole(held, "firstgid", "a tileset")
        if not 1 <= first < 2**28:
            raise broken(f"a tileset begins with tile {first:,}, and tiles count from 1", shape.line_of(held))
        source = shape.text(held, "source")
        sets.append(_from_file(source, first, fetch, notes) if source else _tileset(held, first, notes))
    return Tiles(sets)


def _from_file(source: str, first: int, fetch: Fetch, notes: Notes) -> Tileset:
    try:
        return _tileset(shape.parse_tileset(fetch(source), source), first, notes)
    except Refusal as refusal:
        refusal.line = None  # it counts in another file than the map
        raise


def _tileset(held: Shape, first: int, notes: Notes) -> Tileset:
    name = said(shape.text(held, "name")) or "tile"
    what = f"the tileset `{name}`"
    tiles: dict[int, Tile] = {}
    old = held.get("tileproperties")
    if isinstance(old, dict):
        old_types = held.get("tilepropertytypes")
        kinds = old_types if isinstance(old_types, dict) else {}
        for key, found in old.items():
            if key.isdigit() and isinstance(found, dict):
                tiles[int(key[:9])] = _tile({"properties": found, "propertytypes": kinds.get(key)}, f"{name} {key}", what, notes)
    listed = held.get("tiles")
    if not isinstance(listed, dict):  # as an object it holds nothing but pictures
        for one in shape.objects(held, "tiles", what, MOST_CELLS):
            number = shape.whole(one, "id", f"a tile of {what}")
            tiles[number] = _tile(one, f"{name} {number}", what, notes)
    return Tileset(first, name, tiles, _last(held, what))


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


def _tile(held: Shape, otherwise: str, what: str, notes: Notes) -> Tile:
    name = shape.class_of(held)
    title = ""
    stats: dict[str, Value] = {}
    for key, kind, value in shape.properties(held, what):
        if key == NAME and isinstance(value, str):
            name = value or name
        elif key == TITLE and isinstance(value, str):
            title = value
        elif (known := value_of(kind, value)) is not None:
            stats[key] = known
        else:
            notes.dropped(f"the property `{said(key)}` of tiles of {what}: only whole numbers, flags and texts become stats")
    return Tile(name or otherwise, bool(name), tuple(stats.items()), title)


def value_of(kind: str, value: object) -> Value | None:
    """The value of a property; None for one that no stat can have."""
    if kind == "bool" or isinstance(value, bool):
        return value in (True, "true")
    if kind in ("int", "float") or (kind == "string" and isinstance(value, int)):
        return shape.whole({"v": value}, "v", "a property") if _is_whole(value) else None
    return said(value) if kind == "string" and isinstance(value, str) else None


def _is_whole(value: object) -> bool:
    try:
        return abs(float(str(value)[:40])) < 2**31 and float(str(value)[:40]).is_integer()
    except ValueError:
        return False


# --------------------------------------------------------------------------------------------------------------- layers


class Area(FrozenValue):
    """The part of the plane that a map covers: on a map without bounds, what its chunks cover."""

    left: int
    top: int
    columns: int
    rows: int


def layers_of(map: Shape, notes: Notes) -> list[Shape]:
    """All layers that show, from the bottom, those of groups in their place."""
    found = list(_flat(map, "the map", notes))
    if len(found) > MOST_LAYERS:
        raise too_large(f"the map has {len(found):,} layers, and {MOST_LAYERS} is the most")
    return found


def _flat(held: Shape, what: str, notes: Notes, depth: int = 0) -> Iterator[Shape]:
    if depth > shape.DEEPEST:
        raise too_large(f"groups of layers are nested more than {shape.DEEPEST} deep")
    for layer in shape.objects(held, "layers", what, 1_000):
        name = said(shape.text(layer, "name"))
        if not shape.is_set(layer, "visible", True):
            notes.dropped(f"the layer `{name}`, which is hidden", shape.line_of(layer))
        elif layer.get("type") == "group":
            yield from _flat(layer, f"the group `{name}`", notes, depth + 1)
        elif layer.get("type") == "imagelayer":
            notes.dropped(f"the picture layer `{name}`", shape.line_of(layer))
        else:
            yield layer


def area_of(map: Shape, layers: list[Shape]) -> Area:
    """The cells of a map; refuses sizes that no map has before anything is made of them."""
    line = shape.line_of(map)
    if not shape.is_set(map, "infinite"):
        columns, rows = shape.whole(map, "width", "the map"), shape.whole(map, "height", "the map")
        checked_size(columns, rows, "the map", line)
        return Area(0, 0, columns, rows)
    boxes = [_box(one) for layer in layers for one in shape.objects(layer, "chunks", "a layer")]
    if not boxes:
        raise broken("the map has no cells", line)
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    columns = max(box.left + box.columns for box in boxes) - left
    rows = max(box.top + box.rows for box in boxes) - top
    checked_size(columns, rows, "the map", line)
    return Area(left, top, columns, rows)


def _box(held: Shape) -> Area:
    columns, rows = shape.whole(held, "width", "a chunk"), shape.whole(held, "height", "a chunk")
    checked_size(columns, rows, "a chunk", shape.line_of(held))
    return Area(shape.whole(held, "x", "a chunk"), shape.whole(held, "y", "a chunk"), columns, rows)


def numbers_of(layer: Shape, area: Area) -> array[int]:
    """The tile numbers of a layer, row by row of the whole map."""
    what = f"the layer `{said(shape.text(layer, 'name'))}`"
    encoding, compression = shape.text(layer, "encoding"), shape.text(layer, "compression")
    line = shape.line_of(layer)
    if not layer.get("chunks"):
        if (layer.get("width"), layer.get("height")) != (None, None):
            size = shape.whole(layer, "width", what), shape.whole(layer, "height", what)
            if size != (area.columns, area.rows):
                raise broken(f"{what} is {size[0]} x {size[1]}, and the map {area.columns} x {area.rows}", line)
        if "data" not in layer:
            raise broken(f"{what} has no cells", line)
        return tile_numbers(layer["data"], encoding, compression, area.columns * area.rows, what, line)
    found = array("L", bytes(array("L").itemsize * area.columns * area.rows))
    for chunk in shape.objects(layer, "chunks", what):
        box = _box(chunk)
        numbers = tile_numbers(chunk.get("data"), encoding, compression, box.columns * box.rows, what, shape.line_of(chunk) or line)
        for row in range(box.rows):
            at = (box.top - area.top + row) * area.columns + box.left - area.left
            found[at : at + box.columns] = numbers[row * box.columns : (row + 1) * box.columns]
    return found


def cells_of(layers: list[Shape], area: Area, tiles: Tiles, notes: Notes) -> tuple[list[Sort | None], dict[str, list[Cell]]]:
    """What each cell is, row by row, and the cells of zones that are painted."""
    count = area.columns * area.rows
    named: list[Tile | None] = [None] * count
    extra: dict[int, dict[str, Value]] = {}
    zones: dict[str, list[Cell]] = {}
    covered = 0
    for layer in (one for one in layers if one.get("type") == "tilelayer"):
        name, line = said(shape.text(layer, "name")), shape.line_of(layer)
        numbers = numbers_of(layer, area)
        if shape.class_of(layer).lower() == "zone":
            zones.setdefault(name, []).extend((at % area.columns, at // area.columns) for at in range(count) if numbers[at])
            continue
        known = {number: tiles.tile(number, f"the layer `{name}`", line) for number in sorted(set(numbers) - {0})}
        for at in range(count):
            if numbers[at]:
                covered += _lay(known[numbers[at]], at, named, extra)
    if covered:
        notes.dropped(f"{counted(covered, 'tile')} that others cover: the topmost tile with a name says what a cell is")
    return [_sort(tile, extra.get(at)) for at, tile in enumerate(named)], zones


def _lay(tile: Tile, at: int, named: list[Tile | None], extra: dict[int, dict[str, Value]]) -> int:
    """Lay a tile on a cell; 1 if one of two tiles counts for nothing."""
    below = named[at]
    if tile.is_named or below is None:
        named[at] = tile
        if below is not None and not below.is_named and below.stats:
            extra.setdefault(at, {}).update(below.stats)
            return 0
        return int(below is not None)
    if tile.stats:
        extra.setdefault(at, {}).update(tile.stats)
        return 0
    return 1


def _sort(tile: Tile | None, extra: dict[str, Value] | None) -> Sort | None:
    if tile is None:
        return None
    stats = {**dict(tile.stats), **(extra or {})}
    return Sort(tile.name, tuple((name, stats[name]) for name in sorted(stats)), tile.title)
