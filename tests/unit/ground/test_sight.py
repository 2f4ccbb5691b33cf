"""Sight lines: the table of facts, the pictures of a rulebook, the tie policies."""

import pytest

from tankdsl.ground.hexes import neighbours
from tankdsl.ground.sight import Crossing, TiePolicy, crossed, explain, is_clear

FACTS = {
    # target: inside, sides that the line runs along (left, right), corners
    (1, 1): ([], [((1, 0), (0, 1))], []),
    (2, -1): ([], [((1, -1), (1, 0))], []),
    (2, 2): ([(1, 1)], [((1, 0), (0, 1)), ((2, 1), (1, 2))], []),
    (3, 3): ([(1, 1), (2, 2)], [((1, 0), (0, 1)), ((2, 1), (1, 2)), ((3, 2), (2, 3))], []),
    (3, 0): ([(1, 0), (2, 0)], [], []),
    (2, 1): ([(1, 0), (1, 1)], [], []),
    (3, -1): ([(1, 0), (2, -1)], [], []),
    (3, 1): ([(1, 0), (1, 1), (2, 0), (2, 1)], [], []),
    (4, -1): ([(1, 0), (2, -1), (2, 0), (3, -1)], [], []),
    (3, 2): ([(1, 0), (1, 1), (2, 1), (2, 2)], [], []),
    (4, 1): ([(1, 0), (2, 0), (2, 1), (3, 1)], [], [(1, 1), (3, 0)]),
    (5, -1): ([(1, 0), (2, 0), (3, -1), (4, -1)], [], [(2, -1), (3, 0)]),
    (5, 1): ([(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (4, 1)], [], []),
}


def blocked_by(*obstacles):
    return lambda hex_: hex_ in obstacles


@pytest.mark.parametrize("target", FACTS)
def test_the_hexes_between(target):
    inside, edges, corners = FACTS[target]
    line = crossed(*target)
    assert sorted(line.inside) == sorted(inside)
    assert list(line.edges) == edges
    assert sorted(line.corners) == sorted(corners)


@pytest.mark.parametrize("target", FACTS)
def test_the_other_end_sees_the_same_hexes_in_opposite_order_with_sides_exchanged(target):
    there, back = crossed(*target), crossed(-target[0], -target[1])

    def seen(offset):
        return (offset[0] + target[0], offset[1] + target[1])

    assert [seen(h) for h in reversed(back.inside)] == list(there.inside)
    assert [(seen(right), seen(left)) for left, right in reversed(back.edges)] == list(there.edges)
    assert sorted(map(seen, back.corners)) == sorted(there.corners)


def test_nothing_lies_between_neighbours_or_within_one_hex():
    for offset in [(0, 0), *neighbours((0, 0))]:
        assert crossed(*offset) == Crossing((), (), ())


def test_the_hexes_come_in_order_along_the_line():
    assert crossed(0, 4).inside == ((0, 1), (0, 2), (0, 3))
    assert crossed(0, -4).inside == ((0, -1), (0, -2), (0, -3))
    assert crossed(4, 1).inside == ((1, 0), (2, 0), (2, 1), (3, 1))


@pytest.mark.parametrize(
    ("target", "houses", "clear"),
    [
        ((3, 6), [(3, 7)], False),
        ((5, 8), [(4, 8)], False),
        ((3, 6), [(4, 7)], True),
        ((3, 6), [], True),
        ((4, 9), [(4, 8)], True),
        ((4, 9), [(4, 8), (3, 9)], False),
        ((4, 7), [(3, 7), (4, 8), (3, 9), (2, 9), (2, 8)], True),
    ],
)
def test_the_pictures_of_a_rulebook(target, houses, clear):
    """TC-C06, seen from (3, 8): a house between, beside, at one side and at both sides of the line."""
    assert is_clear((3, 8), target, blocked_by(*houses), TiePolicy.BOTH) is clear
    assert is_clear(target, (3, 8), blocked_by(*houses), TiePolicy.BOTH) is clear


@pytest.mark.parametrize(
    ("obstacles", "both", "either", "one_side_clear", "defender_choice", "never"),
    [
        ([], True, True, True, True, True),
        ([(1, 0)], True, False, True, False, True),  # left, first side
        ([(1, 2)], True, False, True, False, True),  # right, second side
        ([(1, 0), (2, 1)], True, False, True, False, True),  # left, left
        ([(1, 0), (1, 2)], True, False, False, False, True),  # left, then right: no neighbours
        ([(2, 1), (1, 2)], False, False, False, False, True),  # both hexes of one side
        ([(1, 1)], False, False, False, False, False),  # straight on the line
        ([(0, 2), (2, 0)], True, True, True, True, True),  # not on the line at all
    ],
)
def test_tie_policies(obstacles, both, either, one_side_clear, defender_choice, never):
    """From (0, 0) to (2, 2) the line runs between (1,0)|(0,1), through (1,1), between (2,1)|(1,2)."""
    expected = {
        TiePolicy.BOTH: both,
        TiePolicy.EITHER: either,
        TiePolicy.ONE_SIDE_CLEAR: one_side_clear,
        TiePolicy.DEFENDER_CHOICE: defender_choice,
        TiePolicy.NEVER: never,
    }
    blocks = blocked_by(*obstacles)
    assert {tie: is_clear((0, 0), (2, 2), blocks, tie) for tie in TiePolicy} == expected
    assert {tie: explain((0, 0), (2, 2), blocks, tie).clear for tie in TiePolicy} == expected


def test_a_corner_never_blocks():
    for tie in TiePolicy:
        assert is_clear((0, 0), (4, 1), blocked_by((1, 1), (3, 0)), tie)


def test_the_ends_never_block():
    for tie in TiePolicy:
        assert is_clear((0, 0), (3, 0), blocked_by((0, 0), (3, 0)), tie)


def test_a_hex_off_the_map_blocks_only_on_demand():
    def rim(hex_):
        return None if hex_[0] < 1 else False

    assert is_clear((0, 0), (0, 3), rim, TiePolicy.EITHER)
    assert not is_clear((0, 0), (0, 3), rim, TiePolicy.EITHER, off_map_blocks=True)
    assert explain((0, 0), (0, 3), rim, TiePolicy.EITHER, off_map_blocks=True).blockers == ((0, 1), (0, 2))


def test_along_the_rim_of_the_map_one_wall_hides_nothing():
    """Off the map on the left, obstacles on the right: `both` needs two hexes that block."""

    def blocks(hex_):
        return None if hex_ == (1, 0) else hex_ == (0, 1)

    assert is_clear((0, 0), (1, 1), blocks, TiePolicy.BOTH)
    assert not is_clear((0, 0), (1, 1), blocks, TiePolicy.BOTH, off_map_blocks=True)


def test_an_explanation_lists_what_was_crossed_and_what_settled_it():
    line = explain((3, 8), (5, 10), blocked_by((4, 8), (4, 10)), TiePolicy.BOTH)
    assert line.crossing.inside == ((4, 9),)
    assert line.crossing.edges == (((4, 8), (3, 9)), ((5, 9), (4, 10)))
    assert (line.clear, line.obstacles, line.blockers) == (True, ((4, 8), (4, 10)), ())
    line = explain((3, 8), (5, 10), blocked_by((4, 8), (4, 10)), TiePolicy.ONE_SIDE_CLEAR)
    assert (line.clear, line.blockers) == (False, ((4, 8), (4, 10)))


def test_under_both_only_complete_pairs_are_blockers():
    line = explain((0, 0), (2, 2), blocked_by((1, 0), (2, 1), (1, 2)), TiePolicy.BOTH)
    assert line.blockers == ((2, 1), (1, 2))
    assert line.obstacles == ((1, 0), (2, 1), (1, 2))


def test_the_defender_takes_the_worse_line():
    def line(*obstacles):
        return explain((0, 0), (2, 2), blocked_by(*obstacles), TiePolicy.DEFENDER_CHOICE)

    assert (line((1, 2)).chosen, line((1, 2)).blockers) == ("right", ((1, 2),))
    assert (line((1, 0), (1, 2), (2, 1)).chosen, line((1, 0), (2, 1)).clear) == ("left", False)
    assert (line().chosen, line().clear) == ("left", True)
    assert explain((0, 0), (3, 0), blocked_by(), TiePolicy.DEFENDER_CHOICE).chosen is None
