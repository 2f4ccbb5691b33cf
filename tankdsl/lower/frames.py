"""A frame while it is lowered: its slots, and the texts that belong to its declaration."""

from __future__ import annotations

from collections.abc import Iterable

from tankdsl.check.tree import Local
from tankdsl.lower.build import Build, Json
from tankdsl.lower.slots import Slots
from tankdsl.lower.texts import placeholders
from tankdsl.lower.types import lower_type


class Frame:
    """The slots and texts of one declaration."""

    def __init__(self, build: Build, owner: str, given: Iterable[Local] = ()) -> None:
        """`owner` is the name of the declaration in the keys of its texts; `given` as for `Slots`."""
        self.build = build
        self.owner = owner
        self.slots = Slots(given)
        self._numbers: dict[str, int] = {}
        self._mentioned: dict[str, None] = {}

    def text(self, key: str, text: str) -> str:
        """Enter a text of this declaration under a key; gives the key under which it stands."""
        for mentioned in placeholders(text):
            self._mentioned.setdefault(mentioned)
        return self.build.texts.add(key, text)

    def numbered(self, sort: str, text: str) -> str:
        """Enter a text that has no name of its own: `sort.owner.1` and so on."""
        self._numbers[sort] = self._numbers.get(sort, 0) + 1
        return self.text(f"{sort}.{self.owner}.{self._numbers[sort]}", text)

    def names(self, params: Iterable[str] = ()) -> dict[str, Json]:
        """The key `names` of a declaration: slots of the placeholders in its texts that are no `params`; no key when none."""
        known, named = set(params), self.slots.named()
        found = {name: named[name] for name in self._mentioned if name in named and name not in known}
        return {"names": found} if found else {}

    def params(self, locals: Iterable[Local]) -> list[Json]:
        """Parameters as the document lists them."""
        return [{"name": local.name, "type": lower_type(self.build.program, local.type)} for local in locals]
