"""Statements become instructions: this module has those that do one thing; loops, turns and decisions have modules of
their own.
"""

from __future__ import annotations

from typing import assert_never

from tankdsl.check import tree as t
from tankdsl.check.types import Kind, required
from tankdsl.lower.body import Body
from tankdsl.lower.build import Json, kind_of
from tankdsl.lower.code import Label
from tankdsl.lower.decisions import lower_ask, lower_choose, lower_plays, lower_plot, lower_sealed, lower_window
from tankdsl.lower.expressions import NONE
from tankdsl.lower.loops import lower_go, lower_loop, lower_repeat
from tankdsl.lower.turns import lower_alternate, lower_during, lower_each_turn
from tankdsl.lower.types import lower_type


def lower_statement(body: Body, stmt: t.AnyStmt) -> None:
    """One statement."""
    match stmt:
        case t.IfElse() | t.Stop() | t.Give() | t.Once() | t.Together() | t.CallProc() | t.SetLocal():
            _flow(body, stmt)
        case t.Assign() | t.SetTerrain() | t.PlaceThing() | t.RemoveThing() | t.Reveal():
            _change(body, stmt)
        case t.Tell():
            _tell(body, stmt)
        case t.Roll() | t.Reroll():
            _dice(body, stmt)
        case t.Draw() | t.Shuffle() | t.Pour() | t.MoveThing():
            _piles(body, stmt)
        case t.Loop():
            lower_loop(body, stmt)
        case t.Repeat():
            lower_repeat(body, stmt)
        case t.Go():
            lower_go(body, stmt)
        case t.EachTurn():
            lower_each_turn(body, stmt)
        case t.During():
            lower_during(body, stmt)
        case t.Alternate():
            lower_alternate(body, stmt)
        case t.Plays():
            lower_plays(body, stmt)
        case t.Choose():
            lower_choose(body, stmt)
        case t.Ask():
            lower_ask(body, stmt)
        case t.Plot():
            lower_plot(body, stmt)
        case t.OpenWindow():
            lower_window(body, stmt)
        case t.Sealed():
            lower_sealed(body, stmt)
        case _:
            assert_never(stmt)


def _flow(body: Body, stmt: t.IfElse | t.Stop | t.Give | t.Once | t.Together | t.CallProc | t.SetLocal) -> None:
    match stmt:
        case t.IfElse():
            _if(body, stmt)
        case t.Stop(condition=condition):
            _stop(body, condition)
        case t.Give(value=value):
            body.code.emit("set", body.results[0], body.expr(value))
            body.leave()
        case t.Once():
            _once(body, stmt)
        case t.Together(body=inner):
            body.code.emit("hold")
            with body.between([["release"]]):
                body.block(inner)
        case t.CallProc(proc=proc, args=args, results=results):
            _call(body, proc, args, results)
        case t.SetLocal(local=local, value=value):
            body.code.emit("set", body.slot(local), body.expr(value))


def _if(body: Body, stmt: t.IfElse) -> None:
    """A whole ladder of `if ... else if ...` at once: tables make long ones."""
    code, done = body.code, Label()
    while len(stmt.orelse) == 1 and isinstance(stmt.orelse[0], t.IfElse):
        otherwise = Label()
        code.unless(_test(body, stmt), otherwise)
        body.block(stmt.then)
        code.jump(done)
        code.bind(otherwise)
        if not code.is_reachable:
            break
        stmt = stmt.orelse[0]
        code.begin(stmt)
    else:
        body.branch(_test(body, stmt), stmt.then, stmt.orelse)
    code.bind(done)


def _test(body: Body, stmt: t.IfElse) -> Json:
    """The condition; of an `if let` that the value is there, which is kept."""
    condition = body.expr(stmt.condition)
    if stmt.binding is None:
        return condition
    slot = body.slot(stmt.binding)
    body.code.emit("set", slot, condition)
    return ["present", ["local", slot]]


def _stop(body: Body, condition: t.Core | None) -> None:
    if condition is None:
        body.leave()
    elif not body.open:
        body.code.when(body.expr(condition), body.exit)
    else:
        stay = Label()
        body.code.unless(body.expr(condition), stay)
        body.leave()
        body.code.bind(stay)


def _once(body: Body, stmt: t.Once) -> None:
    limit, done = stmt.limit, Label()
    keys = [body.expr(key) for key in limit.keys]
    body.code.emit("once", limit.id, limit.most, limit.scope, _limit_owner(body, limit), keys, done)
    body.block(stmt.body)
    body.code.bind(done)


def _limit_owner(body: Body, limit: t.Limit) -> Json:
    """Whose scopes count: nobody's in particular, or those of the side that the first key is or belongs to, else of the active one."""
    if not limit.own:
        return NONE
    for key in limit.keys:
        kind = required(key.type)
        if isinstance(kind, Kind):
            side = body.expr(key)
            return side if body.build.category(kind.name) == "side" else ["get", kind.name, "side", side]
    return ["active"]


def _call(body: Body, proc: str, args: tuple[t.Core, ...], results: tuple[t.Local, ...]) -> None:
    """What the caller does not take goes to slots that nobody reads."""
    taken = [body.slot(result) for result in results]
    gives = len(body.build.program.procs[proc].results) if proc in body.build.program.procs else len(taken)
    taken += [body.frame.slots.spare() for _ in range(gives - len(taken))]
    body.code.emit("call", proc, [body.expr(arg) for arg in args], taken)


def _change(body: Body, stmt: t.Assign | t.SetTerrain | t.PlaceThing | t.RemoveThing | t.Reveal) -> None:
    code, expr = body.code, body.expr
    match stmt:
        case t.Assign(kind=kind, field=field, entity=entity, value=value):
            code.emit("assign", kind, field, expr(entity), expr(value))
        case t.SetTerrain(place=place, terrain=terrain):
            code.emit("terrain", expr(place), expr(terrain))
        case t.PlaceThing(thing=thing, place=place):
            code.emit("place", kind_of(thing.type), expr(thing), expr(place))
        case t.RemoveThing(thing=thing):
            code.emit("remove", kind_of(thing.type), expr(thing))
        case t.Reveal(kind=kind, field=field, entity=entity, to=to):
            code.emit("reveal", kind, field, expr(entity), expr(to))


def _tell(body: Body, stmt: t.Tell) -> None:
    """The text of a row, with a value for each `{name}` in it."""
    build, owner = body.build, body.frame.owner
    key = f"row.{owner}.{stmt.key}" if stmt.key else f"row.{owner}"
    values = [[lower_type(build.program, local.type), ["local", body.slot(local)]] for local in stmt.shown]
    body.code.emit("log", build.texts.add(key, stmt.text), values)


def _dice(body: Body, stmt: t.Roll | t.Reroll) -> None:
    match stmt:
        case t.Roll(local=local, count=count, sides=sides, bonus=bonus, low=low, high=high, owner=owner):
            extra = 0 if bonus is None else body.expr(bonus)
            bounds = [body.expr(low), body.expr(high)]
            body.code.emit("roll", body.slot(local), body.expr(count), sides, extra, *bounds, body.expr(owner))
        case t.Reroll(pool=pool, index=index) if index is not None:
            body.code.emit("reroll_die", body.slot(pool), body.expr(index))
        case t.Reroll(pool=pool, die=die, where=where):
            bound = body.frame.slots.spare() if die is None else body.slot(die)
            body.code.emit("reroll", body.slot(pool), bound, body.test(where))


def _piles(body: Body, stmt: t.Draw | t.Shuffle | t.Pour | t.MoveThing) -> None:
    code, expr = body.code, body.expr
    match stmt:
        case t.Draw(local=local, pile=pile, into=into):
            slot, nothing = body.slot(local), Label()
            holds = None if into is None else body.build.program.piles[into.args[0]].holds
            if holds is not None:
                # Nothing is drawn for a pile that is full.
                code.emit("set", slot, ["none"])
                code.unless(["<", ["size", expr(into)], holds], nothing)
            code.emit("draw", slot, expr(pile))
            if into is not None:
                code.unless(["present", ["local", slot]], nothing)
                code.emit("move", ["local", slot], expr(into), "top")
            code.bind(nothing)
        case t.Shuffle(pile=pile):
            code.emit("shuffle", expr(pile))
        case t.Pour(source=source, target=target):
            code.emit("pour", expr(source), expr(target))
        case t.MoveThing(thing=thing, pile=pile, end=end):
            code.emit("move", expr(thing), expr(pile), end)
