"""The ground: hexes filled by their terrain, half hexes as the half that is on the board."""

from __future__ import annotations

from tankdsl.ground.hexes import Orientation, neighbour
from tankdsl.picture.palette import define, looks_of
from tankdsl.picture.plane import Plane
from tankdsl.picture.scene import HexScene, Tile
from tankdsl.picture.svg import Sheet, path, points

GRID = "#6E6A5E"


def define_terrains(sheet: Sheet, scene: HexScene) -> None:
    """The pattern of each terrain that is on the map."""
    used = {tile.terrain for tile in scene.tiles}
    for number, look in enumerate(looks_of([(terrain.id, terrain.name) for terrain in scene.terrains])):
        if number in used:
            define(sheet, f"terrain-{number}", look)


def draw_terrain(sheet: Sheet, scene: HexScene, plane: Plane) -> None:
    """All hexes, those of one terrain in one group."""
    groups: dict[int, list[Tile]] = {}
    for tile in scene.tiles:
        groups.setdefault(tile.terrain, []).append(tile)
    looks = looks_of([(terrain.id, terrain.name) for terrain in scene.terrains])
    sheet.begin("g", class_="terrain", stroke=GRID, stroke_width=0.9, stroke_linejoin="round")
    for terrain in sorted(groups):
        plain = sheet.compact and not looks[terrain].lines
        sheet.begin("g", fill=looks[terrain].fill if plain else f"url(#terrain-{terrain})", data_terrain=scene.terrains[terrain].id)
        if sheet.compact:
            sheet.add("path", d="".join(path(plane.outline(tile.axial), closed=True) for tile in groups[terrain]))
        for tile in () if sheet.compact else groups[terrain]:
            sheet.add("polygon", class_="hex", data_label=tile.label, points=points(plane.outline(tile.axial)))
        sheet.end()
    sheet.end()


def cuts_of(scene: HexScene) -> dict[tuple[int, int], int]:
    """For each half hex the direction in which its other half is missing: the end of its line. One that has no such end is drawn whole."""
    there = {tile.axial for tile in scene.tiles}
    ends = (0, 3) if scene.orientation is Orientation.FLAT else (5, 2)
    found: dict[tuple[int, int], int] = {}
    for tile in scene.tiles:
        gaps = [end for end in ends if neighbour(tile.axial, end) not in there] if tile.half else []
        if len(gaps) == 1:
            found[tile.axial] = gaps[0]
    return found
