"""Hexagonal maps of the Tiled editor, `.tmx` and `.tmj`, as a field.

Tiled counts columns and rows from 0, and its stagger index says which of them are pushed by half a hex, down or to the right. Boards of
the language count from 1, so that `odd` here is `even` there.
"""

from __future__ import annotations

from tankdsl.exchange.interface import Edge, Fetch, Field, Notes, broken, unsupported
from tankdsl.exchange.names import Names, said
from tankdsl.exchange.terrains import Sort, absent_values, leveled, terrain_names, terrains_of, without_levels
from tankdsl.exchange.tiled import parse as shape
from tankdsl.exchange.tiled.objects import Objects
from tankdsl.exchange.tiled.parse import Shape
from tankdsl.exchange.tiled.pixels import Pixels
from tankdsl.exchange.tiled.templates import Templates
from tankdsl.exchange.tiled.terrain import Area, area_of, cells_of, ground_offset, is_endless, layers_of
from tankdsl.exchange.tiled.tilesets import read_tilesets
from tankdsl.ground.grids import Grid, columns_grid, rows_grid
from tankdsl.ground.labels import Cell

MOST_PIXELS = 10_000
"""The size of a tile."""


def read_tiled(data: bytes, name: str, fetch: Fetch, notes: Notes) -> tuple[Field, str]:
    """The field of a map of Tiled; refuses maps that are not hexagonal."""
    map = shape.parse_map(data, name)
    _require_hexagonal(map)
    layers = layers_of(map, notes)
    area = area_of(map, layers, notes)
    pixels = _pixels(map, area)
    tiles = read_tilesets(map, fetch, notes)
    found_sorts, painted = cells_of(layers, area, tiles, notes, endless=is_endless(map))
    sorts, levels = without_levels(found_sorts)
    if not any(sorts):
        raise broken("the map has no cell with a tile", shape.line_of(map))
    names = terrain_names()
    terrains = terrains_of((sort for sort in sorts if sort is not None), names, name, notes)
    _note_unnamed(list(terrains), notes)
    cells = [None if sort is None else terrains[sort].id for sort in sorts]
    voids = frozenset((at % area.columns, at // area.columns) for at, id in enumerate(cells) if id is None)
    objects = Objects(pixels, area, voids, names, Templates(tiles, fetch, notes), ground_offset(layers, notes), notes)
    _read_objects(objects, layers, painted)
    found = objects.found
    models, pieces = objects.units.settled()
    notes.renamed([*names.changed, *found.features.changed])
    absent = absent_values(terrain.stats for terrain in terrains.values())
    if any(len(terrain.stats) < len(absent) for terrain in terrains.values()):
        notes.assumed("a property that a tile does not have is 0, `no` or empty")
    field = Field(
        id=Names().new(name, "map"),
        title=said(name),
        grid=_grid(pixels),
        columns=area.columns,
        rows=area.rows,
        cells=tuple(tuple(cells[at : at + area.columns]) for at in range(0, len(cells), area.columns)),
        terrains=tuple(terrains.values()),
        absent=absent,
        levels=leveled([levels[at : at + area.columns] for at in range(0, len(levels), area.columns)], notes),
        edges=tuple(Edge(a, b, feature, leads) for (_, _, feature), (a, b, leads) in found.edges.items()),
        places=tuple(found.places.items()),
        zones=tuple((id, tuple(sorted(zone, key=lambda cell: (cell[1], cell[0])))) for id, zone in found.zones.items() if zone),
        objectives=tuple(found.objectives),
        models=models,
        pieces=pieces,
        sides=tuple(objects.units.sides.values()),
        first=0,
    )
    axis, index = ("x", pixels.pushed) if pixels.flat else ("y", pixels.pushed)
    return field, f"Tiled, hexagonal, {area.columns} x {area.rows}, stagger axis {axis}, index {'odd' if index else 'even'}"


def _require_hexagonal(map: Shape) -> None:
    found = shape.text(map, "orientation", "orthogonal")
    if found != "hexagonal":
        help = "in Tiled: Map > Map Properties > Orientation"
        raise unsupported(f"the map is {said(found)}, and only hexagonal maps are read", shape.line_of(map), help)


def _pixels(map: Shape, area: Area) -> Pixels:
    line = shape.line_of(map)
    axis, index = shape.text(map, "staggeraxis", "y"), shape.text(map, "staggerindex", "odd")
    if axis not in ("x", "y") or index not in ("odd", "even"):
        raise broken(f"the map is staggered by `{said(axis)}` and `{said(index)}`, expected `x` or `y` and `odd` or `even`", line)
    width, height = shape.whole(map, "tilewidth", "the map"), shape.whole(map, "tileheight", "the map")
    side = shape.whole(map, "hexsidelength", "the map", 0)
    if not (2 <= width <= MOST_PIXELS and 2 <= height <= MOST_PIXELS and 0 <= side <= (width if axis == "x" else height)):
        raise broken(f"tiles of {width} x {height} pixels with sides of {side} are no hexes", line)
    origin = area.left if axis == "x" else area.top
    pushed = ((1 if index == "odd" else 0) + origin) % 2
    return Pixels(axis == "x", pushed, width & ~1, height & ~1, side)


def _grid(pixels: Pixels) -> Grid:
    if pixels.flat:
        return columns_grid("lower" if pixels.pushed else "higher", first=0)
    return rows_grid("right" if pixels.pushed else "left", first=0)


def _read_objects(objects: Objects, layers: list[Shape], painted: dict[str, list[Cell]]) -> None:
    for name, marked in painted.items():
        objects.add_zone(name, marked, f"the layer `{name}`", None)
    for layer in layers:
        if layer.get("type") == "objectgroup":
            objects.read_layer(layer)
    objects.tell_classes()


def _note_unnamed(sorts: list[Sort], notes: Notes) -> None:
    unnamed = [sort.name for sort in sorts if sort.name.rpartition(" ")[2].isdigit()]
    if unnamed:
        shown = ", ".join(f"`{said(one)}`" for one in unnamed[:5]) + (" …" if len(unnamed) > 5 else "")
        notes.assumed(f"tiles without a class or a property `terrain` are called by tileset and number: {shown}")
