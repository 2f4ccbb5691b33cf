"""How high the hexes lie: a shade over the ground, a line with strokes down the slope where the level changes, and the number.

High ground is shaded brown and low ground blue, the more the farther from level 0.  A step of one level has one stroke less than a step of
two; more than three are not told apart.  A map that is level has none of this.
"""

from __future__ import annotations

from tankdsl.ground.hexes import DIRECTIONS, add
from tankdsl.picture.plane import XY, Plane
from tankdsl.picture.scene import HexScene, Tile
from tankdsl.picture.svg import Sheet, path, points

HIGH, LOW = "#7A4B16", "#1F4E79"
_DEEPEST_SHADE = 0.42
_STEP = 0.09
MOST_STROKES = 3


def has_levels(scene: HexScene) -> bool:
    """Whether any hex lies higher or lower than level 0."""
    return any(tile.level for tile in scene.tiles)


def shade_of(level: int) -> tuple[str, float]:
    """Colour and opacity of the shade of a level."""
    return (HIGH if level > 0 else LOW), min(_DEEPEST_SHADE, _STEP * abs(level))


def draw_shades(sheet: Sheet, scene: HexScene, plane: Plane) -> None:
    """The shade of each hex, those of one level in one group, and the slopes between them."""
    if not has_levels(scene):
        return
    levels: dict[int, list[Tile]] = {}
    for tile in scene.tiles:
        levels.setdefault(tile.level, []).append(tile)
    sheet.begin("g", class_="levels")
    for level in sorted(levels):
        colour, opacity = shade_of(level)
        if level:
            sheet.begin("g", data_level=str(level), fill=colour, fill_opacity=opacity)
            for tile in levels[level]:
                sheet.add("polygon", points=points(plane.outline(tile.axial)))
            sheet.end()
    sheet.end()
    _slopes(sheet, scene, plane)


def _slopes(sheet: Sheet, scene: HexScene, plane: Plane) -> None:
    by_hex = {tile.axial: tile for tile in scene.tiles}
    sheet.begin("g", class_="slopes", stroke=HIGH, stroke_linecap="round", fill="none")
    for tile in scene.tiles:
        for direction, offset in enumerate(DIRECTIONS):
            lower = by_hex.get(add(tile.axial, offset))
            if lower is not None and lower.level < tile.level:
                _slope(sheet, plane, tile, direction, min(MOST_STROKES, tile.level - lower.level))
    sheet.end()


def _slope(sheet: Sheet, plane: Plane, tile: Tile, direction: int, steps: int) -> None:
    """A line along the side, and strokes from it into the lower hex."""
    a, b = plane.corner(tile.axial, direction), plane.corner(tile.axial, direction + 1)
    sheet.add("path", d=path((a, b)), stroke_width=plane.size * (0.04 + 0.02 * steps))
    count = 1 + 2 * steps
    dx, dy = plane.way(direction)
    reach = plane.size * 0.13
    strokes = [_stroke(a, b, (at + 0.5) / count, dx * reach, dy * reach) for at in range(count)]
    sheet.add("path", d="".join(strokes), stroke_width=plane.size * 0.03)


def _stroke(a: XY, b: XY, part: float, dx: float, dy: float) -> str:
    x, y = a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
    return path(((x, y), (x + dx, y + dy)))


def draw_level_numbers(sheet: Sheet, scene: HexScene, plane: Plane) -> None:
    """The level of each hex that is not 0, on its left."""
    if not has_levels(scene):
        return
    sheet.begin("g", class_="level-numbers", font_weight="bold")
    for tile in scene.tiles:
        if tile.level:
            (x, y), (dx, dy) = plane.middle(tile.axial), plane.shift(tile.axial)
            at = (x + dx - plane.size * 0.62, y + dy + plane.size * 0.1)
            sheet.haloed(at, shown(tile.level), plane.size * 0.27, fill=HIGH if tile.level > 0 else LOW, class_="level")
    sheet.end()


def shown(level: int) -> str:
    """A level as it is written on maps, with a true minus sign."""
    return str(level) if level >= 0 else f"\u2212{-level}"
