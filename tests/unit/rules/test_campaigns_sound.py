"""What battles before bring along: a later battle begins with kept states as they were left, whatever its scenario says."""

from __future__ import annotations

import pytest

from tankdsl.rules.foresight.clock import last_round
from tests.unit.rules.playing import failures
from tests.unit.rules.test_feasibility import DUEL, PRELUDES, found, outlook

GUNNERY = (PRELUDES / "gunnery.tank").read_text(encoding="utf-8")
ROUND = "    pass red\n    pass blue\n"

SCORES = """
action score(t: Tank in s.tanks) as s {{
    cost 1 action
    once per s per {limit} "once"
    s.points += 1
}}
sequence war {{ rounds at most {rounds} {{ each side s takes a turn {{ s plays score, drive for 1 action may pass }} }} }}
scenario one "One" of meeting {{ start war }}
scenario two "Two" of meeting {{ start war }}
{more}
test "both battles" {{
    campaign tour
    start war
{played}
    expect over and winner is red
}}
"""
TOUR = """campaign tour "Tour" {
    battles one, two
    between { for each s in sides { s.points += 1 } }
}"""
SCORED = "    do score(red.scout)\n"


def scores(limit: str, rounds: int, asked: int, played: str, more: str = TOUR, role: str = " kept") -> str:
    text = DUEL.replace("track points: 0..9 = 0", f"track points: 0..9 = 0{role}").replace("points >= 9", f"points >= {asked}")
    text = text.replace("    rounds {", "    rounds at most 3 {")
    text += SCORES.format(limit=limit, rounds=rounds, more=more, played=played)
    return text if more else text[: text.index('test "both battles"')]


ONCE_EACH = SCORED + ROUND * 2 + "    expect battle is 2 and red.points is 2\n" + SCORED
IN_ALL_ROUNDS = (SCORED + ROUND) * 2 + "    expect battle is 2 and red.points is 3\n" + SCORED + ROUND + SCORED


def test_a_number_that_goes_on_into_the_next_battle() -> None:
    text = scores("game", 2, 3, ONCE_EACH)
    assert failures(text) == [] and found(text) == []


def test_a_number_that_rises_round_by_round_and_goes_on() -> None:
    text = scores("turn", 2, 5, IN_ALL_ROUNDS)
    assert failures(text) == [] and found(text) == []


@pytest.mark.parametrize(
    ("more", "role"),
    [
        ("", " kept"),  # No campaign has them.
        (TOUR, ""),  # What is not kept begins anew.
        (TOUR.replace("one, two", "one"), " kept"),  # The only battle.
    ],
)
def test_without_a_battle_before_it_is_said(more: str, role: str) -> None:
    codes = {(finding.code, finding.headline.split("`")[1]) for finding in found(scores("game", 2, 3, ONCE_EACH, more, role))}
    assert codes == {("TK6032", "one"), ("TK6032", "two")}


def test_what_goes_on_into_no_other_battle_is_said_of_the_only_one_that_it_could_help() -> None:
    """A third scenario, outside of the campaign, has to do with its own points."""
    text = scores("game", 2, 3, ONCE_EACH) + 'scenario three "Three" of meeting { start war }\n'
    assert [finding.headline.split("`")[1] for finding in found(text)] == ["three"]


def test_a_number_that_nothing_raises_is_what_a_battle_before_gives() -> None:
    rules = DUEL.replace("track points: 0..9 = 0", "track points: 0..9 = 0\n    track fame: 0..9 = 0 kept")
    tour = """
ending famed { each s in sides; win s when s.fame >= 3 and s.points > 0 }
scenario one "One" of meeting { given red.fame = 3 }
scenario two "Two" of meeting { given red.fame = 1 }
campaign tour "Tour" { battles one, two }
"""
    foresight = outlook(rules + tour, "two")
    begun = [foresight.moment(0).begins(("Side", "fame"), side) for side in ("red", "blue")]
    assert begun == [frozenset({1, 3}), frozenset({0})]
    first = outlook(rules + tour, "one")
    assert first.moment(0).begins(("Side", "fame"), "red") == frozenset({3})


TIRED = """
layout signed "Signed" {
    board field at (0, 0)
    place hill = (4, 0)
}
movement crawl of t: Tank from a to b {
    budget 1 hex
    cost 1 hex
    never when not terrain(b).open                      "{b} is wood"
}
action creep(by: Tank) {
    cost 1 action
    plot route for by using crawl by by.side "Where?"
    go by along route
}
sequence war {
    rounds at most 9 {
        each side s takes a turn { s plays creep for 1 action may pass }
        for each s in sides { s.fatigue += 1 }
    }
}
ending tired { draw when red.fatigue >= 6 }
ending up { each s in sides; win s when any t in s.tanks where t.at is hill }
scenario siege "Siege" {
    layout signed
    red { scout }
    blue { scout }
    given red.scout at (0, 0), blue.scout at (0, 3), red.fatigue = 3, blue.fatigue = 3
    start war
}
scenario again "Again" of siege { start war }
"""
REST = (
    """
campaign tour "Tour" {
    battles siege, again
    between { for each s in sides { s.fatigue = 0 } }
}
test "both battles" {
    campaign tour
    start war
"""
    + ROUND * 3
    + """
    expect battle is 2 and red.fatigue is 0
    do creep(red.scout) along (1, 0)
    pass red
    pass blue
    do creep(red.scout) along (2, 0)
    pass red
    pass blue
    do creep(red.scout) along (3, 0)
    pass red
    pass blue
    do creep(red.scout) along (4, 0)
    expect over and winner is red
}
"""
)
WEARY = DUEL.replace("track points: 0..9 = 0", "track points: 0..9 = 0\n    track fatigue: 0..20 = 0 kept")


def test_the_clock_of_a_later_battle() -> None:
    text = WEARY + TIRED + REST
    assert failures(text) == []
    assert [finding.headline.split("`")[1] for finding in found(text)] == ["siege"]
    assert (last_round(outlook(text, "siege")), last_round(outlook(text, "again"))) != (None, None)
    rounds = [last.round if (last := last_round(outlook(text, scenario))) else None for scenario in ("siege", "again")]
    assert rounds == [3, 6]
    assert {finding.headline.split("`")[1] for finding in found(WEARY + TIRED)} == {"siege", "again"}


SKILLED = """
units Tank {
    | id     | name     | gun | armour |
    | popgun | "Popgun" | 1   | 8      |
    | tower  | "Tower"  | 6   | 15     |
}
scenario siege "Siege" {
    layout plain
    red  { popgun, hunter }
    blue { tower }
    given red.popgun at (1, 1) { skill = 3 }, red.hunter at (1, 0), blue.tower at (4, 1)
}
scenario assault "Assault" of siege { given red.popgun { skill = 0 } }
TOUR
"""


def skilled(tour: str, role: str = " kept") -> str:
    hull = "    track hull: 0..2 = 2\n"
    text = GUNNERY.replace("-40..", "-60..").replace("..40 ", "..60 ").replace("..40)", "..60)")
    text = text.replace(hull, f"{hull}    track skill: 0..9 = 0{role}\n")
    assert text.count("total(aim) + by.gun") == 1
    return text.replace("total(aim) + by.gun", "total(aim) + by.gun + by.skill") + SKILLED.replace("TOUR", tour)


def test_a_kept_state_that_only_scenarios_set_comes_from_the_battle_before() -> None:
    text = skilled('campaign tour "Tour" { battles siege, assault }') + SHOTS
    assert failures(text) == [] and found(text, "TK6070") == []
    (finding,) = found(skilled("", " kept"), "TK6070")
    assert "`popgun`" in finding.headline and "`assault`" in finding.headline and "`siege`" not in finding.headline


SHOTS = """
test "what it has learnt" {
    campaign tour
    given blue.tower { hull = 1 }
    start game
    do shoot(red.popgun, blue.tower) dice 6, 6
    expect battle is 2
    do shoot(red.popgun, blue.tower) dice 6, 6
    expect blue.tower.hull is 1
}
"""

HALF = """
ending spent {{ each s in sides; win s.enemy when s.supply is 0 }}
scenario one "One" of meeting {{ given red.supply = 2, blue.supply = 2 }}
scenario two "Two" of meeting {{ given red.ready_count = 0 }}
{more}
action consume(by: Tank) {{ by.side.supply -= 1 }}
"""


def test_an_ending_that_only_asks_what_is_brought_along_is_not_met_at_once() -> None:
    state = "track points: 0..9 = 0\n    track supply: 0..9 = 0 kept\n    track ready_count: 0..9 = 0"
    rules = DUEL.replace("track points: 0..9 = 0", state).replace("s plays drive,", "s plays consume, drive,")
    rules = rules.replace("points >= 9", "points >= 9 and s.ready_count is 0")
    alone = found(rules + HALF.format(more=""), "TK6006")
    assert [finding.headline for finding in alone if "`spent" in finding.headline] != []
    campaign = rules.replace('scenario meeting "Meeting" {', 'scenario meeting "Meeting" {\n    given red.supply = 1, blue.supply = 1')
    tour = 'campaign tour "Tour" { battles one, two }'
    assert found(campaign + HALF.format(more=tour).replace("red.ready_count = 0", "red.supply = 0"), "TK6006") == []
    assert len(found(campaign + HALF.format(more="").replace("red.ready_count = 0", "red.supply = 0"), "TK6006")) == 1
