"""Signs of features and answers, words of pictures, and what lies above what."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from tankdsl.ground.features import signs_of
from tankdsl.picture.draw import svg_of
from tankdsl.picture.findings import svg_of_finding
from tankdsl.picture.marks import Sides, listed
from tankdsl.picture.read import scene_of
from tankdsl.picture.scene import Edge, HexScene, Named, Narrows, Ways
from tankdsl.picture.svg import printed
from tankdsl.picture.terminal import text_of
from tests.unit.diagnostics.render.test_ground import MARKS, excerpt
from tests.unit.picture.conftest import Documents

FEATURES = ("river", "road", "bridge", "hedge", "stream", "track")


@pytest.fixture
def urban(document: Documents) -> dict[str, Any]:
    return document("tank_commander", "urban_warfare")


def scene(document: dict[str, Any]) -> HexScene:
    found = scene_of(document)
    assert isinstance(found, HexScene)
    return found


def texts_of(svg: bytes, name: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter() if element.get("class") == name]


def test_each_feature_has_a_sign_of_its_own() -> None:
    signs = signs_of([(feature, "") for feature in FEATURES])
    assert signs[:3] == ("~", "=", "+") and len(set(signs)) == len(FEATURES)
    assert signs_of([("river", "")], ".T~") == ("#",)
    assert signs_of([("moat", "River of lava")]) == ("~",)


def test_a_bridge_is_seen_before_the_river_below_it() -> None:
    features = (Named("river", "River"), Named("bridge", "Bridge"))
    for edges in ((Edge(0, 1, 0), Edge(0, 1, 1)), (Edge(1, 0, 1), Edge(0, 1, 0))):
        assert Sides(features, edges).sign(1, 0) == "+"
    assert Sides(features, (Edge(0, 1, 0),)).sign(0, 1) == "~"


def test_labels_with_commas_are_set_apart_by_semicolons() -> None:
    assert listed(["0,0", "1,0"]) == "0,0; 1,0"
    assert listed(["A1", "B2"]) == "A1, B2"


def test_pictures_have_quotation_marks_where_messages_have_backquotes(urban: dict[str, Any]) -> None:
    assert printed("`a` and `b`") == "“a” and “b”"
    drawn = svg_of(scene(urban), [Ways("`blue`: one way", 0, ((0, 1),), ())])
    assert texts_of(drawn, "caption") == ["“blue”: one way"]
    finding = svg_of_finding(excerpt(True, *MARKS), "TK5030 region-cut-off", "on the map `meadow`, a hex is cut off")
    assert texts_of(finding, "caption") == ["on the map “meadow”, a hex is cut off"]
    assert b"`" not in drawn + finding


def test_labels_are_seen_above_routes(urban: dict[str, Any]) -> None:
    drawn = svg_of(scene(urban), [Ways("ways", 0, ((0, 1, 2),), ((0, 1),))]).decode()
    assert 0 < drawn.index('class="ways"') < drawn.index('class="labels"')
    labels = [element for element in ElementTree.fromstring(drawn).iter() if element.get("class") == "label"]
    assert len(labels) == 2 * len(scene(urban).tiles)  # each has a white rim


def test_places_have_their_sign_in_the_legend(urban: dict[str, Any]) -> None:
    assert [spot.name for spot in scene(urban).spots] == ["plaza"]
    legend = svg_of(scene(urban)).decode().partition('class="legend"')[2]
    assert legend.count('class="spot"') == 1 and "plaza: G6" in legend


def test_narrow_places_have_signs_that_no_feature_has(urban: dict[str, Any]) -> None:
    text = text_of(scene(urban), urban["content"]["map"]["places"], [Narrows("narrow", ((0, 7),), ((1, 2),), (5,))])
    assert "!7" in text and text.count("!/ ") == 3 and "=" not in text  # two hexes and the legend
    assert "!/ beside a side by which ground hangs" in text
