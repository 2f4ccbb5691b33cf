"""Boards of MegaMek against a second reader."""

import random

import pytest

from tankdsl.exchange.interface import Edge
from tests.unit.exchange.second import cells_of_board, compiled, document_graph, field_of, graph, read, refused, text_of

BOARD = """\
# a comment
size 3 2
option exit_roads_to_pavement false
hex 0101 0 "" ""
hex 0201 1 "woods:1;road:1:8" "grass"
hex 0301 -1 "water:0" ""
hex 0102 0 "rough:1" ""
hex 0202 0 "road:1:1" ""
hex 0302 0 "" ""
end
"""


def notes(text: str) -> list[str]:
    return [finding.headline for finding in read("a.board", text).findings]


def test_types_are_stats_and_heights_are_levels() -> None:
    found = field_of("a.board", BOARD)
    assert [(one.id, one.stats) for one in found.terrains] == [
        ("clear", ()),
        ("woods_1_road_1", (("woods", 1), ("road", 1))),
        ("water_0", (("water", 0),)),
        ("rough_1", (("rough", 1),)),
        ("road_1", (("road", 1),)),
    ]
    assert found.levels == ((0, 1, -1), (0, 0, 0))
    assert "    levels {\n         0  1 -1\n         0  0  0\n    }\n" in text_of("a.board", BOARD)
    assert dict(found.absent) == {"woods": 0, "road": 0, "water": -1, "rough": 0}
    assert "terrain without `water` has water = -1, since 0 is a level of it" in notes(BOARD)


def test_even_columns_lie_lower_and_labels_are_those_of_the_board() -> None:
    text = text_of("a.board", BOARD)
    assert "columns odd higher 3 x 2" in text and "labels ccrr\n" in text
    found = document_graph(compiled(text))
    wanted = graph(dict.fromkeys(cells_of_board(BOARD), ""), "x", 1)
    assert {frozenset(edge) for edge in found.edges} == {frozenset(f"{x + 1:02}{y + 1:02}" for x, y in edge) for edge in wanted.edges}


def test_roads_go_on_where_both_hexes_say_so() -> None:
    assert field_of("a.board", BOARD).edges == (Edge((1, 0), (1, 1), "road"),)
    assert field_of("a.board", BOARD.replace("road:1:1", "road:1:2")).edges == ()
    assert field_of("a.board", BOARD.replace("road:1:8", "road:1").replace("road:1:1", "road:1")).edges == (Edge((1, 0), (1, 1), "road"),)


@pytest.mark.parametrize("seed", range(4))
def test_random_boards_agree_with_a_second_reader(seed: int) -> None:
    chance = random.Random(seed)
    columns, rows = chance.randint(2, 9), chance.randint(2, 9)
    types = ("woods", "water", "rough", "impassable")
    lines = [f"size {columns} {rows}"]
    for row in range(rows):
        for column in range(columns):
            held = ";".join(f"{type}:{chance.randint(1, 3)}" for type in types if chance.random() < 0.3)
            lines.append(f'hex {column + 1:02}{row + 1:02} {chance.randint(-2, 6)} "{held}" ""')
    text = "\n".join([*lines, "end", ""])
    document = compiled(text_of("a.board", text))
    terrain = next(kind for kind in document["content"]["kinds"] if kind["category"] == "terrain")
    stats = {model["id"]: model["stats"] for model in terrain["models"]}
    places = {place["label"]: (place.get("level", 0), stats[place["terrain"]]) for place in document["content"]["map"]["places"]}
    for (x, y), (level, held) in cells_of_board(text).items():
        assert places[f"{x + 1:02}{y + 1:02}"] == (level, held)
    assert len(places) == columns * rows


def test_a_level_board_has_no_levels_and_steep_ones_are_cut_off() -> None:
    flat = BOARD.replace("0201 1", "0201 0").replace("0301 -1", "0301 0")
    assert field_of("a.board", flat).levels == () and "levels" not in text_of("a.board", flat)
    steep = BOARD.replace("0201 1", "0201 2000").replace("0301 -1", "0301 -3000")
    assert field_of("a.board", steep).levels[0] == (0, 999, -999)
    assert "levels beyond 999 are 999, and below -999 that" in notes(steep)


def test_what_is_missing_is_assumed() -> None:
    short = "\n".join(BOARD.splitlines()[:6])
    assert {"3 hexes that the file does not mention: clear ground at level 0", "the file is complete, though it has no line `end`"} <= set(
        notes(short)
    )
    assert field_of("a.board", short).cells[1] == ("clear", "clear", "clear")


def test_numbers_of_large_boards_have_more_digits() -> None:
    lines = [f'hex {x:02}{y:02} {x % 3} "" ""' for y in range(1, 3) for x in range(1, 113)]
    found = field_of("a.board", "\n".join(["size 112 2", *lines, "end"]))
    assert set(found.cells[1]) == {"clear"} and found.levels[1][110:] == (0, 1)
    assert "labels cccrrr" in text_of("a.board", "\n".join(["size 112 2", *lines, "end"]))


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", "TK9012", "no line `size`"),
        ("hex 0101 0 \"\" \"\"\nsize 1 1", "TK9012", "before the size"),
        ("size 3", "TK9012", "expected `size`"),
        ("size -3 2", "TK9012", "at least one column"),
        ("size 0 2", "TK9012", "at least one column"),
        ("size 999999999 999999999", "TK9013", "at most"),
        ("size 2 2\nhex 0303 0 \"\" \"\"", "TK9012", "beyond the board"),
        ("size 2 2\nhex 0101 up \"\" \"\"", "TK9012", "expected `hex`"),
        ("size 2 2\nhex 0101 0 \"woods\" \"\"", "TK9012", "`woods` is no terrain"),
        ("size 2 2\nhex 0101 0 \"" + ";".join(f"t{n}:1" for n in range(99)) + "\" \"\"", "TK9012", "99 terrain types"),
        ("\0", "TK9012", "zero byte"),
    ],
    ids=range(11),
)  # fmt: skip
def test_damaged_boards_are_refused(text: str, code: str, words: str) -> None:
    found, headline = refused("a.board", text)
    assert found == code and words in headline


def test_text_that_is_not_utf_8_is_refused() -> None:
    assert refused("a.board", b"size 1 1\nhex \xff")[0] == "TK9012"


CLIFFS = """\
size 3 2
hex 0101 0 "" ""
hex 0201 1 "cliff_top:1:59" ""
hex 0301 3 "" ""
hex 0102 0 "cliff_top:1" ""
hex 0202 0 "water:2" ""
hex 0302 0 "" ""
end
"""


def test_cliffs_lead_down_from_their_top() -> None:
    # 59 is all but the south-east: north (no hex), north-east (a hex above), south (three levels below, under water), and both to the west.
    assert set(field_of("a.board", CLIFFS).edges) == {
        Edge((1, 0), (0, 1), "cliff_top", leads=True),
        Edge((1, 0), (0, 0), "cliff_top", leads=True),
    }
    assert "3 directions of `cliff_top` to hexes that do not lie one or two levels below" in notes(CLIFFS)
    assert "cliffs are features of edges as well, which lead down from the hex that has the `cliff_top`" in notes(CLIFFS)
    assert "    edge cliff_top B1 to A1\n" in text_of("a.board", CLIFFS)


def test_other_directions_are_told_to_be_lost() -> None:
    assert "the directions of `fuel_tank`: only those of road, bridge, rails, river, cliff_top become edges" in notes(
        CLIFFS.replace("cliff_top:1:59", "fuel_tank:1:3")
    )


NAMED = """\
size 2 1
hex 0101 0 "level:2;name:3;id:0;woods:1" ""
hex 0201 0 "woods:1;woods:2" ""
end
"""


def test_types_with_another_name_in_the_language_are_told_and_have_their_default() -> None:
    found = field_of("a.board", NAMED)
    assert dict(found.absent) == {"level_2": 0, "name_2": 0, "id_2": -1, "woods": 0}
    assert {f"the type `{word}` is the stat `{word}_2`" for word in ("level", "name", "id")} <= set(notes(NAMED))
    assert "terrain without `id_2` has id_2 = -1, since 0 is a level of it" in notes(NAMED)
    compiled(text_of("a.board", NAMED))


def test_a_type_twice_in_one_hex_is_told() -> None:
    assert "of two levels of `woods` in one hex the last counts" in notes(NAMED)
    assert [dict(terrain.stats)["woods"] for terrain in field_of("a.board", NAMED).terrains] == [1, 2]


@pytest.mark.parametrize(("spikes", "columns"), [(1, 6), (2, 6), (3, 6), (3, 60), (6, 60), (0, 6)])
def test_boards_with_pinnacles_check(spikes: int, columns: int) -> None:
    """A few hexes far above all around are allowed in the text, since the map has them; many are no finding at all."""
    high = {(2 * at + 1, 3) for at in range(spikes)}
    lines = [f'hex {x:02}{y:02} {5 if (x, y) in high else 0} "" ""' for y in range(1, 6) for x in range(1, columns + 1)]
    text = text_of("a.board", "\n".join([f"size {columns} 5", *lines, "end"]))
    compiled(text)
    assert ("allow level-stands-out" in text) == (0 < spikes <= max(2, columns * 5 // 50))
