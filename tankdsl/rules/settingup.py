"""Which of the ways in which rules put pieces on places are for setting up, and for pieces that stand nowhere yet."""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check import tree
from tankdsl.check.tree import Conjunct, Core, Demand, DemandGuard, Local
from tankdsl.rules.calls import Node, bodies_of, reached, touched
from tankdsl.rules.game import Game
from tankdsl.rules.reinforcements import Landing
from tankdsl.rules.walk import expressions, statements

DEEPEST = 6
"""Guards within guards that are followed."""


def asks_one_of(landing: Landing, placements: frozenset[str]) -> bool:
    """Whether a landing asks one of some placements, in its action or where its place is chosen."""
    domains = (core for _, domain, where in landing.choices for core in (domain, where) if core is not None)
    demands = _demands(landing)
    asked = {core.args[0] for part in (*domains, demands) for core in expressions(part) if core.op == "holds"}
    return not placements.isdisjoint(asked | {demand.guard for demand in demands if isinstance(demand, DemandGuard)})


def is_of_waiting(game: Game, landing: Landing) -> bool:
    """Whether a landing is sure to be of a piece that stands nowhere yet: its action asks for that, and is not played in the rounds."""
    action = landing.action
    before = action is not None and not action.anytime and _is_played_before(game, ("action", action.id))
    return before and asks_for_waiting(game, landing)


def asks_for_waiting(game: Game, landing: Landing) -> bool:
    """Whether the action of a landing asks for a piece that stands nowhere."""
    return game.remember(("asks for waiting", id(landing.action), id(landing.thing)), lambda: _asks_for_waiting(game, landing))


def _asks_for_waiting(game: Game, landing: Landing) -> bool:
    action, thing = landing.action, landing.thing
    if action is None or thing.op != "local":
        return False
    asked = {param.local: param.domain for param in action.params if not param.some}.get(thing.args[0])
    if asked is not None and asked.op == "filter" and asked.args[0] in _absent_in(game, asked.args[2], DEEPEST):
        return True
    return thing.args[0] in _waiting(game, _demands(landing), DEEPEST)


def _demands(landing: Landing) -> tuple[Conjunct, ...]:
    return () if landing.action is None else (*landing.action.first_guards, *landing.action.guards)


def _waiting(game: Game, demands: tuple[Conjunct, ...], depth: int) -> Iterator[Local]:
    """The locals that stand for pieces which are nowhere, as requirements say, those of guards too."""
    for demand in demands:
        if isinstance(demand, Demand):
            yield from _absent_in(game, demand.condition, depth)
        elif isinstance(demand, DemandGuard) and depth and demand.guard in game.program.guards:
            guard = game.program.guards[demand.guard]
            inner = set(_waiting(game, guard.demands, depth - 1))
            for param, arg in zip(guard.params, demand.args, strict=True):
                if param in inner and arg.op == "local":
                    yield arg.args[0]


def _absent_in(game: Game, condition: Core, depth: int) -> Iterator[Local]:
    """The locals of which a condition says that they stand nowhere."""
    match condition:
        case Core(op="and", args=args):
            for arg in args:
                yield from _absent_in(game, arg, depth)
        case Core(op="absent", args=(Core(op="get", args=(_, "at", Core(op="local", args=(thing,)))),)):
            yield thing
        case Core(op="call", args=(name, *given)) if depth and name in game.program.values:
            value = game.program.values[name]
            inner = set(_absent_in(game, value.body, depth - 1))
            yield from (arg.args[0] for param, arg in zip(value.params, given, strict=True) if param in inner and arg.op == "local")


def _is_played_before(game: Game, node: Node) -> bool:
    """Whether a part of the rules runs only before the rounds."""
    return bool(_rounds(game)) and node not in _in_rounds(game)


def _rounds(game: Game) -> list[tree.AnyStmt]:
    def found() -> list[tree.AnyStmt]:
        every = (statement for _, body in bodies_of(game.program) for statement in statements(body))
        return [one for one in every if isinstance(one, tree.EachTurn) or (isinstance(one, tree.Repeat) and one.scope is not None)]

    return game.remember("rounds", found)


def _in_rounds(game: Game) -> frozenset[Node]:
    """All that runs in the rounds, and all that may run at any time."""

    def found() -> frozenset[Node]:
        begun = [*touched(game.program, tuple(_rounds(game))), *(("whenever", id) for id in game.program.whenevers)]
        return frozenset(node for start in begun if start in game.calls for node in reached(game.calls, start))

    return game.remember("in rounds", found)
