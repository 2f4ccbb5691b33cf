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
| `shortest_path(p, goal, areas)` | `way_to_point` / `way_to_area(p, goal, areas)` | path or none       | table  |
"""

from __future__ import annotations

from collections.abc import Callable

from tankdsl.check.calls import as_argument
from tankdsl.check.context import Context
from tankdsl.check.env import Env, constant
from tankdsl.check.expressions import check, demand, poison
from tankdsl.check.tree import Core
from tankdsl.check.types import (
    BOOL,
    FINE_GRAIN,
    INT32_MAX,
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
from tankdsl.diagnostics import counted
from tankdsl.diagnostics.registry import names, types
from tankdsl.source import Span
from tankdsl.syntax import ast

TABLE_SPAN = 1_000_000
"""No length on a table is greater, in hundredths."""

ON_HEXES = frozenset(
    {"can_go", "connected", "crossed", "edge", "neighbours", "opposite", "ray", "ring", "row", "step", "steps", "territory", "turn", "within"}
)
ON_A_TABLE = frozenset({"crosses", "inside", "shortest_path", "straight", "stretch"})

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
    cx.mismatch(core.span, core.type, said)
    return poison(core.span)


def _area(cx: Context, core: Core) -> Core:
    if isinstance(core.type, Poison) or is_area(cx, core):
        return core
    cx.mismatch(core.span, core.type, "an area")
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
    return _made("inside", (_area(cx, args[0]), _place(cx, args[1])), BOOL, node.span)


def _crosses(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    return _made("crosses", (_typed(cx, args[0], PATH, "a line or a path"), _area(cx, args[1])), BOOL, node.span)


def _shortest_path(cx: Context, env: Env, node: ast.Call, args: list[Core]) -> Core:
    """The shortest path to a place or area around areas; absent when there is none. Of equal ones the first in the order of corners."""
    from tankdsl.check.sets import as_set

    to_area = is_area(cx, args[1])
    goal = args[1] if to_area else _place(cx, args[1])
    around = as_set(cx, args[2])
    if isinstance(around.type, Set) and not (isinstance(around.type.of, Kind) and cx.category(around.type.of.name) == "area"):
        cx.mismatch(around.span, around.type, "a set of areas")
        return poison(node.span)
    made = _made("way_to_area" if to_area else "way_to_point", (_place(cx, args[0]), goal, around), PATH, node.span)
    return Core(made.op, made.args, optional(made.type), made.span)


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
    "crosses": (2, 2, _crosses),
    "inside": (2, 2, _inside),
    "numbers": (2, 2, _numbers),
    "shortest_path": (3, 3, _shortest_path),
    "steps": (2, 2, _steps),
    "straight": (2, 2, _straight),
    "stretch": (3, 3, _stretch),
}
"""The functions of this module by name: least and greatest number of arguments, and what makes them."""
