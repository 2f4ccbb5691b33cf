"""A game between two players who decide at random, told in short: how it began, how it ended, and the table at the end."""

from __future__ import annotations

from collections import deque
from typing import Any

from tankdsl.cli.console import say
from tankdsl.cli.playing.ending import result_of
from tankdsl.cli.playing.eyes import Eyes
from tankdsl.cli.playing.scene import Table
from tankdsl.cli.playing.standing import standing
from tankdsl.cli.playing.story import Line, Teller
from tankdsl.cli.playing.wrap import wrapped
from tankdsl.engine import RandomPlayer, Recorder
from tankdsl.engine.requests import input_of

FIRST_TURNS, LAST_TURNS = 2, 4
"""How many turns are told at the beginning and at the end."""
MOST_LINES = 14
"""Lines of the set-up, and of the turns at the end."""
MOST_DECISIONS = 200_000
"""No game of ours is as long; one that is has rules that do not end."""


def play_auto(recorder: Recorder, view: Table, seed: int) -> None:
    """Play to the end and tell it."""
    machine = recorder.session.machine
    eyes = Eyes(machine)
    story = _Story(Teller(view, eyes))
    player = RandomPlayer(seed)
    story.tell(recorder)
    while machine.over is None and len(recorder.inputs) < MOST_DECISIONS:
        recorder.answer(input_of(machine, *player.choose(machine)))
        story.tell(recorder)
    story.end()
    say("\n" + view.draw(machine, eyes) + "\n")
    say(f"\n{view.legend(machine)}\n\n{standing(view, machine, eyes)}\n")
    say(result_of(recorder, view))


class _Story:
    """Tells the first turns at once, keeps the last ones, and forgets those between."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.told = 0
        self.kept: deque[list[Line]] = deque(maxlen=LAST_TURNS)
        self.turn: list[Line] = []

    def tell(self, recorder: Recorder) -> None:
        """Take what has happened since."""
        events = recorder.session.events
        for line in self.teller.tell(events):
            if line.turn is not None:
                self._close()
            self.turn.append(line)
        events.clear()

    def end(self) -> None:
        """Tell what was kept."""
        self.turn += self.teller.rest()
        self._close()
        left_out = self.teller.turns - FIRST_TURNS - len(self.kept)
        if left_out > 0:
            say(f"\n  ... {left_out} turns ...\n")
        for turn in self.kept:
            _say_turn(turn)

    def _close(self) -> None:
        """A turn, or the set-up, is complete."""
        turn, self.turn = self.turn, []
        if not turn:
            return
        if self.told <= FIRST_TURNS:
            self.told += 1
            _say_turn(turn)
        else:
            self.kept.append(turn)


def _say_turn(turn: list[Line]) -> None:
    head, lines = (turn[0].text, turn[1:]) if turn[0].turn is not None else ("Setting up", turn)
    say(f"\n{head}\n")
    shown: list[Any] = lines if len(lines) <= MOST_LINES else [*lines[: MOST_LINES - 2], None, lines[-1]]
    for line in shown:
        say(wrapped(line.text) if line is not None else f"  ... {len(lines) - MOST_LINES + 1} more ...\n")
