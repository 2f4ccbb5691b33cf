"""Layouts: what fits together, what does not and why, and what the finished map knows."""

import pytest

from tankdsl.ground.board_text import read_board
from tankdsl.ground.grids import Lie, axial_grid, columns_grid, rows_grid
from tankdsl.ground.hexes import DIRECTIONS, Orientation, add
from tankdsl.ground.labels import LabelScheme, LabelStyle
from tankdsl.ground.layout_faults import (
    CannotLabelHex,
    EmptyLayout,
    Gap,
    Island,
    Overlap,
    RepeatedName,
    SeamWithoutOwner,
    StaggerMismatch,
    WrongGrid,
)
from tankdsl.ground.layouts import Layout, Placement, build_map, single_board
from tankdsl.ground.maps import MapEdge, SeamNote
from tankdsl.ground.marks import mark_board
from tankdsl.ground.sight import TiePolicy

LEGEND = {".": "grass", "H": "house", "T": "trees"}
LETTERS = LabelScheme(LabelStyle.LETTERS)
HIGHER = columns_grid("higher", first=0)
HALF = columns_grid("higher", first=0, half=True)


def board(id, grid, *lines):
    return read_board(lines, LEGEND, grid, id=id, labels=LETTERS)


def plain(id, grid, columns, rows):
    """A board of grass; the additional row of half hexes is added where the grid has them."""
    width, height = grid.text_size((columns, rows))
    cells = [["." if grid.has_place((column, row), (columns, rows)) else "-" for column in range(width)] for row in range(height)]
    return board(id, grid, *(" ".join(row) for row in cells))


def build(grid, *placements, **more):
    return build_map(Layout("field", grid, placements, **more))


def only_fault(result):
    assert isinstance(result, list), "the layout was accepted"
    assert len(result) == 1
    return result[0]


# ---- the finished map ----


def test_hexes_are_numbered_in_reading_order():
    ground = build(HIGHER, Placement(plain("a", HIGHER, 2, 2), 0, 0), Placement(plain("b", HIGHER, 2, 2), 2, 0), labels=LETTERS)
    assert [hex_.label for hex_ in ground.hexes] == ["A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2"]
    assert [hex_.index for hex_ in ground.hexes] == list(range(8))
    assert [hex_.board for hex_ in ground.hexes] == ["a", "a", "b", "b"] * 2


def test_the_neighbour_table_has_the_order_of_directions():
    ground = build(axial_grid(), Placement(plain("a", axial_grid(), 4, 4), 0, 0))
    for hex_ in ground.hexes:
        expected = [ground.index_of.get(add(hex_.axial, offset), -1) for offset in DIRECTIONS]
        assert list(ground.neighbours[hex_.index]) == expected
    assert ground.neighbours[0] == (-1, -1, 1, 4, -1, -1)


def test_labels_lead_to_hexes_and_back():
    ground = build(HIGHER, Placement(plain("a", HIGHER, 5, 3), 0, 0), labels=LETTERS)
    assert all(ground.hexes[ground.by_label[hex_.label]] is hex_ for hex_ in ground.hexes)
    assert len(ground.by_label) == len(ground) == 15
    assert ground.find("B2") == ground.find("a/B2") == 6
    assert ground.find("Z9") is ground.find("b/A1") is None


def test_distance_and_sight_are_asked_by_index():
    ground = build_map(single_board(board("a", axial_grid(), ". . .", ". H .", ". . .")))
    a, b = ground.by_label["B1"], ground.by_label["B3"]
    assert ground.distance(a, b) == 2

    def house(index):
        return ground.hexes[index].terrain == "house"

    assert not ground.sees(a, b, house, TiePolicy.BOTH)
    assert ground.explain_sight(a, b, house, TiePolicy.BOTH).blockers == ((1, 1),)
    assert ground.sees(a, ground.by_label["C1"], house, TiePolicy.BOTH)


def test_a_hole_is_not_a_hex_and_hides_nothing():
    ground = build_map(single_board(board("a", axial_grid(), ". . .", ". - .", ". . .")))
    a, b = ground.by_label["B1"], ground.by_label["B3"]
    assert "B2" not in ground.by_label
    assert ground.sees(a, b, lambda index: True, TiePolicy.BOTH)
    assert not ground.sees(a, b, lambda index: False, TiePolicy.BOTH, off_map_blocks=True)


def test_a_board_laid_twice_gets_two_names():
    a = plain("a", axial_grid(), 2, 2)
    ground = build(axial_grid(), Placement(a, 0, 0), Placement(a, 2, 0), Placement(a, 4, 0, name="east"))
    assert [hex_.board for hex_ in ground.hexes[:6]] == ["a", "a", "a#2", "a#2", "east", "east"]
    assert ground.hexes[ground.find("a#2/B1")].axial == (3, 0)


def test_marks_of_boards_arrive_where_the_boards_lie():
    a = mark_board(
        plain("a", axial_grid(), 3, 2),
        named=[("farm", ["A1"])],
        zones=[("wood", ["A1", "B1"])],
        edges=[("A1", "B1", "hedge")],
    )
    ground = build(axial_grid(), Placement(a, 0, 0), Placement(a, 3, 0, turned=True))
    labels = [ground.hexes[index].label for index in ground.zones["wood"]]
    assert labels == ["0,0", "1,0", "4,1", "5,1"]
    assert [ground.hexes[index].label for index in ground.named["farm"]] == ["0,0", "5,1"]
    assert ground.features_between(ground.by_label["5,1"], ground.by_label["4,1"]) == ("hedge",)
    assert len(ground.edges) == 2


# ---- rows and depth ----


def test_rows_are_counted_from_each_edge():
    ground = build(
        axial_grid(),
        Placement(plain("a", axial_grid(), 3, 4), 0, 0),
        own_edges={"n": MapEdge.TOP, "s": MapEdge.BOTTOM, "w": MapEdge.LEFT, "e": MapEdge.RIGHT},
    )
    index = ground.by_label["0,1"]
    assert {side: ground.row(side, index) for side in "nswe"} == {"n": 2, "s": 3, "w": 1, "e": 3}


def test_a_hole_within_a_line_counts_and_a_late_beginning_does_not():
    ground = build(
        axial_grid(),
        Placement(board("a", axial_grid(), ". - .", "- . .", ". . ."), 0, 0),
        own_edges={"n": MapEdge.TOP},
    )
    rows = {hex_.label: ground.row("n", hex_.index) for hex_ in ground.hexes}
    assert rows == {"0,0": 1, "2,0": 1, "1,1": 1, "2,1": 2, "0,2": 3, "1,2": 2, "2,2": 3}


def test_depth_is_that_of_the_shortest_line_from_the_own_edge():
    a, b, c = (plain(id, axial_grid(), 2, rows) for id, rows in (("a", 4), ("b", 3), ("c", 1)))
    ground = build(
        axial_grid(),
        Placement(a, 0, 0, side="red"),
        Placement(b, 2, 0, side="red"),
        Placement(c, 2, 3, side="blue"),
        own_edges={"red": MapEdge.TOP, "blue": MapEdge.BOTTOM, "grey": MapEdge.LEFT},
    )
    assert (ground.depth("red"), ground.depth("blue"), ground.depth("grey")) == (3, 1, 0)
    assert [ground.hexes[index].label for index in ground.territory("blue")] == ["2,3", "3,3"]


def test_a_side_without_an_edge_has_no_rows():
    ground = build(axial_grid(), Placement(plain("a", axial_grid(), 2, 2), 0, 0, side="red"))
    with pytest.raises(KeyError):
        ground.row("red", 0)
    with pytest.raises(KeyError):
        ground.depth("red")


# ---- stagger ----


def test_a_board_of_even_width_can_be_turned_where_it_lies():
    a, b = plain("a", HIGHER, 4, 2), plain("b", HIGHER, 4, 2)
    ground = build(HIGHER, Placement(a, 0, 0), Placement(b, 4, 0, turned=True))
    assert ground.hexes[4].board_label == "D2"


def test_a_board_of_odd_width_cannot_and_the_turn_is_why():
    a, b = plain("a", HIGHER, 4, 2), plain("b", HIGHER, 5, 2)
    assert not isinstance(build(HIGHER, Placement(a, 0, 0), Placement(b, 4, 0)), list)
    fault = only_fault(build(HIGHER, Placement(a, 0, 0), Placement(b, 4, 0, turned=True)))
    fits = (Lie.STRAIGHT, Lie.LEFT_RIGHT)
    assert fault == StaggerMismatch(1, "b", lines="columns", count=5, origin=(4, 0), lie=Lie.TURNED, fits=fits)
    assert "turn of a board with 5 columns" in fault.text


def test_to_the_right_of_an_odd_number_of_columns_a_board_does_not_fit():
    a, b = plain("a", HIGHER, 5, 2), plain("b", HIGHER, 4, 2)
    fault = only_fault(build(HIGHER, Placement(a, 0, 0), Placement(b, 5, 0)))
    assert (fault.kind, fault.placement, fault.lie) == ("stagger-mismatch", 1, Lie.STRAIGHT)
    assert "there the map's other columns lie half a hex lower" in fault.text


def test_of_a_board_of_odd_width_the_turned_one_fits_there():
    a, b = plain("a", HIGHER, 5, 2), plain("b", HIGHER, 5, 2)
    assert only_fault(build(HIGHER, Placement(a, 0, 0), Placement(b, 5, 0))).fits == (Lie.TURNED, Lie.TOP_BOTTOM)
    assert len(build(HIGHER, Placement(a, 0, 0), Placement(b, 5, 0, turned=True))) == 20


def test_staggered_rows_are_checked_by_their_row():
    right = rows_grid("right", first=0)
    a, b = plain("a", right, 3, 3), plain("b", right, 3, 2)
    fault = only_fault(build(right, Placement(a, 0, 0), Placement(b, 0, 3)))
    assert (fault.lines, fault.count) == ("rows", 2)
    assert "further right" in fault.text
    assert len(build(right, Placement(b, 0, 0), Placement(a, 0, 2))) == 15


def test_boards_of_another_grid_do_not_belong_here():
    pointy = axial_grid(Orientation.POINTY)
    fault = only_fault(build(HIGHER, Placement(plain("a", axial_grid(), 2, 2), 0, 0)))
    assert fault == WrongGrid(0, "a", found="axial flat", expected="columns flat")
    assert only_fault(build(axial_grid(), Placement(plain("a", pointy, 2, 2), 0, 0))).found == "axial pointy"


# ---- overlaps, seams, gaps ----


def test_two_boards_on_the_same_hexes():
    a, b = plain("a", axial_grid(), 3, 3), plain("b", axial_grid(), 3, 3)
    fault = only_fault(build(axial_grid(), Placement(a, 0, 0), Placement(b, 2, 1)))
    assert fault == Overlap(1, 0, ("a", "b"), (2, 1), 2, same_halves=False)
    assert fault.text == "`b` covers 2 hexes of `a`, first at column 2, row 1"


def test_a_half_hex_over_a_whole_one_is_an_overlap():
    a, b = plain("a", HALF, 2, 2), plain("b", HIGHER, 2, 2)
    assert only_fault(build(HIGHER, Placement(a, 0, 0), Placement(b, 0, 2))).count == 1


def test_two_equal_halves_make_no_hex():
    a, b = board("a", HALF, ". .", "- ."), board("b", HALF, "- .", "- -")
    fault = only_fault(build(HIGHER, Placement(a, 0, 0), Placement(b, 0, 0)))
    assert fault.same_halves
    assert "the same half" in fault.text


def test_two_halves_at_a_seam_become_one_hex():
    a, b = plain("a", HALF, 2, 2), plain("b", HALF, 2, 2)
    ground = build(HIGHER, Placement(a, 0, 0, side="red"), Placement(b, 0, 2, side="red"), labels=LETTERS)
    assert len(ground) == 9
    joined = ground.hexes[ground.by_label["B3"]]
    assert (joined.half, joined.board, joined.board_label, joined.other_half) == (False, "a", "B3", ("b", "B1"))
    assert ground.find("a/B3") == ground.find("b/B1") == joined.index
    assert [hex_.label for hex_ in ground.hexes if hex_.half] == ["B1", "B5"]
    assert -1 not in ground.neighbours[joined.index][:1]


def test_halves_of_two_sides_need_an_owner():
    a, b = plain("a", HALF, 4, 2), plain("b", HALF, 4, 2)
    placements = (Placement(a, 0, 0, side="red"), Placement(b, 0, 2, side="blue"))
    fault = only_fault(build(HIGHER, *placements))
    assert fault == SeamWithoutOwner(1, 0, ("a", "b"), ("red", "blue"), None, (1, 2))
    assert "does not say which side owns the seam" in fault.text
    assert "given to `green`" in only_fault(build(HIGHER, *placements, seam_owner="green")).text


@pytest.mark.parametrize(("owner", "terrain", "board_name"), [("red", "trees", "a"), ("blue", "house", "b")])
def test_the_owner_of_the_seam_gives_territory_and_terrain(owner, terrain, board_name):
    a, b = board("a", HALF, ". .", "- T"), board("b", HALF, ". H", "- .")
    ground = build(HIGHER, Placement(a, 0, 0, side="red"), Placement(b, 0, 1, side="blue"), labels=LETTERS, seam_owner=owner)
    joined = ground.hexes[ground.by_label["B2"]]
    assert (joined.territory, joined.terrain, joined.board) == (owner, terrain, board_name)
    dropped, loser = ("house", "b") if owner == "red" else ("trees", "a")
    assert ground.notes == (SeamNote(joined.index, terrain, board_name, dropped, loser),)


def test_halves_that_agree_are_not_worth_a_word():
    a, b = plain("a", HALF, 2, 1), plain("b", HALF, 2, 1)
    assert build(HIGHER, Placement(a, 0, 0), Placement(b, 0, 1)).notes == ()


def test_half_hexes_of_rows_join_at_the_side():
    half = rows_grid("left", half=True)
    a, b = plain("a", half, 2, 3), plain("b", half, 2, 3)
    ground = build(rows_grid("left"), Placement(a, 0, 0), Placement(b, 2, 0), labels=LETTERS)
    assert len(ground) == 5 + 4 + 5
    assert [hex_.label for hex_ in ground.hexes if hex_.other_half] == ["C1", "C3"]


def test_a_gap_between_boards():
    a, b = plain("a", axial_grid(), 3, 2), plain("b", axial_grid(), 3, 2)
    fault = only_fault(build(axial_grid(), Placement(a, 0, 0), Placement(b, 4, 0)))
    assert fault == Gap(1, 0, ("a", "b"), (2, 0), 1)
    assert fault.text == "`a` and `b` leave a gap of 1 hex after column 2, row 0"


@pytest.mark.parametrize(("row", "columns"), [(4, [0, 2]), (5, [0, 1, 2])])
def test_half_hexes_that_do_not_meet_leave_a_gap(row, columns):
    """Moved on by one row, the half hexes touch, and the columns between them have a hole."""
    a, b = plain("a", HALF, 3, 3), plain("b", HALF, 3, 3)
    fault = only_fault(build(HALF, Placement(a, 0, 0, side="red"), Placement(b, 0, row, side="red")))
    assert fault.kind == "gap"
    assert fault.after[0] in columns


def test_half_hexes_at_the_rim_beside_each_other_are_no_gap():
    a, b = plain("a", HALF, 4, 3), plain("b", HALF, 4, 3)
    assert len(build(HALF, Placement(a, 0, 0, side="red"), Placement(b, 4, 0, side="red"))) == 28
    assert len(build(HALF, Placement(a, 0, 0, side="red"), Placement(b, 0, 3, side="red"))) == 26


def test_a_hole_of_one_board_is_no_gap():
    a = board("a", axial_grid(), ". . -", ". . .")
    assert len(build(axial_grid(), Placement(a, 0, 0), Placement(plain("b", axial_grid(), 2, 2), 3, 0))) == 9


def test_gaps_may_be_wanted_but_islands_may_not():
    a = plain("a", axial_grid(), 3, 2)
    bridge = plain("bridge", axial_grid(), 7, 1)
    placements = (Placement(a, 0, 0), Placement(a, 4, 0), Placement(bridge, 0, 2))
    assert only_fault(build(axial_grid(), *placements)).kind == "gap"
    assert len(build(axial_grid(), *placements, gaps_allowed=True)) == 19
    fault = only_fault(build(axial_grid(), *placements[:2], gaps_allowed=True))
    assert fault == Island(1, "a#2", ())
    assert fault.text == "`a#2` touches no other board"


def test_boards_that_meet_nowhere_are_islands():
    a = plain("a", axial_grid(), 2, 2)
    fault = only_fault(build(axial_grid(), Placement(a, 0, 0), Placement(a, 2, 2), Placement(a, 4, 2)))
    assert fault == Island(1, "a#2", ("a#3",))
    assert fault.text == "`a#2` (with `a#3`) touches none of the boards before it"


def test_names_must_differ():
    a = plain("a", axial_grid(), 2, 2)
    fault = only_fault(build(axial_grid(), Placement(a, 0, 0, name="east"), Placement(a, 2, 0, name="east")))
    assert fault == RepeatedName(1, 0, "east")
    assert fault.text == "two placements are called `east`"


def test_a_layout_without_boards():
    fault = only_fault(build(axial_grid()))
    assert fault == EmptyLayout(0)
    assert fault.text == "the layout places no board"


def test_a_map_that_its_labels_cannot_name():
    a = plain("a", axial_grid(), 2, 2)
    scheme = LabelScheme(LabelStyle.DIGITS, digits=1)
    fault = only_fault(build(axial_grid(), *(Placement(a, c, 0) for c in range(0, 12, 2)), labels=scheme))
    assert fault == CannotLabelHex(4, (9, 0), None, None)
    assert "no label for the hex at column 9, row 0" in fault.text
    squeezed = LabelScheme(LabelStyle.PAIR, separator="")
    fault = only_fault(build(axial_grid(), Placement(plain("a", axial_grid(), 11, 11), 0, 0), labels=squeezed))
    assert fault == CannotLabelHex(0, (0, 10), "111", (10, 0))
    assert "calls two hexes `111`" in fault.text
