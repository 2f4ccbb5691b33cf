"""A rough look at what may be up to the end of a round, which takes next to no time: what seems to be had easily is not looked at closely.

States that rules change may be whatever their types allow, but a number that is raised step by step is what it begins with: how often it
is raised has to be counted.  Pieces that wait may have come in, and a piece goes a hex in a round, or a third of what its movement allows.
Where even so something can be had in time, nobody doubts that it can; only where it cannot, `Moment` counts everything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from tankdsl.check.types import Int
from tankdsl.ground.table import Point, leg
from tankdsl.rules.foresight.mobility import full_move
from tankdsl.rules.foresight.moments import Moment, step_of
from tankdsl.rules.foresight.values import FOREVER, Outcome, Where

if TYPE_CHECKING:
    from tankdsl.check.static import Value
    from tankdsl.rules.foresight.outlook import Outlook

DETOUR = 3
"""By so much a way may be longer, or cost more, than it is straight."""


class RoughMoment(Moment):
    """The end of a round, roughly."""

    def __init__(self, outlook: Outlook, round: int) -> None:
        super().__init__(outlook, round, counts=False)
        self.is_open = True

    def earlier(self, rounds: int) -> Moment:
        """The moment so many rounds before."""
        return rough_moment(self.outlook, max(self.round - rounds, 0))

    def field(self, kind: str, field: str, thing: str) -> Outcome:
        """What a stat or state of a thing may be: a number that is counted step by step is what it begins with."""
        declared = self.outlook.declared(kind, field)
        if declared is not None and declared.role != "stat" and isinstance(declared.type, Int):
            writers = self.outlook.writers(kind, field)
            if writers and all(step_of(assign) is not None for _, assign in writers):
                return self.begins((kind, field), thing)
        return super().field(kind, field, thing)

    def may_come_near(self, left: Where, right: Where, near: int) -> bool:
        """Whether two pieces seem to come so near to each other: one of them is no unit, and stays where it stands."""
        for one, other in ((left, right), (right, left)):
            places = self._stands(one.things)
            if places is not None:
                return self.may_come(other.things, places, near + one.near + other.near)
        return True

    def _stands(self, things: frozenset[str]) -> frozenset[Value] | None:
        """Where pieces stand that are no units; None if one is, or waits."""
        if any(is_unit(self.outlook, thing) or self.outlook.waits(thing) for thing in things):
            return None
        return frozenset(place for place in map(self.outlook.start_of, things) if place is not None)

    def may_come(self, things: frozenset[str], places: frozenset[Value], near: int) -> bool:
        """Whether one of several pieces seems to come so near to one of several places."""
        there = [thing for thing in sorted(things) if self.may_be_on(thing)]
        return bool(places) and any(rough_rounds(self.outlook, thing, places, near) <= self.round for thing in there)


def rough_moment(outlook: Outlook, round: int) -> RoughMoment:
    """The rough look at a round, made once."""
    return outlook.once(("rough", round), lambda: RoughMoment(outlook, round))


def rough_rounds(outlook: Outlook, thing: str, places: frozenset[Value], near: int) -> int:
    """In how many rounds a piece that can move seems to be so near to one of several places, by how far that is as the crow flies.

    Of a side that is still to be set up, a piece begins as far away as one can be. A piece that comes later is looked at closely.
    """
    instance = outlook.world.instances[thing]
    if outlook.waits(thing) and (instance.fields or instance.side in _standing(outlook)):
        return FOREVER
    far = farthest(outlook, places) if outlook.waits(thing) else straight(outlook, thing, places)
    far = max(far - near, 0)
    if far == 0:
        return int(outlook.waits(thing))
    if not is_unit(outlook, thing):
        return FOREVER
    move = outlook.once(("full move", outlook.class_of(thing)), lambda: full_move(outlook, thing, rough_moment(outlook, 0)))
    by_move = -(-DETOUR * far // move) if move else FOREVER
    return by_move if outlook.world.ground is None else min(far, by_move)


def is_unit(outlook: Outlook, thing: str) -> bool:
    """Whether a piece is a unit; all others seem to stay where they stand."""
    return outlook.program.kinds[outlook.world.instances[thing].kind].category == "unit"


def _standing(outlook: Outlook) -> frozenset[str | None]:
    """The sides that have units on the map when the game begins."""
    kinds = outlook.program.kinds
    units = [thing for thing in outlook.world.instances.values() if kinds[thing.kind].category == "unit"]
    return outlook.once("standing", lambda: frozenset(thing.side for thing in units if not outlook.waits(thing.id)))


def straight(outlook: Outlook, thing: str, places: frozenset[Value]) -> int:
    """How far a piece stands from the nearest of several places as the crow flies; FOREVER for one that stands nowhere."""
    start, ground = outlook.start_of(thing), outlook.world.ground
    if start is None:
        return FOREVER
    if ground is None:
        return min(leg(cast(Point, start), cast(Point, place)) for place in places)
    return min(ground.distance(cast(int, start), cast(int, place)) for place in places)


def farthest(outlook: Outlook, places: frozenset[Value]) -> int:
    """How far one can be from the nearest of several places."""
    return outlook.once(("farthest", places), lambda: _farthest(outlook, places))


def _farthest(outlook: Outlook, places: frozenset[Value]) -> int:
    ground, table = outlook.world.ground, outlook.world.table
    if ground is not None:
        return max(min(ground.distance(hex, cast(int, place)) for place in places) for hex in range(len(ground)))
    if table is None:
        return FOREVER
    corners = [(x, y) for x in (0, table.width) for y in (0, table.height)]
    return max(min(leg(corner, cast(Point, place)) for place in places) for corner in corners)
