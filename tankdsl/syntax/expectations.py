"""What the grammar expects somewhere, and what stands there, in words that make sense to people."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from tankdsl.syntax.brackets import open_brackets
from tankdsl.syntax.lexing import NEWLINE
from tankdsl.syntax.situation import Situation
from tankdsl.syntax.tables import END, tables

MOST = 5
"""So many alternatives are named at most."""

_EXPRESSION = frozenset(
    (
        "NAME", "TYPE", "INT", "DECIMAL", "STRING", "LABEL", "LPAR", "LSQB", "MINUS", "PLUS", "IF", "MATCH", "NOT", "ANY", "ALL",
        "THROUGHOUT", "RUNNING",
    )
)  # fmt: skip
_OPERAND = frozenset(("INT", "LPAR", "LSQB", "NAME"))
_OPERATOR = frozenset(
    ["PLUS", "MINUS", "STAR", "DIV", "MOD", "COMPARE", "IS", "IN", "NOT", "AND", "OR", "DOT", "LSQB", "LPAR", "AS", "ELSE", "FROM"]
)
_BINARY = frozenset(("PLUS", "STAR"))
_SPOT = frozenset(("NAME", "LABEL", "LPAR", "LSQB"))
_SIDE = frozenset(("NAME", "SLASH", "TO"))
_TYPE = frozenset(("NAME", "TYPE", "INT"))
_SELDOM = frozenset(("NTH", "QMARK"))
_STATEMENT = frozenset(("LET", "CHOOSE", "TOGETHER", "PUT"))
_DECLARATION = frozenset(("ENUM", "ACTION", "MEASURE"))
_WORDS = {
    NEWLINE: "the end of the line",
    END: "the end of the declaration",
    "NAME": "a name",
    "TYPE": "the name of a kind",
    "STRING": "a text in quotes",
    "INT": "a number",
    "DECIMAL": "a number such as `1.5`",
    "LABEL": "a map label",
    "COMPARE": "a comparison",
    "RBRACE": "a closing `}`",
    "SEVERAL_DICE": "dice such as `2d6`",
    "DIE": "dice such as `d6`",
    "NTH": "a number such as `2nd`",
    "RAW_ROWS": "`rows { ... }`",
    "RAW_LEVELS": "`levels { ... }`",
    "RAW_LEGEND": "`legend`",
}
_ORDER = (NEWLINE, "RBRACE", "RPAR", "RSQB", "VBAR", "COMMA", "EQUAL", "COLON", "LBRACE", "NAME", "TYPE", "STRING", "INT")
"""These are named first, in this order; then the other marks, then keywords by the alphabet."""


def expected_text(situation: Situation) -> str:
    """The alternatives at a place, at most five, joined with commas and `or`."""
    words = expected_words(_in_sight(situation))
    shown = words if len(words) <= MOST else [*words[: MOST - 1], "another word"]
    if len(shown) < 2:
        return "".join(shown) or "nothing more"
    return ", ".join(shown[:-1]) + " or " + shown[-1]


def _in_sight(situation: Situation) -> frozenset[str]:
    """What is expected; on the line of the brace that opens the block, its closing one rather than the end of the line."""
    expected = situation.expected
    stack = open_brackets(situation) if NEWLINE in expected else []
    if not stack or situation.tokens.types[stack[-1]] != "LBRACE" or situation.line_of(stack[-1]) != situation.line_of(situation.last):
        return expected
    after = situation.automaton.advance(situation.states, NEWLINE)
    if after is None or situation.automaton.advance(after, "RBRACE") is None:
        return expected
    return expected - {NEWLINE} | {"RBRACE"}


def expected_words(expected: Iterable[str]) -> list[str]:
    """The alternatives among the types of tokens: groups by one name, then the single ones."""
    left = set(expected)
    front: list[str] = []
    back: list[str] = []
    if left >= _DECLARATION:
        left = {kind for kind in left if kind not in _keywords_of_rows()}
        front.append("a declaration")
    if left >= _STATEMENT:
        left &= {"RBRACE", NEWLINE}
        front.append("a statement")
    elif left >= _OPERAND:
        left -= _EXPRESSION
        front.append("an expression")
    elif left >= _SPOT:
        left -= _SPOT
        front.append("a place")
    elif left >= _SIDE:
        left -= {"NAME"}
        front.append("a direction")
    elif left >= _TYPE:
        left -= _TYPE | {"MINUS", "SET", "SOME"}
        front.append("a type")
    if left >= _BINARY:
        left -= _OPERATOR | {"NAME"}
        if left & {"RPAR", "RSQB"}:
            left -= {"BY", "WHERE", "FOR"}
        back.append("an operator")
    if len(left - _SELDOM) + len(front) > 0:
        left -= _SELDOM
    return [*front, *(name_of(kind) for kind in sorted(left, key=_place)), *back]


def name_of(kind: str) -> str:
    """A type of tokens in words."""
    return _WORDS.get(kind) or f"`{_spelling().get(kind, kind)}`"


def found_text(situation: Situation) -> str:
    """What stands at a place, in words."""
    kind, text = situation.kind, situation.text
    if kind == NEWLINE and text != ";":
        return "a closing `}`" if text == "" and situation.next_kind == "RBRACE" else "the end of the line"
    if kind == END:
        return "the end of the declaration"
    if kind == "STRING":
        return f"the text `{shortened(text)}`"
    return f"`{shortened(text)}`"


def shortened(text: str) -> str:
    """A piece of source as it is shown inside of a message."""
    line = text.split("\n")[0]
    return line if len(line) <= 40 and line == text else line[:39] + "…"


def _place(kind: str) -> tuple[int, str]:
    if kind in _ORDER:
        return _ORDER.index(kind), kind
    return (len(_ORDER) if not name_of(kind)[1:2].isalpha() else len(_ORDER) + 1), name_of(kind)


@cache
def _spelling() -> dict[str, str]:
    known = tables()
    return {terminal: text for text, terminal in (*known.keywords.items(), *known.marks.items())}


@cache
def _keywords_of_rows() -> frozenset[str]:
    """The terminals with which declarations begin."""
    return frozenset(tables().keywords[word] for word in tables().declaration_words)
