"""Scenarios that should be equal for both sides and are not, and missions that a loss makes impossible."""

from __future__ import annotations

from tankdsl.rules import Game
from tankdsl.survey import Section, survey
from tests.field_faults.trying import DUEL, assert_clean, assert_finding, compiled, duel

ALONE = "    alone:  win s when not any t in all tanks where t.side is not s and not t.removed\n"
EQUAL = "    given red.scout at (0, 0), red.giant at (1, 0), blue.scout at (4, 3), blue.giant at (3, 3)\n"
PLACED = (DUEL[DUEL.index("    given red.scout") :].split("\n}")[0] + "\n", EQUAL)
ROWS = "    red rows from top\n    blue rows from bottom\n"
CORNERS = "value v(t: Tank): bool = t.at in red_corner or t.at in blue_corner\n"


def claiming(claim: str, *changes: tuple[str, str], more: str = "") -> str:
    """The small game, set up equally, with a scenario that makes a claim."""
    return duel(PLACED, ("    layout plain\n    roster", f"    layout plain\n    claims {claim}\n    roster"), *changes, more=more)


def corners(strict: bool) -> tuple[str, str]:
    """Two zones in opposite corners of one depth; with a strict comparison that of blue is a column narrower."""
    less = "<" if strict else "<="
    zones = (
        "    zone red_corner = [h in places where row(red, h) <= 2 and distance(h, (0, 0)) <= 3 hexes]\n"
        f"    zone blue_corner = [h in places where row(blue, h) <= 2 and distance(h, (4, 3)) {less} 3 hexes]\n"
    )
    return ("    board field at (0, 0)\n", f"    board field at (0, 0)\n{ROWS}{zones}")


def sections(text: str) -> dict[str, Section]:
    """What is told of the only scenario, by chapter."""
    (found,) = survey(Game(compiled(text).program))
    return dict(found.sections)


def test_f044_a_corner_zone_that_is_one_column_narrower() -> None:
    assert_clean(claiming("symmetric, fair", corners(strict=False), more=CORNERS))
    narrower = claiming("«symmetric»", corners(strict=True), more=CORNERS)
    assert_finding(narrower, "TK6050", "`red_corner`", "`blue_corner`", "but for", alone=False)


def test_f044_sizes_of_zones_are_told_for_each_side() -> None:
    told = sections(claiming("symmetric", corners(strict=True), more=CORNERS))["fairness"]
    (row,) = (row for row in told.rows if "corner" in row[0])
    assert row[1] != row[2] and row[3] == "unequal"
    structure = sections(claiming("symmetric", corners(strict=True), more=CORNERS))["structure"]
    assert f"zones and how many hexes they have: `red_corner` {row[1]}; `blue_corner` {row[2]}" in structure.lines


def test_f096_what_of_a_ring_is_off_the_map_is_told() -> None:
    zones = "    zone red_camp = ring((0, 0), 1)\n    zone blue_camp = within((2, 2), 1)\n"
    use = "value v(t: Tank): bool = t.at in red_camp or t.at in blue_camp\n"
    text = claiming("symmetric", ("    board field at (0, 0)\n", f"    board field at (0, 0)\n{zones}"), more=use)
    told = "zones and how many hexes they have: `red_camp` 2 of 6, the others are off the map; `blue_camp` 7"
    assert told in sections(text)["structure"].lines


def test_f112_a_camp_moved_by_one_hex() -> None:
    kind = 'checkpoint kind Camp { stat size: 1..3 }\ncheckpoints Camp { | id | name | size |\n| camp | "camp" | 1 |\n}\n'
    held = (ALONE, f"{ALONE}    held:   win s when any c in all camps where c.size > 1 and c.side is s\n")
    forces = (
        "    red  { scout, giant }\n    blue { scout, giant }\n",
        "    red  { scout, giant, camp }\n    blue { scout, giant, camp }\n",
    )

    def camps(claim: str, at: str) -> str:
        more = (", blue.giant at (3, 3)", f", blue.giant at (3, 3), red.camp at (0, 1), blue.camp at {at}")
        return claiming(claim, more, held, forces, more=kind)

    assert [finding.code for finding in compiled(camps("symmetric", "(4, 2)")).findings if finding.code == "TK6050"] == []
    message = assert_finding(camps("«symmetric»", "(3, 3)"), "TK6050", "a turn by 180 degrees comes nearest, with 2 differences")
    assert "`red.camp` on (0, 1) has no counterpart on (4, 2)" in message
    assert "`blue.camp` on (3, 3) has no counterpart on (1, 0)" in message
    costs = [row for row in sections(camps("symmetric", "(3, 3)"))["fairness"].rows if row[0].startswith("cost of the way to")]
    assert [row[0] for row in costs] == ["cost of the way to red.camp", "cost of the way to blue.camp", "cost of the way to the enemy"]


def test_f114_zones_of_twelve_and_twenty_hexes() -> None:
    boards = DUEL[DUEL.index("board field") : DUEL.index("layout plain")]
    large = 'board wide "Wide" axial 5 x 8 {\n    legend . = grass\n    rows {\n' + "        . . . . .\n" * 8 + "    }\n}\n"

    def zones(claim: str, blue: int) -> str:
        layout = (
            "    board wide at (0, 0)\n" + ROWS + "    zone red_camp = [h in places where row(red, h) <= 2]\n"
            f"    zone blue_camp = [h in places where row(blue, h) <= {blue}]\n"
        )
        use = "value v(t: Tank): bool = t.at in red_camp or t.at in blue_camp\n"
        at = (EQUAL, EQUAL.replace("(4, 3)", "(4, 7)").replace("(3, 3)", "(3, 7)"))
        return claiming(claim, (boards, large), ("    board field at (0, 0)\n", layout), at, more=use)

    assert_clean(zones("fair", 2))
    assert_finding(zones("«fair»", 4), "TK6051", "hexes of red_camp and blue_camp: `red` 10, `blue` 20", alone=False)


def test_f087_the_advice_that_nobody_misses_a_needed_piece() -> None:
    row = (
        '    | giant | "Giant" | heavy | 1 hex   |\n',
        '    | giant | "Giant" | heavy | 1 hex   |\n    | boss  | "Boss" | heavy | 2 hexes |\n',
    )
    there = (PLACED[1], EQUAL.rstrip("\n") + ", blue.boss at (2, 3)\n")
    forces = ("    blue { scout, giant }\n", "    blue { scout, giant, boss }\n")
    needs = (ALONE, "    alone:  win s when s is red and any t in tanks where t is boss and t.at is (0, 3)\n")
    changes = (row, there, forces)
    told = sections(duel(PLACED, *changes, needs))["missions"]
    assert told.lines == ("the ending `last.alone` needs `blue.boss`: it can be lost, and nothing asks whether it is gone",)
    handled = needs[1] + "    lost:   win s when s is blue and any t in all tanks where t is boss and t.removed\n"
    assert "missions" not in sections(duel(PLACED, *changes, (ALONE, handled)))
