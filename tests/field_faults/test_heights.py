"""Maps with heights, and sight over them: hills, walls on the sides between hexes, works on top of the ground."""

from __future__ import annotations

from typing import Any

import pytest

from tankdsl.diagnostics import Level
from tankdsl.picture.answers import Questions
from tankdsl.picture.scene import Ray
from tankdsl.testing import run_tests
from tests.field_faults.trying import DUEL, GIVEN, assert_clean, assert_finding, assert_played, compiled, duel

SHORT = "    given red.scout at A1, red.giant at A2, blue.scout at F1, blue.giant at F2\n"
HEIGHTS = (
    "sight line {\n"
    '    blocked at h between a, b when level(h) > level(a) and level(h) > level(b) "higher ground" @FF-005\n'
    "    tie both\n}\nvalue seen(a: place, b: place): bool = sight(a, b)\n"
)


def hill(*levels: str, rows: tuple[str, ...] = (". . . . . .",) * 3, more: str = "", layout: str = "") -> str:
    """A board of six columns and three rows in straight lines, with levels and marks, and a layout with letters that is played on."""
    drawn = "".join(f"        {row}\n" for row in levels)
    glyphs = "".join(f"        {row}\n" for row in rows)
    return (
        "board hill axial 6 x 3 {\n    legend . = grass, T = wood\n    rows {\n"
        f"{glyphs}    }}\n    levels {{\n{drawn}    }}\n{more}}}\n"
        f'layout hills "Hills" {{\n    board hill at (0, 0)\n    labels letters\n{layout}}}\n'
    )


def on_hills(ground: str, sight: str = HEIGHTS, expected: str = "") -> str:
    """The small game on that ground, with a sight, and perhaps a test of what is seen."""
    test = f'test "seen" {{\n    scenario meeting\n    start game\n    expect {expected}\n}}\n' if expected else ""
    return duel((GIVEN, SHORT), ("    layout plain\n", "    layout hills\n"), more=ground + sight + test)


def test_f001_all_hexes_of_which_one_part_is_missing_are_told_at_once() -> None:
    text = DUEL + hill("0 0 1 1 0 0", "0 - 1 1 0 0", "0 0 0 2 0 0", rows=(". . . . . .", ". . . . . .", ". . . - . -"))
    session = compiled(text)
    assert [finding.headline for finding in session.findings if finding.code == "TK5051"] == [
        "the hex B2 of `hill` has no level",
        "`hill` has the level 2 where it has no hex",
        "`hill` has the level 0 where it has no hex",
    ]
    assert_finding(text.replace("0 - 1 1", "0 «-» 1 1"), "TK5051", "column 2 of row 2", "`grass`", alone=False)


def document_of(text: str) -> dict[str, Any]:
    return dict(assert_clean(text).scenario("meeting").document)


def ray(text: str, a: str, b: str) -> Ray:
    found = Questions(document_of(text)).ray(a, b)
    assert isinstance(found, Ray)
    return found


def test_f005_a_line_of_sight_says_which_hex_blocks_and_why() -> None:
    """A scout on a hill of level 1, beside it a parapet of level 2, and five hexes away a target on level 0."""
    found = ray(on_hills(hill("1 2 1 0 0 0", "1 1 1 0 0 0", "0 0 0 0 0 0")), "A1", "F1")
    assert found.title == "the line from A1 to F1 is blocked by B1 (grass, level 2), by `line`"
    assert [line.split() for line in found.lines] == [
        ["A1", "grass,", "level", "1", "begins", "here"],
        ["B1", "grass,", "level", "2", "crossed", "blocks:", "higher", "ground", "(FF-005)"],
        ["C1", "grass,", "level", "1", "crossed"],
        ["D1", "grass", "crossed"],
        ["E1", "grass", "crossed"],
        ["F1", "grass", "ends", "here"],
    ]


def test_f050_a_cliff_on_a_side_changes_neither_of_its_hexes() -> None:
    rows = (". . T T . .", ". . . . . .", ". . . . . .")
    ground = hill(*["1 1 0 0 0 0"] * 3, rows=rows, more="    edge cliff B1 / C1\n")
    scale = "value scaled(a: place, b: place): bool = edge(a, b) is cliff\n"
    expected = (
        "terrain(C1) is wood and level(C1) is 0 and level(B1) is 1 and terrain(B1) is grass and scaled(C1, B1)\n"
        "    expect seen(A1, F1) and seen(F1, A1) and seen(B1, C1)"
    )
    text = on_hills(ground, HEIGHTS + scale, expected)
    assert_played(text)
    map = document_of(text)["content"]["map"]
    assert map["edges"] == [{"a": "B1", "b": "C1", "feature": "cliff"}]
    assert {place["label"]: (place["terrain"], place.get("level", 0)) for place in map["places"]}["C1"] == ("wood", 0)


def test_f051_one_hex_far_above_a_hill_is_remarked_upon_and_may_be_meant() -> None:
    text = on_hills(hill("1 1 1 1 1 1", "1 1 3 1 1 1", "1 1 1 1 1 1"))
    found = [finding for finding in compiled(text).findings if finding.code == "TK6060"]
    assert len(found) == 1 and found[0].level is Level.WARNING and "C2" in found[0].headline
    assert found[0].primary is not None
    at = text.rindex("\n", 0, found[0].primary.span.start) + 1
    meant = f"{text[:at]}    # tankdsl: allow level-stands-out because it is a tower\n{text[at:]}"
    assert [finding.code for finding in compiled(meant).findings] == []


FLAT = ("0 0 0 0 0 0",) * 3


def flat(**more: Any) -> str:
    """The same board without levels."""
    return hill(*FLAT, **more).replace("    levels {\n" + "        0 0 0 0 0 0\n" * 3 + "    }\n", "")


SIDES = (
    "sight line {\n    blocked across x, y when edge(x, y) is roadblock\n"
    "    blocked along x, y when edge(x, y) is roadblock\n    tie both\n}\n"
    "value seen(a: place, b: place): bool = sight(a, b)\n"
)


def test_f053_an_obstacle_on_a_side_blocks_the_lines_that_cross_it_and_no_others() -> None:
    ground = flat(more="    edge roadblock B2 / C2\n")
    expected = (
        "not seen(A2, E2) and not seen(E2, A2) and not seen(B2, C2)\n"
        "    expect seen(B1, B3) and seen(C1, C3) and seen(B3, C2) and seen(A1, F1)"  # through its hexes, and elsewhere
    )
    text = on_hills(ground, SIDES, expected)
    assert_played(text)
    edges = document_of(text)["content"]["map"]["edges"]
    assert edges == [{"a": "B2", "b": "C2", "feature": "roadblock"}]


@pytest.mark.parametrize("swapped", [False, True])
def test_f053_the_side_may_be_named_from_either_hex(swapped: bool) -> None:
    pair = "C2 / B2" if swapped else "B2 / C2"
    assert_played(
        on_hills(hill("1 0 0 0 0 0", *FLAT[:2], more=f"    edge roadblock {pair}\n"), SIDES, "not seen(A2, E2) and level(A1) is 1")
    )


def test_f054_a_target_that_lies_higher_does_not_hide_itself() -> None:
    """Lines go from middle to middle, and the two ends never block."""
    ground = hill("0 0 0 0 3 2", "0 0 0 0 2 2", "0 0 0 0 1 0")
    assert_played(on_hills(ground, HEIGHTS, "seen(A1, E1) and seen(A2, F2) and seen(E1, A1) and not seen(A1, F1)"))


@pytest.mark.parametrize("tie", ["both", "either", "one_side_clear", "defender_choice", "never"])
def test_f056_f168_heights_and_sides_beside_a_line_follow_the_tie_from_both_ends(tie: str) -> None:
    levels = ["0 1 2 0 1 0", "2 0 1 3 0 1", "1 0 0 2 1 0"]
    sight = (
        "sight line {\n    blocked at h between a, b when level(h) > level(a) and level(h) > level(b)\n"
        "    blocked across x, y when edge(x, y) is wall\n    blocked along x, y when edge(x, y) is wall\n"
        f"    tie {tie}\n    off map blocks\n}}\n"
        "value same(): bool = not any a in places where any b in places where sight(a, b) is not sight(b, a)\n"
    )
    walls = "    edge wall B1 / C1\n    edge wall C2 / C3\n    edge wall D2 / E1\n"
    assert_played(on_hills(hill(*levels, more=walls), sight, "same()"))


LAYERS = """
marker kind Foxhole { stat height: 0..2 = 0 }
markers Foxhole {
    | id     | name      | height |
    | shelter | "Shelter" | 1     |
}
value hinders(h: place): bool = not terrain(h).open or (if let f = foxhole(h) { f.height > 0 } else { no })
sight line { blocked at h when hinders(h); tie both }
value seen(a: place, b: place): bool = sight(a, b)
effect fill(h: place) { if let f = foxhole(h) { remove f }; terrain(h) = grass }
"""


def test_f061_works_on_a_hex_add_to_its_ground_and_only_a_rule_replaces_it() -> None:
    """A marker leaves the terrain as it is: rules ask for both, and the document has both."""
    ground = flat(rows=(". . T . . .", ". . . . . .", ". . . . . ."))
    given = SHORT.rstrip("\n") + ", shelter at C1\n"
    test = (
        'test "both" {\n    scenario meeting\n    given shelter at C1\n    start game\n'
        "    expect terrain(C1) is wood and foxhole(C1) is shelter and not seen(A1, E1)\n}\n"
        'test "elsewhere" {\n    scenario meeting\n    given shelter at C2\n    start game\n'
        "    expect terrain(C2) is grass and not seen(A2, E2) and not seen(A1, E1)\n}\n"
    )
    text = duel((GIVEN, given), ("    layout plain\n", "    layout hills\n"), more=ground + LAYERS + test)
    session = compiled(text)
    document: dict[str, Any] = session.scenario("meeting").document
    place = next(place for place in document["content"]["map"]["places"] if place["label"] == "C1")
    foxholes = next(kind for kind in document["content"]["kinds"] if kind["id"] == "Foxhole")
    assert place["terrain"] == "wood" and [one["start"]["at"] for one in foxholes["instances"]] == ["C1"]
    assert [result.failure for result in run_tests(session)] == [None, None]
