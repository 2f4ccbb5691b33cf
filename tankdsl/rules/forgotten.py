"""Checkpoints that a side fields and that stand nowhere, while others of their kind do and no rule can put them anywhere."""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.tree import InstanceDef, ScenarioDef
from tankdsl.diagnostics import Diagnostic, Label, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.rules.legal import placings


def check_forgotten(game: Game) -> Iterator[Diagnostic]:
    """For each scenario the checkpoints that are nowhere for ever although rules ask where such things are."""
    for scenario in game.mapped:
        checkpoints = [thing for thing in scenario.instances if _is_checkpoint(game, thing)]
        standing = [thing for thing in checkpoints if thing.at is not None]
        known, models = {thing.kind for thing in standing}, {thing.model for thing in standing}
        # Of several of a row some may be spare.
        off_map = (thing for thing in checkpoints if _is_off_map(thing) and thing.kind in known and thing.model not in models)
        lost = [thing for thing in off_map if _is_forgotten(game, scenario, thing)]
        if lost:
            yield _finding(game, scenario, lost)


def _is_checkpoint(game: Game, thing: InstanceDef) -> bool:
    kind = game.program.kinds.get(thing.kind)
    return kind is not None and kind.category == "checkpoint"


def _is_off_map(thing: InstanceDef) -> bool:
    return thing.at is None and thing.point is None and thing.pile is None and not thing.misplaced


def _is_forgotten(game: Game, scenario: ScenarioDef, thing: InstanceDef) -> bool:
    """Whether no rule can ever put a checkpoint on the map; where only a placement speaks of it, it is set up by hand."""
    from tankdsl.rules.foresight.goals import kinds_with_places
    from tankdsl.rules.reinforcements import is_never, landings_for

    lineage = game.lineage(thing.kind)
    landings = landings_for(game, scenario, thing)
    if kinds_with_places(game).isdisjoint(lineage) or any(placing.kind in lineage for placing in placings(game)):
        return False
    return all(is_never(game, scenario, landing, thing) for landing in landings)


def _finding(game: Game, scenario: ScenarioDef, things: list[InstanceDef]) -> Diagnostic:
    who, verb, it = quoted([thing.id for thing in things], "and"), *(("stands", "it") if len(things) == 1 else ("stand", "them"))
    spans = tuple(dict.fromkeys(game.fielded_span(scenario, thing) for thing in things))
    return kinds.NEVER_ENTERS.at(
        spans[0],
        f"{who} {verb} nowhere on the map, and no rule can ever put {it} there",
        secondary=[Label(span, "and this one") for span in spans[1:6]],
        notes=f"in the scenario `{scenario.id}`, in which others of the kind stand on the map",
        help=f"place {it} in the scenario, let a rule put {it} there, or do not field {it}",
    )


FORGOTTEN = Check("forgotten checkpoints", check_forgotten)
