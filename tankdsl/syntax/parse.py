"""From a source file to its syntax tree and to what is wrong with its form.

The file is cut into declarations and each is parsed alone. One that is broken gives exactly one diagnostic and is left
out; the others are not touched by it.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any

from tankdsl.diagnostics import Diagnostic
from tankdsl.diagnostics.file_problems import empty_file_diagnostic
from tankdsl.diagnostics.registry import syntax
from tankdsl.frozen import FrozenValue
from tankdsl.garbage import without_collector
from tankdsl.source import SourceFile, Span
from tankdsl.state import State, field
from tankdsl.syntax import (
    ast,
    build_boards,
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
from tankdsl.syntax.cites import stray_cite
from tankdsl.syntax.cut import Piece, declaration_words, pieces_of
from tankdsl.syntax.depth import MAX_DEPTH, too_deep
from tankdsl.syntax.driver import Automaton, Stop
from tankdsl.syntax.lexing import Tokens, tokens_of
from tankdsl.syntax.tables import tables
from tankdsl.syntax.toolong import too_long

BUILDERS = (
    build_expressions, build_statements, build_pieces, build_rules, build_options, build_ground, build_boards, build_scenarios, build_tests,
)  # fmt: skip
"""The modules whose import enters the builders."""


class ParseResult(FrozenValue):
    """The declarations that are well formed, and the faults of the others."""

    module: ast.Module
    diagnostics: tuple[Diagnostic, ...]
    lost: tuple[str, ...] = ()
    """The text of the declarations that are left out: what they declare is not known, but it is somewhere among their words."""


def parse(source: SourceFile) -> ParseResult:
    """The tree of a file. Every broken declaration gives one diagnostic and is left out of the tree."""
    with without_collector():
        work = _Work(source)
        for piece in pieces_of(source.text):
            work.take(piece)
    if not work.declarations and not work.diagnostics:
        work.diagnostics.append(empty_file_diagnostic(source))
    comments = tuple(ast.Comment(Span(source.id, *place), source.text[slice(*place)]) for place in sorted(work.comments))
    return ParseResult(ast.Module(source.span, tuple(work.declarations), comments), tuple(work.diagnostics), tuple(work.lost))


@cache
def automaton() -> Automaton:
    """The parser of the grammar, made once in a process."""
    return Automaton(tables())


class _Work(State):
    """One file while it is parsed."""

    source: SourceFile
    declarations: list[ast.Decl] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    comments: list[tuple[int, int]] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    def take(self, piece: Piece) -> None:
        """Parse one piece of the file."""
        source = self.source
        board = source.text.find("board", piece.start, piece.end) >= 0
        tokens = tokens_of(source.text, piece.start, piece.end, board=board)
        self.comments += [*piece.documentation, *tokens.comments]
        before = len(self.declarations)
        found = len(self.diagnostics)
        if not piece.word:
            self._text_in_front(tokens)
        elif piece.word not in declaration_words():
            self.diagnostics.append(_errors().explain_misspelt_keyword(source, piece.start, piece.word))
        else:
            self._declaration(piece, tokens)
        if len(self.declarations) == before and len(self.diagnostics) > found:
            self.lost.append(source.text[piece.start : piece.end])

    def _text_in_front(self, tokens: Tokens) -> None:
        """What stands before the first declaration: nothing but comments, or a fault."""
        if len(tokens.types) > 1:
            self.diagnostics.append(_errors().explain_outside(self.source, tokens, 0))
        elif tokens.cites:
            self.diagnostics.append(stray_cite(self.source, tokens.cites[0]))
        else:
            self._lost_documentation(tokens)

    def _declaration(self, piece: Piece, tokens: Tokens) -> None:
        source = self.source
        context = Context(source.id, tokens)
        result: Any = automaton().run(tokens, context)
        outside: list[Diagnostic] = []
        if isinstance(result, Stop):
            errors = _errors()
            if piece.word == "board" and (glyph := errors.explain_glyph(source, tokens)) is not None:
                self.diagnostics.append(glyph)
                return
            if not automaton().can_end(tokens, result.token):
                self.diagnostics.append(errors.explain_stop(source, tokens, result, automaton(), piece.end))
                return
            outside.append(errors.explain_outside(source, tokens, result.token))
            self.lost.append(source.text[tokens.starts[result.token] : piece.end])
            tokens = tokens.up_to(result.token)
            context = Context(source.id, tokens)
            result = automaton().run(tokens, context)
        cites.attach(source, context, tokens.cites)
        if (long := too_long(source, tokens, piece.word)) is not None:
            context.faults.append(long)
        if len(tokens.types) > MAX_DEPTH and (deep := too_deep(result)):
            headline = f"this is nested more than {MAX_DEPTH} deep"
            context.fault(syntax.NESTED_TOO_DEEP, deep.span, headline, "", "give parts of it names of their own")
        if found := [*context.faults, *outside]:
            self.diagnostics.append(min(found, key=_place))
        if not context.faults:
            cites.put(result, "doc", piece.doc)
            self.declarations.append(result)
            if not outside:
                self._lost_documentation(tokens)

    def _lost_documentation(self, tokens: Tokens) -> None:
        """Comments with `##` that are not directly above a declaration."""
        text = self.source.text
        for start, end in tokens.comments:
            if text.startswith("##", start) and not text.startswith("###", start):
                span = Span(self.source.id, start, end)
                headline = "a documentation comment stands directly above no declaration"
                self.diagnostics.append(syntax.DOC_COMMENT_LOST.at(span, headline, help="write `#` for a plain comment"))


def _errors() -> ModuleType:
    """The explanations of faults: imported when the first one is met, since most files have none."""
    from tankdsl.syntax import errors

    return errors


def _place(diagnostic: Diagnostic) -> int:
    return diagnostic.primary.span.start if diagnostic.primary else 0
