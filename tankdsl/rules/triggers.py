"""Triggers that would never come to rest.

Each `whenever` must put out a fuse of its own condition (`fuses.py`); otherwise it would run for ever by itself.  Several triggers can
still keep each other going: one lights again what another puts out.  Such a circle is harmless when one trigger in it has a fuse that no
trigger of the circle lights, because that one runs only as often as there are things to run for; without it, the rest must be harmless too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tankdsl.check import tree
from tankdsl.check.tree import Core, Program, WheneverDef
from tankdsl.diagnostics import Diagnostic, Label
from tankdsl.diagnostics.registry import analysis
from tankdsl.rules.calls import Graph, call_graph, reached
from tankdsl.rules.cycles import knots, shortest_circle
from tankdsl.rules.fuses import REMOVAL, Fuse, fuses_of, puts_out
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.rules.walk import walk

Fact = tuple[str, str]
"""What can be written and read: kind and field, or `*` and one of `removed`, `at`, `terrain`, `pile`."""

AT, TERRAIN, PILE = ("*", "at"), ("*", "terrain"), ("*", "pile")


@dataclass(frozen=True, slots=True)
class Trigger:
    """A `whenever` with what it reads, what it writes (with the values, where they are assigned), and the fuses it puts out."""

    definition: WheneverDef
    reads: frozenset[Fact]
    writes: tuple[tuple[Fact, tree.Assign | None], ...]
    fuses: tuple[Fuse, ...]


def check_triggers(game: Game) -> Iterator[Diagnostic]:
    """Triggers that run for ever by themselves, then circles of triggers."""
    program = game.program
    if not program.whenevers:
        return
    graph = call_graph(program)
    triggers = {id: _trigger(program, graph, definition) for id, definition in program.whenevers.items()}
    for id, trigger in triggers.items():
        if not trigger.fuses:
            yield _burning(id, trigger)
    yield from _circles({id: trigger for id, trigger in triggers.items() if trigger.fuses})


def _trigger(program: Program, graph: Graph, definition: WheneverDef) -> Trigger:
    reads = frozenset(fact for part in _condition_parts(program, definition) for fact in _reads(part))
    writes = tuple(write for part in _body_parts(program, graph, definition) for write in _writes(part))
    fuses = tuple(fuse for fuse in fuses_of(definition) if puts_out(program, definition.body, fuse))
    return Trigger(definition, reads, writes, fuses)


def _condition_parts(program: Program, definition: WheneverDef) -> Iterator[object]:
    """The condition and everything that it asks."""
    seen: set[tuple[str, str]] = set()
    todo: list[object] = [definition.condition, *(param.domain for param in definition.params)]
    while todo:
        for part in walk(todo.pop()):
            yield part
            asked = _asked(program, part)
            if asked is not None and asked[0] not in seen:
                seen.add(asked[0])
                todo.append(asked[1])


def _asked(program: Program, part: object) -> tuple[tuple[str, str], object] | None:
    match part:
        case Core(op="call", args=(id, *_)) if id in program.values:
            return ("value", id), program.values[id].body
        case Core(op="holds", args=(id, *_)) | tree.DemandGuard(guard=id) if id in program.guards:
            return ("guard", id), program.guards[id].demands
        case Core(op="sight", args=(id, *_)) if id in program.sights:
            return ("sight", id), program.sights[id].blocks
        case Core(op="mission_met"):
            return ("mission", "*"), tuple(mission.met for mission in program.missions.values())
        case _:
            return None


def _reads(part: object) -> Iterator[Fact]:
    match part:
        case Core(op="get", args=(_, "at", _)) | Core(op="at" | "things" | "owned"):
            yield AT
            yield REMOVAL
        case Core(op="get", args=(_, "removed", _)):
            yield REMOVAL
        case Core(op="get", args=(kind, field, _)):
            yield kind, field
        case Core(op="terrain"):
            yield TERRAIN
        case Core(op="pile" | "pile_of"):
            yield PILE


def _body_parts(program: Program, graph: Graph, definition: WheneverDef) -> Iterator[object]:
    """The body and everything that may run because of it."""
    yield from walk(definition.body)
    for sort, id in reached(graph, ("whenever", definition.id))[1:]:
        match sort:
            case "proc":
                yield from walk(program.procs[id].body)
            case "action":
                yield from walk((program.actions[id].body, program.actions[id].after or ()))
            case "pile":
                yield from walk(program.piles[id].refill or ())


def _writes(part: object) -> Iterator[tuple[Fact, tree.Assign | None]]:
    match part:
        case tree.Assign(kind=kind, field=field):
            yield (kind, field), part
        case tree.PlaceThing() | tree.Go():
            yield AT, None
        case tree.RemoveThing():
            yield REMOVAL, None
        case tree.SetTerrain():
            yield TERRAIN, None
        case tree.Draw() | tree.MoveThing() | tree.Pour() | tree.Shuffle():
            yield PILE, None


# --------------------------------------------------------------------------------------------------------------- circles


def _circles(triggers: dict[str, Trigger]) -> Iterator[Diagnostic]:
    left = dict(triggers)
    while found := knots(_successors(left)):
        harmless = [id for knot in found for id in knot if _is_spent(left, knot, id)]
        if not harmless:
            for knot in found:
                yield _circle(triggers, shortest_circle(_successors(left), knot))
            return
        for id in harmless[:1]:
            del left[id]


def _successors(triggers: dict[str, Trigger]) -> dict[str, list[str]]:
    """Which triggers read what each of them writes."""
    return {
        id: [other for other, reader in triggers.items() if any(fact in reader.reads for fact, _ in trigger.writes)]
        for id, trigger in triggers.items()
    }


def _is_spent(triggers: dict[str, Trigger], knot: list[str], id: str) -> bool:
    """Whether one of the fuses of a trigger is lit by no trigger of its knot, itself included."""
    return any(not any(_lights(triggers[other], fuse) for other in knot) for fuse in triggers[id].fuses)


def _lights(trigger: Trigger, fuse: Fuse) -> bool:
    """Whether a trigger writes the field of a fuse with anything but what breaks it."""
    if fuse.field == REMOVAL:
        # A removed piece comes back only when it is put somewhere.
        return any(fact == AT for fact, _ in trigger.writes)
    for fact, assign in trigger.writes:
        if fact == fuse.field and assign is not None:
            current = Core("get", (assign.kind, assign.field, assign.entity), assign.value.type, assign.span)
            if not fuse.breaks(current, assign.value):
                return True
    return False


def _burning(id: str, trigger: Trigger) -> Diagnostic:
    condition = trigger.definition.condition
    return analysis.WHENEVER_CYCLE.at(
        condition.span,
        f"`{id}` would run for ever: nothing in it is sure to make its condition false",
        "holds again after the body has run",
        help=(
            "let the condition ask a state, as in `when ... and t.lit`, and clear that state in the body (`t.lit = no`) on every way",
            "or remove the piece",
        ),
    )


def _circle(triggers: dict[str, Trigger], circle: list[str]) -> Diagnostic:
    chain = " -> ".join(f"`{id}`" for id in [*circle, circle[0]])
    notes = [_why(triggers[one], triggers[other]) for one, other in zip(circle, [*circle[1:], circle[0]], strict=True)]
    return analysis.WHENEVER_CYCLE.at(
        triggers[circle[0]].definition.condition.span,
        f"triggers can set each other off for ever: {chain}",
        secondary=[Label(triggers[id].definition.condition.span, "set off in the circle") for id in circle[1:]],
        notes=notes,
        help="let one of them ask a state that it clears and that none of the others sets again, or remove a piece",
    )


def _why(writer: Trigger, reader: Trigger) -> str:
    """What one trigger writes that another one asks."""
    shared = next(fact for fact, _ in writer.writes if fact in reader.reads)
    words = {AT: "where pieces stand", REMOVAL: "which pieces are on the map", TERRAIN: "terrain", PILE: "the content of piles"}
    what = words.get(shared, f"`{shared[1]}` of `{shared[0]}`")
    return f"`{writer.definition.id}` changes {what}, which `{reader.definition.id}` asks"


TRIGGERS = Check("triggers", check_triggers)
