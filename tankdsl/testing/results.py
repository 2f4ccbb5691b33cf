"""Outcomes of tests as values."""

from __future__ import annotations

from dataclasses import dataclass

from tankdsl.source import Span


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a case failed: where in the source, what was found and expected, and what had happened before."""

    span: Span
    message: str
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseResult:
    """One case of a test: `path` names the cases from the outside in; `row` counts the rows of the test's table from 0."""

    test: str
    cites: tuple[str, ...]
    row: int | None
    path: tuple[str, ...]
    title: str
    span: Span
    failure: Failure | None

    @property
    def passed(self) -> bool:
        """Whether everything came out as expected."""
        return self.failure is None

    @property
    def label(self) -> str:
        """`test title / a / b [row 3]`"""
        row = "" if self.row is None else f" [row {self.row + 1}]"
        return " / ".join((self.test, *self.path)) + row
