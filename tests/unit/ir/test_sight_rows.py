"""The rows of a sight are as many as its expressions have, and levels lie within their bounds."""

from copy import deepcopy
from typing import Any

import pytest

from tankdsl.engine import GameError, load_game
from tankdsl.ir.validate import validate
from tests.unit.engine.test_sight_rules import compiled

SOUND = compiled("both", True)


def problems(change: Any) -> list[str]:
    document = deepcopy(SOUND)
    change(document)
    return [f"{problem.path}: {problem.message}" for problem in validate(document)]


def test_what_the_compiler_makes_is_sound() -> None:
    assert problems(lambda document: None) == []


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("blocks", lambda sight: sight["rows"].insert(0, {"of": "blocks", "cites": []})),
        ("across", lambda sight: sight.pop("across")),
        ("along", lambda sight: sight["rows"].append({"of": "along", "cites": []})),
        ("ends", lambda sight: sight["rows"].pop()),
        ("blocks", lambda sight: sight.update(blocks=False)),
    ],
)
def test_rows_without_their_expression_and_the_other_way_round(part: str, change: Any) -> None:
    found = problems(lambda document: change(document["rules"]["sights"][0]))
    assert any("rows" in line and f"`{part}` has another number of rows" in line for line in found), found


def test_slots_beyond_those_that_are_given_are_refused() -> None:
    def change(document: Any) -> None:
        document["rules"]["sights"][0]["ends"] = [">", ["distance", ["local", 0], ["local", 2]], 3]

    assert any("ends" in line for line in problems(change))


@pytest.mark.parametrize("level", [1000, -1000, True, "1"])
def test_levels_out_of_bounds_are_refused(level: Any) -> None:
    def change(document: Any) -> None:
        document["content"]["map"]["places"][0]["level"] = level

    assert any("level" in line for line in problems(change))
    document = deepcopy(SOUND)
    change(document)
    with pytest.raises(GameError):
        load_game(document)
