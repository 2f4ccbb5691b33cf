"""What an expression can be at best and at worst: the partial evaluator of `check/static`, with ranges of numbers and of dice.

A number that is not known lies at least in the range of its type; sums, tables and rolls of such numbers have ranges too, and a comparison
of ranges that do not meet is decided.  What is decided holds whatever is rolled and whatever the game has changed by then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from tankdsl.check.static import ABSENT, UNKNOWN, Run, Value, World
from tankdsl.check.static.evaluator import DEEPEST, OPERATORS
from tankdsl.check.tree import Core, Local
from tankdsl.check.types import INT32_MAX, INT32_MIN, Int, Kind, Per, Pool, Type
from tankdsl.frozen import FrozenValue


class Within(FrozenValue):
    """A number that lies between two others, both included."""

    low: int
    high: int


class Dice(FrozenValue):
    """Rolled dice: how many there are, and what each can show."""

    fewest: int
    most: int
    low: int
    high: int


class Group(FrozenValue):
    """Some things, of which one is known to be among them; there are no more than `most`."""

    member: str
    most: int


class Some(FrozenValue):
    """A thing of a kind; which one is not known."""

    kind: str


Known: TypeAlias = Value | Within | Dice | Group | Some
"""What is known of a value: all of it, a range, its kind, or nothing (`UNKNOWN`)."""

Answers = dict[object, Known]
"""What values that were asked before give, by their name and arguments."""


class Bounds(Run):
    """An evaluation that knows ranges; its locals may stand for any `Known`."""

    answers_of: Answers | None = None

    def value(self, item: object) -> Value:
        """The plain value of an expression or local, else `UNKNOWN`."""
        return plain(self.known(item))

    def known(self, item: object) -> Known:
        """All that is known of an expression or local."""
        if isinstance(item, Core):
            operator = WITH_RANGES.get(item.op)
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
        return Bounds(self.world, dict(zip(params, args, strict=True)), self.depth + 1, answers_of=self.answers_of)


def bounds(world: World, locals: dict[Local, Known] | None = None, answers: Answers | None = None) -> Bounds:
    """A new evaluation in a world."""
    return Bounds(world, dict(locals or {}), answers_of={} if answers is None else answers)  # type: ignore[arg-type]


def plain(known: Known) -> Value:
    """The value if it is known wholly."""
    if not isinstance(known, FrozenValue):
        return known
    return known.low if isinstance(known, Within) and known.low == known.high else UNKNOWN


def narrowed(known: Known, type: Type) -> Known:
    """What is known, with what the type says."""
    if known is UNKNOWN:
        if isinstance(type, Int):
            return UNKNOWN if type.low == INT32_MIN and type.high == INT32_MAX else Within(type.low, type.high)
        if isinstance(type, Kind):
            return Some(type.name)
        return Dice(type.fewest, type.most, type.low, type.high) if isinstance(type, Pool) else UNKNOWN
    if isinstance(known, Within) and isinstance(type, Int):
        low, high = max(known.low, type.low), min(known.high, type.high)
        return Within(low, high) if low <= high else known
    return known


def ends(known: Known) -> tuple[int, int] | None:
    """Between which numbers it lies; None when that is not known, or when it may be no number."""
    if isinstance(known, Within):
        return known.low, known.high
    if isinstance(known, int) and not isinstance(known, bool):
        return known, known
    return None


def either(left: Known, right: Known) -> Known:
    """What is known of something that is one of two."""
    if left == right and type(left) is type(right):
        return left
    one, other = ends(left), ends(right)
    if one is None or other is None:
        return UNKNOWN
    return Within(min(one[0], other[0]), max(one[1], other[1]))


# ------------------------------------------------------------------------------------------------------------- numbers


Ends = tuple[int, int]


def _numbers(combine: Callable[..., Ends]) -> Callable[[Bounds, Any], Known]:
    """An operator that needs all its operands as numbers, and is monotone in each or combines their ends itself."""

    def run_it(run: Bounds, args: Any) -> Known:
        operands = [run.known(arg) for arg in args]
        if ABSENT in operands:
            return ABSENT
        found = [ends(operand) for operand in operands]
        return UNKNOWN if None in found else exact(*combine(*found))

    return run_it


def exact(low: int, high: int) -> Known:
    """A range, or the only number in it."""
    return low if low == high else Within(low, high)


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
            return UNKNOWN
        answers = {test(a, b) for a in one for b in other}
        return answers.pop() if len(answers) == 1 else UNKNOWN

    return run_it


def _equal(run: Bounds, args: Any) -> Known:
    left, right = run.known(args[0]), run.known(args[1])
    if ABSENT in (left, right):
        return False
    one, other = ends(left), ends(right)
    if one is not None and other is not None and (one[1] < other[0] or other[1] < one[0]):
        return False
    values = plain(left), plain(right)
    return UNKNOWN if UNKNOWN in values else values[0] == values[1]


def _unequal(run: Bounds, args: Any) -> Known:
    if ABSENT in (run.known(args[0]), run.known(args[1])):
        return False
    found = _equal(run, args)
    return not found if isinstance(found, bool) else UNKNOWN


# ---------------------------------------------------------------------------------------------------- branches and calls


def _deciding(decisive: bool) -> Callable[[Bounds, Any], Known]:
    """`and` and `or`: what decides it ends the asking."""

    def run_it(run: Bounds, args: Any) -> Known:
        found: Known = not decisive
        for arg in args:
            answer = run.value(arg)
            if answer is decisive:
                return decisive
            if answer is UNKNOWN:
                found = UNKNOWN
        return found

    return run_it


def _local(run: Bounds, args: Any) -> Known:
    return run.known(args[0])


def _else(run: Bounds, args: Any) -> Known:
    found = run.known(args[0])
    if found is ABSENT:
        return run.known(args[1])
    return found if found is not UNKNOWN else UNKNOWN


def _if(run: Bounds, args: Any) -> Known:
    test = run.value(args[0])
    if isinstance(test, bool):
        return run.known(args[1] if test else args[2])
    return either(run.known(args[1]), run.known(args[2]))


def _if_let(run: Bounds, args: Any) -> Known:
    local, value, then, orelse = args
    found = run.known(value)
    if found is ABSENT:
        return run.known(orelse)
    run.locals[local] = found  # type: ignore[assignment]
    return run.known(then) if found is not UNKNOWN else either(run.known(then), run.known(orelse))


def _call(run: Bounds, args: Any) -> Known:
    name, *given = args
    declared = run.world.program.values.get(name)
    known = tuple(run.known(arg) for arg in given)
    if declared is None:
        return UNKNOWN
    key = (name, known)
    answers = {} if run.answers_of is None else run.answers_of
    if key not in answers:
        inner = run.called(declared.params, known)
        if inner is None:
            return UNKNOWN
        answers[key] = inner.known(declared.body)
    return answers[key]


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


# ---------------------------------------------------------------------------------------------------------- dice and sets


def _one_die(run: Bounds, args: Any) -> Known:
    dice = run.known(args[0])
    if not isinstance(dice, Dice):
        return UNKNOWN
    if dice.most == 0:
        return ABSENT
    return exact(dice.low, dice.high) if dice.fewest > 0 else UNKNOWN


def _total(run: Bounds, args: Any) -> Known:
    dice = run.known(args[0])
    if not isinstance(dice, Dice):
        return UNKNOWN
    return exact(*_product((dice.fewest, dice.most), (dice.low, dice.high)))


def _quantified(decisive: bool) -> Callable[[Bounds, Any], Known]:
    """`any` and `all`: of a set that is not known, what the condition is for every possible member may still decide."""
    asked = OPERATORS["any" if decisive else "all"]

    def run_it(run: Bounds, args: Any) -> Known:
        local, domain, body = args
        if plain(members := run.known(domain)) is UNKNOWN:
            if isinstance(members, Group):
                run.locals[local] = members.member
                if run.value(body) is decisive:
                    return decisive
            run.locals.pop(local, None)
            answer = run.value(body)
            return answer if isinstance(answer, bool) and answer is not decisive else UNKNOWN
        return asked(run, args)

    return run_it


def _filter(run: Bounds, args: Any) -> Known:
    local, domain, body = args
    if run.value(domain) is UNKNOWN:
        run.locals.pop(local, None)
        return () if run.value(body) is False else UNKNOWN
    return OPERATORS["filter"](run, args)


def _count(run: Bounds, args: Any) -> Known:
    local, domain, body = args
    members = run.known(domain)
    if plain(members) is not UNKNOWN:
        found = OPERATORS["count"](run, args)
        if found is not UNKNOWN:
            return found
    run.locals.pop(local, None)
    answer = run.value(body)
    if answer is False:
        return 0
    size = _how_many(members)
    return UNKNOWN if size is None else exact(size[0] if answer is True else 0, size[1])


def _size(run: Bounds, args: Any) -> Known:
    size = _how_many(run.known(args[0]))
    return UNKNOWN if size is None else exact(*size)


def _how_many(members: Known) -> Ends | None:
    """How many members a set has."""
    if isinstance(members, tuple):
        return len(members), len(members)
    if isinstance(members, Dice):
        return members.fewest, members.most
    return (1, members.most) if isinstance(members, Group) else None


def _things(run: Bounds, args: Any) -> Known:
    """Which pieces are there changes; only kinds of ground stay as they are."""
    kind = run.world.program.kinds.get(args[0])
    return OPERATORS["things"](run, args) if kind is not None and kind.category == "terrain" else UNKNOWN


def _owned(run: Bounds, args: Any) -> Known:
    return UNKNOWN


def _as_kind(run: Bounds, args: Any) -> Known:
    kind, subject = args
    thing = run.known(subject)
    if isinstance(thing, Some):
        return UNKNOWN if related(run.world, thing.kind, kind) else ABSENT
    instance = run.world.instances.get(thing) if isinstance(thing, str) else None
    if instance is None:
        return thing if thing is ABSENT else UNKNOWN
    return thing if run.world.is_a(instance.kind, kind) else ABSENT


def related(world: World, kind: str, other: str) -> bool:
    """Whether a thing of one kind can be one of another."""
    return world.is_a(kind, other) or world.is_a(other, kind)


def _at_index(run: Bounds, args: Any) -> Known:
    """An entry of a list; where the index is not known, anything between the least and the greatest entry."""
    entries, index = run.value(args[0]), run.value(args[1])
    if not isinstance(entries, tuple) or not entries or index is ABSENT:
        return OPERATORS["at_index"](run, args)
    at = _position(run, args[0], index) if isinstance(index, str) else index if isinstance(index, int) else None
    if at is not None:
        return entries[at] if 0 <= at < len(entries) else ABSENT
    numbers = [ends(entry) for entry in entries]
    if None in numbers:
        return UNKNOWN
    return exact(min(number[0] for number in numbers if number), max(number[1] for number in numbers if number))


def _position(run: Bounds, entries: object, member: str) -> int | None:
    """The position of a member in the enum, or of a part in the arcs, that a stat has a value for each of."""
    type = entries.type if isinstance(entries, Core) else None
    if not isinstance(type, Per):
        return None
    program = run.world.program
    named = program.arcs[type.enum.removeprefix("arcs.")].parts if type.enum.startswith("arcs.") else program.enums.get(type.enum, ())
    return next((at for at, (name, _) in enumerate(named) if name == member), None)


RANGES: dict[str, Callable[[Bounds, Any], Known]] = {
    "+": _numbers(lambda a, b: (a[0] + b[0], a[1] + b[1])), "-": _numbers(lambda a, b: (a[0] - b[1], a[1] - b[0])),
    "*": _numbers(_product), "neg": _numbers(lambda a: (-a[1], -a[0])), "abs": _numbers(_absolute),
    "min": _numbers(_least), "max": _numbers(_most), "clamp": _numbers(_clamped),
    "<": _compared(lambda a, b: a < b), "<=": _compared(lambda a, b: a <= b),
    ">": _compared(lambda a, b: a > b), ">=": _compared(lambda a, b: a >= b), "==": _equal, "!=": _unequal,
    "and": _deciding(False), "or": _deciding(True), "local": _local, "else": _else, "if": _if, "iflet": _if_let, "call": _call, "rows": _rows,
    "highest": _one_die, "lowest": _one_die, "total": _total,
    "any": _quantified(True), "all": _quantified(False), "filter": _filter, "count": _count, "size": _size,
    "things": _things, "owned": _owned,
    "as_kind": _as_kind, "at_index": _at_index,
}  # fmt: skip

WITH_RANGES: dict[str, Callable[[Bounds, Any], Known]] = {**OPERATORS, **RANGES}
"""All operators; those without ranges see what is not known wholly as unknown."""
