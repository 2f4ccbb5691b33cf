"""Placements of which nothing may be said: what is refused beside some pieces at one moment is allowed at the moment that counts."""

from __future__ import annotations

import pytest

from tests.unit.check.small import RULES
from tests.unit.rules.games import findings, on_board
from tests.unit.rules.test_table_setup import posting

PLACES = {"no-place-for-piece", "too-few-places", "placement-refused", "place-shared"}
HEAD = RULES.replace("effect muster(w: Walker, h: place) { put w at h }\n", "").replace(
    '    never when walker(b) is not w        "{b} is occupied"\n', ""
)
ROUNDS = "    rounds at most 9 { each side s takes a turn from first_side { s plays march"
ROW = (". . . . .", ". . . . .")
ONLY_BEACH = 'require h in beach or w.side is blue "only on the beach"'
TWO_AT_MOST = 'require count(o in walkers where o.at is h) < 2 "two at most"'
APART = 'require not any o in walkers where o is not w and distance(o.at, h) < 2 hexes "too near"'
ALONE = 'require count(o in walkers where o.at is h) < 1 "full"'


def said(text: str) -> list[str]:
    return [finding.headline for finding in findings(text) if finding.name in PLACES]


def landing(requirement: str, *, beach: str, red: str, given: str, first: str = "", often: str = "march", more: str = "") -> str:
    """Walkers that land on a beach by an action, `first` before the rounds or `often` in them."""
    rules = HEAD.replace(ROUNDS, f"    {first}\n{ROUNDS.replace('march', often)}")
    rules += f"placement beached(w: Walker, h: place) {{\n    {ONLY_BEACH}\n    {requirement}\n}}\n{more}"
    rules += (
        "action land(w: Walker in all walkers, h: place) as s {\n    cost 1\n"
        '    require w.side is s and w.at is none "no"\n    beached(w, h)\n    put w at h\n}\n'
    )
    forces = f"roster usual {{\n    red {{ {red} }}\n    blue {{ guard }}\n}}\n"
    return on_board(*ROW, rules=rules, forces=forces, layout=f"zone beach = {beach}", scenario=f"given guard at (4, 1){given}")


SETTING_UP = "alternate s from red until all w in all walkers where w.at is not none { s plays land once }"


@pytest.mark.parametrize(
    ("requirement", "beach", "red", "given"),
    [(TWO_AT_MOST, "[(0, 0)]", "3 scout", ", scout at (0, 0)"), (APART, "[(0, 0), (1, 0), (0, 1)]", "3 scout", "")],
)
def test_pieces_that_land_one_after_the_other_while_others_drive_on(requirement: str, beach: str, red: str, given: str) -> None:
    assert said(landing(requirement, beach=beach, red=red, given=given, often="land, march")) == []
    assert len(said(landing(requirement, beach=beach, red=red, given=given, first=SETTING_UP))) == 1


def test_pieces_that_may_board_a_truck_instead() -> None:
    truck = (
        'unit kind Truck { pile bed of Walker }\nunits Truck {\n    | id | name |\n    | lorry | "Lorry" |\n}\n'
        'action embark(w: Walker in all walkers, c: Truck in s.trucks) as s {\n    cost 1\n    require w.at is none "no"\n'
        "    put w into c.bed\n}\n"
    )
    text = landing(ALONE, beach="[(0, 0)]", red="2 scout, lorry", given=", red.lorry at (2, 0)", first=SETTING_UP, more=truck)
    assert len(said(text)) == 1
    assert said(text.replace("s plays land once", "s plays land, embark once")) == []


def test_a_piece_in_the_way_that_a_rule_removes() -> None:
    camps = HEAD + (
        'placement siting(c: Camp, h: place) {\n    require h in dock or c.side is blue "only in the dock"\n'
        '    require not any o in camps where o is not c and distance(o.at, h) < 3 hexes "too near"\n}\n'
        'action build(c: Camp in all camps, h: place) as s {\n    require c.side is s and c.at is none "no"\n'
        "    siting(c, h)\n    put c at h\n}\n"
        "action clear(c: Camp in all camps) as s { remove c }\n"
    )
    camps = camps.replace(
        ROUNDS,
        "    alternate s from red until all c in all camps where c.side is blue or c.at is not none { s plays build once }\n" + ROUNDS,
    )
    forces = "roster usual {\n    red { scout, near }\n    blue { guard, near }\n}\n"
    given = "given guard at (4, 1), scout at (3, 1), blue.near at (1, 0)"
    text = on_board(*ROW, rules=camps, forces=forces, layout="zone dock = [(0, 0), (0, 1)]", scenario=given)
    assert said(text) == ["`red.near` can be placed nowhere on the map `flat` beside `blue.near`"]
    assert said(text.replace("s plays build once", "s plays build, clear once")) == []


TRUCKS = """
unit kind Car { stat boss = no }
unit kind Truck is Car { }
units Truck {
    | id    | name    |
    | lorry | "Lorry" |
}
units Car {
    | id    | name    | boss |
    | jeep  | "Jeep"  | no   |
    | chief | "Chief" | yes  |
}
"""


def parked(requirement: str, *, lot: str, red: str, given: str = "") -> str:
    """Cars that stand in a lot."""
    demands = f'    require h in lot "not in the lot"\n    {requirement}\n    require not c.boss or turns < 9 "no"\n'
    rules = HEAD + TRUCKS + f"placement parking(c: Car, h: place) {{\n{demands}}}\n"
    forces = f"roster usual {{\n    red {{ scout, {red} }}\n    blue {{ guard }}\n}}\n"
    return on_board(*ROW, rules=rules, forces=forces, layout=f"zone lot = {lot}", scenario=f"given guard at (4, 1), scout at (4, 0){given}")


@pytest.mark.parametrize(
    ("counted", "lot"),
    [
        ("count(o in {} where o.at is h) < 2", "[(0, 0)]"),
        ("not any o in {} where o is not c and distance(o.at, h) < 2 hexes", "[(0, 0), (1, 0), (2, 0), (3, 0)]"),
    ],
)
def test_a_set_of_which_only_some_of_the_pieces_are(counted: str, lot: str) -> None:
    trucks = parked(f'require {counted.format("trucks")} "full"', lot=lot, red="2 lorry, 3 jeep")
    assert said(trucks) == []
    assert len(said(parked(f'require {counted.format("cars")} "full"', lot=lot, red="2 lorry, 3 jeep"))) == 1


def test_an_enemy_who_is_too_near_but_for_a_friend_nearby() -> None:
    rule = (
        "placement posting(w: Walker, h: place) {\n    require (not any e in w.side.enemy.walkers where distance(e.at, h) <= 2 hexes) "
        'or any f in w.side.walkers where f is not w and distance(f.at, h) <= 1 hex "too near"\n}\n'
    )
    forces = "roster usual {\n    red { scout }\n    blue { 2 guard }\n}\n"
    given = "given scout at (0, 0), guard at (3, 0), guard at (2, 0)"
    assert said(on_board(*ROW, rules=HEAD + rule, forces=forces, scenario=given)) == []
    apart = on_board(*ROW, rules=HEAD + rule, forces=forces, scenario=given.replace("(3, 0)", "(4, 1)"))
    assert len(said(apart)) == 1


LOT = "[(0, 0), (1, 0), (2, 0), (0, 1)]"
FULL = 'require count(o in cars where o.at is h and o is not c) < 2 or any p in cars where p.boss and distance(p.at, h) is 1 hex "full"'


def test_a_full_hex_beside_a_piece_that_allows_more() -> None:
    jeeps = ", jeep at (0, 0), jeep at (0, 0), jeep at (0, 0)"
    assert said(parked(FULL, lot=LOT, red="chief, 3 jeep", given=", chief at (0, 1)" + jeeps)) == []
    assert len(said(parked(FULL, lot=LOT, red="chief, 3 jeep", given=", chief at (2, 0)" + jeeps))) == 1


def test_a_full_hex_that_movement_lets_in_beside_a_piece() -> None:
    rolling = (
        "movement rolling of c: Car from a to b {\n    budget 2 hexes\n    cost 1 hex\n    never when count(o in cars where o.at is b "
        'and o is not c) >= 2 and not any p in cars where p.boss and distance(p.at, b) is 1 hex "full"\n}\n'
        'action roll_on(c: Car in s.cars) as s { cost 1; plot route for c using rolling by s "?"; if let r = route { go c along r } }\n'
    )
    rules = HEAD.replace("s plays march", "s plays march, roll_on") + TRUCKS + rolling
    forces = "roster usual {\n    red { scout, chief, 3 jeep }\n    blue { guard }\n}\n"
    given = "given guard at (4, 1), scout at (4, 0), jeep at (0, 0), jeep at (0, 0), jeep at (0, 0), chief at (0, 1)"
    assert said(on_board(*ROW, rules=rules, forces=forces, scenario=given)) == []
    assert len(said(on_board(*ROW, rules=rules, forces=forces, scenario=given.replace("(0, 1)", "(3, 0)")))) == 1


def test_a_point_near_what_is_set_up_before() -> None:
    """On a table: nothing is near the well until it is put down, and then much is."""
    old = "placement posting(t: Tank, p: place) {"
    text = posting("(3, 0), (4, 0), (4, 1)").replace(", red.well at (12, 15)", "")
    near = text.replace(old, f'{old}\n    require count(w in wells where distance(w, p) <= 3 inches) >= 1 "too far from the well"')
    assert near != text and "no-place-on-table" not in [one.name for one in findings(near)]


def test_a_piece_that_begins_in_a_pile() -> None:
    text = landing(ALONE, beach="[(0, 0)]", red="2 scout", given="", first=SETTING_UP)
    text = text.replace("pile hand of Order seen by owner", "pile hand of Order seen by owner\n    pile reserve of Walker")
    assert len(said(text)) == 1
    assert said(text.replace("given guard at (4, 1)", "given guard at (4, 1), red.reserve = [scout]")) == []
