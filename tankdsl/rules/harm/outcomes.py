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
from tankdsl.rules.walk import same, uses
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
    """The position of the parameter that says how much harm is done: the number that is taken from a state of the victim, and nothing else.

    Only then twice one is as much as two: no branch may rest on the number, and nothing but the end of the victim may follow.
    """
    if not harm.body:
        return None
    first, *after = harm.body
    if isinstance(first, tree.IfElse) and _ends_what_is_too_weak(first):
        assign, asked = first.then[0], first.condition.args[1]
    else:
        assign, asked = first, None
    if not isinstance(assign, tree.Assign) or not all(_ends_at(statement, assign) for statement in after):
        return None
    taken = _taken(assign)
    victims = [harm.params[at] for at in harm.harms]
    if taken is None or assign.entity.op != "local" or assign.entity.args[0] not in victims or not same(asked or taken, taken):
        return None
    number = taken.args[0]
    return next((position for position, param in enumerate(harm.params) if param is number and not uses(tuple(after), param)), None)


def _taken(assign: tree.Assign) -> Core | None:
    """The local that is taken from a state, which may be kept from falling below a number."""
    match assign.value:
        case Core(op="max", args=(Core(op="int"), value)) | Core(op="max", args=(value, Core(op="int"))) | value:
            pass
    match value:
        case Core(op="-", args=(Core() as field, Core(op="local") as amount)) if _is_field(field, assign):
            return amount
    return None


def _ends_what_is_too_weak(statement: tree.IfElse) -> bool:
    """Whether a state loses a number if there is more of it (or as much), and the piece is removed else."""
    condition, then, orelse = statement.condition, statement.then, statement.orelse
    if statement.binding is not None or condition.op not in (">", ">=") or len(then) != 1 or len(orelse) != 1:
        return False
    assign, end = then[0], orelse[0]
    return isinstance(assign, tree.Assign) and _is_field(condition.args[0], assign) and _removes(end, assign)


def _ends_at(statement: AnyStmt, assign: tree.Assign) -> bool:
    """Whether all that a statement may do is to remove the victim because of its state."""
    if not isinstance(statement, tree.IfElse) or statement.binding is not None or statement.orelse or len(statement.then) != 1:
        return False
    condition = statement.condition
    is_low = condition.op in ("==", "<", "<=") and _is_field(condition.args[0], assign) and condition.args[1].op == "int"
    return is_low and _removes(statement.then[0], assign)


def _removes(statement: AnyStmt, assign: tree.Assign) -> bool:
    return isinstance(statement, tree.RemoveThing) and same(statement.thing, assign.entity)


def _is_field(core: Core, assign: tree.Assign) -> bool:
    return core.op == "get" and core.args[:2] == (assign.kind, assign.field) and same(core.args[2], assign.entity)
