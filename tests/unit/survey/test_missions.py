"""The chapter `missions`: pieces that somebody needs and that can be lost unnoticed."""

from __future__ import annotations

import pytest

from tankdsl.rules.game import Game
from tankdsl.survey.missions import missions
from tests.unit.check.small import program
from tests.unit.rules.test_symmetric import EVEN, PIECES, game

LORRY = EVEN.replace("    | scout |", '    | lorry | "Lorry" | red | 2 hexes | 1 |\n    | scout |')
LOSSES = LORRY.replace("by.wounds += 1", "by.wounds += 1\n    if by.wounds > 2 { remove by }")
TOWN = "    town: win s when any w in walkers where w is lorry and w.at is (2, 2)\n"


def advice(ending: str, rules: str = LOSSES, given: str = PIECES + ", lorry at (2, 0)", more: str = "") -> tuple[str, ...]:
    made = Game(program(game(rules=rules.replace("    held:", f"{ending}    held:") + more, given=given)))
    found = missions(made, made.worlds["duel"])
    return () if found is None else found.lines


def test_a_piece_that_an_ending_needs_and_nobody_misses() -> None:
    assert advice(TOWN) == ("the ending `points.town` needs `lorry`: it can be lost, and nothing asks whether it is gone",)


@pytest.mark.parametrize(
    "noted",
    [
        "    lost: win s when s is blue and not any w in walkers where w is lorry\n",
        "    lost: win s when s is blue and any w in all walkers where w is lorry and w.removed\n",
        "    lost: win s when s is blue and count(w in walkers where w is lorry) is 0\n",
    ],
)
def test_an_ending_that_asks_for_the_loss(noted: str) -> None:
    assert advice(TOWN + noted) == ()


def test_a_trigger_that_asks_for_the_loss() -> None:
    trigger = "whenever towed(u: Walker) when u.loaded and not any w in walkers where w is lorry { u.loaded = no }\n"
    assert advice(TOWN, more=trigger) == ()


def test_a_piece_that_cannot_be_lost() -> None:
    assert advice(TOWN, rules=LORRY) == ()


def test_any_piece_of_a_side_will_do() -> None:
    assert advice("    town: win s when any w in walkers where w.side is s and w.at is (2, 2)\n") == ()


def test_several_named_pieces_and_a_value_in_between() -> None:
    value = "value is_there(): bool = any w in walkers where w is lorry and w.at is (2, 2)\n"
    two = PIECES + ", lorry at (2, 0), lorry at (2, 1)"
    assert advice("    town: win s when s is red and is_there()\n", given=two, more=value) == (
        "the ending `points.town` needs `lorry.1` or `lorry.2`: they can be lost, and nothing asks whether they are gone",
    )


def test_a_draw_needs_nobody() -> None:
    assert advice("    town: draw when any w in walkers where w is lorry and w.at is (2, 2)\n") == ()
