"""From a scene to a file: the layers one above the other, the title above them, the legend below.

The same scene gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence

from tankdsl.picture.layers.edges import draw_edges
from tankdsl.picture.layers.labels import draw_labels, draw_spots
from tankdsl.picture.layers.legend import draw_legend, hex_blocks, width_of
from tankdsl.picture.layers.levels import draw_level_numbers, draw_shades
from tankdsl.picture.layers.overlays import draw_overlay
from tankdsl.picture.layers.pieces import draw_pieces
from tankdsl.picture.layers.table import draw_table, table_blocks, table_size
from tankdsl.picture.layers.terrain import cuts_of, define_terrains, draw_terrain
from tankdsl.picture.layers.zones import draw_zones, name_zones
from tankdsl.picture.plane import Plane
from tankdsl.picture.scene import HexScene, Overlay, Ray, Scene, TableScene, Ways
from tankdsl.picture.svg import Sheet, number, printed

SIZE = 34.0
"""Length of a side of a hex in units of the picture; of 96 to the inch, a hex is 15.6 mm across its sides."""
MARGIN = 28.0
LEAST_WIDTH = 560.0
_TITLE = 22.0
_CAPTION = 13.0


def svg_of(scene: Scene, overlays: Sequence[Overlay] = (), *, arcs: str | None = None, compact: bool = False) -> bytes:
    """The picture of a scene as an SVG file. Overlays are drawn on hexes; `arcs` names the arcs that are drawn on a table.

    A `compact` file looks the same, and is drawn faster (see `png.py`).
    """
    sheet = Sheet(compact=compact)
    return _hexes(sheet, scene, overlays) if isinstance(scene, HexScene) else _table(sheet, scene, arcs)


def _hexes(sheet: Sheet, scene: HexScene, overlays: Sequence[Overlay]) -> bytes:
    plane = Plane(scene.orientation, SIZE, cuts_of(scene))
    corners = [corner for tile in scene.tiles for corner in plane.outline(tile.axial)]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    captions = [overlay.title for overlay in overlays]
    sheet.begin("defs")
    define_terrains(sheet, scene)
    sheet.end()
    width = max(right - left, LEAST_WIDTH, *(width_of(text, _CAPTION) for text in captions), width_of(scene.title, _TITLE))
    y = _head(sheet, scene.title, captions, width)
    dx, dy = MARGIN + (width - (right - left)) / 2 - left, y - top
    sheet.begin("g", class_="map", transform=f"translate({number(dx)} {number(dy)})")
    draw_terrain(sheet, scene, plane)
    draw_shades(sheet, scene, plane)
    draw_edges(sheet, scene, plane)
    ways = [overlay for overlay in overlays if isinstance(overlay, Ways)]
    for way in ways:
        draw_overlay(sheet, scene, plane, way)
    draw_labels(sheet, scene, plane, haloed=bool(ways))
    draw_level_numbers(sheet, scene, plane)
    draw_zones(sheet, scene, plane)
    for overlay in overlays:
        if not isinstance(overlay, Ray | Ways):
            draw_overlay(sheet, scene, plane, overlay)
    draw_spots(sheet, scene, plane)
    draw_pieces(sheet, scene, plane)
    for overlay in overlays:
        if isinstance(overlay, Ray):
            draw_overlay(sheet, scene, plane, overlay)
    name_zones(sheet, scene, plane)
    sheet.end()
    end = draw_legend(sheet, hex_blocks(scene), MARGIN, y + (bottom - top) + 22, width)
    return _finished(sheet, width, end, scene.title)


def _table(sheet: Sheet, scene: TableScene, arcs: str | None) -> bytes:
    across, down = table_size(scene)
    captions = [f"arcs: {arcs}"] if arcs else []
    width = max(across, LEAST_WIDTH, width_of(scene.title, _TITLE))
    y = _head(sheet, scene.title, captions, width)
    sheet.begin("g", class_="map", transform=f"translate({number(MARGIN)} {number(y)})")
    draw_table(sheet, scene, arcs)
    sheet.end()
    end = draw_legend(sheet, table_blocks(scene), MARGIN, y + down + 22, width)
    return _finished(sheet, width, end, scene.title)


def _head(sheet: Sheet, title: str, captions: Sequence[str], width: float) -> float:
    """Title and captions; the height at which the map begins. They stand behind the white ground, which is put below them later."""
    y = MARGIN + _TITLE * 0.8
    sheet.text((MARGIN, y), title, _TITLE, text_anchor="start", font_weight="bold", class_="title")
    for caption in captions:
        y += _CAPTION * 1.5
        sheet.text((MARGIN, y), printed(caption), _CAPTION, text_anchor="start", class_="caption")
    return y + 16


def _finished(sheet: Sheet, width: float, end: float, title: str) -> bytes:
    width, height = width + 2 * MARGIN, end + MARGIN * 0.6
    sheet.parts.insert(0, f'<rect class="paper" width="{number(width)}" height="{number(height)}" fill="#FFFFFF"/>\n')
    return sheet.document(width, height, title)
