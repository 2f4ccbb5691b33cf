"""Source for the operators about points, paths and outlines: calls of the functions of `tabletop`."""

from tankdsl.engine import tabletop
from tankdsl.engine.codegen import Emitter, Piece, bool_, emits, tuple_
from tankdsl.engine.model import Node

ANSWERS = ("inside", "crosses")


@emits(*tabletop.WAYS)
def _way(e: Emitter, node: Node) -> Piece:
    return Piece(f"{node[0]}(MAP, {', '.join(e.expr(part).text for part in node[1:])})")


@emits(*tabletop.OPERATORS)
def _called(e: Emitter, node: Node) -> Piece:
    if node[0] == "straight":
        return Piece(e.unless_absent([e.expr(part) for part in node[1:]], lambda a, b: f"({a}, {b})"))
    if node[0] == "distance_to_path" and node[2][0] == "straight":
        ends = [e.expr(part) for part in (node[1], *node[2][1:])]
        return Piece(e.unless_absent(ends, lambda p, a, b: f"to_leg({p}, {a}, {b})"), False, "i")
    text = f"{node[0]}({', '.join(e.expr(part).text for part in node[1:])})"
    if node[0] in ANSWERS:
        return bool_(text)
    return tuple_(text) if node[0] in ("point", "points", "numbers", "circle") else Piece(text)
