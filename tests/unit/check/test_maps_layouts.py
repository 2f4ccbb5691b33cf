"""Layouts: boards become a map with territories, rows, labels, places and zones."""

import pytest

from tankdsl.ground.maps import GroundMap
from tests.unit.check.small import MAPS, RULES, at, checked, only, program

BOARDS = MAPS[: MAPS.index("layout tall")]
NORTH, SOUTH = "board north at (0, 0) of red", "board south at (0, 4) turned of blue"


def layout(*lines: str, boards: str = BOARDS) -> str:
    body = "\n".join(f"    {line}" for line in lines)
    return f'{RULES}{boards}\nlayout map "Map" {{\n{body}\n}}\n'


def ground_of(text: str) -> GroundMap:
    ground = program(text).layouts["map"].ground
    assert isinstance(ground, GroundMap)
    return ground


def test_a_map_of_two_boards() -> None:
    ground = ground_of(layout(NORTH, SOUTH, "red rows from top", "blue rows from bottom"))
    assert len(ground) == 32
    assert {hex_.territory for hex_ in ground.hexes} == {"red", "blue"}
    assert ground.row("red", ground.index_of[0, 0]) == 1 and ground.row("blue", ground.index_of[0, 7]) == 1
    assert ground.hexes[ground.index_of[2, 6]].terrain == "wood", "the wood at (1, 1) of a board that is turned"


@pytest.mark.parametrize(
    ("scheme", "label"),
    [("axial", "3,-1"), ("column_row", "4.2"), ("ccrr", "0402"), ("cccrrr", "004002"), ("letters", "D2"), ("doubled", "D2")],
)
def test_label_schemes(scheme: str, label: str) -> None:
    boards = BOARDS.replace("axial 4 x 4", "columns odd higher 4 x 4")
    ground = ground_of(layout(NORTH, f"labels {scheme}", boards=boards))
    hex_ = next(hex_ for hex_ in ground.hexes if hex_.cell == (3, 1))
    assert hex_.label == (label if scheme != "axial" else f"{hex_.q},{hex_.r}")


def test_labels_from_zero() -> None:
    assert ground_of(layout(NORTH, "labels ccrr_from_0")).by_label["0301"] == ground_of(layout(NORTH)).index_of[3, 1]


def test_unknown_scheme() -> None:
    finding = only(layout(NORTH, "labels colum_row"), "unknown-name")
    assert finding.help == ("did you mean `column_row`?",)


def test_unknown_board_and_side() -> None:
    assert only(layout("board nort at (0, 0)"), "unknown-name").help == ("did you mean `north`?",)
    assert only(layout("board north at (0, 0) of rde"), "unknown-name").help == ("did you mean `red`?",)
    assert only(layout(NORTH, "bleu rows from top"), "unknown-name").help == ("did you mean `blue`?",)
    assert only(layout(NORTH, "seam of bleu"), "unknown-name").help == ("did you mean `blue`?",)


def test_no_board() -> None:
    assert only(layout("red rows from top"), "board-empty").headline == "the layout `map` places no board"


def test_rows_from_an_edge_that_is_none_or_from_two() -> None:
    finding = only(layout(NORTH, "red rows from topp"), "layout-wrong")
    assert finding.help[0] == "did you mean `top`?"
    finding = only(layout(NORTH, "red rows from top", "red rows from left"), "layout-wrong")
    assert finding.headline == "the rows of `red` are counted from two edges" and finding.secondary[0].text == "first said here"


def test_overlap_points_at_both_boards() -> None:
    text = layout(NORTH, "board south at (0, 3) of blue")
    finding = only(text, "boards-overlap")
    assert at(text, finding).startswith("board south at (0, 3)")
    assert "covers 4 hexes of `north`" in finding.headline


def test_gap_and_island() -> None:
    assert "gap of 1 hex" in only(layout(NORTH, "board south at (0, 5)"), "boards-apart").headline
    assert "touches no other board" in only(layout(NORTH, "board south at (9, 9)"), "boards-apart").headline


def test_boards_of_different_grids() -> None:
    mixed = BOARDS.replace('board south "South" axial', 'board south "South" columns odd lower')
    finding = only(layout(NORTH, SOUTH, boards=mixed), "board-misfit")
    assert finding.secondary[0].text == "this board gives the map its grid"


def test_board_that_does_not_fit_the_stagger() -> None:
    boards = BOARDS.replace("axial 4 x 4", "columns odd lower 4 x 4")
    assert len(ground_of(layout(NORTH, "board south at (4, 0)", boards=boards))) == 32
    finding = only(layout(NORTH, "board south at (1, 4)", boards=boards), "board-misfit")
    assert finding.help == ("lay it at an even column where there is room",)


def test_what_the_message_about_the_stagger_says_is_right_beside_other_boards() -> None:
    """A column further may be taken; so the message says at which columns the board fits, and there it does."""
    boards = BOARDS.replace("axial 4 x 4", "columns odd lower 4 x 4")
    beside = "board north at (0, 4)"
    finding = only(layout(NORTH, beside, "board south at (3, 8)", boards=boards), "board-misfit")
    assert finding.help == ("lay it at an even column where there is room",)
    assert len(ground_of(layout(NORTH, beside, "board south at (2, 8)", boards=boards))) == 48


HALVES = """
board cut "Cut" columns odd higher 2 x 2 half odd {
    legend . = grass, w = wood
    rows {
        . .
        . .
        w -
    }
}
"""


def test_half_hexes_need_an_owner() -> None:
    two = ("board cut at (0, 0) of red", "board cut at (0, 2) of blue")
    finding = only(layout(*two, boards=BOARDS + HALVES), "seam-without-owner")
    assert finding.help == ("write `seam of red`", "write `seam of blue`")
    finding = only(layout(*two, "seam of blue", boards=BOARDS + HALVES), "seam-terrain")
    assert finding.level == "info" and "`grass` on `cut#2` and `wood` on `cut`" in finding.headline


def test_scheme_with_too_few_digits() -> None:
    wide = f'board wide "Wide" axial 101 x 1 {{\n    legend . = grass\n    rows {{\n        {". " * 101}\n    }}\n}}\n'
    finding = only(layout("board wide at (0, 0)", "labels ccrr", boards=BOARDS + wide), "hex-unlabelled")
    assert finding.primary is not None and "cccrrr" in finding.help[0]
    assert len(ground_of(layout("board wide at (0, 0)", "labels cccrrr", boards=BOARDS + wide)).by_label) == 101


def test_places_and_zones() -> None:
    made = program(
        layout(
            NORTH, SOUTH, "red rows from top", "labels letters",
            "place well = (2, 3)", "place hut = B2", "place same = north/B2",
            "zone pair = [(0, 0), well]",
            "zone around = within(well, 1) - pair",
            "zone front = [h in places where row(red, h) <= 2 and territory(h) is red]",
            "zone woods = [h in places where ground(h) is wood]",
        )
    ).layouts["map"]  # fmt: skip
    ground = made.ground
    assert isinstance(ground, GroundMap)
    assert ground.hexes[made.names["well"]].axial == (2, 3)
    assert made.names["hut"] == made.names["same"] == ground.index_of[1, 1]
    assert made.zones["pair"] == (ground.index_of[0, 0], ground.index_of[2, 3])
    assert len(made.zones["around"]) == 6
    assert made.zones["front"] == tuple(range(8))
    assert made.zones["woods"] == (ground.index_of[1, 1], ground.index_of[2, 6])


def test_order_of_writing_does_not_matter() -> None:
    zones = ("zone both = pair + [well]", "zone pair = [(0, 0), hut]")
    made = program(layout(NORTH, *zones, "place hut = well", "place well = (2, 2)")).layouts["map"]
    assert len(made.zones["both"]) == 2 and made.names["hut"] == made.names["well"]


def test_places_and_zones_that_define_each_other() -> None:
    finding = only(layout(NORTH, "zone one = two", "zone two = one + [(0, 0)]", "zone three = one"), "call-cycle")
    assert finding.headline == "`one` is defined by itself: `one` -> `two` -> `one`"


def test_zone_with_a_place_off_the_map() -> None:
    text = layout(NORTH, "zone pair = [(0, 0), (9, 9)]")
    finding = only(text, "off-map")
    assert at(text, finding) == "(9, 9)"


def test_place_with_exchanged_numbers() -> None:
    finding = only(layout(NORTH, SOUTH, "place well = (6, 2)"), "off-map")
    assert finding.help == ("`(2, 6)` is on it: column first, then row",)


def test_zone_that_rests_on_the_game() -> None:
    finding = only(layout(NORTH, "zone busy = [h in places where walker(h) is not none]"), "not-constant")
    assert finding.headline == "a zone must be known before play, and this is not"


def test_empty_zone_is_a_warning() -> None:
    finding = only(layout(NORTH, "zone none_here = [h in places where territory(h) is blue]"), "zone-empty")
    assert finding.level == "warning"


def test_names_are_unique_on_a_map() -> None:
    named = BOARDS.replace("    legend . = grass, w = wood, # = rock", "    legend . = grass, w = wood, # = rock\n    place well = (0, 0)")
    finding = only(layout(NORTH, "place well = (1, 1)", boards=named), "duplicate-name")
    assert finding.secondary[0].text == "first named here"


def test_place_of_a_board_that_lies_there_twice_is_a_zone() -> None:
    named = BOARDS.replace("    legend . = grass, w = wood, # = rock", "    legend . = grass, w = wood, # = rock\n    place well = (0, 0)")
    made = program(layout(NORTH, "board north at (0, 4)", boards=named)).layouts["map"]
    assert "well" not in made.names and len(made.zones["well"]) == 2


def test_rules_may_use_places_zones_and_edges() -> None:
    asked = "require by.at is not well and by.at not in marsh and edge(by.at, well) is not brook"
    rules = RULES.replace('"no"\n    plot', f'"no"\n    {asked} "no"\n    plot')
    text = layout(NORTH, "place well = (1, 1)", "zone marsh = [(0, 0)]", "edge brook (0, 0) / (1, 0)").replace(RULES, rules)
    assert program(text).enums["edges"] == (("brook", "brook"),)


def test_boards_of_hexes_have_no_place_on_a_table() -> None:
    text = layout(NORTH).replace("space hex flat", "space table inches")
    assert [finding.name for finding in checked(text)].count("grid-wrong") == 2
