"""Expressions of tests on the engine: each becomes a value without parameters in the document that the tests are played on.

Expectations are taken apart at their `and`s, so that a failing one can say which part failed and what its sides were.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tankdsl.check.cases import tree as tt
from tankdsl.check.tree import Core, Local, Program, ValueDef
from tankdsl.check.types import BOOL
from tankdsl.frozen import replaced

COMPARISONS = ("==", "!=", "<", "<=", ">", ">=", "in")


@dataclass(frozen=True, slots=True)
class Part:
    """One conjunct of an expectation, and its two sides if it compares."""

    core: Core
    sides: tuple[Core, ...]


def parts_of(expected: tt.Expected) -> tuple[Part, ...]:
    """The conjuncts of an expectation."""
    cores = expected.condition.args if expected.condition.op == "and" else (expected.condition,)
    return tuple(Part(core, core.args[:2] if core.op in COMPARISONS else ()) for core in cores)


class Book:
    """All expressions of some tests, each under the id of a value."""

    def __init__(self) -> None:
        self.ids: dict[Core, str] = {}
        self.values: dict[str, ValueDef] = {}

    def add(self, core: Core, params: tuple[Local, ...] = ()) -> None:
        """Enter an expression (compared by identity)."""
        if core in self.ids:
            return
        id = f"test.{len(self.ids) + 1}"
        self.ids[core] = id
        self.values[id] = ValueDef(id, params, core, core.type, (), core.span)

    def program(self, program: Program) -> Program:
        """The program with these values added."""
        return replaced(program, values={**program.values, **self.values})


def book_of(tests: list[tt.TestDef]) -> Book:
    """The expressions of all tests."""
    book = Book()
    for test in tests:
        for branch in _branches(test.root):
            for setting in branch.settings:
                for core in _setting_cores(setting):
                    book.add(core)
            for step in branch.steps:
                _add_step(book, step)
    return book


def _branches(branch: tt.Branch) -> Iterator[tt.Branch]:
    yield branch
    for step in branch.steps:
        if isinstance(step, tt.Branch):
            yield from _branches(step)


def _setting_cores(setting: tt.Setting) -> tuple[Core, ...]:
    match setting:
        case tt.SetField(entity=entity, value=value):
            return entity, value
        case tt.SetTerrain(place=place, terrain=terrain):
            return place, terrain
        case _:
            return ()


def _add_step(book: Book, step: Any) -> None:
    match step:
        case tt.Expected():
            _add_expected(book, step)
        case tt.Do(put=put, script=script):
            _add_put(book, put)
            _add_script(book, script)
        case tt.Start(script=script) | tt.Pass(script=script):
            _add_script(book, script)
        case tt.Refused():
            _add_refused(book, step)
        case _:
            pass


def _add_expected(book: Book, expected: tt.Expected) -> None:
    params = (expected.over, expected.winner, expected.battle, *(sight.answer for sight in expected.sights))
    for part in parts_of(expected):
        for core in (part.core, *part.sides):
            book.add(core, params)
    for sight in expected.sights:
        book.add(sight.side)
        if sight.entity is not None:
            book.add(sight.entity)


def _add_put(book: Book, put: tt.Put | None) -> None:
    for arg in put.args if put is not None else ():
        for core in arg:
            book.add(core)


def _add_refused(book: Book, refused: tt.Refused) -> None:
    _add_put(book, refused.put)
    for core in refused.picks:
        book.add(core)
    _add_script(book, refused.script)


def _add_script(book: Book, script: tuple[tt.Line, ...]) -> None:
    for line in script:
        for core in line.values:
            book.add(core)
        _add_put(book, line.put)
        if line.refusal is not None:
            _add_refused(book, line.refusal)
        if line.expectation is not None:
            _add_expected(book, line.expectation)


__all__ = ["BOOL", "Book", "book_of", "parts_of"]
