"""A scenario that is wrong on purpose leaves the tests of the others alone."""

from __future__ import annotations

from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tankdsl.testing import run_tests

GAME = """
ruleset targets "Targets" {
    sides red "Red", blue "Blue"
    space hex flat
    main game
    state aim: Tank? = none
}
terrain kind Ground {}
terrains Ground {
    | id    | name    |
    | grass | "grass" |
}
unit kind Tank { state hit = no }
units Tank {
    | id  | name  | side |
    | ace | "Ace" | red  |
    | foe | "Foe" | blue |
}
action shoot(t: Tank in tanks) { aim = t; t.hit = not t.hit }
action withdraw(t: Tank in tanks) { put t at (2, 0) }
sequence game { rounds at most 3 { each side s takes a turn { s plays shoot, withdraw may pass } } }
ending over at end of game { draw when not any t in tanks where t is aim and not t.hit }
board field "Field" axial 3 x 2 {
    legend . = grass
    rows {
        . . .
        . . .
    }
}
layout flat_field "Flat" { board field at (0, 0) }
scenario plain "Plain" {
    layout flat_field
    given ace at (0, 0), foe at (1, 1)
}
scenario far_off "Too far" {
    layout flat_field
    given ace at (7, 7), foe at (1, 1)
}
test "a shot" {
    scenario plain
    start game
    do shoot(foe)
    expect aim is foe and not (aim is ace)
}
test "a place that is not there" {
    scenario far_off
    case a "off the map" { expect finding "off-map" }
}
"""


def test_rows_keep_their_meaning_beside_a_scenario_that_is_wrong_on_purpose() -> None:
    session = Session(MemoryBundle({"game.tank": GAME}), ("game.tank",))
    assert [finding.headline for finding in session.findings] == []
    results = list(run_tests(session))
    assert [(result.label, result.failure) for result in results] == [("a shot", None), ("a place that is not there / a", None)]


def test_a_scenario_that_no_test_expects_to_be_wrong_is_a_fault() -> None:
    text = GAME.replace('expect finding "off-map"', 'expect finding "zone-empty"')
    session = Session(MemoryBundle({"game.tank": text}), ("game.tank",))
    assert [finding.name for finding in session.findings] == ["off-map"]
