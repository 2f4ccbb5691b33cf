"""Answers drawn over the map: what a piece can reach, what is seen from a hex, what a line of sight meets, what hangs together.

What is out of question is covered by a veil, so that the answer shows in black and white too; numbers are always written.
"""

from __future__ import annotations

from collections.abc import Iterable

from tankdsl.ground.hexes import DIRECTIONS, subtract
from tankdsl.picture.layers.ways import draw_narrows, draw_ways
from tankdsl.picture.layers.zones import loops, outline
from tankdsl.picture.plane import Plane
from tankdsl.picture.scene import HexScene, Narrows, Overlay, Ray, Reach, Regions, View, Ways
from tankdsl.picture.svg import Sheet, path, points

SHADES = ("#FDE725", "#8FD744", "#35B779", "#21908D", "#31688E", "#443A83", "#440154")
"""From cheap to dear: seven steps of viridis (Smith and van der Walt, 2015), light to dark."""
REGION_COLOURS = ("#4477AA", "#EE6677", "#228833", "#CCBB44", "#AA3377", "#66CCEE")
VEIL = "#7A7A7A"
_BLOCK = "#B00020"


def draw_overlay(sheet: Sheet, scene: HexScene, plane: Plane, overlay: Overlay) -> None:
    """One answer."""
    match overlay:
        case Reach():
            _reach(sheet, scene, plane, overlay)
        case View():
            _veil(sheet, scene, plane, (tile for tile in range(len(scene.tiles)) if tile not in overlay.seen and tile != overlay.start))
            _rim(sheet, scene, plane, [overlay.start], "#000000")
        case Ray():
            _ray(sheet, scene, plane, overlay)
        case Regions():
            _regions(sheet, scene, plane, overlay)
        case Narrows():
            draw_narrows(sheet, scene, plane, overlay)
        case Ways():
            draw_ways(sheet, scene, plane, overlay)


def _veil(sheet: Sheet, scene: HexScene, plane: Plane, tiles: Iterable[int]) -> None:
    sheet.begin("g", class_="veil", fill=VEIL, fill_opacity=0.55)
    for tile in tiles:
        sheet.add("polygon", data_label=scene.tiles[tile].label, points=points(plane.outline(scene.tiles[tile].axial)))
    sheet.end()


def _rim(sheet: Sheet, scene: HexScene, plane: Plane, tiles: Iterable[int], colour: str, width: float = 0.09) -> None:
    axial = [scene.tiles[tile].axial for tile in tiles]
    d = "".join(path(outline(plane, loop, 0.98), closed=True) for loop in loops(axial))
    if d:
        sheet.add("path", class_="rim", d=d, fill="none", stroke=colour, stroke_width=plane.size * width, stroke_linejoin="round")


def _badge(sheet: Sheet, scene: HexScene, plane: Plane, tile: int, text: str, fill: str, ink: str) -> None:
    x, y = plane.middle(scene.tiles[tile].axial)
    size = plane.size
    sheet.add("circle", cx=x + size * 0.5, cy=y - size * 0.24, r=size * 0.25, fill=fill, stroke="#FFFFFF", stroke_width=1)
    sheet.text(
        (x + size * 0.5, y - size * 0.13), text, size * min(0.32, 0.72 / max(1, len(text))), font_weight="bold", fill=ink, class_="cost"
    )


def _reach(sheet: Sheet, scene: HexScene, plane: Plane, overlay: Reach) -> None:
    most = max(overlay.costs.values(), default=0) or 1
    sheet.begin("g", class_="reach")
    _veil(sheet, scene, plane, (tile for tile in range(len(scene.tiles)) if tile not in overlay.costs and tile != overlay.start))
    for tile, cost in overlay.costs.items():
        shade = SHADES[min(len(SHADES) - 1, max(0, cost) * (len(SHADES) - 1) // most)]
        sheet.add("polygon", points=points(plane.outline(scene.tiles[tile].axial)), fill=shade, fill_opacity=0.32)
    for tile, cost in overlay.costs.items():
        step = min(len(SHADES) - 1, max(0, cost) * (len(SHADES) - 1) // most)
        _badge(sheet, scene, plane, tile, str(cost), SHADES[step], "#1A1A1A" if step < 3 else "#FFFFFF")
    _rim(sheet, scene, plane, sorted({overlay.start, *overlay.costs}), "#1A1A1A", 0.07)
    _rim(sheet, scene, plane, [overlay.start], "#000000")
    sheet.end()


def _regions(sheet: Sheet, scene: HexScene, plane: Plane, overlay: Regions) -> None:
    inside = {tile for part in overlay.parts for tile in part}
    sheet.begin("g", class_="regions")
    _veil(sheet, scene, plane, (tile for tile in range(len(scene.tiles)) if tile not in inside))
    for number, part in enumerate(overlay.parts):
        colour = REGION_COLOURS[number % len(REGION_COLOURS)]
        for tile in part:
            sheet.add("polygon", points=points(plane.outline(scene.tiles[tile].axial)), fill=colour, fill_opacity=0.28)
            _badge(sheet, scene, plane, tile, str(number + 1), "#FFFFFF", "#1A1A1A")
        _rim(sheet, scene, plane, part, colour)
    sheet.end()


def _ray(sheet: Sheet, scene: HexScene, plane: Plane, overlay: Ray) -> None:
    a, b = (plane.middle(scene.tiles[end].axial) for end in (overlay.start, overlay.end))
    size = plane.size
    sheet.begin("g", class_="ray")
    for tiles, name, dash in ((overlay.crossed, "crossed", None), (overlay.beside, "beside", "4 3")):
        for tile in tiles:
            corners = points(plane.outline(scene.tiles[tile].axial, 0.93))
            sheet.add(
                "polygon",
                class_=name,
                data_label=scene.tiles[tile].label,
                points=corners,
                fill="none",
                stroke="#1A1A1A",
                stroke_width=size * 0.06,
                stroke_dasharray=dash,
            )
    colour = "#00695C" if overlay.clear else _BLOCK
    for stroke, width in (("#FFFFFF", 0.14), (colour, 0.08)):
        sheet.add("path", d=path((a, b)), stroke=stroke, stroke_width=size * width, stroke_linecap="round", fill="none")
    for tile in overlay.blockers:
        x, y = plane.middle(scene.tiles[tile].axial)
        r = size * 0.28
        cross = f"M{x - r:.2f} {y - r:.2f}L{x + r:.2f} {y + r:.2f}M{x + r:.2f} {y - r:.2f}L{x - r:.2f} {y + r:.2f}"
        for stroke, width in (("#FFFFFF", 0.22), (_BLOCK, 0.12)):
            sheet.add("path", class_="blocker", d=cross, stroke=stroke, stroke_width=size * width, stroke_linecap="round", fill="none")
    _blocking_sides(sheet, scene, plane, overlay)
    for x, y in (a, b):
        sheet.add("circle", cx=x, cy=y, r=size * 0.14, fill=colour, stroke="#FFFFFF", stroke_width=1.5)
    sheet.end()


def _blocking_sides(sheet: Sheet, scene: HexScene, plane: Plane, overlay: Ray) -> None:
    """The sides that block a line, as bars along them."""
    for one, other in overlay.sides:
        a, b = scene.tiles[one].axial, scene.tiles[other].axial
        direction = DIRECTIONS.index(subtract(b, a))
        bar = path((plane.corner(a, direction), plane.corner(a, direction + 1)))
        for stroke, width in (("#FFFFFF", 0.28), (_BLOCK, 0.16)):
            sheet.add("path", class_="blocking-side", d=bar, stroke=stroke, stroke_width=plane.size * width, fill="none")
