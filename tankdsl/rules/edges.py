"""Features of edges that no rule asks: a misspelled one would lie on the map and mean nothing."""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.tree import Core, Program
from tankdsl.diagnostics import Diagnostic, did_you_mean
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.rules.walk import expressions
from tankdsl.source import Span
from tankdsl.syntax import ast


def check_edges(game: Game) -> Iterator[Diagnostic]:
    """Each unread feature once, where it is first written; when a rule only asks whether there is any, all are read."""
    features = _written(game.program)
    if not features:
        return
    asked: set[str] = set()
    for core in expressions(_rules(game.program)):
        match core:
            case Core(op="enum", args=("edges", feature)):
                asked.add(feature)
            case Core(op="present" | "absent", args=(Core(op="edge"),)):
                return
    for feature, span in features.items():
        if feature not in asked:
            yield kinds.EDGE_UNREAD.at(span, f"no rule asks for `{feature}` on an edge", help=did_you_mean(feature, sorted(asked)))


def _written(program: Program) -> dict[str, Span]:
    found: dict[str, Span] = {}
    for node in program.declarations:
        for edge in node.edges if isinstance(node, (ast.Board, ast.Layout)) else ():
            found.setdefault(edge.feature.text, edge.feature.span)
    return found


def _rules(program: Program) -> tuple[object, ...]:
    tables = (program.values, program.guards, program.procs, program.actions, program.movements, program.sights, program.whenevers)
    return (*(part for table in tables for part in table.values()), *program.endings, *program.missions.values(), *program.kinds.values())


EDGES = Check("edges", check_edges)
