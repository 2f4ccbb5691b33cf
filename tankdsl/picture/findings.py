"""The picture of a finding: an excerpt of the ground with what the finding is about, drawn with the same layers as a whole map.

What the finding is about has a thick rim, what causes it a dashed one, so that they differ in black and white too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap

from tankdsl.diagnostics.excerpt import Excerpt, HexExcerpt, Marked, MarkedArea, Role, TableExcerpt
from tankdsl.frozen import FrozenValue
from tankdsl.ground.hexes import Orientation
from tankdsl.picture.layers.edges import draw_edges
from tankdsl.picture.layers.labels import draw_labels
from tankdsl.picture.layers.legend import Block, Entry, draw_legend, hex_blocks, width_of
from tankdsl.picture.layers.table import Scale, draw_table, table_blocks, table_size
from tankdsl.picture.layers.terrain import cuts_of, define_terrains, draw_terrain
from tankdsl.picture.layers.zones import loops, outline
from tankdsl.picture.plane import XY, Plane
from tankdsl.picture.scene import Area, Edge, HexScene, Named, TableScene, Tile
from tankdsl.picture.svg import Sheet, number, path, printed

SIZE = 34.0
"""Length of a side of a hex."""
MARGIN = 28.0
LEAST_WIDTH = 560.0
_TITLE, _CAPTION = 18.0, 13.0
_LINE = 92
"""Letters of a line of the headline."""


class Pen(FrozenValue):
    """How a mark is drawn."""

    colour: str
    dash: str | None
    tint: float


PENS: dict[Role, Pen] = {
    "place": Pen("#B00020", None, 0.16),
    "cause": Pen("#0B3C6F", "7 4", 0.10),
    "other": Pen("#5B2A86", "2 4", 0.0),
}


def svg_of_finding(excerpt: Excerpt, title: str, headline: str) -> bytes:
    """The excerpt as an SVG file. The same finding gives the same bytes."""
    return _hexes(excerpt, title, headline) if isinstance(excerpt, HexExcerpt) else _table(excerpt, title, headline)


def _page(sheet: Sheet, size: XY, title: str, headline: str, draw: Callable[[XY, float], None], blocks: Sequence[Block]) -> bytes:
    """A page with its words above, the drawing, and the legend below; `draw` is given the left upper corner and the width."""
    lines = wrap(printed(headline), _LINE) or [""]
    width = max(size[0], LEAST_WIDTH, *(width_of(line, _CAPTION) for line in lines), width_of(title, _TITLE))
    y = MARGIN + _TITLE * 0.8
    sheet.text((MARGIN, y), title, _TITLE, text_anchor="start", font_weight="bold", class_="title")
    for line in lines:
        y += _CAPTION * 1.5
        sheet.text((MARGIN, y), line, _CAPTION, text_anchor="start", class_="caption")
    y += 16
    draw((MARGIN + (width - size[0]) / 2, y), width)
    end = draw_legend(sheet, blocks, MARGIN, y + size[1] + 22, width)
    wide, high = width + 2 * MARGIN, end + MARGIN * 0.6
    sheet.parts.insert(0, f'<rect class="paper" width="{number(wide)}" height="{number(high)}" fill="#FFFFFF"/>\n')
    return sheet.document(wide, high, title)


def _mark_block(marks: Sequence[Marked] | Sequence[MarkedArea]) -> Block:
    return Block("Marks", tuple(Entry(_sign(mark.role), _words(mark)) for mark in marks))


def _words(mark: Marked | MarkedArea) -> str:
    beyond = mark.beyond if isinstance(mark, Marked) else 0
    return printed(mark.text) + (f" ({beyond:,} more beyond the picture)" if beyond else "")


def _sign(role: Role) -> Callable[[Sheet, XY], None]:
    def draw(sheet: Sheet, at: XY) -> None:
        _rim(sheet, f"M{number(at[0] + 2)} {number(at[1] - 6)}h24v12h-24Z", role, 3)

    return draw


def _rim(sheet: Sheet, d: str, role: Role, width: float) -> None:
    pen = PENS[role]
    if pen.tint:
        sheet.add("path", d=d, fill=pen.colour, fill_opacity=pen.tint)
    sheet.add(
        "path",
        class_=f"mark-{role}",
        d=d,
        fill="none",
        stroke=pen.colour,
        stroke_width=width,
        stroke_dasharray=pen.dash,
        stroke_linejoin="round",
    )


# ----------------------------------------------------------------------------------------------------------------- hexes


def _hexes(excerpt: HexExcerpt, title: str, headline: str) -> bytes:
    scene = scene_of_excerpt(excerpt, title)
    plane = Plane(scene.orientation, SIZE, cuts_of(scene))
    corners = [corner for tile in scene.tiles for corner in plane.outline(tile.axial)]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    size = (max(x for x, _ in corners) - left, max(y for _, y in corners) - top)
    sheet = Sheet()
    sheet.begin("defs")
    define_terrains(sheet, scene)
    sheet.end()

    def draw(corner: XY, width: float) -> None:
        sheet.begin("g", class_="map", transform=f"translate({number(corner[0] - left)} {number(corner[1] - top)})")
        draw_terrain(sheet, scene, plane)
        draw_edges(sheet, scene, plane)
        draw_labels(sheet, scene, plane)
        for mark in reversed(excerpt.marks):
            axial = [scene.tiles[tile].axial for tile in mark.tiles]
            d = "".join(path(outline(plane, loop, 0.96), closed=True) for loop in loops(axial))
            if d:
                _rim(sheet, d, mark.role, SIZE * 0.1)
        sheet.end()

    return _page(sheet, size, title, headline, draw, [_mark_block(excerpt.marks), *hex_blocks(scene)])


def scene_of_excerpt(excerpt: HexExcerpt, title: str) -> HexScene:
    """An excerpt as a map of its own, without pieces."""
    features = tuple(dict.fromkeys(border.feature for border in excerpt.borders))
    return HexScene(
        id=excerpt.map,
        title=title,
        orientation=Orientation(excerpt.orientation),
        sides=(),
        terrains=tuple(Named(terrain.id, terrain.name, terrain.glyph) for terrain in excerpt.terrains),
        tiles=tuple(Tile(tile.label, tile.q, tile.r, tile.terrain, tile.half, None) for tile in excerpt.tiles),
        features=tuple(Named(feature, feature.replace("_", " ")) for feature in features),
        edges=tuple(Edge(border.a, border.b, features.index(border.feature)) for border in excerpt.borders),
        zones=(),
        spots=(),
        pieces=(),
        waiting=(),
    )


# ---------------------------------------------------------------------------------------------------------------- tables


def _table(excerpt: TableExcerpt, title: str, headline: str) -> bytes:
    looks: dict[tuple[str, ...], int] = {}
    areas = tuple(Area(shape.name, shape.outline, shape.tags, looks.setdefault(shape.tags, len(looks))) for shape in excerpt.shapes)
    scene = TableScene(
        excerpt.table,
        title,
        excerpt.width,
        excerpt.height,
        sides=(),
        areas=areas,
        spots=(),
        pieces=(),
        waiting=(),
        arcs=(),
    )
    sheet, scale = Sheet(), Scale(scene)

    def draw(corner: XY, width: float) -> None:
        sheet.begin("g", class_="map", transform=f"translate({number(corner[0])} {number(corner[1])})")
        draw_table(sheet, scene, None)
        for mark in reversed(excerpt.marks):
            d = "".join(path((scale.at(at) for at in areas[shape].outline), closed=True) for shape in mark.shapes)
            if d:
                _rim(sheet, d, mark.role, 3.5)
            for point in mark.points:
                x, y = scale.at(point)
                sheet.add("circle", class_=f"mark-{mark.role}", cx=x, cy=y, r=9, fill="none", stroke=PENS[mark.role].colour, stroke_width=3)
        sheet.end()

    return _page(sheet, table_size(scene), title, headline, draw, [_mark_block(excerpt.marks), *table_blocks(scene)])
