"""Units that wait off the map and can never come onto it."""

import pytest

from tankdsl.check.tree import Program
from tankdsl.rules.counters import bounds_of
from tankdsl.rules.game import Game
from tests.unit.check.small import RULES, at, program
from tests.unit.rules.games import findings, names, on_board, only

MUSTER = "effect muster(w: Walker, h: place) { put w at h }\n"
STATES = "    state arrives: 0..30? = none\n    state gates: set of place = []\n"
ARRIVING = RULES.replace("    state loaded = no\n", f"    state loaded = no\n{STATES}")
ENTER = """action enter(w: Walker in all walkers, h: place in %s) as s {
    cost 1
    require w.side is s                    "not yours"
    require w.at is none                   "{w} is on the map"
    require %s                             "{w} cannot come in"
    %s
}
"""
GIVEN = "given scout at (0, 0), guard at (2, 1)"
ROWS = (". w .", ". . #")


def entering(
    domain: str = "gate", demand: str = "turns >= 0", body: str = "put w at h", *, zone: str = "zone gate = [(0, 1)]", given: str = GIVEN
) -> str:
    """A game in which the second scout must enter."""
    rules = ARRIVING.replace(MUSTER, ENTER % (domain, demand, body)).replace("s plays march,", "s plays march, enter,")
    rules = rules.replace("rounds at most 9 {", "rounds at most 9 { turns += 1;")
    rules = rules.replace('used() "no"', 'used() and by.arrives is none and count(by.gates) < 9 "no"')
    return on_board(*ROWS, rules=rules, layout=zone, scenario=given)


def test_nothing_brings_it_on() -> None:
    text = on_board(*ROWS, rules=RULES.replace(MUSTER, ""), scenario=GIVEN)
    finding = only(text, "never-enters")
    assert finding.level == "warning"
    assert finding.headline == "`scout.2` waits off the map and can never enter: no rule ever puts one on a place"
    assert finding.notes == ("in the scenario `plain`",)
    assert at(text, finding)


def test_where_no_unit_is_placed_the_pieces_are_set_up_by_hand() -> None:
    assert names(on_board(*ROWS, rules=RULES.replace(MUSTER, ""))) == []


MAY_ENTER = [
    entering(),
    entering(zone="zone gate = [(2, 1), (0, 1)]", demand="ground(h).enterable"),
    entering("neighbours((0, 0))"),
    entering("w.gates", given=f"{GIVEN}\ngiven scout {{ gates = [(0, 1)] }}"),
    entering(demand="turns >= w.arrives", given=f"{GIVEN}\ngiven scout {{ arrives = 9 }}"),
    entering(demand="turns is w.arrives", given=f"{GIVEN}\ngiven scout {{ arrives = 9 }}"),
    entering(demand="w.load > 0 and option.pace > 1"),
    entering(demand="w.wounds is 0"),
    entering(body='choose x from gate where ground(x).enterable by s "Where?" { put w at x } else { nothing }'),
    entering(body="muster(w, h)") + MUSTER,
]


@pytest.mark.parametrize("text", MAY_ENTER, ids=range(len(MAY_ENTER)))
def test_what_play_may_let_in(text: str) -> None:
    assert "never-enters" not in names(text)


SHUFFLES = """
action shuffle_up(w: Walker in walkers, others: some Walker in s.walkers) as s {
    cost 1
    require w.side is s                    "not yours"
    close_up(s, others, w.at)
}
effect close_up(s: Side, others: set of Walker, hole: place?) {
    if let h = hole { choose o from others by s "Who?" { put o at h } else { nothing } }
}
"""
"""A rule that puts units on places, but only such as stand on the map."""


def shuffling(text: str) -> str:
    return text.replace("s plays march,", "s plays shuffle_up, march,") + SHUFFLES


SHUT_OUT = [
    (shuffling(entering("w.gates")), "there is no place where it could"),
    (entering(zone="zone other = [(0, 1)]\nzone gate = other - other"), "there is no place where it could"),
    (entering(zone="zone gate = [(2, 1)]", demand="ground(h).enterable"), '1 place: "it cannot come in"'),
    (entering("w.gates"), "there is no place where it could"),
    (entering(demand="turns >= w.arrives"), '"it cannot come in", and its `arrives` is none'),
    (entering(demand="turns >= w.arrives", given=f"{GIVEN}\ngiven scout {{ arrives = 10 }}"), "`turns` goes from 0 to 9"),
    (entering(demand="w.load > 2"), '"it cannot come in"'),
    (entering(demand="option.hills"), '"it cannot come in"'),
    (
        entering(body='choose x from [(2, 1)] where ground(x).enterable by s "Where?" { put w at x } else { nothing }'),
        "none meets the condition of the choice",
    ),
    (entering(zone="zone gate = [(2, 1)]", demand="ground(h).enterable", body="muster(w, h)") + MUSTER, '"it cannot come in"'),
]


@pytest.mark.parametrize(("text", "why"), SHUT_OUT, ids=range(len(SHUT_OUT)))
def test_what_is_shut_out(text: str, why: str) -> None:
    finding = only(text, "never-enters")
    assert finding.headline.startswith("`scout.2` waits off the map and can never enter: ") and why in finding.headline


def test_alike_ones_are_one_finding() -> None:
    text = entering(zone="zone other = places\nzone gate = other - other").replace("2 scout", "4 scout")
    assert only(text, "never-enters").headline.startswith("`scout.2`, `scout.3` and `scout.4` wait off the map")


def test_a_unit_without_a_legal_place_has_its_own_finding() -> None:
    placement = 'placement standing(w: Walker, h: place) { require ground(h).open and ground(h) is wood "never" }\n'
    by_hand = {finding.name for finding in findings(on_board(*ROWS, rules=RULES.replace(MUSTER, "") + placement, scenario=GIVEN))}
    assert "no-place-for-piece" in by_hand and "never-enters" not in by_hand
    # What lets it enter does not ask the placement.
    entered = {finding.name for finding in findings(entering(demand="ground(h) is rock", zone="zone gate = [(0, 1)]") + placement)}
    assert "no-place-for-piece" not in entered and "never-enters" in entered


# -------------------------------------------------------------------------------------------------------------- counters


def counted(sequence: str, ending: str = "") -> tuple[int, int] | None:
    start, end = RULES.index("sequence game {"), RULES.index("sequence short")
    rules = f"{RULES[:start]}sequence game {{ {sequence} }}\n{RULES[end:]}{ending}".replace("turns: 0..9", "turns: 0..90")
    made: Program = program(on_board(*ROWS, rules=rules))
    game = Game(made)
    return bounds_of(game, made.scenarios["plain"]).get(("Game", "turns"))


PHASES = "during turn { for each s in sides { during phase of s { s plays march, Order for 1 may pass } }; turns += 1 }"
PLAYS = "each side s takes a turn { s plays march, Order for 1 may pass }"


@pytest.mark.parametrize(
    ("sequence", "ending", "most"),
    [
        (f"rounds at most 6 {{ turns += 1; {PLAYS} }}", "", 6),
        (f"rounds at most 6 {{ {PLAYS}; turns += 1 }}", "", 5),
        (f"rounds at most 6 {{ {PLAYS}; turns += 1 }}; {PLAYS}", "", 6),
        (f"rounds at most option.pace {{ turns += 2; {PLAYS} }}", "", 4),
        ("rounds at most 3 { each side s takes a turn { turns += 1; s plays march, Order for 1 may pass } }", "", 6),
        (f"rounds {{ turns += 1; {PLAYS} }}", "", 90),
        (f"rounds {{ turns += 1; {PLAYS} }}", "ending late { draw when turns > 7 }\n", 8),
        (f"rounds {{ {PLAYS}; turns += 1 }}", "ending late { draw when turns > 7 }\n", 7),
        (f"rounds {{ {PLAYS}; turns += 1 }}", "ending late at end of turn { draw when turns > 7 }\n", 8),
        (f"rounds {{ {PLAYS}; turns += 1 }}", "ending late { draw when turns > 7 and red.score > 3 }\n", 90),
        (f"rounds {{ {PLAYS}; turns += 1 }}", "ending late { draw when turns > 7 or red.score > 3 }\n", 7),
        (f"rounds {{ {PLAYS}; turns += 1 }}", "ending late { draw when turns > 7 and option.pace is 2 }\n", 7),
        (f"rounds {{ {PLAYS}; turns += 1 }}", "ending late { draw when turns > 7 and option.hills }\n", 90),
        (f"rounds {{ {PHASES} }}", "ending late at end of turn { draw when turns > 7 }\n", 7),
        (f"rounds {{ {PHASES}; turns += 1 }}", "ending late at end of turn { draw when turns > 7 }\n", 9),
    ],
)
def test_how_far_a_counter_goes(sequence: str, ending: str, most: int) -> None:
    assert counted(sequence, ending) == (0, most)


def test_what_actions_raise_is_no_counter() -> None:
    assert counted(f"rounds {{ {PLAYS} }}", "effect tick() { turns += 1 }\n") is None
