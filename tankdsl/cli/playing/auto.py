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
from tankdsl.cli.playing.wrap import WIDTH, wrapped
from tankdsl.diagnostics import counted
from tankdsl.engine import RandomPlayer, Recorder
from tankdsl.engine.requests import input_of

FIRST_TURNS, LAST_TURNS = 2, 4
"""How many turns are told at the beginning and at the end."""
MOST_LINES = 14
"""Lines of the set-up, and of the turns at the end."""
MOST_DECISIONS = 200_000
"""No game of ours is as long; one that is has rules that do not end."""


def play_auto(recorder: Recorder, view: Table, seed: int, *, whole: bool = False) -> None:
    """Play to the end and tell it: in short, or the whole of it."""
    session = recorder.session
    teller = Teller(view, Eyes(session.machine))
    story = _Story(teller, whole=whole)
    player = RandomPlayer(seed)
    story.tell(recorder)
    while _answered(recorder, player):
        story.tell(recorder)
    story.end()
    view, eyes, machine = teller.view, teller.eyes, session.machine
    if drawn := view.draw(machine, eyes):
        say(f"\n{drawn}\n\n{view.legend(machine)}\n")
    say(f"\n{standing(view, machine, eyes)}\n")
    say(result_of(recorder, view))


def play_quietly(recorder: Recorder, view: Table, seed: int) -> None:
    """Play to the end and tell only how it ended."""
    session, player = recorder.session, RandomPlayer(seed)
    while _answered(recorder, player):
        pass
    say(result_of(recorder, view if session.game is view.game else view.of(session.game)))


def _answered(recorder: Recorder, player: RandomPlayer) -> bool:
    """Answer the decision that is due; no when the game is over, has gone on for too long, or nothing can be answered."""
    session = recorder.session
    if session.is_over or len(recorder.inputs) >= MOST_DECISIONS:
        return False
    verb, value = player.choose(session.machine)
    if verb:
        recorder.answer(input_of(session.machine, verb, value))
    return bool(verb)


class _Story:
    """Tells the first turns at once, keeps the last ones, and forgets those between; or tells all."""

    def __init__(self, teller: Teller, *, whole: bool) -> None:
        self.teller, self.whole = teller, whole
        self.told = 0
        self.first = "Setting up"
        """The heading of what happens before the first turn."""
        self.kept: deque[list[Line]] = deque(maxlen=LAST_TURNS)
        self.turn: list[Line] = []

    def tell(self, recorder: Recorder) -> None:
        """Take what has happened since."""
        events = recorder.session.events
        turns = self.teller.turns
        for line in self.teller.tell(events):
            if line.battle:
                self._tell_battle(line, turns)
                turns = 0
                continue
            if line.turn is not None:
                turns = line.turn
                self._close()
            self.turn.append(line)
        events.clear()

    def _tell_battle(self, line: Line, turns: int) -> None:
        """A battle of a campaign ends or begins: tell what was kept of it, and begin anew."""
        self._tell_last(turns)
        self.told = 0
        self.kept.clear()
        self.first = "Afterwards" if self.first == "Setting up" else "Setting up"
        say(f"\n{line.text}\n")

    def end(self) -> None:
        """Tell what was kept."""
        self.turn += self.teller.rest()
        self._tell_last(self.teller.turns)

    def _tell_last(self, turns: int) -> None:
        """The last ones of so many turns."""
        self._close()
        left_out = turns - FIRST_TURNS - len(self.kept)
        if left_out > 0 and not self.whole:
            say(f"\n  ... {counted(left_out, 'turn')} ...\n")
        for turn in self.kept:
            self._say(turn)

    def _close(self) -> None:
        """A turn, or the set-up, is complete."""
        turn, self.turn = self.turn, []
        if not turn:
            return
        if self.whole or self.told <= FIRST_TURNS:
            self.told += 1
            self._say(turn)
        else:
            self.kept.append(turn)

    def _say(self, turn: list[Line]) -> None:
        head, lines = (turn[0].text, turn[1:]) if turn[0].turn is not None else (self.first, turn)
        say(f"\n{head}\n")
        short = self.whole or len(lines) <= MOST_LINES
        shown: list[Any] = lines if short else [*lines[: MOST_LINES - 2], None, lines[-1]]
        width = self.teller.view.width or WIDTH
        for line in shown:
            say(wrapped(line.text, width=width) if line is not None else f"  ... {len(lines) - MOST_LINES + 1} more ...\n")
