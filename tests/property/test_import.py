"""Imports of anything: never a crash, and what is imported checks without errors, whatever its names are."""

import csv
import io
import random

from hypothesis import example, given
from hypothesis import strategies as st

from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tests.unit.exchange.second import read, text_of, tile_layer, tmx

NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=30)
ENDINGS = st.sampled_from(["tmx", "tmj", "board", "map", "csv"])
ZONE = '<objectgroup name="zones"><object id="1" name="a" x="0" y="0" width="99" height="9"/></objectgroup>'
JSON = (
    '{"type":"map","orientation":"hexagonal","width":2,"height":1,"tilewidth":8,"tileheight":8,"hexsidelength":4,'
    '"tilesets":[{"firstgid":1,"name":"t"}],"layers":[{"type":"tilelayer","name":"g","width":2,"height":1,"data":[1,2]}]}'
)
SEEDS = {
    "tmx": tmx(3, 2, tile_layer([1, 2, 3, 4, 0, 1], 3) + ZONE),
    "tmj": JSON.encode(),
    "board": b'size 2 2\nhex 0101 0 "woods:1;road:1:9" ""\nhex 0201 -1 "water:0" ""\noption x\nend\n',
    "map": b"Gg,Gg,Gg\nGg,1 Ke^Fp,Gg\nGg,Gg,Gg\n",
    "csv": b'name,side,armour\n"Big, one",Red,3\nSmall,Blue,\n',
}


def errors(text: str) -> list[str]:
    found = Session(MemoryBundle({"map.tank": text}), ("map.tank",)).findings
    return [finding.headline for finding in found if finding.level == "error"]


@given(ENDINGS, st.binary(max_size=300))
def test_any_bytes(ending: str, data: bytes) -> None:
    outcome = read(f"a.{ending}", data)
    assert outcome.imported is not None or outcome.findings


@given(ENDINGS, st.integers(0, 10**9))
def test_files_with_some_bytes_exchanged(ending: str, seed: int) -> None:
    chance = random.Random(seed)
    data = bytearray(SEEDS[ending])
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data))
        match chance.randrange(3):
            case 0:
                data[at] = chance.choice(b'0159-",;:<>{}[]x =\n\xff\x00')
            case 1:
                del data[at : at + chance.randint(1, 12)]
            case _:
                data[at:at] = data[at : at + chance.randint(1, 12)]
        data = data or bytearray(b"x")
    outcome = read(f"a.{ending}", bytes(data))
    if outcome.imported is not None:
        assert errors(text_of(f"a.{ending}", bytes(data))) == []


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


@given(st.lists(NAMES, min_size=5, max_size=5), st.integers(-5, 5))
@example(["terrain", "unit", "game", "in", "red"], 0)
@example(["Red", "red", "objectives", "Objectives", "distance"], 1)
@example(["row", "path", "edge", "level", "name"], -1)
@example(["{x}", '"', "\\n", "a" * 99, "ß"], 2)
def test_any_names_in_a_map_of_tiled(names: list[str], level: int) -> None:
    tile, stat, place, zone, side = map(escaped, names)
    tileset = (
        f'<tileset firstgid="1" name="{side}"><tile id="0" type="{tile}"><properties><property name="{stat}" value="{place}"/>'
        f'<property name="level" type="int" value="{level}"/></properties></tile><tile id="1" type="{zone}"/><tile id="2"/></tileset>'
    )
    here = 'x="28" y="24"'
    objects = "".join(
        (
            f'<object name="{place}" {here}><point/></object><object name="{zone}" x="0" y="0" width="90" height="90"/>',
            f'<object name="{tile}" type="objective" {here}/>',
            f'<object name="{stat}" type="edge" x="42" y="0"><polyline points="0,0 14,24"/></object>',
            f'<object name="{place}" type="unit" {here}><properties><property name="side" value="{side}"/>',
            f'<property name="{stat}" value="1"/></properties></object>',
            f'<object name="{place}" type="unit" {here}><properties><property name="side" value="{tile}"/></properties></object>',
        )
    )
    data = tmx(3, 1, tile_layer([1, 2, 3], 3) + f'<objectgroup name="o">{objects}</objectgroup>', tileset=tileset)
    outcome = read("a.tmx", data)
    if outcome.imported is not None:
        assert errors(text_of("a.tmx", data)) == []


@given(st.lists(st.lists(NAMES, min_size=3, max_size=3), min_size=2, max_size=4))
def test_any_cells_in_a_list(rows: list[list[str]]) -> None:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows([["name", "side", "armour"], *rows])
    outcome = read("list.csv", stream.getvalue())
    if outcome.imported is not None:
        assert errors(text_of("list.csv", stream.getvalue())) == []
