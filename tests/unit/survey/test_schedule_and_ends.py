"""The chapters `schedule` and `ends`."""

from __future__ import annotations

from tankdsl.rules.approaches import goals_of
from tankdsl.rules.game import Game
from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tankdsl.survey.ends import ends
from tankdsl.survey.interface import Section
from tankdsl.survey.schedule import schedule
from tests.field_faults.trying import DUEL as PLAIN_DUEL
from tests.unit.rules.test_feasibility import BARROWS, YARD, made, race

NAMES = """    place bridge = (2, 2)
    place ford = (2, 2)
    zone camp = [bridge]
}

roster usual"""
DUEL = PLAIN_DUEL.replace("}\n\nroster usual", NAMES)
ASKED = """
ending held {
    each s in sides
    win s when tank(bridge).side is s
    win s when tank(ford).side is s
    win s when any h in camp where tank(h).side is s
}
"""


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


def order_of_files(first: str, second: str) -> list[str]:
    """What the chapter says of two endings in files of their own."""
    files = {"a.tank": f"ending a {first}\n", "b.tank": f"ending b {second}\n", "game.tank": PLAIN_DUEL}
    game = Game(Session(MemoryBundle(files), tuple(files)).checked.program)
    section = ends(game, game.worlds["meeting"])
    assert section is not None
    return [line for line in section.lines if "a.1" in line and "b.1" in line]


def test_endings_that_only_files_put_in_order() -> None:
    burning, late = "{{ win {} when any t in {}.tanks where t.plates is 0 }}", "at end of round { win red when red.points >= 4 }"
    assert order_of_files(burning.format("blue", "red"), burning.format("blue", "blue")) == []
    assert order_of_files(burning.format("blue", "red"), late) == []
    assert order_of_files(late, "at end of round { draw when red.points < 4 }") == []
    assert order_of_files(late, "at end of round { draw when blue.points >= 4 }") == [
        "where a.1 and b.1 are met at the same moment, a.1 counts only because its file comes first by name"
    ]
    (line,) = order_of_files(burning.format("blue", "red"), burning.format("red", "blue"))
    assert line.startswith("where a.1 and one of b.1, last.points, last.alone are met at the same moment, a.1 counts only because")


def test_a_set_up_that_nothing_bounds_says_so() -> None:
    """A piece that waits and that no rule of the game puts anywhere is set up by hand."""
    given = "red.scout at (0, 0), red.giant at (1, 0), blue.scout at (3, 3), blue.giant at (4, 3)"
    text = DUEL.replace(given, given.replace("red.giant at (1, 0)", "red.giant { ready = no }")) + ASKED
    section, _ = chapters(text, "meeting")
    ((_, red, blue),) = section.rows
    assert red == "set-up (red.giant may begin anywhere, as far as is known)"
    assert blue == "round 1 (blue.scout from (3, 3))"
    assert isinstance(section.data, dict) and section.data["objectives"][0]["anywhere"] == ["red"]


def test_a_place_with_several_names_is_listed_once() -> None:
    section, _ = chapters(DUEL + ASKED, "meeting")
    assert [row[0] for row in section.rows] == ["`bridge` = `ford` = `camp`"]
    assert isinstance(section.data, dict) and section.data["objectives"][0]["same"] == ["ford", "camp"]
    game = Game(made(DUEL + ASKED).program)
    assert [goal.name for goal in goals_of(game, game.program.scenarios["meeting"])] == ["camp"]
