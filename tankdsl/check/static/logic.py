"""Conditions, branches, calls and constants.  A comparison with an absent value is no, whatever stands on the other side."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tankdsl.check.static.places import terrains_of
from tankdsl.check.static.values import ABSENT, UNKNOWN, Args, Value, conjunction, disjunction, first_special
from tankdsl.check.tree import Conjunct, Core, Demand, DemandEach, DemandGuard, DemandLet

if TYPE_CHECKING:
    from tankdsl.check.static.evaluator import Run


def _literal(run: Run, args: Args) -> Value:
    value: Value = args[0]
    return value


def _second(run: Run, args: Args) -> Value:
    """`enum`, `ref`, `model`: the id after the kind."""
    id: str = args[1]
    return id


def _absent_value(run: Run, args: Args) -> Value:
    return ABSENT


def _local(run: Run, args: Args) -> Value:
    return run.locals.get(args[0], UNKNOWN)


def _option(run: Run, args: Args) -> Value:
    return run.world.options.get(args[0], UNKNOWN)


def asking(query: Callable[..., Value], absent: Value = ABSENT) -> Callable[[Run, Args], Value]:
    """A question that needs all its arguments; with an absent one it has the answer `absent`."""

    def ask(run: Run, args: Args) -> Value:
        values = run.values(args)
        special = first_special(values)
        if special is not None:
            return absent if special is ABSENT else UNKNOWN
        return query(*values)

    return ask


def _order(test: Callable[[object, object], bool]) -> Callable[[Run, Args], Value]:
    """`<` and the like: what is not known may lie in a range that decides. Between monotone ends, the ends decide."""
    plain = asking(test, False)

    def compare(run: Run, args: Args) -> Value:
        found = plain(run, args)
        if found is not UNKNOWN or not run.world.bounds:
            return found
        left, right = (_range(run, arg) for arg in args)
        if left is None or right is None:
            return UNKNOWN
        answers = {test(a, b) for a in left for b in right}
        return answers.pop() if len(answers) == 1 else UNKNOWN

    return compare


_same = asking(lambda a, b: a == b, False)


def _equal(run: Run, args: Args) -> Value:
    """`is`: of numbers whose ranges do not meet it is no."""
    found = _same(run, args)
    if found is UNKNOWN and _is_other_terrain(run, args):
        return False
    if found is UNKNOWN and run.world.bounds:
        left, right = (_range(run, arg) for arg in args)
        if left is not None and right is not None and (left[1] < right[0] or right[1] < left[0]):
            return False
    return found


def _is_other_terrain(run: Run, args: Args) -> bool:
    """Whether a terrain that may change is compared with one that it can never be."""
    for item, other in (args, args[::-1]):
        may_be = terrains_of(run, item)
        if may_be and run.value(other) not in (UNKNOWN, *may_be):
            return True
    return False


def _range(run: Run, arg: object) -> tuple[int, int] | None:
    """The least and greatest number that an argument can be; None when that is not known, or when it may be absent."""
    value = run.value(arg)
    if isinstance(value, int):
        return value, value
    if isinstance(arg, Core) and arg.op == "get" and (arg.args[0], arg.args[1]) in run.world.bounds:
        return run.world.bounds[arg.args[0], arg.args[1]]
    return None


def _and(run: Run, args: Args) -> Value:
    return conjunction(map(run.value, args))


def _or(run: Run, args: Args) -> Value:
    return disjunction(map(run.value, args))


def _not(run: Run, args: Args) -> Value:
    value = run.value(args[0])
    return not value if isinstance(value, bool) else UNKNOWN


def _is_absent(run: Run, args: Args) -> Value:
    value = run.value(args[0])
    return UNKNOWN if value is UNKNOWN else value is ABSENT


def _is_present(run: Run, args: Args) -> Value:
    value = run.value(args[0])
    return UNKNOWN if value is UNKNOWN else value is not ABSENT


def _else(run: Run, args: Args) -> Value:
    value = run.value(args[0])
    return run.value(args[1]) if value is ABSENT else value


def _if(run: Run, args: Args) -> Value:
    test = run.value(args[0])
    if isinstance(test, bool):
        return run.value(args[1] if test else args[2])
    then, orelse = run.value(args[1]), run.value(args[2])
    return then if then == orelse else UNKNOWN


def _if_let(run: Run, args: Args) -> Value:
    local, value, then, orelse = args
    found = run.value(value)
    if found is ABSENT:
        return run.value(orelse)
    run.locals[local] = found
    known = run.value(then)
    return known if found is not UNKNOWN or known == run.value(orelse) else UNKNOWN


def _call(run: Run, args: Args) -> Value:
    name, *given = args
    found = run.world.program.values.get(name)
    inner = None if found is None else run.called(found.params, run.values(tuple(given)))
    return UNKNOWN if inner is None or found is None else inner.value(found.body)


def _holds(run: Run, args: Args) -> Value:
    name, *given = args
    return holds(run, name, run.values(tuple(given)))


def holds(run: Run, guard: str, args: tuple[Value, ...]) -> Value:
    """Whether a guard holds for arguments."""
    found = run.world.program.guards.get(guard)
    inner = None if found is None else run.called(found.params, args)
    if inner is None or found is None:
        return UNKNOWN
    return conjunction(conjunct_holds(inner, demand) for demand in found.demands)


def conjunct_holds(run: Run, demand: Conjunct) -> Value:
    """Whether one requirement holds; `require let` binds its local for those that follow."""
    match demand:
        case Demand(condition=condition):
            value = run.value(condition)
            return value if isinstance(value, bool) else UNKNOWN
        case DemandLet(local=local, value=optional):
            found = run.value(optional)
            run.locals[local] = UNKNOWN if found is ABSENT else found
            return UNKNOWN if found is UNKNOWN else found is not ABSENT
        case DemandGuard(guard=guard, args=args):
            return holds(run, guard, run.values(args))
        case DemandEach(local=local, domain=domain, demands=demands):
            members = run.value(domain)
            if not isinstance(members, tuple):
                return UNKNOWN
            answers: list[Value] = []
            for member in members:
                run.locals[local] = member
                answers += [conjunct_holds(run, inner) for inner in demands]
            return conjunction(answers)


def _rows(run: Run, args: Args) -> Value:
    """Rows that add up, of which the greatest or least counts, or which must all hold."""
    combine, rows, low, high = args
    if combine == "every":
        return conjunction([run.value(amount) if run.value(when) is True else UNKNOWN for amount, when, _, _ in rows])
    amounts: list[int] = []
    for amount, when, _, _ in rows:
        applies = run.value(when)
        number = run.value(amount) if applies is not False else 0
        if not isinstance(applies, bool) or not isinstance(number, int):
            return UNKNOWN
        if applies:
            amounts.append(number)
    result = sum(amounts) if combine == "sum" else (max if combine == "max" else min)(amounts, default=0)
    least, most = run.value(low), run.value(high)
    result = max(result, least) if isinstance(least, int) else result
    return min(result, most) if isinstance(most, int) else result


OPERATORS: dict[str, Callable[[Run, Args], Value]] = {
    "int": _literal, "bool": _literal, "text": _literal, "enum": _second, "ref": _second, "model": _second,
    "none": _absent_value, "local": _local, "option": _option,
    "==": _equal, "!=": asking(lambda a, b: a != b, False),
    "<": _order(lambda a, b: a < b), "<=": _order(lambda a, b: a <= b),  # type: ignore[operator]
    ">": _order(lambda a, b: a > b), ">=": _order(lambda a, b: a >= b),  # type: ignore[operator]
    "and": _and, "or": _or, "not": _not, "absent": _is_absent, "present": _is_present, "else": _else,
    "if": _if, "iflet": _if_let, "call": _call, "holds": _holds, "rows": _rows,
}  # fmt: skip
