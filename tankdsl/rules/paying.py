"""Costs: an action that costs more than any play loop grants can never be taken, and a turn of such actions passes unasked."""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.tree import Plays
from tankdsl.check.types import INT32_MAX, Int
from tankdsl.diagnostics import Diagnostic
from tankdsl.diagnostics.registry import structure
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.rules.walk import walk


def check_paying(game: Game) -> Iterator[Diagnostic]:
    """Actions whose least cost is above the most that any loop which offers them has to spend."""
    purses = _purses(game)
    for id, action in game.program.actions.items():
        cost = action.cost
        if cost is None or id not in purses or not isinstance(cost.type, Int) or cost.type.low <= purses[id].high:
            continue
        headline = f"`{id}` costs {cost.type.low} or more, and nobody ever has more than {purses[id].high} to spend on it"
        yield structure.NEVER_PLAYED.at(cost.span, headline, help="lower the cost, or raise the number in `plays ... for`")


def _purses(game: Game) -> dict[str, Int]:
    """For each action the richest loop that offers it; a loop without `for` sets no limit."""
    found: dict[str, Int] = {}
    for proc in game.program.procs.values():
        for node in walk(proc.body):
            if not isinstance(node, Plays):
                continue
            budget = Int(0, INT32_MAX) if node.budget is None or not isinstance(node.budget.type, Int) else node.budget.type
            for id in node.actions:
                if id not in found or found[id].high < budget.high:
                    found[id] = budget
    return found


PAYING = Check("paying", check_paying)
