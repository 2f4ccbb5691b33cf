"""Ways over the map, and the places that they must pass.

The cheapest ways are full lines with a disc at their end, those that share no hex are dashed. The ways of each side run beside the middles
of the hexes, on a side of their own, so that they show where two sides go the same way.
"""

from __future__ import annotations

from tankdsl.ground.hexes import DIRECTIONS, subtract
from tankdsl.picture.palette import livery
from tankdsl.picture.plane import XY, Plane
from tankdsl.picture.scene import HexScene, Narrows, Ways
from tankdsl.picture.svg import Sheet, path, points

NARROW = "#B00020"
CUT = "#AA3377"
_APART = 0.11
"""How far the ways of a side lie from the middle, in lengths of a side of a hex."""


def draw_ways(sheet: Sheet, scene: HexScene, plane: Plane, overlay: Ways) -> None:
    """The ways of one side."""
    colours = livery(overlay.side)
    shift = _APART * plane.size * (1 if overlay.side == 1 else -1)
    sheet.begin("g", class_="ways")
    for routes, name, width, dash in ((overlay.apart, "apart", 0.07, "5 4"), (overlay.cheapest, "cheapest", 0.11, None)):
        for route in routes:
            line = [_beside(plane, scene, tile, shift) for tile in route]
            for stroke, extra, dashes in ((colours.rim, 0.05, None), (colours.fill, 0.0, dash)):
                sheet.add(
                    "path",
                    class_=name,
                    d=path(line),
                    fill="none",
                    stroke=stroke,
                    stroke_width=plane.size * (width + extra),
                    stroke_linejoin="round",
                    stroke_linecap="round",
                    stroke_dasharray=dashes,
                )
            if name == "cheapest":
                x, y = line[-1]
                sheet.add("circle", cx=x, cy=y, r=plane.size * 0.13, fill=colours.fill, stroke=colours.rim, stroke_width=1.5)
    sheet.end()


def _beside(plane: Plane, scene: HexScene, tile: int, shift: float) -> XY:
    x, y = plane.middle(scene.tiles[tile].axial)
    return x + shift, y + shift


def draw_narrows(sheet: Sheet, scene: HexScene, plane: Plane, overlay: Narrows) -> None:
    """The places that one must pass: red hexes with what lies beyond, red bars for sides, hatched hexes for what closes all ways."""
    size = plane.size
    sheet.begin("g", class_="narrows")
    for tile in overlay.cut:
        corners = points(plane.outline(scene.tiles[tile].axial, 0.86))
        sheet.add(
            "polygon",
            class_="cut",
            data_label=scene.tiles[tile].label,
            points=corners,
            fill=CUT,
            fill_opacity=0.18,
            stroke=CUT,
            stroke_width=size * 0.09,
            stroke_dasharray="6 4",
        )
    for tile, beyond in overlay.hexes:
        axial = scene.tiles[tile].axial
        corners = points(plane.outline(axial, 0.93))
        sheet.add("polygon", class_="narrow", data_label=scene.tiles[tile].label, points=corners, fill=NARROW, fill_opacity=0.22)
        sheet.add("polygon", points=corners, fill="none", stroke=NARROW, stroke_width=size * 0.1)
        x, y = plane.middle(axial)
        sheet.haloed((x + size * 0.46, y - size * 0.32), str(beyond), size * 0.3, font_weight="bold", fill=NARROW)
    for one, other in overlay.bridges:
        a, b = scene.tiles[one].axial, scene.tiles[other].axial
        direction = DIRECTIONS.index(subtract(b, a))
        bar = path((plane.corner(a, direction), plane.corner(a, direction + 1)))
        for stroke, width in (("#FFFFFF", 0.3), (NARROW, 0.18)):
            sheet.add("path", class_="narrow-side", d=bar, stroke=stroke, stroke_width=size * width, fill="none")
    sheet.end()
