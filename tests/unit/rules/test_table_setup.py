"""Pieces that players set up on a table and for which a placement leaves no point: their zone is built over."""

from __future__ import annotations

from pathlib import Path

from tests.unit.rules.games import findings, only

YARD = (Path(__file__).resolve().parents[3] / "docs/diagnostics/preludes/yard.tank").read_text("utf-8")
NAME = "no-place-on-table"


def posting(
    shed: str, *, solid: str = "yes", forces: str = "2 scout, well", given: str = "", camp: str = "(4, 0), (20, 0), (20, 6), (4, 6)"
) -> str:
    """The game of the yard, in which red sets its tanks up in a camp, but not under the roof of a shed."""
    return f"""{YARD}
areas Block {{
    | id   | name   | outline  | solid   |
    | camp | "camp" | [{camp}] | no      |
    | shed | "shed" | [{shed}] | {solid} |
}}

placement posting(t: Tank, p: place) {{
    require t.side is blue or any o in blocks where o is camp and inside(o, p)  "outside of the camp"
    require not any o in blocks where o.solid and inside(o, p)  "under a roof"
}}

action post(t: Tank in all tanks) as s {{
    require t.side is s and t.at is none "{{t}} is on the table"
    choose p from places where posting(t, p) by s "Where does {{t}} stand?"
    if let spot = p {{ put t at spot }}
}}

sequence posting_all {{ red plays post until all t in all tanks where t.side is not red or t.at is not none }}

layout farm "Farm" {{ board ground at (0, 0) }}

scenario skirmish "Skirmish" {{
    layout farm
    red  {{ {forces} }}
    blue {{ guard }}
    given guard at (12, 20), red.well at (12, 15){given}
}}
"""


COVER = "(3, 0), (21, 0), (21, 7), (3, 7)"


def names(text: str) -> list[str]:
    return [finding.name for finding in findings(text)]


def test_a_zone_that_is_built_over() -> None:
    finding = only(posting(COVER), NAME)
    assert finding.headline == "2 pieces can be set up on no point of a grid of whole units"
    assert finding.notes[0] == "they are `scout.1` and `scout.2`"
    assert finding.notes[1] == "refused are 506 points: outside of the camp; 119 points: under a roof"
    assert finding.picture is not None


def test_half_of_it_is_enough() -> None:
    assert NAME not in names(posting("(3, 0), (9, 0), (9, 7), (3, 7)"))


def test_one_free_point_of_the_grid_is_enough() -> None:
    assert NAME not in names(posting("(3, 0), (21, 0), (21, 7), (3, 7), (3, 3.1), (4.2, 3.1), (4.2, 2.9), (3, 2.9)"))


def test_a_roof_that_is_none() -> None:
    assert NAME not in names(posting(COVER, solid="no"))


def test_pieces_that_stand_are_another_matter() -> None:
    assert NAME not in names(posting(COVER, forces="scout, well", given=", scout at (12, 10)"))
