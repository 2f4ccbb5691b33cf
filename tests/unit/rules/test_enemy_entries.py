"""Pieces that come later and can only enter where the enemy sets up."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.check.small import at
from tests.unit.rules.games import names, only

DUEL = (Path(__file__).resolve().parents[3] / "docs/diagnostics/preludes/duel.tank").read_text("utf-8")
STANDING = 'placement standing(t: Tank, h: place) { require terrain(h).open "closed"; require tank(h) is none "occupied" }\n'
BY_ZONE = """
value zone_of(t: Tank): set of place = if t.side is blue { east } else { if t.late { %s } else { west } }
placement standing(t: Tank, h: place) { require h in zone_of(t) "outside of its zone"; require tank(h) is none "occupied" }
"""
DEPLOY = """
action deploy(t: Tank in all tanks, h: place in %s) as s {
    require t.side is s and %s and t.at is none "not to be set up"
    standing(t, h)
    put t at h
}
"""
RELIEVE = """
action relieve(t: Tank in all tanks, h: place in %s) as s {
    require t.side is s and s is red and t.at is none and tank(h) is none "it cannot come"
    put t at h
}
"""
EVERYWHERE = "zone east = [(1, 0), (1, 2), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 3), (4, 0), (4, 1), (4, 2), (4, 3)]"
BLUE, ANYBODY = "s is blue", "t.plates > 0"
FORCES = "    roster usual\n    given red.scout at (0, 0)\n"


def field(rules: str, forces: str = FORCES, east: str = "zone east = [(4, 0), (4, 1), (4, 2), (4, 3)]", scenarios: str = "") -> str:
    """The small duel with a scenario `skirmish` on a map with a zone in the west and one in the east."""
    layout = f"    board field at (0, 0)\n    zone west = [(0, 0), (0, 1), (0, 2), (0, 3)]\n    {east}\n"
    start = DUEL.index("scenario meeting")
    return (
        f'{DUEL[:start]}{rules}layout wide "Wide" {{\n{layout}}}\nscenario skirmish "Skirmish" {{\n    layout wide\n{forces}}}\n{scenarios}'
    )


def test_a_relief_from_the_zone_of_the_enemy() -> None:
    text = field(STANDING + DEPLOY % ("east", BLUE) + RELIEVE % "east")
    finding = only(text, "enters-enemy-zone")
    assert finding.level == "warning"
    assert finding.headline == "`red.giant` can only enter where `blue` sets up, on 4 hexes: (4, 0), (4, 1), (4, 2) and (4, 3)"
    assert finding.notes == ("in the scenario `skirmish`, where `red` begins on other hexes",)
    assert at(text, finding) and finding.picture is not None


def test_a_part_of_the_zone_is_enough() -> None:
    finding = only(field(STANDING + DEPLOY % ("east", BLUE) + RELIEVE % "[(4, 1), (4, 2)]"), "enters-enemy-zone")
    assert "on 2 hexes: (4, 1) and (4, 2)" in finding.headline


def test_a_placement_that_tells_the_zones_apart() -> None:
    def late(zone: str) -> str:
        forces = "    red  { 2 scout, giant }\n    blue { 2 scout, giant }\n    given red.giant { late = yes }\n"
        text = field(BY_ZONE % zone + DEPLOY % ("places", ANYBODY), forces)
        return text.replace("    state ready = yes\n", "    state ready = yes\n    state late = no flavour\n")

    assert only(late("east"), "enters-enemy-zone").headline.startswith("`red.giant` can only enter where `blue` sets up, on 4 hexes")
    assert "enters-enemy-zone" not in names(late("west"))


FINE = [
    # From its own side, from anywhere, or from a hex that belongs to nobody too.
    STANDING + DEPLOY % ("east", BLUE) + RELIEVE % "west",
    STANDING + DEPLOY % ("east", BLUE) + RELIEVE % "places",
    STANDING + DEPLOY % ("east", BLUE) + RELIEVE % "[(4, 1), (2, 0)]",
    # A second entry, on its own side.
    STANDING + DEPLOY % ("east", BLUE) + RELIEVE % "east" + (RELIEVE % "west").replace("relieve", "relieve_west"),
    # No placement, so that nobody sets up.
    RELIEVE % "east",
    # Both set up there.
    STANDING + DEPLOY % ("east", ANYBODY),
]


@pytest.mark.parametrize("rules", FINE, ids=range(len(FINE)))
def test_what_may_be_meant(rules: str) -> None:
    assert "enters-enemy-zone" not in names(field(rules))


def test_a_zone_of_more_than_half_of_the_map_is_nobodys() -> None:
    assert "enters-enemy-zone" not in names(field(STANDING + DEPLOY % ("east", BLUE) + RELIEVE % "[(4, 1)]", east=EVERYWHERE))


def test_a_side_of_which_nothing_stands_elsewhere() -> None:
    rules = STANDING + DEPLOY % ("east", BLUE) + RELIEVE % "east"
    assert "enters-enemy-zone" not in names(field(rules, "    roster usual\n"))
    assert "enters-enemy-zone" not in names(field(rules, FORCES.replace("(0, 0)", "(4, 0)")))
