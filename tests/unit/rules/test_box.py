"""More pieces than the game has."""

from tests.unit.rules.games import findings
from tests.unit.rules.packs import changed, found
from tests.unit.rules.test_harm import battle, game

RHINO = "units Tank {\n    | id | gun | armour | copies |\n    | rhino | 9 | 9 | 3 |\n    | mouse | 8 | 9 | |\n}\n"


def names(text: str) -> list[str]:
    return [finding.name for finding in findings(text)]


def test_all_sides_count_together() -> None:
    assert names(game(more=RHINO + battle("2 rhino", "rhino"))) == []
    text = game(more=RHINO + battle("2 rhino", "2 rhino"))
    (finding,) = findings(text)
    assert finding.name == "more-than-in-box" and finding.level == "error"
    assert finding.headline == "the scenario `battle` needs 4 of `rhino`, and there are 3"
    assert finding.primary is not None and text[finding.primary.span.start : finding.primary.span.end] == "2 rhino"
    assert [label.text for label in finding.secondary] == ["and these", "`copies` says that there are 3 pieces"]


def test_a_blank_cell_sets_no_limit() -> None:
    assert names(game(more=RHINO + battle("9 mouse", "9 mouse"))) == []


def test_a_roster_is_reported_once() -> None:
    roster = "roster herd {\n    red { 2 rhino }\n    blue { 2 rhino }\n}\n"
    uses = "".join(f'scenario {id} "A herd" {{\n    layout plain\n    roster herd\n    start game\n}}\n' for id in ("one", "other"))
    assert names(game(more=RHINO + roster + uses)) == ["more-than-in-box"]


def test_a_scenario_of_another_one_inherits_its_forces() -> None:
    child = 'scenario dawn "At dawn" of battle { start game }\n'
    assert names(game(more=RHINO + battle("2 rhino", "2 rhino") + child)) == ["more-than-in-box"]


def test_what_is_dealt_counts_too() -> None:
    things = "things Token { | id | copies |\n | chip | 2 | }\nthing kind Token {}\npile heap of Token\n"
    assert names(game(more=things + battle("hunter, 2 chip", "guard"))) == []
    assert names(game(more=things + battle("hunter, 2 chip", "guard, chip"))) == ["more-than-in-box"]


def test_a_tank_too_many_in_a_whole_game() -> None:
    findings = found(changed("tank_clash", ("american { 3 m4_sherman", "american { 4 m4_sherman")))
    ((line, finding),) = findings["more-than-in-box"]
    assert line.startswith("american { 4 m4_sherman") and finding.headline.endswith("needs 4 of `m4_sherman`, and there are 3")
