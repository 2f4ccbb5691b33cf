"""Figures that were computed elsewhere, by programs that share nothing with this project: numbers, written down as our own data.

The boards themselves belong to others and are not part of the project; whoever has them gives their folder to `figures`.
"""

from __future__ import annotations

from typing import NamedTuple

Hex = tuple[int, int]


class BoardFigures(NamedTuple):
    """What is known of one board. Rule R: neither impassable nor water of depth 1 without a bridge nor dense woods; one level a step."""

    size: str
    pairs: int
    """Neighbouring hexes of the whole rectangle, as pairs."""
    across: int
    """Steps from the first to the last hex, whatever lies between."""
    open: int
    """Hexes that rule R leaves open."""
    steps: int
    """Pairs of them between which rule R allows a step."""
    parts: int
    sizes: tuple[int, ...]
    """Sizes of the largest parts."""
    path: tuple[str, str, int]
    """The least and the greatest label of the largest part, and the fewest steps between them."""
    straight: int
    """Steps between these two whatever lies between."""


BOARDS: dict[str, BoardFigures] = {
    "16x17_BattleTech": BoardFigures("16x17", 751, 24, 257, 646, 1, (257,), ("0101", "1617", 24), 24),
    "16x17_Mountain_Lake": BoardFigures("16x17", 751, 24, 229, 547, 2, (123, 106), ("0101", "1111", 25), 15),
    "16x17_River_Valley": BoardFigures("16x17", 751, 24, 238, 541, 8, (106, 101, 23, 4), ("0101", "0909", 12), 12),
    "16x17_CityTech": BoardFigures("16x17", 751, 24, 262, 692, 1, (262,), ("0101", "1617", 24), 24),
    "16x17_Wide_River": BoardFigures("16x17", 751, 24, 182, 393, 3, (84, 53, 45), ("0101", "1010", 14), 14),
    "16x17_Archipelago_1": BoardFigures("16x17", 751, 24, 100, 216, 3, (58, 39, 3), ("0114", "1313", 12), 12),
    "Ishiyama_EW_01-10x10": BoardFigures("10x10", 261, 14, 49, 68, 3, (44, 4, 1), ("0105", "1006", 10), 9),
    "64x34_FCCW_4-5": BoardFigures("64x34", 6333, 65, 2157, 6220, 1, (2157,), ("0101", "6434", 65), 65),
}

# Columns counted from 0, even ones half a hex higher: (column, row), (column, row), steps.
DISTANCES: tuple[tuple[Hex, Hex, int], ...] = (
    ((13, 6), (15, 1), 6),
    ((12, 2), (9, 2), 3),
    ((7, 1), (6, 1), 1),
    ((6, 2), (7, 2), 1),
    ((13, 5), (5, 6), 8),
    ((2, 16), (14, 10), 12),
)
NEIGHBOURS_OF_THE_FIRST: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
"""Of (0, 0) on the same layout, clockwise from the top."""


class LineFigures(NamedTuple):
    """The sight line from (0, 0) to an axial target: hexes crossed inside, along an edge, in a corner."""

    distance: int
    inside: tuple[Hex, ...] = ()
    edge: tuple[Hex, ...] = ()
    corner: tuple[Hex, ...] = ()


LINES: dict[Hex, LineFigures] = {
    (1, 1): LineFigures(2, edge=((0, 1), (1, 0))),
    (2, -1): LineFigures(2, edge=((1, -1), (1, 0))),
    (2, 2): LineFigures(4, ((1, 1),), ((0, 1), (1, 0), (1, 2), (2, 1))),
    (3, 3): LineFigures(6, ((1, 1), (2, 2)), ((0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2))),
    (3, 0): LineFigures(3, ((1, 0), (2, 0))),
    (2, 1): LineFigures(3, ((1, 0), (1, 1))),
    (3, -1): LineFigures(3, ((1, 0), (2, -1))),
    (3, 1): LineFigures(4, ((1, 0), (1, 1), (2, 0), (2, 1))),
    (4, -1): LineFigures(4, ((1, 0), (2, -1), (2, 0), (3, -1))),
    (3, 2): LineFigures(5, ((1, 0), (1, 1), (2, 1), (2, 2))),
    (4, 1): LineFigures(5, ((1, 0), (2, 0), (2, 1), (3, 1)), (), ((1, 1), (3, 0))),
    (5, -1): LineFigures(5, ((1, 0), (2, 0), (3, -1), (4, -1)), (), ((2, -1), (3, 0))),
    (5, 1): LineFigures(6, ((1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (4, 1))),
}

# Whether a board with so many staggered lines (0: an even number, 1: an odd one) keeps its stagger.
KEEPS: dict[str, tuple[bool, bool]] = {
    "turned": (True, False),
    "mirrored along the lines' numbers": (False, True),
    "mirrored across the lines": (False, False),
    "put beyond so many lines": (True, False),
}

# Where the six directions of a flat top (0 is north, clockwise) point afterwards.
FACINGS: dict[str, tuple[int, ...]] = {
    "turned": (3, 4, 5, 0, 1, 2),
    "mirrored along the lines' numbers": (0, 5, 4, 3, 2, 1),
    "mirrored across the lines": (3, 2, 1, 0, 5, 4),
}


class TiledFigures(NamedTuple):
    """What a map of Tiled says of itself: the axis and the index of its stagger, and its size in cells."""

    axis: str
    index: str
    size: str


TILED: dict[str, TiledFigures] = {
    "hexagonal-mini": TiledFigures("y", "odd", "20x20"),
    "test_hexagonal_tile_60x60x30": TiledFigures("x", "odd", "20x20"),
}
