"""Source for constants, state, arithmetic, comparison, logic and dice."""

from operator import eq, ge, gt, le, lt, ne

from tankdsl.engine.codegen import HIGH, LOW, Emitter, Line, Piece, bool_, emits, int_, tuple_
from tankdsl.engine.emit_sets import is_looped, loop
from tankdsl.engine.model import Node, Row

_PIECES = {bool: "b", int: "i", tuple: "t"}


@emits("const")
def _const(e: Emitter, node: Node) -> Piece:
    value = node[1]
    if value is None:
        return Piece("None", True)
    if type(value) is int:
        return int_(str(value) if value >= 0 else f"({value})", value, value, is_atom=True)
    if type(value) is bool:
        return Piece(str(value), True, "b", False)
    return Piece(e.namer.constant(value), True, _PIECES.get(type(value), "?"), False)


@emits("option")
def _option(e: Emitter, node: Node) -> Piece:
    if e.namer.options is not None:
        return _const(e, ("const", e.namer.options[node[1]]))
    switch = e.game.options[node[1]].sort == "switch"
    return Piece(f"OPT[{node[1]}]", True, "b" if switch else "i", False)


@emits("local")
def _local(e: Emitter, node: Node) -> Piece:
    return e.slot(node[1])


@emits("let")
def _let(e: Emitter, node: Node) -> Piece:
    found: Piece = e.bound(node[1], e.held(e.expr(node[2])), node[3], e.expr)
    return found


@emits("get")
def _get(e: Emitter, node: Node) -> Piece:
    field, entity = e.game.fields[node[1]], e.expr(node[2])
    known = e.places.get((node[1], entity.text))
    if known is not None:
        return known
    kind = {"bool": "b", "int": "i"}.get(field.type.base, "?")
    # A value is certainly there when the entity is, every entity of the root has the field, and it has a default.
    sure = field.kind == field.root_kind and not field.type.optional and (field.default is not None or kind == "b")
    text = e.unless_absent([entity], lambda x: f"F{node[1]}[{x}]")
    return Piece(text, False, kind, entity.may_be_absent or not (sure and kind in "bi"))


@emits("stat")
def _stat(e: Emitter, node: Node) -> Piece:
    return Piece(e.unless_absent([e.expr(node[2])], lambda x: f"{e.namer.constant(node[1])}[{x}]"))


@emits("active")
def _active(e: Emitter, node: Node) -> Piece:
    return Piece("A[0]", True)


@emits("spent")
def _spent(e: Emitter, node: Node) -> Piece:
    return int_("M.spent()")


@emits("used")
def _used(e: Emitter, node: Node) -> Piece:
    keys = "".join(f"{e.expr(key).text}, " for key in node[2])
    return int_(f"M.used({node[1]}, ({keys}))")


@emits("+", "-", "*")
def _arithmetic(e: Emitter, node: Node) -> Piece:
    a, b = e.number(node[1]), e.number(node[2])
    if node[0] == "+":
        low, high = a.low + b.low, a.high + b.high
    elif node[0] == "-":
        low, high = a.low - b.high, a.high - b.low
    else:
        corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        low, high = min(corners), max(corners)
    if _is_known(a) and _is_known(b) and LOW <= low <= HIGH:
        return _const(e, ("const", low))
    return e.checked(f"{a.text} {node[0]} {b.text}", low, high)


@emits("div", "mod")
def _division(e: Emitter, node: Node) -> Piece:
    a, b = e.number(node[1]), e.number(node[2])
    if b.low > 0 and node[0] == "mod":
        return int_(f"({a.text} % {b.text})", 0, b.high - 1)
    if b.low > 0:
        return int_(f"({a.text} // {b.text})", min(a.low, 0), max(a.high, 0))
    return int_(f"{'quotient' if node[0] == 'div' else 'remainder'}({a.text}, {b.text})")


@emits("neg")
def _neg(e: Emitter, node: Node) -> Piece:
    a = e.number(node[1])
    return e.checked(f"-{a.text}", -a.high, -a.low)


@emits("abs")
def _abs(e: Emitter, node: Node) -> Piece:
    a = e.number(node[1])
    return e.checked(f"abs({a.text})", 0, max(abs(a.low), abs(a.high)))


@emits("min", "max")
def _least(e: Emitter, node: Node) -> Piece:
    parts = [e.number(part) for part in node[1:]]
    pick = min if node[0] == "min" else max
    low, high = pick(p.low for p in parts), pick(p.high for p in parts)
    if len(parts) == 2:
        (a, a2), (b, b2) = e.named(parts[0]), e.named(parts[1])
        # Both operands are evaluated before they are compared. The plus marks it as work: what is absent fails here.
        return int_(f"(+{a2} if {a} {'<=' if node[0] == 'min' else '>='} {b} else {b2})", low, high)
    return int_(f"{node[0]}({', '.join(p.text for p in parts)})", low, high)


@emits("clamp")
def _clamp(e: Emitter, node: Node) -> Piece:
    x, low, high = (e.number(part) for part in node[1:])
    bounds = (max(low.low, min(x.low, high.low)), max(low.high, min(x.high, high.high)))
    return int_(f"max({low.text}, min({x.text}, {high.text}))", *bounds)


@emits("==", "!=", "<", "<=", ">", ">=")
def _compare(e: Emitter, node: Node) -> Piece:
    operator = node[0]
    test = _EMPTINESS.get((operator, node[2]))
    if test is not None and node[1][0] == "size" and is_looped(e, node[1][1]):
        return _is_empty(e, node[1][1], test)
    a, b = e.expr(node[1]), e.expr(node[2])
    if _is_known(a) and _is_known(b):
        return bool_(str(_COMPARED[operator](a.low, b.low)))
    if operator == "==" and not (a.may_be_absent and b.may_be_absent):
        return bool_(f"({a.text} == {b.text})")
    if not a.may_be_absent and not b.may_be_absent:
        return bool_(f"({a.text} {operator} {b.text})")
    if a.may_trap or b.may_trap:
        # Both operands are evaluated in every case: neither may be skipped if it could trap.
        a, b = e.held(a), e.held(b)
    tests, texts = [], []
    for piece in (a, b):
        first, later = e.named(piece) if piece.may_be_absent else (piece.text, piece.text)
        texts.append(later)
        if piece.may_be_absent:
            tests.append(f"{first} is not None")
    return bool_(f"({' and '.join(tests)} and {texts[0]} {operator} {texts[1]})")


_COMPARED = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}


def _is_known(piece: Piece) -> bool:
    """Whether a piece is a certain number."""
    return piece.is_atom and piece.kind == "i" and piece.low == piece.high and not piece.may_be_absent


_EMPTINESS = {(">", ("const", 0)): False, (">=", ("const", 1)): False, ("!=", ("const", 0)): False, ("==", ("const", 0)): True}
"""Comparisons of a size that ask whether a set is empty: what they say of an empty one."""


def _is_empty(e: Emitter, members: Node, of_empty: bool) -> Piece:
    """Whether a set has a member or none; it is left at the first one if nothing behind could trap."""
    name, mark = e.temp(), len(e.lines)
    e.line(f"{name} = {of_empty}")
    with loop(e, members):
        e.line(f"{name} = {not of_empty}")
        if e.is_quiet(mark):
            e.line("break")
    return Piece(name, True, "b", False)


@emits("absent")
def _absent(e: Emitter, node: Node) -> Piece:
    return _is_absent(e, node, "is None", "False")


@emits("present")
def _present(e: Emitter, node: Node) -> Piece:
    return _is_absent(e, node, "is not None", "True")


def _is_absent(e: Emitter, node: Node, test: str, otherwise: str) -> Piece:
    a = e.expr(node[1])
    if a.may_be_absent:
        return bool_(f"({a.text} {test})")
    if a.may_trap:
        e.held(a)
    return bool_(otherwise)


@emits("else")
def _else(e: Emitter, node: Node) -> Piece:
    a = e.expr(node[1])
    if not a.may_be_absent:
        return a
    b, statements = e.captured(node[2], e.expr)
    kind = a.kind if a.kind == b.kind else "?"
    if not statements:
        first, later = e.named(a)
        return Piece(f"({later} if {first} is not None else {b.text})", False, kind, b.may_be_absent)
    name = e.temp()
    e.line(f"{name} = {a.text}")
    with e.block(f"if {name} is None:"):
        e.replay(statements)
        e.line(f"{name} = {b.text}")
    return Piece(name, True, kind, b.may_be_absent)


@emits("iflet")
def _iflet(e: Emitter, node: Node) -> Piece:
    given = e.held(e.expr(node[2]))
    value = given._replace(may_be_absent=False)
    return _branches(
        e, f"{value.text} is not None" if given.may_be_absent else "True",
        e.captured(node[3], lambda body: e.bound(node[1], value, body, e.expr)), e.captured(node[4], e.expr),
    )  # fmt: skip


@emits("if")
def _if(e: Emitter, node: Node) -> Piece:
    condition = e.cond(node[1])
    if condition in ("True", "False"):
        return e.expr(node[2] if condition == "True" else node[3])
    return _branches(e, condition, e.captured(node[2], e.expr), e.captured(node[3], e.expr))


Branch = tuple[Piece, list[Line]]
"""A piece and the statements that it needs."""


def _branches(e: Emitter, condition: str, yes: Branch, no: Branch) -> Piece:
    """One of two pieces; their statements run only in their branch."""
    (a, before_a), (b, before_b) = yes, no
    kind = a.kind if a.kind == b.kind else "?"
    absent = a.may_be_absent or b.may_be_absent
    bounds = (min(a.low, b.low), max(a.high, b.high))
    if not before_a and not before_b:
        return Piece(f"({a.text} if {condition} else {b.text})", False, kind, absent, *bounds)
    name = e.temp()
    with e.block(f"if {condition}:"):
        e.replay(before_a)
        e.line(f"{name} = {a.text}")
    with e.block("else:"):
        e.replay(before_b)
        e.line(f"{name} = {b.text}")
    return Piece(name, True, kind, absent, *bounds)


@emits("and", "or")
def _logic(e: Emitter, node: Node) -> Piece:
    word = f" {node[0]} "
    result = ""
    parts: list[str] = []
    for part in node[1:]:
        text, statements = e.captured(part, e.cond)
        if text == ("True" if node[0] == "and" else "False") and not statements:
            continue
        if text == ("False" if node[0] == "and" else "True") and not statements:
            if not parts and not result:
                return bool_(text)
            parts.append(text)
            break
        if statements and (parts or result):
            result = _flush(e, node[0], result, parts)
            parts = []
            with e.block(f"if {result}:" if node[0] == "and" else f"if not {result}:"):
                e.replay(statements)
                e.line(f"{result} = {text}")
            continue
        e.lines += statements
        parts.append(text)
    texts = ([result] if result else []) + parts
    if len(texts) == 1:
        return bool_(texts[0])
    return bool_(f"({word.join(texts)})") if texts else bool_(str(node[0] == "and"))


def _flush(e: Emitter, word: str, result: str, parts: list[str]) -> str:
    """Write the operands so far into one name."""
    if not result:
        result = e.temp()
        e.line(f"{result} = {f' {word} '.join(parts)}")
    elif parts:
        e.line(f"{result} = {result} {word} {f' {word} '.join(parts)}")
    return result


@emits("not")
def _not(e: Emitter, node: Node) -> Piece:
    text = e.cond(node[1])
    return bool_({"True": "False", "False": "True"}.get(text, f"(not {text})"))


@emits("rows")
def _rows(e: Emitter, node: Node) -> Piece:
    _, how, rows, low, high = node
    name = e.temp()
    e.line(f"{name} = {'True' if how == 'every' else '0' if how == 'sum' else 'None'}")
    for row in rows:
        if how == "every":
            _every_row(e, name, row)
            continue
        condition = e.cond(row.condition)
        if condition == "True":
            _add_row(e, how, name, e.expr(row.amount))
        elif condition != "False":
            with e.block(f"if {condition}:"):
                _add_row(e, how, name, e.expr(row.amount))
    if how == "every":
        return Piece(name, True, "b", False)
    if how != "sum":
        e.line(f"if {name} is None: {name} = 0")
    for bound, test in ((high, ">"), (low, "<")):
        if bound != ("const", None):
            limit = e.held(e.expr(bound))
            guard = f"{limit.text} is not None and " if limit.may_be_absent else ""
            e.line(f"if {guard}{name} {test} {limit.text}: {name} = {limit.text}")
    return int_(name, is_atom=True)


def _every_row(e: Emitter, name: str, row: Row) -> None:
    """Rows behind the first that fails are not looked at."""
    with e.block(f"if {name}:"):
        condition = e.cond(row.condition)
        with e.block(f"if {condition}:"):
            e.line(f"{name} = {e.cond(row.amount)}")


def _add_row(e: Emitter, how: str, name: str, amount: Piece) -> None:
    if how == "sum":
        e.line(f"{name} += {amount.text}")
        e.line(f"if not -2147483648 <= {name} <= 2147483647: overflow()")
        return
    # A number, or else a trap, also when it is the only one.
    held = e.held(int_(f"int32({amount.text})") if amount.may_be_absent else amount)
    e.line(f"if {name} is None or {held.text} {'>' if how == 'max' else '<'} {name}: {name} = {held.text}")


@emits("highest", "lowest")
def _extreme(e: Emitter, node: Node) -> Piece:
    return Piece(f"{node[0]}({e.expr(node[1]).text})", False, "i", True)


@emits("total")
def _total(e: Emitter, node: Node) -> Piece:
    return int_(f"total({e.expr(node[1]).text})")


@emits("dice")
def _dice(e: Emitter, node: Node) -> Piece:
    return tuple_(f"dice({e.expr(node[1]).text})")


@emits("die")
def _die(e: Emitter, node: Node) -> Piece:
    text = f"die({e.expr(node[1]).text}, {e.expr(node[2]).text}, {e.namer.constant(node[3])})"
    return bool_(text) if node[3] == "rerolled" else int_(text)


@emits("call")
def _call(e: Emitter, node: Node) -> Piece:
    rule = e.game.values[node[1]]
    if e.namer.is_inlined(node[1], e.most_inlined):
        inlined: Piece = e.inlined(node, e.expr)
        return inlined
    text = e.call("value", node[1], [e.expr(arg).text for arg in node[2]])
    kind = {"bool": "b", "int": "i", "set": "t", "path": "t"}.get(rule.gives.base, "?")
    return Piece(text, False, kind, True)


@emits("holds")
def _holds(e: Emitter, node: Node) -> Piece:
    return bool_(e.call("guard", node[1], [e.expr(arg).text for arg in node[2]]))


@emits("mission_met")
def _mission(e: Emitter, node: Node) -> Piece:
    for model in e.game.missions:
        e.calls.add(("mission", model, 0))
    return bool_(f"mission_met({e.expr(node[1]).text}, {e.expr(node[2]).text})")
