"""What words in the id or name of a feature of edges say about it: whether people travel on it, or cross something by it.

Rules give features their meaning; these words are for pictures and for hints to designers only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

TRAVELLED = frozenset(("road", "roads", "track", "path", "street", "highway", "trail", "rail", "railway", "lane"))
"""One travels along it, from the middle of one hex to that of the next."""
CROSSING = frozenset(("bridge", "ford", "crossing", "gate", "ferry"))
"""It leads over or through what lies along a side."""
WATER = frozenset(("river", "stream", "water", "canal", "creek", "brook"))
"""It is wet."""


def words_of(*texts: str) -> set[str]:
    """The words of an id and a name, in small letters."""
    return set(re.findall(r"[a-z]+", " ".join(texts).lower()))


_OTHERS = "#%&$^:!?*@"
"""Signs for features that no word says anything about, or whose sign another one has."""


def leads_across(id: str, name: str = "") -> bool:
    """Whether a feature leads over what else lies along its side, so that it is what people want to see there."""
    return bool(words_of(id, name) & CROSSING)


def signs_of(features: Sequence[tuple[str, str]], taken: Iterable[str] = ()) -> tuple[str, ...]:
    """A character for each feature (id and name), each its own as long as there are some that are not `taken`: `~` for water, `=` for ways,
    `+` for what leads across.
    """
    found: list[str] = []
    used = set(taken)
    for id, name in features:
        words = words_of(id, name)
        wanted = "+" if words & CROSSING else "=" if words & TRAVELLED else "~" if words & WATER else ""
        sign = next((each for each in wanted + _OTHERS if each not in used), _OTHERS[-1])
        used.add(sign)
        found.append(sign)
    return tuple(found)
