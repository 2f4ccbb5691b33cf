"""What may be answered now, as a numbered list for a person, and what a typed word means.

The list is in the order in which the engine gives legal inputs. Pieces that the person may not know come behind the others
in the order of their places: neither words nor order may give them away.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tankdsl.cli.playing.eyes import Eyes
from tankdsl.cli.playing.scene import UNKNOWN, Table
from tankdsl.engine import Session
from tankdsl.engine.requests import option_type

Input = dict[str, Any]
WIDE = 78
"""Columns that a list of short choices may take."""
MOST_LISTED = 200
"""Choices that are listed; further ones may still be typed."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal input: the input, the words for it, and other words by which it may be called."""

    given: Input
    words: str
    aliases: tuple[str, ...] = ()


def choices_of(session: Session, view: Table, eyes: Eyes) -> list[Choice]:
    """The legal inputs of the decision that is due, unless it is a sealed one."""
    decision = session.machine.decision
    inputs = session.legal()
    hidden: list[Choice] = []
    known: list[Choice] = []
    for given, found in zip(inputs, decision.options, strict=False):
        choice = _hidden_piece(session, view, eyes, given, found)
        (known if choice is None else hidden).append(choice or _choice(session, view, eyes, given, found))
    ends = [Choice(given, next(iter(given))) for given in inputs[len(decision.options) :]]
    return [*known, *sorted(hidden, key=lambda choice: choice.words), *ends]


def part_choices(part: dict[str, Any]) -> list[Choice]:
    """The answers to one part of a sealed request."""
    found = [Choice({"pick": value}, _plain(value), _aliases(value)) for value in part["options"]]
    return [*found, Choice({"pass": True}, "pass")] if part["pass"] else found


def _hidden_piece(session: Session, view: Table, eyes: Eyes, given: Input, found: Any) -> Choice | None:
    """The choice of a piece that the person does not know: it is called by its place."""
    if "pick" not in given or (type := option_type(session.machine)).base != "kind" or eyes.knows(type.index, found):
        return None
    at = session.game.built_in(type.index, "at")
    place = view.names.place(session.machine.fields[at][found] if at >= 0 else None)
    return Choice(given, f"the hidden {view.names.kind(type.index)} at {place}", (place,))


def _choice(session: Session, view: Table, eyes: Eyes, given: Input, found: Any) -> Choice:
    verb, value = next(iter(given.items()))
    match verb:
        case "yes":
            return Choice(given, "yes" if value else "no", ("y" if value else "n",))
        case "play":
            words = view.names.action(session.game.ids["action"][value])
            return Choice(given, words, _aliases(value))
        case "chance":
            return Choice(given, str(value))
    return Choice(given, *_value(session, view, eyes, value, found))


def _value(session: Session, view: Table, eyes: Eyes, value: Any, found: Any) -> tuple[str, tuple[str, ...]]:
    """Words for an option of a pick or step: pieces with their sign on the map and their place."""
    type = option_type(session.machine)
    words = view.names.value(found, type, eyes)
    if type.base == "kind" and (session.game.kinds[type.index].root, found) in view.codes:
        code = view.code(type.index, found)
        at = session.machine.fields[session.game.built_in(type.index, "at")][found]
        where = f" at {view.names.place(at)}" if at is not None else ""
        return f"{words} ({code}){where}", (*_aliases(value), code, words)
    if type.base == "place":
        return words + _standing_there(session, view, eyes, found), (*_aliases(value), words)
    return words, _aliases(value)


def _standing_there(session: Session, view: Table, eyes: Eyes, place: int) -> str:
    there = [
        view.code(kind.index, entity) if eyes.knows(kind.index, entity) else UNKNOWN
        for kind in view.kinds
        for entity in range(len(kind.instances))
        if session.machine.fields[session.game.built_in(kind.index, "at")][entity] == place
    ]
    return f" [{' '.join(there)}]" if there else ""


def _aliases(value: Any) -> tuple[str, ...]:
    return (str(value),)


def _plain(value: Any) -> str:
    return "nothing" if isinstance(value, dict) else str(value)


def numbered(choices: list[Choice], wide: int = WIDE) -> str:
    """The list with numbers from 1, in columns when the words are short."""
    cells = [f"{number:>3} {choice.words}" for number, choice in enumerate(choices[:MOST_LISTED], 1)]
    width = max((len(cell) for cell in cells), default=0) + 3
    columns = max(1, min(min(WIDE, wide) // width, -(-len(cells) // 6)))
    rows = -(-len(cells) // columns)
    lines = ("".join(cell.ljust(width) for cell in cells[row::rows]).rstrip() for row in range(rows))
    more = len(choices) - len(cells)
    return "".join(f"{line}\n" for line in lines) + (f"    ... and {more} more\n" if more else "")


def meant(choices: list[Choice], text: str) -> Choice | None:
    """The choice that a typed word means: a number, or the words themselves, or what they begin with if that is clear."""
    if text.isdecimal() and len(text) < 9 and 1 <= int(text) <= len(choices):
        return choices[int(text) - 1]
    wanted = text.casefold()
    exact = [choice for choice in choices if wanted in _called(choice)]
    if len(exact) == 1:
        return exact[0]
    near = [choice for choice in choices if any(name.startswith(wanted) for name in _called(choice))]
    return near[0] if len(near) == 1 and wanted else None


def _called(choice: Choice) -> Iterable[str]:
    return [name.casefold() for name in (choice.words, *choice.aliases)]
