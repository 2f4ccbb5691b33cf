"""Who can hurt whom: pieces that can do no harm, and pieces to which nothing does any; in a small game and in the example packs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tankdsl.diagnostics import Diagnostic
from tests.unit.rules.games import findings
from tests.unit.rules.packs import changed, found

GUNNERY = (Path(__file__).resolve().parents[3] / "docs" / "diagnostics" / "preludes" / "gunnery.tank").read_text(encoding="utf-8")
NAMES = ("unit-harmless", "unit-unharmable", "no-harm")


def game(*changes: tuple[str, str], more: str = "") -> str:
    """The game of guns and armour with texts replaced and declarations added."""
    text = GUNNERY
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text + more


def battle(red: str, blue: str, *, options: str = "") -> str:
    line = f"    options {options}\n" if options else ""
    return f'scenario battle "Battle" {{\n    layout plain\n    red {{ {red} }}\n    blue {{ {blue} }}\n{line}    start game\n}}\n'


def tanks(*rows: str) -> str:
    lines = "".join(f"    | {row.replace(' ', ' | ')} |\n" for row in rows)
    return f"units Tank {{\n    | id | gun | armour |\n{lines}}}\n"


def said(text: str) -> list[tuple[str, str]]:
    """Name and model (the first word in backquotes) of the findings about harm."""
    return [(finding.name, finding.headline.split("`")[1]) for finding in findings(text) if finding.name in NAMES]


def the(text: str, name: str) -> Diagnostic:
    (finding,) = (finding for finding in findings(text) if finding.name == name)
    return finding


WEAK, TOWER = "popgun 0 8", "tower 6 13"
DISTANCE = "    require distance(by, target) <= 3 hexes "
ROLL = "    roll aim = 2d6 by by.side\n"


@pytest.mark.parametrize(
    ("rows", "red", "blue", "expected"),
    [
        # Two dice show 12 at most.
        (("popgun 1 8", TOWER), "popgun", "tower", []),
        ((WEAK, TOWER), "popgun, hunter", "tower", [("unit-harmless", "popgun")]),
        ((WEAK, "bunker 6 12"), "popgun", "bunker", []),
        (("fort 6 21",), "hunter", "fort, guard", [("unit-unharmable", "fort")]),
        (("fort 6 20",), "hunter", "fort, guard", []),
        # The other side is told once, where nobody can do anything.
        (("hulk 4 17",), "hulk", "hulk", [("no-harm", "battle")]),
        # A whole side without teeth: its enemies cannot be lost, which is the same fault.
        ((WEAK, TOWER), "popgun", "tower", [("unit-harmless", "popgun")]),
    ],
)
def test_numbers_decide(rows: tuple[str, ...], red: str, blue: str, expected: list[tuple[str, str]]) -> None:
    assert said(game(more=tanks(*rows) + battle(red, blue))) == expected


def test_without_marks_nothing_is_said() -> None:
    assert said(game((" harms t {", " {"), more=tanks("hulk 4 17") + battle("hulk", "hulk"))) == []


def test_the_row_is_shown_and_the_reason_is_said() -> None:
    text = game(more=tanks(WEAK, TOWER) + battle("popgun, hunter", "tower"))
    finding = the(text, "unit-harmless")
    assert finding.primary is not None and text[finding.primary.span.start :].startswith("popgun")
    assert finding.headline == "`popgun` can do no harm to anybody in the scenario `battle`"
    assert finding.notes == (
        "nothing that can be played with it comes to `hit` for `tower`, whatever is rolled",
        "`shoot`: no roll is good enough",
    )


def test_a_requirement_that_refuses_everything_is_named() -> None:
    refused = (DISTANCE, f'    require by.gun > 0 "{{by}} has no gun"\n{DISTANCE}')
    finding = the(game(refused, more=tanks("truck 0 2") + battle("truck, hunter", "guard")), "unit-harmless")
    assert finding.notes[1] == '`shoot` is refused: "{by} has no gun"'


def test_scenarios_are_listed_together() -> None:
    more = tanks(WEAK, TOWER) + battle("popgun, hunter", "tower") + battle("popgun, hunter", "tower").replace("battle", "again")
    assert the(game(more=more), "unit-harmless").headline.endswith("in the scenarios `battle` and `again`")


MODIFIED = [
    # What the game may have changed by then counts at its best.
    (
        "a state",
        [("2 = 2", "2 = 2\n    state luck: 0..1 = 0"), ("+ by.gun", "+ by.gun + by.luck"), ("along route", "along route\n    by.luck = 1")],
        "",
    ),
    # A value of rows that may apply.
    (
        "rows",
        [("+ by.gun", "+ by.gun + bonus(by)")],
        "value bonus(t: Tank): int sum {\n    1 when t.at is (0, 0)\n    -1 when t.at is (4, 2)\n}\n",
    ),
    ("an option", [("+ by.gun", "+ (if option.hard { by.gun + 1 } else { by.gun })")], 'option hard "Hard" = on\n'),
    ("one more die", [("2d6 by", "3d6 by")], ""),
]


@pytest.mark.parametrize("case", MODIFIED, ids=lambda case: case[0])
def test_modifiers_count_at_their_best(case: tuple[str, list[tuple[str, str]], str]) -> None:
    _, changes, more = case
    plain = tanks(WEAK, TOWER) + battle("popgun, hunter", "tower")
    assert ("unit-harmless", "popgun") in said(game(more=plain))
    assert said(game(*changes, more=plain + more)) == []


def test_an_option_of_the_scenario_counts() -> None:
    text = game(("+ by.gun", "+ (if option.hard { 0 } else { by.gun })"), more='option hard "Hard" = off\n')
    assert said(text + battle("hunter", "guard")) == []
    strong = text + tanks("wall 5 13") + battle("hunter, guard", "wall", options="hard = on")
    assert said(strong) == [("unit-harmless", "hunter"), ("unit-harmless", "guard"), ("unit-unharmable", "guard")]


def test_a_state_that_no_play_changes_stays() -> None:
    luck = ("2 = 2", "2 = 2\n    state luck: 0..1 = 0"), ("+ by.gun", "+ by.gun + by.luck")
    plain = tanks(WEAK, TOWER) + battle("popgun, hunter", "tower") + "effect cheer(t: Tank) { t.luck = 1 }\n"
    assert said(game(*luck, more=plain)) == [("unit-harmless", "popgun")]


def test_a_window_may_change_what_it_names() -> None:
    window = "window aiming(by: Tank, var extra: 0..9)\n"
    body = (ROLL, f"    var extra = 0\n    window aiming(by, extra) asks by.side\n{ROLL}")
    reaction = "reaction steady in aiming by by.side { extra += 1 }\n"
    forces = tanks(WEAK, TOWER) + battle("popgun, hunter", "tower")
    assert said(game(body, ("+ by.gun", "+ by.gun + extra"), more=window + reaction + forces)) == []


def test_a_loop_may_change_what_it_sets() -> None:
    loop = "    for each o in tanks where o is not by { extra = min(9, extra + 1) }\n"
    body = (ROLL, f"    var extra: 0..9 = 0\n{loop}{ROLL}")
    forces = tanks(WEAK, TOWER) + battle("popgun, hunter", "tower")
    assert said(game(body, ("+ by.gun", "+ by.gun + min(extra, 1)"), more=forces)) == []


def test_harm_of_a_third_counts() -> None:
    splash = "    for each o in tanks where o is not by and distance(o, target) <= 1 hex { if highest(aim) is 6 { hit(o) } }\n"
    forces = tanks(WEAK, TOWER) + battle("popgun, hunter", "tower")
    assert said(game(("    result(target, ", f"{splash}    result(target, "), more=forces)) == []


def test_groups_count_together() -> None:
    each = '    for each by in group { require by.side is s and by.gun < 20 "no" }\n'
    group = (
        "action shoot(by: Tank, target: Tank) {\n    require target.side is not by.side ",
        f"action shoot(target: Tank in tanks, group: some Tank in s.tanks) as s {{\n{each}    require target.side is not s ",
    )
    far = (f'{DISTANCE}            "{{target}} is too far away"\n{ROLL}', "    roll aim = 2d6 by s\n")
    sum_ = ("total(aim) + by.gun - target.armour", "min(40, total(aim) + count(group)) - target.armour")
    more = tanks("herd 0 16")
    assert ("no-harm", "battle") in said(game(group, far, sum_, more=more + battle("3 herd", "3 herd")))
    assert ("no-harm", "battle") not in said(game(group, far, sum_, more=more + battle("4 herd", "4 herd")))


def test_harm_that_comes_later_counts() -> None:
    """A piece that lays mines hurts, although nobody is hurt when it does."""
    mines = "marker kind Mine {}\nmarkers Mine {\n    | id | copies |\n    | charge | 2 |\n}\n"
    free = "first([o in all mines where o.at is none])"
    lay = f'action lay(by: Tank, h: place in neighbours(by.at)) {{\n    require let m = {free} "none is left"\n    put m at h\n}}\n'
    blow = "whenever explosion(t: Tank, m: Mine) when m.at is t.at { remove m; hit(t) }\n"
    forces = tanks(WEAK, TOWER) + battle("popgun, hunter", "tower")
    offered = ("plays drive, shoot once", "plays drive, shoot, lay once")
    assert said(game(offered, more=mines + lay + blow + forces)) == []
    assert said(game(more=mines + blow + forces)) == [("unit-harmless", "popgun")]


def test_a_card_that_names_the_victim_counts() -> None:
    card = "card kind Order {}\nside kind Side { pile hand of Order }\n"
    strike = 'card strike "Strike" of Order { plays as action as s with t: Tank in s.enemy.tanks { hit(t) } }\n'
    offered = ("plays drive, shoot once", "plays drive, shoot, Order once")
    forces = tanks("fort 6 21") + battle("hunter, strike", "fort, guard")
    assert said(game(offered, more=card + strike + forces)) == []


def test_harm_that_only_cards_do_says_nothing_of_pieces() -> None:
    card = "card kind Order {}\nside kind Side { pile hand of Order }\neffect blast(t: Tank) harms t { remove t }\n"
    mine = 'card mine "Mine" of Order { plays as action as s with t: Tank in s.enemy.tanks { blast(t) } }\n'
    offered = ("plays drive, shoot once", "plays drive, shoot, Order once")
    assert said(game((" harms t {", " {"), offered, more=card + mine)) == []


def test_an_effect_that_an_option_replaces_still_harms() -> None:
    option = 'option soft "Soft" = off { replace effect hit(t: Tank) { otherwise } }\n'
    assert said(game(more=option + tanks(WEAK, TOWER) + battle("popgun, hunter", "tower"))) == [("unit-harmless", "popgun")]
    assert said(game(more=option)) == []


# -------------------------------------------------------------------------------------------------------- whole games


def lines(findings: dict[str, list[tuple[str, Diagnostic]]], name: str) -> list[str]:
    return [line for line, _ in findings.get(name, [])]


@pytest.mark.parametrize("pack", ["tank_clash", "tank_on_tank", "tank_commander", "simple_tabletop_tanks"])
def test_the_examples_are_clean(pack: str) -> None:
    assert found(changed(pack)) == {}


def test_armour_that_nobody_in_the_scenario_gets_through() -> None:
    row = '| veteran   | "Tiger of the veterans" | 6 inches  | 6        | 6     | [7, 5, 4, 6]'
    findings = found(changed("simple_tabletop_tanks", (row, row.replace("[7, 5, 4, 6]", "[9, 9, 9, 9]"))))
    assert list(findings) == ["unit-unharmable"]
    ((line, finding),) = findings["unit-unharmable"]
    assert line.startswith("| veteran ") and finding.headline == "nothing can do any harm to `veteran` in the scenario `ambush`"
    assert "`engage`: no roll is good enough" in finding.notes


def test_a_penetration_of_nothing() -> None:
    """Against armour that is just within reach of its gun."""
    armour = [
        ('| luchs     | "Panzer II Luchs"       | 12 inches | 4        | 1     | [2, 1, 1, 2]', "[8, 8, 8, 8]"),
        ('| panther   | "Panther G"             | 8 inches  | 5        | 6     | [8, 3, 2, 6]', "[8, 8, 8, 8]"),
        ('| veteran   | "Tiger of the veterans" | 6 inches  | 6        | 6     | [7, 5, 4, 6]', "[8, 8, 8, 8]"),
    ]
    strong = [(row, row[: row.index("[")] + new) for row, new in armour]
    assert found(changed("simple_tabletop_tanks", *strong)) == {}
    row = '| churchill | "Churchill VII"         | 5 inches  | 4        | 3 '
    findings = found(changed("simple_tabletop_tanks", *strong, (row, row[:-2] + "0 ")))
    assert list(findings) == ["unit-harmless"]
    assert lines(findings, "unit-harmless")[0].startswith("| churchill ")


def test_a_requirement_that_takes_the_gun_of_a_role_away() -> None:
    old = 'require target.side is not by.side                              "a tank attacks enemies only"       @TC-096'
    findings = found(changed("tank_clash", (old, f'{old}\n    require by.role is not medium "mediums do not shoot"')))
    assert [line.split("|")[1].strip() for line in lines(findings, "unit-harmless")] == ["panzer_iv", "m4_sherman"]
    assert all('`attack` is refused: "mediums do not shoot"' in finding.notes for _, finding in findings["unit-harmless"])


def test_a_requirement_the_wrong_way_round() -> None:
    old = 'require target.side is not by.side                              "a tank attacks enemies only"       @TC-096'
    findings = found(changed("tank_clash", (old, old.replace("is not by.side", "is by.side"))))
    assert list(findings) == ["no-harm"] and len(findings["no-harm"]) == 3


def test_a_table_that_never_destroys() -> None:
    changes = ("succeeds: 12    => give yes", "succeeds: 12    => give no"), (">= protection(target)", ">= protection(target) + 40")
    assert set(found(changed("tank_on_tank", *changes))) == {"no-harm"}


def test_infantry_without_a_target() -> None:
    findings = found(changed("tank_commander", ("    t is Tank or (t is Carrier and", "    (t is Carrier and")))
    assert lines(findings, "unit-harmless")[0].startswith("| infantry ")
    assert '`assault` is refused: "infantry fires at tanks only"' in findings["unit-harmless"][0][1].notes


REQUIRED = '    require distance(by, target) <= 3 hexes             "{target} is too far away"\n'
REACH = "value reach(t: Tank): hexes = if t.gun > 6 { 3 hexes } else { 0 hexes }\n"
NEAR = 'guard near(by: Tank, target: Tank) { require distance(by, target) <= 3 hexes "far" }\n'


@pytest.mark.parametrize(
    ("requirements", "more", "expected"),
    [
        (("distance(by, target) <= 3 hexes and distance(by, target) > 4 hexes",), "", ["no-harm"]),
        (("distance(by, target) <= 3 hexes and distance(by, target) > 2 hexes",), "", []),
        (("distance(by, target) <= 3 hexes", "distance(target, by) > 4 hexes"), "", ["no-harm"]),
        (("distance(by, target) <= 3 hexes", "not (distance(by, target) <= 3 hexes)"), "", ["no-harm"]),
        (("distance(by, target) <= 3 hexes or by.gun > 5", "distance(by, target) > 4 hexes"), "", []),
        (("near(by, target)", "distance(by, target) is 4 hexes"), NEAR, ["no-harm"]),
        (("near(by, target)", "distance(by, target) is 3 hexes"), NEAR, []),
        # Two tanks never share a hex, since no move ends where one stands.
        (("distance(by, target) <= 0 hexes",), "", ["no-harm"]),
        (("distance(by, target) < 1 hex",), "", ["no-harm"]),
        (("distance(by, target) is 0 hexes",), "", ["no-harm"]),
        (("distance(by, target) <= 1 hex",), "", []),
        (("distance(by, target) >= 0 hexes",), "", []),
        (("distance(by, target) <= reach(by)",), REACH, ["unit-harmless"]),
        (("reach(by) >= distance(by, target)",), REACH.replace("0 hexes", "1 hex"), []),
        # A distance may be absent: then the comparison fails, and its contrary holds.
        (("not (distance(by, target) >= 0 hexes)",), "", []),
        (("not (distance(by, target) > 0 hexes)",), "", []),
    ],
)
def test_distances_decide(requirements: tuple[str, ...], more: str, expected: list[str]) -> None:
    lines = "".join(f'    require {each} "no"\n' if "distance" in each else f"    {each}\n" for each in requirements)
    text = game((REQUIRED, lines), more=more)
    assert [finding.name for finding in findings(text) if finding.name in NAMES] == expected


OCCUPIED = '    never when tank(b) is not none                      "{b} is occupied"\n'
TOO_NEAR = (REQUIRED, '    require distance(by, target) <= 0 hexes "{target} is too far away"\n')
LANDING = """
action land(t: Tank in all tanks, h: place) as s {
    require t.side is s and t.at is none and not t.removed "{t} is there"
    REQUIRE
    put t at h
}
"""
FREE = 'require tank(h) is none "{h} is occupied"'


@pytest.mark.parametrize(
    ("changes", "more", "expected"),
    [
        ((), "", ["no-harm"]),
        # Each of these lets two tanks come to one hex, or may do so.
        (((OCCUPIED, ""),), "", []),
        (((OCCUPIED, OCCUPIED.replace("is not none", "is not none and tank(b).side is t.side")),), "", []),
        ((), LANDING.replace("REQUIRE\n", "\n"), []),
        ((), "effect fall_back(t: Tank) { put t at (0, 0) }\n", []),
        (((("go by along route", "repeat at most 2 { go by along route }")),), "", []),
        (((("blue.hunter at (3, 2)", "blue.hunter at (4, 2)")),), "", []),
        # And these do not.
        ((), LANDING.replace("REQUIRE", FREE), ["no-harm"]),
        ((), 'guard free(h: place) { require tank(h) is none "taken" }\n' + LANDING.replace("REQUIRE", "free(h)"), ["no-harm"]),
        ((("tank(b) is not none ", "taken(b) "),), "value taken(h: place): bool = tank(h) is not none\n", ["no-harm"]),
    ],
)
def test_who_may_share_a_hex(changes: tuple[tuple[str, str], ...], more: str, expected: list[str]) -> None:
    text = game(TOO_NEAR, *changes, more=more)
    assert [finding.name for finding in findings(text) if finding.name in NAMES] == expected


def test_a_distance_that_is_too_short_is_told() -> None:
    assert the(game(TOO_NEAR), "no-harm").notes == (
        "nothing that can be played comes to `hit`, whatever is rolled",
        '`shoot` is refused: "{target} is too far away"',
    )


WOUND = "effect wound(t: Tank, n: 0..2) harms t { t.hull = max(t.hull - n, 0) }\n"
MARK = "effect mark(t: Tank, n: 0..2) harms t { if n is 1 { t.hull -= 1 } }\n"


@pytest.mark.parametrize(
    ("rows", "more", "line"),
    [
        (("hit(t)", "{ hit(t); hit(t) }", "nothing"), "", "c: 1..2"),
        (("{ hit(t); hit(t) }", "nothing", "hit(t)"), "", "c: 1..2"),
        (("hit(t)", "nothing", "hit(t)"), "", "c: 1..2"),
        (("wound(t, 1)", "wound(t, 2)", "wound(t, 0)"), WOUND, "c: 1..2"),
        # What is good for one is bad for the other: both ways are an order.
        (("{ hit(t); hit(t) }", "hit(t)", "nothing"), "", None),
        (("nothing", "hit(t)", "{ hit(t); hit(t) }"), "", None),
        (("hit(t)", "hit(t)", "nothing"), "", None),
        (("wound(t, 2)", "wound(t, 1)", "wound(t, 0)"), WOUND, None),
        # Harm to another, another harm, and what does more than harm cannot be compared.
        (("hit(t)", "nothing", "hit(by)"), "", None),
        (("hit(t)", "{ hit(t); hit(t) }", "remove t"), "", None),
        (("hit(t)", "{ hit(t); by.hull = 2 }", "nothing"), "", None),
        (("{ hit(t); hit(t) }", "hit(t)", "wound(t, 2)"), WOUND, None),
        # A number that says which, and not how much.
        (("mark(t, 1)", "mark(t, 2)", "mark(t, 0)"), MARK, None),
    ],
)
def test_the_harm_of_ordered_outcomes(rows: tuple[str, ...], more: str, line: str | None) -> None:
    first, second, third = rows
    table = f"    a: 5..6 => {first}\n    b: 3..4 => {second}\n    c: 1..2 => {third}\n"
    for order in ("best", "worst"):
        text = game(more=f"{more}table crit(by: Tank, t: Tank, roll: 1..6) by roll ordered {order} first {{\n{table}}}\n")
        if order == "worst":
            text = text.replace("roll ordered worst first", "roll ordered worst first by low roll")
        said = [finding for finding in findings(text) if finding.name == "better-roll-worse"]
        assert [text[finding.primary.span.start :].splitlines()[0][:7] for finding in said if finding.primary] == ([line] if line else [])


def test_without_an_order_outcomes_do_as_they_like() -> None:
    table = "table crit(t: Tank, roll: 1..3) by roll {\n    3 => hit(t)\n    2 => { hit(t); hit(t) }\n    1 => nothing\n}\n"
    assert [finding.name for finding in findings(game(more=table)) if finding.name == "better-roll-worse"] == []
