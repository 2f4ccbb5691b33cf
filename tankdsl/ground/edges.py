"""Features on the sides between hexes: streams, hedges, roads that cross a side.

A side is an *unordered* pair of neighbouring hexes. One side may carry several features (a road over a
stream), each at most once. On a board the two hexes are cells, on a map they are indexes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tankdsl.frozen import FrozenValue
from tankdsl.ground.labels import Cell, reading_order

Side = tuple[int, int]
"""Indexes of two neighbouring hexes, the smaller one first."""

EdgeFeatures = Mapping[Side, tuple[str, ...]]
"""Features of the sides that have any, in the order of writing."""


class EdgeMark(FrozenValue):
    """A feature on the side that two cells of a board share. Make it with `edge_mark`."""

    a: Cell
    b: Cell
    """Always after `a` in reading order."""
    feature: str


def edge_mark(a: Cell, b: Cell, feature: str) -> EdgeMark:
    """The same mark, whichever of the two cells is named first."""
    first, second = sorted((a, b), key=reading_order)
    return EdgeMark(first, second, feature)


def side_between(a: int, b: int) -> Side:
    """The same side, whichever of the two indexes is named first."""
    return (a, b) if a < b else (b, a)


def gather_edges(marks: Iterable[tuple[int, int, str]]) -> dict[Side, tuple[str, ...]]:
    """All features by side, sides in ascending order; a feature named twice counts once."""
    found: dict[Side, list[str]] = {}
    for a, b, feature in marks:
        features = found.setdefault(side_between(a, b), [])
        if feature not in features:
            features.append(feature)
    return {side: tuple(found[side]) for side in sorted(found)}
