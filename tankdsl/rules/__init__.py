"""Static checks: what can be proved about a whole game before anybody plays it. One check per file, see `interface.py`."""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.context import Context
from tankdsl.diagnostics import Diagnostic
from tankdsl.rules.attached import ATTACHED
from tankdsl.rules.budgets import BUDGETS
from tankdsl.rules.call_cycles import CALL_CYCLES
from tankdsl.rules.cargo import CARGO, ROOM
from tankdsl.rules.cascades import CASCADES
from tankdsl.rules.connectivity import CONNECTIVITY
from tankdsl.rules.edges import EDGES
from tankdsl.rules.endings import ENDINGS
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.rules.nesting import NESTING
from tankdsl.rules.objectives import OBJECTIVES
from tankdsl.rules.paying import PAYING
from tankdsl.rules.placement import PLACEMENT
from tankdsl.rules.reinforcements import REINFORCEMENTS
from tankdsl.rules.secrets import SECRETS
from tankdsl.rules.sequences import SEQUENCES
from tankdsl.rules.starts import STARTS
from tankdsl.rules.triggers import TRIGGERS

CHECKS: tuple[Check, ...] = (
    CALL_CYCLES,
    NESTING,
    TRIGGERS,
    CASCADES,
    ENDINGS,
    SEQUENCES,
    ATTACHED,
    PAYING,
    BUDGETS,
    CARGO,
    ROOM,
    EDGES,
    CONNECTIVITY,
    PLACEMENT,
    STARTS,
    REINFORCEMENTS,
    OBJECTIVES,
    SECRETS,
)
"""All checks but those of tables, in the order in which they run."""


def table_checks(game: Game) -> tuple[Check, ...]:
    """The checks of scenarios on a table without a grid; not even loaded when there is none."""
    if not game.program.tables:
        return ()
    from tankdsl.rules.table_reach import TABLE_REACH
    from tankdsl.rules.table_starts import TABLE_STARTS
    from tankdsl.rules.table_zones import TABLE_ZONES

    return (TABLE_STARTS, TABLE_REACH, TABLE_ZONES)


def run_checks(cx: Context) -> Iterator[Diagnostic]:
    """The findings of all checks about a checked pack without errors."""
    game = Game(cx.program)
    for check in (*CHECKS, *table_checks(game)):
        yield from check.run(game)


__all__ = ["CHECKS", "Check", "Game", "run_checks"]
