"""Decisions of the sides: choices, questions, paths, sealed choices, reactions, and the loop in which actions are
played.
"""

from __future__ import annotations

from tankdsl.check import tree as t
from tankdsl.check.types import required
from tankdsl.lower.body import Body
from tankdsl.lower.build import Build, Json, kind_of
from tankdsl.lower.types import lower_type

ALL_CARDS = "*"
"""What a kind of cards begins with in a play list."""


def lower_choose(body: Body, stmt: t.Choose) -> None:
    """A side picks, or chance does. Where there is nothing to pick the `else` branch runs."""
    dest = body.slot(stmt.local)
    if stmt.chooser is None:
        body.code.emit("random", dest, _candidates(body, stmt), body.text("choose", stmt.prompt), _member_type(body, stmt))
    else:
        body.code.emit("choose", *_pick(body, stmt))
    _after_choice(body, stmt, dest)


def _pick(body: Body, stmt: t.Choose) -> list[Json]:
    """Where the answer goes, who gives it, and what there is to choose from."""
    return [
        body.slot(stmt.local),
        body.expr(stmt.chooser),
        body.slot(stmt.candidate),
        body.expr(stmt.domain),
        body.test(stmt.where),
        stmt.optional,
        body.text("choose", stmt.prompt),
        _member_type(body, stmt),
    ]


def _candidates(body: Body, stmt: t.Choose) -> Json:
    domain, where = body.expr(stmt.domain), body.test(stmt.where)
    return domain if where is True else ["filter", body.slot(stmt.candidate), domain, where]


def _member_type(body: Body, stmt: t.Choose) -> Json:
    return lower_type(body.build.program, required(stmt.candidate.type))


def _after_choice(body: Body, stmt: t.Choose, dest: int) -> None:
    body.branch(["present", ["local", dest]], stmt.then or (), stmt.orelse)


def lower_sealed(body: Body, stmt: t.Sealed) -> None:
    """Choices that are made at the same time; what follows from them happens in written order."""
    body.code.emit("sealed", [_pick(body, choice) for choice in stmt.choices])
    for choice in stmt.choices:
        _after_choice(body, choice, body.slot(choice.local))


def lower_ask(body: Body, stmt: t.Ask) -> None:
    """A question with yes or no."""
    answer = body.frame.slots.spare()
    body.code.emit("ask", answer, body.expr(stmt.who), body.text("ask", stmt.prompt))
    body.branch(["local", answer], stmt.then, stmt.orelse)


def lower_plot(body: Body, stmt: t.Plot) -> None:
    """A side lays a path for a unit."""
    who, unit, budget = body.expr(stmt.chooser), body.expr(stmt.unit), body.expr(stmt.budget)
    prompt = body.text("path", stmt.prompt)
    body.code.emit("path", body.slot(stmt.local), who, stmt.movement, unit, budget, stmt.optional, prompt)


def lower_window(body: Body, stmt: t.OpenWindow) -> None:
    """Sides may react; what they change is written back into the locals that were handed over."""
    asks = [_asked(body, asked) for asked in stmt.asks]
    args = [body.expr(arg) for arg in stmt.args]
    body.code.emit("window", stmt.window, asks, args, [body.slot(local) for local in stmt.changes])


def _asked(body: Body, asked: t.Asked) -> Json:
    if asked.local is None:
        return ["side", body.expr(asked.who)]
    members, slot = body.expr(asked.who), body.slot(asked.local)
    kind = kind_of(asked.local.type)
    if body.build.category(kind) == "side":
        return ["each", slot, members]
    return ["each", slot, members, ["get", kind, "side", ["local", slot]]]


def lower_plays(body: Body, stmt: t.Plays) -> None:
    """A side plays actions."""
    loop: dict[str, Json] = {
        "who": body.expr(stmt.who),
        "actions": played(body.build, stmt.actions),
        "pass": stmt.may_pass,
    }
    if stmt.budget is not None:
        loop["budget"] = body.expr(stmt.budget)
    if stmt.until is not None:
        loop["until"] = body.expr(stmt.until)
    if stmt.once:
        loop["times"] = 1
    if stmt.piece is not None:
        loop["with"] = [body.expr(stmt.piece)]
    body.code.emit("play", loop)


def played(build: Build, names: tuple[str, ...]) -> list[str]:
    """The ids of the actions that a play list names; `*Kind` stands for all cards of a kind that are played as an action."""
    found: dict[str, None] = {}
    for name in names:
        if not name.startswith(ALL_CARDS):
            found.setdefault(name)
            continue
        for action in build.program.actions.values():
            kind = action.card[0] if action.card else None
            if action.as_action and kind and name.removeprefix(ALL_CARDS) in build.lineage(kind):
                found.setdefault(action.id)
    return list(found)
