"""What the marks of authors make of a game: the procedures that lead to harm, what can be played that does, and the pieces of a scenario.

Pieces of one model and side are alike before play, so one of them stands for all (`Sort`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from functools import cached_property

from tankdsl.check import tree
from tankdsl.check.static import Run, World
from tankdsl.check.tree import ActionDef, AnyStmt, Core, InstanceDef, Local
from tankdsl.check.types import Kind, Set, Type, required
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.rules.game import Game
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
    def is_fought(self) -> bool:
        """Whether pieces do harm to pieces at all: something that does any names two. Else harm is what cards and the ground do."""
        return any(len(root.slots) > 1 for root in self.roots)

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
        return replaced(self.game.world(scenario), lasting=self.lasting_in(scenario), layout=None, table=None)

    def lasting_in(self, scenario: tree.ScenarioDef) -> frozenset[tuple[str, str]]:
        """The states and tracks of a scenario that keep the values that they begin with; in a campaign some come from the battle before."""
        return self.lasting.in_campaign if self.game.follows(scenario) else self.lasting.in_battle

    def setting(self, world: World) -> Hashable:
        """All that answers can rest on in a scenario.

        That is options that are asked, where groups fight the number of pieces, and what is lasting, with what the scenario sets of it.
        """
        forces: Counter[Hashable] = Counter()
        if any(slot.some for root in self.roots for slot in root.slots):
            forces.update((thing.kind, thing.side) for thing in world.instances.values() if self.is_piece(thing))
        options = tuple(world.options.get(option) for option in self._options)
        return options, frozenset(forces.items()), world.lasting is self.lasting.in_battle, tuple(self._given(world))

    def _given(self, world: World) -> Iterator[Hashable]:
        """What a scenario sets of the lasting states of the game, of the sides and of all that is no piece."""
        lasting = {name for _, name in world.lasting}
        if world.scenario is None or not lasting:
            return
        given = [("game", world.scenario.game_fields)]
        given += [(thing.id, thing.fields) for thing in world.instances.values() if thing.fields and not self.is_piece(thing)]
        run = Run(world)
        for id, fields in given:
            yield from ((id, name, run.value(fields[name])) for name in sorted(lasting.intersection(fields)))

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
        lineage = self.game.lineage(thing.kind)
        lasting = [name for name in sorted(thing.fields) if any((kind, name) in world.lasting for kind in lineage)]
        given = [(name, Run(world).value(thing.fields[name])) for name in lasting]
        return thing.model, thing.side, tuple(given)

    @cached_property
    def by_itself(self) -> bool:
        """Whether harm can come from something that nobody plays with pieces: a sequence, a trigger, a card without pieces."""
        return bool(self._unplayed) or any(not root.slots for root in self.roots)

    @cached_property
    def _unplayed(self) -> tuple[object, ...]:
        """The sequences, triggers and refills that call something harmful, and what triggers ask."""
        procs = [proc.body for proc in self.program.procs.values() if proc.origin == "sequence" and proc.id in self.harmful]
        triggers = [trigger for trigger in self.program.whenevers.values() if _calls_any(self.harmful, trigger.body)]
        piles = [pile.refill for pile in self.program.piles.values() if pile.refill and _calls_any(self.harmful, pile.refill)]
        return (*procs, *((trigger.condition, trigger.body) for trigger in triggers), *piles)

    @cached_property
    def later(self) -> frozenset[tuple[str, str]] | None:
        """The fields on which harm rests that comes by itself when a turn or phase passes; None when there is no such harm."""
        if not self._unplayed:
            return None
        bodies = (*self._unplayed, *(self.program.procs[id].body for id in self.harmful))
        cores = (node for body in bodies for node in asked_by(self.program, body) if isinstance(node, Core) and node.op == "get")
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


class Lasting(FrozenValue):
    """The states and tracks that nothing changes during a battle, by kind and name; and those of them that stay so through a campaign."""

    in_battle: frozenset[tuple[str, str]]
    in_campaign: frozenset[tuple[str, str]]


def lasting_fields(game: Game) -> Lasting:
    """Which states and tracks keep the values that they begin with."""
    program = game.program
    changed: dict[str, set[tuple[str, str]]] = {}
    calls: dict[str, list[str]] = {}
    roots = [proc.id for proc in program.procs.values() if proc.origin == "sequence"]
    for (sort, id), statement in game.statements:
        owner = id if sort == "proc" else ""
        if isinstance(statement, tree.Assign):
            changed.setdefault(owner, set()).add((statement.kind, statement.field))
        elif isinstance(statement, tree.CallProc):
            calls.setdefault(owner, []).append(statement.proc)
    running = ["", *roots]
    for id in running:
        running += [callee for callee in dict.fromkeys(calls.get(id, ())) if callee not in running]
    during = set().union(*(changed.get(id, set()) for id in running))
    ever = set().union(*changed.values())
    for campaign in program.campaigns.values():
        ever |= {(each.kind, each.field) for each in statements(campaign.between) if isinstance(each, tree.Assign)}
    fields = [(kind.id, field) for kind in program.kinds.values() for field in kind.fields if field.role in ("state", "track")]
    steady = [(kind, field) for kind, field in fields if field.lifetime is None and (kind, field.id) not in during]
    given = _given(program)
    return Lasting(
        frozenset((kind, field.id) for kind, field in steady),
        frozenset((kind, field.id) for kind, field in steady if not field.kept or not ((kind, field.id) in ever or field.id in given)),
    )


def _given(program: tree.Program) -> frozenset[str]:
    """The states that some scenario sets itself, by name: in a campaign they may have another value, that of the battle before."""
    scenarios = program.scenarios.values()
    things = (name for scenario in scenarios for thing in scenario.instances for name in thing.fields)
    return frozenset([*things, *(name for scenario in scenarios for name in scenario.game_fields)])
