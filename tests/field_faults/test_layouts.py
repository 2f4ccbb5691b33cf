"""Layouts: mirrors, parts of boards, overlays, sides of hexes."""

from __future__ import annotations

from itertools import product

import pytest

from tankdsl.ground.maps import GroundMap
from tests.field_faults.trying import DUEL, GIVEN, assert_clean, assert_finding, assert_played, duel


def board(id: str, *rows: str, more: str = "") -> str:
    """A board of staggered columns."""
    size = f"{len(rows[0].split())} x {len(rows)}"
    lines = "\n".join(f"        {row}" for row in rows)
    return f"board {id} columns odd lower {size} {{\n    legend . = grass, T = wood\n    rows {{\n{lines}\n    }}\n{more}}}\n"


def ground_of(text: str, layout: str) -> GroundMap:
    """The map of a layout of a text without faults."""
    ground = assert_clean(text).program.layouts[layout].ground
    assert isinstance(ground, GroundMap)
    return ground


HILLS = board("hills", ". . T . .", ". T . T .", ". . T . T", "T . . . .")


@pytest.mark.parametrize(("lie", "width"), product(("turned", "mirrored left right", "mirrored top bottom"), (4, 5)))
def test_f045_a_mirror_keeps_every_neighbour_or_is_refused(lie: str, width: int) -> None:
    """Alone every board may lie as it likes; beside another one the stagger must be kept."""
    plain = board("plain", *[" ".join("." * width)] * 3)
    alone = ground_of(f'{DUEL}{plain}layout one "One" {{ board plain at (0, 0) {lie} }}\n', "one")
    straight = ground_of(f'{DUEL}{plain}layout one "One" {{ board plain at (0, 0) }}\n', "one")

    def pairs(ground: GroundMap) -> set[frozenset[str]]:
        label = [hex_.board_label for hex_ in ground.hexes]
        return {frozenset((label[a], label[b])) for a, row in enumerate(ground.neighbours) for b in row if b >= 0}

    assert pairs(alone) == pairs(straight)
    wide = board("wide", *[". . . ."] * 3)
    beside = f'{DUEL}{plain}{wide}layout two "Two" {{\n    board wide at (0, 0)\n    «board plain at (4, 0) {lie}»\n}}\n'
    kept = {"turned": width % 2 == 0, "mirrored left right": width % 2 == 1, "mirrored top bottom": False}[lie]
    if kept:
        assert_clean(beside.replace("«", "").replace("»", ""))
    else:
        assert_finding(beside, "TK5014", "`plain` cannot lie at column 4, row 0", lie, alone=False)


@pytest.mark.parametrize("lie", ["", " turned", " mirrored left right", " mirrored top bottom"])
def test_f063_labels_are_mirrored_with_their_board(lie: str) -> None:
    ground = ground_of(f'{DUEL}{HILLS}layout one "One" {{ board hills at (0, 0){lie}; labels letters }}\n', "one")
    woods = {hex_.board_label for hex_ in ground.hexes if hex_.terrain == "wood"}
    assert woods == {"C1", "B2", "D2", "C3", "E3", "A4"}, "A1 is still what the designer printed as A1"


def test_f048_a_part_of_a_board_has_its_own_ground() -> None:
    """Every hex before and after, found by its printed label; and a line of sight beside the seam."""
    joined = (
        'layout joined "Joined" {\n    west: board hills from A1 to D4 at (0, 0) of red\n'
        "    east: board hills from A1 to D4 at (4, 0) turned of blue\n    labels letters\n}\n"
    )
    whole = ground_of(f'{DUEL}{HILLS}layout one "One" {{ board hills at (0, 0) }}\n', "one")
    ground = ground_of(DUEL + HILLS + joined, "joined")
    printed = {hex_.board_label: hex_.terrain for hex_ in whole.hexes}
    for name in ("west", "east"):
        found = {hex_.board_label: hex_.terrain for hex_ in ground.hexes if hex_.board == name}
        assert found == {label: terrain for label, terrain in printed.items() if label[0] != "E"}
    sight = "sight line {\n    blocked at h when not terrain(h).open\n    tie both\n}\nvalue seen(t: Tank, o: Tank): bool = sight(t, o)\n"
    scenario = (
        'scenario seam "At the seam" {\n    layout joined\n    given red.scout at west/D1, red.giant at west/A1, '
        "blue.scout at east/D1, blue.giant at east/A1\n}\n"
    )
    test = (
        'test "sight beside the seam" {\n    scenario seam\n    start game\n'
        "    expect not sight(west/D1, west/D3) and not sight(east/D1, east/D3) and sight(west/A1, west/A3)\n}\n"
    )
    assert_played(DUEL + HILLS + joined + sight + scenario + test)


PATCH = board("crater", "T T T", more="    place bottom = B1\n")


@pytest.mark.parametrize(("column", "row"), product((0, 2), (0, 1, 2, 3)))
def test_f060_f094_an_overlay_keeps_its_shape_and_its_markers(column: int, row: int) -> None:
    field = board("field_of_grass", *[". . . . ."] * 4)
    lines = f"    board field_of_grass at (0, 0)\n    overlay crater at ({column}, {row})\n    labels letters\n"
    layout = f'layout shelled "Shelled" {{\n{lines}}}\n'
    session = assert_clean(DUEL + field + PATCH + layout)
    made = session.program.layouts["shelled"]
    ground = made.ground
    assert isinstance(ground, GroundMap)
    label = "ABCDE"[column + 1] + str(row + 1)
    assert ground.hexes[made.names["bottom"]].label == label, "the marker lies where its hex lies"
    assert [hex_.label for hex_ in ground.hexes if hex_.terrain == "wood"] == [f"{'ABCDE'[column + n]}{row + 1}" for n in range(3)]
    first, middle, last = (next(h for h in ground.hexes if h.board_label == f"{c}1" and h.board == "crater") for c in "ABC")
    assert ground.distance(first.index, middle.index) == ground.distance(middle.index, last.index) == 1


@pytest.mark.parametrize("column", [1])
def test_f060_an_overlay_on_the_other_columns_is_refused(column: int) -> None:
    field = board("field_of_grass", *[". . . . ."] * 4)
    layout = f'layout shelled "Shelled" {{\n    board field_of_grass at (0, 0)\n    «overlay crater at ({column}, 1)»\n}}\n'
    assert_finding(DUEL + field + PATCH + layout, "TK5014", "lay it at an even column", "draw it with its other columns lower", alone=False)


def test_f094_markers_below_an_overlay_are_not_lost_silently() -> None:
    field = board("marked", *[". . . . ."] * 4, more="    place start = C2\n")
    layout = 'layout shelled "Shelled" {\n    board marked at (0, 0)\n    «overlay crater at (2, 1)»\n}\n'
    assert_finding(DUEL + field + PATCH + layout, "TK5060", "hides `start` of `marked`", "keeping places", alone=False)
    assert_clean(DUEL + field + PATCH + layout.replace("(2, 1)»", "(2, 1) keeping places").replace("«", ""))


def test_f055_double_letters_on_either_end_of_a_side() -> None:
    wide = board("wide", *[" ".join("." * 40)] * 12)
    layout = (
        'layout broad "Broad" {\n    board wide at (0, 0)\n    labels doubled\n    edge hedge MM10 / LL10\n}\n'
        "value has_hedge(a: place, b: place): bool = edge(a, b) is hedge\n"
        'scenario far "Far" {\n    layout broad\n    given red.scout at A1, red.giant at B1, blue.scout at MM10, blue.giant at LL10\n}\n'
        'test "from both sides" {\n    scenario far\n    start game\n'
        "    expect has_hedge(LL10, MM10) and has_hedge(MM10, LL10) and not has_hedge(LL10, LL9)\n}\n"
    )
    assert_played(DUEL + wide + layout)
    apart = layout.replace("edge hedge MM10 / LL10", "«edge hedge MM10 / KK10»")
    assert_finding(DUEL + wide + apart, "TK5011", "2 steps", alone=False)


def test_f026_columns_are_counted_from_the_left_hand_of_a_side_whatever_lies_turned() -> None:
    """One place says what left is: a side looks over the map from its own edge. A turned board changes nothing of the map."""
    assert GIVEN in DUEL
    for lie in ("", " turned"):
        zone = (
            f"    board field at (0, 0){lie}\n    red rows from bottom\n    blue rows from top\n"
            "    zone right_of_red = [h in places where column(red, h) is 5]\n"
            "    zone right_of_blue = [h in places where column(blue, h) is 5]\n"
        )
        use = "value v(t: Tank): bool = t.at in right_of_red + right_of_blue\n"
        made = assert_clean(duel(("    board field at (0, 0)\n", zone), more=use)).program.layouts["plain"]
        ground = made.ground
        assert isinstance(ground, GroundMap)
        assert {ground.hexes[index].column for index in made.zones["right_of_red"]} == {4}
        assert {ground.hexes[index].column for index in made.zones["right_of_blue"]} == {0}
