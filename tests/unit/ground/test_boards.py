"""Boards as values: turning them with everything on them."""

import pytest

from tankdsl.ground.board_text import read_board
from tankdsl.ground.boards import turn_board
from tankdsl.ground.grids import axial_grid, columns_grid, rows_grid
from tankdsl.ground.labels import LabelScheme, LabelStyle
from tankdsl.ground.marks import mark_board

LEGEND = {".": "grass", "H": "house", "T": "trees"}


LETTERS = LabelScheme(LabelStyle.LETTERS)


def board(lines, grid, labels=LETTERS):
    return read_board(lines.splitlines(), LEGEND, grid, id="north", labels=labels)


def test_a_turned_board_is_read_from_the_other_end():
    turned = turn_board(board("H . T\n. . .", axial_grid()))
    assert turned.cells == (("grass", "grass", "grass"), ("trees", "grass", "house"))


def test_what_is_printed_on_a_hex_stays_printed_on_it():
    plain = board("H . T\n. . .", axial_grid())
    turned = turn_board(plain)
    assert plain.cells_by_label()["A1"] == (0, 0)
    assert turned.cells_by_label()["A1"] == (2, 1)
    assert turned.terrain(turned.cells_by_label()["C1"]) == "trees"


def test_axial_labels_are_those_of_the_printed_board_too():
    turned = turn_board(board("H . .\n. . .", columns_grid("lower"), LabelScheme(LabelStyle.AXIAL)))
    assert turned.terrain(turned.cells_by_label()["0,0"]) == "house"


def test_names_zones_and_edges_turn_with_the_board():
    plain = mark_board(
        board(". . .\n. . .", axial_grid()),
        named=[("farm", ["A1"])],
        zones=[("wood", ["C2", "B1"])],
        edges=[("B1", "A2", "stream")],
    )
    turned = turn_board(plain)
    assert turned.named == (("farm", ((2, 1),)),)
    assert turned.zones == (("wood", ((0, 0), (1, 1))),)
    assert [(mark.a, mark.b, mark.feature) for mark in turned.edges] == [((2, 0), (1, 1), "stream")]


@pytest.mark.parametrize(
    ("grid", "columns", "keeps"),
    [
        (columns_grid("lower"), 4, True),
        (columns_grid("lower"), 5, False),
        (columns_grid("higher", half=True), 4, False),
        (columns_grid("higher", half=True), 5, True),
    ],
)
def test_the_stagger_after_a_turn(grid, columns, keeps):
    """An even number of columns keeps it; where columns reach out at both ends, an odd number does."""
    assert (grid.turned((columns, 3)) == grid) is keeps


def test_the_stagger_of_rows_depends_on_the_number_of_rows():
    assert rows_grid("right").turned((3, 4)) == rows_grid("right")
    assert rows_grid("right").turned((3, 5)) == rows_grid("left")


def test_half_hexes_change_ends():
    plain = board(". H\n. .\n- T", columns_grid("higher", first=0, half=True))
    turned = turn_board(plain)
    assert turned.cells == (("trees", "grass"), ("grass", "grass"), ("house", None))
    assert plain.half_end((1, 0)) is turned.half_end((0, 0))
    assert plain.half_end((1, 0)).opposite is turned.half_end((0, 2))


def test_odd_is_meant_as_the_columns_are_printed():
    assert columns_grid("lower", first=1) == columns_grid("higher", first=0)
    assert columns_grid("lower", first=0).pushed == 1
    assert rows_grid("right", first=1) == rows_grid("left", first=0)


def test_cells_and_hexes_of_a_grid_correspond():
    for grid in (axial_grid(), columns_grid("lower"), columns_grid("higher"), rows_grid("left")):
        cells = [(c, r) for c in range(-3, 4) for r in range(-3, 4)]
        assert [grid.cell(grid.axial(cell)) for cell in cells] == cells
