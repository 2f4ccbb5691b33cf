"""Coordinates, directions, rings and staggered layouts."""

import pytest

from tankdsl.ground.hexes import (
    DIRECTION_NAMES,
    DIRECTIONS,
    Orientation,
    Stagger,
    direction_between,
    direction_number,
    direction_offset,
    disk,
    distance,
    is_adjacent,
    neighbour,
    neighbours,
    ring,
    rotate,
    turn_half,
)

FLAT_OFFSETS = {"n": (0, -1), "ne": (1, -1), "se": (1, 0), "s": (0, 1), "sw": (-1, 1), "nw": (-1, 0)}
POINTY_OFFSETS = {"ne": (1, -1), "e": (1, 0), "se": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (0, -1)}


@pytest.mark.parametrize(("orientation", "offsets"), [(Orientation.FLAT, FLAT_OFFSETS), (Orientation.POINTY, POINTY_OFFSETS)])
def test_directions_have_their_offsets_under_their_names(orientation, offsets):
    assert {name: direction_offset(name, orientation) for name in DIRECTION_NAMES[orientation]} == offsets


def test_the_order_of_flat_directions_is_clockwise_from_north():
    assert DIRECTION_NAMES[Orientation.FLAT] == tuple(FLAT_OFFSETS)
    assert tuple(FLAT_OFFSETS.values()) == DIRECTIONS


def test_one_more_is_a_sixth_to_the_right_and_three_more_is_straight_back():
    for number, offset in enumerate(DIRECTIONS):
        assert rotate(offset) == DIRECTIONS[(number + 1) % 6]
        assert turn_half(offset) == DIRECTIONS[(number + 3) % 6] == rotate(offset, 3)


def test_names_of_the_other_orientation_are_not_directions():
    assert direction_number("e", Orientation.FLAT) is None
    assert direction_offset("n", Orientation.POINTY) is None


def test_neighbours_come_in_the_order_of_directions():
    assert neighbours((3, 8)) == ((3, 7), (4, 7), (4, 8), (3, 9), (2, 9), (2, 8))
    assert neighbour((3, 8), 7) == (4, 7)
    assert [direction_between((3, 8), hex_) for hex_ in neighbours((3, 8))] == [0, 1, 2, 3, 4, 5]


def test_only_hexes_that_share_a_side_are_adjacent():
    assert is_adjacent((3, 8), (4, 7))
    assert not is_adjacent((3, 8), (4, 9))
    assert not is_adjacent((3, 8), (3, 8))
    assert direction_between((3, 8), (4, 9)) is None


def test_a_ring_begins_north_and_goes_clockwise():
    assert ring((0, 0), 0) == ((0, 0),)
    assert ring((2, 1), 1) == neighbours((2, 1))
    assert ring((0, 0), 2)[:4] == ((0, -2), (1, -2), (2, -2), (2, -1))
    assert [len(ring((0, 0), n)) for n in range(5)] == [1, 6, 12, 18, 24]
    assert all(distance((5, -3), hex_) == 3 for hex_ in ring((5, -3), 3))


def test_a_disk_is_all_rings_without_repetition():
    hexes = disk((1, 1), 3)
    assert len(hexes) == len(set(hexes)) == 37
    assert [distance((1, 1), hex_) for hex_ in hexes] == sorted(distance((1, 1), hex_) for hex_ in hexes)


def test_half_a_turn_about_the_centre_of_a_board():
    # A board of 5 columns and 7 rows: local (q, r) goes to (4 - q, 6 - r).
    assert turn_half((1, 3), (4, 6)) == (3, 3)
    assert turn_half((0, 0), (4, 6)) == (4, 6)


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [
        ((13, 6), (15, 1), 6),
        ((12, 2), (9, 2), 3),
        ((7, 1), (6, 1), 1),
        ((6, 2), (7, 2), 1),
        ((13, 5), (5, 6), 8),
        ((2, 16), (14, 10), 12),
    ],
)
def test_distances_on_a_printed_map(a, b, steps):
    """Columns counted from 0, odd ones lower: facts measured elsewhere."""
    stagger = Stagger(Orientation.FLAT, pushed=1)
    assert distance(stagger.to_axial(*a), stagger.to_axial(*b)) == steps


@pytest.mark.parametrize(
    ("stagger", "first", "around"),
    [
        (Stagger(Orientation.FLAT, 1), (0, 0), [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)]),
        (Stagger(Orientation.FLAT, 0), (0, 0), [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]),
        (Stagger(Orientation.FLAT, 0, first=1), (2, 1), [(2, 0), (3, 1), (3, 2), (2, 2), (1, 2), (1, 1)]),
        (Stagger(Orientation.POINTY, 1), (0, 0), [(-1, -1), (0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]),
        (Stagger(Orientation.POINTY, 1, first=1), (1, 1), [(1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 1)]),
    ],
)
def test_neighbours_in_staggered_layouts(stagger, first, around):
    assert [stagger.from_axial(hex_) for hex_ in neighbours(stagger.to_axial(*first))] == around


def test_the_first_hex_of_a_layout_that_counts_from_one_is_the_origin():
    for pushed in (0, 1):
        assert Stagger(Orientation.FLAT, pushed, first=1).to_axial(1, 1) == (0, 0)
