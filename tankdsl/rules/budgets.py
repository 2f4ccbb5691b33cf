"""Budgets: what a play loop grants is spent by some action, what an action costs is counted by some loop, what is spent was once filled.

An action may cost nothing, and a side may be given something that it only uses up; a finding is made only where a whole budget, cost or
supply means nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.tree import ActionDef, Assign, Core, FieldDef, Plays
from tankdsl.check.types import Int, required
from tankdsl.diagnostics import Diagnostic
from tankdsl.diagnostics.registry import analysis
from tankdsl.rules.calls import parts_that_call
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.rules.walk import expressions, same


def check_budgets(game: Game) -> Iterator[Diagnostic]:
    """Budgets without costs, costs without budgets, supplies without a source."""
    loops = [statement for _, statement in game.statements if isinstance(statement, Plays)]
    yield from _unspent(game, loops)
    yield from _uncounted(game, loops)
    yield from _never_filled(game)


def _unspent(game: Game, loops: list[Plays]) -> Iterator[Diagnostic]:
    actions = game.program.actions
    at_any_time = [action for action in actions.values() if action.anytime]
    for loop in loops:
        offered = [actions[id] for id in loop.actions if id in actions]
        if loop.budget is not None and offered and not any(_costs(action) for action in (*offered, *at_any_time)):
            yield analysis.BUDGET_UNSPENT.at(
                loop.budget.span,
                "this budget is never spent: nothing that can be played here costs anything",
                help="write `cost 1 action` in the actions, or `once`, or leave the budget out",
            )


def _costs(action: ActionDef) -> bool:
    """Whether an action may cost anything."""
    return action.cost is not None and not (isinstance(action.cost.type, Int) and action.cost.type.high <= 0)


def _uncounted(game: Game, loops: list[Plays]) -> Iterator[Diagnostic]:
    """Costs in loops without a budget; where a rule asks what was `spent`, that is what they are for."""
    counted = {id for loop in loops if loop.budget is not None for id in loop.actions}
    offered = {id for loop in loops for id in loop.actions} - counted
    idle = [(id, action) for id, action in game.program.actions.items() if id in offered and _costs(action)]
    for id, action in idle if idle and not _asks_spent(game) else ():
        if action.cost is not None and not action.windows and not action.anytime:
            yield analysis.COST_UNCOUNTED.at(
                action.cost.span,
                f"no play loop that offers `{id}` has a budget, so nobody counts what it costs",
                help="give the loop a budget, as in `s plays ... for 2 actions`, or leave the cost out",
            )


def _asks_spent(game: Game) -> bool:
    """Whether any rule asks what the actions of a play loop have cost."""
    return any(core.op == "spent" for _, _, body in parts_that_call(game.program) for core in expressions(body))


# -------------------------------------------------------------------------------------------------------------- supplies


def _never_filled(game: Game) -> Iterator[Diagnostic]:
    """Numbers that rules only lower, and that are as low as can be from the beginning in every scenario."""
    program = game.program
    assigned: dict[tuple[str, str], list[Assign]] = {}
    for _, statement in game.statements:
        if isinstance(statement, Assign):
            assigned.setdefault((statement.kind, statement.field), []).append(statement)
    set_by_scenario = {name for scenario in program.scenarios.values() for name in scenario.game_fields}
    set_by_scenario |= {name for scenario in program.scenarios.values() for thing in scenario.instances for name in thing.fields}
    for kind in program.kinds.values() if program.scenarios else ():
        for field in kind.fields:
            found = assigned.get((kind.id, field.id))
            if found and field.id not in set_by_scenario and not field.kept and _begins_empty(field) and all(map(_lowers, found)):
                yield analysis.NEVER_FILLED.at(
                    field.span,
                    f"`{field.id}` of `{kind.id}` is spent, but it begins empty and nothing ever fills it",
                    help="give it another default, set it in the scenarios, or raise it in a rule",
                )


def _begins_empty(field: FieldDef) -> bool:
    type = required(field.type)
    if not isinstance(type, Int) or field.default is None or field.default.op != "int":
        return False
    return bool(field.default.args[0] == type.low)


def _lowers(assign: Assign) -> bool:
    """`x -= n`, n not below 0."""
    value = assign.value
    current = Core("get", (assign.kind, assign.field, assign.entity), value.type, value.span)
    if value.op != "-" or not same(value.args[0], current):
        return False
    amount = value.args[1].type
    return isinstance(amount, Int) and amount.low >= 0


BUDGETS = Check("budgets", check_budgets)
