"""How far a counter of the game can count, as turn numbers do: by the rounds that there are, and by the ending that stops it.

A counter is a number of the game that only sequences raise, each time by a number that is written out.  The sequences are walked once and
the raises counted, rounds times the raises in them; where that has no bound, an ending that looks at the counter may set one. It does so
only where it is sure to be looked at in all these rounds: in scopes that are open there, and about somebody who is always there.
"""

from __future__ import annotations

from math import inf

from tankdsl.check import tree
from tankdsl.check.static import World, evaluate
from tankdsl.check.tree import AnyStmt, Assign, Core, EndingDef, FieldDef, Program, ScenarioDef
from tankdsl.check.types import Int
from tankdsl.rules.game import Game
from tankdsl.rules.scopes import opens
from tankdsl.rules.walk import same, statements

GAME = "Game"
Fact = tuple[str, str]


def bounds_of(game: Game, scenario: ScenarioDef) -> dict[Fact, tuple[int, int]]:
    """The least and greatest value of each counter of the game in a scenario."""
    return game.remember(("bounds", scenario.id), lambda: _bounds_of(game, scenario))


def _bounds_of(game: Game, scenario: ScenarioDef) -> dict[Fact, tuple[int, int]]:
    program, world = game.program, game.world_of(scenario)
    found: dict[Fact, tuple[int, int]] = {}
    for field in game.remember("counters", lambda: _counters(game)):
        first = scenario.game_fields.get(field.id, field.default)
        start = None if first is None else evaluate(world, first)
        if isinstance(field.type, Int) and isinstance(start, int) and not (field.kept and game.follows(scenario)):
            found[GAME, field.id] = start, _most(program, world, scenario, field.id, start, field.type.high)
    return found


def _counters(game: Game) -> tuple[FieldDef, ...]:
    """The numbers of the game that are only ever raised, by steps that are written out, in sequences."""
    kind = game.program.kinds.get(GAME)
    assigned: dict[str, list[bool]] = {}
    for (_, id), statement in game.statements:
        if isinstance(statement, Assign) and statement.kind == GAME:
            assigned.setdefault(statement.field, []).append(_step(statement) is not None and id.startswith("sequence."))
    fields = () if kind is None else kind.fields
    # What lasts only for a while goes back by itself, maybe to a greater number.
    steady = (field for field in fields if isinstance(field.type, Int) and field.lifetime is None)
    return tuple(field for field in steady if all(assigned.get(field.id, [False])))


def _step(assign: Assign) -> int | None:
    value = assign.value
    current = Core("get", (assign.kind, assign.field, assign.entity), value.type, value.span)
    if value.op == "+" and same(value.args[0], current) and value.args[1].op == "int" and value.args[1].args[0] > 0:
        return int(value.args[1].args[0])
    return None


def _most(program: Program, world: World, scenario: ScenarioDef, name: str, start: int, highest: int) -> int:
    """The greatest value that anybody gets to see: what is raised as the last thing in a round counts for the next one."""
    first = program.procs.get(f"sequence.{scenario.start}")
    raised = inf if first is None else _in_body(program, world, first.body, name)
    last = 0 if first is None else _last_step(program, first.body, name)
    most = highest if raised == inf else start + int(raised) - last
    rounds = [loop for loop in _rounds(program) if _in_body(program, world, loop.body, name)]
    in_a_round = max((_in_body(program, world, loop.body, name) for loop in rounds), default=inf)
    closing = bool(rounds) and all(_in_body(program, world, loop.body, name) == _last_step(program, loop.body, name) for loop in rounds)
    for ending in program.endings if rounds and in_a_round != inf else ():
        limit = _reached(world, ending.condition, name)
        if limit is not None and _is_about_somebody(world, ending) and _is_looked_at(program, scenario, ending, rounds):
            at_once = ending.at_end_of != "turn" or all(_ends_with(program, loop.body, "turn") for loop in rounds)
            seen_later = 0 if closing and at_once else int(in_a_round)
            most = min(most, max(start, limit - 1 + seen_later))
    return min(most, highest)


def _rounds(program: Program) -> list[tree.Repeat]:
    bodies = [proc.body for id, proc in program.procs.items() if id.startswith("sequence.")]
    return [statement for body in bodies for statement in statements(body) if isinstance(statement, tree.Repeat)]


def _last_step(program: Program, body: tuple[AnyStmt, ...], name: str) -> int:
    """By how much a counter is raised by the very last statement of a body; 0 if that is another one."""
    match body[-1] if body else None:
        case tree.Assign(kind=kind, field=field) as assign if (kind, field) == (GAME, name):
            return _step(assign) or 0
        case tree.CallProc(proc=proc) if proc in program.procs:
            return _last_step(program, program.procs[proc].body, name)
        case tree.Repeat(body=inner) | tree.During(body=inner) | tree.Together(body=inner):
            return _last_step(program, inner, name)
        case _:
            return 0


def _ends_with(program: Program, body: tuple[AnyStmt, ...], scope: str) -> bool:
    """Whether the last thing in a body is also the last in a scope, which closes with it."""
    match body[-1] if body else None:
        case tree.During(scope=opened, body=inner):
            return opened == scope or _ends_with(program, inner, scope)
        case tree.CallProc(proc=proc) if proc in program.procs:
            return _ends_with(program, program.procs[proc].body, scope)
        case tree.Together(body=inner):
            return _ends_with(program, inner, scope)
        case _:
            return False


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


def _is_about_somebody(world: World, ending: EndingDef) -> bool:
    """Whether there is always somebody whom an ending is about, if it is about each of a set."""
    members = True if ending.each is None or ending.domain is None else evaluate(world, ending.domain)
    return members is True or (isinstance(members, tuple) and bool(members))


def _is_looked_at(program: Program, scenario: ScenarioDef, ending: EndingDef, rounds: list[tree.Repeat]) -> bool:
    """Whether an ending is looked at in each of these rounds, at the latest when the round is over."""
    match ending.at_end_of:
        case None:
            closes = True
        case "round":
            closes = all(loop.scope == "round" for loop in rounds)
        case scope:
            closes = scope == "turn" and all(_surely_opens(program, loop.body, scope) for loop in rounds)
    if ending.during is None or not closes:
        return closes
    start = program.procs.get(f"sequence.{scenario.start}")
    around = {} if start is None else _open_around(program, start)
    mine = [(loop, around[id(loop)]) for loop in rounds if id(loop) in around]
    return bool(mine) and all(ending.during in scopes or ending.during == loop.scope for loop, scopes in mine)


def _surely_opens(program: Program, body: tuple[AnyStmt, ...], scope: str) -> bool:
    """Whether a scope opens whenever a body runs."""
    for statement in body:
        match statement:
            case tree.EachTurn() if scope == "turn":
                return True
            case tree.During(scope=opened, body=inner) if opened == scope or _surely_opens(program, inner, scope):
                return True
            case tree.Together(body=inner) if _surely_opens(program, inner, scope):
                return True
            case tree.Loop(domain=Core(op="sides"), where=None, body=inner) if _surely_opens(program, inner, scope):
                return True
            case tree.CallProc(proc=proc) if proc in program.procs and _surely_opens(program, program.procs[proc].body, scope):
                return True
            case tree.Stop():
                return False
    return False


def _open_around(program: Program, start: tree.ProcDef) -> dict[int, frozenset[str]]:
    """Of each loop that a sequence comes to the scopes that are open around it every time."""
    found: dict[int, frozenset[str]] = {}
    seen: set[tuple[str, frozenset[str]]] = set()
    todo: list[tuple[tree.ProcDef, frozenset[str]]] = [(start, frozenset())]
    while todo:
        proc, outside = todo.pop()
        if (proc.id, outside) in seen:
            continue
        seen.add((proc.id, outside))
        around = outside | {proc.name} if proc.origin == "sequence" else outside
        bodies: list[tuple[tuple[AnyStmt, ...], frozenset[str]]] = [(proc.body, around)]
        for body, scopes in bodies:
            for statement in body:
                if isinstance(statement, tree.Repeat):
                    found[id(statement)] = found.get(id(statement), scopes) & scopes
                if isinstance(statement, tree.CallProc) and statement.proc in program.procs:
                    todo.append((program.procs[statement.proc], scopes))
                scope = opens(statement)
                inner = scopes if scope is None else scopes | {scope}
                bodies += [(part, inner) for name in ("body", "then", "orelse") if (part := getattr(statement, name, None))]
    return found


def _reached(world: World, condition: Core, name: str) -> int | None:
    """The value of a counter from which on a condition holds, whatever else is the case."""
    match condition:
        case Core(op="or", args=parts):
            return min((found for found in (_reached(world, part, name) for part in parts) if found is not None), default=None)
        case Core(op="and", args=parts):
            about = [(part, limit) for part in parts if (limit := _reached(world, part, name)) is not None]
            if len(about) != 1 or not all(part is about[0][0] or evaluate(world, part) is True for part in parts):
                return None
            return about[0][1]
        case Core(op=">" | ">=" as op, args=(Core(op="get", args=(kind, field, *_)), number)) if (kind, field) == (GAME, name):
            value = evaluate(world, number)
            return None if not isinstance(value, int) or isinstance(value, bool) else value + (op == ">")
        case _:
            return None
