"""What others fill in, drop or guess in silence: sizes, rows, defaults."""

from __future__ import annotations

import pytest

from tests.field_faults.trying import DUEL, assert_clean, assert_finding, compiled, duel, shown

ROWS = "        . . . . .\n        . T . . .\n        . . . T .\n        . . . . .\n"


def test_f010_forces_inline_and_by_name_are_the_same() -> None:
    inline = duel(("    roster usual\n", "    red  { scout, giant }\n    blue { scout, giant }\n"))
    assert assert_clean(inline).scenario("meeting").document == assert_clean(DUEL).scenario("meeting").document


@pytest.mark.parametrize("line", range(4))
def test_f028_a_row_that_is_missing_or_doubled(line: int) -> None:
    rows = ROWS.splitlines(keepends=True)
    for changed in (rows[:line] + rows[line + 1 :], rows[: line + 1] + rows[line:]):
        session = compiled(duel((ROWS, "".join(changed))))
        told = [shown(session, finding) for finding in session.findings if finding.code == "TK5004"]
        assert len(told) == 1 and f"{len(changed)} row" in told[0] and "4" in told[0]


def test_f030_a_cell_that_is_missing() -> None:
    text = duel((". T . . .\n", ". . . .\n"))
    session = compiled(text)
    (finding,) = [finding for finding in session.findings if finding.level == "error"]
    message = shown(session, finding)
    assert finding.code == "TK5003" and "4 cells" in message and "expected 5" in message
    assert f"game.tank:{text.split(ROWS.splitlines()[0])[0].count(chr(10)) + 2}:" in message


def test_f030_a_row_of_a_table_that_lost_its_words() -> None:
    text = duel(('    | giant | "Giant" | heavy | 1 hex   |\n', "    | giant |\n"))
    session = compiled(text)
    (finding,) = session.findings
    assert finding.code == "TK4013" and "1 cell" in finding.headline


def test_f033_width_and_height_exchanged() -> None:
    session = compiled(duel(("axial 5 x 4", "axial 4 x 5")))
    told = " ".join(shown(session, finding) for finding in session.findings if finding.code in ("TK5003", "TK5004"))
    assert "4 x 5" in told or ("5 cells" in told and "expected 4" in told)


def test_f139_one_short_row_is_named_with_both_numbers() -> None:
    rows = "".join("        . . . . . . .\n" if number != 3 else "        «. . . . . .»\n" for number in range(5))
    board = f"board wide axial 7 x 5 {{\n    legend . = grass\n    rows {{\n{rows}    }}\n}}\n"
    session = compiled(DUEL + board.replace("«", "").replace("»", ""))
    (finding,) = session.findings
    message = shown(session, finding)
    line = DUEL.count("\n") + 7
    assert finding.code == "TK5003" and f"game.tank:{line}:" in message and "6 cells" in message and "7" in message


def test_f042_an_unknown_row_edge_is_not_replaced_by_another() -> None:
    assert_finding(
        duel(("    board field at (0, 0)\n", "    board field at (0, 0)\n    «red rows from topp»\n")),
        "TK5017",
        "did you mean `top`?",
        alone=False,
    )


def test_f026_edges_have_one_meaning_for_every_board() -> None:
    assert_finding(
        duel(("    board field at (0, 0)\n", "    board field at (0, 0)\n    «red rows from east»\n")),
        "TK5017",
        "`left`",
        "`right`",
        alone=False,
    )
