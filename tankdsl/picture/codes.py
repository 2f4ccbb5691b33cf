"""Short names for pieces and ground, which fit into a hex of the map: at most three characters.

A piece is called after the first word of its name that is a word, with a number behind when several have the name:
`Fo1`. Ground is called by the first three letters of its name, in small letters; the most common ground stays blank.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST_WORD = 3
"""Letters; shorter ones are mostly numbers and marks, as in `T VI`."""


def piece_codes(names: Sequence[str]) -> list[str]:
    """A code for each piece, given the plain names; no two are the same, as long as three characters can tell them apart."""
    many, seen = Counter(names), Counter[str]()
    taken: set[str] = set()
    letters = {name: _letters(name, taken, 2 if many[name] > 1 else 3) for name in dict.fromkeys(names)}
    codes: list[str] = []
    for name in names:
        seen[name] += 1
        code = letters[name] + (str(seen[name]) if many[name] > 1 else "")
        codes.append(code if len(code) <= 3 else code[0] + code[-2:])
    return codes


def terrain_codes(names: Mapping[str, str], places: Iterable[str]) -> dict[str, str]:
    """A code for each terrain by id; `places` are the terrains of all places. The most common one is blank."""
    common = Counter(places).most_common(1)
    taken: set[str] = set()
    codes = {id: _letters(name, taken, 3).lower() for id, name in names.items()}
    return {id: "" if common and id == common[0][0] else code for id, code in codes.items()}


def _letters(name: str, taken: set[str], most: int) -> str:
    """Letters of a name, the first big, that are not taken yet; they are taken then."""
    words = _WORD.findall(name) or [re.sub(r"\W", "", name) or "x"]
    word = next((each for each in words if len(each) >= _SHORTEST_WORD), max(words, key=len))
    initials = "".join(each[0] for each in words)
    others = [word[0] + letter for letter in (*word[1:], *"".join(words), *"0123456789")]
    candidates = [word[:most], initials[:most], *others]
    code = next((each for each in candidates if each.casefold() not in taken), word[:most])
    taken.add(code.casefold())
    return f"{code[:1].upper()}{code[1:].lower()}"
