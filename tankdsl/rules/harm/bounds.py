"""What an expression can be at best and at worst: the partial evaluator of `check/static`, with ranges of numbers and of dice.

A number that is not known lies at least in the range of its type; sums, tables and rolls of such numbers have ranges too, and a comparison
of ranges that do not meet is decided.  What is decided holds whatever is rolled and whatever the game has changed by then.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from tankdsl.check.static import ABSENT, UNKNOWN, Run, Value, World
from tankdsl.check.static.evaluator import DEEPEST
from tankdsl.check.static.evaluator import OPERATORS as PLAIN
from tankdsl.check.tree import Core, Local
from tankdsl.check.types import INT32_MAX
from tankdsl.rules.harm import amounts, members
from tankdsl.rules.harm.known import Known, Within, either, ends, exact, narrowed, plain
from tankdsl.rules.harm.spacing import Assumed, Spacing

Answers = dict[object, Known]
"""What values that were asked before give, by their name and arguments."""
Looks = Callable[[str, Value, Value], Value]
"""Whether one sees by a line of sight from one place to another, where somebody knows it."""


class Bounds(Run):
    """An evaluation that knows ranges; its locals may stand for any `Known`."""

    answers_of: Answers | None = None
    looks: Looks | None = None
    spacing: Spacing | None = None
    assumed: Assumed | None = None
    """Distances of which requirements have said something; None where pieces may have moved since."""

    @staticmethod
    def operators() -> Mapping[str, Callable[..., Known]]:
        """What each operator gives, by its name."""
        return WITH_RANGES

    def value(self, item: object) -> Value:
        """The plain value of an expression or local, else `UNKNOWN`."""
        return plain(self.known(item))

    def known(self, item: object) -> Known:
        """All that is known of an expression or local."""
        if isinstance(item, Core):
            operator = self.operators().get(item.op)
            found = UNKNOWN if operator is None else operator(self, item.args)
        elif isinstance(item, Local):
            found = self.locals.get(item, UNKNOWN)
        else:
            return UNKNOWN
        # Most of what is looked at is known wholly.
        return narrowed(found, item.type) if found is UNKNOWN or isinstance(found, Within) else found

    def called(self, params: tuple[Local, ...], args: tuple[Any, ...]) -> Bounds | None:
        """An evaluation of something that is called."""
        if self.depth >= DEEPEST or len(params) != len(args):
            return None
        inner = framed(self.world, dict(zip(params, args, strict=True)), self.answers_of, self.depth + 1, self.looks, self.spacing)
        inner.assumed = self.assumed
        return inner

    def note(self, condition: Core) -> None:
        """Remember what a condition that has to hold says of distances."""
        if self.assumed is None:
            return
        if condition.op == "and":
            for part in condition.args:
                self.note(part)
        elif condition.op in _FLIPPED:
            for (distance, bound), op in ((condition.args, condition.op), (condition.args[::-1], _FLIPPED[condition.op])):
                key = between(self, distance.args) if distance.op == "distance" else None
                span = None if key is None else ends(self.known(bound))
                if key is not None and span is not None:
                    low, high = self.assumed.get(key, (0, INT32_MAX))
                    least, most = _said(op, span)
                    if max(low, least) <= min(high, most):
                        self.assumed = {**self.assumed, key: (max(low, least), min(high, most))}


_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "=="}


def _said(op: str, span: tuple[int, int]) -> tuple[int, int]:
    """Between which numbers something lies that is compared so with a number of a range."""
    low, high = span
    least = low + 1 if op == ">" else low if op in (">=", "==") else 0
    return least, high - 1 if op == "<" else high if op in ("<=", "==") else INT32_MAX


def between(run: Run, points: tuple[Core, ...]) -> Hashable | None:
    """What a distance is between: the same for the same two things in all evaluations; None when it is not known of what it is."""
    found = [_named(run, point) for point in points]
    return None if None in found else frozenset(found)


def _named(run: Run, item: object) -> Hashable | None:
    """An expression with its locals replaced by what they stand for; None when one is not known."""
    if isinstance(item, Core):
        if item.op == "local":
            found = run.value(item)
            return None if found is UNKNOWN else ("", found)
        parts = tuple(_named(run, part) for part in item.args)
        return None if None in parts else (item.op, parts)
    return item if isinstance(item, (str, int)) else None


def framed(
    world: World,
    locals: dict[Local, Known],
    answers: Answers | None = None,
    depth: int = 0,
    looks: Looks | None = None,
    spacing: Spacing | None = None,
) -> Bounds:
    """An evaluation in a world with what is known of locals; `answers` are shared between evaluations in the same world."""
    return Bounds(world, locals, depth, answers_of=answers, looks=looks, spacing=spacing)  # type: ignore[arg-type]


def _deciding(decisive: bool) -> Callable[[Bounds, Any], Known]:
    """`and` and `or`: what decides it ends the asking."""

    def run_it(run: Bounds, args: Any) -> Known:
        found: Known = not decisive
        before = run.assumed
        for arg in args:
            answer = run.value(arg)
            if answer is decisive:
                found = decisive
                break
            if answer is UNKNOWN:
                found = UNKNOWN
            if before is not None and not decisive:
                run.note(arg)
        if run.assumed is not before:
            run.assumed = before
            run.answers.clear()
        return found

    return run_it


def _distance(run: Bounds, args: Any) -> Known:
    found = PLAIN["distance"](run, args)
    if found is not UNKNOWN or not run.assumed:
        return found
    key = between(run, args)
    return exact(*run.assumed[key]) if key in run.assumed else UNKNOWN


def _sight(run: Bounds, args: Any) -> Known:
    sight, *ends_ = args
    a, b = (run.value(end) for end in ends_)
    if ABSENT in (a, b):
        return False
    return UNKNOWN if run.looks is None or UNKNOWN in (a, b) else run.looks(sight, a, b)


def _local(run: Bounds, args: Any) -> Known:
    return run.known(args[0])


def _else(run: Bounds, args: Any) -> Known:
    found, may_be_absent = _perhaps(run, args[0])
    if found is ABSENT:
        return run.known(args[1])
    return either(found, run.known(args[1])) if may_be_absent and found is not UNKNOWN else found


def _perhaps(run: Bounds, core: Core) -> tuple[Known, bool]:
    """What is known of something if it is there, and whether it may not be."""
    if core.op == "at_index":
        return members.entry_of(run, core.args)
    found = run.known(core)
    return found, found is UNKNOWN


def _if(run: Bounds, args: Any) -> Known:
    test = run.value(args[0])
    if isinstance(test, bool):
        return run.known(args[1] if test else args[2])
    return either(run.known(args[1]), run.known(args[2]))


def _if_let(run: Bounds, args: Any) -> Known:
    local, value, then, orelse = args
    found, may_be_absent = _perhaps(run, value)
    if found is ABSENT:
        return run.known(orelse)
    run.locals[local] = found  # type: ignore[assignment]
    return either(run.known(then), run.known(orelse)) if may_be_absent else run.known(then)


def _call(run: Bounds, args: Any) -> Known:
    name, *given = args
    declared = run.world.program.values.get(name)
    known = tuple(run.known(arg) for arg in given)
    if declared is None:
        return UNKNOWN
    key: Hashable = (name, known)
    if run.assumed and (run.spacing is None or run.spacing.asks(name)):
        key = (name, known, frozenset(run.assumed.items()))
    answers = {} if run.answers_of is None else run.answers_of
    if key not in answers:
        inner = run.called(declared.params, known)
        if inner is None:
            return UNKNOWN
        answers[key] = inner.known(declared.body)
    return answers[key]


WITH_RANGES: dict[str, Callable[[Bounds, Any], Known]] = {
    **PLAIN, **amounts.OPERATORS, **members.OPERATORS,
    "and": _deciding(False), "or": _deciding(True), "local": _local, "else": _else, "if": _if, "iflet": _if_let, "call": _call,
    "sight": _sight, "distance": _distance,
}  # fmt: skip
"""All operators; those without ranges see what is not known wholly as unknown."""
