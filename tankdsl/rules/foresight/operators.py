"""What conditions, numbers and sets may be when their parts may be several things."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tankdsl.check import tree
from tankdsl.check.static import Value
from tankdsl.check.tree import Conjunct, Core, Local
from tankdsl.check.types import Place, Set
from tankdsl.rules.foresight.asking import Asked, Env, ask, plain_values
from tankdsl.rules.foresight.crowds import at_once, parts_that_want
from tankdsl.rules.foresight.values import (
    ABSENT,
    ANY,
    EITHER,
    NEVER,
    NO,
    NOTHING,
    YES,
    Around,
    Group,
    Outcome,
    Span,
    Where,
    joined,
    may_fail,
    may_hold,
    span_of,
    truth,
)  # fmt: skip

if TYPE_CHECKING:
    from tankdsl.rules.foresight.moments import Moment

APART = 12
"""Members of a set of places that are looked at one by one; of a larger set all at once."""


# ------------------------------------------------------------------------------------------------------------ conditions


def _and(moment: Moment, env: Env, core: Core) -> Outcome:
    may, may_not = True, False
    for arg in core.args:
        found = ask(moment, env, arg)
        may, may_not = may and may_hold(found), may_not or may_fail(found)
        if not may:
            return NO
    asking = parts_that_want(moment.outlook, core)
    return truth(len(asking) < 2 or at_once(moment, [(env, arg) for arg in asking]) == len(asking), may_not)


def _or(moment: Moment, env: Env, core: Core) -> Outcome:
    may, may_not = False, True
    for arg in core.args:
        found = ask(moment, env, arg)
        may, may_not = may or may_hold(found), may_not and may_fail(found)
        if not may_not:
            return YES
    return truth(may, may_not)


def _not(moment: Moment, env: Env, core: Core) -> Outcome:
    return _negated(ask(moment, env, core.args[0]))


def _absent(moment: Moment, env: Env, core: Core) -> Outcome:
    return _absence(moment, ask(moment, env, core.args[0]))


def _negated(found: Outcome) -> Outcome:
    return truth(may_fail(found), may_hold(found))


def _absence(moment: Moment, found: Outcome) -> Outcome:
    """Whether a value may be absent."""
    if isinstance(found, frozenset):
        return truth(ABSENT in found, bool(found - NOTHING))
    if isinstance(found, Where) and not found.near:
        return truth(any(moment.may_be_off(thing) for thing in found.things), any(moment.may_be_on(thing) for thing in found.things))
    return NO if isinstance(found, (Span, Group, Around)) else EITHER


def _present(moment: Moment, env: Env, core: Core) -> Outcome:
    return _negated(_absent(moment, env, core))


def _else(moment: Moment, env: Env, core: Core) -> Outcome:
    found = ask(moment, env, core.args[0])
    if isinstance(found, frozenset):
        if ABSENT not in found:
            return found
        rest = found - NOTHING
        return joined(rest, ask(moment, env, core.args[1])) if rest else ask(moment, env, core.args[1])
    return joined(found, ask(moment, env, core.args[1]))


def _if(moment: Moment, env: Env, core: Core) -> Outcome:
    test, then, orelse = core.args
    found = ask(moment, env, test)
    if not may_hold(found):
        return ask(moment, env, orelse)
    return ask(moment, env, then) if not may_fail(found) else joined(ask(moment, env, then), ask(moment, env, orelse))


def _if_let(moment: Moment, env: Env, core: Core) -> Outcome:
    local, value, then, orelse = core.args
    found = ask(moment, env, value)
    if found == NOTHING:
        return ask(moment, env, orelse)
    known = ask(moment, {**env, local: there(found)}, then)
    sure = isinstance(found, (Span, Group)) or (isinstance(found, frozenset) and ABSENT not in found)
    return known if sure else joined(known, ask(moment, env, orelse))


def there(outcome: Outcome) -> Outcome:
    """A value that is known not to be absent."""
    return outcome - NOTHING if isinstance(outcome, frozenset) else outcome


def _call(moment: Moment, env: Env, core: Core) -> Outcome:
    name, *given = core.args
    found = moment.outlook.program.values.get(name)
    if found is None:
        return ANY
    inner = {local: ask(moment, env, arg) for local, arg in zip(found.params, given, strict=False)}
    return moment.called(("value", name, *inner.values()), lambda: ask(moment, inner, found.body))


def _holds(moment: Moment, env: Env, core: Core) -> Outcome:
    name, *given = core.args
    return guard(moment, env, name, tuple(given))


def guard(moment: Moment, env: Env, name: str, given: tuple[Core, ...]) -> Outcome:
    """Whether a guard may hold."""
    found = moment.outlook.program.guards.get(name)
    if found is None:
        return EITHER
    inner = {local: ask(moment, env, arg) for local, arg in zip(found.params, given, strict=False)}
    return moment.called(("guard", name, *inner.values()), lambda: demanded(moment, inner, found.demands))


def demanded(moment: Moment, env: Env, demands: tuple[Conjunct, ...]) -> Outcome:
    """Whether requirements may be met; what they bind is put into `env`."""
    may_not = False
    for demand in demands:
        match demand:
            case tree.Demand(condition=condition):
                found = ask(moment, env, condition)
            case tree.DemandLet(local=local, value=value):
                outcome = ask(moment, env, value)
                found = truth(*(may_hold(each) for each in (_negated(_absence(moment, outcome)), _absence(moment, outcome))))
                env[local] = there(outcome)
            case tree.DemandGuard(guard=name, args=args):
                found = guard(moment, env, name, args)
            case tree.DemandEach(local=local, domain=domain, demands=inner):
                found = _for_each(moment, env, local, domain, inner)
        if not may_hold(found):
            return NO
        may_not = may_not or may_fail(found)
    return truth(True, may_not)


def _for_each(moment: Moment, env: Env, local: Local, domain: Core, demands: tuple[Conjunct, ...]) -> Outcome:
    found = ask(moment, env, domain)
    sure = found.certain if isinstance(found, Group) else ()
    if all(may_hold(demanded(moment, {**env, local: frozenset({member})}, demands)) for member in sure):
        return EITHER
    return NO


def _mission_met(moment: Moment, env: Env, core: Core) -> Outcome:
    mission, side = core.args
    found, who = ask(moment, env, mission), ask(moment, env, side)
    ids = [*found] if isinstance(found, frozenset) else [*moment.outlook.program.missions, ABSENT]
    if moment.all_met:
        return truth(any(id is not ABSENT for id in ids), True)
    may = may_not = False
    for id in ids or [ABSENT]:
        known = moment.outlook.mission(id)
        answer = NO if known is None else ask(moment, {known.side: who}, known.met)
        may, may_not = may or may_hold(answer), may_not or may_fail(answer)
    return truth(may, may_not)


def _running(moment: Moment, env: Env, core: Core) -> Outcome:
    """So many closings in a row: the first of them has to be that many closings earlier."""
    scope, op, count, inner = core.args
    ends = span_of(ask(moment, env, count))
    if op not in (">", ">=") or ends is None:
        return truth(may_hold(ask(moment, env, inner)), True)
    needed = ends.low + (op == ">")
    rounds, is_in_rounds = moment.outlook.closings_in_a_row(scope, needed)
    earlier = moment.earlier(rounds) if rounds else moment
    return truth(moment.round - rounds >= is_in_rounds and may_hold(ask(earlier, env, inner)), True)


def _throughout(moment: Moment, env: Env, core: Core) -> Outcome:
    return truth(may_hold(ask(moment, env, core.args[1])), True)


# --------------------------------------------------------------------------------------------------------------- numbers


def compared(moment: Moment, env: Env, core: Core) -> Outcome:
    """How two numbers compare."""
    left, right = (ask(moment, env, arg) for arg in core.args)
    if NEVER in (left, right):
        return NEVER
    absent = any(isinstance(end, frozenset) and ABSENT in end for end in (left, right))
    a, b = span_of(left), span_of(right)
    if a is None or b is None:
        return NO if NOTHING in (left, right) else EITHER
    if core.op in (">", ">="):
        a, b = b, a
    strict = core.op in ("<", ">")
    if moment.is_lenient and b.high > 0:
        return EITHER
    return truth(a.low < b.high + (not strict), absent or a.high > b.low - strict)


def _arithmetic(moment: Moment, env: Env, core: Core) -> Outcome:
    values = [ask(moment, env, arg) for arg in core.args]
    if NEVER in values:
        return NEVER
    spans = [span_of(value) for value in values]
    if any(isinstance(value, frozenset) and ABSENT in value for value in values):
        return ANY
    lows = [span.low for span in spans if span is not None]
    highs = [span.high for span in spans if span is not None]
    if len(lows) < len(values):
        return ANY
    match core.op:
        case "+":
            return Span(sum(lows), sum(highs))
        case "-":
            return Span(lows[0] - highs[1], highs[0] - lows[1])
        case "neg":
            return Span(-highs[0], -lows[0])
        case "min":
            return Span(min(lows), min(highs))
        case "max":
            return Span(max(lows), max(highs))
        case _:
            ends = [a * b for a in (lows[0], highs[0]) for b in (lows[1], highs[1])]
            return Span(min(ends), max(ends))


def _rows(moment: Moment, env: Env, core: Core) -> Outcome:
    """Rows that add up; what they are combined to in other ways is not known."""
    combine, rows, low, high = core.args
    if combine != "sum":
        return ANY
    least = most = 0
    for amount, when, *_ in rows:
        applies = ask(moment, env, when)
        ends = span_of(ask(moment, env, amount))
        if ends is None:
            return ANY
        if may_hold(applies):
            least += min(ends.low, 0) if may_fail(applies) else ends.low
            most += max(ends.high, 0) if may_fail(applies) else ends.high
    for bound, word in ((low, max), (high, min)):
        ends = span_of(ask(moment, env, bound)) if isinstance(bound, Core) else None
        if ends is not None:
            least, most = word(least, ends.low), word(most, ends.high)
    return Span(least, max(least, most))


# ------------------------------------------------------------------------------------------------------------------ sets


def members(found: Outcome, domain: Core) -> tuple[list[Outcome], int] | None:
    """The possible members of a set, and how many of the first are sure; None when they are not known."""
    match found:
        case Group(possible=possible, certain=certain):
            if len(possible) > APART and isinstance(domain.type, Set) and isinstance(domain.type.of, Place):
                return [frozenset(possible)], 0
            sure = [member for member in possible if member in certain]
            return [frozenset({member}) for member in (*sure, *(member for member in possible if member not in certain))], len(sure)
        case Around(things=things, near=near):
            return [Where(things, near)], 0
        case _:
            return None


def _any(moment: Moment, env: Env, core: Core) -> Outcome:
    local, domain, body = core.args
    found = members(ask(moment, env, domain), domain)
    if found is None:
        return EITHER
    may, may_not = False, True
    for number, member in enumerate(found[0]):
        answer = ask(moment, {**env, local: member}, body)
        may = may or may_hold(answer)
        may_not = may_not and (number >= found[1] or may_fail(answer))
    return truth(may, may_not)


def _all(moment: Moment, env: Env, core: Core) -> Outcome:
    local, domain, body = core.args
    found = members(ask(moment, env, domain), domain)
    if found is None:
        return EITHER
    may, may_not = True, False
    for number, member in enumerate(found[0]):
        answer = ask(moment, {**env, local: member}, body)
        may = may and (number >= found[1] or may_hold(answer))
        may_not = may_not or may_fail(answer)
    sure = found[0][: found[1]]
    may = may and at_once(moment, [({**env, local: member}, body) for member in sure]) == len(sure)
    return truth(may, may_not)


def _filter(moment: Moment, env: Env, core: Core) -> Outcome:
    local, domain, body = core.args
    whole = ask(moment, env, domain)
    if not isinstance(whole, Group):
        return whole
    if len(whole.possible) > APART and isinstance(domain.type, Set) and isinstance(domain.type.of, Place):
        answer = ask(moment, {**env, local: frozenset(whole.possible)}, body)
        return Group(whole.possible if may_hold(answer) else ())
    kept = [(member, ask(moment, {**env, local: frozenset({member})}, body)) for member in whole.possible]
    sure = frozenset(member for member, answer in kept if member in whole.certain and not may_fail(answer))
    return Group(tuple(member for member, answer in kept if may_hold(answer)), sure)


def _count(moment: Moment, env: Env, core: Core) -> Outcome:
    local, domain, body = core.args
    whole = ask(moment, env, domain)
    found = members(whole, domain)
    if found is None or not isinstance(whole, Group):
        return ANY
    answers = [ask(moment, {**env, local: member}, body) for member in found[0]]
    if len(found[0]) < len(whole.possible):
        return Span(0, len(whole.possible) if may_hold(answers[0]) else 0)
    most = at_once(moment, [({**env, local: member}, body) for member, answer in zip(found[0], answers, strict=True) if may_hold(answer)])
    return Span(min(sum(not may_fail(answer) for answer in answers[: found[1]]), most), most)


def _size(moment: Moment, env: Env, core: Core) -> Outcome:
    found = ask(moment, env, core.args[0])
    if not isinstance(found, Group):
        return ANY
    most = _members_at_once(moment, env, core.args[0], found)
    return Span(min(len(found.certain), most), most)


def _members_at_once(moment: Moment, env: Env, domain: Core, found: Group) -> int:
    """How many members a set may have at once, each of which it may have."""
    if domain.op != "filter" or len(found.possible) > APART:
        return len(found.possible)
    local, _, body = domain.args
    return at_once(moment, [({**env, local: frozenset({member})}, body) for member in found.possible])


def _sum(moment: Moment, env: Env, core: Core) -> Outcome:
    local, domain, amount = core.args
    whole = ask(moment, env, domain)
    found = members(whole, domain)
    if found is None:
        return ANY
    least = 0
    most: list[int] = []
    for number, member in enumerate(found[0]):
        ends = span_of(ask(moment, {**env, local: member}, amount))
        if ends is None:
            return ANY
        sure = number < found[1]
        least += ends.low if sure else min(ends.low, 0)
        most.append(ends.high if sure else max(ends.high, 0))
    if least >= 0 and isinstance(whole, Group) and len(most) == len(whole.possible):
        most = sorted(most, reverse=True)[: _members_at_once(moment, env, domain, whole)]
    return Span(min(least, sum(most)), sum(most))


def _one_of(moment: Moment, env: Env, core: Core) -> Outcome:
    """`first`, `last`, `at_index`: some member, or none."""
    found = ask(moment, env, core.args[0])
    match found:
        case Group(possible=possible, certain=certain):
            if len(possible) == len(certain) == 1 and core.op != "at_index":
                return frozenset(possible)
            return frozenset(possible) | (frozenset() if certain and core.op != "at_index" else NOTHING)
        case Around(things=things, near=near):
            return Where(things, near)
        case _:
            return ANY


def _best(moment: Moment, env: Env, core: Core) -> Outcome:
    found = ask(moment, env, core.args[1])
    return frozenset(found.possible) | (frozenset() if found.certain else NOTHING) if isinstance(found, Group) else ANY


def _listed(moment: Moment, env: Env, core: Core) -> Outcome:
    possible: dict[Value, None] = {}
    certain: set[Value] = set()
    for arg in core.args:
        found = plain_values(ask(moment, env, arg))
        if found is None:
            return ANY
        possible.update(dict.fromkeys(value for value in found if value is not ABSENT))
        certain.update(found if len(found) == 1 and found[0] is not ABSENT else ())
    return Group(tuple(possible), frozenset(certain))


def _of_two(moment: Moment, env: Env, core: Core) -> Outcome:
    a, b = (ask(moment, env, arg) for arg in core.args)
    if not isinstance(a, Group) or not isinstance(b, Group):
        return a if core.op == "minus" and isinstance(a, Group) else ANY
    match core.op:
        case "union":
            return Group(tuple(dict.fromkeys((*a.possible, *b.possible))), a.certain | b.certain)
        case "minus":
            return Group(tuple(value for value in a.possible if value not in b.certain), a.certain.difference(b.possible))
        case _:
            return Group(tuple(value for value in a.possible if value in b.possible), a.certain & b.certain)


def _from(moment: Moment, env: Env, core: Core) -> Outcome:
    return ask(moment, env, core.args[0])


def parts_of(condition: Core, op: str = "and") -> Iterator[Core]:
    """The parts of a condition that are joined by an operator."""
    if condition.op == op:
        for arg in condition.args:
            yield from parts_of(arg, op)
    else:
        yield condition


HANDLERS: dict[str, Asked] = {
    "and": _and, "or": _or, "not": _not, "absent": _absent, "present": _present, "else": _else, "if": _if, "iflet": _if_let,
    "call": _call, "holds": _holds, "mission_met": _mission_met, "running": _running, "throughout": _throughout,
    "+": _arithmetic, "-": _arithmetic, "*": _arithmetic, "neg": _arithmetic, "min": _arithmetic, "max": _arithmetic, "rows": _rows,
    "any": _any, "all": _all, "filter": _filter, "count": _count, "size": _size, "sum": _sum,
    "first": _one_of, "last": _one_of, "at_index": _one_of, "best": _best, "list": _listed, "set": _listed,
    "union": _of_two, "minus": _of_two, "intersect": _of_two, "from": _from,
}  # fmt: skip

__all__ = ["HANDLERS", "compared", "demanded", "guard", "members", "parts_of", "there"]
