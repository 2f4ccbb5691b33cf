"""Objectives that need not be stood on: places and checkpoints that count from a distance, are taken from afar, or count elsewhere only."""

from __future__ import annotations

import pytest

from tests.unit.rules.playing import failures
from tests.unit.rules.test_feasibility import DUEL, MISSION, found

HILL = """
movement crawl of t: Tank from a to b {{
    budget 1 hex
    cost 1 hex
    never when not terrain(b).open                      "{{b}} is wood"
}}
action creep(by: Tank) {{
    cost 1 action
    plot route for by using crawl by by.side "Where?"
    go by along route
}}
{rules}
layout signed "Signed" {{
    board field at (0, 0)
    place hill = (4, 0)
    zone crest = [(4, 0)]
}}
sequence war {{ rounds at most 2 {{ each side s takes a turn {{ s plays creep{more} for 1 action may pass }} }} }}
ending up {{ {ending} }}
scenario siege "Siege" {{
    layout signed
    red {{ scout }}
    blue {{ scout{base} }}
    given red.scout at (0, 0), blue.scout at (0, 3){at}
    start war
}}
test "near" {{
    scenario siege
    start war
    do creep(red.scout) along (1, 0)
    pass red
    pass blue
    {last}
    expect over and winner is red
}}
"""
BARE = DUEL.replace("    points: win s when s.points >= 9\n", "")
STEP = "do creep(red.scout) along (2, 0)"
TWO_ROUNDS = f"{STEP}\n    pass red\n    pass blue"


def hill(ending: str, rules: str = "", more: str = "", base: str = "", at: str = "", last: str = STEP) -> str:
    return BARE + HILL.format(ending=ending, rules=rules, more=more, base=base, at=at, last=last)


CLOSENESS = "value closeness(s: Side): int = sum((8 - ((distance(t, hill) else 8 hexes) as int)) for t in s.tanks)"


@pytest.mark.parametrize(
    ("ending", "rules", "last"),
    [
        ("each s in sides; win s when any t in s.tanks where distance(t, hill) <= 2 hexes", "", STEP),
        ("each s in sides; win s when any t in s.tanks where (distance(t, hill) else 9 hexes) < 3 hexes", "", STEP),
        ("each s in sides; win s when any t in s.tanks where hill in within(t.at, 2 hexes)", "", STEP),
        ("each s in sides; win s when any h in within(hill, 2 hexes) where tank(h).side is s", "", STEP),
        ("each s in sides; win s when any h in crest where any t in s.tanks where distance(t, h) <= 2 hexes", "", STEP),
        ("each s in sides; win s when any t in s.tanks where close_to(t, hill)",
         "value close_to(t: Tank, p: place?): bool = (distance(t, p) else 9 hexes) <= 2 hexes", STEP),
        ("win most closeness when running round >= 2: any t in tanks where t.ready", CLOSENESS, TWO_ROUNDS),
    ],
)  # fmt: skip
def test_a_place_that_counts_from_a_distance(ending: str, rules: str, last: str) -> None:
    text = hill(ending.replace("; ", "\n    "), rules, last=last)
    assert failures(text) == [] and found(text) == []


@pytest.mark.parametrize(
    "ending",
    [
        "win s when any t in s.tanks where t.at is hill",
        "win s when any t in s.tanks where t.at in crest",
        "win s when any t in s.tanks where distance(t, hill) <= 1 hex",
        "win s when any t in s.tanks where t.at is hill and not any o in s.enemy.tanks where distance(o, t) <= 3 hexes",
    ],
)
def test_a_place_that_is_too_far_all_the_same(ending: str) -> None:
    text = hill(f"each s in sides\n    {ending}")
    assert len(failures(text)) == 1 and [finding.code for finding in found(text)] == ["TK6030"]


CAMP = """
checkpoint kind Camp {{ state holder: Side = side }}
checkpoints Camp {{
    | id   | name   |
    | base | "base" |
}}
action claim(c: Camp in all camps) as s {{
    cost 1 action
    require any t in s.tanks where {near} "nobody near"
    c.holder = s
}}
"""


def camp(near: str) -> str:
    ending = "each s in sides\n    win s when any c in camps where c.holder is s and c.side is not s"
    return hill(ending, CAMP.format(near=near), ", claim", ", base", ", blue.base at (4, 0)", "do claim(blue.base)")


@pytest.mark.parametrize("near", ["distance(t, c) <= 3 hexes", "t.role is light", "row_of(t.at) is 1"])
def test_a_checkpoint_that_is_taken_from_afar(near: str) -> None:
    text = camp(near.replace("row_of(t.at) is 1", "any h in within(c.at, 3 hexes) where t.at is h"))
    assert failures(text) == [] and found(text) == []


@pytest.mark.parametrize("near", ["t.at is c.at", "distance(t, c) <= 1 hex"])
def test_a_checkpoint_that_is_too_far_all_the_same(near: str) -> None:
    assert len(failures(camp(near))) == 1 and [finding.code for finding in found(camp(near))] == ["TK6030"]


ELSEWHERE = """
option hill_game "The hill" = off {{ add ending hilltop {{ each s in sides
    win s when any t in s.tanks where t.at is hill }} }}
sequence assault {{ rounds at most 9 {{ each side s takes a turn {{ s plays creep for 1 action may pass }} }} }}
ending stormed during assault {{ {stormed} }}
scenario second "Second" of siege {{ start assault }}
"""
OWN = "each s in sides\n    win s when any t in s.tanks where t.plates is 0"
STORMED = "each s in sides\n    win s when any t in s.tanks where t.at is hill"


@pytest.mark.parametrize(("stormed", "options"), [(OWN, ""), (STORMED, ""), (OWN, "    options hill_game = on\n")])
def test_a_place_that_counts_in_another_scenario_only(stormed: str, options: str) -> None:
    text = hill(OWN) + ELSEWHERE.format(stormed=stormed)
    text = text.replace('scenario siege "Siege" {\n', f'scenario siege "Siege" {{\n{options}')
    assert [finding.code for finding in found(text)] == (["TK6030"] if options else [])


ASSAULT = """
sequence assault { rounds at most 9 { each side s takes a turn { s plays drive for 1 action may pass } } }
scenario second "Second" of chase { start assault }
"""


def test_a_mission_of_an_ending_that_a_scenario_never_looks_at() -> None:
    text = DUEL + MISSION.format(met="tank((4, 3)).side is s", place="(4, 3)") + ASSAULT
    assert [finding.headline.split("`")[1] for finding in found(text)] == ["chase", "second"]
    text = text.replace("ending done {", "ending done during assault {")
    assert [finding.headline.split("`")[1] for finding in found(text)] == ["second"]
