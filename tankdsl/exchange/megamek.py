"""Boards of MegaMek, `.board`, as a field.

    size 16 17
    hex 0101 2 "woods:1;road:1:9" "grass"

Flat-topped hexes, numbered from 01 as column and row; the even columns lie half a hex lower. A hex has a height and any number of terrain
types, each with a level and perhaps the directions in which it goes on (a bit for each, clockwise from the north). Heights become the
levels of the board, types stats of the terrain; roads, bridges and the like become features of the edges that they cross, and cliffs of
those over which they lead down.
"""

from __future__ import annotations

import re

from tankdsl.diagnostics import counted
from tankdsl.diagnostics.file_problems import problem_diagnostic
from tankdsl.exchange.interface import Edge, Fetch, Field, Notes, Stats, Terrain, broken, checked_size
from tankdsl.exchange.names import Names, said
from tankdsl.exchange.terrains import Sort, leveled, terrain_names, terrains_of
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.ground.grids import columns_grid
from tankdsl.ground.hexes import neighbours
from tankdsl.ground.labels import Cell
from tankdsl.source import Problem, read_bytes

CROSSING = ("road", "bridge", "rails", "river")
"""Types whose directions become features of edges."""
CLIFF = "cliff_top"
"""The type of the upper hex of a cliff; its directions are those of the lower hexes, which lie one or two levels below it. MegaMek takes no
notice of other directions, nor of a cliff without any (`Board.initializeAutomaticTerrain`)."""
MOST_TYPES = 30
"""Terrain types of one hex."""
_NEEDS = ("size", "hex")
_SIZE = re.compile(r"size[ \t]+(-?\d{1,9})[ \t]+(-?\d{1,9})", re.ASCII)
_HEX = re.compile(r'hex[ \t]+"?(\d{4,10})"?[ \t]+"?(-?\d{1,4})"?[ \t]+"([^"]*)"[ \t]*(?:"([^"]*)")?', re.ASCII)
_TYPE = re.compile(r"([A-Za-z_]\w{0,39}):(-?\d{1,9})(?::(\d{1,9}))?", re.ASCII)


class Hex(FrozenValue):
    """A hex as the file has it: height, and level and directions of each type; no directions are None."""

    level: int
    types: tuple[tuple[str, int, int | None], ...] = ()


def read_megamek(data: bytes, name: str, fetch: Fetch, notes: Notes) -> tuple[Field, str]:
    """The field of a board of MegaMek."""
    lines = _lines(data, name)
    columns, rows = _size(lines, name)
    hexes = _hexes(lines, columns, rows, notes)
    missing = columns * rows - len(hexes)
    if missing:
        notes.assumed(f"{counted(missing, 'hex', 'hexes')} that the file does not mention: clear ground at level 0")
    grid = columns_grid("higher")
    cells = [(column, row) for row in range(rows) for column in range(columns)]
    known = {cell: hexes.get(cell, Hex(0)) for cell in cells}
    terrains = terrains_of((_sort(known[cell]) for cell in cells), names := terrain_names(), name, notes, "type")
    absent = _absent(terrains, notes)
    notes.renamed(names.changed)
    field = Field(
        id=Names().new(name, "map"),
        title=said(name),
        grid=grid,
        columns=columns,
        rows=rows,
        cells=tuple(tuple(terrains[_sort(known[(column, row)])].id for column in range(columns)) for row in range(rows)),
        terrains=tuple(terrains.values()),
        absent=absent,
        levels=leveled([[known[(column, row)].level for column in range(columns)] for row in range(rows)], notes),
    )
    edges = _edges(field, known)
    if edges:
        notes.assumed("roads and bridges go on where both hexes say so, and then are features of the edge between them as well")
    cliffs = _cliffs(field, known, notes)
    if cliffs:
        notes.assumed(f"cliffs are features of edges as well, which lead down from the hex that has the `{CLIFF}`")
    return replaced(field, edges=edges + cliffs), f"a board of MegaMek, {columns} x {rows}"


def _lines(data: bytes, name: str) -> list[tuple[int, str]]:
    read = read_bytes(data, id=0, path=name)
    if isinstance(read, Problem):
        finding = problem_diagnostic(read)
        raise broken(finding.headline, help=finding.help)
    numbered = ((number, line.strip()) for number, line in enumerate(read.text.split("\n"), 1))
    return [(number, line) for number, line in numbered if line and not line.startswith("#")]


def _size(lines: list[tuple[int, str]], name: str) -> tuple[int, int]:
    for number, line in lines:
        if line.split()[0].lower() == "size":
            found = _SIZE.fullmatch(line)
            if found is None:
                raise broken("expected `size`, the number of columns, the number of rows", number)
            size = int(found[1]), int(found[2])
            checked_size(*size, "the board", number)
            return size
        if line.split()[0].lower() == "hex":
            raise broken("a hex stands before the size of the board", number)
    raise broken(f"`{name}` is no board of MegaMek: it has no line `size`")


def _hexes(lines: list[tuple[int, str]], columns: int, rows: int, notes: Notes) -> dict[Cell, Hex]:
    found: dict[Cell, Hex] = {}
    themes = 0
    for number, line in lines:
        match line.split()[0].lower():
            case "size":
                continue
            case "end":
                break
            case "hex":
                cell, hex_, theme = _hex(line, number, columns, rows, len(found), notes)
                themes += bool(theme)
                if cell in found:
                    notes.assumed("of two lines for one hex the last counts", number)
                found[cell] = hex_
            case word:
                notes.dropped(f"lines `{said(word)[:40]}`, which say nothing about hexes")
    else:
        notes.assumed("the file is complete, though it has no line `end`")
    if themes:
        notes.dropped(f"the theme of {counted(themes, 'hex', 'hexes')}, which is about the picture")
    return found


def _hex(line: str, number: int, columns: int, rows: int, before: int, notes: Notes) -> tuple[Cell, Hex, str]:
    found = _HEX.fullmatch(line)
    if found is None:
        raise broken('expected `hex`, its number, its level, then terrain and theme in quotation marks: `hex 0304 1 "woods:1" ""`', number)
    cell = _cell(found[1], columns, rows, (before % columns, before // columns))
    if cell is None:
        raise broken(f"the hex `{found[1]}` lies beyond the board, which is {columns} x {rows}", number)
    words = [word for word in found[3].split(";") if word.strip()]
    if len(words) > MOST_TYPES:
        raise broken(f"the hex `{found[1]}` has {len(words):,} terrain types, and {MOST_TYPES} is the most", number)
    types: dict[str, tuple[str, int, int | None]] = {}
    for word in words:
        part = _TYPE.fullmatch(word.strip())
        if part is None:
            raise broken(f"`{said(word)[:40]}` is no terrain, expected its type and level: `woods:1`", number)
        type, exits = part[1].lower(), None if part[3] is None else int(part[3]) & 63
        if part[3] is not None and type not in (*CROSSING, CLIFF):
            notes.dropped(f"the directions of `{type}`: only those of {', '.join((*CROSSING, CLIFF))} become edges")
        if type in types:
            notes.assumed(f"of two levels of `{type}` in one hex the last counts", number)
        types[type] = (type, int(part[2]), exits)
    return cell, Hex(int(found[2]), tuple(types.values())), found[4] or ""


def _cell(digits: str, columns: int, rows: int, expected: Cell) -> Cell | None:
    """The cell of a number. Where it can be divided in several ways, hexes are expected row by row."""
    fitting = []
    for cut in range(2, len(digits) - 1):
        column, row = int(digits[:cut]) - 1, int(digits[cut:]) - 1
        if 0 <= column < columns and 0 <= row < rows:
            fitting.append((column, row))
    return expected if expected in fitting else next(iter(fitting), None)


# ------------------------------------------------------------------------------------------------------- types and edges


def _sort(hex_: Hex) -> Sort:
    words = " ".join(f"{type} {level}" if level >= 0 else f"{type} minus {-level}" for type, level, _ in hex_.types) or "clear"
    return Sort(words, tuple((type, level) for type, level, _ in hex_.types))


def _absent(terrains: dict[Sort, Terrain], notes: Notes) -> Stats:
    """A type that a hex does not have has level 0, unless 0 is a level of it: then one less than its least."""
    least: dict[str, int] = {}
    for terrain in terrains.values():
        for stat, level in terrain.stats:
            least[stat] = min(int(level), least.get(stat, int(level)))
    for stat, level in least.items():
        if level <= 0:
            notes.assumed(f"terrain without `{stat}` has {stat} = {level - 1}, since {level} is a level of it")
    return tuple((stat, 0 if level > 0 else level - 1) for stat, level in least.items())


def _edges(field: Field, known: dict[Cell, Hex]) -> tuple[Edge, ...]:
    """Where a type that crosses edges is in both hexes, and each goes on towards the other (or does not say where it goes on)."""
    by_hex = {field.grid.axial(cell): cell for cell in known}
    found: dict[Edge, None] = {}
    for cell, hex_ in known.items():
        for type, _, exits in hex_.types:
            for direction, next_ in enumerate(neighbours(field.grid.axial(cell)) if type in CROSSING else ()):
                other = by_hex.get(next_)
                if direction < 3 and other is not None and _goes(exits, direction) and _comes(known[other], type, direction + 3):
                    found[Edge(min(cell, other), max(cell, other), type)] = None
    return tuple(found)


def _cliffs(field: Field, known: dict[Cell, Hex], notes: Notes) -> tuple[Edge, ...]:
    """The sides over which cliffs lead down, from the upper hex to the lower one."""
    by_hex = {field.grid.axial(cell): cell for cell in known}
    found: list[Edge] = []
    lost = 0
    for cell, hex_ in known.items():
        for exits in (exits or 0 for type, _, exits in hex_.types if type == CLIFF):
            for direction, next_ in enumerate(neighbours(field.grid.axial(cell))):
                if exits >> direction & 1:
                    other = by_hex.get(next_)
                    if other is not None and 1 <= _floor(hex_) - _floor(known[other]) <= 2:
                        found.append(Edge(cell, other, CLIFF, leads=True))
                    else:
                        lost += 1
    if lost:
        notes.dropped(f"{counted(lost, 'direction')} of `{CLIFF}` to hexes that do not lie one or two levels below")
    return tuple(found)


def _floor(hex_: Hex) -> int:
    """How high the ground of a hex lies, under its water if it has any."""
    return hex_.level - sum(max(0, depth) for type, depth, _ in hex_.types if type == "water")


def _comes(hex_: Hex, type: str, direction: int) -> bool:
    """Whether a hex has a type, and lets it go on in a direction."""
    return any(one == type and _goes(exits, direction) for one, _, exits in hex_.types)


def _goes(exits: int | None, direction: int) -> bool:
    return exits is None or bool(exits >> direction & 1)
