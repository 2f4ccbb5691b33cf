"""The words for rules that came to something undefined while they were played."""

from __future__ import annotations

from tankdsl.diagnostics import Diagnostic
from tankdsl.diagnostics.registry import compiled


def stopped(fault: str, decisions: int) -> Diagnostic:
    """The finding about a game that the engine had to stop."""
    return compiled.RULES_STOPPED.at(
        None,
        f"the rules came to something undefined after {decisions} decisions: {fault}",
        help="`--record FILE` keeps the game, so that it can be played again to this point",
    )
