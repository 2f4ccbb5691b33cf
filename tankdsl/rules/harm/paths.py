"""Where a body can lead: to which harm, whatever is rolled, chosen and answered.

A body is walked once with what is known of its locals.  A branch is left out only when its condition is certain; where paths meet, what is
known of a local is what holds on all of them; what a loop or a window changes is forgotten.  So nothing that can happen is missed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tankdsl.check import tree
from tankdsl.check.static import ABSENT, UNKNOWN, World
from tankdsl.check.tree import AnyStmt, Conjunct, Demand, DemandEach, DemandGuard, DemandLet, Local, Reason
from tankdsl.frozen import FrozenValue
from tankdsl.rules.harm.bounds import Answers, Bounds, Looks, framed
from tankdsl.rules.harm.known import Dice, Group, Known, Some, either, ends, related
from tankdsl.rules.harm.spacing import Spacing
from tankdsl.rules.walk import statements

DEEPEST = 60
"""Effects within effects that are followed; the checks of call cycles see to it that there are no circles."""


class Harm(FrozenValue):
    """An effect that does harm is called; the victim may be anybody (`UNKNOWN`)."""

    effect: str
    victim: Known


def may_be(world: World, victim: Known, id: str) -> bool:
    """Whether what is known of a victim lets it be a certain piece."""
    if isinstance(victim, Some):
        return related(world, victim.kind, world.instances[id].kind)
    return victim is UNKNOWN or isinstance(victim, Group) or victim == id


class Write(FrozenValue):
    """Something that lasts is changed: a field of an entity (`field`), or where a thing stands or what a place is made of (empty)."""

    field: tuple[str, str]
    entity: Known


class Trail:
    """All harms and changes that bodies can lead to; of the procedures that they call those are followed that are in `followed`."""

    def __init__(
        self, world: World, followed: frozenset[str], answers: Answers, looks: Looks | None = None, spacing: Spacing | None = None
    ) -> None:
        self.world = world
        self.harms: dict[Harm, None] = {}
        self.writes: dict[Write, None] = {}
        self.answers = answers
        self._followed = followed
        self._looks = looks
        self._spacing = spacing
        self._walked: set[tuple[str, tuple[Known, ...]]] = set()

    def frame(self, locals: Mapping[Local, Known]) -> Bounds:
        """A frame for a body with what is known of its parameters."""
        return framed(self.world, dict(locals), self.answers, looks=self._looks, spacing=self._spacing)

    def walk(self, frame: Bounds, body: Iterable[AnyStmt]) -> bool:
        """Follow a body; no when nothing behind it is ever reached."""
        return all(self._statement(frame, statement) for statement in body)

    def _statement(self, frame: Bounds, statement: AnyStmt) -> bool:
        match statement:
            case tree.SetLocal(local=local, value=value):
                frame.locals[local] = frame.known(value)  # type: ignore[assignment]
            case tree.Assign(kind=kind, field=field, entity=entity):
                self.writes[Write((kind, field), frame.known(entity))] = None
            case tree.PlaceThing(thing=thing):
                self.writes[Write(("", ""), frame.known(thing))] = None
            case tree.SetTerrain():
                self.writes[Write(("", ""), UNKNOWN)] = None
            case tree.CallProc():
                self._call(frame, statement)
            case tree.IfElse():
                return self._if(frame, statement)
            case tree.Roll(local=local):
                frame.locals[local] = _rolled(frame, statement)  # type: ignore[assignment]
            case tree.Stop(condition=condition):
                return condition is not None and frame.value(condition) is not True
            case tree.Give():
                return False
            case tree.Choose(then=then, orelse=orelse):
                frame.locals.pop(statement.local, None)
                return self._branches(frame, then or (), orelse)
            case tree.Ask(then=then, orelse=orelse):
                return self._branches(frame, then, orelse)
            case tree.Repeat(most=most) if most is not None and frame.value(most) == 0:
                pass
            case tree.Loop() | tree.Repeat() | tree.EachTurn() | tree.Alternate() | tree.Go() | tree.Once():
                self._perhaps(frame, statement)
            case tree.During(body=body) | tree.Together(body=body):
                return self.walk(frame, body)
            case _:
                _forget(frame, (statement,))
        return True

    def _if(self, frame: Bounds, statement: tree.IfElse) -> bool:
        binding = statement.binding
        if binding is not None:
            found = frame.known(statement.condition)
            if found is ABSENT:
                return self.walk(frame, statement.orelse)
            frame.locals[binding] = found  # type: ignore[assignment]
            may_be_absent = found is UNKNOWN
            return self._branches(frame, statement.then, statement.orelse) if may_be_absent else self.walk(frame, statement.then)
        test = frame.value(statement.condition)
        if isinstance(test, bool):
            return self.walk(frame, statement.then if test else statement.orelse)
        return self._branches(frame, statement.then, statement.orelse)

    def _branches(self, frame: Bounds, *bodies: tuple[AnyStmt, ...]) -> bool:
        """Several ways on; what is known behind them is what holds on every one that comes to its end."""
        before = dict(frame.locals)
        left: list[dict[Local, Known]] = []
        for body in bodies:
            frame.locals = dict(before)
            if self.walk(frame, body):
                left.append(dict(frame.locals))
        if left:
            frame.locals = _met(left)  # type: ignore[assignment]
        return bool(left)

    def _perhaps(self, frame: Bounds, statement: AnyStmt) -> None:
        """A body that runs any number of times, or once or not at all: with all forgotten that it changes itself."""
        body: tuple[AnyStmt, ...] = getattr(statement, "body", ())
        _forget(frame, (statement,))
        before = dict(frame.locals)
        self.walk(frame, body)
        frame.locals = before
        _forget(frame, (statement,))

    def _call(self, frame: Bounds, statement: tree.CallProc) -> None:
        proc = self.world.program.procs.get(statement.proc)
        for result in statement.results:
            frame.locals.pop(result, None)
        if proc is None:
            return
        args = tuple(frame.known(arg) for arg in statement.args)
        for at in proc.harms:
            self.harms[Harm(proc.name, args[at])] = None
        key = (proc.id, args)
        if proc.id in self._followed and key not in self._walked and frame.depth < DEEPEST and len(args) == len(proc.params):
            self._walked.add(key)
            known = dict(zip(proc.params, args, strict=True))
            self.walk(framed(self.world, known, self.answers, frame.depth + 1, self._looks, self._spacing), proc.body)


def _met(left: list[dict[Local, Known]]) -> dict[Local, Known]:
    first, *others = left
    for other in others:
        first = {local: either(known, other[local]) for local, known in first.items() if local in other}
    return first


def _forget(frame: Bounds, body: tuple[AnyStmt, ...]) -> None:
    """Nothing is known any more of the locals that a body sets, as often as it may run."""
    for statement in statements(body):
        match statement:
            case tree.SetLocal(local=local) | tree.Roll(local=local) | tree.Draw(local=local) | tree.Plot(local=local):
                frame.locals.pop(local, None)
            case tree.Choose(local=local) | tree.Loop(local=local) | tree.EachTurn(local=local) | tree.Alternate(local=local):
                frame.locals.pop(local, None)
            case tree.IfElse(binding=local) if local is not None:
                frame.locals.pop(local, None)
            case tree.CallProc(results=locals) | tree.OpenWindow(changes=locals):
                for local in locals:
                    frame.locals.pop(local, None)


def _rolled(frame: Bounds, roll: tree.Roll) -> Known:
    """What dice show after their bonus, each kept within its bounds."""
    count, bonus = ends(frame.known(roll.count)), (0, 0) if roll.bonus is None else ends(frame.known(roll.bonus))
    if count is None or bonus is None:
        return UNKNOWN
    low, high = 1 + bonus[0], roll.sides + bonus[1]
    least = None if roll.low is None else ends(frame.known(roll.low))
    most = None if roll.high is None else ends(frame.known(roll.high))
    if least is not None:
        low, high = max(low, least[0]), max(high, least[1])
    if most is not None:
        low, high = min(low, most[0]), min(high, most[1])
    return Dice(max(0, count[0]), max(0, count[1]), low, high)


# -------------------------------------------------------------------------------------------------------- requirements


def refused(frame: Bounds, demands: Iterable[Conjunct]) -> Reason | str | None:
    """Why requirements are sure to fail (of a guard without a reason its name); None when they may hold. Binds what they bind."""
    for demand in demands:
        found = _refused(frame, demand)
        if found is not None:
            return found
    return None


def _refused(frame: Bounds, demand: Conjunct) -> Reason | str | None:
    match demand:
        case Demand(condition=condition, reason=reason):
            if frame.value(condition) is False:
                return reason
            frame.note(condition)
            return None
        case DemandLet(local=local, value=value, reason=reason):
            found = frame.known(value)
            frame.locals[local] = UNKNOWN if found is ABSENT else found  # type: ignore[assignment]
            return reason if found is ABSENT else None
        case DemandGuard(guard=name, args=args):
            guard = frame.world.program.guards.get(name)
            inner = None if guard is None else frame.called(guard.params, tuple(frame.known(arg) for arg in args))
            if inner is None or guard is None:
                return None
            why = refused(inner, guard.demands)
            frame.assumed = inner.assumed
            return why
        case DemandEach(local=local, domain=domain, demands=demands):
            members = frame.known(domain)
            asked = members if isinstance(members, tuple) else (members.member,) if isinstance(members, Group) else ()
            for member in asked:
                frame.locals[local] = member
                found_inside = refused(frame, demands)
                if found_inside is not None:
                    return found_inside
            frame.locals.pop(local, None)
            return None
