"""A field as a hexagonal map of the Tiled editor, in either of its formats.

The map is made in the shape of the JSON format, and XML is written from that. Terrains are the tiles of one tileset, with their ids as
classes and their stats as properties; zones, places, objectives, features of edges and units are objects on a layer each. The reader in
`read.py` takes all of it back.  Levels are tiles of their own with nothing but the property `level`, on a layer above the ground.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any
from xml.sax.saxutils import quoteattr

from tankdsl.exchange.interface import Edge, Field, Stats
from tankdsl.exchange.tiled.outlines import outlines
from tankdsl.exchange.tiled.picture import in_rows, levels_of
from tankdsl.exchange.tiled.pixels import Pixels
from tankdsl.ground.hexes import Orientation

FLAT, POINTY = (56, 48, 28), (48, 56, 28)
"""Width, height and side of tiles that are nearly regular hexes."""
VERSION, TILED = "1.10", "1.10.2"
Shape = dict[str, Any]
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def pixels_of(field: Field) -> Pixels:
    """The measures of the map that a field is written as."""
    flat = field.grid.orientation is Orientation.FLAT
    return Pixels(flat, field.grid.pushed, *(FLAT if flat else POINTY))


def write_tmj(field: Field, image: str) -> bytes:
    """The map as JSON; `image` is the name of the picture of its tiles, as `tileset_image` draws it."""
    return (json.dumps(_map(field, image), ensure_ascii=False, indent=1) + "\n").encode(errors="replace")


def write_tmx(field: Field, image: str) -> bytes:
    """The map as XML; `image` is the name of the picture of its tiles, as `tileset_image` draws it."""
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return (head + "".join(f"{line}\n" for line in _map_xml(_map(field, image)))).encode()


# ------------------------------------------------------------------------------------------------------------ the shape


def _map(field: Field, image: str) -> Shape:
    pixels = pixels_of(field)
    layers = [_tile_layer(field), *_level_layer(field), *_object_layers(field, pixels)]
    for id, layer in enumerate(layers, 1):
        layer["id"] = id
    objects = [one for layer in layers for one in layer.get("objects", ())]
    for id, one in enumerate(objects, 1):
        one["id"] = id
    return {
        "type": "map",
        "version": VERSION,
        "tiledversion": TILED,
        "orientation": "hexagonal",
        "renderorder": "right-down",
        "width": field.columns,
        "height": field.rows,
        "tilewidth": pixels.width,
        "tileheight": pixels.height,
        "hexsidelength": pixels.side,
        "staggeraxis": "x" if pixels.flat else "y",
        "staggerindex": "odd" if pixels.pushed else "even",
        "infinite": False,
        "nextlayerid": len(layers) + 1,
        "nextobjectid": len(objects) + 1,
        "tilesets": [_tileset(field, pixels, image)],
        "layers": layers,
    }


def _tileset(field: Field, pixels: Pixels, image: str) -> Shape:
    tiles = [
        {"id": at, "type": one.id, "properties": _properties((("name", one.name), *one.stats))} for at, one in enumerate(field.terrains)
    ]
    heights = enumerate(levels_of(field), len(tiles))
    tiles += [{"id": at, "type": "", "properties": _properties((("level", level),))} for at, level in heights]
    across, down = in_rows(len(tiles))
    return {
        "firstgid": 1,
        "name": "terrains",
        "tilewidth": pixels.width,
        "tileheight": pixels.height,
        "tilecount": len(tiles),
        "columns": across,
        "margin": 0,
        "spacing": 0,
        "image": image,
        "imagewidth": pixels.width * across,
        "imageheight": pixels.height * down,
        "tiles": tiles,
    }


def _properties(stats: Stats) -> list[Shape]:
    return [{"name": name, "type": _type(value), "value": value} for name, value in sorted(stats)]


def _type(value: object) -> str:
    return "bool" if isinstance(value, bool) else "int" if isinstance(value, int) else "string"


def _tile_layer(field: Field) -> Shape:
    number = {terrain.id: at for at, terrain in enumerate(field.terrains, 1)}
    data = [0 if id is None else number[id] for row in field.cells for id in row]
    return {"type": "tilelayer", "name": "ground", "width": field.columns, "height": field.rows, **_LAYER, "data": data}


def _level_layer(field: Field) -> Iterator[Shape]:
    """The layer of levels, if the map is not level."""
    number = {level: at for at, level in enumerate(levels_of(field), len(field.terrains) + 1)}
    if number:
        data = [number.get(level, 0) for row in field.levels for level in row]
        yield {"type": "tilelayer", "name": "levels", "width": field.columns, "height": field.rows, **_LAYER, "opacity": 0.5, "data": data}


_LAYER = {"x": 0, "y": 0, "visible": True, "opacity": 1}


def _object_layers(field: Field, pixels: Pixels) -> Iterator[Shape]:
    """A layer for each sort of object of which there are any."""
    wanted = set(field.objectives)
    places = dict(field.places)
    layers = {
        "zones": [_area(name, outline) for name, cells in field.zones for outline in outlines(cells, pixels)],
        "edges": [_line(edge, pixels) for edge in field.edges],
        "places": [_point(name, "place", pixels.centre(cell)) for name, cell in places.items() if name not in wanted],
        "objectives": [_point(name, "objective", pixels.centre(places[name])) for name in field.objectives],
        "units": list(_units(field, pixels)),
    }
    for name, found in layers.items():
        if found:
            yield {"type": "objectgroup", "name": name, "draworder": "topdown", **_LAYER, "objects": found}


def _object(name: str, sort: str, x: float, y: float) -> Shape:
    return {"name": name, "type": sort, "x": x, "y": y, "width": 0, "height": 0, "rotation": 0, "visible": True}


def _point(name: str, sort: str, at: tuple[int, int]) -> Shape:
    return {**_object(name, sort, *at), "point": True}


def _area(name: str, outline: Iterable[tuple[int, int]]) -> Shape:
    points = list(outline)
    return {**_object(name, "zone", *points[0]), "polygon": _from_first(points)}


def _line(edge: Edge, pixels: Pixels) -> Shape:
    """The side that has a feature. If it leads somewhere, that is on the right hand of the line."""
    start, end = _side(edge.a, edge.b, pixels)
    x, y = pixels.centre(edge.b)
    if edge.leads and (end[0] - start[0]) * (y - start[1]) < (end[1] - start[1]) * (x - start[0]):
        start, end = end, start
    line = {**_object(edge.feature, "edge", *start), "polyline": _from_first([start, end])}
    return {**line, "properties": _properties((("leads", True),))} if edge.leads else line


def _from_first(points: list[tuple[int, int]]) -> list[Shape]:
    return [{"x": x - points[0][0], "y": y - points[0][1]} for x, y in points]


def _side(a: tuple[int, int], b: tuple[int, int], pixels: Pixels) -> list[tuple[int, int]]:
    """The two corners that two neighbours share."""
    return sorted(set(pixels.outline(a)) & set(pixels.outline(b)))


def _units(field: Field, pixels: Pixels) -> Iterator[Shape]:
    models = {model.id: model for model in field.models}
    for piece in field.pieces:
        model = models[piece.model]
        stats = [("model", model.id), ("name", model.name), *([("side", piece.side)] if piece.side else []), *model.stats]
        unit = _point(piece.name or model.name, "unit", pixels.centre(piece.cell))
        yield {**unit, "properties": _properties(tuple(dict(stats).items()))}


# ------------------------------------------------------------------------------------------------------------------- XML


_NOT_ATTRIBUTES = {
    *("type", "tilesets", "layers", "properties", "tiles", "image", "imagewidth", "imageheight", "data", "objects"),
    *("point", "polygon", "polyline"),
}


def _tag(name: str, shape: Shape, *, close: bool = False, leave: Iterable[str] = ()) -> str:
    skipped = {*_NOT_ATTRIBUTES, *leave}
    written = [f" {key}={_quoted(_attribute(value))}" for key, value in shape.items() if key not in skipped]
    return f"<{name}{''.join(written)}{'/' if close else ''}>"


def _quoted(text: str) -> str:
    """An attribute; what no document of XML can hold, such as a zero byte, is a blank."""
    return quoteattr(_NO_XML.sub(" ", text))


def _attribute(value: object) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def _map_xml(map: Shape) -> Iterator[str]:
    yield _tag("map", map)
    for tileset in map["tilesets"]:
        yield " " + _tag("tileset", tileset)
        picture = {"source": tileset["image"], "width": tileset["imagewidth"], "height": tileset["imageheight"]}
        yield "  " + _tag("image", picture, close=True)
        for tile in tileset["tiles"]:
            sort = f" type={_quoted(tile['type'])}" if tile["type"] else ""
            yield f'  <tile id="{tile["id"]}"{sort}>'
            yield from _properties_xml(tile["properties"], "   ")
            yield "  </tile>"
        yield " </tileset>"
    for layer in map["layers"]:
        yield from _layer_xml(layer)
    yield "</map>"


def _layer_xml(layer: Shape) -> Iterator[str]:
    bare = ("x", "y", "visible", "opacity", "draworder")
    if layer["type"] == "tilelayer":
        yield " " + _tag("layer", layer, leave=bare)
        yield '  <data encoding="csv">'
        width, data = layer["width"], layer["data"]
        rows = [",".join(map(str, data[at : at + width])) for at in range(0, len(data), width)]
        yield ",\n".join(rows)
        yield "  </data>\n </layer>"
        return
    yield " " + _tag("objectgroup", layer, leave=bare)
    for one in layer["objects"]:
        at = f'x="{one["x"]}" y="{one["y"]}"'
        yield f'  <object id="{one["id"]}" name={_quoted(one["name"])} type="{one["type"]}" {at}>'
        yield from _properties_xml(one.get("properties", []), "   ")
        if one.get("point"):
            yield "   <point/>"
        for sort in ("polygon", "polyline"):
            if sort in one:
                points = " ".join(f"{point['x']},{point['y']}" for point in one[sort])
                yield f'   <{sort} points="{points}"/>'
        yield "  </object>"
    yield " </objectgroup>"


def _properties_xml(properties: list[Shape], indent: str) -> Iterator[str]:
    if properties:
        yield f"{indent}<properties>"
    for one in properties:
        type = "" if one["type"] == "string" else f' type="{one["type"]}"'
        value = str(one["value"]).lower() if one["type"] == "bool" else str(one["value"])
        yield f"{indent} <property name={_quoted(one['name'])}{type} value={_quoted(value)}/>"
    if properties:
        yield f"{indent}</properties>"
