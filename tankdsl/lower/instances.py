"""Instances: the things of one scenario, and where they are when the game begins.

The scenario lists what its rosters bring. The rest follows from the rules: each side, the game and each terrain is one
instance; missions and cards that belong to nobody lie in the deck of their kind, in so many copies as the designer
says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tankdsl.check.tree import InstanceDef, KindDef, PileDef, ScenarioDef
from tankdsl.lower.build import BUILT_IN_KINDS, Build, Json
from tankdsl.lower.constants import lower_const
from tankdsl.lower.texts import words


class Instances:
    """All instances of a scenario by kind, and what lies in which pile."""

    def __init__(self, build: Build, scenario: ScenarioDef | None) -> None:
        self._build = build
        self._by_kind: dict[str, list[InstanceDef]] = {}
        self._listed: dict[tuple[str, str], InstanceDef] = {}
        for instance in scenario.instances if scenario else ():
            self._listed[instance.kind, instance.id] = instance
        for instance in _all(build, scenario):
            self._by_kind.setdefault(instance.kind, []).append(self._listed.get((instance.kind, instance.id), instance))

    def of(self, kind: str) -> list[Json]:
        """The instances that a kind lists, in the order of the scenario."""
        return [self._instance(instance) for instance in self._by_kind.get(kind, ())]

    def ids_within(self, kind: str) -> list[str]:
        """The ids of the things of a kind and of those below it, in the order of the scenario."""
        return [one.id for name, listed in self._by_kind.items() if kind in self._build.lineage(name) for one in listed]

    def ids_by_root(self) -> dict[str, frozenset[str]]:
        """The ids of all things by the root of their kind."""
        found: dict[str, set[str]] = {}
        for kind, listed in self._by_kind.items():
            root = list(self._build.lineage(kind))[-1]
            found.setdefault(root, set()).update(one.id for one in listed)
        return {root: frozenset(ids) for root, ids in found.items()}

    def sided(self) -> frozenset[str]:
        """The root kinds with something that has a side, here or as a row; `Side` is one of them."""
        declared = {kind.id for kind in self._build.program.kinds.values() if any(model.side is not None for model in kind.models)}
        there = {kind for kind, listed in self._by_kind.items() if any(one.side is not None for one in listed)}
        return frozenset(list(self._build.lineage(kind))[-1] for kind in declared | there | {"Side"})

    def in_pile(self, pile: str) -> list[str]:
        """What lies in a pile at the beginning, from the top."""
        return [one.id for listed in self._by_kind.values() for one in listed if one.pile == pile]

    def _instance(self, instance: InstanceDef) -> Json:
        build, start = self._build, self._start(instance)
        out: dict[str, Json] = {"id": instance.id, "model": instance.model, "name": _name(build, instance)}
        if instance.side is not None:
            out["side"] = instance.side
        return {**out, **({"start": start} if start else {})}

    def _start(self, instance: InstanceDef) -> dict[str, Json]:
        fields = {id: lower_const(self._build, core, f"{instance.id}.{id}") for id, core in instance.fields.items()}
        at: dict[str, Json] = {}
        if instance.at is not None and self._build.ground is not None:
            at["at"] = self._build.ground.ids[instance.at]
        if instance.point is not None:
            at["point"] = list(instance.point)
        return {**at, "fields": fields} if at or fields else {}


def _name(build: Build, instance: InstanceDef) -> str:
    """The key of its name: that of its model unless it has one of its own."""
    key = f"model.{instance.kind}.{instance.model}"
    if not instance.name or build.texts.by_key.get(key, instance.name) == instance.name:
        return build.texts.add(key, build.texts.by_key.get(key) or instance.name or words(instance.model))
    return build.texts.add(f"instance.{instance.kind}.{instance.id}", instance.name)


def _all(build: Build, scenario: ScenarioDef | None) -> Iterator[InstanceDef]:
    yield from _fixed(build, scenario)
    listed = scenario.instances if scenario else ()
    yield from (one for one in listed if build.category(one.kind) not in ("side", "game", "terrain"))
    if scenario is not None:
        yield from _unlisted(build, {(one.kind, one.model) for one in listed})


def _fixed(build: Build, scenario: ScenarioDef | None) -> Iterator[InstanceDef]:
    """Sides, the game, terrains: one of each."""
    side, game = (_kind_name(build, category) for category in ("side", "game"))
    for id, title in build.program.sides:
        yield _plain(side, id, id, title)
    fields = scenario.game_fields if scenario else {}
    yield InstanceDef("game", game, "game", build.program.title, None, None, None, dict(fields))
    for kind in build.kinds_of("terrain"):
        yield from (_plain(kind.id, model.id, model.id, model.name) for model in kind.models)


def _kind_name(build: Build, category: str) -> str:
    declared = build.kinds_of(category)
    return declared[0].id if declared else next(id for id, own in BUILT_IN_KINDS.items() if own == category)


def _unlisted(build: Build, listed: set[tuple[str, str]]) -> Iterator[InstanceDef]:
    """Copies of shared cards and of missions, which no roster brings, in the deck of their kind."""
    for kind, model, name, copies in _shared(build):
        if (kind, model) in listed:
            continue
        deck = _deck(build, kind)
        for number in range(1, copies + 1):
            id = model if copies == 1 else f"{model}.{number}"
            yield InstanceDef(id, kind, model, name, None, None, deck.id if deck else None, {})


def _shared(build: Build) -> Iterator[tuple[str, str, str, int]]:
    """Kind, model, name and number of copies of what belongs to no side; of cards only those that a deck can hold."""
    for kind in build.program.kinds.values():
        if kind.category == "mission" or (kind.category == "card" and _deck(build, kind.id)):
            yield from ((kind.id, model.id, model.name, model.copies) for model in kind.models if model.side is None)
    mission = _kind_name(build, "mission")
    if not _has_models(build.program.kinds.get(mission)):
        yield from ((mission, one.id, one.name, one.copies) for one in build.program.missions.values())


def _has_models(kind: KindDef | None) -> bool:
    return kind is not None and bool(kind.models)


def _deck(build: Build, kind: str) -> PileDef | None:
    """The first deck that things of a kind can lie in."""
    decks: Iterable[PileDef] = (pile for pile in build.program.piles.values() if pile.deck)
    return next((deck for deck in decks if deck.of in build.lineage(kind)), None)


def _plain(kind: str, id: str, model: str, name: str) -> InstanceDef:
    return InstanceDef(id, kind, model, name, None, None, None, {})
