"""Names of other programs become names of the language: small letters, digits, `_`, never a word that means something already."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from tankdsl.exchange.interface import Notes
from tankdsl.resolve.builtins import RESERVED

HARD_WORDS = frozenset(
    {"all", "and", "any", "each", "else", "for", "if", "in", "is", "let", "match", "not", "or", "otherwise", "require", "unless"}
    | {"var", "when", "where"}
)
FOREIGN = frozenset({"false", "nil", "null", "true", "undefined"})
"""Words of other languages, at which the compiler stumbles on purpose."""
FIELDS = frozenset({"at", "enemy", "id", "model", "name", "owner", "removed", "self", "side"})
"""No stat may have one of these names."""
FRAME = frozenset({"game", "imported", "objectives", "terrain", "terrains", "time", "turns", "unit", "units"})
"""What the written file declares beside what was imported, and the words of its kinds."""
OBJECTIVES = "objectives"
"""The zone of the places that are to be won."""
SIDES = {"red": "Red", "blue": "Blue"}
"""The sides of a file that mentions none. Nothing but sides may have these names."""
LONGEST = 40
"""Letters of a name."""
MOST_LETTERS = 200
"""Letters of a text."""

_BREAK = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_OTHER = re.compile(r"[^a-z0-9]+")


class Names:
    """Hands out names of one space, each once."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = {*HARD_WORDS, *FOREIGN, *RESERVED, *taken}
        self._last: dict[str, int] = {}
        self.changed: list[tuple[str, str]] = []
        """Names that got a number, since they were taken or mean something already: as they would be, and as they are."""

    def new(self, text: str, otherwise: str) -> str:
        """A name like the text that is still free; made from `otherwise`, a name, if the text has no letters that a name may have."""
        word = plain(text) or otherwise
        if not word[0].isalpha():
            word = f"{otherwise}_{word}"
        name, number = word, self._last.get(word, 1)
        while name in self._taken:
            number += 1
            name = f"{word}_{number}"
        self._last[word] = number
        if name != word:
            self.changed.append((word, name))
        self._taken.add(name)
        return name


def plain(text: str) -> str:
    """The text in letters of names: accents dropped, `DeepWater` as `deep_water`; empty if nothing is left."""
    letters = unicodedata.normalize("NFKD", text[: 4 * LONGEST])
    ascii = "".join(one for one in letters if not unicodedata.combining(one))
    return _OTHER.sub("_", _BREAK.sub("_", ascii).lower()).strip("_")[:LONGEST].strip("_")


def said(text: str) -> str:
    """The text for a string that players read or for a comment: one line, printable, without signs that mean something there."""
    line = "".join(one if one.isprintable() else " " for one in text[:MOST_LETTERS])
    clean = line.replace("{", "(").replace("}", ")").replace("\\", "/").replace('"', "'")
    return " ".join(clean.split())


def kept(text: str, notes: Notes) -> str:
    """A text of the file as players will read it; tells what is changed."""
    if len(text) > MOST_LETTERS:
        notes.dropped(f"what is beyond {MOST_LETTERS} letters of a text")
    if any(sign in text for sign in '{}\\"'):
        notes.assumed("braces, double quotes and backslashes in texts are replaced: they mean something in the language")
    return said(text)


def side_id(word: str, sides: dict[str, tuple[str, str]], names: Names, notes: Notes) -> str:
    """The id of a side by its name; when it is met first, its id and name are entered among the sides, by the plain form of the name."""
    key = plain(word) or word
    if key not in sides:
        sides[key] = (key if key in SIDES else names.new(word, "side"), SIDES.get(key) or kept(word, notes))
    return sides[key][0]
