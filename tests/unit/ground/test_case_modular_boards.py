"""A published case (TC-C18) about modular boards: turned, in one line, side by side, with half hexes."""

from itertools import pairwise

import pytest

from tankdsl.ground.board_text import read_board
from tankdsl.ground.grids import Lie, axial_grid, columns_grid
from tankdsl.ground.labels import LabelScheme, LabelStyle
from tankdsl.ground.layouts import Layout, Placement, build_map
from tankdsl.ground.maps import MapEdge

LEGEND = {".": "grass", "H": "house"}
FACING = {"ger": MapEdge.TOP, "usa": MapEdge.BOTTOM}


def axial_board(number):
    """5 columns, 7 rows, all grass; board 1 has a house on its local (1,3)."""
    rows = [". . . . ."] * 7
    if number == 1:
        rows[3] = ". H . . ."
    return read_board(rows, LEGEND, axial_grid(), id=f"board_{number}", size=(5, 7))


def lay(*places, own_edges):
    placements = tuple(Placement(axial_board(number), q, r, turned, side) for number, q, r, turned, side in places)
    return build_map(Layout("battlefield", axial_grid(), placements, own_edges=own_edges))


def two_by_two(turned):
    return lay(
        (1, 0, 0, turned, "ger"),
        (2, 5, 0, False, "ger"),
        (3, 0, 7, False, "usa"),
        (4, 5, 7, False, "usa"),
        own_edges=FACING,
    )


def at(ground, label):
    return ground.hexes[ground.by_label[label]]


def test_step_a_two_by_two_is_the_usual_map():
    ground = two_by_two(turned=False)
    assert {hex_.axial for hex_ in ground.hexes} == {(q, r) for q in range(10) for r in range(14)}
    assert (at(ground, "1,3").terrain, at(ground, "3,3").terrain) == ("house", "grass")
    assert ground.row("ger", ground.by_label["3,3"]) == 4
    for hex_ in ground.hexes:
        assert hex_.territory == ("ger" if hex_.r <= 6 else "usa")
        assert ground.row("ger", hex_.index) == hex_.r + 1
        assert ground.row("usa", hex_.index) == 14 - hex_.r
    assert (ground.depth("ger"), ground.depth("usa")) == (7, 7)


def test_step_b_the_house_turns_with_its_board():
    ground = two_by_two(turned=True)
    assert (at(ground, "1,3").terrain, at(ground, "3,3").terrain) == ("grass", "house")
    assert at(ground, "3,3").board_label == "1,3"
    assert ground.find("board_1/1,3") == ground.by_label["3,3"]


def test_step_c_a_seam_is_nothing_special():
    ground = two_by_two(turned=False)
    four, five, six = (ground.by_label[label] for label in ("4,5", "5,5", "6,5"))
    assert five in ground.neighbours[four]
    assert six in ground.neighbours[five]
    assert (ground.hexes[four].board, ground.hexes[five].board) == ("board_1", "board_2")


def test_step_d_four_boards_in_one_line():
    ground = lay(*((n, 0, 7 * (n - 1), False, "ger" if n < 3 else "usa") for n in (1, 2, 3, 4)), own_edges=FACING)
    assert len(ground) == 5 * 28
    for hex_ in ground.hexes:
        assert hex_.territory == ("ger" if hex_.r <= 13 else "usa")
        assert ground.row("ger", hex_.index) == hex_.r + 1
        assert ground.row("usa", hex_.index) == 28 - hex_.r
    assert ground.row("usa", ground.by_label["2,14"]) == 14
    assert ground.row("usa", ground.by_label["2,21"]) == 7
    assert (at(ground, "2,13").territory, at(ground, "2,14").territory) == ("ger", "usa")
    assert (ground.depth("ger"), ground.depth("usa")) == (14, 14)


def test_step_e_rows_counted_across_the_map_are_too_few():
    ground = lay(
        (1, 0, 0, False, "ger"),
        (3, 0, 7, False, "ger"),
        (2, 5, 0, False, "usa"),
        (4, 5, 7, False, "usa"),
        own_edges={"ger": MapEdge.LEFT, "usa": MapEdge.RIGHT},
    )
    assert (ground.depth("ger"), ground.depth("usa")) == (5, 5)
    assert all(ground.row("ger", hex_.index) == hex_.q + 1 for hex_ in ground.hexes)
    assert all(ground.row("usa", hex_.index) == 10 - hex_.q for hex_ in ground.hexes)


# ---- steps f to i: 8 columns, odd ones half a hex nearer to the top, with half hexes at both ends ----

NAMES = LabelScheme(LabelStyle.PAIR, first_column=0, first_row=1, separator=".")


@pytest.fixture(scope="module")
def half_hexes():
    grid = columns_grid("higher", first=0, half=True)
    rows = [". . . ."] * 7 + ["- . - ."]
    boards = [read_board(rows, LEGEND, grid, id=f"b{n}", size=(4, 7), labels=NAMES) for n in range(4)]
    placements = (
        Placement(boards[0], 0, 0, side="ger"),
        Placement(boards[1], 4, 0, side="ger"),
        Placement(boards[2], 0, 7, side="usa"),
        Placement(boards[3], 4, 7, side="usa"),
    )
    return build_map(Layout("halves", grid, placements, NAMES, FACING, seam_owner="usa"))


def test_the_columns_have_fourteen_and_fifteen_hexes(half_hexes):
    expected = {f"{c}.{k}" for c in range(8) for k in range(1, 16 if c % 2 else 15)}
    assert set(half_hexes.by_label) == expected
    assert half_hexes.notes == ()


def test_neighbours_are_those_of_the_case(half_hexes):
    for label, index in half_hexes.by_label.items():
        c, k = map(int, label.split("."))
        beside = (k - 1, k) if c % 2 else (k, k + 1)
        named = {f"{c}.{k - 1}", f"{c}.{k + 1}"} | {f"{d}.{n}" for d in (c - 1, c + 1) for n in beside}
        found = {half_hexes.hexes[n].label for n in half_hexes.neighbours[index] if n != -1}
        assert found == named & set(half_hexes.by_label)


def test_step_f_rows_count_half_hexes_as_whole_ones(half_hexes):
    for label, index in half_hexes.by_label.items():
        c, k = map(int, label.split("."))
        hex_ = half_hexes.hexes[index]
        assert hex_.territory == ("ger" if k <= 7 else "usa")
        assert half_hexes.row("ger", index) == k
        assert half_hexes.row("usa", index) == (16 - k if c % 2 else 15 - k)
        assert hex_.half == (c % 2 == 1 and k in (1, 15))
    assert half_hexes.row("ger", half_hexes.by_label["3.1"]) == 1
    assert (half_hexes.depth("ger"), half_hexes.depth("usa")) == (7, 7)


def test_step_g_the_joined_hex_belongs_to_the_owner_of_the_seam(half_hexes):
    joined = at(half_hexes, "3.8")
    assert (joined.territory, joined.half, joined.board, joined.other_half) == ("usa", False, "b2", ("b0", "3.8"))
    assert at(half_hexes, "3.7").territory == "ger"


def test_step_h_the_joined_hex_counts_once(half_hexes):
    assert half_hexes.distance(half_hexes.by_label["3.9"], half_hexes.by_label["3.7"]) == 2


def test_step_i_a_way_leads_over_half_hexes(half_hexes):
    way = [half_hexes.by_label[label] for label in ("2.3", "3.3", "3.2", "3.1")]
    for here, next_ in pairwise(way):
        assert next_ in half_hexes.neighbours[here]


def test_a_turned_board_of_four_columns_with_half_hexes_does_not_fit(half_hexes):
    """Its half columns would be even ones: the reason why such boards are made with an odd width."""
    grid = half_hexes.grid
    board = read_board([". . . ."] * 7 + ["- . - ."], LEGEND, grid, id="b", labels=NAMES)
    (fault,) = build_map(Layout("halves", grid, (Placement(board, 0, 0, turned=True),), NAMES))
    assert (fault.kind, Lie.STRAIGHT in fault.fits) == ("stagger-mismatch", True)
