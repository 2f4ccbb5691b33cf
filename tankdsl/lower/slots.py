"""Slots: every local of one frame gets a number.

A frame is what one procedure, guard, value or other root of expressions runs in. Parameters come first, in their order;
other locals and the binders inside expressions follow as they are met, temporaries as they are needed. A number is
never used for a second local, so that a slot holds values of one type as long as the frame lives.
"""

from __future__ import annotations

from collections.abc import Iterable

from tankdsl.check.tree import Local


class Slots:
    """The numbering of one frame."""

    def __init__(self, given: Iterable[Local] = ()) -> None:
        """`given` are the locals that have values before the frame runs: slots 0, 1, ..."""
        self._numbers: dict[Local, int] = {}
        self._count = 0
        for local in given:
            self.of(local)

    def __contains__(self, local: Local) -> bool:
        return local in self._numbers

    def of(self, local: Local) -> int:
        """The slot of a local; a new one when it was not met before."""
        if local not in self._numbers:
            self._numbers[local] = self.spare()
        return self._numbers[local]

    def spare(self) -> int:
        """A new slot that belongs to no local."""
        self._count += 1
        return self._count - 1

    @property
    def count(self) -> int:
        """How many slots the frame needs."""
        return self._count

    def named(self) -> dict[str, int]:
        """Slots by the name of their local; of two locals with one name the first counts."""
        found: dict[str, int] = {}
        for local, slot in self._numbers.items():
            found.setdefault(local.name, slot)
        return found
