"""All kinds of findings: one module per family, each kind one constant in it.

To add a kind, write one constant in the module of its family and one page in ``docs/diagnostics`` (see the README
there). Nothing has to be registered: the constants of the modules *are* the registry.
"""

from __future__ import annotations

from types import ModuleType

from tankdsl.diagnostics.kind import Kind
from tankdsl.diagnostics.registry import (
    analysis,
    compiled,
    files,
    ground,
    names,
    structure,
    syntax,
    tests,
    types,
    usage,
)

FAMILIES: dict[str, ModuleType] = {
    "TK0": files,
    "TK1": syntax,
    "TK2": names,
    "TK3": types,
    "TK4": structure,
    "TK5": ground,
    "TK6": analysis,
    "TK7": tests,
    "TK8": compiled,
    "TK9": usage,
}
"""The module of each family by the first characters of its codes."""


def kinds_in(family: ModuleType) -> tuple[Kind, ...]:
    """The kinds that a module of a family declares, by code."""
    declared = (value for value in vars(family).values() if isinstance(value, Kind))
    return tuple(sorted(declared, key=lambda kind: kind.code))


ALL_KINDS: tuple[Kind, ...] = tuple(kind for family in FAMILIES.values() for kind in kinds_in(family))
"""Every kind, by code."""

_BY_KEY = {key: kind for kind in ALL_KINDS for key in (kind.code, kind.name)}


def kind_of(code_or_name: str) -> Kind | None:
    """The kind with a code (``TK0001``) or a name (``file-missing``), or ``None`` if there is none."""
    return _BY_KEY.get(code_or_name)
