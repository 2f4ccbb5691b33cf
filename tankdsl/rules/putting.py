"""Where rules may put pieces, as far as that follows from where pieces can be: beside another one, on its hex, on a named place.

A piece that is put somewhere goes on from there, and others may be put beside it then. So the hexes of all pieces are widened together
until nothing is added. A place of which nothing is known may be any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from tankdsl.check.static import ABSENT, UNKNOWN, Run, World
from tankdsl.check.tree import Core, InstanceDef
from tankdsl.ground.maps import NO_HEX
from tankdsl.ground.table import Point
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.legal import Sifter, first_failing
from tankdsl.rules.movers import MoverClass
from tankdsl.rules.placement import set_up_places
from tankdsl.rules.reinforcements import Landing, demands_of, fits, run_of
from tankdsl.rules.secrecy import resolved

Hexes = frozenset[int]
Near = Callable[[Core], Hexes | None]
"""The hexes that an expression may stand for; None when that is not known."""
Positions = dict[str, Hexes | None]

DEEPEST = 8
"""Values within each other that are followed."""


def put_places(game: Game, world: World, landing: Landing, thing: InstanceDef, near: Near) -> Hexes | None:
    """The hexes on which a landing may put a thing, whichever side it is begun by; None when it may be any."""
    found: set[int] = set()
    demands = demands_of(landing)
    for side, _ in game.program.sides:
        run = run_of(world, landing, thing, side)
        if first_failing(run, demands) is not None:
            continue
        chosen = landing.chosen
        if chosen is None:
            there = run.value(landing.place)
            hexes = frozenset({there}) if isinstance(there, int) else frozenset() if there is ABSENT else near(landing.place)
            if hexes is None:
                return None
            found |= hexes
            continue
        local, domain, where = chosen
        offered = _offered(game, run, domain, near)
        left, _ = Sifter(game, world, demands, run.locals, local).sifted(offered)
        found.update(hex_ for hex_ in left if where is None or Run(world, {**run.locals, local: hex_}).value(where) is not False)
    return frozenset(found)


def may_put_at(game: Game, world: World, landing: Landing, thing: InstanceDef, place: int | Point) -> bool:
    """Whether a landing may put a thing on a hex, or on a point of a table, whichever side it is begun by."""
    return any(_may_put_at(run_of(world, landing, thing, side), landing, place) for side, _ in game.program.sides)


def _may_put_at(run: Run, landing: Landing, place: int | Point) -> bool:
    if landing.chosen is None:
        found = run.value(landing.place)
        return (found is UNKNOWN or found == place) and first_failing(run, demands_of(landing)) is None
    local, domain, where = landing.chosen
    offered = run.value(domain)
    if isinstance(offered, tuple) and place not in offered:
        return False
    run.locals[local] = place
    return (where is None or run.value(where) is not False) and first_failing(run, demands_of(landing)) is None


def _offered(game: Game, run: Run, domain: Core, near: Near) -> range | list[int]:
    """The hexes of a set that somebody chooses from; all of the map where that is not known."""
    world = run.world
    assert world.layout is not None
    places = run.value(domain)
    hexes = frozenset(place for place in places if isinstance(place, int)) if isinstance(places, tuple) else near(domain)
    everywhere = range(len(ground_of(world.layout)))
    return everywhere if hexes is None or len(hexes) == len(everywhere) else sorted(hexes)


class Spread:
    """Where each piece of a scenario may ever be, by its ways and by all rules that put it somewhere."""

    def __init__(self, game: Game, world: World, classes: dict[str, MoverClass], landings: Callable[[InstanceDef], list[Landing]]) -> None:
        assert world.layout is not None
        self._game, self._world, self._classes = game, world, classes
        self._landings = landings
        self._ground = ground_of(world.layout)

    def may_be_put(self, landing: Landing, thing: InstanceDef, places: Hexes) -> bool:
        """Whether a landing may put a thing on one of some hexes."""
        found = put_places(self._game, self._world, landing, thing, lambda core: self._near(core, landing, thing, None, 0))
        return bool(places) if found is None else not found.isdisjoint(places)

    @cached_property
    def _positions(self) -> Positions:
        """By the ids of the pieces; None for those that may be anywhere."""
        things = {thing.id: thing for thing in self._world.instances.values() if self._game.is_placeable(thing)}
        positions: Positions = {id: self._first(thing) for id, thing in things.items()}
        pairs = [(landing, thing) for thing in things.values() for landing in self._landings(thing)]
        while sum(self._is_widened(positions, landing, thing) for landing, thing in pairs):
            pass
        return positions

    def _first(self, thing: InstanceDef) -> Hexes | None:
        """Where a piece can be if no rule puts it elsewhere than where it is set up."""
        mover = self._classes.get(thing.id)
        if thing.at is not None:
            return frozenset({thing.at}) if mover is None else mover.reach_from((thing.at,))
        if mover is not None:
            return mover.reach
        places = set_up_places(self._game, self._world, thing)
        return frozenset(places or ())

    def _is_widened(self, positions: Positions, landing: Landing, thing: InstanceDef) -> bool:
        """Let a landing widen the hexes of a thing; whether it did."""
        known = positions[thing.id]
        if known is None:
            return False
        found = put_places(self._game, self._world, landing, thing, lambda core: self._near(core, landing, thing, positions, 0))
        if found is not None and found <= known:
            return False
        mover = self._classes.get(thing.id)
        more = None if found is None else known | found
        positions[thing.id] = more if more is None or mover is None else mover.reach_from(tuple(more))
        return True

    def _near(self, core: Core, landing: Landing, thing: InstanceDef, positions: Positions | None, depth: int) -> Hexes | None:
        """The hexes that an expression may stand for, by where pieces may be."""

        def near(inner: Core) -> Hexes | None:
            return self._near(inner, landing, thing, positions, depth + 1)

        value = Run(self._world).value(core)
        if isinstance(value, int) or value is ABSENT:
            return frozenset({value} if isinstance(value, int) else ())
        if isinstance(value, tuple):
            return frozenset(place for place in value if isinstance(place, int))
        if depth > DEEPEST:
            return None
        match core:
            case Core(op="get", args=(_, "at", Core() as who)):
                return self._of_pieces(who, landing, thing, self._positions if positions is None else positions)
            case Core(op="neighbours" | "step", args=(Core() as of, *_)):
                around = near(of)
                return None if around is None else frozenset(b for a in around for b in self._ground.neighbours[a] if b != NO_HEX)
            case Core(op="filter" | "best", args=(_, Core() as inner, *_)):
                return near(inner)
            case Core(op="minus" | "intersect" | "first" | "last", args=(Core() as inner, *_)):
                return near(inner)
            case Core(op="list" | "set" | "union", args=args):
                parts = [near(arg) for arg in args]
                return None if None in parts else frozenset().union(*(part for part in parts if part is not None))
            case Core(op="local", args=(local,)):
                domain = next((domain for chosen, domain, _ in landing.choices if chosen is local), None)
                return None if domain is None else near(domain)
            case Core(op="call", args=(name, *given)) if name in self._game.program.values:
                called = self._game.program.values[name]
                return near(resolved(called.body, dict(zip(called.params, given, strict=True))))
            case _:
                return None

    def _of_pieces(self, who: Core, landing: Landing, thing: InstanceDef, positions: Positions) -> Hexes | None:
        """Where the pieces may be that an expression stands for."""
        pieces = [thing] if _is_same(who, landing.thing) else list(self._fitting(who))
        parts = [positions.get(piece.id, frozenset()) for piece in pieces]
        return None if None in parts else frozenset().union(*(part for part in parts if part is not None))

    def _fitting(self, who: Core) -> Iterator[InstanceDef]:
        return (piece for piece in self._world.instances.values() if fits(self._game, who, piece))


def _is_same(who: Core, other: Core) -> bool:
    return who.op == other.op == "local" and who.args[0] is other.args[0]
