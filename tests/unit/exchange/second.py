"""A second reader of each format, and hex arithmetic that shares nothing with the package: what tests compare with.

Neighbours come from tables of offsets by the parity of the line, written out; maps are read with `xml.etree`, `json`, `re` and `split`.
"""

import base64
import gzip
import json
import re
import sys
import zlib
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import networkx as nx

from tankdsl.exchange.formats import Outcome, read_file
from tankdsl.exchange.interface import Field, Roll
from tankdsl.exchange.tank_text import tank_text
from tankdsl.session import Session
from tankdsl.source import MemoryBundle

Cell = tuple[int, int]
Cells = Mapping[Cell, str]

# For a line that is not pushed and for one that is: columns pushed down; with the pairs exchanged, rows pushed right.
OFFSETS = (
    ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),
    ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),
)
zstd = import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "": lambda data: data,
    "zlib": zlib.compress,
    "gzip": gzip.compress,
    "zstd": zstd.compress,
}


def neighbours(cell: Cell, axis: str, pushed: int) -> list[Cell]:
    """The neighbours of a cell counted from 0, with lines of the parity `pushed` lower (axis x) or further right (axis y)."""
    x, y = cell
    if axis == "x":
        return [(x + dx, y + dy) for dx, dy in OFFSETS[x % 2 == pushed]]
    return [(x + dx, y + dy) for dy, dx in OFFSETS[y % 2 == pushed]]


def graph(cells: Cells, axis: str, pushed: int) -> nx.Graph:
    """The cells with their terrain, neighbours joined."""
    found = nx.Graph()
    for cell, terrain in cells.items():
        found.add_node(cell, terrain=terrain)
    found.add_edges_from((cell, other) for cell in cells for other in neighbours(cell, axis, pushed) if other in cells)
    return found


def document_graph(document: Mapping[str, Any], by: str = "label") -> nx.Graph:
    """The map of a compiled scenario: places by their label, neighbours joined."""
    places = {(place["q"], place["r"]): place for place in document["content"]["map"]["places"]}
    found = nx.Graph()
    for place in places.values():
        found.add_node(place[by], terrain=place["terrain"])
    for (q, r), place in places.items():
        for dq, dr in ((1, 0), (0, 1), (1, -1)):
            if (other := places.get((q + dq, r + dr))) is not None:
                found.add_edge(place[by], other[by])
    return found


def is_same(a: nx.Graph, b: nx.Graph) -> bool:
    """Whether two graphs are one but for the names of their nodes."""
    return bool(nx.is_isomorphic(a, b, node_match=lambda m, n: m["terrain"] == n["terrain"]))


# --------------------------------------------------------------------------------------------------------------- readers


def cells_of_tmx(data: bytes) -> tuple[Cells, str, int]:
    """Terrain by cell of a map as the package writes it: one layer, CSV, classes of one tileset; axis, and parity of pushed lines."""
    root = ElementTree.fromstring(data)
    names = {int(tile.get("id", "")) + 1: tile.get("type", "") for tile in root.findall("tileset/tile")}
    width = int(root.get("width", ""))
    numbers = [int(word) for word in (root.findtext("layer/data") or "").split(",")]
    cells = {(at % width, at // width): names[number] for at, number in enumerate(numbers) if number}
    return cells, root.get("staggeraxis", ""), int(root.get("staggerindex") == "odd")


def cells_of_tmj(data: bytes) -> tuple[Cells, str, int]:
    """The same of JSON."""
    map = json.loads(data)
    names = {tile["id"] + 1: tile["type"] for tile in map["tilesets"][0]["tiles"]}
    layer = map["layers"][0]
    cells = {(at % map["width"], at // map["width"]): names[number] for at, number in enumerate(layer["data"]) if number}
    return cells, map["staggeraxis"], int(map["staggerindex"] == "odd")


def cells_of_board(text: str) -> dict[Cell, tuple[int, dict[str, int]]]:
    """Level and terrain types by cell of a board of MegaMek with two digits a number."""
    found = {}
    for column, row, level, types in re.findall(r'(?m)^hex (\d\d)(\d\d) (-?\d+) "([^"]*)"', text):
        parts = [part.split(":") for part in types.split(";") if part]
        found[int(column) - 1, int(row) - 1] = (int(level), {part[0]: int(part[1]) for part in parts})
    return found


def cells_of_wesnoth(text: str) -> dict[Cell, str]:
    """Code by cell of a map of Wesnoth without its border."""
    rows = [[cell.split()[-1] for cell in line.split(",")] for line in text.strip().splitlines()]
    return {(x - 1, y - 1): rows[y][x] for y in range(1, len(rows) - 1) for x in range(1, len(rows[0]) - 1)}


# --------------------------------------------------------------------------------------------------------------- writers


def tile_layer(
    numbers: Sequence[int], width: int, encoding: str = "csv", compression: str = "", name: str = "ground", more: str = ""
) -> str:
    """A layer of a `.tmx` in one of the encodings."""
    height = len(numbers) // width
    if encoding == "xml":
        data = "<data>" + "".join(f'<tile gid="{number}"/>' for number in numbers) + "</data>"
    elif encoding == "csv":
        data = f'<data encoding="csv">\n{",".join(map(str, numbers))}\n</data>'
    else:
        packed = PACKERS[compression](b"".join(number.to_bytes(4, "little") for number in numbers))
        attribute = f' compression="{compression}"' if compression else ""
        data = f'<data encoding="base64"{attribute}>\n  {base64.b64encode(packed).decode()}\n</data>'
    return f'<layer name="{name}" width="{width}" height="{height}"{more}>{data}</layer>'


TERRAINS = ("grass", "wood", "water", "hill")
TILESET = (
    '<tileset firstgid="1" name="set" tilewidth="56" tileheight="48" tilecount="4" columns="4">'
    '<image source="x.png" width="224" height="48"/>'
    + "".join(f'<tile id="{at}" type="{name}"/>' for at, name in enumerate(TERRAINS))
    + "</tileset>"
)


def tmx(width: int, height: int, inside: str, axis: str = "x", index: str = "odd", tileset: str = TILESET, more: str = "") -> bytes:
    """A hexagonal map of Tiled around layers."""
    tile = 'tilewidth="56" tileheight="48"' if axis == "x" else 'tilewidth="48" tileheight="56"'
    head = (
        f'orientation="hexagonal" width="{width}" height="{height}" {tile} hexsidelength="28" staggeraxis="{axis}" staggerindex="{index}"'
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<map version="1.10" {head}{more}>\n{tileset}\n{inside}\n</map>\n'.encode()


# --------------------------------------------------------------------------------------------------------------- imports


def read(name: str, data: str | bytes, **files: str | bytes) -> Outcome:
    """Import a file; further files by their names, in which `__` stands for a full stop."""
    held = {name: data, **{path.replace("__", "."): content for path, content in files.items()}}
    return read_file(MemoryBundle(held), name)


def field_of(name: str, data: str | bytes, **files: str | bytes) -> Field:
    """The field of a file that can be read."""
    outcome = read(name, data, **files)
    assert outcome.imported is not None, [finding.headline for finding in outcome.findings]
    assert isinstance(outcome.imported.content, Field)
    return outcome.imported.content


def roll_of(data: str) -> Roll:
    """The roll of a list that can be read."""
    outcome = read("list.csv", data)
    assert outcome.imported is not None and isinstance(outcome.imported.content, Roll)
    return outcome.imported.content


def text_of(name: str, data: str | bytes, **files: str | bytes) -> str:
    """The `.tank` text of a file that can be read."""
    outcome = read(name, data, **files)
    assert outcome.imported is not None, [finding.headline for finding in outcome.findings]
    return tank_text(outcome.imported, name)


def compiled(text: str) -> Mapping[str, Any]:
    """The compiled form of the only scenario of a text, which must be without findings."""
    session = Session(MemoryBundle({"map.tank": text}), ("map.tank",))
    assert [(finding.code, finding.headline) for finding in session.findings] == []
    (id,) = session.scenarios
    return session.scenario(id).document


def refused(name: str, data: str | bytes, **files: str | bytes) -> tuple[str, str]:
    """Code and headline of the only finding about a file that cannot be read."""
    outcome = read(name, data, **files)
    assert outcome.imported is None
    (finding,) = outcome.findings
    return finding.code, finding.headline


ROOT = Path(__file__).resolve().parents[3]
