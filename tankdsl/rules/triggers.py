"""Triggers that would never come to rest.

Each `whenever` must put out a fuse of its own condition (`fuses.py`); otherwise it would run for ever by itself.  Several triggers can
still keep each other going: one lights again what another puts out.  A set of triggers can go on for ever only if every fuse of each of
them is lit by one of them; so triggers with a fuse that nobody lights are struck out until no more fall.  What is left is a circle.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check import tree
from tankdsl.check.tree import Core, Program, WheneverDef
from tankdsl.diagnostics import Diagnostic, Label, ends_of, in_circle
from tankdsl.diagnostics.registry import analysis
from tankdsl.frozen import FrozenValue
from tankdsl.rules.calls import Graph, reached
from tankdsl.rules.cycles import knots, shortest_circle
from tankdsl.rules.fuses import PILE, REMOVAL, Fuse, fuses_of, puts_out
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.rules.walk import expressions, walk

Fact = tuple[str, str]
"""What a trigger writes: kind and field, or `AT` for where pieces stand, or `PILE` and the id of a pile that it puts something into."""

AT = ("*", "at")


class Trigger(FrozenValue):
    """A `whenever` with what it writes (with the assignment, where there is one), and the fuses that it puts out."""

    definition: WheneverDef
    writes: tuple[tuple[Fact, tree.Assign | None], ...]
    fuses: tuple[Fuse, ...]

    def lights(self, fuse: Fuse) -> bool:
        """Whether it writes the field of a fuse with anything but what breaks it."""
        if fuse.field == REMOVAL:
            # A removed piece comes back only when it is put somewhere.
            return any(fact == AT for fact, _ in self.writes)
        if fuse.field[0] == PILE:
            return any(fact == fuse.field for fact, _ in self.writes)
        for fact, assign in self.writes:
            if fact == fuse.field and assign is not None:
                current = Core("get", (assign.kind, assign.field, assign.entity), assign.value.type, assign.span)
                if not fuse.breaks(current, assign.value):
                    return True
        return False


def check_triggers(game: Game) -> Iterator[Diagnostic]:
    """Triggers that run for ever by themselves, then circles of triggers."""
    program = game.program
    if not program.whenevers:
        return
    graph = game.calls
    triggers = {id: _trigger(program, graph, definition) for id, definition in program.whenevers.items()}
    for id, trigger in triggers.items():
        if not trigger.fuses:
            yield _burning(id, trigger)
    yield from _circles({id: trigger for id, trigger in triggers.items() if trigger.fuses})


def _trigger(program: Program, graph: Graph, definition: WheneverDef) -> Trigger:
    writes = tuple(write for part in _body_parts(program, graph, definition) for write in _writes(part))
    written = {fact for fact, _ in writes}
    fuses = tuple(fuse for fuse in fuses_of(definition) if _stays(fuse, written) and puts_out(program, definition.body, fuse))
    return Trigger(definition, writes, fuses)


def _stays(fuse: Fuse, written: set[Fact]) -> bool:
    """Whether the fuse is of the same thing all the time: nothing by which the thing is found is written."""
    return not any(core.op == "get" and (core.args[0], core.args[1]) in written for core in expressions(fuse.entity))


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
        case tree.MoveThing(pile=pile) | tree.Pour(target=pile) | tree.Draw(into=Core() as pile):
            yield (PILE, pile.args[0]), None


# --------------------------------------------------------------------------------------------------------------- circles


def _circles(triggers: dict[str, Trigger]) -> Iterator[Diagnostic]:
    left = dict(triggers)
    while spent := [id for id, trigger in left.items() if any(not _lit(left, fuse) for fuse in trigger.fuses)]:
        for id in spent:
            del left[id]
    successors = {
        id: [other for other, lit in left.items() if any(trigger.lights(fuse) for fuse in lit.fuses)] for id, trigger in left.items()
    }
    for knot in knots(successors):
        yield _circle(left, shortest_circle(successors, knot))


def _lit(triggers: dict[str, Trigger], fuse: Fuse) -> bool:
    return any(trigger.lights(fuse) for trigger in triggers.values())


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
    steps = ends_of(list(zip(circle, [*circle[1:], circle[0]], strict=True)))
    return analysis.WHENEVER_CYCLE.at(
        triggers[circle[0]].definition.condition.span,
        f"triggers can set each other off for ever: {in_circle(circle)}",
        secondary=[Label(triggers[id].definition.condition.span, "set off in the circle") for id, _ in steps[1:]],
        notes=[_why(triggers[one], triggers[other]) for one, other in steps],
        help="let one of them ask a state that it clears and that none of the others sets again, or remove a piece",
    )


def _why(writer: Trigger, reader: Trigger) -> str:
    """What one trigger does that lets another one run again."""
    fuse = next(fuse for fuse in reader.fuses if writer.lights(fuse))
    if fuse.field == REMOVAL:
        return f"`{writer.definition.id}` puts pieces on the map, for which `{reader.definition.id}` runs"
    if fuse.field[0] == PILE:
        return f"`{writer.definition.id}` puts things into `{fuse.field[1]}`, for which `{reader.definition.id}` runs"
    return f"`{writer.definition.id}` sets `{fuse.field[1]}` of `{fuse.field[0]}`, for which `{reader.definition.id}` runs"


TRIGGERS = Check("triggers", check_triggers)
