"""What a side knows about a piece, and what it is called in front of that side."""

from typing import Any

from tankdsl.engine.machine import Machine
from tankdsl.engine.naming import spoken
from tankdsl.engine.tabletop import is_table
from tankdsl.engine.types import PLACE, Type

SCRATCH = 62
"""Slots that the expressions of a field or kind may bind beside the two they are given."""


def is_known(m: Machine, kind: int, entity: int, side: int) -> bool:
    """Whether a side knows who an entity of a root kind is."""
    here: int | None = m.game.kinds[kind].entity_kinds[entity]
    while here is not None:
        rule = m.game.kinds[here]
        if rule.identity is not None and m.E[rule.identity]([entity, side] + [None] * SCRATCH) is not True:
            return False
        here = rule.parent
    return True


def place_of(m: Machine, kind: int, entity: int) -> Any:
    """Where an entity of a kind stands."""
    at = m.game.built_in(kind, "at")
    return m.fields[at][entity] if at >= 0 else None


def token(m: Machine, kind: int, entity: int) -> str:
    """The id under which a hidden piece goes."""
    place = place_of(m, kind, entity)
    if place is None:
        return "token"
    return f"token@{place[0]},{place[1]}" if is_table(m.game.map) else f"token@{m.game.map.ids[place]}"


def spoken_to(m: Machine, value: Any, type: Type, side: int | None) -> str:
    """A value in words for a side; None for somebody who knows everything."""
    if side is not None and value is not None:
        if type.base == "kind" and not is_known(m, type.index, value, side):
            place = place_of(m, type.index, value)
            return "something hidden" + (f" on {spoken(m.game, place, PLACE)}" if place is not None else "")
        if type.base == "set" and type.of is not None and type.of.base == "kind":
            return ", ".join(spoken_to(m, member, type.of, side) for member in value) or "nothing"
    return spoken(m.game, value, type)
