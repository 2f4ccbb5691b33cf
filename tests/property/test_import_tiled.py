"""Maps of Tiled with anything anywhere: an import never crashes, and what it makes of a map checks without errors and warnings."""

import json
import random
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tests.unit.exchange.second import read, text_of

Node = dict[str, Any] | list[Any]


def prop(name: str, value: object, type: str = "string") -> dict[str, object]:
    return {"name": name, "type": type, "value": value}


def unit(name: str, x: int, side: str, **more: object) -> dict[str, object]:
    held = [prop("side", side), prop("speed", 4, "int"), prop("fast", True, "bool"), prop("nick", "q")]
    return {"id": 6, "name": name, "type": "unit", "x": x, "y": 24, "point": True, "properties": held, **more}


TILES = [
    {"id": 0, "type": "grass", "properties": [prop("cover", 1, "int"), prop("name", "The grass")]},
    {"id": 1, "type": "river", "properties": [prop("wet", True, "bool"), prop("note", "deep")]},
    {"id": 2, "type": "", "properties": [prop("level", 2, "int")]},
    {"id": 3, "type": "unit", "properties": [prop("side", "Green"), prop("speed", 3, "int")]},
]
ZONES = [
    {"id": 1, "name": "A", "type": "zone", "x": 0, "y": 0, "polygon": [{"x": 0, "y": 0}, {"x": 100, "y": 0}, {"x": 100, "y": 100}]},
    {"id": 2, "name": "E", "x": 0, "y": 0, "width": 100, "height": 100, "ellipse": True, "rotation": 30},
    {"id": 3, "name": "P", "x": 0, "y": 0, "width": 100, "height": 60, "capsule": True},
    {"id": 4, "name": "R", "x": 0, "y": 0, "width": 100, "height": 100},
]
LINE = [{"x": 0, "y": 0}, {"x": 28, "y": 0}, {"x": 42, "y": 24}]
STUFF = [
    {"id": 5, "name": "river", "type": "edge", "x": 14, "y": 48, "polyline": LINE, "properties": [prop("leads", True, "bool")]},
    {"id": 9, "name": "river", "type": "edge", "x": 14, "y": 48, "polyline": LINE},
    unit("Scout", 28, "Blue"),
    unit("Scout", 112, "Red"),
    {"id": 7, "template": "u.tx", "x": 112, "y": 24, "properties": [prop("armour", 2, "int")]},
    {"id": 8, "name": "The ford", "type": "objective", "x": 70, "y": 96, "point": True},
    {"id": 9, "name": "Hill", "type": "place", "x": 70, "y": 96, "gid": 1, "width": 20, "height": 20},
    {"id": 10, "name": "Guard", "x": 70, "y": 96, "gid": 4, "width": 20, "height": 20, "visible": True},
]
SET = {"name": "g", "tilewidth": 56, "tileheight": 48, "tilecount": 4, "columns": 4, "image": "a.png", "imagewidth": 224, "imageheight": 48}
TEMPLATE = {
    "type": "template",
    "tileset": {"firstgid": 1, **SET, "tiles": TILES},
    "object": {
        "name": "Tiger",
        "type": "unit",
        "gid": 4,
        "width": 20,
        "height": 20,
        "properties": [prop("side", "Red"), prop("gun", "long")],
    },
}
HEAD = {"type": "map", "orientation": "hexagonal", "width": 4, "height": 3, "tilewidth": 56, "tileheight": 48, "hexsidelength": 28}


def map_of(*, endless: bool) -> dict[str, Any]:
    """A map with one of everything, bounded or in chunks."""
    ground: dict[str, object] = {"type": "tilelayer", "name": "ground", "width": 4, "height": 3, "offsetx": 0}
    if endless:
        chunks = [{"x": x, "y": -1, "width": 2, "height": 3, "data": [1, 2, 1, 1, 4, 1]} for x in (-3, -1)]
        layers: list[object] = [{**ground, "chunks": chunks}, {**ground, "name": "empty", "chunks": []}]
    else:
        zone = {**ground, "class": "zone", "name": "painted", "data": [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0]}
        heights = {**ground, "name": "h", "encoding": "csv", "data": "3,3,0,0,0,0,0,0,3,0,0,0"}
        layers = [{**ground, "data": [1, 2, 1, 1, 4, 1, 2, 2, 1, 1, 0, 1]}, heights, zone]
    group = {"type": "group", "name": "G", "offsetx": 4, "layers": [{"type": "objectgroup", "name": "zones", "objects": ZONES}]}
    layers += [group, {"type": "objectgroup", "name": "stuff", "objects": STUFF}]
    tilesets = [{"firstgid": 1, **SET, "objectalignment": "center", "tileoffset": {"x": 0, "y": 2}, "tiles": TILES}]
    shape = {"staggeraxis": "x", "staggerindex": "odd", "infinite": endless, "tilesets": tilesets, "layers": layers}
    return json.loads(json.dumps({**HEAD, **shape}))  # type: ignore[no-any-return]


ODD = (
    *(None, True, False, 0, 1, -1, 2, 5, 7, 28, 99, 2**31 - 1, 2**31, 2**40, 10**30, 0.5, -0.1, 1e-300, 1e300),
    *(
        "",
        "0",
        "1",
        "x",
        "5",
        "red",
        "unit",
        "zone",
        "edge",
        "level",
        "name",
        "side",
        "objectives",
        "in",
        "²",
        "ж",
        "{}",
        '"',
        "\\",
        "a b",
        "1e9",
    ),
    *("csv", "base64", "zlib", "string", "int", "bool", "float", "class", "group", "tilelayer", "objectgroup", "center", "u.tx", "../u.tx"),
    *([], {}, [1], [[]], [{}], {"x": 1}, {"line of XML": "x"}, {"line of XML": 2}),
)
KEYS = (
    "gid",
    "polygon",
    "polyline",
    "ellipse",
    "capsule",
    "point",
    "text",
    "visible",
    "rotation",
    "class",
    "template",
    "chunks",
    "offsety",
    "x",
)


def nodes(node: object) -> Iterator[Node]:
    """All objects and lists in it."""
    if isinstance(node, dict | list):
        yield node
        for inner in node.values() if isinstance(node, dict) else node:
            yield from nodes(inner)


def spoil(chance: random.Random, root: dict[str, Any]) -> None:
    """Change something somewhere."""
    known = [node for node in nodes(root) if node]
    node = chance.choice(known)
    key = chance.choice(list(node)) if isinstance(node, dict) else chance.randrange(len(node))
    match chance.randrange(5):
        case 0:
            del node[key]
        case 1:
            node[key] = json.loads(json.dumps(chance.choice(known)))
        case 2 if isinstance(node, list):
            node.append(json.loads(json.dumps(node[key])))
        case 3 if isinstance(node, dict):
            node[chance.choice(KEYS)] = chance.choice(ODD)
        case _:
            node[key] = chance.choice(ODD)


def remarks(text: str) -> list[str]:
    found = Session(MemoryBundle({"map.tank": text}), ("map.tank",)).findings
    return [f"{finding.code} {finding.headline}" for finding in found if finding.level != "info"]


def assert_sound(name: str, data: bytes, template: bytes) -> None:
    outcome = read(name, data, u__tx=template)
    assert outcome.imported is not None or [finding.level for finding in outcome.findings] == ["error"]
    if outcome.imported is not None:
        assert remarks(text_of(name, data, u__tx=template)) == []


@settings(max_examples=60)
@given(st.integers(0, 10**9))
def test_anything_in_json(seed: int) -> None:
    chance = random.Random(seed)
    both = {"map": map_of(endless=chance.random() < 0.3), "template": json.loads(json.dumps(TEMPLATE))}
    for _ in range(chance.randint(1, 3)):
        spoil(chance, both)
    assert_sound("a.tmj", json.dumps(both.get("map")).encode(), json.dumps(both.get("template")).encode())


XML = """<map orientation="hexagonal" width="4" height="3" tilewidth="56" tileheight="48" hexsidelength="28" staggeraxis="x"
 staggerindex="odd" infinite="0"><tileset firstgid="1" name="g" tilewidth="56" tileheight="48" tilecount="4" objectalignment="bottom">
<tileoffset x="0" y="2"/><image source="a.png" width="224" height="48"/><tile id="0" type="grass"/><tile id="1" type="wood">
<properties><property name="level" type="int" value="1"/><property name="cover" type="bool" value="true"/></properties></tile>
<tile id="2" type="unit"><properties><property name="side" value="us"/><property name="speed" type="int" value="4"/></properties></tile>
</tileset><layer name="ground" width="4" height="3"><data encoding="csv">1,1,1,2,1,1,1,1,1,0,1,1</data></layer>
<group name="g" offsetx="2"><objectgroup name="things"><object id="1" name="Fox" gid="3" x="42" y="48" width="56" height="48"/>
<object id="2" template="u.tx" x="112" y="24"><properties><property name="speed" value="3"/></properties></object>
<object id="3" name="pill" x="0" y="0" width="90" height="60"><capsule/></object>
<object id="4" name="cliff" x="14" y="48"><polyline points="0,0 28,0"/><properties><property name="leads" type="bool" value="true"/>
</properties></object></objectgroup></group></map>"""
XML_TEMPLATE = """<template><object name="Owl" type="unit" width="20" height="20"><point/><properties>
<property name="side" value="them"/><property name="armour" type="int" value="9"/></properties></object></template>"""
WORDS = tuple(str(value) for value in ODD if isinstance(value, str | int | float) and str(value).isprintable())


@settings(max_examples=60)
@given(st.integers(0, 10**9))
def test_anything_in_xml(seed: int) -> None:
    chance = random.Random(seed)
    roots = [ElementTree.fromstring(text) for text in (XML, XML_TEMPLATE)]
    for _ in range(chance.randint(1, 4)):
        known = [element for root in roots for element in root.iter()]
        element = chance.choice(known)
        match chance.randrange(4):
            case 0 if element.attrib:
                del element.attrib[chance.choice(list(element.attrib))]
            case 1 if len(element):
                element.remove(chance.choice(list(element)))
            case 2:
                element.append(ElementTree.fromstring(ElementTree.tostring(chance.choice(known[1:]))))
            case _:
                element.set(chance.choice([*element.attrib, *KEYS]), chance.choice(WORDS))
    assert_sound("a.tmx", *map(ElementTree.tostring, roots))
