"""Places to which only a rule puts pieces: what is played is not called out of reach, and where no rule does, it is."""

from __future__ import annotations

from pathlib import Path

from tests.field_faults.trying import DUEL
from tests.unit.rules.neighbours import changed, codes, found

YARD = (Path(__file__).resolve().parents[3] / "docs" / "diagnostics" / "preludes" / "yard.tank").read_text(encoding="utf-8")

FERRY = f"""{DUEL}
board dale "The dale" axial 5 x 4 {{
    legend . = grass, T = wood
    rows {{
        . . . . .
        . . . . .
        T T T T T
        . . . . .
    }}
}}
layout valley "The valley" {{
    board dale at (0, 0)
    zone south = [(0, 3), (1, 3)]
    place quay = (2, 3)
}}
action ferry(t: Tank) as s {{
    cost 1 action
    require tank(quay) is none "no"
    if let q = quay {{ put t at q }}
}}
action leave(t: Tank) as s {{
    cost 1 action
    require t.at in south                               "{{t}} is not at the exit"
    remove t
}}
sequence way_out {{ rounds at most 5 {{ each side s takes a turn {{ s plays leave, ferry, drive for 2 actions may pass }} }} }}
scenario retreat "Retreat" {{
    layout valley
    roster usual
    given red.scout at (0, 0), red.giant at (1, 0), blue.scout at (3, 3), blue.giant at (4, 3)
    start way_out
}}
test "the ferry" {{
    scenario retreat
    start way_out
    do ferry(red.scout)
    do drive(red.scout) along (1, 3)
    pass red
    pass blue
    do leave(red.scout)
    expect red.scout.removed
}}
"""

ALONE = "    alone:  win s when not any t in all tanks where t.side is not s and not t.removed\n"
RAFT = f"""{changed(DUEL, (ALONE, ""))}
terrains Terrain {{
    | id    | name    | open |
    | water | "water" | no   |
}}
unit kind Man {{ }}
unit kind Boat {{ pile hold of Man holds 2 }}
units Man {{
    | id | name |
    | joe | "Joe" |
}}
units Boat {{
    | id | name |
    | raft | "Raft" |
}}
movement walking of m: Man from a to b {{
    budget 2 hexes
    cost 1 hex
    never when terrain(b) is water "water"
}}
movement rowing of m: Boat from a to b {{
    budget 2 hexes
    cost 1 hex
    never when terrain(b) is not water "land"
}}
action walk(m: Man) {{ cost 1 action
    require can_go(m, walking) "no"
    plot route for m using walking by m.side "Where?"
    go m along route }}
action row_on(m: Boat) {{ cost 1 action
    require can_go(m, rowing) "no"
    plot route for m using rowing by m.side "Where?"
    go m along route }}
action mount(m: Man, t: Boat) {{ cost 1 action
    require distance(m, t) <= 1 hex and count(t.hold) < 2 "no"
    put m into t.hold }}
action alight(t: Boat) as s {{ cost 1 action
    require count(t.hold) > 0 "no"
    if let m = first(t.hold) {{
        choose h from neighbours(t.at) where terrain(h) is not water by s "Where?" {{ put m at h }} else {{ nothing }}
    }} }}
sequence war {{
    rounds at most 9 {{ each side s takes a turn {{ s plays walk, row_on, mount, alight for 3 actions may pass }} }}
}}
board vale "The vale" axial 6 x 7 {{
    legend . = grass, ~ = water
    rows {{
        . . . . . .
        . . . . . .
        . . . . . .
        ~ ~ ~ ~ ~ ~
        . . . . . .
        . . . . . .
        . . . . . .
    }}
}}
layout banks "Both banks" {{
    board vale at (0, 0)
    place fort = (3, 5)
    zone shore = [(0, 6), (1, 6)]
}}
ending landed {{ each s in sides
   win s when any m in s.mans where m.at is fort }}
scenario crossing "The crossing" {{
    layout banks
    red {{ joe, raft }}
    blue {{ joe }}
    given red.joe at (2, 2), red.raft at (2, 3), blue.joe at (0, 0)
    start war
}}
test "the raft" {{
    scenario crossing
    start war
    do mount(red.joe, red.raft)
    do alight(red.raft) {{ red picks (2, 4) }}
    do walk(red.joe) along (2, 5), (3, 5)
    expect over and winner is red
}}
"""

PIT = f"""{DUEL}
board pit "Pit" axial 5 x 4 {{
    legend . = grass, T = wood
    rows {{
        . . . . .
        . . . . .
        . . . . .
        . . . . .
    }}
    levels {{
        1 1 1 1 1
        1 0 0 1 1
        1 1 1 1 1
        1 1 1 1 1
    }}
}}
layout pits "Pits" {{ board pit at (0, 0)
   place camp = (0, 0) }}
movement climbing of t: Tank from a to b {{
    budget 2 hexes
    cost 1 hex
    never when level(b) > level(a) "too steep"
    never when not terrain(b).open "wood"
    never when tank(b) is not none "occupied"
}}
action climb(by: Tank) {{ cost 1 action
    require can_go(by, climbing) "no"
    plot route for by using climbing by by.side "?"
    go by along route }}
action recover(by: Tank) {{ cost 1 action
    require tank(camp) is none "no"
    if let h = camp {{ put by at h }} }}
sequence war {{ rounds at most 9 {{ each side s takes a turn {{ s plays recover, climb, shoot for 1 action may pass }} }} }}
scenario siege "Siege" {{
    layout pits
    roster usual
    given red.scout at (0, 2), red.giant at (1, 0), blue.scout at (3, 3), blue.giant at (4, 3)
    start war
}}
test "pit" {{
    scenario siege
    start war
    do climb(red.scout) along (0, 1), (1, 1)
    pass red
    pass blue
    do recover(red.scout)
    expect red.scout.at is (0, 0)
}}
"""


def test_an_exit_behind_a_wall_and_a_rule_that_puts_pieces_over_it() -> None:
    assert codes(FERRY) == []
    assert found(FERRY, ("place quay = (2, 3)", "place quay = (2, 1)")) == ["TK5075"]
    assert "TK5075" in found(FERRY, ("s plays leave, ferry, drive", "s plays leave, drive"))


def test_an_exit_for_an_action_of_another_sequence() -> None:
    apart = changed(FERRY, ("s plays leave, ferry, drive", "s plays leave, drive"), ("start way_out\n}\ntest", "start stay\n}\ntest"))
    stay = "sequence stay { rounds at most 5 { each side s takes a turn { s plays drive for 2 actions may pass } } }\nscenario retreat"
    both = 'scenario leaving "Leaving" {\n    layout plain\n    roster usual\n    start way_out\n}\n'
    assert "TK5075" in found(apart, ("scenario retreat", stay), ("start stay", "start way_out"))
    assert "TK5075" not in found(apart, ("layout valley", f"{both}layout valley"), ("scenario retreat", stay))


ALIGHT = "choose h from neighbours(t.at) where terrain(h) is not water"


def test_a_raft_that_carries_men_over_water() -> None:
    assert codes(RAFT) == []
    near = (ALIGHT, "choose h from neighbours(t.at) where terrain(h) is not water and h in near_bank")
    bank = ("    zone shore =", "    zone near_bank = [(0, 2), (1, 2), (2, 2), (3, 2), (4, 2), (5, 2)]\n    zone shore =")
    assert "TK5030" in found(RAFT, near, bank)
    assert "TK5030" in found(RAFT, ("mount, alight for", "mount for"))


def test_a_raft_that_stays_near_its_bank() -> None:
    wide = "        ~ ~ ~ ~ ~ ~\n"
    shoal = ("        . . . . . .\n        ~ ~ ~ ~ ~ ~\n        . . . . . .\n", f"        . . . . . .\n{wide}        # # # # # #\n")
    shut = (
        ('    | water | "water" | no   |\n', '    | water | "water" | no   |\n    | rock  | "rock"  | no   |\n'),
        ("~ = water\n", "~ = water, # = rock\n"),
        ('never when terrain(b) is water "water"', 'never when terrain(b) is water or terrain(b) is rock "water"'),
        (ALIGHT, f"{ALIGHT} and terrain(h) is not rock"),
    )
    assert "TK5030" in found(RAFT, shoal, *shut), "between the raft and the other bank there is rock"


def test_a_trap_out_of_which_a_rule_puts_pieces() -> None:
    assert codes(PIT) == []
    assert found(PIT, ("s plays recover, climb", "s plays climb")) == ["TK5070"]
    assert found(PIT, ("place camp = (0, 0)", "place camp = (1, 1)")) == ["TK5070"], "into the pit itself"


BANNER = f"""{changed(DUEL, (ALONE, ""))}
board dale "The dale" axial 5 x 4 {{
    legend . = grass, T = wood
    rows {{
        . . . . .
        . . . . .
        T T T T T
        . . . . .
    }}
}}
layout valley "The valley" {{
    board dale at (0, 0)
    zone home_red = [(0, 3), (1, 3)]
}}
marker kind Flag {{ state bearer: Tank? }}
markers Flag {{
    | id | name |
    | banner | "Banner" |
}}
action grab(t: Tank, f: Flag in all flags) {{ cost 1 action
   require t.at is f.at "no"
   f.bearer = t }}
action throw(t: Tank, f: Flag in all flags, h: place) {{ cost 1 action
   require f.bearer is t and distance(t, h) <= 3 hexes "no"
   f.bearer = none
   put f at h }}
sequence war {{ rounds at most 5 {{ each side s takes a turn {{ s plays grab, throw, drive for 3 actions may pass }} }} }}
ending captured {{ win red when any f in flags where f.at in home_red }}
scenario siege "Siege" {{
    layout valley
    red {{ scout, banner }}
    blue {{ scout }}
    given red.scout at (0, 0), red.banner at (0, 1), blue.scout at (4, 0)
    start war
}}
test "thrown" {{
    scenario siege
    start war
    do drive(red.scout) along (0, 1)
    do grab(red.scout, red.banner)
    do throw(red.scout, red.banner, (0, 3))
    expect over and winner is red
}}
"""


def test_a_banner_that_is_thrown_over_a_wall() -> None:
    assert "TK5032" not in codes(BANNER)
    assert found(BANNER, ("s plays grab, throw, drive", "s plays grab, drive")) == ["TK5030", "TK5031"], "which is said of the ending"
    no_ending = ("f.at in home_red", "f.at is none")
    assert "TK5032" not in found(BANNER, no_ending)
    assert "TK5032" in found(BANNER, no_ending, ("s plays grab, throw, drive", "s plays grab, drive"))


CAVE = f"""{changed(DUEL, (ALONE, ""))}
board dale "The dale" axial 5 x 4 {{
    legend . = grass, T = wood
    rows {{
        . . . . .
        . . . . .
        T T T T T
        . . . . .
    }}
}}
layout valley "The valley" {{
    board dale at (0, 0)
    place cave = (0, 3)
}}
sequence war {{ rounds at most 5 {{ each side s takes a turn {{ s plays drive, shoot for 3 actions may pass }} }} }}
sequence tunnel {{ rounds at most 5 {{ each side s takes a turn {{ s plays drive, dig for 3 actions may pass }} }} }}
action dig(t: Tank) {{ cost 1 action
   if let h = cave {{ put t at h }} }}
ending deep during tunnel {{ each s in sides
   win s when any t in s.tanks where t.at is cave }}
scenario siege "Siege" {{
    layout valley
    red {{ scout }}
    blue {{ scout }}
    given red.scout at (0, 0), blue.scout at (4, 1)
    start war
}}
scenario below "B" of siege {{ start tunnel }}
test "below" {{
    scenario below
    start tunnel
    do dig(red.scout)
    expect over and winner is red
}}
"""


def test_an_ending_that_is_not_looked_at_in_a_scenario() -> None:
    assert "TK5031" not in codes(CAVE)
    assert "TK5031" in found(CAVE, ("ending deep during tunnel", "ending deep"))
    assert "TK5031" in found(CAVE, ("ending deep during tunnel", "ending deep during war"))


# ----------------------------------------------------------------------------------------------------------------- tables

LIFT = f"""{YARD}
areas Block {{
    | id   | name   | outline                                |
    | wall | "wall" | [(0, 10), (24, 10), (24, 12), (0, 12)] |
}}
action airlift(t: Tank in s.tanks) as s {{
    choose p from places where distance(p, t) <= 12 inches by s "Where to?" {{ put t at p }} else {{ nothing }}
}}
layout farm "Farm" {{ board ground at (0, 0) }}
scenario skirmish "Skirmish" {{
    layout farm
    roster usual
    given scout at (12, 2), guard at (12, 20), red.well at (12, 18)
}}
test "lifted" {{
    scenario skirmish
    start game
    do airlift(scout) {{ red picks (12, 14) }}
    expect scout.at is (12, 14)
}}
"""
PLAYS = "s plays drive once may pass"


def test_a_wall_across_a_table_and_a_rule_that_puts_pieces_over_it() -> None:
    text = changed(LIFT, (PLAYS, "s plays drive, airlift once may pass"))
    assert codes(text) == []
    assert found(text, ("s plays drive, airlift", "s plays drive")) == ["TK5043", "TK5044"]


LOFT = f"""{YARD}
areas Block {{
    | id   | name   | outline                                | solid |
    | barn | "barn" | [(4, 10), (20, 10), (20, 14), (4, 14)] | yes   |
}}
layout farm "Farm" {{ board ground at (0, 0) }}
action climb_in(t: Tank in s.tanks) as s {{
    require any o in blocks where distance(t, o) <= 2 inches "too far away"
    if let p = loft {{ put t at p }}
}}
scenario skirmish "Skirmish" {{
    layout farm
    roster usual
    given scout at (12, 12), guard at (12, 20), red.well at (12, 5)
}}
test "in" {{
    scenario skirmish
    given scout at (12, 9)
    start game
    do climb_in(scout)
    expect scout.at is (12, 12)
}}
"""


def test_a_point_at_which_only_a_rule_puts_pieces() -> None:
    loft = ("table 24 x 24 { }", "table 24 x 24 { place loft = (12, 12) }")
    text = changed(LOFT, (PLAYS, "s plays drive, climb_in once may pass"), loft)
    assert codes(text) == []
    assert "TK5041" in found(text, ("s plays drive, climb_in", "s plays drive"))
    assert "TK5041" in found(text, ("place loft = (12, 12)", "place loft = (12, 13)"))


LATER = f"""{YARD}
areas Block {{
    | id   | name   | outline                            | solid |
    | camp | "camp" | [(8, 0), (14, 0), (14, 2), (8, 2)] | no    |
}}
placement landing(t: Tank, p: place) {{
    require t.side is blue or any o in blocks where o is camp and inside(o, p)   "outside of the beach"
    require not any o in tanks where o is not t and distance(o, p) < 3 inches    "too near to another tank"
}}
action land(t: Tank in all tanks) as s {{
    require t.side is s and t.at is none "{{t}} is on the table"
    choose p from places where landing(t, p) by s "Where does {{t}} land?"
    if let spot = p {{ put t at spot }}
}}
layout farm "Farm" {{ board ground at (0, 0) }}
sequence beach {{
    rounds at most 6 {{ each side s takes a turn {{ s plays drive, land may pass }} }}
}}
scenario skirmish "Skirmish" {{
    layout farm
    red  {{ 6 scout, well }}
    blue {{ guard }}
    given guard at (20, 20), red.well at (22, 5)
    start beach
}}
test "wave after wave" {{
    scenario skirmish
    given a: scout, b: scout, c: scout, d: scout, e: scout, f: scout
    start beach
    do land(a) {{ red picks (8, 0) }}
    do land(b) {{ red picks (11, 0) }}
    do land(c) {{ red picks (14, 0) }}
    do drive(a) along (8, 8)
    do drive(b) along (11, 8)
    do drive(c) along (14, 8)
    do land(d) {{ red picks (8, 0) }}
    do land(e) {{ red picks (11, 0) }}
    do land(f) {{ red picks (14, 0) }}
    expect count(tanks) is 7
}}
"""


def test_pieces_that_land_on_a_table_one_after_the_other() -> None:
    assert codes(LATER) == []
    waits = "    alternate s from red until all t in all tanks where t.at is not none { s plays land once }\n    rounds at most 6"
    turn = " { each side s takes a turn { s plays drive"
    assert found(LATER, (f"    rounds at most 6{turn}, land", f"{waits}{turn}")) == ["TK5045"]


def test_a_reserve_that_comes_on_a_table_by_another_rule() -> None:
    beach = 'require t.side is blue or any o in blocks where o is camp and inside(o, p)   "outside of the beach"'
    keeps_out = (beach, 'require t.speed < 3 inches "comes later"')
    arrive = """action arrive(t: Tank in all tanks) as s {
    require t.side is s and t.at is none "{t} is on the table"
    choose p from [(0, 0), (12, 0)] by s "Where does {t} stand?"
    if let spot = p { put t at spot }
}
"""
    script = "    do land(a) { red picks (8, 0) }\n"
    farm = 'layout farm "Farm"'
    text = changed(LATER, keeps_out, (farm, arrive + farm), ("s plays drive, land may", "s plays drive, land, arrive may"))
    text = text[: text.index(script)] + "    do arrive(a) { red picks (12, 0) }\n    expect a.at is (12, 0)\n}\n"
    assert codes(text) == []
    waits = "    alternate s from red until all t in all tanks where t.at is not none { s plays land once }\n    rounds at most 6"
    turn = " { each side s takes a turn { s plays drive, land"
    assert "TK5048" in found(text, (f"    rounds at most 6{turn}", f"{waits}{turn}"))
