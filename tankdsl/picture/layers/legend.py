"""The legend: what the signs of a picture mean, in columns below it.

Entries have a picture of a line's height and a text; long lists are cut and say by how much.  Widths of texts are estimated from their
number of letters, since nothing here knows a font.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tankdsl.frozen import FrozenValue
from tankdsl.picture.layers.edges import pen_of, way_of
from tankdsl.picture.layers.levels import has_levels, shade_of, shown
from tankdsl.picture.layers.pieces import draw_piece
from tankdsl.picture.layers.zones import MOST_OUTLINED, style
from tankdsl.picture.palette import livery, looks_of
from tankdsl.picture.plane import XY
from tankdsl.picture.scene import HexScene, Named, Piece, Spot, Waiting
from tankdsl.picture.svg import Sheet

LINE = 20.0
"""Height of a line."""
LETTERS = 12.0
MOST_ENTRIES = 60
"""Entries of one block."""

Sign = Callable[[Sheet, XY], None]
"""Draws a sign with its left middle at a point; it has 28 x 16 to itself."""


class Entry(FrozenValue):
    """A line of the legend."""

    sign: Sign | None
    text: str


class Block(FrozenValue):
    """A heading with its entries."""

    heading: str
    entries: tuple[Entry, ...]


def width_of(text: str, size: float) -> float:
    """About how long a line of text is."""
    return sum(0.95 if ord(letter) > 0x2E7F else 0.58 for letter in text) * size


def draw_legend(sheet: Sheet, blocks: Sequence[Block], left: float, top: float, width: float) -> float:
    """All blocks, each in as many columns as fit; the lower end is returned."""
    y = top
    sheet.begin("g", class_="legend")
    for block in blocks:
        if not block.entries:
            continue
        sheet.text((left, y + LETTERS), block.heading, LETTERS + 1, text_anchor="start", font_weight="bold")
        y += LINE + 2
        y = _entries(sheet, _cut(block.entries), left, y, width) + 8
    sheet.end()
    return y


def _cut(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    if len(entries) <= MOST_ENTRIES:
        return entries
    return (*entries[: MOST_ENTRIES - 1], Entry(None, f"and {len(entries) - MOST_ENTRIES + 1} more"))


def _entries(sheet: Sheet, entries: tuple[Entry, ...], left: float, top: float, width: float) -> float:
    widest = max(width_of(entry.text, LETTERS) for entry in entries) + 52
    columns = max(1, min(len(entries), int(width // widest)))
    rows = -(-len(entries) // columns)
    for at, entry in enumerate(entries):
        x, y = left + (at // rows) * (width / columns), top + (at % rows) * LINE
        if entry.sign is not None:
            entry.sign(sheet, (x, y + LINE / 2))
        sheet.text((x + 36, y + LINE / 2 + LETTERS * 0.35), entry.text, LETTERS, text_anchor="start", class_="legend-text")
    return top + rows * LINE


# ------------------------------------------------------------------------------------------------------ what is there


def hex_blocks(scene: HexScene) -> list[Block]:
    """The legend of a map of hexes."""
    used = {tile.terrain for tile in scene.tiles}
    looks = looks_of([(terrain.id, terrain.name) for terrain in scene.terrains])
    ground = [
        Entry(_swatch(f"url(#terrain-{number})"), f"{terrain.name} ({terrain.code})" if looks[number].lines else terrain.name)
        for number, terrain in enumerate(scene.terrains)
        if number in used
    ]
    ground += [Entry(_feature(feature, number), feature.name) for number, feature in enumerate(scene.features)]
    zones = [
        Entry(_zone(*style(zone, number)), _zone_name(zone.name, zone.side)) for number, zone in enumerate(scene.zones[:MOST_OUTLINED])
    ]
    places = {index: tile.label for index, tile in enumerate(scene.tiles)}
    return [
        Block("Ground", tuple(ground)),
        Block("Levels", tuple(_levels(scene))),
        Block("Zones", tuple(zones)),
        *piece_blocks(scene.sides, scene.pieces, scene.waiting, lambda piece: places[piece.at] if isinstance(piece.at, int) else ""),
        Block("Places", tuple(Entry(_spot, f"{spot.name}: {places[spot.at]}") for spot in scene.spots if isinstance(spot.at, int))),
    ]


def piece_blocks(sides: Sequence[Named], pieces: Sequence[Piece], waiting: Sequence[Waiting], where: Callable[[Piece], str]) -> list[Block]:
    """The pieces of each side and of none."""
    found: list[Block] = []
    for side in (*range(len(sides)), None):
        entries = [Entry(_piece(piece), f"{piece.name}, {where(piece)}") for piece in pieces if piece.side == side]
        later = [one for one in waiting if one.side == side]
        if later:
            words = [f"{one.count} × {one.name}" if one.count > 1 else one.name for one in later]
            entries += [Entry(None if entries else _side(side), f"not on the map yet: {word}") for word in words]
        if not entries and side is not None:
            entries = [Entry(_side(side), "nothing on the map")]
        found.append(Block(sides[side].name if side is not None else "Of no side", tuple(entries)))
    return found


def spot_text(spot: Spot) -> str:
    """A named point of a table."""
    assert not isinstance(spot.at, int)
    return f"{spot.name}: {spot.at[0] / 100:g}″ / {spot.at[1] / 100:g}″"


def _levels(scene: HexScene) -> Iterator[Entry]:
    """The levels that are on the map, the highest first, if it is not level."""
    if has_levels(scene):
        for level in sorted({tile.level for tile in scene.tiles}, reverse=True):
            yield Entry(_shade(*shade_of(level)), f"level {shown(level)}")


def _shade(colour: str, opacity: float) -> Sign:
    def draw(sheet: Sheet, at: XY) -> None:
        x, y = at[0], at[1] - 7
        sheet.add("rect", x=x, y=y, width=28, height=14, fill="#F5F1E1", stroke="#6E6A5E", stroke_width=0.8)
        sheet.add("rect", x=x, y=y, width=28, height=14, fill=colour, fill_opacity=opacity)

    return draw


def _zone_name(name: str, side: int | None) -> str:
    return name if side is None else f"territory: {name}"


def _swatch(fill: str) -> Sign:
    def draw(sheet: Sheet, at: XY) -> None:
        sheet.add("rect", x=at[0], y=at[1] - 7, width=28, height=14, fill=fill, stroke="#6E6A5E", stroke_width=0.8)

    return draw


swatch = _swatch


def _feature(feature: Named, number: int) -> Sign:
    def draw(sheet: Sheet, at: XY) -> None:
        short = way_of(feature) == "across"
        for colour, width, dash in pen_of(feature, number, 30).strokes:
            sheet.add(
                "line",
                x1=at[0] + (8 if short else 0),
                y1=at[1],
                x2=at[0] + (20 if short else 28),
                y2=at[1],
                stroke=colour,
                stroke_width=width,
                stroke_dasharray=dash,
            )

    return draw


def _spot(sheet: Sheet, at: XY) -> None:
    """The diamond that stands at a named place."""
    diamond = f"M{at[0] + 14:.2f} {at[1] - 6:.2f}l6 6l-6 6l-6 -6z"
    sheet.add("path", class_="spot", d=diamond, fill="#1A1A1A", stroke="#FFFFFF", stroke_width=1)


def _zone(colour: str, dash: str | None) -> Sign:
    def draw(sheet: Sheet, at: XY) -> None:
        sheet.add(
            "rect", x=at[0] + 1, y=at[1] - 6, width=26, height=12, rx=3, fill="none", stroke=colour, stroke_width=2, stroke_dasharray=dash
        )

    return draw


def _piece(piece: Piece) -> Sign:
    def draw(sheet: Sheet, at: XY) -> None:
        draw_piece(sheet, piece, (at[0] + 14, at[1]), 24, ())

    return draw


def _side(side: int | None) -> Sign:
    def draw(sheet: Sheet, at: XY) -> None:
        colours = livery(side)
        sheet.add("rect", x=at[0] + 3, y=at[1] - 7, width=22, height=14, rx=2, fill=colours.fill, stroke=colours.rim, stroke_width=1.6)

    return draw
