"""How far a counter of the game can count, as turn numbers do: by the rounds that there are, and by the ending that stops it.

A counter is a number of the game that only sequences raise, each time by a number that is written out.  The sequences are walked once and
the raises counted, rounds times the raises in them; where that has no bound, an ending that looks at the counter may set one.
"""

from __future__ import annotations

from math import inf

from tankdsl.check import tree
from tankdsl.check.static import World, evaluate
from tankdsl.check.tree import AnyStmt, Assign, Core, EndingDef, Program, ScenarioDef
from tankdsl.check.types import Int, required
from tankdsl.rules.calls import parts_that_call
from tankdsl.rules.walk import same, walk

GAME = "Game"
Fact = tuple[str, str]


def bounds_of(program: Program, world: World, scenario: ScenarioDef) -> dict[Fact, tuple[int, int]]:
    """The least and greatest value of each counter of the game in a scenario."""
    found: dict[Fact, tuple[int, int]] = {}
    kind = program.kinds.get(GAME)
    for field in kind.fields if kind is not None else ():
        type = required(field.type)
        first = scenario.game_fields.get(field.id, field.default)
        start = None if first is None else evaluate(world, first)
        if isinstance(type, Int) and type == field.type and isinstance(start, int) and _is_counter(program, field.id):
            found[GAME, field.id] = start, min(type.high, _most(program, world, scenario, field.id, start, type.high))
    return found


def _is_counter(program: Program, name: str) -> bool:
    """Whether a number of the game is only ever raised, by steps that are written out, in sequences."""
    assigned = [
        (node, part)
        for part, _, body in parts_that_call(program)
        for node in walk(body)
        if isinstance(node, Assign) and (node.kind, node.field) == (GAME, name)
    ]
    return bool(assigned) and all(_step(node) is not None and part[1].startswith("sequence.") for node, part in assigned)


def _step(assign: Assign) -> int | None:
    value = assign.value
    current = Core("get", (assign.kind, assign.field, assign.entity), value.type, value.span)
    if value.op == "+" and same(value.args[0], current) and value.args[1].op == "int" and value.args[1].args[0] > 0:
        return int(value.args[1].args[0])
    return None


def _most(program: Program, world: World, scenario: ScenarioDef, name: str, start: int, highest: int) -> int:
    raised = _raised(program, world, f"sequence.{scenario.start}", name)
    most = highest if raised == inf else start + int(raised)
    in_a_round = _in_a_round(program, world, name)
    for ending in program.endings:
        limit = _limit(world, ending, name)
        if limit is not None and in_a_round != inf:
            most = min(most, max(start, limit - 1 + int(in_a_round)))
    return most


def _raised(program: Program, world: World, proc: str, name: str) -> float:
    """By how much a sequence raises a counter at most, all that it calls included."""
    found = program.procs.get(proc)
    return 0 if found is None else _in_body(program, world, found.body, name)


def _in_body(program: Program, world: World, body: tuple[AnyStmt, ...], name: str) -> float:
    return sum(_in_statement(program, world, statement, name) for statement in body)


def _in_statement(program: Program, world: World, statement: AnyStmt, name: str) -> float:
    match statement:
        case tree.Assign(kind=kind, field=field) if (kind, field) == (GAME, name):
            return _step(statement) or inf
        case tree.CallProc(proc=proc):
            return _raised(program, world, proc, name)
    inside = sum(_in_body(program, world, getattr(statement, part, None) or (), name) for part in ("body", "then", "orelse"))
    if not inside:
        return 0
    return inside * _times(program, world, statement)


def _times(program: Program, world: World, statement: AnyStmt) -> float:
    match statement:
        case tree.Repeat(most=most):
            times = None if most is None else evaluate(world, most)
            return times if isinstance(times, int) else inf
        case tree.EachTurn():
            return len(program.sides)
        case tree.Loop(domain=Core(op="sides" | "from")):
            return len(program.sides)
        case tree.Loop() | tree.Alternate():
            return inf
        case _:
            return 1


def _in_a_round(program: Program, world: World, name: str) -> float:
    """By how much a single round raises a counter at most; what is raised outside of rounds counts too."""
    bodies = [proc.body for id, proc in program.procs.items() if id.startswith("sequence.")]
    rounds = [node for body in bodies for node in walk(body) if isinstance(node, tree.Repeat)]
    return max((_in_body(program, world, loop.body, name) for loop in rounds), default=inf)


def _limit(world: World, ending: EndingDef, name: str) -> int | None:
    """The value of a counter from which on the game is over, by an ending that looks at nothing else and at the latest after each round."""
    condition = ending.condition
    if condition.op not in (">", ">=") or ending.at_end_of not in (None, "round", "turn"):
        return None
    read, number = condition.args
    if read.op != "get" or read.args[:2] != (GAME, name):
        return None
    value = evaluate(world, number)
    return None if not isinstance(value, int) or isinstance(value, bool) else value + (condition.op == ">")
