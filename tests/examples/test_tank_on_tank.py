"""Tank on Tank: every situation of its case file is played, every option in each of its values, and games are fought to the end."""

from __future__ import annotations

import csv
import re
from typing import Any

import pytest

from tankdsl.check.cases import tree as tt
from tankdsl.check.tree import OptionDef
from tankdsl.engine import load_game
from tankdsl.engine.agents import playout
from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tankdsl.testing import run_tests
from tests.examples.packs import EXAMPLES, game, session

NAME = "tank_on_tank"
PACK = EXAMPLES / NAME
STEPS = {
    1: "abcde", 2: "", 3: "abcd", 4: "abcdefghijkl", 5: "", 6: "abcdefgh", 7: "abc", 8: "", 9: "abcde", 10: "abcdefg", 11: "",
    12: "abcd", 13: "abcde", 14: "abcdefghi", 15: "abcdefgh", 16: "abcde", 17: "abcdefg", 18: "abcdefgh",
}  # fmt: skip
"""The lettered steps of each case."""
INSTEAD = {
    2: {"s1", "s2", "s3", "s4"}, 5: {"group", "variant"}, 8: {"advance", "variant"}, 10: {"b2"}, 11: {"s1", "s2", "s3", "s4", "variant"},
    12: {"twelve", "eleven"},
}  # fmt: skip
"""What the cases have beside letters: numbered steps, variants, a second situation."""
SCENARIOS = ("duel", "breakthrough", "three_towns")


def _names(branch: tt.Branch) -> set[str]:
    """The names of a branch and of all cases in it."""
    return {branch.name}.union(*(_names(step) for step in branch.steps if isinstance(step, tt.Branch)))


def test_all_cases_come_out_as_expected() -> None:
    results = list(run_tests(session(NAME)))
    assert [(result.label, result.failure.message) for result in results if result.failure] == []
    assert len(results) > 200


@pytest.mark.parametrize("case", STEPS)
def test_every_step_is_played(case: int) -> None:
    tests = [test for test in session(NAME).tests if isinstance(test, tt.TestDef) and f"TT-C{case:02d}" in test.cites]
    assert tests
    assert set(STEPS[case]) | INSTEAD.get(case, set()) <= {name for test in tests for name in _names(test.root)}


def test_every_rule_with_an_effect_is_cited_by_what_does_it() -> None:
    cited = set()
    for path in PACK.glob("*.tank"):
        for first, last in re.findall(r"@TT-(\d{3})(?:\.\.TT-(\d{3}))?", path.read_text("utf-8")):
            cited |= set(range(int(first), int(last or first) + 1))
    rules = list(csv.DictReader((PACK / "rules.csv").open(encoding="utf-8", newline="")))
    wanted = {int(rule["id"][3:]) for rule in rules if rule["kind"] not in ("flavour", "component", "example")}
    assert len(rules) == 143
    assert wanted - cited == set()


def test_every_option_is_tested_in_each_of_its_other_values() -> None:
    """Of settings another number; the usual values are played everywhere else."""
    text = "\n".join(path.read_text("utf-8") for path in (PACK / "tests").glob("*.tank"))
    tested = {pair for line in re.findall(r"(?m)^ *options (.*)", text) for pair in re.findall(r"(\w+) = (\w+)", line)}
    missing = [
        (id, value)
        for id, option in session(NAME).program.options.items()
        for value in _other_values(option)
        if not any(name == id and value in (found, "") for name, found in tested)
    ]
    assert missing == []


def _other_values(option: OptionDef) -> list[str]:
    """The words that an option can be turned to; an empty one stands for any number."""
    if option.sort == "switch":
        return ["off" if option.default else "on"]
    if option.sort == "setting":
        return [""]
    return [value for value in option.values if value != option.default]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_battles_are_fought_when_nobody_passes(scenario: str) -> None:
    """Sides that must act do: most of what can be done is done, and the game still ends with its last turn."""
    options = {"voluntary_pass": False}
    fast, plain = (playout(game(NAME, scenario), 5, evaluator, 20_000, options=options, hashes=True) for evaluator in ("fast", "oracle"))
    assert fast.ended and not fast.fault and fast.ending
    assert fast.decisions > 100
    assert fast.hashes == plain.hashes


POINTED = """
board field "A field" rows odd right 7 x 5 {
    legend . = clear, h = hill, F = forest, T = town
    rows {
        . . . . . . .
        . F . . T . .
        . . . h . . .
        . . T . . F .
        . . . . . . .
    }
    edge road A3 / B3; edge road B3 / C3
}

layout field "A field" {
    board field at (0, 0)
    labels letters
    zone road_ends = [A3]
    zone closed = [G1]
    zone closed_to_heavy = [G5]
    zone allied_exits = [A3]
    zone axis_exits = [A5]
    zone allied_setup = [A1, A2, A4, B1]
    zone axis_setup = [G2, G3, F1, F2]
    zone objectives = [E2]
}

scenario field "A field" {
    layout field
    options points_for_place = 1, points_for_exit = 1, last_turn = 6
    allied { sherman_hq, 2 sherman, gi }
    axis { panzer_hq, panzer, gren, pak }
    given first_side = allied
}

test "pointed hexes" {
    scenario field
    given s: sherman at D4 { front = ne }, p: panzer at E2 { front = w }
    start battle
    expect step(D4, ne) is D3 and step(D3, nw) is D2 and step(D4, e) is E4 and count(neighbours(D4)) is 6
    expect fronts(s, p) and not in_flank(s, p)
    do move(s) along D3 { allied picks w }
    expect not fronts(s, p) and s.front is w
}
"""


def test_a_grid_of_pointed_hexes_needs_one_word_and_another_north() -> None:
    """The rules speak of directions as seen from a unit, so the map may stand on its corners."""
    files = {name: (PACK / name).read_text("utf-8") for name in ("ruleset.tank", "options.tank", "things.tank")}
    text = files["ruleset.tank"].replace("space hex flat", "space hex pointy").replace("u.front else n\n", "u.front else nw\n")
    assert text.count("pointy") == 1 and text.count("else nw") == 1
    pointed = Session(MemoryBundle({**files, "ruleset.tank": text, "field.tank": POINTED}), ("field.tank", *files))
    assert {finding.name for finding in pointed.findings} == {"place-out-of-reach"}
    assert [result.failure for result in run_tests(pointed)] == [None]
    options = {"voluntary_pass": False}
    played = load_game(pointed.scenario("field").document)
    fast, plain = (playout(played, 5, evaluator, 20_000, options=options, hashes=True) for evaluator in ("fast", "oracle"))
    assert fast.ended and not fast.fault and fast.decisions > 50
    assert fast.hashes == plain.hashes


def test_the_duel_is_the_same_from_both_sides() -> None:
    """Turned by half a turn, the ground, the places and the values are those of the other side."""
    document: Any = session(NAME).scenario("duel").document
    content = document["content"]
    places = {place["id"]: (place["q"], place["r"]) for place in content["map"]["places"]}
    terrain = {places[place["id"]]: place["terrain"] for place in content["map"]["places"]}
    width, height = (max(each) + min(each) for each in zip(*places.values(), strict=True))

    def turned(hex_: tuple[int, int]) -> tuple[int, int]:
        return width - hex_[0], height - hex_[1]

    assert {turned(hex_): ground for hex_, ground in terrain.items()} == terrain
    kind = next(kind for kind in content["kinds"] if kind["id"] == "Unit")
    stats = {model["id"]: model["stats"] for model in kind["models"]}
    forces: dict[str, list[tuple[tuple[int, int], dict[str, object]]]] = {"allied": [], "axis": []}
    for unit in kind["instances"]:
        forces[unit["side"]].append((places[unit["start"]["at"]], stats[unit["model"]]))
    assert len(forces["axis"]) == 4
    key = str
    assert sorted(((turned(at), card) for at, card in forces["allied"]), key=key) == sorted(forces["axis"], key=key)
