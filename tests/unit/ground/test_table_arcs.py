"""In which sector of degrees a bearing lies, on tables and on hexes."""

from __future__ import annotations

from math import atan2, degrees, isclose, sqrt

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tankdsl.ground.hexes import DIRECTIONS
from tankdsl.ground.table_arcs import compare, sector_of_squares, seen_on_hexes

offsets = st.tuples(st.integers(-40, 40), st.integers(-40, 40)).filter(lambda offset: offset != (0, 0))
thirties = st.sampled_from(range(0, 360, 30))


def plane(offset: tuple[int, int]) -> tuple[float, float]:
    """The centre of a flat hex, x to the right, y upwards."""
    q, r = offset
    return 1.5 * q, -sqrt(3) * (r + q / 2)


def measured(facing: int, offset: tuple[int, int]) -> float:
    """Degrees clockwise from a facing, by floating numbers."""
    (fx, fy), (x, y) = plane(DIRECTIONS[facing]), plane(offset)
    return degrees(atan2(x, y) - atan2(fx, fy)) % 360


@given(st.integers(0, 5), offsets, thirties)
def test_hexes_are_compared_as_the_angle_says(facing: int, offset: tuple[int, int], bound: int) -> None:
    angle = measured(facing, offset)
    assume(not isclose(angle, 360, abs_tol=1e-6))
    bounds = tuple(sorted({bound, (bound + 180) % 360}))
    found = sector_of_squares(seen_on_hexes(facing, offset), bounds)
    if any(isclose(angle, one, abs_tol=1e-6) for one in bounds):
        assert sorted(found) == [0, 1]
    else:
        assert found == ((0,) if bounds[0] < angle < bounds[1] else (1,))


@pytest.mark.parametrize(("offset", "angle"), [((0, -3), 0), ((1, -2), 30), ((1, -1), 60), ((2, -1), 90), ((1, 0), 120), ((-1, 2), 210)])
def test_hexes_lie_exactly_on_multiples_of_thirty(offset: tuple[int, int], angle: int) -> None:
    assert sector_of_squares(seen_on_hexes(0, offset), (angle,)) == (0,)
    low, high = sorted((angle, (angle + 90) % 360))
    assert len(sector_of_squares(seen_on_hexes(0, offset), (low, high))) == 2
    assert len(sector_of_squares(seen_on_hexes(1, offset), (low, high))) == (2 if (angle + 300) % 360 in (low, high) else 1)


def test_vectors_are_compared_with_angles() -> None:
    assert compare((1, 1), 45) == 0
    assert compare((1, 1), 30) == 1
    assert compare((1, 1), 60) == -1
    assert compare((0, -1), 270) == 0
