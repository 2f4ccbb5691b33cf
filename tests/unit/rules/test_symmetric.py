"""Scenarios that claim to be symmetric."""

from __future__ import annotations

import pytest

from tests.unit.check.small import FORCES, RULES, at
from tests.unit.rules.games import board, findings, names, only
from tests.unit.rules.test_tables import YARD

GUARD = '| guard | "Guard" | blue | 2 hexes | 3    |'
TWIN = '| guard | "Guard" | blue | 4 hexes | 1    |'
EVEN = RULES.replace(GUARD, TWIN)
MEADOW = (". . . . .", ". w . . .", ". . # . .", ". . . w .", ". . . . .")
PIECES = "scout at (1, 0), scout at (3, 0), guard at (3, 4), guard at (1, 4)"
LAYOUT = "    board north at (0, 0)\n    red rows from top\n    blue rows from bottom\n"


def game(*rows: str, given: str = PIECES, rules: str = EVEN, layout: str = "", claims: str = "symmetric") -> str:
    """A scenario without a roster on one board that makes the claims."""
    return (
        f'{rules}{board(*(rows or MEADOW))}layout flat "Flat" {{\n{LAYOUT}{layout}}}\n{FORCES}'
        f'scenario duel "Duel" {{\n    layout flat\n    claims {claims}\n    given {given}\n}}\n'
    )


def differences(text: str) -> tuple[str, ...]:
    """What is said to have no counterpart."""
    return only(text, "not-symmetric").notes[1:]


def test_a_map_and_set_up_that_a_turn_keeps() -> None:
    assert "not-symmetric" not in names(game())


def test_nothing_is_looked_into_unless_it_is_claimed() -> None:
    text = game(given="scout at (1, 0), guard at (3, 4), guard at (1, 4)").replace("    claims symmetric\n", "")
    assert names(text) == []


def test_a_piece_that_stands_one_hex_off() -> None:
    text = game(given=PIECES.replace("guard at (3, 4)", "guard at (4, 4)"))
    finding = only(text, "not-symmetric")
    assert finding.level == "warning"
    assert finding.headline == "`duel` is not symmetric: a turn by 180 degrees comes nearest, with 2 differences"
    assert finding.notes == (
        "`red` and `blue` exchange their places",
        "`scout.1` on (1, 0) has no counterpart on (3, 4)",
        "`guard.1` on (4, 4) has no counterpart on (0, 0)",
    )
    assert at(text, finding) == "symmetric"
    assert [label.text for label in finding.secondary] == ["`scout.1` is placed here", "`guard.1` is placed here"]
    assert finding.picture is not None


def test_a_hex_of_other_terrain() -> None:
    assert differences(game(". . . . .", ". w . . .", ". . # . .", ". . . . .", ". . . . .")) == ("(1, 1) wood, (3, 3) grass",)


def test_a_hex_that_is_missing() -> None:
    assert differences(game(". . . . .", ". w . . .", ". . # . .", ". . . w .", ". . . . -")) == ("nothing lies opposite (0, 0)",)


def test_pieces_that_are_not_alike() -> None:
    assert differences(game(rules=RULES))[0] == "`scout.1` on (1, 0) and `guard.1` on (3, 4) differ in `speed` and `load`"
    wounded = game(given=PIECES.replace("guard at (3, 4)", "guard at (3, 4) { wounds = 1 }"))
    assert differences(wounded) == ("`scout.1` on (1, 0) and `guard.1` on (3, 4) differ in `wounds`",)


def test_a_piece_that_one_side_has_more() -> None:
    assert differences(game(given=PIECES + ", scout")) == ("`scout.3` begins off the map, and `blue` has no counterpart",)


def test_what_a_zone_or_a_row_says() -> None:
    assert "not-symmetric" not in names(game(layout="    zone red_camp = [(0, 0), (1, 0)]\n    zone blue_camp = [(4, 4), (3, 4)]\n"))
    found = differences(game(layout="    zone red_camp = [(0, 0), (1, 0)]\n    zone blue_camp = [(4, 4), (3, 4), (2, 4)]\n"))
    assert found[0] == "the zone `red_camp` (2 hexes) comes nearest to the zone `blue_camp` (3 hexes), but for (2, 4)"
    assert "not-symmetric" not in names(game(layout="    place ford = (2, 2)\n"))
    assert differences(game(layout="    place ford = (2, 1)\n")) == ("the place `ford` has a name, and (2, 3) has none",)
    lower = game().replace("blue rows from bottom", "blue rows from top")
    assert "in row 5 of `red`" in " ".join(differences(lower)) or "of `blue`" in " ".join(differences(lower))


def test_what_lies_between_hexes() -> None:
    assert "not-symmetric" not in names(game(layout="    edge road (1, 0) / (2, 0)\n    edge road (2, 4) / (3, 4)\n"))
    assert differences(game(layout="    edge road (1, 0) / (2, 0)\n"))[0] == (
        "on the side (1, 0)/(2, 0) lies `road`, on (3, 4)/(2, 4) nothing"
    )


def test_territories_change_sides() -> None:
    two = "    board north at (0, 0) of red\n    board south at (0, 2) of blue\n    red rows from top\n    blue rows from bottom\n"
    boards = board(". . .", ". . .") + board(". . .", ". . .", name="south")
    text = f'{EVEN}{boards}layout flat "Flat" {{\n{two}}}\n{FORCES}scenario duel "Duel" {{\n    layout flat\n    claims symmetric\n'
    fits = text + "    given scout at (0, 0), guard at (2, 3)\n}\n"
    assert "not-symmetric" not in names(fits)
    taken = fits.replace("board south at (0, 2) of blue", "board south at (0, 2) of red")
    assert differences(taken)[0] == "(0, 0) belongs to `red`, (2, 3) belongs to `red`"


def test_a_mirror_does_as_well_as_a_turn() -> None:
    rows = (". w . . .", "w . . . .", ". . . w .", ". . w . .", ". . . . .")
    text = game(*rows, given="scout at (3, 0), guard at (0, 3)").replace(LAYOUT, LAYOUT.splitlines()[0] + "\n")
    assert "not-symmetric" not in names(text)
    moved = text.replace("scout at (3, 0)", "scout at (4, 0)")
    assert only(moved, "not-symmetric").headline.startswith("`duel` is not symmetric: a mirror that exchanges ne and sw comes nearest")


def test_a_claim_is_no_claim_of_the_scenarios_based_on_it() -> None:
    text = game() + 'scenario night "Night" of duel { given scout }\n'
    assert "not-symmetric" not in names(text)


def test_an_unknown_claim_is_refused() -> None:
    from tests.unit.check.small import checked

    found = [finding for finding in checked(game(claims="symetric")) if finding.name == "unknown-name"]
    assert [(finding.headline, finding.help) for finding in found] == [("there is no claim `symetric`", ("did you mean `symmetric`?",))]


def test_three_sides_need_several_turns() -> None:
    rules = EVEN.replace('sides red "Red", blue "Blue"', 'sides red "Red", blue "Blue", gold "Gold"').replace(
        TWIN, TWIN + '\n    | knight | "Knight" | gold | 4 hexes | 1 |'
    )
    rows = ("- - . . .", "- . . . .", ". . . . .", ". . . . -", ". . . - -")
    layout = game(*rows, rules=rules, given="scout at (2, 0), guard at (4, 2), knight at (0, 4)")
    alike = layout.replace("    red rows from top\n    blue rows from bottom\n", "")
    corners = alike.replace("guard at (4, 2)", "guard at (4, 2)").replace("knight at (0, 4)", "knight at (0, 4)")
    assert "not-symmetric" not in names(corners)
    moved = alike.replace("knight at (0, 4)", "knight at (1, 4)")
    assert only(moved, "not-symmetric").notes[1:] != ()


# ---------------------------------------------------------------------------------------------------------------- tables


def yard(given: str, *outlines: str) -> str:
    rows = "".join(f'    | area{number} | "Area {number}" | [{outline}] |\n' for number, outline in enumerate(outlines, 1))
    areas = f"areas Block {{\n    | id | name | outline |\n{rows}}}\n" if rows else ""
    layout = 'layout farm "Farm" { board ground at (0, 0) }\n'
    return f'{YARD}{areas}{layout}scenario duel "Duel" {{\n    layout farm\n    roster usual\n    claims symmetric\n    given {given}\n}}\n'


@pytest.mark.parametrize(
    ("given", "outlines"),
    [
        ("scout at (4, 2), guard at (20, 22), red.well at (12, 12)", ("(2, 8), (8, 8), (8, 12)", "(22, 16), (16, 16), (16, 12)")),
        ("scout at (2, 4), guard at (4, 2), red.well at (12, 12)", ("(8, 8), (16, 8), (16, 16), (8, 16)",)),
    ],
)
def test_a_table_that_is_symmetric(given: str, outlines: tuple[str, ...]) -> None:
    text = yard(given, *outlines).replace("red  { scout, well }", "red  { scout }").replace("red.well", "well")
    text = text.replace("    roster usual\n", "").replace(", well at (12, 12)", "")
    assert "not-symmetric" not in names(text)


def test_a_corner_on_a_straight_side_is_no_other_shape() -> None:
    pieces = "scout at (4, 2), guard at (20, 22), red.well at (12, 12)"
    straight = yard(pieces, "(2, 8), (5, 8), (8, 8), (8, 12)", "(22, 16), (16, 16), (16, 12)")
    straight = straight.replace("red  { scout, well }", "red  { scout }").replace("red.well", "well")
    straight = straight.replace("    roster usual\n", "").replace(", well at (12, 12)", "")
    assert "not-symmetric" not in names(straight)
    assert "not-symmetric" in names(straight.replace("(5, 8)", "(5, 7)"))


PAINTED = "enum Paint {{ {} }}\n"


@pytest.mark.parametrize(("members", "paint", "expected"), [("red, blue", "red", []), ("pink, green", "pink", ["paint"])])
def test_members_of_enums_that_are_called_like_sides(members: str, paint: str, expected: list[str]) -> None:
    """Nobody knows whether they mean the sides: a paint of one side may be that of the other one too, or not."""
    rules = PAINTED.format(members) + EVEN.replace("    state loaded = no\n", f"    state loaded = no\n    state paint: Paint = {paint}\n")
    assert "not-symmetric" not in names(game(rules=rules))
    other = members.split(", ")[1]
    one = game(rules=rules, given=PIECES.replace("scout at (1, 0)", f"scout at (1, 0) {{ paint = {other} }}"))
    said = " ".join(differences(one)) if "not-symmetric" in names(one) else ""
    assert [name for name in ("paint",) if f"`{name}`" in said] == expected


def test_a_table_with_an_area_too_many() -> None:
    text = yard("scout at (4, 2), guard at (20, 22)", "(2, 8), (8, 8), (8, 12)").replace("    roster usual\n", "")
    finding = only(text, "not-symmetric")
    assert finding.headline == "`duel` is not symmetric: a turn by 180 degrees comes nearest, with 1 difference"
    assert finding.notes[1:] == ("the area `area1` at (2, 8) has no counterpart",)
    assert finding.picture is not None and finding.picture.excerpt()


def test_a_table_with_a_piece_elsewhere() -> None:
    text = yard("scout at (4, 2), guard at (20, 21)", "(8, 8), (16, 8), (16, 16), (8, 16)").replace("    roster usual\n", "")
    assert only(text, "not-symmetric").notes[1:] == (
        "`guard` on (20, 21) has no counterpart on (4, 3)",
        "`scout` on (4, 2) has no counterpart on (20, 22)",
    )


def test_findings_come_in_the_same_order_each_time() -> None:
    text = game(given=PIECES.replace("guard at (3, 4)", "guard at (4, 4)"))
    assert findings(text) == findings(text)
