"""Pieces that never stand on the same hex, so that the distance between them is 1 at least.

That is so when every way in which a piece comes to a hex asks that none of the other kind stands there, and asks it at the very moment: an
action puts it where a requirement wants nobody to be, or drives it along a path that was plotted just before, by a movement that never
enters a hex with such a piece.  Any other way (an effect that pushes, two paths that are plotted together, a carrier) is taken to allow it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import cached_property

from tankdsl.check import tree
from tankdsl.check.static import World
from tankdsl.check.tree import ActionDef, AnyStmt, Conjunct, Core, Demand, DemandGuard, Local, Program
from tankdsl.check.types import Kind, Type, required
from tankdsl.frozen import FrozenValue
from tankdsl.rules.calls import bodies_of
from tankdsl.rules.game import Game
from tankdsl.rules.harm.known import related
from tankdsl.rules.walk import asked_by, same, statements

Ends = tuple[int, int]
Assumed = dict[Hashable, Ends]
"""Between which numbers distances lie, as far as requirements before have said so; by what they are between."""

_QUIET = (tree.Assign, tree.SetLocal, tree.IfElse, tree.Stop, tree.RemoveThing)
"""Statements after which everybody stands where they stood, or is gone."""


class Way(FrozenValue):
    """A way in which pieces of a kind come to a hex, and the kinds of which it wants none there."""

    kind: str
    refused: frozenset[str]


class Spacing:
    """What is known of distances in a scenario without its map."""

    def __init__(self, game: Game, world: World) -> None:
        self._game = game
        self._world = world
        self._apart: dict[frozenset[str], bool] = {}

    def asks(self, value: str) -> bool:
        """Whether a value rests on a distance."""
        program = self._game.program
        return self._game.remember(("asks a distance", value), lambda: _asks_distance(program, value))

    def are_apart(self, one: str, other: str) -> bool:
        """Whether two pieces can never stand on the same hex."""
        if one == other:
            return False
        kinds = frozenset(self._world.instances[id].kind for id in (one, other))
        if kinds not in self._apart:
            self._apart[kinds] = self._kinds_are_apart(min(kinds), max(kinds))
        return self._apart[kinds]

    def _kinds_are_apart(self, one: str, other: str) -> bool:
        ways = self._game.remember("ways to a hex", lambda: ways_to_a_hex(self._game.program))
        if ways is None or not self.begin_apart:
            return False
        return all(self._keeps_off(way, *pair) for way in ways for pair in ((one, other), (other, one)))

    def _keeps_off(self, way: Way, comes: str, there: str) -> bool:
        """Whether a piece of one kind cannot come this way to where one of another kind stands."""
        return not related(self._world, comes, way.kind) or any(self._world.is_a(there, kind) for kind in way.refused)

    @cached_property
    def begin_apart(self) -> bool:
        """Whether the scenario has a map of hexes and places no two pieces on the same one."""
        scenario, program = self._world.scenario, self._game.program
        if scenario is None or scenario.layout not in program.layouts:
            return False
        placed = [thing.at for thing in scenario.instances if thing.at is not None and program.kinds[thing.kind].category == "unit"]
        return len(placed) == len(set(placed))


def _asks_distance(program: Program, value: str) -> bool:
    return any(isinstance(node, Core) and node.op == "distance" for node in asked_by(program, program.values[value].body))


def ways_to_a_hex(program: Program) -> tuple[Way, ...] | None:
    """All ways in which units come to hexes; None when one of them is not plain."""
    if program.campaigns:
        return None
    found: list[Way] = []
    for (sort, id), body in bodies_of(program):
        coming = [statement for statement in statements(body) if _brings_a_unit(program, statement)]
        if any(isinstance(statement, tree.Sealed) for statement in statements(body)):
            return None
        if not coming:
            continue
        way = _way(program, program.actions[id], body, coming[0]) if sort == "action" and len(coming) == 1 else None
        if way is None:
            return None
        found.append(way)
    return tuple(found)


def _brings_a_unit(program: Program, statement: AnyStmt) -> bool:
    return (isinstance(statement, tree.Go) and _is_unit(program, statement.unit.type)) or (
        isinstance(statement, tree.PlaceThing) and _is_unit(program, statement.thing.type)
    )


def _is_unit(program: Program, type: Type) -> bool:
    inner = required(type)
    return not isinstance(inner, Kind) or program.kinds[inner.name].category == "unit"


def _way(program: Program, action: ActionDef, body: tuple[AnyStmt, ...], statement: AnyStmt) -> Way | None:
    before = _before(body, statement)
    if action.windows or action.anytime or before is None:
        return None
    match statement:
        case tree.Go(unit=unit, route=Core(op="local", args=(route,)), body=inner):
            plot = before[-1] if before else None
            plain = all(isinstance(each, _QUIET) for each in statements(inner))
            if plain and isinstance(plot, tree.Plot) and plot.local is route and same(plot.unit, unit):
                movement = program.movements[plot.movement]
                never = (rule.condition for rule in movement.rules if rule.word == "never" and rule.condition is not None)
                return Way(movement.kind, frozenset(kind for core in never for kind in _taken(program, core, movement.target)))
        case tree.PlaceThing(thing=Core(op="local", args=(thing,)), place=Core(op="local", args=(place,))):
            params = [param.local for param in action.params]
            kind = required(thing.type)
            if thing in params and place in params and isinstance(kind, Kind):
                return Way(kind.name, frozenset(_free(program, (*action.first_guards, *action.guards), place)))
    return None


def _before(body: tuple[AnyStmt, ...], wanted: AnyStmt) -> tuple[AnyStmt, ...] | None:
    """What stands before a statement in its block; None where it may run several times."""
    for position, statement in enumerate(body):
        if statement is wanted:
            return body[:position]
        if isinstance(statement, (tree.IfElse, tree.Choose, tree.Ask)):
            for block in (statement.then or (), statement.orelse or ()):
                found = _before(block, wanted)
                if found is not None:
                    return found
    return None


def _taken(program: Program, condition: Core, place: Local) -> Iterator[str]:
    """The kinds for which a condition holds as soon as one of them stands on a place."""
    match condition:
        case Core(op="or", args=parts):
            for part in parts:
                yield from _taken(program, part, place)
        case Core(op="present", args=(Core(op="at", args=(kind, Core(op="local", args=(local,)))),)) if local is place:
            yield kind
        case Core(op="call", args=(name, *given)):
            value = program.values[name]
            for param, arg in zip(value.params, given, strict=False):
                if arg.op == "local" and arg.args[0] is place:
                    yield from _taken(program, value.body, param)


def _free(program: Program, demands: Iterable[Conjunct], place: Local) -> Iterator[str]:
    """The kinds of which requirements want none on a place."""
    for demand in demands:
        match demand:
            case Demand(condition=Core(op="absent", args=(Core(op="at", args=(kind, Core(op="local", args=(local,)))),))) if local is place:
                yield kind
            case Demand(condition=Core(op="not", args=(condition,))):
                yield from _taken(program, condition, place)
            case DemandGuard(guard=name, args=args) if name in program.guards:
                guard = program.guards[name]
                for param, arg in zip(guard.params, args, strict=False):
                    if arg.op == "local" and arg.args[0] is place:
                        yield from _free(program, guard.demands, param)
