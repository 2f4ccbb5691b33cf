"""What is known before play: the program, a map, options as they are set, and the pieces of a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from tankdsl.check.static.values import ABSENT, UNKNOWN, Value
from tankdsl.check.tree import InstanceDef, KindDef, LayoutDef, ModelDef, Program, ScenarioDef, TableDef
from tankdsl.frozen import FrozenValue
from tankdsl.ground.maps import GroundMap

Models = Mapping[str, tuple[KindDef, ModelDef]]
"""Every model by its id, with the kind that it is a row of (ids of models are unique in a pack)."""

_NOTHING: Mapping[str, Any] = MappingProxyType({})
_UNBOUNDED: Mapping[tuple[str, str], tuple[int, int]] = MappingProxyType({})


def models_of(program: Program) -> Models:
    """All models of a program."""
    return _models_in(tuple(program.kinds.values()))


@lru_cache(maxsize=1)
def _models_in(kinds: tuple[KindDef, ...]) -> Models:
    """Remembered, since the models are asked for at every single piece of a scenario, when all kinds have long been read."""
    return {model.id: (kind, model) for kind in kinds for model in kind.models}


class World(FrozenValue):
    """A moment of which some things are known. Everything that is not given here is unknown."""

    program: Program
    models: Models = _NOTHING
    layout: LayoutDef | None = None
    options: Mapping[str, Value] = _NOTHING
    instances: Mapping[str, InstanceDef] = _NOTHING
    """The things of a scenario by id; empty: not known which there are."""
    standing: Mapping[str, int | tuple[int, int]] = _NOTHING
    """Where things are known to stand: a hex, or a point of a table."""
    nothing_else: bool = False
    """No other piece stands anywhere."""
    at_start: bool = False
    """It is the moment at which the scenario begins: states have the values that they begin with, and nothing is removed."""
    lasting: frozenset[tuple[str, str]] = frozenset()
    """States (kind and name) that no rule changes: they have the values that they begin with at every moment."""
    bounds: Mapping[tuple[str, str], tuple[int, int]] = _UNBOUNDED
    """Between which numbers states stay (kind and name), where that is narrower than their type."""
    table: TableDef | None = None
    """The table of a game without a grid; None when none is known."""
    scenario: ScenarioDef | None = None
    """The scenario whose world it is."""
    laid: tuple[str, ...] = ()
    """The terrains that rules lay on hexes in play: every hex may have its own terrain or one of these."""

    @property
    def ground(self) -> GroundMap | None:
        """The map; None when no map is known."""
        return None if self.layout is None else self.layout.ground  # type: ignore[return-value]

    def is_a(self, kind: str, ancestor: str) -> bool:
        """Whether a kind is another or below it."""
        return kind == ancestor or ancestor in self.lineage(kind)

    def lineage(self, kind: str) -> list[str]:
        """A kind and what is above it, the nearest first."""
        found: list[str] = []
        current: str | None = kind
        while current is not None and current not in found:
            found.append(current)
            info = self.program.kinds.get(current)
            current = info.parent if info else None
        return found

    def model_of(self, thing: str) -> tuple[KindDef, ModelDef] | None:
        """The model of an instance, of a terrain or of the model itself, with its kind."""
        instance = self.instances.get(thing)
        return self.models.get(thing if instance is None else instance.model)

    def place_of(self, thing: str) -> Value:
        """Where a thing stands."""
        if thing in self.standing:
            return self.standing[thing]
        return ABSENT if self.nothing_else else UNKNOWN

    def things(self, kind: str, *, placed: bool) -> Value:
        """All things of a kind (placed or not), in ascending order of ids."""
        if not self.instances or (placed and not self.nothing_else):
            return UNKNOWN
        found = [thing.id for thing in self.instances.values() if self.is_a(thing.kind, kind)]
        return tuple(sorted(id for id in found if not placed or id in self.standing))
