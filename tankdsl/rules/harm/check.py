"""Pieces that can do no harm to anybody, and pieces to which nothing can do any: from what authors mark as harm (`effect e(t: T) harms t`).

A finding speaks of a row of a table of things and of all scenarios in which it holds; a number of that row is mostly what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.static import World
from tankdsl.check.tree import InstanceDef, ScenarioDef
from tankdsl.diagnostics import Diagnostic, quoted
from tankdsl.diagnostics.registry import analysis
from tankdsl.frozen import FrozenValue
from tankdsl.rules.game import Game
from tankdsl.rules.harm.known import Group
from tankdsl.rules.harm.marks import Harms, Sort
from tankdsl.rules.harm.paths import Write
from tankdsl.rules.harm.scene import Scene
from tankdsl.rules.interface import Check
from tankdsl.source import Span
from tankdsl.syntax import ast


class Verdict(FrozenValue):
    """What is so of the pieces of a scenario: the sorts that can harm no enemy, and those that nothing can harm."""

    harmless: tuple[Sort, ...]
    unharmable: tuple[Sort, ...]
    nobody: bool
    """No piece of any side can harm an enemy."""


def check_harm(game: Game) -> Iterator[Diagnostic]:
    """For each model: the scenarios in which it can hurt nobody, and those in which nobody can hurt it."""
    if not any(proc.harms for proc in game.program.procs.values()):
        return
    yield from _ordered_outcomes(game)
    harms = Harms(game)
    if not harms.roots:
        return
    harmless: dict[str, list[tuple[ScenarioDef, Sort]]] = {}
    unharmable: dict[str, list[tuple[ScenarioDef, Sort]]] = {}
    for scenario in game.program.scenarios.values():
        scene = Scene(harms, harms.world(scenario))
        verdict = _verdict(scene)
        if verdict.nobody:
            yield _nobody(game, scenario, scene)
            continue
        for sort in verdict.harmless:
            harmless.setdefault(sort.thing.model, []).append((scenario, sort))
        for sort in verdict.unharmable:
            unharmable.setdefault(sort.thing.model, []).append((scenario, sort))
    yield from (_harmless(harms, model, found) for model, found in harmless.items())
    yield from (_unharmable(harms, model, found) for model, found in unharmable.items())


def _ordered_outcomes(game: Game) -> Iterator[Diagnostic]:
    """Tables of effects whose author says that their outcomes are in an order."""
    if any(isinstance(node, ast.Table) and node.ordered is not None and node.arms for node in game.program.declarations):
        from tankdsl.rules.harm.outcomes import check_outcomes

        yield from check_outcomes(game)


def _verdict(scene: Scene) -> Verdict:
    sides = {sort.side for sort in scene.sorts}
    facing = [(sort, _enemies(scene, sort)) for sort in scene.sorts if sort.side is not None]
    # Each is tried on another enemy first, so that most are seen to suffer on the way.
    fighting = facing if scene.harms.is_fought else []
    harmless = tuple(sort for at, (sort, enemies) in enumerate(fighting) if enemies and _can_hurt_nobody(scene, sort, _from(enemies, at)))
    if harmless:
        harmless = _without_unnamed(scene, harmless)
    if len(sides) > 1 and harmless and len(harmless) == len([sort for sort, enemies in facing if enemies]):
        return Verdict((), (), True)
    unharmable: tuple[Sort, ...] = ()
    if not scene.harms.by_itself:
        unharmable = tuple(
            sort for sort, enemies in facing if not all(enemy in harmless for enemy in enemies) and _can_be_hurt_by_nobody(scene, sort)
        )
    return Verdict(harmless, unharmable, False)


def _without_unnamed(scene: Scene, harmless: tuple[Sort, ...]) -> tuple[Sort, ...]:
    """Those that cannot be behind a harm of an enemy of which nothing that is played says who does it."""
    from tankdsl.rules.harm.unnamed import is_behind

    return tuple(sort for sort in harmless if not is_behind(scene, sort, _enemies(scene, sort)))


def _enemies(scene: Scene, sort: Sort) -> list[Sort]:
    return [other for other in scene.sorts if other.side is not None and other.side != sort.side]


def _from(sorts: list[Sort], at: int) -> list[Sort]:
    at %= len(sorts)
    return sorts[at:] + sorts[:at]


def _can_hurt_nobody(scene: Scene, sort: Sort, enemies: list[Sort]) -> bool:
    if scene.is_known([sort], enemies):
        return False
    return not any(scene.hurts(sort, enemy) for enemy in enemies) and not _may_hurt_later(scene, sort, enemies)


def _may_hurt_later(scene: Scene, sort: Sort, enemies: list[Sort]) -> bool:
    """Whether what it does changes something from which harm may come by itself: a marker that it puts down, a fire that it lays."""
    if scene.harms.later is None:
        return False
    outcomes = (outcome for enemy in enemies for outcome in scene.everything(sort.thing, enemy.thing))
    return any(_is_about_others(scene, write, sort.thing) for outcome in outcomes for write in outcome.writes)


def _is_about_others(scene: Scene, write: Write, thing: InstanceDef) -> bool:
    if write.entity == thing.id or (isinstance(write.entity, Group) and write.entity.member == thing.id):
        return False
    return write.field == ("", "") or write.field in (scene.harms.later or ())


def _can_be_hurt_by_nobody(scene: Scene, victim: Sort) -> bool:
    if scene.is_known(scene.sorts, [victim]) or any(scene.suffers(outcome, victim.thing) for outcome in scene.alone(victim.thing)):
        return False
    # Enemies first, which mostly can.
    return not any(scene.hurts(attacker, victim) for attacker in sorted(scene.sorts, key=lambda sort: sort.side == victim.side))


# ------------------------------------------------------------------------------------------------------------ findings


def _nobody(game: Game, scenario: ScenarioDef, scene: Scene) -> Diagnostic:
    pairs = [(sort.thing, enemy.thing) for sort in scene.sorts if sort.side is not None for enemy in _enemies(scene, sort)]
    return analysis.NO_HARM.at(
        game.scenario_span(scenario),
        f"in the scenario `{scenario.id}` no piece can do harm to an enemy",
        notes=(f"nothing that can be played{_with_whom(scene)} comes to {_marked(game)}, whatever is rolled", *_why(scene, pairs)),
        help="look at the rules on the way there, and at the options of the scenario",
    )


def _with_whom(scene: Scene) -> str:
    """What has to be added where cards or the ground do harm too."""
    harms = scene.harms
    return " with a piece and an enemy" if harms.by_itself or any(len(root.slots) < 2 for root in harms.roots) else ""


def _harmless(harms: Harms, model: str, found: list[tuple[ScenarioDef, Sort]]) -> Diagnostic:
    scenario, sort = found[0]
    scene = Scene(harms, harms.world(scenario))
    enemies = _enemies(scene, sort)
    return analysis.UNIT_HARMLESS.at(
        _row(scene.world, sort),
        f"`{model}` can do no harm to anybody in {_scenarios(found)}",
        notes=(
            f"nothing that can be played with it comes to {_marked(harms.game)} for {_listed(enemies)}, whatever is rolled",
            *_why(scene, [(sort.thing, enemy.thing) for enemy in enemies]),
        ),
        help="raise its numbers, or change the rules; a piece that is not there to fight is let be with an `allow` comment",
    )


def _unharmable(harms: Harms, model: str, found: list[tuple[ScenarioDef, Sort]]) -> Diagnostic:
    scenario, sort = found[0]
    scene = Scene(harms, harms.world(scenario))
    enemies = _enemies(scene, sort)
    return analysis.UNIT_UNHARMABLE.at(
        _row(scene.world, sort),
        f"nothing can do any harm to `{model}` in {_scenarios(found)}",
        notes=(
            f"nothing that {_listed(enemies)} can play comes to {_marked(harms.game)} for it, whatever is rolled",
            *_why(scene, [(enemy.thing, sort.thing) for enemy in enemies]),
        ),
        help="lower its numbers, or give its enemies what it takes",
    )


def _why(scene: Scene, pairs: list[tuple[InstanceDef, InstanceDef]]) -> Iterator[str]:
    """For each thing that could be played: what refuses it to all of them, or that no roll is good enough."""
    found: dict[str, list[str | None]] = {}
    for attacker, target in pairs:
        for root, outcome in scene.attacks(attacker, target):
            if outcome.refused != "":
                found.setdefault(root.action.name, []).append(outcome.refused)
    for name, reasons in list(found.items())[:4]:
        known = list(dict.fromkeys(reason for reason in reasons if reason is not None))
        if len(known) < len(set(reasons)):
            yield f"`{name}`: no roll is good enough"
        elif known:
            yield f'`{name}` is refused: "{known[0]}"'


def _marked(game: Game) -> str:
    return quoted(dict.fromkeys(proc.name for proc in game.program.procs.values() if proc.harms), "or")


def _listed(sorts: list[Sort]) -> str:
    return quoted(dict.fromkeys(sort.thing.model for sort in sorts), "or")


def _scenarios(found: list[tuple[ScenarioDef, Sort]]) -> str:
    ids = list(dict.fromkeys(scenario.id for scenario, _ in found))
    return f"the {'scenario' if len(ids) == 1 else 'scenarios'} {quoted(ids, 'and')}"


def _row(world: World, sort: Sort) -> Span:
    return world.models[sort.thing.model][1].span


HARM = Check("harm", check_harm)
