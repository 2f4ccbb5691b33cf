"""Which hexes and sides a line of sight meets, against a second computation with fractions; sides that block."""

from itertools import product

import pytest

from tankdsl.ground.sight import TiePolicy, crossed, explain, is_clear, sides
from tests.conformance import exact_sight
from tests.unit.ground.test_sight import FACTS

AROUND = [(q, r) for q, r in product(range(-6, 7), repeat=2) if abs(q + r) <= 6 and (q, r) != (0, 0)]


def pairs(found):
    return [frozenset(pair) for pair in found]


@pytest.mark.parametrize("target", FACTS)
def test_the_second_computation_knows_the_facts_too(target):
    inside, edges, corners = FACTS[target]
    assert exact_sight.met(target) == (set(inside), {hex_ for pair in edges for hex_ in pair}, set(corners))


def test_the_hexes_of_all_lines_up_to_six_hexes_are_those_of_the_second_computation():
    for target in AROUND:
        line = crossed(*target)
        found = set(line.inside), {hex_ for pair in line.edges for hex_ in pair}, set(line.corners)
        assert found == exact_sight.met(target), target


def test_the_sides_of_all_lines_up_to_six_hexes_are_those_of_the_second_computation():
    for target in AROUND:
        met = sides(*target)
        found = [
            pairs(met.through),
            pairs(met.along),
            [side for fork in met.forks for side in pairs(fork.left)],
            [side for fork in met.forks for side in pairs(fork.right)],
        ]
        assert all(len(each) == len(set(each)) for each in found), target
        assert [set(each) for each in found] == list(exact_sight.sides_met(target)), target


def test_a_side_is_named_from_the_nearer_hex_and_one_along_the_line_from_the_left():
    assert sides(3, 0).through == (((0, 0), (1, 0)), ((1, 0), (2, 0)), ((2, 0), (3, 0)))
    assert sides(1, 1).along == (((1, 0), (0, 1)),)


def hedges(*lying):
    return lambda a, b: frozenset((a, b)) in {frozenset(side) for side in lying}


def nothing(hex_):
    return False


def test_a_hedge_blocks_the_line_that_crosses_it_and_not_another_through_the_same_hexes():
    hedge = hedges(((1, 0), (2, 0)))
    for tie in TiePolicy:
        assert not is_clear((0, 0), (3, 0), nothing, tie, across=hedge)
        assert is_clear((1, -1), (1, 2), nothing, tie, across=hedge)
        assert is_clear((2, -2), (2, 1), nothing, tie, across=hedge)


def test_neighbours_may_have_a_hedge_between_them():
    assert not is_clear((0, 0), (1, 0), nothing, TiePolicy.NEVER, across=hedges(((1, 0), (0, 0))))
    assert is_clear((0, 0), (0, 0), nothing, TiePolicy.EITHER, across=lambda a, b: True, along=lambda a, b: True)


def test_the_nearer_hex_comes_first_seen_from_either_end():
    def climbs(near, far):
        return (near, far) == ((1, 0), (2, 0))

    assert not is_clear((0, 0), (3, 0), nothing, TiePolicy.BOTH, across=climbs)
    assert is_clear((3, 0), (0, 0), nothing, TiePolicy.BOTH, across=climbs)


ALONG = ((1, 0), (0, 1))
"""The side along which the line from (0, 0) to (1, 1) runs."""


def test_a_hedge_along_the_line_blocks_only_where_that_is_asked():
    for tie in TiePolicy:
        assert is_clear((0, 0), (1, 1), nothing, tie, across=hedges(ALONG))
        assert not is_clear((0, 0), (1, 1), nothing, tie, along=hedges(ALONG))


@pytest.mark.parametrize(
    ("lying", "expected"),
    [
        # One hedge at the corner: the other way is free.
        ([((0, 0), (1, 0))], {"both": True, "either": False, "one_side_clear": True, "defender_choice": False, "never": True}),
        # One on each way, at the two ends of the side that the line runs along.
        (
            [((0, 0), (1, 0)), ((0, 1), (1, 1))],
            {"both": False, "either": False, "one_side_clear": False, "defender_choice": False, "never": True},
        ),
        # One on each way, but at different ties of a longer line: only the whole line has no free way.
        (
            [((0, 0), (1, 0)), ((1, 1), (1, 2))],
            {"both": True, "either": False, "one_side_clear": False, "defender_choice": False, "never": True},
        ),
    ],
)
def test_hedges_that_a_line_along_sides_touches_are_decided_by_the_tie(lying, expected):
    for start, end in (((0, 0), (2, 2)), ((2, 2), (0, 0))):
        assert {tie.value: is_clear(start, end, nothing, tie, across=hedges(*lying)) for tie in TiePolicy} == expected


def test_a_hex_on_one_way_and_a_hedge_on_the_other_close_both():
    def wall(hex_):
        return hex_ == (1, 0)

    hedge = hedges(((0, 0), (0, 1)))
    assert is_clear((0, 0), (1, 1), wall, TiePolicy.BOTH)
    assert is_clear((0, 0), (1, 1), nothing, TiePolicy.BOTH, across=hedge)
    assert not is_clear((0, 0), (1, 1), wall, TiePolicy.BOTH, across=hedge)


def test_at_a_corner_a_hedge_on_the_straight_way_leaves_the_way_around():
    straight, around = ((1, 0), (2, 0)), ((1, 1), (2, 0))  # the line to (4, 1) goes through the corner of (1, 0), (2, 0) and (1, 1)
    for lying in ([straight], [around]):
        clear = {tie.value for tie in TiePolicy if is_clear((0, 0), (4, 1), nothing, tie, across=hedges(*lying))}
        assert clear == {"both", "one_side_clear", "never"}
    clear = {tie.value for tie in TiePolicy if is_clear((0, 0), (4, 1), nothing, tie, across=hedges(straight, around))}
    assert clear == {"never"}


def test_an_explanation_names_the_sides_that_block():
    line = explain((0, 0), (3, 0), nothing, TiePolicy.BOTH, across=hedges(((2, 0), (1, 0)), ((5, 5), (5, 6))))
    assert (line.clear, line.blockers, line.sides) == (False, (), (((1, 0), (2, 0)),))
    line = explain((5, 5), (6, 6), nothing, TiePolicy.BOTH, along=lambda a, b: True)
    assert line.sides == (((6, 5), (5, 6)),)
    one = explain((0, 0), (1, 1), nothing, TiePolicy.ONE_SIDE_CLEAR, across=hedges(((0, 0), (1, 0))))
    assert (one.clear, one.sides) == (True, ())


def test_the_defender_counts_hedges_and_hexes():
    two = hedges(((0, 0), (0, 1)), ((0, 1), (1, 1)))
    line = explain((0, 0), (1, 1), lambda hex_: hex_ == (1, 0), TiePolicy.DEFENDER_CHOICE, across=two)
    assert (line.chosen, line.blockers, len(line.sides)) == ("right", (), 2)


def test_sight_is_the_same_from_both_ends_whatever_stands_and_lies_there():
    walls = {hex_ for hex_ in AROUND if (hex_[0] * 7 + hex_[1] * 3) % 5 == 0}
    rows = [((q, r), (q + 1, r)) for q, r in AROUND if (q * 5 + r) % 4 == 0]
    columns = [((q, r), (q, r + 1)) for q, r in AROUND if (q + r) % 3 == 0]
    lying = hedges(*rows, *columns)
    for tie in TiePolicy:
        for target in AROUND[::3]:
            there = is_clear((0, 0), target, walls.__contains__, tie, across=lying, along=lying)
            assert there == is_clear(target, (0, 0), walls.__contains__, tie, across=lying, along=lying)
            assert there == explain((0, 0), target, walls.__contains__, tie, across=lying, along=lying).clear
