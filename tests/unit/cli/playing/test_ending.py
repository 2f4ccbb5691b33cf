"""How a game ended, in words that a player understands."""

from __future__ import annotations

from typing import Any

import pytest

from tankdsl.cli.playing.ending import outcome_of
from tankdsl.cli.playing.scene import Table
from tankdsl.engine import load_game
from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tests.field_faults.trying import DUEL

ENDINGS = """
ending dusk at end of round { win most points when red.points >= 0 }
ending worn_out {
    each s in sides
    win s.enemy when s.points >= 9
    gone: draw when s.points >= 8
}
"""


@pytest.fixture(scope="module")
def view() -> Table:
    made = Session(MemoryBundle({"game.tank": DUEL + ENDINGS}), ("game.tank",))
    assert [finding.headline for finding in made.findings if finding.level == "error"] == []
    document: dict[str, Any] = dict(made.scenario("meeting").document)
    return Table(load_game(document), document, colour=False)


@pytest.mark.parametrize(
    ("ending", "winner", "words"),
    [
        ("dusk.1", None, "Nobody wins (dusk, with the sides equal)."),
        ("dusk.1", "red", "Red wins (dusk)."),
        ("worn_out.1", "red", "Red wins (worn out)."),
        ("worn_out.gone", None, "Nobody wins (worn out: gone)."),
    ],
)
def test_a_row_without_a_name_is_not_called_by_its_number(view: Table, ending: str, winner: str | None, words: str) -> None:
    assert ending in [each.id for each in view.game.endings]
    side = None if winner is None else view.game.side_ids.index(winner)
    assert outcome_of({"ending": ending, "winner": side}, view) == words


@pytest.mark.parametrize(("title", "words"), [("The Raiders", "The Raiders win"), ("Allies", "Allies win"), ("Axis", "Axis wins")])
def test_a_side_with_the_name_of_several_wins_in_the_plural(title: str, words: str) -> None:
    made = Session(MemoryBundle({"game.tank": DUEL.replace('red "Red"', f'red "{title}"') + ENDINGS}), ("game.tank",))
    document: dict[str, Any] = dict(made.scenario("meeting").document)
    view = Table(load_game(document), document, colour=False)
    assert outcome_of({"ending": "dusk.1", "winner": view.game.side_ids.index("red")}, view) == f"{words} (dusk)."
