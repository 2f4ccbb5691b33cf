"""Sights: their rows, what the rows may ask, and what is reported."""

import pytest

from tests.unit.check.small import MAPS, RULES, at, checked, only, program

EDGES = "layout hedged { board north at (0, 0); edge hedge (0, 0) / (1, 0) }\n"


def sight(*rows: str, tie: str = "tie both") -> str:
    return RULES + MAPS + EDGES + "sight line {\n" + "".join(f"    {row}\n" for row in rows) + f"    {tie}\n}}\n"


def test_every_sort_of_row() -> None:
    text = sight(
        'blocked at h when not ground(h).open "woods" @AB-001',
        "blocked at h between a, b when not ground(h).open and ground(b).open",
        "blocked across x, y when edge(x, y) is hedge",
        'blocked across near, far between a, b when edge(near, far) is hedge and near is not a "a hedge" @AB-002 @AB-003',
        "blocked along l, r when edge(l, r) is hedge",
        "blocked between a, b when distance(a, b) > 6 hexes",
    )
    assert checked(text) == ()
    found = program(text).sights["line"]
    assert [row.where for row in found.rows] == ["at", "at", "across", "across", "along", "between"]
    assert [row.text for row in found.rows] == ["woods", "", "", "a hedge", "", ""]
    assert [row.cites for row in found.rows] == [("AB-001",), (), (), ("AB-002", "AB-003"), (), ()]
    assert found.cites == ("AB-001", "AB-002", "AB-003")
    assert [[place.name for place in row.places] for row in found.rows][3] == ["near", "far"]


def test_a_sight_says_what_blocks_it() -> None:
    assert only(RULES + "sight line { tie both }\n", "part-missing").headline == "sight `line` does not say what blocks it"


def test_names_of_one_row_mean_nothing_in_another() -> None:
    text = sight("blocked at h when not ground(h).open", "blocked across x, y when not ground(h).open and edge(x, y) is hedge")
    assert [at(text, finding) for finding in checked(text)] == ["h"]


@pytest.mark.parametrize("row", ["blocked across x when yes", "blocked along x when yes", "blocked at x, y when yes", "blocked when yes"])
def test_rows_with_another_number_of_names_are_no_rows(row: str) -> None:
    assert [finding.level for finding in checked(sight(row))] == ["error"]


def test_a_condition_is_yes_or_no() -> None:
    text = sight("blocked across x, y when distance(x, y)")
    assert at(text, checked(text)[0]) == "distance(x, y)"


def test_a_text_of_a_row_mentions_nothing() -> None:
    text = sight('blocked at h when not ground(h).open "{h} is in the way"')
    assert only(text, "unknown-name").headline == "this text mentions `h`, and nothing is called that here"


def test_the_words_of_rows_stay_names_elsewhere() -> None:
    assert checked(RULES + "value across(along: 0..9, levels: 0..9): 0..18 = along + levels\n") == ()


def test_sides_are_for_hexes() -> None:
    table = """
ruleset town "A town" { sides red "Red", blue "Blue"; space table inches; main game; track turns: 0..9 = 0 }
measure inch, inches
area kind House { stat high = no }
areas House {
| id | name | outline |
| mill | "Mill" | [(1, 1), (2, 1), (2, 2)] |
}
unit kind Gun {}
sight line { blocked at h when h.high; blocked between a, b when distance(a, b) > 9 inches; blocked across x, y when yes }
sequence game { rounds { turns += 1 } }
ending late { draw when turns > 8 }
"""
    finding = only(table, "row-wrong")
    assert finding.headline == "`blocked across` is about the sides of hexes, and this game is played on a table"
    assert checked(table.replace("; blocked across x, y when yes", "")) == ()
