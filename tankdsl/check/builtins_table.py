"""Built-in functions about lines, paths and areas, most of them for a table without a grid.

Lengths on a table are whole hundredths. A length that is a root is rounded up, so that `<=` of a range is exact; a path on a table is the
list of its corners, beginning where it starts (on hexes it is the list of the places entered). To touch an area is to cross it, and its
boundary is inside. Arguments that may be absent make the result absent, or no.

| call                          | compiled form                                   | gives              | where  |
|-------------------------------|-------------------------------------------------|--------------------|--------|
| `crossed(a, b)`               | `crossed(a, b)`                                 | set of places      | hexes  |
| `steps(start, path)`          | `steps(start, path)`                            | set of steps       | hexes  |
| `numbers(a, b)`               | `numbers(a, b)`                                 | set of numbers     | both   |
| `straight(a, b)`              | `straight(a, b)`                                | path               | table  |
| `length(path)`                | `path_length(path)`                             | length             | table  |
| `stretch(path, from, to)`     | `stretch(path, from, to)`                       | path               | table  |
| `distance(p, path)`           | `distance_to_path(p, path)`                     | length             | table  |
| `distance(p, area)`           | `distance_to_area(p, area)`                     | length             | table  |
| `inside(area, p)`             | `inside(area, p)`                               | yes or no          | table  |
| `crosses(path, area)`         | `crosses(path, area)`                           | yes or no          | table  |
| `shortest_path(p, goal, areas, room, pieces, spacing)` | `way_to_point` / `way_to_area`, likewise | path or none | table |
| `points(areas)`               | `points(outlines)`                              | points to choose from | table |
| `circle(p, radius)`           | `circle(p, radius)`, or a `list` of its corners | set of places      | table  |
| `heading(path, length)`       | `heading(path, length)`                         | direction or none  | table  |
"""

from __future__ import annotations

from collections.abc import Callable

from tankdsl.check.calls import as_argument
from tankdsl.check.context import PLACEABLE, Context
from tankdsl.check.env import Env, constant
from tankdsl.check.expressions import check, demand, poison
from tankdsl.check.tree import Core
from tankdsl.check.types import (
    BOOL,
    DIRECTION,
    FINE_GRAIN,
    PATH,
    PLACE,
    STEP,
    Int,
    Kind,
    Optional,
    Path,
    Poison,
    Set,
    Type,
    optional,
    required,
)
from tankdsl.diagnostics.registry import names, types
from tankdsl.ground.table_shapes import circle
from tankdsl.source import Span
from tankdsl.syntax import ast

TABLE_SPAN = 1_000_000
"""No length on a table is greater, in hundredths."""

ON_HEXES = frozenset(
    (
        "board", "can_go", "column", "connected", "crossed", "edge", "edges", "edges_from", "level", "neighbours", "ray", "ring", "row",
        "step", "steps", "territory", "turn", "within",
    )
)  # fmt: skip
ON_A_TABLE = frozenset({"circle", "crosses", "heading", "inside", "points", "shortest_path", "straight", "stretch"})

Builtin = Callable[[Context, Env, ast.Call, list[Core]], Core]


def fits_the_ground(cx: Context, node: ast.Call) -> bool:
    """Whether a function is one of the ground that the game is played on; reported when not."""
    name = node.name.text
    if name in (ON_HEXES if cx.is_table else ON_A_TABLE):
        one, other = ("hexes", "a table without a grid") if cx.is_table else ("a table without a grid", "hexes")
        cx.report(names.WRONG_KIND_OF_NAME, node.name.span, f"`{name}` is for {one}, and this game is played on {other}")
        return False
    return True


def point(first: Core, second: Core, span: Span) -> Core:
    """`(x, y)` on a table, from coordinates in hundredths."""
    if isinstance(first.type, Poison) or isinstance(second.type, Poison):
        return poison(span)
    return Core("coordinates", (first, second), PLACE, span)


def coordinate(cx: Context, env: Env, node: ast.Expr) -> Core:
    """A coordinate of a point in hundredths: a plain number counts whole units, a length is what it is."""
    if isinstance(node, ast.Decimal) and node.measure is None:
        return constant(node.hundredths, Int(node.hundredths, node.hundredths), node.span)
    core = check(cx, env, node)
    if isinstance(core.type, Int) and core.type.measure is not None and cx.grain(core.type.measure) == FINE_GRAIN:
        return core
    return _fine(demand(cx, env, core, Int(), "as a coordinate"))


def _fine(core: Core) -> Core:
    if isinstance(core.type, Poison):
        return core
    assert isinstance(core.type, Int)
    grain = constant(FINE_GRAIN, Int(FINE_GRAIN, FINE_GRAIN), core.span)
    if core.op == "int":
        return constant(core.args[0] * FINE_GRAIN, Int(core.args[0] * FINE_GRAIN, core.args[0] * FINE_GRAIN), core.span)
    return Core("*", (core, grain), Int(), core.span)


# ------------------------------------------------------------------------------------------------------------ arguments


def _place(cx: Context, core: Core) -> Core:
    return _typed(cx, as_argument(cx, core, PLACE), PLACE, "a place or a piece")


def _typed(cx: Context, core: Core, wanted: Type, said: str) -> Core:
    """The argument if it is of the type, present or not."""
    if isinstance(core.type, Poison) or required(core.type) == wanted:
        return core
    from tankdsl.check.remedies import instead_of_place

    cx.mismatch(core.span, core.type, said, **(instead_of_place(cx, core) if wanted == PLACE else {}))
    return poison(core.span)


def _area(cx: Context, core: Core, node: ast.Call) -> Core:
    """The area that a call is given, present or not."""
    if isinstance(core.type, Poison) or is_area(cx, core):
        return core
    from tankdsl.check.remedies import instead_of_model
    from tankdsl.syntax.unparse_expressions import expression_text

    texts = ["o" if arg.span == core.span else expression_text(arg) for arg in node.args]
    cx.mismatch(core.span, core.type, "an area", help=instead_of_model(cx, core, f"{node.name.text}({', '.join(texts)})"))
    return poison(core.span)


def is_area(cx: Context, core: Core) -> bool:
    """Whether an expression is an area, present or not."""
    inner = required(core.type)
    return isinstance(inner, Kind) and cx.category(inner.name) == "area"


def _made(op: str, args: tuple[Core, ...], type: Type, span: Span) -> Core:
    """The operator; poisoned when an argument is, absent when one may be (a condition is then no)."""
    if any(isinstance(arg.type, Poison) for arg in args):
        return poison(span)
    lifted = type not in (BOOL,) and not isinstance(type, Set) and any(isinstance(arg.type, Optional) for arg in args)
    return Core(op, args, optional(type) if lifted else type, span)


def _length_type(cx: Context) -> Int:
    unit = next((cx.measure(d.plural.text) for d in cx.symbols.space("measure").values() if d.plural.text in cx.program.space), None)  # type: ignore[union-attr]
    return Int(0, TABLE_SPAN, unit)


# ---------------------------------------------------------------------------------------------------------------- hexes


def _crossed(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    """The hexes between two places that the line between their middles runs through or along, nearest to the first one first."""
    return _made("crossed", (_place(cx, args[0]), _place(cx, args[1])), Set(PLACE), node.span)


def _steps(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    """The steps of a path that begins at a place; each has `from` and `to`."""
    return _made("steps", (_place(cx, args[0]), _typed(cx, args[1], PATH, "a path")), Set(STEP), node.span)


# ----------------------------------------------------------------------------------------------------------------- both


def _numbers(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    """All whole numbers from one to another; on a table lengths go up in hundredths."""
    from tankdsl.check.operators import as_number

    low, high = as_number(cx, env, args[0]), as_number(cx, env, args[1])
    if not isinstance(low.type, Int) or not isinstance(high.type, Int):
        return poison(node.span)
    if low.type.measure != high.type.measure:
        demand(cx, env, high, Int(measure=low.type.measure), "as the greatest number")
        return poison(node.span)
    return Core("numbers", (low, high), Set(Int(low.type.low, max(low.type.low, high.type.high), low.type.measure)), node.span)


# ---------------------------------------------------------------------------------------------------------------- table


def _straight(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    return _made("straight", (_place(cx, args[0]), _place(cx, args[1])), PATH, node.span)


def _stretch(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    """The part of a path between two lengths from its start."""
    ends = [demand(cx, env, arg, Int(measure=_length_type(cx).measure), "as a length along the path") for arg in args[1:]]
    return _made("stretch", (_typed(cx, args[0], PATH, "a path"), *ends), PATH, node.span)


def _inside(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    return _made("inside", (_area(cx, args[0], node), _place(cx, args[1])), BOOL, node.span)


def _crosses(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    return _made("crosses", (_typed(cx, args[0], PATH, "a line or a path"), _area(cx, args[1], node)), BOOL, node.span)


def _shortest_path(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    """The shortest path to a place or area around areas, and around pieces; absent when there is none."""
    to_area = is_area(cx, args[1]) or isinstance(required(args[1].type), Path)
    goal = args[1] if to_area else _place(cx, args[1])
    nothing, no_room = Core("list", (), Set(PLACE), node.span), constant(0, Int(0, 0), node.span)
    areas, room, pieces, spacing = [*args[2:], *(nothing, no_room, nothing, no_room)[len(args) - 2 :]]
    if len(args) in (4, 6):
        room, spacing = (_room(cx, env, given) for given in (room, spacing))
    elif len(args) == 5:
        cx.report(types.WRONG_ARGUMENTS, args[4].span, "beside pieces stands the distance to keep from them", help="add `1 inch`")
        return poison(node.span)
    around = (_around(cx, areas, "area"), room, _around(cx, pieces, "piece"), spacing)
    made = _made("way_to_area" if to_area else "way_to_point", (_place(cx, args[0]), goal, *around), PATH, node.span)
    return Core(made.op, made.args, optional(made.type), made.span)


def _room(cx: Context, env: Env, core: Core) -> Core:
    """A distance to keep; the one that is left out is 0."""
    if core.type == Int(0, 0):
        return core
    return demand(cx, env, core, Int(0, TABLE_SPAN, _length_type(cx).measure), "the distance to keep")


def _around(cx: Context, core: Core, wanted: str) -> Core:
    """A set of areas, or of pieces or places."""
    from tankdsl.check.sets import as_set

    found = as_set(cx, core)
    of = found.type.of if isinstance(found.type, Set) else None
    if core.op == "list" and not core.args:
        return core
    fits = isinstance(of, Kind) and (cx.category(of.name) == "area" if wanted == "area" else cx.category(of.name) in PLACEABLE)
    if isinstance(found.type, Poison) or fits or (wanted == "piece" and of == PLACE):
        return found
    cx.mismatch(found.span, found.type, f"a set of {wanted}s")
    return poison(found.span)


def _points(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    """The points in an area, a path, a list of corners, or one of several areas or paths; they can only be chosen from."""
    (shape,) = args
    if is_area(cx, shape) or isinstance(required(shape.type), Path) or shape.type == Set(PLACE):
        shape = Core("list", (shape,), Set(required(shape.type)), shape.span)
    of = shape.type.of if isinstance(shape.type, Set) else None
    if of in (PATH, Set(PLACE)) or (isinstance(of, Kind) and cx.category(of.name) == "area"):
        return Core("points", (shape,), Set(PLACE), node.span)
    if not isinstance(shape.type, Poison):
        cx.mismatch(shape.span, shape.type, "areas or paths")
    return poison(node.span)


def _circle(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    """The corners of a circle; one that is known before play is the list of them."""
    middle, radius = _place(cx, args[0]), demand(cx, env, args[1], Int(0, TABLE_SPAN, _length_type(cx).measure), "as the radius")
    match middle.args, radius.args:
        case (Core(op="int", args=(int(x),)), Core(op="int", args=(int(y),))), (int(length),):
            points = [tuple(constant(n, Int(n, n), node.span) for n in corner) for corner in circle((x, y), length)]
            return Core("list", tuple(Core("coordinates", point, PLACE, node.span) for point in points), Set(PLACE), node.span)
    return _made("circle", (middle, radius), Set(PLACE), node.span)


def _heading(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    """The direction in which a path arrives at a length from its start."""
    along = demand(cx, env, args[1], Int(measure=_length_type(cx).measure), "as a length along the path")
    made = _made("heading", (_typed(cx, args[0], PATH, "a path"), along), DIRECTION, node.span)
    return made if isinstance(made.type, Poison) else Core(made.op, made.args, optional(made.type), made.span)


def path_length(cx: Context, path: Core, span: Span) -> Core:
    """How long a path on a table is."""
    return _made("path_length", (path,), _length_type(cx), span)


def distance(cx: Context, args: list[Core], span: Span) -> Core | None:
    """The distance from a point to a path or an area; None when both are points."""
    shapes = [index for index, arg in enumerate(args) if isinstance(required(arg.type), Path) or is_area(cx, arg)]
    if not shapes or not cx.is_table:
        return None
    shape, other = args[shapes[0]], args[1 - shapes[0]]
    op = "distance_to_area" if is_area(cx, shape) else "distance_to_path"
    return _made(op, (_place(cx, other), shape), _length_type(cx), span)


TABLE: dict[str, tuple[int, int, Builtin]] = {
    "crossed": (2, 2, _crossed),
    "circle": (2, 2, _circle),
    "crosses": (2, 2, _crosses),
    "heading": (2, 2, _heading),
    "inside": (2, 2, _inside),
    "numbers": (2, 2, _numbers),
    "points": (1, 1, _points),
    "shortest_path": (3, 6, _shortest_path),
    "steps": (2, 2, _steps),
    "straight": (2, 2, _straight),
    "stretch": (3, 3, _stretch),
}
"""The functions of this module by name: least and greatest number of arguments, and what makes them."""
