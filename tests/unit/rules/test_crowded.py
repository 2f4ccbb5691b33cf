"""Set-up zones that an action offers: too few hexes for those who choose from them, and zones of enemies that overlap."""

from __future__ import annotations

import pytest

from tests.unit.check.small import RULES
from tests.unit.rules.games import findings, on_board, only

DEPLOY = """
placement standing(w: Walker, h: place) {
    require walker(h) is none          "the hex is occupied"
    require ground(h).enterable        "no walker can stand there"
}
value start_of(s: Side): set of place = if s is red { red_start } else { blue_start }
action deploy(w: Walker in all walkers, h: place in start_of(s)) as s {
    require w.side is s and w.at is none "not to be placed"
    standing(w, h)
    put w at h
}
"""
SETTING_UP = "alternate s from red until all w in all walkers where w.at is not none { s plays deploy once }"
MUSTER = "effect muster(w: Walker, h: place) { put w at h }\n"
ROWS = (". . . .", ". . # .", ". . . .")


def camp(red: str, blue: str, scouts: int = 3, rules: str = "", scenario: str = "") -> str:
    """Some scouts and a guard whose places are chosen from two zones."""
    made = RULES.replace(MUSTER, DEPLOY + rules).replace("    rounds at most 9 {", f"    {SETTING_UP}\n    rounds at most 9 {{")
    layout = f"zone red_start = {red}\nzone blue_start = {blue}"
    forces = f"roster usual {{\n    red {{ {scouts} scout, near }}\n    blue {{ guard, near }}\n}}\n"
    return on_board(*ROWS, rules=made, layout=layout, forces=forces, scenario=scenario)


def said(text: str) -> list[str]:
    """What is found about places."""
    return [finding.headline for finding in findings(text) if finding.name in ("too-few-places", "enemy-zones-overlap")]


RED, BLUE = "[(0, 0), (1, 0), (2, 0)]", "[(0, 2), (1, 2)]"


def test_as_many_hexes_as_pieces_are_enough() -> None:
    assert said(camp(RED, BLUE)) == []


def test_fewer_hexes_than_pieces() -> None:
    text = camp(RED, BLUE, scouts=4)
    finding = only(text, "too-few-places")
    assert finding.level == "error"
    assert finding.headline == "4 pieces need places of their own, and the rules offer them only 3 places on the map `flat`"
    assert finding.notes == ("they are `scout.1`, `scout.2`, `scout.3` and `scout.4`",)


def test_what_the_placement_refuses_does_not_count() -> None:
    assert said(camp("[(0, 0), (1, 0), (2, 1)]", BLUE)) == [
        "3 pieces need places of their own, and the rules offer them only 2 places on the map `flat`"
    ]


def test_a_hex_that_the_scenario_gives_to_another_does_not_count() -> None:
    assert len(said(camp(RED, BLUE, scouts=4, scenario="given scout at (0, 0)"))) == 1
    assert said(camp(RED, BLUE, scouts=4, scenario="given scout at (3, 0)")) == []


@pytest.mark.parametrize(
    "rules",
    [
        MUSTER,
        'action land(w: Walker in all walkers, h: place) as s {\n    require w.at is none "no"\n    standing(w, h)\n    put w at h\n}\n',
        'action come(w: Walker in all walkers, h: place in red_start) as s {\n    require w.at is none "no"\n    put w at h\n}\n',
    ],
)
def test_other_ways_onto_the_map_are_ways_out(rules: str) -> None:
    """An effect that puts a walker anywhere, an action that offers every hex, one that does not ask the placement."""
    assert said(camp(RED, BLUE, scouts=4, rules=rules)) == []


def test_zones_of_enemies_that_overlap() -> None:
    text = camp(RED, "[(2, 0), (3, 0)]", scouts=2)
    assert only(text, "enemy-zones-overlap").headline.startswith("`red` and `blue` may both set up on 1 hex of the map `flat`")
    assert said(camp(RED, "[(3, 0)]", scouts=2)) == said(camp(RED, RED, scouts=2)) == []
