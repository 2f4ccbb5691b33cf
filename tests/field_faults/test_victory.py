"""Games that never end, end at once, or end otherwise than was meant."""

from __future__ import annotations

from json import dumps

from tankdsl.rules.foresight import outlook_of
from tankdsl.rules.game import Game
from tankdsl.survey.ends import ends
from tankdsl.testing import run_tests
from tests.field_faults.trying import DUEL, GIVEN, assert_clean, assert_finding, assert_played, codes, compiled, duel

ENDING = DUEL[DUEL.index("ending last") : DUEL.index("board field")]
ALONE = "    alone:  win s when not any t in all tanks where t.side is not s and not t.removed\n"


def test_f013_points_that_nothing_compares() -> None:
    assert_finding(duel((ENDING, "")).replace("ruleset duel", "ruleset «duel»"), "TK6003", "no ending", "add `ending")


def test_f083_a_leader_who_comes_later_is_missing_at_the_start() -> None:
    leader = ("    state ready = yes\n", "    state ready = yes\n    state leads = no\n")
    ending = (ALONE, "    «alone:  win s when not any t in tanks where t.side is not s and t.leads»\n")
    text = duel(leader, ending, more="after hit(t: Tank) { t.leads = t.plates > 2 }")
    message = assert_finding(text, "TK6006", "`last.alone`", "`meeting`", "as the game is set up", alone=False)
    assert "before anything is done" in message


def test_f147_an_enemy_of_a_sort_that_nobody_fields() -> None:
    ending = (ALONE, "    «alone:  win s when not any t in s.enemy.tanks where t.role is heavy»\n")
    light = (
        ("    blue { scout, giant }\n", "    blue { 2 scout }\n"),
        (", blue.scout at (3, 3), blue.giant at (4, 3)", ", blue.scout at (3, 3), blue.scout at (4, 3)"),
    )
    assert_finding(duel(ending, *light), "TK6006", "`last.alone`", "for `red`")
    assert_clean(duel((ending[0], ending[1].replace("«", "").replace("»", ""))))


def test_f147_all_of_none_is_yes_and_any_of_none_is_no() -> None:
    none = "[o in tanks where o.plates > 3]"
    every = f"    expect (all t in {none} where t.ready) and not any t in {none} where t.ready\n"
    assert_played(duel(more=f'test "none" {{\n    scenario meeting\n    start game\n{every}}}\n'))


def test_f158_an_ending_that_the_set_up_fulfils() -> None:
    held = (ALONE, "    «held:   win s when any t in s.tanks where t.at is (0, 0)»\n")
    assert_finding(duel(held), "TK6006", "`last.held`", "for `red`", "as the game is set up")
    elsewhere = GIVEN.replace("red.scout at (0, 0)", "red.scout at (0, 1)")
    assert_clean(duel((held[0], held[1].replace("«", "").replace("»", "")), (GIVEN, elsewhere)))


def test_f158_what_a_sequence_prepares_is_not_there_at_the_start() -> None:
    held = (ALONE, "    held:   win s when all t in s.tanks where not t.ready\n")
    idle = ("    state ready = yes\n", "    state ready = no\n")
    assert "TK6006" in codes(duel(held, idle))
    assert "TK6006" not in codes(duel(held, idle, ("    rounds {\n", "    for each t in tanks { t.ready = yes }\n    rounds {\n")))


def test_f084_of_two_endings_that_hold_the_first_that_is_written_counts() -> None:
    points = "    points: win s when s.points >= 9\n"
    lost = "    lost:   win s.enemy when s.points >= 9\n"
    test = (
        'test "both" {\n    scenario meeting\n    given red.points = 8, blue.giant at (2, 0)\n'
        "    start game\n    do shoot(red.scout, blue.giant) dice 6\n"
        "    expect over and winner is WHO\n}\n"
    )
    for rows, winner in ((points + lost, "red"), (lost + points, "blue")):
        session = compiled(duel((points, rows), more=test.replace("WHO", winner)))
        assert [(finding.code, "names another winner" in finding.headline) for finding in session.findings] == [("TK6040", True)]
        assert [result.failure for result in run_tests(session)] == [None]
    marked = points + f"    «{lost.strip()}»\n"
    assert_finding(duel((points, marked)), "TK6040", "`last.lost` never counts", "`last.points`")


def test_f083_reinforcements_that_an_ending_does_not_wait_for() -> None:
    enter = """
action enter(t: Tank in all tanks) as s {
    require t.side is s and t.at is none and not t.removed "{t} is there"
    require tank((0, 1)) is none "the hex is occupied"
    put t at (0, 1)
}
"""
    offered = ("s plays drive, shoot, Order for 2 actions may pass", "s plays drive, shoot, enter, Order for 2 as actions may pass")
    late = (", red.giant at (1, 0)", "")
    early = (ALONE, "    «alone:  win s when count(s.enemy.tanks) is 0»\n")
    assert_finding(
        duel(offered, late, early, more=enter), "TK6041", "`last.alone`", "`red.giant` of `red`", "not only for those on the map"
    )
    assert_clean(duel(offered, late, more=enter))


def test_f046_f082_a_list_of_all_ends_with_their_conditions() -> None:
    north = "ending off { each s in sides; win s when any t in s.tanks where row(s.enemy, t.at) is 1 }\n"
    session = compiled(
        duel(("    board field at (0, 0)\n", "    board field at (0, 0)\n    red rows from top\n    blue rows from bottom\n"), more=north)
    )
    game = Game(session.program)
    section = ends(game, game.worlds["meeting"])
    assert section is not None
    assert [(row[1], row[5]) for row in section.rows] == [
        ("last.points", "s.points >= 9"),
        ("last.alone", "not (any t in all tanks where t.side is not s and not t.removed)"),
        ("off.1", "any t in s.tanks where row(s.enemy, t.at) is 1"),
    ]


def test_f085_a_wrong_piece_uses_nothing_up() -> None:
    more = """
marker kind Signpost { state found = no; state reached = no }
markers Signpost {
    | id   | name   |
    | post | "Post" |
}
whenever sighted(t: Tank, p: Signpost) when not p.found and distance(t, p) <= 1 hex { p.found = yes }
whenever arrived(t: Tank, p: Signpost) when not p.reached and t.role is heavy and distance(t, p) <= 1 hex {
    p.reached = yes
    t.side.points = 9
}
test "the wrong one first" {
    scenario meeting
    given p: post at (2, 0), s: red.scout at (0, 0), g: red.giant at (0, 3), blue.scout at (4, 2), blue.giant at (4, 3)
    start game
    do drive(s) along (1, 0)
    expect p.found and not p.reached and not over
    do drive(g) along (0, 2)
    expect not p.reached
}
test "the right one later" {
    scenario meeting
    given p: post at (2, 0) { found = yes }, s: red.scout at (0, 0), g: red.giant at (1, 2), blue.scout at (4, 2), blue.giant at (4, 3)
    start game
    do drive(g) along (2, 1)
    expect p.reached and over and winner is red
}
"""
    board = (". T . . .", ". . . . .")
    assert_played(duel(("    red  { scout, giant }\n", "    red  { scout, giant, post }\n"), board, more=more))


def test_f085_a_trigger_that_another_one_uses_up() -> None:
    more = """
marker kind Signpost { state found = no }
markers Signpost {
    | id   | name   |
    | post | "Post" |
}
whenever sighted(t: Tank, p: Signpost) when not p.found and distance(t, p) <= 1 hex { p.found = yes }
«whenever arrived(t: Tank, p: Signpost) when not p.found and t.role is heavy and distance(t, p) <= 1 hex {
    p.found = yes
    t.side.points = 9
}»
"""
    fielded = ("    red  { scout, giant }\n", "    red  { scout, giant, post }\n")
    assert_finding(duel(fielded, more=more), "TK6042", "`arrived` never runs", "`sighted`", "`found`")


def test_f088_every_ending_says_when_it_is_looked_at() -> None:
    more = (
        "ending late at end of round { draw when red.points + blue.points > 12 }\n"
        "ending soon during game { draw when red.points + blue.points > 15 }\n"
    )
    document = assert_clean(duel(more=more)).scenario("meeting").document
    rules = document["rules"]
    assert isinstance(rules, dict)
    times = {row["id"]: (row["at"], row["during"]) for row in rules["endings"]}
    assert [when for id, when in times.items() if id.startswith("late")] == [("round", "")]
    assert [when for id, when in times.items() if id.startswith("soon")] == [("settle", "game")]
    assert all(when == ("settle", "") for id, when in times.items() if id.startswith("last"))


def test_f082_every_ending_in_force_is_listed_with_its_text() -> None:
    more = "ending gone { each s in sides; win s when count(s.enemy.tanks) is 0 and s.points > 3 }\n"
    document = assert_clean(DUEL + more).scenario("meeting").document
    rules = document["rules"]
    assert isinstance(rules, dict)
    assert [row["id"].split(".")[0] for row in rules["endings"]] == ["last", "last", "gone"]


def test_f124_a_goal_that_is_not_on_the_map() -> None:
    place = ("    board field at (0, 0)\n", "    board field at (0, 0)\n    place goal = «(9, 1)»\n")
    goal = "ending goal { each s in sides; win s when any t in s.tanks where t.at is goal }\n"
    assert_finding(duel(place, more=goal), "TK5010", "`(9, 1)`", "q 0..4", "r 0..3", alone=False)


def test_f006_a_reinforcement_keeps_its_hex_and_its_turn() -> None:
    states = ("    state ready = yes\n", "    state ready = yes\n    state arrives: 1..9? = none\n    state entry: place? = none\n")
    clock = ("    main game\n", "    main game\n    track hour: 0..99 = 0\n")
    late = ("red.giant at (1, 0)", "red.giant { arrives = 3; entry = (0, 2) }")
    rounds = ("    rounds {\n        each side", "    rounds {\n        hour += 1\n        each side")
    offered = ("s plays drive, shoot, Order for 2 actions may pass", "s plays drive, shoot, enter, Order for 2 as actions may pass")
    enter = """
action enter(t: Tank in all tanks) as s {
    require t.side is s and t.at is none and not t.removed "{t} is there"
    require let h = t.entry "{t} has no entry"
    require t.arrives <= hour "{t} comes later"
    require tank(h) is none "the hex is occupied"
    put t at h
}
"""
    session = assert_clean(duel(states, clock, rounds, offered, late, more=enter))
    look = outlook_of(Game(session.program), session.program.scenarios["meeting"])
    (arrival,) = look.arrivals("red.giant")
    ground = look.world.ground
    assert ground is not None and (arrival.round, arrival.places) == (3, frozenset({ground.index_of[0, 2]}))
    assert '"arrives":3' in dumps(session.scenario("meeting").document, separators=(",", ":"))
