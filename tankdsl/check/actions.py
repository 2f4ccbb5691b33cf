"""Actions, reactions and cards: everything that a player may start, with its occasion, parameters, price and effect."""

from __future__ import annotations

from tankdsl.check.binding import bind
from tankdsl.check.bodies import Terms, body_of, split_terms
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import PLACEABLE, Context
from tankdsl.check.env import Env, constant
from tankdsl.check.expressions import check, condition, poison
from tankdsl.check.headers import param_type
from tankdsl.check.names import things_of
from tankdsl.check.sets import listed, set_of
from tankdsl.check.statements import check_statements
from tankdsl.check.tree import ActionDef, AnyStmt, Conjunct, Core, Demand, Limit, Local, ParamDef, Reason
from tankdsl.check.types import BOOL, PLACE, SIDE, Bool, Direction, Enum, Int, Kind, Poison, Set, Type, required
from tankdsl.diagnostics.registry import names, structure, types
from tankdsl.syntax import ast


def check_action(cx: Context, node: ast.Action) -> None:
    """Check an action of the play lists."""
    name = node.name.text
    env = Env("action")
    me = _acting_side(cx, env, node.player)
    params = tuple(param_of(cx, env, param, me) for param in node.params)
    terms = split_terms(cx, env, node.body, name, cite_ids(node.cites))
    body = body_of(cx, env, terms.rest)
    cx.calls[name] = list(env.calls)
    cx.program.actions[name] = ActionDef(
        id=name, name=name, text=name.replace("_", " "), me=me, inherited=(), changes=(), card=None, self_local=None, as_action=True,
        anytime=False, windows=(), by=None, params=params, first_guards=(), guards=tuple(terms.guards), limits=tuple(terms.limits),
        cost=terms.cost, body=body, after=None, after_me=None, after_self=None, cites=cite_ids(node.cites), span=node.span,
    )  # fmt: skip


def _acting_side(cx: Context, env: Env, player: ast.Ident | None) -> Local:
    """The side that acts: bound to the name after `as`, or nameless."""
    env.me = bind(cx, env, player, SIDE) if player is not None else Local("me", SIDE)
    return env.me


def param_of(cx: Context, env: Env, param: ast.Param, me: Local | None) -> ParamDef:
    """A parameter that runs over a set: the one that is written, else all of its type; `me` is the side that acts, if one does."""
    type = param_type(cx, param)
    single = type.of if param.some and isinstance(type, Set) else type
    domain = set_of(cx, env, param.domain, single) if param.domain is not None else _default_domain(cx, param, single, me)
    domain = listed(cx, domain)
    if isinstance(domain.type, Set) and not isinstance(domain.type.of, Poison) and not cx.fits(domain.type.of, single):
        cx.mismatch(domain.span, domain.type, Set(single), f"for the parameter `{param.name.text}`")
    return ParamDef(bind(cx, env, param.name, type), param.some, domain)


def _default_domain(cx: Context, param: ast.Param, type: Type, me: Local | None) -> Core:
    """Without `in`: all of the type; a piece called `by` is one of the acting side's own."""
    span = param.span
    match type:
        case Kind("Side"):
            return Core("sides", (), Set(SIDE), span)
        case Kind(kind) if me is not None and param.name.text == "by" and cx.category(kind) in PLACEABLE:
            return Core("owned", (kind, Core("local", (me,), SIDE, span), "placed"), Set(type), span)
        case Kind(kind):
            return things_of(cx, kind, span, everything=False)
        case Direction():
            return Core("directions", (), Set(type), span)
        case Bool():
            return Core("list", (constant(False, BOOL, span), constant(True, BOOL, span)), Set(BOOL), span)
        case Enum(name):
            members = [member for member, owners in cx.symbols.members.items() if name in owners]
            return Core("list", tuple(Core("enum", (name, member), type, span) for member in members), Set(type), span)
        case Int(low, high) if high - low <= 1000:
            numbers = tuple(constant(n, Int(n, n, type.measure), span) for n in range(low, high + 1))
            return Core("list", numbers, Set(type), span)
        case _ if type == PLACE:
            return Core("places", (), Set(PLACE), span)
        case Poison():
            return poison(span)
        case _:
            cx.report(
                types.TYPE_MISMATCH,
                span,
                f"it is not said from which values `{param.name.text}` is chosen",
                help="add `in set` to the parameter",
            )
            return poison(span)


# ------------------------------------------------------------------------------------------------------ windows and cards


def _bind_window(cx: Context, env: Env, windows: tuple[ast.Ident, ...]) -> tuple[tuple[Local, ...], tuple[Local, ...]]:
    """The parameters of the window that is answered; several windows must have the same parameters."""
    known = [(word, cx.windows[word.text]) for word in windows if word.text in cx.windows]
    for word in windows:
        if word.text not in cx.windows:
            help = cx.did_you_mean(word.text, cx.windows)
            env.incomplete = True
            cx.report(names.UNKNOWN_NAME, word.span, f"there is no window `{word.text}`", help=help)
    if not known:
        return (), ()
    first = known[0][1]
    for word, params in known[1:]:
        if params != first:
            cx.report(
                types.TYPE_MISMATCH,
                word.span,
                f"`{word.text}` passes other parameters than `{known[0][0].text}`",
                help="write one `plays` clause for each window",
            )
    inherited: list[Local] = []
    changes: list[Local] = []
    for name, type, var in first:
        local = env.bind(name, type, known[0][0].span, mutable=var, window=var)
        env.lookup(name).read = True  # type: ignore[union-attr]
        inherited.append(local)
        if var:
            changes.append(local)
    return tuple(inherited), tuple(changes)


def _may_play(cx: Context, env: Env, by: ast.Expr | None, me: Local) -> Core | None:
    """`by target.side`: the acting side must be that one."""
    if by is None:
        return None
    side = check(cx, env, by)
    if isinstance(side.type, Poison):
        return None
    if required(side.type) != SIDE:
        cx.mismatch(side.span, side.type, SIDE, "after `by`")
        return None
    return Core("==", (Core("local", (me,), SIDE, by.span), side), BOOL, by.span)


def check_reaction(cx: Context, node: ast.Reaction) -> None:
    """Check a reaction: an action whose occasion is a window."""
    name = node.name.text
    env = Env("action")
    me = _acting_side(cx, env, node.player)
    inherited, changes = _bind_window(cx, env, node.windows)
    by = _may_play(cx, env, node.by, me)
    params = tuple(param_of(cx, env, param, me) for param in node.params)
    first = _when(cx, env, node.when, name, cite_ids(node.cites))
    terms = split_terms(cx, env, node.body, name, cite_ids(node.cites))
    body = body_of(cx, env, terms.rest)
    cx.calls[name] = list(env.calls)
    cx.played.add(name)
    cx.program.actions[name] = ActionDef(
        id=name, name=name, text=name.replace("_", " "), me=me, inherited=inherited, changes=changes, card=None, self_local=None,
        as_action=False, anytime=False, windows=tuple(word.text for word in node.windows), by=by, params=params, first_guards=(),
        guards=(*first, *terms.guards), limits=tuple(terms.limits), cost=terms.cost, body=body, after=None, after_me=None, after_self=None,
        cites=cite_ids(node.cites), span=node.span,
    )  # fmt: skip


def _when(cx: Context, env: Env, when: ast.Expr | None, owner: str, cites: tuple[str, ...]) -> tuple[Conjunct, ...]:
    """`when c`: a requirement whose failing says only that this is not the moment."""
    if when is None:
        return ()
    return (Demand(condition(cx, env, when), Reason("not_offered", "this is not its moment", cites), when.span),)


def check_card(cx: Context, node: ast.Card) -> None:
    """Check a card: each `plays` clause is one way to play it."""
    info = cx.kinds.get(node.of.text)
    if info is None or info.category != "card":
        candidates = [name for name, kind in cx.kinds.items() if kind.category == "card"]
        cx.unknown(node.of.span, node.of.text, "kind of card", candidates)
        cx.lost |= {node.name.text}
        return
    for index, clause in enumerate(node.plays):
        _check_clause(cx, node, clause, node.name.text if index == 0 else f"{node.name.text}.{index + 1}")


def _check_clause(cx: Context, node: ast.Card, clause: ast.PlayClause, id: str) -> None:
    env = Env("card")
    me = _acting_side(cx, env, clause.player)
    inherited, changes = _bind_window(cx, env, clause.windows)
    kind = cx.kinds[node.of.text]
    env.this, env.this_kind = Local("self", Kind(node.of.text)), node.of.text
    by = _may_play(cx, env, clause.by, me)
    params = tuple(param_of(cx, env, param, me) for param in clause.params)
    cites = cite_ids(node.cites, clause.cites)
    when = _when(cx, env, clause.when, id, cites)
    terms = split_terms(cx, env, clause.body, id, cites)
    body = body_of(cx, env, terms.rest)
    cx.calls[id] = list(env.calls)
    common, limits, after, after_me, after_self = _common_terms(cx, node, kind.declaration, me, env.this)
    cx.program.actions[id] = ActionDef(
        id=id, name=node.name.text, text=node.title.value, me=me, inherited=inherited, changes=changes,
        card=(node.of.text, node.name.text, _hand(cx, node)), self_local=env.this, as_action=clause.as_action, anytime=clause.anytime,
        windows=tuple(word.text for word in clause.windows), by=by, params=params, first_guards=common, guards=(*when, *terms.guards),
        limits=(*limits, *terms.limits), cost=terms.cost, body=body, after=after, after_me=after_me, after_self=after_self,
        cites=cites, span=clause.span,
    )  # fmt: skip


def _hand(cx: Context, node: ast.Card) -> str:
    """The pile of a side from which cards of this kind are played: the first of that kind that `Side` declares."""
    for name, kind in cx.kinds["Side"].piles.items():
        if kind == node.of.text:
            return name
    if "Side" in cx.lost:
        return ""
    cx.report(
        structure.NOTHING_TO_PLAY,
        node.of.span,
        f"sides have no pile of `{node.of.text}` to play this card from",
        help=f"declare one: `side kind Side {{ pile hand of {node.of.text} seen by owner }}`",
    )
    return ""


def _common_terms(
    cx: Context, card: ast.Card, declaration: object, me: Local, this: Local
) -> tuple[tuple[Conjunct, ...], tuple[Limit, ...], tuple[AnyStmt, ...] | None, Local | None, Local | None]:
    """`to play` and `after play` of the card's kind, read for this card (limits are shared by all cards of the kind)."""
    if not isinstance(declaration, ast.Kind):
        return (), (), None, None, None
    before = len(cx.found) if declaration.name.text in cx.terms_reported else None
    guards: tuple[Conjunct, ...] = ()
    limits: tuple[Limit, ...] = ()
    after: tuple[AnyStmt, ...] | None = None
    after_me, after_self = None, None
    for member in declaration.members:
        if not isinstance(member, ast.PlayMember):
            continue
        env = Env("card", this=this, this_kind=declaration.name.text)
        env.scopes[0][member.player.text] = _bound(env, me, member.player)
        if not member.after:
            terms = split_terms(cx, env, member.body, declaration.name.text, cite_ids(member.cites))
            _only_terms(cx, terms, member)
            guards, limits = tuple(terms.guards), tuple(terms.limits)
        else:
            after_me, after_self = Local(member.player.text, SIDE), Local("self", this.type)
            inner = Env("card", this=after_self, this_kind=declaration.name.text)
            inner.scopes[0][member.player.text] = _bound(inner, after_me, member.player)
            after = check_statements(cx, inner, member.body.statements)
    if before is not None:
        del cx.found[before:]
    cx.terms_reported.add(declaration.name.text)
    return guards, limits, after, after_me, after_self


def _bound(env: Env, local: Local, name: ast.Ident):  # type: ignore[no-untyped-def]
    from tankdsl.check.env import Binding

    env.ranges[local] = local.type
    return Binding(local, False, name.span, read=True)


def _only_terms(cx: Context, terms: Terms, member: ast.PlayMember) -> None:
    if terms.rest:
        cx.report(
            structure.STATEMENT_MISPLACED,
            terms.rest[0].span,
            "`to play` holds limits and requirements only",
            help="what happens to the card belongs into `after play`",
        )
