"""Stretches of the game that belong to a side or have a name: turns, alternation, phases."""

from __future__ import annotations

from tankdsl.check import tree as t
from tankdsl.lower.body import Body
from tankdsl.lower.build import Json
from tankdsl.lower.code import Label

TURN, ALTERNATION = "turn", "alternation"
"""Scopes that the language itself opens, owned by the side whose turn it is."""


def lower_during(body: Body, stmt: t.During) -> None:
    """`during phase of s`."""
    with body.scope(stmt.scope, body.expr(stmt.owner)):
        body.block(stmt.body)


def lower_each_turn(body: Body, stmt: t.EachTurn) -> None:
    """`each side takes a turn`: all sides once."""
    code, done = body.code, Label()
    order, at = _order(body, stmt.start), body.frame.slots.spare()
    code.emit("set", at, 0)
    top = code.top()
    code.unless(["<", ["local", at], ["size", order]], done)
    _next_side(body, stmt.local, order, at)
    code.emit("set", at, ["+", ["local", at], 1])
    with body.scope(TURN, ["local", body.slot(stmt.local)]):
        body.block(stmt.body)
    code.jump(top)
    code.bind(done)


def lower_alternate(body: Body, stmt: t.Alternate) -> None:
    """`alternate`: side after side, round and round, until something holds."""
    code, done = body.code, Label()
    order, at = _order(body, stmt.start), body.frame.slots.spare()
    code.emit("set", at, 0)
    top = code.top()
    code.when(body.expr(stmt.until), done)
    _next_side(body, stmt.local, order, at)
    code.emit("set", at, ["mod", ["+", ["local", at], 1], ["size", order]])
    with body.scope(ALTERNATION, ["local", body.slot(stmt.local)]):
        body.block(stmt.body)
    code.jump(top)
    code.bind(done)


def _order(body: Body, start: t.Core | None) -> Json:
    """The sides in order, fixed at the start; the set of all sides never changes, so without a start it needs no slot."""
    return ["sides"] if start is None else body.keep(["from", ["sides"], body.expr(start)])


def _next_side(body: Body, side: t.Local, order: Json, at: int) -> None:
    body.code.emit("set", body.slot(side), ["at_index", order, ["local", at]])
