"""The objectives of a scenario: what stands on the map, and which places the endings ask for; and how soon each side may be there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from tankdsl.check.static import Value
from tankdsl.check.tree import Core, Program
from tankdsl.check.types import PLACE, Kind, required
from tankdsl.frozen import FrozenValue
from tankdsl.rules.foresight.asking import ask
from tankdsl.rules.foresight.reach import Course
from tankdsl.rules.foresight.rough import rough_rounds, straight
from tankdsl.rules.foresight.values import FOREVER, Group, Outcome, span_of
from tankdsl.rules.walk import asked_by, same, walk

if TYPE_CHECKING:
    from tankdsl.rules.foresight.moments import Moment
    from tankdsl.rules.foresight.outlook import Outlook
    from tankdsl.rules.game import Game

APART = 12
"""The places of a larger zone are one objective together."""

_OF_NO_PLACE = frozenset({
    "get", "local", "ref", "none", "any", "all", "filter", "count", "sum", "best", "size", "first", "last", "at_index", "list", "set",
    "union", "minus", "intersect", "in", "==", "!=", "present", "absent", "and", "or", "not", "if", "iflet", "else", "call", "holds",
    "mission_met", "owned", "things", "pile_of", "as_kind",
})  # fmt: skip
"""What is asked of a thing without asking where it is."""

_ORDERED = frozenset({"<", "<=", ">", ">="})
_FAR = frozenset({"distance", "sight", "arc", "direction", "ray", "connected", "crossed", "can_go", "path_cost"})
"""What is asked of two places that lie apart."""


class Goal(FrozenValue):
    """Something that endings ask who is at."""

    shown: str
    places: frozenset[Value]
    near: int = 0
    thing: str | None = None
    is_each: bool = True
    """It counts by itself; else another place of its zone may do as well."""
    zone: str = ""
    """The zone of which it is one place, where the places of that are counted."""
    is_to_be_had: bool = True
    """Somebody has to come so near; else it may be enough to see it from afar, or it counts how far away one is."""


def goals_of(outlook: Outlook) -> tuple[Goal, ...]:
    """All objectives: things in the order of the scenario, then places in the order in which endings name them."""
    return outlook.once("goals", lambda: (*_things(outlook), *_places(outlook)))


def needed(outlook: Outlook) -> Iterator[Goal]:
    """What somebody has to come to: each objective that counts by itself, and of a zone of which some places will do one of all."""
    zones: dict[str, list[Goal]] = {}
    for goal in goals_of(outlook):
        if goal.is_to_be_had and goal.is_each:
            yield goal
        elif goal.is_to_be_had and goal.zone:
            zones.setdefault(goal.zone, []).append(goal)
    for name, goals in zones.items():
        yield Goal(f"`{name}`", frozenset[Value]().union(*(goal.places for goal in goals)), max(goal.near for goal in goals))


def _asked(outlook: Outlook) -> list[Core]:
    """Every expression that an ending rests on, the keys by which it counts among them."""
    key = "asked by endings", tuple(ending.id for ending in outlook.endings)
    return outlook.once("asked by endings", lambda: outlook.game.remember(key, lambda: _by_endings(outlook)))


def _by_endings(outlook: Outlook) -> list[Core]:
    items = tuple((ending.domain, ending.condition, ending.outcome) for ending in outlook.endings)
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
            near = _nearness(outlook, _may_be_of(outlook, thing.kind))
            yield Goal(f"`{thing.id}`", places, near or 0, thing.id, is_to_be_had=near is not None)


def _nearness(outlook: Outlook, may_be: Callable[[object], bool]) -> int | None:
    """How near to a goal a piece must come, at the farthest: by distances that endings ask of what may be the goal, and by sets of places.

    None where they only count how far away it is, or ask for something else than a distance.
    """
    found, compared = 0, set[int]()
    for core in _asked(outlook):
        for asked, bound in (core.args, core.args[::-1]) if core.op in _ORDERED else ():
            asked = asked.args[0] if isinstance(asked, Core) and asked.op == "else" else asked
            if isinstance(asked, Core) and asked.op == "distance":
                compared.add(id(asked))
                found = max(found, _most(outlook, bound) if any(map(may_be, asked.args)) else 0)
    for core in _asked(outlook):
        if core.op in ("within", "ring"):
            found = max(found, _most(outlook, core.args[1]))
        elif core.op in ("neighbours", "neighbours_from", "step"):
            found = max(found, 1)
        elif core.op in _FAR and id(core) not in compared and any(map(may_be, core.args)):
            return None
    return found if found < FOREVER else None


def _most(outlook: Outlook, number: Core) -> int:
    span = span_of(ask(outlook.anytime, {}, number))
    return FOREVER if span is None else span.high


def _named_by(end: object) -> str | None:
    """The kind of the thing whose place an end of a distance is; none for a place of which that is not known."""
    if not isinstance(end, Core):
        return None
    if end.op == "get" and end.args[1] == "at":
        kind = required(end.args[2].type)
        return kind.name if isinstance(kind, Kind) else str(end.args[0])
    kind = required(end.type)
    return kind.name if isinstance(kind, Kind) else None


def _may_be_of(outlook: Outlook, kind: str) -> Callable[[object], bool]:
    """Whether an end of a distance may be where a thing of a kind is."""
    return lambda end: outlook.world.is_a(kind, named) if (named := _named_by(end)) is not None else _is_open(end)


def _may_be_at(named: Core) -> Callable[[object], bool]:
    """Whether an end of a distance may be a place, or in a zone, that endings name."""
    return lambda end: isinstance(end, Core) and _named_by(end) is None and (same(end, named) or _is_open(end))


def _is_open(end: object) -> bool:
    """Whether it is some place, of which the words do not say which."""
    return isinstance(end, Core) and required(end.type) == PLACE and end.op not in ("zone", "place", "label", "coordinates")


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
        near = _nearness(outlook, _may_be_at(core))
        if name in counted and len(places) <= APART:
            is_each = len(places) == 1 or _counts_all(outlook, name, len(places))
            for place in sorted(places, key=repr):
                shown = f"{_label(outlook, place)} of `{name}`"
                yield Goal(shown, frozenset({place}), near or 0, is_each=is_each, zone=name, is_to_be_had=near is not None)
        else:
            is_each = name in counted or len(places) == 1
            yield Goal(f"`{name}`", frozenset(places), near or 0, is_each=is_each, is_to_be_had=near is not None)


def _counts_all(outlook: Outlook, name: str, size: int) -> bool:
    """Whether all places of a zone are needed wherever endings count them."""
    asked = _asked(outlook)
    contrary = {id(core.args[0]) for core in asked if core.op == "not"}
    least = {id(counted): number for core in asked for counted, number in _least_counts(outlook, core)}
    counts = [core for core in asked if core.op in ("count", "all", "sum") and _is_zone(core.args[1]) and core.args[1].args[0] == name]
    return all(id(core) not in contrary if core.op == "all" else least.get(id(core), 0) >= size for core in counts)


def _least_counts(outlook: Outlook, core: Core) -> Iterator[tuple[Core, int]]:
    """The counts that a comparison compares, with the least that they must be."""
    if core.op not in _AT_LEAST:
        return
    for counted, bound in (core.args, core.args[::-1]):
        op = core.op if counted is core.args[0] else _TURNED.get(core.op, core.op)
        if isinstance(counted, Core) and counted.op == "count" and op in (">=", ">", "=="):
            span = span_of(ask(outlook.anytime, {}, bound))
            yield counted, 0 if span is None else span.low + (op == ">")


_TURNED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}
_AT_LEAST = frozenset({*_TURNED, "=="})


def _is_zone(core: object) -> bool:
    return isinstance(core, Core) and core.op == "zone" and isinstance(core.args[0], str)


def _label(outlook: Outlook, place: Value) -> str:
    from tankdsl.check.grounds import hex_name

    ground = outlook.world.ground
    assert ground is not None and isinstance(place, int)
    return hex_name(ground, place)


def may_change_by(outlook: Outlook, goal: Goal, round: int) -> bool:
    """Whether rules may change a state of an objective that endings ask up to a round, from wherever that is: by a shot, from beside it."""
    if goal.thing is None:
        return False
    lineage = outlook.world.lineage(outlook.world.instances[goal.thing].kind)
    facts = dict.fromkeys((core.args[0], core.args[1]) for core in _asked(outlook) if core.op == "get" and core.args[0] in lineage)
    states = [fact for fact in facts if outlook.writers(*fact)]
    first, last = outlook.moment(0), outlook.moment(round)
    return any(_found(first, fact, goal.thing) != _found(last, fact, goal.thing) for fact in states)


def _found(moment: Moment, fact: tuple[str, str], thing: str) -> Outcome:
    return moment.settled(lambda: moment.field(*fact, thing))


def is_asked_for(outlook: Outlook, goal: Goal) -> bool:
    """Whether some rule asks where an objective is. Where none does, it is no matter whether anybody comes there."""
    if goal.thing is None:
        return True
    lineage = outlook.world.lineage(outlook.world.instances[goal.thing].kind)
    return not kinds_with_places(outlook.game).isdisjoint(lineage)


def kinds_with_places(game: Game) -> frozenset[str]:
    """The kinds of things whose place is asked for: by name, or by an operator that may go from a thing to its place."""
    return game.remember("kinds with places", lambda: _kinds_with_places(game.program))


def _kinds_with_places(program: Program) -> frozenset[str]:
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
