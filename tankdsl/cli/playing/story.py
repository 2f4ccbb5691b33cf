"""What happened, in words: one line for each thing that a side did, with what came of it behind.

The engine's events are facts in numbers. Here those that a person at the table would notice become words; what the rules
only note for themselves (states that mark a deed as done, and the like) is left out, and so is what the person who reads
may not know.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tankdsl.cli.playing.eyes import Eyes
from tankdsl.cli.playing.scene import Table
from tankdsl.engine.content import Field
from tankdsl.engine.types import Type

TURN = "turn"
"""The period that `each side takes a turn` opens."""
ON_THE_TABLE = ("unit", "marker", "checkpoint", "part", "thing")
Event = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the story; `turn` is the number of the turn that it begins, or nothing."""

    text: str
    turn: int | None = None


class Teller:
    """Tells the events of one game; `eyes` say what the reader may know."""

    def __init__(self, view: Table, eyes: Eyes) -> None:
        self.view, self.eyes = view, eyes
        self.game, self.names = view.game, view.names
        self.turns = 0
        self._lead = ""
        self._parts: list[str] = []
        self._moving: tuple[int, int] | None = None

    def tell(self, events: Iterable[Event]) -> list[Line]:
        """The lines that these events complete; what is still going on comes with `rest`."""
        lines: list[Line] = []
        for event in events:
            match event["event"]:
                case "open" if self.game.scopes[event["scope"]] == TURN and event["owner"] is not None:
                    lines += self.rest()
                    self.turns += 1
                    lines.append(Line(f"Turn {self.turns}: {self.names.side(event['owner'])}", self.turns))
                case "action":
                    lines += self.rest()
                    self._lead = self._action(event)
                case "pass" if "window" not in event:
                    lines += [*self.rest(), Line(f"{self.names.side(event['side'])} passes")]
                case _:
                    self._consequence(event)
        return lines

    def rest(self) -> list[Line]:
        """What is told of the deed that is going on."""
        parts, lead = self._parts, self._lead
        self._parts, self._lead, self._moving = [], "", None
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
        elif text := self._words(event):
            self._parts.append(text)
            self._moving = None

    def _words(self, event: Event) -> str:
        match event["event"]:
            case "roll" | "reroll":
                return _dice(event)
            case "assign":
                return self._assigned(event)
            case "random" if event["type"].base != "int":
                label = self.game.text.get(event["label"], "") or "by chance"
                return f"{label}: {self._value(event['value'], event['type'])}"
            case "draw" if event["thing"] is not None:
                return self._drawn(event)
            case "reveal":
                return self._revealed(event)
            case "terrain":
                ground = self.game.ids["kind"]["Terrain"]
                return f"{self.names.place(event['place'])} becomes {self.names.entity(ground, event['terrain'])}"
            case "text":
                return self._text(event)
        return ""

    def _assigned(self, event: Event) -> str:
        field = self.game.fields[event["field"]]
        entity, old, new = event["entity"], event["old"], event["new"]
        if not (self.eyes.sees_field(field.index, entity) and self.eyes.knows(field.root_kind, entity)):
            return ""
        who = self.names.entity(field.root_kind, entity)
        if field.id == "removed" and field.role == "built_in":
            return f"{who} is out" if new else ""
        if field.role == "track" and self._is_noticed(field):
            return f"{who} {self.names.field(field.index)} {old}->{new}"
        side = self.game.ids["kind"]["Side"]
        if field.type.base == "kind" and field.type.index == side and self._category(field.root_kind) in ON_THE_TABLE:
            return f"{who}: {self.names.field(field.index)} is now {self._value(new, field.type)}"
        return ""

    def _move(self, event: Event) -> None:
        """A move of several steps is one part of the line."""
        field, entity, old, new = self.game.fields[event["field"]], event["entity"], event["old"], event["new"]
        piece = (field.root_kind, entity)
        if new is None or not self.eyes.sees_field(field.index, entity):
            return
        if self._moving == piece:
            self._parts[-1] += f" {self.names.place(new)}"
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
        value = self._value(self.eyes.machine.fields[field.index][entity], field.type)
        return f"{self.names.entity(field.root_kind, entity)} shows {self.names.field(field.index)}: {value}"

    def _text(self, event: Event) -> str:
        values = [self._value(value, type) for type, value in event["values"]]
        text = self.game.text.get(event["text"], "")
        return f"{text} {', '.join(values)}".strip()

    def _value(self, value: Any, type: Type) -> str:
        return self.names.value(value, type, self.eyes)

    def _is_noticed(self, field: Field) -> bool:
        """Whether people would mark a track on the table: of pieces always, of sides when it counts something by name."""
        kind = self.game.kinds[field.kind]
        return kind.category in ON_THE_TABLE or (kind.id, field.id) in self.view.measured

    def _category(self, kind: int) -> str:
        return self.game.kinds[kind].category


def _dice(event: Event) -> str:
    """`rolls 2 5 (+1: 3 6)`"""
    natural = " ".join(map(str, event["natural"])) or "nothing"
    word = "rolls again" if event["event"] == "reroll" else "rolls"
    if tuple(event["natural"]) == tuple(event["values"]):
        return f"{word} {natural}"
    return f"{word} {natural}, which counts as {' '.join(map(str, event['values']))}"
