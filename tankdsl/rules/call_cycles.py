"""Declarations that call each other in a circle, answers to windows included: such a rule might never come to its end."""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.diagnostics import Diagnostic, Label, ends_of, in_circle
from tankdsl.diagnostics.registry import analysis
from tankdsl.rules.calls import Edge, Graph, Node
from tankdsl.rules.cycles import knots, shortest_circle
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check


def check_call_cycles(game: Game) -> Iterator[Diagnostic]:
    """One finding for each knot of declarations: its shortest circle through the first of them."""
    graph = game.calls
    successors = {node: [edge.callee for edge in edges] for node, edges in graph.items()}
    for knot in knots(successors):
        # A circle is easier to read from a rule than from the window that it opens.
        readable = sorted(knot, key=lambda node: node[0] == "window")
        yield _finding(graph, shortest_circle(successors, readable))


def _finding(graph: Graph, circle: list[Node]) -> Diagnostic:
    edges = [_edge(graph, one, other) for one, other in zip(circle, [*circle[1:], circle[0]], strict=True)]
    chain = in_circle([shown(node) for node in circle])
    told = [(edge, f"`{shown(edge.caller)}` {edge.verb} `{shown(edge.callee)}`") for edge in ends_of(edges)]
    left_out = [f"and so on: {len(edges) - len(told)} more calls are not shown"] if len(told) < len(edges) else []
    help = "take one of these calls out; what both need can be an effect or value of its own"
    if any(node[0] == "window" for node in circle):
        help = "let the answer call the part of the rule that comes after the window"
    return analysis.CALL_CYCLE.at(
        edges[0].span,
        f"`{shown(circle[0])}` needs itself: {chain}" if len(circle) > 1 else f"`{shown(circle[0])}` calls itself",
        secondary=[Label(edge.span, note) for edge, note in told[1:]],
        notes=[*(note for _, note in told), *left_out],
        help=help,
    )


def _edge(graph: Graph, caller: Node, callee: Node) -> Edge:
    return next(edge for edge in graph[caller] if edge.callee == callee)


def shown(node: Node) -> str:
    """What the designer calls it."""
    return node[1].removeprefix("sequence.")


CALL_CYCLES = Check("call cycles", check_call_cycles)
