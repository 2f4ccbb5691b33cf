"""A scene of hexes as text, drawn by `ground/picture.py`: codes of pieces, then of the ground; answers as numbers and signs.

`*` marks the hex that a question starts from, `.` what is out of reach or not seen, `x` what blocks a line, `o` what it crosses.
Of ways `o` is on a cheapest one and `-` on another; `!7` is a hex without which seven are cut off, `=` lies beside a side by which ground
hangs, `x` is one of the hexes that close all ways. Features of sides stand where the side would be drawn: `~` water, `=` ways, `+` what
leads across, other signs for others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tankdsl.ground.features import CROSSING, TRAVELLED, WATER, words_of
from tankdsl.ground.maps import MapHex
from tankdsl.ground.picture import bands, picture
from tankdsl.picture.ground import Places, ground_of
from tankdsl.picture.scene import HexScene, Narrows, Overlay, Ray, Reach, Regions, View, Ways


def text_of(scene: HexScene, places: Places, overlays: Sequence[Overlay] = (), width: int | None = None) -> str:
    """The map as lines, in bands when it is wider than the terminal; below it what the signs mean."""
    ground, labelled = ground_of({"places": places, "orientation": scene.orientation.value})
    common = Counter(tile.terrain for tile in scene.tiles).most_common(1)[0][0]
    codes = {piece.at: _sided(piece.code, piece.side) for piece in reversed(scene.pieces)}

    def code(hex_: MapHex) -> str:
        terrain = scene.tiles[hex_.index].terrain
        return codes.get(hex_.index, "" if terrain == common else scene.terrains[terrain].code)

    def cell(hex_: MapHex) -> str:
        answers = [_answer(overlay, hex_.index) for overlay in overlays]
        return next((answer for answer in answers if answer is not None), code(hex_))

    parts: list[tuple[int, ...] | None] = list(bands(ground, width)) if width is not None else [None]

    def level(hex_: MapHex) -> str:
        found = str(scene.tiles[hex_.index].level or "")
        return found if len(found) <= 3 else found[:2] + "+"

    foot = level if any(tile.level for tile in scene.tiles) else None

    signs = _signs(scene)
    sides = {(min(edge.a, edge.b), max(edge.a, edge.b)): signs[edge.feature] for edge in reversed(scene.edges)}

    def side(one: int, other: int) -> str | None:
        return sides.get((min(one, other), max(one, other)))

    drawn = [picture(ground, cell, only=part, labels=labelled, foot=foot, side=side if sides else None) for part in parts]
    told = ["\n".join([overlay.title, *(overlay.lines if isinstance(overlay, Ray) else ())]) for overlay in overlays]
    return "\n\n".join([*told, *drawn, _legend(scene, common)]) + "\n"


def _sided(code: str, side: int | None) -> str:
    """Pieces of the second side in capitals, as everywhere in the terminal."""
    return code.upper() if side == 1 else code


_OTHERS = "#%&$^:!?"


def _signs(scene: HexScene) -> tuple[str, ...]:
    """A sign for each feature of edges."""
    found: list[str] = []
    for feature in scene.features:
        words = words_of(feature.id, feature.name)
        sign = "+" if words & CROSSING else "=" if words & TRAVELLED else "~" if words & WATER else ""
        others = [each for each in _OTHERS if each not in found]
        found.append(sign or (others or [_OTHERS[-1]])[0])
    return tuple(found)


_MOST_TOLD = 12
"""Sides of a feature and hexes of a zone that are listed."""


def _listed(words: list[str]) -> str:
    more = len(words) - _MOST_TOLD
    return ", ".join(words[:_MOST_TOLD]) + (f" and {more} more" if more > 0 else "")


def _edge_lines(scene: HexScene) -> Iterator[str]:
    """What the signs of features mean, and where those lead that lead somewhere."""
    label = [tile.label for tile in scene.tiles]
    for number, (sign, feature) in enumerate(zip(_signs(scene), scene.features, strict=True)):
        leading = [f"{label[edge.a]} to {label[edge.b]}" for edge in scene.edges if edge.feature == number and edge.leads]
        yield f"{sign} {feature.name}" + (f", leading from {_listed(leading)}" if leading else "")


def _zone_lines(scene: HexScene) -> Iterator[str]:
    """The hexes of the zones that have a name of their own."""
    for zone in scene.zones:
        if zone.side is None and zone.tiles:
            yield f"{zone.name}: {_listed([scene.tiles[tile].label for tile in zone.tiles])}"


def _legend(scene: HexScene, common: int) -> str:
    used = sorted({tile.terrain for tile in scene.tiles})
    ground = [f"{scene.terrains[each].code} {scene.terrains[each].name}" for each in used if each != common]
    lines = [", ".join([*ground, f"blank {scene.terrains[common].name}"])]
    if any(tile.level for tile in scene.tiles):
        lines.append("numbers at the feet of hexes are levels, no number is level 0")
    lines += [*_edge_lines(scene), *_zone_lines(scene)]
    for piece in scene.pieces:
        assert isinstance(piece.at, int)
        lines.append(f"{_sided(piece.code, piece.side)} {piece.name} at {scene.tiles[piece.at].label}")
    return "\n".join(lines)


def _answer(overlay: Overlay, tile: int) -> str | None:
    """What an answer writes into a hex; None to leave it as it is."""
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
        case Narrows():
            beyond = dict(overlay.hexes).get(tile)
            if beyond is not None:
                return f"!{beyond}" if beyond < 100 else "!99"
            return "=" if any(tile in ends for ends in overlay.bridges) else "x" if tile in overlay.cut else None
        case Ways():
            return "o" if _leads_over(overlay.cheapest, tile) else "-" if _leads_over(overlay.apart, tile) else None
        case Regions():
            return next((str(number + 1)[:3] for number, part in enumerate(overlay.parts) if tile in part), ".")


def _leads_over(routes: tuple[tuple[int, ...], ...], tile: int) -> bool:
    return any(tile in route for route in routes)
