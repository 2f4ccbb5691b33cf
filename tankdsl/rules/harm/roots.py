"""Who can hurt whom in a scenario: everything that can be played, with one piece as the one that acts and another as the one that suffers.

Pieces of one model and side are alike before play, so one of them stands for all (`Sort`).  Whatever is not said to be certain by the rules
counts as possible: a piece hurts another unless no way of playing anything with both of them can come to a harm.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from functools import cached_property
from itertools import product

from tankdsl.check import tree
from tankdsl.check.static import UNKNOWN, Run, Special, Value, World
from tankdsl.check.tree import ActionDef, AnyStmt, Core, InstanceDef, Local, Program, Reason
from tankdsl.check.types import Kind, Set, Type, required
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.rules.game import Game
from tankdsl.rules.harm.bounds import Answers, Bounds, Group, Known, Some, related
from tankdsl.rules.harm.paths import Harm, Trail, Write, refused
from tankdsl.rules.walk import asked_by, options_read, statements


class Sort(FrozenValue):
    """Pieces of a model and side: `thing` stands for all, `other` is a second one of them if there is one."""

    key: Hashable
    thing: InstanceDef
    other: InstanceDef | None

    @property
    def side(self) -> str | None:
        """Whose they are."""
        return self.thing.side


class Slot(FrozenValue):
    """A parameter that can be a piece; `some`: it is a group of them."""

    local: Local
    kind: str
    domain: Core | None
    some: bool


class Root(FrozenValue):
    """Something that can be played, with its parameters for pieces."""

    action: ActionDef
    slots: tuple[Slot, ...]


Way = tuple[Root, str, dict[Slot, InstanceDef]]
"""A way of playing something: which side plays it, and with which pieces."""


class Outcome(FrozenValue):
    """What playing something with known pieces can lead to; `refused`: why it can surely not be played."""

    harms: tuple[Harm, ...] = ()
    writes: tuple[Write, ...] = ()
    refused: str | None = None


class Harms:
    """The harms of a game: the procedures that lead to one, and what can be played that does."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.program = game.program
        self.harmful = harmful_procs(game)
        self.roots = tuple(sorted(self._roots(self.harmful), key=_by_usefulness))
        self.lasting = lasting_fields(game)
        self.pairs: dict[Hashable, bool] = {}
        """Who can hurt whom, in each setting, as far as it was asked."""

    def _roots(self, harmful: frozenset[str]) -> Iterator[Root]:
        """What can be played and calls one of some procedures."""
        for action in self.program.actions.values():
            if _calls_any(harmful, (*action.body, *(action.after or ()))):
                yield Root(action, tuple(self._slots(action)))

    @cached_property
    def others(self) -> tuple[Root, ...]:
        """What can be played with pieces, whether it leads to harm or not."""
        return tuple(Root(action, slots) for action in self.program.actions.values() if (slots := tuple(self._slots(action))))

    def _slots(self, action: ActionDef) -> Iterator[Slot]:
        for local in action.inherited:
            kind = self._piece(local.type)
            if kind is not None:
                yield Slot(local, kind, None, False)
        for param in action.params:
            kind = self._piece(param.local.type)
            if kind is not None:
                yield Slot(param.local, kind, param.domain, param.some)

    def _piece(self, type: Type) -> str | None:
        inner = required(type)
        inner = required(inner.of) if isinstance(inner, Set) else inner
        return inner.name if isinstance(inner, Kind) and self.program.kinds[inner.name].category == "unit" else None

    def world(self, scenario: tree.ScenarioDef) -> World:
        """What is known of a scenario at every moment and on every ground."""
        return replaced(self.game.world(scenario), lasting=self.lasting, layout=None, table=None)

    def setting(self, world: World) -> Hashable:
        """All that answers can rest on in a scenario: the options that are asked and, where groups fight, how many pieces there are."""
        forces: Counter[Hashable] = Counter()
        if any(slot.some for root in self.roots for slot in root.slots):
            forces.update((thing.kind, thing.side) for thing in world.instances.values() if self.is_piece(thing))
        return tuple(world.options.get(option) for option in self._options), frozenset(forces.items())

    @cached_property
    def _options(self) -> tuple[str, ...]:
        bodies = [self.program.procs[id].body for id in self.harmful]
        actions = [(a.by, a.params, a.first_guards, a.guards, a.body, a.after) for a in (root.action for root in self.roots)]
        return options_read(self.program, (*bodies, *actions))

    def is_piece(self, thing: InstanceDef) -> bool:
        """Whether a thing is a piece that can fight."""
        return self.program.kinds[thing.kind].category == "unit"

    def sorts(self, world: World) -> tuple[Sort, ...]:
        """The pieces of a scenario by what can be known of them."""
        found: dict[Hashable, list[InstanceDef]] = {}
        for thing in world.instances.values():
            if self.is_piece(thing):
                found.setdefault(self._key(world, thing), []).append(thing)
        return tuple(Sort(key, things[0], things[1] if len(things) > 1 else None) for key, things in found.items())

    def _key(self, world: World, thing: InstanceDef) -> Hashable:
        given = [(name, Run(world).value(core)) for name, core in sorted(thing.fields.items()) if (thing.kind, name) in self.lasting]
        return thing.model, thing.side, tuple(given)

    @cached_property
    def by_itself(self) -> bool:
        """Whether harm can come from something that nobody plays with pieces: a sequence, a trigger, a card without pieces."""
        bodies = [proc.body for proc in self.program.procs.values() if proc.origin == "sequence"]
        bodies += [trigger.body for trigger in self.program.whenevers.values()]
        bodies += [pile.refill for pile in self.program.piles.values() if pile.refill]
        return any(not root.slots for root in self.roots) or any(_calls_any(self.harmful, body) for body in bodies)

    @cached_property
    def later(self) -> frozenset[tuple[str, str]]:
        """The fields on which harm that comes by itself rests."""
        program = self.program
        bodies: list[object] = [proc.body for proc in program.procs.values() if proc.origin == "sequence" or proc.id in self.harmful]
        bodies += [(trigger.condition, trigger.body) for trigger in program.whenevers.values()]
        cores = (node for body in bodies for node in asked_by(program, body) if isinstance(node, Core) and node.op == "get")
        return frozenset((core.args[0], core.args[1]) for core in cores)


def _calls_any(procs: frozenset[str], body: tuple[AnyStmt, ...]) -> bool:
    return any(isinstance(each, tree.CallProc) and each.proc in procs for each in statements(body))


def _by_usefulness(root: Root) -> int:
    """What names two pieces is asked first, since it is mostly the attack of the game."""
    return 0 if len(root.slots) == 2 and root.action.card is None else 1 if root.action.card is None else 2


def harmful_procs(game: Game) -> frozenset[str]:
    """The procedures that do harm or call one that does, what is played in their windows left out."""
    calls: dict[str, list[str]] = {}
    found: list[str] = []
    for proc in game.program.procs.values():
        if proc.harms:
            found.append(proc.id)
    if not found:
        return frozenset()
    for (sort, id), statement in game.statements:
        if sort == "proc" and isinstance(statement, tree.CallProc):
            calls.setdefault(statement.proc, []).append(id)
    for callee in found:
        found += [caller for caller in dict.fromkeys(calls.get(callee, ())) if caller not in found]
    return frozenset(found)


def lasting_fields(game: Game) -> frozenset[tuple[str, str]]:
    """The states and tracks that no rule ever changes, by kind and name."""
    between = [statement for campaign in game.program.campaigns.values() for statement in statements(campaign.between)]
    changed = {(each.kind, each.field) for _, each in game.statements if isinstance(each, tree.Assign)}
    changed |= {(each.kind, each.field) for each in between if isinstance(each, tree.Assign)}
    fields = ((kind.id, field) for kind in game.program.kinds.values() for field in kind.fields if field.role in ("state", "track"))
    return frozenset((kind, field.id) for kind, field in fields if field.lifetime is None and (kind, field.id) not in changed)


# ------------------------------------------------------------------------------------------------------------- playing


class Scene:
    """One scenario, in which everything that can be played with two sorts of pieces is tried, each once."""

    def __init__(self, harms: Harms, world: World) -> None:
        self.harms = harms
        self.world = world
        self.sorts = harms.sorts(world)
        self._answers: Answers = {}
        self._setting = harms.setting(world)
        self._sides = tuple(side for side, _ in harms.program.sides)

    def hurts(self, attacker: Sort, victim: Sort) -> bool:
        """Whether anything that can be played with the attacker can come to a harm of the victim."""
        target = victim.other if attacker == victim else victim.thing
        if target is None:
            return False
        pair = (self._setting, attacker.key, victim.key)
        if pair not in self.harms.pairs:
            self.harms.pairs[pair] = any(self.suffers(outcome, target) for _, outcome in self.outcomes(attacker.thing, target))
        return self.harms.pairs[pair]

    def is_known(self, attackers: Iterable[Sort], victims: Iterable[Sort]) -> bool:
        """Whether one was found, here or in another scenario that is alike, that can hurt one of others."""
        pairs = product(attackers, victims)
        return any(self.harms.pairs.get((self._setting, attacker.key, victim.key)) for attacker, victim in pairs)

    def suffers(self, outcome: Outcome, victim: InstanceDef) -> bool:
        """Whether a piece may be among those that are harmed."""
        for harm in outcome.harms:
            match harm.victim:
                case Some(kind) if related(self.world, kind, victim.kind):
                    return True
                case Special.UNKNOWN | Group():
                    return True
                case id if id == victim.id:
                    return True
        return False

    def outcomes(self, attacker: InstanceDef, target: InstanceDef) -> Iterator[tuple[Root, Outcome]]:
        """What everything that can be played with two pieces, and may lead to harm, leads to in every way of filling them in."""
        for root, me, filled in self._ways(self.harms.roots, attacker, target):
            yield root, self._played(root.action, me, filled, self.harms.harmful)

    def everything(self, attacker: InstanceDef, target: InstanceDef) -> Iterator[Outcome]:
        """What everything else leads to that can be played with two pieces, with all the procedures that it calls."""
        for root, me, filled in self._ways(self.harms.others, attacker, target):
            yield self._played(root.action, me, filled, frozenset(self.harms.program.procs))

    def _ways(self, roots: tuple[Root, ...], attacker: InstanceDef, target: InstanceDef) -> Iterator[Way]:
        """Every way of filling two pieces in; first what the attacker's side plays with it in front, as attacks mostly are."""
        later: list[Way] = []
        for root in roots:
            for slot in root.slots:
                if self._fits(slot, attacker):
                    others: list[Slot | None] = [other for other in root.slots if other is not slot and self._fits(other, target)]
                    for other, me in product(others or [None], self._sides):
                        filled = {slot: attacker} if other is None else {slot: attacker, other: target}
                        if me == attacker.side and (slot is root.slots[0] or slot.some):
                            yield root, me, filled
                        else:
                            later.append((root, me, filled))
        yield from later

    def alone(self, victim: InstanceDef) -> Iterator[Outcome]:
        """What can be played that names one piece only, with the victim as that piece."""
        for root in self.harms.roots:
            if len(root.slots) == 1 and self._fits(root.slots[0], victim):
                yield from (self._played(root.action, me, {root.slots[0]: victim}, self.harms.harmful) for me in self._sides)

    def _played(self, action: ActionDef, me: str, filled: dict[Slot, InstanceDef], followed: frozenset[str]) -> Outcome:
        """What comes of it when one side plays it."""
        trail = Trail(self.world, followed, self._answers)
        locals: dict[Local, Known] = {action.me: me}
        frame = trail.frame(locals)
        for slot, thing in filled.items():
            frame.locals[slot.local] = Group(thing.id, self._most(frame, slot)) if slot.some else thing.id  # type: ignore[assignment]
        if action.by is not None and frame.value(action.by) is False:
            return Outcome(refused="")
        for slot, thing in filled.items():
            if slot.domain is not None and not may_hold(frame, slot.domain, thing.id):
                return Outcome(refused="")
        reason = refused(frame, (*action.first_guards, *action.guards))
        if reason is not None:
            return Outcome(refused=reason.text if isinstance(reason, Reason) else reason)
        body: tuple[AnyStmt, ...] = (*action.body, *(action.after or ()))
        trail.walk(frame, body)
        return Outcome(tuple(trail.harms), tuple(trail.writes))

    def _most(self, frame: Bounds, slot: Slot) -> int:
        """How many there can be of a group: of the pieces of a side, where they are chosen from these."""
        owner = frame.value(slot.domain.args[1]) if slot.domain is not None and slot.domain.op == "owned" else UNKNOWN
        things = [thing for thing in self.world.instances.values() if self.world.is_a(thing.kind, slot.kind)]
        return sum(owner is UNKNOWN or thing.side == owner for thing in things)

    def _fits(self, slot: Slot, thing: InstanceDef) -> bool:
        return self.world.is_a(thing.kind, slot.kind)


def may_hold(frame: Bounds, domain: Core, thing: str) -> bool:
    """Whether a thing can ever be among those that a set holds."""
    match domain.op, domain.args:
        case "owned", (kind, side, _):
            owner = frame.value(side)
            instance = frame.world.instances[thing]
            return frame.world.is_a(instance.kind, kind) and (owner is UNKNOWN or owner == instance.side)
        case "things", (kind, _):
            return frame.world.is_a(frame.world.instances[thing].kind, kind)
        case "filter", (local, inner, condition):
            if not may_hold(frame, inner, thing):
                return False
            frame.locals[local] = thing
            return frame.value(condition) is not False
        case _:
            members: Value = frame.value(domain)
            return not isinstance(members, tuple) or thing in members


__all__ = ["Harms", "Outcome", "Program", "Root", "Scene", "Slot", "Sort", "lasting_fields", "may_hold"]
