"""Why a declaration is not well formed: exactly one finding for each, in words of the one who wrote it."""

from __future__ import annotations

import re
from dataclasses import replace

from tankdsl.diagnostics import Diagnostic, Label, did_you_mean
from tankdsl.diagnostics.registry import ground, syntax
from tankdsl.source import SourceFile, Span
from tankdsl.syntax.brackets import explain_brackets
from tankdsl.syntax.cut import declaration_words
from tankdsl.syntax.driver import Automaton, Stop
from tankdsl.syntax.expectations import expected_text, found_text, shortened
from tankdsl.syntax.faulty_tokens import explain_faulty_token, explain_unseen
from tankdsl.syntax.habits import explain_legend
from tankdsl.syntax.lexing import NEWLINE, UNMATCHED, Tokens
from tankdsl.syntax.situation import Situation
from tankdsl.syntax.slips import explain_slip
from tankdsl.syntax.tables import END, tables

_FOREIGN = {
    **dict.fromkeys(("def", "function", "func", "fun", "fn", "proc", "procedure", "sub", "void"), "`effect name(t: Kind) { ... }`"),
    **dict.fromkeys(("class", "struct", "type", "object"), "`unit kind Name { ... }`"),
    **dict.fromkeys(("const", "let", "var"), "`value name(): 0..9 = ...`, or a `state` of the ruleset"),
    **dict.fromkeys(("import", "include", "require"), '`use "file.tank"`'),
    **dict.fromkeys(("phase", "turn", "round", "rounds"), "`sequence name { ... }`"),
    **dict.fromkeys(("rule", "trigger", "on", "when"), "`whenever name(t: Kind) when ... { ... }`"),
}
"""Words with which declarations begin elsewhere, and what is written here."""


def explain_stop(source: SourceFile, tokens: Tokens, stop: Stop, automaton: Automaton, end: int) -> Diagnostic:
    """The finding about a declaration whose text ends at ``end`` and in which the automaton stopped."""
    return explain(Situation(source, tokens, stop.token, automaton, end))


_GLYPH = re.compile(r"(?:legend|,)\s+(\}\S*)[ \t]*=")


def explain_glyph(source: SourceFile, tokens: Tokens) -> Diagnostic | None:
    """The finding about a glyph in the legend of a board that ends the rows, so that what follows is no board any more."""
    for kind, start, end in zip(tokens.types, tokens.starts, tokens.ends, strict=True):
        if kind == "RAW_LEGEND" and (found := _GLYPH.search(source.text, start, end)):
            span = Span(source.id, *found.span(1))
            headline = f"`{found[1]}` cannot be a glyph: a row that begins with `}}` ends the rows"
            return ground.LEGEND_WRONG.at(span, headline, help="take another glyph")
    return None


def explain(situation: Situation) -> Diagnostic:
    """The finding about the first token of a declaration that cannot stand where it stands."""
    situation = _with_keyword(situation)
    sure = explain_legend(situation) or explain_faulty_token(situation) or explain_brackets(situation)
    return sure or explain_slip(situation) or _plain(situation)


def _with_keyword(situation: Situation) -> Situation:
    """The same situation, unless it only arose because a keyword before `=`, `:` or `.` was taken for a name."""
    keyword = tables().keywords.get(situation.text)
    if keyword is None or situation.kind != "NAME" or keyword not in situation.expected:
        return situation
    tokens = situation.tokens.with_type(situation.at, keyword)
    stop, _ = situation.automaton.walk(tokens, len(tokens.types))
    return situation if stop == len(tokens.types) else replace(situation, tokens=tokens, at=stop)


def _plain(situation: Situation) -> Diagnostic:
    expected = expected_text(situation)
    if situation.kind == END or (situation.kind == NEWLINE and situation.next_kind == END):
        followed = situation.end < len(situation.source.text)
        found = "the next declaration" if followed else "the end of the file"
        return syntax.UNEXPECTED_END.at(situation.after, f"expected {expected}, found {found}", "the declaration is not complete")
    return syntax.UNEXPECTED_WORD.at(situation.span, f"expected {expected}, found {found_text(situation)}")


def explain_outside(source: SourceFile, tokens: Tokens, number: int) -> Diagnostic:
    """The finding about text that belongs to no declaration: from a token on, which is the first in its place."""
    start = tokens.starts[number]
    word = tokens.text_of(number)
    last = number - 1
    while last >= 0 and tokens.types[last] == NEWLINE:
        last -= 1
    above = [Label(Span(source.id, tokens.starts[last], tokens.ends[last]), "the declaration above ends here")] if last >= 0 else []
    if tokens.types[number] in (UNMATCHED, "RBRACE", "RPAR", "RSQB"):
        headline = f"`{word}` closes nothing"
        return syntax.BRACKET_UNMATCHED.at(
            Span(source.id, start, tokens.ends[number]), headline, "no bracket is open here", secondary=above
        )
    unseen = explain_unseen(Span(source.id, start, start + 1), source.text[start])
    if unseen is not None:
        return unseen
    line, column = source.position(start)
    end = min(source.line_span(line).end, _end_of_line(tokens, number))
    if column > 1 and word in declaration_words():
        headline = f"`{word}` begins a declaration in the first column only"
        return syntax.NOT_A_DECLARATION.at(Span(source.id, start, end), headline, secondary=above, help="remove the space before it")
    headline = f"expected a declaration, found `{shortened(word)}`"
    if source.text.startswith(("//", "/*"), start):
        return syntax.NOT_A_DECLARATION.at(Span(source.id, start, end), headline, "this is no comment", help="comments begin with `#`")
    foreign = _FOREIGN.get(word, "") if column == 1 else ""
    if word in ("add", "change", "remove", "replace"):
        foreign = "changes inside of `variant name ... { }`, or behind the option that makes them"
    help = (*((f"write {foreign}",) if foreign else did_you_mean(word, declaration_words())), *_outside_help(column, bool(above)))
    return syntax.NOT_A_DECLARATION.at(Span(source.id, start, end), headline, "this belongs to no declaration", secondary=above, help=help)


def _end_of_line(tokens: Tokens, number: int) -> int:
    """Where the tokens end that stand on one line with the given one."""
    while tokens.types[number + 1] not in (NEWLINE, END):
        number += 1
    return tokens.ends[number]


def _outside_help(column: int, something_above: bool) -> tuple[str, ...]:
    if column > 1 and something_above:
        return ("if it belongs to the declaration above, a `}` before it is too much or a `{` is missing",)
    return ()


def explain_misspelt_keyword(source: SourceFile, start: int, word: str) -> Diagnostic:
    """The finding about a word in the first column that is nearly a keyword."""
    span = Span(source.id, start, start + len(word))
    near = word.casefold() if word.casefold() in declaration_words() else None
    help = (f"did you mean `{near}`?",) if near else did_you_mean(word, declaration_words())
    return syntax.NOT_A_DECLARATION.at(span, f"expected a declaration, found `{word}`", "no declaration begins with this word", help=help)
