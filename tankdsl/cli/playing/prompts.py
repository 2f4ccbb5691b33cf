"""The question that a decision puts to a person, in words."""

from __future__ import annotations

from typing import Any

from tankdsl.cli.playing.eyes import Eyes
from tankdsl.cli.playing.scene import Table
from tankdsl.engine import Session
from tankdsl.engine.requests import moving_unit
from tankdsl.engine.types import Type


def asked(session: Session, view: Table, eyes: Eyes, request: dict[str, Any]) -> str:
    """The question itself."""
    prompt = str(request["prompt"]).rstrip()
    match request["kind"]:
        case "play":
            window = str(request.get("window", "")).replace("_", " ")
            where = f" ({window})" if window and window != prompt else ""
            spent = session.machine.spent()
            so_far = f" (spent so far: {spent})" if spent and not window else ""
            return f"{prompt or 'what now?'}{where}{so_far}"
        case "point":
            return f"{prompt or 'where to?'} {_of_points(session, view, eyes, request)}"
        case "step":
            unit = view.names.value(*_moving(session), eyes)
            here = view.names.place(session.game.map.index[request["at"]])
            return f"{prompt or 'where to?'} {unit} is at {here}, {request['left']} left"
        case "pick" if "param" in request:
            picked = f", chosen: {', '.join(map(str, request['picked']))}" if request.get("picked") else ""
            action = view.names.action(session.game.ids["action"][request["action"]])
            return f"{action}: which {_param(session, view, request)}?{picked}"
    return prompt or "choose"


def _of_points(session: Session, view: Table, eyes: Eyes, request: dict[str, Any]) -> str:
    """How a point is typed; on a way also where the piece has come to, and how far it can still go."""
    how = "type two numbers, such as `12.5, 30`"
    if "at" not in request:
        return how
    unit, left = view.names.value(*_moving(session), eyes), decimal(request["left"])
    here = view.names.place(tuple(request["at"]))
    more = "or how far and which way, `6 @ 45`; the points of a way with `;` between them, `done` at its end"
    return f"{unit} is at {here}, {left} left; {how}, {more}"


def decimal(hundredths: int) -> str:
    """A length on a table as people write it: `4.5`."""
    return f"{hundredths / 100:.2f}".rstrip("0").rstrip(".")


def _moving(session: Session) -> tuple[Any, Any]:
    kind, unit = moving_unit(session.machine)
    return unit, Type("kind", session.game.kinds[kind].root)


def _param(session: Session, view: Table, request: dict[str, Any]) -> str:
    """A parameter by what it is, and by its name where that alone does not tell which is meant."""
    params = session.game.actions[session.game.ids["action"][request["action"]]].params
    param = next(each for each in params if each.name == request["param"])
    name, type = param.name.replace("_", " "), param.member
    alike = [each for each in params if (each.member.base, each.member.index) == (type.base, type.index)]
    noun = view.names.kind(type.index) if type.base == "kind" else "hex" if type.base == "place" and view.ground else ""
    if not noun:
        return name
    return noun if len(alike) == 1 else f"{noun} ({name})"
