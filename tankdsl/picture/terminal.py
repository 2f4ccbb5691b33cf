"""A scene of hexes as text, drawn by `ground/picture.py`: codes of pieces, then of the ground; answers as numbers and signs.

`*` marks the hex that a question starts from, `.` what is out of reach or not seen, `x` what blocks a line, `o` what it crosses.
Of ways `o` is on a cheapest one and `-` on another; `!7` is a hex without which seven are cut off, `!/` lies beside a side by which
ground hangs, `x` is one of the hexes that close all ways.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from tankdsl.ground.maps import MapHex
from tankdsl.ground.picture import bands, picture
from tankdsl.picture.ground import Places, ground_of
from tankdsl.picture.marks import LEVELS, Sides, level_text, listed
from tankdsl.picture.scene import HexScene, Narrows, Overlay, Ray, Reach, Regions, View, Ways
from tankdsl.picture.signs import sided

SIGNS: dict[type[Overlay], str] = {
    Narrows: "!7 a hex without which 7 are cut off, !/ beside a side by which ground hangs, x closes all ways between the sides",
    Ways: "o on a cheapest way, - on another one",
}
"""What the signs of answers mean that do not go without saying."""


def text_of(scene: HexScene, places: Places, overlays: Sequence[Overlay] = (), width: int | None = None) -> str:
    """The map as lines, in bands when it is wider than the terminal; below it what the signs mean."""
    ground, labelled = ground_of({"places": places, "orientation": scene.orientation.value})
    common = Counter(tile.terrain for tile in scene.tiles).most_common(1)[0][0]
    codes = {piece.at: sided(piece.code, piece.side) for piece in reversed(scene.pieces)}

    def code(hex_: MapHex) -> str:
        terrain = scene.tiles[hex_.index].terrain
        return codes.get(hex_.index, "" if terrain == common else scene.terrains[terrain].code)

    def cell(hex_: MapHex) -> str:
        found = (answer(hex_.index) for answer in answers)
        return next((text for text in found if text is not None), code(hex_))

    answers = [_answers(overlay) for overlay in overlays]

    parts: list[tuple[int, ...] | None] = list(bands(ground, width)) if width is not None else [None]

    def level(hex_: MapHex) -> str:
        return level_text(scene.tiles[hex_.index].level)

    foot = level if any(tile.level for tile in scene.tiles) else None
    sides = Sides(scene.features, scene.edges)
    drawn = [picture(ground, cell, only=part, labels=labelled, foot=foot, side=sides.sign if sides else None) for part in parts]
    told = ["\n".join([overlay.title, *(overlay.lines if isinstance(overlay, Ray) else ())]) for overlay in overlays]
    signs = dict.fromkeys(SIGNS[type(overlay)] for overlay in overlays if type(overlay) in SIGNS)
    return "\n\n".join([*told, *drawn, "\n".join([*signs, _legend(scene, common, sides)])]) + "\n"


def _zone_lines(scene: HexScene) -> Iterator[str]:
    """The hexes of the zones that have a name of their own."""
    for zone in scene.zones:
        if zone.side is None and zone.tiles:
            yield f"{zone.name}: {listed([scene.tiles[tile].label for tile in zone.tiles])}"


def _legend(scene: HexScene, common: int, sides: Sides) -> str:
    used = sorted({tile.terrain for tile in scene.tiles})
    ground = [f"{scene.terrains[each].code} {scene.terrains[each].name}" for each in used if each != common]
    lines = [", ".join([*ground, f"blank {scene.terrains[common].name}"])]
    if any(tile.level for tile in scene.tiles):
        lines.append(LEVELS)
    lines += [*sides.legend([tile.label for tile in scene.tiles]), *_zone_lines(scene)]
    for piece in scene.pieces:
        assert isinstance(piece.at, int)
        lines.append(f"{sided(piece.code, piece.side)} {piece.name} at {scene.tiles[piece.at].label}")
    return "\n".join(lines)


def _answers(overlay: Overlay) -> Callable[[int], str | None]:
    """What an answer writes into each hex; None to leave it as it is."""
    match overlay:
        case Narrows():
            beyond = {tile: f"!{min(count, 99)}" for tile, count in overlay.hexes}
            ends = {tile: "!/" for pair in overlay.bridges for tile in pair}
            return (dict.fromkeys(overlay.cut, "x") | ends | beyond).get
        case Ways():
            apart = {tile: "-" for way in overlay.apart for tile in way}
            return (apart | {tile: "o" for way in overlay.cheapest for tile in way}).get
        case Regions():
            # of several parts the first counts
            parts = {tile: str(number + 1)[:3] for number, part in reversed(list(enumerate(overlay.parts))) for tile in part}
            return lambda tile: parts.get(tile, ".")
    return lambda tile: _answer(overlay, tile)


def _answer(overlay: Reach | View | Ray, tile: int) -> str | None:
    """What an answer about one hex or line writes into a hex."""
    match overlay:
        case Reach():
            cost = str(overlay.costs.get(tile, "."))
            return "*" if tile == overlay.start else cost if len(cost) <= 3 else "999"
        case View():
            return "*" if tile == overlay.start else None if tile in overlay.seen else "."
        case Ray():
            if tile in (overlay.start, overlay.end):
                return "*"
            return "x" if tile in overlay.blockers else "o" if tile in overlay.crossed or tile in overlay.beside else None
