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
    text = f"{node[0]}({', '.join(e.expr(part).text for part in node[1:])})"
    if node[0] in ANSWERS:
        return bool_(text)
    return tuple_(text) if node[0] in ("point", "points", "numbers", "circle") else Piece(text)
