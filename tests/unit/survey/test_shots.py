"""The chapter `shots`: who can hurt whom before anybody has moved."""

from __future__ import annotations

from typing import Any

from tankdsl.rules.game import Game
from tankdsl.survey.interface import Section
from tankdsl.survey.shots import shots
from tests.unit.check.small import program
from tests.unit.rules.packs import changed
from tests.unit.rules.test_harm import DISTANCE, game


def section(text: str, scenario: str = "duel") -> Section:
    it = Game(program(text))
    found = shots(it, it.worlds[scenario])
    assert found is not None
    return found


def duel(given: str = "", *, red: str = "hunter", blue: str = "guard") -> str:
    line = f"    given {given}\n" if given else ""
    return f'scenario duel "Duel" {{\n    layout plain\n    red {{ {red} }}\n    blue {{ {blue} }}\n{line}    start game\n}}\n'


def pairs(text: str) -> list[tuple[str, ...]]:
    return [row[:4] for row in section(text).rows]


NEAR, FAR = "red.hunter at (0, 0), blue.guard at (3, 0)", "red.hunter at (0, 0), blue.guard at (4, 2)"


def test_pieces_in_range() -> None:
    found = section(game(more=duel(NEAR)))
    assert found.rows == (
        ("red.hunter", "(0, 0)", "blue.guard", "(3, 0)", "shoot"),
        ("blue.guard", "(3, 0)", "red.hunter", "(0, 0)", "shoot"),
    )
    assert found.lines == ("2 shots are possible before anybody has moved: 1 by `red`, 1 by `blue`",)
    data: Any = found.data
    assert data[0] == {"who": "red.hunter", "from": "(0, 0)", "whom": "blue.guard", "at": "(3, 0)", "by": "shoot", "placed": True}


def test_pieces_out_of_range() -> None:
    found = section(game(more=duel(FAR)))
    assert found.rows == () and found.lines == ("nobody can hurt anybody before somebody has moved",)


def test_a_line_of_sight_is_looked_along() -> None:
    rules = (DISTANCE, f'    require sight(by, target) "no line of sight"\n{DISTANCE}')
    wall = "sight line { blocked at h when not terrain(h).open; tie both }\n"
    ground = ('| grass | "grass" | yes  |\n', '| grass | "grass" | yes  |\n    | wall | "wall" | no |\n')
    legend = ("    legend . = grass\n    rows {\n        . . . . .", "    legend . = grass, # = wall\n    rows {\n        . # . . .")
    assert pairs(game(rules, ground, legend, more=wall + duel(NEAR))) == []
    assert len(pairs(game(rules, ground, legend, more=wall + duel("red.hunter at (0, 1), blue.guard at (3, 1)")))) == 2


def test_what_can_be_made_ready_forbids_nothing() -> None:
    loaded = ("2 = 2\n", "2 = 2\n    state loaded = no\n"), (DISTANCE, f'    require by.loaded "not loaded"\n{DISTANCE}')
    load = "action load(by: Tank) { by.loaded = yes }\n"
    offered = ("plays drive, shoot once", "plays drive, shoot, load once")
    assert len(pairs(game(*loaded, offered, more=load + duel(NEAR)))) == 2
    never = [change if "require" in change[1] else ("2 = 2\n", "2 = 2\n    state loaded = no flavour\n") for change in loaded]
    assert pairs(game(*never, more=duel(NEAR))) == []


def test_a_state_that_lengthens_the_range_counts_as_it_begins() -> None:
    """It may be changed later, but where pieces stand to each other is asked as things are."""
    longer = ("2 = 2\n", "2 = 2\n    state reach: 1..9 hexes = 2 hexes\n"), ("<= 3 hexes", "<= by.reach")
    more = "effect lengthen(t: Tank) { t.reach = 9 hexes }\n"
    assert pairs(game(*longer, more=more + duel(NEAR))) == []
    assert len(pairs(game(*longer, more=more + duel("red.hunter at (0, 0), blue.guard at (2, 0)")))) == 2


DEPLOY = """
placement standing(t: Tank, h: place) { require tank(h) is none "occupied" }
action deploy(t: Tank in all tanks, h: place in yard(s)) as s {
    require t.side is s "not yours"
    require t.at is none "it stands"
    standing(t, h)
    put t at h
}
"""


def yard(red: str, blue: str) -> str:
    return f"value yard(s: Side): set of place = if s is red {{ {red} }} else {{ {blue} }}\n"


OFFERED = ("plays drive, shoot once", "plays drive, shoot, deploy once")


def test_pieces_that_players_place_are_tried_on_their_places() -> None:
    near = section(game(OFFERED, more=DEPLOY + yard("[(0, 0), (1, 0)]", "[(4, 0), (4, 2)]") + duel()))
    assert near.rows[0] == ("red.hunter", "(1, 0)", "blue.guard", "(4, 0)", "shoot")
    assert near.lines == ("pieces that players place can be placed so that a shot is possible; one example of each is listed",)
    far = section(game(OFFERED, more=DEPLOY + yard("[(0, 0)]", "[(4, 0), (4, 2)]") + duel()))
    assert far.rows == () and far.lines == ("nobody can hurt anybody before somebody has moved",)


def test_pieces_that_come_later_are_named() -> None:
    found = section(game(more=duel("blue.guard at (4, 2)")))
    assert found.lines == (
        "nobody whose place is known can hurt anybody before somebody has moved",
        "not asked are pieces that come later, or whose places are not known before play: `red.hunter`",
    )


def test_a_whole_game() -> None:
    session = changed("tank_on_tank", ("panzer_hq at E1 {", "panzer_hq at E4 {"))
    it = Game(session.program)
    found = shots(it, it.worlds["duel"])
    assert found is not None and ("sherman.3", "D6", "panzer_hq", "E4", "fire") in found.rows
    plain = Game(changed("tank_on_tank").program)
    before = shots(plain, plain.worlds["duel"])
    assert before is not None and before.rows == ()
