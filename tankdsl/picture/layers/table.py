"""A table without a grid, to scale: a ruler in whole inches along its edges, areas, points, bases with hull and turret, arcs on demand.

The origin of the table is its lower left corner, so heights are turned round.  Areas with the same tags have the same look.  Arcs are drawn
around each piece that the rules divide so, from its base to `ARC_REACH`; they are as exact as lines on paper are, the rules judge.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, radians, sin, sqrt

from tankdsl.ground.table import Point
from tankdsl.picture.layers.legend import Block, Entry, piece_blocks, spot_text, swatch
from tankdsl.picture.palette import Look, define, livery, looks_of
from tankdsl.picture.plane import XY
from tankdsl.picture.scene import Arcs, Area, Piece, TableScene
from tankdsl.picture.svg import Sheet, number, path, points

INCH = 100
USUAL_SCALE = 22.0
"""Units of the picture to the inch, as long as the table is no longer than `LONGEST`."""
LONGEST = 1_320.0
RULER = 26.0
USUAL_BASE = 50
"""The radius that pieces are drawn with when the rules give them none."""
ARC_REACH = 4 * INCH
_SURFACE = "#F5F1E1"
_LINE = "#C9C2A8"


class Scale:
    """From hundredths of an inch to the picture."""

    def __init__(self, scene: TableScene) -> None:
        self.scene = scene
        self.inch = min(USUAL_SCALE, LONGEST * INCH / max(scene.width, scene.height))

    def length(self, hundredths: float) -> float:
        """A length on paper."""
        return hundredths * self.inch / INCH

    def at(self, point: Point) -> XY:
        """A point of the table on paper."""
        return (RULER + self.length(point[0]), self.length(self.scene.height - point[1]))


def table_size(scene: TableScene) -> XY:
    """Width and height of the drawing with its rulers."""
    scale = Scale(scene)
    return (RULER + scale.length(scene.width) + 4, scale.length(scene.height) + RULER)


def draw_table(sheet: Sheet, scene: TableScene, arcs: str | None) -> None:
    """The whole table; `arcs` is the id of a division of surroundings, or None."""
    scale = Scale(scene)
    sheet.begin("defs")
    for look, pattern in enumerate(_looks(scene)):
        define(sheet, f"area-{look}", pattern)
    sheet.end()
    x, y = scale.at((0, scene.height))
    sheet.add(
        "rect",
        class_="surface",
        x=x,
        y=y,
        width=scale.length(scene.width),
        height=scale.length(scene.height),
        fill=_SURFACE,
        stroke="#4A4536",
        stroke_width=1.5,
    )
    _ruler(sheet, scene, scale)
    for area in scene.areas:
        _area(sheet, scale, area)
    for area in scene.areas:
        _area_name(sheet, scale, area)
    for spot in scene.spots:
        assert not isinstance(spot.at, int)
        _spot(sheet, scale, spot.name, spot.at)
    for division in scene.arcs:
        if division.id == arcs:
            for piece in scene.pieces:
                _arcs(sheet, scale, piece, division)
    for piece in scene.pieces:
        _piece(sheet, scale, piece)


def table_blocks(scene: TableScene) -> list[Block]:
    """The legend of a table."""
    looks: dict[int, Area] = {}
    for area in scene.areas:
        looks.setdefault(area.look, area)
    ground = tuple(Entry(swatch(f"url(#area-{look})"), ", ".join(area.tags) or "no tags") for look, area in looks.items())
    return [
        Block("Areas", ground),
        *piece_blocks(scene.sides, scene.pieces, scene.waiting, _where),
        Block("Points (from the left / from below)", tuple(Entry(None, spot_text(spot)) for spot in scene.spots)),
    ]


def _where(piece: Piece) -> str:
    assert not isinstance(piece.at, int)
    return f"{piece.at[0] / INCH:g}″ / {piece.at[1] / INCH:g}″"


def _looks(scene: TableScene) -> tuple[Look, ...]:
    """A look for each set of tags, by the words in the tags and in the name of the first area that has it."""
    first: dict[int, Area] = {}
    for area in scene.areas:
        first.setdefault(area.look, area)
    return looks_of([(" ".join(area.tags), area.name) for area in first.values()])


def _ruler(sheet: Sheet, scene: TableScene, scale: Scale) -> None:
    """Ticks at every inch and numbers at every sixth; on long tables fewer, so that they do not touch."""
    step = next(step for step in (1, 2, 6, 12, 60, 600, 6_000) if step * scale.inch >= 5)
    sheet.begin("g", class_="ruler", stroke="#4A4536", stroke_width=0.8)
    for inch in range(0, scene.width // INCH + 1, step):
        (x, y), long = scale.at((inch * INCH, 0)), 9 if inch % (6 * step) == 0 else 4
        sheet.add("line", x1=x, y1=y, x2=x, y2=y + long)
    for inch in range(0, scene.height // INCH + 1, step):
        (x, y), long = scale.at((0, inch * INCH)), 9 if inch % (6 * step) == 0 else 4
        sheet.add("line", x1=x, y1=y, x2=x - long, y2=y)
    sheet.end()
    for inch in range(0, scene.width // INCH + 1, 6 * step):
        x, y = scale.at((inch * INCH, 0))
        sheet.text((x, y + 20), f"{inch}″", 10, class_="ruler-text")
        if 0 < inch * INCH < scene.width:
            sheet.add(
                "path",
                d=path((scale.at((inch * INCH, 0)), scale.at((inch * INCH, scene.height)))),
                stroke=_LINE,
                stroke_width=0.5,
                fill="none",
            )
    for inch in range(0, scene.height // INCH + 1, 6 * step):
        x, y = scale.at((0, inch * INCH))
        sheet.text((x - 11, y + (9 if y == 0 else 3.5)), f"{inch}″", 10, text_anchor="end", class_="ruler-text")
        if 0 < inch * INCH < scene.height:
            sheet.add(
                "path",
                d=path((scale.at((0, inch * INCH)), scale.at((scene.width, inch * INCH)))),
                stroke=_LINE,
                stroke_width=0.5,
                fill="none",
            )


def _area(sheet: Sheet, scale: Scale, area: Area) -> None:
    corners = [scale.at(corner) for corner in area.outline]
    if len(corners) < 3:
        sheet.add(
            "path",
            class_="area",
            data_name=area.name,
            d=path(corners),
            stroke="#4A4536",
            stroke_width=4,
            stroke_linecap="round",
            fill="none",
        )
        return
    fill = f"url(#area-{area.look})"
    sheet.add(
        "polygon",
        class_="area",
        data_name=area.name,
        points=points(corners),
        fill=fill,
        stroke="#4A4536",
        stroke_width=1.3,
        stroke_linejoin="round",
    )


def _area_name(sheet: Sheet, scale: Scale, area: Area) -> None:
    corners = [scale.at(corner) for corner in area.outline]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    sheet.haloed(middle, area.name, 12, font_weight="bold", class_="area-name")
    room = (max(ys) - min(ys)) > 34
    if area.tags and room:
        sheet.haloed((middle[0], middle[1] + 12), ", ".join(area.tags), 9, font_style="italic", class_="area-tags")


def _spot(sheet: Sheet, scale: Scale, name: str, at: Point) -> None:
    x, y = scale.at(at)
    sheet.add(
        "path", class_="spot", d=f"M{number(x - 5)} {number(y)}h10M{number(x)} {number(y - 5)}v10", stroke="#1A1A1A", stroke_width=1.6
    )
    right = at[0] * 2 > scale.scene.width
    low = y + 14 if at[1] * 2 > scale.scene.height else y - 7
    sheet.haloed((x - 7 if right else x + 7, low), name, 10, text_anchor="end" if right else "start", class_="spot-name")


# ------------------------------------------------------------------------------------------------------------- pieces


def _unit(vector: Point) -> XY:
    """A direction on paper, of length 1."""
    whole = sqrt(vector[0] ** 2 + vector[1] ** 2)
    return (vector[0] / whole, -vector[1] / whole)


def _piece(sheet: Sheet, scale: Scale, piece: Piece) -> None:
    assert not isinstance(piece.at, int)
    (x, y), colours = scale.at(piece.at), livery(piece.side)
    r = scale.length(piece.base or USUAL_BASE)
    sheet.begin("g", class_=f"piece {piece.sort}", data_id=piece.id)
    sheet.add("title", piece.name)
    sheet.add(
        "circle",
        class_="base",
        cx=x,
        cy=y,
        r=r,
        fill=colours.fill,
        stroke=colours.rim,
        stroke_width=1.5,
        stroke_dasharray=None if piece.sort == "unit" else "3 2",
    )
    facings = [facing for facing in piece.facings if not isinstance(facing, int)]
    if facings:
        (dx, dy) = _unit(facings[0])
        px, py = -dy, dx
        corners = (
            (x + dx * r * 1.75, y + dy * r * 1.75),
            (x + dx * r * 1.02 + px * r * 0.5, y + dy * r * 1.02 + py * r * 0.5),
            (x + dx * r * 1.02 - px * r * 0.5, y + dy * r * 1.02 - py * r * 0.5),
        )
        sheet.add("polygon", class_="facing", points=points(corners), fill=colours.rim)
    for facing in facings[1:2]:
        (dx, dy) = _unit(facing)
        sheet.add(
            "path",
            class_="facing second",
            d=path(((x, y), (x + dx * r * 2, y + dy * r * 2))),
            stroke="#1A1A1A",
            stroke_width=2.2,
            stroke_linecap="round",
            fill="none",
        )
    sheet.end()
    south = bool(facings) and facings[0][1] < 0
    sheet.haloed((x, y - r - 4 if south else y + r + 11), piece.name, 9.5, font_weight="bold", class_="piece-code")


def _arcs(sheet: Sheet, scale: Scale, piece: Piece, division: Arcs) -> None:
    """The borders and names of the arcs of a piece; pieces of other kinds and without facing have none."""
    facings: Sequence[int | Point] = piece.facings
    if division.kind not in piece.kinds or division.facing >= len(facings):
        return
    facing, at = facings[division.facing], piece.at
    if isinstance(facing, int) or isinstance(at, int):
        return
    (x, y), reach, ahead = scale.at(at), scale.length(ARC_REACH), atan2(facing[1], facing[0])

    def towards(degrees: float, part: float) -> XY:
        angle = ahead - radians(degrees)
        return (x + cos(angle) * reach * part, y - sin(angle) * reach * part)

    sheet.begin("g", class_="arcs", data_id=piece.id)
    for at_part, part in enumerate(division.parts):
        for low, high in part.ranges:
            span = high - low
            steps = [low + span * step / 24 for step in range(25)]
            corners = [(x, y), *(towards(degrees, 1.0) for degrees in steps)]
            colour = livery(piece.side).rim
            sheet.add(
                "polygon",
                class_="arc",
                points=points(corners),
                fill=colour,
                fill_opacity=(0.2, 0.04, 0.12, 0.08)[at_part % 4],
                stroke=colour,
                stroke_width=0.9,
                stroke_dasharray="5 3",
            )
            sheet.haloed(towards((low + high) / 2, 0.8), part.name, 10, font_style="italic", class_="arc-name")
    sheet.end()
