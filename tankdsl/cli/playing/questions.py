"""Questions that a player asks aside: why something is not legal, and where a number comes from."""

from __future__ import annotations

import re
from typing import Any

from tankdsl.cli.playing.eyes import Eyes
from tankdsl.cli.playing.scene import Table
from tankdsl.diagnostics import did_you_mean
from tankdsl.engine import InputError, Refusal, Session
from tankdsl.engine.explain import explain
from tankdsl.engine.requests import option_type
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
    point = point_of(text) if kind == "point" else None
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
