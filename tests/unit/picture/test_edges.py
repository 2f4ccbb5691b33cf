"""Features of sides in pictures: where they lie, which way they lead, and the zones beside them in the terminal."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from tankdsl.ground.hexes import DIRECTIONS, add
from tankdsl.picture.draw import SIZE, svg_of
from tankdsl.picture.layers.edges import heads_of
from tankdsl.picture.plane import Plane
from tankdsl.picture.read import scene_of
from tankdsl.picture.scene import HexScene
from tankdsl.picture.terminal import text_of
from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tests.field_faults.trying import DUEL

LAYOUT = """
board gorge columns odd lower 5 x 4 {
    legend . = grass
    rows {
        . . . . .
        . . . . .
        . . . . .
        . . . . .
    }
    edge cliff C2 to n ne se s sw nw
    edge stream A1 / A2
    edge one_way_street D3 to D4
}
layout canyon { board gorge at (0, 0); labels letters; zone rim = [A1, E4] }
value v(a: place, b: place): bool = a in rim and (cliff in edges_from(a, b) or stream in edges(a, b) or one_way_street in edges(a, b))
scenario deep "Deep" {
    layout canyon
    given red.scout at A1, red.giant at A2, blue.scout at E3, blue.giant at E4
}
"""


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    made = Session(MemoryBundle({"game.tank": DUEL + LAYOUT}), ("game.tank",))
    assert [finding.headline for finding in made.findings if finding.level == "error"] == []
    return dict(made.scenario("deep").document)


def scene(document: dict[str, Any]) -> HexScene:
    found = scene_of(document)
    assert isinstance(found, HexScene)
    return found


def test_triangles_point_to_where_a_feature_leads(document: dict[str, Any]) -> None:
    made = scene(document)
    plane = Plane(made.orientation, SIZE)
    for edge in made.edges:
        a, b = made.tiles[edge.a].axial, made.tiles[edge.b].axial
        assert b in [add(a, direction) for direction in DIRECTIONS]
        (mx, my), (ax, ay) = plane.middle(b), plane.middle(a)
        for first, second, tip in heads_of(made, plane, edge):
            foot = ((first[0] + second[0]) / 2, (first[1] + second[1]) / 2)
            assert (tip[0] - foot[0]) * (mx - ax) + (tip[1] - foot[1]) * (my - ay) > 0


def test_only_what_leads_has_triangles(document: dict[str, Any]) -> None:
    root = ElementTree.fromstring(svg_of(scene(document)))
    found = {}
    for group in root.iter():
        if group.get("class") == "edges":
            heads = [each for each in group if each.get("class") == "leads"]
            found[group.get("data-feature")] = sum(len(list(each)) for each in heads)
    assert found == {"cliff": 18, "stream": 0, "one_way_street": 1}


def test_the_terminal_shows_features_and_tells_of_zones(document: dict[str, Any]) -> None:
    text = text_of(scene(document), document["content"]["map"]["places"])
    assert "~~~" in text and "===" in text and "###" in text
    assert "~ stream" in text and "= one way street, leading from D3 to D4" in text
    assert re.search(r"^# cliff, leading from .*C2 to C1", text, re.MULTILINE)
    assert re.search(r"^rim: A1, E4$", text, re.MULTILINE)
