"""What a rule asks of a place: with that known, an answer for one hex is the answer for every hex that is alike in it.

A condition that looks only at the terrain of a place is computed once for each terrain, not once for each hex of a large map.
"""

from __future__ import annotations

from collections.abc import Hashable

from tankdsl.check import tree
from tankdsl.check.static import World
from tankdsl.check.tree import Core, Local, Program
from tankdsl.ground.maps import GroundMap
from tankdsl.syntax.node import NodeBase, fields_of

Asked = frozenset[str]
"""Some of `terrain`, `territory`, `row`, `at` (what stands there), and `place` for everything else, such as where it lies."""

NOTHING: Asked = frozenset()
EVERYTHING: Asked = frozenset({"place"})
DEEPEST = 20


def asked_of(program: Program, item: object, place: Local, depth: int = 0) -> Asked:
    """What an expression or requirement, with all that it calls, asks of a place."""
    match item:
        case tuple():
            return frozenset().union(*(asked_of(program, part, place, depth) for part in item))
        case Core(op="terrain" | "territory" as op, args=(asked,)) if _is(asked, place):
            return frozenset({op})
        case Core(op="row", args=(side, asked)) if _is(asked, place):
            return frozenset({"row"}) | asked_of(program, side, place, depth)
        case Core(op="at", args=(_, asked)) if _is(asked, place):
            return frozenset({"at"})
        case Core(op="call" | "holds" as op, args=(name, *given)):
            return _of_call(program, op, name, tuple(given), place, depth)
        case tree.DemandGuard(guard=name, args=given):
            return _of_call(program, "holds", name, given, place, depth)
        case Core(op="local", args=(local,)):
            return EVERYTHING if local is place else NOTHING
        case Core(args=args):
            return asked_of(program, args, place, depth)
        case tree.Demand() | tree.DemandLet() | tree.DemandEach():
            return asked_of(program, tuple(value for _, value in fields_of(item) if isinstance(value, (NodeBase, tuple))), place, depth)
        case _:
            return NOTHING


def _is(item: object, place: Local) -> bool:
    return isinstance(item, Core) and item.op == "local" and item.args[0] is place


def _of_call(program: Program, op: str, name: str, given: tuple[Core, ...], place: Local, depth: int) -> Asked:
    """The arguments, and of the called value or guard what it asks of the parameter that the place becomes."""
    callee = program.values.get(name) if op == "call" else program.guards.get(name)
    if callee is None or depth > DEEPEST or len(callee.params) != len(given):
        return EVERYTHING
    body: object = callee.body if isinstance(callee, tree.ValueDef) else callee.demands
    found = NOTHING
    for param, argument in zip(callee.params, given, strict=True):
        found |= asked_of(program, body, param, depth + 1) if _is(argument, place) else asked_of(program, argument, place, depth)
    return found


def alike(world: World, ground: GroundMap, index: int, asked: Asked) -> Hashable:
    """A key that is the same for hexes between which nothing that is asked makes a difference."""
    if "place" in asked:
        return index
    hex_ = ground.hexes[index]
    return (
        hex_.terrain if "terrain" in asked else None,
        hex_.territory if "territory" in asked else None,
        tuple(rows[index] for rows in ground.rows.values()) if "row" in asked else None,
        tuple(sorted(thing for thing, at in world.standing.items() if at == index)) if "at" in asked else None,
    )
