"""How many points apart from each other find room in an area: never more than the bound."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tankdsl.ground.table import Point, inside, is_within
from tankdsl.ground.table_room import most_apart, twice_area
from tankdsl.ground.table_shapes import circle

Shape = tuple[Point, ...]
ELL: Shape = ((0, 0), (600, 0), (600, 200), (200, 200), (200, 600), (0, 600))


def packed(outline: Shape, apart: int) -> int:
    """Points of a grid and of a honeycomb in an outline, each taken that keeps away from those before it; the better of the two."""
    best = 0
    for shift, rise in ((0, apart), (apart // 2, apart * 866_026 // 1_000_000 + 1)):
        taken: list[Point] = []
        for row, y in enumerate(range(min(y for _, y in outline), max(y for _, y in outline) + 1, rise)):
            for x in range(min(x for x, _ in outline) + row % 2 * shift, max(x for x, _ in outline) + 1):
                if inside(outline, (x, y)) and not any(is_within((x, y), other, apart - 1) for other in taken[-60:]):
                    taken.append((x, y))
        best = max(best, len(taken))
    return best


def test_areas() -> None:
    assert twice_area(((0, 0), (400, 0), (400, 300), (0, 300))) == 240_000
    assert twice_area(ELL[::-1]) == 2 * (600 * 200 + 200 * 400)


@pytest.mark.parametrize(
    ("outline", "apart", "bound"),
    [
        (((0, 0), (1000, 0)), 100, 11),
        (((0, 0), (600, 0), (600, 200), (0, 200)), 300, 5),
        (((0, 0), (100, 0), (100, 100), (0, 100)), 1000, 1),
        (circle((500, 500), 500), 100, 106),
    ],
)
def test_bounds(outline: Shape, apart: int, bound: int) -> None:
    assert most_apart(outline, apart) == bound
    assert packed(outline, apart) <= bound


@settings(max_examples=25, deadline=None)
@given(st.integers(50, 400), st.integers(50, 400), st.integers(-100, 100), st.integers(40, 300))
def test_no_arrangement_has_more(width: int, height: int, lean: int, apart: int) -> None:
    shape = ((100, 0), (100 + width, 0), (100 + width + lean, height), (100 + lean, height))
    assert packed(shape, apart) <= most_apart(shape, apart)


@pytest.mark.parametrize("apart", [60, 100, 199, 250, 400])
def test_areas_that_are_not_convex(apart: int) -> None:
    assert packed(ELL, apart) <= most_apart(ELL, apart)
