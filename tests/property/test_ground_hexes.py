"""Laws of hex arithmetic."""

from hypothesis import given
from hypothesis import strategies as st

from tankdsl.ground.hexes import (
    Orientation,
    Stagger,
    add,
    distance,
    is_adjacent,
    neighbours,
    ring,
    rotate,
    subtract,
    turn_half,
)

numbers = st.integers(-60, 60)
hexes = st.tuples(numbers, numbers)
staggers = st.builds(Stagger, st.sampled_from(Orientation), pushed=st.sampled_from((0, 1)), first=st.sampled_from((0, 1)))


@given(hexes, hexes)
def test_distance_is_symmetric_and_zero_only_for_one_hex(a, b):
    assert distance(a, b) == distance(b, a) >= 0
    assert (distance(a, b) == 0) == (a == b)
    assert (distance(a, b) == 1) == is_adjacent(a, b)


@given(hexes, hexes, hexes)
def test_a_detour_is_never_shorter(a, b, c):
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(hexes, hexes)
def test_some_neighbour_is_one_step_nearer(a, b):
    if a != b:
        assert min(distance(hex_, b) for hex_ in neighbours(a)) == distance(a, b) - 1


@given(hexes, hexes, hexes, st.integers(-12, 12))
def test_distance_survives_shifts_turns_and_half_turns(a, b, shift, sixths):
    apart = distance(a, b)
    assert distance(add(a, shift), add(b, shift)) == apart
    assert distance(rotate(a, sixths), rotate(b, sixths)) == apart
    assert distance(turn_half(a, shift), turn_half(b, shift)) == apart


@given(hexes, hexes)
def test_six_sixths_are_nothing_and_two_halves_are_nothing(a, centre):
    assert rotate(rotate(a, 2), 4) == a
    assert turn_half(turn_half(a, centre), centre) == a
    assert subtract(add(a, centre), centre) == a


@given(hexes, st.integers(1, 8))
def test_each_hex_of_a_ring_touches_the_next(centre, radius):
    found = ring(centre, radius)
    assert len(set(found)) == 6 * radius
    assert all(is_adjacent(a, b) for a, b in zip(found, found[1:] + found[:1], strict=True))


@given(staggers, hexes)
def test_columns_and_rows_lead_back_to_the_hex(stagger, hex_):
    assert stagger.to_axial(*stagger.from_axial(hex_)) == hex_


@given(staggers, numbers, numbers)
def test_the_hex_below_is_the_neighbour_to_the_south(stagger, column, row):
    here = stagger.to_axial(column, row)
    step = (column, row + 1) if stagger.orientation is Orientation.FLAT else (column + 1, row)
    assert neighbours(here)[3 if stagger.orientation is Orientation.FLAT else 2] == stagger.to_axial(*step)


@given(staggers, numbers, numbers)
def test_pushed_lines_lie_half_a_hex_further(stagger, column, row):
    """A hex of a line that is not pushed has, in both lines beside it, its own number and the one before."""
    flat = stagger.orientation is Orientation.FLAT
    line, place = (column, row) if flat else (row, column)
    shift = 0 if line % 2 == stagger.pushed else -1
    beside = [(side, place + shift + n) for side in (line - 1, line + 1) for n in (0, 1)]
    here = stagger.to_axial(column, row)
    for number, position in beside:
        assert is_adjacent(here, stagger.to_axial(number, position) if flat else stagger.to_axial(position, number))
