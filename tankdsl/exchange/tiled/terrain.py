"""The tile layers of a Tiled map: which terrain each cell has, and which cells are marked as a zone.

A tile is *named* by its property `terrain`, else by its class; the topmost named tile of a cell says what the cell is. A tile without a
name may still add properties (heights painted on a layer of their own); without either it is a picture only, and counts, under the name
of its tileset, where nothing below is named.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from tankdsl.diagnostics import counted
from tankdsl.exchange.interface import MOST_CELLS, Notes, Value, broken, checked_size, too_large
from tankdsl.exchange.names import said
from tankdsl.exchange.terrains import Sort
from tankdsl.exchange.tiled import parse as shape
from tankdsl.exchange.tiled.cells import tile_numbers
from tankdsl.exchange.tiled.parse import Shape
from tankdsl.exchange.tiled.pixels import Point
from tankdsl.exchange.tiled.tilesets import Tile, Tiles
from tankdsl.frozen import FrozenValue
from tankdsl.ground.labels import Cell

MOST_LAYERS = 100


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


def _flat(held: Shape, what: str, notes: Notes, depth: int = 0, moved: Point = (0.0, 0.0)) -> Iterator[Shape]:
    """The layers of a group in their order, with the offsets of all groups around them added to their own, as Tiled shows them."""
    if depth > shape.DEEPEST:
        raise too_large(f"groups of layers are nested more than {shape.DEEPEST} deep")
    for layer in shape.objects(held, "layers", what, 1_000):
        name = said(shape.text(layer, "name"))
        here = moved[0] + shape.number(layer, "offsetx", "a layer"), moved[1] + shape.number(layer, "offsety", "a layer")
        if not shape.is_set(layer, "visible", True):
            notes.dropped(f"the layer `{name}`, which is hidden", shape.line_of(layer))
        elif layer.get("type") == "group":
            yield from _flat(layer, f"the group `{name}`", notes, depth + 1, here)
        elif layer.get("type") == "imagelayer":
            notes.dropped(f"the picture layer `{name}`", shape.line_of(layer))
        elif layer.get("type") not in ("tilelayer", "objectgroup"):
            notes.dropped(f"the layer `{name}`, which holds neither tiles nor objects", shape.line_of(layer))
        else:
            yield {**layer, "offsetx": here[0], "offsety": here[1]}


def offset_of(layer: Shape) -> Point:
    """How far a layer is moved from its place, the groups around it counted."""
    return shape.number(layer, "offsetx", "a layer"), shape.number(layer, "offsety", "a layer")


def is_zone(layer: Shape) -> bool:
    """Whether a tile layer marks a zone and says nothing of the terrain."""
    return shape.class_of(layer).lower() == "zone"


def ground_offset(layers: list[Shape], notes: Notes) -> Point:
    """How far the ground as a whole is moved: objects stand where they are seen on it. Not at all where its layers are moved apart."""
    painted = [layer for layer in layers if layer.get("type") == "tilelayer"]
    offsets = dict.fromkeys(offset_of(layer) for layer in painted if not is_zone(layer))
    ground = next(iter(offsets)) if len(offsets) == 1 else (0.0, 0.0)
    if any(ground):
        notes.assumed(f"all tiles are shifted by {ground[0]:g}, {ground[1]:g} pixels, so objects stand where they are seen on them")
    for layer in painted:
        if offset_of(layer) != ground:
            notes.assumed(f"{_what(layer)} is shifted for its looks only: tiles stay in their cells")
    return ground


# --------------------------------------------------------------------------------------------------------------- blocks


class Block(FrozenValue):
    """A rectangle of tiles of a layer, still packed: a whole layer, or a chunk."""

    area: Area
    data: object
    line: int | None
    is_chunk: bool


def blocks_of(layer: Shape, *, endless: bool) -> list[Block]:
    """The blocks of a tile layer. On a map without bounds one without chunks has no cells, or those of its own size."""
    what, line = _what(layer), shape.line_of(layer)
    chunks = shape.objects(layer, "chunks", what)
    found = [Block(_box(one), one.get("data"), shape.line_of(one) or line, True) for one in chunks]
    if found or (endless and _is_empty(layer.get("data"))):
        if sum(block.area.columns * block.area.rows for block in found) > MOST_CELLS:
            raise too_large(f"the chunks of {what} have more than {MOST_CELLS:,} cells together", line)
        return found
    if "data" not in layer:
        raise broken(f"{what} has no cells", line)
    has_size = (layer.get("width"), layer.get("height")) != (None, None)
    columns, rows = (shape.whole(layer, key, what) if has_size else 0 for key in ("width", "height"))
    left, top = (shape.whole(layer, f"start{axis}", what, 0) if endless else 0 for axis in "xy")
    if endless:
        checked_size(columns, rows, what, line)
    return [Block(Area(left, top, columns, rows), layer["data"], line, False)]


def _is_empty(data: object) -> bool:
    return not (data.strip() if isinstance(data, str) else data)


def _what(layer: Shape) -> str:
    return f"the layer `{said(shape.text(layer, 'name'))}`"


def area_of(map: Shape, layers: list[Shape], notes: Notes) -> Area:
    """The cells of a map; refuses sizes that no map has before anything is made of them."""
    line = shape.line_of(map)
    if not is_endless(map):
        columns, rows = shape.whole(map, "width", "the map"), shape.whole(map, "height", "the map")
        checked_size(columns, rows, "the map", line)
        return Area(0, 0, columns, rows)
    boxes = [block.area for layer in layers if layer.get("type") == "tilelayer" for block in blocks_of(layer, endless=True)]
    if not boxes:
        raise broken("the map has no cells", line)
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    columns = max(box.left + box.columns for box in boxes) - left
    rows = max(box.top + box.rows for box in boxes) - top
    checked_size(columns, rows, "the map", line)
    if left or top:
        notes.assumed(f"labels count from the first column and row that have tiles: column {left}, row {top} of Tiled is the first")
    return Area(left, top, columns, rows)


def is_endless(map: Shape) -> bool:
    """Whether a map has no bounds: its layers lie in chunks."""
    return shape.is_set(map, "infinite")


def _box(held: Shape) -> Area:
    columns, rows = shape.whole(held, "width", "a chunk"), shape.whole(held, "height", "a chunk")
    checked_size(columns, rows, "a chunk", shape.line_of(held))
    return Area(shape.whole(held, "x", "a chunk"), shape.whole(held, "y", "a chunk"), columns, rows)


def numbers_of(layer: Shape, area: Area, notes: Notes, *, endless: bool) -> array[int]:
    """The tile numbers of a layer, row by row of the whole map."""
    what = _what(layer)
    encoding, compression = shape.text(layer, "encoding"), shape.text(layer, "compression")
    found = array("L", bytes(array("L").itemsize * area.columns * area.rows))
    beyond = 0
    for block in blocks_of(layer, endless=endless):
        box = block.area
        if not block.is_chunk and not endless:
            if box.columns and (box.columns, box.rows) != (area.columns, area.rows):
                raise broken(f"{what} is {box.columns} x {box.rows}, and the map {area.columns} x {area.rows}", block.line)
            return tile_numbers(block.data, encoding, compression, area.columns * area.rows, what, block.line)
        numbers = tile_numbers(block.data, encoding, compression, box.columns * box.rows, what, block.line)
        beyond += _laid_in(found, area, numbers, box)
    if beyond:
        notes.dropped(f"{counted(beyond, 'tile')} of {what} beyond the map, which is {area.columns} x {area.rows}", shape.line_of(layer))
    return found


def _laid_in(found: array[int], area: Area, numbers: array[int], box: Area) -> int:
    """Lay the tiles of a chunk in their cells; the number of those that lie beyond the map."""
    left, right = (max(0, min(area.columns, x - area.left)) for x in (box.left, box.left + box.columns))
    inside = 0
    for row in range(max(box.top, area.top), min(box.top + box.rows, area.top + area.rows)):
        start = (row - box.top) * box.columns + area.left - box.left
        taken = numbers[start + left : start + right] if left < right else array("L")
        at = (row - area.top) * area.columns
        found[at + left : at + left + len(taken)] = taken
        inside += len(taken) - taken.count(0)
    return len(numbers) - numbers.count(0) - inside


# ---------------------------------------------------------------------------------------------------------------- cells


def cells_of(
    layers: list[Shape], area: Area, tiles: Tiles, notes: Notes, *, endless: bool
) -> tuple[list[Sort | None], dict[str, list[Cell]]]:
    """What each cell is, row by row, and the cells of zones that are painted."""
    count = area.columns * area.rows
    named: list[Tile | None] = [None] * count
    extra: dict[int, dict[str, Value]] = {}
    zones: dict[str, list[Cell]] = {}
    covered = 0
    for layer in (one for one in layers if one.get("type") == "tilelayer"):
        name, line = said(shape.text(layer, "name")), shape.line_of(layer)
        numbers = numbers_of(layer, area, notes, endless=endless)
        if is_zone(layer):
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
