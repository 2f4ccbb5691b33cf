"""The ground: hexes filled by their terrain, half hexes as the half that is on the board."""

from __future__ import annotations

from tankdsl.ground.hexes import neighbours
from tankdsl.picture.palette import define, looks_of
from tankdsl.picture.plane import XY, Plane
from tankdsl.picture.scene import HexScene, Tile
from tankdsl.picture.svg import Sheet, points

GRID = "#6E6A5E"


def define_terrains(sheet: Sheet, scene: HexScene) -> None:
    """The pattern of each terrain that is on the map."""
    used = {tile.terrain for tile in scene.tiles}
    for number, look in enumerate(looks_of([(terrain.id, terrain.name) for terrain in scene.terrains])):
        if number in used:
            define(sheet, f"terrain-{number}", look)


def draw_terrain(sheet: Sheet, scene: HexScene, plane: Plane) -> None:
    """All hexes, those of one terrain in one group."""
    there = {tile.axial for tile in scene.tiles}
    groups: dict[int, list[Tile]] = {}
    for tile in scene.tiles:
        groups.setdefault(tile.terrain, []).append(tile)
    sheet.begin("g", class_="terrain", stroke=GRID, stroke_width=0.9, stroke_linejoin="round")
    for terrain in sorted(groups):
        sheet.begin("g", fill=f"url(#terrain-{terrain})", data_terrain=scene.terrains[terrain].id)
        for tile in groups[terrain]:
            sheet.add("polygon", class_="hex", data_label=tile.label, points=points(shape(tile, plane, there)))
        sheet.end()
    sheet.end()


def shape(tile: Tile, plane: Plane, there: set[tuple[int, int]]) -> tuple[XY, ...]:
    """The corners of a hex, or of the half of it that is on the board: the one away from the end of its line."""
    if not tile.half:
        return plane.outline(tile.axial)
    first, last = (0, 3) if plane.orientation == "flat" else (5, 2)
    around = neighbours(tile.axial)
    gaps = [cut for cut in (first, last) if around[cut] not in there]
    return plane.half(tile.axial, gaps[0]) if len(gaps) == 1 else plane.outline(tile.axial)
