"""Surveys: what a designer may want to know about a scenario, beside what is wrong with it. One chapter per file, see `interface.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module

from tankdsl.frozen import FrozenValue
from tankdsl.rules.game import Game
from tankdsl.survey.interface import Chapter, Section

CHAPTERS: tuple[str, ...] = ("fairness", "structure", "sight", "missions", "shots", "odds", "schedule", "ends")
"""The modules of the chapters, in the order in which they are read. Each holds its chapter as `CHAPTER`; none is loaded before it runs."""


class Surveyed(FrozenValue):
    """A scenario with its sections by the name of their chapter."""

    id: str
    title: str
    sections: tuple[tuple[str, Section], ...]


def chapters() -> Iterator[Chapter]:
    """All chapters, each loaded when it is reached."""
    for name in CHAPTERS:
        found: Chapter = import_module(f"tankdsl.survey.{name}").CHAPTER
        yield found


def _unseen(done: int, total: int) -> None:
    """Nobody looks how far it has come."""


def survey(game: Game, only: Sequence[str] | None = None, progress: Callable[[int, int], None] = _unseen) -> tuple[Surveyed, ...]:
    """All scenarios of a game in order of declaration, or only those of some ids (KeyError when there is none of an id).

    `progress` is told before each chapter how many are done, and how many there are.
    """
    scenarios = game.program.scenarios
    wanted = [scenarios[id] for id in (scenarios if only is None else only)]
    found = []
    for number, scenario in enumerate(wanted):
        world = game.worlds.get(scenario.id) or game.world(scenario)
        sections = []
        for part, chapter in enumerate(chapters()):
            progress(number * len(CHAPTERS) + part, len(wanted) * len(CHAPTERS))
            section = chapter.run(game, world)
            if section is not None:
                sections.append((chapter.name, section))
        found.append(Surveyed(scenario.id, scenario.title, tuple(sections)))
    return tuple(found)


__all__ = ["CHAPTERS", "Chapter", "Section", "Surveyed", "chapters", "survey"]
