"""Checkpoints that a side can never come to."""

from tests.unit.check.small import FORCES, RULES, at
from tests.unit.rules.games import PLACEMENTS, findings, names, never, on_board, only

POCKET = (". . . . .", ". . # # .", ". # . # .", ". # # . .", ". . . . .")


def with_camp(place: str, *rows: str, rules: str = RULES, more: str = "") -> str:
    return on_board(*(rows or POCKET), rules=rules, scenario=f"given red.near at {place}{more}")


def test_checkpoint_within_reach() -> None:
    assert "objective-out-of-reach" not in names(with_camp("(0, 0)"))


def test_checkpoint_in_a_pocket() -> None:
    text = with_camp("(2, 2)")
    finding = only(text, "objective-out-of-reach")
    assert finding.level == "error"
    assert finding.headline == "`red` and `blue` can both never come to `red.near` on (2, 2) grass"
    assert at(text, finding) == "red.near at (2, 2)"


def test_checkpoint_on_ground_that_nobody_enters_with_exchanged_numbers() -> None:
    finding = only(with_camp("(3, 2)", ". . . .", ". . . .", ". . . #", ". . . ."), "objective-out-of-reach")
    assert finding.headline.endswith("`red.near` on (3, 2) rock")
    assert finding.help == ("(2, 3) can be reached: are the two numbers exchanged?",)


def test_one_side_alone_cannot_come_there() -> None:
    rules = never("ground(b) is wood and w.side is blue")
    finding = only(with_camp("(1, 1)", ". . .", ". w .", ". . .", rules=rules), "objective-out-of-reach")
    assert finding.headline == "`blue` can never come to `red.near` on (1, 1) wood"


def test_one_kind_of_piece_that_can_is_enough() -> None:
    guard = '    | guard | "Guard" | blue | 2 hexes | 3    |\n'
    forces = FORCES.replace("blue { guard,", "blue { guard, ranger,")
    rules = never("ground(b) is wood and w.load > 2").replace(guard, f'{guard}    | ranger | "Ranger" | blue | 2 hexes | 1 |\n')
    text = on_board(". . .", ". w .", ". . .", rules=rules, forces=forces, scenario="given red.near at (1, 1)")
    assert names(text) == []


def test_pieces_that_all_start_elsewhere() -> None:
    split = (". . .", ". . .", ". . .", "# # #", ". . .")
    text = with_camp("(0, 0)", *split, more=", guard at (0, 4), scout at (0, 0), scout at (1, 0)")
    assert only(text, "objective-out-of-reach").headline.startswith("`blue` can never come to")


def test_places_that_players_may_choose() -> None:
    rules = RULES + PLACEMENTS
    forces = "roster usual {\n    red { 2 scout, near }\n    blue { guard }\n}\n"
    rows = (". . # .", ". . # #", ". . . .")
    found = [
        finding for finding in findings(on_board(*rows, rules=rules, forces=forces, scenario="given guard at (0, 2)"))
        if finding.name.startswith("objective")
    ]  # fmt: skip
    assert [(finding.name, finding.headline) for finding in found] == [
        ("objective-may-be-cut-off", "`red.near` may be placed on (3, 0), where `blue` can never come to it"),
    ]


def test_all_places_out_of_reach() -> None:
    rules = RULES + PLACEMENTS
    forces = "roster usual {\n    red { 2 scout, near }\n    blue { guard }\n}\n"
    rows = ("# # .", "# # #", ". . .")
    text = on_board(*rows, rules=rules, forces=forces, scenario="given guard at (0, 2)")
    finding = only(text, "objective-out-of-reach")
    # Red may set up a scout beside its camp.
    assert finding.headline == "`blue` can never come to `red.near` on (2, 0) grass"


BEHIND = (". . .", ". . .", "# # #", ". . .")


def test_more_than_two_checkpoints_are_one_finding() -> None:
    given = "given red.near at (0, 3), red.far at (1, 3), blue.near at (2, 3)"
    finding = only(on_board(*BEHIND, scenario=given), "objective-out-of-reach")
    assert finding.headline == "`red` and `blue` can both never come to `red.near`, `red.far` and `blue.near`"
    assert [label.text for label in finding.secondary] == ["and to this one"] * 2
    assert finding.picture is not None


def test_more_than_two_checkpoints_out_of_reach_of_different_sides() -> None:
    rules = never("ground(b) is wood and w.side is blue")
    given = "given red.near at (0, 3), red.far at (1, 3), blue.near at (1, 0)"
    finding = only(on_board(". w .", *BEHIND[1:], rules=rules, scenario=given), "objective-out-of-reach")
    assert finding.headline == "in the scenario `plain` the sides can never come to 3 checkpoints"
    assert finding.notes[:2] == ("`red` and `blue` can both never come to `red.near` and `red.far`", "`blue` can never come to `blue.near`")


def test_the_wall_is_told_and_drawn() -> None:
    split = (". # . . .", ". # . . .", "# . . . .")
    text = with_camp("(4, 1)", *split, more=", guard at (4, 0), scout at (0, 0), scout at (0, 1)")
    finding = only(text, "objective-out-of-reach")
    assert finding.headline == "`red` can never come to `red.near` on (4, 1) grass"
    assert finding.notes[0] == 'shut in by (1, 0) rock, (1, 1) rock and (0, 2) rock: "the hex cannot be entered"'
    assert finding.help == ("move it to where it can be reached, or open a way",)


def test_checkpoints_that_may_be_placed_out_of_reach_are_one_finding() -> None:
    placing = 'placement camping(c: Camp, h: place) { require camp(h) is none "taken" }\n'
    forces = "roster usual {\n    red { 2 scout, near, far }\n    blue { guard }\n}\n"
    text = on_board(
        ". . . .", ". # . .", ". . . .", rules=RULES + placing, forces=forces, scenario="given guard at (0, 2), scout at (0, 0)"
    )
    found = [finding.headline for finding in findings(text) if finding.name == "objective-may-be-cut-off"]
    assert found == ["`red.near` and `red.far` may be placed on (1, 1), where `red` and `blue` can never come to them"]
