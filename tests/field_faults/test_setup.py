"""What stands where when a game begins, and whether anybody can get anywhere from there."""

from __future__ import annotations

import pytest

from tests.field_faults.trying import GIVEN, assert_clean, assert_finding, codes, compiled, duel

STANDING = """
placement standing(t: Tank, h: place) {
    require terrain(h).open                             "no tank can stand there"
    require territory(h) is t.side                      "outside of its zone"
    require tank(h) is none                             "the hex is occupied"
}
"""
ROWS = "        . . . . .\n        . T . . .\n        . . . T .\n        . . . . .\n"
LAYOUT = 'layout plain "The field" {\n    board field at (0, 0)\n'
HALVES = 'layout plain "The field" {\n    board field at (0, 0) of red\n    board field at (5, 0) turned of blue\n'


def free(*rows: str, red: str = "scout, giant", more: str = STANDING) -> str:
    """The small game set up by its players: red on a board with these rows, blue on one of grass."""
    text = "".join(f"        {row}\n" for row in rows)
    board = f"board own axial {len(rows[0].split())} x {len(rows)} {{\n    legend . = grass, T = wood\n    rows {{\n{text}    }}\n}}\n"
    grass = board.replace("board own", "board other").replace(text, text.replace("T", "."))
    halves = f'layout plain "The field" {{\n    board own at (0, 0) of red\n    board other at ({len(rows[0].split())}, 0) of blue\n'
    return duel((GIVEN, ""), (LAYOUT, halves), ("    red  { scout, giant }", f"    red  {{ {red} }}"), more=board + grass + more)


def test_f145_where_players_place_everything_no_place_is_missed() -> None:
    assert "TK5034" not in codes(free(". .", ". .")) and "TK5036" not in codes(free(". .", ". ."))
    assert not compiled(free(". .", ". .")).has_errors


def test_f014_a_zone_of_ground_that_its_pieces_may_not_enter() -> None:
    text = free("T T", "T T").replace("    layout plain\n", "    layout «plain»\n")
    assert_finding(text, "TK5034", "`red.giant`", "`plain`", "no tank can stand there", alone=False)


@pytest.mark.parametrize("kind", ["f015", "f020"])
def test_f015_f020_a_piece_for_which_no_hex_of_the_map_will_do(kind: str) -> None:
    only_wood = STANDING.replace("require terrain(h).open ", "require t.role is light or not terrain(h).open ")
    text = free(". .", ". .", more=only_wood).replace("    layout plain\n", "    layout «plain»\n")
    assert_finding(text, "TK5034", "`red.giant`", "`plain`", alone=False)


def test_f143_more_pieces_than_places() -> None:
    text = free(". .", ". .", red="3 scout, 2 giant").replace("    layout plain\n", "    layout «plain»\n")
    assert_finding(text, "TK5035", "5 pieces", "only 4 places", alone=False)


def test_f097_f144_a_side_without_anything_to_begin_with() -> None:
    text = duel(("    blue { scout, giant }\n", ""), (", blue.scout at (3, 3), blue.giant at (4, 3)", ""))
    assert_finding(text.replace("    roster usual\n", "    roster «usual»\n"), "TK5021", "`blue`", alone=False)


def test_f097_a_side_whose_pieces_have_no_zone() -> None:
    text = free(". .", ". .").replace(" of blue\n", "\n").replace("    layout plain\n", "    layout «plain»\n")
    assert_finding(text, "TK5034", "`blue.scout` and `blue.giant`", "outside of its zone", alone=False)


def test_f099_f129_two_pieces_on_a_hex_that_holds_one() -> None:
    text = duel(("blue.scout at (3, 3), blue.giant at (4, 3)", "blue.scout at (3, 3), «blue.giant at (3, 3)»"))
    assert_finding(text, "TK5037", "`blue.scout`", "`blue.giant`", "(3, 3)")


CAMP = 'checkpoint kind Camp { }\ncheckpoints Camp {\n    | id   | name   |\n    | camp | "Camp" |\n}\n'
ENDS = "ending taken { each s in sides; win s when any c in camps where c.side is not s and tank(c.at).side is s }\n"


def camps(*rows: str, at: str, legend: str = "") -> str:
    """The small game on other ground, with a camp of blue there."""
    text = "".join(f"        {row}\n" for row in rows)
    return duel(
        (ROWS, text),
        ("    blue { scout, giant }", "    blue { scout, giant, camp }"),
        (GIVEN, GIVEN.rstrip("\n") + f", {at}\n"),
        more=CAMP + ENDS,
    )


def test_f099_two_camps_on_one_hex() -> None:
    both = camps(*ROWS.split("\n")[:4], at="«blue.camp at (2, 0)», red.camp at (2, 0)").replace(
        "red  { scout, giant }", "red  { scout, giant, camp }"
    )
    assert_finding(both, "TK5037", "`red.camp`", "`blue.camp`")


WALL = (". . T . .", ". . T . .", ". . T . .", ". . T . .")


def test_f034_f068_a_goal_in_a_pocket_and_one_on_closed_ground() -> None:
    pocket = camps(". . T T .", ". T . T .", ". T T . .", ". . . . .", at="«blue.camp at (2, 1)»")
    message = assert_finding(pocket, "TK5031", "`blue.camp`", "(2, 1)", alone=False)
    assert "can both never come" in message
    assert "TK5030" in codes(pocket.replace("«", "").replace("»", ""))
    exchanged = camps(". . . . .", ". . . T .", ". . . . .", ". . . . .", at="«blue.camp at (3, 1)»")
    assert "(1, 3) can be reached: are the two numbers exchanged?" in assert_finding(exchanged, "TK5031", "wood", alone=False)


def test_f125_a_goal_on_an_island_and_one_with_a_bridge() -> None:
    island = camps(*WALL, at="«blue.camp at (3, 1)»")
    assert_finding(island, "TK5031", "`red` can never come to `blue.camp`", alone=False)
    bridge = camps(". . T . .", ". . . . .", ". . T . .", ". . T . .", at="blue.camp at (3, 1)")
    assert codes(bridge) == []


def test_f070_a_way_that_looks_open_and_is_not() -> None:
    given = GIVEN.replace("blue.scout at (3, 3)", "«blue.scout at (3, 3)»")
    cut = duel((ROWS, "".join(f"        {row}\n" for row in WALL)), (GIVEN, given))
    message = assert_finding(cut, "TK5033", "`blue.scout` and `blue.giant`", "can only move within 8 hexes", alone=False)
    assert "(2, 0) wood" in message
    layout = duel(
        (LAYOUT, LAYOUT + "    edge wall (1, 0) / (2, 0)\n"), more="value walled(a: place, b: place): bool = edge(a, b) is wall\n"
    )
    assert not compiled(layout).has_errors


def test_f019_a_piece_that_begins_in_a_pocket() -> None:
    rows = (". T . . .", "T T . . .", ". . . . .", ". . . . .")
    given = GIVEN.replace("red.scout at (0, 0), red.giant at (1, 0)", "«red.scout at (0, 0)», red.giant at (2, 0)")
    assert_finding(duel((ROWS, "".join(f"        {row}\n" for row in rows)), (GIVEN, given)), "TK5033", "`red.scout`", "cannot move at all")


def test_f069_pieces_are_placed_at_random_only_where_the_rules_let_them() -> None:
    setup = (
        "effect appear(t: Tank) {\n"
        "    choose h from places where terrain(h).open and tank(h) is none at random { put t at h } else { nothing }\n"
        "}\n"
    )
    assert_clean(duel(more=setup))
    assert_finding(duel(more=setup.replace("terrain(h).open and", "terrain(h).«opem» and")), "TK2004", "`opem`", alone=False)
    anywhere = setup.replace("places where terrain(h).open and", "«places» where")
    assert_finding(duel(more=anywhere), "TK5077", "`scout` and `giant`", "2 hexes", "(1, 1) wood and (3, 2) wood", "[T]")
    closed = setup.replace("places where terrain(h).open and", "«[(1, 1), (2, 1)]» where")
    assert_finding(duel(more=closed), "TK5077", "1 hex that they can never enter")


ENTER = """
action enter(t: Tank in all tanks, h: place in [(0, 3), (1, 3)]) as s {
    require t.side is s and t.at is none                "{t} is not waiting"
    %sput t at h
}
sequence relief { for each s in sides { s plays enter once } }
"""


def test_f126_an_entry_hex_that_somebody_may_hold_needs_a_rule() -> None:
    waiting = (", red.giant at (1, 0)", "")
    assert_finding(duel(waiting, more=ENTER.replace("put t at h", "«put t at h»") % ""), "TK5074", "`red.giant` may enter so")
    assert "TK5074" not in codes(duel(waiting, more=ENTER % 'require tank(h) is none "the hex is held"\n    '))


DEPLOY = """
action deploy(t: Tank in all tanks, h: place in north) as s {
    require t.side is s and s is blue and t.at is none  "{t} is not to be set up"
    standing(t, h)
    put t at h
}
action relieve(t: Tank in all tanks, h: place in ZONE) as s {
    require t.side is s and s is red                    "no relief for this side"
    require t.at is none and tank(h) is none            "{t} cannot come"
    put t at h
}
sequence coming { blue plays deploy once; red plays relieve once }
placement standing(t: Tank, h: place) {
    require terrain(h).open                             "no tank can stand there"
    require tank(h) is none                             "the hex is occupied"
}
"""


def test_f008_a_reserve_that_comes_in_the_zone_of_the_enemy() -> None:
    zones = "    zone north = [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]\n    zone south = [(0, 3), (1, 3), (2, 3), (3, 3), (4, 3)]\n"
    changes = (LAYOUT, LAYOUT + zones), (GIVEN, "    given red.scout at (0, 3)\n")
    mixed_up = duel(*changes, ("    layout plain\n", "    layout «plain»\n"), more=DEPLOY.replace("ZONE", "north"))
    assert_finding(mixed_up, "TK5078", "`red.giant` can only enter where `blue` sets up", "5 hexes", "let it enter on its own side")
    assert "TK5078" not in codes(duel(*changes, more=DEPLOY.replace("ZONE", "south")))
    allowed = duel(*changes, more=DEPLOY.replace("ZONE", "north"))
    assert "TK5078" in codes(allowed)
    meant = allowed.replace(
        "    layout plain\n", "    # tankdsl: allow enters-enemy-zone because they come from behind\n    layout plain\n"
    )
    assert "TK5078" not in codes(meant)
