"""Features on the sides between hexes: streams, hedges, roads that cross a side.

A side is an *unordered* pair of neighbouring hexes. One side may carry several features (a road over a
stream), each at most once. A feature may lead from one of the two hexes to the other: a cliff goes down, a gate
opens one way. On a board the two hexes are cells, on a map they are indexes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from tankdsl.frozen import FrozenValue
from tankdsl.ground.labels import Cell, reading_order

Side = tuple[int, int]
"""Indexes of two neighbouring hexes, the smaller one first."""

EdgeFeatures = Mapping[Side, tuple[str, ...]]
"""Features of the sides that have any, in the order of writing."""

Leads = Mapping[tuple[int, int], tuple[str, ...]]
"""Features that lead from the first hex to the second, in the order of writing."""


class EdgeMark(FrozenValue):
    """A feature on the side that two cells of a board share. Make it with `edge_mark`."""

    a: Cell
    b: Cell
    """Always after `a` in reading order."""
    feature: str
    towards: Cell | None = None
    """The one of the two to which the feature leads, if it leads anywhere."""

    def moved(self, move: Callable[[Cell], Cell]) -> EdgeMark:
        """The mark on the cells to which these two are moved."""
        if self.towards is None:
            return edge_mark(move(self.a), move(self.b), self.feature)
        start = self.a if self.towards == self.b else self.b
        return edge_mark(move(start), move(self.towards), self.feature, leads=True)


def edge_mark(a: Cell, b: Cell, feature: str, leads: bool = False) -> EdgeMark:
    """The same mark, whichever of the two cells is named first, unless it leads from `a` to `b`."""
    first, second = sorted((a, b), key=reading_order)
    return EdgeMark(first, second, feature, b if leads else None)


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


def gather_leads(marks: Iterable[tuple[int, int, str]]) -> dict[tuple[int, int], tuple[str, ...]]:
    """All features by the two hexes that they lead from and to, in ascending order; a feature named twice counts once."""
    found: dict[tuple[int, int], dict[str, None]] = {}
    for a, b, feature in marks:
        found.setdefault((a, b), {})[feature] = None
    return {ends: tuple(found[ends]) for ends in sorted(found)}
