"""Frames as plain JSON, and back."""

from collections.abc import Callable
from typing import Any

from tankdsl.engine.errors import GameError
from tankdsl.engine.frames import (
    ANYTIME,
    Act,
    Code,
    Frame,
    Numbers,
    Path,
    Play,
    Refill,
    Sealed,
    Settle,
    Stage,
    Window,
)
from tankdsl.engine.model import Game
from tankdsl.engine.plain import from_plain, to_plain
from tankdsl.engine.symbols import Reader
from tankdsl.engine.tabletop import is_table

Json = dict[str, Any]


def frame_to_json(game: Game, frame: Frame) -> Json:
    """One frame as an object whose key `frame` says what it is."""
    match frame:
        case Code():
            found: Json = {"proc": game.procs[frame.proc].id, "pc": frame.pc, "slots": _plain(frame.slots)}
            if frame.held:
                found["held"] = frame.held
        case Settle():
            found = {}
        case Window():
            found = {"asks": [[index, to_plain(member)] for index, member in frame.asks], "at": frame.at}
            if frame.window != ANYTIME:
                found["window"] = game.windows[frame.window].id
            if frame.gone is not None:
                found["gone"] = list(frame.gone)
        case Play():
            found = {"spent": frame.spent, "times": frame.times, "phase": frame.phase}
        case Stage():
            found = {
                "action": game.actions[frame.action].id, "slots": _plain(frame.slots),
                "param": frame.param, "picked": _plain(frame.picked),
            }  # fmt: skip
        case Act():
            found = {"action": game.actions[frame.action].id, "slots": _plain(frame.slots), "ended": frame.ended}
        case Path():
            found = {"places": _plain(frame.places)}
        case Sealed():
            found = {"answers": [[index, to_plain(value)] for index, value in sorted(frame.answers.items())]}
        case Numbers():
            found = {"given": list(frame.given)}
        case Refill():
            found = {}
    return {"frame": type(frame).__name__.lower(), **found}


def _plain(values: list[Any]) -> list[Any]:
    return [to_plain(value) for value in values]


def frame_from_json(game: Game, reader: Reader) -> Frame:
    """One frame. Raises GameError for anything that is none of this game."""
    kind = reader.at("frame").text()
    if kind not in _READ:
        raise reader.at("frame").fail(f"there is no frame `{kind}`")
    return _READ[kind](game, reader)


def _values(reader: Reader) -> list[Any]:
    return [from_plain(item.value, item.path) for item in reader.items()]


def _slots(reader: Reader, count: int) -> list[Any]:
    found = _values(reader)
    if len(found) != count:
        raise reader.fail(f"expected {count} slots")
    return found


def _code(game: Game, reader: Reader) -> Frame:
    id, held = reader.at("proc"), reader.opt("held")
    if id.text() not in game.ids["proc"]:
        raise id.fail(f"there is no procedure `{id.value}`")
    proc = game.procs[game.ids["proc"][id.value]]
    return Code(
        proc.index,
        reader.at("pc").number(0, len(proc.code)),
        _slots(reader.at("slots"), max(proc.slots, len(proc.params))),
        held.number(0) if held else 0,
    )


def _window(game: Game, reader: Reader) -> Frame:
    id, gone = reader.opt("window"), reader.opt("gone")
    window = ANYTIME
    if id is not None:
        if id.text() not in game.ids["window"]:
            raise id.fail(f"there is no window `{id.value}`")
        window = game.ids["window"][id.value]
    asks = []
    for item in reader.at("asks").items():
        pair = item.row(2)
        asks.append((pair[0].number(), from_plain(pair[1].value, pair[1].path)))
    return Window(
        window,
        asks,
        reader.at("at").number(0, len(asks)),
        gone=None if gone is None else tuple(item.number(0) for item in gone.items()),
    )


def _play(game: Game, reader: Reader) -> Frame:
    return Play(reader.at("spent").number(0), reader.at("times").number(0), reader.at("phase").number(0, 2))


def _action(game: Game, reader: Reader) -> int:
    id = reader.at("action")
    if id.text() not in game.ids["action"]:
        raise id.fail(f"there is no action `{id.value}`")
    return game.ids["action"][id.value]


def _stage(game: Game, reader: Reader) -> Frame:
    action = game.actions[_action(game, reader)]
    return Stage(
        action.index,
        _slots(reader.at("slots"), action.slots),
        reader.at("param").number(0, max(0, len(action.params) - 1)),
        _values(reader.at("picked")),
    )


def _act(game: Game, reader: Reader) -> Frame:
    action = game.actions[_action(game, reader)]
    return Act(action.index, _slots(reader.at("slots"), action.slots), reader.at("ended").flag())


def _path(game: Game, reader: Reader) -> Frame:
    if game.map is None:
        raise GameError(reader.path, "there is no map")
    if is_table(game.map):
        return Path(_points(game, reader.at("places")))
    return Path([item.number(0, len(game.map.ids) - 1) for item in reader.at("places").items()])


def _points(game: Game, reader: Reader) -> list[Any]:
    found = _values(reader)
    for item, point in zip(reader.items(), found, strict=True):
        if not game.map.has(point):
            raise item.fail("expected a point of the table")
    return found


def _sealed(game: Game, reader: Reader) -> Frame:
    answers = {}
    for item in reader.at("answers").items():
        pair = item.row(2)
        answers[pair[0].number(0)] = from_plain(pair[1].value, pair[1].path)
    return Sealed(answers)


_READ: dict[str, Callable[[Game, Reader], Frame]] = {
    "code": _code,
    "settle": lambda game, reader: Settle(),
    "window": _window,
    "play": _play,
    "stage": _stage,
    "act": _act,
    "path": _path,
    "sealed": _sealed,
    "numbers": lambda game, reader: Numbers([item.number() for item in reader.at("given").items()]),
    "refill": lambda game, reader: Refill(),
}
