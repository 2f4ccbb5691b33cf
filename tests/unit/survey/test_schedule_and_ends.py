"""The chapters `schedule` and `ends`."""

from __future__ import annotations

from tankdsl.rules.game import Game
from tankdsl.survey.ends import ends
from tankdsl.survey.interface import Section
from tankdsl.survey.schedule import schedule
from tests.unit.rules.test_feasibility import BARROWS, YARD, made, race


def chapters(text: str, scenario: str) -> tuple[Section, Section]:
    game = Game(made(text).program)
    world = game.worlds.get(scenario) or game.world(game.program.scenarios[scenario])
    first, second = schedule(game, world), ends(game, world)
    assert first is not None and second is not None
    return first, second


def test_the_schedule_of_a_race() -> None:
    section, _ = chapters(race(rounds=2), "race")
    assert section.columns == ("objective", "red", "blue")
    assert section.rows == (("`red.flag`", "round 2 (red.scout from (0, 0))", "round 2 (blue.scout from (0, 3))"),)
    assert section.lines[0] == "there are 2 rounds at most"
    assert section.data == {"last_round": 2, "objectives": [{"objective": "red.flag", "near": 0, "rounds": {"red": 2, "blue": 2}}]}


def test_the_schedule_of_a_table() -> None:
    section, _ = chapters(YARD + BARROWS.format(start="20"), "slow")
    ((objective, red, blue),) = section.rows
    assert objective == "near `red.well`" and red.startswith("round 9 (barrow from (2, 20))") and blue.startswith("round 9 (cart")


def test_the_list_of_ends() -> None:
    _, section = chapters(race(rounds=2), "race")
    assert [row[1:4] for row in section.rows] == [
        ("last.points", "whenever the game settles", "a win for s"),
        ("last.alone", "whenever the game settles", "a win for s"),
        ("reached.1", "whenever the game settles", "a win for s"),
    ]
    assert section.rows[0][4] == "never in this scenario", "nobody shoots in this sequence"
    assert section.rows[2][4:] == ("round 2", "any f in flags where tank(f.at).side is s")
    assert isinstance(section.data, list) and section.data[2]["for"] == ["red", "blue"]
