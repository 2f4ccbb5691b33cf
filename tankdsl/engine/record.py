"""Records: a whole game as options, seed and inputs, with hashes to compare.

A record of the same game replays to the same states in every engine. The hash after every `EVERY`-th input
shows about where two engines part; `divergence` of two lists of hashes shows the decision.
"""

from dataclasses import dataclass
from typing import Any

from tankdsl.engine.agents import RandomPlayer
from tankdsl.engine.errors import GameError, InputError
from tankdsl.engine.machine import Machine
from tankdsl.engine.model import Game
from tankdsl.engine.protocol import Refused, Session
from tankdsl.engine.requests import input_of

FORMAT = "tankdsl-record/1"
EVERY = 64
"""Inputs between two hashes."""

Record = dict[str, Any]


class Recorder:
    """Plays on a session and keeps what is needed to play it again."""

    def __init__(self, game: Game, options: dict[str, Any] | None = None, seed: int = 0, **how: Any) -> None:
        self.session = Session(game, **how).setup(options, seed)
        self.session.inputs = []
        self.seed = seed
        self.hashes: dict[str, str] = {}

    def answer(self, given: dict[str, Any], side: str | None = None) -> None:
        """Take an input; errors as `Session.answer`."""
        before = len(self.inputs)
        self.session.answer(given, side)
        if len(self.inputs) // EVERY > before // EVERY:
            # A whole action counts as its parts; the hash is that of the last of them.
            self.hashes[str(len(self.inputs))] = self.session.hash()

    @property
    def inputs(self) -> list[dict[str, Any]]:
        """The inputs that were taken."""
        assert self.session.inputs is not None
        return self.session.inputs

    def record(self) -> Record:
        """The record up to now."""
        m = self.session.machine
        # The battles of a campaign may preset options differently: what counts there is what was given.
        shown = _all_options(m) if m.course is None else dict(m.course.given)
        return {
            "format": FORMAT,
            "game": m.game.hash,
            "options": shown,
            "seed": self.seed,
            "inputs": list(self.inputs),
            "hashes": dict(self.hashes),
            "final": self.session.hash(),
        }


def _all_options(m: Machine) -> dict[str, Any]:
    return {
        option.id: option.values[value] if option.sort == "choice" else value
        for option, value in zip(m.game.options, m.options, strict=True)
    }


@dataclass(frozen=True, slots=True)
class Replay:
    """How a replay went. `decision` is the number of inputs after which it failed; `message` says how."""

    ok: bool
    decisions: int
    decision: int | None = None
    message: str = ""


def replay(game: Game, record: Record, evaluator: str = "fast") -> Replay:
    """Play a record again and compare every hash in it.

    Raises GameError for a record of another game or format.
    """
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise GameError("record", f"expected a record of format `{FORMAT}`")
    if record.get("game") != game.hash:
        raise GameError("record.game", "it belongs to another game")
    inputs, hashes = record.get("inputs"), record.get("hashes")
    if not isinstance(inputs, list) or not isinstance(hashes, dict):
        raise GameError("record", "inputs and hashes are missing")
    session = Session(game, evaluator=evaluator)
    try:
        session.setup(record.get("options"), record.get("seed", 0))
    except InputError as error:
        raise GameError("record.seed", str(error)) from error
    for number, given in enumerate(inputs, 1):
        try:
            session.answer(given)
        except (Refused, InputError) as error:
            return Replay(False, number - 1, number, f"input {number} is refused: {error}")
        expected = hashes.get(str(number))
        if expected is not None and expected != session.hash():
            return Replay(False, number, number, f"another state after input {number}, or since the hash before it")
    if record.get("final") != session.hash():
        return Replay(False, len(inputs), len(inputs), "another state at the end")
    return Replay(True, len(inputs))


def divergence(a: list[str], b: list[str]) -> int | None:
    """The first position at which two lists of hashes differ; None when neither does."""
    for number, (x, y) in enumerate(zip(a, b, strict=False)):
        if x != y:
            return number
    return None if len(a) == len(b) else min(len(a), len(b))


def random_record(
    game: Game, seed: int, options: dict[str, Any] | None = None, max_decisions: int = 100_000, evaluator: str = "fast"
) -> Record:
    """The record of a game between random players."""
    recorder = Recorder(game, options, seed, evaluator=evaluator)
    player, session = RandomPlayer(seed), recorder.session
    while not session.is_over and len(recorder.inputs) < max_decisions:
        recorder.answer(input_of(session.machine, *player.choose(session.machine)))
    return recorder.record()
