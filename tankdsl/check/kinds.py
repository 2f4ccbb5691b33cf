"""Kinds and their things: fields with default, bounds, visibility and lifetime; rows of tables; piles."""

from __future__ import annotations

from tankdsl.bounds import LATEST_EDGE
from tankdsl.check.areas import OUTLINE, has_outline
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import PLACEABLE, Context, KindInfo
from tankdsl.check.defaults import settle_defaults
from tankdsl.check.env import Env, constant
from tankdsl.check.expressions import check, check_as, condition, demand, measure_named
from tankdsl.check.flow import note_scope_use
from tankdsl.check.rows import check_kinds_of_tables, check_models
from tankdsl.check.statements import check_statements
from tankdsl.check.tree import Core, FieldDef, KindDef, Lifetime, Local, PileDef
from tankdsl.check.types import BOOL, PLACE, SIDE, Bool, Int, Kind, Optional, Poison, Set, Type, describe
from tankdsl.diagnostics.registry import names, types
from tankdsl.source import Span
from tankdsl.syntax import ast


def check_kinds(cx: Context) -> None:
    """Check all kinds, their rows, and all piles."""
    for name, info in cx.kinds.items():
        cx.program.kinds[name] = _kind(cx, name, info)
    settle_defaults(cx)
    check_kinds_of_tables(cx)
    for name, declaration in cx.symbols.values.items():
        if isinstance(declaration, ast.Pile):
            cx.program.piles[name] = _pile(cx, declaration)


def _kind(cx: Context, name: str, info: KindInfo) -> KindDef:
    declaration = info.declaration
    this, viewer = Local("this", Kind(name)), Local("viewer", SIDE)
    fields: list[FieldDef] = []
    identity: Core | None = None
    members = declaration.members if declaration is not None else ()
    for member in members:
        match member:
            case ast.Member():
                fields += _fields(cx, name, member, this, viewer)
            case ast.IdentityMember():
                env = _env(name, this, viewer)
                identity = visible(cx, env, (member.visibility,))
            case ast.PileMember():
                _side_pile(cx, name, member)
            case _:
                pass
    span = declaration.name.span if declaration is not None else Span(0, 0, 0)
    if has_outline(cx, name):
        fields.append(FieldDef(OUTLINE, "stat", Set(PLACE), None, None, None, None, None, False, (), span))
    return KindDef(name, info.category, info.parent, this, viewer, tuple(fields), check_models(cx, name), identity, span)


def _env(kind: str, this: Local, viewer: Local) -> Env:
    return Env("field", this=this, this_kind=kind, viewer=viewer)


def _fields(cx: Context, kind: str, member: ast.Member, this: Local, viewer: Local) -> list[FieldDef]:
    out: list[FieldDef] = []
    for name in member.names:
        info = cx.kinds[kind].fields.get(name.text)
        if info is None or info.span != name.span:
            continue
        env = _env(kind, this, viewer)
        default = None if member.default is None else _default(cx, env, member, info.type)
        if default is None and member.role in ("state", "track") and not isinstance(info.type, (Bool, Optional, Poison)):
            _report_beginning(cx, member, name, info.type)
        low, high = _bounds(cx, env, member)
        shown = visible(cx, env, member.visibility) if member.visibility else None
        lifetime = None if member.lifetime is None else _lifetime(cx, member.lifetime)
        out.append(
            FieldDef(name.text, member.role, info.type, default, low, high, shown, lifetime, member.kept, cite_ids(member.cites), name.span)
        )
        if member.flavour:
            cx.reads.add((kind, name.text))
    return out


def _report_beginning(cx: Context, member: ast.Member, name: ast.Ident, type: Type) -> None:
    """A state that would begin absent, though its type says that there is always a value."""
    headline = f"the {member.role} `{name.text}` ({describe(type)}) has nothing to begin with"
    help = f"say what it begins with, `{member.role} {name.text}: ... = value`"
    more = ("or let it be absent, with `?` behind the type",) if member.role == "state" else ()
    cx.report(types.MAYBE_ABSENT, name.span, headline, help=(help, *more))


def _default(cx: Context, env: Env, member: ast.Member, type: Type) -> Core:
    assert member.default is not None
    return check_as(cx, env, member.default, type, "as the default")


def _bounds(cx: Context, env: Env, member: ast.Member) -> tuple[Core | None, Core | None]:
    """The ends of a track; its upper end may be another stat."""
    if member.role != "track":
        return None, None
    if not isinstance(member.type, ast.RangeType):
        cx.report(types.TYPE_MISMATCH, member.span, "a track needs a range", help="write `track name: 0..9 = 0`")
        return None, None
    node = member.type
    grain = 1 if node.measure is None else cx.grain(measure_named(cx, node.measure))
    low = constant(node.low * grain, Int(node.low * grain, node.low * grain), node.span)
    if isinstance(node.high, int):
        return low, constant(node.high * grain, Int(node.high * grain, node.high * grain), node.span)
    return low, check(cx, env, ast.Name(node.high.span, node.high.text))


def visible(cx: Context, env: Env, clauses: tuple[ast.Visibility, ...]) -> Core:
    """Whether the viewing side may see it: every clause must allow it."""
    parts: list[Core] = []
    for clause in clauses:
        who = check(cx, env, clause.who)
        assert env.viewer is not None
        viewer = Core("local", (env.viewer,), SIDE, clause.span)
        if isinstance(who.type, Set):
            named = Core("in", (viewer, who), BOOL, clause.span)
        else:
            named = Core("==", (viewer, demand(cx, env, who, SIDE, "as who may see it")), BOOL, clause.span)
        allowed = Core("not", (named,), BOOL, clause.span) if clause.hidden else named
        if clause.condition is not None:
            unless = Core("not", (condition(cx, env, clause.condition),), BOOL, clause.span)
            allowed = Core("or", (unless, allowed), BOOL, clause.span)
        parts.append(allowed)
    return parts[0] if len(parts) == 1 else Core("and", tuple(parts), BOOL, clauses[0].span)


def _lifetime(cx: Context, node: ast.Lifetime) -> Lifetime:
    note_scope_use(cx, node.scope)
    if not 1 <= node.nth <= LATEST_EDGE:
        headline = f"a state lasts until the 1st to {LATEST_EDGE:,}th {node.edge} of a scope, and this says {node.nth:,}"
        cx.report(types.OUT_OF_RANGE, node.span, headline)
    return Lifetime(node.edge, node.scope.text, node.own, node.nth)


# --------------------------------------------------------------------------------------------------------------- piles


def _side_pile(cx: Context, kind: str, member: ast.PileMember) -> None:
    """A pile field of sides; other kinds may carry things too (cargo)."""
    this, viewer = Local("this", Kind(kind)), Local("viewer", SIDE)
    env = _env(kind, this, viewer)
    _known_kind(cx, member.of)
    shown = visible(cx, env, member.visibility) if member.visibility else None
    id = member.name.text if kind == "Side" else f"{kind}.{member.name.text}"
    cx.program.piles[id] = PileDef(
        id, member.of.text, True, member.ordered, False, this, viewer, shown, member.holds, None, cite_ids(member.cites), member.span
    )


def _known_kind(cx: Context, name: ast.Ident) -> None:
    if name.text not in cx.kinds:
        cx.unknown(name.span, name.text, "kind", cx.kinds_of(*PLACEABLE, "card", "mission", "part", "thing"))


def _pile(cx: Context, node: ast.Pile) -> PileDef:
    _known_kind(cx, node.of)
    this, viewer = Local("this", SIDE), Local("viewer", SIDE)
    env = Env("field", viewer=viewer)
    deck = node.word in ("deck", "bag")
    if node.visibility:
        shown: Core | None = visible(cx, env, node.visibility)
    else:
        shown = Core("bool", (False,), BOOL, node.span) if deck else None
    refill = None
    if node.when_empty is not None:
        inner = Env("effect")
        refill = check_statements(cx, inner, node.when_empty.statements)
        cx.calls[f"pile.{node.name.text}"] = list(inner.calls)
    if node.initial is not None:
        cx.report(
            names.WRONG_KIND_OF_NAME,
            node.initial.span,
            "a pile's content is said by its kind",
            help="write `deck` to start with all of them",
        )
    return PileDef(
        node.name.text,
        node.of.text,
        False,
        node.ordered or deck,
        deck,
        this,
        viewer,
        shown,
        node.holds,
        refill,
        cite_ids(node.cites),
        node.span,
    )
