"""Maps as text: the pictures themselves are the expectation."""

from textwrap import dedent

import pytest

from tankdsl.ground.board_text import read_board
from tankdsl.ground.grids import axial_grid, columns_grid, rows_grid
from tankdsl.ground.hexes import Orientation
from tankdsl.ground.labels import LabelScheme, LabelStyle
from tankdsl.ground.layouts import build_map, single_board
from tankdsl.ground.picture import around, bands, picture

LEGEND = {".": "grass", "H": "house"}


LETTERS = LabelScheme(LabelStyle.LETTERS)


def ground(lines, grid, labels=LETTERS):
    return build_map(single_board(read_board(lines.splitlines(), LEGEND, grid, id="b", labels=labels)))


def house(hex_):
    return "H" if hex_.terrain == "house" else ""


def drawn(text):
    return dedent(text).strip("\n")


def test_flat_tops_in_staggered_columns():
    assert picture(ground(". H .\nH . .", columns_grid("higher")), house) == drawn(r"""
            A   B   C
           ___     ___
        1 /   \___/   \
          \___/ H \___/
        2 / H \___/   \
          \___/   \___/
              \___/
    """)


def test_a_slanted_map_has_the_names_of_columns_on_their_tops():
    assert picture(ground(". . .\n. H .", axial_grid()), lambda hex_: hex_.label) == drawn(r"""
            A
           ___  B
        1 /A1 \___  C
          \___/B1 \___
        2 /A2 \___/C1 \
          \___/B2 \___/
              \___/C2 \
                  \___/
    """)


def test_the_rim_of_half_hexes_is_dotted():
    half = ground(". .\n. .\n- .", columns_grid("higher", first=0, half=True))
    assert picture(half, lambda hex_: str(hex_.row), labels=False) == drawn(r"""
             ...
         ___/ 0 \
        / 0 \___/
        \___/ 1 \
        / 1 \___/
        \___/ 2 \
            \.../
    """)


def test_a_hole_is_filled_so_that_it_does_not_look_like_ground():
    assert picture(ground(". . .\n. - .\n. . .", columns_grid("lower")), house, labels=False) == drawn(r"""
             ___
         ___/   \___
        /   \___/   \
        \___/:::\___/
        /   \___/   \
        \___/   \___/
        /   \___/   \
        \___/   \___/
    """)


def test_a_bay_between_hexes_is_filled_and_the_open_rim_is_not():
    assert picture(ground(". - .\n. . .\n. - .", columns_grid("higher")), house, labels=False) == drawn(r"""
         ___     ___
        /   \   /   \
        \___/:::\___/
        /   \___/   \
        \___/   \___/
        /   \___/   \
        \___/   \___/
    """)


def test_pointy_tops_in_staggered_rows():
    rows = ground(". H\n . .\nH .", rows_grid("left", first=1), LabelScheme(LabelStyle.DIGITS))
    assert picture(rows, house) == drawn(r"""
           01  02
           / \ / \
       01 |   | H |
           \ / \ / \
       02   |   |   |
           / \ / \ /
       03 | H |   |
           \ / \ /
    """)


def test_slanted_pointy_tops():
    assert picture(ground(". .\n. H", axial_grid(Orientation.POINTY)), house, labels=False) == drawn(r"""
         / \ / \
        |   |   |
         \ / \ / \
          |   | H |
           \ / \ /
    """)


def test_half_hexes_of_rows_are_dotted_at_the_side():
    rows = ground(". . .\n. . -", rows_grid("left", half=True))
    assert picture(rows, house, labels=False) == drawn(r"""
         / \ / \ / \
        :   |   |   :
         \ / \ / \ /
          |   |   |
           \ / \ /
    """)


def test_a_second_text_is_written_at_the_foot():
    flat = ground(". H\n. .", columns_grid("higher"))
    assert picture(flat, lambda hex_: hex_.label, foot=house, labels=False) == drawn(r"""
         ___
        /A1 \___
        \___/B1 \
        /A2 \_H_/
        \___/B2 \
            \___/
    """)


def test_sides_can_be_drawn_otherwise():
    flat = ground(". .\n. .", columns_grid("higher"))
    banks = {(0, 2), (0, 1)}

    def river(a, b):
        return "~" if (min(a, b), max(a, b)) in banks else None

    assert picture(flat, lambda hex_: str(hex_.index), side=river, labels=False) == drawn(r"""
         ___
        / 0 \___
        \~~~~ 1 \
        / 2 \___/
        \___/ 3 \
            \___/
    """)


def test_paint_goes_around_the_text_and_takes_no_room():
    flat = ground(". H", columns_grid("higher"))
    plain = picture(flat, house)
    painted = picture(flat, house, paint=lambda hex_: ("<", ">") if hex_.terrain == "house" else None)
    assert "< H >" in painted
    assert painted.replace("<", "").replace(">", "") == plain


def test_an_excerpt_shows_the_hexes_around_some_others():
    large = ground("\n".join([". . . . . ."] * 6), columns_grid("higher"))
    near = around(large, [large.by_label["A1"], large.by_label["C2"]], 1)
    assert [large.hexes[i].label for i in near] == ["A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2", "C3"]
    assert picture(large, lambda hex_: hex_.label, only=near) == drawn(r"""
            A   B   C   D
           ___     ___
        1 /A1 \___/C1 \___
          \___/B1 \___/D1 \
        2 /A2 \___/C2 \___/
          \___/B2 \___/D2 \
        3     \___/C3 \___/
                  \___/
    """)


def test_a_text_of_four_characters_has_no_room():
    with pytest.raises(ValueError, match="three characters"):
        picture(ground(". .", columns_grid("lower")), lambda hex_: "tank")


def test_nothing_is_drawn_of_no_hexes():
    assert picture(ground(". .", columns_grid("lower")), house, only=[]) == ""


def test_pointy_tops_with_two_texts_get_a_line_more():
    pointy = ground("H .\n. .", rows_grid("right"))
    assert picture(pointy, house, foot=lambda hex_: ">>" if hex_.terrain == "house" else "", labels=False) == drawn(r"""
           / \ / \
          | H |   |
          |>> |   |
         / \ / \ /
        |   |   |
        |   |   |
         \ / \ /
    """)


def test_a_map_in_bands_for_a_narrow_terminal():
    wide = ground(". H . . .", axial_grid())
    assert [len(band) for band in bands(wide, 80)] == [5]
    assert [len(band) for band in bands(wide, 14)] == [2, 2, 1]
    assert [index for band in bands(wide, 14) for index in band] == [0, 1, 2, 3, 4]
    assert [len(band) for band in bands(wide, 1)] == [1] * 5
