"""Features of edges that rules do not ask for, or cannot tell apart: they would lie on the map and mean nothing, or not enough."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from tankdsl.check.grounds import hex_name
from tankdsl.check.tree import Core, LayoutDef, Program
from tankdsl.diagnostics import Diagnostic, Label, did_you_mean, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.ground.maps import GroundMap
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.rules.walk import expressions
from tankdsl.source import Span
from tankdsl.state import State, field
from tankdsl.syntax import ast


class Asked(State):
    """What rules ask of edges."""

    features: set[str] = field(default_factory=set)
    """The features that are named in rules."""
    all: bool = False
    """Some rule takes whatever features there are."""
    leading: bool = False
    """Some rule asks which way a feature leads."""
    single: Span | None = None
    """Where the first rule asks for the one feature of an edge."""


def check_edges(game: Game) -> Iterator[Diagnostic]:
    """Each unread feature and direction once, where it is first written, and each map on whose sides rules do not see everything."""
    written = _written(game.program)
    if not written:
        return
    asked = _asked(game.program)
    for feature, span in written.items():
        if feature not in asked.features and not asked.all:
            help = did_you_mean(feature, sorted(asked.features)) or f"let a rule ask for it, `edge(a, b) is {feature}`, or remove it"
            yield kinds.EDGE_UNREAD.at(span, f"no rule asks for `{feature}` on an edge", help=help)
    if not asked.leading:
        yield from _unread_direction(game.program)
    if asked.single is not None:
        for layout in game.program.layouts.values():
            yield from _crowded(game, layout, asked.single)


def _asked(program: Program) -> Asked:
    found = Asked()
    searched: set[int] = set()
    for core in expressions(_rules(program)):
        match core:
            case Core(op="enum", args=("edges", feature)):
                found.features.add(feature)
            case Core(op="present" | "absent", args=(Core(op="edge"),)):
                found.all = True
            case Core(op="in", args=(_, Core(op="edges" | "edges_from") as domain)):
                searched.add(id(domain))
            case Core(op="edges" | "edges_from") if id(core) not in searched:
                found.all = True
        if core.op == "edges_from":
            found.leading = True
        elif core.op == "edge" and found.single is None:
            found.single = core.span
    return found


def _unread_direction(program: Program) -> Iterator[Diagnostic]:
    told: set[str] = set()
    for item in _items(program):
        if item.feature.text not in told and any(run.leads for run in item.runs):
            told.add(item.feature.text)
            headline = f"`{item.feature.text}` leads from one hex to the other, and no rule asks which way"
            help = (f"ask `{item.feature.text} in edges_from(a, b)`", "or write `/` for `to`, if it is the same from both sides")
            yield kinds.DIRECTION_UNREAD.at(item.span, headline, help=help)


def _crowded(game: Game, layout: LayoutDef, asked: Span) -> Iterator[Diagnostic]:
    """A map with a side that has several features, of which a rule sees the first."""
    ground = cast(GroundMap, layout.ground)
    crowded = [(side, features) for side, features in ground.edges.items() if len(features) > 1]
    if crowded:
        (a, b), features = crowded[0]
        where = f"the side between {hex_name(ground, a)} and {hex_name(ground, b)} of `{layout.id}`"
        more = f" (and {len(crowded) - 1} more)" if len(crowded) > 1 else ""
        yield kinds.EDGE_CROWDED.at(
            game.layout_span(layout),
            f"{where}{more} has {quoted(features, 'and')}, and a rule asks for one of them",
            secondary=(Label(asked, "this gives only the first"),),
            help=(f"ask `{features[1]} in edges(a, b)`", "or give this side one feature of its own, such as `bridge`"),
        )


def _items(program: Program) -> Iterator[ast.EdgeItem]:
    for node in program.declarations:
        yield from node.edges if isinstance(node, (ast.Board, ast.Layout)) else ()


def _written(program: Program) -> dict[str, Span]:
    found: dict[str, Span] = {}
    for item in _items(program):
        found.setdefault(item.feature.text, item.feature.span)
    return found


def _rules(program: Program) -> tuple[object, ...]:
    tables = (program.values, program.guards, program.procs, program.actions, program.movements, program.sights, program.whenevers)
    return (*(part for table in tables for part in table.values()), *program.endings, *program.missions.values(), *program.kinds.values())


EDGES = Check("edges", check_edges)
