"""The chapter `odds`: chances are those that counting all results gives."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tankdsl.rules.game import Game
from tankdsl.survey.odds import odds
from tests.unit.check.small import program
from tests.unit.rules.test_harm import ROLL, battle, game, tanks


def found(text: str, scenario: str = "battle") -> dict[tuple[str, str], list[dict[str, Any]]]:
    it = Game(program(text))
    section = odds(it, it.worlds[scenario])
    rows: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in [] if section is None else section.data:  # type: ignore[attr-defined]
        rows.setdefault((row["who"], row["whom"]), []).append(row)
    return rows


def chance(text: str, who: str = "red.hunter", whom: str = "blue.guard") -> tuple[Fraction, Fraction]:
    (row,) = found(text)[who, whom]
    return Fraction(row["least"]), Fraction(row["most"])


def of_two_dice(gun: int, armour: int) -> Fraction:
    return Fraction(sum(a + b + gun >= armour for a, b in product(range(1, 7), repeat=2)), 36)


RESULT = "    result(target, total(aim) + by.gun - target.armour)\n"
KEEP = "effect weigh(t: Tank, m: -40..40) { result(t, max(-40, m - t.gun - t.armour)) }\n"
"""Reads what a shot reads no more when it does something else."""
HIT = "{ hit(target) }"
DIE = "roll a = 1d6"
BATTLE = battle("hunter, guard", "hunter, guard")


@pytest.mark.parametrize(
    ("who", "whom", "gun", "armour"), [("hunter", "guard", 8, 15), ("guard", "hunter", 5, 12), ("hunter", "hunter", 8, 12)]
)
def test_chances_of_two_dice(who: str, whom: str, gun: int, armour: int) -> None:
    rows = found(game(more=BATTLE))
    (row,) = rows[f"red.{who}", f"blue.{whom}"]
    assert row["least"] == row["most"] == str(of_two_dice(gun, armour))
    assert (row["nearest"], row["farthest"], row["by"]) == (1, 3, "shoot")


def best_of(count: int, needed: int) -> Fraction:
    return Fraction(sum(max(dice) >= needed for dice in product(range(1, 7), repeat=count)), 6**count)


@pytest.mark.parametrize(
    ("roll", "test", "expected"),
    [
        ("3d6", "highest(aim) >= 5", best_of(3, 5)),
        ("2d6", "lowest(aim) >= 4", Fraction(1, 4)),
        ("4d6", "count(die in aim where die >= 5) >= 2", 1 - Fraction(2, 3) ** 4 - 4 * Fraction(1, 3) * Fraction(2, 3) ** 3),
        ("1d6 each 2 clamp 1..6", "highest(aim) >= 6", Fraction(1, 2)),
        ("1d6 each -1 clamp 1..6", "highest(aim) is 1", Fraction(1, 3)),
        ("1d6", "highest(aim) mod 2 is 0", Fraction(1, 2)),
        ("2d6", "any die in aim where die is 6", Fraction(11, 36)),
        ("2d6", "total(aim) in [7, 11]", Fraction(8, 36)),
    ],
)
def test_pools(roll: str, test: str, expected: Fraction) -> None:
    changes = (ROLL, f"    roll aim = {roll}\n"), (RESULT, f"    if {test} {{ hit(target) }}\n")
    assert chance(game(*changes, more=KEEP + BATTLE)) == (expected, expected)


def shoot(*lines: str, more: str = "") -> str:
    """The game in which a shot does something else."""
    body = "".join(f"    {line}\n" for line in lines)
    return game((ROLL, ""), (RESULT, body), more=KEEP + more + BATTLE)


HALF, THIRD, SIXTH, QUARTERS = Fraction(1, 2), Fraction(1, 3), Fraction(1, 6), Fraction(3, 4)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # One after the other, and only when the first came out.
        (shoot("roll a = 1d6", "if highest(a) >= 4 { roll b = 1d6; if highest(b) >= 5 { hit(target) } }"), (HALF * THIRD,) * 2),
        # Who stops does no harm behind it.
        (shoot("roll a = 1d6", "stop if highest(a) < 4", "hit(target)"), (HALF, HALF)),
        # As often as it says, until it comes out.
        (
            shoot("var left = yes", f"repeat at most 2 until not left {{ {DIE}; if highest(a) >= 4 {{ left = no; hit(target) }} }}"),
            (QUARTERS, QUARTERS),
        ),
        # A set that is known is gone through.
        (shoot("for each n in [2, 3] { roll a = 1d6; if highest(a) <= n { hit(target) } }"), (Fraction(2, 3),) * 2),
        # What is optional is left alone, and questions are answered with no.
        (shoot(f'ask by.side "Fire?" {HIT} else {{ {DIE}; if highest(a) is 6 {HIT} }}'), (SIXTH, SIXTH)),
        # Of what must be chosen nothing is known.
        (shoot('choose n from [1, 2] by by.side "Which?"', DIE, f"if highest(a) <= (n else 1) {HIT}"), (SIXTH, THIRD)),
        # States are as at the beginning, and as the shot has set them.
        (shoot("if target.hull is 2 { roll a = 1d6; if highest(a) >= 4 { hit(target) } }"), (HALF, HALF)),
        (shoot("target.hull = 1", f"if target.hull is 2 {HIT} else {{ {DIE}; if highest(a) >= 5 {HIT} }}"), (THIRD, THIRD)),
        # A window in which nobody plays anything.
        (
            shoot("var bonus: 0..9 = 0", "window aiming(by, bonus) asks by.side", DIE, f"if highest(a) + bonus >= 6 {HIT}",
                  more="window aiming(by: Tank, var bonus: 0..9)\nreaction steady in aiming by by.side { bonus += 1 }\n"),
            (SIXTH, SIXTH),
        ),
        # An effect that gives something.
        (
            shoot("let shown = better()", "if shown >= 5 { hit(target) }",
                  more="effect better() gives 1..6 { roll a = 2d6; give highest(a) }\n"),
            (best_of(2, 5),) * 2,
        ),
    ],
)  # fmt: skip
def test_ways_of_a_shot(text: str, expected: tuple[Fraction, Fraction]) -> None:
    assert chance(text) == expected


def test_distances_are_told_apart() -> None:
    text = shoot(DIE, f"if highest(a) > (distance(by, target) else 0 hexes) as int {HIT}")
    rows = found(text)["red.hunter", "blue.guard"]
    assert [(row["nearest"], row["farthest"], row["least"]) for row in rows] == [(1, 1, "5/6"), (2, 2, "2/3"), (3, 3, "1/2")]


def test_the_terrain_is_the_commonest() -> None:
    rows = found(shoot("if terrain(target.at).open { roll a = 1d6; if highest(a) >= 4 { hit(target) } }"))
    assert rows["red.hunter", "blue.guard"][0]["least"] == "1/2"


def test_what_is_known_of_nothing_is_left_out() -> None:
    text = shoot("for each t in tanks where distance(t, target) <= 1 hex newcomers too { hit(t) }")
    assert ("red.hunter", "blue.guard") not in found(text)


LEVELS = """    levels {
        1 1 1 1 1
        1 1 1 2 3
        0 0 0 2 2
    }
}

layout plain"""
"""The field on several levels, most of it on level 1."""
HILLS = ("}\n\nlayout plain", LEVELS)
ABOVE = "value steep(by: Tank, target: Tank): int sum { base: by.gun; high: +2 when level(by) > level(target) }\n"
FROM_ABOVE = RESULT.replace("by.gun", "steep(by, target)")


@pytest.mark.parametrize("changes", [(), (HILLS,)])
def test_both_stand_on_one_level(changes: tuple[tuple[str, str], ...]) -> None:
    text = game(*changes, (RESULT, FROM_ABOVE), more=ABOVE + BATTLE)
    assert chance(text) == (of_two_dice(8, 15),) * 2
    it = Game(program(text))
    section = odds(it, it.worlds["battle"])
    assert section is not None and section.lines[0].startswith(f"two pieces alone on `grass`{', both on level 1' if changes else ''}, as")


@pytest.mark.parametrize(("level", "expected"), [(1, HALF), (2, THIRD)])
def test_that_level_is_the_commonest(level: int, expected: Fraction) -> None:
    text = shoot(DIE, f"if level(target) is {level} {{ if highest(a) >= 4 {HIT} }} else {{ if highest(a) >= 5 {HIT} }}")
    assert chance(text.replace(*HILLS)) == (expected, expected)


OWNED = ("board field at (0, 0)", "board field at (0, 0) of red")
HOME = "value home(t: Tank): int sum { base: t.armour; home: +3 when territory(t) is t.side }\n"


def test_what_is_not_known_makes_a_range() -> None:
    """Dice with a bonus of which only the ends are known."""
    text = shoot("roll a = 1d6 each dug(target) clamp 1..6", f"if highest(a) >= 6 {HIT}",
                 more="value dug(t: Tank): int sum { home: +3 when territory(t) is t.side }\n")  # fmt: skip
    assert chance(text) == (SIXTH, SIXTH), "no hex of this map belongs to anybody"
    assert chance(text.replace(*OWNED)) == (SIXTH, Fraction(4, 6))


def lines(text: str) -> tuple[str, ...]:
    it = Game(program(text))
    section = odds(it, it.worlds["battle"])
    return () if section is None else section.lines[1:]


def test_what_is_left_out_is_told_with_the_reason() -> None:
    text = shoot(f"if territory(target) is by.side {HIT}").replace(*OWNED)
    assert found(text) == {} and lines(text) == ("left out is `shoot`, which depends on what is not known: `territory(target)`",)
    some = shoot(f"if target.armour > 13 {{ if territory(target) is by.side {HIT} }} else {HIT}").replace(*OWNED)
    assert [rows[0]["least"] for rows in found(some).values()] == ["1"] * 4
    assert lines(some) == ("left out is `shoot` for 4 of 8 pairs, which depends on what is not known: `territory(target)`",)
    assert lines(shoot("roll a = 30d6", f"if count(die in a where die is 6) > 1 {HIT}")) == (
        "left out is `shoot`, which takes too long to follow",
    )


def test_where_nobody_can_do_harm_it_says_so() -> None:
    text = (
        shoot("hit(target)")
        .replace(*HILLS)
        .replace("    require distance(by, target) <= 3 hexes ", "    require level(by) > level(target) ")
    )
    assert found(text) == {} and lines(text) == ("nobody can do harm so",)


def test_rows_for_people() -> None:
    it = Game(program(game(more=tanks("popgun 0 8", "tower 6 13") + battle("popgun, hunter", "tower"))))
    section = odds(it, it.worlds["battle"])
    assert section is not None
    assert section.rows == (
        ("red.hunter", "blue.tower", "shoot", "1 to 3", "83.3 %"),
        ("blue.tower", "red.popgun", "shoot", "1 to 3", "100 %"),
        ("blue.tower", "red.hunter", "shoot", "1 to 3", "72.2 %"),
    )
    assert section.lines[0].startswith("two pieces alone on `grass`, as the scenario begins; ")


def test_nothing_without_marks() -> None:
    it = Game(program(game((" harms t {", " {"))))
    assert odds(it, it.worlds["meeting"]) is None
