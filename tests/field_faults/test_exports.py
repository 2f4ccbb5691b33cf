"""Numbers and ids of other programs, read and written: flags, copies, rows at the edge, files that went there and back."""

from __future__ import annotations

import json
from itertools import product
from typing import Any
from xml.etree import ElementTree

import pytest

from tankdsl.exchange.compiled import CannotExport, field_of
from tankdsl.exchange.interface import Field
from tankdsl.exchange.tiled.write import write_tmj, write_tmx
from tests.unit.exchange.second import TERRAINS, cells_of_tmj, cells_of_tmx, compiled, refused, text_of, tile_layer, tmx
from tests.unit.exchange.second import field_of as imported

STAGGERS = list(product("xy", ("odd", "even")))
UNITS = """
<objectgroup id="2" name="things">
 <object id="1" name="Scout" type="unit" x="28" y="24"><point/>
  <properties><property name="side" value="red"/><property name="model" value="Scout"/></properties></object>
 <object id="2" name="Scout" type="unit" x="70" y="48"><point/>
  <properties><property name="side" value="red"/><property name="model" value="Scout"/></properties></object>
 <object id="3" name="Guard" type="unit" x="112" y="72"><point/>
  <properties><property name="side" value="blue"/><property name="model" value="Guard"/></properties></object>
</objectgroup>"""


def gone_out(text: str) -> Field:
    """What is written for another program of an imported map."""
    found = field_of(compiled(text))
    assert not isinstance(found, CannotExport)
    return found


def json_map(numbers: list[int], **objects: Any) -> str:
    """A map of four terrains as JSON, with objects."""
    tiles = [{"id": at, "class": name} for at, name in enumerate(TERRAINS)]
    tileset = {"firstgid": 1, "name": "set", "tilecount": 4, "image": "x.png", "tiles": tiles}
    layers: list[dict[str, Any]] = [{"type": "tilelayer", "name": "ground", "width": 3, "height": 2, "data": numbers}]
    layers += [{"type": "objectgroup", "name": name, "objects": held} for name, held in objects.items()]
    head = {"type": "map", "orientation": "hexagonal", "width": 3, "height": 2, "tilewidth": 56, "tileheight": 48, "hexsidelength": 28}
    return json.dumps({**head, "staggeraxis": "x", "staggerindex": "odd", "tilesets": [tileset], "layers": layers})


@pytest.mark.parametrize("flags", range(16))
def test_f119_turned_tiles_are_the_same_ground(flags: int) -> None:
    """The top four bits say how a tile is turned, and nothing about the ground; what is left must be a tile that there is."""
    turned = [number | flags << 28 for number in (1, 2, 3, 4, 1, 2)]
    cells = (("grass", "wood", "water"), ("hill", "grass", "wood"))
    assert imported("a.tmx", tmx(3, 2, tile_layer(turned, 3))).cells == cells
    assert imported("a.tmj", json_map(turned)).cells == cells
    _, headline = refused("a.tmx", tmx(3, 2, tile_layer([1, 2, 3, 4, 1, 99 | flags << 28], 3)))
    assert "99" in headline


def test_f120_numbers_of_objects_above_31_bits() -> None:
    """A picture of a tile that is turned over keeps its number, and stands where it stood."""
    picture = {"id": 1, "name": "mill", "gid": 2147483646 + 3, "x": 42, "y": 120, "width": 56, "height": 48}
    assert imported("a.tmj", json_map([1] * 6, things=[picture])).places == (("mill", (1, 1)),)


@pytest.mark.parametrize(("axis", "index"), STAGGERS)
@pytest.mark.parametrize(("width", "height"), [(4, 3), (3, 4), (3, 3), (5, 1)])
def test_f142_no_row_is_lost_at_an_odd_size(axis: str, index: str, width: int, height: int) -> None:
    numbers = [1 + at % 4 for at in range(width * height)]
    field = gone_out(text_of("map.tmx", tmx(width, height, tile_layer(numbers, width), axis, index)))
    for data, read in ((write_tmx(field, "x.png"), cells_of_tmx), (write_tmj(field, "x.png"), cells_of_tmj)):
        cells, _, _ = read(data)
        assert sorted(cells.values()) == sorted(TERRAINS[number - 1] for number in numbers)


def test_f163_copies_have_ids_of_their_own_which_stay() -> None:
    field = gone_out(text_of("map.tmx", tmx(4, 3, tile_layer([1] * 12, 4) + UNITS)))
    ids = [int(one.attrib["id"]) for one in ElementTree.fromstring(write_tmx(field, "x.png")).iter("object")]
    assert len(ids) == 3 and len(set(ids)) == 3
    assert write_tmx(field, "x.png") == write_tmx(field, "x.png")
    assert write_tmj(field, "x.png") == write_tmj(field, "x.png")


def test_f165_an_export_is_read_again_with_what_others_added() -> None:
    """Programs put fields of their own into a file; these neither stop nor change anything."""
    first = text_of("map.tmx", tmx(4, 3, tile_layer([1] * 12, 4) + UNITS))
    document = json.loads(write_tmj(gone_out(first), "x.png"))
    again = text_of("map.tmj", json.dumps(document))
    document |= {"editorsettings": {"export": {"target": "."}}, "parallaxoriginx": 0.5, "someOtherProgram": [1, {"a": None}]}
    for layer in document["layers"]:
        layer |= {"opacity": 0.25, "tintcolor": "#ff0000", "locked": True}
    assert text_of("map.tmj", json.dumps(document)) == again
    assert [(piece.side, piece.cell) for piece in gone_out(again).pieces] == [(piece.side, piece.cell) for piece in gone_out(first).pieces]


def test_f179_labels_stay_texts_and_numbers_whole() -> None:
    """The hexes of a compiled file are found by their labels, which are texts, and no number of it is a fraction."""
    document = compiled(text_of("map.tmx", tmx(4, 3, tile_layer([1] * 12, 4) + UNITS)))
    again = json.loads(json.dumps(document), parse_float=lambda text: pytest.fail(f"a fraction: {text}"))
    assert again == document
    labels = _labels(again)
    assert all(isinstance(label, str) for label in labels) and "0000" in labels and len(set(labels)) == 12


def _labels(document: Any) -> list[Any]:
    """Every value under the key `label`, wherever it stands."""
    if isinstance(document, dict):
        return [value for key, held in document.items() for value in ([held] if key == "label" else _labels(held))]
    return [value for held in document for value in _labels(held)] if isinstance(document, list) else []
