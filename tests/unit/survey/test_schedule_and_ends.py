"""The chapters `schedule` and `ends`."""

from __future__ import annotations

import pytest

from tankdsl.frozen import replaced
from tankdsl.rules.approaches import base_of, goals_of
from tankdsl.rules.game import Game
from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tankdsl.survey.ends import ends
from tankdsl.survey.fairness import fairness
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


ENTER = """
action enter(u: Tank in all tanks, h: place in gate(s)) as s {
    cost 1 action
    require u.side is s and u.at is none                "{u} is not waiting"
    require (u.arrives else 1) <= turn_number           "{u} has not come up yet"
    standing(u, h)
    put u at h
}
placement standing(u: Tank, h: place) {
    require tank(h) is none                             "{h} is occupied"
}
value gate(s: Side): set of place = if s is red { north } else { south }
sequence relief { ROUNDS
}
ending home { win red when any t in red.tanks where t.at is last_house; win red when turn_number > 8 }
layout gates "Gates" {
    board field at (0, 0)
    place last_house = (4, 3)
    zone north = [(0, 0), (1, 0)]
    zone south = [(4, 3)]
}
scenario late "Late" {
    layout gates
    red  { scout, giant }
    blue { scout }
    given red.giant at (0, 0), red.scout { arrives = 3 }, blue.scout at (4, 2)
    start relief
}
"""
FIRST = "rounds at most 9 { turn_number += 1; each side s takes a turn { s plays enter, drive, shoot for 2 actions may pass } }"
LAST = "rounds at most 9 { during turn { for each s in sides { s plays enter, drive, shoot for 2 actions may pass } }; turn_number += 1 }"
DROP = """
}
action drop(u: Tank in all tanks, h: place) as s {
    cost 1 action
    require u.side is s and u.at is none                "{u} is not waiting"
    require (u.arrives else 1) <= turn_number           "{u} has not come up yet"
    put u at h
"""


def relieved(rounds: str, start: int) -> Game:
    """The duel in which a scout comes in on the third turn."""
    text = PLAIN_DUEL.replace("    main game\n", f"    main game\n    track turn_number: 0..20 = {start}\n", 1)
    text = text.replace("    state ready = yes\n", "    state ready = yes\n    state arrives: 1..9? = none\n", 1)
    session = made(text + ENTER.replace("ROUNDS", rounds))
    assert [finding.headline for finding in session.checked.found if finding.level == "error"] == []
    return Game(session.program)


@pytest.mark.parametrize(("rounds", "start"), [(FIRST, 0), (LAST, 1)], ids=["raised before", "raised after"])
def test_reinforcements_come_in_their_round_and_at_their_edge(rounds: str, start: int) -> None:
    """The turn is counted at the beginning of the round or at its end; in both the scout can enter in the third."""
    game = relieved(rounds, start)
    section = schedule(game, game.worlds["late"])
    assert section is not None
    assert section.rows == (("`last_house`", "round 3 (red.scout from (1, 0) in round 3)", "round 1 (blue.scout from (4, 2))"),)


def test_a_turn_that_is_counted_twice_a_round_comes_sooner() -> None:
    twice = LAST.replace("rounds at most 9 {", "rounds at most 9 { turn_number += 1;")
    game = relieved(twice, 0)
    section = schedule(game, game.worlds["late"])
    assert section is not None and section.rows[0][1] == "round 2 (red.scout from (1, 0) in round 2)"


@pytest.mark.parametrize(("rounds", "start"), [(FIRST, 0), (LAST, 1)], ids=["raised before", "raised after"])
def test_fairness_counts_from_where_reinforcements_enter(rounds: str, start: int) -> None:
    game = relieved(rounds, start)
    section = fairness(game, game.worlds["late"])
    assert section is not None
    rows = {row[0]: row[1:] for row in section.rows}
    assert rows["cost of the way to last_house"] == ("6 in 2 moves from round 3 on (scout), 7 in 7 moves (giant)", "1 in 1 move", "")
    assert rows["goals that it can come to first"][:2] == ("0", "1")


def test_who_may_enter_anywhere_is_known_of_nothing() -> None:
    game = relieved(FIRST.replace("enter, drive", "drop, drive") + DROP, 0)
    rows = {row[0]: row[1] for row in (fairness(game, game.worlds["late"]) or Section("")).rows}
    assert rows["cost of the way to last_house"] == "7 in 3 moves (scout), 7 in 7 moves (giant)", "from the base of its side"
    section = schedule(game, game.worlds["late"])
    assert section is not None and section.rows[0][1] == "round 1 (red.giant, put on (4, 3))", "once it was removed it is off the map too"


def test_a_side_without_other_pieces_begins_where_they_enter() -> None:
    game = relieved(FIRST, 0)
    scenario = game.program.scenarios["late"]
    assert base_of(game, scenario, "red") == (0,)
    waiting = replaced(scenario, instances=tuple(thing for thing in scenario.instances if thing.id != "red.giant"))
    assert base_of(Game(replaced(game.program, scenarios={"late": waiting})), waiting, "red") == (0, 1)
