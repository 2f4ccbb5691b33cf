"""Ranges of expressions: whatever the unknown parts are, what comes of them lies in the range, and it is no wider than it has to be."""

from __future__ import annotations

from itertools import product

import pytest

from tankdsl.check.static import UNKNOWN, Run, World
from tankdsl.rules.harm.bounds import framed
from tankdsl.rules.harm.known import Dice, Group, Within, ends
from tests.unit.check.small import RULES, program

CASES = {
    "a + b": (-2, 8),
    "a - b": (-5, 5),
    "a * b": (-6, 15),
    "-(a + 1)": (-4, -1),
    "abs(b)": (0, 5),
    "min(a, b)": (-2, 3),
    "max(a, b, 1)": (1, 5),
    "if c { a } else { b }": (-2, 5),
    "if a > 3 { 100 } else { a }": (0, 3),
    "if a >= 0 { a } else { 100 }": (0, 3),
    "if a is b + 9 { 1 } else { 2 }": (2, 2),
    "if a is not b + 9 { 1 } else { 2 }": (1, 1),
    "if c and a < 0 { 1 } else { 2 }": (2, 2),
    "if c or a >= 0 { 1 } else { 2 }": (1, 1),
    "match a { 0 => 5; 1..2 => 7; otherwise => b }": (-2, 7),
    "inner(a) + inner(b)": (0, 8),
    "summed(a, c)": (-1, 8),
    "clamped(a, c)": (0, 4),
    "greatest(b, c)": (-2, 5),
    "any_row(b, c)": (-2, 5),
    "least(b, a)": (-2, 3),
}
MORE = """
value inner(n: -9..9): int = abs(n)
value summed(n: 0..3, c: bool): int sum { n; 2 when c; -1 when not c; 3 "one" when n > 0 and c }
value clamped(n: 0..3, c: bool): int sum clamp 0..4 { n; 2 when c; -1 when not c }
value greatest(n: -2..5, c: bool): int max { n; -1 when c }
value any_row(n: -2..5, c: bool): int max { n when c }
"""


@pytest.mark.parametrize("text", CASES)
def test_ranges_hold_and_are_narrow(text: str) -> None:
    made = program(f"{RULES}{MORE}value tried(a: 0..3, b: -2..5, c: bool): int = {text}\n")
    world, tried = World(made), made.values["tried"]
    a, b, c = tried.params
    found = ends(framed(world, {}).known(tried.body))
    assert found is not None
    each = [Run(world, {a: x, b: y, c: z}).value(tried.body) for x, y, z in product(range(4), range(-2, 6), (False, True))]
    assert all(isinstance(value, int) and found[0] <= value <= found[1] for value in each)
    assert found == CASES[text]


def test_dice_show_what_they_can() -> None:
    made = program(f"{RULES}value best(pool: dice): int = highest(pool)\nvalue all_of(pool: dice): int = total(pool)\n")
    world = World(made)
    best, all_of = made.values["best"], made.values["all_of"]
    for dice, one, total in [(Dice(2, 2, 1, 6), (1, 6), (2, 12)), (Dice(1, 3, 2, 6), (2, 6), (2, 18)), (Dice(3, 3, 1, 4), (1, 4), (3, 12))]:
        assert ends(framed(world, {all_of.params[0]: dice}).known(all_of.body)) == total
        assert ends(framed(world, {best.params[0]: dice}).known(best.body)) == one


def test_a_group_holds_one_for_certain() -> None:
    text = "value size(g: set of Walker): int = count(g)\nvalue lone(g: set of Walker): bool = all w in g where w is spotter\n"
    made = program(RULES + text.replace("w is spotter", "w.wounds > 99"))
    world = World(made)
    size = made.values["size"]
    assert framed(world, {size.params[0]: Group("spotter", 4)}).known(size.body) == Within(1, 4)
    lone = made.values["lone"]
    assert framed(world, {}).value(lone.body) in (UNKNOWN, False)
    assert framed(world, {lone.params[0]: Group("spotter", 4)}).value(lone.body) is False
