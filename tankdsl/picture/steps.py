"""The steps that pieces of a compiled scenario can take, asked of its rules of movement one by one.

The checks of a pack reason over all moments of a game; a compiled file gives its rules to the engine and nothing else. So each piece is put
on each hex in turn, at the beginning of the scenario before any rule has run, with all other units off the map, and for each neighbour the
rules are asked whether it may step there as the first step of a move, and at what cost. The points of a move do not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from tankdsl.engine import GameError
from tankdsl.engine.machine import FAULTS, Machine
from tankdsl.engine.model import Kind
from tankdsl.frozen import Frozen, FrozenValue
from tankdsl.ground.graph import Steps
from tankdsl.picture.answers import NoAnswer, Questions

MOST_STEPS = 500_000
"""Steps that are asked for, which takes some ten seconds."""


class Mover(Frozen):
    """Pieces of one side whose steps are the same."""

    side: str | None
    models: tuple[str, ...]
    placed: tuple[int, ...]
    """Where some of them stand at the start, in ascending order."""
    costs: Mapping[tuple[int, int], int]
    """The steps from a hex to its neighbour that are allowed, each with the least that it costs."""

    @property
    def steps(self) -> Steps:
        """The hexes that can be entered, and for each those to which one can step from it."""
        found: dict[int, list[int]] = {b: [] for b in sorted({b for _, b in self.costs})}
        for a, b in sorted(self.costs):
            if a in found:
                found[a].append(b)
        return {a: tuple(nexts) for a, nexts in found.items()}


class Place(FrozenValue):
    """Something to come to."""

    name: str
    hexes: tuple[int, ...]


class Movers:
    """Who moves in a compiled scenario. Raises `GameError` for a document that the engine does not take."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self.questions = Questions(document)
        self.game = self.questions.game

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides in the order of the rules."""
        return tuple(self.document["content"]["sides"])

    @cached_property
    def _beginning(self) -> Machine:
        return self.questions.machine()

    @cached_property
    def _pieces(self) -> dict[tuple[str | None, str], list[tuple[Kind, int]]]:
        """The units that some movement is for, by side and model."""
        m = self._beginning
        models = {(kind["id"], one["id"]): one["model"] for kind in self.document["content"]["kinds"] for one in kind["instances"]}
        found: dict[tuple[str | None, str], list[tuple[Kind, int]]] = {}
        for kind in (kind for kind in self.game.kinds if kind.root == kind.index and kind.category == "unit"):
            side = self.game.built_in(kind.index, "side")
            for entity, id in enumerate(kind.instances):
                number = m.fields[side][entity] if side >= 0 else None
                own = self.game.kinds[kind.entity_kinds[entity]].id
                if self.questions.movements_for(kind.index, entity):
                    key = (None if number is None else self.sides[self.game.sides.index(number)], models[own, id])
                    found.setdefault(key, []).append((kind, entity))
        return found

    def all(self, model: str | None = None) -> tuple[Mover, ...] | NoAnswer:
        """Those who move, or only those of a model, by side and first model; or why there is no answer."""
        wanted = {key: pieces for key, pieces in self._pieces.items() if model in (None, key[1])}
        if not wanted:
            known = tuple(dict.fromkeys(name for _, name in self._pieces))
            if model is None:
                return NoAnswer("no piece moves in this scenario")
            return NoAnswer(f"no piece of `{model}` moves in this scenario", model, known)
        if len(wanted) * 6 * len(self.questions.names) > MOST_STEPS:
            return NoAnswer(f"there are more than {MOST_STEPS:,} steps to ask for, and no more are", help=("`--for MODEL` asks for fewer",))
        alike: dict[tuple[object, ...], Mover] = {}
        try:
            for (side, name), pieces in wanted.items():
                places = (self._beginning.places[kind.index][entity] for kind, entity in pieces)
                placed = {place for place in places if place is not None}
                costs = self._costs(self.questions.machine("fast"), *pieces[0])
                same = alike.get((side, *costs.items()))
                models, placed = ((name,), placed) if same is None else ((*same.models, name), placed.union(same.placed))
                alike[(side, *costs.items())] = Mover(side, models, tuple(sorted(placed)), costs)
        except (*FAULTS, GameError) as error:
            return NoAnswer(f"the rules give no answer at the beginning of the scenario: {error}")
        if not any(mover.costs for mover in alike.values()):
            return NoAnswer(
                "its rules let no such piece take a step when the game begins", help=("the pack that it was built from can be asked",)
            )
        return tuple(alike.values())

    def _costs(self, m: Machine, kind: Kind, entity: int) -> dict[tuple[int, int], int]:
        for other in self.game.kinds:
            if other.root == other.index and other.category == "unit":
                at = m.fields[self.game.built_in(other.index, "at")]
                at[:] = [None] * len(at)
        own = m.fields[self.game.built_in(kind.index, "at")]
        found: dict[tuple[int, int], int] = {}
        for movement in self.questions.movements_for(kind.index, entity):
            facts_of = m.ev.steps_of(self.game.movements.index(movement))
            for here in range(len(self.questions.names)):
                own[entity] = here
                for there in self.game.map.neighbours[here]:
                    facts = facts_of(entity, here, there, ())
                    if facts is not None:
                        found[here, there] = min(facts[0], found.get((here, there), facts[0]))
        return found

    # --------------------------------------------------------------------------------------------------------- where

    def base(self, side: str | None) -> tuple[int, ...]:
        """Where a side begins: the hexes of its pieces that move; else its territory, else the largest zone that is named after it."""
        m = self._beginning
        placed = {m.places[kind.index][entity] for (of, _), pieces in self._pieces.items() if of == side for kind, entity in pieces}
        places = self.document["content"]["map"]["places"]
        territory = (index for index, place in enumerate(places) if place.get("territory") == side)
        return tuple(sorted(placed - {None})) or tuple(territory) or self._own_zone(side)

    def _own_zone(self, side: str | None) -> tuple[int, ...]:
        own = [zone.hexes for zone in self._zones() if [other for other in self.sides if other in zone.name.split("_")] == [side]]
        return max(own, key=len, default=())

    def enemy(self, side: str | None) -> Place:
        """Where the enemies of a side begin."""
        return Place("the enemy", tuple(sorted({index for other in self.sides if other != side for index in self.base(other)})))

    def goals(self) -> list[Place]:
        """What there is to come to: the checkpoints on the map, then the zones and places that endings and missions ask for."""
        at, asked = self.questions.labels, set(_asked_for(self.document["rules"]))
        checkpoints = [kind for kind in self.document["content"]["kinds"] if kind["category"] == "checkpoint"]
        starts = [(one["id"], one.get("start", {}).get("at")) for kind in checkpoints for one in kind["instances"]]
        goals = [Place(id, (at[start],)) for id, start in starts if start is not None]
        goals += [zone for zone in self._zones() if ("zone", zone.name) in asked]
        names = self.document["content"]["map"]["names"].items()
        goals += [Place(name, (at[place],)) for name, place in names if ("place", place) in asked]
        return list({goal.hexes: goal for goal in reversed(goals)}.values())[::-1]

    def _zones(self) -> Iterator[Place]:
        for name, places in self.document["content"]["map"]["zones"].items():
            if places:
                yield Place(name, tuple(sorted(self.questions.labels[place] for place in places)))


def _asked_for(rules: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The zones and places that the expressions of endings and missions name, those of the values that they call included."""
    bodies = {value["id"]: value["body"] for value in rules["values"]}
    todo: list[Any] = [*rules["endings"], *rules["missions"]]
    while todo:
        match todo.pop():
            case ["zone" | "place" as sort, str(id)]:
                yield sort, id
            case ["call", str(id), *arguments]:
                todo += arguments
                if id in bodies:
                    todo.append(bodies.pop(id))
            case list(parts):
                todo += parts
            case dict(node):
                todo += node.values()
