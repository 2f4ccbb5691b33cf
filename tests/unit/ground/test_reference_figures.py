"""The figures that others computed and that need no file; hex arithmetic once more, by the centres of hexes in the plane."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tankdsl.ground.grids import Lie, columns_grid, rows_grid
from tankdsl.ground.hexes import distance, is_adjacent
from tests.reference import boards, expected, figures, hexes
from tests.reference.table import Line, as_table, different

GRIDS = {
    ("columns", 1): columns_grid("lower", first=0),
    ("columns", 0): columns_grid("higher", first=0),
    ("rows", 1): rows_grid("right", first=0),
    ("rows", 0): rows_grid("left", first=0),
}
numbers = st.integers(-40, 40)
staggers = st.sampled_from(list(GRIDS))


def centre(kind, pushed, cell):
    """The middle of a hex: across the lines in thirds of the way from line to line, along them in halves of a hex."""
    line, place = cell if kind == "columns" else (cell[1], cell[0])
    return 3 * line, 2 * place + (line % 2 == pushed)


def touch(a, b):
    """Hexes touch when their middles are a hex apart along a line, or a line and half a hex."""
    across, along = abs(a[0] - b[0]), abs(a[1] - b[1])
    return (across, along) in ((0, 2), (3, 1))


def steps(a, b):
    """Each line that is crossed brings half a hex along it; the rest is gone along the line."""
    across, along = abs(a[0] - b[0]) // 3, abs(a[1] - b[1])
    return across + max(0, along - across) // 2


@pytest.mark.parametrize("chapter", [hexes.distances, hexes.sight_lines, hexes.turns, hexes.facings])
def test_what_others_computed(chapter):
    lines = list(chapter())
    assert lines
    assert [line for line in lines if not line.is_same] == []


@given(staggers, st.tuples(numbers, numbers), st.tuples(numbers, numbers))
def test_distances_by_the_middles_of_hexes(stagger, a, b):
    grid = GRIDS[stagger]
    here, there = centre(*stagger, a), centre(*stagger, b)
    assert distance(grid.axial(a), grid.axial(b)) == steps(here, there)
    assert is_adjacent(grid.axial(a), grid.axial(b)) == touch(here, there)


@pytest.mark.parametrize("lie", list(Lie))
@pytest.mark.parametrize("stagger", list(GRIDS))
def test_a_board_that_lies_otherwise_has_the_stagger_that_keeps_its_neighbours(stagger, lie):
    kind, pushed = stagger
    grid = GRIDS[stagger]
    for size in product(range(1, 6), repeat=2):
        cells = list(product(range(size[0]), range(size[1])))
        laid = grid.laid(size, lie)
        for a, b in product(cells, repeat=2):
            was = touch(centre(kind, pushed, a), centre(kind, pushed, b))
            now = [centre(kind, laid.pushed, grid.laid_cell(cell, size, lie)) for cell in (a, b)]
            assert touch(*now) == was


@pytest.mark.parametrize(("columns", "keeps"), enumerate([True, False, True, False], 2))
def test_the_stagger_of_a_turn_is_that_of_the_table(columns, keeps):
    grid = GRIDS["columns", 1]
    assert (grid.laid((columns, 3), Lie.TURNED) == grid) is keeps
    assert hexes.keeps_stagger("turned", grid, (columns, 3)) is keeps


BOARD = """size 3 3
hex 0101 0 "" ""
hex 0201 2 "" ""
hex 0301 0 "woods:1" ""
hex 0102 0 "" ""
hex 0202 0 "water:1" ""
hex 0302 0 "woods:2" ""
hex 0103 1 "" ""
hex 0203 0 "water:2;bridge:1" ""
hex 0303 0 "impassable:1" ""
end
"""


def test_rule_r_on_a_small_board(tmp_path: Path):
    """0101, 0102 and 0103 hang together with the bridge 0203; 0201 is too high for its neighbours but 0103, which is no neighbour."""
    (tmp_path / "small.board").write_text(BOARD, encoding="utf-8")
    text = boards._with_rule_r(boards.imported(tmp_path / "small.board"))
    found = boards.figures_of(boards._compiled(text))
    assert found == expected.BoardFigures("3x3", 16, 3, 6, 3, 3, (4, 1, 1), ("0101", "0203", 3), 3)


def test_a_file_that_is_missing_is_named(tmp_path: Path):
    with pytest.raises(FileNotFoundError, match=r"none\.board"):
        boards.imported(tmp_path / "none.board")


def test_the_table_says_what_differs():
    lines = [Line("one", 1, 1), Line("two", (1, 2), ()), Line("three", True, False)]
    assert different(lines) == 2
    assert as_table("Figures", lines).splitlines() == [
        "Figures",
        "  what   here  elsewhere",
        "  one    1     1          ok",
        "  two    1 2   -          DIFFERS",
        "  three  yes   no         DIFFERS",
    ]


def test_without_a_folder_the_rest_is_compared(capsys):
    assert figures.main([]) == 0
    out = capsys.readouterr().out
    assert "Facings" in out and "Boards" not in out and out.endswith("none of them different\n")
