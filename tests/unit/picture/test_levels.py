"""Heights on pictures, and lines of sight explained hex by hex and side by side."""

from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest

from tankdsl.engine.setup import begin, new_machine, resolve_options
from tankdsl.picture.answers import Questions
from tankdsl.picture.draw import svg_of
from tankdsl.picture.read import scene_of
from tankdsl.picture.scene import HexScene, Overlay, Ray, View
from tankdsl.picture.terminal import text_of
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
board hill columns odd lower 6 x 4 {
    legend . = grass, w = wood
    rows {
        . . . w . .
        . . . . . .
        . . . . . .
        . w . . . .
    }
    levels {
        0 0 0 0 0  0
        0 1 2 1 0  0
        0 1 3 2 0  0
        0 1 1 1 0 -1
    }
    edge hedge E2 / E3, D4 / E4
}
layout here { board hill at (0, 0); labels letters }
sight slope {
    blocked at h when not terrain(h).open                                        "woods"          @HT-001
    blocked at h between a, b when level(h) > max(level(a), level(b))            "higher ground"  @HT-002
    blocked across x, y when edge(x, y) is hedge                                 "a hedge"        @HT-003 @HT-004
    blocked along x, y when edge(x, y) is hedge
    blocked between a, b when distance(a, b) > 4 hexes                           "too far to see"
    tie one_side_clear
    off map blocks
}
value seen(a: place, b: place): bool = slope(a, b)
sequence game { rounds { turns += 1 } }
ending late { draw when turns > 8 and seen((0, 0), (1, 0)) }
scenario s "S" { layout here }
"""


@cache
def compiled(text: str = TEXT) -> dict[str, Any]:
    session = Session(MemoryBundle({"game.tank": text}), ("game.tank",))
    assert [finding.headline for finding in session.findings if finding.level == "error"] == []
    return dict(session.scenario("s").document)


def flat() -> dict[str, Any]:
    head, _, rest = TEXT.partition("    levels {")
    return compiled(head + rest.partition("    }\n")[2])


def scene(document: dict[str, Any]) -> HexScene:
    found = scene_of(document)
    assert isinstance(found, HexScene)
    return found


def elements(document: dict[str, Any], *overlays: Overlay) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg_of(scene(document), overlays)).iter())


def of_class(found: list[ElementTree.Element], name: str) -> list[ElementTree.Element]:
    return [element for element in found if element.get("class") == name]


def test_each_hex_that_is_not_level_is_shaded_and_numbered() -> None:
    found = elements(compiled())
    shades = {element.get("data-level"): len(element) for element in found if element.get("data-level")}
    assert shades == {"-1": 1, "1": 6, "2": 2, "3": 1}
    numbers = sorted("".join(element.itertext()) for element in of_class(found, "level"))
    assert set(numbers) == {"\u22121", "1", "2", "3"}
    texts = ["".join(element.itertext()) for element in of_class(found, "legend-text")]
    assert [text for text in texts if text.startswith("level ")] == ["level 3", "level 2", "level 1", "level 0", "level \u22121"]


def test_every_side_between_two_levels_is_a_slope_and_no_other() -> None:
    document = compiled()
    tiles = scene(document).tiles
    level = {tile.axial: tile.level for tile in tiles}
    near = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    steps = sum(level.get((q + dq, r + dr), high) < high for (q, r), high in level.items() for dq, dr in near)
    slopes = of_class(elements(document), "slopes")
    assert len(slopes) == 1 and len(slopes[0]) == 2 * steps  # a line and its strokes


def test_a_level_map_has_none_of_this() -> None:
    found = elements(flat())
    assert not of_class(found, "levels") and not of_class(found, "slopes") and not of_class(found, "level-numbers")
    assert "level" not in text_of(scene(flat()), flat()["content"]["map"]["places"])


def test_the_terminal_writes_levels_at_the_feet_of_hexes() -> None:
    text = text_of(scene(compiled()), compiled()["content"]["map"]["places"])
    assert text.count("\\_3_/") == 1 and "\\-1_/" in text
    assert "numbers at the feet of hexes are levels, no number is level 0" in text


def ray(a: str, b: str) -> Ray:
    found = Questions(compiled()).ray(a, b)
    assert isinstance(found, Ray)
    return found


def test_a_line_names_every_hex_with_its_level_and_the_row_that_blocks() -> None:
    found = ray("D2", "E4")
    assert found.title == "the line from D2 to E4 is blocked by D3 (grass, level 2), by `slope`"
    assert found.lines == (
        "D2  grass, level 1  begins here",
        "D3  grass, level 2  crossed      blocks: higher ground (HT-002)",
        "E3  grass           crossed",
        "E4  grass           ends here",
    )


def test_a_side_that_blocks_is_named_and_drawn() -> None:
    found = ray("C3", "E4")
    names = [tile.label for tile in scene(compiled()).tiles]
    assert not found.clear and [[names[at] for at in side] for side in found.sides] == [["D4", "E4"]]
    assert found.title == "the line from C3 to E4 is blocked by the hedge between D4 and E4, by `slope`"
    assert "D4/E4  hedge           passed       blocks: a hedge (HT-003, HT-004)" in found.lines
    assert len(of_class(elements(compiled(), found), "blocking-side")) == 2  # a bar with its rim
    assert not of_class(elements(compiled(), ray("E1", "F1")), "blocking-side")


def test_a_side_along_the_line_and_a_row_without_a_text() -> None:
    found = ray("D3", "F3")
    assert any(line.split()[:2] == ["E2/E3", "hedge"] and line.endswith("along it     blocks: row 1 of its sort") for line in found.lines)


def test_an_obstacle_that_the_tie_lets_pass_is_told_as_such() -> None:
    told = "C3  grass, level 3  beside it    an obstacle, which `tie one_side_clear` lets pass: higher ground (HT-002)"
    assert told in ray("C4", "D3").lines
    rim = ray("B1", "D1")
    assert rim.clear and any("off the map  beside it    an obstacle, which `tie one_side_clear` lets pass" in line for line in rim.lines)


def test_a_line_that_is_blocked_as_a_whole_says_so() -> None:
    found = ray("A1", "F1")
    assert not found.clear
    assert found.title == "the line from A1 to F1 is blocked by D1 (wood), a rule about its ends: too far to see, by `slope`"
    assert found.lines[-1].startswith("the whole line") and found.lines[-1].endswith("blocked: too far to see")


@pytest.mark.parametrize("start", ["A1", "C3", "F4", "B2"])
def test_view_and_line_agree_with_the_engine(start: str) -> None:
    questions = Questions(compiled())
    view = questions.view(start)
    assert isinstance(view, View)
    m = new_machine(questions.game, "oracle")
    begin(m, resolve_options(questions.game, None), 1)
    for place, label in enumerate(questions.names):
        seen = m.ev.oracle.value(("sight", 0, ("const", view.start), ("const", place)), [])
        line = questions.ray(start, label)
        assert isinstance(line, Ray) and seen == (place in view.seen) == line.clear, label
        assert line.clear or line.blockers or line.sides or "rule about its ends" in line.title or "off the map" in line.title
