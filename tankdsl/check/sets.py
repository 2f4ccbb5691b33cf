"""Sets and lists: where their elements come from, and what is asked of all of them together."""

from __future__ import annotations

from tankdsl.check.binding import bind
from tankdsl.check.context import Context
from tankdsl.check.env import Env
from tankdsl.check.expressions import check, check_as, condition, lost, number, poison
from tankdsl.check.names import things_of
from tankdsl.check.tree import Core, Local
from tankdsl.check.types import (
    BOOL,
    INT32_MAX,
    PLACE,
    Die,
    Enum,
    Int,
    Kind,
    NoneType,
    Optional,
    Path,
    Per,
    PileOf,
    Poison,
    Pool,
    Set,
    Type,
    join,
    optional,
    required,
)
from tankdsl.diagnostics import counted, did_you_mean, quoted
from tankdsl.diagnostics.registry import names, types
from tankdsl.syntax import ast


def check_set_form(cx: Context, env: Env, node: ast.Expr, expected: Type | None) -> Core:
    """List literals, comprehensions, folds, quantifiers, `all X` and indexing."""
    match node:
        case ast.ListOf():
            return _list(cx, env, node, expected)
        case ast.Comprehension():
            return _comprehension(cx, env, node)
        case ast.Fold():
            return _fold(cx, env, node)
        case ast.Quantifier():
            return _quantifier(cx, env, node)
        case ast.AllOf():
            return _all_of(cx, node)
        case ast.Index():
            return _index(cx, env, node)
        case _:
            raise AssertionError(f"not a set form: {node!r}")


def set_of(cx: Context, env: Env, node: ast.Expr, element: Type | None = None) -> Core:
    """An expression that has elements: a set, a pile, rolled dice or a path."""
    hint = Set(required(element)) if element is not None else None
    return as_set(cx, check(cx, env, node, hint))


def as_set(cx: Context, core: Core) -> Core:
    """The elements of an expression as a set; reported when it has none."""
    match core.type:
        case Set() | Poison():
            return core
        case PileOf(kind):
            return Core(core.op, core.args, Set(Kind(kind)), core.span)
        case Pool(low, high):
            return Core("dice", (core,), Set(Die(low, high)), core.span)
        case Path():
            return Core(core.op, core.args, Set(PLACE), core.span)
        case found:
            cx.report(
                types.NOT_A_SET,
                core.span,
                f"found {_said(found)}, expected a set",
                help="write `[x]` for the set of one thing, or `all Kind` for all things of a kind",
            )
            return poison(core.span)


def _said(found: Type) -> str:
    from tankdsl.check.types import describe

    return describe(found)


def element_of(core: Core) -> Type:
    """The type of the elements of a checked set."""
    return core.type.of if isinstance(core.type, Set) else core.type


def most_of(cx: Context, domain: Core) -> int:
    """How many elements a checked set has at most."""
    from tankdsl.bounds import MOST_HEXES
    from tankdsl.check.dealing import MOST_DICE
    from tankdsl.check.limits import MOST_THINGS

    if domain.op in ("filter", "map"):
        return most_of(cx, domain.args[1])
    if domain.op == "dice" and isinstance(domain.args[0].type, Pool):
        return domain.args[0].type.most
    match element_of(domain):
        case Kind("Side"):
            return len(cx.symbols.sides)
        case Kind():
            return MOST_THINGS
        case Die():
            return MOST_DICE
        case _:
            return MOST_HEXES


def bind_element(cx: Context, env: Env, name: ast.Ident, domain: Core) -> Local:
    """Bind the loop variable of a set; a die remembers its pool."""
    local = bind(cx, env, name, element_of(domain))
    if isinstance(local.type, Die):
        env.dice[local] = domain.args[0] if domain.op == "dice" else domain
    return local


def _list(cx: Context, env: Env, node: ast.ListOf, expected: Type | None) -> Core:
    """A list as it is written; absent members are left out, so its elements are there."""
    if isinstance(expected, Per):
        return _one_each(cx, env, node, expected)
    wanted = expected.of if isinstance(expected, Set) else None
    items: list[Core] = []
    element: Type | None = None
    for item in node.items:
        core = number(cx, env, check(cx, env, item, wanted or element))
        joined = core.type if element is None else join(element, core.type)
        if joined is None and isinstance(element, Kind) and isinstance(core.type, Kind):
            joined = Kind(cx.root_of(element.name)) if cx.root_of(element.name) == cx.root_of(core.type.name) else None
        if joined is None:
            assert element is not None
            cx.mismatch(core.span, core.type, element, "like the elements before")
            return lost(cx, env, node.span, node.items[len(items) + 1 :])
        element = joined if isinstance(joined, NoneType) else required(joined)
        items.append(core)
    return Core("list", tuple(items), Set(element or wanted or NoneType()), node.span)


def _one_each(cx: Context, env: Env, node: ast.ListOf, expected: Per) -> Core:
    """One value for each member of an enum, in the order of its members."""
    members = [member for member, _ in cx.program.enums.get(expected.enum, ())]
    if len(node.items) != len(members):
        headline = f"found {counted(len(node.items), 'value')}, expected one for each of {quoted(members, 'and')}"
        cx.report(types.WRONG_ARGUMENTS, node.span, headline)
        return lost(cx, env, node.span, node.items)
    return Core("list", tuple(check_as(cx, env, item, expected.of) for item in node.items), expected, node.span)


def listed(cx: Context, core: Core) -> Core:
    """A set that is gone through: on a table the points and directions are without number, so they can only be chosen from."""
    if cx.is_table and core.op in ("places", "points", "directions"):
        what = "directions" if core.op == "directions" else "points"
        cx.report(
            types.NOT_A_SET,
            core.span,
            f"the {what} of a table cannot be gone through one by one",
            help="let somebody choose one: `choose p from places where ... by side`",
        )
        return poison(core.span)
    return core


def _comprehension(cx: Context, env: Env, node: ast.Comprehension) -> Core:
    domain = listed(cx, set_of(cx, env, node.domain))
    with env.scope():
        local = bind_element(cx, env, node.var, domain)
        where = None if node.where is None else condition(cx, env, node.where)
        each = None if node.each is None else number(cx, env, check(cx, env, node.each))
    if isinstance(domain.type, Poison):
        return poison(node.span)
    kept = domain if where is None else Core("filter", (local, domain, where), domain.type, node.span)
    if each is None:
        return kept
    return Core("map", (local, kept, each), Set(each.type), node.span)


FOLDS = {"count": "count", "sum": "sum", "min": "minimum", "max": "maximum", "least": "best", "most": "best", "first": "first"}


def _fold(cx: Context, env: Env, node: ast.Fold) -> Core:
    if node.op.text not in FOLDS:
        cx.report(
            names.UNKNOWN_NAME,
            node.op.span,
            f"`{node.op.text}` does not work over a set",
            help=did_you_mean(node.op.text, FOLDS) or "use `count`, `sum`, `min`, `max`, `least` or `most`",
        )
    amount = _amount if node.op.text in FOLDS else check  # What is counted by a word that nobody knows may be anything.
    domain = listed(cx, set_of(cx, env, node.domain))
    with env.scope():
        local = bind_element(cx, env, node.var, domain)
        where = None if node.where is None else condition(cx, env, node.where)
        each = None if node.each is None else amount(cx, env, node.each)
        key = None if node.key is None else amount(cx, env, node.key)
    if isinstance(domain.type, Poison) or node.op.text not in FOLDS:
        return poison(node.span)
    return _folded(cx, node, domain, local, where, each, key)


def _amount(cx: Context, env: Env, node: ast.Expr) -> Core:
    from tankdsl.check.operators import as_number

    return as_number(cx, env, check(cx, env, node))


def _folded(cx: Context, node: ast.Fold, domain: Core, local: Local, where: Core | None, each: Core | None, key: Core | None) -> Core:
    yes = Core("bool", (True,), BOOL, node.span)
    if node.op.text == "count":
        return Core("count", (local, domain, where or yes), Int(0, most_of(cx, domain)), node.span)
    kept = domain if where is None else Core("filter", (local, domain, where), domain.type, domain.span)
    if node.op.text == "first":
        return Core("first", (kept,), optional(element_of(domain)), node.span)
    if node.op.text in ("least", "most"):
        if key is None:
            return poison(node.span)
        return Core("best", (local, kept, key, node.op.text), optional(element_of(domain)), node.span)
    if each is None or not isinstance(each.type, Int):
        return poison(node.span)
    if node.op.text == "sum":
        most = most_of(cx, domain)
        low, high = max(min(0, each.type.low) * most, -INT32_MAX), min(max(0, each.type.high) * most, INT32_MAX)
        return Core("sum", (local, kept, each), Int(low, high, each.type.measure), node.span)
    return Core(FOLDS[node.op.text], (local, kept, each), optional(each.type), node.span)


def _quantifier(cx: Context, env: Env, node: ast.Quantifier) -> Core:
    domain = listed(cx, set_of(cx, env, node.domain))
    with env.scope():
        local = bind_element(cx, env, node.var, domain)
        joined = isinstance(node.where, ast.Binary) and node.where.op in ("and", "or")
        env.reaching += [f"{'all' if node.all else 'any'} {node.var.text}"] * joined
        where = condition(cx, env, node.where)
        del env.reaching[len(env.reaching) - joined :]
    if isinstance(domain.type, Poison):
        return poison(node.span)
    return Core("all" if node.all else "any", (local, domain, where), BOOL, node.span)


def _all_of(cx: Context, node: ast.AllOf) -> Core:
    kind = cx.symbols.plurals.get(node.name.text)
    if kind is None:
        cx.unknown(node.name.span, node.name.text, "kind of things", list(cx.symbols.plurals))
        return poison(node.span)
    return things_of(cx, kind, node.span, everything=True)


def _index(cx: Context, env: Env, node: ast.Index) -> Core:
    whole = check(cx, env, node.subject)
    if isinstance(required(whole.type), Per):
        return _for_member(cx, env, node, whole)
    subject = as_set(cx, whole)
    key = check_as(cx, env, node.key, Int(), "as a position")
    if isinstance(subject.type, Poison) or isinstance(key.type, Poison):
        return poison(node.span)
    return Core("at_index", (subject, key), optional(element_of(subject)), node.span)


def _for_member(cx: Context, env: Env, node: ast.Index, subject: Core) -> Core:
    """`t.armour[front]`: the value for a member of the enum, whose number is the position."""
    per = required(subject.type)
    assert isinstance(per, Per)
    key = check_as(cx, env, node.key, Enum(per.enum), "between the brackets")
    if isinstance(key.type, Poison):
        return key
    found: Type = optional(per.of) if isinstance(subject.type, Optional) else per.of
    return Core("at_index", (subject, key), found, node.span)
