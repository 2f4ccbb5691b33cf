"""The text layer: every string a player sees, by a key that stays the same as long as its declaration keeps its name.

Keys say what a text belongs to (`action.attack`, `reason.can_shoot.out_of_range`, `prompt.scare.1`). A key that is
taken by another text gets a number behind it. Placeholders `{name}` stand for a value of the frame that the text
belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tankdsl.bounds import LONGEST_ID

STANDARD = {
    "prompt.choose": "Choose one.",
    "prompt.order": "Which one next?",
    "prompt.path": "Lay the path.",
    "prompt.ask": "Yes or no?",
}
"""What is asked where the designer gave no words of his own."""

_PLACEHOLDER = re.compile(r"\{([a-z_][A-Za-z0-9_]*)\}")
_UNFIT = re.compile(r"[^A-Za-z0-9_./-]+")
_UNFIT_START = re.compile(r"^[./-]+")


_LONGEST_KEY = LONGEST_ID - 10
"""So that there is room for a number behind it."""


class Texts:
    """The texts of one document."""

    def __init__(self) -> None:
        self.by_key: dict[str, str] = {}

    def add(self, key: str, text: str) -> str:
        """Enter a text; gives the key under which it stands."""
        key = _UNFIT_START.sub("", _UNFIT.sub("_", key))[:_LONGEST_KEY] or "text"
        free, number = key, 1
        while self.by_key.get(free, text) != text:
            number += 1
            free = f"{key}.{number}"
        self.by_key[free] = text
        return free

    def standard(self, key: str) -> str:
        """Enter one of the `STANDARD` texts."""
        return self.add(key, STANDARD[key])


def placeholders(text: str) -> Iterator[str]:
    """The names that stand in braces in a text."""
    return (found.group(1) for found in _PLACEHOLDER.finditer(text))


def words(id: str) -> str:
    """An id as words, for things that have no name of their own."""
    return id.replace("_", " ").replace(".", ": ")
