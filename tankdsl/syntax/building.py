"""What the builders of the tree share: the context of one declaration, and the registry of builders by rule.

A builder is called while the parser runs, as soon as the rule of its name is complete. It gets the context, the span of
the rule and the values that the grammar keeps: a token is a ``Token`` (its number), everything else is what another
builder made. Builders never fail; what the grammar could not say is noted with ``Context.fault`` and refused afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from tankdsl.diagnostics import Diagnostic, Kind
from tankdsl.diagnostics.registry import syntax
from tankdsl.frozen import FrozenValue
from tankdsl.source import Span
from tankdsl.syntax import ast
from tankdsl.syntax.lexing import Tokens

Token = int
"""A token as builders see it: its number in the declaration."""
Builder = Callable[..., Any]

BUILDERS: dict[str, Builder] = {}
"""The builder of each rule or alternative of the grammar, by its name there."""
LARGEST = 2**31 - 1
VALUES = frozenset(("yes", "no", "none"))
"""Values of the language that look like names and are never names of something."""

_ESCAPES = {'"': '"', "\\": "\\", "n": "\n", "t": "\t"}
N = TypeVar("N", bound=ast.Node)
F = TypeVar("F", bound=Builder)


class Clause(FrozenValue):
    """A part that may stand once and often in any order: its word, its value, its place."""

    word: str
    value: Any
    at: Span


Clauses = list[Clause] | tuple[()]


class Context:
    """One declaration while its tree is built."""

    __slots__ = ("cited", "ends", "faults", "file", "starts", "text")

    def __init__(self, file: int, tokens: Tokens) -> None:
        self.file = file
        self.text = tokens.text
        self.starts = tokens.starts
        self.ends = tokens.ends
        self.cited: list[Any] = []
        """The nodes that rule references can belong to, inner ones before outer ones."""
        self.faults: list[Diagnostic] = []

    def span(self, token: Token) -> Span:
        """Where a token stands."""
        return Span(self.file, self.starts[token], self.ends[token])

    def word(self, token: Token) -> str:
        """The text of a token."""
        return self.text[self.starts[token] : self.ends[token]]

    def ident(self, token: Token) -> ast.Ident:
        """The name that a token is."""
        start, end = self.starts[token], self.ends[token]
        span, text = Span(self.file, start, end), self.text[start:end]
        if text in VALUES:
            headline = f"`{text}` is a value of the language and cannot be a name"
            self.fault(syntax.RESERVED_WORD, span, headline, "", "choose another name")
        return ast.Ident(span, text)

    def ident_or_none(self, token: Token | None) -> ast.Ident | None:
        """The name that a token is, if there is one."""
        return None if token is None else self.ident(token)

    def idents(self, first: Token, rest: Iterable[Token] = ()) -> tuple[ast.Ident, ...]:
        """The names that several tokens are."""
        return (self.ident(first), *(self.ident(token) for token in rest))

    def string(self, token: Token) -> ast.Text:
        """The text that a string stands for."""
        return ast.Text(self.span(token), unescaped(self.word(token)[1:-1]))

    def string_or_none(self, token: Token | None) -> ast.Text | None:
        """The text that a string stands for, if there is one."""
        return None if token is None else self.string(token)

    def integer(self, token: Token) -> int:
        """The value of a number that is a token of its own (see ``number``)."""
        return self.number(self.span(token), self.word(token))

    def number(self, span: Span, digits: str) -> int:
        """The value of a number; a fault if it does not fit into 32 bits or begins with a zero."""
        if len(digits) > 1 and digits[0] == "0":
            plain = digits.lstrip("0") or "0"
            help = f"write `{plain[:20]}`, or `hex {digits}` for a map label that is all digits"
            self.fault(syntax.NUMBER_MALFORMED, span, "a number does not begin with zero", "", help)
            return 0
        if len(digits) > 10 or int(digits) > LARGEST:
            shown = digits if len(digits) <= 20 else f"{digits[:12]}… ({len(digits)} digits)"
            headline = f"`{shown}` is too large for a number"
            self.fault(syntax.NUMBER_TOO_LARGE, span, headline, f"the largest number is {LARGEST:,}")
            return 0
        return int(digits)

    def unexpected(self, span: Span, headline: str, label: str = "", help: str | Iterable[str] = ()) -> None:
        """Note that something stands where the language wants another thing."""
        self.fault(syntax.UNEXPECTED_WORD, span, headline, label, help)

    def fault(self, kind: Kind, span: Span, headline: str, label: str = "", help: str | Iterable[str] = ()) -> None:
        """Note what is wrong although the grammar allows it; the declaration will be refused."""
        self.faults.append(kind.at(span, headline, label, help=help))

    def citing(self, node: N) -> N:
        """Enter a node that rule references can belong to; returns it."""
        self.cited.append(node)
        return node

    def clauses(self, given: Iterable[Any]) -> dict[str, Any]:
        """The values of the clauses among the given things, by their words; a fault for each that is given twice."""
        found: dict[str, Any] = {}
        for clause in given:
            if isinstance(clause, Clause):
                if clause.word in found:
                    self.fault(syntax.GIVEN_TWICE, clause.at, f"`{clause.word}` is given twice", "it is given above already")
                found[clause.word] = clause.value
        return found


def builds(*rules: str) -> Callable[[F], F]:
    """Enter a function as the builder of rules or alternatives of the grammar."""

    def enter(function: F) -> F:
        BUILDERS.update((rule, function) for rule in rules)
        return function

    return enter


def unescaped(text: str) -> str:
    """The inside of a string with its escapes resolved; the lexer has seen that there are no others."""
    if "\\" not in text:
        return text
    parts: list[str] = []
    at = 0
    while at < len(text):
        if text[at] == "\\":
            at += 1
            parts.append(_ESCAPES.get(text[at], text[at]))
        else:
            parts.append(text[at])
        at += 1
    return "".join(parts)


def of_type(kind: type[N], items: Iterable[Any]) -> tuple[N, ...]:
    """Those of several things that are nodes of a class, in order."""
    return tuple(item for item in items if isinstance(item, kind))
