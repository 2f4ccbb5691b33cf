"""Who calls whom: values, guards, effects, actions, windows and their answers, piles that refill themselves.

The graph is the whole truth about nesting: a window leads to everything that may be played in it, a play loop to what it offers and to
what is playable at any time, a draw to what its pile does when it is empty.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check import tree
from tankdsl.check.tree import Core, DemandGuard, Program
from tankdsl.frozen import FrozenValue
from tankdsl.rules.walk import walk
from tankdsl.source import Span

Node = tuple[str, str]
"""What it is (`value`, `guard`, `proc`, `action`, `window`, `mission`, `sight`, `movement`, `pile`, `whenever`) and its id."""


class Edge(FrozenValue):
    """One calls the other, at a place in the source; `verb` says how, as in "`a` opens the window `b`"."""

    caller: Node
    callee: Node
    verb: str
    span: Span


LONGEST_CHAIN = 100
"""So many calls may run inside of one another: checks follow them one into the other."""
Graph = dict[Node, list[Edge]]
"""The calls of each node, in written order; every node has an entry."""


def call_graph(program: Program) -> Graph:
    """All calls of a program, callers in the order of the source."""
    bodies = sorted(parts_that_call(program), key=lambda body: body[1])
    graph: Graph = {node: [] for node, _, _ in bodies}
    for node, _, body in bodies:
        graph[node] = [edge for edge in _calls(program, node, body) if edge.callee in graph]
    return graph


def parts_that_call(program: Program) -> Iterator[tuple[Node, Span, object]]:
    """Everything that can call, where it is declared, and what is inside it."""
    yield from ((("value", id), value.span, value.body) for id, value in program.values.items())
    yield from ((("guard", id), guard.span, guard.demands) for id, guard in program.guards.items())
    yield from ((("proc", id), proc.span, proc.body) for id, proc in program.procs.items())
    yield from ((("action", id), action.span, _parts_of_action(action)) for id, action in program.actions.items())
    yield from ((("window", id), window.span, ()) for id, window in program.windows.items())
    yield from ((("mission", id), mission.span, mission.met) for id, mission in program.missions.items())
    yield from ((("sight", id), sight.span, sight.rows) for id, sight in program.sights.items())
    yield from ((("movement", id), movement.span, movement.rules) for id, movement in program.movements.items())
    yield from ((("pile", id), pile.span, pile.refill or ()) for id, pile in program.piles.items())
    for id, trigger in program.whenevers.items():
        yield ("whenever", id), trigger.span, (trigger.params, trigger.condition, trigger.body)


def bodies_of(program: Program) -> Iterator[tuple[Node, tuple[tree.AnyStmt, ...]]]:
    """The statements of everything that has any."""
    yield from ((("proc", id), proc.body) for id, proc in program.procs.items())
    yield from ((("action", id), (*action.body, *(action.after or ()))) for id, action in program.actions.items())
    yield from ((("pile", id), pile.refill) for id, pile in program.piles.items() if pile.refill)
    yield from ((("whenever", id), trigger.body) for id, trigger in program.whenevers.items())


def _parts_of_action(action: tree.ActionDef) -> tuple[object, ...]:
    return (action.by, action.params, action.first_guards, action.guards, action.limits, action.cost, action.body, action.after)


def _calls(program: Program, node: Node, body: object) -> Iterator[Edge]:
    if node[0] == "window":
        for id, action in program.actions.items():
            if node[1] in action.windows:
                yield Edge(node, ("action", id), "is answered by", action.span)
    for part in walk(body):
        for callee, verb, span in _called_by(program, part):
            yield Edge(node, callee, verb, span)


def _called_by(program: Program, part: object) -> Iterator[tuple[Node, str, Span]]:
    match part:
        case Core(op="call", args=(id, *_), span=span):
            yield ("value", id), "needs", span
        case Core(op="holds", args=(id, *_), span=span) | DemandGuard(guard=id, span=span):
            yield ("guard", id), "asks", span
        case Core(op="sight", args=(id, *_), span=span):
            yield ("sight", id), "looks along", span
        case Core(op="path_cost" | "can_go", args=(id, *_), span=span):
            yield ("movement", id), "counts by", span
        case Core(op="mission_met", span=span):
            yield from ((("mission", id), "asks", span) for id in program.missions)
        case Core():
            return
        case tree.CallProc(proc=id, span=span):
            yield ("proc", id), "calls", span
        case tree.OpenWindow(window=id, span=span):
            yield ("window", id), "opens the window", span
        case tree.Plot(movement=id, span=span):
            yield ("movement", id), "moves by", span
        case tree.Plays(actions=actions, span=span):
            yield from ((("action", id), "offers", span) for id in actions)
            yield from ((("action", id), "lets play", span) for id, action in program.actions.items() if action.anytime)
        case tree.Draw(pile=Core(args=(id, *_)), span=span):
            yield ("pile", id), "draws from", span
        case _:
            return


def touched(program: Program, part: object) -> list[Node]:
    """What a part of a rule calls itself, in written order."""
    return list(dict.fromkeys(callee for node in walk(part) for callee, _, _ in _called_by(program, node)))


def chain_lengths(graph: Graph) -> dict[Node, int]:
    """How many calls run inside of one another from each node, itself included; nodes that are in a circle or lead to one are left out."""
    waiting = {node: len({edge.callee for edge in edges}) for node, edges in graph.items()}
    callers: dict[Node, set[Node]] = {}
    for node, edges in graph.items():
        for edge in edges:
            callers.setdefault(edge.callee, set()).add(node)
    settled = [node for node, count in waiting.items() if not count]
    lengths = dict.fromkeys(settled, 1)
    for node in settled:
        for caller in callers.get(node, ()):
            lengths[caller] = max(lengths.get(caller, 0), lengths[node] + 1)
            waiting[caller] -= 1
            if not waiting[caller]:
                settled.append(caller)
    return {node: lengths[node] for node in settled}


def reached(graph: Graph, start: Node) -> list[Node]:
    """Everything that may run when a node does, itself first, in a fixed order."""
    found: dict[Node, None] = {start: None}
    todo = [start]
    while todo:
        for edge in graph[todo.pop(0)]:
            if edge.callee not in found:
                found[edge.callee] = None
                todo.append(edge.callee)
    return list(found)
