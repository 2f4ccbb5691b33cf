"""What somebody may have meant who asks about a unit or a hex that is not there, and how units and hexes are called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from tankdsl.diagnostics import did_you_mean, quoted

MOST = 4
"""Names that are suggested at most."""
_PARTS = re.compile(r"\d+|[^\W\d_]+")


def near_units(wanted: str, names: Mapping[str, str]) -> tuple[str, ...]:
    """Help for a unit that is not there; `names` are the display names by id. Ids are suggested whose words hold all that were given."""
    words = _words(wanted)
    found = [id for id, name in names.items() if words and words <= _words(id) | _words(name)]
    return (*(_meant(found) or did_you_mean(wanted, names)), *_units(names))


def near_hexes(wanted: str, labels: Sequence[str], named: Sequence[str]) -> tuple[str, ...]:
    """Help for a hex that is not there; `named` are the names that the map gives to some."""
    form = _form(wanted)
    found = [label for label in (*labels, *named) if form and _form(label) == form]
    return (*(_meant(found) or did_you_mean(wanted, (*labels, *named))), *_hexes(labels, named))


def _meant(found: Sequence[str]) -> tuple[str, ...]:
    return (f"did you mean {quoted(found[:MOST], 'or')}?",) if found else ()


def _words(text: str) -> set[str]:
    """The words and numbers of an id or a name, in small letters."""
    return set(_PARTS.findall(text.casefold()))


def _form(label: str) -> tuple[str, ...]:
    """What is the same in ways to write a label: `a1`, `A01` and `1-A`; numbers alone keep their order."""
    parts = [part.lstrip("0") or "0" for part in _PARTS.findall(label.casefold())]
    return tuple(sorted(parts, key=str.isdigit))


def _units(names: Mapping[str, str]) -> Iterator[str]:
    if names:
        id, name = next(iter(names.items()))
        yield f"units are called by their ids, such as `{id}` ({name})"


def _hexes(labels: Sequence[str], named: Sequence[str]) -> Iterator[str]:
    if labels:
        names = f", some by a name too: {quoted(named[:MOST], 'and')}" if named else ""
        yield f"hexes are called by their labels, `{labels[0]}` to `{labels[-1]}` here{names}"
