"""Sights with heights, hedges and rows about the whole line: both evaluators against the ground's own lines, on every pair of hexes."""

from functools import cache
from typing import Any

import pytest

from tankdsl.engine import load_game
from tankdsl.engine.machine import Machine
from tankdsl.engine.setup import begin, new_machine, resolve_options
from tankdsl.ground.sight import TiePolicy, is_clear
from tankdsl.session import Session
from tankdsl.source import MemoryBundle

TEXT = """
ruleset heights "Heights" {
    sides red "Red", blue "Blue"
    space hex flat
    main game
    track turns: 0..9 = 0
}
measure hex, hexes
terrain kind Terrain { stat open: bool }
terrains Terrain {
    | id    | name    | open |
    | grass | "Grass" | yes  |
    | wood  | "Wood"  | no   |
}
board hill columns odd lower 6 x 5 {
    legend . = grass, w = wood
    rows {
        . . . w . .
        . . . . . .
        w . . . . .
        . w . . . .
        . . . - . .
    }
    levels {
        0 0 0 0 0  0
        0 1 2 1 0  0
        0 1 3 2 0  1
        0 1 1 1 0 -1
        0 0 0 - 0  0
    }
    edge hedge A3 / A4, D3 / D4, D4 / E4
    edge cliff C2 / C1
}
layout here { board hill at (0, 0); labels letters }
sight slope {
    blocked at h when not terrain(h).open
    blocked at h between a, b when (level(h) - level(a)) * distance(a, b) > (level(b) - level(a)) * distance(a, h)
    blocked across x, y when edge(x, y) is hedge
    blocked across x, y between a, b when edge(x, y) is cliff and level(x) > level(y) and x is not a
    blocked along x, y when edge(x, y) is hedge
    blocked between a, b when distance(a, b) > 4 hexes
    tie TIE
    OFF
}
sight sides_only { blocked across x, y when edge(x, y) is hedge; tie TIE }
sight plain { blocked at h when not terrain(h).open; tie TIE }
value seen(a: place, b: place): bool = slope(a, b) or sides_only(a, b) or plain(a, b)
sequence game { rounds { turns += 1 } }
ending late { draw when turns > 8 and seen((0, 0), (1, 0)) }
scenario s "S" { layout here }
"""


@cache
def compiled(tie: str, off: bool) -> dict[str, Any]:
    text = TEXT.replace("TIE", tie).replace("OFF", "off map blocks" if off else "")
    session = Session(MemoryBundle({"game.tank": text}), ("game.tank",))
    assert [finding.headline for finding in session.findings if finding.level == "error"] == []
    return dict(session.scenario("s").document)


def machines(document: dict[str, Any]) -> tuple[Machine, Machine]:
    found = []
    for evaluator in ("oracle", "fast"):
        m = new_machine(load_game(document), evaluator)
        begin(m, resolve_options(m.game, {}), 0)
        found.append(m)
    return found[0], found[1]


class Expected:
    """The rules of the sight `slope` once more, on the document."""

    def __init__(self, document: dict[str, Any], tie: str, off: bool) -> None:
        places = document["content"]["map"]["places"]
        self.ground = {(place["q"], place["r"]): place for place in places}
        at = {place["id"]: (place["q"], place["r"]) for place in places}
        self.features = {frozenset((at[edge["a"]], at[edge["b"]])): edge["feature"] for edge in document["content"]["map"]["edges"]}
        self.tie, self.off = TiePolicy(tie), off

    def level(self, hex_: tuple[int, int]) -> int:
        return int(self.ground[hex_].get("level", 0))

    def slope(self, a: tuple[int, int], b: tuple[int, int]) -> bool:
        def apart(one: tuple[int, int], two: tuple[int, int]) -> int:
            q, r = one[0] - two[0], one[1] - two[1]
            return max(abs(q), abs(r), abs(q + r))

        def blocks(h: tuple[int, int]) -> bool | None:
            if h not in self.ground:
                return None
            below = (self.level(h) - self.level(a)) * apart(a, b) > (self.level(b) - self.level(a)) * apart(a, h)
            return self.ground[h]["terrain"] == "wood" or below

        def across(x: tuple[int, int], y: tuple[int, int]) -> bool:
            feature = self.features.get(frozenset((x, y)))
            return feature == "hedge" or (feature == "cliff" and self.level(x) > self.level(y) and x != a)

        def along(x: tuple[int, int], y: tuple[int, int]) -> bool:
            return self.features.get(frozenset((x, y))) == "hedge"

        return apart(a, b) <= 4 and is_clear(a, b, blocks, self.tie, self.off, across, along)


@pytest.mark.parametrize("tie", [policy.value for policy in TiePolicy])
@pytest.mark.parametrize("off", [False, True])
def test_both_evaluators_see_what_the_ground_sees(tie: str, off: bool) -> None:
    document = compiled(tie, off)
    oracle, fast = machines(document)
    expected = Expected(document, tie, off)
    places = [(place["q"], place["r"]) for place in document["content"]["map"]["places"]]
    differ = 0
    for a, start in enumerate(places):
        for b, end in enumerate(places):
            wanted = expected.slope(start, end)
            assert oracle.ev.oracle.value(("sight", 0, ("const", a), ("const", b)), []) is wanted
            assert fast.ev.function(("sight", 0, 0))(a, b) is wanted
            only_sides = oracle.ev.oracle.value(("sight", 1, ("const", a), ("const", b)), [])
            assert fast.ev.function(("sight", 1, 0))(a, b) is only_sides
            differ += only_sides is not wanted
    assert differ


def test_a_sight_about_the_ground_is_remembered_and_forgotten_when_the_ground_changes() -> None:
    _, fast = machines(compiled("both", False))
    seen = fast.ev.seen[0]
    assert seen[0, 5] is fast.ev.function(("sight", 0, 0))(0, 5)
    assert (0, 5) in seen
    fast.ev.terrain_changed()
    assert fast.ev.seen[0] == {}


def test_rows_stand_in_the_document_with_what_people_are_told() -> None:
    sights = {sight["id"]: sight for sight in compiled("both", False)["rules"]["sights"]}
    assert [row["of"] for row in sights["slope"]["rows"]] == ["blocks", "blocks", "across", "across", "along", "ends"]
    assert sights["slope"]["blocks"][0] == sights["slope"]["across"][0] == "or"
    assert sights["sides_only"]["blocks"] is False and "rows" not in sights["sides_only"]
    assert set(sights["plain"]) == {"id", "blocks", "tie", "off_map_blocks"}


def test_levels_stand_in_the_document_where_they_are_not_0() -> None:
    places = {place["label"]: place for place in compiled("both", False)["content"]["map"]["places"]}
    assert (places["C3"]["level"], places["F4"]["level"]) == (3, -1)
    assert "level" not in places["A1"]


TABLE = """
ruleset town "A town" { sides red "Red", blue "Blue"; space table inches; main game; track turns: 0..9 = 0 }
measure inch, inches
area kind House { stat high = no }
areas House {
    | id   | name   | outline                                  | high |
    | mill | "Mill" | [(10, 10), (12, 10), (12, 12), (10, 12)] | yes  |
}
sight line {
    blocked at h when h.high                               "a house"
    blocked between a, b when distance(a, b) > 20 inches   "too far"
}
value seen(a: place, b: place): bool = line(a, b)
sequence game { rounds { turns += 1 } }
ending late { draw when turns > 8 and seen((0, 0), (1, 0)) }
board field "Field" table 40 x 40 { place here = (0, 11) }
layout here "Here" { board field at (0, 0); areas mill }
scenario s "S" { layout here }
"""


def test_on_a_table_the_whole_line_may_be_blocked_too() -> None:
    session = Session(MemoryBundle({"game.tank": TABLE}), ("game.tank",))
    assert [finding.headline for finding in session.findings if finding.level == "error"] == []
    for m in machines(dict(session.scenario("s").document)):

        def sees(a: tuple[int, int], b: tuple[int, int], m: Machine = m) -> bool:
            if m.ev.name == "fast":
                return bool(m.ev.function(("sight", 0, 0))(a, b))
            return bool(m.ev.oracle.value(("sight", 0, ("const", a), ("const", b)), []))

        assert not sees((0, 1100), (1900, 1100)) and sees((0, 2000), (1900, 2000)) and not sees((0, 2000), (2100, 2000))
