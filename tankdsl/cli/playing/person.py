"""A person plays all sides from the keyboard: what is asked, what is legal, and a few words beside.

What is shown is what the side that is asked may know. Nothing that can be typed ends in a traceback, and the end of the
input ends the game politely.
"""

from __future__ import annotations

import sys
from typing import Any

from tankdsl.cli.console import say
from tankdsl.cli.playing.choices import Choice, Input, choices_of, meant, numbered, part_choices
from tankdsl.cli.playing.ending import result_of
from tankdsl.cli.playing.eyes import Eyes
from tankdsl.cli.playing.questions import explained, point_of, why
from tankdsl.cli.playing.scene import Table
from tankdsl.cli.playing.standing import standing
from tankdsl.cli.playing.story import Teller
from tankdsl.cli.playing.wrap import wrapped
from tankdsl.engine import Recorder, Session

HELP = """\
  a number, or the words behind it   decide so
  map                                draw the map and how everything stands
  why WORDS                          why something is not legal: `why attack`, `why attack(A, B)`
  explain NAME(THINGS)               where a number comes from: the rows of a value of the rules
  undo                               take the last decision back
  save FILE                          write the record; `--resume FILE` goes on with it
  quit                               leave the game
"""


class Person:
    """One game at the keyboard."""

    def __init__(self, recorder: Recorder, view: Table) -> None:
        self.recorder, self.view = recorder, view
        self.eyes = Eyes(recorder.session.machine)
        self.teller = Teller(view, self.eyes)
        self.past: list[_Before] = []
        self.shown_to: int | None = None

    @property
    def session(self) -> Session:
        """The game as the engine has it."""
        return self.recorder.session

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
        self._look_through(self.session.machine.decision.side)
        began = self._tell()
        self._show_if_new(began)
        choices = choices_of(self.session, self.view, self.eyes)
        chosen = self._ask(self._question(), choices)
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
            self._look_through(self.session.game.side_ids.index(part["side"]))
            self._tell()
            question = f"{self.view.names.side(self.eyes.side)}, in secret: {part['prompt'] or 'choose'}"
            chosen = self._ask(question, part_choices(part))
            if chosen is None:
                return False
            if not chosen.given:
                return True  # something was taken back: begin anew with what is asked now
            answers.setdefault(part["side"], []).append(chosen.given)
        self._answer({"sealed": {side: given if len(given) > 1 else given[0] for side, given in answers.items()}})
        return True

    def _answer(self, given: Input) -> None:
        self.past.append(_Before(self.session.state(), len(self.recorder.inputs), dict(self.recorder.hashes), self.teller.turns))
        self.recorder.answer(given)

    def _ask(self, question: str, choices: list[Choice]) -> Choice | None:
        """A choice; one without an input when something was taken back; nothing when the person leaves."""
        say(f"\n{question}\n{numbered(choices)}")
        while True:
            text = read_line("> ")
            if text is None:
                say("\nThe game is left here.\n")
                return None
            word, _, rest = text.partition(" ")
            if text and (chosen := self._point(text) or meant(choices, text)) is not None:
                return chosen
            match word.lower():
                case "quit" | "exit" | "q":
                    return None
                case "undo" | "u":
                    if self._undo():
                        return Choice({}, "")
                case _:
                    say(self._aside(word.lower(), rest.strip(), question, choices))

    def _point(self, text: str) -> Choice | None:
        """A point of a table that was typed, if one is asked for and it is legal."""
        point = point_of(text) if self.session.machine.decision.kind == "point" else None
        if point is None or self.session.why_not({"point": point}) is not None:
            return None
        return Choice({"point": point}, text)

    def _aside(self, word: str, rest: str, question: str, choices: list[Choice]) -> str:
        """What is said to a word that decides nothing."""
        match word:
            case "":
                return f"{question}\n{numbered(choices)}"
            case "help" | "?" | "h":
                return HELP
            case "map" | "m":
                self._show()
                return f"\n{question}\n{numbered(choices)}"
            case "why":
                return why(self.session, self.view, self.eyes, rest)
            case "explain":
                return explained(self.session, self.view, self.eyes, rest)
            case "save":
                return self._save(rest)
        return "  That is none of these. Type a number, or `help`.\n"

    # ------------------------------------------------------------------------------------------------------ around it

    def _question(self) -> str:
        side = self.session.machine.decision.side
        request = self.session.request if side is None else self.session.view_request(self.session.game.side_ids[side])
        before, after = self.view.side_colour(side)
        return f"{before}{self.view.names.side(side)}{after}: {_asked(self.session, self.view, self.eyes, request)}"

    def _look_through(self, side: int | None) -> None:
        self.eyes.side = side

    def _tell(self) -> bool:
        """What has happened since, as the side that is asked may know it; whether a turn has begun."""
        events = self.session.events
        lines = [*self.teller.tell(events), *self.teller.rest()]
        for line in lines:
            say(f"\n{line.text}\n" if line.turn is not None else wrapped(line.text))
        events.clear()
        return any(line.turn is not None for line in lines)

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
        self.teller.turns = before.turns
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

    __slots__ = ("hashes", "inputs", "state", "turns")

    def __init__(self, state: dict[str, Any], inputs: int, hashes: dict[str, str], turns: int) -> None:
        self.state, self.inputs, self.hashes, self.turns = state, inputs, hashes, turns


def read_line(prompt: str) -> str | None:
    """A line that was typed, without blanks around; nothing at the end of the input."""
    say(prompt)
    try:
        line = sys.stdin.readline()
    except (UnicodeDecodeError, ValueError, OSError):
        return ""
    return line.strip() if line else None


def _asked(session: Session, view: Table, eyes: Eyes, request: dict[str, Any]) -> str:
    """The question itself."""
    prompt = str(request["prompt"]).rstrip()
    match request["kind"]:
        case "play":
            window = request.get("window")
            where = f" ({str(window).replace('_', ' ')})" if window else ""
            return f"{prompt or 'what now?'}{where}"
        case "point":
            return f"{prompt or 'where to?'} type two numbers, such as `12.5, 30`"
        case "step":
            unit = view.names.value(*_moving(session), eyes)
            here = view.names.place(session.game.map.index[request["at"]])
            return f"{prompt or 'where to?'} {unit} is at {here}, {request['left']} left"
        case "pick" if "param" in request:
            picked = f", chosen: {', '.join(map(str, request['picked']))}" if request.get("picked") else ""
            action = view.names.action(session.game.ids["action"][request["action"]])
            return f"{action}: which {_param(session, view, request)}?{picked}"
    return prompt or "choose"


def _moving(session: Session) -> tuple[Any, Any]:
    from tankdsl.engine.requests import moving_unit
    from tankdsl.engine.types import Type

    kind, unit = moving_unit(session.machine)
    return unit, Type("kind", session.game.kinds[kind].root)


def _param(session: Session, view: Table, request: dict[str, Any]) -> str:
    """A parameter by what it is, and by its name where that alone does not tell which is meant."""
    params = session.game.actions[session.game.ids["action"][request["action"]]].params
    param = next(each for each in params if each.name == request["param"])
    name, type = param.name.replace("_", " "), param.member
    alike = [each for each in params if (each.member.base, each.member.index) == (type.base, type.index)]
    noun = view.names.kind(type.index) if type.base == "kind" else "hex" if type.base == "place" and view.ground else ""
    if not noun:
        return name
    return noun if len(alike) == 1 else f"{noun} ({name})"
