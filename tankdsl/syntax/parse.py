"""From a source file to its syntax tree and to what is wrong with its form.

The file is cut into declarations and each is parsed alone. One that is broken gives exactly one diagnostic and is left
out; the others are not touched by it.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache

from tankdsl.diagnostics import Diagnostic
from tankdsl.diagnostics.registry import syntax
from tankdsl.source import SourceFile, Span
from tankdsl.syntax import (
    ast,
    build_expressions,
    build_ground,
    build_options,
    build_pieces,
    build_rules,
    build_scenarios,
    build_statements,
    build_tests,
    cites,
)
from tankdsl.syntax.building import Context
from tankdsl.syntax.cut import Piece, pieces_of
from tankdsl.syntax.driver import Automaton, Stop
from tankdsl.syntax.lexing import Tokens, tokens_of
from tankdsl.syntax.tables import tables

BUILDERS = (
    build_expressions, build_statements, build_pieces, build_rules, build_options, build_ground, build_scenarios, build_tests,
)  # fmt: skip
"""The modules whose import enters the builders."""


@dataclass(frozen=True, slots=True)
class ParseResult:
    """The declarations that are well formed, and the faults of the others."""

    module: ast.Module
    diagnostics: tuple[Diagnostic, ...]


def parse(source: SourceFile) -> ParseResult:
    """The tree of a file. Every broken declaration gives one diagnostic and is left out of the tree."""
    with _without_collector():
        work = _Work(source)
        for piece in pieces_of(source.text):
            work.take(piece)
    comments = tuple(ast.Comment(Span(source.id, *place), source.text[slice(*place)]) for place in sorted(work.comments))
    return ParseResult(ast.Module(source.span, tuple(work.declarations), comments), tuple(work.diagnostics))


@cache
def automaton() -> Automaton:
    """The parser of the grammar, made once in a process."""
    return Automaton(tables())


@dataclass(slots=True)
class _Work:
    """One file while it is parsed."""

    source: SourceFile
    declarations: list[ast.Decl] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    comments: list[tuple[int, int]] = field(default_factory=list)

    def take(self, piece: Piece) -> None:
        """Parse one piece."""
        source = self.source
        tokens = tokens_of(source.text, piece.start, piece.end, board="board" in source.text[piece.start : piece.end])
        self.comments += [*piece.documentation, *tokens.comments]
        if not piece.word and len(tokens.types) == 1:
            return
        context = Context(source.id, tokens)
        result = automaton().run(tokens, context)
        if isinstance(result, Stop):
            at = Span(source.id, tokens.starts[result.token], tokens.ends[result.token])
            headline = f"unexpected `{tokens.text_of(result.token)}`"
            self.diagnostics.append(syntax.UNEXPECTED_WORD.at(at, headline))
            return
        cites.attach(source, context, tokens.cites)
        if context.faults:
            self.diagnostics.append(context.faults[0])
            return
        cites.put(result, "doc", piece.doc)
        self.declarations.append(result)


@contextmanager
def _without_collector() -> Iterator[None]:
    """Trees hold no cycles, and looking for some after every few thousand nodes takes a third of the time."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
