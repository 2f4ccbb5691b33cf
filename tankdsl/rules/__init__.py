"""Static checks: what can be proved about a whole game before anybody plays it. One check per file, see `interface.py`."""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.context import Context
from tankdsl.diagnostics import Diagnostic
from tankdsl.rules.catalogue import all_checks, checks_of
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check


def run_checks(cx: Context) -> Iterator[Diagnostic]:
    """The findings of all checks about a checked pack without errors."""
    game = Game(cx.program)
    for check in checks_of(game):
        yield from check.run(game)


__all__ = ["Check", "Game", "all_checks", "run_checks"]
