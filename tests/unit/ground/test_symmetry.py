"""Turns and mirrors of maps and tables."""

import pytest

from tankdsl.ground.board_text import read_board
from tankdsl.ground.grids import Grid, GridKind, axial_grid
from tankdsl.ground.hexes import DIRECTION_NAMES, Orientation, disk
from tankdsl.ground.labels import LabelScheme, LabelStyle
from tankdsl.ground.layouts import build_map, single_board
from tankdsl.ground.maps import NO_HEX
from tankdsl.ground.symmetry import hex_symmetries, table_symmetries

LETTERS = LabelScheme(LabelStyle.LETTERS)
FLAT = Grid(GridKind.COLUMNS, Orientation.FLAT, 1)
POINTY = Grid(GridKind.ROWS, Orientation.POINTY, 1)


def ground(*rows, grid=FLAT):
    return build_map(single_board(read_board(list(rows), {".": "grass"}, grid, id="b", labels=LETTERS)))


def complete(map_):
    """The names of the turns and mirrors that bring each hex onto a hex."""
    return {symmetry.name for symmetry in hex_symmetries(map_) if not symmetry.unmatched}


def test_a_staggered_map_of_odd_width_turns_when_the_lower_columns_are_shorter():
    map_ = ground(". . . . .", ". . . . .", ". - . - .")
    assert complete(map_) == {"a turn by 180 degrees", "a mirror from left to right", "a mirror from top to bottom"}
    turn = hex_symmetries(map_)[0]
    assert turn.name == "a turn by 180 degrees"
    assert [map_.hexes[turn.image[map_.by_label[label]]].label for label in ("A1", "B1", "C2", "E1")] == ["E3", "D2", "C2", "A3"]


def test_a_staggered_map_of_even_width_has_only_the_turn():
    assert complete(ground(". . . .", ". . . .")) == {"a turn by 180 degrees"}


def test_rows_of_pointy_hexes():
    map_ = ground(". . .", ". . -", ". . .", grid=POINTY)
    assert complete(map_) == {"a turn by 180 degrees", "a mirror from left to right", "a mirror from top to bottom"}


def test_a_map_that_is_a_hexagon_has_all_eleven():
    spots = set(disk((2, 2), 2))
    map_ = ground(*(" ".join("." if (q, r) in spots else "-" for q in range(5)) for r in range(5)), grid=axial_grid())
    found = hex_symmetries(map_)
    assert len(found) == len({symmetry.name for symmetry in found}) == 11
    assert not any(symmetry.unmatched for symmetry in found)
    assert sum("turn" in symmetry.name for symmetry in found) == 5


@pytest.mark.parametrize(
    ("name", "becomes"),
    [
        ("a turn by 60 degrees", {"n": "ne", "sw": "nw"}),
        ("a turn by 180 degrees", {"n": "s", "ne": "sw"}),
        ("a mirror from left to right", {"n": "n", "ne": "nw", "se": "sw"}),
        ("a mirror from top to bottom", {"n": "s", "ne": "se", "nw": "sw"}),
        ("a mirror in the line from ne to sw", {"ne": "ne", "sw": "sw", "n": "se"}),
        ("a mirror that exchanges ne and sw", {"ne": "sw", "n": "nw", "se": "s"}),
    ],
)
def test_directions_go_with_the_map(name, becomes):
    found = next(symmetry for symmetry in hex_symmetries(ground(". . .", ". . .", ". . .")) if symmetry.name == name)
    names = DIRECTION_NAMES[Orientation.FLAT]
    assert {a: names[found.directions[names.index(a)]] for a in becomes} == becomes


def test_neighbours_go_with_the_map():
    map_ = ground(". . . . .", ". . . . .", ". . . . .")
    for symmetry in hex_symmetries(map_):
        for a, near in enumerate(map_.neighbours):
            for direction, b in enumerate(near):
                there = [symmetry.image[index] if index != NO_HEX else NO_HEX for index in (a, b)]
                if NO_HEX not in there:
                    assert map_.neighbours[there[0]][symmetry.directions[direction]] == there[1], symmetry.name


def test_a_missing_corner_does_not_shift_the_map():
    turn = next(each for each in hex_symmetries(ground("- . . .", ". . . .")) if each.name == "a turn by 180 degrees")
    assert turn.unmatched == 1


def test_a_table_and_a_square_one():
    assert [each.name for each in table_symmetries(4800, 3600)] == [
        "a turn by 180 degrees", "a mirror from left to right", "a mirror from top to bottom",
    ]  # fmt: skip
    square = table_symmetries(4800, 4800)
    assert len(square) == 7
    corners = {(0, 0), (4800, 0), (0, 4800), (4800, 4800)}
    for each in square:
        assert {each.point(corner) for corner in corners} == corners
        assert each.point((2400, 2400)) == (2400, 2400)
        assert each.vector((0, 0)) == (0, 0)
    quarter = next(each for each in square if each.name == "a turn by 90 degrees")
    assert quarter.vector((0, 1)) == (1, 0), "clockwise: what points up points right"
