"""The functions that the language has itself.  Each takes checked arguments and gives a typed operator of the compiled form.

Positions may be given as a place or as a piece, which stands for where it is.  A function of a piece that is off the map gives an absent
value (or no, or the empty set), so that comparisons with it are false.
"""

from __future__ import annotations

from collections.abc import Callable

from tankdsl.check.builtins_moves import can_go, path_cost
from tankdsl.check.builtins_table import TABLE, TABLE_SPAN, fits_the_ground, path_length
from tankdsl.check.builtins_table import distance as distance_to_shape
from tankdsl.check.calls import as_argument, place_of
from tankdsl.check.context import Context
from tankdsl.check.env import Env, constant
from tankdsl.check.expressions import check, lost, number, poison
from tankdsl.check.ranges import multiplied
from tankdsl.check.tree import Core
from tankdsl.check.types import (
    BOOL,
    DIRECTION,
    INT32_MAX,
    INT32_MIN,
    PLACE,
    SIDE,
    Direction,
    Enum,
    Int,
    Kind,
    NoneType,
    Optional,
    Path,
    Poison,
    Pool,
    Set,
    Type,
    join,
    optional,
    required,
    with_range,
)
from tankdsl.diagnostics import counted
from tankdsl.diagnostics.registry import names, types
from tankdsl.resolve.builtins import plural
from tankdsl.syntax import ast

MAP_SPAN = 20_000
"""No distance or row on a map is larger."""

Builtin = Callable[[Context, Env, ast.Call, list[Core]], Core]

_ABOUT_MOVEMENTS: dict[str, Callable[[Context, Env, ast.Call], Core]] = {"can_go": can_go, "path_cost": path_cost}
"""Functions whose second argument is the name of a movement."""


def check_builtin(cx: Context, env: Env, node: ast.Call) -> Core:
    """A call of a built-in function."""
    if not fits_the_ground(cx, node):
        return lost(cx, env, node.span, node.args)
    if node.name.text == "board":
        from tankdsl.check.builtins_ground import board_hexes

        return board_hexes(cx, env, node)
    about_movements = _ABOUT_MOVEMENTS.get(node.name.text)
    if about_movements is not None:
        return about_movements(cx, env, node)
    args = [number(cx, env, check(cx, env, arg, DIRECTION if node.name.text in _DIRECTED else None)) for arg in node.args]
    least, most, function = _TABLE[node.name.text]
    if not least <= len(args) <= most:
        wanted = str(least) if least == most else f"{least} to {most}" if most < 99 else f"at least {least}"
        noun = "argument" if least == most == 1 else "arguments"
        cx.report(types.WRONG_ARGUMENTS, node.span, f"`{node.name.text}` takes {wanted} {noun}, found {len(args)}")
        return poison(node.span)
    if any(isinstance(arg.type, Poison) for arg in args):
        return poison(node.span)
    return function(cx, env, node, args)


def _place(cx: Context, core: Core) -> Core:
    core = as_argument(cx, core, PLACE)
    if required(core.type) != PLACE:
        from tankdsl.check.remedies import instead_of_place

        cx.mismatch(core.span, core.type, "a place or a piece", **instead_of_place(cx, core))
        return poison(core.span)
    return core


def _lifted(type: Type, *args: Core) -> Type:
    """The type, optional when one of the arguments may be absent."""
    return optional(type) if any(isinstance(arg.type, Optional) for arg in args) else type


def _map_measure(cx: Context) -> str | None:
    wanted = "inches" if "table" in cx.program.space else "hexes"
    for name, node in cx.symbols.space("measure").items():
        if isinstance(node, ast.Measure) and wanted in (node.plural.text, plural(name) if node.plural.span in cx.measures_reported else ""):
            return cx.measure(node.plural.text)
    return None


def _distance(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    to_shape = distance_to_shape(cx, args, node.span)
    if to_shape is not None:
        return to_shape
    a, b = _place(cx, args[0]), _place(cx, args[1])
    return Core("distance", (a, b), _lifted(Int(0, TABLE_SPAN if cx.is_table else MAP_SPAN, _map_measure(cx)), a, b), node.span)


def _sight(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    sights = [name for name, signature in cx.signatures.items() if signature.kind == "sight"]
    if not sights and "sight" in cx.lost:
        return poison(node.span)
    if len(sights) != 1:
        headline = "several sights are declared" if sights else "no `sight` is declared"
        declare = "declare one: `sight line { blocked at h when ... }`"
        cx.report(names.AMBIGUOUS_NAME, node.span, headline, help="call the sight that is meant by its name" if sights else declare)
        return poison(node.span)
    a, b = _place(cx, args[0]), _place(cx, args[1])
    return Core("sight", (sights[0], a, b), BOOL, node.span)


def _arc(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    subject = required(args[0].type)
    found = [
        name
        for name, arcs in cx.symbols.space("arcs").items()
        if isinstance(subject, Kind) and cx.is_a(subject.name, arcs.kind.text)  # type: ignore[union-attr]
    ]
    if len(found) != 1:
        help = f"call the one that is meant by its name: `{found[0]}(piece, place)`" if found else "declare `arcs ... of Kind by facing`"
        cx.report(names.AMBIGUOUS_NAME, node.span, "no single `arcs` declaration is for this piece", help=help)
        return poison(node.span)
    return Core("arc", (found[0], args[0], _place(cx, args[1]), *_supposed(cx, args[2:])), Optional(Enum(f"arcs.{found[0]}")), node.span)


def _supposed(cx: Context, args: list[Core]) -> list[Core]:
    """The direction that a piece is taken to face instead of its own, if one is given."""
    for arg in args:
        if not isinstance(arg.type, Direction | Poison):
            cx.mismatch(arg.span, arg.type, Direction(), "as the facing")
    return [arg for arg in args if isinstance(arg.type, Direction)]


def check_named_arcs(cx: Context, env: Env, node: ast.Call) -> Core:
    """`turret_arc(t, place)`: arcs called by their name, for pieces that have several."""
    name = node.name.text
    arcs = cx.symbols.space("arcs")[name]
    assert isinstance(arcs, ast.Arcs)
    args = [check(cx, env, arg) for arg in node.args]
    if len(args) not in (2, 3):
        found = counted(len(args), "argument")
        cx.report(types.WRONG_ARGUMENTS, node.span, f"`{name}` takes a piece, a place and perhaps a facing; found {found}")
        return poison(node.span)
    subject = required(args[0].type)
    place = _place(cx, args[1])
    if isinstance(subject, Poison) or isinstance(place.type, Poison):
        return poison(node.span)
    if not isinstance(subject, Kind) or not cx.is_a(subject.name, arcs.kind.text):
        cx.mismatch(args[0].span, args[0].type, Kind(arcs.kind.text), f"since `{name}` are arcs of these")
        return poison(node.span)
    return Core("arc", (name, args[0], place, *_supposed(cx, args[2:])), Optional(Enum(f"arcs.{name}")), node.span)


def _row(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    place = _place(cx, args[1])
    if required(args[0].type) != SIDE:
        cx.mismatch(args[0].span, args[0].type, SIDE)
        return poison(node.span)
    if node.name.text == "column" and env.origin != "ground":
        cx.program.asks_columns = True
    return Core(node.name.text, (args[0], place), _lifted(Int(1, MAP_SPAN), args[0], place), node.span)


def _territory(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    return Core("territory", (_place(cx, args[0]),), Optional(SIDE), node.span)


def _level(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    from tankdsl.check.levels import level_range

    place = _place(cx, args[0])
    return Core("level", (place,), _lifted(level_range(cx, node.span), place), node.span)


def _wanted(cx: Context, env: Env, core: Core, sort: str) -> Core:
    """An argument that is a direction, a set of places, or a number of whatever measure."""
    from tankdsl.check.operators import as_number
    from tankdsl.check.sets import as_set

    match sort:
        case "direction":
            return _facing(cx, core)
        case "places":
            domain = as_set(cx, core)
            if isinstance(domain.type, Set) and required(domain.type.of) not in (PLACE, NoneType()):
                cx.mismatch(core.span, core.type, Set(PLACE))
                return poison(core.span)
            return domain
        case _:
            return as_number(cx, env, core)


def _places(op: str, *sorts: str) -> Builtin:
    def build(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
        place = _place(cx, args[0])
        rest = [_wanted(cx, env, arg, sort) for arg, sort in zip(args[1:], sorts, strict=True)]
        if any(isinstance(arg.type, Poison) for arg in rest):
            return poison(node.span)
        return Core(op, (place, *rest), Set(PLACE), node.span)

    return build


def _direction(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    return Core("direction", (_place(cx, args[0]), _place(cx, args[1])), Optional(DIRECTION), node.span)


def _step(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    return Core("step", (_place(cx, args[0]), _facing(cx, args[1])), Optional(PLACE), node.span)


def _facing(cx: Context, core: Core) -> Core:
    if required(core.type) != DIRECTION:
        cx.mismatch(core.span, core.type, DIRECTION)
        return poison(core.span)
    return core


def _turn(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    return Core("turn", (_facing(cx, args[0]), _wanted(cx, env, args[1], "number")), args[0].type, node.span)


def _opposite(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    if cx.is_table:
        facing = _facing(cx, args[0])
        return Core("opposite", (facing,), facing.type, node.span)
    half = Core("int", (3,), Int(3, 3), node.span)
    return Core("turn", (_facing(cx, args[0]), half), args[0].type, node.span)


def _edge(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    return Core("edge", (_place(cx, args[0]), _place(cx, args[1])), Optional(Enum("edges")), node.span)


def _edges(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    return Core(node.name.text, (_place(cx, args[0]), _place(cx, args[1])), Set(Enum("edges")), node.span)


def _common(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    from tankdsl.check.builtins_ground import common

    return common(cx, args, node.span)


def _within(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    if isinstance(args[0].type, Set):
        return Core("near", (_wanted(cx, env, args[0], "places"), _wanted(cx, env, args[1], "number")), Set(PLACE), node.span)
    return _places("within", "number")(cx, env, node, args)


def _zone(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    if args[0].op != "zone":
        help = "declare it in the layouts: `zone name = ...`"
        cx.report(names.WRONG_KIND_OF_NAME, args[0].span, "this is not the name of a zone", help=help)
        return poison(node.span)
    return args[0]


def _size(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    from tankdsl.check.sets import as_set, most_of

    found = as_set(cx, args[0])
    return Core("size", (found,), Int(0, most_of(cx, found)), node.span)


def _end(op: str) -> Builtin:
    def build(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
        from tankdsl.check.sets import as_set

        domain = as_set(cx, args[0])
        if not isinstance(domain.type, Set):
            return poison(node.span)
        return Core(op, (domain,), optional(domain.type.of), node.span)

    return build


def _length(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    if not isinstance(required(args[0].type), Path):
        cx.mismatch(args[0].span, args[0].type, "a path")
        return poison(node.span)
    if cx.is_table:
        return path_length(cx, args[0], node.span)
    places = Core(args[0].op, args[0].args, Set(PLACE), args[0].span)
    return Core("size", (places,), Int(0, MAP_SPAN, _map_measure(cx)), node.span)


def _dice(op: str) -> Builtin:
    def build(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
        pool = args[0].type
        if not isinstance(pool, Pool):
            cx.mismatch(args[0].span, pool, "rolled dice")
            return poison(node.span)
        if op == "total":
            low, high = multiplied(Int(pool.low, pool.high), Int(pool.fewest, pool.most))
            return Core("total", (args[0],), Int(low, high), node.span)
        if pool.fewest > 0:
            return Core(op, (args[0],), Int(pool.low, pool.high), node.span)
        found = Core(op, (args[0],), optional(Int(pool.low, pool.high)), node.span)
        return Core("else", (found, constant(0, Int(0, 0), node.span)), Int(min(0, pool.low), max(0, pool.high)), node.span)

    return build


def _extreme(op: str) -> Builtin:
    def build(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
        from tankdsl.check.operators import as_number

        numbers = [as_number(cx, env, arg) for arg in args]
        joined: Type | None = numbers[0].type
        for other in numbers[1:]:
            joined = None if joined is None else join(joined, other.type)
        if not isinstance(joined, Int):
            if joined is None:
                cx.report(types.MEASURE_MISMATCH, node.span, "the numbers have different measures")
            return poison(node.span)
        pick = min if op == "min" else max
        ranges = [arg.type for arg in numbers if isinstance(arg.type, Int)]
        return Core(op, tuple(numbers), with_range(joined, pick(r.low for r in ranges), pick(r.high for r in ranges)), node.span)

    return build


def _abs(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    from tankdsl.check.operators import as_number

    core = as_number(cx, env, args[0])
    if not isinstance(core.type, Int):
        return poison(node.span)
    low = 0 if core.type.low <= 0 <= core.type.high else min(abs(core.type.low), abs(core.type.high))
    high = max(abs(core.type.low), abs(core.type.high)) if core.type.low > INT32_MIN else INT32_MAX
    return Core("abs", (core,), with_range(core.type, low, high), node.span)


def _met(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    mission, side = args
    if required(mission.type) != Kind("Mission"):
        from tankdsl.check.fieldwords import report_no_mission

        report_no_mission(cx, mission, node)
        return poison(node.span)
    if required(side.type) != SIDE:
        cx.mismatch(side.span, side.type, SIDE)
        return poison(node.span)
    env.calls.extend((thing.id, node.span) for thing in cx.symbols.things.get("Mission", ()))
    return Core("mission_met", (mission, side), BOOL, node.span)


def _sees(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    if not env.in_test:
        cx.report(
            names.WRONG_KIND_OF_NAME,
            node.span,
            "`sees` can stand only in tests",
            help="visibility is declared with `seen by` and `hidden from`",
        )
        return poison(node.span)
    return Core("sees", tuple(args), BOOL, node.span)


_DIRECTED = frozenset({"ray", "step", "turn", "opposite"})

_TABLE: dict[str, tuple[int, int, Builtin]] = {
    "abs": (1, 1, _abs),
    "arc": (2, 3, _arc),
    "column": (2, 2, _row),
    "common": (2, 99, _common),
    "connected": (2, 2, _places("connected", "places")),
    "count": (1, 1, _size),
    "direction": (2, 2, _direction),
    "distance": (2, 2, _distance),
    "edge": (2, 2, _edge),
    "edges": (2, 2, _edges),
    "edges_from": (2, 2, _edges),
    "first": (1, 1, _end("first")),
    "highest": (1, 1, _dice("highest")),
    "last": (1, 1, _end("last")),
    "least": (2, 99, _extreme("min")),
    "length": (1, 1, _length),
    "level": (1, 1, _level),
    "lowest": (1, 1, _dice("lowest")),
    "max": (2, 99, _extreme("max")),
    "met": (2, 2, _met),
    "min": (2, 99, _extreme("min")),
    "most": (2, 99, _extreme("max")),
    "neighbours": (1, 1, _places("neighbours")),
    "opposite": (1, 1, _opposite),
    "ray": (3, 3, _places("ray", "direction", "number")),
    "ring": (2, 2, _places("ring", "number")),
    "row": (2, 2, _row),
    "sees": (2, 2, _sees),
    "sight": (2, 2, _sight),
    "step": (2, 2, _step),
    "sum": (1, 1, _dice("total")),
    "territory": (1, 1, _territory),
    "total": (1, 1, _dice("total")),
    "turn": (2, 2, _turn),
    "within": (2, 2, _within),
    "zone": (1, 1, _zone),
    **TABLE,
}

__all__ = ["check_builtin", "place_of"]
