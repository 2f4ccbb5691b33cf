"""What happens before the rounds or after them: scoring at the end, a last turn of each side, states that are set when all is over."""

from __future__ import annotations

import pytest

from tests.unit.rules.playing import failures
from tests.unit.rules.test_feasibility import DUEL, found

BARE = DUEL.replace("    points: win s when s.points >= 9\n", "")
PASSED = "    pass red\n    pass blue\n"

CAMPS = """
checkpoint kind Camp {{ state holder: Side? }}
checkpoints Camp {{
    | id   | name   |
    | base | "base" |
}}
action claim(t: Tank) as s {{
    cost 1 action
    require let c = camp(t.at) "no camp"
    c.holder = s
}}
sequence war {{
    {before}
    rounds at most 2 {{ each side s takes a turn {{ s plays drive, claim for 2 actions may pass }} }}
    {after}
}}
sequence scoring {{ for each s in sides {{ for each c in camps {{ if c.holder is s {{ s.points += 3 }} }} }} }}
ending ahead {{ each s in sides; win s when s.points >= {asked} }}
scenario siege "Siege" {{
    layout plain
    red {{ scout, base }}
    blue {{ scout }}
    given red.scout at (0, 0), blue.scout at (0, 3), red.base at (1, 0)
    start war
}}
test "scored" {{
    scenario siege
    start war
    do drive(red.scout) along (1, 0)
    do claim(red.scout)
    pass red
    pass blue
    pass red
    pass blue
    expect over and winner is red
}}
"""


def camps(asked: int, before: str = "", after: str = "") -> str:
    return BARE + CAMPS.format(before=before, after=after, asked=asked)


@pytest.mark.parametrize("after", ["scoring()", "during reckoning { scoring() }", "for each s in sides { s.points += 0 }\n    scoring()"])
def test_what_is_scored_after_the_last_round(after: str) -> None:
    assert failures(camps(3, after=after)) == [] and found(camps(3, after=after)) == []
    assert [finding.code for finding in found(camps(4, after=after))] == ["TK6032"]


def test_what_is_scored_before_the_first_round_is_scored_of_nothing() -> None:
    assert len(failures(camps(3, before="scoring()"))) == 1
    assert [finding.code for finding in found(camps(3, before="scoring()"))] == ["TK6032"]


GUNS = """
unit kind Gun {{ state armed = yes }}
units Gun {{
    | id  | name  |
    | gun | "Gun" |
}}
action fire(g: Gun) as s {{
    cost 1 action
    require g.armed "no"
    s.points += 1
}}
action jam(g: Gun) {{ g.armed = no }}
sequence war {{
    {before}
    rounds at most 9 {{ each side s takes a turn {{ s plays fire, jam for 1 action may pass }} }}
    {after}
}}
ending no_truce {{ each s in sides; win s when s.points >= 2 and not truce and s.fresh }}
scenario siege "Siege" {{
    layout plain
    red {{ gun }}
    blue {{ gun }}
    given red.gun at (0, 0), blue.gun at (0, 3)
    start war
}}
test "two shots" {{
    scenario siege
    start war
    do fire(red.gun)
    pass red
    pass blue
    do fire(red.gun)
    expect over and winner is red
}}
"""
OVER = "truce = yes\n    for each s in sides { s.fresh = no }"


def guns(before: str = "", after: str = "") -> str:
    text = DUEL.replace("    alone:  win s when not any t in all tanks where t.side is not s and not t.removed\n", "")
    text = text.replace("    main game\n", "    main game\n    state truce = no\n")
    text = text.replace("    track points: 0..9 = 0\n", "    track points: 0..9 = 0\n    state fresh = yes\n")
    return text + GUNS.format(before=before, after=after)


def test_states_that_are_set_when_all_is_over() -> None:
    assert failures(guns(after=OVER)) == [] and found(guns(after=OVER)) == []


def test_states_that_are_set_before_all_begins() -> None:
    assert len(failures(guns(before=OVER))) == 1
    assert [finding.code for finding in found(guns(before=OVER))] == ["TK6032"]


TURN = "each side s takes a turn { s plays drive for 1 action may pass }"
TURNS = """
layout signed "Signed" {{
    board field at (0, 0)
    place hill = (4, 0)
}}
sequence war {{
    {before}
    rounds at most 2 {{ {turn} }}
    {after}
}}
ending up {{ each s in sides; win s when running turn >= {asked}: any t in s.tanks where t.at is hill }}
scenario siege "Siege" {{
    layout signed
    red {{ scout }}
    blue {{ scout }}
    given red.scout at (4, 0), blue.scout at (0, 3)
    start war
}}
test "so many turns" {{
    scenario siege
    start war
{passed}
    expect over and winner is red
}}
"""


@pytest.mark.parametrize(
    ("before", "after", "most"), [("", "", 4), (TURN, "", 6), ("", TURN, 6), (TURN, TURN, 8), ("", f"{TURN}\n{TURN}", 8)]
)
def test_turns_beside_the_rounds(before: str, after: str, most: int) -> None:
    def turns(asked: int) -> str:
        return BARE + TURNS.format(before=before, after=after, turn=TURN, asked=asked, passed=PASSED * (most // 2))

    assert failures(turns(most)) == [] and found(turns(most)) == []
    assert [finding.code for finding in found(turns(most + 1))] in (["TK6030"], ["TK6031"])
