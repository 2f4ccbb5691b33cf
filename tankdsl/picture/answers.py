"""Questions to the rules whose answers are drawn: what a piece can reach, what is seen, what a line of sight meets.

The engine is asked, at the beginning of the scenario before any rule has run, with options as the scenario sets them.  For what a piece can
reach it stands on the given hex and all pieces of other sides are off the map, so the answer is about the ground and the own side only.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush
from typing import Any

from tankdsl.engine import Game, GameError, load_game
from tankdsl.engine.machine import FAULTS, Machine
from tankdsl.engine.model import Movement, Sight
from tankdsl.engine.paths import Walk, allowance, can_end, next_steps
from tankdsl.engine.setup import begin, new_machine, resolve_options
from tankdsl.frozen import FrozenValue
from tankdsl.picture.lines import Telling, blocking_sides, look
from tankdsl.picture.nearest import near_hexes, near_units
from tankdsl.picture.scene import Ray, Reach, View

MOST_PATHS = 200_000
"""Paths that are followed for one picture."""


class NoAnswer(FrozenValue):
    """Why a question cannot be answered, in a sentence without a full stop.

    `known` are the names that there are, if a name was unknown; `help` is what else helps then.
    """

    reason: str
    wanted: str = ""
    known: tuple[str, ...] = ()
    help: tuple[str, ...] = ()


class Questions:
    """The rules of a scenario on hexes, ready to be asked. Raises `GameError` for a document that the engine does not take."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self.game: Game = load_game(dict(document))
        self.labels: dict[str, int] = {}
        for index, place in enumerate(document["content"]["map"]["places"]):
            self.labels.setdefault(place["id"], index)
            self.labels.setdefault(place["label"], index)
        self.names: tuple[str, ...] = tuple(place["label"] for place in document["content"]["map"]["places"])

    def place(self, label: str) -> int | NoAnswer:
        """The hex of a label, or of a name that the map gives it."""
        named = self.game.map.names.get(label)
        found: int | None = self.labels.get(label, named)
        if found is not None:
            return found
        return NoAnswer(f"there is no hex `{label}` on the map", label, help=near_hexes(label, self.names, tuple(self.game.map.names)))

    def machine(self, evaluator: str = "oracle") -> Machine:
        """The beginning of the scenario, before any rule has run."""
        m = new_machine(self.game, evaluator)
        begin(m, resolve_options(self.game, None), 1)
        return m

    # --------------------------------------------------------------------------------------------------------- reach

    def reach(self, piece: str, label: str, movement: str | None = None) -> Reach | NoAnswer:
        """What a piece can reach in one move from a hex, and what it costs at least."""
        start, found = self.place(label), self._piece(piece)
        if isinstance(start, NoAnswer):
            return start
        if isinstance(found, NoAnswer):
            return found
        kind, entity = found
        rule = self._movement(piece, kind, entity, movement)
        if isinstance(rule, NoAnswer):
            return rule
        try:
            m = self.machine()
            self._set_up(m, kind, entity, start)
            costs = self._costs(m, self.game.movements.index(rule), entity, start)
        except (*FAULTS, GameError) as error:
            return NoAnswer(f"the rules give no answer at the beginning of the scenario: {error}")
        if costs is None:
            return NoAnswer(f"`{piece}` has more than {MOST_PATHS:,} ways from `{label}`, and no more are followed")
        return Reach(f"{piece} from {label}: the least cost of one move by `{rule.id}`, without the enemy", start, costs)

    def _piece(self, wanted: str) -> tuple[int, int] | NoAnswer:
        units = [kind for kind in self.game.kinds if kind.root == kind.index and kind.category == "unit"]
        for kind in units:
            if wanted in kind.instances:
                return kind.index, kind.instances.index(wanted)
        pairs = ((id, key) for kind in units for id, key in zip(kind.instances, kind.names, strict=True))
        names = {id: self.game.text.get(key, "") or id for id, key in pairs}
        return NoAnswer(f"there is no unit `{wanted}` in this scenario", wanted, help=near_units(wanted, names))

    def _movement(self, piece: str, kind: int, entity: int, wanted: str | None) -> Movement | NoAnswer:
        fitting = self.movements_for(kind, entity)
        if wanted is None:
            return fitting[0] if fitting else NoAnswer(f"the rules have no movement for `{piece}`")
        known = tuple(rule.id for rule in fitting)
        unknown = NoAnswer(f"there is no movement `{wanted}` for `{piece}`", wanted, known)
        return next((rule for rule in fitting if rule.id == wanted), unknown)

    def movements_for(self, kind: int, entity: int) -> list[Movement]:
        """The movements that a piece can use, in the order of the rules."""
        lineage = set(self._lineage(self.game.kinds[kind].entity_kinds[entity]))
        return [rule for rule in self.game.movements if rule.kind in lineage]

    def _lineage(self, kind: int) -> list[int]:
        parents = {each["id"]: each.get("parent") for each in self.document["content"]["kinds"]}
        ids = self.game.ids["kind"]
        found: list[int] = []
        name: str | None = self.game.kinds[kind].id
        while name is not None and ids[name] not in found:
            found.append(ids[name])
            name = parents.get(name)
        return found

    def _set_up(self, m: Machine, kind: int, entity: int, start: int) -> None:
        side = self.game.built_in(kind, "side")
        own = m.fields[side][entity] if side >= 0 else None
        for other in self.game.kinds:
            if other.root != other.index or other.category != "unit":
                continue
            at, sides = self.game.built_in(other.index, "at"), self.game.built_in(other.index, "side")
            for each in range(len(other.instances)):
                if sides >= 0 and m.fields[sides][each] != own:
                    m.fields[at][each] = None
        m.fields[self.game.built_in(kind, "at")][entity] = start

    def _costs(self, m: Machine, movement: int, entity: int, start: int) -> dict[int, int] | None:
        """The least cost at which a move may end on each hex.

        Of two paths to the same hex one is not followed if another costs no more and has no less left, bonuses counted.
        """
        begun = Walk.begun(m, movement, entity, None, ())
        if begun is None:
            return {}
        best: dict[int, int] = {}
        seen: dict[tuple[int, bool], list[tuple[int, int]]] = {}
        queue: list[tuple[int, int, Walk]] = [(0, 0, begun)]
        count = 0
        while queue:
            _, _, walk = heappop(queue)
            for after in next_steps(m, walk):
                here, left = after.here, allowance(m, after) - after.cost
                if can_end(after) and here != start:
                    best[here] = min(after.cost, best.get(here, after.cost))
                known = seen.setdefault((here, after.stopped), [])
                if any(cost <= after.cost and room >= left for cost, room in known):
                    continue
                known.append((after.cost, left))
                count += 1
                if count > MOST_PATHS:
                    return None
                heappush(queue, (after.cost, count, after))
        return {place: best[place] for place in sorted(best)}

    # --------------------------------------------------------------------------------------------------------- sight

    def view(self, label: str, sight: str | None = None) -> View | NoAnswer:
        """What is seen from a hex."""
        start, rule = self.place(label), self._sight(sight)
        if isinstance(start, NoAnswer):
            return start
        if isinstance(rule, NoAnswer):
            return rule
        try:
            m = self.machine()
            seen = frozenset(end for end in range(len(self.names)) if look(m, rule, start, end).clear)
        except (*FAULTS, GameError) as error:
            return NoAnswer(f"the rules give no answer at the beginning of the scenario: {error}")
        count = f"{len(seen) - 1} of {len(self.names) - 1} hexes"
        return View(f"what is seen from {label} by the line of sight `{rule.id}`: {count}", start, seen)

    def ray(self, a: str, b: str, sight: str | None = None) -> Ray | NoAnswer:
        """What the line between two hexes meets, and what blocks it."""
        start, end, rule = self.place(a), self.place(b), self._sight(sight)
        if isinstance(start, NoAnswer):
            return start
        if isinstance(end, NoAnswer):
            return end
        if isinstance(rule, NoAnswer):
            return rule
        try:
            m = self.machine()
            found = look(m, rule, start, end)
            telling = Telling(self.document, m, rule, start, end, found)
            title, lines = telling.verdict(), telling.lines()
        except (*FAULTS, GameError) as error:
            return NoAnswer(f"the rules give no answer at the beginning of the scenario: {error}")
        at, line = self.game.map.by_axial, found.line
        beside = dict.fromkeys(hex_ for pair in line.crossing.edges for hex_ in pair)
        return Ray(
            title,
            start,
            end,
            crossed=tuple(at[hex_] for hex_ in line.crossing.inside if hex_ in at),
            beside=tuple(at[hex_] for hex_ in beside if hex_ in at),
            obstacles=tuple(at[hex_] for hex_ in line.obstacles if hex_ in at),
            blockers=tuple(at[hex_] for hex_ in line.blockers if hex_ in at),
            clear=found.clear,
            sides=blocking_sides(self.game, line),
            lines=lines,
        )

    def _sight(self, wanted: str | None) -> Sight | NoAnswer:
        sights = self.game.sights
        if not sights:
            return NoAnswer("the rules declare no line of sight")
        if wanted is None:
            return sights[0]
        unknown = NoAnswer(f"there is no line of sight `{wanted}`", wanted, tuple(sight.id for sight in sights))
        return next((sight for sight in sights if sight.id == wanted), unknown)
