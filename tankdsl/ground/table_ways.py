"""The shortest way on a table: legs between corners that do not enter what stands there.

A way may run along a boundary but not through the inside of an outline; that is exact, in whole numbers.  Lengths are sums of legs, each
rounded up; of equally long ways the one with fewer corners is taken, then the one whose corners come first.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import pairwise

from tankdsl.ground.table import Outline, Point, inside, is_on, leg, sides, squared, to_outline, turn

Way = tuple[Point, ...]


def enters(a: Point, b: Point, outline: Outline) -> bool:
    """Whether a leg runs through the inside of an outline; along its boundary it does not."""
    if len(outline) < 3:
        return False
    if a == b:
        return is_deep(a, outline)
    for c, d in sides(outline):
        if turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0:
            return True
    # Else the leg meets the boundary only at corners, at its own ends, or along sides: the pieces between these points lie in or out as a
    # whole, and the middle of each tells. Everything is doubled, so that the middles are whole.
    on_way = sorted({a, b, *(corner for corner in outline if is_on(corner, a, b))}, key=lambda point: squared(a, point))
    doubled = [(2 * x, 2 * y) for x, y in outline]
    return any(is_deep((p[0] + q[0], p[1] + q[1]), doubled) for p, q in pairwise(on_way))


def is_deep(p: Point, outline: Outline) -> bool:
    """Whether a point lies inside of an outline and not on its boundary."""
    return inside(outline, p) and not any(is_on(p, c, d) for c, d in sides(outline))


def way_to_point(start: Point, goal: Point, outlines: Sequence[Outline], size: Point | None = None) -> Way | None:
    """The shortest way from a point to another; None when there is none. On a table of a size no corner of it lies beyond the edge."""
    return _shortest(start, [goal], outlines, None, size)


def way_to_area(start: Point, goal: Outline, outlines: Sequence[Outline], size: Point | None = None) -> Way | None:
    """The shortest way from a point to an area or a line: to one of its corners, or to the point of a side nearest to the last corner of
    the way (cut off towards that corner); None when there is none."""
    if inside(goal, start):
        return (start,)
    return _shortest(start, list(goal), outlines, goal, size)


def _shortest(start: Point, goals: list[Point], outlines: Sequence[Outline], shore: Outline | None, size: Point | None) -> Way | None:
    """The best way, by A*: entries come in the order of the least length that they can lead to, then by corners as ways are compared.

    Whether a leg is free is asked only when its entry comes first, so most legs are never looked at.
    """
    # Whoever stands in the midst of an obstacle may leave it.
    barriers = [Barrier(outline) for outline in outlines if not is_deep(start, outline)]
    corners = [corner for corner in _corners(barriers, size) if corner != start]
    queue: list[tuple[int, int, Way, int]] = [(0, 1, (start,), 0)]
    done: set[Point] = set()
    ends = set(goals)
    while queue:
        _, count, way, length = heappop(queue)
        here = way[-1]
        if here in done or (count > 1 and any(barrier.stops(way[-2], here) for barrier in barriers)):
            continue
        if here in ends:
            return way
        done.add(here)
        landings = goals if shore is None else [*goals, *_landings(here, shore)]
        if shore is not None:
            ends.update(landings)
        for there in dict.fromkeys([*landings, *corners]):
            if there not in done:
                so_far = length + leg(here, there)
                heappush(queue, (so_far + _at_least(there, goals, shore), count + 1, (*way, there), so_far))
    return None


def _at_least(p: Point, goals: list[Point], shore: Outline | None) -> int:
    """A length that no way from a point to the goal is below. Landings are cut off, by less than 2."""
    return leg(p, goals[0]) if shore is None else max(0, to_outline(p, shore) - 2)


class Barrier:
    """An outline with the rectangle around it, so that most legs are told apart quickly."""

    __slots__ = ("bottom", "left", "outline", "right", "top")

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.left, self.right = min(x for x, _ in outline), max(x for x, _ in outline)
        self.bottom, self.top = min(y for _, y in outline), max(y for _, y in outline)

    def stops(self, a: Point, b: Point) -> bool:
        """Whether a leg runs through the inside."""
        apart = (a[0] <= self.left >= b[0]) or (a[0] >= self.right <= b[0]) or (a[1] <= self.bottom >= b[1]) or (a[1] >= self.top <= b[1])
        return not apart and self._parted_by(a, b) and enters(a, b, self.outline)

    def _parted_by(self, a: Point, b: Point) -> bool:
        """Whether corners lie on both sides of the line through a leg; if not, at most the boundary lies on it."""
        if a == b:
            return True
        on_left = on_right = False
        for corner in self.outline:
            side = turn(a, b, corner)
            on_left, on_right = on_left or side > 0, on_right or side < 0
            if on_left and on_right:
                return True
        return False

    def holds(self, p: Point) -> bool:
        """Whether a point lies in the midst of it."""
        return self.left < p[0] < self.right and self.bottom < p[1] < self.top and is_deep(p, self.outline)


def _corners(barriers: list[Barrier], size: Point | None) -> list[Point]:
    """The corners that a way may have, in order: those of obstacles, on the table and not in the midst of another obstacle."""
    found = sorted({corner for barrier in barriers for corner in barrier.outline})
    if size is not None:
        found = [(x, y) for x, y in found if 0 <= x <= size[0] and 0 <= y <= size[1]]
    return [corner for corner in found if not _is_held(corner, barriers)]


def _is_held(p: Point, barriers: list[Barrier]) -> bool:
    """Whether a point lies in the midst of an obstacle."""
    x, y = p
    for barrier in barriers:
        # Written out: every corner is held against every obstacle.
        if barrier.left < x < barrier.right and barrier.bottom < y < barrier.top and is_deep(p, barrier.outline):
            return True
    return False


def _landings(p: Point, shore: Outline) -> list[Point]:
    """The point of each side that is nearest to a point."""
    found = []
    for a, b in sides(shore):
        whole = squared(a, b)
        ahead = (p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])
        if 0 < ahead < whole:
            x, y = (_towards(p[i], a[i] * whole + (b[i] - a[i]) * ahead, whole) for i in (0, 1))
            found.append((x, y))
    return found


def _towards(origin: int, top: int, bottom: int) -> int:
    """`top / bottom`, cut off towards `origin`."""
    return top // bottom if top >= origin * bottom else -(-top // bottom)
