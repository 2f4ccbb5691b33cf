r"""Maps as text for a terminal.

Flat-top hexes take two lines each, pointy-top ones share their slanted lines; both have room for three
characters:

     ___                      / \ / \
    /txt\___                 |txt|txt|
    \___/txt\                 \ / \ / \
        \___/                  |txt|txt|
                                \ / \ /

Everything is drawn from axial coordinates: at ``x = 4q, y = 2r + q`` for flat tops and at ``x = 4q + 2r,
y = 2r`` for pointy tops, so that staggered and slanted maps need no cases of their own. A second text goes on the
bottom side of a flat-top hex; pointy-top hexes get a line more for it (``y = 3r``). The rim of a half hex is dotted, a
hole in the map is filled with ``:::``.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tankdsl.ground.hexes import Axial, Orientation, disk, neighbours
from tankdsl.ground.maps import NO_HEX, GroundMap, MapHex

CellText = Callable[[MapHex], str]
"""At most three characters to write into a hex."""

SideText = Callable[[int, int], str | None]
"""One character to draw the side between two neighbouring hexes with; None for the usual line."""

Paint = Callable[[MapHex], tuple[str, str] | None]
"""What to put before and after the text of a hex, such as escape codes for a colour; takes no room."""

_Sides = tuple[tuple[str, tuple[tuple[int, int], ...]], ...]
"""Each side of a hex: its character and where (x, y) to draw it, in the order of directions."""

_FLAT_SIDES: _Sides = (
    ("_", ((1, 0), (2, 0), (3, 0))),
    ("\\", ((4, 1),)),
    ("/", ((4, 2),)),
    ("_", ((1, 2), (2, 2), (3, 2))),
    ("\\", ((0, 2),)),
    ("/", ((0, 1),)),
)

_POINTY_SIDES: _Sides = (
    ("/", ((1, 0),)),
    ("\\", ((3, 0),)),
    ("|", ((4, 1),)),
    ("/", ((3, 2),)),
    ("\\", ((1, 2),)),
    ("|", ((0, 1),)),
)

_TALL_SIDES: _Sides = (
    ("/", ((1, 0),)),
    ("\\", ((3, 0),)),
    ("|", ((4, 1), (4, 2))),
    ("/", ((3, 3),)),
    ("\\", ((1, 3),)),
    ("|", ((0, 1), (0, 2))),
)
"""Pointy-top hexes with room for a second text."""

_DOTTED = {"_": ".", "|": ":"}
"""The rim of a half hex: the side along which the board was cut, where there is no neighbour."""


_HOLE = ":::"


@dataclass(frozen=True, slots=True)
class _Shape:
    """How hexes are laid on the canvas: columns and lines for each step of q and of r, and the sides of one hex."""

    by_q: tuple[int, int]
    by_r: tuple[int, int]
    sides: _Sides

    def corner(self, hex_: Axial) -> tuple[int, int]:
        """The top left corner (x, y) of the rectangle in which a hex is drawn."""
        q, r = hex_
        return (self.by_q[0] * q + self.by_r[0] * r, self.by_q[1] * q + self.by_r[1] * r)


_FLAT = _Shape((4, 1), (0, 2), _FLAT_SIDES)
_POINTY = _Shape((4, 0), (2, 2), _POINTY_SIDES)
_TALL = _Shape((4, 0), (2, 3), _TALL_SIDES)


def _shape(ground: GroundMap, foot: CellText | None) -> _Shape:
    if ground.grid.orientation is Orientation.FLAT:
        return _FLAT
    return _POINTY if foot is None else _TALL


@dataclass(slots=True)
class _Canvas:
    """Characters by line and column; a line may begin left of column 0."""

    marks: dict[tuple[int, int], str] = field(default_factory=dict)

    def put(self, x: int, y: int, text: str) -> None:
        for i, mark in enumerate(text):
            self.marks[y, x + i] = mark

    def put_if_free(self, x: int, y: int, text: str) -> None:
        if not any((y, x + i) in self.marks for i in range(-1, len(text) + 1)):
            self.put(x, y, text)

    def lines(self) -> list[str]:
        if not self.marks:
            return []
        top, bottom = min(y for y, _ in self.marks), max(y for y, _ in self.marks)
        left = min(x for _, x in self.marks)
        ends: dict[int, int] = {}
        for y, x in self.marks:
            ends[y] = max(x, ends.get(y, x))
        return ["".join(self.marks.get((y, x), " ") for x in range(left, ends.get(y, left - 1) + 1)) for y in range(top, bottom + 1)]


def picture(
    ground: GroundMap,
    cell: CellText,
    *,
    only: Iterable[int] | None = None,
    foot: CellText | None = None,
    side: SideText | None = None,
    paint: Paint | None = None,
    labels: bool = True,
) -> str:
    """The map, or the hexes named by `only`, as lines of text without a final newline.

    `cell` gives the text in the middle of each hex. `foot` gives a second one below it, on flat-top maps on the
    bottom side (it may be empty). `labels` adds the names of columns at their tops
    and of rows at the left margin. Texts of more than three characters are a ValueError.
    """
    indexes = range(len(ground)) if only is None else sorted(set(only))
    hexes = [ground.hexes[index] for index in indexes]
    canvas, shape = _Canvas(), _shape(ground, foot)
    for hex_ in hexes:
        _draw_outline(canvas, ground, hex_, shape, side)
    for hex_ in hexes:
        _draw_text(canvas, hex_, shape.corner(hex_.axial), cell, paint)
        if foot is not None:
            _draw_foot(canvas, shape.corner(hex_.axial), _checked(foot(hex_)))
    _fill_holes(canvas, ground, hexes, shape)
    if labels:
        _label_columns(canvas, ground, hexes, shape)
        _label_rows(canvas, ground, hexes, shape)
    return "\n".join(line.rstrip() for line in canvas.lines())


def around(ground: GroundMap, centres: Iterable[int], radius: int) -> tuple[int, ...]:
    """The hexes of the map within `radius` of any of the centres, in ascending order: for excerpts."""
    found = {ground.index_of[hex_] for centre in centres for hex_ in disk(ground.hexes[centre].axial, radius) if hex_ in ground.index_of}
    return tuple(sorted(found))


def bands(ground: GroundMap, width: int) -> tuple[tuple[int, ...], ...]:
    """The hexes in bands from left to right, each no wider than that many columns (at least one hex), to be drawn one below the other."""
    room = max(1, (width - 5) // 4) * 4
    shape = _shape(ground, None)
    lefts = [shape.corner(hex_.axial)[0] for hex_ in ground.hexes]
    first = min(lefts, default=0)
    found: dict[int, list[int]] = {}
    for index, left in enumerate(lefts):
        found.setdefault((left - first) // room, []).append(index)
    return tuple(tuple(found[band]) for band in sorted(found))


def _draw_outline(canvas: _Canvas, ground: GroundMap, hex_: MapHex, shape: _Shape, side: SideText | None) -> None:
    x, y = shape.corner(hex_.axial)
    for (usual, places), next_ in zip(shape.sides, ground.neighbours[hex_.index], strict=True):
        mark = usual
        if next_ == NO_HEX:
            mark = _DOTTED.get(usual, usual) if hex_.half else usual
        elif side is not None:
            mark = side(hex_.index, next_) or usual
        for dx, dy in places:
            canvas.put(x + dx, y + dy, mark)


def _checked(text: str) -> str:
    if len(text) > 3:
        raise ValueError(f"a hex has room for three characters, not for {text!r}")
    return text


def _draw_text(canvas: _Canvas, hex_: MapHex, corner: tuple[int, int], cell: CellText, paint: Paint | None) -> None:
    x, y = corner
    text = f"{_checked(cell(hex_)):^3}"
    before, after = (paint(hex_) if paint is not None else None) or ("", "")
    for i, mark in enumerate(text):
        painted = (before if i == 0 else "") + mark + (after if i == 2 else "")
        canvas.marks[y + 1, x + 1 + i] = painted


def _draw_foot(canvas: _Canvas, corner: tuple[int, int], text: str) -> None:
    x, y = corner
    canvas.put(x + 1 + (3 - len(text)) // 2, y + 2, text)


def _fill_holes(canvas: _Canvas, ground: GroundMap, hexes: list[MapHex], shape: _Shape) -> None:
    """Marks the places off the map that look like a hex, since most of their neighbours are drawn."""
    beside: dict[Axial, int] = {}
    for hex_ in hexes:
        for place in neighbours(hex_.axial):
            if place not in ground.index_of:
                beside[place] = beside.get(place, 0) + 1
    for place, count in beside.items():
        if count >= 4:
            x, y = shape.corner(place)
            canvas.put(x + 1, y + 1, _HOLE)


def _label_columns(canvas: _Canvas, ground: GroundMap, hexes: list[MapHex], shape: _Shape) -> None:
    """Writes the name of each column above its first hex: in one line if the tops are level."""
    tops: dict[int, MapHex] = {}
    for hex_ in hexes:
        tops.setdefault(hex_.column, hex_)
    heights = {column: shape.corner(hex_.axial)[1] for column, hex_ in tops.items()}
    level = max(heights.values(), default=0) - min(heights.values(), default=0) <= 1
    for column, hex_ in tops.items():
        name = ground.labels.column_name(column) or ""
        y = min(heights.values()) if level else heights[column]
        canvas.put_if_free(shape.corner(hex_.axial)[0] + 1 + (3 - len(name)) // 2, y - 1, name)


def _label_rows(canvas: _Canvas, ground: GroundMap, hexes: list[MapHex], shape: _Shape) -> None:
    """Writes the name of each row in the left margin, in the line of its first hex."""
    names: dict[int, list[str]] = {}
    seen: set[int] = set()
    for hex_ in hexes:
        if hex_.row not in seen:
            seen.add(hex_.row)
            line = names.setdefault(shape.corner(hex_.axial)[1] + 1, [])
            line.append(ground.labels.row_name(hex_.row) or "")
    left = min((x for _, x in canvas.marks), default=0)
    for y, parts in names.items():
        text = ",".join(parts)
        canvas.put(left - 1 - len(text), y, text)
