"""Layouts whose boards are mirrored, cut, named, or covered by overlays; labels counted from a side; zones by an algebra."""

import pytest

from tankdsl.ground.labels import LabelStyle
from tankdsl.ground.maps import GroundMap
from tests.unit.check.small import RULES, at, checked, only, program

SEEN = "value seen(a: place, b: place): int = count(edges(a, b)) + count(edges_from(a, b))\n"


def board(id: str, *rows: str, grid: str = "columns odd lower", more: str = "") -> str:
    lines = "\n".join(f"        {row}" for row in rows)
    size = f"{len(rows[0].split())} x {len(rows)}"
    return f"board {id} {grid} {size} {{\n    legend . = grass, w = wood, # = rock\n{more}    rows {{\n{lines}\n    }}\n}}\n"


FIELD = board(
    "field", ". w . . .", ". . . . .", "# . . w .", ". . . . .",
    more="    edge hedge B2 / B3, C2 / C3\n    edge road D3 / E3\n    place ford = B2\n",
)  # fmt: skip
EVEN = board("even", ". w . .", ". . . .", "# . . w")
PATCH = board("patch", "w w", "- w", more="    edge hedge A1 / B1\n")


def layout(*lines: str, boards: str = FIELD + EVEN + PATCH) -> str:
    body = "\n".join(f"    {line}" for line in lines)
    return f"{RULES}{SEEN}{boards}\nlayout map {{\n{body}\n}}\n"


def ground_of(text: str) -> GroundMap:
    ground = program(text).layouts["map"].ground
    assert isinstance(ground, GroundMap)
    return ground


def zone_of(*lines: str) -> list[str]:
    """The labels of the zone `z` on a map of one board, in the order of the map."""
    made = program(layout("board field at (0, 0)", "labels letters", "red rows from bottom", "blue rows from top", *lines)).layouts["map"]
    assert isinstance(made.ground, GroundMap)
    return [made.ground.hexes[index].label for index in made.zones["z"]]


# ---- mirrors


def test_a_mirror_exchanges_left_and_right() -> None:
    ground = ground_of(layout("board field at (0, 0) mirrored left right", "labels letters"))
    assert [ground.hexes[ground.by_label[label]].board_label for label in ("A1", "E1", "A4", "B3")] == ["E1", "A1", "E4", "D3"]
    assert ground.hexes[ground.by_label["D1"]].terrain == "wood"
    assert [ground.hexes[index].board_label for index in ground.named["ford"]] == ["B2"]


def test_a_mirror_exchanges_top_and_bottom_and_the_columns_that_are_lower() -> None:
    ground = ground_of(layout("board field at (0, 0) mirrored top bottom", "labels letters"))
    assert [ground.hexes[ground.by_label[label]].board_label for label in ("A1", "E4")] == ["A4", "E1"]
    assert ground.grid.pushed == 1 and ground_of(layout("board field at (0, 0)")).grid.pushed == 0


@pytest.mark.parametrize(
    ("second", "fits"),
    [
        ("board even at (4, 0)", True),
        ("board even at (4, 0) turned", True),
        ("board even at (4, 0) mirrored left right", False),
        ("board even at (4, 0) mirrored top bottom", False),
        ("board field at (4, 0)", True),
        ("board field at (4, 0) turned", False),
        ("board field at (4, 0) mirrored left right", True),
        ("board field at (4, 0) mirrored top bottom", False),
    ],
)
def test_what_fits_beside_a_board_of_four_columns(second: str, fits: bool) -> None:
    """As the stagger has it: a turn keeps an even number of columns, a mirror left and right an odd one, top and bottom none."""
    names = [finding.name for finding in checked(layout("board even at (0, 0)", second)) if finding.level == "error"]
    assert names == ([] if fits else ["board-misfit"])


def test_the_message_says_what_would_fit() -> None:
    finding = only(layout("board even at (0, 0)", "board even at (4, 0) mirrored left right"), "board-misfit")
    assert "when it is mirrored left right: that mirror of a board with 4 columns exchanges the columns" in finding.headline
    assert finding.help == ("lay it as it is printed, or lay it `turned`, or lay it at an odd column where there is room",)
    finding = only(layout("board even at (0, 0)", "board even at (4, 0) mirrored top bottom"), "board-misfit")
    assert "that mirror of any board exchanges" in finding.headline
    finding = only(layout("board even at (0, 0)", "board field at (4, 0) turned"), "board-misfit")
    assert finding.help == ("lay it as it is printed, or give it an even number of columns",)


def test_axial_boards_and_other_mirrors() -> None:
    axial = board("slanted", ". .", ". .", grid="axial")
    finding = only(layout("board slanted at (0, 0) mirrored left right", boards=axial), "board-misfit")
    assert "cannot be mirrored left right: it would lean the other way" in finding.headline
    (finding,) = [f for f in checked(layout("board field at (0, 0) mirrored right left")) if f.level == "error"]
    assert finding.headline == "expected `left` or `top`, found `right`"


def test_rows_are_counted_on_the_mirrored_map() -> None:
    ground = ground_of(layout("board field at (0, 0) mirrored left right", "red rows from left", "labels letters"))
    assert ground.row("red", ground.by_board_label["field/E1"]) == 1 and ground.row("red", ground.by_board_label["field/A1"]) == 5


# ---- parts of boards


def test_a_part_of_a_board_keeps_its_labels_and_its_ground() -> None:
    ground = ground_of(layout("board even at (0, 0)", "east: board field from B1 to D3 at (4, 0) mirrored top bottom", "labels letters"))
    assert len(ground) == 12 + 9
    assert {hex_.board_label for hex_ in ground.hexes if hex_.board == "east"} == {c + r for c in "BCD" for r in "123"}
    assert ground.hexes[ground.by_board_label["east/D3"]].terrain == "wood" and ground.hexes[ground.by_board_label["east/D3"]].row == 0
    assert [len(features) for features in ground.edges.values()] == [1, 1], "of three sides those of which both hexes are left"


def test_parts_that_are_none() -> None:
    finding = only(layout("board field from A1 to G9 at (0, 0)"), "off-map")
    assert (finding.headline, finding.notes) == ("`G9` is not on the board `field`", ("its labels run from A1 to E4",))
    hollow = board("hollow", ". - .", ". - .")
    assert "has no hex" in only(layout("board hollow from B1 to B2 at (0, 0)", boards=hollow), "board-empty").headline


def test_a_named_place_of_a_board_that_is_cut_may_be_missing() -> None:
    use = "value near_ford(h: place): bool = ford is not none and distance(h, ford) < 3 hexes\n"
    assert program(layout("board field from C1 to E4 at (0, 0)") + use).layouts["map"].names == {}
    assert list(program(layout("board field from A1 to C4 at (0, 0)") + use).layouts["map"].names) == ["ford"]


# ---- names of boards


def test_named_boards() -> None:
    ground = ground_of(layout("west: board even at (0, 0)", "east: board even at (4, 0) turned", "place well = east/A1", "labels letters"))
    assert ground.hexes[ground.by_board_label["east/A1"]].label == "H3" and ground.by_board_label["west/A1"] == 0
    finding = only(layout("west: board even at (0, 0)", "west: board even at (4, 0)"), "duplicate-name")
    assert finding.headline == "two placements are called `west`"


# ---- overlays


def test_an_overlay_takes_the_place_of_what_is_below() -> None:
    text = layout("board field at (0, 0) of red", "overlay patch at (2, 1) of blue", "labels letters")
    ground = ground_of(text)
    known = {hex_.label: hex_ for hex_ in ground.hexes}
    assert [(known[label].terrain, known[label].territory, known[label].board) for label in ("C2", "D2", "C3", "D3")] == [
        ("wood", "blue", "patch"), ("wood", "blue", "patch"), ("grass", "red", "field"), ("wood", "blue", "patch"),
    ]  # fmt: skip
    assert ground.by_board_label["patch/B2"] == known["D3"].index
    assert "field/C2" not in ground.by_board_label and "field/C3" in ground.by_board_label, "`-` leaves what is below"
    label = [hex_.label for hex_ in ground.hexes]
    assert {(label[a], label[b]) for a, b in ground.edges} == {("C2", "D2"), ("B2", "B3"), ("C2", "C3"), ("D3", "E3")}


def test_what_an_overlay_keeps() -> None:
    base = board("base", ". . .", ". . .", more="    edge hedge A1 / B1, B2 / C2\n    place well = A1\n")
    small = board("small", "w w", "w w")

    def made(more: str) -> str:
        return layout("board base at (0, 0)", f"overlay small at (0, 0){more}", "labels letters", boards=base + small)

    finding = only(made(""), "overlay-wrong")
    assert finding.headline == "the overlay `small` hides `well` of `base`, at column 0, row 0"
    assert finding.help[0].startswith("write `keeping places`")
    ground = ground_of(made(" keeping places"))
    assert (len(ground.edges), "base/A1" in ground.by_board_label, ground.named["well"]) == (1, False, (0,))
    ground = ground_of(made(" keeping places, labels, edges"))
    assert (len(ground.edges), ground.by_board_label["base/A1"], ground.by_board_label["small/A1"]) == (2, 0, 0)
    assert only(made(" keeping lables"), "unknown-name").help[0] == "did you mean `labels`?"


def test_an_overlay_that_hangs_over() -> None:
    text = layout("board field at (0, 0)", "overlay patch at (4, 3)")
    finding = only(text, "overlay-wrong")
    assert at(text, finding) == "overlay patch at (4, 3)"
    assert finding.headline == "the overlay `patch` has 2 hexes where the map has none, first at column 5, row 3"


@pytest.mark.parametrize("column", [0, 1, 2, 3])
def test_an_overlay_keeps_its_shape_or_is_refused(column: int) -> None:
    text = layout("board field at (0, 0)", f"overlay patch at ({column}, 2) keeping places", "labels letters")
    if column % 2 == 1:
        assert only(text, "board-misfit").help == ("lay it at an even column, or draw it with its other columns lower",)
        return
    ground = ground_of(text)
    at = {hex_.board_label: hex_.axial for hex_ in ground.hexes if hex_.board == "patch"}
    q, r = at["A1"]
    assert {label: (x - q, y - r) for label, (x, y) in at.items()} == {"A1": (0, 0), "B1": (1, -1), "B2": (1, 0)}


def test_overlays_lie_on_each_other_in_written_order() -> None:
    lines = ("board even at (0, 0)", "overlay patch at (0, 0)", "bare: overlay even from B2 to B2 at (1, 0)", "labels letters")
    ground = ground_of(layout(*lines))
    assert [(hex_.label, hex_.board) for hex_ in ground.hexes if hex_.row == 0] == [
        ("A1", "patch"), ("B1", "bare"), ("C1", "even"), ("D1", "even"),
    ]  # fmt: skip
    assert only(layout("overlay patch at (0, 0)"), "board-empty")
    names = [finding.name for finding in checked(layout("board even at (0, 0)", "board patch at (0, 0)"))]
    assert "boards-overlap" in names, "without the word `overlay` boards may not overlap"
    (finding,) = [f for f in checked(layout("board even at (0, 0) keeping places")) if f.level == "error"]
    assert finding.help == ("write `overlay` for `board`",)


# ---- labels

WIDE = board("wide", *[" ".join("." * 54)] * 12)
FIGURES = [
    ("letters", "A1", "Z1", "AA1", "AB1", "BB12"),
    ("doubled", "A1", "Z1", "AA1", "BB1", "BBB12"),
    ("letters_from_0", "A0", "Z0", "AA0", "AB0", "BB11"),
    ("ccrr", "0101", "2601", "2701", "2801", "5412"),
    ("ccrr_from_0", "0000", "2500", "2600", "2700", "5311"),
    ("cccrrr", "001001", "026001", "027001", "028001", "054012"),
    ("column_row", "1.1", "26.1", "27.1", "28.1", "54.12"),
    ("column_row_from_0", "0.0", "25.0", "26.0", "27.0", "53.11"),
]  # fmt: skip


@pytest.mark.parametrize(("scheme", "first", "last_letter", "next", "then", "last"), FIGURES)
def test_labels_of_a_wide_map(scheme: str, first: str, last_letter: str, next: str, then: str, last: str) -> None:
    ground = ground_of(layout("board wide at (0, 0)", f"labels {scheme}", boards=WIDE))
    found = [hex_.label for hex_ in ground.hexes]
    assert [found[0], *found[25:28], found[-1]] == [first, last_letter, next, then, last]
    assert all(ground.find(label) == index for index, label in enumerate(found)), "a label leads to its hex and back"


@pytest.mark.parametrize(
    ("rows", "scheme", "corners"),
    [
        ("bottom", "letters", ["A4", "E4", "A1", "E1"]),
        ("top", "letters", ["E1", "A1", "E4", "A4"]),
        ("left", "letters", ["A1", "A5", "D1", "D5"]),
        ("right", "letters", ["D5", "D1", "A5", "A1"]),
        ("bottom", "ccrr", ["0104", "0504", "0101", "0501"]),
        ("bottom", "column_row_from_0", ["0.3", "4.3", "0.0", "4.0"]),
    ],
)
def test_labels_counted_from_a_side(rows: str, scheme: str, corners: list[str]) -> None:
    """The corners at the top left, top right, bottom left and bottom right."""
    ground = ground_of(layout("board field at (0, 0)", f"red rows from {rows}", f"labels {scheme} from red"))
    by_cell = {hex_.cell: hex_ for hex_ in ground.hexes}
    found = [by_cell[cell] for cell in ((0, 0), (4, 0), (0, 3), (4, 3))]
    assert [hex_.label for hex_ in found] == corners
    for hex_ in found:
        row, column = ground.row("red", hex_.index), ground.columns["red"][hex_.index]
        assert ground.labels.label((column - 1, row - 1), hex_.axial) == hex_.label


def test_labels_from_a_side_without_an_edge() -> None:
    assert only(layout("board field at (0, 0)", "labels letters from red"), "layout-wrong").help == (
        "add `red rows from bottom`, or another edge",
    )
    assert only(layout("board field at (0, 0)", "red rows from top", "labels axial from red"), "layout-wrong").help
    assert only(layout("board field at (0, 0)", "labels letters from rde"), "unknown-name").help == ("did you mean `red`?",)


def test_boards_with_labels_of_their_own() -> None:
    printed = board("printed", ". .", ". .", more="    labels ccrr\n    edge road hex 0101 / hex 0202\n    place well = hex 0201\n")
    made = program(layout("east: board printed at (0, 0) turned", "zone z = [hex east/0101]", boards=printed)).layouts["map"]
    assert isinstance(made.ground, GroundMap) and made.ground.labels.style is LabelStyle.AXIAL
    assert [hex_.board_label for hex_ in made.ground.hexes] == ["0202", "0102", "0201", "0101"]
    assert made.zones["z"] == (3,) and made.names["well"] == 2
    wrong = printed.replace("labels ccrr", "labels ccrr from red")
    assert only(layout("board printed at (0, 0)", boards=wrong), "layout-wrong").help == ("write it in a layout, or leave out `from`",)


# ---- zones


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("[B2, A1]", "A1 B2"),
        ("[A1, B2] + [A1, C1]", "A1 C1 B2"),
        ("[A1, B2, C1] - [C1]", "A1 B2"),
        ("common([A1, B2, C1], [C1, D1, A1])", "A1 C1"),
        ("common([A1, B2, C1], [C1, A1], [A1, E1])", "A1"),
        ("within(A1, 1)", "A1 B1 A2 B2"),
        ("ring(A1, 1)", "B1 A2 B2"),
        ("within([A1, E4], 1)", "A1 B1 A2 B2 E3 D4 E4"),
        ("within([A1, E4], 1) - [A1, E4]", "B1 A2 B2 E3 D4"),
        ("within([A1, E4], 0)", "A1 E4"),
        ("[h in places where row(red, h) is 1]", "A4 B4 C4 D4 E4"),
        ("[h in places where column(red, h) is 1]", "A1 A2 A3 A4"),
        ("[h in places where column(blue, h) <= 1]", "E1 E2 E3 E4"),
        ("[h in places where ground(h) is wood]", "B1 D3"),
        ("common(board(field), [h in places where ground(h) is rock])", "A3"),
        ("board(field) - [h in places where row(red, h) > 1]", "A4 B4 C4 D4 E4"),
        ("within([h in places where ground(h) is wood], 1) - within(C2, 1)", "A1 B1 E2 E3 D4"),
        ("[h in [A1, A2, B1] where h not in [A2]]", "A1 B1"),
    ],
)
def test_zones_by_an_algebra(value: str, expected: str) -> None:
    found = zone_of(f"zone z = {value}")
    assert sorted(found) == sorted(expected.split()), (value, found)


def test_zones_made_of_zones_in_any_order() -> None:
    assert zone_of("zone z = common(rim, low) - [A1]", "zone low = [h in places where row(red, h) <= 2]", "zone rim = within(A4, 2)")


def test_the_hexes_of_boards() -> None:
    lines = ("west: board even at (0, 0)", "board even at (4, 0) turned", "overlay patch at (0, 0)", "labels letters")
    made = program(layout(*lines, "zone a = board(west)", "zone b = board(even)", "zone c = board(patch)")).layouts["map"]
    assert [len(made.zones[name]) for name in "abc"] == [9, 12, 3], "what an overlay covers is not in sight"
    assert only(layout("board even at (0, 0)", "zone z = board(eevn)"), "unknown-name").help == ("did you mean `even`?",)
    finding = only(layout("board even at (0, 0)") + "value v(h: place): bool = h in board(even)\n", "wrong-kind-of-name")
    assert finding.headline == "`board` can stand only in zones of layouts"


def test_empty_zones_and_places_off_the_map() -> None:
    finding = only(layout("board even at (0, 0)", "zone z = common([(0, 0)], [(1, 0)])"), "zone-empty")
    assert finding.level == "warning"
    for value in ("within((9, 9), 2)", "[h in places where distance(h, (9, 9)) < 4 hexes]", "common(places, [(9, 9)])"):
        text = layout("board even at (0, 0)", f"zone z = {value}")
        assert at(text, only(text, "off-map")) == "(9, 9)"


@pytest.mark.parametrize(
    ("scheme", "written"),
    [("column_row", "hex 3.2"), ("column_row_from_0", "hex 2.1"), ("ccrr", "hex 0302"), ("cccrrr", "hex 003002"), ("letters", "C2")],
)
def test_labels_as_rules_write_them(scheme: str, written: str) -> None:
    made = program(layout("board field at (0, 0)", f"labels {scheme}", f"place well = {written}")).layouts["map"]
    assert isinstance(made.ground, GroundMap)
    assert made.ground.hexes[made.names["well"]].cell == (2, 1)


# ---- one mistake, one finding


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("zone z = [h in places where ground(h) is swamp]", "unknown-name"),
        ("zone z = ring([A1], 2)", "type-mismatch"),
        ("zone z = [A1]; zone z = [A2]", "duplicate-name"),
        ("zone z = [A1]; place z = A1", "duplicate-name"),
        ("place ford = A1", "duplicate-name"),
    ],
)
def test_a_mistake_in_a_zone_is_told_once(line: str, name: str) -> None:
    assert only(layout("board field at (0, 0)", "labels letters", line), name).name == name


def test_boards_may_be_asked_for_in_places_and_edges_too() -> None:
    lines = ("east: board field at (0, 0)", "labels letters", "place corner = first(board(east)) else A1", "edge ditch board(east) / A1")
    made = program(layout(*lines) + "value ditched(a: place, b: place): bool = ditch in edges(a, b)\n").layouts["map"]
    assert made.names["corner"] == 0
    unknown = only(layout("east: board field at (0, 0)", "labels letters", "zone z = board(field)"), "unknown-name")
    assert unknown.notes == ("its boards are `east`",)


def test_what_an_overlay_can_keep_is_listed() -> None:
    lines = ("board field at (0, 0)", "overlay patch at (2, 0) keeping zones", "labels letters")
    assert only(layout(*lines), "unknown-name").notes == ("an overlay keeps `edges`, `labels` and `places`",)


def test_of_a_board_that_is_laid_in_parts_only_the_parts_count() -> None:
    row = " ".join("." * 400)
    wide = board("wide", *([row] * 300))
    parts = [f"overlay wide from A1 to B2 at ({column}, 0)" for column in (0, 2, 4)]
    assert checked(layout("board wide at (0, 0)", *parts, boards=wide)) == ()
