"""Triggers come to rest, or the compiler says why it cannot see that."""

import pytest

from tests.unit.check.small import at
from tests.unit.rules.games import SMALL, names, only

FLAGS = "    state lit = no\n    state dark = no\n    track fuel: 0..9 = 9\n"
PICKED = SMALL.replace("    track score: 0..9 = 0\n", "    track score: 0..9 = 0\n    state pick: Walker? = none\n")
WITH_FLAGS = PICKED.replace("    state loaded = no\n", f"    state loaded = no\n{FLAGS}").replace(
    'used() "no"', 'used() and not by.lit and not by.dark and by.fuel > 0 "no"'
)

SAFE = [
    "whenever a(w: Walker) when w.lit { w.lit = no }",
    "whenever a(w: Walker) when not w.lit { w.lit = yes }",
    "whenever a(w: Walker, v: Walker) when w.side is not v.side and v.lit { w.wounds += 1; v.lit = no }",
    "whenever a(w: Walker) when w.lit { quench(w) }\neffect quench(x: Walker) { if x.lit { x.lit = no; x.wounds += 1 } }",
    "whenever a(w: Walker) when w.lit { if w.wounds > 0 { w.lit = no } else { quench(w) } }\neffect quench(x: Walker) { x.lit = no }",
    "whenever a(w: Walker) when w.fuel > 3 { w.fuel -= 1 }",
    "whenever a(w: Walker) when w.fuel >= 3 { w.fuel = 1 }",
    "whenever a(w: Walker) when w.wounds < 1 { w.wounds += 1 }",
    "whenever a(w: Walker) when w.wounds > 2 { remove w }",
    "whenever a(s: Side in sides) when s.goal is none and s.score > 3 { s.score = 0 }",
    "whenever a(s: Side in sides) when s.goal is not none { s.goal = none }",
    "whenever a() when turns > 3 { turns = 0 }",
    "whenever a(w: Walker) when w.lit { w.dark = yes; w.lit = no }\nwhenever b(w: Walker) when w.dark { w.dark = no }",
    "whenever a(w: Walker) when w.lit { together { w.lit = no; w.wounds += 1 } }",
]
PILES = [
    "whenever a(s: Side in sides) when count(orders) > 0 and s.score > 3 { draw from orders into s.hand }",
    "whenever a(s: Side in sides) when first(orders) is not none and s.score > 3 { draw c from orders into s.hand }",
    "whenever a(s: Side in sides) when count(s.hand) >= 3 { throw_off(s) }\neffect throw_off(x: Side) { draw from x.hand into waste }",
]
SAFE += PILES
BURNING = [
    "whenever a(s: Side in sides) when count(s.hand) < 3 { draw from orders into s.hand }",
    "whenever a(s: Side in sides) when count(orders) > 0 { if s.score > 3 { draw from orders into s.hand } }",
    "whenever a(s: Side in sides) when count(s.hand) > 0 { draw from orders into s.hand }",
    "whenever a(s: Side in sides) when s.pick.lit { s.pick = first(walkers); if let w = s.pick { w.lit = no } }",
    "whenever a(w: Walker) when w.lit { w.wounds += 1 }",
    "whenever a(w: Walker) when w.lit { w.lit = yes }",
    "whenever a(w: Walker) when w.lit { if w.wounds > 0 { w.lit = no } }",
    "whenever a(w: Walker, v: Walker) when w.lit { v.lit = no }",
    "whenever a(w: Walker) when w.lit or w.dark { w.lit = no }",
    "whenever a(w: Walker) when w.lit { stop if w.dark; w.lit = no }",
    "whenever a(w: Walker) when w.fuel > 3 { w.fuel += 1 }",
    "whenever a(w: Walker) when w.fuel >= 0 { w.fuel -= 1 }",
    "whenever a(w: Walker) when w.lit { quench(w) }\neffect quench(x: Walker) { if x.dark { x.lit = no } }",
    "whenever a(w: Walker) when w.at is well { put w at (0, 0) }",
]


def with_rules(rules: str) -> str:
    text = WITH_FLAGS.replace("    red rows from top", "    place well = (1, 1)\n    red rows from top")
    return text + rules.replace("; ", "\n    ").replace("{ ", "{\n    ") + "\n"


@pytest.mark.parametrize("rules", SAFE)
def test_what_comes_to_rest(rules: str) -> None:
    assert names(with_rules(rules)) == []


@pytest.mark.parametrize("rules", BURNING)
def test_what_may_run_for_ever(rules: str) -> None:
    text = with_rules(rules)
    finding = only(text, "whenever-cycle")
    assert finding.headline == "`a` would run for ever: nothing in it is sure to make its condition false"
    assert at(text, finding) in rules


def test_two_triggers_that_light_each_other() -> None:
    text = with_rules(
        "whenever a(w: Walker) when w.lit { w.dark = yes; w.lit = no }\nwhenever b(w: Walker) when w.dark { w.lit = yes; w.dark = no }"
    )
    finding = only(text, "whenever-cycle")
    assert finding.headline == "triggers can set each other off for ever: `a` -> `b` -> `a`"
    assert finding.notes == ("`a` sets `dark` of `Walker`, for which `b` runs", "`b` sets `lit` of `Walker`, for which `a` runs")


def test_a_ring_of_three() -> None:
    text = with_rules(
        "whenever a(w: Walker) when w.lit { w.dark = yes; w.lit = no }\n"
        "whenever b(w: Walker) when w.dark { w.fuel = 9; w.dark = no }\n"
        "whenever c(w: Walker) when w.fuel > 8 { light(w); w.fuel = 1 }\neffect light(x: Walker) { x.lit = yes }"
    )
    assert only(text, "whenever-cycle").headline == "triggers can set each other off for ever: `a` -> `b` -> `c` -> `a`"


def test_a_ring_in_which_one_burns_down_for_good() -> None:
    assert names(with_rules(
        "whenever a(w: Walker) when w.lit and w.fuel > 3 { w.dark = yes; w.lit = no; w.fuel -= 1 }\n"
        "whenever b(w: Walker) when w.dark { w.lit = yes; w.dark = no }"
    )) == []  # fmt: skip


def test_removed_pieces_do_not_light_a_ring_unless_they_return() -> None:
    ring = "whenever a(w: Walker) when w.lit { remove w }\nwhenever b(w: Walker) when w.dark { w.lit = yes; w.dark = no }"
    assert names(with_rules(ring)) == []


BACK = "\nwhenever b(s: Side in sides) when count(s.hand) > 0 { draw from s.hand into orders }"


@pytest.mark.parametrize(
    "rules",
    [
        "whenever a(s: Side in sides) when count(orders) > 0 { draw from orders into orders }",
        "whenever a(s: Side in sides) when count(orders) > 0 { draw c from orders; if let card = c { put card into orders at bottom } }",
        "whenever a(s: Side in sides) when count(orders) > 0 { draw from orders into s.hand }" + BACK,
    ],
)
def test_piles_that_are_filled_again(rules: str) -> None:
    finding = only(with_rules(rules), "whenever-cycle")
    assert finding.headline.startswith("triggers can set each other off for ever: `a` -> ")
    assert any(note.endswith("puts things into `orders`, for which `a` runs") for note in finding.notes)
