"""A line of sight explained: every hex and side that it meets, what lies there, and what blocks it by which row of the rules.

The engine's plain evaluator is asked row by row, so that a dispute can be settled from what is printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tankdsl.engine import Game
from tankdsl.engine.machine import Machine
from tankdsl.engine.model import Node, Sight, SightRow
from tankdsl.frozen import FrozenValue
from tankdsl.ground.hexes import Axial
from tankdsl.ground.sight import SightLine, TiePolicy, explain, sides

Document = Mapping[str, Any]
Side = tuple[int, int]

MOST_NAMED = 6
"""What blocks is named in one sentence up to this number."""


class Seen(FrozenValue):
    """The line between two hexes of a map under one sight."""

    line: SightLine
    tie: TiePolicy
    cut: bool
    """The line is blocked as a whole, whatever it meets."""

    @property
    def clear(self) -> bool:
        """Whether it is clear."""
        return self.line.clear and not self.cut


def look(m: Machine, rule: Sight, start: int, end: int) -> Seen:
    """The explained line. Raises what the rules may raise."""
    map = m.game.map
    tie = TiePolicy(rule.ties[m.options[rule.option] if rule.option is not None else 0])

    def blocks(hex_: Axial) -> bool | None:
        place = map.by_axial.get(hex_)
        return None if place is None else _holds(m, rule, rule.blocks, place, start, end)

    def side(part: Node | None, a: Axial, b: Axial) -> bool:
        x, y = map.by_axial.get(a), map.by_axial.get(b)
        return part is not None and x is not None and y is not None and _holds(m, rule, part, x, y, start, end)

    across = None if rule.across is None else lambda a, b: side(rule.across, a, b)
    along = None if rule.along is None else lambda a, b: side(rule.along, a, b)
    line = explain(map.axial[start], map.axial[end], blocks, tie, rule.off_map_blocks, across, along)
    return Seen(line, tie, rule.ends is not None and _holds(m, rule, rule.ends, start, end))


def _holds(m: Machine, rule: Sight, part: Node, *given: int) -> bool:
    return m.ev.oracle.call(part, rule.slots, list(given)) is True


def blocking_sides(game: Game, line: SightLine) -> tuple[Side, ...]:
    """The sides that block a line, by the numbers of their hexes."""
    at = game.map.by_axial
    return tuple((at[a], at[b]) for a, b in line.sides)


class Telling:
    """What is told of one line."""

    def __init__(self, document: Document, m: Machine, rule: Sight, start: int, end: int, found: Seen) -> None:
        self.document, self.m, self.rule, self.found = document, m, rule, found
        self.ends = (start, end)
        self.map = m.game.map
        self.places: list[dict[str, Any]] = document["content"]["map"]["places"]
        self.features: dict[frozenset[str], list[str]] = {}
        for edge in document["content"]["map"]["edges"]:
            self.features.setdefault(frozenset((edge["a"], edge["b"])), []).append(edge["feature"])

    def verdict(self) -> str:
        """The answer in one sentence without a full stop."""
        a, b = (self.places[end]["label"] for end in self.ends)
        line = self.found.line
        how = f"; where it runs along a side, `tie {self.found.tie.value}` decides" if line.crossing.edges else ""
        if self.found.clear:
            return f"the line from {a} to {b} is clear by `{self.rule.id}`{how}"
        what = [self._hex(place) for place in self._on_map(line.blockers)]
        what += [f"the {self._side(side)}" for side in blocking_sides(self.m.game, line)]
        if len(self._on_map(line.blockers)) < len(line.blockers):
            what.append("what is off the map")
        if self.found.cut:
            what.append("a rule about its ends" + self._why("ends", *self.ends))
        more = f" and {len(what) - MOST_NAMED} more" if len(what) > MOST_NAMED else ""
        named = ", ".join(what[:MOST_NAMED])
        return f"the line from {a} to {b} is blocked by {named}{more}, by `{self.rule.id}`{how}"

    def lines(self) -> tuple[str, ...]:
        """A line for each hex and side, from one end to the other."""
        rows = [self._end(self.ends[0], "begins here"), *self._met(), self._end(self.ends[1], "ends here")]
        if self.found.cut:
            rows.append(["the whole line", "", "", "blocked" + self._why("ends", *self.ends)])
        widths = [max(len(row[at]) for row in rows) for at in range(3)]
        return tuple("  ".join(cell.ljust(width) for cell, width in zip(row, (*widths, 0), strict=True)).rstrip() for row in rows)

    def _end(self, place: int, word: str) -> list[str]:
        return [self.places[place]["label"], self._ground(place), word, ""]

    def _met(self) -> Iterator[list[str]]:
        """Hexes in order along the line, each behind the sides through which the line comes to it."""
        line = self.found.line
        start = self.map.axial[self.ends[0]]
        beside = {hex_ for pair in line.crossing.edges for hex_ in pair}
        order = sorted((*line.crossing.inside, *beside), key=lambda hex_: (_along(start, line.target, hex_), hex_))
        told = list(self._sides())
        for hex_ in order:
            place = self.map.by_axial.get(hex_)
            yield from (row for far, row in told if far == hex_)
            word = "beside it" if hex_ in beside else "crossed"
            if place is None:
                what = self._word(hex_ in line.blockers) + ", as what is off the map" if hex_ in line.obstacles else ""
                yield [f"({hex_[0]}, {hex_[1]})", "off the map", word, what]
            else:
                yield [self.places[place]["label"], self._ground(place), word, self._what("blocks", hex_ in line.obstacles, place)]
        yield from (row for far, row in told if far not in order)

    def _sides(self) -> Iterator[tuple[Axial, list[str]]]:
        """The sides with features that the line meets, and those that block it, each with the farther of its hexes.

        Nothing where the sight does not ask about sides.
        """
        if self.rule.across is None and self.rule.along is None:
            return
        start = self.map.axial[self.ends[0]]
        met = sides(*self.map.offset(*self.ends))
        touched = [side for fork in met.forks for side in (*fork.left, *fork.right)]
        sorts = (("across", "passed", met.through), ("across", "at its corner", touched), ("along", "along it", met.along))
        for part, word, pairs in sorts:
            for near, far in pairs:
                a, b = ((start[0] + hex_[0], start[1] + hex_[1]) for hex_ in (near, far))
                x, y = self.map.by_axial.get(a), self.map.by_axial.get(b)
                if x is None or y is None:
                    continue
                node = self.rule.across if part == "across" else self.rule.along
                stops = node is not None and _holds(self.m, self.rule, node, x, y, *self.ends)
                if stops or self._feature((x, y)):
                    yield b, [self._pair((x, y)), self._feature((x, y)), word, self._what(part, stops, x, y)]

    def _what(self, part: str, stops: bool, *given: int) -> str:
        """What a hex or side does to the line."""
        if not stops:
            return ""
        line = self.found.line
        if part == "blocks":
            settles = self.map.axial[given[0]] in line.blockers
        else:
            settles = (self.map.axial[given[0]], self.map.axial[given[1]]) in line.sides
        return self._word(settles) + self._why(part, *given)

    def _word(self, settles: bool) -> str:
        return "blocks" if settles else f"an obstacle, which `tie {self.found.tie.value}` lets pass"

    def _why(self, part: str, *given: int) -> str:
        """The first row that says so, if the rules give rows a text or a number."""
        slots = given if part == "ends" else (*given, *self.ends)
        row = next((row for row in self.rule.rows if row.of == part and _holds(self.m, self.rule, row.node, *slots)), None)
        return "" if row is None else f": {self._said(row)}"

    def _said(self, row: SightRow) -> str:
        number = [each for each in self.rule.rows if each.of == row.of].index(row) + 1
        text = str(self.document["text"][row.text]) if row.text else f"row {number} of its sort"
        return text + (f" ({', '.join(row.cites)})" if row.cites else "")

    # --------------------------------------------------------------------------------------------------------- names

    def _on_map(self, hexes: tuple[Axial, ...]) -> list[int]:
        return [self.map.by_axial[hex_] for hex_ in hexes if hex_ in self.map.by_axial]

    def _ground(self, place: int) -> str:
        found = self.places[place]
        return f"{found['terrain']}, level {found['level']}" if found.get("level") else str(found["terrain"])

    def _hex(self, place: int) -> str:
        return f"{self.places[place]['label']} ({self._ground(place)})"

    def _pair(self, side: Side) -> str:
        return "/".join(self.places[place]["label"] for place in side)

    def _feature(self, side: Side) -> str:
        return ", ".join(self.features.get(frozenset(self.places[place]["id"] for place in side), ()))

    def _side(self, side: Side) -> str:
        return f"{self._feature(side) or 'side'} between {' and '.join(self.places[place]['label'] for place in side)}"


def _along(start: Axial, end: Axial, hex_: Axial) -> int:
    """How far along the line a hex lies."""
    (dq, dr), (q, r) = (end[0] - start[0], end[1] - start[1]), (hex_[0] - start[0], hex_[1] - start[1])
    return 2 * dq * q + dq * r + dr * q + 2 * dr * r
