"""Loops over sets, repetitions, and movement along a path.

A loop fixes its set at the start: those that are in the domain and meet the filter then. When an element's turn comes
it is asked again whether it is still in the game and still meets the filter; one that had left the game before the loop
began (a domain such as `all tanks` has those too) has its turn nevertheless. `newcomers too` looks for new elements
after each one and queues them in the order in which they joined.
"""

from __future__ import annotations

from tankdsl.check import tree as t
from tankdsl.lower.body import Body
from tankdsl.lower.build import Json, kind_of
from tankdsl.lower.code import Label
from tankdsl.lower.expressions import both
from tankdsl.lower.types import lower_type


def lower_loop(body: Body, stmt: t.Loop) -> None:
    """`for each`, in order of the set, by a key, or as a side chooses."""
    if stmt.lowest is None and stmt.chooser is None:
        _in_order(body, stmt)
    else:
        _picked(body, stmt)


def _members(body: Body, stmt: t.Loop) -> Json:
    """Those that belong to the loop now."""
    domain, where = body.expr(stmt.domain), body.test(stmt.where)
    return domain if where is True else ["filter", body.slot(stmt.local), domain, where]


def _has_turn(body: Body, stmt: t.Loop, gone: Json) -> Json:
    """Whether the element may have its turn; `gone` are those that had left the game before."""
    element: Json = ["local", body.slot(stmt.local)]
    here: Json = True
    if body.build.is_removable(stmt.local.type):
        here = ["not", _removed(stmt, element)]
        if gone is not None:
            here = ["or", here, ["in", element, gone]]
    return both(here, body.test(stmt.where))


def _removed(stmt: t.Loop, element: Json) -> Json:
    return ["get", kind_of(stmt.local.type), "removed", element]


def _gone_before(body: Body, stmt: t.Loop, members: Json) -> Json:
    """Keep those of the members that are out of the game as the loop begins; nothing where the domain cannot have such."""
    if not body.build.is_removable(stmt.local.type) or not _has_removed(stmt.domain):
        return None
    slot = body.slot(stmt.local)
    return body.keep(["filter", slot, members, _removed(stmt, ["local", slot])])


def _has_removed(domain: t.Core) -> bool:
    """Whether a domain is written as all things of a kind, in the game or not."""
    if domain.op == "things":
        return bool(domain.args[1] == "all")
    return any(_has_removed(part) for part in domain.args if isinstance(part, t.Core)) if domain.op in _SETS else False


_SETS = frozenset({"filter", "union", "minus"})
"""Operators on sets whose result has members of their operands."""


def _in_order(body: Body, stmt: t.Loop) -> None:
    code, done = body.code, Label()
    members, at = body.frame.slots.spare(), body.frame.slots.spare()
    code.emit("set", members, _members(body, stmt))
    gone = _gone_before(body, stmt, ["local", members])
    code.emit("set", at, 0)
    top = code.top()
    skipped = Label() if stmt.newcomers else top
    code.unless(["<", ["local", at], ["size", ["local", members]]], done)
    code.emit("set", body.slot(stmt.local), ["at_index", ["local", members], ["local", at]])
    code.emit("set", at, ["+", ["local", at], 1])
    code.unless(_has_turn(body, stmt, gone), skipped)
    body.block(stmt.body)
    if stmt.newcomers:
        code.bind(skipped)
        code.emit("set", members, ["concat", ["local", members], ["minus", _members(body, stmt), ["local", members]]])
    code.jump(top)
    code.bind(done)


def _picked(body: Body, stmt: t.Loop) -> None:
    """The next element is picked from those that remain."""
    code, done = body.code, Label()
    rest, element = body.frame.slots.spare(), body.slot(stmt.local)
    code.emit("set", rest, _members(body, stmt))
    gone = _gone_before(body, stmt, ["local", rest])
    seen = body.keep(["local", rest]) if stmt.newcomers else None
    top = code.top()
    skipped = Label() if stmt.newcomers else top
    if stmt.chooser is None:
        _pick_lowest(body, stmt, rest, done)
    else:
        _pick_by_choice(body, stmt, rest, done, gone)
    code.emit("set", rest, ["minus", ["local", rest], ["set", ["local", element]]])
    if stmt.chooser is None:
        code.unless(_has_turn(body, stmt, gone), skipped)
    body.block(stmt.body)
    if seen is not None:
        code.bind(skipped)
        joined = body.keep(["minus", _members(body, stmt), seen])
        code.emit("set", rest, ["union", ["local", rest], joined])
        code.emit("set", seen[1], ["union", seen, joined])
    code.jump(top)
    code.bind(done)


def _pick_lowest(body: Body, stmt: t.Loop, rest: int, done: Label) -> None:
    """The one with the least key; those whose key is absent come last, in their order."""
    element = body.slot(stmt.local)
    body.code.unless(["<", 0, ["size", ["local", rest]]], done)
    best = ["best", element, ["local", rest], body.expr(stmt.lowest), "least"]
    body.code.emit("set", element, ["else", best, ["first", ["local", rest]]])


def _pick_by_choice(body: Body, stmt: t.Loop, rest: int, done: Label, gone: Json) -> None:
    """A side picks among those that may have their turn; with a key as well, among those of them that have the least."""
    element, allowed = body.slot(stmt.local), _has_turn(body, stmt, gone)
    if stmt.lowest is not None:
        key = body.expr(stmt.lowest)
        candidates: Json = ["local", rest] if allowed is True else ["filter", element, ["local", rest], allowed]
        least = body.keep(["minimum", element, candidates, key])
        allowed = both(allowed, ["or", ["absent", least], ["==", key, least]])
    shown = lower_type(body.build.program, stmt.local.type)
    who, prompt = body.expr(stmt.chooser), body.text("order", "")
    body.code.emit("choose", element, who, element, ["local", rest], allowed, False, prompt, shown)
    body.code.unless(["present", ["local", element]], done)


def lower_repeat(body: Body, stmt: t.Repeat) -> None:
    """`repeat` and `rounds`: so many times, until something holds, or for ever."""
    code, done = body.code, Label()
    most = None if stmt.most is None else body.keep(body.expr(stmt.most))
    times = 0
    if most is not None:
        times = body.frame.slots.spare()
        code.emit("set", times, 0)
    top = code.top()
    if most is not None:
        code.unless(["<", ["local", times], most], done)
    if stmt.until is not None:
        code.when(body.expr(stmt.until), done)
    with body.scope(stmt.scope):
        body.block(stmt.body)
    if most is not None and code.is_reachable:
        code.emit("set", times, ["+", ["local", times], 1])
    code.jump(top)
    code.bind(done)


def lower_go(body: Body, stmt: t.Go) -> None:
    """Step by step. The move ends early when the piece is not where the step has brought it: removed, or put elsewhere."""
    code, done = body.code, Label()
    kind, unit = kind_of(stmt.unit.type), body.keep(body.expr(stmt.unit))
    # A player who had no legal path laid none: then nothing moves.
    route = body.keep(["else", body.expr(stmt.route), ["list"]])
    at, place = body.frame.slots.spare(), body.frame.slots.spare()
    code.emit("set", at, 0)
    top = code.top()
    code.unless(["<", ["local", at], ["size", route]], done)
    code.emit("set", place, ["at_index", route, ["local", at]])
    code.emit("set", at, ["+", ["local", at], 1])
    code.emit("place", kind, unit, ["local", place])
    body.block(stmt.body)
    code.settle()
    code.unless(["==", ["get", kind, "at", unit], ["local", place]], done)
    code.jump(top)
    code.bind(done)
