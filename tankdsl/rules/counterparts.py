"""Pieces of a scenario laid upon itself: which of them have no counterpart, standing on the ground or waiting beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from tankdsl.check.tree import InstanceDef
from tankdsl.diagnostics import quoted
from tankdsl.frozen import FrozenValue
from tankdsl.ground.maps import NO_HEX
from tankdsl.ground.table import Point
from tankdsl.rules.forms import Exchange, Form

Place = int | Point
"""A hex, or a point of a table."""


class Difference(FrozenValue):
    """What has no counterpart, in words; the things that a place of the source can be shown of, and the hexes or points that matter."""

    text: str
    places: tuple[Place, ...] = ()
    things: tuple[InstanceDef, ...] = ()


class Pieces(FrozenValue):
    """The things of a scenario with what they are."""

    things: Sequence[InstanceDef]
    forms: Mapping[str, Form]
    name: Callable[[Place], str]
    """A place in words."""

    def differences(self, exchange: Exchange) -> Iterator[Difference]:
        """The things that have no counterpart; two that stand opposite each other and differ are one difference."""
        yield from self._standing(exchange)
        yield from self._waiting(exchange)

    def _standing(self, exchange: Exchange) -> Iterator[Difference]:
        standing: dict[Place, list[InstanceDef]] = {}
        for thing in self.things:
            if (place := place_of(thing)) is not None:
                standing.setdefault(place, []).append(thing)
        reported: set[str] = set()
        for place in sorted(standing, key=repr if any(isinstance(one, tuple) for one in standing) else None):
            there: Place = exchange.place(place)  # type: ignore[assignment]
            free = list(standing.get(there, ()))
            left = [thing for thing in standing[place] if not self._take(exchange, thing, free)]
            for thing in (thing for thing in left if thing.id not in reported):
                other = free.pop(0) if free else None
                reported.update({thing.id} if other is None else {thing.id, other.id})
                yield self._lone(exchange, thing, place, there, other)

    def _take(self, exchange: Exchange, thing: InstanceDef, free: list[InstanceDef]) -> bool:
        """Take the counterpart of a thing from those that are free."""
        wanted = self.forms[thing.id].exchanged(exchange).compared
        found = next((other for other in free if self.forms[other.id].compared == wanted), None)
        if found is not None:
            free.remove(found)
        return found is not None

    def _lone(self, exchange: Exchange, thing: InstanceDef, place: Place, there: Place, other: InstanceDef | None) -> Difference:
        here = f"`{thing.id}` on {self.name(place)}"
        if there == NO_HEX:
            return Difference(f"{here} has nothing opposite", (place,), (thing,))
        if other is None:
            return Difference(f"{here} has no counterpart on {self.name(there)}", (place, there), (thing,))
        names = self.forms[thing.id].exchanged(exchange).differs(self.forms[other.id])
        if other is thing:
            return Difference(f"{here} would have another {quoted(names, 'and')}", (place,), (thing,))
        return Difference(f"{here} and `{other.id}` on {self.name(there)} differ in {quoted(names, 'and')}", (place, there), (thing, other))

    def _waiting(self, exchange: Exchange) -> Iterator[Difference]:
        """Things that stand nowhere: each side has as many of a form as the side in whose place it comes."""
        there: dict[object, list[InstanceDef]] = {}
        needed: Counter[object] = Counter()
        for thing in self.things:
            if place_of(thing) is None:
                form = self.forms[thing.id]
                there.setdefault((_pile(thing, {}), form.compared), []).append(thing)
                needed[(_pile(thing, exchange.sides), form.exchanged(exchange).compared)] += 1
        for key, things in there.items():
            for thing in things[needed[key] :]:
                who = f"`{exchange.sides[thing.side]}` has" if thing.side else "there is"
                yield Difference(f"`{thing.id}` begins off the map, and {who} no counterpart", (), (thing,))


def place_of(thing: InstanceDef) -> Place | None:
    """Where a thing stands at the start."""
    return thing.point if thing.at is None else thing.at


def _pile(thing: InstanceDef, sides: Mapping[str, str]) -> str | None:
    """The pile in which a thing lies, seen from the other side."""
    owner, dot, name = (thing.pile or "").partition(".")
    return f"{sides.get(owner, owner)}{dot}{name}" if thing.pile else None
