"""Decisions that would give a secret away.

What a side may choose from is shown to it, and so are the questions that it is asked, and why something is refused.  None of these may
depend on what is hidden from that side: who may play an action, its requirements and cost, the sets that its parameters and choices come
from, their conditions, the ways that a movement offers, the names in a question.

A hidden field is read safely when the decider is sure to see it: mostly, because the thing is its own.  That is known for the deciding side
itself; for a piece chosen from its own; for one that a requirement before it, or the clause that says who may play, ties to it; and for the
thing whose side was asked.  Values, guards, sights and movements that a decision asks are followed, names of `let`s stand for their values,
and the parameters of an effect for what it is given.  Effects are not decisions and may read anything; what they have revealed is no secret
in the rest of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tankdsl.check import tree
from tankdsl.check.tree import ActionDef, AnyStmt, Core, Local, Program
from tankdsl.check.types import SIDE, Kind, required
from tankdsl.diagnostics import Diagnostic, Label
from tankdsl.diagnostics.registry import structure
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.rules.secrecy import Bindings, Decider, Finder, Secret, is_own_set, local, resolved
from tankdsl.rules.walk import expressions, same, walk
from tankdsl.source import Span

_SLOT = re.compile(r"\{([a-z]\w*)\}")


Leak = tuple[str, Span, Secret]
"""What tells a secret, in words; where; and what it tells."""


class Decision(FrozenValue):
    """Something that a side gets to know by deciding: who, the expressions that shape it, and what it is in words."""

    decider: Decider
    parts: tuple[object, ...]
    told: str
    ways: tuple[tuple[str, Core, Span], ...] = ()
    """Movements by which ways are offered: id, piece, where."""


class Body(FrozenValue):
    """What runs: its statements, the names of values in it, and the fields that it reveals."""

    name: str
    statements: tuple[AnyStmt, ...]
    names: Bindings
    revealed: frozenset[tuple[str, str]]
    starter: Decider | None
    """Of an action the side that plays it, with what is known to be its own."""

    def decider(self, side: Core) -> Decider:
        """A side that decides in the body."""
        return self.starter if self.starter is not None and same(side, self.starter.side) else Decider(side)


def check_secrets(game: Game) -> Iterator[Diagnostic]:
    """Every decision that reads what is hidden from its decider, once per place and secret."""
    program = game.program
    finder = Finder(program)
    if finder.is_open:
        return
    seen: set[tuple[Span, Secret]] = set()
    for told, span, secret in _leaks(program, finder):
        if (span, secret) not in seen:
            seen.add((span, secret))
            yield _finding(span, secret, told)


def _finding(span: Span, secret: Secret, told: str) -> Diagnostic:
    what = f"what a `{secret.kind}` is" if not secret.name else f"`{secret.name}` of `{secret.kind}`" if secret.kind else f"`{secret.name}`"
    return structure.SECRET_READ.at(
        span,
        f"{told} depends on {what}, which can be hidden from the side that decides",
        secondary=(Label(secret.span, "hidden here"),),
        help="decide by what the side sees, or read the secret in an effect, after the decision",
    )


def _leaks(program: Program, finder: Finder) -> Iterator[Leak]:
    for action in program.actions.values():
        for decision in _of_action(action):
            yield from _read_by(finder, decision, {})
    bodies = {f"proc {id}": _body(proc.name, proc.body, None) for id, proc in program.procs.items()}
    bodies |= {f"action {id}": _body(action.name, action.body, _starter(action)) for id, action in program.actions.items()}
    for body in bodies.values():
        for decision in _in_body(finder, body):
            yield from _not_revealed(body, _read_by(finder, decision, body.names))
        for call in (node for node in walk(body.statements) if isinstance(node, tree.CallProc)):
            yield from _not_revealed(body, _passed_on(program, finder, body, bodies.get(f"proc {call.proc}"), call))


def _read_by(finder: Finder, decision: Decision, names: Bindings) -> Iterator[Leak]:
    for part in decision.parts:
        for span, secret in finder.secrets(part, decision.decider, names):
            yield decision.told, span, secret
    for movement, unit, at in decision.ways:
        for span, secret in finder.moving(movement, unit, at, decision.decider, names):
            yield decision.told, span, secret


def _not_revealed(body: Body, leaks: Iterator[Leak]) -> Iterator[Leak]:
    return (leak for leak in leaks if (leak[2].kind, leak[2].name) not in body.revealed)


# ------------------------------------------------------------------------------------------------------------- actions


def _of_action(action: ActionDef) -> Iterator[Decision]:
    me = Core("local", (action.me,), SIDE, action.span)
    decider = Decider(me, () if action.self_local is None else (local(action.self_local, action.span),))
    told = f"whether `{action.name}` can be played"
    if action.by is not None:
        yield Decision(decider, (action.by,), told)
        decider = decider.knowing(action.by)
    for param in action.params:
        yield Decision(decider, (param.domain,), told)
        if is_own_set(param.domain, me):
            decider = replaced(decider, own=(*decider.own, local(param.local, action.span)))
    for demand in (*action.first_guards, *action.guards):
        yield Decision(decider, (demand,), told)
        if isinstance(demand, tree.Demand):
            decider = decider.knowing(demand.condition)
    yield Decision(decider, (action.cost, *(limit.keys for limit in action.limits)), told)


def _starter(action: ActionDef) -> Decider:
    """Who plays an action, with all that its head ties to that side."""
    *_, last = _of_action(action)
    return last.decider


# -------------------------------------------------------------------------------------------------------------- bodies


def _body(name: str, statements: tuple[AnyStmt, ...], starter: Decider | None) -> Body:
    """A body, with those names of values that may stand for something hidden; one that is assigned twice stands for both values."""
    values: dict[Local, list[Core]] = {}
    revealed: set[tuple[str, str]] = set()
    for node in walk(statements):
        match node:
            case tree.SetLocal(local=target, value=value) if _may_tell(target, value):
                values.setdefault(target, []).append(value)
            case tree.IfElse(binding=Local() as target, condition=value) if _may_tell(target, value):
                values.setdefault(target, []).append(value)
            case tree.Reveal(kind=kind, field=field):
                revealed.add((kind, field))
    names = {target: _one_of(target, found) for target, found in values.items()}
    return Body(name, statements, names, frozenset(revealed), starter)


def _one_of(target: Local, values: list[Core]) -> Core:
    return values[0] if len(values) == 1 else Core("list", tuple(values), target.type, values[0].span)


def _may_tell(target: Local, value: Core) -> bool:
    """A thing taken from a pile may lie open by now; everything else tells what it was taken from."""
    return not isinstance(required(target.type), Kind) or not any(core.op in ("pile", "pile_of") for core in expressions(value))


def _in_body(finder: Finder, body: Body) -> Iterator[Decision]:
    for node in walk(body.statements):
        match node:
            case tree.Choose(chooser=Core() as chooser, candidate=candidate, domain=domain, where=where, prompt=prompt):
                decider = body.decider(chooser)
                yield Decision(decider, (domain, *_shown(body, prompt)), f"a choice in `{body.name}`")
                yield Decision(finder.with_element(decider, candidate, domain, body.names), (where,), f"a choice in `{body.name}`")
            case tree.Loop(chooser=Core() as chooser, local=element, domain=domain, where=where):
                decider = body.decider(chooser)
                yield Decision(decider, (domain,), f"an order chosen in `{body.name}`")
                yield Decision(finder.with_element(decider, element, domain, body.names), (where,), f"an order chosen in `{body.name}`")
            case tree.Ask(who=who, prompt=prompt):
                yield Decision(body.decider(who), _shown(body, prompt), f"a question in `{body.name}`")
            case tree.Plot(chooser=chooser, budget=budget, prompt=prompt, movement=movement, unit=unit, span=span):
                parts = (budget, *_shown(body, prompt))
                yield Decision(body.decider(chooser), parts, f"a way laid in `{body.name}`", ((movement, unit, span),))
            case tree.Plays(who=who, budget=budget, piece=piece):
                # A phase may end by a secret (`until`): that is judged by the rules, not by the side.
                yield Decision(body.decider(who), (budget, piece), f"a turn in `{body.name}`")


def _shown(body: Body, prompt: str) -> tuple[Core, ...]:
    """The values that a question mentions by their names."""
    words = set(_SLOT.findall(prompt))
    return tuple(value for target, value in body.names.items() if target.name in words)


def _passed_on(program: Program, finder: Finder, caller: Body, callee: Body | None, call: tree.CallProc) -> Iterator[Leak]:
    """What an effect is given that is hidden from somebody who decides in it."""
    proc = program.procs.get(call.proc)
    if proc is None or callee is None or len(proc.params) != len(call.args):
        return
    nobody = Decider(Core("none", (), SIDE, call.span))
    telling = [index for index, arg in enumerate(call.args) if any(finder.secrets(arg, nobody, caller.names))]
    if not telling:
        return
    given = {param: resolved(arg, caller.names) for param, arg in zip(proc.params, call.args, strict=True)}
    for decision in _in_body(finder, callee):
        read = {core.args[0] for core in expressions(decision.parts) if core.op == "local"}
        decider = caller.decider(resolved(decision.decider.side, given))
        for index in telling:
            if proc.params[index] in read:
                for _, secret in finder.secrets(call.args[index], decider, caller.names):
                    yield decision.told, call.args[index].span, secret


SECRETS = Check("secrets", check_secrets)
