"""Pieces that a scenario places: legal, apart, and able to leave."""

from tests.unit.check.small import FORCES, RULES, at
from tests.unit.rules.games import PLACEMENTS, findings, names, on_board, only

OPEN = (". . . .", ". . . .", ". . # .", ". w . .")
POCKET = (". . . . .", ". . # # .", ". # . # .", ". # # . .", ". . . . .")
RED = "roster usual {\n    red { 2 scout, near, far }\n    blue { guard }\n}\n"


def placed(given: str, *rows: str, rules: str = RULES + PLACEMENTS, forces: str = RED) -> str:
    return on_board(*(rows or OPEN), rules=rules, forces=forces, scenario=f"given {given}")


def unplaced_blue(text: str) -> list[str]:
    """The findings, but for blue's guard, who has no territory on this map, and an ending that a placed camp fulfils."""
    others = ("`guard` can be placed nowhere", "holds as the game is set up")
    return [finding.headline for finding in findings(text) if not any(other in finding.headline for other in others)]


def test_legal_places() -> None:
    assert unplaced_blue(placed("scout at (0, 0), red.near at (0, 0), red.far at (0, 3)")) == []


def test_place_that_the_rules_refuse() -> None:
    text = placed("scout at (2, 2), red.far at (1, 3)")
    found = [finding for finding in findings(text) if finding.name == "placement-refused"]
    assert [finding.headline for finding in found] == [
        "`scout.1` cannot be placed on (2, 2): no walker can stand there",
        "`red.far` cannot be placed on (1, 3): far stands on open ground",
    ]
    assert at(text, found[1]) == "red.far at (1, 3)"
    assert found[0].notes == ("the placement `standing` refuses it in the scenario `plain`",)


def test_a_state_that_the_scenario_gives_is_known_where_it_places_the_piece() -> None:
    rules = RULES + PLACEMENTS.replace("    require walker(h)", '    require not w.loaded    "{w} is loaded"\n    require walker(h)')
    found = [one.headline for one in findings(placed("scout at (0, 0) { loaded = yes }, scout at (1, 0)", rules=rules))]
    assert [headline for headline in found if "scout" in headline] == ["`scout.1` cannot be placed on (0, 0): Scout 1 is loaded"]


def test_two_on_a_hex_that_holds_one() -> None:
    text = placed("scout at (0, 0), scout at (0, 0)")
    finding = only(text, "place-shared")
    assert finding.headline == "`scout.2` and `scout.1` are both placed on (0, 0), which holds one of them"
    assert [text[label.span.start : label.span.end] for label in finding.secondary] == ["scout at (0, 0)"]


def test_without_a_placement_movement_says_what_a_hex_holds() -> None:
    text = placed("scout at (0, 0), guard at (0, 0)", rules=RULES, forces=FORCES)
    assert only(text, "place-shared").headline.startswith("`guard` and `scout.1` are both placed on (0, 0)")


def test_where_stacking_is_allowed_nothing_is_said() -> None:
    rules = RULES.replace('    never when walker(b) is not w        "{b} is occupied"\n', "")
    assert names(placed("scout at (0, 0), guard at (0, 0)", rules=rules, forces=FORCES)) == []


def test_different_kinds_may_share() -> None:
    assert names(placed("scout at (0, 0), red.near at (0, 0)", rules=RULES, forces=FORCES.replace(", far", ""))) == []


def test_two_checkpoints_of_a_kind_never_share() -> None:
    text = placed("red.near at (0, 0), blue.near at (0, 0)", rules=RULES, forces=FORCES)
    assert only(text, "place-shared").headline.startswith("`blue.near` and `red.near` are both placed on (0, 0)")


def test_piece_in_a_pocket() -> None:
    text = placed("scout at (2, 2), guard at (0, 0)", *POCKET, rules=RULES, forces=FORCES)
    finding = only(text, "piece-stuck")
    assert (finding.level, finding.headline) == ("warning", "`scout.1` starts on (2, 2) and cannot move at all")
    assert at(text, finding) == "scout at (2, 2)"


def test_piece_in_a_larger_pocket() -> None:
    finding = only(placed("scout at (0, 3)", ". . . .", ". . . .", "# # # #", ". . # #", rules=RULES, forces=FORCES), "piece-stuck")
    assert finding.headline == "`scout.1` starts on (0, 3) and can only come to 1 other hex"


def test_piece_on_ground_that_it_could_not_enter_can_leave_it() -> None:
    assert names(placed("scout at (2, 2)", rules=RULES, forces=FORCES)) == ["starts-on-closed-ground"]


def test_pieces_that_one_rule_of_movement_refuses_are_one_finding_and_nothing_follows_from_it() -> None:
    text = placed("scout at (0, 0), scout at (3, 0), guard at (0, 2)", ". # # .", ". # # .", ". . . .", rules=RULES, forces=FORCES)
    turned = text.replace("never when not ground(b).enterable", "never when ground(b).enterable")
    finding = only(turned, "starts-on-closed-ground")
    who = "`scout.1`, `scout.2` and `guard` start on (0, 0) grass, (3, 0) grass and (0, 2) grass"
    assert finding.headline == f"{who}, which they can never enter"
    assert len(finding.secondary) == 2 and finding.notes[0] == 'their movement refuses it: "the hex cannot be entered"'
    assert names(turned) == ["starts-on-closed-ground"]


SPACED = PLACEMENTS.replace(
    '    require camp(h) is none            "there is a camp already"\n',
    '    require not any o in camps where o is not c and distance(o.at, h) < 5 hexes "camps lie five hexes apart"\n',
)


def test_pieces_that_must_lie_apart() -> None:
    near = [found for found in findings(placed("red.near at (0, 0), red.far at (0, 3)", rules=RULES + SPACED)) if "while" in found.headline]
    assert [finding.headline.split(" stands on ")[0] for finding in near] == ["`red.far` cannot be placed on (0, 3) while `red.near`"]
    assert near[0].headline.endswith("camps lie five hexes apart") and len(near[0].secondary) == 1
    apart = placed("red.near at (0, 0), red.far at (3, 3)", rules=RULES + SPACED)
    assert not [finding for finding in findings(apart) if "while" in finding.headline]


def test_three_on_a_hex_that_holds_two() -> None:
    full = 'count(o in walkers where o.at is h) < 2 "the hex is full"'
    two = PLACEMENTS.replace('walker(h) is none          "the hex is occupied"', full)
    forces = FORCES.replace("2 scout", "3 scout")
    never = '    never when count(o in walkers where o.at is b) >= 2 "full"\n    never when walker(b) is w and walker(b)'
    free = RULES.replace("    never when walker(b)", never)
    text = placed("scout at (0, 0), scout at (0, 0), scout at (0, 0)", rules=free + two, forces=forces)
    found = [finding for finding in findings(text) if finding.name == "place-shared"]
    headline = "`scout.3`, `scout.1` and `scout.2` are all placed on (0, 0), which does not hold so many"
    assert [finding.headline for finding in found] == [headline]
    fewer = text.replace(", scout at (0, 0), scout at (0, 0)", ", scout at (0, 0)")
    assert not [one for one in findings(fewer) if one.name == "place-shared"]


STACKS = 'placement standing(w: Walker, h: place) { require count(o in walkers where o is not w and o.at is h) < 2 "full" }\n'


def test_a_placement_that_lets_two_share_is_not_overruled_by_movement() -> None:
    assert "place-shared" not in names(placed("scout at (0, 0), guard at (0, 0)", rules=RULES + STACKS, forces=FORCES))
    three = placed("scout at (0, 0), guard at (0, 0), scout at (0, 0)", rules=RULES + STACKS, forces=FORCES)
    assert only(three, "place-shared").headline.endswith("are all placed on (0, 0), which does not hold so many")


def test_the_rule_of_movement_that_refuses_is_named() -> None:
    finding = only(placed("scout at (0, 0), guard at (0, 0)", rules=RULES, forces=FORCES), "place-shared")
    assert finding.notes == ('the movement of `guard` refuses to end there: "the hex is occupied"',)
    assert finding.help


def test_pieces_in_one_pocket_are_one_finding() -> None:
    rows = (". # . . .", ". # . . .", "# . . . .")
    text = placed("scout at (0, 0), scout at (0, 1), guard at (3, 0)", *rows, rules=RULES, forces=FORCES)
    finding = only(text, "piece-stuck")
    assert finding.headline == "`scout.1` and `scout.2` start on (0, 0) and (0, 1) and can come nowhere else"
    assert [text[label.span.start : label.span.end] for label in finding.secondary] == ["scout at (0, 1)"]
    assert finding.notes[0] == 'shut in by (1, 0) rock, (1, 1) rock and (0, 2) rock: "the hex cannot be entered"'
    # What begins there could not leave: that nobody comes there either is the same fault.
    assert "region-cut-off" not in names(text)
    apart = placed("scout at (3, 1), scout at (3, 2), guard at (3, 0)", *rows, rules=RULES, forces=FORCES)
    assert "region-cut-off" in names(apart) and "piece-stuck" not in names(apart)


def test_steps_that_cost_too_much_are_a_reason() -> None:
    rules = RULES.replace("    cost 1 hex\n", "    cost 1 hex\n    cost 4 hexes when w.side is blue and road not in edges(a, b)\n")
    text = on_board(". .", ". .", rules=rules, forces=FORCES, layout="edge road (1, 0) / (1, 1)", scenario="given guard at (0, 0)")
    finding = only(text, "piece-stuck")
    assert finding.headline == "`guard` starts on (0, 0) and cannot move at all"
    assert finding.notes[0] == "no step leads on from (0, 0): the step costs 5, and a move has 2 at most"
    assert finding.help
