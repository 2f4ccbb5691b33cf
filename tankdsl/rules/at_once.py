"""When pieces are put on the map: all of them before anything that stands there can go away, or one after the other during play.

Only pieces that stand at the same moment take room from each other. A piece that lands while rounds are played may find a place empty
that another one took before. So what is said of too little room rests on three things: the pieces are set up before any rounds, nothing
moves them, takes them off or puts them into a pile till then, and every rule that puts one of them down asks the placement. Where no rule
that a scenario comes to puts them down, players do it by hand before it begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tankdsl.check import tree
from tankdsl.check.static import Run, World
from tankdsl.check.tree import InstanceDef, ScenarioDef
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.rules.calls import Node, bodies_of, reached, touched
from tankdsl.rules.game import Game
from tankdsl.rules.legal import Placing, first_failing
from tankdsl.rules.movers import movements_of
from tankdsl.rules.reinforcements import fits, landings_of, surely_asks
from tankdsl.rules.walk import statements

Bodies = dict[Node, tuple[tree.AnyStmt, ...]]


class Step(FrozenValue):
    """A statement of the sequence that a scenario starts with, one after the other."""

    statement: tree.AnyStmt
    parts: frozenset[Node]
    """What may run while it does."""
    within: tuple[tree.AnyStmt, ...]
    """All statements that may run while it does."""


def steps_of(game: Game, scenario: ScenarioDef) -> tuple[Step, ...]:
    """The steps of a scenario, with those of the sequences and blocks that are played once within it."""
    return game.remember(("steps", scenario.start), lambda: tuple(_steps_of(game, ("proc", f"sequence.{scenario.start}"))))


def _steps_of(game: Game, start: Node) -> Iterator[Step]:
    bodies = dict(bodies_of(game.program))
    return (step_of(game, statement) for statement in _steps(bodies, bodies.get(start, ()), (start,)))


def step_of(game: Game, statement: tree.AnyStmt) -> Step:
    """A statement with all that may run while it does."""
    nodes = _called(game, touched(game.program, statement))
    return Step(statement, frozenset(nodes), (*statements((statement,)), *_run_by(dict(bodies_of(game.program)), nodes)))


def by_triggers(game: Game) -> list[tree.AnyStmt]:
    """All statements that may run by themselves at any time."""
    return game.remember(
        "by triggers", lambda: _run_by(dict(bodies_of(game.program)), _called(game, [("whenever", id) for id in game.program.whenevers]))
    )


def stand_at_once(game: Game, scenario: ScenarioDef, placing: Placing, things: Sequence[InstanceDef]) -> bool:
    """Whether the things that wait are sure to be set up together, by this placement, beside those that the scenario puts down."""
    waiting = [thing for thing in things if thing.at is None and thing.point is None]
    steps, unasked = [step.within for step in steps_of(game, scenario)], by_triggers(game)
    landing = [index for index, step in enumerate(steps) if any(_lands(game, one, waiting) for one in step)]
    if any(_lands(game, one, waiting) for one in unasked):
        return False
    if not landing:
        return True
    before = [one for step in (*steps[: landing[-1] + 1], unasked) for one in step]
    if any(disturbs(game, one, things) for one in before):
        return False
    fitting = (each for each in landings_of(game) if any(fits(game, each.thing, thing) for thing in waiting))
    return all(surely_asks(game, each, placing.guard.id) for each in fitting)


def _steps(bodies: Bodies, body: tuple[tree.AnyStmt, ...], path: tuple[Node, ...]) -> Iterator[tree.AnyStmt]:
    """The statements of a sequence, one after the other, with those of the sequences and blocks that are played once within it."""
    for statement in body:
        called = ("proc", statement.proc) if isinstance(statement, tree.CallProc) else None
        if called is not None and called in bodies and called not in path:
            yield from _steps(bodies, bodies[called], (*path, called))
        elif isinstance(statement, tree.During | tree.Together):
            yield from _steps(bodies, statement.body, path)
        else:
            yield statement


def _called(game: Game, roots: Iterable[Node]) -> tuple[Node, ...]:
    """Everything that may run when one of these does, these included."""
    return tuple(dict.fromkeys(node for root in roots if root in game.calls for node in reached(game.calls, root)))


def _run_by(bodies: Bodies, nodes: Iterable[Node]) -> list[tree.AnyStmt]:
    return [one for node in nodes for one in statements(bodies.get(node, ()))]


def _lands(game: Game, statement: tree.AnyStmt, things: Sequence[InstanceDef]) -> bool:
    return isinstance(statement, tree.PlaceThing) and any(fits(game, statement.thing, thing) for thing in things)


def disturbs(game: Game, statement: tree.AnyStmt, things: Sequence[InstanceDef]) -> bool:
    """Whether after a statement some of the things may stand elsewhere or nowhere, or what is ground for them may have changed."""
    match statement:
        case tree.Repeat(scope="round") | tree.SetTerrain():
            return True
        case tree.Go(unit=who) | tree.MoveThing(thing=who) | tree.RemoveThing(thing=who):
            return any(fits(game, who, thing) for thing in things)
        case _:
            return False


# ---------------------------------------------------------------------------------------------------------------- staying


def _reached(game: Game, world: World) -> list[tree.AnyStmt]:
    """All statements to which a scenario comes from the sequence that it starts with, or by itself."""
    start = game.program.main if world.scenario is None else world.scenario.start
    roots = (("proc", f"sequence.{start}"), *(("whenever", id) for id in game.program.whenevers))
    return game.remember(("reached", start), lambda: _run_by(dict(bodies_of(game.program)), _called(game, roots)))


def is_put_elsewhere(game: Game, world: World, thing: InstanceDef) -> bool:
    """Whether a rule that a scenario comes to may put a thing on another place while it stands where the scenario places it."""
    assert thing.at is not None
    if not any(_lands(game, one, [thing]) for one in _reached(game, world)):
        return False
    there = replaced(world, standing={thing.id: thing.at})
    for landing in landings_of(game):
        if fits(game, landing.thing, thing):
            if landing.action is None or landing.thing.op != "local":
                return True
            run = Run(there, {landing.thing.args[0]: thing.id})
            if first_failing(run, (*landing.action.first_guards, *landing.action.guards)) is None:
                return True
    return False


def stays_for_good(game: Game, world: World, thing: InstanceDef) -> bool:
    """Whether no rule ever moves a thing, takes it off, or puts it elsewhere or into a pile, from where the scenario places it."""
    if movements_of(world, thing) or is_put_elsewhere(game, world, thing):
        return False
    gone = (tree.Go, tree.MoveThing, tree.RemoveThing)
    return not any(isinstance(one, gone) and disturbs(game, one, [thing]) for one in _reached(game, world))
