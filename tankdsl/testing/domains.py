"""Which argument of an action cannot be chosen, and what it can be chosen from: what the reason `not_in_domain` does not say by itself."""

from __future__ import annotations

from typing import Any

from tankdsl.engine.errors import InputError
from tankdsl.engine.frames import Window
from tankdsl.engine.model import Action, ActionParam
from tankdsl.engine.naming import read_value, show_value
from tankdsl.engine.reasons import ERRORS
from tankdsl.engine.staging import find_card, members
from tankdsl.engine.why import offered
from tankdsl.testing.stage import Stage

MOST_SHOWN = 8


def outside_of_domain(stage: Stage, given: dict[str, Any]) -> tuple[str, ...]:
    """A line about the first argument of `{"do": ..., "args": ...}` that is outside of its domain; nothing where that is not known."""
    machine = stage.session.machine
    found = offered(machine) if "do" in given else None
    if found is None:
        return ()
    action = stage.game.actions[stage.game.ids["action"][given["do"]]]
    slots: list[Any] = [None] * action.slots
    slots[0] = found[1]
    frame = machine.frames[-1]
    if isinstance(frame, Window) and found[2] in action.windows:
        slots[1 : 1 + action.inherits] = found[3][: action.inherits]
    if action.card is not None:
        slots[action.card.slot] = find_card(machine, action, found[1])
    try:
        return _first_outside(stage, action, slots, given["args"])
    except (*ERRORS, InputError):
        return ()  # Where arguments rest on one that cannot be chosen, anything may be missing.


def _first_outside(stage: Stage, action: Action, slots: list[Any], args: dict[str, Any]) -> tuple[str, ...]:
    for param in action.params:
        if param.name not in args:
            return ()
        slots[param.slot] = read_value(stage.game, args[param.name], param.type)
        if param.path is not None or param.domain is None:
            continue
        can_be = members(stage.session.machine, param, slots, (), tested=False)
        chosen = slots[param.slot] if param.some else (slots[param.slot],)
        outside = [value for value in chosen if value not in can_be]
        if outside:
            return (_line(stage, param, outside[0], can_be),)
    return ()


def _line(stage: Stage, param: ActionParam, value: Any, can_be: list[Any]) -> str:
    shown = [stage.written(show_value(stage.game, each, param.member)) for each in (value, *can_be[:MOST_SHOWN])]
    more = f" and {len(can_be) - MOST_SHOWN} more" if len(can_be) > MOST_SHOWN else ""
    return f"`{param.name}` cannot be {shown[0]}; possible: {', '.join(shown[1:]) or 'nothing'}{more}"
