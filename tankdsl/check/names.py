"""What a bare name and a field can mean.

A name is looked up as: a local of this body; a field of the thing being declared; a member of the expected enum; anything declared in the
pack; a member of the only enum that has it; a direction.  Every use of a field is noted, so that unread stats can be reported.
"""

from __future__ import annotations

from tankdsl.check.context import PLACEABLE, Context, FieldInfo
from tankdsl.check.env import Env, constant
from tankdsl.check.groundnames import ground_name
from tankdsl.check.tree import Core
from tankdsl.check.types import (
    BOOL,
    DIRECTION,
    INT32_MAX,
    PLACE,
    POISON,
    SIDE,
    Die,
    Direction,
    Enum,
    Int,
    Kind,
    Model,
    NoneType,
    Optional,
    PileOf,
    Poison,
    Set,
    Step,
    Type,
    describe,
    optional,
    required,
)
from tankdsl.diagnostics import quoted
from tankdsl.diagnostics.registry import names, types
from tankdsl.frozen import replaced
from tankdsl.resolve.symbols import Thing
from tankdsl.source import Span
from tankdsl.syntax import ast

DIRECTIONS = {
    "flat": ("n", "ne", "se", "s", "sw", "nw"),
    "pointy": ("nw", "ne", "e", "se", "sw", "w"),
    "table": ("n", "ne", "e", "se", "s", "sw", "w", "nw"),
}


def directions_of(cx: Context) -> tuple[str, ...]:
    """The direction names of the pack's ground: six of hexes, eight of a table."""
    return DIRECTIONS["table" if cx.is_table else "pointy" if "pointy" in cx.program.space else "flat"]


def check_name(cx: Context, env: Env, node: ast.Name, expected: Type | None) -> Core:
    """The typed form of a bare name."""
    text, span = node.text, node.span
    binding = env.lookup(text)
    if binding is not None:
        binding.read = True
        return Core("local", (binding.local,), env.current(binding.local), span)
    if text in env.aliases:
        return replaced(env.aliases[text], span=span)
    own = _own_name(cx, env, text, span)
    if own is not None:
        return own
    member = _expected_member(cx, text, span, expected)
    if member is not None:
        return member
    word = _constant(cx, env, text, span)
    if word is not None:
        return word
    declared = _declared(cx, env, text, span, expected)
    if declared is not None:
        return declared
    if text in directions_of(cx):
        return Core("dir", (text,), DIRECTION, span)
    return _unknown_name(cx, env, text, span, expected)


def _own_name(cx: Context, env: Env, text: str, span: Span) -> Core | None:
    """Names of the thing being declared: `self`, `owner`, `enemy`, its fields."""
    if env.this is None or env.this_kind is None:
        return None
    this = Core("local", (env.this,), Kind(env.this_kind), span)
    if text == "self":
        return this
    if text in ("owner", "enemy"):
        owner = this if env.this_kind == "Side" else field_core(cx, env, this, "side", span)
        return owner if text == "owner" or owner is None else field_core(cx, env, owner, "enemy", span)
    if text in cx.field_names(env.this_kind) or (text == "side" and cx.field_of(env.this_kind, text) is not None):
        return field_core(cx, env, this, text, span)
    if text in ("at", "removed", "side") and cx.category(env.this_kind) in PLACEABLE:
        return field_core(cx, env, this, text, span)
    return None


def _expected_member(cx: Context, text: str, span: Span, expected: Type | None) -> Core | None:
    wanted = required(expected) if expected is not None else None
    if isinstance(wanted, Set):
        wanted = required(wanted.of)
    if isinstance(wanted, Enum) and wanted.name in cx.symbols.members.get(text, ()):
        return Core("enum", (wanted.name, text), wanted, span)
    if isinstance(wanted, Direction) and text in directions_of(cx):
        return Core("dir", (text,), DIRECTION, span)
    return None


def _constant(cx: Context, env: Env, text: str, span: Span) -> Core | None:
    match text:
        case "yes" | "on":
            return constant(True, BOOL, span)
        case "no" | "off":
            return constant(False, BOOL, span)
        case "none":
            return Core("none", (), NoneType(), span)
        case "sides" | "everyone":
            return Core("sides", (), Set(SIDE), span)
        case "nobody":
            return Core("set", (), Set(SIDE), span)
        case "places":
            return Core("places", (), Set(PLACE), span)
        case "directions":
            return Core("directions", (), Set(DIRECTION), span)
        case "active":
            return Core("active", (), Optional(SIDE) if env.origin in ("field",) else SIDE, span)
        case "spent":
            return Core("spent", (), Int(0, INT32_MAX, cx.cost_measure), span)
        case _:
            return None


def _declared(cx: Context, env: Env, text: str, span: Span, expected: Type | None) -> Core | None:
    symbols = cx.symbols
    if text in symbols.values:
        return _global(cx, env, text, span)
    if text in symbols.plurals:
        return things_of(cx, symbols.plurals[text], span, everything=False)
    game_field = cx.field_of("Game", text)
    if game_field is not None:
        cx.reads.add(("Game", text))
        return Core("get", ("Game", text, Core("ref", ("Game", "game"), Kind("Game"), span)), game_field.type, span)
    on_ground = ground_name(cx, text, span)
    if on_ground is not None:
        return on_ground
    owners = symbols.members.get(text, [])
    if len(owners) == 1:
        return Core("enum", (owners[0], text), Enum(owners[0]), span)
    if len(owners) > 1 and isinstance(expected, Poison):
        return Core("none", (), POISON, span)  # What it is compared with has its own finding.
    if len(owners) > 1:
        cx.report(
            names.AMBIGUOUS_NAME,
            span,
            f"`{text}` is a member of several enums: {', '.join(f'`{owner}`' for owner in owners)}",
            help="compare it with a value of the enum that is meant",
        )
        return Core("none", (), POISON, span)
    return None


def _global(cx: Context, env: Env, text: str, span: Span) -> Core:
    what = cx.symbols.values[text]
    match what:
        case ast.SideDecl():
            return Core("ref", ("Side", text), SIDE, span)
        case Thing() if cx.category(what.kind) == "terrain":
            return Core("ref", (what.kind, text), Kind(what.kind), span)
        case Thing() if env.doubtful:
            return Core("none", (), POISON, span)
        case Thing():
            return Core("model", (cx.root_of(what.kind), text), Model(what.kind), span)
        case ast.Pile():
            return Core("pile", (text,), _pile_of(cx, what.of.text), span)
        case ast.Value() if not what.params:
            from tankdsl.check.calls import call_value

            return call_value(cx, env, text, (), span)
        case _:
            cx.report(
                names.WRONG_KIND_OF_NAME,
                span,
                f"`{text}` is {_what(what)}, and a value is needed here",
                help=f"call it with arguments: `{text}(...)`" if hasattr(what, "params") else (),
            )
            return Core("none", (), POISON, span)


def _what(what: object) -> str:
    word = type(what).__name__.lower()
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def _unknown_name(cx: Context, env: Env, text: str, span: Span, expected: Type | None) -> Core:
    if env.incomplete:
        return Core("none", (), POISON, span)
    from tankdsl.check.meant import as_member, candidates, counter, what_it_can_be
    from tankdsl.check.remedies import instead_of_name

    note = {"true": "`yes`", "false": "`no`", "null": "`none`", "this": "`self`", "random": "`choose ... at random`"}.get(text)
    help = (
        (f"write {note}",) if note
        else _option_help(cx, env, text)
        or counter(cx, text, expected)
        or as_member(cx, env, text, expected)
        or instead_of_name(cx, text)
        or cx.did_you_mean(text, candidates(cx, env, expected))
        or what_it_can_be(cx, expected)
    )  # fmt: skip
    cx.report(names.UNKNOWN_NAME, span, f"nothing is called `{text}` here", help=help)
    return Core("none", (), POISON, span)


def _option_help(cx: Context, env: Env, text: str) -> tuple[str, ...]:
    """How an option is written, if the name is that of one."""
    if text not in cx.symbols.space("option"):
        return ()
    cx.reads.add(("option", text))
    setting = (f"a test sets it on a line of its own: `options {text} = ...`",) if env.in_test else ()
    return (f"an option is read as `option.{text}`", *setting)


def things_of(cx: Context, kind: str, span: Span, *, everything: bool) -> Core:
    """`tanks` (the placed ones) or `all tanks`."""
    placed = cx.category(kind) in PLACEABLE and not everything
    return Core("things", (kind, "placed" if placed else "all"), Set(Kind(kind)), span)


# -------------------------------------------------------------------------------------------------------------- fields


def check_field(cx: Context, env: Env, node: ast.Field) -> Core:
    """`subject.name`, where `option.x` reads an option and `enum`-like subjects are refused."""
    if isinstance(node.subject, ast.Name) and node.subject.text == "option" and env.lookup("option") is None:
        return _option(cx, node)
    dotted = _dotted_alias(env, node)
    if dotted is not None:
        return dotted
    from tankdsl.check.expressions import check

    subject = check(cx, env, node.subject)
    if isinstance(subject.type, Poison):
        cx.doubt(node.name.text)
        return Core("none", (), POISON, node.span)
    found = field_core(cx, env, subject, node.name.text, node.span)
    if found is None and env.doubtful and subject.op == "ref":
        return Core("none", (), POISON, node.span)
    if found is not None:
        return found
    _unknown_field(cx, subject.type, node)
    return Core("none", (), POISON, node.span)


def _dotted_alias(env: Env, node: ast.Field) -> Core | None:
    """`german.base`, `scout.2` or `red.scout.2` in a test names an instance."""
    if not env.in_test:
        return None
    match node.subject:
        case ast.Name(text=first):
            name = f"{first}.{node.name.text}"
        case ast.Field(subject=ast.Name(text=side), name=ast.Ident(text=model)):
            name = f"{side}.{model}.{node.name.text}"
        case _:
            return None
    found = env.aliases.get(name)
    return None if found is None else replaced(found, span=node.span)


def _option(cx: Context, node: ast.Field) -> Core:
    option = cx.symbols.space("option").get(node.name.text)
    if option is None:
        options = list(cx.symbols.space("option"))
        cx.unknown(node.name.span, node.name.text, "option", options)
        cx.reads.update(("option", one) for one in options)  # Whichever is meant, somebody asks it.
        return Core("none", (), POISON, node.span)
    cx.reads.add(("option", node.name.text))
    return Core("option", (node.name.text,), option_type(option), node.span)  # type: ignore[arg-type]


def option_type(option: ast.Option) -> Type:
    """The type of `option.x`."""
    match option.sort:
        case "setting":
            return Int(option.low, option.high)
        case "choice":
            return Enum(f"option.{option.name.text}")
        case _:
            return BOOL


def field_core(cx: Context, env: Env, subject: Core, name: str, span: Span) -> Core | None:
    """`subject.name` as a typed expression; an absent subject gives an absent value. None when there is no such field."""
    inner = required(subject.type)
    match inner:
        case Die(low, high):
            return _die_field(env, subject, name, low, high)
        case Step():
            return _step_field(subject, name, span)
        case Kind(kind):
            found = _kind_field(cx, env, subject, kind, name, span)
        case Model(kind):
            info = cx.field_of(kind, name)
            if info is None or info.role != "stat":
                return None
            cx.reads.add((info.kind, name))
            found = Core("stat", (info.kind, name, subject), info.type, span)
        case _:
            return None
    if found is not None and isinstance(subject.type, Optional) and not isinstance(found.type, (Set, PileOf)):
        return Core(found.op, found.args, optional(found.type), span)
    return found


def _step_field(subject: Core, name: str, span: Span) -> Core | None:
    """`step.from` and `step.to`: a step is the list of its two places."""
    if name not in ("from", "to"):
        return None
    index = constant(int(name == "to"), Int(0, 1), span)
    return Core("at_index", (subject, index), optional(PLACE) if isinstance(subject.type, Optional) else PLACE, span)


def _die_field(env: Env, subject: Core, name: str, low: int, high: int) -> Core | None:
    from tankdsl.check.expressions import die_part

    match name:
        case "natural":
            return die_part(env, subject, "natural", Int(1, 100))
        case "rerolled":
            return die_part(env, subject, "rerolled", BOOL)
        case "value":
            return die_part(env, subject, "value", Int(low, high))
        case _:
            return None


def _kind_field(cx: Context, env: Env, subject: Core, kind: str, name: str, span: Span) -> Core | None:
    info = cx.field_of(kind, name)
    if info is not None:
        cx.reads.add((info.kind, name))
        return Core("get", (info.kind, name, subject), info.type, span)
    if kind == "Side":
        return _side_field(cx, subject, name, span)
    root = cx.root_of(kind)
    if name == "model":
        return Core("get", (root, "model", subject), Model(kind), span)
    if name == "side" and cx.category(kind) in (*PLACEABLE, "card", "part"):
        sided = cx.category(kind) in PLACEABLE
        return Core("get", (root, "side", subject), SIDE if sided else Optional(SIDE), span)
    if cx.category(kind) in PLACEABLE:
        if name == "at":
            return Core("get", (root, "at", subject), Optional(PLACE), span)
        if name == "removed":
            return Core("get", (root, "removed", subject), BOOL, span)
    declaring = _declaring_pile(cx, kind, name)
    if declaring is None:
        return None
    return Core("pile_of", (f"{declaring}.{name}", subject), _pile_of(cx, cx.kinds[declaring].piles[name]), span)


def _pile_of(cx: Context, kind: str) -> Type:
    """The type of a pile; of things of an unknown kind nothing is said."""
    return PileOf(kind) if kind in cx.kinds else POISON


def _declaring_pile(cx: Context, kind: str, name: str) -> str | None:
    """The kind, or the ancestor of it, whose things each have a pile of that name."""
    current: str | None = kind
    while current is not None and current in cx.kinds:
        if name in cx.kinds[current].piles:
            return current
        current = cx.kinds[current].parent
    return None


def _side_field(cx: Context, subject: Core, name: str, span: Span) -> Core | None:
    if name == "enemy" and len(cx.symbols.sides) == 2:
        return Core("enemy", (subject,), SIDE, span)
    pile = cx.kinds["Side"].piles.get(name) if "Side" in cx.kinds else None
    if pile is not None:
        return Core("pile_of", (name, subject), _pile_of(cx, pile), span)
    kind = cx.symbols.plurals.get(name)
    if kind is not None and cx.category(kind) in (*PLACEABLE, "part"):
        return Core("owned", (kind, subject, "placed"), Set(Kind(kind)), span)
    return None


def _unknown_field(cx: Context, type: Type, node: ast.Field) -> None:
    inner = required(type)
    cx.doubt(node.name.text)
    candidates: list[str] = []
    if isinstance(inner, Model):
        candidates = [name for name in cx.field_names(inner.name) if _role(cx, inner.name, name) == "stat"]
        if _role(cx, inner.name, node.name.text) or node.name.text in ("side", "at", "removed", "model"):
            _state_of_row(cx, inner, node)
            return
    elif isinstance(inner, Kind):
        if cx.is_in_doubt(inner.name):
            return
        candidates = [*cx.field_names(inner.name), "side", "at", "removed", "model"]
        if inner == SIDE:
            candidates = [*cx.field_names("Side"), "enemy", *cx.symbols.plurals]
    elif isinstance(inner, Die):
        candidates = ["natural", "rerolled", "value"]
    elif isinstance(inner, Step):
        candidates = ["from", "to"]
    else:
        from tankdsl.check.remedies import instead_of_field

        headline = f"{describe(type)} has no fields, and `{node.name.text}` is asked of it"
        cx.report(types.TYPE_MISMATCH, node.span, headline, help=instead_of_field(cx, type, node))
        return
    owner = f"`{inner.name}`" if isinstance(inner, (Kind, Model)) else describe(inner)
    near = cx.suggestions.suggest(node.name.text, candidates)
    if near is not None:
        cx.doubt(near)
    from tankdsl.check.remedies import below

    lower = below(cx, inner.name, node.name.text, node.subject) if isinstance(inner, Kind) else ""
    if not lower and isinstance(inner, Kind):
        from tankdsl.check.fieldwords import meant_field

        lower = meant_field(cx, inner.name, node)
    help = lower or (f"did you mean `{near}`?" if near is not None else f"it has {quoted(dict.fromkeys(candidates), 'and')}")
    cx.report(names.UNKNOWN_FIELD, node.name.span, f"{owner} has no field `{node.name.text}`", help=help)


def _role(cx: Context, kind: str, name: str) -> str:
    """What a member of a kind is, such as `stat` or `state`; empty when there is no field of that name."""
    info = cx.field_of(kind, name)
    return "" if info is None else info.role


def _state_of_row(cx: Context, row: Model, node: ast.Field) -> None:
    """A row is what its things have in common; what each has for itself has to be asked of one of them."""
    name = node.name.text
    headline = f"`{name}` is not the same for all things of a row: a row of `{row.name}` has stats only"
    from tankdsl.check.remedies import thing_of_row

    found = thing_of_row(cx, node.subject.text, row.name) if isinstance(node.subject, ast.Name) else ""
    help = f"ask a thing: `one.{name}` after `{found}`" if found else ()
    cx.report(names.UNKNOWN_FIELD, node.name.span, headline, help=help)


def note_write(cx: Context, info: FieldInfo) -> None:
    """A state is set somewhere."""
    cx.writes.add((info.kind, info.name))
