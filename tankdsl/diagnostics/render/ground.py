r"""An excerpt of the ground as lines of plain characters, in staggered rows, with the hexes concerned in brackets.

Flat-top hexes take two lines to a row, since every other column lies half a hex lower; pointy-top ones take one:

      1     3                 1   2   3
         2     4
    1 .    [T]             1  .   T   .
         .    (#)          2    .  [T]  (#)
    2 .     .

Features of the sides between hexes are drawn where they lie, as ``\``, ``/``, ``-`` and ``|``, or, where there are several, by a sign for
each; pointy-top hexes take a second line to a row for them.  Excerpts are small (see `MOST_ACROSS` and `MOST_DOWN` in
``check/excerpts.py``), so lines stay within 100 characters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tankdsl.diagnostics.excerpt import Excerpt, HexExcerpt, Marked, MarkedArea, Role, TableExcerpt, Tile
from tankdsl.diagnostics.render.cells import one_line, width
from tankdsl.diagnostics.render.paint import Role as Style
from tankdsl.diagnostics.render.paint import paint

BRACKETS: dict[Role, str] = {"place": "[]", "cause": "()", "other": "<>"}
ROW = 96
"""Most characters of a line of words."""
_FORWARD = {(0, 1), (1, 0), (1, -1)}
"""Of the two directions of each side the one from which it is drawn."""


def ground_rows(excerpt: Excerpt, level: Style, colour: bool) -> Iterator[str]:
    """The lines of an excerpt and of its legend, without line ends; ``level`` is the style of what the finding is about."""
    if isinstance(excerpt, TableExcerpt):
        yield from _table_rows(excerpt, level, colour)
        return
    yield from _drawing(excerpt, level, colour)
    yield ""
    yield from _legend(excerpt, level, colour)


def _style(role: Role, level: Style) -> Style:
    styles: dict[Role, Style] = {"place": level, "cause": "secondary", "other": "headline"}
    return styles[role]


# ----------------------------------------------------------------------------------------------------------------- hexes


class _Canvas:
    """Characters, each with its style, by line and column."""

    def __init__(self) -> None:
        self.marks: dict[tuple[int, int], tuple[str, Style | None]] = {}

    def put(self, x: int, y: int, text: str, style: Style | None = None) -> None:
        """Write a text; wide characters have been left out of it."""
        for i, mark in enumerate(text):
            self.marks[y, x + i] = (mark, style)

    def put_if_free(self, x: int, y: int, text: str) -> None:
        """Write a text, if nothing stands there or right beside."""
        if not any((y, x + i) in self.marks for i in range(-1, len(text) + 1)):
            self.put(x, y, text, "frame")

    def rows(self, colour: bool) -> Iterator[str]:
        """All lines, neighbours of one style painted together."""
        left, right = min(x for _, x in self.marks), max(x for _, x in self.marks)
        for y in range(min(y for y, _ in self.marks), max(y for y, _ in self.marks) + 1):
            row, run = "", ""
            last: Style | None = None
            for x in range(left, right + 1):
                mark, style = self.marks.get((y, x), (" ", None))
                if style != last:
                    row, run, last = row + (paint(run, last, colour) if last else run), "", style
                run += mark
            yield (row + (paint(run, last, colour) if last else run)).rstrip()


class _Layout:
    """Where the cells of hexes are written: a cell is a sign between two characters for brackets."""

    def __init__(self, excerpt: HexExcerpt) -> None:
        self.signs = [_sign(terrain.glyph) for terrain in excerpt.terrains]
        self.sign = max((len(self.signs[tile.terrain]) for tile in excerpt.tiles), default=1)
        self.flat = excerpt.orientation == "flat"
        self.step = max(3, self.sign + 1) if self.flat else self.sign + 3 + (self.sign + 3) % 2
        self.line = 2 if not self.flat and excerpt.borders else 1

    def corner(self, tile: Tile) -> tuple[int, int]:
        """Column and line of the left bracket of a hex."""
        if self.flat:
            return self.step * tile.q, 2 * tile.r + tile.q
        return self.step * tile.q + self.step // 2 * tile.r, self.line * tile.r


def _sign(glyph: str) -> str:
    return glyph if all(width(character) == 1 for character in glyph) and one_line(glyph) == glyph else "?"


def _drawing(excerpt: HexExcerpt, level: Style, colour: bool) -> Iterator[str]:
    layout, canvas = _Layout(excerpt), _Canvas()
    roles = {tile: mark.role for mark in reversed(excerpt.marks) for tile in mark.tiles}
    for number, tile in enumerate(excerpt.tiles):
        x, y = layout.corner(tile)
        role, text = roles.get(number), layout.signs[tile.terrain].center(layout.sign)
        if role is None:
            canvas.put(x + 1, y, text)
        else:
            canvas.put(x, y, BRACKETS[role][0] + text + BRACKETS[role][1], _style(role, level))
    for border in reversed(excerpt.borders):  # of several features of a side the first is seen
        _side(canvas, layout, excerpt.tiles[border.a], excerpt.tiles[border.b], border.sign)
    _columns(canvas, layout, excerpt.tiles)
    _lines(canvas, layout, excerpt.tiles)
    yield from canvas.rows(colour)


def _side(canvas: _Canvas, layout: _Layout, a: Tile, b: Tile, sign: str) -> None:
    if (b.q - a.q, b.r - a.r) not in _FORWARD:
        a, b = b, a
    x, y = layout.corner(a)
    match layout.flat, (b.q - a.q, b.r - a.r):
        case True, (0, 1):
            canvas.put(x + 1, y + 1, (sign or "-") * layout.sign)
        case True, (1, 0):
            canvas.put(x + layout.step - 1, y + 1, sign or "/")
        case True, (1, -1):
            canvas.put(x + layout.sign + 2, y, sign or "\\")
        case False, (1, 0):
            canvas.put(x + layout.sign + 2, y, sign or "|")
        case False, (0, 1):
            canvas.put(x + layout.sign + 1, y + 1, sign or "/")
        case False, (1, -1):
            canvas.put(x + layout.sign + 1, y - 1, sign or "\\")


def _columns(canvas: _Canvas, layout: _Layout, tiles: Sequence[Tile]) -> None:
    """The name of each column above its first hex, in one line if the first ones are level."""
    tops: dict[str, Tile] = {}
    for tile in tiles:
        tops.setdefault(tile.column, tile)
    heights = {name: layout.corner(tile)[1] for name, tile in tops.items()}
    lowest, highest = max(heights.values()), min(heights.values())
    for name, tile in tops.items():
        x, y = layout.corner(tile)
        middle = x + 1 - (len(name) - layout.sign) // 2
        canvas.put_if_free(middle, highest - 1 if lowest - highest <= 1 else y - 1, name)


def _lines(canvas: _Canvas, layout: _Layout, tiles: Sequence[Tile]) -> None:
    """The name of each row in the margin, where its first hex is one of the first two in a line."""
    left = min(layout.corner(tile)[0] for tile in tiles)
    firsts: dict[str, Tile] = {}
    for tile in tiles:
        firsts.setdefault(tile.row, tile)
    for name, tile in firsts.items():
        x, y = layout.corner(tile)
        if name and x - left <= layout.step // (1 if layout.flat else 2):
            canvas.put_if_free(left - 1 - len(name), y, name)


def _legend(excerpt: HexExcerpt, level: Style, colour: bool) -> Iterator[str]:
    for mark in excerpt.marks:
        if mark.tiles or mark.beyond:
            yield f"{paint(' '.join(BRACKETS[mark.role]), _style(mark.role, level), colour)} {_words(mark)}"
    used = {tile.terrain for tile in excerpt.tiles}
    signs = [f"{_sign(terrain.glyph)} {one_line(terrain.name)}" for number, terrain in enumerate(excerpt.terrains) if number in used]
    lines = r"\ / -" if excerpt.orientation == "flat" else r"\ / |"
    features: dict[str, list[str]] = {}
    for border in excerpt.borders:
        features.setdefault(border.sign or lines, []).append(border.feature)
    yield from _filled([*signs, *(f"{drawn} {' or '.join(dict.fromkeys(names))}" for drawn, names in features.items())])


def _words(mark: Marked | MarkedArea) -> str:
    beyond = mark.beyond if isinstance(mark, Marked) else 0
    return one_line(mark.text) + (f" ({beyond:,} more beyond the picture)" if beyond else "")


def _filled(words: Sequence[str]) -> Iterator[str]:
    """Words side by side in lines that are not too long."""
    line = ""
    for word in words:
        if line and len(line) + len(word) > ROW - 3:
            yield line
            line = ""
        line += ("   " if line else "") + word
    if line:
        yield line


# ---------------------------------------------------------------------------------------------------------------- tables


def _table_rows(excerpt: TableExcerpt, level: Style, colour: bool) -> Iterator[str]:
    rim = f"+{'-' * len(excerpt.rows[0])}+" if excerpt.rows else ""
    yield from (rim, *(f"|{one_line(row)}|" for row in excerpt.rows), rim, "")
    for number, mark in enumerate(excerpt.marks, 1):
        shapes = ", ".join(f"{excerpt.shapes[shape].sign.upper()} {one_line(excerpt.shapes[shape].name)}" for shape in mark.shapes)
        sign = f"{number} " if mark.points else ""
        yield f"{paint(sign, _style(mark.role, level), colour)}{_words(mark)}{f': {shapes}' if shapes else ''}"
    marked = {shape for mark in excerpt.marks for shape in mark.shapes}
    yield from _filled([f"{shape.sign} {one_line(shape.name)}" for at, shape in enumerate(excerpt.shapes) if at not in marked])
