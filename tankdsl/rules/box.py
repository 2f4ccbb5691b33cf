"""What is in the box: where a table of things says how many copies of a row there are, no scenario needs more of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tankdsl.check.tree import ModelDef, ScenarioDef
from tankdsl.diagnostics import Diagnostic, Label, counted
from tankdsl.diagnostics.registry import analysis
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.source import Span
from tankdsl.syntax import ast


def check_box(game: Game) -> Iterator[Diagnostic]:
    """Each list of forces that asks for more pieces of a model than there are, once."""
    said: set[tuple[Span, str]] = set()
    for scenario in game.program.scenarios.values():
        for id, needed in Counter(thing.model for thing in scenario.instances).items():
            model = game.models[id][1] if id in game.models else None
            if model is None or model.in_box is None or needed <= model.in_box:
                continue
            spans = _forces(game, scenario, id) or [game.scenario_span(scenario)]
            if (spans[0], id) not in said:
                said.add((spans[0], id))
                yield _too_many(scenario, model, model.in_box, needed, spans)


def _too_many(scenario: ScenarioDef, model: ModelDef, there: int, needed: int, spans: list[Span]) -> Diagnostic:
    return analysis.MORE_THAN_IN_BOX.at(
        spans[0],
        f"the scenario `{scenario.id}` needs {needed} of `{model.id}`, and there {'is' if there == 1 else 'are'} {there}",
        secondary=[
            *(Label(span, "and these") for span in spans[1:]),
            Label(model.span, f"`copies` says that there {'is' if there == 1 else 'are'} {counted(there, 'piece')}"),
        ],
        help="field fewer, or correct `copies`",
    )


def _forces(game: Game, scenario: ScenarioDef, model: str) -> list[Span]:
    """Where a scenario, its base or a roster of them fields a model."""
    declared = {node.name.text: node for node in game.program.declarations if isinstance(node, ast.Scenario)}
    rosters = {node.name.text: node for node in game.program.declarations if isinstance(node, ast.Roster)}
    node, seen = declared.get(scenario.id), set[str]()
    while node is not None and node.name.text not in seen:
        seen.add(node.name.text)
        roster = rosters.get(node.roster.text) if node.roster is not None else None
        sides = (*node.forces, *(roster.sides if roster is not None else ()))
        spans = [force.span for side in sides for force in side.forces if force.model.text == model]
        if spans:
            return spans
        node = declared.get(node.base.text) if node.base is not None else None
    return []


BOX = Check("box", check_box)
