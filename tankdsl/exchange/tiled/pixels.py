"""Where the hexes of a Tiled map lie in pixels, and which hex lies at a pixel. The arithmetic is Tiled's own, with its rounding.

A map that is staggered along x has columns of flat-topped hexes: tiles stand `width` apart less the slanted part, and every other column
half a tile lower. Along y it is the same with the axes exchanged. Tiled counts columns and rows from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, floor, radians, sin

from tankdsl.frozen import FrozenValue
from tankdsl.ground.labels import Cell

Point = tuple[float, float]


class Pixels(FrozenValue):
    """The measures of a hexagonal map. Tile sizes are even numbers from 2: Tiled ignores the last bit."""

    flat: bool
    """Staggered along x."""
    pushed: int
    """Parity of the columns (rows) that lie lower (further right)."""
    width: int
    height: int
    side: int
    """The length of the sides that are not slanted."""

    @property
    def _step(self) -> tuple[int, int]:
        """From a cell to the next column and to the next row."""
        if self.flat:
            return (self.width + self.side) // 2, self.height
        return self.width, (self.height + self.side) // 2

    def corner(self, cell: Cell) -> tuple[int, int]:
        """The top left corner of the tile of a cell."""
        across, down = self._step
        column, row = cell
        if self.flat:
            return column * across, row * down + (self.height // 2 if column % 2 == self.pushed else 0)
        return column * across + (self.width // 2 if row % 2 == self.pushed else 0), row * down

    def shift(self, cell: Cell) -> tuple[int, int]:
        """How far a map lies from where it would if it began with that cell; which lines are pushed counts from there already."""
        across, down = self._step
        return cell[0] * across, cell[1] * down

    @property
    def longest_side(self) -> float:
        """The length of the longest sides of a hex."""
        slant, half = ((self.width - self.side) / 2, self.height / 2) if self.flat else ((self.height - self.side) / 2, self.width / 2)
        return float(max(self.side, (slant**2 + half**2) ** 0.5))

    def centre(self, cell: Cell) -> tuple[int, int]:
        """The middle of a cell."""
        x, y = self.corner(cell)
        return x + self.width // 2, y + self.height // 2

    def outline(self, cell: Cell) -> tuple[tuple[int, int], ...]:
        """The six corners of a hex, clockwise; neighbours share theirs exactly."""
        x, y = self.corner(cell)
        w, h = self.width, self.height
        if self.flat:
            slant = (w - self.side) // 2
            flat = ((slant, 0), (slant + self.side, 0), (w, h // 2), (slant + self.side, h), (slant, h), (0, h // 2))
            return tuple((x + dx, y + dy) for dx, dy in flat)
        slant = (h - self.side) // 2
        pointy = ((w // 2, 0), (w, slant), (w, slant + self.side), (w // 2, h), (0, slant + self.side), (0, slant))
        return tuple((x + dx, y + dy) for dx, dy in pointy)

    def near(self, point: Point) -> list[tuple[float, Cell]]:
        """The cells around a point, also beyond the map, with the square of the distance of their middles, nearest first."""
        across, down = self._step
        column, row = floor(point[0] / across), floor(point[1] / down)
        found = []
        for cell in ((c, r) for r in range(row - 2, row + 3) for c in range(column - 2, column + 3)):
            x, y = self.centre(cell)
            found.append(((x - point[0]) ** 2 + (y - point[1]) ** 2, cell))
        return sorted(found)

    def cell_at(self, point: Point) -> Cell:
        """The cell whose middle is nearest."""
        return self.near(point)[0][1]

    def between(self, point: Point) -> tuple[Cell, Cell] | None:
        """The two cells on whose common side a point lies, within a quarter of a tile; None elsewhere."""
        (first, a), (second, b), *_ = self.near(point)
        return (a, b) if second**0.5 - first**0.5 <= min(self.width, self.height) / 4 else None

    def cells_in(self, box: tuple[float, float, float, float], columns: int, rows: int) -> Iterator[Cell]:
        """The cells of a map whose middles may lie in a box (left, top, right, bottom)."""
        across, down = self._step
        left, right = max(0, floor(box[0] / across) - 2), min(columns - 1, floor(box[2] / across) + 2)
        top, bottom = max(0, floor(box[1] / down) - 2), min(rows - 1, floor(box[3] / down) + 2)
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                yield (column, row)


def turned(point: Point, about: Point, degrees: float) -> Point:
    """A point turned clockwise about another, as Tiled turns objects (y goes down)."""
    if not degrees:
        return point
    angle = radians(degrees)
    x, y = point[0] - about[0], point[1] - about[1]
    return about[0] + x * cos(angle) - y * sin(angle), about[1] + x * sin(angle) + y * cos(angle)


def is_inside(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a point lies in a polygon, by the number of sides that a ray crosses."""
    x, y = point
    inside = False
    before = outline[-1]
    for after in outline:
        if (before[1] > y) != (after[1] > y) and x < before[0] + (after[0] - before[0]) * (y - before[1]) / (after[1] - before[1]):
            inside = not inside
        before = after
    return inside
