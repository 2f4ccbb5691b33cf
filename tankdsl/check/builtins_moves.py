"""Built-in functions about movements: what a path costs, and whether there is one.

A movement is named in the call, as in `plot`; it is no value.
"""

from __future__ import annotations

from tankdsl.check.binding import bind
from tankdsl.check.context import Context
from tankdsl.check.env import Env
from tankdsl.check.expressions import check, check_as, demand, lost, poison
from tankdsl.check.headers import param_type
from tankdsl.check.operators import as_number
from tankdsl.check.tree import Core
from tankdsl.check.types import BOOL, INT32_MAX, PATH, PLACE, Int, NoneType, Poison, required
from tankdsl.diagnostics import counted
from tankdsl.diagnostics.registry import types
from tankdsl.syntax import ast


def path_cost(cx: Context, env: Env, node: ast.Call) -> Core:
    """What a path costs a piece that starts it where it stands, by the `cost` rows of a movement."""
    if len(node.args) != 3:
        found = counted(len(node.args), "argument")
        cx.report(types.WRONG_ARGUMENTS, node.span, f"`path_cost` takes a piece, a movement and a path, found {found}")
        return lost(cx, env, node.span, (*node.args[:1], *node.args[2:]))
    movement, unit = _mover(cx, env, node)
    path = check_as(cx, env, node.args[2], PATH, "as the third argument")
    if movement is None or isinstance(unit.type, Poison) or isinstance(path.type, Poison):
        return poison(node.span)
    return Core("path_cost", (movement.name.text, unit, path), Int(0, INT32_MAX, _measure_of(cx, movement)), node.span)


def can_go(cx: Context, env: Env, node: ast.Call) -> Core:
    """Whether a piece can lay any path by a movement, within its own budget or another one."""
    if len(node.args) not in (2, 3):
        found = counted(len(node.args), "argument")
        cx.report(types.WRONG_ARGUMENTS, node.span, f"`can_go` takes a piece, a movement and perhaps a budget, found {found}")
        return lost(cx, env, node.span, (*node.args[:1], *node.args[2:]))
    movement, unit = _mover(cx, env, node)
    budget = Core("none", (), NoneType(), node.span)
    if len(node.args) == 3:
        budget = as_number(cx, env, check(cx, env, node.args[2]))
        if not isinstance(budget.type, Int | Poison):
            cx.mismatch(budget.span, budget.type, "a number")
    if movement is None or isinstance(unit.type, Poison) or not isinstance(required(budget.type), Int | NoneType):
        return poison(node.span)
    return Core("can_go", (movement.name.text, unit, budget), BOOL, node.span)


def _mover(cx: Context, env: Env, node: ast.Call) -> tuple[ast.Movement | None, Core]:
    """The movement and the piece of a call."""
    unit, word = check(cx, env, node.args[0]), node.args[1]
    movement = cx.symbols.space("movement").get(word.text) if isinstance(word, ast.Name) else None
    if not isinstance(movement, ast.Movement):
        from tankdsl.check.remedies import unknown_movement

        unknown_movement(cx, word.text if isinstance(word, ast.Name) else "...", word.span)
        return None, unit
    cx.reads.add(("movement", movement.name.text))
    return movement, demand(cx, env, unit, param_type(cx, movement.unit), f"the movement `{movement.name.text}`")


def _measure_of(cx: Context, movement: ast.Movement) -> str | None:
    """The measure that a movement counts in: that of its first cost."""
    before, env = len(cx.found), Env("value")
    for name, type in ((movement.unit.name, param_type(cx, movement.unit)), (movement.origin, PLACE), (movement.target, PLACE)):
        bind(cx, env, name, type)
    found = [check(cx, env, row.amount).type for row in movement.rows if row.word == "cost" and row.amount is not None]
    del cx.found[before:]
    return next((inner.measure for type in found if isinstance(inner := required(type), Int)), None)
