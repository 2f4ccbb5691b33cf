"""What happened, in words: one line for each thing that a side did, with what came of it behind.

The engine's events are facts in numbers. Here those that a person at the table would notice become words; what the rules
only note for themselves (states that mark a deed as done, and the like) is left out, and so is what the person who reads
may not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tankdsl.cli.playing.ending import outcome_of
from tankdsl.cli.playing.eyes import Eyes
from tankdsl.cli.playing.scene import Table
from tankdsl.cli.playing.sums import as_table, bonus_words, dice_of, in_line
from tankdsl.engine.content import Field
from tankdsl.engine.knowledge import is_known
from tankdsl.engine.machine import Machine
from tankdsl.engine.model import Game
from tankdsl.engine.types import Type
from tankdsl.engine.writes import default_of

TURN = "turn"
"""The period that `each side takes a turn` opens; a game may have another one of its own for each side."""
ON_THE_TABLE = ("unit", "marker", "checkpoint", "part", "thing")
_SLOT = re.compile(r"\{[^{}]*\}")
Event = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the story; `turn` is the number of the turn that it begins, or nothing; `battle` says that a battle ends or begins."""

    text: str
    turn: int | None = None
    battle: bool = False


class Teller:
    """Tells the events of one game; `eyes` say what the reader may know. With the next battle of a campaign view and eyes are others."""

    def __init__(self, view: Table, eyes: Eyes) -> None:
        self.view, self.eyes = view, eyes
        self.game, self.names = view.game, view.names
        self.turns = 0
        self.reckoned: list[str] = []
        """The totals of the last deed that had any, as tables."""
        self._lead = ""
        self._parts: list[str] = []
        self._moving: tuple[int, int] | None = None
        self._rounds = 0
        self._owned = 0
        self._bonus = ""
        self._dice: dict[tuple[int, ...], int] = {}
        self._said: set[str] = set()
        self._fresh = True

    def look_at(self, machine: Machine) -> None:
        """Go over to the machine that is being played now, if it is another one."""
        if machine is self.eyes.machine:
            return
        self.eyes = Eyes(machine, self.eyes.side)
        if machine.game is not self.game:
            self.view = self.view.of(machine.game)
            self.game, self.names = self.view.game, self.view.names

    def tell(self, events: Iterable[Event]) -> list[Line]:
        """The lines that these events complete; what is still going on comes with `rest`."""
        lines: list[Line] = []
        for event in events:
            match event["event"]:
                case "open":
                    lines += self._opened(event)
                case "close" if event["owner"] is not None:
                    self._owned = max(0, self._owned - 1)
                case "action":
                    lines += self.rest()
                    self._lead, self._fresh = self._action(event), True
                case "battle_over" | "battle":
                    lines += [*self.rest(), self._battle(event)]
                case "pass" if "window" not in event:
                    lines += [*self.rest(), Line(f"{self.names.side(event['side'])} {self.names.does(event['side'], 'passes', 'pass')}")]
                case _:
                    self._consequence(event)
        return lines

    def _opened(self, event: Event) -> list[Line]:
        """A turn of a side begins. In games without turns of a side a period of its own counts, such as a phase within a common turn."""
        name, owner = self.game.scopes[event["scope"]], event["owner"]
        if owner is None:
            self._rounds += name == TURN
            return []
        self._owned += 1
        if (name != TURN) if has_own_turns(self.game) else self._owned > 1:
            return []
        self.turns += 1
        number = self.turns if name == TURN else self._rounds or self.turns
        return [*self.rest(), Line(f"Turn {number}: {self.names.side(owner)}", self.turns)]

    def _battle(self, event: Event) -> Line:
        """A battle of a campaign ends, or the next one begins on a machine of its own."""
        if event["event"] == "battle":
            self.look_at(event["machine"])
            self.turns = 0
        self._rounds = self._owned = 0
        title = self.game.text.get(self.game.title, self.game.id)
        if event["event"] == "battle":
            return Line(f"Battle {self.game.battle}: {title}", battle=True)
        return Line(f"{title} is over. {outcome_of(event, self.view)}", battle=True)

    def marks(self) -> tuple[int, ...]:
        """Where the count of turns stands, to come back to."""
        return self.turns, self._rounds, self._owned

    def come_back(self, marks: tuple[int, ...]) -> None:
        """Count on from an earlier point."""
        self.turns, self._rounds, self._owned = marks
        self._parts, self._lead, self._moving, self.reckoned = [], "", None, []

    def rest(self) -> list[Line]:
        """What is told of the deed that is going on."""
        parts, lead = [part for part in self._parts if part], self._lead
        self._parts, self._lead, self._moving, self._dice, self._bonus = [], "", None, {}, ""
        if not parts:
            return [Line(lead)] if lead else []
        return [Line(f"{lead}: {'; '.join(parts)}" if lead else "; ".join(parts))]

    # ------------------------------------------------------------------------------------------------------- one event

    def _action(self, event: Event) -> str:
        action = self.game.actions[event["action"]]
        given = [self._value(event["slots"][param.slot], param.type) for param in action.params]
        words = f"{self.names.side(event['side'])}: {self.names.action(action.index)}"
        return f"{words} ({', '.join(given)})" if given else words

    def _consequence(self, event: Event) -> None:
        if event["event"] == "assign" and self.game.fields[event["field"]].id == "at":
            self._move(event)
        elif event["event"] == "weighed":
            self._weighed(event)
        elif event["event"] == "bonus":
            self._bonus = bonus_words(event["terms"])
        elif text := self._words(event):
            self._parts.append(text)
            self._moving = None

    def _words(self, event: Event) -> str:
        match event["event"]:
            case "roll" | "reroll":
                return self._rolled(event)
            case "assign":
                return self._assigned(event)
            case "random" if event["type"].base != "int":
                label = self.game.text.get(event["label"], "") or "by chance"
                return f"{label}: {self._value(event['value'], event['type'])}"
            case "full":
                kind, thing = self.game.piles[event["pile"]].kind, event["thing"]
                return f"no room for {self.names.entity(kind, thing) if self.eyes.knows(kind, thing) else self.names.some(kind)}"
            case "draw" if event["thing"] is not None:
                return self._drawn(event)
            case "reveal":
                return self._revealed(event)
            case "terrain":
                ground = self.game.ground().index
                return f"{self.names.place(event['place'])} becomes {self.names.entity(ground, event['terrain'])}"
            case "text":
                return self._text(event)
        return ""

    def _rolled(self, event: Event) -> str:
        """`rolls 2 5`, `rolls 2 5, which count as 3 6 (+1 ace)`"""
        self._dice[tuple(event["natural"])] = len(self._parts)
        self._said.clear()
        natural = " ".join(map(str, event["natural"])) or "nothing"
        word = "rolls again" if event["event"] == "reroll" else "rolls"
        bonus, self._bonus = f" ({self._bonus})" if self._bonus else "", "" if event["event"] == "roll" else self._bonus
        if tuple(event["natural"]) == tuple(event["values"]):
            return f"{word} {natural}"
        counts = "count" if len(event["values"]) > 1 else "counts"
        return f"{word} {natural}, which {counts} as {' '.join(map(str, event['values']))}{bonus}"

    def _weighed(self, event: Event) -> None:
        """Totals, in the place of the dice that they are made of. Nothing of them is told to those who may not know a part."""
        kinds = self.game.fields
        if not all(self.eyes.sees_field(f, e) and self.eyes.knows(kinds[f].root_kind, e) for f, e in event["secrets"]):
            return
        if self._fresh:
            self.reckoned, self._fresh = [], False
        for check in event["checks"]:
            line, told = in_line(check), as_table(check)
            self.reckoned += [told] if told not in self.reckoned else []
            if not line or line in self._said:
                continue
            self._said.add(line)
            for dice in dice_of(check):
                at = self._dice.pop(dice, None)
                if at is not None and self._parts[at].startswith("rolls "):
                    self._parts[at] = "rolls again" if self._parts[at].startswith("rolls again") else ""
            self._parts.append(line)
            self._moving = None

    def _assigned(self, event: Event) -> str:
        field = self.game.fields[event["field"]]
        entity, old, new = event["entity"], event["old"], event["new"]
        if not (self.eyes.sees_field(field.index, entity) and self.eyes.knows(field.root_kind, entity)):
            return ""
        who = self.names.entity(field.root_kind, entity)
        if self._category(field.root_kind) == "part":
            who = self._part(field.root_kind, entity, who)
        if field.id == "removed" and field.role == "built_in":
            return f"{who} is out" if new else ""
        if field.role == "track" and self._is_noticed(field):
            return f"{who} {self.names.field(field.index)} {old}->{new}"
        side = self.game.ids["kind"]["Side"]
        if self._category(field.root_kind) not in ON_THE_TABLE or field.role != "state":
            return ""
        if field.type.base == "kind" and field.type.index == side:
            return f"{who}: {self.names.field(field.index)} is now {self._value(new, field.type)}"
        if new is not None and (field.type.base == "direction" or (field.type.base == "enum" and new != self._first(field, entity))):
            is_part = self._category(field.root_kind) == "part"
            return self._turned(who if is_part else f"{who} {self.names.field(field.index)}", self._value(new, field.type))
        return ""

    def _turned(self, what: str, value: str) -> str:
        """A state that changes twice in one deed is told once, as it is in the end."""
        for at, part in enumerate(self._parts):
            if part.startswith(f"{what} "):
                self._parts[at] = ""
        return f"{what} {value}"

    def _first(self, field: Field, entity: int) -> Any:
        return default_of(self.eyes.machine, field, entity)

    def _part(self, kind: int, part: int, name: str) -> str:
        """A part by the thing that it belongs to: `Heavy 1's gunner`."""
        cells, kinds = self.eyes.machine.fields, self.game.kinds
        for field in self.game.fields:
            holds = field.type.base == "kind" and kinds[field.type.index].root == kind and field.root_kind != kind
            if holds and part in cells[field.index]:
                owner = cells[field.index].index(part)
                return f"{self.names.entity(field.root_kind, owner)}'s {self.names.field(field.index)}"
        return name

    def _move(self, event: Event) -> None:
        """A move of several steps is one part of the line."""
        field, entity, old, new = self.game.fields[event["field"]], event["entity"], event["old"], event["new"]
        piece = (field.root_kind, entity)
        if new is None or not self.eyes.sees_field(field.index, entity):
            return
        if self._moving == piece:
            self._parts[-1] += f"{' ->' if self.view.ground is None else ''} {self.names.place(new)}"
            return
        self._moving = piece
        who = self.names.entity(*piece) if self.eyes.knows(*piece) else f"a hidden {self.names.kind(field.kind)}"
        place = self.names.place(new)
        self._parts.append(f"{who} {self.names.place(old)} -> {place}" if old is not None else f"{who} at {place}")

    def _drawn(self, event: Event) -> str:
        kind = self.game.piles[event["pile"]].kind
        if self.eyes.sees_drawn(kind, event["thing"]):
            return f"draws {self.names.entity(kind, event['thing'])}"
        return f"draws {self.names.some(kind)}"

    def _revealed(self, event: Event) -> str:
        field, entity = self.game.fields[event["field"]], event["entity"]
        if not self.eyes.sees_field(field.index, entity):
            return ""
        value = self._shown(event["value"], field.type)
        return f"{self.names.entity(field.root_kind, entity)} shows {self.names.field(field.index)}: {value}"

    def _shown(self, value: Any, type: Type) -> str:
        """A value that was just shown: a card or token in it is known, wherever it has gone since."""
        side = self.eyes.side
        if value is None or type.base != "kind" or (side is not None and not is_known(self.eyes.machine, type.index, value, side)):
            return self._value(value, type)
        return self.names.entity(type.index, value)

    def _text(self, event: Event) -> str:
        """A text; each `{name}` in it stands for the next of the values."""
        values = iter(self._value(value, type) for type, value in event["values"])
        return _SLOT.sub(lambda slot: next(values, slot[0]), self.game.text.get(event["text"], ""))

    def _value(self, value: Any, type: Type) -> str:
        return self.names.value(value, type, self.eyes)

    def _is_noticed(self, field: Field) -> bool:
        """Whether people would mark a track on the table: of pieces always, of sides when it counts something by name."""
        kind = self.game.kinds[field.kind]
        return kind.category in ON_THE_TABLE or (kind.id, field.id) in self.view.measured

    def _category(self, kind: int) -> str:
        return self.game.kinds[kind].category


def has_own_turns(game: Game) -> bool:
    """Whether the turns of a game belong to a side each."""
    opened = (instruction for proc in game.procs for instruction in proc.code if instruction[0] == "open")
    return any(game.scopes[scope] == TURN and game.roots[who] != ("const", None) for _, scope, who in opened)
