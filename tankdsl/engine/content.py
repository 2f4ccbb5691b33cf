"""The content of a loaded game: enums, kinds and their fields, options, piles.

Part of `model`, which says how a loaded game is built.
"""

from dataclasses import dataclass

from tankdsl.engine.types import Type

Root = int
"""Position of an expression in `Game.roots`."""


@dataclass(frozen=True, slots=True)
class Enum:
    """An enum; its values are positions in `members`."""

    id: str
    members: tuple[str, ...]
    names: dict[str, str]


@dataclass(slots=True)
class Kind:
    """A kind. `instances`, `names` and so on stand at root kinds only: subkinds share them."""

    id: str
    index: int
    category: str
    parent: int | None
    root: int
    members: tuple[int, ...] = ()
    """Entities of this kind and its subkinds, ascending."""
    models: tuple[str, ...] = ()
    """Ids of the models of a root kind and its subkinds, ascending; a model value is a position here."""
    model_names: tuple[str, ...] = ()
    instances: tuple[str, ...] = ()
    """Ids of the entities of a root kind, ascending; an entity is a position here."""
    names: tuple[str, ...] = ()
    """Text keys of the names of the entities."""
    entity_kinds: tuple[int, ...] = ()
    """For each entity of a root kind the kind that lists it."""
    identity: Root | None = None
    """Whether a viewer (slot 1) sees who an entity (slot 0) is; None when everyone does."""


@dataclass(frozen=True, slots=True)
class Lifetime:
    """When a field falls back to its default: at the `nth` opening or closing of a scope after it was set."""

    at_start: bool
    scope: int
    own: bool
    nth: int


@dataclass(slots=True)
class Field:
    """One array of values, one for each entity of the root kind (None where the entity lacks the field)."""

    index: int
    id: str
    kind: int
    root_kind: int
    role: str
    """`stat`, `state`, `track`, or `built_in`."""
    type: Type
    name: str = ""
    default: Root | None = None
    low: Root | None = None
    high: Root | None = None
    visible: Root | None = None
    lifetime: Lifetime | None = None

    @property
    def is_constant(self) -> bool:
        """True when nothing in play writes it."""
        return self.role == "stat" or (self.role == "built_in" and self.id in ("side", "model"))


@dataclass(frozen=True, slots=True)
class Option:
    """An option of the game. `default` is a value at run time, choices are positions in `values`."""

    id: str
    sort: str
    default: int | bool
    low: int | None
    high: int | None
    values: tuple[str, ...]
    enum: int
    needs: tuple[str, ...]
    excludes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile. Which things lie in it is state."""

    id: str
    index: int
    kind: int
    owner: int | None
    field: str | None
    ordered: bool
    visible: Root | None
    holds: int | None
    initial: tuple[int, ...]
    refill: int | None
    carrier: int | None = None
    """The thing that carries it, of a pile that every thing of a kind has."""
