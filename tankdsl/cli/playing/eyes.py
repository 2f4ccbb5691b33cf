"""What somebody at the table may know: one side, or a looker-on who sees everything.

The rules of the game say who sees what; here they are only asked.
"""

from __future__ import annotations

from dataclasses import dataclass

from tankdsl.engine.machine import Machine


@dataclass(slots=True)
class Eyes:
    """The eyes of a side (its number), or of somebody who sees everything (`None`)."""

    machine: Machine
    side: int | None = None

    def sees_field(self, field: int, entity: int) -> bool:
        """Whether the value of a field of an entity is seen."""
        if self.side is None:
            return True
        from tankdsl.engine.views import is_visible

        rule = self.machine.game.fields[field]
        return bool(is_visible(self.machine, rule.kind, rule.id, entity, self.side))

    def knows(self, kind: int, entity: int) -> bool:
        """Whether it is known which piece or card an entity is: its identity is seen, and it does not lie where nobody looks."""
        return self.side is None or (self._identity(kind, entity) and self._lies_open(kind, entity))

    def sees_pile(self, pile: int) -> bool:
        """Whether the things in a pile are seen."""
        rule = self.machine.game.piles[pile]
        if self.side is None or rule.visible is None:
            return True
        return bool(self.machine.E[rule.visible]([rule.owner, self.side] + [None] * 62))

    def _identity(self, kind: int, entity: int) -> bool:
        game = self.machine.game
        own: int | None = game.kinds[game.kinds[kind].root].entity_kinds[entity]
        while own is not None:
            rule = game.kinds[own].identity
            if rule is not None:
                return bool(self.machine.E[rule]([entity, self.side] + [None] * 62))
            own = game.kinds[own].parent
        return True

    def _lies_open(self, kind: int, entity: int) -> bool:
        game = self.machine.game
        root = game.kinds[kind].root
        for pile in game.piles:
            if game.kinds[pile.kind].root == root and entity in self.machine.piles[pile.index]:
                return self.sees_pile(pile.index)
        return True
