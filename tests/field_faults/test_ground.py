"""Maps: coordinates and labels, boards that are joined and turned, edges, sight and facings."""

from __future__ import annotations

import time
from itertools import product

import pytest

from tests.field_faults.trying import DUEL, GIVEN, assert_clean, assert_finding, assert_played, compiled, duel, shown

LAYOUT = 'layout plain "The field" {\n    board field at (0, 0)\n}\n'
SIGHT = "sight line {\n    blocked at h when not terrain(h).open\n    tie both\n}\nvalue seen(t: Tank, o: Tank): bool = sight(t, o)\n"


def grid(columns: int, rows: int) -> str:
    """A board of grass only."""
    text = "\n".join(" ".join("." * columns) for _ in range(rows))
    return f"board big axial {columns} x {rows} {{\n    legend . = grass\n    rows {{\n{text}\n    }}\n}}\n"


def test_f002_labels_that_cannot_name_every_hex() -> None:
    layout = 'layout big "Big" {\n    board big at (0, 0)\n    labels «ccrr»\n}\n'
    assert_finding(DUEL + grid(30, 150) + layout, "TK5009", "column 0, row 99", "`cccrrr`", alone=False)
    session = assert_clean(DUEL + grid(30, 150) + layout.replace("«ccrr»", "cccrrr"))
    ground = session.program.layouts["big"].ground
    labels = [hex.label for hex in ground.hexes]  # type: ignore[attr-defined]
    assert len(set(labels)) == len(labels) == 4500 and "003101" in labels


@pytest.mark.parametrize(
    ("labels", "first"), [("column_row", "1.1"), ("column_row_from_0", "0.0"), ("ccrr", "0101"), ("ccrr_from_0", "0000")]
)
def test_f098_the_origin_belongs_to_the_labels(labels: str, first: str) -> None:
    session = assert_clean(duel((LAYOUT, LAYOUT.replace("}\n", f"    labels {labels}\n}}\n"))))
    assert session.program.layouts["plain"].ground.hexes[0].label == first  # type: ignore[attr-defined]


def test_f036_a_piece_beyond_the_last_column() -> None:
    assert_finding(duel(("red.scout at (0, 0)", "red.scout at «(5, 0)»")), "TK5010", "`(5, 0)`", "q 0..4", "r 0..3")


def test_f037_places_of_boards_that_lie_otherwise() -> None:
    beside = duel((LAYOUT, LAYOUT.replace("    board field at (0, 0)\n", "    board field at (0, 0)\n    board field at (5, 0) turned\n")))
    stacked = beside.replace(GIVEN, "    given red.scout at (0, 0), red.giant at (1, 0), blue.scout at (3, 7), blue.giant at (4, 6)\n")
    session = compiled(stacked)
    assert [finding.code for finding in session.findings] == ["TK5010", "TK5010"]
    assert all("q 0..9" in shown(session, finding) and "r 0..3" in shown(session, finding) for finding in session.findings)


def test_f017_zones_lie_on_the_joined_map() -> None:
    four = "".join(
        f"    board field at ({5 * q}, {4 * r}) of {side}\n"
        for q, r, side in ((0, 0, "red"), (1, 0, "red"), (0, 1, "blue"), (1, 1, "blue"))
    )
    zone = (
        "    zone corner = [h in places where row(blue, h) < 3 and territory(h) is blue] + [(9, 7)]\n"
        "    blue rows from bottom\n    red rows from top\n"
    )
    use = "value v(t: Tank): bool = t.at in corner\n"
    session = assert_clean(duel(("    board field at (0, 0)\n", four + zone), more=use))
    assert len(session.program.layouts["plain"].zones["corner"]) == 20
    assert_finding(
        duel(("    board field at (0, 0)\n", four + zone.replace("(9, 7)", "«(10, 7)»")), more=use),
        "TK5010",
        "q 0..9",
        "r 0..7",
        alone=False,
    )


def test_f045_a_turn_that_would_change_neighbours_is_refused() -> None:
    odd = "board odd columns odd lower 3 x 3 {\n    legend . = grass\n    rows {\n        . . .\n        . . .\n        . . .\n    }\n}\n"
    layout = 'layout two "Two" {\n    board odd at (0, 0)\n    board odd at (3, 0) turned\n}\n'
    ground = assert_clean(DUEL + odd + layout).program.layouts["two"].ground
    neighbours = sorted(sum(one >= 0 for one in row) for row in ground.neighbours)  # type: ignore[attr-defined]
    assert sum(neighbours) == 2 * (6 * 2 + 5 * 5), "columns of three: two sides within a column, five between two"
    assert_finding(
        DUEL + odd + layout.replace("board odd at (3, 0) turned", "«board odd at (3, 0)»"), "TK5014", "`odd#2`", "column 3", alone=False
    )


def test_f063_labels_turn_with_their_board() -> None:
    turned = duel(
        ("    board field at (0, 0)\n", "    board field at (0, 0) turned\n"),
        ("red.scout at (0, 0)", "red.scout at field/A1"),
        ("blue.giant at (4, 3)", "blue.giant at (4, 2)"),
    )
    start = next(thing for thing in assert_clean(turned).program.scenarios["meeting"].instances if thing.id == "red.scout")
    ground = assert_clean(turned).program.layouts["plain"].ground
    assert ground.hexes[start.at].board_label == "A1" and start.at == len(ground.hexes) - 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("place", ["(0, 0)", "(4, 0)", "(0, 3)", "(4, 3)", "(2, 0)", "(2, 1)"])
def test_f096_rings_at_the_edges_hold_what_is_there(place: str) -> None:
    q, r = (int(number) for number in place.strip("()").split(","))
    there = sum(0 <= q + dq < 5 and 0 <= r + dr < 4 for dq, dr in ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)))
    assert_played(
        duel(
            more=(
                f'test "ring" {{\n    scenario meeting\n    start game\n'
                f"    expect count(ring({place}, 1)) is {there} and count(within({place}, 1)) is {there + 1}\n"
                "}\n"
            )
        )
    )


def edge(board: str, *edges: str) -> str:
    """A board with edges."""
    return (
        f"board {board} axial 3 x 3 {{\n    legend . = grass\n    rows {{\n        . . .\n        . . .\n        . . .\n    }}\n"
        + "".join(f"    edge hedge {e}\n" for e in edges)
        + "}\n"
    )


def test_f055_a_side_has_one_name_whatever_comes_first() -> None:
    text = DUEL + edge("one", "(0, 0) / (1, 0)", "«(1, 0) / (0, 0)»").replace("edge hedge «", "«edge hedge ")
    assert_finding(text, "TK5011", "has its `hedge` already", alone=False)
    assert_finding(
        DUEL + edge("one", "«(0, 0) / (2, 2)»").replace("edge hedge «", "«edge hedge "),
        "TK5011",
        "share no side",
        "(0, 0)",
        "(2, 2)",
        alone=False,
    )
    layout = 'layout hedges "Hedges" {\n    board one at (0, 0)\n}\nvalue v(a: place, b: place): bool = edge(a, b) is hedge\n'
    test = (
        'scenario s "S" of meeting { layout hedges }\ntest "both ways" {\n    scenario s\n'
        "    start game\n"
        "    expect v((0, 0), (1, 0)) and v((1, 0), (0, 0)) and not v((1, 0), (2, 0))\n}\n"
    )
    small = DUEL.replace(GIVEN, "    given red.scout at (0, 0), red.giant at (1, 0), blue.scout at (2, 1), blue.giant at (2, 2)\n")
    assert_played(small + edge("one", "(1, 0) / (0, 0)") + layout + test)


def test_f055_columns_after_z() -> None:
    session = assert_clean(DUEL + grid(54, 2) + 'layout big "Big" {\n    board big at (0, 0)\n    labels doubled\n}\n')
    labels = [hex.label for hex in session.program.layouts["big"].ground.hexes][:54]  # type: ignore[attr-defined]
    assert labels[25:28] == ["Z1", "AA1", "BB1"]


@pytest.mark.parametrize(("tie", "clear"), [("both", True), ("either", False)])
def test_f004_the_missing_hex_beside_the_edge_of_the_map(tie: str, clear: bool) -> None:
    """A line along the outer side of a wood at the edge: what lies outside does not block, unless the rules say so."""
    wood = (". T . . .\n        . . . T .\n", "T . . . .\n        . . . T .\n")
    for outside, expected in (("", clear), ("    off map blocks\n", False)):
        sight = (
            f"sight line {{\n    blocked at h when not terrain(h).open\n    tie {tie}\n"
            f"{outside}}}\nvalue seen(a: place, b: place): bool = sight(a, b)\n"
        )
        test = (
            f'test "edge" {{\n    scenario meeting\n    start game\n'
            f"    expect seen((0, 2), (1, 0)) is {'yes' if expected else 'no'} and seen((1, 0), (0, 2)) is {'yes' if expected else 'no'}\n"
            "}\n"
        )
        assert compiled(duel(wood, more=sight + test)).findings == ()


@pytest.mark.parametrize("tie", ["both", "either", "one_side_clear", "defender_choice"])
def test_f056_f168_f169_sight_is_the_same_in_both_directions(tie: str) -> None:
    rows = "".join("        " + " ".join("T" if (q * 5 + r * 3 + q * r) % 4 == 0 else "." for q in range(9)) + "\n" for r in range(9))
    board = (
        f"board wild axial 9 x 9 {{\n    legend . = grass, T = wood\n    rows {{\n"
        f'{rows}    }}\n}}\nlayout wild "Wild" {{\n    board wild at (0, 0)\n}}\n'
    )
    scenario = 'scenario far "Far" {\n    layout wild\n    roster usual\n}\n'
    both = "value same(): bool = not any a in places where any b in places where sight(a, b) is not sight(b, a)\n"
    test = 'test "same" {\n    scenario far\n    start game\n    expect same()\n}\n'
    assert_played(DUEL + board + scenario + SIGHT.replace("tie both", f"tie {tie}") + both + test)


def test_f056_a_tie_must_be_decided() -> None:
    session = compiled(DUEL + SIGHT.replace("    tie both\n", ""))
    assert any(finding.code == "TK4013" and "add `tie`" in shown(session, finding) for finding in session.findings)
    assert_finding(DUEL + SIGHT.replace("tie both", "tie «bothh»"), "TK2002", "did you mean `both`?")


def arcs(parts: str) -> str:
    """A turret with arcs."""
    return (
        "marker kind Turret { state facing: direction = n }\n"
        f"arcs quarter of Turret by facing {{\n{parts}}}\n"
        "value behind(m: Turret, t: Tank): bool = quarter(m, t.at) is rear\neffect turn_it(m: Turret) { m.facing = turn(m.facing, 1) }\n"
    )


PARTS = "    front: ahead, ahead_left, ahead_right\n    flank: back_left, back_right\n    rear:  back\n    border: first\n"


def test_f021_the_border_of_two_arcs_belongs_to_one() -> None:
    assert_clean(DUEL + arcs(PARTS))
    for parts, words in (
        (PARTS.replace("    border: first\n", ""), "border"),
        (PARTS.replace("back_left, back_right", "back_left"), "back_right"),
        (PARTS.replace("rear:  back\n", "rear:  back, back_left\n"), "back_left"),
    ):
        session = compiled(DUEL + arcs(parts))
        told = " ".join(shown(session, finding) for finding in session.findings if finding.level == "error")
        assert words in told


def test_f022_a_facing_is_a_direction_and_no_number() -> None:
    session = compiled(DUEL + arcs(PARTS) + "effect e(m: Turret) { m.facing = 7 }\n")
    (finding,) = session.findings
    assert finding.code == "TK3001" and "a direction" in finding.headline


def test_f038_a_direction_of_other_hexes() -> None:
    message = assert_finding(
        DUEL + arcs(PARTS) + "effect e(m: Turret) { m.facing = «e» }\n".replace("effect e", "effect point"), "TK2002", "`e`"
    )
    assert all(f"`{word}`" in message for word in ("n", "ne", "se", "s", "sw")), message
    pointy = DUEL.replace("space hex flat", "space hex pointy")
    assert_clean(pointy + arcs(PARTS).replace("direction = n", "direction = e") + "effect point(m: Turret) { m.facing = w }\n")


def test_f027_a_zone_on_a_large_map_is_quick() -> None:
    rows = "\n".join(" ".join("T" if (q * 7 + r * 11) % 97 == 0 else "." for q in range(100)) for r in range(100))
    board = f"board huge axial 100 x 100 {{\n    legend . = grass, T = wood\n    rows {{\n{rows}\n    }}\n}}\n"
    layout = (
        'layout huge "Huge" {\n    board huge at (0, 0)\n'
        "    zone near = [h in places where any f in within(h, 12) where terrain(f) is wood]\n"
        "}\n"
    )
    started = time.process_time()
    session = compiled(DUEL + board + layout + "value v(t: Tank): bool = t.at in near\n")
    assert [finding.headline for finding in session.findings] == []
    assert time.process_time() - started < 30


def test_f044_zones_of_one_depth_have_one_size() -> None:
    corner = (
        "    zone north_west = [h in places where row(red, h) <= 2 and distance(h, (0, 0)) <= 3 hexes]\n"
        "    zone south_east = [h in places where row(blue, h) <= 2 and distance(h, (4, 3)) <= 3 hexes]\n"
        ""
    )
    rows = "    red rows from top\n    blue rows from bottom\n"
    use = "value v(t: Tank): bool = t.at in north_west or t.at in south_east\n"
    zones = (
        assert_clean(duel(("    board field at (0, 0)\n", f"    board field at (0, 0)\n{rows}{corner}"), more=use))
        .program.layouts["plain"]
        .zones
    )
    assert len(zones["north_west"]) == len(zones["south_east"])


def test_f063_turned_boards_keep_the_map_whole() -> None:
    four = "    board field at (0, 0)\n    board field at (5, 0) turned\n"
    session = assert_clean(duel(("    board field at (0, 0)\n", four)))
    ground = session.program.layouts["plain"].ground
    labels = sorted(hex.board_label for hex in ground.hexes)  # type: ignore[attr-defined]
    assert labels == sorted(2 * [f"{column}{row}" for column, row in product("ABCDE", range(1, 5))])
