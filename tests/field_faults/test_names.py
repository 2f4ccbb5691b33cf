"""Names that are declared twice, or nowhere; references between files; what stands without a name."""

from __future__ import annotations

import pytest

from tests.field_faults.trying import DUEL, GIVEN, assert_clean, assert_finding, codes, compiled, duel, shown


def test_f009_a_piece_that_is_placed_twice() -> None:
    text = duel((GIVEN, "    given red.scout at (0, 0), blue.scout at (3, 3), «red.scout» at (2, 0)\n"))
    message = assert_finding(text, "TK5024", "`red.scout`")
    assert message.count("red.scout at (0, 0)") >= 1 and "^" in message and "-" in message


def test_f151_two_sorts_of_things_with_one_name() -> None:
    text = duel(
        ('| wood  | "wood"  |', '| scout | "wood"  |'),
        ("legend . = grass, T = wood", "legend . = grass, T = grass"),
        ('| scout | "Scout" | light', '| «scout» | "Scout" | light'),
    )
    assert_finding(text, "TK2001", "`scout`", alone=False)


def test_f151_a_zone_called_like_a_side() -> None:
    layout = 'layout wide "Wide" {\n    board field at (0, 0)\n    zone «red» = [(0, 0)]\n}\n'
    assert_finding(DUEL + layout, "TK2001", "`red`", alone=False)


def test_f161_one_name_in_two_files_of_a_pack() -> None:
    files = {"game.tank": DUEL, "a.tank": "enum Sky { clear, grey }\n", "b.tank": "enum «Sky» { day, night }\n"}
    message = assert_finding(files, "TK2001", "`Sky`", alone=False)
    assert "a.tank:1:6" in message


def test_f039_forces_of_a_side_that_is_not_there() -> None:
    assert_finding(duel(("    red  { scout, giant }", "    «rde» { scout, giant }")), "TK2002", "`rde`", alone=False)
    assert_finding(duel(more="effect e() { «kurita».points += 1 }"), "TK2002", "`kurita`")
    assert_finding(duel(more="effect e() { «bleu».points += 1 }"), "TK2002", "did you mean `blue`?")


def test_f042_a_zone_that_is_not_there_is_not_everywhere() -> None:
    layout = ("    board field at (0, 0)\n", "    board field at (0, 0)\n    zone north = [(0, 0), (1, 0)]\n")
    value = "value v(t: Tank): bool = t.at in «nort»"
    assert_finding(duel(layout, more=value), "TK2002", "did you mean `north`?")


def test_f093_a_side_that_is_renamed_in_one_place_only() -> None:
    text = duel(('sides red "Red"', 'sides green "Green"'), ("    board field at (0, 0)\n", "    board field at (0, 0) of red\n"))
    session = compiled(text)
    told = [shown(session, finding) for finding in session.findings if "`red" in finding.headline]
    lines = [number for number, line in enumerate(text.split("\n"), 1) if "of red" in line or "red  {" in line]
    assert all(any(f"game.tank:{line}:" in message for message in told) for line in lines), told


def test_f152_a_text_that_mentions_what_is_not_there() -> None:
    assert_finding(duel(('"{target} is no enemy"', '"«{traget}» is no enemy"')), "TK2002", "`traget`", "did you mean `target`?")


def test_f153_groups_of_groups_of_groups() -> None:
    zones = "    zone a = [(0, 0), (1, 0)]\n    zone b = a + [(2, 0)]\n    zone c = b + a - [(0, 0)]\n"
    use = "value v(t: Tank): bool = t.at in a or t.at in b or t.at in c"
    assert_clean(duel(("    board field at (0, 0)\n", f"    board field at (0, 0)\n{zones}"), more=use))


@pytest.mark.parametrize("zones", ["    zone a = a + [(0, 0)]\n", "    zone a = b + [(0, 0)]\n    zone b = a\n"])
def test_f153_a_group_that_contains_itself(zones: str) -> None:
    session = compiled(
        duel(("    board field at (0, 0)\n", f"    board field at (0, 0)\n{zones}"), more="value v(t: Tank): bool = t.at in a")
    )
    assert session.has_errors
    assert all(finding.code.startswith(("TK2", "TK6", "TK3")) for finding in session.findings), session.findings


def test_f153_kinds_that_are_below_each_other() -> None:
    session = compiled(DUEL + "unit kind A is B { }\nunit kind B is A { }\n")
    assert session.has_errors and {finding.code[:3] for finding in session.findings} <= {"TK2", "TK6", "TK4"}


def test_f146_a_module_of_rules_that_is_not_there() -> None:
    option = 'option mines "Mines" = off\nguard g(t: Tank) { require not option.mines "mines" }\n'
    with_mines = duel((GIVEN, "    options mines = on\n" + GIVEN))
    assert codes({"game.tank": with_mines, "mines.tank": option}) == []
    assert_finding({"game.tank": with_mines.replace("options mines", "options «mines»")}, "TK2002", "`mines`")


def test_f146_a_file_that_is_needed_and_is_not_there() -> None:
    assert_finding({"game.tank": 'use «"mines.tank"»\n' + DUEL}, "TK0001", "mines.tank")


def test_f081_a_terrain_that_was_renamed() -> None:
    assert_finding(duel(("T = wood", "T = «woods»")), "TK2002", "did you mean `wood`?", alone=False)


def test_f134_what_only_a_mission_reads_is_read() -> None:
    stat = ("    stat  role: Role\n", "    stat  role: Role\n    stat  famous = no\n")
    mission = (
        'mission m "M" { met for s when any t in s.tanks where t.famous }\n'
        "deck ms of Mission\n"
        "effect e(s: Side) { draw m from ms; if let x = m { if met(x, s) { s.points += 1 } } }\n"
        ""
    )
    assert_clean(duel(stat, more=mission))
    assert_clean(duel((stat[0], stat[1].replace("famous = no", "famous = no flavour"))))


def test_f137_a_condition_that_is_none() -> None:
    value = "value v(t: Tank): int sum {\n    +1 when «t.plates»\n}\nvalue w(t: Tank): int = t.nothing\n"
    message = assert_finding(DUEL + value, "TK3001", "yes or no", alone=False)
    assert message
    assert codes(DUEL + value.replace("«", "").replace("»", "")) == ["TK3001", "TK2004"]


def test_f137_a_condition_where_none_can_stand() -> None:
    text = DUEL + "effect e(t: Tank) { t.ready = yes «when» t.plates > 1 }\nvalue w(t: Tank): int = t.nothing\n"
    assert_finding(text, "TK1001", "`when`", alone=False)
    assert "TK2004" in codes(text.replace("«", "").replace("»", ""))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (('    sides red "Red", blue "Blue"\n', ""), "TK"),
        (('    | grass | "grass" | yes  |\n    | wood  | "wood"  | no   |\n', ""), "TK"),
        (('    | scout | "Scout" | light | 3 hexes |\n    | giant | "Giant" | heavy | 1 hex   |\n', ""), "TK"),
    ],
)  # fmt: skip
def test_f135_a_ruleset_without_sides_terrain_or_units(change: tuple[str, str], code: str) -> None:
    session = compiled(duel(change))
    assert session.has_errors
    assert all(finding.code.startswith(code) and finding.code != "TK9001" for finding in session.findings)


@pytest.mark.parametrize("sides", ["", 'red "Red"'])
def test_f095_fewer_than_two_sides(sides: str) -> None:
    session = compiled(duel(('    sides red "Red", blue "Blue"\n', f"    sides {sides}\n" if sides else "")))
    assert any(finding.code in ("TK5022", "TK1016") for finding in session.findings), [f.headline for f in session.findings]


def test_f071_a_stat_that_a_terrain_does_not_give() -> None:
    text = duel(('| wood  | "wood"  | no   |', '| wood  | "wood"  |      |'))
    session = compiled(text)
    (finding,) = [finding for finding in session.findings if finding.level == "error"]
    line = text.split("| wood  |")[0].count("\n") + 1
    message = shown(session, finding)
    assert finding.code == "TK4013" and "`open`" in message and f"game.tank:{line}:" in message


def test_f071_ground_that_nobody_may_enter_says_so() -> None:
    assert_clean(DUEL)  # `never when not terrain(b).open`: what is not entered is a rule, and no cost that is missing
    assert_finding(duel(("| id    | name    | open |", "| id    | name    |"), ('| grass | "grass" | yes  |', '| grass | "grass" |'),
              ('| wood  | "wood"  | no   |', '| «wood»  | "wood"  |')), "TK4013", "`open`", alone=False)  # fmt: skip
