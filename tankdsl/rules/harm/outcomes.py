"""Tables of effects whose outcomes are in an order (`ordered best first`), though the harm that they do goes to and fro.

Compared are outcomes that do nothing but the same harm to the same things, more or less often, or more or less of it; those that do nothing
at all are among them.  Whoever the harm is good for, from the first outcome to the last it can only grow or only shrink.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tankdsl.check import tree
from tankdsl.check.tree import AnyStmt, Core, ProcDef, Program
from tankdsl.diagnostics import Diagnostic, Label
from tankdsl.diagnostics.registry import analysis
from tankdsl.frozen import FrozenValue
from tankdsl.rules.game import Game
from tankdsl.rules.walk import expressions, same, statements
from tankdsl.source import Span
from tankdsl.syntax import ast


class Outcome(FrozenValue):
    """A row that does one harm and nothing else, so and so much of it; without a call it does nothing."""

    span: Span
    call: tree.CallProc | None
    amount: int


def check_outcomes(game: Game) -> Iterator[Diagnostic]:
    """The tables of which that is so, each once."""
    for node in game.program.declarations:
        if isinstance(node, ast.Table) and node.ordered is not None and node.arms and node.name.text in game.program.procs:
            finding = _to_and_fro(game.program, node)
            if finding is not None:
                yield finding


def _to_and_fro(program: Program, node: ast.Table) -> Diagnostic | None:
    outcomes = list(_outcomes(program, node))
    for first in outcomes:
        if first.call is not None:
            alike = [each for each in outcomes if each.call is None or _do_the_same(program, first.call, each.call)]
            turn = _turn([each.amount for each in alike])
            if turn is not None:
                return _finding(node, program.procs[first.call.proc], alike, turn)
    return None


def _finding(node: ast.Table, harm: ProcDef, alike: list[Outcome], turn: int) -> Diagnostic:
    *others, last = (str(each.amount) for each in alike)
    told = [Label(each.span, f"`{harm.name}`: {each.amount}") for each in alike]
    return analysis.BETTER_ROLL_WORSE.at(
        alike[turn].span,
        f"the outcomes of `{node.name.text}` are in an order, and their harm is in none: `{harm.name}` {', '.join(others)} and {last}",
        label=told[turn].text,
        secondary=[label for label in told if label is not told[turn]],
        help="put the rows or what they do in order, so that it only grows or only shrinks; if it is meant, leave `ordered` out",
    )


def _turn(amounts: list[int]) -> int | None:
    """The position of the first number with which a row of numbers that grew begins to shrink, or the other way round."""
    way = 0
    for position, (one, other) in enumerate(pairwise(amounts), 1):
        if (other - one) * way < 0:
            return position
        way = other - one or way
    return None


def _outcomes(program: Program, node: ast.Table) -> Iterator[Outcome]:
    """The rows that do one harm only, or nothing, in written order."""
    body: tuple[AnyStmt, ...] = program.procs[node.name.text].body
    for arm in node.arms:
        done = body
        if len(body) == 1 and isinstance(body[0], tree.IfElse) and body[0].span == arm.span:
            done, body = body[0].then, body[0].orelse
        elif arm is not node.arms[-1]:
            return
        amount = _amount(program, done)
        if amount is not None:
            call = done[0] if done else None
            assert call is None or isinstance(call, tree.CallProc)
            yield Outcome(arm.span, call, amount)


def _amount(program: Program, body: tuple[AnyStmt, ...]) -> int | None:
    """How much of one harm a body does; None when it does anything else."""
    total = 0
    for call in body:
        if not isinstance(call, tree.CallProc) or not program.procs[call.proc].harms or not _do_the_same(program, body[0], call):
            return None
        at = _amount_at(program.procs[call.proc])
        if at is not None and call.args[at].op != "int":
            return None
        total += 1 if at is None else call.args[at].args[0]
    return total


def _do_the_same(program: Program, one: AnyStmt, other: AnyStmt) -> bool:
    """Whether two calls do the same harm to the same things; how much of it may be different."""
    if not isinstance(one, tree.CallProc) or not isinstance(other, tree.CallProc) or one.proc != other.proc:
        return False
    at = _amount_at(program.procs[one.proc])
    pairs = enumerate(zip(one.args, other.args, strict=True))
    return all(position == at or same(*pair) for position, pair in pairs)


def _amount_at(harm: ProcDef) -> int | None:
    """The position of the parameter that says how much harm is done: the number that is taken from a state of the victim."""
    victims = [harm.params[at] for at in harm.harms]
    for assign in statements(harm.body):
        if isinstance(assign, tree.Assign) and assign.entity.op == "local" and assign.entity.args[0] in victims:
            taken = [core.args[1] for core in expressions(assign.value) if core.op == "-" and _is_field(core.args[0], assign)]
            for position, param in enumerate(harm.params):
                if any(core.op == "local" and core.args[0] is param for core in taken):
                    return position
    return None


def _is_field(core: Core, assign: tree.Assign) -> bool:
    return core.op == "get" and core.args[:2] == (assign.kind, assign.field) and same(core.args[2], assign.entity)
