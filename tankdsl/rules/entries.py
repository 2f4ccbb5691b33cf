"""Pieces that come onto the map where somebody may stand: what happens then must be said by a rule.

A `put ... at` that brings on pieces which wait off the map is looked at with everything that leads to it. If neither the effect nor what
calls it ever asks who stands somewhere, while moves of such pieces may not end where somebody stands, nothing keeps two pieces off one hex.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check import tree
from tankdsl.check.tree import Core, InstanceDef, ScenarioDef
from tankdsl.check.types import Kind, required
from tankdsl.diagnostics import Diagnostic, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.rules.calls import Node, bodies_of
from tankdsl.rules.game import Game
from tankdsl.rules.hexwords import scenarios_shown
from tankdsl.rules.interface import Check
from tankdsl.rules.movers import comes_to
from tankdsl.rules.reinforcements import Landing, fits, waits
from tankdsl.rules.walk import asked_by

Putting = tuple[Node, tree.PlaceThing]


def check_entries(game: Game) -> Iterator[Diagnostic]:
    """The statements that bring on pieces without looking, each once, with the scenarios in which pieces wait for it."""
    found: dict[int, tuple[Putting, list[ScenarioDef]]] = {}
    for scenario in game.mapped:
        waiting = [thing for thing in scenario.instances if waits(game, thing)]
        placed = [thing for thing in scenario.instances if thing.at is not None]
        for node, statement in _puttings(game) if waiting else ():
            fitting = [thing for thing in waiting if fits(game, statement.thing, thing) and _meets(game, statement, thing, placed)]
            if not fitting or not _is_blind(game, node, statement) or not comes_to(game, scenario, node):
                continue
            if any(_may_be_held(game, scenario, statement, thing) for thing in fitting):
                found.setdefault(id(statement), ((node, statement), []))[1].append(scenario)
    for (_, statement), scenarios in found.values():
        yield _entry(game, statement, scenarios)


def _meets(game: Game, statement: tree.PlaceThing, thing: InstanceDef, placed: list[InstanceDef]) -> bool:
    """Whether such pieces stand on the map already: of its kind, or others that may be put so and for which its moves look."""
    if any(other.kind == thing.kind for other in placed):
        return True
    asked = {str(core.args[0]) for core in _asked_by_moves(game, thing.kind) if core.op == "at"}
    return any(fits(game, statement.thing, other) and not asked.isdisjoint(game.lineage(other.kind)) for other in placed)


def _puttings(game: Game) -> tuple[Putting, ...]:
    return game.remember("puttings", lambda: tuple(each for each in game.statements if isinstance(each[1], tree.PlaceThing)))  # type: ignore[misc]


def _is_blind(game: Game, node: Node, statement: tree.PlaceThing) -> bool:
    def compute() -> bool:
        apart = _keeps_apart(game, statement.thing) and _happens(game, node) and not _looks(game, node)
        return apart and not _is_seen_to(game, statement.thing)

    return game.remember(("blind", id(statement)), compute)


def _may_be_held(game: Game, scenario: ScenarioDef, statement: tree.PlaceThing, thing: InstanceDef) -> bool:
    """Whether another piece may be where a statement puts a thing, as far as it is known where that is."""
    from tankdsl.rules.aims import ways_of
    from tankdsl.rules.putting import put_places
    from tankdsl.rules.reinforcements import known_for, landings_for

    def landed(piece: InstanceDef, landing: Landing) -> frozenset[int] | None:
        return put_places(game, known_for(game, scenario), landing, piece, lambda core: None)

    parts = [landed(thing, landing) for landing in landings_for(game, scenario, thing) if landing.statement == id(statement)]
    if not parts or None in parts:
        return True
    hexes = frozenset().union(*(part for part in parts if part is not None))
    ways = ways_of(game, scenario)
    for other in scenario.instances:
        mover = ways.classes.get(other.id)
        if other is thing or not game.is_placeable(other):
            continue
        if other.at in hexes or (mover is not None and (not hexes.isdisjoint(mover.ends) or ways.are_put(mover, [other], hexes))):
            return True
        comes = [landed(other, landing) for landing in landings_for(game, scenario, other)] if other.at is None else []
        if any(part is None or not hexes.isdisjoint(part) for part in comes):
            return True
    return False


def _happens(game: Game, node: Node) -> bool:
    """Whether anything leads to a body; an effect that nobody calls brings on nobody."""
    sort, id = node
    return sort != "proc" or id.startswith("sequence.") or bool(_callers(game).get(node))


def _keeps_apart(game: Game, thing: Core) -> bool:
    """Whether moves of such pieces are refused for who stands where they would end."""
    kind = required(thing.type)
    return any(core.op == "at" for core in _asked_by_moves(game, kind.name if isinstance(kind, Kind) else ""))


def _asked_by_moves(game: Game, kind: str) -> tuple[Core, ...]:
    """Every expression on which it rests whether moves of pieces of a kind are refused, or may not end."""

    def compute() -> tuple[Core, ...]:
        movements = [movement for movement in game.program.movements.values() if movement.kind in game.lineage(kind)]
        rules = tuple(rule.condition for movement in movements for rule in movement.rules if rule.word in ("never", "passes"))
        return tuple(core for core in asked_by(game.program, rules) if isinstance(core, Core))

    return game.remember(("asked by moves", kind), compute)


def _looks(game: Game, node: Node) -> bool:
    """Whether what a statement stands in, or anything that leads there, asks who stands somewhere or where somebody stands."""
    bodies, callers = dict(bodies_of(game.program)), _callers(game)
    seen, todo = {node}, [node]
    for one in todo:
        sort, id = one
        asked: tuple[object, ...] = (bodies.get(one, ()),)
        if sort == "action":
            action = game.program.actions[id]
            asked = (*asked, action.first_guards, action.guards, tuple(param.domain for param in action.params))
        if any(_asks_who(core) for core in asked_by(game.program, asked)):
            return True
        new = [caller for caller in callers.get(one, ()) if caller not in seen]
        seen.update(new)
        todo += new
    return False


def _is_seen_to(game: Game, thing: Core) -> bool:
    """Whether a trigger looks for pieces of its kind that stand where another piece does: it says what happens then."""
    kind = required(thing.type)
    name = kind.name if isinstance(kind, Kind) else ""

    def is_related(other: object) -> bool:
        return isinstance(other, str) and (other in game.lineage(name) or name in game.lineage(other))

    def is_of_others(place: object) -> bool:
        return isinstance(place, Core) and place.op == "get" and place.args[1] == "at" and not is_related(place.args[0])

    conditions = tuple(trigger.condition for trigger in game.program.whenevers.values())
    for core in asked_by(game.program, conditions):
        match core:
            case Core(op="==", args=(Core() as left, Core() as right)):
                ends = [end for end in (left, right) if end.op == "get" and end.args[1] == "at" and is_related(end.args[0])]
                if ends and not is_of_others(left) and not is_of_others(right):
                    return True
            case Core(op="at", args=(asked, place)) if is_related(asked) and not is_of_others(place):
                return True
    return False


def _asks_who(core: object) -> bool:
    """Whether an expression looks for pieces: on a hex, or by where they are other than on the map at all."""
    if not isinstance(core, Core):
        return False
    if core.op in ("==", "!=", "<", "<=", ">", ">=", "distance"):
        return any(isinstance(end, Core) and end.op == "get" and end.args[1] == "at" for end in core.args)
    return core.op == "at"


def _callers(game: Game) -> dict[Node, list[Node]]:
    def compute() -> dict[Node, list[Node]]:
        found: dict[Node, list[Node]] = {}
        for node, statement in game.statements:
            if isinstance(statement, tree.CallProc):
                found.setdefault(("proc", statement.proc), []).append(node)
        return found

    return game.remember("callers", compute)


def _entry(game: Game, statement: tree.PlaceThing, scenarios: list[ScenarioDef]) -> Diagnostic:
    things = (thing for scenario in scenarios for thing in scenario.instances)
    waiting = [thing.id for thing in things if waits(game, thing) and fits(game, statement.thing, thing)]
    return kinds.ENTRY_MAY_BE_HELD.at(
        statement.span,
        "pieces are put here without asking who stands there, and their moves may not end where somebody stands",
        notes=(f"{quoted(list(dict.fromkeys(waiting)), 'and')} may enter so", f"in {scenarios_shown([one.id for one in scenarios])}"),
        help="say what happens when the hex is held: let it wait, choose among free hexes, or push the other one away",
    )


ENTRIES = Check("entries", check_entries)
