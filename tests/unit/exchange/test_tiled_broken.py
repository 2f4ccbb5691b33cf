"""Files that are damaged, contradict themselves or mean harm: a finding with a code, soon, and with little memory."""

import base64
import json
import time
import tracemalloc

import pytest

from tankdsl.bounds import MOST_HEXES
from tankdsl.exchange.interface import MOST_CELLS
from tankdsl.exchange.tiled import cells
from tests.unit.exchange.second import PACKERS, TILESET, field_of, read, refused, tile_layer, tmx

GOOD = tile_layer([1, 2, 3, 4], 2)
BROKEN, LARGE, UNSUPPORTED = "TK9012", "TK9013", "TK9014"


def test_a_map_has_as_many_cells_as_a_board() -> None:
    assert MOST_CELLS == MOST_HEXES


FAULTS = {
    "empty file": (b"", BROKEN, "not well-formed"),
    "no XML": (b"<map", BROKEN, "not well-formed"),
    "binary": (bytes(range(256)), BROKEN, "not well-formed"),
    "strange encoding": (b'<?xml version="1.0" encoding="klingon"?><map/>', BROKEN, "encoding"),
    "wrong encoding": ("<map name='ä'/>".encode("latin-1"), BROKEN, "not well-formed"),
    "another root": (b"<svg/>", UNSUPPORTED, "no map of Tiled, it is a `svg`"),
    "a tileset": (TILESET.encode(), UNSUPPORTED, "no map of Tiled, it is a `tileset`"),
    "no JSON": (b'{"a": ', BROKEN, "no JSON"),
    "a list": (b"[1]", BROKEN, "is a list"),
    "not a number": (b'{"a": NaN}', BROKEN, "no JSON"),
    "JSON of another kind": (b'{"type": "tileset"}', UNSUPPORTED, "it is a `tileset`"),
    "orthogonal": (tmx(2, 2, GOOD).replace(b"hexagonal", b"orthogonal"), UNSUPPORTED, "only hexagonal maps"),
    "isometric": (tmx(2, 2, GOOD).replace(b"hexagonal", b"staggered"), UNSUPPORTED, "the map is staggered"),
    "negative width": (tmx(-2, 2, GOOD), BROKEN, "at least one column"),
    "no width": (tmx(2, 2, GOOD).replace(b'width="2"', b"", 1), BROKEN, "expected a whole number"),
    "half a width": (tmx(2, 2, GOOD).replace(b'width="2"', b'width="2.5"', 1), BROKEN, "expected a whole number"),
    "endless width": (tmx(2, 2, GOOD).replace(b'width="2"', b'width="1e999"', 1), BROKEN, "expected a whole number"),
    "huge": (tmx(100_000, 100_000, GOOD), LARGE, "200,000 at most"),
    "layer of another size": (tmx(3, 2, GOOD), BROKEN, "is 2 x 2, and the map 3 x 2"),
    "no tile size": (tmx(2, 2, GOOD).replace(b'tilewidth="56"', b'tilewidth="0"', 1), BROKEN, "no hexes"),
    "side too long": (tmx(2, 2, GOOD).replace(b'hexsidelength="28"', b'hexsidelength="99"'), BROKEN, "no hexes"),
    "wrong axis": (tmx(2, 2, GOOD, axis="z"), BROKEN, "expected `x` or `y`"),
    "no tileset": (tmx(2, 2, GOOD, tileset=""), BROKEN, "which no tileset has"),
    "unknown tile": (tmx(2, 2, tile_layer([1, 2, 3, 5], 2)), BROKEN, "ends with 4"),
    "no tiles": (tmx(2, 2, tile_layer([0, 0, 0, 0], 2)), BROKEN, "no cell with a tile"),
    "too few cells": (tmx(2, 2, GOOD.replace("1,2,3,4", "1,2,3")), BROKEN, "has 3 cells, expected 4"),
    "too many cells": (tmx(2, 2, GOOD.replace("1,2,3,4", "1,2,3,4,1")), BROKEN, "has 5 cells, expected 4"),
    "no number": (tmx(2, 2, GOOD.replace("1,2", "1,x")), BROKEN, "`x` in the layer `ground` is no tile number"),
    "negative tile": (tmx(2, 2, GOOD.replace("1,2", "1,-2")), BROKEN, "no tile number"),
    "foreign digits": (tmx(2, 2, GOOD.replace("1,2", "1,٢")), BROKEN, "no tile number"),
    "too large a tile": (tmx(2, 2, GOOD.replace("1,2", "1,4294967296")), BROKEN, "no tile number"),
    "unknown encoding": (tmx(2, 2, GOOD.replace("csv", "rot13")), UNSUPPORTED, "encoding `rot13`"),
    "no base64": (tmx(2, 2, GOOD.replace("csv", "base64")), BROKEN, "no base64"),
    "no data": (tmx(2, 2, '<layer name="x" width="2" height="2"/>'), BROKEN, "has no cells"),
    "unknown compression": (tmx(2, 2, GOOD.replace('"csv"', '"base64" compression="rar"').replace("1,2,3,4", "")), UNSUPPORTED, "rar"),
    "endless map without chunks": (tmx(2, 2, "", more=' infinite="1"'), BROKEN, "has no cells"),
    "endless map of endless size": (
        tmx(2, 2, '<layer><data encoding="csv"><chunk x="-2000000000" y="0" width="1" height="1">1</chunk>'
            '<chunk x="2000000000" y="0" width="1" height="1">1</chunk></data></layer>', more=' infinite="1"'),
        LARGE,
        "cells",
    ),
    "tileset that begins before 1": (tmx(2, 2, GOOD, tileset=TILESET.replace('firstgid="1"', 'firstgid="0"')), BROKEN, "count from 1"),
    "two tilesets that begin together": (tmx(2, 2, GOOD, tileset=TILESET + TILESET), BROKEN, "`set` and `set` both begin with tile 1"),
    "chunks without end": (
        tmx(2, 2, '<layer name="g"><data encoding="csv">' + '<chunk x="0" y="0" width="400" height="400"/>' * 2 + "</data></layer>"),
        LARGE,
        "cells together",
    ),
    "half of a sign": (b'{"type": "map", "orientation": "\\ud800"}', BROKEN, "half of a sign"),
    "object nowhere": (tmx(2, 2, GOOD + '<objectgroup><object name="a" x="nan" y="0"/></objectgroup>'), BROKEN, "expected a number"),
    "point without y": (tmx(2, 2, GOOD + '<objectgroup><object><polygon points="1 2"/></object></objectgroup>'), BROKEN, "no point"),
}  # fmt: skip


@pytest.mark.parametrize("case", FAULTS)
def test_damaged_maps_are_refused(case: str) -> None:
    data, code, words = FAULTS[case]
    found, headline = refused("a.tmx", data)
    assert found == code and words in headline


@pytest.mark.parametrize("key", ["line of XML", "\u00b2"])
def test_strange_keys_in_json(key: str) -> None:
    """The key of lines, and a digit that is no decimal one."""
    tileset = {"firstgid": 1, "name": "t", "tileproperties": {key: {"terrain": "x"}, "0": {"cover": 1}}}
    layer = {"type": "tilelayer", "name": "g", "width": 1, "height": 1, "data": [1], key: "x", "visible": True}
    hidden = {**layer, "visible": False}
    map = {"type": "map", "orientation": "hexagonal", "width": 1, "height": 1, "tilewidth": 8, "tileheight": 8, "hexsidelength": 4}
    found = read("a.tmj", json.dumps({**map, key: "x", "tilesets": [tileset], "layers": [layer, hidden]}))
    assert found.imported is not None


@pytest.mark.parametrize("compression", [name for name in PACKERS if name])
def test_packed_data_that_end_early_or_are_no_such_data(compression: str) -> None:
    packed = PACKERS[compression](bytes(16))
    for data in (packed[:-3], b"rubbish" * 9, b""):
        layer = tile_layer([1] * 4, 2, "base64", compression)
        begin, end = layer.index(">\n  ") + 4, layer.index("\n</data>")
        code, headline = refused("a.tmx", tmx(2, 2, layer[:begin] + base64.b64encode(data).decode() + layer[end:]))
        assert code == BROKEN and "the layer `ground`" in headline


@pytest.mark.parametrize("compression", [name for name in PACKERS if name])
def test_a_bomb_is_unpacked_no_further_than_the_map_is_large(compression: str) -> None:
    packed = base64.b64encode(PACKERS[compression](bytes(60_000_000))).decode()
    layer = f'<layer width="2" height="2"><data encoding="base64" compression="{compression}">{packed}</data></layer>'
    tracemalloc.start()
    started = time.process_time()
    code, headline = refused("a.tmx", tmx(2, 2, layer))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert code == BROKEN and "expected 16: four for each" in headline
    assert peak < 20_000_000 and time.process_time() - started < 30


def test_zstd_without_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "_zstd_module", lambda: None)
    outcome = read("a.tmx", tmx(2, 2, tile_layer([1] * 4, 2, "base64", "zstd")))
    (finding,) = outcome.findings
    assert finding.code == UNSUPPORTED and any("tankdsl[zstd]" in help for help in finding.help)


# ---------------------------------------------------------------------------------------------------------- XML and JSON

LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))


@pytest.mark.parametrize(
    "inside",
    [f'<!ENTITY l0 "ha">{LAUGHS}', '<!ENTITY x SYSTEM "file:///etc/passwd">', '<!ENTITY % p SYSTEM "http://example.invalid/x">%p;', ""],
    ids=["bomb", "file", "parameter", "nothing"],
)
def test_document_types_are_refused_before_they_count(inside: str) -> None:
    code, headline = refused("a.tmx", f"<?xml version='1.0'?>\n<!DOCTYPE map [{inside}]>\n<map>&l11;&x;</map>")
    assert code == UNSUPPORTED and "document type" in headline


def test_the_line_of_a_fault_is_shown() -> None:
    outcome = read("a.tmx", tmx(2, 2, GOOD.replace("1,2", "1,x")))
    (finding,) = outcome.findings
    assert finding.primary is not None
    assert outcome.sources.line_and_column(finding.primary.span)[0] == 4


@pytest.mark.parametrize(
    "data",
    ["<map>" + "<group>" * 100_000, "<map>" + "<a/>" * 300_000 + "</map>", '{"a":' * 200_000, "[" * 200_000],
    ids=["deep XML", "wide XML", "deep objects", "deep lists"],
)
def test_deep_and_wide_files_are_refused_soon(data: str) -> None:
    started = time.process_time()
    code, _ = refused("a.tmx", data)
    assert code in (LARGE, BROKEN) and time.process_time() - started < 20


def test_groups_in_groups_in_json() -> None:
    layer: dict[str, object] = {"type": "tilelayer"}
    for _ in range(50):
        layer = {"type": "group", "layers": [layer]}
    map = {"type": "map", "orientation": "hexagonal", "width": 1, "height": 1, "tilewidth": 8, "tileheight": 8, "layers": [layer]}
    assert refused("a.tmj", json.dumps(map))[0] == LARGE


@pytest.mark.parametrize("key", ["layers", "tilesets"])
@pytest.mark.parametrize("value", [1, "x", [1], [[]], {"a": 1}, [None]])
def test_json_of_wrong_types(key: str, value: object) -> None:
    map = {"type": "map", "orientation": "hexagonal", "width": 1, "height": 1, "tilewidth": 8, "tileheight": 8, key: value}
    assert refused("a.tmj", json.dumps(map))[0] == BROKEN


# ----------------------------------------------------------------------------------------------------------- other files


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("../secret.tsx", "TK0007"),
        ("sub/../../secret.tsx", "TK0007"),
        ("/etc/passwd", ""),
        ("C:\\sets\\a.tsx", ""),
        ("http://example.invalid/a.tsx", ""),
        ("missing.tsx", "TK0001"),
        ("&#10;.tsx", ""),
    ],
)
def test_tilesets_outside_or_missing(source: str, code: str) -> None:
    found, headline = refused("a.tmx", tmx(2, 2, GOOD, tileset=f'<tileset firstgid="1" source="{source}"/>'))
    assert found.startswith("TK0") and (not code or kind(found, code)), headline


def kind(found: str, expected: str) -> bool:
    from tankdsl.diagnostics.registry import files

    names = {"TK0007": files.PATH_LEAVES_PACK, "TK0001": files.FILE_MISSING}
    return found == names[expected].code


def test_a_tileset_that_is_none() -> None:
    data = tmx(2, 2, GOOD, tileset='<tileset firstgid="1" source="a.tsx"/>')
    assert refused("a.tmx", data, a__tsx="<map/>")[0] == UNSUPPORTED
    assert refused("a.tmx", data, a__tsx="\0")[0] == BROKEN


def test_many_areas_with_many_corners_are_refused_soon() -> None:
    corners = " ".join(f"{x % 900},{x * 7 % 900}" for x in range(3_000))
    areas = "".join(f'<object name="z{at}" x="0" y="0"><polygon points="{corners}"/></object>' for at in range(60))
    started = time.process_time()
    code, _ = refused("a.tmx", tmx(60, 60, tile_layer([1] * 3600, 60) + f"<objectgroup>{areas}</objectgroup>"))
    assert code == LARGE and time.process_time() - started < 30


def test_too_many_sorts_of_terrain() -> None:
    tileset = '<tileset firstgid="1" name="t"><image width="1" height="1"/></tileset>'.replace('name="t"', 'name="t" tilecount="9000"')
    assert refused("a.tmx", tmx(90, 90, tile_layer(list(range(1, 8101)), 90), tileset=tileset))[0] == LARGE


def test_a_large_map_is_read_in_seconds() -> None:
    numbers = [1 + at % 4 for at in range(400 * 250)]
    started = time.process_time()
    outcome = read("a.tmx", tmx(400, 250, tile_layer(numbers, 400, "base64", "zlib")))
    assert outcome.imported is not None and time.process_time() - started < 20
    again = field_of("a.tmx", tmx(400, 250, tile_layer(numbers, 400)))
    assert outcome.imported.content == again
