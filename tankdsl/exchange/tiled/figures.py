"""What an object of a Tiled map is in the plane: a point, a box, an ellipse, a capsule, a polygon, a line, a tile or a text.

Coordinates are pixels of the map, y goes down. An object is turned about its position, which is the upper left corner of its box; of a tile
it is the point that its tileset says.
"""

from __future__ import annotations

from collections.abc import Sequence

from tankdsl.exchange.tiled import parse as shape
from tankdsl.exchange.tiled.parse import Shape
from tankdsl.exchange.tiled.pixels import Point, is_inside, turned
from tankdsl.exchange.tiled.tilesets import Drawn, Tile
from tankdsl.frozen import FrozenValue

FORMS = ("text", "polyline", "polygon", "ellipse", "capsule", "point")
"""The keys that say what an object is, if it is neither a tile nor a box."""


class Figure(FrozenValue):
    """The form of an object with its measures. `points` count from `at`, as does `origin`, the upper left corner of the box."""

    form: str
    at: Point
    size: Point
    origin: Point
    rotation: float
    points: tuple[Point, ...] = ()

    @property
    def is_area(self) -> bool:
        """Whether it covers something, as its form says."""
        return self.form in ("polygon", "ellipse", "capsule") or (self.form == "box" and any(self.size))

    @property
    def middle(self) -> Point:
        """Where something stands: the middle of the box, or of the corners."""
        if self.points:
            corners = self.corners(self.points)
            return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
        (middle,) = self.corners([(self.origin[0] + self.size[0] / 2, self.origin[1] + self.size[1] / 2)])
        return middle

    @property
    def outline(self) -> list[Point] | None:
        """The corners of an area; None for what stands on one hex, which areas without a size do too."""
        if self.form == "polygon":
            return self.corners(self.points)
        width, height = self.size
        if self.form in ("tile", "point") or width <= 0 or height <= 0:
            return None
        return self.corners([(0, 0), (width, 0), (width, height), (0, height)])

    def corners(self, points: Sequence[Point]) -> list[Point]:
        """Points of the object on the map."""
        x, y = self.at
        return [turned((x + dx, y + dy), self.at, self.rotation) for dx, dy in points]

    def covers(self, point: Point, outline: Sequence[Point]) -> bool:
        """Whether a point lies in an area with this outline."""
        if self.form not in ("ellipse", "capsule"):
            return is_inside(point, outline)
        x, y = turned(point, self.at, -self.rotation)
        a, b = self.size[0] / 2, self.size[1] / 2
        x, y = abs(x - self.at[0] - a), abs(y - self.at[1] - b)
        if self.form == "ellipse":
            return (x / a) * (x / a) + (y / b) * (y / b) <= 1
        radius = min(a, b)
        x, y = max(0.0, x - a + radius), max(0.0, y - b + radius)
        return x * x + y * y <= radius * radius


def figure_of(held: Shape, tile: Tile | None, shift: Point, what: str) -> Figure:
    """The figure of an object; refuses measures that are no numbers. `tile` is that of the object, if it shows one."""
    at = shape.number(held, "x", what) + shift[0], shape.number(held, "y", what) + shift[1]
    size = shape.number(held, "width", what), shape.number(held, "height", what)
    rotation = shape.number(held, "rotation", what)
    if held.get("gid"):
        drawn = Drawn() if tile is None else tile.drawn
        size = size[0] or drawn.size[0], size[1] or drawn.size[1]
        return Figure("tile", at, size, _corner_of_tile(drawn, size), rotation)
    form = next((form for form in FORMS if held.get(form)), "box")
    points = shape.objects(held, form, what) if form in ("polyline", "polygon") else []
    found = tuple((shape.number(point, "x", what), shape.number(point, "y", what)) for point in points)
    return Figure(form, at, size, (0.0, 0.0), rotation, found)


def _corner_of_tile(drawn: Drawn, size: Point) -> Point:
    """The upper left corner of a tile, from its position. The offset of a tileset grows with the tile."""
    across, down = (mine / usual if usual > 0 else 1.0 for mine, usual in zip(size, drawn.size, strict=True))
    return drawn.offset[0] * across - drawn.anchor[0] * size[0], drawn.offset[1] * down - drawn.anchor[1] * size[1]
