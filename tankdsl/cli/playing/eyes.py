"""What somebody at the table may know: one side, or a looker-on who sees everything.

The rules of the game say who sees what (see `engine.views`); here they are only asked.
"""

from __future__ import annotations

from dataclasses import dataclass

from tankdsl.engine import knowledge, views
from tankdsl.engine.machine import Machine


@dataclass(slots=True)
class Eyes:
    """The eyes of a side (its number), or of somebody who sees everything (`None`)."""

    machine: Machine
    side: int | None = None

    def sees_field(self, field: int, entity: int) -> bool:
        """Whether the value of a field of an entity is seen."""
        return self.side is None or views.can_see(self.machine, self.machine.game.fields[field], entity, self.side)

    def sees_pile(self, pile: int) -> bool:
        """Whether the things in a pile are seen."""
        return self.side is None or views.sees_pile(self.machine, pile, self.side)

    def knows(self, kind: int, entity: int) -> bool:
        """Whether it is known which piece or card an entity is: who it is, and where it lies, may be a secret."""
        if self.side is None:
            return True
        root = self.machine.game.kinds[kind].root
        return knowledge.is_known(self.machine, root, entity, self.side) and all(map(self.sees_pile, self._piles_with(root, entity)))

    def sees_drawn(self, kind: int, entity: int) -> bool:
        """Whether something that was drawn was seen: it lies open now. What went to nobody's pile may be anybody's secret."""
        piles = self._piles_with(self.machine.game.kinds[kind].root, entity)
        return self.side is None or (bool(piles) and self.knows(kind, entity))

    def _piles_with(self, root: int, entity: int) -> list[int]:
        piles = self.machine.game.piles
        return [p.index for p in piles if self.machine.game.kinds[p.kind].root == root and entity in self.machine.piles[p.index]]
