"""Tank Commander: every situation of its case file is played, battles are fought to the end, and a campaign goes from one to the next."""

from __future__ import annotations

import csv
import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from tankdsl.check.cases import tree as tt
from tankdsl.engine import Session as Play
from tankdsl.engine.agents import RandomPlayer, playout
from tankdsl.engine.content import Option
from tankdsl.engine.protocol import load_game
from tankdsl.testing import run_tests
from tests.examples.packs import EXAMPLES, game, session

NAME = "tank_commander"
PACK = EXAMPLES / NAME
STEPS = {
    1: "abcd", 2: "abcdefg", 3: "abcdefgh", 4: "abc", 5: "", 6: "", 7: "abcde", 8: "abcd", 9: "abcde", 10: "abcdef", 11: "abcdef", 12: "",
    13: "", 14: "", 15: "abcd", 16: "abcdefgh", 17: "abcdefgh", 18: "abcd", 19: "abcde",
}  # fmt: skip
"""The lettered steps of each case; the others are one story, or name what may happen instead."""
INSTEAD = {5: {"four", "three"}, 12: {"worked", "north_one", "north_two"}, 13: {"limit", "give_up"}, 14: {"lapsed", "later"}}
"""What the cases without letters tell in several ways."""
SCENARIOS = ("beach_landing", "urban_warfare", "cross_minefield", "night_fight", "meeting")


def _names(branch: tt.Branch) -> set[str]:
    """The names of a branch and of all cases in it."""
    return {branch.name}.union(*(_names(step) for step in branch.steps if isinstance(step, tt.Branch)))


def test_all_cases_come_out_as_expected() -> None:
    results = list(run_tests(session(NAME)))
    assert [(result.label, result.failure.message) for result in results if result.failure] == []
    assert len(results) > 300


@pytest.mark.parametrize("case", STEPS)
def test_every_step_is_played(case: int) -> None:
    tests = [test for test in session(NAME).tests if isinstance(test, tt.TestDef) and f"CM-C{case:02d}" in test.cites]
    assert tests
    assert set(STEPS[case]) | INSTEAD.get(case, set()) <= {name for test in tests for name in _names(test.root)}


def test_every_rule_with_an_effect_is_cited_by_what_does_it() -> None:
    cited = set()
    for path in PACK.glob("*.tank"):
        for first, last in re.findall(r"@CM-(\d{3})(?:\.\.CM-(\d{3}))?", path.read_text("utf-8")):
            cited |= set(range(int(first), int(last or first) + 1))
    rules = list(csv.DictReader((PACK / "rules.csv").open(encoding="utf-8", newline="")))
    wanted = {int(rule["id"][3:]) for rule in rules if rule["kind"] not in ("flavour", "component")}
    assert len(rules) == 209
    assert wanted - cited == set()


def test_every_option_is_tested() -> None:
    """With another value than the usual one, somewhere in the tests."""
    tested = Counter(word for path in (PACK / "tests").glob("*.tank") for word in _options_set(path.read_text("utf-8")))
    assert [option for option in session(NAME).program.options if option not in tested] == []


def _options_set(text: str) -> list[str]:
    return [word for line in re.findall(r"(?m)^ *options (.*)", text) for word in re.findall(r"(\w+) =", line)]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_battles_are_fought_when_nobody_passes(scenario: str) -> None:
    """Sides that must activate somebody act more, on both evaluators in the same way."""
    options = {"passing": False}
    fast, plain = (playout(game(NAME, scenario), 7, evaluator, 5000, options=options, hashes=True) for evaluator in ("fast", "oracle"))
    assert fast.ended and not fast.fault and fast.ending
    assert fast.decisions > 60
    assert fast.hashes == plain.hashes


def test_games_at_close_quarters_are_bloody_and_both_evaluators_agree() -> None:
    endings: Counter[str] = Counter()
    for seed in range(6):
        fast, plain = (playout(game(NAME, "melee"), seed, evaluator, 5000, hashes=True) for evaluator in ("fast", "oracle"))
        assert not fast.fault and not plain.fault
        assert fast.hashes == plain.hashes
        endings[fast.ending] += 1
    assert endings["elimination.one"] >= 2


@pytest.mark.parametrize("seed", range(6))
def test_options_may_be_mixed(seed: int) -> None:
    """A third of the options with a value that chance has chosen: no rule goes wrong, and both evaluators agree."""
    chance = Random(seed)
    melee = game(NAME, "melee")
    mixture = {option.id: _any_value(option, chance) for option in melee.options if chance.random() < 0.35}
    options = {**mixture, "turn_limit": 12, "concession": False}
    fast, plain = (playout(melee, seed, evaluator, 5000, options=options, hashes=True) for evaluator in ("fast", "oracle"))
    assert fast.ended and not fast.fault and fast.ending
    assert fast.hashes == plain.hashes


def _any_value(option: Option, chance: Random) -> Any:
    if option.values:
        return chance.choice(option.values)
    return chance.randint(option.low or 0, option.high) if option.high is not None else chance.random() < 0.5


@pytest.mark.parametrize("seed", range(2))
def test_a_campaign_of_two_battles_comes_to_its_end(seed: int) -> None:
    document = session(NAME).campaign("two_columns").document
    ends = []
    for evaluator in ("fast", "oracle"):
        play = Play(load_game(document), evaluator=evaluator).setup({"passing": False}, seed)
        player = RandomPlayer(seed)
        for _ in range(5000):
            if play.go_on().over is not None:
                break
            player.play(play.machine)
        assert play.machine.over is not None and play.game.battle == 2
        ends.append(play.hash())
    assert ends[0] == ends[1]
