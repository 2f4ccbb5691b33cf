"""Messages: what they say, where they point, and how many there are."""

from __future__ import annotations

import pytest

from tests.field_faults.trying import DUEL, assert_clean, assert_finding, compiled, duel, shown

KIND = """unit kind Gun {
    track shells: 0..load = load
    state loaded = no
    stat load: 1..3
}
units Gun {
    | load | name  | id  |
    | 2    | "Gun" | gun |
}
effect fire(g: Gun) { if g.loaded and g.shells > 0 { g.shells -= 1; g.loaded = no } else { g.loaded = yes } }
"""


def test_f078_members_and_columns_stand_in_any_order() -> None:
    assert_clean(DUEL + KIND)


def test_f078_what_another_part_depends_on_is_named() -> None:
    text = DUEL + KIND.replace("    stat load: 1..3\n", "").replace("0..load = load", "0..«load» = 1").replace(" load |", "").replace(
        " 2    |", ""
    )
    assert_finding(text, "TK2004", "no number stat `load`", alone=False)


def test_f079_one_bad_glyph_of_ten_boards() -> None:
    rows = "    rows {\n        . . .\n        . T .\n    }\n"
    boards = {f"board{number}.tank": f"board b{number} axial 3 x 2 {{\n    legend . = grass, T = wood\n{rows}}}\n" for number in range(10)}
    boards["board7.tank"] = boards["board7.tank"].replace(". T .", ". «X» .")
    message = assert_finding({"game.tank": DUEL, **boards}, "TK5001", "`X`", "column 2 of row 2")
    assert "board7.tank:5:11" in message


@pytest.mark.parametrize("cell", ["2T.", "12grass", "T."])
def test_f080_glyphs_that_stand_together(cell: str) -> None:
    text = duel((". T . . .\n", f". «{cell}» . . .\n"))
    code = "TK5002" if cell == "T." else "TK5001"
    message = assert_finding(
        text, code, f"`{cell}`", {"T.": "write `T .`", "2T.": "a cell is one glyph"}.get(cell, "column 2 of row 2"), alone=False
    )
    assert "Assertion" not in message


def test_f101_the_fault_itself_in_its_own_file() -> None:
    table = 'units Tank {\n    | id  | name  | role  | speed |\n    | cat | "Cat" | light | «»      |\n}\n'
    with pytest.raises(AssertionError):
        assert_clean({"game.tank": DUEL, "parts/cats.tank": table.replace("«»", "")})
    session = compiled({"game.tank": 'use "parts/cats.tank"\n' + DUEL, "parts/cats.tank": table.replace("«»", "")})
    (finding,) = session.findings
    message = shown(session, finding)
    assert finding.code == "TK4013" and "parts/cats.tank:3:" in message and "`speed`" in message


def test_f103_what_stands_twice_is_shown_at_both_places() -> None:
    more = "## More rules.\n\neffect «hit»(t: Tank) { t.ready = no }\n"
    message = assert_finding({"game.tank": 'use "more.tank"\n' + DUEL, "more.tank": more}, "TK2001", "`hit`", alone=False)
    line = ('use "more.tank"\n' + DUEL).split("effect hit")[0].count("\n") + 1
    assert f"game.tank:{line}:8" in message and "more.tank:3:8" in message


def test_f104_a_bracket_in_the_third_of_five_files() -> None:
    files = {f"part{number}.tank": f"enum Colour{number} {{ red{number}, blue{number} }}\n" for number in range(5)}
    files["part2.tank"] = "enum Colour2 «{» red2, blue2\n"
    uses = "".join(f'use "{name}"\n' for name in files)
    assert_finding({"game.tank": uses + DUEL, **files}, "TK1006", "part2.tank:1:14", "`{`")


def test_f131_what_has_two_ends_is_named_with_both() -> None:
    board = (
        "board cut axial 3 x 3 {\n    legend . = grass\n    rows {\n        . . .\n"
        "        . . .\n        . . .\n    }\n    «edge river (0, 0) / (2, 2)»\n}\n"
    )
    assert_finding(DUEL + board, "TK5011", "(0, 0)", "(2, 2)", alone=False)


def test_f133_one_slip_made_two_hundred_times_is_one_message() -> None:
    text = DUEL + "".join(f"effect e{number}(t: Tank) {{ t.plaets -= {number % 3 + 1} }}\n" for number in range(200))
    session = compiled(text)
    (finding,) = session.findings
    message = shown(session, finding)
    first = DUEL.count("\n") + 1
    assert finding.count == 200 and f"game.tank:{first}:" in message
    assert "did you mean `plates`?" in message and "found 200 times" in message


def test_f172_a_place_over_several_lines_begins_and_ends_where_it_should() -> None:
    table = "table cover(r: 1..6) gives 0..2 {\n    1..3 => give 1\n    4..6 => give 2\n    6    => give 0\n}\n"
    assert_finding(DUEL + table.replace("6    => give 0", "«6    => give 0»"), "TK4002", "6")
    assert_finding(DUEL + "effect e(t: Tank) {\n    «rounds {\n        t.ready = yes\n    }»\n}\n", "TK4012")
    assert_finding(DUEL + "value v(t: Tank): bool = any o in tanks where\n    «o.plates +\n    1»\n", "TK3001")
