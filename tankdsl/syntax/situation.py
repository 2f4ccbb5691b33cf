"""The place where a declaration stops being well formed, with what the explanations of faults ask about it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tankdsl.source import SourceFile, Span
from tankdsl.syntax.driver import Automaton
from tankdsl.syntax.lexing import NEWLINE, Tokens
from tankdsl.syntax.tables import END


@dataclass(frozen=True, eq=False)
class Situation:
    """A declaration and its first token that cannot stand where it stands."""

    source: SourceFile
    tokens: Tokens
    at: int
    """The number of that token."""
    automaton: Automaton
    end: int
    """Where the text of the declaration ends in the file."""

    @cached_property
    def states(self) -> tuple[int, ...]:
        """The states of the automaton in front of the token."""
        return self.automaton.before(self.tokens, self.at)

    @cached_property
    def expected(self) -> frozenset[str]:
        """The types of the tokens that could stand there."""
        return self.automaton.expected(self.states)

    @property
    def kind(self) -> str:
        """The type of the token."""
        return self.tokens.types[self.at]

    @property
    def text(self) -> str:
        """The text of the token."""
        return self.tokens.text_of(self.at)

    @property
    def span(self) -> Span:
        """Where the token stands; for the end of a line the empty place after what stands before it."""
        if self.kind in (NEWLINE, END):
            return self.after
        return self.span_of(self.at)

    @property
    def after(self) -> Span:
        """The empty place behind the token before."""
        end = self.tokens.ends[self.last] if self.last >= 0 else self.tokens.starts[0]
        return Span(self.source.id, end, end)

    @property
    def last(self) -> int:
        """The number of the token before, ends of lines aside; -1 if there is none."""
        number = self.at - 1
        while number >= 0 and self.tokens.types[number] == NEWLINE:
            number -= 1
        return number

    @property
    def next_kind(self) -> str:
        """The type of the token behind, ``$END`` if there is none."""
        return self.tokens.types[min(self.at + 1, len(self.tokens.types) - 1)]

    def span_of(self, number: int) -> Span:
        """Where a token stands."""
        return Span(self.source.id, self.tokens.starts[number], self.tokens.ends[number])

    def line_of(self, number: int) -> int:
        """The line on which a token begins."""
        return self.source.position(self.tokens.starts[number])[0]

    def indent_of(self, number: int) -> int | None:
        """The column (from 0) of a token if it is the first on its line."""
        start = self.tokens.starts[number]
        line = self.source.text.rfind("\n", 0, start) + 1
        return start - line if not self.source.text[line:start].strip() else None

    @cached_property
    def begins_line(self) -> bool:
        """Whether the token is the first on its line and not the first of the declaration."""
        return self.last >= 0 and self.line_of(self.at) > self.line_of(self.last)

    def is_expected(self, *kinds: str) -> bool:
        """Whether tokens of all these types could stand there."""
        return self.expected.issuperset(kinds)

    def fits_after(self, *kinds: str) -> bool:
        """Whether the token could stand there if tokens of these types were in front of it."""
        states: tuple[int, ...] | None = self.states
        for kind in (*kinds, self.kind):
            states = None if states is None else self.automaton.step(states, kind)
        return states is not None

    def fits_as(self, kind: str) -> bool:
        """Whether a token of a type could stand there, and the one behind after it."""
        states = self.automaton.advance(self.states, kind)
        return states is not None and self.goes_on(states)

    def goes_on(self, states: tuple[int, ...]) -> bool:
        """Whether the token behind could stand where the automaton has these states."""
        return self.automaton.step(states, self.next_kind) is not None
