"""Flat code does what the structured statements say: random procedures, walked as trees here and played by the engine.

The walker below is the meaning of the statements in its plainest form: Python blocks for blocks, an exception for `stop`.  A trigger that
answers whenever it was armed makes the settle points visible in the trace.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from tankdsl.check import tree as t
from tankdsl.check.tree import Core, Local
from tests.unit.lower.playing import play, value
from tests.unit.lower.trees import (
    BLUE,
    BOOL,
    COUNT,
    GAME,
    RED,
    SIDE,
    SPAN,
    TANK,
    TANKS,
    TRACE,
    assign,
    call,
    compare,
    core,
    damage,
    effect,
    number,
    program,
    read,
    tank,
    when,
)

PRIME = 1_000_003
IDS = ("heavy.1", "light.1", "light.2")
ACTIVE = core("active", type=SIDE)


def mark(digit: Core | int) -> t.Assign:
    """Mix a digit into the trace."""
    added = number(digit) if isinstance(digit, int) else digit
    mixed = core("mod", core("+", core("*", TRACE, number(31)), added), number(PRIME))
    return assign("Game", "trace", GAME, mixed)


ARM = assign("Game", "count", GAME, number(1))
MARK_ACTIVE = when(compare("==", ACTIVE, RED), mark(5), orelse=(when(compare("==", ACTIVE, BLUE), mark(6), orelse=(mark(4),)),))
DISARM = assign("Game", "count", GAME, number(0))
ANSWER = t.WheneverDef("answer", (), None, compare("==", COUNT, number(1)), (DISARM, mark(7)), (), SPAN)


def odd() -> Core:
    return compare("==", core("mod", TRACE, number(2)), number(1))


# ----------------------------------------------------------------------------------------------------------- generation

Statements = st.SearchStrategy[tuple[t.AnyStmt, ...]]


def leaves(depth: int) -> st.SearchStrategy[t.AnyStmt]:
    calls = [call(f"effect{index}") for index in range(depth)]
    return st.one_of(
        st.integers(1, 9).map(mark),
        st.sampled_from([ARM, MARK_ACTIVE, *calls]),
        st.sampled_from([None, odd(), core("not", odd(), type=BOOL)]).map(lambda condition: t.Stop(SPAN, (), condition)),
        st.tuples(st.sampled_from(IDS), st.integers(0, 4)).map(lambda hit: assign("Tank", "damage", tank(hit[0]), number(hit[1]))),
        st.sampled_from(IDS).map(lambda id: t.RemoveThing(SPAN, (), tank(id))),
    )


def looped(pair: tuple[tuple[t.AnyStmt, ...], int | None, bool]) -> t.Loop:
    body, least, ordered = pair
    x = Local("x", TANK)
    where = None if least is None else compare(">=", damage(read(x)), number(least))
    lowest = damage(read(x)) if ordered else None
    return t.Loop(SPAN, (), x, TANKS, where, lowest, None, False, (mark(damage(read(x))), *body))


def blocks(inner: Statements) -> st.SearchStrategy[t.AnyStmt]:
    return st.one_of(
        st.tuples(inner, inner).map(lambda two: when(odd(), *two[0], orelse=two[1])),
        st.tuples(st.integers(0, 2), st.sampled_from([None, odd()]), st.sampled_from([None, "round"]), inner).map(
            lambda parts: t.Repeat(SPAN, (), number(parts[0]), parts[1], parts[2], parts[3])
        ),
        st.tuples(inner, st.sampled_from([None, 1, 2]), st.booleans()).map(looped),
        inner.map(lambda body: t.Together(SPAN, (), body)),
        st.tuples(st.sampled_from([None, RED, BLUE]), inner).map(lambda pair: t.During(SPAN, (), "fight", pair[0], pair[1])),
        inner.map(lambda body: t.EachTurn(SPAN, (), Local("s", SIDE), BLUE, body)),
        st.tuples(st.sampled_from(["fight", "game"]), inner).map(lambda pair: once(*pair)),
    )


def once(scope: str, body: tuple[t.AnyStmt, ...]) -> t.Once:
    return t.Once(SPAN, (), t.Limit(f"in.{scope}", 2, (), scope, False, None), body)


def bodies(depth: int) -> Statements:
    """Bodies of the procedure with this number, which may call those with lower ones."""
    nested = st.recursive(leaves(depth), lambda one: blocks(st.lists(one, max_size=3).map(tuple)), max_leaves=8)
    return st.lists(nested, max_size=4).map(tuple)


# -------------------------------------------------------------------------------------------------------------- walking


class StoppedError(Exception):
    """A procedure was left."""


@dataclass
class Walker:
    """The state of the game, and the meaning of each statement."""

    procs: dict[str, t.ProcDef]
    trace: int = 0
    armed: bool = False
    hold: int = 0
    scopes: list[tuple[str, str | None]] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    hits: dict[str, int] = field(default_factory=lambda: {"heavy.1": 2, "light.1": 3, "light.2": 1})
    gone: set[str] = field(default_factory=set)

    def mark(self, digit: int) -> None:
        self.trace = (self.trace * 31 + digit) % PRIME

    def settle(self) -> None:
        if self.hold == 0 and self.armed:
            self.armed = False
            self.mark(7)

    def call(self, body: tuple[t.AnyStmt, ...]) -> None:
        with suppress(StoppedError):
            self.block(body)
        self.settle()

    def block(self, body: tuple[t.AnyStmt, ...]) -> None:
        for statement in body:
            self.walk(statement)

    def is_true(self, condition: Core) -> bool:
        return not self.is_true(condition.args[0]) if condition.op == "not" else self.trace % 2 == 1

    def scope(self, name: str, owner: str | None, body: tuple[t.AnyStmt, ...]) -> None:
        self.scopes.append((name, owner))
        self.counts.pop(f"in.{name}", None)
        self.settle()
        try:
            self.block(body)
        finally:
            self.scopes.pop()
            self.settle()

    def walk(self, statement: t.AnyStmt) -> None:
        match statement:
            case t.Assign():
                self.assign(statement)
            case t.IfElse() if statement is MARK_ACTIVE:
                owners = [owner for _, owner in self.scopes if owner]
                self.mark({"red": 5, "blue": 6}[owners[-1]] if owners else 4)
            case t.IfElse(then=then, orelse=orelse):
                self.block(then if self.trace % 2 else orelse)
            case t.Stop(condition=condition):
                if condition is None or self.is_true(condition):
                    raise StoppedError
            case t.RemoveThing(thing=thing):
                self.gone.add(thing.args[1])
            case t.CallProc(proc=proc):
                self.call(self.procs[proc].body)
            case t.Together(body=body):
                self.hold += 1
                try:
                    self.block(body)
                finally:
                    self.hold -= 1
                    self.settle()
            case _:
                self.repeat(statement)

    def repeat(self, statement: t.AnyStmt) -> None:
        match statement:
            case t.Repeat(most=most, until=until, scope=scope, body=body) if most is not None:
                for _ in range(most.args[0]):
                    if until is not None and self.is_true(until):
                        break
                    self.scope(scope, None, body) if scope else self.block(body)
            case t.During(scope=scope, owner=owner, body=body):
                self.scope(scope, owner.args[1] if owner else None, body)
            case t.EachTurn(body=body):
                for side in ("blue", "red"):
                    self.scope("turn", side, body)
            case t.Once(limit=limit, body=body):
                self.counts[limit.id] = self.counts.get(limit.id, 0) + 1
                if self.counts[limit.id] <= limit.most:
                    self.block(body)
            case t.Loop():
                self.loop(statement)
            case _:
                raise AssertionError(statement)

    def loop(self, statement: t.Loop) -> None:
        least = 0 if statement.where is None else statement.where.args[1].args[0]
        rest = [id for id in IDS if id not in self.gone and self.hits[id] >= least]
        while rest:
            id = min(rest, key=self.hits.__getitem__) if statement.lowest is not None else rest[0]
            rest.remove(id)
            if id not in self.gone and self.hits[id] >= least:
                self.mark(self.hits[id])
                self.block(statement.body[1:])

    def assign(self, statement: t.Assign) -> None:
        if statement.kind == "Tank":
            self.hits[statement.entity.args[1]] = statement.value.args[0]
        elif statement.field == "count":
            self.armed = True
        else:
            digit = statement.value.args[0].args[1]
            self.mark(digit.args[0])


@settings(max_examples=100, deadline=None)
@given(st.tuples(bodies(0), bodies(1), bodies(2)))
def test_played_code_does_what_the_statements_say(all_bodies: tuple[tuple[t.AnyStmt, ...], ...]) -> None:
    procs = [effect(f"effect{index}", *body) for index, body in enumerate(all_bodies)]
    made = program(call("effect2"), mark(9), procs=procs, whenevers={"answer": ANSWER}, scopes=("main", "round", "fight", "turn"))
    walker = Walker({proc.id: proc for proc in procs})
    walker.scope("main", None, (call("effect2"), mark(9)))
    session = play(made)
    assert session.state()["scopes"] == [] and session.state()["hold"] == 0
    assert value(session, "Game.trace") == walker.trace
