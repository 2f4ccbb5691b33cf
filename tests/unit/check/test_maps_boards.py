"""Boards: what is wrong with them is said at the very glyph."""

import pytest

from tests.unit.check.small import FORCES, MAPS, RULES, SCENARIO, at, checked, only, program

GRASS = ". . . .\n" * 4


def board(rows: str = GRASS, *, head: str = "axial 4 x 4", legend: str = ". = grass, w = wood, # = rock", more: str = "") -> str:
    return f'{RULES}\nboard field "Field" {head} {{\n    legend {legend}\n    rows {{\n{rows}    }}\n{more}}}\n'


def faults(text: str) -> list[tuple[str, str]]:
    return [(finding.name, at(text, finding)) for finding in checked(text)]


def test_a_board_without_faults() -> None:
    assert checked(board()) == ()


def test_unknown_glyph_is_shown_where_it_stands() -> None:
    text = board(". . . .\n. W . .\n. . ? .\n. . . .\n")
    assert faults(text) == [("glyph-unknown", "W"), ("glyph-unknown", "?")]
    first, second = checked(text)
    assert first.headline == "the legend of `field` does not explain `W`"
    assert first.help[0] == "did you mean `w`?"
    assert second.help == ("explain it in the legend: `? = ...`",)
    assert second.primary is not None and "`.`, `w` and `#`" in second.primary.text


def test_glued_glyphs_come_with_a_safe_fix() -> None:
    text = board(". . . .\n..w .\n. . . .\n. . . .\n")
    finding = only(text, "glyphs-glued")
    assert at(text, finding) == "..w"
    assert finding.fix is not None and finding.fix.safety == "safe"
    assert [edit.text for edit in finding.fix.edits] == [". . w"]


def test_short_and_long_rows_name_both_numbers() -> None:
    text = board(". . . .\n. . .\n. . . . .\n. . . .\n")
    short, long = checked(text)
    assert (short.name, at(text, short)) == ("row-length", ". . .")
    assert short.headline == "a row of `field` has 3 cells, expected 4"
    assert short.primary is not None and short.primary.text == "row 2 is too short"
    assert (at(text, long), long.headline) == (".", "a row of `field` has 5 cells, expected 4")


def test_wrong_number_of_rows() -> None:
    text = board(". . . .\n" * 3)
    finding = only(text, "board-size")
    assert finding.headline == "the text of `field` has 3 rows, expected 4"
    assert [at(text, finding) for finding in [finding]] == [". . . ."]
    assert "columns, then rows" in finding.secondary[0].text


def test_exchanged_numbers_are_noticed() -> None:
    text = board(". . . . .\n" * 3, head="axial 3 x 5")
    notes = [note for finding in checked(text) for note in finding.notes]
    assert "the two numbers are exchanged: columns come first" in notes


@pytest.mark.parametrize("rows", ["", "- - - -\n" * 4])
def test_a_board_without_hexes(rows: str) -> None:
    assert {name for name, _ in faults(board(rows))} <= {"board-empty", "board-size"}
    assert faults(board("- - - -\n" * 4))[0][0] == "board-empty"


def test_legend_twice_and_void() -> None:
    assert faults(board(legend=". = grass, . = wood")) == [("legend-wrong", ". = wood")]
    assert [name for name, _ in faults(board(legend=". = grass, - = wood"))] == ["legend-wrong"]


def test_legend_names_terrain_only() -> None:
    text = board(legend=". = gras, w = scout")
    unknown, wrong = checked(text)
    assert (unknown.name, unknown.help) == ("unknown-name", ("did you mean `grass`?",))
    assert (wrong.name, wrong.headline) == ("wrong-kind-of-name", "`scout` is no terrain")


def test_unknown_grid() -> None:
    finding = only(board(head="columns odd lowr 4 x 4"), "grid-wrong")
    assert finding.help[0] == "did you mean `columns odd lower`?"
    assert [name for name, _ in faults(board(head="rows odd right 4 x 4"))] == ["grid-wrong"]
    for even, odd in (("lower", "higher"), ("higher", "lower")):
        finding = only(board(head=f"columns even {even} 4 x 4"), "grid-wrong")
        assert finding.help == (f"the odd ones lie the other way: write `columns odd {odd}`",)
    assert "write `columns odd" not in only(board(head="rows even right 4 x 4"), "grid-wrong").help[0]


def test_half_hexes_belong_to_the_higher_columns() -> None:
    rows = ". . . .\n" * 4
    fitting = board(rows + ". - . -\n", head="columns odd higher 4 x 4 half odd")
    assert checked(fitting) == ()
    finding = only(board(rows, head="columns odd higher 4 x 4 half even"), "half-hex-misplaced")
    assert "write `half odd`" in finding.help[0]
    assert [name for name, _ in faults(board(rows, head="axial 4 x 4 half odd"))] == ["half-hex-misplaced"]


def test_hex_beyond_the_half_hexes() -> None:
    text = board(". . . .\n" * 4 + ". . . -\n", head="columns odd higher 4 x 4 half odd")
    assert faults(text) == [("half-hex-misplaced", ".")]


def test_rows_of_half_hexes_are_one_more() -> None:
    finding = only(board(". . . .\n" * 4, head="columns odd higher 4 x 4 half odd"), "board-size")
    assert finding.notes == ("4 rows of whole hexes, and one more for the half hexes",)


def test_edges_and_places() -> None:
    more = "    edge brook (0, 0) / (1, 0)\n    place well = (2, 2)\n    place hut = B3\n"
    made = program(board(more=more) + 'layout l "L" { board field at (2, 1) }\n')
    layout = made.layouts["l"]
    ground = layout.ground
    assert (ground.hexes[layout.names["well"]].q, ground.hexes[layout.names["well"]].r) == (4, 3)
    assert (ground.hexes[layout.names["hut"]].q, ground.hexes[layout.names["hut"]].r) == (3, 3)
    assert ground.features_between(ground.index_of[2, 1], ground.index_of[3, 1]) == ("brook",)
    assert made.enums["edges"] == (("brook", "brook"),)


def test_edge_between_hexes_that_do_not_touch() -> None:
    apart = only(board(more="    edge brook (0, 0) / (2, 0)\n"), "edge-wrong")
    assert apart.headline == "`(0, 0)` and `(2, 0)` share no side: they are 2 steps apart"
    assert "one hex twice" in only(board(more="    edge brook (0, 0) / (0, 0)\n"), "edge-wrong").headline


def test_edge_said_twice_points_at_the_first() -> None:
    finding = only(board(more="    edge brook (0, 0) / (1, 0)\n    edge brook (1, 0) / (0, 0)\n"), "edge-wrong")
    assert finding.secondary[0].text == "first said here"


def test_place_off_the_board_says_what_there_is() -> None:
    finding = only(board(more="    place well = (7, 1)\n"), "off-map")
    assert finding.headline == "`(7, 1)` is not on the board `field`"
    assert "q 0..3 and r 0..3" in finding.notes[0]


def test_place_must_be_written_out() -> None:
    assert only(board(more="    place well = first(places)\n"), "maybe-absent").name == "maybe-absent"
    assert only(board(more="    place well = (option.pace, 1)\n"), "not-constant").name == "not-constant"


def test_same_place_twice() -> None:
    finding = only(board(more="    place well = (1, 1)\n    place well = (2, 1)\n"), "duplicate-name")
    assert finding.headline == "`well` is named twice"


def test_a_fault_of_a_board_is_reported_once_however_often_it_is_used() -> None:
    text = (RULES + MAPS + FORCES + SCENARIO).replace(". w . .\n        . . # .", ". ? . .\n        . . # .")
    assert [name for name, _ in faults(text)] == ["glyph-unknown"]
