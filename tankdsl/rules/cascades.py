"""Cascades: loops with `newcomers too`, which go on with whatever comes to meet the condition meanwhile.

Each thing joins once, so a cascade of pieces, places or sides ends when all of them have had their turn.  Numbers are no such stock: of
them there may be as many as a range allows.  And a cascade that nothing can join is a plain loop that says something else.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check import tree
from tankdsl.check.limits import MOST_THINGS
from tankdsl.check.tree import Core, Loop
from tankdsl.check.types import Int, required
from tankdsl.diagnostics import Diagnostic
from tankdsl.diagnostics.registry import analysis
from tankdsl.rules.calls import Graph, Node, parts_that_call, reached, touched
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.rules.walk import asked_by, walk

_ANYTHING = (tree.Plays, tree.OpenWindow, tree.PlaceThing, tree.Go, tree.RemoveThing, tree.MoveThing, tree.Draw, tree.Pour, tree.SetTerrain)
"""Statements after which nearly everything may be asked anew."""


def check_cascades(game: Game) -> Iterator[Diagnostic]:
    """Cascades over numbers without a bound; cascades that nothing can join."""
    loops = [statement for _, statement in game.statements if isinstance(statement, Loop) and statement.newcomers]
    if not loops:
        return
    graph, bodies = game.calls, {node: body for node, _, body in parts_that_call(game.program)}
    for loop in loops:
        member = required(loop.local.type)
        if isinstance(member, Int) and member.high - member.low >= MOST_THINGS:
            yield analysis.CASCADE_UNBOUNDED.at(
                loop.domain.span,
                f"nothing bounds this cascade: there may be as many numbers as the range of `{loop.local.name}` allows",
                help="let the cascade run over pieces or places, or give the numbers a range",
            )
        elif not game.program.whenevers and not _may_join(game, graph, bodies, loop):
            yield analysis.NO_NEWCOMERS.at(
                loop.domain.span,
                "nothing in this loop changes what it asks, so no newcomers can ever join",
                help="leave `newcomers too` out, or set in the body what lets others join",
            )


def _may_join(game: Game, graph: Graph, bodies: dict[Node, object], loop: Loop) -> bool:
    """Whether the body, with all that it calls, can change who belongs to the loop."""
    cores = [core for core in asked_by(game.program, (loop.domain, loop.where)) if isinstance(core, Core)]
    asked = {(core.args[0], core.args[1]) for core in cores if core.op == "get"}
    locals = {core.args[0] for core in cores if core.op == "local"}
    called = [node for start in touched(game.program, loop.body) if start in graph for node in reached(graph, start)]
    for node in walk((loop.body, *(bodies[node] for node in called))):
        match node:
            case tree.Assign(kind=kind, field=field) if (kind, field) in asked:
                return True
            case tree.SetLocal(local=local) if local in locals:
                return True
            case _ if isinstance(node, _ANYTHING):
                return True
    return False


CASCADES = Check("cascades", check_cascades)
