"""Endings that never count, that come too early, and triggers that are used up."""

from __future__ import annotations

import pytest

from tests.unit.rules.test_feasibility import DUEL, YARD, found

CODES = ("TK6040", "TK6041", "TK6042")


def ending(first: str, second: str, head: str = "each s in sides") -> str:
    return f"{DUEL}ending scores {{\n    {head}\n    one: {first}\n    two: {second}\n}}\n"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("win s when s.points >= 4", "win s.enemy when s.points >= 4"),
        ("win s when s.points >= 4", "draw when s.points >= 6"),
        ("win s when s.points >= 4 or s.enemy.points > 7", "win s when s.points > 5 and s.points >= 4"),
    ],
)
def test_a_row_that_never_counts(first: str, second: str) -> None:
    (finding,) = found(ending(first, second), *CODES)
    assert finding.code == "TK6040" and "`scores.two` never counts" in finding.headline and "`scores.one`" in finding.headline


@pytest.mark.parametrize(
    ("first", "second"),
    [("win s when s.points >= 6", "win s when s.points >= 4"), ("win s when s.points >= 4", "win s when s.enemy.points >= 4")],
)
def test_a_row_that_asks_for_something_else(first: str, second: str) -> None:
    assert found(ending(first, second), *CODES) == []


def test_endings_that_are_looked_at_at_other_moments() -> None:
    rows = "ending a at end of round {{ win red when red.points >= 4 }}\nending b{} {{ draw when red.points >= 4 }}\n"
    assert found(DUEL + rows.format(""), *CODES) == []
    assert [finding.code for finding in found(DUEL + rows.format(" at end of round"), *CODES)] == ["TK6040"]


YARD_LATE = """
action enter(t: Tank in all tanks) as s {
    require t.side is s and t.at is none and not t.removed "{t} is there"
    put t at (12, 2)
}
action burn(t: Tank in tanks) { remove t }
sequence relief { rounds at most 9 { each side s takes a turn { s plays drive, enter, burn once may pass } } }
ending field during relief { each s in sides; win s when WHEN }
layout farm "Farm" { board ground at (0, 0) }
scenario late "Late" {
    layout farm
    red  { 2 scout, well }
    blue { guard }
    given scout at (2, 2), guard at (20, 20), red.well at (12, 5)
    start relief
}
"""


def test_an_ending_that_does_not_wait_on_a_table() -> None:
    early = YARD_LATE.replace("WHEN", "not any t in s.enemy.tanks where t.at is not none")
    (finding,) = found(YARD + early, *CODES)
    assert finding.code == "TK6041" and "does not wait for `scout.2` of `red`" in finding.headline
    late = YARD_LATE.replace("WHEN", "not any t in all tanks where t.side is s.enemy and not t.removed")
    assert found(YARD + late, *CODES) == []
