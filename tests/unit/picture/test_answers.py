"""Answers against the engine's own, and against what the rules of the example say."""

from typing import Any
from xml.etree import ElementTree

import pytest

from tankdsl.engine.setup import begin, new_machine, resolve_options
from tankdsl.picture.answers import NoAnswer, Questions
from tankdsl.picture.draw import svg_of
from tankdsl.picture.read import scene_of
from tankdsl.picture.scene import HexScene, Overlay, Ray, Reach, Regions, View
from tankdsl.picture.svg import printed
from tankdsl.picture.terminal import text_of
from tests.unit.picture.conftest import Documents


@pytest.fixture
def breakthrough(document: Documents) -> dict[str, Any]:
    return document("tank_on_tank", "breakthrough")


def test_reach_is_what_every_path_of_the_engine_gives(document: Documents) -> None:
    compiled = document("tank_on_tank", "open_map")
    questions = Questions(compiled)
    units = next(kind for kind in compiled["content"]["kinds"] if kind["category"] == "unit" and kind["instances"])
    unit = units["instances"][0]["id"]
    reach = questions.reach(unit, "D4")
    assert isinstance(reach, Reach) and reach.costs
    # On clear ground without roads each hex costs one, as far as the budget goes.
    map = questions.game.map
    far = max(reach.costs.values())
    expected = {place: steps for place, steps in enumerate(map.distances(reach.start)) if 0 < steps <= far}
    assert reach.costs == expected


def test_reach_counts_terrain_and_road_and_leaves_the_enemy_out(breakthrough: dict[str, Any]) -> None:
    questions = Questions(breakthrough)
    reach = questions.reach("sherman.1", "D6")
    assert isinstance(reach, Reach)
    at = {label: reach.costs.get(place) for place, label in enumerate(questions.names)}
    assert (at["D5"], at["D7"], at["E5"]) == (1, 2, 2)  # clear; forest; a town, held by the enemy
    assert at["C8"] is None and at["B6"] is None  # closed to heavy vehicles; a friend stands there


def test_a_view_and_its_lines_agree_with_the_engine(breakthrough: dict[str, Any]) -> None:
    questions = Questions(breakthrough)
    view = questions.view("D6")
    assert isinstance(view, View)
    m = new_machine(questions.game, "oracle")
    begin(m, resolve_options(questions.game, None), 1)
    for place, label in enumerate(questions.names):
        seen = m.ev.oracle.value(("sight", 0, ("const", view.start), ("const", place)), [])
        assert seen == (place in view.seen), label
        ray = questions.ray("D6", label)
        assert isinstance(ray, Ray) and ray.clear == seen


def test_a_blocked_line_names_what_blocks_it(breakthrough: dict[str, Any]) -> None:
    questions = Questions(breakthrough)
    ray = questions.ray("C5", "E4")
    assert isinstance(ray, Ray) and not ray.clear
    assert ray.title == "the line from C5 to E4 is blocked by D4 (forest), by `line`"
    assert [questions.names[place] for place in ray.blockers] == ["D4"] == [questions.names[place] for place in ray.crossed]


def test_a_line_along_a_side_says_how_ties_are_decided(breakthrough: dict[str, Any]) -> None:
    questions = Questions(breakthrough)
    ray = questions.ray("C4", "E4")
    assert isinstance(ray, Ray) and ray.clear and ray.blockers == ()
    assert "`tie both` decides" in ray.title
    assert [questions.names[place] for place in ray.beside] == ["D3", "D4"]
    assert [questions.names[place] for place in ray.obstacles] == ["D4"]


@pytest.mark.parametrize(
    ("ask", "wanted"),
    [
        (lambda q: q.view("Z9"), "Z9"),
        (lambda q: q.view("D6", "lines"), "lines"),
        (lambda q: q.reach("shermann.1", "D6"), "shermann.1"),
        (lambda q: q.reach("sherman.1", "D6", "marchin"), "marchin"),
        (lambda q: q.ray("D6", "ZZ"), "ZZ"),
    ],
)
def test_unknown_names_are_answered_with_the_known_ones(breakthrough: dict[str, Any], ask: Any, wanted: str) -> None:
    answer = ask(Questions(breakthrough))
    assert isinstance(answer, NoAnswer) and answer.wanted == wanted and (answer.known or answer.help)


def test_overlays_are_drawn_on_both_backends(breakthrough: dict[str, Any]) -> None:
    scene, questions = scene_of(breakthrough), Questions(breakthrough)
    assert isinstance(scene, HexScene)
    overlays: list[Overlay] = [Regions("two regions", ((0, 1), (5,)))]
    for answer in (questions.reach("sherman.1", "D6"), questions.view("D6"), questions.ray("A4", "I5")):
        assert not isinstance(answer, NoAnswer)
        overlays.append(answer)
    places = breakthrough["content"]["map"]["places"]
    for overlay, sign in zip(overlays, ("/ 2 ", "/ * ", "/ . ", "/ x "), strict=True):
        root = ElementTree.fromstring(svg_of(scene, [overlay]))
        text = text_of(scene, places, [overlay])
        assert printed(overlay.title) in [element.text for element in root.iter() if element.get("class") == "caption"]
        assert text.startswith(overlay.title) and sign in text.replace("\\", "/")
    veiled = {len(list(group)) for group in ElementTree.fromstring(svg_of(scene, overlays[:1])).iter() if group.get("class") == "veil"}
    assert veiled == {len(scene.tiles) - 3}
