"""Records of games as files: written without harm to what is there, and read without trust."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tankdsl.cli.console import fail, say_aside
from tankdsl.cli.documents import record_document
from tankdsl.cli.exits import FOUND
from tankdsl.diagnostics import Diagnostic
from tankdsl.diagnostics.registry import compiled, usage

if TYPE_CHECKING:
    from tankdsl.emit.write import NotWritten
    from tankdsl.engine import Game, Recorder


def save_record(recorder: Recorder, path: str, game: str) -> None:
    """Write the record of a game and say how it is played again; leaves the command when that cannot be. `game` is what was played."""
    problem = write_record(recorder, path)
    if problem is not None:
        fail(problem)
    say_aside(f"the record is in {path}; play it again: `tankdsl replay {shlex.quote(path)} --game {shlex.quote(game)}`\n")


def write_record(recorder: Recorder, path: str) -> Diagnostic | None:
    """Write the record of a game, or say why that cannot be; a file that is no record is not replaced."""
    from tankdsl.emit.canonical import canonical_bytes
    from tankdsl.emit.write import NotWritten, write_files

    target = Path(path)
    written = write_files(target.parent, {target.name: canonical_bytes(recorder.record())})
    return _not_written(written) if isinstance(written, NotWritten) else None


def resumed(game: Game, path: str) -> Recorder:
    """A game where its record left it, with the events that led there; leaves the command for a record that does not replay."""
    from tankdsl.engine import GameError, InputError, Recorder, Refused

    record = record_document(path)
    if record["game"] != game.hash:
        fail(other_game(path), code=FOUND)
    try:
        recorder = Recorder(game, record["options"], record["seed"], log=True, evaluator="telling")
        for number, given in enumerate(record["inputs"], 1):
            try:
                recorder.answer(given)
            except (Refused, InputError) as error:
                fail(diverges(path, f"input {number} is refused: {error}"), code=FOUND)
    except GameError as error:
        fail(diverges(path, str(error)), code=FOUND)
    if recorder.session.hash() != record["final"]:
        fail(diverges(path, "its inputs lead to another state than it says"), code=FOUND)
    _forget_battles(recorder.session.events)
    return recorder


def _forget_battles(events: list[dict[str, Any]]) -> None:
    """Leave only the events of the battle that is being played."""
    begun = [number for number, event in enumerate(events, 1) if event["event"] == "battle"]
    del events[: begun[-1] if begun else 0]


def other_game(path: str) -> Diagnostic:
    """The finding about a record of another game."""
    return compiled.RECORD_OF_OTHER_GAME.at(
        None, f"`{path}` is the record of another game than the one given", help="a game is another one as soon as its rules change"
    )


def diverges(path: str, message: str) -> Diagnostic:
    """The finding about a record that does not lead where it says."""
    return compiled.RECORD_DIVERGES.at(None, f"`{path}` does not replay: {message}")


def _not_written(problem: NotWritten) -> Diagnostic:
    return usage.OUTPUT_FAILED.at(None, f"cannot write `{problem.path.as_posix()}`: {problem.message}")
