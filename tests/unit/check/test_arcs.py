"""Arcs take every direction once, and every border between two of them has an owner."""

import pytest

from tankdsl.diagnostics import Diagnostic
from tests.unit.check.small import RULES, at, checked

HEAD = "marker kind Gun { state aim: direction = n }\narcs quarter of Gun by aim {\n"
TAIL = "}\neffect swing(g: Gun, w: Walker) { if quarter(g, w.at) is rear { g.aim = opposite(g.aim) } }\n"


def found(*parts: str) -> list[Diagnostic]:
    text = RULES + HEAD + "".join(f"    {part}\n" for part in parts) + TAIL
    return [finding for finding in checked(text) if finding.level == "error"]


SIX = ("front: ahead, ahead_left, ahead_right", "flank: back_left, back_right", "rear: back")
TURN = ("front: -60 .. 60", "flank: 60 .. 150, 210 .. 300", "rear: 150 .. 210")
HALVES = ("front: ahead, ahead_left, ahead_right", "rear: back, back_left, back_right")


@pytest.mark.parametrize(
    "parts",
    [
        (*SIX, "border: first"),
        (*SIX, "border: last"),
        (*SIX, "border: flank"),
        (*HALVES, "border: front"),
        (*HALVES, "border: rear"),
        (*TURN, "border: first"),
        (*TURN, "border: flank"),
        ("front: -90 .. 0, 0 .. 90", "rear: 90 .. 270", "border: rear"),
        ("front: 300 .. 420", "rear: 60 .. 300", "border: front"),
    ],
)
def test_whole_turns_with_owners(parts: tuple[str, ...]) -> None:
    assert found(*parts) == []


@pytest.mark.parametrize(
    ("parts", "headline"),
    [
        ((*SIX, "border: front"), "nobody owns the border between `flank` and `rear`, since `front` is neither of them"),
        ((*SIX, "border: rear"), "nobody owns the border between `front` and `flank`, since `rear` is neither of them"),
        ((*TURN, "border: front"), "nobody owns the border between `flank` and `rear`, since `front` is neither of them"),
        ((*TURN, "border: rear"), "nobody owns the border between `front` and `flank`, since `rear` is neither of them"),
        (SIX, "it is not said which arc owns the border between two arcs"),
        (TURN, "it is not said which arc owns the border between two arcs"),
    ],
)
def test_borders_without_an_owner(parts: tuple[str, ...], headline: str) -> None:
    assert [(finding.name, finding.headline) for finding in found(*parts)] == [("border-without-owner", headline)]


@pytest.mark.parametrize(
    ("parts", "name", "words"),
    [
        (("front: ahead, ahead_left", *HALVES[1:], "border: front"), "table-not-total", "`ahead_right`"),
        ((HALVES[0], "rear: back, back_left, back_right, ahead_left", "border: front"), "table-overlap", "`ahead_left` is in both"),
        (("front: -60 .. 60", "rear: 90 .. 300", "border: front"), "table-not-total", "60 degrees"),
        (("front: -60 .. 60", "rear: 45 .. 300", "border: front"), "table-overlap", "`rear` overlaps `front`"),
        (("front: -60 .. 60", "rear: 60 .. 330", "border: front"), "table-overlap", "`rear` overlaps `front`"),
    ],
)
def test_directions_in_no_arc_or_in_two(parts: tuple[str, ...], name: str, words: str) -> None:
    (finding,) = found(*parts)
    assert finding.name == name and words in finding.headline


def test_the_finding_points_at_the_border() -> None:
    text = RULES + HEAD + "".join(f"    {part}\n" for part in (*SIX, "border: rear")) + TAIL
    (finding,) = [finding for finding in checked(text) if finding.level == "error"]
    assert at(text, finding) == "rear"
