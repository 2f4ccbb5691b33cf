"""Feasibility in time: what cannot be had before the game is over, on hexes and on tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from tankdsl.diagnostics import Diagnostic
from tankdsl.rules.foresight import Outlook, outlook_of
from tankdsl.rules.foresight.clock import last_round
from tankdsl.rules.foresight.crowds import Want, matched
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


def test_an_ending_that_comes_too_late_shows_the_bound_of_the_rounds() -> None:
    text = DUEL + HOLD.format(rounds=3, scope="round", place="(2, 0)")
    (finding,) = found(text)
    assert [label.text for label in finding.secondary] == ["this ending", "the game is over after 3 rounds at the latest"]
    bound = finding.secondary[1].span
    assert text[: bound.end].endswith("rounds at most 3")


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


PRIZES = """
marker kind Prize { stat worth: 1..5 = 2 }
markers Prize {
    | id    | name    |
    | prize | "Prize" |
}
action grab(p: Prize in prizes) as s {
    cost 1 action
    once per p per game "it is taken"
    require tank(p.at).side is s "no tank is there"
    s.points += p.worth
}
sequence dash {
    rounds at most 8 { each side s takes a turn { s plays drive, grab for 2 actions may pass } }
}
ending rich { each s in sides; win s when s.points >= ASKED }
scenario race "A race" {
    layout plain
    red  { scout, 3 prize }
    blue { scout }
    given red.scout at (0, 0), blue.scout at (0, 3), red.prize at (4, 0), red.prize at (4, 1), red.prize at (2, 0)
    start dash
}
"""


@pytest.mark.parametrize(("asked", "codes"), [(6, []), (7, ["TK6032"])])
def test_a_threshold_is_counted_though_there_are_more_rounds_than_points(asked: int, codes: list[str]) -> None:
    text = DUEL.replace("s.points >= 9", "s.points >= 0 and not any t in all tanks where t.side is s") + PRIZES.replace("ASKED", str(asked))
    findings = found(text)
    assert [finding.code for finding in findings] == codes
    if codes:
        assert findings[0].notes == tuple(f"`points` of `{side}` comes to 6 at most, whatever is played" for side in ("red", "blue"))


def test_a_number_that_nothing_raises_comes_to_what_it_begins_with() -> None:
    text = DUEL + PRIZES.replace("(4, 0), red.prize at (4, 1), red.prize at (2, 0)", "(1, 1), red.prize at (3, 2)").replace("ASKED", "1")
    text = text.replace("red  { scout, 3 prize }", "red  { scout, 2 prize }")
    (finding,) = (finding for finding in found(text) if "`rich.1`" in finding.headline)
    assert finding.code == "TK6032" and "`points` of `red` comes to 0 at most, whatever is played" in finding.notes


HELD = """
checkpoint kind Flag {{ track held: 0..9 = 0 }}
checkpoints Flag {{
    | id   | name   |
    | flag | "Flag" |
}}
sequence dash {{
    rounds at most {rounds} {{
        each side s takes a turn {{ s plays drive for 1 action may pass }}
        for each f in flags {{ if tank(f.at).side is red {{ f.held += 1 }} }}
    }}
}}
ending reached {{ {ending} }}
scenario race "A race" {{
    layout plain
    red  {{ scout, flag }}
    blue {{ scout }}
    given red.scout at (0, 0), blue.scout at (0, 3), red.flag at (4, 0)
    start dash
}}
"""
IN_A_ROW = "win red when running round >= 3: any f in flags where"


@pytest.mark.parametrize(
    "ending",
    [
        f"{IN_A_ROW} tank(f.at).side is red", f"{IN_A_ROW} any t in red.tanks where t.at is f.at",
        "win red when any f in flags where f.held >= 3",
    ],
)  # fmt: skip
def test_reaching_and_holding_take_their_rounds_together(ending: str) -> None:
    assert found(DUEL + HELD.format(rounds=4, ending=ending)) == []
    (finding,) = found(DUEL + HELD.format(rounds=3, ending=ending))
    assert finding.code == "TK6030" and "the ending `reached.1` cannot be met before the game is over" in finding.headline
    assert finding.notes[0].startswith("`red.scout` from (0, 0) has a way to `red.flag` that costs 4 at least")
    if "running" in ending:
        assert finding.notes[1] == "it must be so at the end of 3 rounds in a row, from round 1 on at the latest"
    else:
        assert "the ending could be met in round 4" in finding.notes


def test_holding_near_something_on_a_table_takes_its_rounds_too() -> None:
    text = (
        YARD
        + """
layout open "Open" { board ground at (0, 0) }
sequence quick { rounds at most ROUNDS { each side s takes a turn { s plays drive once may pass } } }
ending held { win red when running round >= 3: any t in red.tanks where any w in wells where distance(t, w) <= 1 inch }
scenario slow "Slow" {
    layout open
    roster usual
    start quick
    given scout at (4, 4), guard at (4, 2), well at (20, 18)
}
"""
    )
    (finding,) = found(text.replace("ROUNDS", "4"))
    assert finding.code == "TK6030" and "it must be so at the end of 3 rounds in a row, from round 2 on at the latest" in finding.notes
    assert found(text.replace("ROUNDS", "5")) == []


def test_one_round_is_no_rounds() -> None:
    several = found(DUEL + HELD.format(rounds=3, ending=f"{IN_A_ROW} tank(f.at).side is red"))
    labels = [[label.text for label in finding.secondary] for finding in (*found(race()), *several)]
    assert "there is 1 round" in labels[0] and "there are 3 rounds" in labels[1]


def test_the_same_proof_is_told_once() -> None:
    text = DUEL + HOLD.format(rounds=1, scope="round", place="(4, 0)").replace("running round >= 4: ", "")
    (finding,) = found(text.replace("t.at is (4, 0)", "t.at is (4, 0) or (t.at is (4, 0) and t.ready)"))
    assert len(finding.notes) == len(set(finding.notes)) == 2


def test_what_keeps_accounts_only_is_no_objective() -> None:
    ledger = """
marker kind Ledger { state full = no }
markers Ledger {
    | id     | name     |
    | ledger | "Ledger" |
}
ending filled { win red when any l in ledgers where l.full WHERE }
"""
    text = race(place="(3, 0), red.ledger at (4, 3)").replace("red  { scout, flag }", "red  { scout, flag, ledger }") + ledger
    assert found(text.replace("WHERE", "")) == []
    (finding,) = found(text.replace("WHERE", "and tank(l.at).side is red"))
    assert finding.code == "TK6030" and "`red.ledger`" in finding.headline


SEVERAL = """
checkpoint kind Flag {}
checkpoints Flag {
    | id   | name   |
    | flag | "Flag" |
}
ending held { each s in sides; win s when CONDITION }
scenario race "A race" {
    layout plain
    red  { scout, giant, FLAGS flag }
    blue { scout, giant }
    given red.scout at (0, 0), red.giant at (1, 0), blue.scout at (0, 3), blue.giant at (1, 3)
    given red.flag at (4, 0), red.flag at (2, 2)MORE
}
"""
ALL_HELD = "all f in flags where tank(f.at).side is s"
SOME_HELD = "count([f in flags where any t in s.tanks where t.at is f.at]) >= 3"


def several(condition: str, flags: int) -> list[str]:
    text = DUEL + SEVERAL.replace("CONDITION", condition).replace("FLAGS", str(flags)).replace("MORE", ", red.flag at (4, 3)" * (flags - 2))
    return [finding.code for finding in found(text) if "`race`" in finding.headline]


@pytest.mark.parametrize(
    ("condition", "flags", "codes"),
    [
        (ALL_HELD, 3, ["TK6032"]), (ALL_HELD, 2, []), (SOME_HELD, 3, ["TK6032"]), (SOME_HELD.replace("3", "2"), 3, []),
        ("tank((4, 0)).side is s and tank((2, 0)).side is s and tank((4, 3)).side is s", 2, ["TK6032"]),
        ("tank((4, 0)).side is s and tank((2, 0)).side is s", 2, []),
        ("tank((4, 0)).role is heavy and tank((2, 0)).role is heavy and tank((4, 0)).side is s and tank((2, 0)).side is s", 2, []),
        ("all f in flags where tank(f.at).role is heavy and tank(f.at).side is s", 2, ["TK6032"]),
    ],
)  # fmt: skip
def test_a_piece_is_in_one_place_at_a_time(condition: str, flags: int, codes: list[str]) -> None:
    assert several(condition, flags) == codes


def test_the_places_that_can_have_pieces_of_their_own_are_a_matching() -> None:
    a, b, c = (Want(place, frozenset(pieces)) for place, pieces in ((1, "xy"), (2, "x"), (3, "x")))
    assert (matched([a]), matched([b, a]), matched([b, c]), matched([a, b, c]), matched([])) == (1, 2, 1, 2, 0)


SCORE = """
value held_of(s: Side): int = count([h in goal where tank(h).side is s])
value score(s: Side): int = sum(2 for h in goal where tank(h).side is s) + count([t in all tanks where t.removed and t.side is not s])
layout goaled "Goals" { board field at (0, 0)
    zone goal = [(4, 0), (2, 0)] }
ending rich { each s in sides; win s when ASKED }
scenario race "A race" {
    layout goaled
    red  { 4 scout }
    blue { 4 scout }
    given red.scout at (0, 0), red.scout at (1, 0), red.scout at (0, 1), red.scout at (0, 2)
    given blue.scout at (0, 3), blue.scout at (1, 3), blue.scout at (2, 3), blue.scout at (3, 3)
}
"""


@pytest.mark.parametrize(
    ("asked", "most"), [("held_of(s) >= 2", ""), ("held_of(s) >= 3", "`held_of` of `red` comes to 2 at most"),
                        ("score(s) >= 8", ""), ("score(s) >= 9", "`score` of `red` comes to 8 at most"),
                        ("count([t in s.enemy.tanks where t.plates is 0]) > 4", "what is counted of `red` comes to 4 at most")],
)  # fmt: skip
def test_a_score_that_is_counted_when_it_is_asked_for(asked: str, most: str) -> None:
    findings = [finding for finding in found(DUEL + SCORE.replace("ASKED", asked)) if "`race`" in finding.headline]
    assert [finding.code for finding in findings] == ["TK6032"] * bool(most)
    assert all(finding.notes[0] == f"{most}, whatever is played" for finding in findings)


def test_a_score_of_what_a_scenario_does_not_have_is_not_meant_for_it() -> None:
    text = DUEL + SCORE.replace("ASKED", "held_of(s) >= 2")
    assert found(text) == [] and "meeting" in text


MISSION = """
marker kind Dossier {{
    state task: Mission? = none
    state holder: Side = red
}}
markers Dossier {{
    | id      | name      |
    | dossier | "Dossier" |
}}
layout plan "The field" {{ board field at (0, 0)
    zone goal = [(4, 3)] }}
mission task "A task" {{ met for s when {met} }}
scenario chase "The chase" {{
    layout plan
    red {{ scout, giant }}
    blue {{ 2 scout, dossier }}
    given red.scout at (0, 0), red.giant at (1, 0), blue.scout at (3, 3), blue.scout at {place}
    given blue.dossier at (0, 1) {{ task = task; holder = blue }}
}}
ending done {{ each d in dossiers; win d.holder when met(d.task, d.holder) }}
"""


@pytest.mark.parametrize(
    "met", ["any t in s.tanks where t.at in goal", "any t in s.tanks where t.at is (4, 3)", "tank((4, 3)) is not none",
            "tank((4, 3)).side is s", "count([h in goal where tank(h).side is s]) >= 1", "not any t in s.enemy.tanks where t.at in goal"],
)  # fmt: skip
def test_a_mission_is_met_by_who_stands_there(met: str) -> None:
    text = DUEL + MISSION.format(met=met, place="(4, 3)")
    (finding,) = found(text)
    assert finding.code == "TK6034" and text[: finding.primary.span.start].endswith("{ task = ")
    if "enemy" not in met:
        assert found(DUEL + MISSION.format(met=met, place="(4, 1)")) == []


def test_a_mission_is_not_met_where_pieces_are_moved_before_the_first_round() -> None:
    text = DUEL + MISSION.format(met="any t in s.tanks where t.at in goal", place="(4, 3)")
    text = text.replace("sequence game {\n", "sequence game {\n    each side s takes a turn { s plays drive once may pass }\n")
    assert found(text) == []


def test_a_mission_that_points_decide_may_be_met() -> None:
    assert found(DUEL + MISSION.format(met="s.points >= 3", place="(4, 3)")) == []
