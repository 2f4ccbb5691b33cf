"""A person plays all sides from the keyboard: what is asked, what is legal, and a few words beside.

What is shown is what the side that is asked may know. Nothing that can be typed ends in a traceback, and the end of the
input ends the game politely.
"""

from __future__ import annotations

import sys
from typing import Any

from tankdsl.cli.console import is_terminal, say
from tankdsl.cli.playing.choices import Choice, Input, choices_of, meant, numbered, part_choices
from tankdsl.cli.playing.ending import result_of
from tankdsl.cli.playing.eyes import Eyes
from tankdsl.cli.playing.prompts import asked, decimal
from tankdsl.cli.playing.questions import explained, number_for, point_for, read_whole, refused, state_of, why
from tankdsl.cli.playing.scene import Table
from tankdsl.cli.playing.seats import CLEAR, Marks, Seats, has_secrets
from tankdsl.cli.playing.standing import standing
from tankdsl.cli.playing.story import Line
from tankdsl.cli.playing.wrap import WIDTH, wrapped
from tankdsl.engine import Recorder, Session
from tankdsl.engine.tabletop import is_table

HELP = """\
  a number, or the words behind it   decide so; several with `;` between them: `move; J7; J6; done`
  ACTION(THINGS)                     a whole action at once: `attack(A, B)`
  map                                draw the map and how everything stands
  state UNIT                         everything about a piece that you may know
  why                                where the last total comes from
  why WORDS                          why something is not legal: `why attack`, `why attack(A, B)`
  explain NAME(THINGS)               where a number comes from: the rows of a value of the rules
  undo                               take the last decision back
  save FILE                          write the record; `--resume FILE` goes on with it
  quit                               leave the game
"""
NO_TOTAL = "  No total was counted yet. `why attack` says why something is not legal.\n"


class Person:
    """One game at the keyboard."""

    def __init__(self, recorder: Recorder, view: Table) -> None:
        self.recorder = recorder
        machine, events = recorder.session.machine, recorder.session.events
        apart = has_secrets(machine.game) and is_terminal(sys.stdin) and is_terminal(sys.stdout)
        self.seats = Seats(view, machine, apart=apart, known=events if recorder.inputs else [])
        if recorder.inputs:
            events.clear()
        self.past: list[_Before] = []
        self.typed: list[str] = []
        """Answers that were typed in one line and are still to be given."""
        self.shown_to: int | None = None

    @property
    def session(self) -> Session:
        """The game as the engine has it."""
        return self.recorder.session

    @property
    def view(self) -> Table:
        """How the battle looks that is being played."""
        return self.seats.seat.teller.view

    @property
    def eyes(self) -> Eyes:
        """What is shown is what these eyes see."""
        return self.seats.seat.teller.eyes

    def play(self) -> None:
        """Ask until the game is over or the person leaves."""
        while not self.session.is_over:
            answered = self._sealed() if self.session.machine.decision.kind == "sealed" else self._decide()
            if not answered:
                return
        self._tell()
        self.eyes.side = None
        self._show()
        say("\n" + result_of(self.recorder, self.view))

    # ----------------------------------------------------------------------------------------------------- decisions

    def _decide(self) -> bool:
        """One decision of one side; false when the person leaves."""
        if not self._sit(self.session.machine.decision.side):
            return False
        began = self._tell()
        self._show_if_new(began)
        numbers = self.session.request.get("range")
        choices = choices_of(self.session, self.view, self.eyes)
        if numbers is not None:
            choices = [choice for choice in choices if "pick" not in choice.given]
        chosen = self._ask(self._question() + self._from_to(numbers), choices, numbers)
        if chosen is None:
            return False
        if chosen.given:
            self._answer(chosen.given)
        return True

    def _sealed(self) -> bool:
        """The answers of all sides, which none of them sees before all are given."""
        answers: dict[str, list[Input]] = {}
        parts = self.session.request["parts"]
        for part in parts:
            if not self._sit(self.session.game.side_ids.index(part["side"])):
                return False
            self._tell()
            question = f"{self.view.names.side(self.eyes.side)}, in secret: {part['prompt'] or 'choose'}"
            chosen = self._ask(question + self._from_to(part.get("range")), part_choices(part), part.get("range"))
            if chosen is None:
                return False
            if not chosen.given:
                return True  # something was taken back: begin anew with what is asked now
            answers.setdefault(part["side"], []).append(chosen.given)
        self._answer({"sealed": {side: given if len(given) > 1 else given[0] for side, given in answers.items()}})
        return True

    def _answer(self, given: Input) -> None:
        self.past.append(_Before(self.session.state(), len(self.recorder.inputs), dict(self.recorder.hashes), self.seats.marks()))
        self.recorder.answer(given)

    def _ask(self, question: str, choices: list[Choice], numbers: list[int] | None = None) -> Choice | None:
        """A choice, or a number within bounds; one without an input when something was taken back; nothing when the person leaves."""
        again = f"{question}\n{self._numbered(choices)}"
        if not self.typed:
            say(f"\n{again}")
        while True:
            text = self._next_text()
            if text is None:
                say("\nThe game is left here.\n")
                return None
            word, _, rest = text.partition(" ")
            chosen = self._number(numbers, text) if numbers is not None else None
            if text and (chosen := chosen or meant(choices, text) or self._other(text)) is not None:
                return chosen
            self.typed.clear()
            match word.lower():
                case "quit" | "exit" | "q":
                    return None
                case "undo" | "u":
                    if self._undo():
                        return Choice({}, "")
                case _:
                    say(self._aside(word.lower(), rest.strip(), again) or self._no_answer(text))

    def _next_text(self) -> str | None:
        """What was typed next: the rest of a line, or a new one."""
        if self.typed:
            text = self.typed.pop(0)
            say(f"> {text}\n")
            return text
        line = read_line("> ")
        if line is None or ";" not in line:
            return line
        first, *self.typed = [part.strip() for part in line.split(";") if part.strip()] or [""]
        return first

    def _other(self, text: str) -> Choice | None:
        """Legal answers that are in no list: a point of a table, a whole action."""
        if self.session.machine.decision.kind == "sealed":
            return None
        point = point_for(self.session, text)
        if point is None:
            given = read_whole(self.session, self.view, self.eyes, text)
            return None if given is None else Choice(given, text)
        on_table = self.session.game.map.has(tuple(point))
        return Choice({"point": point}, text) if on_table and self.session.why_not({"point": point}) is None else None

    def _number(self, numbers: list[int], text: str) -> Choice | None:
        """One of so many numbers that they are not listed."""
        found = number_for(numbers, text, on_table=self._on_table)
        return None if found is None else Choice({"pick": found}, text)

    def _from_to(self, numbers: list[int] | None) -> str:
        """What may be typed where numbers are not listed."""
        if numbers is None:
            return ""
        low, high = (decimal(number) if self._on_table else str(number) for number in numbers)
        return f" Type a number from {low} to {high}."

    @property
    def _on_table(self) -> bool:
        return is_table(self.session.game.map)

    def _no_answer(self, text: str) -> str:
        """Why what was typed is no answer."""
        found = "" if self.session.machine.decision.kind == "sealed" else refused(self.session, self.view, self.eyes, text)
        return found or "  That is none of these. Type a number, or `help`.\n"

    def _aside(self, word: str, rest: str, again: str) -> str:
        """What is said to a word that decides nothing; empty when it is no such word."""
        match word:
            case "":
                return again
            case "help" | "?" | "h":
                return HELP
            case "map" | "m":
                self._show()
                return f"\n{again}"
            case "state" | "s":
                return state_of(self.session, self.view, self.eyes, rest)
            case "why" if not rest:
                return "\n".join(self.seats.seat.teller.reckoned) or NO_TOTAL
            case "why":
                return why(self.session, self.view, self.eyes, rest)
            case "explain":
                return explained(self.session, self.view, self.eyes, rest)
            case "save":
                return self._save(rest)
        return ""

    # ------------------------------------------------------------------------------------------------------ around it

    def _question(self) -> str:
        side = self.session.machine.decision.side
        request = self.session.request if side is None else self.session.view_request(self.session.game.side_ids[side])
        before, after = self.view.side_colour(side)
        return f"{before}{self.view.names.side(side)}{after}: {asked(self.session, self.view, self.eyes, request)}"

    def _numbered(self, choices: list[Choice]) -> str:
        return numbered(choices) if self.view.width is None else numbered(choices, self.view.width)

    def _sit(self, side: int | None) -> bool:
        """Look through the eyes of a side; two people with secrets hand the keyboard over. False when nobody comes."""
        change = self.seats.changes(side)
        if change:
            name = self.view.names.side(side)
            say(f"{CLEAR}The keyboard goes to {name}. {name}: press Enter when nobody else looks.\n")
            if read_line("") is None:
                return False
            say(CLEAR)
        self.seats.sit(side, self.session.machine)
        if change:
            self.typed.clear()
            self.shown_to = None
        return True

    def _tell(self) -> bool:
        """What has happened since, as the side that is asked may know it; whether a turn has begun."""
        lines = self.seats.tell(self.session.events)
        for line in lines:
            say(self._line(line))
        return any(line.turn is not None or line.battle for line in lines)

    def _line(self, line: Line) -> str:
        if line.turn is not None or line.battle:
            return f"\n{line.text}\n"
        return wrapped(line.text, width=self.view.width or WIDTH)

    def _show_if_new(self, turn_began: bool) -> None:
        """The whole table when a turn begins, the map when another side is to do something, nothing for a reaction."""
        side = self.session.machine.decision.side
        if turn_began or self.shown_to is None:
            self._show()
        elif side != self.shown_to and "window" not in self.session.request:
            self._show_map()
        else:
            return
        self.shown_to = side

    def _show(self) -> None:
        self._show_map()
        say(f"\n{standing(self.view, self.session.machine, self.eyes)}")

    def _show_map(self) -> None:
        drawn = self.view.draw(self.session.machine, self.eyes)
        if drawn:
            say(f"\n{drawn}\n\n{self.view.legend(self.session.machine)}\n")

    def _undo(self) -> bool:
        """Go back to before the last decision; false when there is none."""
        if not self.past:
            say("  There is nothing to take back.\n")
            return False
        before = self.past.pop()
        self.session.restore(before.state)
        del self.recorder.inputs[before.inputs :]
        self.recorder.hashes = before.hashes
        self.session.events.clear()
        self.seats.come_back(before.marks, self.session.machine)
        say("  Taken back.\n")
        return True

    def _save(self, path: str) -> str:
        if not path:
            return "  Say where: `save FILE`.\n"
        from tankdsl.cli.records import write_record

        problem = write_record(self.recorder, path)
        return f"  {problem.headline}.\n" if problem else f"  The record is in {path}; `--resume {path}` goes on with it.\n"


class _Before:
    """What an undo goes back to."""

    __slots__ = ("hashes", "inputs", "marks", "state")

    def __init__(self, state: dict[str, Any], inputs: int, hashes: dict[str, str], marks: tuple[int, Marks]) -> None:
        self.state, self.inputs, self.hashes, self.marks = state, inputs, hashes, marks


def read_line(prompt: str) -> str | None:
    """A line that was typed, without blanks around; nothing at the end of the input."""
    say(prompt)
    try:
        line = sys.stdin.readline()
    except (UnicodeDecodeError, ValueError, OSError):
        return ""
    return line.strip() if line else None
