"""What words in the id or name of a feature of edges say about it: whether people travel on it, or cross something by it.

Rules give features their meaning; these words are for pictures and for hints to designers only.
"""

from __future__ import annotations

import re

TRAVELLED = frozenset(("road", "roads", "track", "path", "street", "highway", "trail", "rail", "railway", "lane"))
"""One travels along it, from the middle of one hex to that of the next."""
CROSSING = frozenset(("bridge", "ford", "crossing", "gate", "ferry"))
"""It leads over or through what lies along a side."""


WATER = frozenset(("river", "stream", "water", "canal", "creek", "brook"))
"""It is wet."""


def words_of(*texts: str) -> set[str]:
    """The words of an id and a name, in small letters."""
    return set(re.findall(r"[a-z]+", " ".join(texts).lower()))
