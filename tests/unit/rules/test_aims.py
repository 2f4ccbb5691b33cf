"""Zones and places that an ending or a dealt mission asks a side to come to, and to which it never comes."""

import pytest

from tests.unit.check.small import RULES, at
from tests.unit.rules.games import findings, names, on_board, only

MUSTER = "effect muster(w: Walker, h: place) { put w at h }\n"
HEAD = RULES.replace(MUSTER, "")
FORCES = "roster usual {\n    red { 2 scout }\n    blue { guard }\n}\n"
WALL = (". . # . .", ". . # . .", ". . # . .")
GIVEN = "given scout at (0, 0), scout at (0, 1), guard at (4, 0)"
ENDING = "ending depot { win red when any w in red.walkers where w.at in store }\n"
DEALT = (
    "marker kind Paper { state task: Mission? = none\n state holder: Side = red }\n"
    'markers Paper {\n    | id | name |\n    | paper | "Paper" |\n}\n'
    'mission beyond "Beyond" { met for s when any w in s.walkers where w.at in store }\n'
    "ending papers { each p in papers; win p.holder when met(p.task, p.holder) }\n"
)


def game(
    ending: str = ENDING,
    *rows: str,
    layout: str = "zone store = [(4, 0), (4, 1)]",
    given: str = GIVEN,
    rules: str = HEAD,
    forces: str = FORCES,
) -> str:
    return on_board(*(rows or WALL), rules=rules + ending, layout=layout, scenario=given, forces=forces)


def test_a_zone_behind_a_wall_with_an_enemy_inside() -> None:
    text = game()
    finding = only(text, "objective-out-of-reach")
    assert finding.level == "error"
    assert finding.headline == "`red` can never come to the zone `store`, and cannot win by the ending `depot.1` without"
    assert at(text, finding) == "w.at in store"
    assert finding.notes[:2] == (
        "it is (4, 0) grass and (4, 1) grass",
        'shut in by (2, 0) rock, (2, 1) rock and (2, 2) rock: "the hex cannot be entered"',
    )
    assert finding.help


def test_a_gap_in_the_wall() -> None:
    assert "objective-out-of-reach" not in names(game(ENDING, ". . # . .", ". . . . .", ". . # . ."))


def test_one_piece_that_begins_inside_is_enough() -> None:
    given = GIVEN.replace("scout at (0, 1)", "scout at (3, 1)")
    assert "objective-out-of-reach" not in names(game(given=given))


def test_nobody_at_all_comes_there_is_said_once() -> None:
    found = names(game(ENDING, ". . . . #", ". . . . #", ". . . . .", given=GIVEN.replace("guard at (4, 0)", "guard at (3, 0)")))
    assert found.count("objective-out-of-reach") == 1 and "place-out-of-reach" not in found


@pytest.mark.parametrize(
    "condition",
    [
        "any w in red.walkers where w.at is well",
        "count(w in red.walkers where w.at is well) >= 1",
        "any w in walkers where w.side is red and w.at is well",
        "turns > 3 and any w in red.walkers where is_there(w)",
        "any w in [x in red.walkers where x.at is well] where w.wounds < 3",
    ],
)
def test_ways_of_asking_for_a_place(condition: str) -> None:
    rules = HEAD + "value is_there(w: Walker): bool = w.at is well\n"
    text = game(f"ending depot {{ win red when {condition} }}\n", layout="place well = (4, 0)", rules=rules)
    assert only(text, "objective-out-of-reach").headline.startswith("`red` can never come to the place `well`")


@pytest.mark.parametrize(
    "ending",
    [
        "ending depot { win red when any w in red.walkers where w.at in store or w.wounds > 2 }\n",
        "ending depot { win red when not any w in red.walkers where w.at in store }\n",
        "ending depot { each s in sides; win s when any w in s.walkers where w.at in store }\n",
        "ending depot { win blue when any w in blue.walkers where w.at in store }\n",
    ],
)
def test_what_can_be_met_otherwise_or_by_another_side(ending: str) -> None:
    assert "objective-out-of-reach" not in names(game(ending))


def test_each_side_has_its_own_zone() -> None:
    ending = (
        "value goal_of(s: Side): set of place = if s is red { store } else { depot }\n"
        "ending depots { each s in sides; win s when any w in s.walkers where w.at in goal_of(s) }\n"
    )
    layout = "zone store = [(4, 0), (4, 1)]\nzone depot = [(3, 0)]"
    found = [finding.headline for finding in findings(game(ending, layout=layout)) if finding.name == "objective-out-of-reach"]
    assert found == ["`red` can never come to (4, 0) grass and (4, 1) grass, and cannot win by the ending `depots.1` without"]


def test_a_mission_that_the_scenario_deals() -> None:
    forces = FORCES.replace("2 scout", "2 scout, paper")
    given = GIVEN + ", paper at (0, 2) { task = beyond }"
    finding = only(game(DEALT, given=given, forces=forces), "objective-out-of-reach")
    assert finding.headline == "`red` can never come to the zone `store`, and cannot win by the ending `papers.1` without"
    taken = HEAD.replace("    by.wounds += 1\n", "    by.wounds += 1\n    for each p in papers { p.task = none }\n")
    assert taken != HEAD
    assert "objective-out-of-reach" not in names(game(DEALT, given=given, forces=forces, rules=taken))


def test_pieces_that_rules_may_put_elsewhere() -> None:
    flown = '    by.wounds += 1\n    choose h from places by by.side "Where to?" { muster(by, h) } else { nothing }\n'
    assert "objective-out-of-reach" not in names(game(rules=RULES.replace("    by.wounds += 1\n", flown)))


def test_an_effect_that_nothing_calls_puts_nobody_elsewhere() -> None:
    assert "objective-out-of-reach" in names(game(rules=RULES))


def test_ground_that_rules_may_change() -> None:
    rules = HEAD.replace("    by.wounds += 1\n", "    by.wounds += 1\n    ground(by.at) = grass\n")
    assert rules != HEAD and "objective-out-of-reach" not in names(game(rules=rules))
