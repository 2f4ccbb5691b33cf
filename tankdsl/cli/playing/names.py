"""What pieces, places and values are called in the terminal: display names that tell apart what the names alone do not."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tankdsl.engine import Game
from tankdsl.engine.naming import spoken
from tankdsl.engine.types import Type


class Names:
    """The names of one game. Entities are given by the number of their root kind and their own number."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._entities = {kind.index: _unlike(game, kind.index) for kind in game.kinds if kind.root == kind.index}

    def entity(self, kind: int, entity: int) -> str:
        """An entity: `M4 Sherman 2`."""
        return self._entities[self.game.kinds[kind].root][entity]

    def side(self, side: int | None) -> str:
        """A side; `nobody` for none."""
        return "nobody" if side is None else self.entity(self.game.ids["kind"]["Side"], side)

    def kind(self, kind: int) -> str:
        """A kind in words: `morale card`."""
        return _words(self.game.kinds[kind].id)

    def place(self, place: int | None) -> str:
        """A place by its label."""
        return "nowhere" if place is None or self.game.map is None else str(self.game.map.labels[place])

    def value(self, value: Any, type: Type) -> str:
        """A value of any type."""
        if value is not None and type.base == "kind":
            return self.entity(type.index, value)
        if value is not None and type.base == "set" and type.of is not None:
            return ", ".join(self.value(member, type.of) for member in value) or "nothing"
        if value is not None and type.base == "path":
            return "-".join(self.place(place) for place in value) or "no step"
        return spoken(self.game, value, type)

    def field(self, index: int) -> str:
        """A field in words."""
        field = self.game.fields[index]
        return self.game.text.get(field.name, "") or field.id.replace("_", " ")

    def action(self, index: int) -> str:
        """An action, or the card that is played."""
        action = self.game.actions[index]
        return self.game.text.get(action.text, action.id).rstrip(".")


def _unlike(game: Game, root: int) -> tuple[str, ...]:
    """Names of the entities of a root kind, with a number or the side behind where the name alone is not enough."""
    kind = game.kinds[root]
    plain = [game.text.get(key, "") or id for key, id in zip(kind.names, kind.instances, strict=True)]
    many = Counter(plain)
    numbers = [id.rpartition(".")[2] for id in kind.instances]
    return tuple(
        f"{name} {number}" if many[name] > 1 and number.isdigit() and not name.endswith(f" {number}") else name
        for name, number in zip(plain, numbers, strict=True)
    )


def _words(id: str) -> str:
    """`MoraleCard` as people write it: `morale card`."""
    spaced = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in id)
    return spaced.strip().replace("_", " ")
