"""What all passes over one document share: the program, its texts, where nodes come from, and what was seen on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tankdsl.check.tree import KindDef, Program, TableDef
from tankdsl.check.types import Kind, Type, required
from tankdsl.ir.names import REMOVABLE
from tankdsl.ir.paths import escape
from tankdsl.lower.grounds import Ground
from tankdsl.lower.origins import Origin
from tankdsl.lower.texts import Texts
from tankdsl.source import Span

Json = Any
"""A piece of a compiled document."""

BUILT_IN_KINDS = {"Side": "side", "Game": "game", "Mission": "mission"}
"""Kinds that a pack need not declare, with their categories."""


@dataclass(slots=True)
class Build:
    """The state of lowering one document."""

    program: Program
    ground: Ground | None = None
    """The map of the scenario; None for a rule set."""
    table: TableDef | None = None
    """The table of the scenario, of a game without a grid."""
    things: dict[str, frozenset[str]] | None = None
    """The ids of what takes part in the scenario, by root kind; None for a rule set."""
    sided: frozenset[str] | None = None
    """The root kinds of which something in the scenario, or a row, has a side; None for a rule set."""
    texts: Texts = field(default_factory=Texts)
    origins: list[Origin] = field(default_factory=list)
    scopes: dict[str, None] = field(default_factory=dict)
    """Scopes that are opened somewhere, in the order in which they were met."""
    closings: dict[str, list[Json]] = field(default_factory=dict)
    """Instructions that stand before each closing of a scope (see `history`)."""
    extra_fields: dict[str, list[Json]] = field(default_factory=dict)
    """Fields that lowering adds to a kind (see `history`)."""

    def origin(self, path: tuple[str | int, ...], span: Span, cites: tuple[str, ...] = ()) -> None:
        """Remember where a node comes from; the path is given step by step."""
        written = "".join("/" + escape(str(step)) for step in path)
        self.origins.append(Origin(written, span, cites))

    @property
    def is_table(self) -> bool:
        """Whether the game has no grid."""
        return "table" in self.program.space

    def category(self, kind: str) -> str:
        """The category of a kind."""
        found = self.program.kinds.get(kind)
        return found.category if found else BUILT_IN_KINDS.get(kind, "thing")

    def lineage(self, kind: str) -> Iterator[str]:
        """A kind and its ancestors, upwards."""
        here: str | None = kind
        while here is not None:
            yield here
            found = self.program.kinds.get(here)
            here = found.parent if found else None

    def is_removable(self, type: Type) -> bool:
        """Whether values of a type can leave the game."""
        inner = required(type)
        return isinstance(inner, Kind) and self.category(inner.name) in REMOVABLE

    def kinds_of(self, category: str) -> list[KindDef]:
        """The declared kinds of a category."""
        return [kind for kind in self.program.kinds.values() if kind.category == category]


def kind_of(type: Type) -> str:
    """The name of the kind of a value that is, or may be, a thing; `TypeError` for another type."""
    inner = required(type)
    if not isinstance(inner, Kind):
        raise TypeError(f"a thing was expected, found {type!r}")
    return inner.name
