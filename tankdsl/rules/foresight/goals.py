"""The objectives of a scenario: what stands on the map, and which places the endings ask for; and how soon each side may be there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tankdsl.check.static import Value
from tankdsl.check.tree import Core
from tankdsl.check.types import Kind, required
from tankdsl.frozen import FrozenValue
from tankdsl.rules.foresight.asking import ask
from tankdsl.rules.foresight.reach import Course
from tankdsl.rules.foresight.rough import rough_rounds, straight
from tankdsl.rules.foresight.values import FOREVER, Group, span_of
from tankdsl.rules.walk import asked_by, walk

if TYPE_CHECKING:
    from tankdsl.rules.foresight.outlook import Outlook

APART = 12
"""The places of a larger zone are one objective together."""

_OF_NO_PLACE = frozenset({
    "get", "local", "ref", "none", "any", "all", "filter", "count", "sum", "best", "size", "first", "last", "at_index", "list", "set",
    "union", "minus", "intersect", "in", "==", "!=", "present", "absent", "and", "or", "not", "if", "iflet", "else", "call", "holds",
    "mission_met", "owned", "things", "pile_of", "as_kind",
})  # fmt: skip
"""What is asked of a thing without asking where it is."""


class Goal(FrozenValue):
    """Something that endings ask who is at."""

    shown: str
    places: frozenset[Value]
    near: int = 0
    thing: str | None = None
    is_each: bool = True
    """It counts by itself; else another place of its zone may do as well."""


def goals_of(outlook: Outlook) -> tuple[Goal, ...]:
    """All objectives: things in the order of the scenario, then places in the order in which endings name them."""
    return outlook.once("goals", lambda: (*_things(outlook), *_places(outlook)))


def _asked(outlook: Outlook) -> list[Core]:
    """Every expression that an ending rests on, the keys by which it counts among them."""
    return outlook.game.remember("asked by endings", lambda: _by_endings(outlook))


def _by_endings(outlook: Outlook) -> list[Core]:
    items = tuple((ending.domain, ending.condition, ending.outcome) for ending in outlook.program.endings)
    return [node for node in asked_by(outlook.program, items) if isinstance(node, Core)]


def _things(outlook: Outlook) -> Iterator[Goal]:
    asked = {str(core.args[0]) for core in _asked(outlook) if core.op in ("things", "owned", "at")}
    asked |= {str(core.args[0]) for core in _asked(outlook) if core.op == "get"}
    for thing in outlook.world.instances.values():
        category = outlook.program.kinds[thing.kind].category
        if category not in ("checkpoint", "marker") or not asked.intersection(outlook.world.lineage(thing.kind)):
            continue
        places = outlook.fixed_places(frozenset({thing.id}))
        if places:
            yield Goal(f"`{thing.id}`", places, _nearness(outlook, thing.kind), thing.id)


def _nearness(outlook: Outlook, kind: str) -> int:
    """How near to things of a kind a piece must come: the farthest distance to them that an ending asks for."""
    found = [0]
    for core in _asked(outlook):
        if core.op not in ("<", "<=", ">", ">="):
            continue
        for asked, bound in (core.args, core.args[::-1]):
            ends = (_named_by(end) for end in asked.args) if isinstance(asked, Core) and asked.op == "distance" else ()
            if any(end is not None and outlook.world.is_a(kind, end) for end in ends):
                span = span_of(ask(outlook.anytime, {}, bound))
                found.append(FOREVER if span is None else span.high)
    return max(found)


def _named_by(end: object) -> str | None:
    """The kind of the thing whose place an end of a distance is."""
    if not isinstance(end, Core):
        return None
    if end.op == "get" and end.args[1] == "at":
        kind = required(end.args[2].type)
        return kind.name if isinstance(kind, Kind) else str(end.args[0])
    kind = required(end.type)
    return kind.name if isinstance(kind, Kind) else None


def _places(outlook: Outlook) -> Iterator[Goal]:
    asked = _asked(outlook)
    counted = {str(core.args[1].args[0]) for core in asked if core.op in ("count", "all", "sum") and _is_zone(core.args[1])}
    layout = outlook.world.layout
    named = (core for core in asked if core.op in ("zone", "place", "label") and isinstance(core.args[0], str))
    for core in {(core.op, core.args): core for core in named}.values():
        found = ask(outlook.anytime, {}, core)
        places = found.possible if isinstance(found, Group) else tuple(found) if isinstance(found, frozenset) else ()
        name = str(core.args[0])
        if not places or layout is None or not all(isinstance(place, int) for place in places):
            continue
        if name in counted and len(places) <= APART:
            yield from (Goal(f"{_label(outlook, place)} of `{name}`", frozenset({place})) for place in sorted(places, key=repr))
        else:
            yield Goal(f"`{name}`", frozenset(places), is_each=name in counted or len(places) == 1)


def _is_zone(core: object) -> bool:
    return isinstance(core, Core) and core.op == "zone" and isinstance(core.args[0], str)


def _label(outlook: Outlook, place: Value) -> str:
    from tankdsl.check.grounds import hex_name

    ground = outlook.world.ground
    assert ground is not None and isinstance(place, int)
    return hex_name(ground, place)


def is_asked_for(outlook: Outlook, goal: Goal) -> bool:
    """Whether some rule asks where an objective is. Where none does, it is no matter whether anybody comes there."""
    if goal.thing is None:
        return True
    lineage = outlook.world.lineage(outlook.world.instances[goal.thing].kind)
    return not outlook.game.remember("kinds with places", lambda: _kinds_with_places(outlook)).isdisjoint(lineage)


def _kinds_with_places(outlook: Outlook) -> frozenset[str]:
    """The kinds of things whose place is asked for: by name, or by an operator that may go from a thing to its place."""
    program = outlook.program
    parts = (program.values, program.guards, program.procs, program.actions, program.windows, program.movements, program.sights)
    rules = (*(tuple(part.values()) for part in parts), *program.endings, *program.missions.values(), *program.whenevers.values())
    found: set[str] = set()
    for core in (node for node in walk(rules) if isinstance(node, Core)):
        if core.op == "at" or (core.op == "get" and core.args[1] == "at"):
            found.add(str(core.args[0]))
        elif core.op not in _OF_NO_PLACE:
            found |= {arg.type.name for arg in core.args if isinstance(arg, Core) and isinstance(arg.type, Kind)}
    return frozenset(found)


def comers(outlook: Outlook, side: str) -> tuple[str, ...]:
    """The pieces of a side that can move, one of each sort and start."""
    found: dict[object, str] = {}
    for thing in outlook.world.instances.values():
        kind = outlook.program.kinds[thing.kind]
        if thing.side == side and kind.category == "unit":
            start = outlook.start_of(thing.id)
            found.setdefault((outlook.class_of(thing.id), start if start is not None else None), thing.id)
    return tuple(found.values())


def first_course(outlook: Outlook, side: str, goal: Goal) -> Course | None:
    """The quickest way of any piece of a side to an objective; None when none leads there."""
    best: Course | None = None
    for thing in comers(outlook, side):
        found = outlook.reach.course(thing, goal.places, goal.near)
        if found is not None and (best is None or found.round < best.round):
            best = found
            if best.round == 0:
                break
    return best


def is_had_by(outlook: Outlook, goal: Goal, round: int) -> bool:
    """Whether some piece of some side comes to an objective up to a round: roughly, then closely of the nearest first."""
    pieces = [thing for side in outlook.sides for thing in comers(outlook, side)]
    if any(rough_rounds(outlook, thing, goal.places, goal.near) <= round for thing in pieces):
        return True
    for thing in sorted(pieces, key=lambda thing: straight(outlook, thing, goal.places)):
        course = outlook.reach.course(thing, goal.places, goal.near)
        if course is not None and course.round <= round:
            return True
    return False


def sides_of(outlook: Outlook) -> tuple[str, ...]:
    """The sides that have pieces."""
    return tuple(side for side in outlook.sides if comers(outlook, side))
