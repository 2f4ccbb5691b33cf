"""Pieces on hexes where rules put them: what is played is not called impossible, and the neighbour with the fault is found."""

from __future__ import annotations

import pytest

from tests.field_faults.trying import DUEL, compiled
from tests.unit.rules.neighbours import changed, codes, found, without_tests

# ----------------------------------------------------------------------------------------------------- where they stand

SHARED = f"""{DUEL}
unit kind Truck {{ pile bed of Man holds 2 }}
unit kind Man {{ }}
units Truck {{
    | id    | name    |
    | lorry | "Lorry" |
}}
units Man {{
    | id  | name  |
    | joe | "Joe" |
}}
movement walking of m: Man from a to b {{
    budget 1 hex
    cost 1 hex
    never when man(b) is not none or truck(b) is not none "occupied"
}}
action walk(m: Man) {{
    cost 1 action
    require can_go(m, walking) "no"
    plot route for m using walking by m.side "Where?"
    go m along route
}}
action mount(m: Man, t: Truck) {{
    cost 1 action
    require distance(m, t) <= 1 hex and count(t.bed) < 2 "no"
    put m into t.bed
}}
action alight(t: Truck) {{
    cost 1 action
    require count(t.bed) > 0 "no"
    if let m = first(t.bed) {{ if let h = t.at {{ put m at h }} }}
}}
sequence war {{
    rounds at most 5 {{ each side s takes a turn {{ s plays walk, drive, mount, alight for 1 action may pass }} }}
}}
scenario narrow "Narrow" {{
    layout plain
    red {{ scout, lorry, joe }}
    blue {{ scout }}
    given red.scout at (0, 0), red.lorry at (1, 0), red.joe at (1, 0), blue.scout at (4, 3)
    start war
}}
test "share" {{
    scenario narrow
    given red.joe at (2, 0)
    start war
    do mount(red.joe, red.lorry)
    pass red
    pass blue
    do alight(red.lorry)
    expect red.joe.at is (1, 0) and red.lorry.at is (1, 0)
}}
"""


def test_pieces_on_a_hex_that_a_rule_brings_together() -> None:
    assert codes(SHARED) == []
    assert found(SHARED, ("mount, alight for", "mount for")) == ["TK5037"]
    beside = ("put m at h", 'choose k from neighbours(h) where truck(k) is none by t.side "Where?" { put m at k } else { nothing }')
    assert found(SHARED, beside) == ["TK5037"], "never where the truck is"


FORTS = f"""{DUEL}
terrains Terrain {{
    | id   | name   | open |
    | fort | "fort" | no   |
}}
board keep "The keep" axial 5 x 4 {{
    legend . = grass, F = fort
    rows {{
        . . . . .
        . F . . .
        . . . F .
        . . . . .
    }}
}}
layout keeps "Keeps" {{
    board keep at (0, 0)
    zone forts = [(1, 1), (3, 2)]
}}
action garrison(t: Tank, h: place in forts) {{
    cost 1 action
    require distance(t, h) is 1 hex and tank(h) is none "no"
    put t at h
}}
sequence war {{ rounds at most 9 {{ each side s takes a turn {{ s plays garrison, drive, shoot for 2 actions may pass }} }} }}
scenario siege "Siege" {{
    layout keeps
    roster usual
    given red.scout at (1, 1), red.giant at (1, 0), blue.scout at (4, 3), blue.giant at (3, 2)
    start war
}}
test "in" {{
    scenario siege
    given red.scout at (0, 1)
    start war
    do garrison(red.scout, (1, 1))
    expect red.scout.at is (1, 1)
}}
"""


def test_closed_ground_on_which_a_rule_puts_pieces() -> None:
    assert codes(FORTS) == []
    assert found(FORTS, ("s plays garrison, drive", "s plays drive")) == ["TK5071"]
    assert found(FORTS, ("zone forts = [(1, 1), (3, 2)]", "zone forts = [(1, 1)]")) == ["TK5071"]


# ---------------------------------------------------------------------------------------------------------------- entries

ENTRY = f"""{DUEL}
layout walled "Within walls" {{
    board field at (0, 0)
    zone gate = [(0, 3), (1, 3)]
}}
action enter(t: Tank in all tanks, h: place in gate) as s {{
    require t.side is s and t.at is none                "{{t}} is not waiting"
    put t at h
}}
whenever stacked(a: Tank, b: Tank) when a is not b and a.at is b.at {{
    b.plates = 0
    remove b
}}
sequence relief {{ rounds at most 3 {{ each side s takes a turn {{ s plays enter, drive once may pass }} }} }}
scenario siege "Siege" {{
    layout walled
    roster usual
    given red.scout at (0, 3), blue.scout at (3, 3), blue.giant at (4, 3)
    start relief
}}
test "overrun" {{
    scenario siege
    start relief
    do enter(red.giant, (0, 3))
    expect red.scout.removed and red.giant.at is (0, 3)
}}
"""


def test_an_entry_of_which_a_trigger_says_what_happens() -> None:
    assert codes(ENTRY) == []
    assert found(ENTRY, ("a is not b and a.at is b.at", "a is not b and a.plates is 0 and b.plates is 0")) == ["TK5074"]


@pytest.mark.parametrize(
    ("gate", "forces", "expected"),
    [
        ("[(1, 1)]", "", []),
        ("[(0, 3)]", "", ["TK5074"]),
        ("[(1, 1)]", "    red { scout, 2 giant }\n    blue { scout, giant }\n", ["TK5074"]),
        ("[(1, 1), (0, 3)]", "", ["TK5074"]),
    ],
    ids=["in the wood", "in the open", "two that wait", "partly in the open"],
)
def test_an_entry_where_nobody_else_can_stand(gate: str, forces: str, expected: list[str]) -> None:
    beside = ("red.scout at (0, 3)", "red.scout at (0, 0)")
    text = changed(without_tests(ENTRY), ("zone gate = [(0, 3), (1, 3)]", f"zone gate = {gate}"), beside)
    text = text[: text.index("whenever stacked")] + text[text.index("sequence relief") :]
    if forces:
        given = "    given red.scout at (0, 0), blue.scout"
        text = changed(text, (f"    roster usual\n{given}", f"{forces}{given}"))
    assert [finding.code for finding in compiled(text).findings] == expected


OTHER = """sequence stay { rounds at most 3 { each side s takes a turn { s plays drive once may pass } } }
scenario stand "Stand" of siege {
    start stay
}
"""


def test_an_entry_of_another_sequence() -> None:
    """What no scenario comes to is taken for an unfinished pack, what only another one comes to is not for this one."""
    text = without_tests(ENTRY)
    text = text[: text.index("whenever stacked")] + text[text.index("sequence relief") :]
    assert [finding.code for finding in compiled(text).findings] == ["TK5074"]
    assert [finding.notes[-1] for finding in compiled(text + OTHER).findings if finding.code == "TK5074"] == ["in the scenario `siege`"]
    waits = [finding for finding in compiled(text + OTHER).findings if finding.code == "TK5040"]
    assert [finding.notes[-1] for finding in waits] == ["in the scenario `stand`"]
    assert [finding.code for finding in compiled(changed(text, ("    start relief\n", ""))).findings] == ["TK5074"]


# ------------------------------------------------------------------------------------------------------------- at random

PICKED = f"""{DUEL}
effect scatter_far(t: Tank) {{
    choose h from places at random {{
        if terrain(h).open and tank(h) is none {{ put t at h }} else {{ nothing }}
    }}
}}
action leap(by: Tank) {{ cost 1 action
   scatter_far(by) }}
sequence war {{ rounds at most 9 {{ each side s takes a turn {{ s plays leap, drive, shoot for 1 action may pass }} }} }}
scenario siege "Siege" {{
    layout plain
    roster usual
    given red.scout at (0, 0), red.giant at (1, 0), blue.scout at (3, 3), blue.giant at (4, 3)
    start war
}}
test "wood" {{
    scenario siege
    start war
    do leap(red.scout) draws (1, 1)
    expect red.scout.at is (0, 0)
}}
"""
LOOKS = "if terrain(h).open and tank(h) is none { put t at h } else { nothing }"


def test_a_place_that_is_looked_at_after_it_is_drawn() -> None:
    assert codes(PICKED) == []
    looks = LOOKS
    assert found(PICKED, (looks, looks.replace("terrain(h).open and ", ""))) == ["TK5077"]
    assert found(PICKED, (looks, "if terrain(h).open { nothing } else { put t at h }")) == ["TK5077"]


# ------------------------------------------------------------------------------------------------------------ checkpoints

ALONE = "    alone:  win s when not any t in all tanks where t.side is not s and not t.removed\n"
BESIDE = f"""{changed(DUEL, (ALONE, ""))}
checkpoint kind Camp {{ state holder: Side = side }}
checkpoints Camp {{
    | id   | name   |
    | base | "base" |
}}
action claim(c: Camp in all camps) as s {{ cost 1 action
   require any t in s.tanks where distance(t, c) <= 1 hex "nobody near"
   c.holder = s }}
sequence war {{ rounds at most 9 {{ each side s takes a turn {{ s plays claim, drive for 1 action may pass }} }} }}
ending held {{ each s in sides
   win s when any c in camps where c.holder is s and c.side is not s }}
scenario siege "Siege" {{
    layout plain
    red {{ scout, base }}
    blue {{ scout }}
    given red.scout at (0, 0), blue.scout at (0, 1), red.base at (1, 1)
    start war
}}
test "near" {{
    scenario siege
    start war
    pass red
    do claim(red.base)
    expect over and winner is blue
}}
"""
OWN = f"""{changed(DUEL, (ALONE, ""))}
checkpoint kind Camp {{ state holder: Side = side }}
checkpoints Camp {{
    | id   | name   |
    | base | "base" |
}}
board isle "Isle" axial 5 x 4 {{
    legend . = grass, T = wood
    rows {{
        . . . T .
        . . . T .
        . . . T .
        . . . T .
    }}
}}
layout isles "Isles" {{ board isle at (0, 0) }}
action claim(t: Tank) as s {{ cost 1 action
   require let c = camp(t.at) "no camp"
   require c.side is not s "yours"
   c.holder = s }}
sequence war {{ rounds at most 9 {{ each side s takes a turn {{ s plays claim, drive, shoot for 1 action may pass }} }} }}
ending held {{ each s in sides
   win s when any c in camps where c.holder is s and c.side is not s }}
ending defended at end of war {{ win blue when all c in camps where c.holder is blue }}
scenario siege "Siege" {{
    layout isles
    red {{ scout }}
    blue {{ giant, base }}
    given red.scout at (0, 0), blue.giant at (4, 1), blue.base at (2, 1)
    start war
}}
test "blue need not come" {{
    scenario siege
    start war
    do drive(red.scout) along (1, 0), (2, 0), (2, 1)
    pass red
    pass blue
    do claim(red.scout)
    expect over and winner is red
}}
"""


def test_a_checkpoint_that_is_claimed_from_beside_it() -> None:
    assert codes(BESIDE) == []
    assert found(BESIDE, ("distance(t, c) <= 1 hex", "t.at is c.at")) == ["TK5031"]


def test_a_side_that_keeps_its_own_checkpoint_from_afar() -> None:
    assert "TK5031" not in codes(OWN)
    assert "TK5031" in found(
        OWN,
        ("blue { giant, base }", "blue { giant }"),
        ("red { scout }", "red { scout, base }"),
        ("blue.base at", "red.base at"),
    )


# ------------------------------------------------------------------------------------------------ pieces of another kind

TRUCKS = f"""{DUEL}
unit kind Truck is Tank {{ }}
units Truck {{
    | id    | name    | role  | speed |
    | lorry | "Lorry" | light | 1 hex |
}}
placement standing(t: Tank, h: place) {{
    require terrain(h).open "{{h}} is wood"
    require tank(h) is none "{{h}} is occupied"
}}
action enter(t: Tank in all tanks, h: place) as s {{
    cost 1 action
    require t.side is s and t.at is none "no"
    standing(t, h)
    put t at h
}}
sequence war {{ rounds at most 9 {{ each side s takes a turn {{ s plays enter, drive for 2 actions may pass }} }} }}
scenario siege "Siege" {{
    layout plain
    red  {{ scout, lorry }}
    blue {{ scout }}
    given red.scout at (0, 0), blue.scout at (3, 3)
    start war
}}
test "occupied" {{
    scenario siege
    start war
    refuse enter(red.lorry, (0, 0)) because "{{h}} is occupied"
    do enter(red.lorry, (1, 0))
    expect red.lorry.at is (1, 0)
}}
"""


def test_an_entry_where_pieces_of_another_kind_may_stand() -> None:
    assert codes(TRUCKS) == []
    blind = ('    require tank(h) is none "{h} is occupied"\n', "")
    assert found(TRUCKS, blind) == ["TK5074"]
    only_trucks = ("action enter(t: Tank in all tanks,", "action enter(t: Truck in all trucks,")
    assert found(TRUCKS, blind, only_trucks) == ["TK5074"], "a tank may stand there"
    through = ('    never when tank(b) is not none                      "{b} is occupied"\n', "")
    assert found(TRUCKS, blind, through) == [], "pieces may share a hex"
