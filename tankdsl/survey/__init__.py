"""Surveys: what a designer may want to know about a scenario, beside what is wrong with it. One chapter per file, see `interface.py`."""

from __future__ import annotations

from collections.abc import Iterator
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


def survey(game: Game, only: str | None = None) -> tuple[Surveyed, ...]:
    """All scenarios of a game in order of declaration, or the only one that is asked for (KeyError when there is none of that id)."""
    scenarios = game.program.scenarios
    wanted = scenarios.values() if only is None else (scenarios[only],)
    found = []
    for scenario in wanted:
        world = game.worlds.get(scenario.id) or game.world(scenario)
        sections = ((chapter.name, chapter.run(game, world)) for chapter in chapters())
        found.append(Surveyed(scenario.id, scenario.title, tuple((name, section) for name, section in sections if section is not None)))
    return tuple(found)


__all__ = ["CHAPTERS", "Chapter", "Section", "Surveyed", "chapters", "survey"]
