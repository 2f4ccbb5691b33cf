"""Signatures first: what every declaration is called with and gives, before any body is looked at.

Because of this pass the order of declarations never matters.  The types of stats whose type is left to their default (`state ace = no`)
are found here too.
"""

from __future__ import annotations

from tankdsl.check.areas import OUTLINE, add_outlines
from tankdsl.check.context import Context, FieldInfo, KindInfo, Signature
from tankdsl.check.env import Env
from tankdsl.check.typeexprs import resolve_type
from tankdsl.check.types import BOOL, PLACE, POISON, SIDE, Enum, Int, Kind, Per, Set, Type, optional
from tankdsl.diagnostics import did_you_mean
from tankdsl.diagnostics.registry import names, structure
from tankdsl.resolve.builtins import CONSTANTS, snake
from tankdsl.syntax import ast

_HEXES = (("hex",), ("hex", "flat"), ("hex", "pointy"))


def read_headers(cx: Context) -> None:
    """Fill in kinds, fields, signatures and windows of the context."""
    _ruleset(cx)
    _kinds(cx)
    _fields(cx)
    add_outlines(cx)
    for declaration in cx.symbols.values.values():
        _signature(cx, declaration)
    for name, window in cx.symbols.space("window").items():
        assert isinstance(window, ast.Window)
        cx.windows[name] = tuple((param.name.text, resolve_type(cx, param.type), param.var) for param in window.params)
        _runs_over_nothing(cx, window.params)
    for follower in cx.symbols.afters:
        _runs_over_nothing(cx, follower.params)
    _cost_measure(cx)


def _ruleset(cx: Context) -> None:
    ruleset = cx.symbols.ruleset
    if ruleset is None:
        return
    program = cx.program
    program.id, program.title = ruleset.name.text, ruleset.title.value
    program.sides = tuple((side.name.text, side.title.value if side.title else side.name.text) for side in ruleset.sides)
    program.space = tuple(word.text for word in ruleset.space) or ("hex", "flat")
    _space(cx, ruleset)


def _space(cx: Context, ruleset: ast.Ruleset) -> None:
    """What the game is played on is one of the few spaces that there are; a table is counted in a measure of the pack."""
    words = cx.program.space
    if words in _HEXES or not ruleset.space:
        return
    if words[0] == "table" and len(words) == 2:
        measures = [node.plural.text for node in cx.symbols.space("measure").values() if isinstance(node, ast.Measure)]
        if words[1] not in measures:
            cx.unknown(ruleset.space[1].span, words[1], "measure", measures)
        return
    written = " ".join(words)
    help = did_you_mean(written, (" ".join(known) for known in _HEXES)) or ("write `hex flat`, `hex pointy` or `table inches`",)
    span = ruleset.space[0].span.to(ruleset.space[-1].span)
    cx.report(names.UNKNOWN_NAME, span, f"there is no space `{written}`", help=help)
    cx.program.space = ("hex", "pointy" if "pointy" in words else "flat")


def _kinds(cx: Context) -> None:
    cx.kinds["Game"] = KindInfo("Game", "game", None, cx.symbols.ruleset)
    cx.kinds["Mission"] = KindInfo("Mission", "mission", None, None)
    cx.kinds["Side"] = KindInfo("Side", "side", None, None)
    for name, declaration in cx.symbols.types.items():
        if not isinstance(declaration, ast.Kind):
            continue
        if declaration.category == "side" and name != "Side":
            from tankdsl.check.kindslips import other_kind_of_sides

            other_kind_of_sides(cx, declaration)
            continue
        parent = declaration.parent.text if declaration.parent else None
        cx.kinds[name] = KindInfo(name, declaration.category, parent, declaration)
    for name, info in cx.kinds.items():
        _parent(cx, name, info)
    _one_ground(cx)


def _one_ground(cx: Context) -> None:
    """Hexes are made of the things of one kind and of those below it."""
    grounds = [info.declaration for info in cx.kinds.values() if info.category == "terrain" and info.parent is None]
    written = [kind for kind in grounds if isinstance(kind, ast.Kind)]
    for kind in written[1:]:
        first = written[0].name
        headline = f"there is a kind of terrain already, `{first.text}`"
        help = f"write `terrain kind {kind.name.text} is {first.text}`, or make one kind of both"
        cx.report(names.DUPLICATE_NAME, kind.name.span, headline, secondary=cx.labels((first.span, "declared here")), help=help)


def _parent(cx: Context, name: str, info: KindInfo) -> None:
    declaration = info.declaration
    if info.parent is None or not isinstance(declaration, ast.Kind):
        return
    assert declaration.parent is not None
    if info.parent not in cx.kinds:
        cx.unknown(declaration.parent.span, info.parent, "kind", [kind for kind in cx.kinds_of(info.category) if kind != name])
        cx.kinds_in_doubt.add(name)
        info.parent = _meant_parent(cx, name, info)
        return
    chain = [name]
    current: str | None = info.parent
    while current is not None and current in cx.kinds:
        if current in chain:
            cx.report(names.WRONG_KIND_OF_NAME, declaration.parent.span, f"`{name}` is its own ancestor: {' -> '.join([*chain, current])}")
            info.parent = None
            return
        chain.append(current)
        current = cx.kinds[current].parent


def _meant_parent(cx: Context, name: str, info: KindInfo) -> str | None:
    """The kind that a misspelt one is taken for, so that its fault is the only one: the nearest name of the same category."""
    same = [kind for kind in cx.kinds_of(info.category) if not cx.is_a(kind, name)]
    return cx.suggestions.suggest(info.parent or "", same)


Written = tuple[KindInfo, ast.Member, ast.Ident]
"""A field as it is written: its kind, the line and its name there."""


def _fields(cx: Context) -> None:
    """The fields of all kinds. Those that bound the ranges of others (`0..armour`) come first, wherever they are written."""
    written: dict[tuple[str, str], Written] = {}
    for info in cx.kinds.values():
        for member in info.declaration.members if info.declaration is not None else ():
            if isinstance(member, ast.PileMember):
                info.piles[member.name.text] = member.of.text
            elif isinstance(member, ast.Member):
                for name in member.names:
                    written.setdefault((info.name, name.text), (info, member, name))
    for field in _bounds_first(cx, written):
        _field(cx, *written[field])
    found = {name: info.fields for name, info in cx.kinds.items()}
    for info in cx.kinds.values():
        info.fields = {}
    for kind, id in written:
        if id in found[kind]:
            cx.kinds[kind].fields[id] = found[kind][id]
    for info, _, word in written.values():
        _not_above(cx, info, word)


def _not_above(cx: Context, info: KindInfo, name: ast.Ident) -> None:
    """A kind has the fields of the one above it, and none of that name beside it."""
    above = None if info.parent is None else cx.field_of(info.parent, name.text)
    if above is not None and above.span is not None:
        headline = f"`{above.kind}`, which `{info.name}` is, has the field `{name.text}` already"
        cx.report(names.DUPLICATE_NAME, name.span, headline, secondary=cx.labels((above.span, "declared here")), help="choose another name")


def _bounds_first(cx: Context, written: dict[tuple[str, str], Written]) -> list[tuple[str, str]]:
    """The fields in an order in which each stands behind the one that bounds it; those in a circle come last."""
    bounding: dict[tuple[str, str], list[tuple[str, str]]] = {}
    order: list[tuple[str, str]] = []
    for field, (info, member, _) in written.items():
        bound = _bound_of(cx, info, member, written)
        if bound is None:
            order.append(field)
        else:
            bounding.setdefault(bound, []).append(field)
    for field in order:
        order += bounding.pop(field, ())
    return order + [field for circle in bounding.values() for field in circle]


def _bound_of(cx: Context, info: KindInfo, member: ast.Member, written: dict[tuple[str, str], Written]) -> tuple[str, str] | None:
    """The field that bounds the range of another, in its kind or in one above."""
    if not isinstance(member.type, ast.RangeType) or not isinstance(member.type.high, ast.Ident):
        return None
    kind: str | None = info.name
    while kind is not None and kind in cx.kinds:
        if (kind, member.type.high.text) in written:
            return kind, member.type.high.text
        kind = cx.kinds[kind].parent
    return None


def _field(cx: Context, info: KindInfo, member: ast.Member, name: ast.Ident) -> None:
    if name.text in ("at", "removed", "side", "model", "self", "owner", "enemy") or (name.text == OUTLINE and info.category == "area"):
        cx.report(names.RESERVED_NAME, name.span, f"every kind has `{name.text}` already", help="choose another name")
        return
    info.fields[name.text] = FieldInfo(name.text, info.name, _member_type(cx, info.name, member), member.role, name.span)
    if name.text in CONSTANTS or name.text == "option":
        cx.report(names.RESERVED_NAME, name.span, f"`{name.text}` is a word of the language", help="choose another name")
        cx.reads.add((info.name, name.text))
        cx.writes.add((info.name, name.text))


def _member_type(cx: Context, kind: str, member: ast.Member) -> Type:
    if member.per is not None:
        return _one_each(cx, kind, member, member.per)
    if member.type is not None:
        return resolve_type(cx, member.type, kind)
    if member.default is None:
        cx.report(
            names.UNKNOWN_TYPE,
            member.span,
            "a field needs a type or a default",
            help=f"write `{member.role} {member.names[0].text}: Type` or `{member.role} {member.names[0].text} = value`",
        )
        return POISON
    return _type_of_default(cx, kind, member.default, member.role)


def _one_each(cx: Context, kind: str, member: ast.Member, per: ast.Ident) -> Type:
    """`stat armour per Face: 0..9`: one value for each member of an enum."""
    over = resolve_type(cx, ast.TypeName(per.span, per.text))
    of = POISON if member.type is None else resolve_type(cx, member.type, kind)
    if member.role != "stat" or member.type is None:
        headline = "only a stat with a type can have a value for each member of an enum"
        cx.report(names.UNKNOWN_TYPE, member.span, headline, help="write `stat name per Enum: 0..9`")
        return POISON
    if not isinstance(over, Enum):
        cx.mismatch(per.span, over, "an enum or arcs", "after `per`")
        return POISON
    return Per(over.name, of)


def _type_of_default(cx: Context, kind: str, default: ast.Expr, role: str) -> Type:
    """`state ace = no` is a bool; a number default alone does not say its range (of a track this is said with its bounds)."""
    from tankdsl.check.expressions import check

    env = Env("field")
    before = len(cx.found)
    found = check(cx, env, default).type
    del cx.found[before:]
    if isinstance(found, Int) and role != "track":
        cx.report(
            names.UNKNOWN_TYPE,
            default.span,
            "a number needs its range",
            help="write `state name: 0..9 = 0`, or `track` for one that stops at its ends",
        )
        return POISON
    return POISON if isinstance(found, Int) else found


def _params(cx: Context, params: tuple[ast.Param, ...]) -> tuple[tuple[str, Type], ...]:
    return tuple((param.name.text, param_type(cx, param)) for param in params)


def param_type(cx: Context, param: ast.Param) -> Type:
    """The type of a parameter; `some T` is a set chosen one by one."""
    type = resolve_type(cx, param.type)
    return Set(type) if param.some else type


def _runs_over_nothing(cx: Context, params: tuple[ast.Param, ...]) -> None:
    """What is called gets its parameters from its caller: a set behind one would say nothing."""
    for param in params:
        if param.domain is not None:
            headline = f"`{param.name.text}` comes from whoever calls this, and is chosen from no set"
            cx.report(
                structure.STATEMENT_MISPLACED,
                param.domain.span,
                headline,
                help=f"leave the set out, or ask for it: `{param.name.text} in set`",
            )


def _signature(cx: Context, declaration: object) -> None:
    match declaration:
        case ast.Value():
            gives = resolve_type(cx, declaration.type) if declaration.type else None
            _add(cx, declaration, "value", gives)
        case ast.Guard():
            _add(cx, declaration, "guard", BOOL)
        case ast.Table():
            gives = resolve_type(cx, declaration.gives) if declaration.gives else None
            _add(cx, declaration, "table" if gives else "table-effect", gives)
        case ast.Effect():
            _add(cx, declaration, "effect", resolve_type(cx, declaration.gives) if declaration.gives else None)
        case ast.Action():
            _add(cx, declaration, "action", None)
        case ast.Sequence():
            cx.signatures[declaration.name.text] = Signature(declaration.name.text, "sequence", (), None, declaration)
        case ast.Sight():
            ends = (("from", optional(PLACE)), ("to", optional(PLACE)))
            cx.signatures[declaration.name.text] = Signature(declaration.name.text, "sight", ends, BOOL, declaration)


def _add(cx: Context, declaration: ast.Value | ast.Guard | ast.Table | ast.Effect | ast.Action, kind: str, gives: Type | None) -> None:
    name = declaration.name.text
    if kind != "action":
        _runs_over_nothing(cx, declaration.params)
    cx.signatures[name] = Signature(name, kind, _params(cx, declaration.params), gives, declaration)


def _cost_measure(cx: Context) -> None:
    """The measure of `spent`: what the `cost` clauses of the pack are counted in."""
    for declaration in cx.symbols.of(ast.Action):
        assert isinstance(declaration, ast.Action)
        for statement in declaration.body.statements:
            if isinstance(statement, ast.Cost) and isinstance(statement.amount, ast.Int) and statement.amount.measure is not None:
                from tankdsl.check.expressions import measure_named

                cx.cost_measure = measure_named(cx, statement.amount.measure)
                return


__all__ = ["SIDE", "Kind", "param_type", "read_headers", "snake"]
