"""What a chapter of a survey is: a name, and a function from the game and one scenario of it to a section.

A chapter is pure and runs only on games without errors.  It observes; what is surely wrong is a finding of a check and stands in `rules`.
"""

from __future__ import annotations

from collections.abc import Callable

from tankdsl.check.static import World
from tankdsl.frozen import FrozenValue
from tankdsl.rules.game import Game


class Section(FrozenValue):
    """What a chapter says about one scenario. Each row has as many cells as there are columns."""

    title: str
    lines: tuple[str, ...] = ()
    """Sentences without a full stop at their end; they stand above the table."""
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    data: object = None
    """The same for programs: what `json` takes, with keys in a fixed order."""


class Chapter(FrozenValue):
    """One chapter; the world is that of the scenario (`world.scenario`). None when the chapter has nothing to say about it."""

    name: str
    run: Callable[[Game, World], Section | None]
