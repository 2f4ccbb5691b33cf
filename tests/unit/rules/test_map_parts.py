"""Maps that fall apart, pockets told together, and where pieces begin that players set up."""

from tankdsl.rules.game import Game
from tankdsl.rules.movers import mover_classes
from tests.unit.check.small import RULES, program
from tests.unit.rules.games import PLACEMENTS, names, never, on_board, only
from tests.unit.rules.test_connectivity import POCKET

BANKS = (*[". . . . . ."] * 2, "# # # # # #", *[". . . . . ."] * 2)
BOTH = "given scout at (0, 0), guard at (0, 4)"


def test_two_banks_with_pieces_on_both_are_said_once_for_the_map() -> None:
    text = on_board(*BANKS, scenario=BOTH)
    finding = only(text, "map-falls-apart")
    assert finding.headline == (
        "the map `flat` falls into 2 parts around (0, 0) and (0, 3), between which `scout` and `guard` can never go"
    )
    assert finding.notes[:2] == ("`scout`: 12, 12 hexes", "`guard`: 12, 12 hexes")
    assert "region-cut-off" not in names(text) and "piece-stuck" not in names(text)


def test_a_bank_where_nobody_begins_is_cut_off() -> None:
    text = on_board(*BANKS, scenario="given scout at (0, 0), guard at (1, 0)")
    assert "12 hexes around (0, 3)" in only(text, "region-cut-off").headline and "map-falls-apart" not in names(text)


def test_a_small_pocket_is_no_part() -> None:
    small = (*[". . . . . ."] * 4, "# # # # # #", ". . . . # .")
    assert "map-falls-apart" not in names(on_board(*small, scenario="given scout at (0, 0), guard at (0, 5)"))


def test_regions_that_are_nearly_the_same_are_one() -> None:
    rows = (". . . . . .", ". . . . . .", "# # # # # w", ". . . . . .")
    never_on = 'never when row(red, a) is 3 "no"\n    never when walker(b)'
    rules = never("ground(b) is wood and w.speed < 3 hexes").replace("never when walker(b)", never_on)
    finding = only(on_board(*rows, rules=rules, scenario="given scout at (0, 0), guard at (1, 0)"), "region-cut-off")
    assert finding.headline.startswith("on the map `flat`, 6 hexes around (0, 3) can be entered but not reached by")


def test_many_small_pockets_are_listed_together() -> None:
    found = only(on_board(*POCKET, *POCKET, *POCKET), "region-cut-off")
    assert "3 small pockets can be entered but not reached" in found.headline
    assert found.notes[0].startswith("they are (2, 2), (2, 7), (2, 12)")
    assert found.picture is not None
    marks = found.picture.excerpt().marks
    assert [mark.role for mark in marks] == ["place", "cause"] and len(marks[0].tiles) + marks[0].beyond == 3  # type: ignore[union-attr]


def test_pieces_begin_where_players_may_set_them_up() -> None:
    rules = RULES + PLACEMENTS
    game = Game(program(on_board(*BANKS, rules=rules)))
    red = mover_classes(game, game.program.scenarios["plain"])[0]
    assert red.side == "red" and len(red.starts) == 2 and len(red.reach) == 24
    # Nothing places a piece of blue: it is taken to come onto the mainland.
    blue = mover_classes(game, game.program.scenarios["plain"])[1]
    assert blue.reach == frozenset(blue.mainland)
