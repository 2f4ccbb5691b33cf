"""Set-up of which nothing may be said: each game is played as checks had called impossible, and its neighbour with the fault is found."""

from __future__ import annotations

from tests.field_faults.trying import DUEL
from tests.unit.rules.neighbours import changed, codes, found

GAP = """
layout gap "The gap" {
    board field at (0, 0)
    zone road = [(2, 0)]
    zone hills = [(0, 2), (1, 2), (2, 2), (0, 3), (1, 3), (2, 3)]
}
"""
GUNS = """
unit kind Gun { stat heavy: bool }
units Gun {
    | id    | name    | heavy |
    | light | "Light" | no    |
    | siege | "Siege" | yes   |
}
"""
ROUNDS = "    rounds at most 5 { each side s takes a turn { s plays drive for 1 action may pass } }\n"
GIVEN = "    given red.scout at (0, 0), blue.scout at (4, 3)\n    start war\n"
NAMED = "given rl: red.light, rm: red.light, bl: blue.light, bm: blue.light"


# -------------------------------------------------------------------------------------------------------------- reserves

RESERVE = f"""{DUEL}
unit kind Gun {{ stat reserve: bool }}
units Gun {{
    | id    | name    | reserve |
    | light | "Light" | no      |
    | siege | "Siege" | yes     |
}}
placement siting(g: Gun, h: place) {{
    require not g.reserve "a reserve comes later"
    require gun(h) is none "occupied"
}}
action site(g: Gun in all guns, h: place) as s {{
    require g.side is s and g.at is none "no"
    siting(g, h)
    put g at h
}}
action enter(g: Gun in all guns, h: place) as s {{
    cost 1 action
    require g.side is s and g.at is none and g.reserve "no"
    require gun(h) is none "occupied"
    put g at h
}}
sequence war {{
    alternate s from red until all g in all guns where g.reserve or g.at is not none {{ s plays site once }}
    rounds at most 5 {{ each side s takes a turn {{ s plays drive, enter for 1 action may pass }} }}
}}
scenario narrow "Narrow" {{
    layout plain
    red {{ scout, siege, 2 light }}
    blue {{ scout, 2 light }}
{GIVEN}}}
test "the reserve comes later" {{
    scenario narrow
    {NAMED}
    start war
    do site(rl, (0, 3))
    do site(bl, (1, 3))
    do site(rm, (0, 2))
    do site(bm, (1, 2))
    do enter(red.siege, (2, 0))
    expect red.siege.at is (2, 0)
}}
"""


def test_a_reserve_that_the_placement_keeps_out_and_another_rule_brings_on() -> None:
    assert codes(RESERVE) == []
    waiting = ("until all g in all guns where g.reserve or g.at is not none", "until all g in all guns where g.at is not none")
    assert found(RESERVE, waiting) == ["TK5034"], "the set-up waits for it"
    asks = ('    require gun(h) is none "occupied"\n    put g at h', "    siting(g, h)\n    put g at h")
    assert found(RESERVE, asks) == ["TK5040"], "it may stay off the map, and must"


def test_a_reserve_that_the_scenario_places_itself() -> None:
    placed = ("red.scout at (0, 0), blue.scout at (4, 3)", "red.scout at (0, 0), red.siege at (3, 0), blue.scout at (4, 3)")
    assert found(RESERVE, placed) == []
    assert found(RESERVE, placed, ("drive, enter for", "drive for")) == ["TK5036"], "nothing but the placement puts one down"


def test_what_set_up_waits_for_stands_at_once_whatever_comes_on_later() -> None:
    """Later, in the rounds, a reserve enters and tanks drive; at the end of the set-up all four guns stand."""
    narrow = (
        '    require not g.reserve "a reserve comes later"\n',
        '    require not g.reserve "later"\n    require h in [(0, 3), (0, 2)] "not there"\n',
    )
    assert found(RESERVE, narrow) == ["TK5035"]
    until = ("until all g in all guns where g.reserve or g.at is not none {", "until any g in all guns where g.at is not none {")
    assert found(RESERVE, narrow, until) == [], "two of them may be left over"
    towed = ("    put g at h\n}\naction enter", "    put g at h\n    for each x in guns where x.at is (0, 3) { remove x }\n}\naction enter")
    assert found(RESERVE, narrow, towed) == [], "one makes room for the next"


OPTIONAL = f"""{DUEL}{GUNS}
layout gap "The gap" {{
    board field at (0, 0)
    zone road = [(2, 0), (3, 0)]
}}
placement siting(g: Gun, h: place) {{
    require h in road "a gun is sited on the road"
    require gun(h) is none "the hex is occupied"
}}
action site(g: Gun in all guns, h: place) as s {{
    require g.side is s and g.at is none and not g.heavy "no"
    siting(g, h)
    put g at h
}}
sequence war {{
    red plays site may pass
{ROUNDS}}}
scenario narrow "Narrow" {{
    layout gap
    red {{ scout, 3 light }}
    blue {{ scout }}
{GIVEN}}}
test "two of three" {{
    scenario narrow
    given a: red.light, b: red.light, c: red.light
    start war
    do site(a, (2, 0))
    do site(c, (3, 0))
    pass red
    do drive(red.scout) along (1, 0)
    expect b.at is none
}}
"""
ALL = "all g in all guns where g.at is not none"


def test_pieces_that_need_not_all_be_set_up() -> None:
    assert codes(OPTIONAL) == []
    assert found(OPTIONAL, ("red plays site may pass", f"alternate s from red until {ALL} {{ s plays site once }}")) == ["TK5035"]
    assert found(OPTIONAL, ("red plays site may pass", f"red plays site until {ALL}")) == ["TK5035"]
    some = f"{ALL} or count(o in guns) > 1"
    assert found(OPTIONAL, ("red plays site may pass", f"red plays site until {some}")) == []


TWO = f"""{DUEL}
layout gap "The gap" {{
    board field at (0, 0)
    zone road = [(2, 0), (3, 0)]
}}
placement for_light(t: Tank, h: place) {{
    require t.role is light "only light tanks"
    require tank(h) is none "occupied"
}}
placement for_heavy(t: Tank, h: place) {{
    require t.role is heavy "only heavy tanks"
    require h in road "only on the road"
    require tank(h) is none "occupied"
}}
action post(t: Tank in all tanks, h: place) as s {{
    require t.side is s and t.at is none "no"
    require (t.role is light and for_light(t, h)) or (t.role is heavy and for_heavy(t, h)) "no"
    put t at h
}}
sequence war {{
    red plays post until all t in all tanks where t.side is blue or t.at is not none
{ROUNDS}}}
scenario narrow "Narrow" {{
    layout gap
    red {{ scout, giant }}
    blue {{ scout }}
    given blue.scout at (4, 3)
    start war
}}
test "both" {{
    scenario narrow
    start war
    do post(red.scout, (0, 0))
    do post(red.giant, (2, 0))
    do drive(red.scout) along (1, 0)
}}
"""
MEETING = DUEL[DUEL.index('scenario meeting "Meeting"') :].strip()


def test_placements_that_are_each_for_some_pieces_of_a_kind() -> None:
    text = changed(TWO, (MEETING, ""))
    assert codes(text) == []
    in_a_wood = ('require h in road "only on the road"', 'require h in road and not terrain(h).open "only on the road"')
    assert found(text, in_a_wood) == ["TK5034"]
    forces = "    red {{ scout{} }}\n    blue {{ {} }}\n    given blue.{}"
    heavy = (forces.format(", giant", "scout", "scout"), forces.format("", "giant", "giant"))
    assert found(text, heavy) == ["TK5036"], "neither placement allows it there"


# ------------------------------------------------------------------------------------------------------- others are first

FIRST = f"""{DUEL}{GAP}{GUNS}
placement siting(g: Gun, h: place) {{
    require h in road or not g.heavy                           "a siege gun is sited on the road"
    require terrain(h).open                                    "no gun can stand there"
    require gun(h) is none                                     "the hex is occupied"
}}
action site_heavy(g: Gun in all guns, h: place) as s {{
    require g.side is s and g.at is none and g.heavy "no"
    siting(g, h)
    put g at h
}}
action site_light(g: Gun in all guns, h: place) as s {{
    require g.side is s and g.at is none and not g.heavy "no"
    siting(g, h)
    put g at h
}}
sequence war {{
    red plays site_heavy until all g in all guns where not g.heavy or g.at is not none
    alternate s from red until {ALL} {{ s plays site_light once }}
{ROUNDS}}}
scenario narrow "Narrow" {{
    layout gap
    red {{ scout, siege, 2 light }}
    blue {{ scout, 2 light }}
{GIVEN}}}
test "the siege gun is first" {{
    scenario narrow
    {NAMED}
    start war
    do site_heavy(red.siege, (2, 0))
    refuse site_light(rl, (2, 0)) because "the hex is occupied"
    do site_light(rl, (0, 3))
    do site_light(bl, (1, 3))
    do site_light(rm, (0, 1))
    do site_light(bm, (3, 3))
    expect all g in all guns where g.at is not none
}}
"""
HEAVY_FIRST = "    red plays site_heavy until all g in all guns where not g.heavy or g.at is not none\n"
LIGHT_THEN = f"    alternate s from red until {ALL} {{ s plays site_light once }}\n"
BOTH = f"    alternate s from red until {ALL} {{ s plays site_light, site_heavy once }}\n"


def test_a_piece_that_is_set_up_before_the_others() -> None:
    assert codes(FIRST) == []
    light_first = "    alternate s from red until all g in all guns where g.heavy or g.at is not none { s plays site_light once }\n"
    assert found(FIRST, (HEAVY_FIRST + LIGHT_THEN, light_first + HEAVY_FIRST)) == ["TK5073"]
    assert found(FIRST, (HEAVY_FIRST + LIGHT_THEN, BOTH)) == ["TK5073"]


def test_a_piece_that_is_set_up_before_the_others_of_its_side() -> None:
    own = changed(FIRST, ("blue { scout, 2 light }", "blue { scout }"), ("2 light", "light"))
    turns = (
        "    for each s in sides {{\n        s plays {} until all g in all guns where g.side is not s or {} g.at is not none\n"
        "        s plays {} until all g in all guns where g.side is not s or g.at is not none\n    }}\n"
    )
    assert found(own, (HEAVY_FIRST + LIGHT_THEN, turns.format("site_heavy", "not g.heavy or", "site_light"))) == []
    assert found(own, (HEAVY_FIRST + LIGHT_THEN, turns.format("site_light", "g.heavy or", "site_heavy"))) == ["TK5073"]


def test_others_that_a_requirement_makes_wait() -> None:
    waits = (
        'not g.heavy "no"\n',
        'not g.heavy "no"\n    require not any o in all guns where o.heavy and o.at is none "the siege guns come first"\n',
    )
    assert found(FIRST, (HEAVY_FIRST + LIGHT_THEN, BOTH), waits) == []


def test_others_to_whom_these_hexes_are_never_offered() -> None:
    light = "action site_light(g: Gun in all guns, h: place"
    hills = changed(FIRST, (HEAVY_FIRST + LIGHT_THEN, BOTH), (f"{light})", f"{light} in hills)"))
    siege = "    do site_heavy(red.siege, (2, 0))\n"
    script = changed(
        hills,
        (siege, ""),
        ('refuse site_light(rl, (2, 0)) because "the hex is occupied"', "refuse site_light(rl, (2, 0)) because not_in_domain"),
        ("    do site_light(rm, (0, 1))\n", "    do site_light(rm, (0, 2))\n"),
        ("    do site_light(bm, (3, 3))\n", f"    do site_light(bm, (1, 2))\n{siege}"),
    )
    assert codes(script) == []
    assert found(hills, ("zone hills = [", "zone hills = [(2, 0), ")) == ["TK5073"]


LANDED = f"""{DUEL}{GAP}{GUNS}
movement towing of g: Gun from a to b {{
    budget 1 hex
    cost 1 hex
    never when gun(b) is not none "occupied"
}}
action tow(g: Gun) {{
    cost 1 action
    require can_go(g, towing) "no"
    plot route for g using towing by g.side "Where?"
    go g along route
}}
placement landing(g: Gun, h: place) {{
    require h in road or not g.heavy                           "a siege gun is landed on the road"
    require gun(h) is none                                     "the hex is occupied"
}}
action land(g: Gun in all guns, h: place) as s {{
    cost 1 action
    require g.side is s and g.at is none "no"
    landing(g, h)
    put g at h
}}
sequence war {{
    rounds at most 5 {{ each side s takes a turn {{ s plays tow, land for 3 actions may pass }} }}
}}
scenario narrow "Narrow" {{
    layout gap
    red {{ scout, siege, 2 light }}
    blue {{ scout }}
{GIVEN}}}
test "in turn" {{
    scenario narrow
    given a: red.light
    start war
    do land(a, (2, 0))
    do tow(a) along (3, 0)
    do land(red.siege, (2, 0))
}}
"""


def test_pieces_that_land_one_after_the_other_leave_each_other_room() -> None:
    assert codes(LANDED) == []
    first = ("sequence war {\n", f"sequence war {{\n    alternate s from red until {ALL} {{ s plays land for 1 action }}\n")
    assert found(LANDED, first, ("s plays tow, land for 3", "s plays tow for 3")) == ["TK5073"]


APART = f"""{DUEL}
layout gap "The gap" {{
    board field at (0, 0)
    zone west = [(0, 0), (0, 1), (0, 2)]
    zone east = [(4, 0), (4, 1), (3, 0)]
    zone pass_road = [(3, 0), (3, 3)]
}}
unit kind Gun {{ stat reserve: bool }}
units Gun {{
    | id    | name    | reserve |
    | light | "Light" | no      |
    | late  | "Late"  | yes     |
}}
placement siting(g: Gun, h: place) {{
    require terrain(h).open "closed"
    require gun(h) is none "occupied"
}}
action site(g: Gun in all guns, h: place in (if s is red {{ west }} else {{ east }})) as s {{
    require g.side is s and g.at is none and not g.reserve "no"
    siting(g, h)
    put g at h
}}
action enter(g: Gun in all guns, h: place in pass_road) as s {{
    cost 1 action
    require g.side is s and g.at is none and g.reserve "no"
    siting(g, h)
    put g at h
}}
sequence war {{
    alternate s from red until all g in all guns where g.at is not none or g.reserve {{ s plays site once }}
    rounds at most 5 {{ each side s takes a turn {{ s plays drive, enter for 1 action may pass }} }}
}}
scenario narrow "Narrow" {{
    layout gap
    red {{ scout, light, late }}
    blue {{ scout, 2 light }}
{GIVEN}}}
test "apart" {{
    scenario narrow
    given a: blue.light, b: blue.light
    start war
    refuse site(red.light, (3, 0)) because not_in_domain
    do site(red.light, (0, 1))
    refuse site(a, (0, 2)) because not_in_domain
    do site(a, (4, 0))
    do site(b, (4, 1))
    do enter(red.late, (3, 0))
}}
"""


def test_where_reserves_enter_is_no_zone_to_set_up_in() -> None:
    assert codes(APART) == []
    before = ("    rounds at most 5", "    red plays enter for 1 action may pass\n    rounds at most 5")
    assert found(APART, before) == ["TK5072"]
