"""What a name that nothing declares may have been meant for: only what could stand in its place.

A suggestion of another sort (a unit where a side is needed) leads astray, so candidates are chosen by their type where one is expected.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.context import PLACEABLE, Context
from tankdsl.check.env import Env
from tankdsl.check.groundnames import ground_names
from tankdsl.check.types import (
    BOOL,
    DIRECTION,
    PLACE,
    SIDE,
    Die,
    Enum,
    Int,
    Kind,
    Model,
    NoneType,
    Optional,
    Path,
    PileOf,
    Poison,
    Pool,
    Set,
    Type,
    join,
    required,
)
from tankdsl.diagnostics import quoted
from tankdsl.resolve.builtins import CONSTANTS
from tankdsl.resolve.symbols import Thing
from tankdsl.syntax import ast

_CONSTANTS: dict[str, Type] = {
    **dict.fromkeys(("yes", "no", "on", "off"), BOOL),
    **dict.fromkeys(("sides", "everyone", "nobody"), Set(SIDE)),
    "none": NoneType(),
    "active": SIDE,
    "spent": Int(),
    "places": Set(PLACE),
    "directions": Set(DIRECTION),
}
_COUNTERS = ("round", "rounds", "turn", "turns", "round_number", "turn_number", "current_round", "current_turn", "game_turn")
"""Names that are expected to tell how far the game is."""


def candidates(cx: Context, env: Env, expected: Type | None) -> Iterator[str]:
    """The names that may stand where a value of a type (if any is) is expected, for suggestions."""
    for name, type in _named(cx, env):
        if expected is None or type is None or may_stand(cx, type, expected):
            yield name


def _named(cx: Context, env: Env) -> Iterator[tuple[str, Type | None]]:
    """Everything that is called by its bare name, with what it is if that is known."""
    symbols = cx.symbols
    for scope in env.scopes:
        for name, binding in scope.items():
            yield name, binding.local.type
    for name, core in env.aliases.items():
        yield name, core.type
    for kind in dict.fromkeys((env.this_kind, "Game")):
        for name in cx.field_names(kind) if kind else ():
            info = cx.field_of(kind, name) if kind else None
            yield name, None if info is None else info.type
    for name in sorted(CONSTANTS):
        yield name, _CONSTANTS.get(name)
    yield from ground_names(cx).items()
    for name, kind in symbols.plurals.items():
        yield name, Set(Kind(kind))
    for name, owners in symbols.members.items():
        for owner in owners:
            yield name, Enum(owner)
    for name, what in symbols.values.items():
        match what:
            case ast.SideDecl():
                yield name, SIDE
            case Thing():
                yield name, Kind(what.kind) if cx.category(what.kind) == "terrain" else Model(cx.root_of(what.kind))
            case ast.Pile():
                yield name, PileOf(what.of.text)
            case ast.Value() if not what.params:
                signature = cx.signatures.get(name)
                yield name, None if signature is None else signature.gives


def may_stand(cx: Context, found: Type, expected: Type) -> bool:
    """Whether something of a type may stand, or be compared, where another type is expected; a hint is enough."""
    one, other = required(found), required(expected)
    if isinstance(one, Poison) or isinstance(other, Poison | NoneType):
        return True
    match one, other:
        case NoneType(), _:
            return isinstance(expected, Optional)
        case _, Set(of=of):
            return isinstance(one, Set | PileOf | Pool | Path) or may_stand(cx, one, of)
        case ((Kind() | Model()), (Kind() | Model())):
            return cx.root_of(one.name) == cx.root_of(other.name)
        case Kind(), _ if other == PLACE:
            return cx.is_placeable(one)
        case ((Int() | Die()), Int()):
            return True
        case _:
            return join(one, other) is not None


def what_it_can_be(cx: Context, expected: Type | None) -> tuple[str, ...]:
    """What there is of the type that is wanted, where that is a list of names: members of an enum, sides, terrain, directions."""
    wanted = None if expected is None else required(expected)
    if wanted == DIRECTION:
        from tankdsl.check.names import directions_of

        return ("the directions are " + ", ".join(f"`{word}`" for word in directions_of(cx)),)
    if wanted == SIDE:
        return (f"the sides are {quoted(cx.symbols.sides, 'and')}",) if cx.symbols.sides else ()
    found: list[str] = []
    if isinstance(wanted, Enum):
        found = [name for name, _ in cx.program.enums.get(wanted.name, ())]
    elif isinstance(wanted, Kind) and cx.category(wanted.name) == "terrain":
        found = [thing.id for kind, things in cx.symbols.things.items() if cx.is_a(kind, wanted.name) for thing in things]
    return (f"it can be {quoted(found)}",) if found else ()


def counter(cx: Context, text: str, expected: Type | None) -> tuple[str, ...]:
    """Where a round or turn is asked for by a name of its own: such a counter is a track of the game."""
    if text not in _COUNTERS or (expected is not None and not isinstance(required(expected), Int)):
        return ()
    known = [
        name
        for name in cx.field_names("Game")
        if ("turn" in name or "round" in name) and (info := cx.field_of("Game", name)) is not None and isinstance(required(info.type), Int)
    ]
    if known:
        return (f"did you mean {quoted(known)}?",)
    one = "round" if "round" in text else "turn"
    help = f"no {one}s are counted by themselves: declare `track {one}_number: 0..20 = 0` in the ruleset, and add 1 to it in the sequence"
    return (help,)


def as_member(cx: Context, env: Env, text: str, expected: Type | None) -> tuple[str, ...]:
    """Where a field is written without the thing that has it: the same with each name of the body that stands for such a thing."""
    bound = {name: required(binding.local.type) for scope in env.scopes for name, binding in scope.items()}
    if text == "enemy" and len(cx.symbols.sides) == 2 and (expected is None or may_stand(cx, SIDE, expected)):
        sides = [f"{name}.enemy" for name, type in bound.items() if type == SIDE]
        pieces = [f"{name}.side.enemy" for name, type in bound.items() if cx.is_placeable(type)]
        return (f"write {quoted(sides or pieces)}",) if sides or pieces else ()
    whose = [name for name, type in bound.items() if isinstance(type, Kind) and _has(cx, type.name, text, expected)]
    if whose:
        cx.doubt(text)
        return (f"write {quoted([f'{name}.{text}' for name in whose])}",)
    owners = [kind for kind, info in cx.kinds.items() if text in info.fields and kind != "Game" and _has(cx, kind, text, expected)]
    if not owners:
        return ()
    cx.doubt(text)
    return (f"{quoted(owners, 'and')} {'has' if len(owners) == 1 else 'have'} it: write it behind a thing, `x.{text}`",)


def _has(cx: Context, kind: str, text: str, expected: Type | None) -> bool:
    """Whether things of a kind have a field, of a type that fits."""
    info = cx.field_of(kind, text)
    type: Type | None = None if info is None else info.type
    if info is None and cx.category(kind) in PLACEABLE:
        type = {"side": SIDE, "at": PLACE, "removed": BOOL}.get(text)
    return type is not None and (expected is None or may_stand(cx, type, expected))


_CALLED_ELSEWHERE = {
    **dict.fromkeys(
        ("random", "rand", "randint", "roll", "dice", "die"),
        "dice are rolled by a statement, `roll pool = 1d6`, and one of several is taken by `choose x from ... at random`",
    ),
    **dict.fromkeys(("len", "size", "number_of"), "things are counted by `count(...)`"),
    **dict.fromkeys(("dist", "hexes_between"), "write `distance(a, b)`"),
    **dict.fromkeys(("contains", "includes", "has"), "write `x in ...`"),
    **dict.fromkeys(("exists", "any_of"), "write `any x in ... where ...`"),
    **dict.fromkeys(("floor", "ceil", "round"), "`a div b` is rounded down, and `(a + b - 1) div b` up"),
    **dict.fromkeys(("destroy", "kill", "delete", "eliminate"), "a thing is taken out of the game by `remove t`"),
    **dict.fromkeys(("move", "teleport", "place_at"), "a piece is moved by `go t along way`, and set down by `put t at h`"),
}
"""Functions of other languages, and how the same is written here."""
_ADJACENT = ("adjacent", "is_adjacent", "are_adjacent", "next_to", "neighbour", "neighbor", "beside", "touching")
_SEES = ("los", "line_of_sight", "has_los", "can_see", "visible", "is_visible")


def foreign_function(cx: Context, node: ast.Call) -> tuple[str, ...]:
    """How that is written which another language has a function for; empty if the pack may well mean something of its own."""
    name = node.name.text
    if len(node.args) == 2 and (name in _ADJACENT or name in _SEES):
        from tankdsl.syntax.unparse_expressions import expression_text

        first, second = map(expression_text, node.args)
        if name in _ADJACENT:
            from tankdsl.check.remedies import with_measure

            is_counted = any(isinstance(node, ast.Measure) and node.plural.text == "hexes" for node in cx.symbols.space("measure").values())
            one = with_measure(cx, "1", "hexes" if is_counted else None)
            return () if cx.is_table else (f"write `distance({first}, {second}) is {one}`",)
        sight = next((called for called, signature in cx.signatures.items() if signature.kind == "sight"), None)
        return ("declare a `sight`",) if sight is None else (f"write `{sight}({first}, {second})`",)
    return (_CALLED_ELSEWHERE[name],) if name in _CALLED_ELSEWHERE else ()
