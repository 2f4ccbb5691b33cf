"""Ranges of numbers: sums and products of ranges, comparisons of ranges that do not meet, and rows that add up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tankdsl.check.static import ABSENT, UNKNOWN
from tankdsl.check.tree import Core
from tankdsl.check.types import Int, required
from tankdsl.rules.harm.known import Ends, Known, ends, exact, plain

if TYPE_CHECKING:
    from tankdsl.rules.harm.bounds import Bounds


def _numbers(combine: Callable[..., Ends]) -> Callable[[Bounds, Any], Known]:
    """An operator that needs all its operands as numbers, and is monotone in each or combines their ends itself."""

    def run_it(run: Bounds, args: Any) -> Known:
        operands = [run.known(arg) for arg in args]
        if ABSENT in operands:
            return ABSENT
        found = [ends(operand) for operand in operands]
        return UNKNOWN if None in found else exact(*combine(*found))

    return run_it


def _product(left: Ends, right: Ends) -> Ends:
    corners = [a * b for a in left for b in right]
    return min(corners), max(corners)


def _absolute(only: Ends) -> Ends:
    low, high = sorted((abs(only[0]), abs(only[1])))
    return (0 if only[0] <= 0 <= only[1] else low), high


def _least(*operands: Ends) -> Ends:
    return min(low for low, _ in operands), min(high for _, high in operands)


def _most(*operands: Ends) -> Ends:
    return max(low for low, _ in operands), max(high for _, high in operands)


def _clamped(x: Ends, low: Ends, high: Ends) -> Ends:
    return max(low[0], min(x[0], high[0])), max(low[1], min(x[1], high[1]))


def _compared(test: Callable[[int, int], bool]) -> Callable[[Bounds, Any], Known]:
    """A comparison: decided when all ends of the two ranges agree."""

    def run_it(run: Bounds, args: Any) -> Known:
        left, right = run.known(args[0]), run.known(args[1])
        if ABSENT in (left, right):
            return False
        one, other = ends(left), ends(right)
        if one is None or other is None:
            return False if _never(run, args, left, right, lambda one, other: any(test(a, b) for a in one for b in other)) else UNKNOWN
        answers = {test(a, b) for a in one for b in other}
        return answers.pop() if len(answers) == 1 else UNKNOWN

    return run_it


def _never(run: Bounds, args: Any, left: Known, right: Known, may_hold: Callable[[Ends, Ends], bool]) -> bool:
    """Whether a comparison of a distance that may be absent fails for every distance that there can be between the two."""
    pairs = [(arg, known) for arg, known in zip(args, (left, right), strict=True)]
    one, other = (_spread(arg, known) for arg, known in pairs)
    if one is None or other is None:
        return False
    if not may_hold(one, other):
        return True
    one, other = (_spread(arg, known, 1) for arg, known in pairs)
    if one is None or other is None or may_hold(one, other):
        return False
    return all(_are_apart(run, arg) for arg, known in pairs if ends(known) is None)


def _spread(arg: Core, known: Known, least: int = 0) -> Ends | None:
    """Between which numbers it lies if it is not absent; a distance that is not known is taken to be `least` at least."""
    if known is not UNKNOWN or arg.op != "distance":
        return ends(known)
    type = required(arg.type)
    return (least, type.high) if isinstance(type, Int) else None


def _are_apart(run: Bounds, distance: Core) -> bool:
    """Whether a distance is between two pieces that never stand on the same hex."""
    pieces = [run.value(end.args[2]) for end in distance.args if end.op == "get" and end.args[1] == "at"]
    if run.spacing is None or len(pieces) != 2:
        return False
    one, other = pieces
    return isinstance(one, str) and isinstance(other, str) and run.spacing.are_apart(one, other)


def _equal(run: Bounds, args: Any) -> Known:
    left, right = run.known(args[0]), run.known(args[1])
    if ABSENT in (left, right):
        return False
    if _never(run, args, left, right, _meet):
        return False
    values = plain(left), plain(right)
    return UNKNOWN if UNKNOWN in values else values[0] == values[1]


def _meet(one: Ends, other: Ends) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def _unequal(run: Bounds, args: Any) -> Known:
    left, right = run.known(args[0]), run.known(args[1])
    if ABSENT in (left, right):
        return False
    one, other = ends(left), ends(right)
    if one is not None and other is not None and not _meet(one, other):
        return True
    values = plain(left), plain(right)
    return UNKNOWN if UNKNOWN in values else values[0] != values[1]


def _rows(run: Bounds, args: Any) -> Known:
    """Rows that add up, of which the greatest or least counts: each at its least and its most, and at nothing where it may not apply."""
    combine, rows, low, high = args
    if combine == "every":
        return _every(run, rows)
    found: list[tuple[Ends, bool]] = []
    for amount, when, _, _ in rows:
        applies = run.value(when)
        if applies is not False:
            number = ends(run.known(amount))
            if number is None:
                return _between(run, low, high)
            found.append((number, applies is True))
    result = _added(found) if combine == "sum" else _picked(found, max if combine == "max" else min)
    least, most = ends(run.known(low)), ends(run.known(high))
    result = result if least is None else _most(result, least)
    return exact(*(result if most is None else _least(result, most)))


def _between(run: Bounds, low: object, high: object) -> Known:
    least, most = ends(run.known(low)), ends(run.known(high))
    return UNKNOWN if least is None or most is None else exact(least[0], most[1])


def _every(run: Bounds, rows: Any) -> Known:
    found: Known = True
    for amount, when, _, _ in rows:
        answer = run.value(amount) if run.value(when) is True else UNKNOWN
        if answer is False:
            return False
        found = UNKNOWN if answer is UNKNOWN else found
    return found


def _added(rows: list[tuple[Ends, bool]]) -> Ends:
    low = sum(number[0] if sure else min(0, number[0]) for number, sure in rows)
    return low, sum(number[1] if sure else max(0, number[1]) for number, sure in rows)


def _picked(rows: list[tuple[Ends, bool]], pick: Callable[..., int]) -> Ends:
    """Without any row that applies the result is 0."""
    if not any(sure for _, sure in rows):
        rows = [*rows, ((0, 0), False)]
    all_ends = [end for number, _ in rows for end in number]
    sure = [number for number, is_sure in rows if is_sure]
    if pick is max:
        return max((number[0] for number in sure), default=min(all_ends)), max(all_ends)
    return min(all_ends), min((number[1] for number in sure), default=max(all_ends))


OPERATORS: dict[str, Callable[[Bounds, Any], Known]] = {
    "+": _numbers(lambda a, b: (a[0] + b[0], a[1] + b[1])), "-": _numbers(lambda a, b: (a[0] - b[1], a[1] - b[0])),
    "*": _numbers(_product), "neg": _numbers(lambda a: (-a[1], -a[0])), "abs": _numbers(_absolute),
    "min": _numbers(_least), "max": _numbers(_most), "clamp": _numbers(_clamped),
    "<": _compared(lambda a, b: a < b), "<=": _compared(lambda a, b: a <= b),
    ">": _compared(lambda a, b: a > b), ">=": _compared(lambda a, b: a >= b), "==": _equal, "!=": _unequal, "rows": _rows,
}  # fmt: skip
