"""Nesting: expressions are evaluated inside of one another, those of a value inside of the one that calls it.

An engine may use recursion for that, so the compiled form bounds the depth. What stands in one place bounds the most; a chain of values
that call each other adds up.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.tree import Core, DemandEach, DemandGuard
from tankdsl.check.types import Optional
from tankdsl.diagnostics import Diagnostic
from tankdsl.diagnostics.registry import syntax
from tankdsl.rules.call_cycles import shown
from tankdsl.rules.calls import LONGEST_CHAIN, Node, parts_that_call
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.source import Span
from tankdsl.syntax.node import NodeBase, fields_of

DEEPEST = 80
"""Operators around a value in one expression; the compiled form allows a few more, for what the compiler adds."""
DEEPEST_CHAIN = 125
"""The same with everything that is called."""
_LADDER = 40
"""A ladder of `if ... else if ...` counts up to this, however long it is."""
_CALLS = {"call": "value", "holds": "guard", "sight": "sight"}
_NESTED = frozenset(_CALLS.values())
_DEEPER = {"call": 2, "holds": 2, "rows": 2}


def check_nesting(game: Game) -> Iterator[Diagnostic]:
    """Expressions that are nested too deeply, by themselves or through what they call."""
    bodies = {node: (span, body) for node, span, body in parts_that_call(game.program)}
    callees = {node: [edge.callee for edge in game.calls[node] if edge.callee[0] in _NESTED] for node in bodies}
    chains: dict[Node, int] = {}
    for node in bodies:
        _settle(bodies, callees, chains, node)
    for node, (span, body) in bodies.items():
        if chains[node] <= DEEPEST:
            continue  # By itself it is no deeper than with all that it calls.
        own = _depth(body, {})
        if own[0] > DEEPEST:
            headline = f"this expression is nested {own[0]} deep, and {DEEPEST} is the most"
            yield syntax.NESTED_TOO_DEEP.at(own[1] or span, headline, help="give parts of it names of their own")
        elif chains[node] > DEEPEST_CHAIN and all(chains[other] <= DEEPEST_CHAIN for other in callees[node]):
            headline = f"`{node[1]}` with all that it calls is nested {chains[node]} deep, and {DEEPEST_CHAIN} is the most"
            yield syntax.NESTED_TOO_DEEP.at(span, headline, help="let the values call each other in fewer steps")
    yield from _long_chains(game, {node: span for node, (span, _) in bodies.items()})


def _long_chains(game: Game, spans: dict[Node, Span]) -> Iterator[Diagnostic]:
    """What calls so long a chain of effects, one inside of the other, that its calls are one too many; without its callers."""
    for node, span in spans.items():
        if game.chains.get(node) == LONGEST_CHAIN + 1:
            headline = f"`{shown(node)}` begins a chain of {LONGEST_CHAIN + 1} calls inside of one another, and {LONGEST_CHAIN} is the most"
            yield syntax.NESTED_TOO_DEEP.at(span, headline, help="let them call each other in fewer steps, or repeat one of them")


def _settle(bodies: dict[Node, tuple[Span, object]], callees: dict[Node, list[Node]], chains: dict[Node, int], start: Node) -> None:
    """Find the depth of a node after those of all that it calls. A circle has its own finding; it is cut somewhere."""
    way = dict.fromkeys([start])
    while way:
        last = next(reversed(way))
        missing = next((node for node in callees[last] if node not in chains and node not in way), None)
        if missing is not None:
            way[missing] = None
        else:
            chains[last] = _depth(bodies[last][1], chains)[0]
            way.pop(last)


def _inside(item: object) -> list[object]:
    if isinstance(item, Core):
        return list(item.args)
    if isinstance(item, tuple):
        return list(item)
    if isinstance(item, NodeBase) and not isinstance(item, Span):
        return [value for _, value in fields_of(item) if isinstance(value, (tuple, NodeBase))]
    return []


def _depth(body: object, chains: dict[Node, int]) -> tuple[int, Span | None]:
    """The deepest nesting in a body, what it calls included, and the outermost expression of it."""
    deepest: tuple[int, Span | None] = (0, None)
    todo: list[tuple[object, int, str, int, Span | None]] = [(body, 0, "", 0, None)]
    while todo:
        item, depth, around, rung, outermost = todo.pop()
        if isinstance(item, Core):
            outermost = outermost or item.span
            rung = rung + 1 if item.op == around == "if" else 0
            same = (item.op == around and item.op in ("and", "or")) or (rung > _LADDER and not isinstance(item.type, Optional))
            depth += 0 if same else _DEEPER.get(item.op, 1)
            called = chains.get((_CALLS.get(item.op, ""), item.args[0]), 0) if item.op in _CALLS else 0
            if depth + called > deepest[0]:
                deepest = (depth + called, outermost)
            parts = item.args
            last = len(parts) - 1
            todo += [(part, depth, item.op if item.op != "if" or at == last else "", rung, outermost) for at, part in enumerate(parts)]
        elif isinstance(item, tuple):
            todo += [(part, depth, around, rung, outermost) for part in item]
        elif isinstance(item, DemandGuard | DemandEach):
            called = chains.get(("guard", item.guard), 0) if isinstance(item, DemandGuard) else 0
            deepest = max(deepest, (depth + 1 + called, outermost), key=lambda found: found[0])
            todo += [(part, depth + 1, "", 0, outermost) for part in _inside(item)]
        else:
            todo += [(part, depth, "", 0, outermost) for part in _inside(item)]
    return deepest


NESTING = Check("nesting", check_nesting)
