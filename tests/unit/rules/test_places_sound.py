"""Places that count, and those from where one comes to them: as the scenario offers and asks them, and not as others might."""

from __future__ import annotations

import pytest

from tests.field_faults.trying import DUEL, compiled, shown
from tests.unit.rules.neighbours import changed, codes, without_tests

BARE = DUEL[: DUEL.index("scenario meeting")]
"""The small game without its scenario."""


def told(text: str, code: str, *changes: tuple[str, str]) -> list[str]:
    """All that is told of the findings with a code in a changed game, of which nothing is played."""
    session = compiled(changed(without_tests(text), *changes))
    return [shown(session, finding) for finding in session.findings if finding.code == code]


# --------------------------------------------------------------------------------------------------------------- fairness

CAMPS = f"""{BARE}
layout camps "Camps" {{
    board field at (0, 0) of red
    board field at (5, 0) of blue
    zone west = [(0, 0), (0, 1), (0, 2)]
    zone east = [(9, 3), (9, 2), (9, 1)]
}}
value camp(s: Side): set of place = if s is red {{ west }} else {{ east }}
placement posting(t: Tank, h: place) {{
    require terrain(h).open "not open"
    require territory(h) is t.side or t.side is red "enemy ground"
    require tank(h) is none "occupied"
}}
action post(t: Tank in all tanks, h: place in camp(s)) as s {{
    require t.side is s and t.at is none "no"
    posting(t, h)
    put t at h
}}
sequence war {{
    alternate s from red until all t in all tanks where t.at is not none {{ s plays post once }}
    rounds at most 9 {{ each side s takes a turn {{ s plays drive, shoot once may pass }} }}
}}
scenario duel_of_camps "Camps" {{
    layout camps
    claims fair
    roster usual
    start war
}}
test "offered" {{
    scenario duel_of_camps
    start war
    refuse post(red.scout, (1, 0)) because not_in_domain
    do post(red.scout, (0, 0))
    refuse post(blue.scout, (8, 0)) because not_in_domain
    do post(blue.scout, (9, 3))
}}
"""


def test_hexes_to_set_up_on_are_those_that_are_offered() -> None:
    assert codes(CAMPS) == []
    (finding,) = told(CAMPS, "TK6051", ("[(9, 3), (9, 2), (9, 1)]", "[(9, 3), (9, 2), (9, 1), (8, 3), (7, 3), (6, 3)]"))
    assert "unequal in hexes to set up on" in finding and "`red` 3, `blue` 6" in finding
    (finding,) = told(CAMPS, "TK6051", ("h: place in camp(s)", "h: place"))
    assert "`red` 36, `blue` 18" in finding


SIGNED = f"""{BARE}
layout signed "Signed" {{
    board field at (0, 0)
    place hill = (1, 0)
}}
sequence war {{ rounds at most 9 {{ each side s takes a turn {{ s plays drive, shoot for 1 action may pass }} }} }}
sequence tunnel {{ rounds {{ each side s takes a turn {{ s plays drive, shoot for 1 action may pass }} }} }}
ENDING
scenario siege "Siege" {{
    layout signed
    claims fair
    red  {{ scout }}
    blue {{ scout }}
    given red.scout at (0, 0), blue.scout at (4, 3)
    start war
}}
scenario below "Below" {{
    layout signed
    red  {{ scout }}
    blue {{ scout }}
    given red.scout at (0, 0), blue.scout at (4, 3)
    start tunnel
}}
test "on the hill" {{
    scenario siege
    start war
    do drive(red.scout) along (1, 0)
    expect not over
}}
"""
ON_HILL = "{ each s in sides\n    win s when any t in s.tanks where t.at is hill }"
OF_OPTION = f'option hill_game "Hill" = off {{ add ending hilltop {ON_HILL} }}'
OF_SCOPE = f"ending hilltop during tunnel {ON_HILL}"


@pytest.mark.parametrize("ending", [OF_OPTION, OF_SCOPE])
def test_the_way_to_a_place_of_an_ending_that_is_not_in_force(ending: str) -> None:
    assert codes(SIGNED.replace("ENDING", ending)) == []


IN_FORCE = [OF_OPTION.replace("= off", "= on"), f"ending hilltop during war {ON_HILL}", f"ending hilltop {ON_HILL}"]


@pytest.mark.parametrize("ending", IN_FORCE)
def test_the_way_to_a_place_of_an_ending_in_force(ending: str) -> None:
    (finding,) = told(SIGNED.replace("ENDING", ending), "TK6051")
    assert "unequal in least cost of the way to hill" in finding


# ---------------------------------------------------------------------------------------------------------- counted zones

RIDGE = f"""{BARE}
movement creeping of t: Tank from a to b {{
    budget 1 hex
    cost 1 hex
}}
action creep(by: Tank) {{
    cost 1 action
    plot route for by using creeping by by.side "Where?"
    go by along route
}}
layout signed "Signed" {{
    board field at (0, 0)
    zone ridge = [(1, 0), (2, 0), (4, 0)]
}}
sequence war {{
    rounds at most 2 {{ each side s takes a turn {{ s plays creep for 1 action may pass }} }}
}}
ending up {{
    each s in sides
    win s when count(h in ridge where tank(h).side is s) >= 1
}}
scenario siege "Siege" {{
    layout signed
    red  {{ scout, giant }}
    blue {{ scout, giant }}
    given red.scout at (0, 0), red.giant at (0, 1), blue.scout at (0, 3), blue.giant at (1, 3)
    start war
}}
test "near" {{
    scenario siege
    start war
    do creep(red.scout) along (1, 0)
    expect over and winner is red
}}
"""
COUNTED = "count(h in ridge where tank(h).side is s) >= 1"


def test_a_far_hex_of_a_zone_of_which_another_will_do() -> None:
    assert codes(RIDGE) == []
    assert told(RIDGE, "TK6030", (COUNTED, "any h in ridge where tank(h).side is s")) == []
    (finding,) = told(RIDGE, "TK6030", ("ridge = [(1, 0), (2, 0), (4, 0)]", "ridge = [(4, 1), (4, 0), (3, 0)]"))
    assert "neither side can come to `ridge` before the game is over" in finding


def test_a_zone_of_which_all_hexes_are_counted() -> None:
    for asked in ("count(h in ridge where tank(h).side is s) >= 3", "all h in ridge where tank(h).side is s"):
        found = told(RIDGE, "TK6030", (COUNTED, asked))
        assert found and "neither side can come to (4, 0) of `ridge` before the game is over" in found[0]
    assert told(RIDGE, "TK6030", (COUNTED, "not all h in ridge where tank(h) is none")) == []


def test_a_zone_by_whose_hexes_sides_are_compared() -> None:
    most = (f"    each s in sides\n    win s when {COUNTED}", "    win most held when running round >= 2: any t in tanks where t.ready")
    held = ('test "near"', 'value held(s: Side): int = count(h in ridge where tank(h).side is s)\ntest "near"')
    played = (
        "    expect over and winner is red\n",
        "    pass red\n    pass blue\n    pass red\n    pass blue\n    expect over and winner is red\n",
    )
    text = changed(RIDGE, most, held)
    assert codes(changed(text, played)) == []
    (finding,) = told(text, "TK6030", ("ridge = [(1, 0), (2, 0), (4, 0)]", "ridge = [(4, 1), (4, 0), (3, 0)]"))
    assert "neither side can come to `ridge`" in finding
