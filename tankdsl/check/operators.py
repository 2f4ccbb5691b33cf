"""Operators: what they accept, what they give, and which numbers can come out.

Ranges follow interval arithmetic.  Measures never mix: hexes add to hexes, and only multiplying by a plain number keeps a measure.  A
comparison with an absent value is false, so optionals may be compared; everywhere else they must be tested first.
"""

from __future__ import annotations

from tankdsl.check.context import Context
from tankdsl.check.env import Env, constant
from tankdsl.check.expressions import check, condition, demand, maybe_absent, measure_named, number, poison
from tankdsl.check.ranges import divided, multiplied, remainder
from tankdsl.check.tree import Core
from tankdsl.check.types import (
    BOOL,
    PLACE,
    Enum,
    Int,
    Kind,
    Model,
    NoneType,
    Optional,
    Poison,
    Set,
    Type,
    describe,
    join,
    required,
    with_range,
)
from tankdsl.diagnostics.registry import types
from tankdsl.source import Span
from tankdsl.syntax import ast

COMPARISONS = {"<": "<", "<=": "<=", ">": ">", ">=": ">="}


def check_operator(cx: Context, env: Env, node: ast.Expr, expected: Type | None) -> Core:
    """Unary, binary, `as`, `if` and `match` expressions."""
    match node:
        case ast.Unary():
            return _unary(cx, env, node)
        case ast.Binary():
            return _binary(cx, env, node, expected)
        case ast.As():
            return _as(cx, env, node)
        case ast.If():
            return _if(cx, env, node, expected)
        case ast.Match():
            from tankdsl.check.matching import match_value

            return match_value(cx, env, node, expected)
        case _:
            raise AssertionError(f"not an operator: {node!r}")


def _unary(cx: Context, env: Env, node: ast.Unary) -> Core:
    if node.op == "not":
        return Core("not", (condition(cx, env, node.operand),), BOOL, node.span)
    operand = _number_of(cx, env, node.operand)
    if not isinstance(operand.type, Int) or node.op == "+":
        return operand
    type = with_range(operand.type, -operand.type.high, -operand.type.low)
    if operand.op == "int":
        return constant(-operand.args[0], type, node.span)
    return Core("neg", (operand,), type, node.span)


def _number_of(cx: Context, env: Env, node: ast.Expr) -> Core:
    return as_number(cx, env, check(cx, env, node))


def as_number(cx: Context, env: Env, core: Core) -> Core:
    """The expression if it is a number that is surely there; otherwise reported."""
    core = number(cx, env, core)
    if isinstance(core.type, Poison):
        return core
    if isinstance(core.type, Optional):
        if isinstance(core.type.of, Int):
            maybe_absent(cx, core.span, core.type)
        else:
            _report_no_number(cx, core)
        return poison(core.span)
    if not isinstance(core.type, Int):
        _report_no_number(cx, core)
        return poison(core.span)
    return core


def _report_no_number(cx: Context, core: Core) -> None:
    from tankdsl.check.remedies import instead_of_value

    cx.mismatch(core.span, core.type, "a number", help=instead_of_value(core.type, Int()))


def _binary(cx: Context, env: Env, node: ast.Binary, expected: Type | None) -> Core:
    match node.op:
        case "and" | "or":
            return _logical(cx, env, node)
        case "is" | "is not":
            return _equality(cx, env, node)
        case "<" | "<=" | ">" | ">=":
            return _order(cx, env, node)
        case "in" | "not in":
            return _membership(cx, env, node)
        case "from":
            return _rotated(cx, env, node)
        case "else":
            return _default(cx, env, node, expected)
        case _:
            # Once only: a long sum is nested on its left.
            left = check(cx, env, node.left)
            if node.op in ("+", "-") and isinstance(left.type, Set):
                return _set_arithmetic(cx, env, node, left)
            if isinstance(left.type, Poison):
                check(cx, env, node.right)  # What it is added to may have been a number or a set.
                return poison(node.span)
            return _arithmetic(cx, env, node, as_number(cx, env, left))


def _logical(cx: Context, env: Env, node: ast.Binary) -> Core:
    left = condition(cx, env, node.left)
    if isinstance(node.right, (ast.Name, ast.Label, ast.KindName)) and isinstance(node.left, ast.Binary):
        from tankdsl.check.joined import other_condition

        right = other_condition(cx, env, node)
    else:
        right = condition(cx, env, node.right)
    parts: list[Core] = []
    for side in (left, right):
        parts += side.args if side.op == node.op else [side]
    return Core(node.op, tuple(parts), BOOL, node.span)


def _both(cx: Context, env: Env, node: ast.Binary) -> tuple[Core, Core]:
    """Both sides, each helping to read the other's enum members."""
    before = len(cx.found)
    left = check(cx, env, node.left)
    if isinstance(left.type, Poison) and isinstance(node.left, ast.Name):
        right = check(cx, env, node.right, left.type)
        if isinstance(required(right.type), Enum):
            del cx.found[before:]
            return check(cx, env, node.left, right.type), right
        return left, right
    return left, check(cx, env, node.right, left.type)


def _equality(cx: Context, env: Env, node: ast.Binary) -> Core:
    if isinstance(node.right, ast.KindName):
        from tankdsl.check.subkinds import is_kind

        return is_kind(cx, env, node, node.right)
    left, right = _both(cx, env, node)
    negative = node.op == "is not"
    if isinstance(right.type, NoneType):
        return Core("present" if negative else "absent", (left,), BOOL, node.span)
    left, right = number(cx, env, left), number(cx, env, right)
    left, right = _model_of(cx, left, right), _model_of(cx, right, left)
    if isinstance(left.type, Poison) or isinstance(right.type, Poison):
        return poison_bool(node.span)
    if not _comparable(cx, left.type, right.type):
        _report_incomparable(cx, node, left.type, right.type)
        return poison_bool(node.span)
    if negative:
        _edge_is_not(cx, node, left, right)
    return Core("!=" if negative else "==", (left, right), BOOL, node.span)


def _edge_is_not(cx: Context, node: ast.Binary, left: Core, right: Core) -> None:
    """Most edges have no feature, so whoever asks whether an edge is no road means these too, which `is not` does not."""
    if any(side.op == "edge" for side in (left, right)):
        from tankdsl.syntax.unparse_expressions import expression_text

        headline = "where the edge has no feature this is no: a comparison with an absent value is never yes"
        help = f"write `not {expression_text(node.left)} is {expression_text(node.right)}` to count those edges too"
        cx.report(types.NO_EDGE_IS_NOT, node.span, headline, help=help)


def poison_bool(span: Span) -> Core:
    """A condition whose fault is reported."""
    return poison(span)


def _model_of(cx: Context, one: Core, other: Core) -> Core:
    """`t is light_tank`: a thing compared with a model is compared by its model."""
    inner = required(one.type)
    if isinstance(inner, Kind) and isinstance(required(other.type), Model):
        type: Type = Model(inner.name)
        return Core("get", (cx.root_of(inner.name), "model", one), type, one.span)
    return one


def _comparable(cx: Context, left: Type, right: Type) -> bool:
    one, other = required(left), required(right)
    if isinstance(one, Kind) and isinstance(other, Kind):
        return cx.root_of(one.name) == cx.root_of(other.name)
    if isinstance(one, Model) and isinstance(other, Model):
        return cx.root_of(one.name) == cx.root_of(other.name)
    return join(one, other) is not None


def _report_incomparable(cx: Context, node: ast.Binary, left: Type, right: Type) -> None:
    one, other = required(left), required(right)
    if isinstance(one, Int) and isinstance(other, Int):
        from tankdsl.check.remedies import instead_of_incomparable

        cx.report(
            types.MEASURE_MISMATCH,
            node.span,
            f"{one.measure or 'a plain number'} cannot be compared with {other.measure or 'a plain number'}",
            help=instead_of_incomparable(cx, node, one, other),
        )
        return
    from tankdsl.check.remedies import instead_of_comparing, one_of_several

    set, single = (node.left, node.right) if left == Set(PLACE) else (node.right, node.left)
    is_named = isinstance(set, ast.Name) and Set(PLACE) in (left, right) and PLACE in (one, other)
    several = one_of_several(cx, set.text, single, node.op) if isinstance(set, ast.Name) and is_named else {}
    cx.report(
        types.TYPE_MISMATCH,
        node.span,
        f"{describe(left)} can never be {describe(right)}",
        secondary=cx.labels((node.left.span, describe(left)), (node.right.span, describe(right))),
        **(several or {"help": instead_of_comparing(cx, node, left, right)}),
    )


def _order(cx: Context, env: Env, node: ast.Binary) -> Core:
    left = number(cx, env, check(cx, env, node.left))
    right = number(cx, env, check(cx, env, node.right, left.type))
    if isinstance(left.type, Poison) or isinstance(right.type, Poison):
        return poison_bool(node.span)
    for side in (left, right):
        if not isinstance(required(side.type), Int):
            _report_no_number(cx, side)
            return poison_bool(node.span)
    one, other = required(left.type), required(right.type)
    assert isinstance(one, Int) and isinstance(other, Int)
    if one.measure != other.measure:
        _report_incomparable(cx, node, one, other)
        return poison_bool(node.span)
    if not env.in_test:
        _report_foregone(cx, node, left, right)
    return Core(node.op, (left, right), BOOL, node.span)


def _report_foregone(cx: Context, node: ast.Binary, first: Core, second: Core) -> None:
    """A comparison whose ranges decide it already (an absent value could still make it no)."""
    left, right = first.type, second.type
    one, other = required(left), required(right)
    assert isinstance(one, Int) and isinstance(other, Int)
    if node.op in (">", ">="):
        one, other = other, one
    strict = node.op in ("<", ">")
    always = one.high < other.low or (not strict and one.high == other.low)
    never = one.low > other.high or (strict and one.low == other.high)
    sure = not isinstance(left, Optional) and not isinstance(right, Optional)
    if ((always and sure) or never) and not _asks_missing_levels(cx, (first, second)):
        cx.report(
            types.COMPARED_ALWAYS,
            node.span,
            f"this is always {'no' if never else 'yes'}",
            secondary=cx.labels((node.left.span, describe(left)), (node.right.span, describe(right))),
            help="check the numbers, or leave the comparison out",
        )


def _asks_missing_levels(cx: Context, part: object) -> bool:
    """Whether an expression asks for a level while no board has any, which has its own finding."""
    from tankdsl.check.levels import is_flat

    def asks(part: object) -> bool:
        return any(map(asks, part)) if isinstance(part, tuple) else isinstance(part, Core) and (part.op == "level" or asks(part.args))

    return asks(part) and is_flat(cx)


def _membership(cx: Context, env: Env, node: ast.Binary) -> Core:
    from tankdsl.check.sets import set_of

    left = number(cx, env, check(cx, env, node.left))
    right = set_of(cx, env, node.right, left.type)
    if isinstance(left.type, Poison) or isinstance(right.type, Poison):
        return poison_bool(node.span)
    assert isinstance(right.type, Set)
    if isinstance(required(right.type.of), Model) and isinstance(required(left.type), Kind):
        left = _model_of(cx, left, Core("none", (), right.type.of, left.span))
    if not isinstance(right.type.of, (Poison, NoneType)) and not _comparable(cx, left.type, right.type.of):
        cx.mismatch(left.span, left.type, right.type.of, "as a member of that set")
        return poison_bool(node.span)
    inside = Core("in", (left, right), BOOL, node.span)
    return inside if node.op == "in" else Core("not", (inside,), BOOL, node.span)


def _rotated(cx: Context, env: Env, node: ast.Binary) -> Core:
    """`sides from active`: the same list, starting at an element."""
    from tankdsl.check.sets import set_of

    domain = set_of(cx, env, node.left)
    start = check(cx, env, node.right)
    if isinstance(domain.type, Poison) or isinstance(start.type, Poison):
        return poison(node.span)
    assert isinstance(domain.type, Set)
    if not cx.fits(required(start.type), domain.type.of):
        cx.mismatch(start.span, start.type, domain.type.of, "to start the list with")
        return poison(node.span)
    return Core("from", (domain, start), domain.type, node.span)


def _default(cx: Context, env: Env, node: ast.Binary, expected: Type | None) -> Core:
    left = check(cx, env, node.left, expected)
    right = check(cx, env, node.right, required(left.type))
    if isinstance(left.type, Poison) or isinstance(right.type, Poison):
        return poison(node.span)
    joined = join(required(left.type), right.type)
    if joined is None:
        cx.mismatch(right.span, right.type, required(left.type), "as the value for an absent one")
        return poison(node.span)
    return Core("else", (left, right), joined, node.span)


def _set_arithmetic(cx: Context, env: Env, node: ast.Binary, left: Core) -> Core:
    from tankdsl.check.sets import set_of

    right = set_of(cx, env, node.right)
    joined = join(left.type, right.type)
    if joined is None:
        cx.mismatch(right.span, right.type, left.type)
        return poison(node.span)
    return Core("union" if node.op == "+" else "minus", (left, right), joined, node.span)


def _arithmetic(cx: Context, env: Env, node: ast.Binary, left: Core) -> Core:
    right = _number_of(cx, env, node.right)
    if not isinstance(left.type, Int) or not isinstance(right.type, Int):
        return poison(node.span)
    if not _measures_mix(cx, node, left.type, right.type):
        return poison(node.span)
    low, high = _bounds(cx, node, left.type, right.type)
    _report_overflow(cx, node, left.type, right.type, low, high)
    type = with_range(Int(measure=_measure(node, left.type, right.type)), low, high)
    return Core(node.op, (left, right), type, node.span)


def _measures_mix(cx: Context, node: ast.Binary, left: Int, right: Int) -> bool:
    """Whether the measures of two operands go together (reported if not)."""
    alike = node.op in ("+", "-", "mod") or (node.op == "div" and right.measure is not None)
    if alike and left.measure != right.measure:
        from tankdsl.check.remedies import instead_of_incomparable

        cx.report(
            types.MEASURE_MISMATCH,
            node.span,
            f"{left.measure or 'a plain number'} and {right.measure or 'a plain number'} do not mix",
            secondary=cx.labels((node.left.span, describe(left)), (node.right.span, describe(right))),
            help=instead_of_incomparable(cx, node, left, right),
        )
        return False
    if node.op == "*" and left.measure and right.measure:
        cx.report(types.MEASURE_MISMATCH, node.span, f"{left.measure} cannot be multiplied with {right.measure}")
        return False
    return True


def _measure(node: ast.Binary, left: Int, right: Int) -> str | None:
    """The measure of the result: a ratio of equal measures is a plain number."""
    if node.op == "div" and right.measure is not None:
        return None
    return left.measure or right.measure


def _bounds(cx: Context, node: ast.Binary, left: Int, right: Int) -> tuple[int, int]:
    match node.op:
        case "+":
            return left.low + right.low, left.high + right.high
        case "-":
            return left.low - right.high, left.high - right.low
        case "*":
            return multiplied(left, right)
        case _:
            if right.low <= 0 <= right.high:
                cx.report(types.DIVISION_BY_ZERO, node.right.span, f"the divisor can be 0 ({describe(right)})", help="use `max(1, ...)`")
                return left.low, left.high
            return divided(left, right) if node.op == "div" else remainder(left, right)


def _report_overflow(cx: Context, node: ast.Binary, left: Int, right: Int, low: int, high: int) -> None:
    """Only where both operands are known to be bounded: an unbounded number says so by itself."""
    from tankdsl.check.types import INT32_MAX, INT32_MIN

    bounded = all(side.low > INT32_MIN and side.high < INT32_MAX for side in (left, right))
    if bounded and not (low >= INT32_MIN and high <= INT32_MAX):
        help = "narrow the ranges of its parts, or limit them with `min` and `max`"
        cx.report(types.OVERFLOW, node.span, f"the result can be {low}..{high}, outside the 32-bit integers", help=help)


def _as(cx: Context, env: Env, node: ast.As) -> Core:
    if node.measure.text[:1].isupper():
        from tankdsl.check.subkinds import as_kind

        return as_kind(cx, env, node.operand, node.measure.text, node.measure.span, node.span)
    operand = _number_of(cx, env, node.operand)
    if not isinstance(operand.type, Int):
        return poison(node.span)
    if node.measure.text == "int":
        measure: str | None = None
    else:
        measure = measure_named(cx, node.measure)
        if measure is None:
            return poison(node.span)
    return _converted(cx, operand, operand.type, measure, node.span)


def _converted(cx: Context, operand: Core, of: Int, measure: str | None, span: Span) -> Core:
    """The same number counted in something else; measures of a table have a finer grain than what is written."""
    old, new = cx.grain(of.measure), cx.grain(measure)
    if old == new:
        return Core(operand.op, operand.args, Int(of.low, of.high, measure), span)
    if new > old:
        type = with_range(Int(measure=measure), of.low * new, of.high * new)
        known = operand.op == "int"
        return (
            constant(operand.args[0] * new, type, span) if known else Core("*", (operand, constant(new, Int(new, new), span)), type, span)
        )
    type = with_range(Int(measure=measure), of.low // old, of.high // old)
    return Core("div", (operand, constant(old, Int(old, old), span)), type, span)


def _if(cx: Context, env: Env, node: ast.If, expected: Type | None) -> Core:
    if node.let is not None:
        return _if_let(cx, env, node, expected)
    test = condition(cx, env, node.condition)
    then, orelse = check(cx, env, node.then, expected), check(cx, env, node.orelse, expected)
    return Core("if", (test, then, orelse), branches(cx, env, node.span, [then, orelse]), node.span)


def _if_let(cx: Context, env: Env, node: ast.If, expected: Type | None) -> Core:
    from tankdsl.check.binding import bind

    assert node.let is not None
    value = check(cx, env, node.condition)
    with env.scope():
        local = bind(cx, env, node.let, required(value.type))
        then = check(cx, env, node.then, expected)
    orelse = check(cx, env, node.orelse, expected)
    return Core("iflet", (local, value, then, orelse), branches(cx, env, node.span, [then, orelse]), node.span)


def branches(cx: Context, env: Env, span: Span, results: list[Core]) -> Type:
    """The type of a value with several branches; branches that do not go together are reported at the first that differs."""
    joined: Type = results[0].type
    for result in results[1:]:
        both = join(joined, result.type)
        if both is None:
            cx.mismatch(result.span, result.type, joined, "like the branch before")
            return poison(span).type
        joined = both
    return joined


__all__ = ["as_number", "branches", "check_operator", "demand"]
