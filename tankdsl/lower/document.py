"""A whole document: one scenario that can be played, or a rule set without one.

The document is plain data without its hash (`game`): the hash belongs to the canonical form and is added where that is
written.
"""

from __future__ import annotations

from tankdsl.check.tree import Program, ScenarioDef
from tankdsl.lower.build import Build, Json
from tankdsl.lower.content import lower_content
from tankdsl.lower.grounds import ground_of
from tankdsl.lower.instances import Instances
from tankdsl.lower.origins import SourceMap
from tankdsl.lower.rules import lower_rules
from tankdsl.lower.texts import Texts

FORMAT = "tankdsl/1"


def lower_scenario(program: Program, scenario_id: str, texts: Texts | None = None) -> tuple[Json, SourceMap]:
    """The document of a scenario, and where its nodes come from. `KeyError` when the program has no such scenario.

    The same program gives the same document, key order included. Documents that are made with the same `texts` share them.
    """
    scenario = program.scenarios[scenario_id]
    layout = program.layouts.get(scenario.layout or "")
    table = program.tables.get(scenario.layout or "")
    ground = None if layout is None else ground_of(layout)
    return _document(program, scenario, Build(program, ground, table, texts=Texts() if texts is None else texts))


def lower_ruleset(program: Program) -> tuple[Json, SourceMap]:
    """The document of the rules alone: without map, and without pieces but those that every scenario has."""
    return _document(program, None, Build(program))


def _document(program: Program, scenario: ScenarioDef | None, build: Build) -> tuple[Json, SourceMap]:
    if scenario is not None:
        build.origin(("content",), scenario.span, scenario.cites)
        instances = Instances(build, scenario)
        build.things, build.sided = instances.ids_by_root(), instances.sided()
    # The rules first: they may add fields to kinds, which are content.
    rules = lower_rules(build, (scenario.start if scenario else "") or program.main)
    content = lower_content(build, scenario.title if scenario else program.title, scenario)
    document = {
        "format": FORMAT,
        "document": "scenario" if scenario else "ruleset",
        "id": scenario.id if scenario else program.id,
        "ruleset": program.id,
        "content": content,
        "rules": rules,
        "text": build.texts.by_key,
    }
    return document, tuple(build.origins)
