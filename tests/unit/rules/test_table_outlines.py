"""Outlines of areas that cannot be meant: beyond the table, crossing themselves, enclosing nothing."""

from __future__ import annotations

import pytest

from tests.unit.check.small import at
from tests.unit.rules.games import findings, only
from tests.unit.rules.test_tables import headlines, yard

STARTS = "scout at (2, 2), guard at (2, 20)"


@pytest.mark.parametrize(
    "outline",
    [
        "(4, 10), (20, 10), (20, 14), (4, 14)",
        "(0, 0), (24, 0)",
        "(0, 24), (24, 24), (12, 16)",
        "(8, 8), (16, 8), (16, 16), (12, 12), (8, 16)",
        "(8, 8), (16, 8), (16, 12), (16, 16)",
    ],
)
def test_outlines_that_are_well(outline: str) -> None:
    """At the edge of the table, as a line, with a corner that points inwards or lies on a side."""
    assert headlines(yard(STARTS, outline, solid="no")) == []


def test_a_corner_beyond_the_table() -> None:
    text = yard(STARTS, "(4, 10), (20, 10), (20, 140), (4, 14)", solid="no")
    finding = only(text, "area-beyond-table")
    assert finding.headline == "the corner (20, 140) of `area1` is not on the table `farm`"
    assert (at(text, finding), finding.notes) == ("(20, 140)", ("the table is 24 x 24",))


def test_several_corners_are_told_at_once() -> None:
    text = yard(STARTS, "(4, 10), (30, 10), (30, 14), (4, 14)", solid="no")
    finding = only(text, "area-beyond-table")
    assert finding.headline == "2 corners of `area1` are not on the table `farm`"
    assert len(finding.secondary) == 1


def round_wood(middle: str, radius: int = 4) -> str:
    return yard(STARTS, "WOOD", solid="no").replace("[WOOD]", f"circle({middle}, {radius} inches)")


def test_a_circle_may_reach_beyond_the_edge_but_not_lie_there() -> None:
    assert headlines(round_wood("(24, 12)")) == []
    assert headlines(round_wood("(40, 12)")) == ["`area1` lies beyond the table `farm`"]


def test_an_area_is_reported_once_for_all_scenarios() -> None:
    text = yard(STARTS, "(4, 10), (20, 14), (20, 10), (4, 40)", solid="no")
    text += 'scenario again "Again" of skirmish {\n    layout farm\n}\n'
    found = [finding.name for finding in findings(text)]
    assert [name for name in found if name in ("area-beyond-table", "outline-crossed")] == ["area-beyond-table", "outline-crossed"]


def test_an_outline_that_crosses_itself() -> None:
    text = yard(STARTS, "(4, 10), (20, 14), (20, 10), (4, 14)", solid="no")
    finding = only(text, "outline-crossed")
    assert finding.headline == "the outline of `area1` crosses itself: the sides (4, 10) to (20, 14) and (20, 10) to (4, 14) meet"


def test_an_outline_that_touches_itself() -> None:
    text = yard(STARTS, "(4, 4), (20, 4), (12, 10), (20, 16), (4, 16), (12, 10)", solid="no")
    assert only(text, "outline-crossed").headline.startswith("the outline of `area1` crosses itself")


def test_an_outline_that_encloses_nothing() -> None:
    text = yard(STARTS, "(4, 10), (20, 10), (12, 10)", solid="no")
    finding = only(text, "outline-crossed")
    assert finding.headline == "the outline of `area1` encloses nothing: its corners lie on one line"
