"""Scenarios that claim to be fair: what is counted for each side, and when it is clearly unequal."""

from __future__ import annotations

import pytest

from tankdsl.rules.approaches import base_of, goals_of, set_up_zone, ways_to
from tankdsl.rules.fairness import COST, COVER, ROOM, WAYS, Limit, Measure, measures_of
from tankdsl.rules.game import Game
from tankdsl.rules.tempo import first_to_move
from tests.unit.check.small import at, program
from tests.unit.rules.games import PLACEMENTS, board, names, never, only
from tests.unit.rules.test_symmetric import EVEN, PIECES, game, yard

SIGHT = """
sight line {
    blocked at h when not ground(h).open
    tie both
}
action aim(w: Walker, h: place) { require sight(w.at, h) "hidden"; w.loaded = no }
"""
SETUP = """
action post(w: Walker in all walkers, h: place) as s {
    require w.side is s and w.at is none "posted"
    standing(w, h)
    put w at h
}
sequence posting { alternate s from red until all w in all walkers where w.at is not none { s plays post once } }
"""


def measured(text: str, scenario: str = "duel") -> dict[str, tuple[int | None, ...]]:
    """The numbers of a scenario by name."""
    made = Game(program(text))
    return {measure.name: measure.values for measure in measures_of(made, made.program.scenarios[scenario])}


def fair(*rows: str, **more: str) -> str:
    return game(*rows, claims="fair", **more)


def test_a_scenario_that_is_the_same_for_both() -> None:
    assert "not-fair" not in names(fair())


def test_nothing_is_looked_into_unless_it_is_claimed() -> None:
    assert "not-fair" not in names(game(". . .", ". . .", ". . .", given="scout at (0, 0), guard at (2, 2)", claims="symmetric"))


def territories(red: int, blue: int) -> str:
    """A map with territories of so many rows of three hexes."""
    boards = board(*[". . ."] * red) + board(*[". . ."] * blue, name="south")
    layout = f"    board north at (0, 0) of red\n    board south at (0, {red}) of blue\n    red rows from top\n    blue rows from bottom\n"
    forces = "roster usual {\n    red { 2 scout }\n    blue { 2 guard }\n}\n"
    scenario = 'scenario duel "Duel" {\n    layout flat\n    roster usual\n    claims fair\n}\n'
    return f'{EVEN}{PLACEMENTS}{SETUP}{boards}layout flat "Flat" {{\n{layout}}}\n{forces}{scenario}'


def test_zones_of_unequal_size() -> None:
    assert "not-fair" not in names(territories(4, 4))
    text = territories(4, 6)
    finding = only(text, "not-fair")
    assert finding.level == "warning"
    assert finding.headline == "`duel` is not fair: `red` and `blue` are unequal in 2 things"
    assert finding.notes == ("hexes to set up on: `red` 12, `blue` 18", "hexes of its territory: `red` 12, `blue` 18")
    assert finding.help[1] == "`tankdsl survey --scenario duel` shows all numbers"
    assert at(text, finding) == "fair"


def test_zones_that_are_named_after_the_sides() -> None:
    layout = "    zone red_camp = within((0, 0), 2)\n    zone blue_camp = within((4, 4), 1)\n"
    assert measured(fair(layout=layout))["hexes of red_camp and blue_camp"] == (6, 3)
    assert "hexes of red_camp and blue_camp: `red` 6, `blue` 3" in only(fair(layout=layout), "not-fair").notes


def test_the_way_to_what_is_asked_for() -> None:
    camps = PIECES + ", red.near at (2, 1), red.far at (2, 0)"
    found = measured(fair(". . . . .", ". . . . .", ". . . . .", ". . . . .", ". . . . .", given=camps))
    assert found["cost of the way to red.near"] == (1, 3)
    assert found["cost of the way to red.far"] == (1, 4)
    assert found["cost of the ways to all of them"] == (2, 7)
    text = fair(". . . . .", ". . . . .", ". . . . .", ". . . . .", ". . . . .", given=camps)
    assert only(text, "not-fair").notes == ("cost of the ways to all of them: `red` 2, `blue` 7",)


def test_a_goal_that_one_side_cannot_come_to() -> None:
    rules = never("ground(b) is wood and w.side is blue").replace("| blue | 2 hexes | 3    |", "| blue | 4 hexes | 1    |")
    text = fair(". . .", ". w .", ". . .", given="scout at (0, 0), guard at (2, 2), red.near at (1, 1)", rules=rules)
    assert measured(text)["least cost of the way to red.near"] == (2, None)
    assert "least cost of the way to red.near: `red` 2, `blue` no way" in only(text, "not-fair").notes


def test_moves_are_counted_by_what_a_move_may_cost() -> None:
    text = fair(*[". . . . . . . ."] * 2, given="scout at (0, 0), guard at (7, 1)")
    made = Game(program(text))
    cells = {measure.name: measure.cells for measure in measures_of(made, made.program.scenarios["duel"])}
    assert cells["cost of the way to the enemy"] == ("8 in 2 moves", "8 in 2 moves")


def test_who_comes_first_to_what_there_is_to_come_to() -> None:
    rows = [". . . . . . . . ."] * 3
    given = "scout at (0, 1), guard at (8, 1), red.near at (4, 1), red.far at (7, 1)"
    assert measured(fair(*rows, given=given))["goals that it can come to first"] == (1, 1)
    assert measured(fair(*rows, given=given + ", first_side = blue"))["goals that it can come to first"] == (0, 2)
    assert "goals that it can come to first" not in measured(fair(*rows, given="scout at (0, 1), guard at (8, 1)"))


GATES = (
    ". . . . . . . . .",
    "# # # . # # # # #",
    ". . . . . . . . .",
    ". . . . . . . . .",
    ". . . . . . . . .",
    "# # . # # # . # #",
    ". . . . . . . . .",
)


def test_one_way_in_here_and_two_there() -> None:
    text = fair(*GATES, given="scout at (4, 0), guard at (4, 6)")
    found = measured(text)
    assert found["routes to the enemy that share no hex"] == (1, 1)
    text = fair(*GATES, given="scout at (3, 0), scout at (4, 0), scout at (5, 0), guard at (3, 6), guard at (4, 6), guard at (5, 6)")
    assert measured(text)["ways into its base"] == (1, 2)
    assert only(text, "not-fair").notes == ("ways into its base: `red` 1, `blue` 2",)


def test_cover_near_the_base() -> None:
    rows = (". w w w . . . .", ". . w w . . . .", *[". . . . . . . ."] * 4)
    text = fair(*rows, given="scout at (0, 0), guard at (7, 5)", rules=EVEN + SIGHT)
    assert measured(text)["hexes that block sight within 3 of its base"] == (4, 0)
    assert "hexes that block sight within 3 of its base: `red` 4, `blue` 0" in only(text, "not-fair").notes


@pytest.mark.parametrize(
    ("limit", "values", "unequal"),
    [
        (ROOM, (20, 22), False), (ROOM, (20, 23), True), (ROOM, (3, 4), False), (ROOM, (0, 2), True),
        (COST, (10, 12), False), (COST, (10, 13), True), (COST, (1, 2), False), (COST, (4, None), True), (COST, (None, None), False),
        (WAYS, (2, 3), False), (WAYS, (1, 2), True),
        (COVER, (4, 6), False), (COVER, (4, 7), True), (COVER, (0, 2), False),
        (None, (1, 100), False),
    ],
)  # fmt: skip
def test_what_is_clearly_unequal(limit: Limit | None, values: tuple[int | None, ...], unequal: bool) -> None:
    assert Measure("m", values, ("", ""), limit).is_unequal is unequal


# ------------------------------------------------------------------------------------------------------------ approaches


def test_bases_and_zones_to_set_up_on() -> None:
    made = Game(program(territories(3, 4)))
    scenario = made.program.scenarios["duel"]
    assert set_up_zone(made, scenario, "red") == base_of(made, scenario, "red") == tuple(range(9))
    placed = Game(program(fair()))
    duel = placed.program.scenarios["duel"]
    ground = placed.worlds["duel"].ground
    assert ground is not None
    assert [ground.hexes[index].axial for index in base_of(placed, duel, "red")] == [(1, 0), (3, 0)]


def test_a_zone_that_an_ending_asks_for_is_something_to_come_to() -> None:
    rules = EVEN.replace("    held:", "    town: win s when any w in walkers where w.side is s and w.at in towns\n    held:")
    apart = fair(layout="    zone towns = [(0, 2), (4, 2)]\n", rules=rules)
    made = Game(program(apart))
    assert [len(goal.hexes) for goal in goals_of(made, made.program.scenarios["duel"])] == [1, 1]
    joined = Game(program(fair(layout="    zone towns = [(0, 2), (0, 3)]\n", rules=rules)))
    (goal,) = goals_of(joined, joined.program.scenarios["duel"])
    assert goal.name == "towns" and len(goal.hexes) == 2
    (way,) = ways_to(joined, joined.program.scenarios["duel"], "red", [goal])["towns"]
    assert (way.models, way.cost, way.moves) == (("scout",), 2, 1)


def test_who_has_the_first_turn() -> None:
    made = Game(program(game(given=PIECES + ", first_side = blue")))
    assert first_to_move(made, made.program.scenarios["duel"]) == "blue"
    made = Game(program(game()))
    assert first_to_move(made, made.program.scenarios["duel"]) == "red"
    text = game().replace("takes a turn from first_side", "takes a turn")
    made = Game(program(text))
    assert first_to_move(made, made.program.scenarios["duel"]) == "red"


# ---------------------------------------------------------------------------------------------------------------- tables


def test_a_table_where_the_prize_is_nearer_to_one_side() -> None:
    text = yard("scout at (12, 2), guard at (12, 20), red.well at (12, 5)").replace("claims symmetric", "claims fair")
    assert measured(text)["length of the way to red.well"] == (300, 1500)
    assert only(text, "not-fair").notes == ("length of the ways to all of them: `red` 3, `blue` 15",)
    assert "not-fair" not in names(text.replace("(12, 5)", "(12, 11)"))


def test_the_way_on_a_table_leads_around_what_shuts_it() -> None:
    wall = "(0, 10), (20, 10), (20, 11), (0, 11)"
    text = yard("scout at (4, 2), guard at (4, 20), red.well at (4, 11.5)", wall).replace("claims symmetric", "claims fair")
    way, other = measured(text)["length of the way to red.well"]
    assert way is not None and way > 3000 and other == 850


ROOMY = """
placement posting(t: Tank, p: place) {
    require any o in blocks where o is (if t.side is red { south } else { north }) and inside(o, p) "{t} stands outside"
}
action post(t: Tank in all tanks) as s {
    require t.side is s and t.at is none "{t} is posted"
    choose p from places where posting(t, p) by s "Where does {t} stand?"
    if let spot = p { put t at spot }
}
sequence posting_all { each side s takes a turn { s plays post once } }
"""


def test_zones_on_a_table_are_compared_by_their_size() -> None:
    areas = ROOMY + (
        "areas Block {\n    | id | name | outline | solid |\n"
        '    | south | "South" | [(0, 0), (24, 0), (24, 4), (0, 4)] | no |\n'
        '    | north | "North" | [(0, 20), (24, 20), (24, 24), (0, 24)] | no |\n}\n'
    )
    text = yard("red.well at (12, 12)").replace("layout farm", areas + "layout farm", 1).replace("claims symmetric", "claims fair")
    assert measured(text)["square units to set up on"] == (96, 96)
    assert "not-fair" not in names(text)
    narrow = text.replace("(0, 20), (24, 20)", "(0, 21), (24, 21)")
    assert only(narrow, "not-fair").notes == ("square units to set up on: `red` 96, `blue` 72",)


def test_forces_are_counted_and_not_judged() -> None:
    text = fair(given="scout at (1, 0), scout at (3, 0), guard at (3, 4)")
    assert measured(text)["pieces"] == (2, 1)
