"""What pieces, places and values are called in the terminal: display names that tell apart what the names alone do not."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tankdsl.cli.playing.eyes import Eyes
from tankdsl.cli.playing.facings import Facings
from tankdsl.engine import Game
from tankdsl.engine.content import Kind
from tankdsl.engine.naming import spoken
from tankdsl.engine.types import PLACE, Type
from tankdsl.picture.signs import SORTS
from tankdsl.picture.signs import plain_name as number_off

ON_MAP = SORTS
"""Categories of things that may stand on the map, the most important first."""
OWN = "\n"
"""Stands in text keys between the key of a name and the id of a thing that has a name of its own (see `apart.py`)."""


class Names:
    """The names of one game. Entities are given by the number of their root kind and their own number."""

    def __init__(self, game: Game, facings: Facings | None = None) -> None:
        self.game = game
        self.facings = facings or Facings(game, plain=False)
        self._entities = {kind.index: names_apart(game, kind) for kind in game.kinds if kind.root == kind.index}

    def entity(self, kind: int, entity: int) -> str:
        """An entity: a piece with what tells it apart from others of its name, a card by its name."""
        return self._entities[self.game.kinds[kind].root][entity]

    def side(self, side: int | None) -> str:
        """A side; `nobody` for none."""
        return "nobody" if side is None else self.entity(self.game.ids["kind"]["Side"], side)

    def does(self, side: int, one: str, several: str) -> str:
        """What a side does: `Red wins`, and `The Raiders win` of one whose name is a plural."""
        return several if _is_plural(self.side(side)) else one

    def kind(self, kind: int) -> str:
        """A kind in words: `morale card`."""
        spaced = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in self.game.kinds[kind].id)
        return spaced.strip().replace("_", " ")

    def some(self, kind: int) -> str:
        """Any one of a kind: `a tank`, `an order`."""
        words = self.kind(kind)
        return f"an {words}" if words[:1] in "aeiou" else f"a {words}"

    def place(self, place: Any) -> str:
        """A place by its label, a point by its coordinates."""
        return "nowhere" if place is None or self.game.map is None else spoken(self.game, place, PLACE)

    def value(self, value: Any, type: Type, eyes: Eyes) -> str:
        """A value of any type; pieces and cards that the eyes do not know are only called what they are."""
        if value is not None and type.base == "kind":
            known = eyes.knows(type.index, value)
            return self.entity(type.index, value) if known else f"a hidden {self.kind(type.index)}"
        if value is not None and type.base == "set" and type.of is not None:
            return ", ".join(self.value(member, type.of, eyes) for member in value) or "nothing"
        if value is not None and type.base == "path":
            return "-".join(self.place(place) for place in value) or "no step"
        if value is not None and type.base == "direction":
            return self.facings.words(value)
        return spoken(self.game, value, type)

    def field(self, index: int) -> str:
        """A field in words."""
        field = self.game.fields[index]
        return self.game.text.get(field.name, "") or field.id.replace("_", " ")

    def action(self, index: int) -> str:
        """An action, or the card that is played."""
        action = self.game.actions[index]
        return self.game.text.get(action.text, action.id).rstrip(".")


def plain_name(game: Game, kind: Kind, entity: int) -> str:
    """The display name of an entity without the number of the copy."""
    key = kind.names[entity].partition(OWN)[0]
    return number_off(game.text.get(key, ""), kind.instances[entity])


def names_apart(game: Game, kind: Kind) -> tuple[str, ...]:
    """Names of the entities of a root kind. Those on the map differ: by number, and else by their side."""
    if kind.category not in ON_MAP:
        return tuple(plain_name(game, kind, entity) for entity in range(len(kind.instances)))
    full = [game.text.get(key, "") or id for key, id in zip(kind.names, kind.instances, strict=True)]
    many, side = Counter(full), game.built_in(kind.index, "side")
    owners = {entity: value for field, entity, value in game.start if field == side}
    return tuple(
        f"{_side_name(game, owners[entity])} {name}" if many[name] > 1 and owners.get(entity) is not None else name
        for entity, name in enumerate(full)
    )


def _side_name(game: Game, side: int) -> str:
    return game.text.get(game.kind("Side").names[side], "") or game.side_ids[side]


def _is_plural(name: str) -> bool:
    """Whether a name is several by its last letters: `Raiders`, `Allies`, but not `Axis` or `Empress`."""
    return name.endswith("s") and not name.endswith(("is", "ss", "us", "as"))
