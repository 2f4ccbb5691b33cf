"""Proved wide enough: the hardest rules of three more books, said in the language without a special case for any of them.

These packs under `tests/wide` are sketches, one file each, smaller than the whole games in `examples` and made before them; they stay as
games on which much can be tried quickly. What is tested beside that nothing is wrong with one: that every rule reference is attached to a
node, that the hardest rules are among those that are cited, that a mistake is found where it is made, that its own tests pass, and that
games of it come to an end, the same on both evaluators.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tankdsl.diagnostics import Diagnostic
from tankdsl.engine.agents import playout
from tankdsl.engine.load import load_game
from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tankdsl.syntax import ast
from tankdsl.testing import run_tests

WIDE = Path(__file__).resolve().parents[1] / "wide"

HARDEST = {
    "tank_on_tank": {
        "hidden points and the phase that ends itself": "TT-048 TT-050",
        "the group of a headquarters is fixed when it is activated": "TT-069",
        "fire by a group, each member checked": "TT-105 TT-106",
        "a spotter for artillery": "TT-118",
        "promotion replaces what was lost": "TT-076 TT-077",
        "solitaire: dice replace the token": "TT-057 TT-058 TT-060 TT-061",
        "the road bonus rests on the whole path": "TT-088 TT-089",
        "hills lengthen the range": "TT-109 TT-138",
        "light units move or fire, and shelter": "TT-137 TT-134",
        "an ace rolls again": "TT-130",
        "exactly abeam is the front": "TT-038",
        "reinforcements and exits": "TT-094 TT-095 TT-098",
    },
    "tank_commander": {
        "a stand-in for a killed crew member": "CM-127 CM-128 CM-130",
        "an allowance that changes within the turn": "CM-117 CM-118 CM-119",
        "one pipeline for hits from many sources": "CM-081 CM-086 CM-112 CM-140 CM-185",
        "a cascade that its own victims join": "CM-108 CM-110 CM-114",
        "riders outside and inside": "CM-176 CM-177 CM-178",
        "an air strike that ripens and scatters": "CM-182 CM-184 CM-186 CM-190",
        "a campaign": "CM-207 CM-208 CM-209",
        "the loaded round": "CM-056 CM-122 CM-123",
        "cover until the owner's next turn": "CM-165 CM-166",
        "smoke and flares pass": "CM-064 CM-206",
        "a random member of the crew is wounded": "CM-089 CM-090",
        "ten turns": "CM-031 CM-032",
    },
    "simple_tabletop_tanks": {
        "overwatch along a binding path": "ST-114 ST-181",
        "turning to face with a budget": "ST-062 ST-065",
        "a reroll that is lent": "ST-146 ST-147",
        "smoke in rings that thins": "ST-122 ST-123 ST-125 ST-127",
        "concealment rests on both": "ST-138 ST-139",
        "the flight of a rout": "ST-167 ST-168",
        "for a whole turn, for turns in a row": "ST-029 ST-030",
        "penetration cards that last": "ST-101 ST-102",
        "shooters are counted once each": "ST-153",
        "recover": "ST-104 ST-176",
        "wait": "ST-110 ST-117",
        "hull down": "ST-079",
    },
}

CITED = {"tank_on_tank": 107, "tank_commander": 139, "simple_tabletop_tanks": 130}
"""How many rules each pack says where it says them."""

PLAYED = [("tank_on_tank", "duel"), ("tank_commander", "landing"), ("tank_commander", "town"), ("simple_tabletop_tanks", "table_top")]
"""Scenarios that random games are played of."""

MISTAKES = [
    ("tank_on_tank", "spent >= t.value", "spent >= t.worth", "unknown-field"),
    ("tank_on_tank", "2 points => ends_on(s, 2)", "2 => ends_on(s, 2)", "type-mismatch"),
    ("tank_on_tank", "succeeds: 12    => give yes", "succeeds: 11    => give yes", "table-overlap"),
    ("tank_on_tank", "counted:  3..11 =>", "counted:  3..10 =>", "table-not-total"),
    ("tank_on_tank", "edge(s.from, s.to) is road ", "edge(s.from, s.upto) is road ", "unknown-field"),
    ("tank_on_tank", "u.pace + road_bonus(u, way)", "u.range + road_bonus(u, way)", "measure-mismatch"),
    ("tank_on_tank", "path_cost(u, marching, way)", "path_cost(u, walking, way)", "unknown-name"),
    ("tank_on_tank", "flank: back, back_left, back_right", "flank: back, back_left", "table-not-total"),
    ("tank_on_tank", "arcs half of Unit by front", "arcs half of Unit by moved", "type-mismatch"),
    ("tank_on_tank", "state token: Token? seen by enemy", "state token: Token? seen by foe", "unknown-name"),
    ("tank_on_tank", "half(u, target) is front ", "half(target.at, u) is front ", "type-mismatch"),
    ("tank_on_tank", "if u.at in exits(s) and left", "if u.at in exits(u) and left", "type-mismatch"),
    ("tank_commander", "(v as Tank).loader\n", "v.loader\n", "unknown-field"),
    ("tank_commander", "[10, 9, 8] | 3     |   @CM-042", "[10, 9]    | 3     |   @CM-042", "wrong-arguments"),
    ("tank_commander", "v.armour[face(v, source) else rear]", "v.armour[field(v, source) else rear]", "type-mismatch"),
    ("tank_commander", "v.armour[face(v, source) else rear]", "v.armour[face(v, source)]", "maybe-absent"),
    ("tank_commander", "target is Squad and any", "target is Crew and any", "type-mismatch"),
    ("tank_commander", "put i into t.riders", "put onto into t.riders", "type-mismatch"),
    ("tank_commander", "until end of 2nd own turn", "until end of 2nd own phase", "unknown-scope"),
    ("tank_commander", "if c.health is healthy { wounded }", "if c.health is healthy { hurt }", "unknown-name"),
    ("tank_commander", "{ cook_off(v) }                                              @CM-116", "{ cook(v) } @CM-116", "unknown-name"),
    ("tank_commander", "for allowance(u) may pass", "for able(u) may pass", "type-mismatch"),
    ("tank_commander", "battles landing, town", "battles landing, city", "unknown-name"),
    ("tank_commander", "crossed(v, target) where", "crossed(v, 3) where", "type-mismatch"),
    ("tank_commander", "if let l = lieutenant(v) {", "if let l = v.commander.lieutenant {", "unknown-field"),
    ("simple_tabletop_tanks", "side:  45 .. 135, 225 .. 315", "side:  45 .. 135, 225 .. 300", "table-not-total"),
    ("simple_tabletop_tanks", "front: -45 .. 45", "front: -40 .. 45", "row-wrong"),
    ("simple_tabletop_tanks", "inside(f, u) and inside(f, v)   @ST-138", "inside(u, f) and inside(f, v)   @ST-138", "type-mismatch"),
    ("simple_tabletop_tanks", "crosses(straight(u, v), f) and distance(v, f)", "crosses(u, f) and distance(v, f)", "type-mismatch"),
    ("simple_tabletop_tanks", "distance(v, f) <= 2 inches", "distance(v, f) <= 2", "measure-mismatch"),
    ("simple_tabletop_tanks", "where f is not v and sight(f, v)]", "where f.at in ring(v, 2)]", "wrong-kind-of-name"),
    ("simple_tabletop_tanks", "resolve(result, v)", "resolve(v, result)", "type-mismatch"),
    ("simple_tabletop_tanks", "resolve(result, v)", "resolve(c, v)", "maybe-absent"),
    ("simple_tabletop_tanks", "stretch(way, done, halt)", "stretch(way, done, 3)", "measure-mismatch"),
    ("simple_tabletop_tanks", "require w.waiting ", "require w.awaiting ", "unknown-field"),
    ("simple_tabletop_tanks", "v.hit_by += [u]", "v.hit_by += [u.side]", "type-mismatch"),
    ("simple_tabletop_tanks", "throughout turn: not any d in tanks", "throughout half: not any d in tanks", "unknown-scope"),
    ("simple_tabletop_tanks", "blocked at f when f.blocks", "blocked at f when f.stops", "unknown-field"),
    ("simple_tabletop_tanks", "for each t in s.tanks { t.troubled", "for each p in places { t.troubled", "not-a-set"),
    ("simple_tabletop_tanks", "reroll green\n}", "reroll red\n}", "unknown-name"),
    ("simple_tabletop_tanks", "[(30, 20), (34, 20), (34, 24)]", "[(30, 20), (30, 20)]", "row-wrong"),
]


@cache
def text_of(pack: str) -> str:
    return (WIDE / pack / "ruleset.tank").read_text(encoding="utf-8")


def session_of(text: str) -> Session:
    return Session(MemoryBundle({"ruleset.tank": text}), ("ruleset.tank",))


def cites_of(node: object) -> list[str]:
    """The rules that a node and everything in it cite."""
    match node:
        case ast.Cite():
            return list(node.ids())
        case tuple():
            return [id for part in node for id in cites_of(part)]
        case ast.Node():
            slots = [slot for base in type(node).__mro__ for slot in getattr(base, "__slots__", ())]
            return [id for slot in slots for id in cites_of(getattr(node, slot))]
        case _:
            return []


@pytest.mark.parametrize("pack", HARDEST)
def test_a_pack_has_no_findings(pack: str) -> None:
    assert [finding.headline for finding in session_of(text_of(pack)).findings] == []


@pytest.mark.parametrize("pack", HARDEST)
def test_every_reference_belongs_to_a_node(pack: str) -> None:
    written = re.findall(r"@[A-Z]{2}-[0-9]+", text_of(pack))
    attached = [id for declaration in session_of(text_of(pack)).declarations for id in cites_of(declaration)]
    assert len(attached) >= len(written)
    assert len(set(attached)) == CITED[pack]


@pytest.mark.parametrize(("pack", "rule"), [(pack, rule) for pack, rules in HARDEST.items() for rule in rules])
def test_the_hardest_rules_are_cited(pack: str, rule: str) -> None:
    attached = {id for declaration in session_of(text_of(pack)).declarations for id in cites_of(declaration)}
    assert set(HARDEST[pack][rule].split()) <= attached


def errors_of(text: str) -> list[Diagnostic]:
    session = session_of(text)
    return [finding for finding in (*session.loaded.found, *session.checked.found) if finding.level == "error"]


@pytest.mark.parametrize(("pack", "right", "wrong", "name"), MISTAKES)
def test_a_mistake_is_found_where_it_is_made(pack: str, right: str, wrong: str, name: str) -> None:
    text = text_of(pack)
    assert right in text
    at = text.index(right)
    found = errors_of(text[:at] + wrong + text[at + len(right) :])
    assert name in [finding.name for finding in found]
    first = next(finding for finding in found if finding.name == name)
    assert first.primary is not None
    lines = text.count("\n", 0, at) + 1, text.count("\n", 0, first.primary.span.start) + 1
    assert abs(lines[0] - lines[1]) <= 8


@pytest.mark.parametrize("pack", HARDEST)
def test_the_tests_of_a_pack_pass(pack: str) -> None:
    files = {path.name: path.read_text(encoding="utf-8") for path in sorted((WIDE / pack).glob("*.tank"))}
    session = Session(MemoryBundle(files), tuple(files))
    assert [finding.headline for finding in session.findings] == []
    results = list(run_tests(session))
    assert len(results) >= 8
    assert [result.failure for result in results if not result.passed] == []


@pytest.mark.parametrize(("pack", "scenario"), PLAYED)
def test_random_games_end_alike_on_both_evaluators(pack: str, scenario: str) -> None:
    document = session_of(text_of(pack)).scenario(scenario).document
    assert document is not None
    game = load_game(document)
    for seed in range(2):
        fast, oracle = (playout(game, seed, evaluator, 4000, hashes=True) for evaluator in ("fast", "oracle"))
        assert fast.ended and not fast.fault
        assert fast.hashes == oracle.hashes and fast.hashes
