"""Levels of boards: reading them, and that they go with their hexes."""

import pytest

from tankdsl.bounds import HIGHEST
from tankdsl.frozen import replaced
from tankdsl.ground.board_text import RowLength, SizeMismatch, read_board
from tankdsl.ground.boards import Board, turn_board
from tankdsl.ground.grids import axial_grid, columns_grid, rows_grid
from tankdsl.ground.labels import LabelScheme, LabelStyle
from tankdsl.ground.layouts import Layout, Placement, build_map, single_board
from tankdsl.ground.level_text import LevelWithoutHex, NoLevel, read_levels
from tankdsl.ground.maps import GroundMap

LEGEND = {".": "grass", "w": "wood"}


def board(*rows, grid=None):
    found = read_board(rows, LEGEND, grid or axial_grid(), id="b", labels=LabelScheme(LabelStyle.LETTERS))
    assert isinstance(found, Board), found
    return found


def test_one_number_for_each_hex_and_a_dash_for_none():
    assert read_levels(["  0  2 -1", "", "  -  0  3  "], board(". . .", "- w .")) == ((0, 2, -1), (0, 0, 3))


@pytest.mark.parametrize("text", ["x", "1.5", "1000", "-1000", "--", "²", "1_0"])
def test_what_is_no_level(text):
    assert read_levels([f"0 {text}"], board(". .")) == [NoLevel(0, 2, len(text), text, (1, 0))]


def test_the_bounds():
    assert read_levels([f"{HIGHEST} -{HIGHEST}"], board(". .")) == ((999, -999),)


def test_everything_that_is_wrong_is_found_at_once():
    found = read_levels(["- 1 0", "0 2 x"], board(". . .", ". - -"))
    assert found == [NoLevel(0, 0, 1, "-", (0, 0)), LevelWithoutHex(1, 2, 1, 2, (1, 1)), NoLevel(1, 4, 1, "x", (2, 1))]


def test_the_shape_is_that_of_the_rows():
    two = board(". . .", ". . .")
    assert read_levels(["0 0 0"], two) == [SizeMismatch(0, 0, 5, "rows", 1, 2)]
    assert read_levels(["0 0 0"] * 3, two) == [SizeMismatch(2, 0, 5, "rows", 3, 2)]
    assert read_levels(["0 0", "0 0 0 0"], two) == [RowLength(0, 0, 3, 2, 3), RowLength(1, 6, 1, 4, 3)]
    assert read_levels([], two) == [SizeMismatch(0, 0, 0, "rows", 0, 2)]


GRIDS = [
    axial_grid(),
    *(columns_grid(odd, half=half) for odd in ("lower", "higher") for half in (False, True)),
    *(rows_grid(odd, half=half) for odd in ("right", "left") for half in (False, True)),
]


def hilly(grid, columns, rows):
    """A board whose hexes all have another level."""
    across, down = grid.text_size((columns, rows))
    size = (columns, rows)
    lines = [" ".join("." if grid.has_place((column, row), size) else "-" for column in range(across)) for row in range(down)]
    made = read_board(lines, LEGEND, grid, id="b", size=size, labels=LabelScheme(LabelStyle.LETTERS))
    assert isinstance(made, Board), made
    return replaced(made, levels=tuple(tuple(column + across * row for column in range(across)) for row in range(down)))


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("size", [(4, 3), (3, 4)])
def test_levels_turn_with_their_hexes(grid, size):
    made = hilly(grid, *size)
    turned = turn_board(made)
    before = {made.label(cell): made.level(cell) for cell in made.hex_cells()}
    assert {turned.label(cell): turned.level(cell) for cell in turned.hex_cells()} == before
    again = turn_board(turned)
    assert [again.level(cell) for cell in again.hex_cells()] == [made.level(cell) for cell in made.hex_cells()]


@pytest.mark.parametrize("grid", GRIDS)
def test_a_map_has_the_levels_of_its_boards(grid):
    made = hilly(grid, 4, 3)
    ground = build_map(single_board(made))
    assert isinstance(ground, GroundMap)
    assert [hex_.level for hex_ in ground.hexes] == [made.level(cell) for cell in made.hex_cells()]


def test_at_a_seam_the_level_is_that_of_the_owner():
    grid = columns_grid("higher", half=True)
    first, second = hilly(grid, 2, 2), replaced(hilly(grid, 2, 2), id="c")
    for owner, expected in (("red", 4), ("blue", 0)):
        placed = (Placement(first, 0, 0, side="red"), Placement(second, 0, 2, side="blue"))
        ground = build_map(Layout("m", replaced(grid, half=False), placed, seam_owner=owner))
        assert isinstance(ground, GroundMap), ground
        joined = next(hex_ for hex_ in ground.hexes if hex_.other_half is not None)
        assert joined.level == expected


def test_a_board_without_levels_is_level():
    assert board(". .").level((1, 0)) == 0
    assert turn_board(board(". .")).levels == ()


def test_an_overlay_without_levels_leaves_the_ground_as_high_as_it_is():
    hill = replaced(board(". .", ". ."), levels=((1, 2), (3, 4)))
    patch, flat = board("w"), replaced(board("w"), levels=((0,),))
    for top, expected in ((patch, 4), (flat, 0), (replaced(patch, levels=((7,),)), 7)):
        placed = (Placement(hill, 0, 0), Placement(replaced(top, id="top"), 1, 1, is_overlay=True))
        ground = build_map(Layout("m", hill.grid, placed))
        assert isinstance(ground, GroundMap), ground
        assert [(hex_.terrain, hex_.level) for hex_ in ground.hexes][-1] == ("wood", expected)
