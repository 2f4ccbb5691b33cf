"""Whether a value has the shape that its model says: keys, types, bounds, and the arguments of every operator.

One loop over a stack of what is still to look at, so that no document, however deep, can exhaust the interpreter.
What ids refer to is not looked at here; that is `ir.refcheck`, which may rely on the shape.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from tankdsl.bounds import LONGEST_CODE, MOST_SLOTS
from tankdsl.ir.marks import CITE_PATTERN, DEEPEST, DEEPEST_CODE, ID_PATTERN, INT32_HIGH, INT32_LOW, Code, Many, Pattern
from tankdsl.ir.models.code import PlayLoop
from tankdsl.ir.models.types import Type
from tankdsl.ir.operators import FORMS, IDS, TABLES, Argument, Operator, Sort, shown
from tankdsl.ir.paths import Step, Trail, render
from tankdsl.ir.problems import MOST_PROBLEMS, Problem
from tankdsl.ir.shape import Choice, Flag, Form, Here, Line, Listing, Number, RecordShape, Shape, Words, shape_of
from tankdsl.ir.shape import Mapping as MappingShape
from tankdsl.ir.show import show

Todo = tuple[Any, Shape, Trail | None, "Depth"]

ID = Line(Pattern(ID_PATTERN, "an id"))
VALUE = Line(Pattern(r"^[A-Za-z0-9_][A-Za-z0-9_./@-]*$", "an id"))
CITES = Listing(Line(Pattern(CITE_PATTERN, "a rule number, such as AB-042")), Many(distinct=True))
EXPR = Here(Code("expression"))
INT32 = Number(INT32_LOW, INT32_HIGH)
SLOT = Number(0, MOST_SLOTS - 1)


def check_shape(value: Any, model: Any) -> list[Problem]:
    """What is wrong with the shape of a value of this model, in the order of the document, at most `MOST_PROBLEMS`."""
    return _Walk(value).run(shape_of(model))


def check_code(value: Any, kind: str) -> list[Problem]:
    """The same for one piece of code: a kind of `marks.Code`."""
    return _Walk(value).run(Here(Code(kind)))


class Depth(NamedTuple):
    """How deep a node stands: arrays and objects around it, and operators around it."""

    json: int
    code: int


class _Walk:
    """One check. Each `_see_…` looks at one node and leaves its children on the stack."""

    def __init__(self, root: Any) -> None:
        self.root = root
        self.problems: list[Problem] = []
        self.todo: list[Todo] = []

    def run(self, shape: Shape) -> list[Problem]:
        self.todo.append((self.root, shape, None, Depth(0, 0)))
        while self.todo and len(self.problems) < MOST_PROBLEMS:
            self.see(*self.todo.pop())
        return self.problems[:MOST_PROBLEMS]

    def say(self, trail: Trail | None, message: str) -> None:
        steps = trail.steps() if trail else []
        self.problems.append(Problem(render(self.root, steps), message))

    def push(self, children: list[tuple[Any, Shape, Step]], trail: Trail | None, depth: Depth) -> None:
        for value, shape, step in reversed(children):
            self.todo.append((value, shape, Trail(trail, step), Depth(depth.json + 1, depth.code)))

    def see(self, value: Any, shape: Shape, trail: Trail | None, depth: Depth) -> None:
        if depth.json > DEEPEST:
            self.say(trail, f"nested deeper than {DEEPEST} levels")
            return
        match shape:
            case Here(mark):
                self._see_code(value, mark.kind, trail, depth)
            case Line(mark):
                self._see_line(value, mark, trail)
            case Number(low, high):
                self._see_number(value, low, high, trail)
            case Flag():
                if not isinstance(value, bool):
                    self.say(trail, f"expected true or false, found {show(value)}")
            case Words(words):
                if not any(value is word or (isinstance(word, str) and value == word) for word in words):
                    self.say(trail, f"expected {_either(words)}, found {show(value)}")
            case Listing(member, bounds):
                self._see_list(value, member, bounds, trail, depth)
            case Form(members, usage):
                self._see_form(value, members, usage, trail, depth)
            case MappingShape(key, inner):
                self._see_mapping(value, key, inner, trail, depth)
            case RecordShape():
                self._see_record(value, shape, trail, depth)
            case Choice():
                self._see_choice(value, shape, trail, depth)

    def _see_line(self, value: Any, mark: Pattern, trail: Trail | None) -> None:
        if not isinstance(value, str):
            self.say(trail, f"expected {mark.what}, found {show(value)}")
        elif not mark.shortest <= len(value) <= mark.longest:
            self.say(trail, f"expected {mark.what} of {mark.shortest} to {mark.longest} characters, found {len(value)}")
        elif mark.pattern and not re.fullmatch(mark.pattern, value):
            self.say(trail, f"expected {mark.what}, found {show(value)}")
        elif not mark.pattern and _has_surrogate(value):
            self.say(trail, "half of a surrogate pair is no character")

    def _see_number(self, value: Any, low: int, high: int, trail: Trail | None) -> None:
        if isinstance(value, bool) or not isinstance(value, int):
            self.say(trail, f"expected a whole number, found {show(value)}")
        elif not low <= value <= high:
            self.say(trail, f"expected a whole number from {low} to {high}, found {show(value)}")

    def _see_list(self, value: Any, member: Shape, bounds: Many, trail: Trail | None, depth: Depth) -> None:
        if not isinstance(value, list):
            self.say(trail, f"expected a list, found {show(value)}")
            return
        if len(value) < bounds.least or (bounds.most is not None and len(value) > bounds.most):
            self.say(trail, f"expected {_amount(bounds)}, found {len(value)}")
        if bounds.distinct:
            self._see_distinct(value, trail)
        self.push([(item, member, index) for index, item in enumerate(value)], trail, depth)

    def _see_distinct(self, value: list[Any], trail: Trail | None) -> None:
        seen: set[tuple[type, Any]] = set()
        for index, item in enumerate(value):
            if isinstance(item, (str, int)):
                if (type(item), item) in seen:
                    self.say(Trail(trail, index), f"{show(item)} is listed twice")
                seen.add((type(item), item))

    def _see_form(self, value: Any, members: tuple[Shape, ...], usage: str, trail: Trail | None, depth: Depth) -> None:
        if not isinstance(value, list):
            self.say(trail, f"expected {usage}, found {show(value)}")
        elif len(value) != len(members):
            self.say(trail, f"expected {usage}, found {len(value)} members")
        else:
            self.push([(item, shape, at) for at, (item, shape) in enumerate(zip(value, members, strict=True))], trail, depth)

    def _see_mapping(self, value: Any, key: Shape, inner: Shape, trail: Trail | None, depth: Depth) -> None:
        if not isinstance(value, dict):
            self.say(trail, f"expected an object, found {show(value)}")
            return
        for name in value:
            self.see(name, key, Trail(trail, str(name)), depth)
        self.push([(item, inner, str(name)) for name, item in value.items()], trail, depth)

    def _see_record(self, value: Any, shape: RecordShape, trail: Trail | None, depth: Depth) -> None:
        if not isinstance(value, dict):
            self.say(trail, f"expected an object, found {show(value)}")
            return
        for name in value:
            if name not in shape.keys:
                self.say(trail, f"unknown key {show(name)}")
        for name, key in shape.keys.items():
            if key.required and name not in value:
                self.say(trail, f"the key `{name}` is missing")
        self.push([(value[name], key.shape, name) for name, key in shape.keys.items() if name in value], trail, depth)

    def _see_choice(self, value: Any, choice: Choice, trail: Trail | None, depth: Depth) -> None:
        if isinstance(value, dict) and choice.records:
            record = choice.record_for(value)
            if record is None:
                self.say(trail, f"expected an object with {_either(_tags(choice))}, found another one")
            else:
                self._see_record(value, record, trail, depth)
        elif not choice.plain:
            self.say(trail, f"expected an object, found {show(value)}")
        else:
            self.see(value, choice.plain_for(value), trail, depth)

    def _see_code(self, value: Any, kind: str, trail: Trail | None, depth: Depth) -> None:
        if kind == "const":
            self._see_const(value, trail, depth)
        elif kind in FORMS:
            self.see(value, _form(kind), trail, depth)
        elif kind == "expression" and isinstance(value, int):
            if not isinstance(value, bool):
                self._see_number(value, INT32_LOW, INT32_HIGH, trail)
        elif not isinstance(value, list) or not value or not isinstance(value[0], str):
            self.say(trail, f"expected {_a(kind)}, that is a list that begins with an operator, found {show(value)}")
        elif (operator := TABLES[kind].get(value[0])) is None:
            self.say(trail, f"there is no {kind} {show(value[0])}")
        else:
            self._see_operation(value, operator, trail, depth)

    def _see_operation(self, value: list[Any], operator: Operator, trail: Trail | None, depth: Depth) -> None:
        if depth.code > DEEPEST_CODE:
            self.say(trail, f"expressions are nested more than {DEEPEST_CODE} deep")
            return
        count = len(value) - 1
        if count < operator.least or (operator.rest is None and count > len(operator.fixed)):
            self.say(trail, f"expected `{operator.usage}`, found {count} arguments")
            return
        shapes = _shapes(operator)
        rest = shapes[-1]
        self.push(
            [(item, shapes[at] if at < len(operator.fixed) else rest, at + 1) for at, item in enumerate(value[1:])],
            trail,
            Depth(depth.json, depth.code + 1),
        )

    def _see_const(self, value: Any, trail: Trail | None, depth: Depth) -> None:
        if isinstance(value, list):
            self.push([(item, Here(Code("const")), index) for index, item in enumerate(value)], trail, depth)
        elif isinstance(value, str):
            self._see_line(value, VALUE.mark, trail)
        elif isinstance(value, int):
            if not isinstance(value, bool):
                self._see_number(value, INT32_LOW, INT32_HIGH, trail)
        elif not (isinstance(value, dict) and len(value) == 1 and value.get("absent") is True):
            self.say(trail, f'expected a value (a number, true, false, an id, a list or {{"absent": true}}), found {show(value)}')


def _either(words: tuple[Any, ...]) -> str:
    names = [show(word) for word in words]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _amount(bounds: Many) -> str:
    if bounds.most == bounds.least:
        return f"exactly {bounds.least} members"
    return f"at least {bounds.least} members" if bounds.most is None else f"{bounds.least} to {bounds.most} members"


def _a(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def _tags(choice: Choice) -> tuple[str, ...]:
    """What tells the records of a choice apart, for a message."""
    return tuple(dict.fromkeys(record.tag for record in choice.records))


def _has_surrogate(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text) if not text.isascii() else False


@cache
def _shapes(operator: Operator) -> tuple[Shape, ...]:
    """The shapes of the fixed arguments and then that of the rest, if there are any."""
    arguments = operator.fixed if operator.rest is None else (*operator.fixed, operator.rest)
    return tuple(map(argument_shape, arguments)) or (EXPR,)


@cache
def _form(kind: str) -> Form:
    return Form(tuple(map(argument_shape, FORMS[kind])), f"a {kind} [{', '.join(shown(FORMS[kind]))}]")


_SHAPES: Mapping[Sort, Shape] = {
    Sort.EXPR: EXPR,
    Sort.EXPRS: Listing(EXPR, Many()),
    Sort.SLOT: SLOT,
    Sort.BIND: SLOT,
    Sort.PC: Number(0, LONGEST_CODE),
    Sort.SLOTS: Listing(SLOT, Many()),
    Sort.FLAG: Flag(),
    Sort.NUMBER: Number(1, INT32_HIGH),
    Sort.PERIOD: ID,
    Sort.ROWS: Listing(Here(Code("row")), Many()),
    Sort.PICKS: Listing(Here(Code("pick")), Many(1)),
    Sort.PILE: Here(Code("pile")),
    Sort.ASKS: Listing(Here(Code("ask")), Many()),
    Sort.LABEL: Choice((Words(("",)), ID), ()),
    Sort.CITES: CITES,
    Sort.SHOWN: Listing(Here(Code("shown")), Many()),
    **dict.fromkeys(IDS, ID),
}


def argument_shape(argument: Argument) -> Shape:
    """The shape of an argument of an operator."""
    if argument.sort is Sort.WORD:
        return Words(argument.words)
    if argument.sort is Sort.TYPE:
        return shape_of(Type)
    return shape_of(PlayLoop) if argument.sort is Sort.PLAY else _SHAPES[argument.sort]
