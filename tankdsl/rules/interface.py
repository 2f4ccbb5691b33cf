"""What a static check is: a name, and a function from the whole checked game to its findings.

A check is pure: it sees a `Game` and yields findings in an order that depends on nothing but the game. It runs only on games without
errors, so that it may rely on everything that the checker proves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tankdsl.diagnostics import Diagnostic
from tankdsl.frozen import FrozenValue
from tankdsl.rules.game import Game


class Check(FrozenValue):
    """One static check; `name` is for people who look for it (documentation, timings)."""

    name: str
    run: Callable[[Game], Iterable[Diagnostic]]
