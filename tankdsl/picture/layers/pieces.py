"""Pieces: a counter for each unit with its code, its side's colours and arrows for its facings; discs for markers, flags for checkpoints.

Of several pieces in one hex the most important lies on top, the others show at its corner.
"""

from __future__ import annotations

from tankdsl.picture.palette import Livery, livery
from tankdsl.picture.plane import XY, Plane
from tankdsl.picture.scene import HexScene, Piece
from tankdsl.picture.svg import Sheet, points

WIDTH, HEIGHT = 0.92, 0.66
"""Of a counter, in lengths of a side of a hex."""
MOST_STACKED = 4
"""Pieces that are drawn in one place; more are counted by a number."""


def draw_pieces(sheet: Sheet, scene: HexScene, plane: Plane) -> None:
    """All pieces, hex by hex."""
    stacks: dict[int, list[Piece]] = {}
    for piece in scene.pieces:
        assert isinstance(piece.at, int)
        stacks.setdefault(piece.at, []).append(piece)
    sheet.begin("g", class_="pieces")
    for tile, stack in stacks.items():
        x, y = plane.middle(scene.tiles[tile].axial)
        shown = stack[:MOST_STACKED]
        shift = plane.size * 0.11
        for depth in reversed(range(len(shown))):
            place = (x + shift * (depth - (len(shown) - 1) / 2), y + plane.size * 0.08 - shift * (depth - (len(shown) - 1) / 2))
            ways = tuple(plane.way(facing) for facing in shown[depth].facings if isinstance(facing, int))
            draw_piece(sheet, shown[depth], place, plane.size, ways)
        if len(stack) > len(shown):
            sheet.haloed(
                (x + plane.size * 0.62, y + plane.size * 0.5), f"+{len(stack) - len(shown)}", plane.size * 0.26, font_weight="bold"
            )
    sheet.end()


def draw_piece(sheet: Sheet, piece: Piece, at: XY, size: float, ways: tuple[XY, ...]) -> None:
    """One piece. `size` is the length of a side of a hex, `ways` are the directions of its facings."""
    colours = livery(piece.side)
    sheet.begin("g", class_=f"piece {piece.sort}", data_id=piece.id)
    sheet.add("title", piece.name)
    match piece.sort:
        case "unit":
            _counter(sheet, at, size, colours)
            for number, way in enumerate(ways[:2]):
                _arrow(sheet, at, way, size, colours, inner=number > 0)
        case "checkpoint":
            _flag(sheet, at, size, colours)
        case _:
            sheet.add(
                "circle", cx=at[0], cy=at[1], r=size * 0.34, fill=colours.fill, stroke=colours.rim, stroke_width=1.4, stroke_dasharray="3 2"
            )
    if piece.sort != "checkpoint":
        sheet.text((at[0], at[1] + size * 0.115), piece.code, size * 0.33, font_weight="bold", fill=colours.ink, class_="piece-code")
    sheet.end()


def _counter(sheet: Sheet, at: XY, size: float, colours: Livery) -> None:
    w, h = size * WIDTH, size * HEIGHT
    sheet.add(
        "rect", x=at[0] - w / 2, y=at[1] - h / 2, width=w, height=h, rx=size * 0.09, fill=colours.fill, stroke=colours.rim, stroke_width=1.6
    )


def _arrow(sheet: Sheet, at: XY, way: XY, size: float, colours: Livery, *, inner: bool) -> None:
    """A triangle beyond the counter towards the front; of a second facing a thin line with a head."""
    (dx, dy), (px, py) = way, (-way[1], way[0])
    # Where the ray leaves the counter, which is a rectangle.
    rim = min(WIDTH / 2 / max(abs(dx), 0.01), HEIGHT / 2 / max(abs(dy), 0.01), 0.47)
    foot, tip, half = (rim + 0.03) * size, (rim + (0.25 if not inner else 0.16)) * size, size * (0.2 if not inner else 0.08)
    corners = (
        (at[0] + dx * tip, at[1] + dy * tip),
        (at[0] + dx * foot + px * half, at[1] + dy * foot + py * half),
        (at[0] + dx * foot - px * half, at[1] + dy * foot - py * half),
    )
    fill = colours.rim if not inner else "#FFFFFF"
    sheet.add(
        "polygon",
        class_="facing" if not inner else "facing second",
        points=points(corners),
        fill=fill,
        stroke=colours.rim,
        stroke_width=1,
        stroke_linejoin="round",
    )


def _flag(sheet: Sheet, at: XY, size: float, colours: Livery) -> None:
    x, y = at
    sheet.add(
        "path",
        d=f"M{x - size * 0.18:.2f} {y + size * 0.4:.2f}v{-size * 0.78:.2f}",
        stroke="#1A1A1A",
        stroke_width=2,
        stroke_linecap="round",
    )
    corners = ((x - size * 0.18, y - size * 0.38), (x + size * 0.36, y - size * 0.2), (x - size * 0.18, y - size * 0.02))
    sheet.add("polygon", points=points(corners), fill=colours.fill, stroke=colours.rim, stroke_width=1.2, stroke_linejoin="round")
