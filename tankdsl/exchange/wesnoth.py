"""Maps of Battle for Wesnoth, `.map`, as a field.

    Gg, Gg^Fp, 1 Ke, Ww

Flat-topped hexes, a code for each, separated by commas; before a code may stand the name of a place, mostly the number of the player who
begins there. The outermost ring is a border that is only looked at. Inside, columns and rows count from 1, and the even columns lie lower.
A code is a base, and behind `^` what stands on it; its first letters say what sort of ground it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tankdsl.diagnostics import counted
from tankdsl.diagnostics.file_problems import problem_diagnostic
from tankdsl.exchange.interface import Fetch, Field, Notes, broken, checked_size, unsupported
from tankdsl.exchange.names import Names, said
from tankdsl.exchange.terrains import Sort, terrain_names, terrains_of
from tankdsl.frozen import replaced
from tankdsl.ground.grids import columns_grid
from tankdsl.ground.labels import Cell
from tankdsl.source import Problem, read_bytes

VOID = "_off^_usr"
"""The code for no hex at all."""
_CODE = re.compile(r"(?:(?P<place>[\w.:-]{1,40})[ \t]+)?(?P<code>[A-Za-z_/|\\*]{1,8}(?:\^[A-Za-z_/|\\*]{0,8})?)")
_HEADER = re.compile(r"(border_size|usage)=(\S*)")
_BASE = {
    "G": "grass",
    "W": "water",
    "D": "sand",
    "H": "hills",
    "M": "mountains",
    "S": "swamp",
    "R": "road",
    "A": "snow",
    "U": "cave",
    "X": "wall",
    "Q": "chasm",
    "C": "castle",
    "K": "keep",
    "I": "floor",
    "T": "fungus",
    "F": "forest",
    "V": "village",
}
"""What the first letter of a base code means in the terrain that the game comes with."""
_OVERLAY = {
    "F": "forest",
    "V": "village",
    "B": "bridge",
    "T": "fungus",
    "D": "scenery",
    "G": "grass",
    "E": "scenery",
    "P": "gate",
    "X": "wall",
}
"""What the first letter behind `^` means."""


def read_wesnoth(data: bytes, name: str, fetch: Fetch, notes: Notes) -> tuple[Field, str]:
    """The field of a map of Wesnoth."""
    border, lines = _without_header(_text(data, name), name)
    rows = _rows(lines)
    columns = len(rows[0][1])
    checked_size(columns - 2 * border, len(rows) - 2 * border, "the map without its border")
    inner = [(number, row[border : columns - border]) for number, row in rows[border : len(rows) - border]]
    parsed = [[_code(cell, number) for cell in row] for number, row in inner]
    codes = [[None if code == VOID else code for _, code in row] for row in parsed]
    names = terrain_names()
    sorts = terrains_of((Sort(code) for row in codes for code in row if code is not None), names, name, notes)
    if not sorts:
        raise broken("the map has no hexes but its border")
    terrains = {sort.name: replaced(terrain, name=_title(sort.name)) for sort, terrain in sorts.items()}
    if border:
        notes.dropped("the border, a ring of hexes that nobody enters")
    notes.assumed("what a terrain is called follows from its code in the terrain that the game comes with")
    places: dict[str, Cell] = {}
    for at, row in enumerate(parsed):
        for column, (place, _) in enumerate(row):
            if place and codes[at][column] is not None:
                places[names.new(_place(place), "place")] = (column, at)
            elif place:
                notes.dropped(f"the place `{_place(place)}`, which lies on no hex", inner[at][0])
    for number, place in _on_border(rows, border):
        notes.dropped(f"the place `{place}`, which lies on the border", number)
    notes.renamed(names.changed)
    field = Field(
        id=Names().new(name, "map"),
        title=said(name),
        grid=columns_grid("higher"),
        columns=len(codes[0]),
        rows=len(codes),
        cells=tuple(tuple(None if code is None else terrains[code].id for code in row) for row in codes),
        terrains=tuple(terrains.values()),
        places=tuple(places.items()),
    )
    return field, f"a map of Wesnoth, {field.columns} x {field.rows} without its border"


def _on_border(rows: list[tuple[int, list[str]]], border: int) -> Iterator[tuple[int, str]]:
    """The places in the outermost lines, with the number of their line."""
    for at, (number, row) in enumerate(rows):
        is_outer = not border <= at < len(rows) - border
        for column, cell in enumerate(row):
            found = _CODE.fullmatch(cell.strip())
            if (is_outer or not border <= column < len(row) - border) and found is not None and found["place"]:
                yield number, _place(found["place"])


def _place(word: str) -> str:
    """What a place is called: start positions have only a number."""
    return f"start {word}" if word.isdigit() else word


def _text(data: bytes, name: str) -> str:
    read = read_bytes(data, id=0, path=name)
    if isinstance(read, Problem):
        finding = problem_diagnostic(read)
        raise broken(finding.headline, help=finding.help)
    return read.text


def _without_header(text: str, name: str) -> tuple[int, list[tuple[int, str]]]:
    """The width of the border, and the lines with cells by their number. Old files begin with lines such as `border_size=1`."""
    border = 1
    lines: list[tuple[int, str]] = []
    for number, line in enumerate(text.split("\n"), 1):
        line = line.strip()
        header = _HEADER.fullmatch(line)
        if header is not None and not lines:
            if header[1] == "usage" and header[2] != "map":
                raise unsupported(f"this is a `{said(header[2])[:40]}` and no map", number)
            if header[1] == "border_size":
                if not (header[2].isascii() and header[2].isdigit()) or len(header[2]) > 2:
                    raise broken(f"`{said(header[2])[:40]}` is no width of a border", number)
                border = int(header[2])
        elif line.startswith("[") or "map_data" in line:
            raise unsupported(f"`{name}` is a scenario of Wesnoth", number, "save the map alone in the map editor: File > Save Map As")
        elif line:
            lines.append((number, line))
    if not lines:
        raise broken(f"`{name}` has no cells")
    return border, lines


def _rows(lines: list[tuple[int, str]]) -> list[tuple[int, list[str]]]:
    rows = [(number, line.rstrip(",").split(",")) for number, line in lines]
    width = len(rows[0][1])
    checked_size(width, len(rows), "the map")
    for number, row in rows:
        if len(row) != width:
            raise broken(f"this row has {counted(len(row), 'cell')}, and the first one {width:,}", number)
    return rows


def _code(cell: str, line: int) -> tuple[str, str]:
    """The name of a place, if any, and the code."""
    found = _CODE.fullmatch(cell.strip())
    if found is None:
        raise broken(f"`{said(cell)[:40]}` is no terrain code of Wesnoth, expected one such as `Gg` or `Gg^Fp`", line)
    return found["place"] or "", found["code"].rstrip("^")


def _title(code: str) -> str:
    base, _, over = code.partition("^")
    words = [word for word in (_BASE.get(base[:1]), _OVERLAY.get(over[:1])) if word]
    said_so = ", ".join(dict.fromkeys(words))
    return f"{said_so[:1].upper()}{said_so[1:]} ({said(code)})" if words else said(code)
