"""Sets, lists and what is asked of all their members.  A set of which one member is unknown is unknown as a whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tankdsl.check.static.values import ABSENT, UNKNOWN, Args, Value, conjunction, disjunction
from tankdsl.check.tree import Core, Local

if TYPE_CHECKING:
    from tankdsl.check.static.evaluator import Run


def _members(run: Run, args: Args) -> Value:
    """`list` and `set`: absent members are left out."""
    found = [value for value in run.values(args) if value is not ABSENT]
    return UNKNOWN if UNKNOWN in found else tuple(found)


def _set(run: Run, args: Args) -> Value:
    members = _members(run, args)
    return tuple(sorted(set(members))) if isinstance(members, tuple) else UNKNOWN  # type: ignore[type-var]


def each(run: Run, local: Local, domain: object, body: object) -> list[tuple[Value, Value]] | None:
    """Every member of a set with what an expression is for it; None when the set is unknown."""
    members = run.value(domain)
    if not isinstance(members, tuple):
        return None
    answers: list[tuple[Value, Value]] = []
    for member in members:
        run.locals[local] = member
        answers.append((member, run.value(body)))
    return answers


def _filter(run: Run, args: Args) -> Value:
    answers = each(run, *args)
    if answers is None or any(not isinstance(answer, bool) for _, answer in answers):
        return UNKNOWN
    return tuple(member for member, answer in answers if answer)


def _map(run: Run, args: Args) -> Value:
    answers = each(run, *args)
    if answers is None or any(answer is UNKNOWN for _, answer in answers):
        return UNKNOWN
    return tuple(answer for _, answer in answers if answer is not ABSENT)


def _quantifier(combine: Callable[[list[Value]], Value], decisive: bool) -> Callable[[Run, Args], Value]:
    """`any` and `all`: the first answer that decides ends it, and nothing is asked twice of a member where only the member counts."""

    def run_it(run: Run, args: Args) -> Value:
        local, domain, body = args
        members = run.value(domain)
        if not isinstance(members, tuple):
            return UNKNOWN
        if id(body) not in run.answers:
            run.answers[id(body)] = {} if _is_about(body, local) else None
        known = run.answers[id(body)]
        answers: list[Value] = []
        for member in members:
            answer = None if known is None else known.get(member)
            if answer is None:
                run.locals[local] = member
                answer = run.value(body)
                if known is not None:
                    known[member] = answer
            if answer is decisive:
                return decisive
            answers.append(answer)
        return combine(answers)

    return run_it


def _is_about(body: object, local: Local) -> bool:
    """Whether an expression rests on no local but one."""
    if isinstance(body, tuple):
        return all(_is_about(part, local) for part in body)
    if isinstance(body, Local):
        return body is local
    return not isinstance(body, Core) or _is_about(body.args, local)


def _count(run: Run, args: Args) -> Value:
    kept = _filter(run, args)
    return len(kept) if isinstance(kept, tuple) else UNKNOWN


def _amounts(run: Run, args: Args) -> list[int] | None:
    answers = each(run, *args)
    if answers is None or any(answer is UNKNOWN for _, answer in answers):
        return None
    return [answer for _, answer in answers if isinstance(answer, int)]


def _sum(run: Run, args: Args) -> Value:
    amounts = _amounts(run, args)
    return UNKNOWN if amounts is None else sum(amounts)


def _extreme(pick: Callable[[list[int]], int]) -> Callable[[Run, Args], Value]:
    def run_it(run: Run, args: Args) -> Value:
        amounts = _amounts(run, args)
        if amounts is None:
            return UNKNOWN
        return pick(amounts) if amounts else ABSENT

    return run_it


def _best(run: Run, args: Args) -> Value:
    local, domain, key, word = args
    answers = each(run, local, domain, key)
    if answers is None or any(answer is UNKNOWN for _, answer in answers):
        return UNKNOWN
    keyed = [(answer, member) for member, answer in answers if isinstance(answer, int)]
    if not keyed:
        return ABSENT
    best = (min if word == "least" else max)(answer for answer, _ in keyed)
    return next(member for answer, member in keyed if answer == best)


def _of_two(compute: Callable[[Args, Args], Args]) -> Callable[[Run, Args], Value]:
    def run_it(run: Run, args: Args) -> Value:
        left, right = run.values(args)
        if not isinstance(left, tuple) or not isinstance(right, tuple):
            return UNKNOWN
        return compute(left, right)

    return run_it


def _in(run: Run, args: Args) -> Value:
    member, domain = run.values(args)
    if member is ABSENT:
        return False
    return UNKNOWN if member is UNKNOWN or not isinstance(domain, tuple) else member in domain


def _of_one(compute: Callable[[Args], Value]) -> Callable[[Run, Args], Value]:
    def run_it(run: Run, args: Args) -> Value:
        domain = run.value(args[0])
        return compute(domain) if isinstance(domain, tuple) else UNKNOWN

    return run_it


def _at_index(run: Run, args: Args) -> Value:
    domain, index = run.values(args)
    if not isinstance(domain, tuple) or not isinstance(index, int):
        return UNKNOWN
    return domain[index] if 0 <= index < len(domain) else ABSENT


def _from(run: Run, args: Args) -> Value:
    """The list, rotated so that it starts at a member."""
    domain, start = run.values(args)
    if not isinstance(domain, tuple) or start is UNKNOWN:
        return UNKNOWN
    if start not in domain:
        return domain
    at = domain.index(start)
    return domain[at:] + domain[:at]


def _minus(a: Args, b: Args) -> Args:
    left_out = frozenset(b)
    return tuple(x for x in a if x not in left_out)


def _intersect(a: Args, b: Args) -> Args:
    others = frozenset(b)
    return tuple(x for x in a if x in others)


OPERATORS: dict[str, Callable[[Run, Args], Value]] = {
    "list": _members, "set": _set, "filter": _filter, "map": _map,
    "any": _quantifier(disjunction, True), "all": _quantifier(conjunction, False),
    "count": _count, "sum": _sum, "minimum": _extreme(min), "maximum": _extreme(max), "best": _best,
    "union": _of_two(lambda a, b: tuple(sorted({*a, *b}))), "minus": _of_two(_minus),
    "intersect": _of_two(_intersect), "in": _in, "size": _of_one(len),
    "first": _of_one(lambda members: members[0] if members else ABSENT),
    "last": _of_one(lambda members: members[-1] if members else ABSENT),
    "at_index": _at_index, "from": _from,
}  # fmt: skip
