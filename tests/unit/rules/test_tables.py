"""Scenarios on tables without a grid: where pieces may start, what is shut in, what no way leads to."""

from __future__ import annotations

from pathlib import Path

from tankdsl.check.static import Run, Value, evaluate
from tankdsl.check.tree import Local
from tankdsl.rules.game import Game
from tankdsl.rules.tabletops import on_tables, shown_length, shown_point, shut_areas
from tests.unit.check.small import at, session
from tests.unit.rules.games import findings, names, only

YARD = (Path(__file__).resolve().parents[3] / "docs/diagnostics/preludes/yard.tank").read_text("utf-8")
POSTING = """
placement posting(t: Tank, p: place) {
    require not any o in blocks where inside(o, p)                                "{t} stands in something solid"
    require not any o in tanks where o is not t and distance(o, p) < 3 inches     "{t} is too near"
    require distance(p, (12, 12)) <= 14 inches                                    "{t} is far out"
}
action post(t: Tank in all tanks) as s {
    require t.side is s and t.at is none "{t} is posted"
    choose p from places where posting(t, p) by s "Where does {t} stand?"
    if let spot = p { put t at spot }
}
sequence posting_all { red plays post once }
"""
BARN = "(4, 10), (20, 10), (20, 14), (4, 14)"
WALL = "(0, 10), (24, 10), (24, 12), (0, 12)"


def yard(given: str, *outlines: str, rules: str = "", solid: str = "yes") -> str:
    """The yard with areas of these outlines, all solid or not, and a scenario in which things start where `given` says."""
    rows = "".join(f'    | area{number} | "Area {number}" | [{outline}] | {solid} |\n' for number, outline in enumerate(outlines, 1))
    areas = f"areas Block {{\n    | id | name | outline | solid |\n{rows}}}\n" if rows else ""
    layout = 'layout farm "Farm" { board ground at (0, 0) }\n'
    return f'{YARD}{rules}{areas}{layout}scenario skirmish "Skirmish" {{\n    layout farm\n    roster usual\n    given {given}\n}}\n'


def headlines(text: str) -> list[str]:
    """What is found, but for placements and sequences of the tests that nothing runs."""
    return [finding.headline for finding in findings(text) if finding.code.startswith("TK50")]


def test_a_table_where_all_is_well() -> None:
    assert headlines(yard("scout at (12, 2), guard at (12, 20), red.well at (12, 5)", BARN, rules=POSTING)) == []


# ---------------------------------------------------------------------------------------------------------------- starts


def test_a_placement_that_refuses_the_ground() -> None:
    text = yard("scout at (12, 10.5), guard at (12, 20)", BARN, rules=POSTING)
    finding = only(text, "placement-refused")
    assert finding.headline == "`scout` cannot be placed on (12, 10.5): Scout stands in something solid"
    assert at(text, finding) == "scout at (12, 10.5)"


def test_a_placement_that_refuses_because_of_another_piece() -> None:
    text = yard("scout at (12, 2), guard at (12, 4.99)", rules=POSTING)
    finding = only(text, "placement-refused")
    assert finding.headline == "`guard` cannot be placed on (12, 4.99): Guard is too near"
    assert [text[label.span.start : label.span.end] for label in finding.secondary] == ["scout at (12, 2)"]
    assert headlines(yard("scout at (12, 2), guard at (12, 5)", rules=POSTING)) == []


def test_a_placement_that_measures() -> None:
    assert headlines(yard("scout at (1, 1), guard at (12, 20)", rules=POSTING)) == ["`scout` cannot be placed on (1, 1): Scout is far out"]


def test_ground_where_no_move_ends() -> None:
    text = yard("scout at (12, 12), guard at (12, 20)", BARN)
    finding = only(text, "starts-in-obstacle")
    assert finding.headline == "`scout` stands on (12, 12), where none of its moves can end"
    assert finding.notes[0] == 'the movement `driving` refuses it: "something solid is in the way"'
    assert headlines(yard("scout at (12, 12), guard at (12, 20)", BARN, solid="no")) == []
    assert headlines(yard("scout at (12, 9.99), guard at (12, 20)", BARN)) == []


def test_a_piece_on_another() -> None:
    text = yard("scout at (12, 2), guard at (12, 2.5)")
    finding = only(text, "starts-too-near")
    assert finding.headline == "`guard` stands on (12, 2.5), too near to `scout` for any of its moves to end there"
    assert [text[label.span.start : label.span.end] for label in finding.secondary] == ["scout at (12, 2)"]
    assert headlines(yard("scout at (12, 2), guard at (12, 3)")) == []


def test_a_rule_about_the_length_of_legs_says_nothing_of_a_place() -> None:
    longer = YARD.replace("    cost distance(a, b)\n", '    cost distance(a, b)\n    never when distance(a, b) < 1 inch "a longer way"\n')
    assert headlines(yard("scout at (12, 2), guard at (12, 20)").replace(YARD, longer)) == []


def test_a_rule_that_asks_for_company_says_nothing_of_a_place() -> None:
    rule = '    never when not any o in tanks where o is not t and distance(o, b) < 3 inches "nobody is near"\n'
    lonely = YARD.replace("    cost distance(a, b)\n", "    cost distance(a, b)\n" + rule)
    assert headlines(yard("scout at (12, 2), guard at (12, 20)").replace(YARD, lonely)) == []


# ------------------------------------------------------------------------------------------------------------ free space

COURT = ("(8, 8), (16, 8)", "(16, 8), (16, 16)", "(8, 16), (16, 16)", "(8, 8), (8, 16)")


def test_a_court_is_named_once() -> None:
    found = only(yard("scout at (12, 2), guard at (12, 20)", *COURT), "ground-shut-in")
    assert found.headline == "on the table `farm`, `scout` and `guard` can neither come to the ground at (8.01, 8.01) nor leave it"
    assert found.notes == ("it is shut in, and about 7.98 by 7.98",)


def test_a_court_with_an_open_side_or_of_what_is_not_solid_is_not() -> None:
    assert headlines(yard("scout at (12, 2), guard at (12, 20)", *COURT[:3])) == []
    assert headlines(yard("scout at (12, 2), guard at (12, 20)", *COURT, solid="no")) == []


def test_a_chink_is_no_ground() -> None:
    blocks = ("(8, 8), (12, 8), (12, 12), (8, 12)", "(12.5, 8), (16, 8), (16, 12), (12.5, 12)", "(8, 7.5), (16, 8)", "(8, 12), (16, 12.5)")
    assert headlines(yard("scout at (12, 2), guard at (12, 20)", *blocks)) == []


def test_what_state_opens_does_not_shut_for_good() -> None:
    opened = YARD.replace("o.solid and crosses", "o.solid and t.barred and crosses")
    speed = "stat speed: 0..20 inches = 8 inches"
    opened = opened.replace(f"{{ {speed} }}", f"{{\n    {speed}\n    state barred = yes\n}}")
    changed = opened.replace("    go t along way", "    go t along way\n    t.barred = no")
    assert headlines(yard("scout at (12, 2), guard at (12, 20)", *COURT).replace(YARD, changed)) == []
    assert len(headlines(yard("scout at (12, 2), guard at (12, 20)", *COURT).replace(YARD, opened))) == 1


# ------------------------------------------------------------------------------------------------------------ objectives


def test_an_objective_behind_a_wall() -> None:
    text = yard("scout at (12, 2), guard at (12, 20), red.well at (12, 18)", WALL)
    finding = only(text, "objective-shut-off")
    assert finding.headline == "no way leads `red` to within 2 of `red.well` on (12, 18)"
    assert at(text, finding) == "red.well at (12, 18)"


def test_near_enough_is_enough() -> None:
    """The well is within two inches of the near side of a wall that parts the table, or stands in the wall."""
    text = yard("scout at (12, 2), guard at (12, 20), red.well at (12, 11)", WALL)
    assert "objective-shut-off" not in names(text)


def test_a_side_that_is_still_to_come_may_come_from_anywhere() -> None:
    assert "objective-shut-off" not in names(yard("guard at (12, 20), red.well at (12, 18)", WALL))


def test_a_marker_that_no_ending_asks_for_is_no_objective() -> None:
    other = YARD.replace("any w in wells where distance(t, w) <= 2 inches", "t.speed > 9 inches")
    text = yard("scout at (12, 2), guard at (12, 20), red.well at (12, 18)", WALL).replace(YARD, other)
    assert "objective-shut-off" not in names(text)


# ------------------------------------------------------------------------------------------------------ what is known of it


def test_what_is_known_of_a_table() -> None:
    made = session(yard("scout at (12, 2), guard at (12, 20)", BARN))
    ((_, table, world),) = on_tables(Game(made.program))
    assert (table.width, shut_areas(world, world.instances["scout"])) == (2400, ("area1",))
    movement = made.program.movements["driving"]
    crossing = movement.rules[2].condition
    assert crossing is not None
    known: dict[Local, Value] = {movement.unit: "scout", movement.origin: (1200, 200), movement.target: (1200, 1000)}
    assert evaluate(world, crossing, known) is True
    assert evaluate(world, crossing, {**known, movement.target: (1200, 999)}) is False
    assert not isinstance(Run(Game(made.program).world(made.program.scenarios["skirmish"]), dict(known)).value(crossing), bool)


def test_points_are_shown_as_they_are_written() -> None:
    assert [shown_length(length) for length in (0, 50, 1200, 1205, 1210)] == ["0", "0.5", "12", "12.05", "12.1"]
    assert shown_point((1200, 25)) == "(12, 0.25)"


# ----------------------------------------------------------------------------------------------------------------- zones

ZONE = "(8, 0), (14, 0), (14, 2), (8, 2)"
CAMP = """
value is_home(t: Tank, p: place): bool = if t.side is red { any o in blocks where not o.solid and inside(o, p) } else { 1 > 0 }
guard apart(t: Tank, p: place) {
    require not any o in tanks where o is not t and distance(o, p) < 3 inches "too near"
}
placement camping(t: Tank, p: place) {
    require is_home(t, p) "outside of the camp"
    apart(t, p)
}
action camp(t: Tank in all tanks) as s {
    require t.side is s and t.at is none "{t} is on the table"
    choose p from places where camping(t, p) by s "Where does {t} stand?"
    if let spot = p { put t at spot }
}
sequence camping_all { red plays camp once }
"""


def crowd(count: int, rules: str = CAMP, outline: str = ZONE) -> str:
    text = yard("guard at (12, 20)", outline, rules=rules, solid="no")
    return text.replace("    roster usual\n    given", f"    red {{ {count} scout, well }}\n    blue {{ guard }}\n    given")


def test_more_pieces_than_a_zone_has_room_for() -> None:
    finding = only(crowd(6), "zone-too-small")
    assert finding.headline == "6 pieces can only be placed in `area1`, where at most 5 find room"
    assert finding.notes[0] == "they keep 3 away from each other"
    assert headlines(crowd(5)) == []


def test_a_zone_that_is_not_understood_is_the_whole_table() -> None:
    assert headlines(crowd(6, CAMP.replace("if t.side is red {", "if any o in tanks where o.at is none {"))) == []


def test_a_zone_that_the_table_does_not_have() -> None:
    text = crowd(2).replace("board ground at (0, 0) }", "board ground at (0, 0); areas area2 }")
    two = text.replace("| no |\n}", '| no |\n    | area2 | "Area 2" | [(1, 1), (2, 2), (1, 3)] | yes |\n}')
    elsewhere = two + 'layout other "Other" { board ground at (0, 0); areas area1 }\n'
    finding = only(elsewhere, "zone-too-small")
    assert finding.headline == "2 pieces can only be placed in an area that the table `farm` does not have"
    assert finding.notes[1] == "these stand there: `area2`"
    assert headlines(elsewhere.replace("areas area2 }", "areas area1, area2 }")) == []


GAMES = """
option by_die "A die says what is played" = off
effect choose_game() {
    if option.by_die { roll d = 1d6; if highest(d) > 3 { wide = yes } }
}
"""


def chosen(given: str = "", option: str = "off") -> str:
    """The camp as the zone of one of two types of game, which a state tells apart."""
    rules = CAMP.replace("any o in blocks where not o.solid and inside(o, p)", "wide or any o in blocks where not o.solid and inside(o, p)")
    rules = rules.replace("red plays camp once", "choose_game(); red plays camp once") + GAMES.replace("= off", f"= {option}")
    return crowd(6, rules).replace("    main game\n", "    main game\n    state wide = no\n").replace("given guard", f"given {given}guard")


def test_the_type_of_a_game_is_known_where_no_die_says_it() -> None:
    assert headlines(chosen()) == ["6 pieces can only be placed in `area1`, where at most 5 find room"]
    assert headlines(chosen("wide = yes, ")) == []
    assert headlines(chosen(option="on")) == []


def test_pieces_that_need_not_keep_apart_find_room() -> None:
    assert headlines(crowd(6, CAMP.replace("o is not t and distance", "o.side is not t.side and distance"))) == []
