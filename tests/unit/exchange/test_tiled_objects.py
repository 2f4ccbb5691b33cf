"""Objects of a map of Tiled: where they stand and what they have from groups, templates and tiles, as Tiled shows them."""

import json
from itertools import product

import pytest

from tankdsl.exchange.interface import Edge, Field
from tests.unit.exchange.second import TERRAINS, TILESET, compiled, field_of, read, refused, text_of, tile_layer, tmx

GROUND = tile_layer([1] * 12, 4)
POINT = '<object id="1" name="here" x="28" y="24"><point/></object>'


def notes(name: str, data: bytes, **files: str) -> list[str]:
    return [finding.headline for finding in read(name, data, **files).findings]


def props(**values: object) -> str:
    """Properties; a trailing `_` keeps names apart from those of parameters."""
    types = {int: "int", bool: "bool", str: "string"}
    held = "".join(f'<property name="{name.rstrip("_")}" type="{types[type(value)]}" value="{value}"/>' for name, value in values.items())
    return f"<properties>{held.replace('True', 'true').replace('False', 'false')}</properties>"


def things(*held: str, more: str = "", tileset: str = TILESET) -> bytes:
    numbered = "".join(f'<object id="{at}" {one}' for at, one in enumerate(held, 1))
    return tmx(4, 3, f'{GROUND}<objectgroup name="o"{more}>{numbered}</objectgroup>', tileset=tileset)


def unit(name: str, x: int, side: str = "red", **values: object) -> str:
    return f'name="{name}" type="unit" x="{x}" y="24"><point/>{props(side=side, **values)}</object>'


def rows(field: Field) -> dict[str, tuple[str | None, dict[str, object]]]:
    return {model.id: (model.side, dict(model.stats)) for model in field.models}


# --------------------------------------------------------------------------------------------------------------- groups


@pytest.mark.parametrize(
    ("before", "after", "cell"),
    [
        ('<group name="G" offsetx="84">', "</group>", (2, 0)),
        ('<group name="G" offsetx="42" offsety="24"><group name="H" offsetx="42" offsety="24">', "</group></group>", (2, 1)),
        ('<group name="G" offsetx="84" visible="1"><group name="H" offsetx="-84">', "</group></group>", (0, 0)),
    ],
)
def test_the_offsets_of_all_groups_around_a_layer_count(before: str, after: str, cell: tuple[int, int]) -> None:
    for own, down in (("", 0), (' offsety="48"', 1)):
        data = tmx(4, 3, f'{GROUND}{before}<objectgroup name="places"{own}>{POINT}</objectgroup>{after}')
        assert field_of("a.tmx", data).places == (("here", (cell[0], cell[1] + down)),)


def test_tiles_in_a_shifted_group_are_told_as_those_of_a_shifted_layer() -> None:
    upper = tile_layer([0, 2] + [0] * 10, 4, name="woods")
    for data in (
        tmx(4, 3, GROUND + f'<group name="G" offsety="-8">{upper}</group>'),
        tmx(4, 3, GROUND + tile_layer([0, 2] + [0] * 10, 4, name="woods", more=' offsety="-8"')),
    ):
        assert "the layer `woods` is shifted for its looks only: tiles stay in their cells" in notes("a.tmx", data)
        assert field_of("a.tmx", data).cells[0][1] == "wood"


def test_objects_stand_where_they_are_seen_on_ground_that_is_shifted_as_a_whole() -> None:
    inside = f'{GROUND}<objectgroup name="places">{POINT}</objectgroup>'
    together = tmx(4, 3, f'<group name="all" offsetx="84">{inside}</group>')
    assert field_of("a.tmx", together).places == (("here", (0, 0)),)
    assert any(note.startswith("all tiles are shifted by 84, 0 pixels") for note in notes("a.tmx", together))
    zone = tile_layer([1] + [0] * 11, 4, name="z", more=' class="zone"')
    apart = tmx(4, 3, f'<group name="all" offsetx="-84">{GROUND}</group>{zone}<objectgroup name="places">{POINT}</objectgroup>')
    assert field_of("a.tmx", apart).places == (("here", (2, 0)),)
    assert "the layer `z` is shifted for its looks only: tiles stay in their cells" in notes("a.tmx", apart)


def test_layers_of_no_known_type_are_told() -> None:
    layer = {"type": "tilelayer", "name": "g", "width": 1, "height": 1, "data": [1]}
    head = {"type": "map", "orientation": "hexagonal", "width": 1, "height": 1, "tilewidth": 56, "tileheight": 48, "hexsidelength": 28}
    found = notes("a.tmj", json.dumps({**head, "tilesets": [{"firstgid": 1}], "layers": [layer, {"type": "wand", "name": "w"}]}).encode())
    assert "the layer `w`, which holds neither tiles nor objects" in found


# ------------------------------------------------------------------------------------------------------------ templates


TEMPLATE = '<template><object name="Tiger" type="unit" width="20" height="20">{properties}</object></template>'


def test_properties_of_a_template_are_merged_by_name() -> None:
    template = TEMPLATE.format(properties=props(side="german", armour=9, speed=1))
    data = things(
        f'template="u.tx" x="28" y="24">{props(speed=3)}</object>', f'template="u.tx" name="Late Tiger" x="112" y="24">{props()}</object>'
    )
    assert rows(field_of("a.tmx", data, u__tx=template)) == {
        "tiger": ("german", {"armour": 9, "speed": 3}),
        "late_tiger": ("german", {"armour": 9, "speed": 1}),
    }
    assert not any("first side" in note for note in notes("a.tmx", data, u__tx=template))


@pytest.mark.parametrize("kind", ["list", "object"])
def test_properties_of_a_template_in_json(kind: str) -> None:
    held: object = [{"name": "side", "type": "string", "value": "us"}, {"name": "armour", "type": "int", "value": 4}]
    more = {}
    if kind == "object":  # as before version 1.2
        held, more = {"side": "us", "armour": 4}, {"propertytypes": {"side": "string", "armour": "int"}}
    template = json.dumps({"type": "template", "object": {"name": "Fox", "type": "unit", "properties": held, **more}})
    data = things(f'template="u.tx" x="28" y="24">{props(speed=3)}</object>')
    assert rows(field_of("a.tmx", data, u__tx=template)) == {"fox": ("us", {"armour": 4, "speed": 3})}


@pytest.mark.parametrize(
    ("template", "instance", "places", "zones"),
    [
        # Its name, class and form; what the object says itself wins, and what is empty says nothing.
        ('name="Hut" type="place" x="999" y="999"><point/></object>', "/>", {"hut": (0, 0)}, {}),
        ('name="Hut" class="place"><point/></object>', ' name="Barn" type=""/>', {"barn": (0, 0)}, {}),
        ('name="Hut" class="place"/>', ' name="" type="zone" width="50" height="90"/>', {}, {"hut": {(0, 0), (0, 1), (1, 0), (1, 1)}}),
        # A form of its own takes the place of the template's.
        ('name="w"><ellipse/></object>', '><polygon points="-9,-9 9,-9 9,9 -9,9"/></object>', {}, {"w": {(0, 0)}}),
        ('name="w"><polygon points="-9,-9 90,-9 90,99 -9,99"/></object>', "><point/></object>", {"w": (0, 0)}, {}),
        ('name="w" width="60" height="60"/>', "/>", {}, {"w": {(0, 0), (1, 0), (0, 1)}}),
        ('name="w" width="60" height="60"/>', ' width="0" height="90"/>', {}, {"w": {(0, 0), (1, 0), (0, 1)}}),
        ('name="w" width="60" height="60"/>', ' width="9" height="90"/>', {}, {"w": {(0, 0), (0, 1)}}),
        # Turned by 180 degrees it reaches upwards.
        ('name="w" rotation="180"><polygon points="-9,-9 9,-9 9,60 -9,60"/></object>', "/>", {}, {"w": {(0, 0)}}),
        ('name="w" rotation="180"><polygon points="-9,-9 9,-9 9,60 -9,60"/></object>', ' rotation="0"/>', {}, {"w": {(0, 0), (0, 1)}}),
        ('name="Hut" visible="0"/>', "/>", {}, {}),
        ('name="Hut" visible="0"/>', ' visible="1"/>', {"hut": (0, 0)}, {}),
    ],
)
def test_what_an_object_has_from_its_template(
    template: str, instance: str, places: dict[str, tuple[int, int]], zones: dict[str, set[tuple[int, int]]]
) -> None:
    data = things(f'template="t.tx" x="28" y="24"{instance}')
    found = field_of("a.tmx", data, t__tx=f"<template><object {template}</template>")
    assert (dict(found.places), {name: set(cells) for name, cells in found.zones}) == (places, zones)


UNITS = (
    '<tileset name="u" tilewidth="20" tileheight="20" objectalignment="center">'
    f'<tile id="4" type="unit">{props(side="us", gun="long")}</tile></tileset>'
)


def test_the_tile_of_a_template_counts_in_its_own_tileset() -> None:
    template = '<template><tileset firstgid="2" source="sets/units.tsx"/><object name="Owl" gid="6" width="20" height="20"/></template>'
    data = things(f'template="kinds/owl.tx" x="112" y="72">{props(speed=3)}</object>')
    files = {"kinds/owl.tx": template, "kinds/sets/units.tsx": UNITS}
    found = field_of("a.tmx", data, **files)
    assert rows(found) == {"owl": ("us", {"gun": "long", "speed": 3})}
    assert [piece.cell for piece in found.pieces] == [(2, 1)]


def test_a_template_whose_tileset_is_missing_is_read_without_its_tile() -> None:
    template = '<template><tileset firstgid="1" source="units.tsx"/><object name="Owl" type="place" gid="1"/></template>'
    data = things('template="owl.tx" x="28" y="24"/>')
    assert dict(field_of("a.tmx", data, owl__tx=template).places) == {"owl": (0, 0)}
    assert any(note.startswith("what the template `owl.tx` has from its tile: ") for note in notes("a.tmx", data, owl__tx=template))


def test_faults_of_a_template_are_shown_where_the_map_names_it() -> None:
    data = things('template="owl.tx" x="28" y="24"/>')
    outcome = read("a.tmx", data, owl__tx="\n\n\n<template/>")
    (finding,) = outcome.findings
    assert finding.code == "TK9012" and finding.headline == "the template `owl.tx` has no object"
    assert finding.primary is not None


def test_notes_about_a_template_do_not_point_at_a_line_of_the_map() -> None:
    template = (
        '\n\n<template>\n<object name="Hut" type="place">\n<properties><property name="a" value="b"/></properties></object></template>'
    )
    map = {"type": "map", "orientation": "hexagonal", "width": 1, "height": 1, "tilewidth": 56, "tileheight": 48, "hexsidelength": 28}
    layer = {"type": "tilelayer", "name": "g", "width": 1, "height": 1, "data": [1]}
    objects = {"type": "objectgroup", "name": "o", "objects": [{"template": "hut.tx", "x": 28, "y": 24}]}
    data = json.dumps({**map, "tilesets": [{"firstgid": 1}], "layers": [layer, objects]}, indent=1)
    found = [finding for finding in read("a.tmj", data, hut__tx=template).findings if "property `a`" in finding.headline]
    assert len(found) == 1 and found[0].primary is None


# ---------------------------------------------------------------------------------------------------------------- tiles


def with_tile(inside: str, more: str = "") -> str:
    own = f'<tile id="1" {inside}'
    return TILESET.replace(f'<tile id="1" type="{TERRAINS[1]}"/>', own).replace("<tileset ", f"<tileset {more} ")


def test_an_object_has_class_and_properties_of_the_tile_that_it_shows() -> None:
    tileset = with_tile(f'type="unit">{props(side="blue", speed=4, name="Fast one")}</tile>')
    data = things(
        'name="Tank A" gid="2" x="0" y="48" width="56" height="48"/>',
        f'name="Tank B" gid="2147483650" x="84" y="48" width="56" height="48">{props(speed=2, side="red")}</object>',
        'gid="2" x="0" y="96" width="56" height="48"/>',
        tileset=tileset,
    )
    found = field_of("a.tmx", data)
    assert rows(found) == {"tank_a": ("blue", {"speed": 4}), "tank_b": ("red", {"speed": 2}), "fast_one": ("blue", {"speed": 4})}
    assert [piece.cell for piece in found.pieces] == [(0, 0), (2, 0), (0, 1)]
    assert found.models[0].name == "Fast one"
    compiled(text_of("a.tmx", data))


def test_a_class_of_its_own_comes_before_that_of_the_tile() -> None:
    data = things(
        'name="Tank" type="place" gid="2" x="0" y="48" width="56" height="48"/>',
        tileset=with_tile(f'type="unit">{props(side="blue")}</tile>'),
    )
    found = field_of("a.tmx", data)
    assert (dict(found.places), found.models) == ({"tank": (0, 0)}, ())
    assert "the properties of the tile `set 1` where an object shows it that is no unit" in notes("a.tmx", data)


def test_units_without_a_name_are_called_by_their_class_or_tile() -> None:
    data = things(
        f'type="Panther" gid="1" x="0" y="48" width="56" height="48">{props(side="red")}</object>',
        f'gid="2" x="0" y="48" width="56" height="48">{props(side="red")}</object>',
        f'gid="3" x="0" y="48" width="56" height="48">{props(side="red")}</object>',
        more=' class="unit"',
        tileset=with_tile(f">{props(speed=4)}</tile>"),
    )
    assert list(rows(field_of("a.tmx", data))) == ["panther", "set_1", "water"]


ANCHORS = {
    "unspecified": (0, 48),
    "topleft": (0, 0),
    "top": (28, 0),
    "topright": (56, 0),
    "left": (0, 24),
    "center": (28, 24),
    "right": (56, 24),
    "bottomleft": (0, 48),
    "bottom": (28, 48),
    "bottomright": (56, 48),
    "": (0, 48),
}


@pytest.mark.parametrize("alignment", ANCHORS)
def test_the_alignment_of_a_tileset_says_where_its_tiles_stand(alignment: str) -> None:
    x, y = ANCHORS[alignment]
    tileset = TILESET.replace("<tileset ", f'<tileset objectalignment="{alignment}" ')
    data = things(f'name="here" gid="3" x="{42 + x}" y="{24 + y}" width="56" height="48"/>', tileset=tileset)
    assert dict(field_of("a.tmx", data).places) == {"here": (1, 0)}
    # Turned once round, it turns about its position.
    turned = things(f'name="here" gid="3" x="{42 + x}" y="{24 + y}" width="56" height="48" rotation="360"/>', tileset=tileset)
    assert dict(field_of("a.tmx", turned).places) == {"here": (1, 0)}


def test_an_unknown_alignment_is_told() -> None:
    data = things('name="here" gid="3" x="42" y="72"/>', tileset=TILESET.replace("<tileset ", '<tileset objectalignment="middle" '))
    assert dict(field_of("a.tmx", data).places) == {"here": (1, 0)}
    assert any("`middle` is no alignment of Tiled" in note for note in notes("a.tmx", data))


def test_tiles_have_their_own_size_and_the_offset_of_their_tileset() -> None:
    # Without a size an object is as large as its tile; of a collection each tile has its own.
    single = (
        '<tileset firstgid="1" name="set">{0}<tile id="0"/><tile id="1"><image source="a.png" width="20" height="96"/></tile></tileset>'
    )
    tall = things('name="here" gid="2" x="60" y="96"/>', tileset=single.format(""))
    assert dict(field_of("a.tmx", tall).places) == {"here": (1, 0)}
    moved = things('name="here" gid="2" x="60" y="96"/>', tileset=single.format('<tileoffset x="0" y="48"/>'))
    assert dict(field_of("a.tmx", moved).places) == {"here": (1, 1)}
    half = things('name="here" gid="2" x="60" y="96" width="10" height="48"/>', tileset=single.format('<tileoffset x="0" y="96"/>'))
    assert dict(field_of("a.tmx", half).places) == {"here": (1, 1)}


def test_an_object_with_a_tile_that_nothing_has_is_refused() -> None:
    code, headline = refused("a.tmx", things('name="here" gid="99" x="0" y="48"/>'))
    assert code == "TK9012" and headline.startswith("an object of the layer `o` uses tile 99")


# ---------------------------------------------------------------------------------------------------------------- forms


def test_a_capsule_is_rounder_than_its_box() -> None:
    data = tmx(
        8,
        8,
        tile_layer([1] * 64, 8)
        + '<objectgroup name="zones"><object id="1" name="pill" x="0" y="0" width="300" height="200"><capsule/></object>'
        '<object id="2" name="box" x="0" y="0" width="300" height="200"/>'
        '<object id="3" name="tall" x="0" y="0" width="90" height="300"><capsule/></object></objectgroup>',
    )
    zones = {name: set(cells) for name, cells in field_of("a.tmx", data).zones}
    middles = {(x, y): (42 * x + 28, 48 * y + 24 + (24 if x % 2 else 0)) for x in range(8) for y in range(8)}

    def near(x: float, y: float, left: tuple[float, float], right: tuple[float, float], radius: float) -> bool:
        nearest = min(max(x, left[0]), right[0]), min(max(y, left[1]), right[1])
        return (x - nearest[0]) ** 2 + (y - nearest[1]) ** 2 <= radius**2

    assert zones["pill"] == {cell for cell, (x, y) in middles.items() if near(x, y, (100, 100), (200, 100), 100)}
    assert zones["tall"] == {cell for cell, (x, y) in middles.items() if near(x, y, (45, 45), (45, 255), 45)}
    assert (0, 0) in zones["box"] - zones["pill"] and zones["pill"] < zones["box"]


@pytest.mark.parametrize("form", ["ellipse", "capsule"])
@pytest.mark.parametrize("size", ['width="1e-300" height="1e-300"', 'width="0" height="5"', 'width="-5" height="9"', ""])
def test_round_areas_of_no_size_stand_on_one_hex(form: str, size: str) -> None:
    found = read("a.tmx", things(f'name="dot" x="28" y="24" {size}><{form}/></object>'))
    assert found.imported is not None
    both = read("a.tmx", things(f'name="dot" x="28" y="24" {size}><{form}/><polygon points="0,0 9,9 0,9"/></object>'))
    assert both.imported is not None


def test_hidden_objects_are_left_out_like_hidden_layers() -> None:
    data = things('name="here" x="28" y="24" visible="0"><point/></object>', 'name="there" x="28" y="24" visible="1"><point/></object>')
    assert dict(field_of("a.tmx", data).places) == {"there": (0, 0)}
    assert "the object `here`, which is hidden" in notes("a.tmx", data)


def test_classes_that_mean_nothing_are_told_once() -> None:
    data = things('name="a" type="spawn" x="28" y="24"/>', 'name="b" type="spawn" x="28" y="24"/>', 'name="c" type="place" x="28" y="24"/>')
    assert list(dict(field_of("a.tmx", data).places)) == ["a", "b", "c"]
    assert [note for note in notes("a.tmx", data) if "class" in note] == [
        "the class `spawn` of 2 objects, which means nothing here: layer and form count"
    ]


# ---------------------------------------------------------------------------------------------------------------- edges


LEADS = props(leads=True)


def line(points: str, more: str = "") -> str:
    return f'name="cliff" type="edge" x="14" y="48"><polyline points="{points}"/>{more}</object>'


@pytest.mark.parametrize(
    ("first", "second", "edge"),
    [
        (line("0,0 28,0", LEADS), line("0,0 28,0"), Edge((0, 0), (0, 1), "cliff", True)),
        (line("0,0 28,0"), line("0,0 28,0", LEADS), Edge((0, 0), (0, 1), "cliff")),
        (line("0,0 28,0", LEADS), line("28,0 0,0", LEADS), Edge((0, 0), (0, 1), "cliff", True)),
        (line("28,0 0,0", LEADS), line("0,0 28,0", LEADS), Edge((0, 1), (0, 0), "cliff", True)),
        (line("0,0 28,0 0,0", LEADS), line("0,0 28,0", LEADS), Edge((0, 0), (0, 1), "cliff", True)),
    ],
)
def test_a_side_has_a_feature_once(first: str, second: str, edge: Edge) -> None:
    data = things(first, second)
    assert field_of("a.tmx", data).edges == (edge,)
    told = "1 piece of the object `cliff` along sides that have this feature already, and lead another way or nowhere"
    assert told in notes("a.tmx", data)
    compiled(text_of("a.tmx", data))


def test_the_same_side_twice_is_no_loss() -> None:
    data = things(line("0,0 28,0"), line("28,0 0,0"), 'name="Cliff" type="edge" x="14" y="48"><polyline points="0,0 28,0"/></object>')
    assert field_of("a.tmx", data).edges == (Edge((0, 0), (0, 1), "cliff"),)
    assert not any("piece" in note for note in notes("a.tmx", data))


def test_features_that_lead_stand_below_the_comment_that_allows_it() -> None:
    data = things(line("0,0 28,0"), line("0,48 28,48", LEADS))
    assert [edge.leads for edge in field_of("a.tmx", data).edges] == [False, True]
    compiled(text_of("a.tmx", data))


@pytest.mark.parametrize("points", ["0,-24 0,120", "0,0 28,0 28,200", "0,0 84,0"])
def test_pieces_longer_than_a_side_are_told(points: str) -> None:
    data = things(line(points))
    assert all(edge.a == (0, 0) and edge.b == (0, 1) for edge in field_of("a.tmx", data).edges)
    assert any(note.startswith("1 piece of the object `cliff`, longer than a side of a hex") for note in notes("a.tmx", data))


def test_a_piece_without_length_is_no_side() -> None:
    assert field_of("a.tmx", things(line("14,0 14,0", LEADS))).edges == ()


# ---------------------------------------------------------------------------------------------------------------- units


VALUES = {"int": 4, "bool": True, "string": "5"}


@pytest.mark.parametrize(("one", "other"), [pair for pair in product(VALUES, repeat=2) if pair[0] != pair[1]])
@pytest.mark.parametrize("name", ["speed", "Gun range", "level"])
def test_a_stat_with_values_of_two_types_is_text(one: str, other: str, name: str) -> None:
    data = things(
        unit("Owl", 28, "red").replace("</properties>", props(**{name: VALUES[one]})[len("<properties>") :]),
        unit("Fox", 112, "blue").replace("</properties>", props(**{name: VALUES[other]})[len("<properties>") :]),
    )
    words = {"int": "4", "bool": "yes", "string": "5"}
    found = field_of("a.tmx", data)
    assert [list(dict(model.stats).values()) for model in found.models] == [[words[one]], [words[other]]]
    assert any(note.startswith("the stat `") and "` is text, since " in note for note in notes("a.tmx", data))
    compiled(text_of("a.tmx", data))


@pytest.mark.parametrize(("one", "other"), [pair for pair in product(VALUES, repeat=2) if pair[0] != pair[1]])
def test_a_stat_of_terrain_with_values_of_two_types_is_text(one: str, other: str) -> None:
    tiles = "".join(f'<tile id="{at}" type="{TERRAINS[at]}">{props(cover=VALUES[kind])}</tile>' for at, kind in enumerate((one, other)))
    data = tmx(2, 1, tile_layer([1, 2], 2), tileset=f'<tileset firstgid="1" name="set">{tiles}</tileset>')
    assert all(isinstance(value, str) for terrain in field_of("a.tmx", data).terrains for _, value in terrain.stats)
    assert any(note.startswith("the stat `cover` is text, since ") for note in notes("a.tmx", data))
    compiled(text_of("a.tmx", data))


def test_what_stats_are_called_is_told_and_the_same_for_all_units() -> None:
    data = things(unit("Owl", 28, level=1, at=2), unit("Fox", 112, "blue", at=3))
    assert rows(field_of("a.tmx", data)) == {"owl": ("red", {"level_2": 1, "at_2": 2}), "fox": ("blue", {"at_2": 3})}
    assert {"the property `level` is the stat `level_2`", "the property `at` is the stat `at_2`"} <= set(notes("a.tmx", data))


@pytest.mark.parametrize(
    ("second", "told"),
    [
        ({"speed": 4, "gun": "x"}, None),
        ({"speed": 5, "gun": "x"}, "the properties of the object `Owl`, which differ from those of the first `Owl`"),
        ({"speed": True, "gun": "x"}, "the properties of the object `Owl`, which differ from those of the first `Owl`"),
        ({"speed": 4, "gun": "x", "crew": 4}, "the properties of the object `Owl`, which differ from those of the first `Owl`"),
        ({"speed": 4}, "the object `Owl` has `gun` of the first `Owl`"),
    ],
)
def test_further_units_of_a_model(second: dict[str, object], told: str | None) -> None:
    found = [
        note for note in notes("a.tmx", things(unit("Owl", 28, speed=4, gun="x"), unit("Owl", 112, **second))) if "first `Owl`" in note
    ]
    assert found == ([told] if told else [])


def test_names_of_units_that_are_called_as_their_model_are_told() -> None:
    data = things(unit("Ace", 28, model="Owl", name_="The Owl"), unit("Owl", 112, "blue", model="Owl"))
    assert [(model.id, model.name) for model in field_of("a.tmx", data).models] == [("owl_red", "The Owl"), ("owl_blue", "Owl")]
    assert "the names `Ace` of units, which are called as their `model`" in notes("a.tmx", data)


def test_too_many_stats_are_refused() -> None:
    held = [unit(f"u{at}", 28, **{f"p{at}_{more}": 1 for more in range(21)}) for at in range(10)]
    assert refused("a.tmx", things(*held)) == ("TK9013", "there are 210 different stats, and 200 is the most")


def test_a_large_template_that_is_used_often_is_refused() -> None:
    template = TEMPLATE.format(properties=props(**{f"p{at}": at for at in range(150)}))
    held = [f'template="u.tx" name="u{at}" x="28" y="24"/>' for at in range(1_400)]
    outcome = read("a.tmx", things(*held), u__tx=template)
    assert [finding.code for finding in outcome.findings] == ["TK9013"]
