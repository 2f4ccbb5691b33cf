"""Who sits at the keyboard, and what each of them has been told.

With one person for all sides, or with piped input, there is one seat: everything is told once, as the side that is asked may
know it. Two people at one terminal who have secrets from each other have a seat each: when the keyboard goes over, the screen
is cleared, the next one says that he is there, and then hears what has happened since he looked last, as he may know it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tankdsl.cli.playing.eyes import Eyes
from tankdsl.cli.playing.scene import Table
from tankdsl.cli.playing.story import Line, Teller
from tankdsl.engine import Game
from tankdsl.engine.machine import Machine

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears a terminal with what has scrolled away."""


@dataclass(slots=True)
class Seat:
    """Somebody who is told the story: how much of it he has heard."""

    teller: Teller
    heard: int = 0


Marks = dict[int | None, tuple[int, tuple[int, ...]]]


class Seats:
    """The seats of one game and the events that it has seen."""

    def __init__(self, view: Table, machine: Machine, *, apart: bool, known: list[dict[str, Any]]) -> None:
        self.view, self.machine, self.apart = view, machine, apart
        self.history: list[dict[str, Any]] = list(known)
        self.begun = len(known)
        """Events from before the game was gone on with, which are told to nobody."""
        self.seats: dict[int | None, Seat] = {}
        self.seat = self._seat(None)

    def _seat(self, side: int | None) -> Seat:
        key = side if self.apart else None
        if key not in self.seats:
            teller = Teller(self.view, Eyes(self.machine))
            teller.tell(self.history[: self.begun])
            teller.rest()
            self.seats[key] = Seat(teller, self.begun)
        return self.seats[key]

    def changes(self, side: int | None) -> bool:
        """Whether somebody else must come to the keyboard for that side."""
        return self.apart and side is not None and self.seat is not self._seat(side)

    def sit(self, side: int | None, machine: Machine) -> None:
        """Look through the eyes of a side from now on."""
        if side is not None or not self.apart:
            self.seat = self._seat(side)
        self.seat.teller.eyes.side = side
        if machine.game is self.seat.teller.game:
            # Over to the next battle of a campaign goes only who hears that it begins.
            self.seat.teller.look_at(machine)

    def tell(self, events: list[dict[str, Any]]) -> list[Line]:
        """What this seat has not heard yet; `events` are new ones, and emptied."""
        self.history += events
        events.clear()
        new = self.history[self.seat.heard :]
        self.seat.heard = len(self.history)
        return [*self.seat.teller.tell(new), *self.seat.teller.rest()]

    def marks(self) -> tuple[int, Marks]:
        """Where everything stands, to come back to."""
        return len(self.history), {key: (seat.heard, seat.teller.marks()) for key, seat in self.seats.items()}

    def come_back(self, marks: tuple[int, Marks], machine: Machine) -> None:
        """Forget what has happened since."""
        length, told = marks
        del self.history[length:]
        for key in [key for key in self.seats if key not in told]:
            del self.seats[key]
        for key, (heard, counted) in told.items():
            self.seats[key].heard = heard
            self.seats[key].teller.look_at(machine)
            self.seats[key].teller.come_back(counted)
        if self.seat not in self.seats.values():
            self.seat = self._seat(self.seat.teller.eyes.side)


def has_secrets(game: Game) -> bool:
    """Whether there is anything in a game that not everybody may see."""
    return (
        any(field.visible is not None for field in game.fields)
        or any(pile.visible is not None for pile in game.piles)
        or any(kind.identity is not None for kind in game.kinds)
    )
