"""How long names, texts and declarations may be: what the compiled form has room for (`tankdsl.bounds`).

Declarations that say what is there (tables of things, boards, scenarios, tests) may be of any length; those of rules become code, whose
length and number of locals are bounded. All of it is counted in tokens, before anything is made of them.
"""

from __future__ import annotations

from operator import sub

from tankdsl.bounds import LONGEST_NAME, LONGEST_TEXT, MOST_WORDS
from tankdsl.diagnostics import Diagnostic
from tankdsl.diagnostics.registry import structure
from tankdsl.source import SourceFile, Span
from tankdsl.syntax.building import unescaped
from tankdsl.syntax.lexing import Tokens

_LISTS = frozenset(
    [
        "enum",
        "board",
        "layout",
        "roster",
        "scenario",
        "test",
        "units",
        "parts",
        "cards",
        "markers",
        "checkpoints",
        "terrains",
        "areas",
        "things",
    ]
)
"""First words of declarations that say what is there."""
_NAMES = frozenset(["NAME", "TYPE"])


def too_long(source: SourceFile, tokens: Tokens, word: str) -> Diagnostic | None:
    """What is longer in a declaration than it may be: the first such name or text, or else all of it; `word` is its first one."""
    for at in [at for at, length in enumerate(map(sub, tokens.ends, tokens.starts)) if length > LONGEST_NAME]:
        kind, start, end = tokens.types[at], tokens.starts[at], tokens.ends[at]
        if kind in _NAMES:
            return name_too_long(Span(source.id, start, end), end - start)
        if kind == "STRING" and end - start > LONGEST_TEXT:
            length = len(unescaped(source.text[start + 1 : end - 1]))
            if length > LONGEST_TEXT:
                return text_too_long(Span(source.id, start, end), length)
    if len(tokens.types) <= MOST_WORDS or word in _LISTS:
        return None
    headline = f"this declaration has {len(tokens.types):,} words and signs, and {MOST_WORDS:,} is the most"
    first = Span(source.id, tokens.starts[0], tokens.ends[0])
    return structure.TOO_LARGE.at(first, headline, help="divide it into several, or compute what it lists")


def name_too_long(span: Span, length: int) -> Diagnostic:
    """The finding about a name with so many letters."""
    return structure.TOO_LARGE.at(span, f"this name has {length:,} letters, and {LONGEST_NAME} is the most", help="choose a shorter one")


def text_too_long(span: Span, length: int) -> Diagnostic:
    """The finding about a text with so many characters."""
    return structure.TOO_LARGE.at(span, f"this text has {length:,} characters, and {LONGEST_TEXT:,} is the most", help="cut it")
