"""Laws of sight, and the integer algorithm against a rational one."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tankdsl.ground.hexes import add, disk, distance, is_adjacent, rotate, subtract
from tankdsl.ground.sight import TiePolicy, crossed, explain, is_clear

offsets = st.tuples(st.integers(-9, 9), st.integers(-9, 9))
near = st.sampled_from(disk((0, 0), 5))
ties = st.sampled_from(TiePolicy)
grounds = st.dictionaries(near, st.sampled_from((True, False, None)), max_size=40)


def clipped(target, hex_):
    """What of the segment from (0, 0) to `target` lies in the closed hex: a part (low, high), or None.

    The hex is the intersection of three strips, each between two opposite sides; the second result tells
    whether the segment runs along one of their borders.
    """
    low, high, on_border = Fraction(0), Fraction(1), False
    for a, b in ((2, 1), (1, 2), (1, -1)):
        at, step = -(a * hex_[0] + b * hex_[1]), a * target[0] + b * target[1]
        if step == 0:
            if abs(at) > 1:
                return None, False
            on_border = on_border or abs(at) == 1
            continue
        ends = sorted((Fraction(-1 - at, step), Fraction(1 - at, step)))
        low, high = max(low, ends[0]), min(high, ends[1])
    return ((low, high) if low <= high else None), on_border


@given(offsets)
def test_crossed_agrees_with_rational_clipping(target):
    inside, edges, corners = set(), set(), set()
    for hex_ in disk((0, 0), distance((0, 0), target) + 1):
        part, on_border = clipped(target, hex_)
        if part is None or hex_ in ((0, 0), target):
            continue
        if part[0] == part[1]:
            corners.add(hex_)
        elif on_border:
            edges.add(hex_)
        else:
            inside.add(hex_)
    line = crossed(*target)
    assert set(line.inside) == inside
    assert {hex_ for pair in line.edges for hex_ in pair} == edges
    assert set(line.corners) == corners


@given(offsets)
def test_the_same_hexes_are_crossed_from_the_other_end(target):
    there, back = crossed(*target), crossed(-target[0], -target[1])
    assert {add(h, target) for h in back.inside} == set(there.inside)
    assert {add(h, target) for h in back.corners} == set(there.corners)
    assert [(add(b, target), add(a, target)) for a, b in reversed(back.edges)] == list(there.edges)


@given(offsets, st.integers(0, 5))
def test_a_turned_line_crosses_the_turned_hexes(target, sixths):
    line, turned = crossed(*target), crossed(*rotate(target, sixths))
    assert tuple(rotate(h, sixths) for h in line.inside) == turned.inside
    assert tuple((rotate(a, sixths), rotate(b, sixths)) for a, b in line.edges) == turned.edges
    assert {rotate(h, sixths) for h in line.corners} == set(turned.corners)


@given(offsets)
def test_the_two_hexes_of_a_pair_are_neighbours_left_and_right_of_the_line(target):
    for left, right in crossed(*target).edges:
        assert is_adjacent(left, right)
        # Rows count downwards: what lies left of the line has the negative cross product.
        assert target[0] * left[1] - target[1] * left[0] < 0 < target[0] * right[1] - target[1] * right[0]


@given(near, near, grounds, ties, st.booleans())
def test_sight_is_mutual_on_any_ground(a, b, ground, tie, off_map_blocks):
    def blocks(hex_):
        return ground.get(hex_, False)

    assert is_clear(a, b, blocks, tie, off_map_blocks) == is_clear(b, a, blocks, tie, off_map_blocks)


@given(near, near, grounds, ties, st.booleans())
def test_an_explanation_agrees_with_the_answer(a, b, ground, tie, off_map_blocks):
    def blocks(hex_):
        return ground.get(hex_, False)

    line = explain(a, b, blocks, tie, off_map_blocks)
    assert line.clear == is_clear(a, b, blocks, tie, off_map_blocks) == (not line.blockers)
    assert set(line.blockers) <= set(line.obstacles)
    assert all(ground[hex_] or (off_map_blocks and ground[hex_] is None) for hex_ in line.obstacles)
    assert line.crossing.inside == tuple(add(a, h) for h in crossed(*subtract(b, a)).inside)


@given(near, near, grounds, near, ties)
def test_a_further_obstacle_never_opens_a_line(a, b, ground, further, tie):
    more = {**ground, further: True}
    if is_clear(a, b, lambda hex_: more.get(hex_, False), tie):
        assert is_clear(a, b, lambda hex_: ground.get(hex_, False), tie)


@given(near, near, grounds)
def test_policies_from_mild_to_strict(a, b, ground):
    """Whatever blocks pair by pair blocks both sides; whatever blocks both sides blocks one."""
    clear = {tie: is_clear(a, b, lambda hex_: ground.get(hex_, False), tie) for tie in TiePolicy}
    assert clear[TiePolicy.BOTH] >= clear[TiePolicy.ONE_SIDE_CLEAR] >= clear[TiePolicy.EITHER]
    assert clear[TiePolicy.EITHER] == clear[TiePolicy.DEFENDER_CHOICE]
