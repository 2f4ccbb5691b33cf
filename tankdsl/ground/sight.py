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

**Which sides stop it.** Features lie on sides: hedges, walls, cliffs. `sides` gives those that the line runs through
(between their corners), those that it runs along, and the corners that it meets. Pushed a little to the left or to the
right, the line passes such a corner on one of two ways, each through one or two sides; so at a corner there is a left
and a right way, and the `TiePolicy` decides as it does for hexes. A corner at which the line begins to run along a side
is no case of its own: the two ways around that side are one tie, with the hexes that lie on them. The corner where the
hexes A, B, C meet lies on the line exactly when ``side(A) + side(B) + side(C) = 0``, as it is the middle of the three.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import assert_never

from tankdsl.frozen import FrozenValue
from tankdsl.ground.hexes import Axial, add, distance, subtract

Pair = tuple[Axial, Axial]
"""Two hexes that share a side along which the line runs: left, right."""

Blocks = Callable[[Axial], bool | None]
"""Whether a hex is an obstacle to sight; None for a hex that is not on the map."""

BlocksSide = Callable[[Axial, Axial], bool]
"""Whether the side between two hexes is an obstacle: of one that the line runs through the nearer hex comes first, of one along which it
runs the left one. Sides at the rim of the map are asked too."""


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


class Fork(FrozenValue):
    """A tie: the line touches a corner, or runs along a side, and passes on the left or on the right of it."""

    left: tuple[Pair, ...]
    """The sides on the left way, each with the nearer hex first."""
    right: tuple[Pair, ...]
    hexes: Pair | None
    """Where the line runs along a side, the hexes on its left and right; None at a corner, whose hexes never block."""


class Sides(FrozenValue):
    """The sides that a line meets, in order along it."""

    through: tuple[Pair, ...]
    """Sides between whose corners it runs through: the nearer hex, the farther hex."""
    along: tuple[Pair, ...]
    """Sides along which it runs: the hex on its left, the hex on its right."""
    forks: tuple[Fork, ...]


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
    that meet no tie."""
    sides: tuple[Pair, ...] = ()
    """The sides that block it under the tie policy, in no order of hexes but along the line."""


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


@lru_cache(maxsize=1 << 16)
def sides(dq: int, dr: int) -> Sides:
    """The sides that the line from ``(0, 0)`` to ``(dq, dr)`` meets, those of its ends too."""
    line = crossed(dq, dr)
    if dq == 0 == dr:
        return Sides((), (), ())
    inner = ((0, 0), *line.inside, (dq, dr))
    if line.edges:
        # Hexes and pairs take turns: the line goes from a middle to a corner, along a side, and on to the next middle.
        forks = tuple(
            Fork(((near, left), (left, far)), ((near, right), (right, far)), (left, right))
            for (near, far), (left, right) in zip(pairwise(inner), line.edges, strict=True)
        )
        return Sides((), line.edges, forks)
    through: list[Pair] = []
    corners: list[Fork] = []
    for near, far in pairwise(inner):
        third = next((hex_ for hex_ in line.corners if _meet_on_line(dq, dr, near, far, hex_)), None)
        if third is None:
            through.append((near, far))
        else:
            straight, around = ((near, far),), ((near, third), (third, far))
            left, right = (around, straight) if _side(dq, dr, third) < 0 else (straight, around)
            corners.append(Fork(left, right, None))
    return Sides(tuple(through), (), tuple(corners))


def _meet_on_line(dq: int, dr: int, near: Axial, far: Axial, third: Axial) -> bool:
    """Whether three hexes share a corner that lies on the line."""
    if distance(near, third) != 1 or distance(far, third) != 1:
        return False
    return _side(dq, dr, near) + _side(dq, dr, far) + _side(dq, dr, third) == 0


def is_clear(
    start: Axial,
    target: Axial,
    blocks: Blocks,
    tie: TiePolicy,
    off_map_blocks: bool = False,
    across: BlocksSide | None = None,
    along: BlocksSide | None = None,
) -> bool:
    """True when nothing blocks the line between the centres of two hexes.

    A hex for which `blocks` answers None is off the map and blocks only if `off_map_blocks`. `across` is asked of sides
    that the line passes, `along` of sides along which it runs; without them no side blocks.  A hex and itself always see
    each other; neighbours do unless the side between them blocks. Both ends give the same answer if the questions do.
    """
    if across is not None or along is not None:
        return explain(start, target, blocks, tie, off_map_blocks, across, along).clear
    line = crossed(*subtract(target, start))

    def stops(offset: Axial) -> bool:
        answer = blocks(add(start, offset))
        return off_map_blocks if answer is None else answer

    if any(stops(offset) for offset in line.inside):
        return False
    return not line.edges or not forks_block([(stops(left), stops(right)) for left, right in line.edges], tie)


def forks_block(ways: Sequence[tuple[bool, bool]], tie: TiePolicy | str) -> bool:
    """Whether obstacles at ties block the line; one pair of answers (left way, right way) for each tie, in order along it."""
    match tie:
        case TiePolicy.BOTH:
            return any(left and right for left, right in ways)
        case TiePolicy.EITHER | TiePolicy.DEFENDER_CHOICE:
            return any(left or right for left, right in ways)
        case TiePolicy.ONE_SIDE_CLEAR:
            return any(left for left, _ in ways) and any(right for _, right in ways)
        case _:
            return False


def explain(
    start: Axial,
    target: Axial,
    blocks: Blocks,
    tie: TiePolicy,
    off_map_blocks: bool = False,
    across: BlocksSide | None = None,
    along: BlocksSide | None = None,
) -> SightLine:
    """The same answer as `is_clear`, with every hex that was looked at and those hexes and sides that settled it."""
    line = moved(crossed(*subtract(target, start)), start)

    def stops(hex_: Axial) -> bool:
        answer = blocks(hex_)
        return off_map_blocks if answer is None else answer

    inside = tuple(hex_ for hex_ in line.inside if stops(hex_))
    left = tuple(hex_ for hex_, _ in line.edges if stops(hex_))
    right = tuple(hex_ for _, hex_ in line.edges if stops(hex_))
    through, beside, forks = _blocking_sides(start, target, left, right, across, along)
    chosen = _chosen_way(forks, tie)
    settled = _settling(forks, tie, chosen)
    order = _order(start, target)
    blockers = inside + tuple(hex_ for way in settled for hex_ in way.hexes)
    return SightLine(
        start=start,
        target=target,
        crossing=line,
        clear=not blockers and not through and not beside and not any(way.sides for way in settled),
        obstacles=tuple(sorted(inside + left + right, key=order)),
        blockers=tuple(sorted(blockers, key=order)),
        chosen=chosen,
        sides=tuple(dict.fromkeys((*through, *beside, *(side for way in settled for side in way.sides)))),
    )


class _Way(FrozenValue):
    """What blocks on one way of a fork."""

    hexes: tuple[Axial, ...]
    sides: tuple[Pair, ...]

    @property
    def count(self) -> int:
        """How many obstacles are on it."""
        return len(self.hexes) + len(self.sides)


_Ways = tuple[_Way, _Way]
"""The left and the right way of a fork."""


def _blocking_sides(
    start: Axial,
    target: Axial,
    left: tuple[Axial, ...],
    right: tuple[Axial, ...],
    across: BlocksSide | None,
    along: BlocksSide | None,
) -> tuple[tuple[Pair, ...], tuple[Pair, ...], list[_Ways]]:
    """The sides that block outright, those along which the line runs, and what blocks at each fork, hexes included."""
    met = sides(*subtract(target, start))

    def there(pairs: tuple[Pair, ...]) -> tuple[Pair, ...]:
        return tuple((add(start, a), add(start, b)) for a, b in pairs)

    def stopping(pairs: tuple[Pair, ...], asked: BlocksSide | None) -> tuple[Pair, ...]:
        return () if asked is None else tuple(pair for pair in there(pairs) if asked(*pair))

    ways: list[_Ways] = []
    for fork in met.forks:
        pair = None if fork.hexes is None else (add(start, fork.hexes[0]), add(start, fork.hexes[1]))
        on_left = (pair[0],) if pair is not None and pair[0] in left else ()
        on_right = (pair[1],) if pair is not None and pair[1] in right else ()
        ways.append((_Way(on_left, stopping(fork.left, across)), _Way(on_right, stopping(fork.right, across))))
    return stopping(met.through, across), stopping(met.along, along), ways


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


def _chosen_way(forks: list[_Ways], tie: TiePolicy) -> str | None:
    """The line that a defender takes: the one with more obstacles on it, the left one if equal."""
    if tie is not TiePolicy.DEFENDER_CHOICE or not forks:
        return None
    return "right" if sum(right.count for _, right in forks) > sum(left.count for left, _ in forks) else "left"


def _settling(forks: list[_Ways], tie: TiePolicy, chosen: str | None) -> list[_Way]:
    """The ways with obstacles that block the line under the policy."""
    lefts = [left for left, _ in forks if left.count]
    rights = [right for _, right in forks if right.count]
    match tie:
        case TiePolicy.BOTH:
            return [way for left, right in forks if left.count and right.count for way in (left, right)]
        case TiePolicy.EITHER:
            return lefts + rights
        case TiePolicy.ONE_SIDE_CLEAR:
            return lefts + rights if lefts and rights else []
        case TiePolicy.DEFENDER_CHOICE:
            return rights if chosen == "right" else lefts
        case TiePolicy.NEVER:
            return []
        case _:
            assert_never(tie)
