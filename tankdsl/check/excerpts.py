"""Excerpts of maps for findings: the ground around the hexes that matter, small enough for a message."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tankdsl.check.grounds import hex_name
from tankdsl.check.pictures import Mark, TableMark
from tankdsl.check.static import Run, World, models_of
from tankdsl.check.static.tables import areas_of, outline_of
from tankdsl.check.tree import LayoutDef, Program, TableDef
from tankdsl.diagnostics.excerpt import Border, Ground, HexExcerpt, Marked, MarkedArea, Shape, TableExcerpt, Tile
from tankdsl.ground.features import leads_across, signs_of
from tankdsl.ground.hexes import Axial, Orientation, disk
from tankdsl.ground.maps import NO_HEX, GroundMap
from tankdsl.ground.table import Point, inside, sides, to_leg
from tankdsl.syntax import ast

MOST_ACROSS = 22
"""Columns of hexes that are shown side by side."""
MOST_DOWN = 22
"""Half rows of flat-top hexes; pointy-top hexes have half as many rows."""
MARGIN = 2
"""Hexes that are shown around those that matter."""
ACROSS, DOWN = 64, 18
"""Most characters of a table in a line, and most lines."""


# ----------------------------------------------------------------------------------------------------------------- hexes


def hex_excerpt(program: Program, layout: LayoutDef, marks: Sequence[Mark]) -> HexExcerpt:
    """The map around hexes that matter."""
    ground: GroundMap = layout.ground  # type: ignore[assignment]
    shown = excerpt_of(ground, [mark.hexes for mark in marks])
    at = {index: position for position, index in enumerate(shown)}
    terrains = _terrains(program, layout)
    number = {terrain.id: position for position, terrain in enumerate(terrains)}
    return HexExcerpt(
        layout.id,
        "flat" if ground.grid.orientation is Orientation.FLAT else "pointy",
        terrains,
        tuple(_tile(ground, index, number) for index in shown),
        _borders(ground, at, [terrain.glyph for terrain in terrains]),
        tuple(
            Marked(mark.role, mark.text, tuple(at[each] for each in mark.hexes if each in at), sum(each not in at for each in mark.hexes))
            for mark in marks
        ),
    )


def _tile(ground: GroundMap, index: int, number: dict[str, int]) -> Tile:
    hex_ = ground.hexes[index]
    column, row = ground.labels.column_name(hex_.column), ground.labels.row_name(hex_.row)
    return Tile(hex_name(ground, index), hex_.q, hex_.r, number[hex_.terrain], hex_.half, column or "", row or "")


def _borders(ground: GroundMap, at: dict[int, int], glyphs: Iterable[str]) -> tuple[Border, ...]:
    """The features of sides. Where there are several, each has a sign of its own, which no terrain has."""
    found = [
        (a, b, feature)
        for a in (at if ground.edges else ())
        for b in ground.neighbours[a]
        if b > a and b in at
        for feature in sorted(ground.features_between(a, b), key=leads_across, reverse=True)
    ]
    features = list(dict.fromkeys(feature for _, _, feature in found))
    signs = dict.fromkeys(features, "")
    if len(features) > 1:
        signs = dict(zip(features, signs_of([(feature, "") for feature in features], glyphs), strict=True))
    return tuple(Border(at[a], at[b], feature, signs[feature]) for a, b, feature in found)


def excerpt_of(ground: GroundMap, groups: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The hexes of an excerpt in ascending order: those within `MARGIN` of the ones that matter, as far as they have room together.

    The groups come in the order of their weight: what is farther from the first hex than the excerpt is wide is left out.
    """
    first = next((group[0] for group in groups if group), 0)
    low, high = list(_spot(ground, first)), list(_spot(ground, first))
    inner = (MOST_ACROSS - 2 * MARGIN - 1, MOST_DOWN - 4 * MARGIN)
    wanted: set[int] = set()
    for group in groups:
        for index in group:
            spot = _spot(ground, index)
            grown = [(min(low[i], spot[i]), max(high[i], spot[i])) for i in (0, 1)]
            if all(most - least <= inner[i] for i, (least, most) in enumerate(grown)):
                low, high = [least for least, _ in grown], [most for _, most in grown]
                wanted.add(index)
    found = set(wanted)
    rim = wanted
    for _ in range(MARGIN):
        rim = {near for index in rim for near in ground.neighbours[index] if near != NO_HEX} - found
        found |= rim
    return tuple(sorted(found or _around(ground, first)))


def _around(ground: GroundMap, index: int) -> Iterable[int]:
    return (ground.index_of[hex_] for hex_ in disk(ground.hexes[index].axial, MARGIN) if hex_ in ground.index_of)


def _spot(ground: GroundMap, index: int) -> tuple[int, int]:
    """Where a hex lies in an excerpt, in columns and in half rows of flat-top hexes."""
    q, r = ground.hexes[index].axial
    return (q, 2 * r + q) if ground.grid.orientation is Orientation.FLAT else ((2 * q + r) // 2, 2 * r)


def _terrains(program: Program, layout: LayoutDef) -> tuple[Ground, ...]:
    """All terrains with the signs that the boards of the map have for them, else letters of their names."""
    named = {model.id: model.name for kind in program.kinds.values() if kind.category == "terrain" for model in kind.models}
    glyphs: dict[str, str] = {}
    for board in sorted((node for node in program.declarations if isinstance(node, ast.Board)), key=lambda node: not _is_of(node, layout)):
        for entry in board.legend:
            if entry.glyph not in glyphs.values():
                glyphs.setdefault(entry.terrain.text, entry.glyph)
    for id, name in named.items():
        letters = (name.lower() + name.upper() + "123456789?").replace(" ", "")
        glyphs.setdefault(id, next((letter for letter in letters if letter not in glyphs.values()), "?"))
    return tuple(Ground(id, name, glyphs[id][:3]) for id, name in named.items())


def _is_of(board: ast.Board, layout: LayoutDef) -> bool:
    ground: GroundMap = layout.ground  # type: ignore[assignment]
    return any(name.split("#")[0].split("/")[-1] == board.name.text for name in {hex_.board for hex_ in ground.hexes})


# ---------------------------------------------------------------------------------------------------------------- tables


def table_excerpt(world: World, table: TableDef, marks: Sequence[TableMark]) -> TableExcerpt:
    """A table with the areas and points that matter."""
    run = Run(world)
    models = models_of(world.program)
    kinds = dict.fromkeys(kind.id for kind in world.program.kinds.values() if kind.category == "area")
    found = dict.fromkeys(str(area) for kind in kinds for area in _listed(areas_of(world, kind)))
    outlines = {area: outline_of(run, area) for area in found}
    shapes = tuple(
        Shape(models[area][1].name, _letter(number), outline, tuple(_tags(run, area)))
        for number, (area, outline) in enumerate((area, outline) for area, outline in outlines.items() if outline)
    )
    at = {area: number for number, area in enumerate(area for area, outline in outlines.items() if outline)}
    marked = tuple(MarkedArea(mark.role, mark.text, tuple(at[area] for area in mark.areas if area in at), mark.points) for mark in marks)
    return TableExcerpt(table.id, table.width, table.height, shapes, marked, tuple(_rows(table, shapes, marked)))


def _listed(areas: object) -> tuple[object, ...]:
    return areas if isinstance(areas, tuple) else ()


def _letter(number: int) -> str:
    return chr(ord("a") + number % 26)


def _tags(run: Run, area: str) -> Iterator[str]:
    yield from (name for name, core in run.world.models[area][1].stats.items() if run.value(core) is True)


def _rows(table: TableDef, shapes: Sequence[Shape], marks: Sequence[MarkedArea]) -> Iterator[str]:
    """The table in characters that are twice as high as wide; a point of a mark is the number of the mark."""
    wide = max(-(-table.width // ACROSS), -(-table.height // (2 * DOWN)), 1)
    loud = {shape for mark in marks for shape in mark.shapes}
    numbers = {(y // (2 * wide), x // wide): str(number)[-1] for number, mark in enumerate(marks, 1) for x, y in mark.points}
    for row in reversed(range(-(-table.height // (2 * wide)))):
        yield "".join(
            numbers.get((row, column)) or _character((column * wide + wide // 2, row * 2 * wide + wide), wide, shapes, loud)
            for column in range(-(-table.width // wide))
        )


def _character(point: Point, wide: int, shapes: Sequence[Shape], loud: set[int]) -> str:
    there = [number for number, shape in enumerate(shapes) if _covers(shape.outline, point, wide)]
    number = next((number for number in there if number in loud), there[0] if there else None)
    if number is None:
        return "."
    return shapes[number].sign.upper() if number in loud else shapes[number].sign


def _covers(outline: tuple[Axial, ...], point: Point, wide: int) -> bool:
    """Whether an area takes a character: its middle lies inside, or a side runs close by, so that lines and narrow areas show too."""
    return inside(outline, point) or any(to_leg(point, a, b) <= wide // 2 for a, b in sides(outline))
