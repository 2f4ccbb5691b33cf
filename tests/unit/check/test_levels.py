"""Levels of boards, glyphs of several characters, and the four staggers: what is right and what is wrong with them."""

import pytest

from tankdsl.check.tree import LayoutDef
from tankdsl.check.types import Int
from tankdsl.ground.maps import GroundMap
from tests.unit.check.small import RULES, at, checked, only, program

HILL = ("0 1 2\n0 1 2\n", ". . w\n. . .\n")


LEGEND = ". = grass, w = wood"


def board(levels: str = HILL[0], rows: str = HILL[1], *, head: str = "axial 3 x 2", legend: str = LEGEND, more: str = "") -> str:
    drawn = f"    levels {{\n{levels}    }}\n" if levels else ""
    layout = "layout only { board field at (0, 0); labels letters }\n"
    return f"{RULES}\nboard field {head} {{\n    legend {legend}\n    rows {{\n{rows}    }}\n{drawn}}}\n{layout}{more}"


def faults(text: str) -> list[tuple[str, str]]:
    return [(finding.name, at(text, finding)) for finding in checked(text)]


def ground(text: str, layout: str = "only") -> GroundMap:
    found: LayoutDef = program(text).layouts[layout]
    assert isinstance(found.ground, GroundMap)
    return found.ground


def levels(text: str, layout: str = "only") -> dict[str, int]:
    return {hex_.label: hex_.level for hex_ in ground(text, layout).hexes}


def test_the_levels_of_a_board_are_those_of_its_hexes() -> None:
    assert levels(board()) == {"A1": 0, "B1": 1, "C1": 2, "A2": 0, "B2": 1, "C2": 2}
    assert set(levels(board("")).values()) == {0}


def test_levels_turn_with_the_board_and_keep_their_printed_label() -> None:
    turned = board().replace("at (0, 0)", "at (0, 0) turned")
    assert levels(turned) == {"A1": 2, "B1": 1, "C1": 0, "A2": 2, "B2": 1, "C2": 0}
    found = ground(turned)
    assert {hex_.board_label: hex_.level for hex_ in found.hexes} == levels(board())


def test_of_two_boards_one_may_be_level() -> None:
    flat = "board flat axial 3 x 2 {\n    legend . = grass\n    rows {\n . . .\n . . .\n }\n}\n"
    both = board(more=flat + "layout both { board flat at (0, 0); board field at (0, 2); labels letters }\n")
    assert list(levels(both, "both").values()) == [0] * 6 + [0, 1, 2, 0, 1, 2]


@pytest.mark.parametrize(
    ("drawn", "expected"),
    [
        ("0 1 2\n", [("levels-size", "0 1 2")]),
        ("0 1 2\n0 1 2\n0 1 2\n", [("levels-size", "0 1 2")]),
        ("0 1 2\n0 1\n", [("levels-size", "0 1")]),
        ("0 1 2 3\n0 1 2\n", [("levels-size", "3")]),
        ("0 x 2\n- 1 1000\n", [("level-wrong", "x"), ("level-wrong", "-"), ("level-wrong", "1000")]),
        ("", []),
    ],
)
def test_what_is_wrong_is_shown_where_it_stands(drawn: str, expected: list[tuple[str, str]]) -> None:
    assert faults(board(drawn)) == expected


def test_a_level_without_a_hex_and_a_hex_without_a_level_are_told_with_label_and_terrain() -> None:
    text = board("0 - 2\n0 1 2\n", ". . w\n. . -\n")
    missing, alone = checked(text)
    assert missing.headline == "the hex B1 of `field` has no level"
    assert missing.primary is not None and missing.primary.text == "column 2 of row 1: `grass`"
    assert alone.headline == "`field` has the level 2 where it has no hex"
    assert alone.help == ("write `-` here, or a glyph in the rows",)


def test_of_many_faults_the_first_are_shown_and_the_others_counted() -> None:
    rows, drawn = (" ".join([word] * 10) + "\n" for word in (".", "x"))
    found = checked(board(drawn * 3, rows * 3, head="axial 10 x 3"))
    assert len(found) == 20 and found[-1].notes == ("so are 10 more places of the levels of `field`",)


def test_nothing_is_said_of_missing_levels_where_a_board_could_not_be_read() -> None:
    flat = "board flat axial 2 x 1 {\n    legend . = grass\n    rows {\n . .\n }\n}\n"
    text = board(more=flat + "value one(h: place): 0..999 = level(h)\n")
    assert checked(text) == ()
    assert [finding.name for finding in checked(text.replace("axial 3 x 2", "axial -3 x 2"))] == ["unexpected-word"]


def test_levels_are_drawn_once_and_their_braces_close() -> None:
    twice = board().replace("    levels {", "    levels {\n0 0 0\n0 0 0\n    }\n    levels {", 1)
    assert [finding.name for finding in checked(twice)][:1] == ["given-twice"]
    open_ = board().replace("    levels {\n0 1 2", "    levels\n0 1 2")
    assert checked(open_)[0].headline == "expected `{` after `levels`"


def test_levels_may_stand_before_the_rows_and_hold_a_comment_behind_the_brace() -> None:
    text = board().replace("    rows {", "    levels { # of the survey of spring\n0 1 2\n0 1 2\n    }\n    rows {")
    assert levels(text.replace(f"    levels {{\n{HILL[0]}    }}\n", "")) == levels(board())


# ------------------------------------------------------------------------------------------------------------ level(h)


def gives(text: str) -> object:
    return program(text + "value probe(h: place) = level(h)\n").values["probe"].gives


def test_the_range_of_levels_is_that_of_all_boards() -> None:
    assert gives(board("-3 1 2\n1 1 2\n")) == Int(-3, 2)
    assert gives(board("3 1 2\n1 1 2\n")) == Int(1, 3)
    flat = "board flat axial 2 x 1 {\n    legend . = grass\n    rows {\n . .\n }\n}\n"
    assert gives(board("3 1 2\n1 1 2\n", more=flat)) == Int(0, 3)
    assert gives(RULES) == Int(-999, 999)


def test_levels_that_no_board_has_are_remarked_upon_once() -> None:
    text = board("", more="value one(h: place): 0..9 = level(h)\nvalue two(h: place): 0..9 = level(h) + 1\n")
    finding = only(text, "levels-nowhere")
    assert (finding.level, finding.headline) == ("warning", "no board has levels: every hex lies at level 0")


def test_level_takes_a_place_or_a_piece_and_is_absent_off_the_map() -> None:
    more = "value high(w: Walker): bool = level(w) > 1\nvalue deep(h: place?): 0..2 = level(h) else 0\n"
    assert checked(board(more=more)) == ()
    assert [finding.level for finding in checked(board(more="value bad(w: Walker): 0..2 = level(w.load)\n"))] == ["error"]


def test_zones_and_edges_know_levels() -> None:
    text = board(more="layout zoned { board field at (0, 0); labels letters; zone hill = [h in places where level(h) > 1] }\n")
    assert program(text).layouts["zoned"].zones["hill"] == (2, 5)


# ---------------------------------------------------------------------------------------- glyphs of several characters


WIDE = "..  wd2 ..  ..\n..  ..  rck ..\n"


def wide(rows: str) -> str:
    return board("", rows, head="axial 4 x 2", legend=".. = grass, wd2 = wood, rck = rock")


def test_glyphs_of_several_characters() -> None:
    assert [hex_.terrain for hex_ in ground(wide(WIDE)).hexes] == ["grass", "wood", "grass", "grass", "grass", "grass", "rock", "grass"]


def test_glued_glyphs_of_several_characters_are_taken_apart() -> None:
    finding = only(wide(WIDE.replace("wd2 ..  ..", "wd2.. ..")), "glyphs-glued")
    assert finding.headline == "`wd2..` are 2 glyphs without blanks between them"
    assert finding.fix is not None and [edit.text for edit in finding.fix.edits] == ["wd2 .."]


def test_a_hole_in_aligned_columns_is_named() -> None:
    finding = only(wide(WIDE.replace("wd2", "   ")), "row-length")
    assert finding.primary is not None and finding.primary.text == "row 1 is too short: nothing stands in column 2"
    narrow = only(board("", ". . .\n.   .\n"), "row-length")
    assert narrow.primary is not None and narrow.primary.text == "row 2 is too short: nothing stands in column 2"


def test_a_row_that_merely_ends_early_has_no_hole() -> None:
    finding = only(board("", ". . .\n. .\n"), "row-length")
    assert finding.primary is not None and finding.primary.text == "row 2 is too short"


def test_an_unknown_glyph_of_several_characters_says_where_it_is() -> None:
    finding = only(wide(WIDE.replace("rck", "rok")), "glyph-unknown")
    assert finding.primary is not None and finding.primary.text.startswith("column 3 of row 2")
    assert finding.help[0] == "did you mean `rck`?"


# ------------------------------------------------------------------------------------------------------- four staggers

STAGGERS = [("flat", "columns odd lower"), ("flat", "columns odd higher"), ("pointy", "rows odd right"), ("pointy", "rows odd left")]


def staggered(orientation: str, words: str, more: str = "", rows: str = ". . .\n. . .\n. . .\n", size: str = "3 x 3") -> str:
    return board("", rows, head=f"{words} {size}{more}").replace("space hex flat", f"space hex {orientation}")


@pytest.mark.parametrize(("orientation", "words"), STAGGERS)
def test_the_line_that_is_named_is_the_one_that_is_pushed(orientation: str, words: str) -> None:
    found = ground(staggered(orientation, words))
    b2 = found.hexes[found.by_label["B2"]]
    near = {found.hexes[index].label for index in found.neighbours[b2.index]}
    expected = {
        "columns odd lower": {"B1", "B3", "A1", "A2", "C1", "C2"},
        "columns odd higher": {"B1", "B3", "A2", "A3", "C2", "C3"},
        "rows odd right": {"A2", "C2", "A1", "B1", "A3", "B3"},
        "rows odd left": {"A2", "C2", "B1", "C1", "B3", "C3"},
    }
    assert near == expected[words]


@pytest.mark.parametrize(("orientation", "words"), STAGGERS)
def test_half_hexes_end_the_lines_that_reach_beyond(orientation: str, words: str) -> None:
    right = "odd" if words.split()[-1] in ("higher", "left") else "even"
    wrong = "even" if right == "odd" else "odd"
    long, short = ("odd", "even") if right == "odd" else ("even", "odd")
    lines = {long: ". . .", short: ". . -"} if orientation == "pointy" else None
    if lines is not None:
        rows = "\n".join(lines["odd" if row % 2 == 0 else "even"] for row in range(3)) + "\n"
        size = "2 x 3"
    else:
        last = " ".join("." if ("odd" if column % 2 == 0 else "even") == long else "-" for column in range(3))
        rows, size = f". . .\n. . .\n{last}\n", "3 x 2"
    found = ground(staggered(orientation, words, f" half {right}", rows, size))
    halves = {hex_.label for hex_ in found.hexes if hex_.half}
    ends = {"odd": {"A1", "C1", "A3", "C3"}, "even": {"B1", "B3"} if orientation == "flat" else {"A2", "C2"}}
    assert halves == ends[long]
    finding = checked(staggered(orientation, words, f" half {wrong}", rows, size))[0]
    lines_word = "columns" if orientation == "flat" else "rows"
    lie = "lower" if orientation == "flat" else "further right"
    assert finding.headline == f"the {wrong} {lines_word} of `field` lie {lie} and cannot end in half hexes"
