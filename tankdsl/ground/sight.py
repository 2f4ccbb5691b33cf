"""Sight lines between the centres of hexes, exactly.

**The line.** Let ``d = (dq, dr)`` be the difference of the two hexes. For an offset ``h = (q, r)`` let

    side(h)  = dq * r - dr * q                     which side of the line, and how far from it
    along(h) = 2*dq*q + dq*r + dr*q + 2*dr*r       how far along the line (twice the dot product)

In units of a third of a step the corners of a hex lie at ±(2,-1), ±(1,1), ±(-1,2) from its centre. The
farthest of them from the line through the centre is at

    reach = max(|dq + 2*dr|, |dq - dr|, |2*dq + dr|)

so that the straight line

    crosses the inside of h         when |3 * side(h)| < reach
    runs along a side of h          when |3 * side(h)| = reach and one of the three terms is 0
    touches h in a single corner    when |3 * side(h)| = reach and none of them is 0

(two corners are equally far exactly when the line is parallel to a side). `h` lies strictly between the
ends when ``0 < along(h) < along(d)``: hexes are the cells of points nearest to their centres, so along
any line the cells come in the order of ``along``. Everything is an integer, nothing is rounded, and the
sets are the same seen from the other end.

**Which hexes stop it.** The two ends never block. A hex that the line crosses blocks if it is an
obstacle. A hex touched in a corner never blocks. Where the line runs along a side, two hexes border it,
one on the left and one on the right (seen from the start), and the `TiePolicy` decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import lru_cache
from typing import assert_never

from tankdsl.frozen import FrozenValue
from tankdsl.ground.hexes import Axial, add, subtract

Pair = tuple[Axial, Axial]
"""Two hexes that share a side along which the line runs: left, right."""

Blocks = Callable[[Axial], bool | None]
"""Whether a hex is an obstacle to sight; None for a hex that is not on the map."""


class TiePolicy(StrEnum):
    """What counts where the line runs along the side between two hexes."""

    BOTH = "both"
    """Pair by pair: blocked where both hexes of one side block."""
    EITHER = "either"
    """Blocked where any hex on either side blocks."""
    ONE_SIDE_CLEAR = "one_side_clear"
    """Blocked when something blocks on the left and something on the right, neighbours or not."""
    DEFENDER_CHOICE = "defender_choice"
    """The line is pushed to the left, then to the right, as a whole; the worse for the shooter counts.

    For a yes or no this comes to the same as `EITHER`; `explain` names the line that was chosen.
    """
    NEVER = "never"
    """Nothing that the line only runs along blocks it."""


class Crossing(FrozenValue):
    """The hexes that a line meets between its ends, in order along it."""

    inside: tuple[Axial, ...]
    """Hexes whose inside the line crosses."""
    edges: tuple[Pair, ...]
    """Sides along which the line runs: the hex on its left, the hex on its right."""
    corners: tuple[Axial, ...]
    """Hexes that the line touches in one corner only."""


class SightLine(FrozenValue):
    """Why a sight line is clear or blocked. All hexes are absolute and in order from the start."""

    start: Axial
    target: Axial
    crossing: Crossing
    clear: bool
    obstacles: tuple[Axial, ...]
    """Every obstacle that the line crosses or runs along, whether it settles the matter or not."""
    blockers: tuple[Axial, ...]
    """The obstacles that block it under the tie policy; empty when the line is clear."""
    chosen: str | None
    """`left` or `right`: the line that the defender chose. None under other policies, and on lines
    that run along no side."""


@lru_cache(maxsize=1 << 16)
def crossed(dq: int, dr: int) -> Crossing:
    """The offsets that the line from ``(0, 0)`` to ``(dq, dr)`` meets strictly between its ends."""
    terms = (dq + 2 * dr, dq - dr, 2 * dq + dr)
    reach = max(abs(term) for term in terms)
    end = _along(dq, dr, (dq, dr))
    between = [h for h in _near_line(dq, dr, reach) if 0 < _along(dq, dr, h) < end]
    between.sort(key=lambda h: (_along(dq, dr, h), _side(dq, dr, h)))
    inside = tuple(h for h in between if 3 * abs(_side(dq, dr, h)) < reach)
    touched = [h for h in between if 3 * abs(_side(dq, dr, h)) == reach]
    if 0 not in terms:
        return Crossing(inside, (), tuple(touched))
    # The two hexes at a side mirror each other, so each list is in step with the other. Rows count
    # downwards, hence the negative side of the line is the left one.
    left = [h for h in touched if _side(dq, dr, h) < 0]
    right = [h for h in touched if _side(dq, dr, h) > 0]
    return Crossing(inside, tuple(zip(left, right, strict=True)), ())


def _side(dq: int, dr: int, h: Axial) -> int:
    return dq * h[1] - dr * h[0]


def _along(dq: int, dr: int, h: Axial) -> int:
    return 2 * dq * h[0] + dq * h[1] + dr * h[0] + 2 * dr * h[1]


def _near_line(dq: int, dr: int, reach: int) -> Iterator[Axial]:
    """Every offset with ``3 * |side| <= reach`` near the line: a few for each step of the longer axis."""
    if abs(dq) < abs(dr):
        # Exchanging q and r mirrors the plane: sides change sign, distances stay.
        for r, q in _near_line(dr, dq, reach):
            yield (q, r)
        return
    if dq == 0:
        return
    low, high = min(0, dq), max(0, dq)
    for q in range(low - 1, high + 2):
        # dq * r lies in dr * q ± reach / 3; with both signs of dq the bounds may come exchanged.
        bounds = ((3 * dr * q - reach) // (3 * dq), (3 * dr * q + reach) // (3 * dq))
        for r in range(min(bounds), max(bounds) + 2):
            if 3 * abs(dq * r - dr * q) <= reach:
                yield (q, r)


def is_clear(start: Axial, target: Axial, blocks: Blocks, tie: TiePolicy, off_map_blocks: bool = False) -> bool:
    """True when nothing blocks the line between the centres of two hexes.

    A hex for which `blocks` answers None is off the map and blocks only if `off_map_blocks`.
    Neighbours, and a hex and itself, always see each other. Both ends give the same answer.
    """
    line = crossed(*subtract(target, start))

    def stops(offset: Axial) -> bool:
        answer = blocks(add(start, offset))
        return off_map_blocks if answer is None else answer

    if any(stops(offset) for offset in line.inside):
        return False
    return not line.edges or not _edges_block([(stops(left), stops(right)) for left, right in line.edges], tie)


def _edges_block(sides: list[tuple[bool, bool]], tie: TiePolicy) -> bool:
    """Whether obstacles beside the line block it; one pair of answers (left, right) for each side."""
    match tie:
        case TiePolicy.BOTH:
            return any(left and right for left, right in sides)
        case TiePolicy.EITHER:
            return any(left or right for left, right in sides)
        case TiePolicy.ONE_SIDE_CLEAR:
            return any(left for left, _ in sides) and any(right for _, right in sides)
        case TiePolicy.DEFENDER_CHOICE:
            return any(left for left, _ in sides) or any(right for _, right in sides)
        case TiePolicy.NEVER:
            return False
        case _:
            assert_never(tie)


def explain(start: Axial, target: Axial, blocks: Blocks, tie: TiePolicy, off_map_blocks: bool = False) -> SightLine:
    """The same answer as `is_clear`, with every hex that was looked at and those that settled it."""
    line = moved(crossed(*subtract(target, start)), start)

    def stops(hex_: Axial) -> bool:
        answer = blocks(hex_)
        return off_map_blocks if answer is None else answer

    inside = tuple(hex_ for hex_ in line.inside if stops(hex_))
    left = tuple(hex_ for hex_, _ in line.edges if stops(hex_))
    right = tuple(hex_ for _, hex_ in line.edges if stops(hex_))
    chosen = _chosen_side(line, left, right, tie)
    blockers = inside + _edge_blockers(line, left, right, tie, chosen)
    order = _order(start, target)
    return SightLine(
        start=start,
        target=target,
        crossing=line,
        clear=not blockers,
        obstacles=tuple(sorted(inside + left + right, key=order)),
        blockers=tuple(sorted(blockers, key=order)),
        chosen=chosen,
    )


def moved(crossing: Crossing, start: Axial) -> Crossing:
    """A crossing of offsets as one of absolute hexes."""
    return Crossing(
        tuple(add(start, h) for h in crossing.inside),
        tuple((add(start, a), add(start, b)) for a, b in crossing.edges),
        tuple(add(start, h) for h in crossing.corners),
    )


def _order(start: Axial, target: Axial) -> Callable[[Axial], tuple[int, int]]:
    dq, dr = subtract(target, start)

    def key(hex_: Axial) -> tuple[int, int]:
        offset = subtract(hex_, start)
        return (_along(dq, dr, offset), _side(dq, dr, offset))

    return key


def _chosen_side(line: Crossing, left: tuple[Axial, ...], right: tuple[Axial, ...], tie: TiePolicy) -> str | None:
    """The line that a defender takes: the one with more obstacles beside it, the left one if equal."""
    if tie is not TiePolicy.DEFENDER_CHOICE or not line.edges:
        return None
    return "right" if len(right) > len(left) else "left"


def _edge_blockers(
    line: Crossing,
    left: tuple[Axial, ...],
    right: tuple[Axial, ...],
    tie: TiePolicy,
    chosen: str | None,
) -> tuple[Axial, ...]:
    match tie:
        case TiePolicy.BOTH:
            return tuple(h for a, b in line.edges if a in left and b in right for h in (a, b))
        case TiePolicy.EITHER:
            return left + right
        case TiePolicy.ONE_SIDE_CLEAR:
            return left + right if left and right else ()
        case TiePolicy.DEFENDER_CHOICE:
            return right if chosen == "right" else left
        case TiePolicy.NEVER:
            return ()
        case _:
            assert_never(tie)
