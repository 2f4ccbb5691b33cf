"""The ground of a compiled document as a map that can be drawn.

A document has hexes with labels and no grid. How the labels run (letters and numbers, staggered columns ...) is found
by trying the usual ways on all labels; a map that none of them fits is drawn without the names of columns and rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tankdsl.ground.grids import Grid, GridKind, axial_grid
from tankdsl.ground.hexes import Axial, Orientation, neighbours
from tankdsl.ground.labels import AXIAL_LABELS, LabelScheme, LabelStyle
from tankdsl.ground.maps import NO_HEX, GroundMap, MapHex

Places = list[dict[str, Any]]


def ground_of(map: dict[str, Any]) -> tuple[GroundMap, bool]:
    """The map of a document, and whether its columns and rows have names."""
    places: Places = map["places"]
    orientation = Orientation(map["orientation"])
    found = next((pair for pair in _schemes(places, orientation) if _fits(places, *pair)), None)
    grid, labels = found or (axial_grid(orientation), AXIAL_LABELS)
    index_of = {(place["q"], place["r"]): index for index, place in enumerate(places)}
    ground = GroundMap(
        id="map",
        grid=grid,
        labels=labels,
        hexes=tuple(_hex(place, index, grid) for index, place in enumerate(places)),
        neighbours=tuple(tuple(index_of.get(next_, NO_HEX) for next_ in neighbours(hex_)) for hex_ in index_of),
        index_of=index_of,
        by_label={place["label"]: index for index, place in enumerate(places)},
        by_board_label={},
        own_edges={},
        rows={},
        named={},
        zones={},
        edges={},
    )
    return ground, found is not None


def _hex(place: dict[str, Any], index: int, grid: Grid) -> MapHex:
    column, row = grid.cell((place["q"], place["r"]))
    return MapHex(
        index=index,
        q=place["q"],
        r=place["r"],
        column=column,
        row=row,
        label=place["label"],
        terrain=place["terrain"],
        territory=place.get("territory"),
        half=place.get("half", False),
        board=place.get("board", ""),
        board_label=place["label"],
    )


def _schemes(places: Places, orientation: Orientation) -> Iterator[tuple[Grid, LabelScheme]]:
    """The grids and label schemes that fit the first label."""
    kind = GridKind.COLUMNS if orientation is Orientation.FLAT else GridKind.ROWS
    grids = [axial_grid(orientation), Grid(kind, orientation, 0), Grid(kind, orientation, 1)]
    for grid in grids:
        hex_ = _axial(places[0])
        column, row = grid.cell(hex_)
        for scheme in _styles(places[0]["label"], column, row):
            yield grid, scheme


def _styles(label: str, column: int, row: int) -> Iterator[LabelScheme]:
    yield AXIAL_LABELS
    if label.isdigit() and len(label) % 2 == 0:
        digits = len(label) // 2
        first = int(label[:digits]) - column, int(label[digits:]) - row
        yield LabelScheme(LabelStyle.DIGITS, *first, digits=digits)
    if match := re.fullmatch(r"(-?\d+)([^\d-])(-?\d+)", label):
        yield LabelScheme(LabelStyle.PAIR, int(match[1]) - column, int(match[3]) - row, separator=match[2])
    if match := re.fullmatch(r"[A-Z]+(-?\d+)", label):
        for style in (LabelStyle.LETTERS, LabelStyle.DOUBLED):
            yield LabelScheme(style, first_row=int(match[1]) - row)


def _fits(places: Places, grid: Grid, labels: LabelScheme) -> bool:
    label_of = labels.labeller(grid.axial)
    return all(label_of(grid.cell(_axial(place))) == place["label"] for place in places)


def _axial(place: dict[str, Any]) -> Axial:
    return (place["q"], place["r"])
