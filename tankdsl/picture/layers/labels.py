"""What is printed in the hexes: the label at the top, the code of the terrain at the bottom; and names of places."""

from __future__ import annotations

from tankdsl.picture.palette import looks_of
from tankdsl.picture.plane import Plane
from tankdsl.picture.scene import HexScene
from tankdsl.picture.svg import Sheet


def draw_labels(sheet: Sheet, scene: HexScene, plane: Plane, *, haloed: bool = False) -> None:
    """Labels of all hexes, and codes of those whose terrain has a pattern; labels with a white rim on patterns, or all if `haloed`."""
    size = plane.size
    looks = looks_of([(terrain.id, terrain.name) for terrain in scene.terrains])
    sheet.begin("g", class_="labels", fill="#3D3A33")
    for tile in scene.tiles:
        (x, y), (dx, dy) = plane.middle(tile.axial), plane.shift(tile.axial)
        letters = min(0.26, 1.5 / max(1, len(tile.label)))
        high = 0.0 if dy > 0 else 0.58
        write = sheet.haloed if haloed or looks[tile.terrain].lines else sheet.text
        write((x + dx, y + dy - size * high if dy >= 0 else y - size * high), tile.label, size * letters, class_="label")
    sheet.end()
    sheet.begin("g", class_="codes", fill="#3D3A33", font_style="italic")
    for tile in scene.tiles:
        if looks[tile.terrain].lines:
            (x, y), (dx, dy) = plane.middle(tile.axial), plane.shift(tile.axial)
            sheet.haloed(
                (x + dx, y + size * 0.76 if dy >= 0 else y - size * 0.2), scene.terrains[tile.terrain].code, size * 0.24, class_="code"
            )
    sheet.end()


def draw_spots(sheet: Sheet, scene: HexScene, plane: Plane) -> None:
    """A diamond and the name at each named place."""
    size = plane.size
    for spot in scene.spots:
        assert isinstance(spot.at, int)
        x, y = plane.middle(scene.tiles[spot.at].axial)
        r = size * 0.16
        sheet.add(
            "path",
            class_="spot",
            d=f"M{x:.2f} {y - r:.2f}l{r:.2f} {r:.2f}l{-r:.2f} {r:.2f}l{-r:.2f} {-r:.2f}z",
            fill="#1A1A1A",
            stroke="#FFFFFF",
            stroke_width=1,
        )
        sheet.haloed((x, y + size * 0.46), spot.name, size * 0.28, font_weight="bold", class_="spot-name")
