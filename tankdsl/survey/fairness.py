"""The chapter `fairness`: what each side has of the ground, side by side, with a verdict."""

from __future__ import annotations

from tankdsl.check.static import World
from tankdsl.diagnostics import counted
from tankdsl.rules.fairness import Measure, measures_of
from tankdsl.rules.game import Game
from tankdsl.rules.symmetric import comparisons, unfitting
from tankdsl.rules.tempo import first_to_move
from tankdsl.survey.interface import Chapter, Section


def fairness(game: Game, world: World) -> Section | None:
    """The fairness of a scenario; None for a scenario without ground."""
    scenario = world.scenario
    found = () if scenario is None else measures_of(game, scenario)
    if scenario is None or not found:
        return None
    sides = [side for side, _ in game.program.sides]
    first = first_to_move(game, scenario)
    nearest = unfitting(comparisons(game, scenario), sides)
    unequal = [measure for measure in found if measure.is_unequal]
    lines = (
        _verdict(found, unequal),
        "it is symmetric: map and set-up are the same for all sides" if nearest is None
        else f"it is not symmetric: {nearest.exchange.name} comes nearest, with {counted(len(nearest.differences), 'difference')}",
        f"`{first}` has the first turn" if first else "which side has the first turn is not known before play",
    )  # fmt: skip
    rows = tuple((measure.name, *measure.cells, "unequal" if measure.is_unequal else "") for measure in found)
    data = {
        "first": first,
        "symmetric": nearest is None,
        "measures": [_measured(sides, measure) for measure in found],
    }
    return Section("Fairness", lines, ("", *sides, ""), rows, data)


def _verdict(found: tuple[Measure, ...], unequal: list[Measure]) -> str:
    if all(measure.limit is None for measure in found):
        return "nothing that is known before play says whether the ground is equal for all sides"
    if not unequal:
        return "the ground is about equal for all sides"
    return f"the ground is clearly unequal in: {', '.join(measure.name for measure in unequal)}"


def _measured(sides: list[str], measure: Measure) -> dict[str, object]:
    return {
        "name": measure.name,
        "values": dict(zip(sides, measure.values, strict=True)),
        "unequal": measure.is_unequal,
    }


CHAPTER = Chapter("fairness", fairness)
