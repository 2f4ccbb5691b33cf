"""Brackets that are never closed, and closing ones that fit none.

A lost closing brace is felt at the end of the declaration only. The indentation tells more: a line that stands no further
to the right than the line that opens a block, while the block is open, shows where the brace was lost.
"""

from __future__ import annotations

from typing import NamedTuple

from tankdsl.diagnostics import Diagnostic, Edit, Fix, Label
from tankdsl.diagnostics.registry import syntax
from tankdsl.source import Span
from tankdsl.syntax.lexing import NEWLINE, UNMATCHED
from tankdsl.syntax.situation import Situation
from tankdsl.syntax.tables import END

CLOSING = {"LPAR": "RPAR", "LSQB": "RSQB", "LBRACE": "RBRACE"}
_SIGNS = {"LPAR": ")", "LSQB": "]", "LBRACE": "}"}


class Loss(NamedTuple):
    """A brace that is not closed where the indentation says it should be: its token, and the first token after that place."""

    brace: int
    before: int


def explain_brackets(situation: Situation) -> Diagnostic | None:
    """The finding about a bracket, if it is one that makes the declaration stop here."""
    if situation.kind == UNMATCHED:
        return unmatched(situation)
    stack = open_brackets(situation)
    if not stack:
        return None
    inner = stack[-1]
    sort = situation.tokens.types[inner]
    if sort == "LBRACE":
        at_end = situation.kind == END or (situation.kind == NEWLINE and situation.next_kind == END)
        return _lost_brace(situation, stack) if at_end else None
    closing = situation.kind in CLOSING.values() and situation.kind != CLOSING[sort]
    ends = situation.kind in (NEWLINE, END) or situation.begins_line or closing or situation.kind == "LBRACE"
    if ends and situation.is_expected(CLOSING[sort]):
        return _never_closed(situation, inner)
    return None


def open_brackets(situation: Situation) -> list[int]:
    """The tokens of the brackets that are open in front of the token, outermost first."""
    stack: list[int] = []
    types = situation.tokens.types
    for number in range(situation.at):
        if types[number] in CLOSING:
            stack.append(number)
        elif stack and types[number] == CLOSING[types[stack[-1]]]:
            stack.pop()
    return stack


def unmatched(situation: Situation) -> Diagnostic:
    """The finding about a closing bracket where none is open."""
    stack = open_brackets(situation)
    headline = f"`{situation.text}` closes nothing"
    if stack:
        inner = situation.tokens.types[stack[-1]]
        open_one = Label(situation.span_of(stack[-1]), f"the open bracket is this one: `{_SIGNS[inner]}` closes it")
        return syntax.BRACKET_UNMATCHED.at(situation.span, headline, "no bracket of this form is open", secondary=[open_one])
    secondary = [Label(situation.span_of(situation.last), "all brackets are closed here")] if situation.last >= 0 else []
    return syntax.BRACKET_UNMATCHED.at(situation.span, headline, "no bracket is open here", secondary=secondary)


def _never_closed(situation: Situation, inner: int) -> Diagnostic:
    sign, closing = situation.tokens.text_of(inner), _SIGNS[situation.tokens.types[inner]]
    here = Label(situation.after, f"a closing `{closing}` seems to be missing here")
    fix = Fix(f"insert `{closing}`", (Edit(situation.after, closing),), "unsafe")
    return syntax.BRACKET_OPEN.at(situation.span_of(inner), f"`{sign}` is never closed", "opened here", secondary=[here], fix=fix)


def _lost_brace(situation: Situation, stack: list[int]) -> Diagnostic:
    loss = _lost_by_indentation(situation)
    brace = loss.brace if loss else stack[-1]
    span = situation.span_of(brace)
    if loss is None:
        return syntax.BRACKET_OPEN.at(
            span, "`{` is never closed", "opened here",
            secondary=[Label(situation.after, "the declaration ends here without a closing `}`")],
        )  # fmt: skip
    text = situation.source.text
    line = text.rfind("\n", 0, situation.tokens.starts[loss.before]) + 1
    indent = text[_line_start(text, span.start) : span.start]
    indent = indent[: len(indent) - len(indent.lstrip())]
    place = Span(span.file, line, line)
    here = Label(situation.span_of(loss.before), "by the indentation, a closing `}` is missing before this line")
    fix = Fix("close the block before that line", (Edit(place, f"{indent}}}\n"),), "unsafe")
    return syntax.BRACKET_OPEN.at(span, "`{` is never closed", "opened here", secondary=[here], fix=fix)


def _line_start(text: str, offset: int) -> int:
    return text.rfind("\n", 0, offset) + 1


def _lost_by_indentation(situation: Situation) -> Loss | None:
    """The first line that by its indentation lies outside of a block that is still open."""
    types = situation.tokens.types
    stack: list[tuple[int, int]] = []
    indent = 0
    for number in range(situation.at):
        column = situation.indent_of(number)
        if column is not None and types[number] != NEWLINE:
            indent = column
            if stack and column <= stack[-1][1] and number > stack[-1][0] + 1:
                closes = types[number] == "RBRACE" and column == stack[-1][1]
                if not closes:
                    return Loss(stack[-1][0], number)
        if types[number] == "LBRACE":
            stack.append((number, indent))
        elif types[number] == "RBRACE" and stack:
            stack.pop()
    return None
