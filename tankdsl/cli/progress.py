"""A bar for work that takes its time: only on a terminal, only after two seconds, and gone when the work is done.

The clock is read here and nowhere else in the package; nothing but the bar depends on it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from tankdsl.cli.console import is_terminal, say_aside

PATIENCE = 2.0
"""Seconds before the bar appears."""
BETWEEN = 0.1
"""Seconds between two drawings."""
WIDTH = 30


class Progress:
    """A bar on the standard error; use it as a context, and call it with the work done and all the work."""

    def __init__(self, label: str, *, shown: bool | None = None) -> None:
        self.label = label
        self._shown = is_terminal(sys.stderr) if shown is None else shown
        self._next = monotonic() + PATIENCE
        self._drawn = 0

    def __call__(self, done: int, total: int) -> None:
        """Draw, if it is time to."""
        now = monotonic()
        if not self._shown or now < self._next:
            return
        self._next = now + BETWEEN
        line = bar(self.label, done, total)
        self._drawn = max(self._drawn, len(line))
        say_aside(f"\r{line}")

    def clear(self) -> None:
        """Take the bar away, so that something else can be written."""
        if self._drawn:
            say_aside(f"\r{' ' * self._drawn}\r")
            self._drawn = 0

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *error: object) -> None:
        self.clear()


@contextmanager
def notice(text: str, *, shown: bool | None = None) -> Iterator[None]:
    """A line on a terminal while something runs that cannot say how far it has come; gone when it is done."""
    if not (is_terminal(sys.stderr) if shown is None else shown):
        yield
        return
    say_aside(text)
    try:
        yield
    finally:
        say_aside(f"\r{' ' * len(text)}\r")


def bar(label: str, done: int, total: int) -> str:
    """One line: the label, a bar, and the numbers."""
    filled = WIDTH if total <= 0 else min(WIDTH, WIDTH * done // total)
    return f"{label} [{'#' * filled}{'.' * (WIDTH - filled)}] {done}/{total}"
