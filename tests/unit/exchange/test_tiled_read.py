"""What a map of Tiled means: encodings, flags, tilesets, layers, objects, both file formats."""

import json
from collections.abc import Iterator

import pytest

from tankdsl.exchange.interface import Edge, Terrain
from tests.unit.exchange.second import PACKERS, TERRAINS, TILESET, compiled, field_of, read, text_of, tile_layer, tmx

NUMBERS = [1, 2, 3, 4, 0, 1]
CELLS = (("grass", "wood", "water"), ("hill", None, "grass"))
ENCODINGS = [("csv", ""), ("xml", ""), *(("base64", packer) for packer in PACKERS)]


def notes(name: str, data: bytes) -> list[str]:
    return [finding.headline for finding in read(name, data).findings]


@pytest.mark.parametrize(("encoding", "compression"), ENCODINGS)
def test_every_encoding(encoding: str, compression: str) -> None:
    assert field_of("a.tmx", tmx(3, 2, tile_layer(NUMBERS, 3, encoding, compression))).cells == CELLS


@pytest.mark.parametrize(("encoding", "compression"), ENCODINGS)
def test_flags_of_turned_tiles_are_masked_off(encoding: str, compression: str) -> None:
    turned = [number | flag for number, flag in zip(NUMBERS, (0x80000000, 0x40000000, 0x20000000, 0x10000000, 0, 0xF0000000), strict=True)]
    assert field_of("a.tmx", tmx(3, 2, tile_layer(turned, 3, encoding, compression))).cells == CELLS


@pytest.mark.parametrize(
    ("axis", "index", "word"), [("x", "odd", "higher"), ("x", "even", "lower"), ("y", "odd", "left"), ("y", "even", "right")]
)
def test_tiled_counts_from_0_and_boards_from_1(axis: str, index: str, word: str) -> None:
    lines = "columns" if axis == "x" else "rows"
    assert f"{lines} odd {word} 3 x 2 {{" in text_of("a.tmx", tmx(3, 2, tile_layer(NUMBERS, 3), axis, index))


def json_map() -> dict[str, object]:
    tiles = [{"id": at, "class": name, "properties": [{"name": "cover", "type": "int", "value": at}]} for at, name in enumerate(TERRAINS)]
    tileset = {"firstgid": 1, "name": "set", "tilecount": 4, "image": "x.png", "tiles": tiles}
    layer = {"type": "tilelayer", "name": "ground", "width": 3, "height": 2, "data": NUMBERS}
    head = {"type": "map", "orientation": "hexagonal", "width": 3, "height": 2, "tilewidth": 56, "tileheight": 48, "hexsidelength": 28}
    return {**head, "staggeraxis": "x", "staggerindex": "odd", "tilesets": [tileset], "layers": [layer]}


def test_json_means_the_same_as_xml() -> None:
    found = field_of("a.tmj", json.dumps(json_map()))
    assert found.cells == CELLS and found.grid == field_of("a.tmx", tmx(3, 2, tile_layer(NUMBERS, 3))).grid
    assert found.terrains[1] == Terrain("wood", "Wood", (("cover", 1),))


@pytest.mark.parametrize("name", ["a.tmx", "a.json", "a.tmj"])
def test_the_content_says_which_of_the_two_formats_it_is(name: str) -> None:
    assert field_of(name, json.dumps(json_map())).cells == CELLS
    assert field_of(name, tmx(3, 2, tile_layer(NUMBERS, 3))).cells == CELLS


def test_maps_without_bounds_keep_their_stagger() -> None:
    chunk = '<chunk x="-3" y="0" width="2" height="1">1,2</chunk><chunk x="-1" y="0" width="1" height="1">3</chunk>'
    layer = f'<layer name="g" width="30" height="20"><data encoding="csv">{chunk}</data></layer>'
    found = field_of("a.tmx", tmx(30, 20, layer, more=' infinite="1"'))
    assert found.cells == (("grass", "wood", "water"),)
    # Column -3 is an odd one, so the first of the map lies lower: `columns odd lower`.
    assert "columns odd lower 3 x 1" in text_of("a.tmx", tmx(30, 20, layer, more=' infinite="1"'))


def endless(inside: str, axis: str = "x", index: str = "odd") -> bytes:
    return tmx(30, 20, inside, axis, index, more=' infinite="1"')


def chunked(*chunks: tuple[int, int, int, int, str], more: str = "") -> str:
    held = "".join(f'<chunk x="{x}" y="{y}" width="{w}" height="{h}">{data}</chunk>' for x, y, w, h, data in chunks)
    return f'<layer name="g" width="30" height="20"{more}><data encoding="csv">{held}</data></layer>'


@pytest.mark.parametrize(
    "empty",
    [
        '<layer name="e" width="30" height="20"><data encoding="csv"></data></layer>',
        '<layer name="e" width="16" height="16"><data encoding="base64" compression="zlib"/></layer>',
        '<layer name="e" width="16" height="16"><data/></layer>',
        '<layer name="e" width="16" height="16"/>',
    ],
)
def test_layers_without_chunks_have_no_cells_on_maps_without_bounds(empty: str) -> None:
    ground = chunked((0, 0, 2, 1, "1,2"))
    for layers in (ground + empty, empty + ground, ground + empty.replace("<layer", '<layer class="zone"')):
        assert field_of("a.tmx", endless(layers)).cells == (("grass", "wood"),)


def test_empty_chunks_in_json() -> None:
    chunk = {"x": 4, "y": 0, "width": 2, "height": 1, "data": [1, 2]}
    for more in ({"chunks": []}, {"chunks": None}, {"data": []}, {"data": ""}, {}):
        layers = [
            {"type": "tilelayer", "name": "g", "chunks": [chunk]},
            {"type": "tilelayer", "name": "e", "width": 16, "height": 16, **more},
        ]
        assert field_of("a.tmj", json.dumps({**json_map(), "infinite": True, "layers": layers})).cells == (("grass", "wood"),)


def test_a_layer_of_a_map_without_bounds_may_have_all_its_cells_at_once() -> None:
    layer = {"type": "tilelayer", "name": "g", "width": 2, "height": 1, "startx": -2, "data": [1, 2]}
    more = {"type": "tilelayer", "name": "h", "chunks": [{"x": 0, "y": 0, "width": 1, "height": 1, "data": [3]}]}
    found = field_of("a.tmj", json.dumps({**json_map(), "infinite": True, "layers": [layer, more]}))
    assert found.cells == (("grass", "wood", "water"),)


def test_where_labels_of_a_map_without_bounds_begin_is_told() -> None:
    told = "labels count from the first column and row that have tiles: column -3, row -1 of Tiled is the first"
    assert told in notes("a.tmx", endless(chunked((-3, -1, 2, 1, "1,2"))))
    assert not any("labels" in note for note in notes("a.tmx", endless(chunked((0, 0, 2, 1, "1,2")))))


@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize("index", ["odd", "even"])
@pytest.mark.parametrize(("left", "top"), [(-3, -1), (-2, -1), (-3, 2), (4, 5), (0, 0)])
def test_objects_stand_on_their_hexes_on_maps_without_bounds(axis: str, index: str, left: int, top: int) -> None:
    """By Tiled's rule, with columns and rows as Tiled counts them."""
    pushed = int(index == "odd")
    places = []
    for x in range(left, left + 3):
        for y in range(top, top + 3):
            at = (42 * x + 28, 48 * y + 24 + (24 if x % 2 == pushed else 0))
            if axis == "y":
                at = (48 * x + 24 + (24 if y % 2 == pushed else 0), 42 * y + 28)
            places.append(f'<object name="p_{x - left}_{y - top}" x="{at[0]}" y="{at[1]}"><point/></object>')
    layer = chunked((left, top, 3, 3, "1,1,1,1,1,1,1,1,1"))
    found = field_of("a.tmx", endless(f'{layer}<objectgroup name="o">{"".join(places)}</objectgroup>', axis, index))
    assert dict(found.places) == {f"p_{x}_{y}": (x, y) for x in range(3) for y in range(3)}


@pytest.mark.parametrize(
    ("chunks", "rows", "beyond"),
    [
        ([(-1, 0, 4, 3, "2,2,2,2,2,2,2,2,2,2,2,2")], "www. www. www.", 3),
        ([(-1, -1, 3, 2, "1,2,3,4,2,2")], "ww.. .... ....", 4),
        ([(2, 2, 3, 2, "2,2,1,2,0,1")], ".... .... ..ww", 3),
        ([(100, 0, 1, 1, "1"), (0, 0, 1, 1, "2"), (0, -9, 1, 1, "2"), (-9, 0, 1, 1, "2")], "w... .... ....", 3),
        ([(1, 1, 2, 1, "2,2")], ".... .ww. ....", 0),
    ],
)
def test_chunks_of_a_map_with_bounds_are_cut_off_there(chunks: list[tuple[int, int, int, int, str]], rows: str, beyond: int) -> None:
    data = tmx(4, 3, chunked(*chunks))
    drawn = " ".join("".join("." if id is None else id[0] for id in row) for row in field_of("a.tmx", data).cells)
    assert drawn == rows
    told = [note for note in notes("a.tmx", data) if "beyond the map" in note]
    assert told == ([f"{beyond} tiles of the layer `g` beyond the map, which is 4 x 3"] if beyond else [])


# ------------------------------------------------------------------------------------------------------------- tilesets

PROPERTIES = """<properties><property name="terrain" value="Deep Mud"/><property name="level" type="int" value="1"/>
<property name="wet" type="bool" value="true"/><property name="note" value="a {b}"/><property name="weight" type="float" value="1.5"/>
<property name="name" value="The mud"/></properties>"""


def test_properties_become_stats() -> None:
    tileset = TILESET.replace('<tile id="0" type="grass"/>', f'<tile id="0" type="grass">{PROPERTIES}</tile>')
    data = tmx(3, 2, tile_layer(NUMBERS, 3), tileset=tileset)
    found = field_of("a.tmx", data)
    assert found.terrains[0] == Terrain("deep_mud", "The mud", (("note", "a (b)"), ("wet", True)))
    assert dict(found.absent) == {"note": "", "wet": False}
    assert {level for row in found.levels for level in row} == {0, 1}
    assert "the property `weight` of tiles of the tileset `set`: only whole numbers, flags and texts become stats" in notes("a.tmx", data)
    compiled(text_of("a.tmx", data))


def test_a_tileset_of_its_own() -> None:
    own = TILESET.replace('firstgid="1" ', "")
    data = tmx(3, 2, tile_layer(NUMBERS, 3), tileset='<tileset firstgid="1" source="sets.tsx"/>')
    assert field_of("a.tmx", data, sets__tsx=own).cells == CELLS
    as_json = {"type": "tileset", "name": "set", "tiles": [{"id": at, "type": name} for at, name in enumerate(TERRAINS)]}
    assert field_of("a.tmx", data, sets__tsx=json.dumps(as_json)).cells == CELLS


def test_tiles_without_a_name_are_called_by_their_number() -> None:
    tileset = '<tileset firstgid="1" name="Hex Mini" tilewidth="18" tileheight="18"><image width="106" height="72"/></tileset>'
    data = tmx(3, 2, tile_layer(NUMBERS, 3), tileset=tileset)
    assert field_of("a.tmx", data).cells[0] == ("hex_mini_0", "hex_mini_1", "hex_mini_2")
    assert any("called by tileset and number" in note for note in notes("a.tmx", data))


# --------------------------------------------------------------------------------------------------------------- layers


def test_the_topmost_named_tile_counts_and_heights_may_lie_on_a_layer_of_their_own() -> None:
    level = '<properties><property name="level" type="int" value="3"/></properties>'
    heights = f'<tileset firstgid="5" name="h"><tile id="0">{level}</tile></tileset>'
    layers = (
        tile_layer([1, 1, 1, 1, 1, 1], 3) + tile_layer([0, 2, 0, 0, 2, 0], 3, name="woods") + tile_layer([0, 5, 5, 0, 0, 0], 3, name="h")
    )
    data = tmx(3, 2, layers, tileset=TILESET + heights)
    found = field_of("a.tmx", data)
    assert found.cells == (("grass", "wood", "grass"), ("grass", "wood", "grass"))
    assert found.levels == ((0, 3, 3), (0, 0, 0))
    assert "2 tiles that others cover: the topmost tile with a name says what a cell is" in notes("a.tmx", data)


@pytest.mark.parametrize("value", ["high", "1.5"])
def test_a_level_that_is_no_whole_number_stays_with_the_terrain(value: str) -> None:
    level = f'<properties><property name="level" value="{value}"/></properties>'
    tileset = TILESET.replace('<tile id="0" type="grass"/>', f'<tile id="0" type="grass">{level}</tile>')
    found = field_of("a.tmx", tmx(3, 2, tile_layer(NUMBERS, 3), tileset=tileset))
    assert found.levels == () and found.terrains[0].stats == (("level_2", value),)  # `level` is a word of the language


def test_hidden_layers_groups_and_zones_that_are_painted() -> None:
    group = '<group name="top">' + tile_layer([0, 0, 4, 0, 0, 0], 3) + "</group>"
    hidden = tile_layer([3] * 6, 3, name="Secret", more=' visible="0"')
    zone = tile_layer([0, 1, 1, 0, 1, 0], 3, name="Front line", more=' class="zone"')
    data = tmx(3, 2, tile_layer(NUMBERS, 3) + group + hidden + zone)
    found = field_of("a.tmx", data)
    assert found.cells == (("grass", "wood", "hill"), ("hill", None, "grass"))
    assert found.zones == (("front_line", ((1, 0), (2, 0))),)
    assert "the layer `Secret`, which is hidden" in notes("a.tmx", data)


# -------------------------------------------------------------------------------------------------------------- objects


def objects(*held: str, more: str = "") -> bytes:
    numbered = "".join(f'<object id="{at}" {one}' for at, one in enumerate(held, 1))
    return tmx(4, 3, tile_layer([1] * 12, 4) + f'<objectgroup name="o"{more}>{numbered}</objectgroup>')


def middles() -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Cells of the map, and their middles by Tiled's rule: 42 pixels from column to column, odd columns half a tile lower."""
    for x in range(4):
        for y in range(3):
            yield (x, y), (42 * x + 28, 48 * y + 24 + (24 if x % 2 else 0))


def test_an_area_covers_the_hexes_whose_middles_it_covers() -> None:
    data = objects(
        'name="box" x="20" y="20" width="60" height="60"/>',
        'name="round" x="0" y="0" width="120" height="100"><ellipse/></object>',
        'name="wedge" x="0" y="0"><polygon points="0,0 200,0 0,150"/></object>',
        'name="box" x="110" y="110" width="10" height="20"/>',
    )
    zones = dict(field_of("a.tmx", data).zones)
    at = dict(middles())
    boxes = {cell for cell, (x, y) in at.items() if (20 <= x <= 80 and 20 <= y <= 80) or (110 <= x <= 120 and 110 <= y <= 130)}
    assert set(zones["box"]) == boxes and len(boxes) == 4
    assert set(zones["round"]) == {cell for cell, (x, y) in at.items() if ((x - 60) / 60) ** 2 + ((y - 50) / 50) ** 2 <= 1}
    assert set(zones["wedge"]) == {cell for cell, (x, y) in at.items() if 150 * x + 200 * y < 200 * 150}


def test_points_pictures_and_turned_boxes_stand_on_a_hex() -> None:
    data = objects(
        'name="a" x="112" y="72"><point/></object>',
        'name="b" gid="1" x="42" y="120" width="56" height="48"/>',
        'name="c" type="place" x="49" y="3" width="42" height="42" rotation="90"/>',
    )
    found = dict(field_of("a.tmx", data).places)
    assert found == {"a": (2, 1), "b": (1, 1), "c": (0, 0)}


@pytest.mark.parametrize(
    ("one", "word"), [('name="x" x="9000" y="0"><point/></object>', "lies on no hex"), ('x="28" y="24"><point/></object>', "no name")]
)
def test_what_cannot_be_placed_is_said(one: str, word: str) -> None:
    assert any(word in note for note in notes("a.tmx", objects(one)))
    assert field_of("a.tmx", objects(one)).places == ()


@pytest.mark.parametrize(
    ("one", "told"),
    [
        ('name="tiny" x="1" y="1" width="2" height="2"/>', "the object `tiny`: it covers the middle of no hex"),
        ('name="sign" x="5" y="5" width="80" height="80"><text>hi</text></object>', "the object `sign`: texts are not read"),
        (
            'name="big" x="0" y="0" width="99" height="99"><properties><property name="owner" value="x"/></properties></object>',
            "the property `owner` of the object `big`: only those of units and of tiles are read",
        ),
        (
            'name="spot" x="28" y="24"><properties><property name="a" value="x"/><property name="b"/></properties><point/></object>',
            "the properties `a` and `b` of the object `spot`: only those of units and of tiles are read",
        ),
        (
            'name="Tank" type="unit" x="28" y="24" rotation="60"><point/></object>',
            "how 1 unit is turned: units face nowhere until their kind has a state for it",
        ),
    ],
)
def test_what_is_left_out_of_an_object_is_said(one: str, told: str) -> None:
    assert told in notes("a.tmx", objects(one))


def test_a_painted_zone_on_no_hex_is_said() -> None:
    layer = tile_layer([0] * 12, 4).replace("<layer ", '<layer class="zone" ')
    found = notes("a.tmx", tmx(4, 3, tile_layer([1] * 12, 4) + layer))
    assert any("it covers the middle of no hex" in note for note in found)


def test_the_property_of_an_edge_that_leads_is_read_and_not_said_to_be_lost() -> None:
    leads = '<properties><property name="leads" type="bool" value="true"/></properties>'
    found = notes("a.tmx", objects(f'name="cliff" x="56" y="0"><polyline points="0,0 14,24"/>{leads}</object>'))
    assert not any("leads" in note for note in found)


def test_lines_along_sides_are_edges() -> None:
    data = objects('name="River" type="edge" x="42" y="0"><polyline points="0,0 14,24 0,48 500,500"/></object>')
    assert field_of("a.tmx", data).edges == (Edge((0, 0), (1, 0), "river"),)
    told = notes("a.tmx", data)
    assert "1 piece of the object `River` that run along no common side of two hexes" in told
    assert any(note.startswith("1 piece of the object `River`, longer than a side of a hex") for note in told)


def test_units_with_sides_make_a_scenario() -> None:
    unit = (
        'x="{x}" y="24"><point/><properties><property name="side" value="{side}"/>'
        '<property name="armour" type="int" value="{armour}"/></properties></object>'
    )
    data = objects(
        'name="Heavy" type="unit" ' + unit.format(x=28, side="North", armour=3),
        'name="Heavy" type="tank" ' + unit.format(x=112, side="north", armour=3),
        'name="Heavy" type="unit" ' + unit.format(x=112, side="South", armour=1),
    )
    found = field_of("a.tmx", data)
    assert [(model.id, model.side, model.stats) for model in found.models] == [
        ("heavy_north", "north", (("armour", 3),)),
        ("heavy_south", "south", (("armour", 1),)),
    ]
    placed = next(kind for kind in compiled(text_of("a.tmx", data))["content"]["kinds"] if kind["category"] == "unit")["instances"]
    assert [one["side"] for one in placed] == ["north", "north", "south"]


def test_units_of_one_side_only_make_no_scenario() -> None:
    data = objects('name="Heavy" type="unit" x="28" y="24"><point/></object>')
    assert "the object `Heavy` belongs to the first side, since it has no property `side`" in notes("a.tmx", data)
    assert "scenario" not in text_of("a.tmx", data).replace("a scenario", "")


def test_a_template_completes_an_object() -> None:
    template = '<template><object name="Hut" type="place" width="2" height="2"/></template>'
    data = objects('template="hut.tx" x="28" y="24"/>')
    assert field_of("a.tmx", data, hut__tx=template).places == (("hut", (0, 0)),)


def test_a_zone_of_objectives_takes_the_objectives_too() -> None:
    data = objects('name="Hill" type="objective" x="28" y="24"/>', 'name="Objectives" x="0" y="0" width="90" height="60"/>')
    document = compiled(text_of("a.tmx", data))
    assert document["content"]["map"]["zones"]["objectives"] == ["0000", "0100"]
    assert document["content"]["map"]["names"] == {"hill": "0000"}
