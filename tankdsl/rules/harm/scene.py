"""Who can hurt whom in a scenario: everything that can be played, with one piece that acts and another that suffers.

Whatever is not certain by the rules counts as possible: a piece hurts another unless no way of playing anything with both of them can come
to a harm.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import cached_property
from itertools import product

from tankdsl.check.static import UNKNOWN, Value, World
from tankdsl.check.tree import ActionDef, AnyStmt, Core, InstanceDef, Reason
from tankdsl.frozen import FrozenValue
from tankdsl.rules.harm.bounds import Answers, Bounds, Looks
from tankdsl.rules.harm.known import Group
from tankdsl.rules.harm.marks import Harms, Root, Slot, Sort
from tankdsl.rules.harm.paths import Harm, Trail, Write, may_be, refused
from tankdsl.rules.harm.spacing import Spacing

Way = tuple[Root, str, dict[Slot, InstanceDef]]
"""A way of playing something: which side plays it, and with which pieces."""


class Outcome(FrozenValue):
    """What playing something with known pieces can lead to; `refused`: why it can surely not be played."""

    harms: tuple[Harm, ...] = ()
    writes: tuple[Write, ...] = ()
    refused: str | None = None


class Scene:
    """One scenario, in which everything that can be played with two sorts of pieces is tried, each once."""

    def __init__(self, harms: Harms, world: World, looks: Looks | None = None) -> None:
        self.harms = harms
        self.world = world
        self._answers: Answers = {}
        self.looks = looks
        self._spacing = Spacing(harms.game, world)
        self._sides = tuple(side for side, _ in harms.program.sides)

    @cached_property
    def sorts(self) -> tuple[Sort, ...]:
        """The pieces of the scenario by what can be known of them."""
        return self.harms.sorts(self.world)

    @cached_property
    def _setting(self) -> Hashable:
        return self.harms.setting(self.world), self._spacing.begin_apart

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
        return any(may_be(self.world, harm.victim, victim.id) for harm in outcome.harms)

    def outcomes(self, attacker: InstanceDef, target: InstanceDef) -> Iterator[tuple[Root, Outcome]]:
        """What everything that can be played with two pieces, and may lead to harm, leads to in every way of filling them in."""
        for root, me, filled in self._ways(self.harms.roots, attacker, target):
            yield root, self._played(root.action, me, filled, self.harms.harmful)

    def attacks(self, attacker: InstanceDef, target: InstanceDef) -> Iterator[tuple[Root, Outcome]]:
        """What comes of everything that plainly is an attack."""
        for way in self.attack_ways(attacker, target):
            yield way[0], self.played(way)

    def attack_ways(self, attacker: InstanceDef, target: InstanceDef) -> Iterator[Way]:
        """What plainly is an attack: what the attacker's side plays with it in front and the target behind."""
        for root, me, filled in self._ways(self.harms.roots, attacker, target):
            front = next(iter(filled))
            if len(filled) == 2 and me == attacker.side and root.action.card is None and (front.some or front is root.slots[0]):
                yield root, me, filled

    def played(self, way: Way) -> Outcome:
        """What comes of one way of playing something."""
        root, me, filled = way
        return self._played(root.action, me, filled, self.harms.harmful)

    def frame(self, way: Way) -> Bounds:
        """What is known of the parameters when something is played so."""
        root, me, filled = way
        return self._filled(Trail(self.world, self.harms.harmful, self._answers, self.looks, self._spacing), root.action, me, filled)

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

    def unfilled(self, root: Root) -> Iterator[tuple[str, tuple[Harm, ...]]]:
        """Who plays something without pieces, and the harms that come of it."""
        for me in self._sides:
            yield me, self._played(root.action, me, {}, self.harms.harmful).harms

    def among_friends(self, root: Root, victim: Sort) -> Iterator[tuple[str, tuple[Harm, ...]]]:
        """Who plays something, and the harms that come of it, with the victim in it and beside it pieces of its side only."""
        friends = [friend for sort in self.sorts if sort.side == victim.side and (friend := sort.other if sort == victim else sort.thing)]
        for slot in root.slots:
            if self._fits(slot, victim.thing):
                beside = [{other: friend} for other in root.slots if other is not slot for friend in friends if self._fits(other, friend)]
                for me, more in product(self._sides, beside if len(root.slots) > 1 else [{}]):
                    yield me, self._played(root.action, me, {slot: victim.thing, **more}, self.harms.harmful).harms

    def _played(self, action: ActionDef, me: str, filled: dict[Slot, InstanceDef], followed: frozenset[str]) -> Outcome:
        """What comes of it when one side plays it."""
        trail = Trail(self.world, followed, self._answers, self.looks, self._spacing)
        frame = self._filled(trail, action, me, filled)
        frame.assumed = {}
        if action.by is not None and frame.value(action.by) is False:
            return Outcome(refused="")
        for slot, thing in filled.items():
            if slot.domain is not None and not may_hold(frame, slot.domain, thing.id):
                return Outcome(refused="")
        reason = refused(frame, (*action.first_guards, *action.guards))
        if reason is not None:
            return Outcome(refused=reason.text if isinstance(reason, Reason) else reason)
        # From here on pieces may move.
        frame.assumed = None
        frame.answers.clear()
        body: tuple[AnyStmt, ...] = (*action.body, *(action.after or ()))
        trail.walk(frame, body)
        return Outcome(tuple(trail.harms), tuple(trail.writes))

    def _filled(self, trail: Trail, action: ActionDef, me: str, filled: dict[Slot, InstanceDef]) -> Bounds:
        frame = trail.frame({action.me: me})
        for slot, thing in filled.items():
            frame.locals[slot.local] = Group(thing.id, self._most(frame, slot)) if slot.some else thing.id  # type: ignore[assignment]
        return frame

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
            if frame.value(condition) is False:
                return False
            frame.note(condition)
            return True
        case _:
            members: Value = frame.value(domain)
            return not isinstance(members, tuple) or thing in members
