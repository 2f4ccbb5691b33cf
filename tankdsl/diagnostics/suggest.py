"""What did you mean: the nearest of the names that would have been right, but only when it is near.

A far-fetched suggestion is worse than none, so the allowed distance grows slowly with the length of the name. The
measure is the number of letters inserted, dropped, changed or swapped with a neighbour (Damerau-Levenshtein, each
letter touched once). The work is bounded whatever the names are: long names, names of far other lengths and candidates
beyond a fixed number are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

MAX_CANDIDATES = 2_000
MAX_NAME = 64
MAX_LOOKS = 500_000
"""How many candidates are looked at for all names of a run together."""


class Suggestions:
    """The suggestions of one run. A text of fifty thousand unknown names needs no fifty thousand suggestions: all work together is
    bounded, and the names that come after get none."""

    def __init__(self, looks: int = MAX_LOOKS) -> None:
        self._left = looks

    def suggest(self, name: str, candidates: Iterable[str]) -> str | None:
        """As `suggest`, until the looks of the run are used up; candidates are taken from the iterable only while there are some left."""
        if self._left <= 0:
            return None
        seen = list(islice(candidates, self._left))
        self._left -= len(seen)
        return suggest(name, seen)


def suggest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate nearest to ``name`` (the first in code point order among equals), or ``None`` if none is near."""
    bound = _bound(len(name))
    best: tuple[int, str] | None = None
    for candidate in _worth_a_look(name, candidates, bound):
        limit = bound if best is None else best[0] - 1
        if candidate.casefold() == name.casefold():
            found = 0
        else:
            found = distance(name.casefold(), candidate.casefold(), max(limit, 0))
        if found <= limit and (best is None or found < best[0]):
            best = (found, candidate)
    return None if best is None else best[1]


def distance(left: str, right: str, limit: int) -> int:
    """Letters inserted, dropped, changed or swapped with a neighbour to get from one name to the other.

    Gives up as soon as it must exceed ``limit``, and then returns ``limit + 1``.
    """
    if abs(len(left) - len(right)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        two_before, before, row = before, row, [i]
        for j, b in enumerate(right, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and b == left[i - 2]:
                cost = min(cost, two_before[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return min(row[-1], limit + 1)


def _bound(length: int) -> int:
    if length <= 2:
        return 0
    return 1 if length <= 5 else 2 if length <= 9 else 3


def _worth_a_look(name: str, candidates: Iterable[str], bound: int) -> list[str]:
    if not name or len(name) > MAX_NAME:
        return []
    near = {candidate for candidate in candidates if abs(len(candidate) - len(name)) <= bound and candidate != name}
    letters = set(name.casefold())
    # A letter that only one of the names has costs at least half a step: changing a letter brings one in and takes one away.
    likely = (candidate for candidate in sorted(near) if len(letters.symmetric_difference(candidate.casefold())) <= 2 * bound)
    return list(islice(likely, MAX_CANDIDATES))
