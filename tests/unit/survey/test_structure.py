"""The chapters `structure` and `fairness`, and the survey that holds them."""

from __future__ import annotations

from typing import Any

from tankdsl.rules.game import Game
from tankdsl.survey import CHAPTERS, Section, chapters, survey
from tankdsl.survey.fairness import fairness
from tankdsl.survey.oddities import dead_crossings, one_sided_crossings, road_ends, unused_terrains
from tankdsl.survey.structure import structure
from tests.unit.check.small import program
from tests.unit.rules.games import never
from tests.unit.rules.test_fairness import GATES, SIGHT
from tests.unit.rules.test_symmetric import EVEN, game, yard

FIELD = (". . . . .", ". . . . .", ". . . . .", ". . . . .", ". . . . .")
CORNERS = "scout at (0, 0), guard at (2, 2)"
PIECES = "scout at (0, 0), guard at (4, 4)"
ROADS = EVEN.replace("measure hex, hexes\n", 'measure hex, hexes\nenum Edge { road "road", bridge "bridge", river "river" }\n')


def made(text: str) -> Game:
    return Game(program(text))


def section(text: str) -> Section:
    it = made(text)
    found = structure(it, it.worlds["duel"])
    assert found is not None
    return found


def data(text: str) -> Any:
    return section(text).data


def test_what_the_map_is_made_of() -> None:
    text = game(". w .", ". # .", ". . .", given="scout at (0, 0), guard at (2, 2)")
    assert section(text).lines[0] == "`flat` has 9 hexes: 7 grass, 1 wood, 1 rock"
    assert data(text)["terrains"] == {"grass": 7, "wood": 1, "rock": 1}


def test_terrain_that_lies_nowhere() -> None:
    text = game(". . .", ". # .", ". . .", given="scout at (0, 0), guard at (2, 2)")
    assert unused_terrains(made(text)) == ("wood",)
    assert section(text).lines[1] == "on no map of the pack: `wood`"


def test_zones_and_what_of_them_is_off_the_map() -> None:
    zones = "    place well = (1, 1)\n    zone camp = within((0, 0), 1)\n    zone ditch = ring(well, 1)\n    zone both = camp + [(2, 2)]\n"
    text = game(". . .", ". . .", ". . .", given="scout at (0, 0), guard at (2, 2)", layout=zones)
    told = "zones and how many hexes they have: `camp` 3 of 7, the others are off the map; `ditch` 6; `both` 4"
    assert told in section(text).lines
    assert data(text)["zones"][:2] == [{"zone": "camp", "hexes": 3, "whole": 7}, {"zone": "ditch", "hexes": 6, "whole": 6}]


def test_half_hexes_are_counted() -> None:
    rows = 'board north "north" columns odd lower 3 x 3 half even {\n    legend . = grass\n    rows {\n'
    text = game(". . .", ". . .", ". . .", given="scout at A1, guard at C2", layout="    labels letters\n")
    start, end = text.index("board north"), text.index("layout flat")
    halved = text[:start] + rows + "        . . .\n        . . .\n        . . .\n        - . -\n    }\n}\n" + text[end:]
    found = made(halved)
    ground = found.worlds["duel"].ground
    assert ground is not None
    halves = sum(hex_.half for hex_ in ground.hexes)
    assert halves and f"{halves} of them halves" in section(halved).lines[0]


def test_chokepoints_stand_in_the_table() -> None:
    found = section(game(*GATES, given="scout at (3, 0), scout at (4, 0), guard at (3, 6), guard at (4, 6)"))
    assert found.columns == ("for", "ground that hangs by one hex", "by one side", "closes all ways to the enemy")
    assert [row[0] for row in found.rows] == ["scout of red", "guard of blue"]
    assert found.rows[0][1].startswith("(3, 1) (9 beyond)")
    assert found.rows[0][3] == "1 hex: (3, 1)"


def test_sides_that_are_together_or_apart_for_ever() -> None:
    together = section(game(". . .", ". . .", given="scout at (0, 0), guard at (1, 0)"))
    assert together.rows[0][3] == "they begin side by side"
    apart = section(game(". # .", ". # .", given="scout at (0, 0), guard at (2, 1)"))
    assert apart.rows[0][3] == "there is no way"


def test_what_is_not_seen() -> None:
    rows = (". . . . .", ". . . . .", ". . w w w", ". . w . w", ". . w w w")
    found = data(game(*rows, given="scout at (0, 0), guard at (0, 1)", rules=EVEN + SIGHT))
    assert "(3, 3)" in found["unseen"]["from_bases"]["red"]
    assert found["unseen"]["from_anywhere"] == ["(3, 3)", "(4, 4)"]
    lines = section(game(*rows, given="scout at (0, 0), guard at (0, 1)", rules=EVEN + SIGHT)).lines
    assert "seen from beside them only: (3, 3) and (4, 4)" in lines
    open_ground = data(game(*FIELD, given=PIECES, rules=EVEN + SIGHT))
    assert open_ground["unseen"] == {"from_bases": {"red": [], "blue": []}, "from_anywhere": []}


def test_without_a_line_of_sight_nothing_is_said_of_it() -> None:
    assert data(game(*FIELD, given=PIECES))["unseen"] is None


def test_roads_that_end_nowhere() -> None:
    road = "    edge road (0, 2) / (1, 2)\n    edge road (1, 2) / (2, 2)\n"
    text = game(*FIELD, given=PIECES, rules=ROADS, layout=road)
    it = made(text)
    ground = it.worlds["duel"].ground
    assert ground is not None
    assert [ground.hexes[index].axial for index in road_ends(it, ground)] == [(2, 2)]
    assert "(2, 2): a road ends there" in section(text).lines
    through = game(*FIELD, given=PIECES, rules=ROADS, layout=road + "    edge road (2, 2) / (3, 2)\n    edge road (3, 2) / (4, 2)\n")
    assert data(through)["oddities"] == {}


def test_bridges_that_lead_nowhere() -> None:
    text = game(
        ". . .", ". # .", ". . .", given="scout at (0, 0), guard at (2, 2)", rules=ROADS, layout="    edge bridge (0, 1) / (1, 1)\n"
    )
    it = made(text)
    duel = it.program.scenarios["duel"]
    assert len(dead_crossings(it, duel)) == 1
    assert any(line.startswith("(1, 1): a crossing leads to or from there") for line in section(text).lines)


def test_bridges_that_lead_one_way() -> None:
    rules = never("edge(a, b) is bridge and ground(b) is wood").replace(
        "measure hex, hexes\n", 'measure hex, hexes\nenum Edge { road "road", bridge "bridge" }\n'
    )
    text = game(
        ". . .", ". w .", ". . .", given="scout at (0, 0), guard at (2, 2)", rules=rules, layout="    edge bridge (0, 1) / (1, 1)\n"
    )
    it = made(text)
    ground = it.worlds["duel"].ground
    assert ground is not None
    assert [ground.hexes[index].axial for index in one_sided_crossings(it, it.program.scenarios["duel"])] == [(1, 1)]


def test_a_table_has_no_structure_of_hexes() -> None:
    it = made(yard("scout at (4, 2), guard at (20, 22)"))
    sections = dict(survey(it)[0].sections)
    assert "fairness" in sections
    assert sections["structure"] == Section("Structure of the map", ("on hexes only: the ground of this scenario is a table",))


# -------------------------------------------------------------------------------------------------------------- fairness


def test_the_numbers_of_each_side_and_a_verdict() -> None:
    it = made(game(*FIELD, given=PIECES))
    found = fairness(it, it.worlds["duel"])
    assert found is not None
    assert found.lines == (
        "the ground is about equal for all sides",
        "it is symmetric: map and set-up are the same for all sides",
        "`red` has the first turn",
    )
    assert found.columns == ("", "red", "blue", "")
    assert ("pieces", "1", "1", "") in found.rows


def test_what_is_unequal_is_marked() -> None:
    camps = PIECES + ", red.near at (1, 1), red.far at (2, 0)"
    it = made(game(*FIELD, given=camps))
    found = fairness(it, it.worlds["duel"])
    assert found is not None
    assert found.lines[0] == "the ground is clearly unequal in: cost of the ways to all of them"
    assert found.lines[1].startswith("it is not symmetric: ")
    (row,) = (row for row in found.rows if row[0] == "cost of the ways to all of them")
    assert row[-1] == "unequal"
    facts: Any = found.data
    assert facts["symmetric"] is False and facts["first"] == "red"


# ---------------------------------------------------------------------------------------------------------------- survey


def test_chapters_are_named_after_their_modules() -> None:
    assert tuple(chapter.name for chapter in chapters()) == CHAPTERS


def test_all_scenarios_or_one() -> None:
    it = made(game(*FIELD, given=PIECES) + 'scenario night "Night" of duel { }\n')
    assert [each.id for each in survey(it)] == ["duel", "night"]
    assert [(each.id, each.title) for each in survey(it, ["night"])] == [("night", "Night")]
