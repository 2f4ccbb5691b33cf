"""What the rows of a movement ask that may change in play, apart from the ground, so that they are judged case by case.

`cost 1 when mud` and `cost 3 when not mud` never count both, and one of them always does: each row by itself may be 0, and no step costs 0.
So every such question is asked once for all rows, and each row is looked at for every answer that there may be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product

from tankdsl.check.static import ABSENT, Value
from tankdsl.check.tree import Core, Local, MovementDef, MoveRule, Program
from tankdsl.check.types import BOOL, Bool, Enum, Int, Optional, Type
from tankdsl.frozen import Frozen, replaced
from tankdsl.rules.game import Game
from tankdsl.rules.walk import expressions, substituted

MOST_CASES = 64
"""No more cases are looked at for one step; what more there is to ask counts as before, in favour of the piece."""
FEW = 12
"""Numbers of which no more are possible are looked at one by one."""
ASKING = frozenset({"get", "call", "holds", "present", "any", "all", "count"})
"""What may ask for something that changes."""

Answers = Callable[[Core], Sequence[Value] | None]
"""What the answer to a question may be; None where that is not known."""


class Question(Frozen):
    """Something that rows ask, and the local that stands for its answer in them."""

    local: Local
    core: Core


class Rows(Frozen):
    """Rows of a movement in which locals stand for the answers to questions."""

    rules: tuple[MoveRule, ...]
    questions: tuple[Question, ...]


def rows_of(game: Game, movement: MovementDef, words: tuple[str, ...]) -> Rows:
    """The rows of a movement that begin with some words, with the questions that do not depend on the step."""
    return game.remember(("rows", movement.id, words), lambda: _rows(movement, words))


def _rows(movement: MovementDef, words: tuple[str, ...]) -> Rows:
    rules = [rule for rule in movement.rules if rule.word in words]
    rules = [replaced(rule, condition=_with_present(rule.condition), amount=_with_present(rule.amount)) for rule in rules]
    questions: dict[str, Question] = {}
    for rule in rules:
        for core in _asked((rule.condition, rule.amount), movement.unit):
            questions.setdefault(_key(core), Question(Local(f"answer {len(questions) + 1}", core.type), core))
    for question in questions.values():
        answer = Core("local", (question.local,), question.core.type, question.core.span)
        rules = [
            replaced(
                rule,
                condition=substituted(rule.condition, question.core, answer),
                amount=substituted(rule.amount, question.core, answer),
            )
            for rule in rules
        ]
    return Rows(tuple(rules), tuple(questions.values()))


def _key(core: Core) -> str:
    """The same for questions that are the same."""
    return f"{core.op}({', '.join(_key(arg) if isinstance(arg, Core) else _part(arg) for arg in core.args)})"


def _part(arg: object) -> str:
    return f"{arg.name}@{id(arg)}" if isinstance(arg, Local) else repr(arg)


def _with_present(item: Core | None) -> Core | None:
    """`is none` as the contrary of `is not none`, so that both ask the same."""
    if not isinstance(item, Core):
        return item
    args = tuple(_with_present(arg) if isinstance(arg, Core) else arg for arg in item.args)
    if item.op == "absent":
        return Core("not", (Core("present", args, BOOL, item.span),), BOOL, item.span)
    return Core(item.op, args, item.type, item.span)


def _asked(item: object, unit: Local) -> Iterator[Core]:
    """The outermost questions with few answers that are about nothing but the piece and the game."""
    if isinstance(item, tuple):
        for part in item:
            yield from _asked(part, unit)
    elif isinstance(item, Core):
        if item.op in ASKING and _is_small(item.type) and _names(item) <= {unit}:
            yield item
        else:
            yield from _asked(item.args, unit)


def _names(core: Core) -> set[Local]:
    """The locals that an expression reads and does not bind itself."""
    bound = {arg for each in expressions(core) for arg in each.args if isinstance(arg, Local) and each.op != "local"}
    return {each.args[0] for each in expressions(core) if each.op == "local"} - bound


def _is_small(type: Type | None) -> bool:
    match type:
        case Bool() | Enum():
            return True
        case Int(low=low, high=high):
            return high - low < FEW
        case Optional(of=inner):
            return not isinstance(inner, Optional) and _is_small(inner)
        case _:
            return False


def values_of(program: Program, type: Type | None) -> Sequence[Value] | None:
    """Everything that a small type allows; None for others."""
    match type:
        case Bool():
            return (True, False)
        case Int(low=low, high=high) if high - low < FEW:
            return range(low, high + 1)
        case Enum(name=name) if name in program.enums:
            return [member for member, _ in program.enums[name]]
        case Optional(of=inner):
            found = values_of(program, inner)
            return None if found is None else [*found, ABSENT]
        case _:
            return None


def cases_of(rows: Rows, answers: Answers) -> tuple[Mapping[Local, Value], ...]:
    """The answers to all questions together, as far as they may be; a question that would make too many cases is left open."""
    size, open_ = 1, dict[Local, Sequence[Value]]()
    for question in rows.questions:
        found = answers(question.core)
        if found and size * len(found) <= MOST_CASES:
            size *= len(found)
            open_[question.local] = found
    return tuple(dict(zip(open_, case, strict=True)) for case in product(*open_.values()))
