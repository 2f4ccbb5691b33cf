"""The outline of a set of hexes: the sides that have a hex of the set on one side only, put together.

Each hex gives its six sides as arrows, clockwise; two neighbours give the same side in both directions, and such pairs go. Three hexes
meet at a corner, so of the arrows that are left exactly one begins at each corner that is left, and following them needs no choice.
"""

from __future__ import annotations

from collections.abc import Collection

from tankdsl.exchange.tiled.pixels import Pixels
from tankdsl.ground.labels import Cell

Corner = tuple[int, int]


def outlines(cells: Collection[Cell], pixels: Pixels) -> list[tuple[Corner, ...]]:
    """Polygons that together cover exactly these hexes: one for each group, or one for each hex of a set that has holes."""
    sides = {side for cell in cells for side in _sides(cell, pixels)}
    onwards = {a: b for a, b in sides if (b, a) not in sides}
    loops: list[tuple[Corner, ...]] = []
    while onwards:
        start = min(onwards)
        loop, here = [start], onwards.pop(start)
        while here != start:
            loop.append(here)
            here = onwards.pop(here)
        loops.append(tuple(loop))
    if any(_runs_backwards(loop) for loop in loops):
        return [pixels.outline(cell) for cell in cells]
    return loops


def _sides(cell: Cell, pixels: Pixels) -> list[tuple[Corner, Corner]]:
    corners = pixels.outline(cell)
    return [(corners[at - 1], corners[at]) for at in range(6)]


def _runs_backwards(loop: tuple[Corner, ...]) -> bool:
    """Whether a loop goes round a hole: its area with sign is negative (y goes down, and hexes are given clockwise)."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(loop, (*loop[1:], loop[0]), strict=True)) < 0
