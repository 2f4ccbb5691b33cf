"""Reading boards: glyphs, shapes, half hexes, and where each fault lies."""

import pytest

from tankdsl.ground.board_text import (
    BeyondHalf,
    CannotLabel,
    EmptyBoard,
    GluedGlyphs,
    RowLength,
    SizeMismatch,
    UnknownGlyph,
    read_board,
)
from tankdsl.ground.boards import Board
from tankdsl.ground.grids import axial_grid, columns_grid, rows_grid
from tankdsl.ground.labels import LabelScheme, LabelStyle

LEGEND = {".": "grass", "T": "trees", "#": "house"}
HALF = columns_grid("higher", first=0, half=True)


def read(*lines, grid=None, **more):
    return read_board(lines, LEGEND, grid or axial_grid(), id="north", **more)


def test_rows_of_glyphs_become_terrain():
    board = read(". T", "# -")
    assert isinstance(board, Board)
    assert (board.id, board.size) == ("north", (2, 2))
    assert board.cells == (("grass", "trees"), ("house", None))
    assert list(board.hex_cells()) == [(0, 0), (1, 0), (0, 1)]
    assert board.terrain((1, 0)) == "trees"
    assert board.terrain((1, 1)) is board.terrain((-1, 0)) is board.terrain((0, 2)) is None


def test_blank_lines_and_indentation_do_not_matter():
    assert read("", "   .   T ", "  ", "\t# -", "") == read(". T", "# -")


def test_an_unknown_glyph_names_those_of_the_legend():
    faults = read(". T", "  X #")
    assert faults == [UnknownGlyph(1, 2, 1, "X", (".", "T", "#"))]
    assert faults[0].kind == "unknown-glyph"
    assert faults[0].data == {"glyph": "X", "known": (".", "T", "#")}


def test_an_unknown_word_counts_as_one_glyph():
    assert read(". hill", ". .") == [UnknownGlyph(0, 2, 4, "hill", (".", "T", "#"))]


def test_glued_glyphs_count_as_several_so_that_the_row_is_not_short_too():
    assert read(". . .", ". TT", "# .-") == [
        GluedGlyphs(1, 2, 2, "TT", ("T", "T")),
        GluedGlyphs(2, 2, 2, ".-", (".", "-")),
    ]


def test_the_odd_row_out_is_at_fault():
    assert read(". . .", ". .", ". . .") == [RowLength(1, 0, 3, 2, 3)]


def test_a_long_row_is_marked_where_it_is_too_long():
    assert read(". .", ". . T #", ". .") == [RowLength(1, 4, 3, 4, 2)]


def test_with_a_declared_size_every_row_is_measured_by_it():
    assert read(". . .", ". .", ". .", size=(3, 3)) == [RowLength(1, 0, 3, 2, 3), RowLength(2, 0, 3, 2, 3)]


def test_rows_that_agree_against_the_declaration_are_one_fault():
    assert read(" . .", " . .", size=(3, 2)) == [SizeMismatch(0, 1, 3, "columns", 2, 3)]


def test_too_few_and_too_many_rows():
    assert read(". .", ". .", size=(2, 3)) == [SizeMismatch(1, 0, 3, "rows", 2, 3)]
    assert read(". .", ". .", "", "T T", ". .", size=(2, 2)) == [SizeMismatch(3, 0, 3, "rows", 4, 2)]


@pytest.mark.parametrize(
    ("lines", "fault"),
    [((), EmptyBoard(0, 0, 0)), (("", "  "), EmptyBoard(0, 0, 0)), (("- -", "- -"), EmptyBoard(0, 0, 3))],
)
def test_a_board_without_hexes(lines, fault):
    assert read(*lines) == [fault]


def test_several_faults_come_in_order_of_place():
    faults = read("X . .", ". TT", ". .")
    assert [(fault.kind, fault.line, fault.column) for fault in faults] == [
        ("unknown-glyph", 0, 0),
        ("glued-glyphs", 1, 2),
        ("row-length", 2, 0),
    ]


def test_the_void_glyph_cannot_be_redefined():
    with pytest.raises(ValueError, match="no hex"):
        read_board(["-"], {"-": "grass"}, axial_grid(), id="north")


def test_half_hexes_need_one_more_row():
    board = read(". . .", ". . .", "- . -", grid=HALF, size=(3, 2))
    assert isinstance(board, Board)
    assert board.size == (3, 2)
    assert [str(board.half_end(cell)) for cell in [(1, 0), (1, 1), (1, 2), (0, 0), (0, 1)]] == [
        "HalfEnd.FIRST",
        "None",
        "HalfEnd.LAST",
        "None",
        "None",
    ]


def test_without_the_additional_row_the_size_does_not_fit():
    assert read(". . .", ". . .", grid=HALF, size=(3, 2)) == [SizeMismatch(1, 0, 5, "rows", 2, 3)]


def test_only_lines_with_half_hexes_reach_into_the_additional_row():
    assert read(". . .", ". . .", "T . -", grid=HALF) == [BeyondHalf(2, 0, 1, (0, 2))]


def test_half_hexes_alone_are_no_board():
    assert read("- .", grid=HALF) == [EmptyBoard(0, 0, 3)]


def test_half_hexes_of_rows_need_one_more_column():
    board = read(" . . .", ". . -", " . . .", grid=rows_grid("left", half=True))
    assert isinstance(board, Board)
    assert board.size == (2, 3)
    assert [cell for cell in board.hex_cells() if board.half_end(cell)] == [(0, 0), (2, 0), (0, 2), (2, 2)]


def test_a_hex_that_cannot_be_labelled():
    lines = [". . ."] * 2
    faults = read(*lines, grid=columns_grid("lower"), labels=LabelScheme(LabelStyle.DIGITS, first_column=98))
    assert faults == [CannotLabel(0, 4, 1, (2, 0), None)]


def test_two_hexes_that_would_have_one_label():
    faults = read(*[". " * 11] * 11, labels=LabelScheme(LabelStyle.PAIR, separator=""))
    # Column 1, row 11 is `111`, and so is column 11, row 1, which comes first in reading order.
    assert faults == [CannotLabel(10, 0, 1, (0, 10), "111")]
