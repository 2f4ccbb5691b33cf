"""Endings that never count, that come too early, and triggers that are used up."""

from __future__ import annotations

import pytest

from tankdsl.session import Session
from tankdsl.source import MemoryBundle
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
        # The same set asked with another variable, and narrower conditions inside of `any` and `all`.
        ("win s when any t in s.tanks where t.plates is 0", "draw when any x in s.tanks where x.plates is 0"),
        ("win s when any t in s.tanks where t.plates is 0", "draw when any x in s.tanks where x.ready and x.plates is 0"),
        ("win s when all t in s.tanks where t.plates < 2", "draw when all x in s.tanks where x.plates < 1"),
        ("win s when not any t in s.tanks where t.ready and t.plates > 0", "draw when not any x in s.tanks where x.ready"),
        ("win s when count(t in s.tanks where t.ready) > 1", "draw when count(x in s.tanks where x.ready) > 1"),
    ],
)
def test_a_row_that_never_counts(first: str, second: str) -> None:
    (finding,) = found(ending(first, second), *CODES)
    assert finding.code == "TK6040" and "`scores.two` never counts" in finding.headline and "`scores.one`" in finding.headline


def test_nothing_counts_behind_an_ending_without_a_condition() -> None:
    rows = "one: win most points\n    two: draw when red.points > 3"
    (finding,) = found(f"{DUEL}ending scores at end of game {{\n    {rows}\n}}\n", *CODES)
    assert finding.code == "TK6040" and "`scores.two` never counts" in finding.headline
    last = "one: win red when red.points > 3\n    two: win most points"
    assert found(f"{DUEL}ending scores at end of game {{\n    {last}\n}}\n", *CODES) == []


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("win s when s.points >= 6", "win s when s.points >= 4"),
        ("win s when s.points >= 4", "win s when s.enemy.points >= 4"),
        ("win s when any t in s.tanks where t.plates is 0", "draw when any x in s.enemy.tanks where x.plates is 0"),
        ("win s when any t in s.tanks where t.plates is 0", "draw when all x in s.tanks where x.plates is 0"),
        ("win s when any t in s.tanks where t.ready and t.plates is 0", "draw when any x in s.tanks where x.ready"),
        ("win s when not any t in s.tanks where t.ready", "draw when not any x in s.tanks where x.ready and x.plates > 0"),
        (
            "win s when any t in s.tanks where any u in s.tanks where t.plates > u.plates",
            "draw when any x in s.tanks where any y in s.tanks where y.plates > x.plates",
        ),
    ],
)
def test_a_row_that_asks_for_something_else(first: str, second: str) -> None:
    assert found(ending(first, second), *CODES) == []


def test_endings_that_are_looked_at_at_other_moments() -> None:
    rows = "ending a at end of round {{ win red when red.points >= 4 }}\nending b{} {{ draw when red.points >= 4 }}\n"
    assert found(DUEL + rows.format(""), *CODES) == []
    assert [finding.code for finding in found(DUEL + rows.format(" at end of round"), *CODES)] == ["TK6040"]


def in_two_files(first: str, second: str) -> list[str]:
    files = {"a.tank": f"ending one {first}\n", "b.tank": f"ending two {second}\n", "game.tank": DUEL}
    return [finding.code for finding in Session(MemoryBundle(files), tuple(files)).findings if finding.code.startswith("TK604")]


NARROW = "{ win blue when red.points >= 4 and blue.points is 0 }"


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (NARROW, "{ draw when red.points >= 4 }", ["TK6043"]),
        (NARROW, "{ win blue when red.points >= 4 }", []),
        (NARROW, "at end of round { draw when red.points >= 4 }", []),
        (NARROW, "{ draw when red.points >= 4 and blue.points > 0 }", []),
        ("{ draw when red.points >= 4 }", NARROW, ["TK6040"]),
    ],
)
def test_an_order_that_only_files_give(first: str, second: str, expected: list[str]) -> None:
    assert in_two_files(first, second) == expected


def test_in_one_file_the_narrower_one_comes_first_on_purpose() -> None:
    assert found(f"{DUEL}ending one {NARROW}\nending two {{ draw when red.points >= 4 }}\n", *CODES, "TK6043") == []


SEARCH = """
marker kind Signpost {{ state found = no; state reached = no }}
markers Signpost {{
    | id   | name   |
    | post | "Post" |
}}
whenever sighted(t: Tank, p: Signpost) when not p.found and distance(t, p) <= 1 hex {{ p.found = yes }}
whenever arrived(t: Tank, p: Signpost) when not p.{asked} and distance(t, p) <= 1 hex and t.role is heavy {{ p.{asked} = yes }}
"""


@pytest.mark.parametrize(("asked", "expected"), [("found", ["TK6042"]), ("reached", [])])
def test_a_trigger_that_is_used_up(asked: str, expected: list[str]) -> None:
    assert [finding.code for finding in found(DUEL + SEARCH.format(asked=asked), *CODES)] == expected


def test_a_trigger_that_runs_again_is_not_used_up() -> None:
    again = "effect forget(p: Signpost) { p.found = no }\n"
    assert found(DUEL + SEARCH.format(asked="found") + again, *CODES) == []


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
