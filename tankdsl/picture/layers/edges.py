"""Features of edges.

What people travel on joins the middles of its two hexes: a feature one of whose words (of its id or its name) is in `TRAVELLED`.  Anything
else, such as a river, a hedge or a cliff, lies along the side between them.  A feature that does both for the eye, a bridge or a ford, is
a short piece across the side.
"""

from __future__ import annotations

from tankdsl.ground.features import CROSSING, TRAVELLED, WATER, words_of
from tankdsl.ground.hexes import DIRECTIONS, subtract
from tankdsl.picture.plane import XY, Plane
from tankdsl.picture.scene import Edge, HexScene, Named
from tankdsl.picture.svg import Sheet, path

_GREEN = frozenset(("hedge", "hedges", "bocage", "hedgerow"))
_COLOURS = ("#6B4F2A", "#5B2A6B", "#444444", "#8A1C1C", "#1C5C5C")
_DASHES = (None, "7 3", "2 3", "10 3 2 3", "1 4")


class _Pen:
    """How lines of a feature look: one or two strokes, the first below."""

    def __init__(self, strokes: tuple[tuple[str, float, str | None], ...]) -> None:
        self.strokes = strokes


def _words(feature: Named) -> set[str]:
    return words_of(feature.id, feature.name)


def way_of(feature: Named) -> str:
    """`joins` the middles, lies `along` the side, or leads `across` it."""
    words = _words(feature)
    if words & CROSSING:
        return "across"
    return "joins" if words & TRAVELLED else "along"


def pen_of(feature: Named, number: int, size: float) -> _Pen:
    """The strokes of a feature; `number` is its position in the list, so that others than the usual ones differ."""
    words = _words(feature)
    if words & CROSSING:
        return _Pen((("#3B2A14", size * 0.26, None), ("#FFFFFF", size * 0.16, None)))
    if words & TRAVELLED:
        return _Pen((("#5C4A32", size * 0.2, None), ("#F7E7C6", size * 0.12, None)))
    if words & WATER:
        return _Pen((("#1F5FA8", size * 0.17, None), ("#8FC1F0", size * 0.07, None)))
    if words & _GREEN:
        return _Pen((("#1F6B3A", size * 0.14, None), ("#D9F0DD", size * 0.05, "2 4")))
    return _Pen(((_COLOURS[number % len(_COLOURS)], size * 0.12, _DASHES[number % len(_DASHES)]),))


def line_of(scene: HexScene, plane: Plane, edge: Edge) -> tuple[XY, ...]:
    """The points of the line of one feature."""
    a, b = scene.tiles[edge.a].axial, scene.tiles[edge.b].axial
    direction = DIRECTIONS.index(subtract(b, a))
    match way_of(scene.features[edge.feature]):
        case "joins":
            return (plane.middle(a), plane.middle(b))
        case "along":
            return (plane.corner(a, direction), plane.corner(a, direction + 1))
        case _:
            (mx, my), (dx, dy) = plane.side(a, direction), plane.way(direction)
            reach = plane.size * 0.32
            return ((mx - dx * reach, my - dy * reach), (mx + dx * reach, my + dy * reach))


def heads_of(scene: HexScene, plane: Plane, edge: Edge) -> tuple[tuple[XY, XY, XY], ...]:
    """Triangles that point to where a feature leads: three along a side, one on what joins two hexes or leads across."""
    a, b = scene.tiles[edge.a].axial, scene.tiles[edge.b].axial
    direction = DIRECTIONS.index(subtract(b, a))
    (x1, y1), (x2, y2) = plane.corner(a, direction), plane.corner(a, direction + 1)
    dx, dy = plane.way(direction)
    along = way_of(scene.features[edge.feature]) == "along"
    parts = (0.22, 0.5, 0.78) if along else (0.5,)
    half, reach = (0.09, plane.size * 0.16) if along else (0.17, plane.size * 0.3)

    def at(part: float) -> XY:
        return (x1 + (x2 - x1) * part, y1 + (y2 - y1) * part)

    return tuple((at(part - half), at(part + half), (at(part)[0] + dx * reach, at(part)[1] + dy * reach)) for part in parts)


def draw_edges(sheet: Sheet, scene: HexScene, plane: Plane) -> None:
    """All features: what lies along sides first, then ways, then what leads across."""
    for way in ("along", "joins", "across"):
        for number, feature in enumerate(scene.features):
            if way_of(feature) != way:
                continue
            lines = [path(line_of(scene, plane, edge)) for edge in scene.edges if edge.feature == number]
            sheet.begin(
                "g",
                class_="edges",
                data_feature=feature.id,
                data_way=way,
                fill="none",
                stroke_linecap="butt" if way == "across" else "round",
            )
            for colour, width, dash in pen_of(feature, number, plane.size).strokes:
                sheet.begin("g", stroke=colour, stroke_width=width, stroke_dasharray=dash)
                for line in lines:
                    sheet.add("path", d=line)
                sheet.end()
            heads = [head for edge in scene.edges if edge.feature == number and edge.leads for head in heads_of(scene, plane, edge)]
            if heads:
                sheet.begin("g", class_="leads", fill=pen_of(feature, number, plane.size).strokes[0][0], stroke="none")
                for head in heads:
                    sheet.add("path", d=path(head, closed=True))
                sheet.end()
            sheet.end()
