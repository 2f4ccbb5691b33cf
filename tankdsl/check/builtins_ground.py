"""Built-in functions about pieces of ground: what several sets have in common, and the hexes of a board of the layout."""

from __future__ import annotations

from tankdsl.check.context import Context
from tankdsl.check.env import Env
from tankdsl.check.expressions import poison
from tankdsl.check.tree import Core
from tankdsl.check.types import PLACE, Poison, Set, join
from tankdsl.diagnostics import counted, quoted
from tankdsl.diagnostics.registry import names, types
from tankdsl.ground.maps import GroundMap
from tankdsl.source import Span
from tankdsl.syntax import ast

BOARD_ALIAS = "board "
"""What stands before the name of a board among the aliases of a map: no name has a blank."""


def common(cx: Context, args: list[Core], span: Span) -> Core:
    """What two or more sets have in common, in the order of the first."""
    from tankdsl.check.sets import as_set

    found = as_set(cx, args[0])
    for arg in args[1:]:
        other = as_set(cx, arg)
        if isinstance(found.type, Poison) or isinstance(other.type, Poison):
            return poison(span)
        if join(found.type, other.type) is None:
            cx.mismatch(other.span, other.type, found.type, "like the first set")
            return poison(span)
        found = Core("intersect", (found, other), found.type, span)
    return found


def board_aliases(ground: GroundMap, span: Span) -> dict[str, Core]:
    """The hexes of every board of a map, by the names that its layout gives them; of a board that is laid several times all of them."""
    hexes: dict[str, list[int]] = {}
    for name, places in ground.boards.items():
        hexes.setdefault(name.partition("#")[0], []).extend(places)
    return {
        BOARD_ALIAS + name: Core("list", tuple(Core("place", (place,), PLACE, span) for place in sorted(places)), Set(PLACE), span)
        for name, places in hexes.items()
    }


def board_hexes(cx: Context, env: Env, node: ast.Call) -> Core:
    """`board(north)`: the hexes of a board of the layout; only in zones, since rules know no boards."""
    if len(node.args) != 1 or not isinstance(node.args[0], ast.Name):
        cx.report(types.WRONG_ARGUMENTS, node.span, f"`board` takes the name of a board, found {counted(len(node.args), 'argument')}")
        return poison(node.span)
    if env.origin != "ground":
        help = "declare a zone in the layouts: `zone name = board(...)`"
        cx.report(names.WRONG_KIND_OF_NAME, node.span, "`board` can stand only in zones of layouts", help=help)
        return poison(node.span)
    name = node.args[0]
    found = env.aliases.get(BOARD_ALIAS + name.text)
    if found is None:
        known = [alias.removeprefix(BOARD_ALIAS) for alias in env.aliases if alias.startswith(BOARD_ALIAS)]
        notes = f"its boards are {quoted(known, 'and')}" if known else ()
        cx.unknown(name.span, name.text, "board of this layout", known, notes=notes)
        return poison(node.span)
    return found
