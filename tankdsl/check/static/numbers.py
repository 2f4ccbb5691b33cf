"""Arithmetic.  Division and remainder round towards minus infinity; by zero the result is unknown (and reported elsewhere)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tankdsl.check.static.values import UNKNOWN, Args, Value, first_special

if TYPE_CHECKING:
    from tankdsl.check.static.evaluator import Run


def _strict(compute: Callable[..., int]) -> Callable[[Run, Args], Value]:
    """An operator that needs all its operands as numbers."""

    def run_it(run: Run, args: Args) -> Value:
        operands = run.values(args)
        special = first_special(operands)
        if special is not None:
            return special
        return compute(*operands)

    return run_it


def _dividing(compute: Callable[[int, int], int]) -> Callable[[Run, Args], Value]:
    def run_it(run: Run, args: Args) -> Value:
        left, right = run.values(args)
        special = first_special((left, right))
        if special is not None:
            return special
        return compute(left, right) if right else UNKNOWN  # type: ignore[arg-type]

    return run_it


OPERATORS: dict[str, Callable[[Run, Args], Value]] = {
    "+": _strict(lambda a, b: a + b), "-": _strict(lambda a, b: a - b), "*": _strict(lambda a, b: a * b),
    "div": _dividing(lambda a, b: a // b), "mod": _dividing(lambda a, b: a % b),
    "neg": _strict(lambda a: -a), "abs": _strict(abs), "min": _strict(min), "max": _strict(max),
    "clamp": _strict(lambda x, low, high: max(low, min(x, high))),
}  # fmt: skip
