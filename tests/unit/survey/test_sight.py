"""The chapter `sight`: what each side sees from where it may begin, on hexes and on tables."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

from tankdsl.ground.table import Point, crosses
from tankdsl.rules.game import Game
from tankdsl.survey.interface import Section
from tankdsl.survey.sight import sight
from tests.unit.check.small import program
from tests.unit.rules.packs import changed
from tests.unit.rules.test_tables import yard

VIEW = "sight view { blocked at o when o.solid }\n"
ACTION = """
action post(t: Tank in all tanks) as s {
    require t.side is s and t.at is none "{t} is posted"
    choose p from places where posting(t, p) by s "Where does {t} stand?"
    if let spot = p { put t at spot }
}
sequence posting_all { red plays post once }
"""
STRIPS = """
value baseline(s: Side): path = if s is red { straight((0, 0), (24, 0)) } else { straight((0, 24), (24, 24)) }
placement posting(t: Tank, p: place) { require distance(p, baseline(t.side)) <= 2 inches "{t} is far out" }
"""
WALL = "(0, 12), (18, 12)"


def seen(text: str, scenario: str) -> Section | None:
    made = Game(program(text))
    return sight(made, made.world(made.program.scenarios[scenario]))


def section(text: str, scenario: str = "skirmish") -> Section:
    found = seen(text, scenario)
    assert found is not None
    return found


def cells(text: str, scenario: str = "skirmish") -> dict[str, tuple[str, ...]]:
    return {row[0]: row[1:] for row in section(text, scenario).rows}


def strip(*heights: int) -> list[Point]:
    return [(x * 100, y * 100) for x in range(25) for y in heights]


# ---------------------------------------------------------------------------------------------------------------- hexes

DUEL = (Path(__file__).resolve().parents[3] / "docs/diagnostics/preludes/duel.tank").read_text("utf-8")
LINE = "sight line { blocked at h when not terrain(h).open; tie both }\n"
APART = "red.scout at (0, 2), red.giant at (2, 0), blue.scout at (4, 2), blue.giant at (4, 3)"


def watch(given: str, *, rules: str = LINE, layout: str = "", forces: str = "") -> str:
    """The small duel on a field with a wood across, and a scenario `skirmish` there."""
    rows = (". . . . .", ". . T . .", ". . T . .", ". . T . .", ". . . . .")
    board = (
        'board glade "Glade" axial 5 x 5 {\n    legend . = grass, T = wood\n    rows {\n'
        + "".join(f"        {row}\n" for row in rows)
        + "    }\n}\n"
    )
    ground = f'layout clearing "Clearing" {{\n    board glade at (0, 0)\n{layout}}}\n'
    fielded = forces or "    roster usual\n"
    placed = f"    given {given}\n" if given else ""
    return f'{DUEL}{rules}{board}{ground}scenario skirmish "Skirmish" {{\n    layout clearing\n{fielded}{placed}}}\n'


def test_two_sides_on_hexes() -> None:
    found = section(watch(APART))
    assert found.lines == ("`red` begins on 2 hexes, `blue` begins on 2 hexes",)
    assert found.columns == ("seen from where it begins", "red", "blue")
    assert found.rows == (("where `red` begins", "-", "1 of 2"), ("where `blue` begins", "1 of 2", "-"))
    data: Any = found.data
    assert data["begins"]["red"] == {"places": ["(2, 0)", "(0, 2)"], "later": False}
    assert data["seen"][0] == {
        "sight": "line", "target": "where red begins", "from": "blue", "seen": 1, "of": 2, "counted": "places that are seen",
    }  # fmt: skip


def test_a_place_with_a_name_is_looked_at_from_every_hex() -> None:
    assert cells(watch(APART, layout="    place gate = (4, 0)\n"))["`gate`"] == ("from 1 of 2", "from 2 of 2")


def test_each_sight_of_several() -> None:
    far = "sight near { blocked between a, b when distance(a, b) > 2 hexes; tie both }\n"
    found = section(watch("red.scout at (2, 0), blue.scout at (4, 2)", rules=LINE + far))
    assert found.columns == ("by", "seen from where it begins", "red", "blue")
    assert [row[:2] for row in found.rows] == [(id, f"where `{side}` begins") for id in ("line", "near") for side in ("red", "blue")]
    assert [row[2:] for row in found.rows] == [("-", "1 of 1"), ("1 of 1", "-"), ("-", "none of 1"), ("none of 1", "-")]


def test_zones_on_hexes() -> None:
    rules = """
placement standing(t: Tank, h: place) {
    require h in (if t.side is red { west } else { east }) "outside of its zone"
    require tank(h) is none "occupied"
}
"""
    zones = "    zone west = [(0, 1), (0, 2), (0, 3)]\n    zone east = [(4, 1), (4, 2)]\n"
    found = section(watch("", rules=LINE + rules, layout=zones))
    assert found.lines == ("`red` begins on 3 hexes, `blue` begins on 2 hexes",)
    assert [row[1:] for row in found.rows] == [("-", "none of 3"), ("none of 2", "-")]


def test_nothing_to_say() -> None:
    assert seen(watch(APART, rules=""), "skirmish") is None
    assert seen(watch("red.scout at (0, 0)"), "skirmish") is None
    only_red = section(watch("red.scout at (0, 0)", layout="    place gate = (3, 2)\n"))
    assert only_red.lines[1] == "where `blue` begins is not known before play" and only_red.columns[1:] == ("red",)


# ---------------------------------------------------------------------------------------------------------------- tables


def test_zones_on_a_table_with_a_wall() -> None:
    """What the chapter counts is what one counts by trying every line."""
    text = yard("red.well at (16, 20)", WALL, rules=VIEW + STRIPS + ACTION)
    red, blue, wall = strip(0, 1, 2), strip(22, 23, 24), [(0, 1200), (1800, 1200)]
    pairs = [(a, b) for a, b in product(red, blue) if not crosses((a, b), wall)]
    well = sum(not crosses((a, (1600, 2000)), wall) for a in red)
    assert 0 < len({b for _, b in pairs}) < 75 and 0 < well < 75
    found = section(text)
    assert found.lines == (
        "`red` begins on 75 points, `blue` begins on 75 points",
        "looked at are whole units, 1 apart, where nothing is sure to refuse the first piece of the side",
    )
    assert found.rows == (
        ("where `red` begins", "-", f"{len({a for a, _ in pairs})} of 75"),
        ("where `blue` begins", f"{len({b for _, b in pairs})} of 75", "-"),
        ("`red.well`", f"from {well} of 75", "from 75 of 75"),
    )
    data: Any = found.data
    assert data["grid"] == 1 and data["begins"]["blue"]["places"][0] == (0, 2200)


def test_a_wall_that_parts_the_table() -> None:
    text = yard("red.well at (8, 14)", "(0, 12), (24, 12)", rules=VIEW + STRIPS + ACTION)
    assert cells(text) == {
        "where `red` begins": ("-", "none of 75"),
        "where `blue` begins": ("none of 75", "-"),
        "`red.well`": ("not seen", "from 75 of 75"),
    }
    assert cells(yard("red.well at (8, 14)", WALL, rules=VIEW + STRIPS + ACTION, solid="no"))["`red.well`"][0] == "from 75 of 75"


def test_pieces_that_are_placed() -> None:
    text = yard("scout at (2, 2), guard at (20, 22), red.well at (2, 22)", WALL, rules=VIEW)
    found = section(text)
    assert found.lines == ("`red` begins on 1 point, `blue` begins on 1 point",)
    assert [row[1:] for row in found.rows] == [("-", "none of 1"), ("none of 1", "-"), ("not seen", "from 1 of 1")]


def test_a_condition_on_the_ends_and_one_on_the_whole_line() -> None:
    inside = "sight view { blocked at o between a, b when o.solid and not inside(o, a) }\n"
    wood = "(0, 0), (24, 0), (24, 4), (0, 4)"
    given = "scout at (2, 2), guard at (20, 22)"
    assert [row[1:] for row in section(yard(given, wood, rules=inside)).rows] == [("-", "none of 1"), ("1 of 1", "-")]
    near = "sight view { blocked between a, b when distance(a, b) > 12 inches }\n"
    assert cells(yard(given, rules=near))["where `blue` begins"] == ("none of 1", "-")
    assert cells(yard("scout at (2, 2), guard at (2, 14)", rules=near))["where `blue` begins"] == ("1 of 1", "-")


def test_what_is_not_known_before_play_blocks_nothing() -> None:
    near = "any t in all tanks where t.side is blue and distance(t.at, a) < 99 inches"
    smoke = f"sight view {{ blocked at o between a, b when o.solid and ({near}) }}\n"
    found = section(yard("scout at (2, 2), red.well at (2, 22)", WALL, rules=smoke))
    assert found.rows == (("`red.well`", "from 1 of 1"),)
    assert found.lines[1:] == ("where `blue` begins is not known before play", "what is not known before play blocks nothing")
    found = section(yard("scout at (2, 2), guard at (20, 22), red.well at (2, 22)", WALL, rules=smoke))
    assert found.rows[2] == ("`red.well`", "not seen", "from 1 of 1") and len(found.lines) == 1


def test_a_side_that_comes_later() -> None:
    late = STRIPS.replace("{ require distance", '{ require t.side is red "{t} comes later"; require distance')
    enter = """
action enter(t: Tank in all tanks) as s {
    require s is blue and t.at is none "{t} is there"
    choose p from places where distance(p, baseline(s)) is 0 inches by s "Where does {t} enter?"
    if let spot = p { put t at spot }
}
sequence entering { blue plays enter once }
"""
    found = section(yard("red.well at (8, 14)", WALL, rules=VIEW + late + ACTION + enter))
    assert found.lines[0] == "`red` begins on 75 points, `blue` comes on later, on 25 points"


def test_a_zone_without_a_point_of_the_grid() -> None:
    narrow = STRIPS.replace("distance(p, baseline(t.side)) <= 2", "distance(p, (12.5, 12.5)) <= 0.4")
    assert seen(yard("red.well at (8, 14)", WALL, rules=VIEW + narrow + ACTION), "skirmish") is None


def test_a_whole_game_in_which_players_set_up() -> None:
    made = Game(changed("simple_tabletop_tanks").program)
    scenarios = {id: made.world(scenario) for id, scenario in made.program.scenarios.items()}
    found = {id: sight(made, world) for id, world in scenarios.items()}
    first = {id: section.lines[0] for id, section in found.items() if section is not None}
    assert first == {
        "meeting": "`one` begins on 100 points, `two` begins on 100 points",
        "ambush": "`one` begins on 100 points, `two` comes on later, on 71 points",
        "objective": "`one` comes on later, on 25 points, `two` begins on 102 points",
    }
    assert all(section is not None and "`two.prize`" in [row[0] for row in section.rows] for section in found.values())
