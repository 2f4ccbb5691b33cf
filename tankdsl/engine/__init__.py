"""Plays the compiled form of a game. Knows no game.

`load_game` makes a `Game` of a document; `setup`, `step` and `why_not` are pure functions over plain JSON;
`Session` is the same in place. See `protocol` for the interface and README.md for the map of this package.
"""

from tankdsl.engine.agents import RandomPlayer, Result, playout
from tankdsl.engine.errors import GameError, InputError, Trap
from tankdsl.engine.load import load_game
from tankdsl.engine.model import Game
from tankdsl.engine.protocol import Refused, Session, setup, start, step, view, why_not
from tankdsl.engine.reasons import Refusal
from tankdsl.engine.record import Recorder, Replay, random_record, replay

__all__ = [
    "Game", "GameError", "InputError", "RandomPlayer", "Recorder", "Refusal", "Refused", "Replay", "Result",
    "Session", "Trap", "load_game", "playout", "random_record", "replay", "setup", "start", "step", "view", "why_not",
]  # fmt: skip
