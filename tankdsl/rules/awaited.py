"""Which pieces must be set up: those for which a rule waits, those that a rule puts down itself, and those that players put down by hand.

A loop waits for a piece when it is sure to go on while the piece stands nowhere: `alternate ... until all t in all tanks where t.at is not
none`. Where the side may pass, or the loop ends without the piece, it may stay off the map, and come on later or never.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tankdsl.check import tree
from tankdsl.check.static import ABSENT, UNKNOWN, Run, Value, World
from tankdsl.check.tree import Core, InstanceDef, Local, ScenarioDef
from tankdsl.check.types import SIDE, required
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.rules.at_once import Step, by_triggers, disturbs, step_of, steps_of
from tankdsl.rules.calls import bodies_of
from tankdsl.rules.game import Game
from tankdsl.rules.legal import Placing, placings, refusal
from tankdsl.rules.placement import sieves_of
from tankdsl.rules.reinforcements import Landing, fits, is_never, known_for, landings_for, surely_asks
from tankdsl.rules.settled import steady
from tankdsl.rules.walk import expressions, statements

ENDLESS = (tree.Alternate, tree.Repeat, tree.Plays)


class Waits(FrozenValue):
    """That a step of a scenario goes on until a piece stands somewhere."""

    step: Step
    loop: tree.AnyStmt
    """What goes on, within the step."""
    before: tuple[Step, ...]
    """All steps till then, this one the last."""
    landings: tuple[Landing, ...]
    """The ways in which rules may put the piece down till then."""


def can_never_be_set_up(game: Game, scenario: ScenarioDef, placing: Placing, thing: InstanceDef) -> bool:
    """Whether a piece that a placement refuses everywhere must be set up all the same, and nothing can do it.

    If it refuses the piece whatever the place is, another one may be for such pieces, of which this is said then.
    """
    world = game.world_of(scenario)
    if refusal(world, placing, thing, UNKNOWN) is not None:
        others = (one for one in _fitting(game, scenario, thing) if one is not placing)
        if any(refusal(world, one, thing, UNKNOWN) is None for one in others):
            return False
    if not landings_for(game, scenario, thing):
        return not _has_another(game, scenario, placing, thing)
    waits = awaited(game, scenario, thing)
    if waits is None:
        return False
    asked = placing.guard.id
    return all(is_never(game, scenario, landing, thing) or surely_asks(game, landing, asked) for landing in waits.landings)


def is_set_up(game: Game, scenario: ScenarioDef, thing: InstanceDef) -> bool:
    """Whether a piece may be put down before any rounds begin: by hand, or by a rule that comes before them."""
    landings = landings_for(game, scenario, thing)
    able = (landing for landing in landings if not is_never(game, scenario, landing, thing))
    return not landings or any(_is_before_rounds(game, scenario, landing) for landing in able)


def set_up_by(game: Game, scenario: ScenarioDef, thing: InstanceDef) -> list[Landing]:
    """The ways in which a piece may be put down before any rounds begin."""
    return [landing for landing in landings_for(game, scenario, thing) if _is_before_rounds(game, scenario, landing)]


def _is_before_rounds(game: Game, scenario: ScenarioDef, landing: Landing) -> bool:
    for step in steps_of(game, scenario):
        if any(isinstance(one, tree.Repeat) and one.scope == "round" for one in step.within):
            return False
        if _is_within(landing, step):
            return True
    return False


def must_be_set_up(game: Game, scenario: ScenarioDef, placing: Placing, thing: InstanceDef) -> bool:
    """Whether a piece that waits is sure to be set up as a placement says."""
    if not landings_for(game, scenario, thing):
        return not _has_another(game, scenario, placing, thing)
    waits = awaited(game, scenario, thing)
    return waits is not None and all(surely_asks(game, landing, placing.guard.id) for landing in waits.landings)


def all_stand_by_then(game: Game, scenario: ScenarioDef, group: Sequence[InstanceDef], things: Iterable[InstanceDef]) -> bool:
    """Whether at the end of a step all pieces of a group stand, each of which a step has waited for, and no others have moved."""
    waits = [awaited(game, scenario, thing) for thing in group]
    known = [one for one in waits if one is not None]
    if not known or len(known) < len(waits):
        return False
    last = max(known, key=lambda one: len(one.before))
    done = (*by_triggers(game), *(one for step in last.before for one in step.within))
    everything = list(things)
    return not any(disturbs(game, one, everything) for one in done)


def counts_for(game: Game, scenario: ScenarioDef, world: World, placing: Placing, thing: InstanceDef, place: Value) -> bool:
    """Whether a placement is to be asked of a piece that the scenario puts on a place.

    It may be meant for others: where another placement lets the piece stand there, or where this one refuses it whatever the place is, and
    what puts such a piece down need not ask it.
    """
    others = [one for one in _fitting(game, scenario, thing) if one is not placing]
    is_let = any(refusal(world, one, thing, place) is None for one in others)
    if not is_let and refusal(world, placing, thing, UNKNOWN) is None:
        return True
    landings = landings_for(game, scenario, thing)
    if not landings:
        return not is_let and all(refusal(world, one, thing, UNKNOWN) is not None for one in others)
    asked = placing.guard.id
    return all(surely_asks(game, landing, asked) or is_never(game, scenario, landing, thing) for landing in landings)


def _fitting(game: Game, scenario: ScenarioDef, thing: InstanceDef) -> list[Placing]:
    world = game.world_of(scenario)
    return [placing for placing in placings(game) if world.is_a(thing.kind, placing.kind)]


def _has_another(game: Game, scenario: ScenarioDef, placing: Placing, thing: InstanceDef) -> bool:
    """Whether another placement lets a piece stand somewhere: by hand, it may be meant for that one."""
    others = [one for one in _fitting(game, scenario, thing) if one is not placing]
    if scenario.id not in game.worlds:
        # On a table it takes long to find a place.
        return bool(others)
    return any(sieves_of(game, game.worlds[scenario.id], one, [thing])[thing.id].places for one in others)


def awaited(game: Game, scenario: ScenarioDef, thing: InstanceDef) -> Waits | None:
    """The first step that waits for a piece; None when none does. Looked at once for pieces that begin alike."""
    fields = tuple(sorted((name, repr(core)) for name, core in thing.fields.items()))
    return game.remember(("awaited", scenario.id, thing.model, thing.side, fields), lambda: _awaited(game, scenario, thing))


def _awaited(game: Game, scenario: ScenarioDef, thing: InstanceDef) -> Waits | None:
    landings, steps = landings_for(game, scenario, thing), steps_of(game, scenario)
    for number, step in enumerate(steps):
        before = steps[: number + 1]
        able = [landing for landing in landings if any(_is_within(landing, one) for one in before) or _is_by_itself(game, landing)]
        moment = _Moment(game, scenario, thing, before)
        for loop in step.within:
            waiting = isinstance(loop, ENDLESS) and moment.goes_on(loop) and _may_land(game, loop, able)
            if waiting or (isinstance(loop, tree.Loop) and any(moment.handles(loop, landing) for landing in able)):
                return Waits(step, loop, before, tuple(able))
    return None


def may_come_before(game: Game, waits: Waits, landing: Landing, *, same_side: bool) -> bool:
    """Whether a landing may come about while a step waits for a piece; of the same side, in a step that all sides take one by one, too."""
    if _is_by_itself(game, landing):
        return True
    first = next((number for number, one in enumerate(waits.before) if _is_within(landing, one)), None)
    if first is None or not same_side or waits.before[first] is not waits.step:
        return first is not None
    match waits.step.statement:
        case tree.EachTurn(body=body) | tree.Loop(domain=Core(op="sides" | "from"), body=body):
            parts = [step_of(game, statement) for statement in body]
            mine = next((number for number, part in enumerate(parts) if any(one is waits.loop for one in part.within)), len(parts))
            return any(_is_within(landing, part) for part in parts[: mine + 1])
        case _:
            return True


def _is_within(landing: Landing, step: Step) -> bool:
    return landing.begun in step.parts or any(id(one) == landing.statement for one in step.within)


def _is_by_itself(game: Game, landing: Landing) -> bool:
    """Whether something that may run at any time puts a piece down so."""
    return any(id(one) == landing.statement for one in by_triggers(game))


def _may_land(game: Game, loop: tree.AnyStmt, landings: Sequence[Landing]) -> bool:
    """Whether one of some landings may come about while a loop runs."""
    inside = step_of(game, loop)
    return any(_is_within(landing, inside) for landing in landings)


class _Moment:
    """What is known of a piece that has not been put down yet, till some steps are done."""

    def __init__(self, game: Game, scenario: ScenarioDef, thing: InstanceDef, steps: Iterable[Step]) -> None:
        done = [*by_triggers(game), *(one for step in steps for one in step.within)]
        gone = [one for one in done if isinstance(one, tree.RemoveThing | tree.MoveThing) and fits(game, one.thing, thing)]
        self._thing = thing
        self._is_removed = any(isinstance(one, tree.RemoveThing) for one in gone)
        self._is_in_piles = thing.pile is not None or any(isinstance(one, tree.MoveThing) for one in gone)
        self._values = game.program.values
        known = known_for(game, scenario)
        skipped = _never_run(known, done) | _of_those_put(game)
        changed = {(one.kind, one.field) for one in done if isinstance(one, tree.Assign) and id(one) not in skipped}
        nowhere = {thing.id: ABSENT}
        self._world: World = replaced(known, lasting=steady(game) - changed, standing=nowhere)

    def goes_on(self, loop: tree.AnyStmt) -> bool:
        """Whether a loop is sure to go on."""
        match loop:
            case tree.Plays(until=Core() as until, may_pass=False) | tree.Alternate(until=until):
                return self._of(self._run(until), until) is False
            case tree.Repeat(until=Core() as until, most=None):
                return self._of(self._run(until), until) is False
            case _:
                return False

    def handles(self, loop: tree.Loop, landing: Landing) -> bool:
        """Whether a loop over pieces is sure to come to the piece, and puts it down by a landing."""
        if landing.action is not None or landing.thing.op != "local" or landing.thing.args[0] is not loop.local:
            return False
        run = self._run(loop.domain)
        members = run.value(loop.domain)
        if not isinstance(members, tuple) or self._thing.id not in members:
            return False
        run.locals[loop.local] = self._thing.id
        return loop.where is None or self._of(run, loop.where) is True

    def _run(self, core: Core) -> Run:
        """For its own side, if the loop is one of several sides."""
        sides = {one.args[0] for one in expressions(core) if one.op == "local" and required(one.type) == SIDE}
        return Run(self._world, {local: self._thing.side for local in sides if isinstance(local, Local) and self._thing.side is not None})

    def _of(self, run: Run, core: Core) -> bool | None:
        """Whether a condition holds; None when that is not sure."""
        match core:
            case Core(op="not", args=(inner,)):
                found = self._of(run, inner)
                return None if found is None else not found
            case Core(op="and" | "or" as op, args=args):
                return _joined([self._of(run, arg) for arg in args], op == "or")
            case Core(op="any" | "all" as op, args=(local, domain, body)):
                members = run.value(domain)
                if not isinstance(members, tuple):
                    return None
                each = (Run(run.world, {**run.locals, local: member}, run.depth) for member in members)
                return _joined([self._of(one, body) for one in each], op == "any")
            case Core(op="call", args=(name, *given)) if name in self._values:
                inner_run = run.called(self._values[name].params, run.values(tuple(given)))
                return None if inner_run is None else self._of(inner_run, self._values[name].body)
            case Core(op="in", args=(who, Core(op="pile_of"))) if run.value(who) == self._thing.id and not self._is_in_piles:
                return False
            case Core(op="get", args=(_, "removed", who)) if run.value(who) == self._thing.id and not self._is_removed:
                return False
            case _:
                value = run.value(core)
                return value if isinstance(value, bool) else None


def _never_run(world: World, done: Iterable[tree.AnyStmt]) -> frozenset[int]:
    """Of some statements those in branches that the options rule out, by identity."""
    found: set[int] = set()
    for one in done:
        if isinstance(one, tree.IfElse) and one.binding is None:
            holds = Run(world).value(one.condition)
            branch = one.then if holds is False else one.orelse if holds is True else ()
            found.update(map(id, statements(branch)))
    return frozenset(found)


def _of_those_put(game: Game) -> frozenset[int]:
    """The assignments to a piece that has just been put down by the statements before: they change no piece that is still to come."""
    return game.remember("of those put", lambda: frozenset(id(one) for _, body in bodies_of(game.program) for one in _after_a_put(body)))


def _after_a_put(body: tuple[tree.AnyStmt, ...]) -> Iterator[tree.Assign]:
    put: set[Local] = set()
    for statement in body:
        match statement:
            case tree.PlaceThing(thing=Core(op="local", args=(local,))):
                put.add(local)
            case tree.Assign(entity=Core(op="local", args=(local,))) if local in put:
                yield statement
        for part in ("body", "then", "orelse"):
            yield from _after_a_put(getattr(statement, part, None) or ())


def _joined(answers: list[bool | None], decisive: bool) -> bool | None:
    return decisive if decisive in answers else None if None in answers else not decisive
