"""Checkpoints that a side can never come to."""

import pytest

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


def test_nobody_exchanges_numbers_where_labels_are_printed() -> None:
    text = with_camp("(3, 2)", ". . . .", ". . . .", ". . . #", ". . . .").replace("of red\n", "of red\n    labels letters\n", 1)
    assert "labels letters" in text
    assert only(text, "objective-out-of-reach").help == ("move it to where it can be reached, or open a way",)


def test_one_side_alone_cannot_come_there() -> None:
    rules = never("ground(b) is wood and w.side is blue")
    finding = only(with_camp("(1, 1)", ". . .", ". w .", ". . .", rules=rules), "objective-out-of-reach")
    assert finding.headline == "`blue` can never come to `red.near` on (1, 1) wood"


def test_one_kind_of_piece_that_can_is_enough() -> None:
    guard = '    | guard | "Guard" | blue | 2 hexes | 3    |\n'
    forces = FORCES.replace("blue { guard,", "blue { guard, ranger,").replace(", far", "")
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
    given = "given blue.near at (0, 3), blue.far at (1, 3), red.near at (1, 0)"
    finding = only(on_board(". w .", *BEHIND[1:], rules=rules, scenario=given), "objective-out-of-reach")
    assert finding.headline == "in the scenario `plain` the sides can never come to 3 checkpoints"
    assert set(finding.notes[:2]) == {
        "`red` and `blue` can both never come to `blue.near` and `blue.far`",
        "`blue` can never come to `red.near`",
    }


def test_a_side_need_not_come_to_what_is_its_own() -> None:
    """It may have to keep the others off it; where they cannot come either, nobody is in danger."""
    rules = never("ground(b) is wood and w.side is blue")
    row = (". w .", ". . .")
    assert "objective-out-of-reach" not in names(on_board(*row, rules=rules, scenario="given blue.near at (1, 0)"))
    assert "objective-out-of-reach" in names(on_board(*row, rules=rules, scenario="given red.near at (1, 0)"))
    assert "objective-out-of-reach" in names(on_board(*BEHIND, scenario="given blue.near at (1, 3)"))


CLAIM = """
action claim(c: Camp in all camps) as s {
    cost 1
    require any w in s.walkers where distance(w, c) <= %s "nobody is near"
    s.score += 1
}
"""


@pytest.mark.parametrize(("near", "expected"), [("1 hex", False), ("w.speed", False), ("0 hexes", True)])
def test_a_checkpoint_that_is_had_from_beside_it(near: str, expected: bool) -> None:
    rows = (". . . . .", ". . # . .", ". . . . .")
    rules = RULES.replace("s plays march,", "s plays march, claim,") + CLAIM % near
    assert ("objective-out-of-reach" in names(on_board(*rows, rules=rules, scenario="given red.near at (2, 1)"))) is expected


def test_a_checkpoint_that_is_had_from_beside_it_behind_a_thicker_wall() -> None:
    rows = ("# # # . .", "# . # . .", "# # # . .", ". . . . .")
    rules = RULES.replace("s plays march,", "s plays march, claim,") + CLAIM % "1 hex"
    assert "objective-out-of-reach" in names(on_board(*rows, rules=rules, scenario="given red.near at (1, 1)"))


OFFERED = """
action site(c: Camp in all camps, h: place in depots) as s {
    require c.side is s and c.at is none "no"
    camping(c, h)
    put c at h
}
"""


def test_a_checkpoint_that_rules_offer_only_some_of_its_places() -> None:
    rules = RULES + PLACEMENTS.replace('    require row(c.side, h) is c.line   "not on its row"\n', "") + OFFERED
    first = "    red plays site until all c in all camps where c.at is not none\n"
    rules = rules.replace("    rounds at most 9 {", f"{first}    rounds at most 9 {{")
    forces = "roster usual {\n    red { 2 scout, near }\n    blue { guard }\n}\n"

    def said(depots: str) -> list[str]:
        text = on_board(". . # .", ". . # #", ". . . .", rules=rules, forces=forces, layout=f"zone depots = {depots}", scenario=ALL_STAND)
        return [name for name in names(text) if name.startswith("objective")]

    assert said("[(0, 0), (0, 1)]") == []
    assert said("[(0, 0), (3, 0)]") == ["objective-may-be-cut-off"]
    assert said("[(3, 0)]") == ["objective-out-of-reach"]


ALL_STAND = "given guard at (0, 2), scout at (0, 0), scout at (1, 0)"


def test_the_wall_is_told_and_drawn() -> None:
    split = (". # . . .", ". # . . .", "# . . . .")
    given = "given blue.near at (4, 1), guard at (4, 0), scout at (0, 0), scout at (0, 1)"
    finding = only(on_board(*split, scenario=given), "objective-out-of-reach")
    assert finding.headline == "`red` can never come to `blue.near` on (4, 1) grass"
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
