"""What a rule asks of a place: with that known, an answer for one hex is the answer for every hex that is alike in it.

A condition that looks only at the terrain of a place is computed once for each terrain, not once for each hex of a large map. Hexes that
are alike form a group; `grouped` numbers the groups of a whole map.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from itertools import chain

from tankdsl.check import tree
from tankdsl.check.static import World
from tankdsl.check.tree import Core, Local, Program
from tankdsl.check.types import PLACE, required
from tankdsl.frozen import FrozenValue
from tankdsl.ground.maps import GroundMap
from tankdsl.rules.game import Game
from tankdsl.syntax.node import NodeBase, fields_of

Asked = frozenset[str]
"""Some of `terrain`, `territory`, `level`, `row`, `at` (what stands there), `zone NAME` (whether it is in that zone), `edge` (what is on
the side to the other end of a step), and `place` for everything else, such as where it lies."""

NOTHING: Asked = frozenset()
EVERYTHING: Asked = frozenset({"place"})
EDGE: Asked = frozenset({"edge"})
_PLAIN = frozenset({str, int, bool, type(None), Local})
"""What asks nothing by itself."""
DEEPEST = 20
FEW = 8
"""So many groups are looked for one by one."""


class Ends(FrozenValue):
    """The place of which is asked, and of a step the other end."""

    place: Local
    other: Local | None


def asked_of(program: Program, item: object, place: Local, other: Local | None = None) -> Asked:
    """What an expression or requirement, with all that it calls, asks of a place; `other` is the other end of a step."""
    return _asked(program, item, Ends(place, other), 0)


def _asked(program: Program, item: object, ends: Ends, depth: int) -> Asked:
    match item:
        case tuple():
            return NOTHING.union(*[_asked(program, part, ends, depth) for part in item if type(part) not in _PLAIN])
        case Core(op="terrain" | "territory" | "level" as op, args=(asked,)) if _is(asked, ends.place):
            return frozenset({op})
        case Core(op="row", args=(side, asked)) if _is(asked, ends.place):
            return frozenset({"row"}) | _asked(program, side, ends, depth)
        case Core(op="at", args=(_, asked)) if _is(asked, ends.place):
            return frozenset({"at"})
        case Core(op="edge" | "edges" | "edges_from", args=(one, two)) if ends.other is not None and _are(one, two, ends):
            return EDGE
        case Core(op="in", args=(asked, inside)) if _is(asked, ends.place):
            zones = _zones_in(program, inside, depth)
            return EVERYTHING if zones is None else zones
        case Core(op="call" | "holds" as op, args=(name, *given)):
            return _of_call(program, op, name, tuple(given), ends, depth)
        case tree.DemandGuard(guard=name, args=given):
            return _of_call(program, "holds", name, given, ends, depth)
        case Core(op="local", args=(local,)):
            return EVERYTHING if local is ends.place else NOTHING
        case Core(args=args):
            return _asked(program, args, ends, depth)
        case tree.Demand() | tree.DemandLet() | tree.DemandEach():
            inner = tuple(value for _, value in fields_of(item) if isinstance(value, (NodeBase, tuple)))
            return _asked(program, inner, ends, depth)
        case _:
            return NOTHING


def _is(item: object, place: Local | None) -> bool:
    return isinstance(item, Core) and item.op == "local" and item.args[0] is place


def _are(one: object, two: object, ends: Ends) -> bool:
    return any(_is(a, ends.place) and _is(b, ends.other) for a, b in ((one, two), (two, one)))


def _zones_in(program: Program, item: object, depth: int) -> Asked | None:
    """The zones of which a set of places is made up, so that two hexes in the same of them are both in it or both not; None for others."""
    match item:
        case Core(op="zone", args=(str() as zone,)):
            return frozenset({f"zone {zone}"})
        case Core(op="if", args=(_, then, orelse)):
            return _joined(_zones_in(program, then, depth), _zones_in(program, orelse, depth))
        case Core(op="call", args=(name, *given)) if name in program.values and depth <= DEEPEST:
            if any(isinstance(one, Core) and required(one.type) == PLACE for one in given):
                return None
            return _zones_in(program, program.values[name].body, depth + 1)
        case _:
            return None


def _joined(one: Asked | None, other: Asked | None) -> Asked | None:
    return None if one is None or other is None else one | other


def _of_call(program: Program, op: str, name: str, given: tuple[Core, ...], ends: Ends, depth: int) -> Asked:
    """The arguments, and of the called value or guard what it asks of the parameter that the place becomes."""
    callee = program.values.get(name) if op == "call" else program.guards.get(name)
    if callee is None or depth > DEEPEST or len(callee.params) != len(given):
        return EVERYTHING
    body: object = callee.body if isinstance(callee, tree.ValueDef) else callee.demands
    other = next((param for param, argument in zip(callee.params, given, strict=True) if _is(argument, ends.other)), None)
    found = NOTHING
    for param, argument in zip(callee.params, given, strict=True):
        here = _is(argument, ends.place)
        found |= _asked(program, body, Ends(param, other), depth + 1) if here else _asked(program, argument, ends, depth)
    return found


def alike(world: World, ground: GroundMap, index: int, asked: Asked) -> Hashable:
    """A key that is the same for hexes between which nothing that is asked makes a difference. What lies on a side belongs to no hex."""
    if "place" in asked:
        return index
    hex_ = ground.hexes[index]
    return (
        hex_.terrain if "terrain" in asked else None,
        hex_.territory if "territory" in asked else None,
        hex_.level if "level" in asked else None,
        tuple(rows[index] for rows in ground.rows.values()) if "row" in asked else None,
        tuple(sorted(thing for thing, at in world.standing.items() if at == index)) if "at" in asked else None,
        tuple(_has(_zone(world, name), index) for name in _zone_names(asked)),
    )


class Groups:
    """The hexes of a map in groups of such as are alike."""

    def __init__(self, of: Sequence[int], first: Sequence[int]) -> None:
        self.of = of
        """The group of each hex."""
        self.first = first
        """Of each group its first hex."""

    @cached_property
    def _members(self) -> Sequence[list[int]]:
        """The hexes of each group."""
        found: list[list[int]] = [[] for _ in self.first]
        adding = [members.append for members in found]
        for index, number in enumerate(self.of):
            adding[number](index)
        return found

    def hexes_of(self, groups: Iterable[int]) -> list[int]:
        """All hexes of some groups, in ascending order."""
        return sorted(chain.from_iterable(map(self._members.__getitem__, groups)))


def grouped(world: World, ground: GroundMap, asked: Asked) -> Groups:
    """All hexes of a map by `alike`, at once."""
    count = len(ground)
    if "place" in asked:
        return Groups(range(count), range(count))
    columns = _columns(world, ground, asked)
    if not columns:
        return Groups([0] * count, [0])
    of, many = _numbered(columns[0])
    for column in columns[1:]:
        more, times = _numbered(column)
        # Pairs of numbers as one number: a pair of tuples would take four times as long.
        of, many = _numbered([one * times + other for one, other in zip(of, more, strict=True)])
    if many <= FEW:
        return Groups(of, [of.index(number) for number in range(many)])
    first = dict(zip(reversed(of), range(count - 1, -1, -1), strict=True))
    return Groups(of, [first[number] for number in range(many)])


def _numbered(keys: Sequence[Hashable]) -> tuple[list[int], int]:
    """Keys by numbers from 0 in the order of their first uses, and how many there are."""
    numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    return list(map(numbers.__getitem__, keys)), len(numbers)


def groups_of(game: Game, world: World, ground: GroundMap, asked: Asked) -> Groups:
    """The same, remembered for a map on which nothing is known to stand."""
    if world.standing or world.layout is None:
        return grouped(world, ground, asked)
    return game.remember(("groups", world.layout.id, asked), lambda: grouped(world, ground, asked))


def _columns(world: World, ground: GroundMap, asked: Asked) -> list[Sequence[Hashable]]:
    """For each thing that is asked the answers of all hexes."""
    columns: list[Sequence[Hashable]] = []
    if "terrain" in asked:
        columns.append([hex_.terrain for hex_ in ground.hexes])
    if "territory" in asked:
        columns.append([hex_.territory for hex_ in ground.hexes])
    if "level" in asked:
        columns.append([hex_.level for hex_ in ground.hexes])
    if "row" in asked:
        columns.extend(ground.rows.values())
    if "at" in asked and world.standing:
        standing: dict[object, list[str]] = {}
        for thing, at in world.standing.items():
            standing.setdefault(at, []).append(thing)
        columns.append([tuple(sorted(standing.get(index, ()))) for index in range(len(ground))])
    for name in _zone_names(asked):
        zone = frozenset(_zone(world, name))
        columns.append([index in zone for index in range(len(ground))])
    return columns


def _zone_names(asked: Asked) -> list[str]:
    return sorted(one.removeprefix("zone ") for one in asked if one.startswith("zone "))


def _zone(world: World, name: str) -> tuple[int, ...]:
    """The hexes of a zone, in ascending order."""
    return () if world.layout is None else world.layout.zones.get(name, ())


def _has(places: tuple[int, ...], index: int) -> bool:
    at = bisect_left(places, index)
    return at < len(places) and places[at] == index
