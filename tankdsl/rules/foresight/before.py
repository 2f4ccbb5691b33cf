"""What surely happens before the first round: nothing that stands behind rounds, or in a loop with them, does."""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check import tree
from tankdsl.check.tree import AnyStmt
from tankdsl.rules.foresight.ways import Answers, Calls, Offers, Way
from tankdsl.rules.game import Game
from tankdsl.rules.walk import statements


def is_before_rounds(game: Game, way: Way, target: AnyStmt) -> bool:
    """Whether a way to a statement, which leads through no rounds, is gone before any rounds."""
    behind = game.remember("behind rounds", lambda: frozenset(map(id, _behind_rounds(game))))
    return behind.isdisjoint(map(id, (*_steps(way), target)))


def _steps(way: Way) -> Iterator[AnyStmt]:
    """The statements by which a way leads from one body into another."""
    for item in way:
        match item:
            case Calls(call=statement) | Offers(plays=statement) | Answers(window=statement):
                yield statement


def _behind_rounds(game: Game) -> Iterator[AnyStmt]:
    """The statements of sequences that may run when rounds have been played by the same sequence."""
    with_rounds = _with_rounds(game)
    for proc in game.program.procs.values():
        if proc.origin == "sequence":
            yield from _behind(proc.body, with_rounds, False)


def _with_rounds(game: Game) -> frozenset[str]:
    """The sequences that come to rounds, by themselves or by others that they run."""
    procs = {id: tuple(statements(proc.body)) for id, proc in game.program.procs.items() if proc.origin == "sequence"}
    found = {id for id, body in procs.items() if any(map(_is_rounds, body))}
    while more := {id for id, body in procs.items() if id not in found and any(_runs(each, found) for each in body)}:
        found |= more
    return frozenset(found)


def _is_rounds(statement: AnyStmt) -> bool:
    return isinstance(statement, tree.Repeat) and statement.scope == "round"


def _runs(statement: AnyStmt, procs: set[str] | frozenset[str]) -> bool:
    return isinstance(statement, tree.CallProc) and statement.proc in procs


def _behind(body: tuple[AnyStmt, ...], with_rounds: frozenset[str], is_behind: bool) -> Iterator[AnyStmt]:
    for statement in body:
        comes = any(_is_rounds(each) or _runs(each, with_rounds) for each in statements((statement,)))
        again = comes and isinstance(statement, (tree.Repeat, tree.Loop, tree.EachTurn, tree.Alternate))
        if is_behind or again:
            yield from statements((statement,))
        else:
            for part in ("body", "then", "orelse"):
                yield from _behind(getattr(statement, part, None) or (), with_rounds, False)
        is_behind = is_behind or comes
