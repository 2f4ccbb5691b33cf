"""Maps of other programs: which lines are pushed, and what their words for that mean."""

from __future__ import annotations

from itertools import product

import pytest

from tankdsl.exchange.compiled import CannotExport, field_of
from tankdsl.exchange.tiled.write import write_tmj, write_tmx
from tankdsl.ground.grids import GridKind
from tankdsl.ground.hexes import Orientation
from tests.unit.exchange.second import cells_of_tmj, cells_of_tmx, compiled, document_graph, graph, neighbours, text_of, tile_layer, tmx

STAGGERS = list(product("xy", ("odd", "even")))
SIZE = 4


def imported(axis: str, index: str, width: int = SIZE, height: int = SIZE) -> str:
    """The source that is made of a small map of one terrain."""
    return text_of("map.tmx", tmx(width, height, tile_layer([1] * (width * height), width), axis, index))


@pytest.mark.parametrize(("axis", "index"), STAGGERS)
def test_f115_lines_are_pushed_as_the_map_says(axis: str, index: str) -> None:
    """The neighbours of every hex are those of Tiled's own definition, counted from 0: `odd` means lines 1, 3, 5 ..."""
    found = document_graph(compiled(imported(axis, index)))
    for x, y in product(range(SIZE), repeat=2):
        beside = {(c, r) for c, r in neighbours((x, y), axis, int(index == "odd")) if 0 <= c < SIZE and 0 <= r < SIZE}
        assert set(found[f"{x:02}{y:02}"]) == {f"{c:02}{r:02}" for c, r in beside}


@pytest.mark.parametrize(("width", "height"), [(4, 3), (5, 4), (3, 3)])
@pytest.mark.parametrize(("axis", "index"), STAGGERS)
def test_f117_a_map_comes_back_as_it_went(axis: str, index: str, width: int, height: int) -> None:
    field = field_of(compiled(imported(axis, index, width, height)))
    assert not isinstance(field, CannotExport)
    wanted = graph(dict.fromkeys(product(range(width), range(height)), "grass"), axis, int(index == "odd"))
    for data, read in ((write_tmx(field, "x.png"), cells_of_tmx), (write_tmj(field, "x.png"), cells_of_tmj)):
        cells, found_axis, pushed = read(data)
        again = graph(cells, found_axis, pushed)
        assert (found_axis, pushed) == (axis, int(index == "odd"))
        assert {frozenset(pair) for pair in again.edges} == {frozenset(pair) for pair in wanted.edges}


@pytest.mark.parametrize(
    ("axis", "kind", "orientation", "words"),
    [("x", GridKind.COLUMNS, Orientation.FLAT, "columns odd"), ("y", GridKind.ROWS, Orientation.POINTY, "rows odd")],
)
def test_f122_staggered_columns_have_flat_tops(axis: str, kind: GridKind, orientation: Orientation, words: str) -> None:
    """Words for that are exchanged in other programs, so the import says which axis it found."""
    text = imported(axis, "odd")
    assert text.splitlines()[0] == f"# Imported from map.tmx: Tiled, hexagonal, {SIZE} x {SIZE}, stagger axis {axis}, index odd."
    assert words in text and f"space hex {orientation}" in text
    field = field_of(compiled(text))
    assert not isinstance(field, CannotExport)
    assert (field.grid.kind, field.grid.orientation) == (kind, orientation)
