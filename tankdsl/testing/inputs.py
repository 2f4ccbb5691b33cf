"""Feeding an input: waiting for the moment at which it may be played, then answering its parameters one by one."""

from __future__ import annotations

from typing import Any

from tankdsl.check.cases import tree as tt
from tankdsl.testing.stage import Stage

MOST_WINDOWS = 64


def ways_of(stage: Stage, name: str) -> list[str]:
    """The actions that a name stands for: an action, or every way to play a card."""
    return [action.id for action in stage.game.actions if action.id == name or action.id.split(".")[0] == name]


def offered_way(stage: Stage, name: str, arity: int) -> str:
    """The way that is offered now; if none is, the first whose moment this is, so that the refusal speaks of it."""
    ways = ways_of(stage, name)
    fitting = [way for way in ways if len(_params(stage, way)) == arity] or ways
    offered = {option["action"] for option in stage.request.get("options", []) if isinstance(option, dict)}
    for way in fitting:
        if way in offered:
            return way
    window = stage.request.get("window")
    for way in fitting:
        action = stage.game.actions[stage.game.ids["action"][way]]
        windows = {stage.game.windows[index].id for index in action.windows}
        if window in windows or (window == "anytime" and action.anytime):
            return way
    return fitting[0]


def _params(stage: Stage, way: str) -> tuple[Any, ...]:
    return tuple(stage.game.actions[stage.game.ids["action"][way]].params)


def wait_for(stage: Stage, put: tt.Put) -> None:
    """Pass windows until the side that plays is asked, or somebody's turn is reached."""
    for _ in range(MOST_WINDOWS):
        if not stage.is_window():
            return
        mine = put.side is None or stage.request["side"] == put.side
        offered = {option["action"] for option in stage.request["options"]} & set(ways_of(stage, put.name))
        if mine and (offered or (put.side is not None and _belongs_here(stage, put))):
            return
        stage.answer({"pass": True}, put.span)


def _belongs_here(stage: Stage, put: tt.Put) -> bool:
    """Whether this window is a moment of the card, even if it cannot be played now."""
    window = stage.request.get("window")
    for way in ways_of(stage, put.name):
        action = stage.game.actions[stage.game.ids["action"][way]]
        if window in {stage.game.windows[index].id for index in action.windows} or action.anytime:
            return True
    return False


def arguments(stage: Stage, put: tt.Put, way: str) -> dict[str, Any]:
    """The arguments by parameter name, as JSON."""
    found: dict[str, Any] = {}
    for param, values in zip(_params(stage, way), put.args, strict=False):
        items = [stage.json(value) for value in values]
        found[param.name] = items if param.some or param.path else items[0]
    return found


def feed(stage: Stage, put: tt.Put) -> None:
    """Play an input; a refusal fails the case."""
    way = offered_way(stage, put.name, len(put.args))
    stage.answer({"do": way, "args": arguments(stage, put, way)}, put.span)
