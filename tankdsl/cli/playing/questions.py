"""Questions that a player asks aside: why something is not legal, and where a number comes from."""

from __future__ import annotations

import re
from math import cos, radians, sin
from typing import Any

from tankdsl.cli.playing.eyes import Eyes
from tankdsl.cli.playing.scene import Table
from tankdsl.cli.playing.standing import details, is_in_piles
from tankdsl.diagnostics import did_you_mean
from tankdsl.engine import InputError, Refusal, Session
from tankdsl.engine.explain import explain
from tankdsl.engine.requests import option_type
from tankdsl.engine.tracing import PointDecision
from tankdsl.engine.types import Type

_CALL = re.compile(r"(?P<name>[^()]+?)\s*(?:\((?P<args>.*)\))?")


def why(session: Session, view: Table, eyes: Eyes, text: str) -> str:
    """Why an action, with or without what it is done to, or a value that could be chosen, is not legal now."""
    if not text:
        return "  Say what: `why attack`, or `why attack(A, B)`.\n"
    try:
        given = _input(session, view, eyes, text)
        if given is None:
            return f"  There is nothing called `{text}` here.{_near(session, view, text)}\n"
        side = eyes.side
        refusal = session.why_not(given, None if side is None else session.game.side_ids[side])
    except InputError as error:
        return f"  {str(error).rstrip('.')}.\n"
    return "  It is legal.\n" if refusal is None else _told(refusal)


def refused(session: Session, view: Table, eyes: Eyes, text: str) -> str:
    """Why something that was typed as an answer is none, if it can be said; else empty."""
    point, ground = point_for(session, text), session.game.map
    if point is not None and not ground.has(tuple(point)):
        return f"  That is off the table, which goes from 0, 0 to {view.names.place((ground.width, ground.height))}.\n"
    try:
        given = {"point": point} if point is not None else _input(session, view, eyes, text)
        refusal = None if given is None else session.why_not(given)
    except InputError:
        return ""
    return "" if refusal is None else "  That is not legal now:" + _told(refusal)[1:]


def read_whole(session: Session, view: Table, eyes: Eyes, text: str) -> dict[str, Any] | None:
    """A whole action with its things in brackets, such as `attack(A, B)`."""
    try:
        given = _input(session, view, eyes, text) if text.endswith(")") else None
        return given if given is not None and "do" in given and session.why_not(given) is None else None
    except InputError:
        return None


def state_of(session: Session, view: Table, eyes: Eyes, text: str) -> str:
    """Everything about a piece, by its sign, name or id."""
    if not text:
        return "  Say of what: `state UNIT`.\n"
    wanted = text.casefold().strip()
    names: list[str] = []
    for kind in view.kinds:
        for entity, id in enumerate(kind.instances):
            known = (id, view.names.entity(kind.index, entity), view.code(kind.index, entity))
            if eyes.knows(kind.index, entity) and not is_in_piles(view, session.machine, eyes, kind, entity):
                names += known
                if wanted in (each.casefold() for each in known):
                    return details(view, session.machine, eyes, kind, entity)
    return f"  You know of nothing called `{text}`.{_suggestion(text, names)}\n"


def explained(session: Session, view: Table, eyes: Eyes, text: str) -> str:
    """The rows of a value of the rules, for the things given."""
    match = _CALL.fullmatch(text)
    if not match or not text:
        return "  Say what: `explain NAME(THINGS)`.\n"
    name = match["name"].replace(" ", "_")
    index = session.game.ids["value"].get(name)
    if index is None:
        return f"  The rules have no value `{name}`.{_suggestion(name, list(session.game.ids['value']))}\n"
    params = session.game.values[index].params
    words = _split(match["args"])
    if len(words) != len(params):
        return f"  `{name}` needs {', '.join(param.name for param in params) or 'nothing'} in brackets.\n"
    try:
        found = explain(session.machine, name, [_value(view, eyes, word, param.type) for word, param in zip(words, params, strict=True)])
    except InputError as error:
        return f"  {str(error).rstrip('.')}.\n"
    return "".join(f"  {line}\n" for line in found.lines())


def _told(refusal: Refusal) -> str:
    rules = f" ({', '.join(refusal.rules)})" if refusal.rules else ""
    return f"  {refusal.text.rstrip('.')}{rules}.\n" + "".join(f"  also: {also.text}\n" for also in refusal.also[:3])


def _input(session: Session, view: Table, eyes: Eyes, text: str) -> dict[str, Any] | None:
    """The input that a question is about: an action, or else an answer to what is asked now."""
    match = _CALL.fullmatch(text)
    action = _action(session, view, match["name"]) if match else None
    if match and action is not None:
        params = session.game.actions[action].params
        words = _split(match["args"])
        if not words:
            return {"play": session.game.actions[action].id}
        if len(words) > len(params):
            raise InputError(f"it takes {len(params)} things in brackets")
        args = {param.name: _value(view, eyes, word, param.member) for word, param in zip(words, params, strict=False)}
        return {"do": session.game.actions[action].id, "args": args}
    if text in ("pass", "done"):
        return {text: True}
    kind = session.machine.decision.kind
    if kind in ("pick", "step"):
        return {kind: _value(view, eyes, text, option_type(session.machine))}
    point = point_for(session, text)
    return None if point is None else {"point": point}


def _action(session: Session, view: Table, text: str) -> int | None:
    wanted = text.casefold().strip()
    for action in session.game.actions:
        if wanted in (action.id.casefold(), view.names.action(action.index).casefold()):
            return action.index
    return None


def _value(view: Table, eyes: Eyes, word: str, type: Type) -> Any:
    """A typed word as a value of the protocol: pieces by sign, name or id, places by label, all else as it stands."""
    wanted = word.casefold().strip()
    if type.base == "kind":
        root = view.game.kinds[view.game.kinds[type.index].root]
        for entity, id in enumerate(root.instances):
            known = (id, view.names.entity(root.index, entity), view.codes.get((root.index, entity), id))
            if wanted in (each.casefold() for each in known) and eyes.knows(root.index, entity):
                return id
        # Not even the id of a piece that one does not know: the answer could give it away.
        raise InputError(f"you know of no {view.names.kind(type.index)} `{word.strip()}`")
    if type.base == "place" and (point := point_of(word)) is not None and view.ground is None:
        return point
    if type.base == "place" and view.ground is not None:
        for index, label in enumerate(view.game.map.labels):
            if label.casefold() == wanted.replace(" ", ""):
                return view.game.map.ids[index]
    if type.base == "int" and word.strip().removeprefix("-").isdecimal() and len(word) < 12:
        return int(word)
    if type.base == "bool" and wanted in ("yes", "no"):
        return wanted == "yes"
    return word.strip()


def point_of(text: str) -> list[int] | None:
    """A point of a table from two numbers, such as `12.5, 30`, in hundredths."""
    found = re.fullmatch(r"\s*(\d{1,5})(?:\.(\d{1,2}))?\s*[, ]\s*(\d{1,5})(?:\.(\d{1,2}))?\s*", text)
    if found is None:
        return None
    whole, part = found.group(1, 3), found.group(2, 4)
    return [int(number) * 100 + int((rest or "").ljust(2, "0")) for number, rest in zip(whole, part, strict=True)]


def point_for(session: Session, text: str) -> list[int] | None:
    """The point that was typed for the decision that is due: two numbers, or how far and which way from where a path has come to."""
    decision = session.machine.decision
    if not isinstance(decision, PointDecision):
        return None
    found = re.fullmatch(r"\s*(\d{1,5}(?:\.\d{1,2})?)\s*@\s*(\d{1,3})\s*", text)
    if found is None or decision.origin is None:
        return point_of(text)
    far, way = float(found[1]) * 100, radians(int(found[2]))
    x, y = decision.origin
    # Cut off towards the start, so that a way is never longer than what was typed.
    return [x + int(far * sin(way)), y - int(far * cos(way))]


def number_for(numbers: list[int], text: str, *, on_table: bool) -> int | None:
    """The number that was typed, if it lies within the bounds; on a table a length, with a decimal point if need be."""
    found = re.fullmatch(r"(-?\d{1,9})(?:\.(\d{1,2}))?", text)
    if found is None or (found[2] and not on_table):
        return None
    value = round(float(text) * 100) if on_table else int(text)
    return value if numbers[0] <= value <= numbers[1] else None


def _split(args: str | None) -> list[str]:
    """Arguments between commas; a comma between two numbers belongs to a place."""
    if not args or not args.strip():
        return []
    return [part.strip() for part in re.split(r",(?!\d)|(?<!\d),", args)]


def _near(session: Session, view: Table, text: str) -> str:
    known = [name for action in session.game.actions for name in (action.id, view.names.action(action.index))]
    return _suggestion(text, known)


def _suggestion(text: str, known: list[str]) -> str:
    return "".join(f" {hint[:1].upper()}{hint[1:]}" for hint in did_you_mean(text, known))
