"""Zones: the outline of each set of hexes, a little inside of its border, with its name in it.

A border is followed clockwise: along the sides of a hex behind which the zone ends, and around a corner into the next hex of the zone.
Zones lie at different depths inside their borders, so that those which share a border are seen both.
"""

from __future__ import annotations

from tankdsl.ground.hexes import neighbour
from tankdsl.picture.palette import ZONES, livery
from tankdsl.picture.plane import XY, Plane
from tankdsl.picture.scene import HexScene, Zone
from tankdsl.picture.svg import Sheet, path

_Side = tuple[tuple[int, int], int]
MOST_OUTLINED = 40
"""Zones that are drawn; a map with more is not read any better with them."""


def loops(tiles: list[tuple[int, int]]) -> list[list[_Side]]:
    """The borders of a set of hexes, each as the sides (hex and direction) along it, in the order of the hexes."""
    inside = set(tiles)
    left = {(hex_, side): None for hex_ in tiles for side in range(6) if neighbour(hex_, side) not in inside}
    found: list[list[_Side]] = []
    while left:
        here = next(iter(left))
        loop: list[_Side] = []
        while here in left:
            del left[here]
            loop.append(here)
            here = _next(here, inside)
        found.append(loop)
    return found


def _next(here: _Side, inside: set[tuple[int, int]]) -> _Side:
    hex_, side = here
    beyond = neighbour(hex_, side + 1)
    if beyond not in inside:
        return (hex_, (side + 1) % 6)
    # Seen from the hex on the other side of the next side, the border goes on two sides after the shared one.
    return (beyond, (side + 5) % 6)


def outline(plane: Plane, loop: list[_Side], part: float) -> list[XY]:
    """The points of a border, drawn in from the corners towards the middles of its hexes."""
    found: list[XY] = []
    for hex_, side in loop:
        for corner in (plane.corner(hex_, side, part), plane.corner(hex_, side + 1, part)):
            if not found or found[-1] != corner:
                found.append(corner)
    return found


def style(zone: Zone, number: int) -> tuple[str, str | None]:
    """Colour and dashes; the ground of a side has the side's own rim."""
    return (livery(zone.side).rim, None) if zone.side is not None else ZONES[number % len(ZONES)]


def draw_zones(sheet: Sheet, scene: HexScene, plane: Plane) -> None:
    """The outlines of all zones."""
    for number, zone in enumerate(scene.zones[:MOST_OUTLINED]):
        colour, dash = style(zone, number)
        part = 0.97 if zone.side is not None else 0.95 - 0.035 * (number % 3)
        tiles = [scene.tiles[tile].axial for tile in zone.tiles]
        d = "".join(path(outline(plane, loop, part), closed=True) for loop in loops(tiles))
        width = plane.size * (0.07 if zone.side is not None else 0.055)
        sheet.add(
            "path",
            class_="zone",
            data_zone=zone.name,
            d=d,
            fill="none",
            stroke=colour,
            stroke_width=width,
            stroke_dasharray=dash,
            stroke_linejoin="round",
        )


def name_zones(sheet: Sheet, scene: HexScene, plane: Plane) -> None:
    """The name of each zone in the hex next to its middle that has no piece and no other name; territories are named in the legend."""
    taken = {piece.at for piece in scene.pieces} | {spot.at for spot in scene.spots}
    for number, zone in enumerate(scene.zones[:MOST_OUTLINED]):
        if zone.side is not None:
            continue
        middles = {tile: plane.middle(scene.tiles[tile].axial) for tile in zone.tiles}
        x, y = (sum(middle[way] for middle in middles.values()) / len(middles) for way in (0, 1))
        at = min(zone.tiles, key=lambda tile: (tile in taken, round((middles[tile][0] - x) ** 2 + (middles[tile][1] - y) ** 2, 3), tile))
        taken.add(at)
        mx, my = middles[at]
        colour, _ = style(zone, number)
        sheet.haloed(
            (mx, my + plane.size * 0.1),
            zone.name,
            plane.size * 0.26,
            font_weight="bold",
            font_style="italic",
            fill=colour,
            class_="zone-name",
        )
