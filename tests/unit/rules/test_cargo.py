"""Cargo that cannot be carried."""

import pytest

from tests.unit.check.small import checked
from tests.unit.rules.games import SMALL, names, only

MULE = """unit kind Mule { pile load of Walker }
units Mule { | id | name | side |
             | moke | "Moke" | red | }
"""
READ = "value laden(m: Mule): bool = count(m.load) > 0\n"
PUT = "effect mount(w: Walker, m: Mule) { put w into m.load }\n"
FIELDED = SMALL.replace("red { 2 scout,", "red { 2 scout, moke,")
FIELDED = FIELDED.replace("    roster usual\n}", "    roster usual\n    given moke at (0, 0)\n}")
POOLED = FIELDED.replace("    pile hand of Order", "    pile pool of Walker\n    pile hand of Order") + MULE + READ + PUT
POOLED += "value full(s: Side): bool = count(s.pool) > 0\n"


def found(text: str) -> list[str]:
    return [name for name in names(text) if name == "pile-always-empty"]


def test_nothing_is_ever_put_in() -> None:
    finding = only(FIELDED + MULE + READ, "pile-always-empty")
    assert finding.level == "warning" and finding.headline == "nothing is ever put into `load`"


def test_a_pile_without_room() -> None:
    text = FIELDED + MULE.replace("of Walker }", "of Walker holds 0 }") + READ + PUT
    assert only(text, "pile-always-empty").headline == "`load` holds nothing at all"
    hand = SMALL.replace("pile hand of Order seen by owner", "pile hand of Order seen by owner holds 0")
    assert only(hand, "pile-always-empty").headline == "`hand` holds nothing at all"


def test_things_that_no_scenario_has() -> None:
    sacks = "unit kind Sack {}\neffect stow(s: Sack, m: Mule) { put s into m.load }\n"
    text = FIELDED + MULE.replace("of Walker", "of Sack") + sacks + READ
    headline = only(text, "pile-always-empty").headline
    assert headline == "`load` is for things of the kind `Sack`, and no scenario has any"


@pytest.mark.parametrize(
    "text",
    [
        FIELDED + MULE + READ + PUT,
        FIELDED + MULE.replace("of Walker }", "of Walker holds 1 }") + READ + PUT,
        POOLED.replace("given moke at (0, 0)", "given moke at (0, 0), red.pool = [scout]"),
        FIELDED + MULE + READ + PUT.replace("put w into m.load", "draw from pen into m.load") + "deck pen of Walker\n",
        SMALL,
        SMALL.replace("deck orders of Order\n", "").replace("pile waste", "pile orders of Order\npile waste"),
        (SMALL + MULE + READ).split("scenario plain")[0] + MULE + READ,
    ],
    ids=["put", "room for one", "given by a scenario", "drawn", "cards in a hand", "an empty pile of cards", "no scenario yet"],
)
def test_what_can_be_carried(text: str) -> None:
    assert found(text) == []


def test_a_side_pile_of_pieces_that_stays_empty() -> None:
    assert only(POOLED, "pile-always-empty").headline == "nothing is ever put into `pool`"


def test_a_pile_does_not_take_other_kinds() -> None:
    text = FIELDED + MULE + READ + "effect mount(c: Camp, m: Mule) { put c into m.load }\n"
    assert [finding.name for finding in checked(text) if finding.level == "error"] == ["type-mismatch"]
