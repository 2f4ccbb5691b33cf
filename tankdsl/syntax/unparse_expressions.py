"""Expressions, patterns and types as canonical text: one space around operators, parentheses only where they are needed."""

from __future__ import annotations

from tankdsl.syntax import ast

OPEN, OR, AND, NOT, COMPARISON, ALTERNATIVE, SUM, TERM, SIGNED, CONVERTED, POSTFIX = range(11)
"""The levels of the grammar, loosest first: what may stand as an operand of a level is of that level or a tighter one."""

_BINARY = {
    "or": (OR, OR, AND), "and": (AND, AND, NOT), "else": (ALTERNATIVE, ALTERNATIVE, SUM), "from": (ALTERNATIVE, ALTERNATIVE, SUM),
    "+": (SUM, SUM, TERM), "-": (SUM, SUM, TERM), "*": (TERM, TERM, SIGNED), "div": (TERM, TERM, SIGNED), "mod": (TERM, TERM, SIGNED),
    "..": (SUM, SUM, SUM),
}  # fmt: skip
"""The level of an operator and those of its operands; comparisons are all the others."""
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"})


def quoted_text(text: ast.Text | ast.Ident | str) -> str:
    """A text in quotes, with escapes."""
    match text:
        case ast.Text(value=value) | ast.Ident(text=value):
            return f'"{value.translate(_ESCAPES)}"'
    return f'"{str(text).translate(_ESCAPES)}"'


def expression_text(node: ast.Expr, level: int = OPEN) -> str:
    """An expression as an operand of a level; in parentheses if it is looser than that."""
    own, text = _text(node)
    return f"({text})" if own < level else text


def domain_text(node: ast.Expr) -> str:
    """What a loop, a choice or a quantifier goes through."""
    return expression_text(node, OPEN if isinstance(node, ast.AllOf) else ALTERNATIVE)


def pattern_text(pattern: ast.Pattern) -> str:
    """One alternative of an arm."""
    return "any" if pattern.value is None else value_text(pattern.value)


def patterns_text(patterns: tuple[ast.Pattern, ...]) -> str:
    """The alternatives of an arm."""
    return ", ".join(pattern_text(pattern) for pattern in patterns) or "otherwise"


def value_text(node: ast.Expr) -> str:
    """An expression where a range may stand too."""
    return _range(node) if isinstance(node, ast.Binary) and node.op == ".." else expression_text(node)


def type_text(type: ast.TypeExpr) -> str:
    """A type."""
    match type:
        case ast.TypeName(name=name):
            return name
        case ast.OptionalType(of=of):
            return f"{type_text(of)}?"
        case ast.SetType(of=of):
            return f"set of {type_text(of)}"
        case ast.RangeType(low=low, high=high, measure=measure):
            bound = high.text if isinstance(high, ast.Ident) else str(high)
            return f"{low}..{bound}" + (f" {measure.text}" if measure else "")
    raise TypeError(f"no type: {type!r}")


def _range(node: ast.Binary) -> str:
    gap = " " if isinstance(node.left, (ast.Int, ast.Decimal)) and node.left.measure else ""
    return f"{expression_text(node.left, SUM)}{gap}..{gap}{expression_text(node.right, SUM)}"


def _text(node: ast.Expr) -> tuple[int, str]:
    """The level of an expression and its text."""
    match node:
        case ast.Binary(op=op, left=left, right=right):
            return _binary_text(op, left, right)
        case ast.Unary(op="not", operand=operand):
            return NOT, f"not {expression_text(operand, NOT)}"
        case ast.Unary(op=op, operand=operand):
            return SIGNED, op + expression_text(operand, SIGNED)
        case ast.As(operand=operand, measure=measure):
            return CONVERTED, f"{expression_text(operand, CONVERTED)} as {measure.text}"
        case ast.Field(subject=subject, name=name):
            return POSTFIX, f"{expression_text(subject, POSTFIX)}.{name.text}"
        case ast.Index(subject=subject, key=key):
            return POSTFIX, f"{expression_text(subject, POSTFIX)}[{expression_text(key)}]"
        case ast.If() | ast.Match() | ast.Quantifier() | ast.AllOf() | ast.Throughout() | ast.Running():
            return OPEN, _open_text(node)
    return POSTFIX, _atom_text(node)


def _binary_text(op: str, left: ast.Expr, right: ast.Expr) -> tuple[int, str]:
    if op == "and" and isinstance(right, ast.Throughout | ast.Running):
        return OPEN, f"{expression_text(left, AND)} and {_open_text(right)}"
    own, level_left, level_right = _BINARY.get(op, (COMPARISON, ALTERNATIVE, ALTERNATIVE))
    after = domain_text(right) if op in ("in", "not in") else expression_text(right, level_right)
    return own, f"{expression_text(left, level_left)} {op} {after}"


def _open_text(node: ast.Expr) -> str:
    match node:
        case ast.If():
            return if_text(node)
        case ast.Match(subject=subject, arms=arms):
            inside = "; ".join(f"{patterns_text(arm.patterns)} => {expression_text(arm.value)}" for arm in arms)
            return f"match {expression_text(subject)} {{ {inside} }}"
        case ast.Quantifier(all=all, var=var, domain=domain, where=where):
            return f"{'all' if all else 'any'} {var.text} in {domain_text(domain)} where {expression_text(where)}"
        case ast.AllOf(name=name):
            return f"all {name.text}"
        case ast.Throughout(scope=scope, condition=condition):
            return f"throughout {scope.text}: {expression_text(condition)}"
        case ast.Running(scope=scope, op=op, count=count, condition=condition):
            return f"running {scope.text} {op} {expression_text(count, SUM)}: {expression_text(condition)}"
    raise TypeError(f"no open expression: {node!r}")


def condition_text(let: ast.Ident | None, condition: ast.Expr) -> str:
    """What stands after `if` or `require`."""
    return f"let {let.text} = {expression_text(condition)}" if let else expression_text(condition)


def if_text(node: ast.If) -> str:
    """A conditional value."""
    head = f"if {condition_text(node.let, node.condition)} {{ {expression_text(node.then)} }} else "
    return head + (if_text(node.orelse) if isinstance(node.orelse, ast.If) else f"{{ {expression_text(node.orelse)} }}")


def _atom_text(node: ast.Expr) -> str:
    match node:
        case ast.Name(text=text) | ast.KindName(text=text):
            return text
        case ast.Int(value=value, measure=measure):
            return f"{value} {measure.text}" if measure else str(value)
        case ast.Decimal(hundredths=hundredths, measure=measure):
            whole, rest = divmod(hundredths, 100)
            return f"{whole}.{rest:02d} {measure.text}" if measure else f"{whole}.{rest:02d}"
        case ast.Text():
            return quoted_text(node)
        case ast.Label(text=text):
            return f"hex {text}" if text.rpartition("/")[2][:1].isdigit() else text
        case ast.Place(first=first, second=second):
            return f"({expression_text(first)}, {expression_text(second)})"
        case ast.ListOf(items=items):
            return f"[{', '.join(expression_text(item) for item in items)}]"
        case ast.Comprehension(each=each, var=var, domain=domain, where=where):
            return f"[{_collected(each, var, domain, where, None)}]"
        case ast.Call(name=name, args=args):
            return f"{name.text}({', '.join(expression_text(arg) for arg in args)})"
        case ast.Fold(op=op, each=each, var=var, domain=domain, where=where, key=key):
            return f"{op.text}({_collected(each, var, domain, where, key)})"
    raise TypeError(f"no expression: {node!r}")


def _collected(each: ast.Expr | None, var: ast.Ident, domain: ast.Expr, where: ast.Expr | None, key: ast.Expr | None) -> str:
    head = f"{expression_text(each)} for " if each is not None else ""
    text = f"{head}{var.text} in {domain_text(domain)}"
    text += f" where {expression_text(where)}" if where is not None else ""
    return text + (f" by {expression_text(key)}" if key is not None else "")
