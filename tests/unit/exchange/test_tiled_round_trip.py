"""Tiled -> .tank -> compiled form -> Tiled: every hex keeps its terrain and its neighbours."""

import random
from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tankdsl.exchange.compiled import CannotExport, field_of, lost_of
from tankdsl.exchange.interface import Field
from tankdsl.exchange.tiled.picture import tileset_image
from tankdsl.exchange.tiled.write import pixels_of, write_tmj, write_tmx
from tankdsl.frozen import replaced
from tests.unit.exchange import second
from tests.unit.exchange.second import (
    TERRAINS,
    TILESET,
    cells_of_tmj,
    cells_of_tmx,
    compiled,
    document_graph,
    graph,
    is_same,
    text_of,
    tile_layer,
    tmx,
)

STAGGERS = list(product("xy", ("odd", "even")))
SIZES = [(1, 1), (2, 2), (3, 2), (2, 3), (3, 3), (4, 5), (5, 4), (6, 6), (7, 5)]


def exported(text: str) -> Field:
    found = field_of(compiled(text))
    assert not isinstance(found, CannotExport)
    return found


@pytest.mark.parametrize(("axis", "index"), STAGGERS)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_adjacency_and_terrain_survive(axis: str, index: str, width: int, height: int) -> None:
    chance = random.Random(f"{axis}{index}{width}{height}")
    numbers = [chance.randint(1, 4) for _ in range(width * height)]
    cells = {(at % width, at // width): TERRAINS[number - 1] for at, number in enumerate(numbers)}
    before = graph(cells, axis, int(index == "odd"))
    text = text_of("map.tmx", tmx(width, height, tile_layer(numbers, width), axis, index))
    assert is_same(before, document_graph(compiled(text)))
    again = exported(text)
    for written, reader in ((write_tmx(again, "x.png"), cells_of_tmx), (write_tmj(again, "x.png"), cells_of_tmj)):
        found, found_axis, pushed = reader(written)
        assert found_axis == axis and is_same(before, graph(found, found_axis, pushed))
        if min(width, height) > 1:
            assert (found, pushed) == (cells, int(index == "odd"))


@pytest.mark.parametrize(("axis", "index"), STAGGERS)
def test_labels_are_columns_and_rows_of_tiled(axis: str, index: str) -> None:
    numbers = [1] * 20
    document = compiled(text_of("map.tmx", tmx(5, 4, tile_layer(numbers, 5), axis, index)))
    wanted = graph({(x, y): "grass" for x in range(5) for y in range(4)}, axis, int(index == "odd"))
    found = document_graph(document)
    assert {frozenset(edge) for edge in found.edges} == {frozenset(f"{x:02}{y:02}" for x, y in edge) for edge in wanted.edges}


@given(st.lists(st.lists(st.integers(0, 4), min_size=4, max_size=4), min_size=2, max_size=5), st.sampled_from(STAGGERS))
def test_maps_with_holes(rows: list[list[int]], stagger: tuple[str, str]) -> None:
    numbers = [number for row in rows for number in row]
    cells = {(at % 4, at // 4): TERRAINS[number - 1] for at, number in enumerate(numbers) if number}
    if not cells:
        return
    axis, index = stagger
    text = text_of("map.tmx", tmx(4, len(rows), tile_layer(numbers, 4), axis, index))
    found, found_axis, pushed = cells_of_tmx(write_tmx(exported(text), "x.png"))
    assert is_same(graph(cells, axis, int(index == "odd")), graph(found, found_axis, pushed))


OBJECTS = """
<objectgroup id="2" name="things">
 <object id="1" name="North Woods" type="zone" x="0" y="0" width="150" height="60"/>
 <object id="2" name="crossing" type="objective" x="70" y="48"><point/></object>
 <object id="3" name="Lone oak" type="place" x="28" y="24"><point/></object>
 <object id="4" name="Leader" type="unit" x="28" y="72"><point/>
  <properties><property name="side" value="blue"/><property name="model" value="Light tank"/>
  <property name="armour" type="int" value="2"/></properties></object>
 <object id="5" name="Second" type="unit" x="112" y="72"><point/>
  <properties><property name="side" value="red"/><property name="model" value="Light tank"/></properties></object>
 <object id="6" name="stream" type="edge" x="42" y="0"><polyline points="0,0 14,24 0,48"/></object>
</objectgroup>"""


@pytest.mark.parametrize("write", [write_tmx, write_tmj], ids=["tmx", "tmj"])
def test_zones_places_edges_and_units_survive(write: object) -> None:
    first = text_of("map.tmx", tmx(4, 3, tile_layer([1] * 12, 4) + OBJECTS))
    before = exported(first)
    assert before.zones and before.edges and before.places and len(before.pieces) == 2
    data = write(before, "x.png")  # type: ignore[operator]
    after = exported(text_of("map.tmj", data) if write is write_tmj else text_of("map.tmx", data))
    assert after.zones == before.zones
    assert after.edges == before.edges
    assert set(after.places) == set(before.places) and after.objectives == before.objectives == ("crossing",)
    assert [(piece.side, piece.cell) for piece in after.pieces] == [(piece.side, piece.cell) for piece in before.pieces]
    assert after.cells == before.cells and after.grid == before.grid


CLIFF = """
<objectgroup id="2" name="edges"><object id="1" name="cliff" type="edge" x="{x}" y="{y}"><polyline points="0,0 {dx},{dy}"/>
 <properties><property name="leads" type="bool" value="true"/></properties></object></objectgroup>"""


@pytest.mark.parametrize("write", [write_tmx, write_tmj], ids=["tmx", "tmj"])
def test_a_feature_leads_to_the_right_hand_of_its_line(write: Callable[[Field, str], bytes]) -> None:
    """Along the side between the first two hexes of a column, once to the right and once to the left."""
    plain = exported(text_of("map.tmx", tmx(4, 3, tile_layer([1] * 12, 4))))
    pixels = pixels_of(plain)
    upper, lower = (0, 0), (0, 1)
    left, right = sorted(set(pixels.outline(upper)) & set(pixels.outline(lower)))
    for (x, y), (ex, ey), ends in ((left, right, (upper, lower)), (right, left, (lower, upper))):
        text = text_of("map.tmx", tmx(4, 3, tile_layer([1] * 12, 4) + CLIFF.format(x=x, y=y, dx=ex - x, dy=ey - y)))
        assert "allow direction-unread" in text
        before = exported(text)
        assert [(edge.a, edge.b, edge.feature, edge.leads) for edge in before.edges] == [(*ends, "cliff", True)]
        after = exported(text_of("map.tmj" if write is write_tmj else "map.tmx", write(before, "x.png")))
        assert after.edges == before.edges


@pytest.mark.parametrize(("axis", "index"), STAGGERS)
@pytest.mark.parametrize("write", [write_tmx, write_tmj])
def test_levels_survive(axis: str, index: str, write: Callable[[Field, str], bytes]) -> None:
    chance = random.Random(f"{axis}{index}")
    heights = "".join(
        f'<tile id="{at}"><properties><property name="level" type="int" value="{at - 3}"/></properties></tile>' for at in range(8)
    )
    numbers = [chance.randint(1, 4) for _ in range(30)]
    levels = [chance.randint(0, 8) for _ in numbers]
    layers = tile_layer(numbers, 6) + tile_layer([10 + at if at else 0 for at in levels], 6, name="heights")
    text = text_of("map.tmx", tmx(6, 5, layers, axis, index, tileset=TILESET + f'<tileset firstgid="11" name="h">{heights}</tileset>'))
    there = exported(text)
    wanted = [at - 4 if at else 0 for at in levels]
    assert [level for row in there.levels for level in row] == wanted
    again = second.field_of(f"a.{'tmx' if write is write_tmx else 'tmj'}", write(there, "x.png"))
    assert (again.levels, again.cells) == (there.levels, there.cells)
    assert [terrain.stats for terrain in again.terrains] == [()] * len(again.terrains)


def test_the_picture_of_the_tiles_has_a_tile_for_each_level() -> None:
    text = text_of("map.tmx", tmx(2, 1, tile_layer([1, 2], 2)))
    flat = exported(text)
    hilly = replaced(flat, levels=((0, 4),))
    pixels = pixels_of(flat)
    assert tileset_image(hilly, pixels)[16:20] != tileset_image(flat, pixels)[16:20]
    assert b'<property name="level" type="int" value="4"/>' in write_tmx(hilly, "x.png")
    assert b'name="levels"' not in write_tmx(flat, "x.png")


STATS = """
ruleset game "Game" {
    sides red "The reds", north "north"
    space hex flat
    main game
    track turns: 0..9 = 0
}

enum Sort { hard "Hard", soft "Soft" }

terrain kind Terrain {
    stat height: 0..3 = 1 flavour
    stat sort: Sort = hard flavour
    stat note: text = "" flavour
    stat more: text = "as usual" flavour
    stat wet: bool = yes flavour
}

terrains Terrain {
    | id    | name    | height | sort | note    |
    | grass | "Gräs"  |        | soft | "a & b" |
    | wood  | "Woods" | 2      |      |         |
}

unit kind Tank {
    stat gun: text = "none" flavour
    stat ranges per Sort: 0..9 flavour
}

units Tank {
    | id | name       | side  | gun  | ranges |
    | rt | "Red Tank" | red   | "88" | [1, 2] |
    | bt | "North"    | north |      | [3, 4] |
}

marker kind Mine { }

markers Mine {
    | id   | name     |
    | mine | "A mine" |
}

board b "B" columns odd lower 3 x 2 {
    legend . = grass, T = wood
    rows {
        . T .
        . . .
    }
}

layout l "L" {
    board b at (0, 0)
    labels letters
    # tankdsl: allow zone-empty because it is meant so
    zone nothing = [A1] - [A1]
}

scenario s "S" {
    layout l
    given rt at A1, bt at C1, red.mine at B2
}

sequence game { rounds { turns += 1 } }

ending time { draw when turns >= 9 }
"""


@pytest.mark.parametrize("write", [write_tmx, write_tmj], ids=["tmx", "tmj"])
def test_stats_keep_their_values_and_things_their_names(write: Callable[[Field, str], bytes]) -> None:
    there = exported(STATS)
    again = second.field_of("a.tmx" if write is write_tmx else "a.tmj", write(there, "x.png"))
    assert {terrain.id: (terrain.name, dict(terrain.stats)) for terrain in again.terrains} == {
        "grass": ("Gräs", {"height": 1, "sort": "soft", "note": "a & b", "more": "as usual", "wet": True}),
        "wood": ("Woods", {"height": 2, "sort": "hard", "note": "", "more": "as usual", "wet": True}),
    }
    units = {model.id: (model.name, model.side, dict(model.stats)) for model in again.models}
    assert units == {"rt": ("Red Tank", "red", {"gun": "88"}), "bt": ("North", "north", {"gun": "none"}), "mine": ("A mine", "red", {})}


def test_what_of_stats_and_names_is_lost_is_listed() -> None:
    assert set(lost_of(compiled(STATS))) == {
        "lists and computed values of `Tank.ranges`",
        "zones without a hex: `nothing`",
        "that 1 piece is a marker: the map has units in their place",
        "what the sides are called: `The reds`; their ids are written",
    }


def test_signs_that_xml_cannot_hold_are_blanks() -> None:
    field = replaced(exported(text_of("map.tmx", tmx(2, 1, tile_layer([1, 2], 2)))), title="x")
    strange = [replaced(terrain, name="a\x00b\x0bc\ufffe\ud800d") for terrain in field.terrains]
    names = [terrain.name for terrain in second.field_of("a.tmx", write_tmx(replaced(field, terrains=tuple(strange)), "x.png")).terrains]
    assert names == ["a b c d"] * 2
    write_tmj(replaced(field, terrains=tuple(strange)), "x.png").decode()
