"""All kinds of findings: one module per family, each kind one constant in it.

To add a kind, write one constant in the module of its family and one page in ``docs/diagnostics`` (see the README
there). Nothing has to be registered: the constants of the modules *are* the registry.

A module is imported when one of its kinds is asked for. Every check names the kinds of its findings, and most packs give none.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tankdsl.diagnostics.kind import Kind


class _Family:
    """Stands for the module of a family until it is imported, and after that for those who took it before."""

    def __init__(self, name: str) -> None:
        self._module = f"{__name__}.{name}"

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._module), name)


if TYPE_CHECKING:
    from tankdsl.diagnostics.registry import analysis, compiled, files, ground, names, structure, syntax, tests, types, usage
else:
    files, syntax, names, types, structure = map(_Family, ("files", "syntax", "names", "types", "structure"))
    ground, analysis, tests, compiled, usage = map(_Family, ("ground", "analysis", "tests", "compiled", "usage"))

FAMILIES: dict[str, str] = {
    "TK0": "files",
    "TK1": "syntax",
    "TK2": "names",
    "TK3": "types",
    "TK4": "structure",
    "TK5": "ground",
    "TK6": "analysis",
    "TK7": "tests",
    "TK8": "compiled",
    "TK9": "usage",
}
"""The module of each family by the first characters of its codes."""


def kinds_in(family: str) -> tuple[Kind, ...]:
    """The kinds that the module of a family declares, by code."""
    module: ModuleType = import_module(f"{__name__}.{family}")
    declared = (value for value in vars(module).values() if isinstance(value, Kind))
    return tuple(sorted(declared, key=lambda kind: kind.code))


@cache
def all_kinds() -> tuple[Kind, ...]:
    """Every kind, by code."""
    return tuple(kind for family in FAMILIES.values() for kind in kinds_in(family))


@cache
def _by_key() -> dict[str, Kind]:
    return {key: kind for kind in all_kinds() for key in (kind.code, kind.name)}


def kind_of(code_or_name: str) -> Kind | None:
    """The kind with a code (``TK0001``) or a name (``file-missing``), or ``None`` if there is none."""
    return _by_key().get(code_or_name)


__all__ = [
    "FAMILIES", "all_kinds", "analysis", "compiled", "files", "ground", "kind_of", "kinds_in", "names", "structure", "syntax", "tests",
    "types", "usage",
]  # fmt: skip
