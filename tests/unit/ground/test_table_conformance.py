"""The geometry of a table: the cases of the format, run by the engine and by a second computation with exact fractions."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise
from math import cos, gcd, radians, sin
from pathlib import Path
from typing import Any

import pytest

from tankdsl.engine import tabletop
from tankdsl.ground import table, table_arcs, table_shapes, table_ways
from tests.conformance import exact_geometry as exact

FILE = Path(__file__).parents[2] / "conformance" / "table_geometry.json"
KIT: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"), parse_float=lambda text: pytest.fail(f"a fraction: {text}"))
CASES = [(name, case[:-1], case[-1]) for name, cases in KIT.items() if isinstance(cases, list) for case in cases]


def frozen(value: Any) -> Any:
    """Lists as tuples."""
    return tuple(frozen(item) for item in value) if isinstance(value, list) else value


def plain(value: Any) -> Any:
    """Tuples as lists."""
    return [plain(item) for item in value] if isinstance(value, tuple) else value


ENGINE: dict[str, Any] = {
    "leg": table.leg,
    "length": table.length,
    "touch": table.touch,
    "inside": table.inside,
    "crosses": table.crosses,
    "enters": table_ways.enters,
    "distance_to_path": table.to_path,
    "distance_to_area": table.to_outline,
    "along": table.along,
    "stretch": table.stretch,
    "heading": tabletop.heading,
    "direction": tabletop.TableMap(9700, 9700).direction,
    "sector": lambda facing, bearing, bounds: table_arcs.sector(table_arcs.seen_from(facing, bearing), bounds),
    "circle": table_shapes.circle,
    "grown": table_shapes.grown,
    "way_to_point": table_ways.way_to_point,
    "way_to_area": table_ways.way_to_area,
}


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 200
    assert set(ENGINE) == {name for name, _, _ in CASES}
    assert len({json.dumps([name, args]) for name, args, _ in CASES}) == len(CASES)


@pytest.mark.parametrize("name", ENGINE)
def test_the_engine_gives_the_answers(name: str) -> None:
    wrong = [
        (args, answer, given)
        for kind, args, answer in CASES
        if kind == name and (given := plain(ENGINE[name](*(frozen(arg) for arg in args)))) != answer
    ]
    assert wrong == []


@pytest.mark.parametrize("name", ENGINE)
def test_a_second_computation_gives_the_same(name: str) -> None:
    assert [(args, answer) for kind, args, answer in CASES if kind == name and not SECOND[name](answer, *args)] == []


# ------------------------------------------------------------------------------------------------------ the second one

P = exact.points


def _stretch(answer: Any, path: Any, low: int, high: int) -> bool:
    first, last = max(0, low), max(0, low, high)
    passed, corners = 0, [exact.along(P(path), first)]
    for a, b in pairwise(P(path)):
        passed += exact.leg(a, b)
        corners += [(int(b[0]), int(b[1]))] if first < passed < last else []
    corners.append(exact.along(P(path), last))
    kept = [corner for at, corner in enumerate(corners) if at == 0 or corner != corners[at - 1]]
    return plain(tuple(kept)) == answer


def _is_along(direction: Any, a: Any, b: Any) -> bool:
    """Whether a vector is the shortest one from a point towards another."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    times = gcd(dx, dy)
    return times > 0 and direction == [dx // times, dy // times] and gcd(*direction) == 1


def _heading(answer: Any, path: Any, distance: int) -> bool:
    legs, left = [(a, b) for a, b in pairwise(path) if a != b], distance
    if not legs:
        return answer is None
    for a, b in legs:
        left -= exact.leg(*P([a, b]))
        if left <= 0:
            return _is_along(answer, a, b)
    return _is_along(answer, *legs[-1])


def _circle(answer: Any, middle: Any, radius: int) -> bool:
    spokes = [(round(10_000 * cos(radians(11.25 * n))), round(10_000 * sin(radians(11.25 * n)))) for n in range(32)]
    wanted = []
    for spoke in spokes:
        x, y = (Fraction(radius * part, 10_000) for part in spoke)
        corner = [middle[0] + _nearest(x), middle[1] + _nearest(y)]
        wanted += [corner] if corner not in wanted else []
    return answer == wanted


def _nearest(number: Fraction) -> int:
    """The nearest whole number, halves away from 0."""
    found = int(abs(number) + Fraction(1, 2))
    return found if number >= 0 else -found


DIRECTIONS = [(Fraction(x), Fraction(y)) for x in range(-4, 5) for y in range(-4, 5) if (x, y) != (0, 0)]


def _grown(answer: Any, outline: Any, radius: int) -> bool:
    """The support of a sum is the sum of the supports; that of the octagon is the least that holds the circle."""
    if radius == 0:
        return answer == [outline]
    pieces = [P(outline)] if len(outline) < 5 else [list(side) for side in exact.sides(P(outline))]
    hulls = answer if len(outline) < 5 else answer[1:]
    short = exact.rounded_up(Fraction(2 * radius * radius)) - radius
    corner = [(Fraction(x), Fraction(y)) for x, y in ((radius, short), (short, radius))]
    octagon = [(x * sx, y * sy) for x, y in corner for sx in (1, -1) for sy in (1, -1)]
    assert (radius + short) ** 2 >= 2 * radius**2 > (radius + short - 1) ** 2
    return len(hulls) == len(pieces) and all(
        exact.reach_of(P(hull), d) == exact.reach_of(piece, d) + exact.reach_of(octagon, d)
        for hull, piece in zip(hulls, pieces, strict=True)
        for d in DIRECTIONS
    )


def _way(answer: Any, start: Any, goal: Any, outlines: Any, size: Any, *, is_area: bool) -> bool:
    own = P(goal) if is_area else P([goal])
    here = P([start])[0]
    if here in own or (is_area and exact.inside(own, here)):
        return bool(answer == [start])
    found = exact.best_way(here, own, [P(outline) for outline in outlines], (size[0], size[1]), is_area)
    return plain(found) == answer if found is not None else answer is None


SECOND: dict[str, Any] = {
    "leg": lambda answer, a, b: exact.leg(*P([a, b])) == answer,
    "length": lambda answer, path: sum(exact.leg(a, b) for a, b in pairwise(P(path))) == answer,
    "touch": lambda answer, a, b, c, d: bool(exact.meetings(*P([a, b, c, d]))) == answer,
    "inside": lambda answer, outline, p: exact.inside(P(outline), P([p])[0]) == answer,
    "crosses": lambda answer, path, outline: exact.crosses(P(path), P(outline)) == answer,
    "enters": lambda answer, a, b, outline: exact.enters(*P([a, b]), P(outline)) == answer,
    "distance_to_path": lambda answer, p, path: exact.rounded_up(exact.to_path(P([p])[0], P(path))) == answer,
    "distance_to_area": lambda answer, p, outline: exact.rounded_up(exact.to_outline(P([p])[0], P(outline))) == answer,
    "along": lambda answer, path, distance: list(exact.along(P(path), distance)) == answer,
    "stretch": _stretch,
    "heading": _heading,
    "direction": lambda answer, a, b: answer is None if a == b else _is_along(answer, a, b),
    "sector": lambda answer, facing, bearing, bounds: exact.sector(P([facing])[0], P([bearing])[0], bounds) == answer,
    "circle": _circle,
    "grown": _grown,
    "way_to_point": lambda *given: _way(*given, is_area=False),
    "way_to_area": lambda *given: _way(*given, is_area=True),
}
