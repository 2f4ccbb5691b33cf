"""Texts that people are shown: `{name}` in a reason or a question stands for the value of a name of the body."""

from __future__ import annotations

import re

from tankdsl.check.context import Context
from tankdsl.check.env import Env
from tankdsl.diagnostics import did_you_mean, quoted
from tankdsl.diagnostics.registry import names, syntax
from tankdsl.source import Span
from tankdsl.syntax import ast

_SLOT = re.compile(r"\{([^{}]*)\}")
_BRACES = re.compile(r"[{}]")
_NAME = re.compile(r"[a-z]\w*")


def shown_text(cx: Context, env: Env, text: ast.Text | None) -> str:
    """The text, or nothing without one. What it mentions must be a name that is known where it stands, and no more than a name."""
    if text is None:
        return ""
    for slot in _SLOT.finditer(text.value):
        word = slot[1].strip()
        binding = env.lookup(slot[1])
        if binding is not None:
            binding.read = True
        elif not env.incomplete:
            _report(cx, env, _place(text, slot), word)
    if _BRACES.search(_SLOT.sub("", text.value)):
        _unbalanced(cx, env, text)
    return text.value


def slots_of(text: str) -> list[str]:
    """The names that a text mentions, in its order."""
    return [slot[1] for slot in _SLOT.finditer(text)]


def _report(cx: Context, env: Env, span: Span, word: str) -> None:
    known = sorted(set(env.names()))
    if _NAME.fullmatch(word):
        help = did_you_mean(word, known) or (f"it can mention {quoted(known)}" if known else ())
        cx.report(names.UNKNOWN_NAME, span, f"this text mentions `{word}`, and nothing is called that here", help=help)
    else:
        headline = f"this text mentions `{word}`, and a text can mention names only"
        cx.report(names.UNKNOWN_NAME, span, headline, help="bind it before: `let name = ...`, and write `{name}`")


def _unbalanced(cx: Context, env: Env, text: ast.Text) -> None:
    """Report the first brace of a text that has no other one."""
    closed = [slot.span() for slot in _SLOT.finditer(text.value)]
    brace = next(one for one in _BRACES.finditer(text.value) if not any(start <= one.start() < end for start, end in closed))
    span = _place(text, brace)
    if brace[0] == "}":
        cx.report(syntax.BRACKET_UNMATCHED, span, "`}` closes nothing in this text", help="a name in a text stands in braces: `{name}`")
        return
    word = _NAME.match(text.value, brace.end())
    binding = None if word is None else env.lookup(word[0])
    if binding is not None:
        binding.read = True
    named = word[0] if word is not None and binding is not None else "name"
    cx.report(syntax.BRACKET_OPEN, span, "`{` is never closed in this text", help=f"a name in a text stands in braces: `{{{named}}}`")


def _place(text: ast.Text, slot: re.Match[str]) -> Span:
    """Where the slot stands; the whole text when escapes have moved it."""
    if len(text.span) != len(text.value) + 2:
        return text.span
    return Span(text.span.file, text.span.start + 1 + slot.start(), text.span.start + 1 + slot.end())
