"""Faults that a variant brings about in files that are not its own.

A variant that takes a piece away is wrong in every scenario of the other game that places it, and the findings stand there, in files that
are sound by themselves. Here they are told apart: what the other game alone does not have is the work of the variant, and says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tankdsl.diagnostics import Diagnostic, Label
from tankdsl.frozen import replaced
from tankdsl.resolve.files import Varied
from tankdsl.source import SourceSet
from tankdsl.syntax import ast

Key = tuple[str, str, str, int]
"""Code, headline, file and place of a finding."""
MOST_SHOWN = 3
"""Changes that are shown with a finding."""
_QUOTED = re.compile(r"`([^`]*)`")


def keys_of(found: Iterable[Diagnostic], sources: SourceSet) -> Iterator[Key]:
    """By what findings of two sessions are known to be the same."""
    return (key for one in found if (key := _key(one, sources)) is not None)


def told(found: Iterable[Diagnostic], sources: SourceSet, varied: Varied, before: frozenset[Key]) -> list[Diagnostic]:
    """The findings; those in files of the other game that it does not have itself (`before` are the ones that it has) name the variant."""
    return [_told(one, varied.variant) if is_elsewhere(one, varied) and _key(one, sources) not in before else one for one in found]


def is_elsewhere(one: Diagnostic, varied: Varied) -> bool:
    """Whether a finding stands in a file of the other game."""
    return one.primary is not None and one.primary.span.file in varied.ids


def _key(one: Diagnostic, sources: SourceSet) -> Key | None:
    return None if one.primary is None else (one.code, one.headline, sources[one.primary.span.file].path, one.primary.span.start)


def _told(one: Diagnostic, variant: ast.Variant) -> Diagnostic:
    words = frozenset(part for word in _QUOTED.findall(one.headline) for part in (word, *word.split(".")))
    shown = [Label(change.span, "this change") for change in variant.changes if words & set(_names_in(change))]
    note = f"the variant `{variant.name.text}` brings this about; the game that it changes has no such fault"
    return replaced(one, notes=(*one.notes, note), secondary=(*one.secondary, *shown[:MOST_SHOWN]))


def _names_in(change: ast.Change) -> Iterator[str]:
    """What a change names."""
    if change.declaration is not None:
        yield change.declaration.name.text
    yield from (one.text for one in (change.target, change.of) if one is not None)
