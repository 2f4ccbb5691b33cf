"""Endings, triggers and pieces that wait: what is said of them holds in every play, and what plays show is not called impossible."""

from __future__ import annotations

import pytest

from tests.field_faults.trying import compiled
from tests.unit.rules.playing import failures
from tests.unit.rules.test_feasibility import DUEL, found

# -------------------------------------------------------------------------------------------------------------- triggers

PATROL = """
marker kind Signpost {{ state found = no }}
markers Signpost {{
    | id   | name   |
    | post | "Post" |
}}
roster posted {{
    red  {{ scout, giant, post }}
    blue {{ scout, giant }}
}}
sequence day {{
    rounds at most 9 {{
        during morning {{ each side s takes a turn {{ s plays drive for 1 action may pass }} }}
        during evening {{ each side s takes a turn {{ s plays drive for 1 action may pass }} }}
    }}
}}
whenever sighted(t: Tank{one}, p: Signpost) {first} when not p.found and distance(t, p) <= 1 hex {{ p.found = yes }}
whenever arrived(t: Tank{other}, p: Signpost) {second} when not p.found and distance(t, p) <= 1 hex and t.role is light {{
    p.found = yes
    t.side.points += 3
}}
scenario patrol "Patrol" {{
    layout plain
    roster posted
    given red.scout at (0, 0), red.giant at (1, 0), blue.scout at (3, 3), blue.giant at (4, 3), red.post at (3, 0)
    start day
}}
test "a scout comes near in the evening" {{
    scenario patrol
    start day
    pass red
    pass blue
    do drive(red.scout) along (0, 1), (0, 2), (1, 2)
    pass red
    pass blue
    pass red
    pass blue
    do drive(red.scout) along (2, 1), (2, 0)
    pass red
    expect red.points is 3
}}
"""
SEEN_BY_BLUE = " in blue.tanks"
OF_BLUE = " in [x in tanks where x.side is blue]"
OF_RED = " in [x in tanks where x.side is red]"


def patrol(one: str = "", other: str = "", first: str = "", second: str = "") -> str:
    return DUEL + PATROL.format(one=one, other=other, first=first, second=second)


@pytest.mark.parametrize(
    "parts",
    [
        {"first": "during morning", "second": "during evening"},
        {"first": "during morning"},
        {"one": OF_BLUE, "other": OF_RED},
        {"one": SEEN_BY_BLUE, "other": " in red.tanks"},
        {"one": SEEN_BY_BLUE},
        {"one": " in [x in tanks where x.role is heavy]"},
    ],
)
def test_a_trigger_that_runs_beside_another_one(parts: dict[str, str]) -> None:
    assert failures(patrol(**parts)) == []
    assert found(patrol(**parts), "TK6042") == []


@pytest.mark.parametrize(
    "parts",
    [
        {},
        {"second": "during evening"},
        {"first": "during evening", "second": "during evening"},
        {"other": " in red.tanks"},
        {"one": " in tanks", "other": OF_RED},
        {"one": OF_RED, "other": OF_RED},
        {"one": OF_RED, "other": " in [u in tanks where u.side is red and u.ready]"},
    ],
)
def test_a_trigger_whose_occasion_another_one_always_takes(parts: dict[str, str]) -> None:
    assert [each.split(":")[0] for each in failures(patrol(**parts))] == ["a scout comes near in the evening"]
    assert [finding.code for finding in found(patrol(**parts), "TK6042")] == ["TK6042"]


# --------------------------------------------------------------------------------------------------------------- scopes

TWO_SEQUENCES = """
sequence war {{ rounds at most 5 {{ each side s takes a turn {{ s plays drive, shoot once may pass }} }} }}
ending a during game {{ each s in sides
   one: win s when s.points >= 2 }}
ending b {{ each s in sides
   two: win s when s.points >= 3 }}
scenario siege "Siege" {{
    layout plain
    red {{ scout }}
    blue {{ scout }}
    given red.scout at (0, 0), blue.scout at (1, 0)
    start {start}
}}
test "at two points the game goes on" {{
    scenario siege
    given red.points = n
    start {start}
    do shoot(red.scout, blue.scout) dice 6
    expect red.points is n + 1 and over is ended
    | n | ended |
    | 1 | no    |
    | 2 | yes   |
}}
"""


def test_an_ending_during_a_sequence_that_not_every_scenario_comes_to() -> None:
    text = DUEL + TWO_SEQUENCES.format(start="war")
    assert failures(text) == [] and found(text, "TK6040") == []


def test_an_ending_during_the_sequence_with_which_all_scenarios_begin() -> None:
    text = DUEL + TWO_SEQUENCES.format(start="game")
    assert len(failures(text)) == 2 and [finding.code for finding in found(text, "TK6040")] == ["TK6040"]


PHASES = """
sequence war {
    rounds at most 3 { each side s takes a turn { s plays drive, shoot once may pass } }
    during reckoning { nothing_more() }
}
effect nothing_more() { red.points += 0 }
ending reckoned during reckoning { win most points }
scenario siege "Siege" of meeting { start war }
test "the game is over when the reckoning opens" {
    scenario siege
    start war
    pass red
    expect not over
}
"""


def test_an_ending_that_is_always_met_but_not_yet_in_force() -> None:
    assert failures(DUEL + PHASES) == [] and found(DUEL + PHASES, "TK6006") == []
    at_once = DUEL + PHASES.replace("during reckoning { win most points }", "during war { win most points }")
    assert len(failures(at_once)) == 1 and [finding.code for finding in found(at_once, "TK6006")] == ["TK6006"]


def test_no_ending_hangs_on_the_whole_game_where_no_sequence_is_called_so() -> None:
    text = DUEL.replace("main game", "main war").replace("sequence game", "sequence war")
    for rule in ("ending x during game { draw when 1 > 0 }", "ending x at end of game { draw when red.points > 3 }"):
        (finding,) = (each for each in found_anyhow(text + rule + "\n") if each[0] == "TK4009")
        assert finding == ("TK4009", "nothing opens a scope `game`")
    kept = text.replace("state ready = yes", "state ready = yes until end of game")
    assert [code for code, _ in found_anyhow(kept) if code == "TK4009"] == []


def found_anyhow(text: str) -> list[tuple[str, str]]:
    from tests.unit.rules.test_feasibility import made

    return [(finding.code, finding.headline) for finding in made(text).findings]


# -------------------------------------------------------------------------------------------------------- reinforcements

LATE = """
sequence relief {{
    rounds at most 9 {{
        {before}
        {turns}
        {after}
    }}
}}
{rules}
ending field during {during} {{ each s in sides; win s when count(s.enemy.tanks) is 0 }}
scenario late "Late" {{
    layout plain
    red  {{ scout, giant }}
    blue {{ scout }}
    given red.scout at (0, 0), blue.scout at (1, 0)
    start relief
}}
test "one is lost, the other comes" {{
    scenario late
    given red.scout {{ plates = 0 }}
    start relief
    {played}
    expect red.scout.removed and over is {over}
}}
"""
TURNS = "each side s takes a turn { s plays drive, shoot for 2 as actions may pass }"
COME = "for each t in all tanks where t.at is none and not t.removed { if tank((0, 1)) is none { put t at (0, 1) } }"
LOST = "pass red\n    do shoot(blue.scout, red.scout) dice 6"
ENTER = """action enter(t: Tank in all tanks) as s {
    require t.side is s and t.at is none and not t.removed "{t} is there"
    require tank((0, 1)) is none "the hex is occupied"
    put t at (0, 1)
}"""


def late(before: str = "", turns: str = TURNS, after: str = "", rules: str = "", during: str = "relief", over: str = "no") -> str:
    return DUEL + LATE.format(before=before, turns=turns, after=after, rules=rules, during=during, played=LOST, over=over)


@pytest.mark.parametrize(
    "text",
    [
        late(before=COME),
        late(before="relieve()", rules=f"effect relieve() {{\n    {COME}\n}}\n"),
        late(before="for each s in sides { arrive(s) }", rules=f"effect arrive(s: Side) {{\n{COME}\n s.points += 0 }}\n"),
        late(turns=f"each side s takes a turn from red {{ {COME}\n s plays drive, shoot for 2 as actions may pass }}"),
        # It is looked at when the pieces have come, or all is over.
        late(after=COME, during="relief at end of round"),
        late(after=COME, during="relief at end of relief"),
        late(after="during evening { red.points += 0 }\n" + COME, during="relief at end of relief"),
    ],
    ids=["before the turns", "called", "called in a loop", "in the first turn", "end of round", "end of relief", "end of relief again"],
)
def test_an_ending_that_is_not_looked_at_while_pieces_wait(text: str) -> None:
    assert failures(text) == [] and found(text, "TK6041") == []


@pytest.mark.parametrize(
    "text",
    [
        late(after=COME, over="yes"),
        late(turns=f"each side s takes a turn from blue {{ {COME}\n s plays drive, shoot for 2 as actions may pass }}", over="yes")
        .replace("pass red\n    do shoot", "do shoot")
        .replace("for each t in all tanks where", "for each t in all tanks where t.side is s and"),
        late(turns=TURNS.replace("drive,", "drive, enter,"), rules=ENTER, over="yes"),
        late(before="if red.points > 8 { " + COME + " }", after=COME, over="yes"),
    ],
    ids=["after the turns", "in the second turn", "by choice", "by two ways"],
)
def test_an_ending_that_is_looked_at_before_pieces_come(text: str) -> None:
    assert failures(text) == []
    assert [finding.code for finding in found(text, "TK6041")] == ["TK6041"]


def test_what_cannot_be_lost_ends_nothing_too_early() -> None:
    text = late(after=COME, over="yes").replace("t.plates -= 1 } else { remove t }", "t.plates -= 1 }")
    assert found(text, "TK6041") == []


# ------------------------------------------------------------------------------------------------------- sets in any order


MANY = "s.points >= 2"


def shadowed(first: str, second: str) -> list[str]:
    """The endings that never count, of two that are written one after the other."""
    text = f"{DUEL}\nending first {{ each s in {first} }}\nending second {{ each s in {second} }}\n"
    return [finding.headline for finding in compiled(text).findings if finding.code == "TK6040"]


def test_endings_over_one_set_that_begin_with_different_members() -> None:
    never = "the ending `second.1` never counts: whenever it is met, `first.1` is met too, comes first"
    assert shadowed(f"sides; win s.enemy when {MANY}", f"sides from active; win s when {MANY}") == [f"{never}, and names another winner"]
    assert shadowed(f"sides from active; win s when {MANY}", f"sides; win s when {MANY}") == [never]
    assert shadowed(f"sides; win s when {MANY}", f"[s in sides where s is red]; win s when {MANY}") == [never]


def test_an_ending_over_a_set_of_which_an_earlier_one_has_not_all() -> None:
    assert shadowed(f"[s in sides where s is red]; win s when {MANY}", f"sides; win s.enemy when {MANY}") == []
    assert shadowed(f"sides; win s.enemy when {MANY} and s is active", f"sides from active; win s when {MANY}") == []
    played = f"""{DUEL}
ending first {{ each s in [s in sides where s is red]; win s when {MANY} }}
ending second {{ each s in sides; win s.enemy when {MANY} }}
test "blue has enough" {{
    scenario meeting
    given blue.points = 2
    start game
    expect over and winner is red
}}
"""
    assert failures(played) == []
