"""Feasibility in time: what cannot be had before the game is over, on hexes and on tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from tankdsl.diagnostics import Diagnostic
from tankdsl.rules.foresight import Outlook, outlook_of
from tankdsl.rules.foresight.clock import last_round
from tankdsl.rules.foresight.goals import first_course, goals_of
from tankdsl.rules.foresight.rough import rough_rounds, straight
from tankdsl.rules.foresight.values import FOREVER
from tankdsl.rules.game import Game
from tankdsl.session import Session
from tankdsl.source import MemoryBundle

PRELUDES = Path(__file__).resolve().parents[3] / "docs" / "diagnostics" / "preludes"
DUEL = (PRELUDES / "duel.tank").read_text(encoding="utf-8")
YARD = (PRELUDES / "yard.tank").read_text(encoding="utf-8")

FLAG = """
checkpoint kind Flag {{}}
checkpoints Flag {{
    | id   | name   |
    | flag | "Flag" |
}}
sequence dash {{
    rounds at most {rounds} {{ each side s takes a turn {{ s plays drive for {actions} as actions may pass }} }}
}}
ending reached {{ each s in sides; win s when any f in flags where tank(f.at).side is s }}
scenario race "A race" {{
    layout plain
    red  {{ scout, flag }}
    blue {{ scout }}
    given red.scout at (0, 0), blue.scout at (0, 3), red.flag at {place}
    start dash
}}
"""
BARROWS = """
units Tank {{
    | id     | name     | side | speed  |
    | barrow | "Barrow" | red  | 1 inch |
    | cart   | "Cart"   | blue | 1 inch |
}}
layout open "Open" {{ board ground at (0, 0) }}
scenario slow "Slow" {{
    layout open
    red  {{ barrow, well }}
    blue {{ cart }}
    given barrow at (2, {start}), cart at (22, {start}), red.well at (12, 22)
}}
"""


def race(rounds: int = 1, place: str = "(4, 0)", actions: int = 1) -> str:
    return DUEL + FLAG.format(rounds=rounds, place=place, actions=actions)


def made(text: str) -> Session:
    return Session(MemoryBundle({"game.tank": text}), ("game.tank",))


def found(text: str, *codes: str) -> list[Diagnostic]:
    session = made(text)
    assert [finding.headline for finding in session.checked.found if finding.level == "error"] == []
    return [finding for finding in session.findings if finding.code in (codes or ("TK6030", "TK6031", "TK6032", "TK6033", "TK6034"))]


def outlook(text: str, scenario: str) -> Outlook:
    game = Game(made(text).program)
    return outlook_of(game, game.program.scenarios[scenario])


def test_an_objective_that_nobody_comes_to_in_time() -> None:
    (finding,) = found(race())
    assert (
        finding.code == "TK6030"
        and finding.headline == "in the scenario `race` neither side can come to `red.flag` before the game is over"
    )
    way = "has a way that costs 4 at least, and 3 to spend in a round at most, so it is there in round 2 at the earliest"
    assert finding.notes == (f"`red.scout` from (0, 0) {way}", f"`blue.scout` from (0, 3) {way}", "the last round is round 1")
    assert finding.primary is not None and race()[finding.primary.span.start :].startswith("red.flag at (4, 0)")


@pytest.mark.parametrize("text", [race(rounds=2), race(place="(3, 0)"), race(actions=2)])
def test_more_rounds_a_nearer_objective_and_more_moves_will_do(text: str) -> None:
    assert found(text) == []


def test_what_is_in_the_way_counts() -> None:
    free = race(rounds=2).replace("blue.scout at (0, 3)", "blue.scout at (1, 0)")
    rows = "        . . . . .\n        . T . . .\n        . . . T .\n        . . . . .\n"
    wall = free.replace(rows, "        . . T . .\n        . . T . .\n        . . T . .\n        . . . . .\n")
    assert wall != free and found(free) == [] and [finding.code for finding in found(wall)] == ["TK6030"]


def test_on_a_table_the_way_is_measured() -> None:
    (finding,) = found(YARD + BARROWS.format(start="2"))
    assert finding.code == "TK6030" and "neither side can come near `red.well`" in finding.headline
    assert "to go, 1 a round at most" in finding.notes[0]
    assert found(YARD + BARROWS.format(start="22")) != [] and found(YARD + BARROWS.format(start="22").replace("(12, 22)", "(8, 22)")) == []


HOLD = """
sequence siege {{ rounds at most {rounds} {{ each side s takes a turn {{ s plays drive for 1 action may pass }} }} }}
ending held at end of {scope} {{ win red when running {scope} >= 4: any t in red.tanks where t.at is {place} }}
scenario hill "The hill" {{
    layout plain
    red  {{ scout }}
    blue {{ scout }}
    given red.scout at (0, 0), blue.scout at (0, 3)
    start siege
}}
"""


@pytest.mark.parametrize(
    ("rounds", "scope", "place", "codes"),
    [
        (3, "round", "(2, 0)", ["TK6031"]), (4, "round", "(2, 0)", []), (2, "turn", "(2, 0)", []), (1, "turn", "(2, 0)", ["TK6031"]),
        (4, "round", "(4, 0)", ["TK6030"]), (5, "round", "(4, 0)", []),
    ],
)  # fmt: skip
def test_what_must_be_held_takes_as_long(rounds: int, scope: str, place: str, codes: list[str]) -> None:
    assert [finding.code for finding in found(DUEL + HOLD.format(rounds=rounds, scope=scope, place=place))] == codes


@pytest.mark.parametrize(("limit", "rounds"), [(3, 3), (7, 7)])
def test_a_counter_that_an_ending_looks_at_bounds_the_rounds(limit: int, rounds: int) -> None:
    text = DUEL.replace("    main game\n", "    main game\n    track hour: 0..99 = 0\n").replace(
        "    rounds {\n", "    rounds {\n        hour += 1\n"
    )
    last = last_round(outlook(f"{text}ending late at end of round {{ draw when hour >= {limit} }}\n", "meeting"))
    assert last is not None and last.round == rounds
    assert last_round(outlook(text + "ending late { draw when hour >= 5 and red.points > 3 }\n", "meeting")) is None


def test_a_move_for_each_tank_and_turn_is_counted_by_limits_and_flags() -> None:
    goal = race(actions=2)
    limit = goal.replace(
        "action drive(by: Tank) {\n    cost 1 action\n", 'action drive(by: Tank) {\n    cost 1 action\n    once per by per turn "once"\n'
    )
    flag = goal.replace("    state ready = yes\n", "    state ready = yes\n    state moved = no until end of turn\n").replace(
        '    require can_go(by, driving) ', '    require not by.moved "it has moved"\n    by.moved = yes\n    require can_go(by, driving) '
    )  # fmt: skip
    flag = flag.replace("    by.moved = yes\n    require can_go", "    require can_go").replace(
        "    go by along route\n", "    go by along route\n    by.moved = yes\n"
    )
    assert found(goal) == []
    assert [finding.code for finding in found(limit)] == ["TK6030"] and [finding.code for finding in found(flag)] == ["TK6030"]


def test_reinforcements_count_from_the_round_in_which_they_come() -> None:
    more = race(rounds=9).replace("    state ready = yes\n", "    state ready = yes\n    state arrives: 1..9? = none\n")
    more = more.replace("    main game\n", "    main game\n    track hour: 0..99 = 0\n").replace(
        "    rounds at most 9 { each", "    rounds at most 9 { hour += 1; each"
    )
    more = more.replace("s plays drive for 1", "s plays drive, enter for 1").replace("red  { scout, flag }", "red  { scout, giant, flag }")
    more = more.replace("red.flag at (4, 0)\n", "red.flag at (4, 0), red.giant { arrives = 3 }\n")
    more += """
action enter(t: Tank in all tanks) as s {
    cost 1 action
    require t.side is s and t.at is none and not t.removed "{t} is there"
    require t.arrives <= hour "{t} comes later"
    put t at (3, 3)
}
"""
    look = outlook(more, "race")
    assert look.comes_in("red.giant") == 3 and look.rounds_to("red.giant", frozenset({0}), 0) >= 3


@pytest.mark.parametrize(("late", "codes"), [(3, []), (4, ["TK6030"])])
def test_a_relief_that_comes_too_late(late: int, codes: list[str]) -> None:
    text = race(rounds=4, place="(4, 3)").replace("    main game\n", "    main game\n    track hour: 0..99 = 0\n")
    text = text.replace("    rounds at most 4 { each", "    rounds at most 4 { hour += 1; each").replace(
        "s plays drive for", "s plays drive, enter for"
    )
    text = text.replace("given red.scout at (0, 0), blue.scout at (0, 3), ", "given ")
    text += """
action enter(t: Tank in all tanks) as s {
    cost 1 action
    require t.side is s and t.at is none and not t.removed "{t} is there"
    require hour >= LATE "{t} comes later"
    put t at (0, 3)
}
""".replace("LATE", str(late))
    assert [finding.code for finding in found(text)] == codes


def test_the_rough_look_is_no_quicker_than_the_close_one() -> None:
    look = outlook(race(rounds=5), "race")
    for place in range(20):
        here = frozenset({place})
        for thing in ("red.scout", "blue.scout"):
            assert rough_rounds(look, thing, here, 0) >= min(look.rounds_to(thing, here, 0), straight(look, thing, here)), (thing, place)
    assert rough_rounds(look, "red.scout", frozenset({4}), 0) == 4 and rough_rounds(look, "red.flag", frozenset({0}), 0) >= FOREVER


def test_what_takes_too_many_questions_is_given_up() -> None:
    look = outlook(race(), "race")

    def ask_on() -> str:
        while True:
            look.spend()

    assert look.briefly(ask_on, "given up") == "given up" and look.briefly(lambda: "an answer", "given up") == "an answer"


def test_how_soon_each_side_is_there() -> None:
    look = outlook(race(rounds=5), "race")
    (goal,) = goals_of(look)
    courses = [first_course(look, side, goal) for side in ("red", "blue")]
    assert [(course.thing, course.round) for course in courses if course is not None] == [("red.scout", 2), ("blue.scout", 2)]
