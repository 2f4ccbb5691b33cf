"""Pictures of large maps: fewer elements and pixels for PNG, and answers in the terminal that do not search for each hex."""

from __future__ import annotations

from xml.etree import ElementTree

from tankdsl.ground.hexes import Orientation
from tankdsl.picture.draw import svg_of
from tankdsl.picture.png import MOST_PIXELS, ZOOM, zoom_of
from tankdsl.picture.scene import HexScene, Named, Narrows, Regions, Tile, Ways
from tankdsl.picture.terminal import text_of

SIDE = 40


def field(side: int = SIDE) -> HexScene:
    tiles = tuple(Tile(f"{q},{r}", q, r, (q + r) % 7 == 0, False, None) for r in range(side) for q in range(side))
    terrains = (Named("grass", "grass", "gra"), Named("wood", "wood", "woo"))
    return HexScene("s", "S", Orientation.FLAT, (), terrains, tiles, (), (), (), (), (), ())


def tags(svg: bytes) -> list[str]:
    return [element.tag.rpartition("}")[2] for element in ElementTree.fromstring(svg).iter()]


def words(svg: bytes) -> set[str]:
    return {element.text or "" for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("}text")}


def test_a_compact_picture_has_a_path_for_each_terrain_and_a_text_for_each_label() -> None:
    full, compact = tags(svg_of(field())), tags(svg_of(field(), compact=True))
    assert full.count("polygon") - compact.count("polygon") == SIDE**2
    assert compact.count("path") - full.count("path") == 2
    woods = sum(tile.terrain for tile in field().tiles)
    assert full.count("text") - compact.count("text") == 2 * woods, "label and code of a wood have a rim, which needs no text of its own"
    assert words(svg_of(field())) == words(svg_of(field(), compact=True))


def test_a_picture_with_too_many_pixels_has_one_for_each_unit() -> None:
    svg = '<?xml version="1.0"?>\n<svg xmlns="x" width="{}" height="{}">'
    side = int((MOST_PIXELS / ZOOM**2) ** 0.5)
    assert zoom_of(svg.format(side, side).encode()) == ZOOM
    assert zoom_of(svg.format(side + 1, f"{side + 1}.5").encode()) == 1
    assert zoom_of(svg_of(field())) == ZOOM


class Counting(tuple[int, ...]):
    """Hexes that cannot be searched."""

    __slots__ = ()

    def __contains__(self, _: object) -> bool:
        raise AssertionError("searched once more for each hex")


def test_answers_in_the_terminal_are_looked_up() -> None:
    scene = field(3)
    places = [{"q": tile.q, "r": tile.r, "label": tile.label, "terrain": "grass"} for tile in scene.tiles]

    def drawn(overlay: Regions | Ways | Narrows) -> str:
        return text_of(scene, places, [overlay]).split("\n\n")[1]

    regions = drawn(Regions("R", (Counting((0, 1, 2)), Counting((2, 4)))))
    assert [regions.count(sign) for sign in ("\\ 1 /", "/ 1 \\", "/ 2 \\")] == [0, 3, 1]
    ways = drawn(Ways("W", 0, (Counting((0, 1, 2)),), (Counting((2, 4)),)))
    assert ways.count("/ o \\") == 2 and ways.count("/ - \\") == 2
    narrow = drawn(Narrows("N", ((0, 7), (1, 120)), ((1, 2), (2, 4)), Counting((4, 5))))
    assert narrow.count("!7") == 1 and narrow.count("!99") == 1 and narrow.count("/!/ \\") == 2 and narrow.count("/ x \\") == 1
