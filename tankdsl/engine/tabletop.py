"""A table without a grid: what the engine knows of it, and the questions that rules ask about points, paths and outlines.

A place on a table is a point, a pair of whole hundredths; a path is the list of its corners, beginning with its start. There are too many
points to list, so a point is never among options: it is named, and then found to be allowed or not (see `tracing`).
"""

from functools import lru_cache
from typing import Any

from tankdsl.engine.errors import Trap
from tankdsl.ground import table, table_shapes, table_ways
from tankdsl.ground.table_arcs import reduced

Point = tuple[int, int]
Points = tuple[Point, ...]
MOST_NUMBERS = 1_000_000
"""No list of numbers is longer."""


class TableMap:
    """A rectangle from (0, 0) to (width, height), edges included. Nothing on it changes in play."""

    is_table = True

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.ids: tuple[str, ...] = ()
        self.labels: tuple[str, ...] = ()
        self.index: dict[str, int] = {}
        self.terrain: tuple[int, ...] = ()
        self.neighbours: tuple[tuple[int, ...], ...] = ()
        self.zone_ids: tuple[str, ...] = ()
        self.names: dict[str, Point] = {}
        """Points that have a name of their own."""

    def has(self, point: Any) -> bool:
        """Whether a value is a point of the table."""
        return (
            type(point) is tuple
            and len(point) == 2
            and type(point[0]) is int
            and type(point[1]) is int
            and 0 <= point[0] <= self.width
            and 0 <= point[1] <= self.height
        )

    def distance(self, a: Point | None, b: Point | None) -> int | None:
        """The distance between two points, rounded up; None when either is absent."""
        return None if a is None or b is None else table.leg(a, b)

    def direction(self, a: Point | None, b: Point | None) -> Point | None:
        """The direction from one point to another as a shortest vector; None when they are the same or either is absent."""
        return None if a is None or b is None or a == b else reduced((b[0] - a[0], b[1] - a[1]))


def way_to_point(map: Any, p: Point | None, goal: Point | None, *around: Any) -> Points | None:
    """The shortest way to a point; `around`: outlines and the room that they need, points and theirs. On a table it keeps to it."""
    return None if p is None or goal is None else table_ways.way_to_point(p, goal, _grown(*around), _size(map))


def way_to_area(map: Any, p: Point | None, goal: Points | None, *around: Any) -> Points | None:
    """The shortest way to an outline; `around` as above."""
    return None if p is None or not goal else table_ways.way_to_area(p, goal, _grown(*around), _size(map))


def _size(map: Any) -> Point | None:
    return (map.width, map.height) if is_table(map) else None


def _grown(outlines: tuple[Points, ...], room: int | None, points: Points, spacing: int | None) -> list[Points]:
    """The outlines that a way may not enter."""
    shapes = [shape for outline in outlines for shape in _grown_one(outline, room or 0)]
    return shapes + [shape for point in points for shape in _grown_one((point,), spacing or 0)]


@lru_cache(maxsize=1 << 10)
def _grown_one(outline: Points, radius: int) -> tuple[Points, ...]:
    """An outline grown by a radius; what stands on a table mostly stays where it is."""
    return table_shapes.grown(outline, radius)


def is_table(map: Any) -> bool:
    """Whether a game is played on a table."""
    return isinstance(map, TableMap)


# -- operators. Absent arguments give an absent value, or no.


def point(x: int, y: int) -> Point:
    """The point with these coordinates."""
    return (x, y)


def points(outlines: tuple[Points, ...]) -> tuple[Points, ...]:
    """The outlines in which points are looked for (see `tracing`)."""
    return outlines


def straight(a: Point | None, b: Point | None) -> Points | None:
    """The path from one point straight to another."""
    return None if a is None or b is None else (a, b)


def path_length(path: Points | None) -> int | None:
    """The sum of the legs, each rounded up."""
    return None if path is None else table.length(path)


def stretch(path: Points | None, low: int, high: int) -> Points | None:
    """The part of a path between two distances from its start."""
    return None if not path else table.stretch(path, low, high)


def heading(path: Points | None, distance: int) -> Point | None:
    """The direction of the leg on which a path comes to a distance from its start."""
    found = table.leg_at(path, distance) if path else None
    return None if found is None else reduced((found[1][0] - found[0][0], found[1][1] - found[0][1]))


def opposite(direction: Point | None) -> Point | None:
    """The other way."""
    return None if direction is None else (-direction[0], -direction[1])


def circle(middle: Point | None, radius: int) -> Points:
    """The corners of a circle."""
    return () if middle is None else table_shapes.circle(middle, max(0, radius))


def distance_to_path(p: Point | None, path: Points | None) -> int | None:
    """From a point to the nearest point of a path, rounded up."""
    return None if p is None or not path else table.to_path(p, path)


def distance_to_area(p: Point | None, outline: Points | None) -> int | None:
    """From a point to the nearest point of an area, rounded up."""
    return None if p is None or not outline else table.to_outline(p, outline)


Rectangle = tuple[int, int, int, int]
_rectangles: dict[int, tuple[table.Outline, Rectangle]] = {}
"""By the identity of outlines, which are kept so that it stays theirs: to hash an outline takes longer than all else."""
MOST_RECTANGLES = 1 << 12


def rectangle(outline: table.Outline) -> Rectangle:
    """The rectangle around an outline: its least x and y, and its greatest."""
    found = _rectangles.get(id(outline))
    if found is None:
        if len(_rectangles) >= MOST_RECTANGLES:
            _rectangles.clear()
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        found = _rectangles[id(outline)] = outline, (min(xs), min(ys), max(xs), max(ys))
    return found[1]


def inside(outline: Points | None, p: Point | None) -> bool:
    """Whether a point lies in an area or on its boundary."""
    if p is None or not outline:
        return False
    low_x, low_y, high_x, high_y = rectangle(outline)
    return low_x <= p[0] <= high_x and low_y <= p[1] <= high_y and table.inside(outline, p)


def crosses(path: Points | None, outline: Points | None) -> bool:
    """Whether a path touches an area."""
    if not path or not outline:
        return False
    if len(path) <= 2:
        (ax, ay), (bx, by), (low_x, low_y, high_x, high_y) = path[0], path[-1], rectangle(outline)
        if (ax < low_x and bx < low_x) or (ax > high_x and bx > high_x) or (ay < low_y and by < low_y) or (ay > high_y and by > high_y):
            return False
    return table.crosses(path, outline)


def numbers(low: int, high: int) -> tuple[int, ...]:
    """The whole numbers from one to another, both included."""
    if high - low >= MOST_NUMBERS:
        raise Trap("a list of more than a million numbers")
    return _range(low, high) if high - low < 1 << 12 else tuple(range(low, high + 1))


@lru_cache(maxsize=1 << 8)
def _range(low: int, high: int) -> tuple[int, ...]:
    """Short lists of numbers, which are asked for again and again."""
    return tuple(range(low, high + 1))


FUNCTIONS = (
    point, points, straight, path_length, stretch, heading, opposite, circle, distance_to_path, distance_to_area, inside, crosses, numbers,
)  # fmt: skip
WAYS = {"way_to_point": way_to_point, "way_to_area": way_to_area}
"""Those that ask the map too."""
OPERATORS = {function.__name__: function for function in FUNCTIONS}
"""The operators of an expression that are plain functions of their arguments, by name."""
