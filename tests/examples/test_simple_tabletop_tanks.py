"""Simple TableTop Tanks: every situation of its case file is played, every option is turned, and chance players find their way."""

from __future__ import annotations

import csv
import re

import pytest

from tankdsl.check.cases import tree as tt
from tankdsl.engine.agents import RandomPlayer, playout
from tankdsl.engine.protocol import Session
from tankdsl.ground import table
from tankdsl.testing import run_tests
from tests.examples.packs import EXAMPLES, game, session

NAME = "simple_tabletop_tanks"
PACK = EXAMPLES / NAME
STEPS = {
    1: "a b c d e f", 2: "a b", 3: "", 4: "", 5: "a b c", 6: "", 7: "a b", 8: "", 9: "a b c d", 10: "a b", 11: "a b c d e f", 12: "a i ii",
    13: "", 14: "a b c", 15: "a b c d e", 16: "a i ii iii", 17: "a b c d e f i ii", 18: "a shared",
}  # fmt: skip
"""The lettered steps of each case, its variants and the items of its story; a story that is told in one piece has none."""
MISSING = ("flavour", "component")


def sources() -> dict[str, str]:
    """The text of the files of the pack."""
    return {path.relative_to(PACK).as_posix(): path.read_text("utf-8") for path in sorted(PACK.rglob("*.tank"))}


def test_the_pack_has_no_findings() -> None:
    assert [finding.headline for finding in session(NAME).findings] == []


def test_all_cases_come_out_as_expected() -> None:
    results = list(run_tests(session(NAME)))
    assert [(result.label, result.failure.message) for result in results if result.failure] == []
    assert len(results) > 250


@pytest.mark.parametrize("case", STEPS)
def test_every_step_is_played(case: int) -> None:
    tests = [test for test in session(NAME).tests if isinstance(test, tt.TestDef) and f"ST-C{case:02d}" in test.cites]
    assert tests
    assert set(STEPS[case].split()) <= {name for test in tests for name in _names(test.root)}


def _names(branch: tt.Branch) -> set[str]:
    """The names of a branch and of all cases in it."""
    return {branch.name}.union(*(_names(step) for step in branch.steps if isinstance(step, tt.Branch)))


def test_every_rule_with_an_effect_is_cited_by_what_does_it() -> None:
    cited = set()
    for name, text in sources().items():
        if not name.startswith("tests/"):
            for first, last in re.findall(r"@ST-(\d{3})(?:\.\.ST-(\d{3}))?", text):
                cited |= set(range(int(first), int(last or first) + 1))
    rules = list(csv.DictReader((PACK / "rules.csv").open(encoding="utf-8", newline="")))
    assert len(rules) == 181
    wanted = {int(rule["id"][3:]) for rule in rules if rule["kind"] not in (*MISSING, "example")}
    assert wanted - cited == set()


def _alternatives() -> dict[str, tuple[str, set[str]]]:
    """Of every option its default, and the values that the register names for it as `option name: value (default)|value`."""
    found: dict[str, tuple[str, set[str]]] = {}
    for name, line in re.findall(r"(?m)^option (\w+) (.*)$", sources()["options.tank"]):
        rest = re.sub(r'^"[^"]*"', "", line)
        default = re.search(r"= (\w+)", rest)
        assert default is not None
        values = set(re.findall(r"\w+", rest.split("=")[0])) - {"or"} if " or " in rest else {"on", "off"}
        found[name] = default[1], values if not re.search(r"\d\.\.\d", rest) else {"number"}
    return found


def test_every_option_of_the_register_is_an_option_of_the_pack() -> None:
    rows = (PACK / "rules.csv").read_text(encoding="utf-8")
    named = set(re.findall(r"option (\w+):", rows))
    assert named - set(_alternatives()) == set()


def test_every_value_of_every_option_is_tested() -> None:
    """Defaults by tests that leave an option alone; the scenarios of the bench set none."""
    tests = "\n".join(text for name, text in sources().items() if name.startswith("tests/"))
    set_to = set(re.findall(r"(\w+) = (\w+)", " ".join(re.findall(r"options ([^\n;}]*)", tests))))
    for name, (default, values) in _alternatives().items():
        if values == {"number"}:
            assert any(option == name for option, _ in set_to), name
        else:
            assert {value for option, value in set_to if option == name} >= values - {default}, name


@pytest.mark.parametrize("scenario", ["meeting", "ambush", "objective"])
def test_random_games_do_more_than_pass(scenario: str) -> None:
    results = [playout(game(NAME, scenario), seed) for seed in range(3)]
    assert all(result.ended and not result.fault for result in results)
    assert min(result.decisions for result in results) > 40


def test_a_point_of_an_edge_is_found_by_what_the_request_says() -> None:
    """The engine says in which outlines a point must lie; a chance player takes one of them, and what lies beside them is refused."""
    one = Session(game(NAME, "ambush")).setup(seed=7)
    player, asked = RandomPlayer(7), 0
    while one.machine.over is None:
        request = one.request
        before = one.hash()
        if "within" in request:
            asked += 1
            assert request["kind"] == "point" and all(len(outline) == 2 for outline in request["within"])
            assert one.why_not({"point": [2400, 2400]}) is not None and one.hash() == before
        verb, value = player.choose(one.machine)
        if verb == "point" and "within" in request:
            assert any(table.inside([tuple(corner) for corner in outline], value) for outline in request["within"])
        one.machine.answer(verb, value)
    assert asked >= 3


def test_no_number_of_a_compiled_scenario_has_a_fraction() -> None:
    def numbers(value: object) -> list[object]:
        if isinstance(value, dict):
            return [one for part in value.values() for one in numbers(part)]
        return [one for part in value for one in numbers(part)] if isinstance(value, list) else [value]

    for scenario in ("meeting", "ambush", "objective"):
        found = numbers(session(NAME).scenario(scenario).document)
        assert found and not any(isinstance(value, float) for value in found)
