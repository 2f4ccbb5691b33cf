"""How many points that keep a distance from each other find room in an area of a table: bounds that no arrangement exceeds.

Around points that keep a distance d, circles of the radius d / 2 do not overlap, and all of them lie in the area grown by d / 2. In a
convex area there are at most 2 A / (sqrt(3) d^2) + P / (2 d) + 1 of them (A its area, P its perimeter; Groemer 1960). Everything is
rounded so that the bound only becomes greater.
"""

from __future__ import annotations

from itertools import pairwise

from tankdsl.ground.table import Outline, Point, leg, sides
from tankdsl.ground.table_shapes import is_convex

PI_ABOVE, PI_BELOW = (355, 113), (333, 106)
"""Fractions above and below pi."""
ROOT_OF_3_BELOW = (1732, 1000)


def most_apart(outline: Outline, apart: int) -> int:
    """At most so many points of an area (its boundary included) are `apart` (more than 0) from each other."""
    area, around = twice_area(outline), sum(leg(a, b) for a, b in sides(outline))
    if len(outline) == 2:
        around *= 2
    return _most_in_convex(area, around, apart) if is_convex(outline) else _most(area, around, apart)


def _most(area: int, around: int, apart: int) -> int:
    """By the circles: (A + P d / 2 + pi d^2 / 4) / (pi d^2 / 4), all times 4; `area` is 2 A."""
    (over, under), (low, high) = PI_ABOVE, PI_BELOW
    top = (2 * area + 2 * around * apart) * under + over * apart * apart
    return top * high // (under * low * apart * apart)


def _most_in_convex(area: int, around: int, apart: int) -> int:
    """By Groemer's bound; `area` is 2 A."""
    low, scale = ROOT_OF_3_BELOW
    return (2 * area * scale + around * low * apart + 2 * low * apart * apart) // (2 * low * apart * apart)


def twice_area(outline: Outline) -> int:
    """Twice the area that an outline encloses."""
    closed: list[Point] = [*outline, outline[0]]
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(closed)))
