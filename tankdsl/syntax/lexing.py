"""From the text of one declaration to its tokens.

One regular expression finds all tokens; it is made of the terminals of the grammar and of the commonest things that look
like tokens and are none (``FAULTS``), which become tokens of a type that no rule wants. The pass over the matches settles
what the grammar takes as given: which ends of lines count, what is a name in any case, that rule references and comments
are no part of the stream, and that brackets fit. It never fails: a fault stands in the stream at its place, where the
parser stops at it, unless something earlier was wrong already.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from tankdsl.frozen import FrozenValue
from tankdsl.state import State, field
from tankdsl.syntax.tables import END, tables

NEWLINE = "_NL"
RAW = "RAW_"
"""How the names of the terminals begin that are read on boards only; each begins with a word."""
MAX_NESTING = 100
"""How deep brackets may be nested."""

FAULTS: dict[str, str] = {
    "?number": r"(?![0-9]+\.[0-9]{1,2}(?!\w))[0-9]+\.[0-9]+\w*",
    "?comment": r"//[^\n]*|/\*(?:[^*\n]|\*(?!/))*(?:\*/)?",
    "?operator": r"[=!]==?|&&?|:=|<>|=<|->|\*\*|\.\.\.|!",
    "?digits": r"[0-9]\w*",
    "?string": r'"(?:[^"\\\n]|\\.)*\\?|\'(?:[^\'\n]*\')?|[“”„‘’«»][^“”„‘’«»"\n]*[“”„‘’«»"]?',
    "?cite": r"@[^\s,;{}()\[\]]*",
    "?name": r"[^\W\d]\w*",
    "?character": r"[^\n]",
}
"""What looks like a token and is none, by the type under which it stands in the stream."""
EARLY_FAULTS = 3
"""So many of them have to be tried before the terminals that they begin with."""
ESCAPE = "?escape"
TOO_DEEP = "?deep"
UNMATCHED = "?unmatched"

HARD = frozenset(
    [
        "all",
        "and",
        "any",
        "else",
        "each",
        "for",
        "if",
        "in",
        "is",
        "let",
        "match",
        "not",
        "or",
        "otherwise",
        "require",
        "unless",
        "var",
        "when",
        "where",
    ]
)
"""The words that are never names, as in the terminal NAME of the grammar."""

WORD = r"[a-z][a-z0-9_]*(?!\w)"
"""A name or a keyword."""

_CANNOT_END = frozenset(
    ["and", "or", "not", "is", "in", "where", "if", "else", "when", "unless", "for", "let", "var", "match", "require", "div", "mod"]
)
_CANNOT_BEGIN = frozenset(["else", "and", "or", "where", "when", "because", "also", "is", "in"])
_COMBINES = frozenset(["sum", "max", "min", "every"])
_NAMES_BEFORE_PARENTHESIS = frozenset(
    ["roll", "choose", "plot", "draw", "once", "repeat", "rounds", "during", "alternate", "together", "sealed", "nothing", "stop"]
)
_CLOSES = {"RPAR": "LPAR", "RSQB": "LSQB", "RBRACE": "LBRACE"}
_BAD_ESCAPE = r'(?<!\\)(?:\\\\)*\\(?!["\\nt])'
_BODY_FOLLOWS = re.compile(r"[ \t]*(?:\{|clamp\b)")


class Tokens(State):
    """The tokens of one declaration as three lists of the same length, the last token being ``$END``."""

    text: str
    types: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    cites: list[tuple[int, int]] = field(default_factory=list)
    """Where the rule references stand."""
    comments: list[tuple[int, int]] = field(default_factory=list)

    def add(self, type: str, start: int, end: int) -> None:
        """Append one token."""
        self.types.append(type)
        self.starts.append(start)
        self.ends.append(end)

    def up_to(self, number: int) -> Tokens:
        """The tokens before one, as if the declaration ended there."""
        end = self.starts[number]
        made = Tokens(self.text, self.types[:number], self.starts[:number], self.ends[:number])
        made.cites = [place for place in self.cites if place[0] < end]
        made.comments = [place for place in self.comments if place[0] < end]
        made.add(END, self.ends[number - 1], self.ends[number - 1])
        return made

    def with_type(self, number: int, type: str) -> Tokens:
        """The same tokens, one of them of another type."""
        types = [*self.types[:number], type, *self.types[number + 1 :]]
        return Tokens(self.text, types, self.starts, self.ends, self.cites, self.comments)

    def text_of(self, number: int) -> str:
        """The text of a token."""
        return self.text[self.starts[number] : self.ends[number]]


class Lexicon(FrozenValue):
    """What the pass over the matches needs to know about the terminals of the grammar."""

    words: dict[str, str]
    """The terminal of each keyword and mark."""
    soft: frozenset[str]
    """The terminals of words that are names wherever the keyword may not stand."""
    before_marks: frozenset[str]
    """Marks before which a soft word is a name."""
    before_parenthesis: frozenset[str]
    """Soft words that are names before `(`."""
    cannot_end: frozenset[str]
    cannot_begin: frozenset[str]
    combines: frozenset[str]


@cache
def lexicon() -> Lexicon:
    """The lexicon of the grammar, made once in a process."""
    known = tables()
    spelled = {**known.keywords, **known.marks}

    def terminals(words: Iterable[str]) -> frozenset[str]:
        return frozenset(spelled[word] for word in words if word in spelled)

    return Lexicon(
        spelled,
        terminals(known.keywords.keys() - HARD) | {"DIE"},
        terminals(("=", "+=", "-=", ":", ".")),
        terminals(_NAMES_BEFORE_PARENTHESIS),
        terminals((*_CANNOT_END, *["{", ",", "=", "+=", "-=", "=>", ":", "+", "-", "*", "/", ".", ".."])) | {"COMPARE"},
        terminals((*_CANNOT_BEGIN, "{")) | {"STRING"},
        terminals(_COMBINES),
    )


@cache
def _expression() -> tuple[re.Pattern[str], tuple[str, ...]]:
    """The expression that finds tokens, and what a match is by the number of its group (empty: its text says so)."""
    known = tables()
    patterns = {name: pattern for name, pattern in known.patterns.items() if not name.startswith(RAW)}
    blank, _ = patterns.pop("_BLANK"), patterns.pop("NAME")
    marks = "|".join(re.escape(mark) for mark in sorted(known.marks, key=lambda mark: (-len(mark), mark)))
    before = [(name, patterns.pop(name)) for name in ("SEVERAL_DICE", "DIE", "LABEL", "NTH")]
    faults = list(FAULTS.items())
    groups = [*before, ("", WORD), *faults[:EARLY_FAULTS], *patterns.items(), ("", marks), *faults[EARLY_FAULTS:]]
    expression = re.compile(f"(?:{blank})?(?:" + "|".join(f"({pattern})" for _, pattern in groups) + ")")
    return expression, ("", *(kind for kind, _ in groups))


@cache
def _raw_expression() -> tuple[re.Pattern[str], tuple[str, ...]]:
    """The same for what is one token on a board: its rows and its legend."""
    groups = [(name, pattern) for name, pattern in tables().patterns.items() if name.startswith(RAW)]
    return re.compile("|".join(f"({pattern})" for _, pattern in groups)), ("", *(kind for kind, _ in groups))


def _matches_on_board(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """The matches of a board: where a word begins something raw, the match of that takes its place."""
    pattern, kinds = _expression()
    raw, _ = _raw_expression()
    word = kinds.index("", 1)
    going_on = True
    while going_on:
        going_on = False
        for match in pattern.finditer(text, start, end):
            if match.lastindex == word and (found := raw.match(text, match.start(word), end)):
                yield found
                start, going_on = found.end(), True
                break
            yield match


def tokens_of(text: str, start: int, end: int, *, board: bool = False) -> Tokens:
    """The tokens of ``text[start:end]``; with ``board`` the rows and the legend of a board are one token each."""
    known = lexicon()
    made = Tokens(text)
    types, starts, ends = made.types, made.starts, made.ends
    words, soft = known.words, known.soft
    pattern, kinds = _expression()
    open_brackets: list[str] = []
    line_end = -1
    last = "LBRACE"
    while end > start and text[end - 1] in " \t":
        end -= 1  # blanks come before tokens, and behind the last one there is none
    matches = _matches_on_board(text, start, end) if board else pattern.finditer(text, start, end)
    for match in matches:
        group = match.lastindex or 0
        at, until = match.span(group)
        kind = kinds[group] if match.re is pattern else _raw_expression()[1][group]
        if not kind:
            kind = words.get(text[at:until], "NAME")
        elif kind == NEWLINE:
            if line_end < 0 and not (open_brackets and open_brackets[-1] != "LBRACE" and text[at] == "\n"):
                line_end = at
            continue
        elif kind == "COMMENT" or kind == "CITE":
            (made.comments if kind == "COMMENT" else made.cites).append((at, until))
            continue
        if line_end >= 0:
            goes_on = text[line_end] != ";" and _goes_on(known, kind, text, at, until, open_brackets)
            if last not in known.cannot_end and not (goes_on or (kind == "RBRACE" and open_brackets)):
                made.add(NEWLINE, line_end, line_end + 1)
            line_end = -1
        if kind in _CLOSES:
            kind = _closed(kind, open_brackets)
            if kind == "RBRACE" and last != "LBRACE":
                made.add(NEWLINE, ends[-1], ends[-1])
        elif kind == "LBRACE" or kind == "LPAR" or kind == "LSQB":
            if kind == "LPAR" and last in known.before_parenthesis and types[-1] == last:
                types[-1] = "NAME"
            open_brackets.append(kind)
            if len(open_brackets) > MAX_NESTING:
                made.add(TOO_DEEP, at, until)
                break
        elif kind in known.before_marks:
            if last in soft and types[-1] == last:
                types[-1] = "NAME"
        elif kind == "STRING" and "\\" in text[at:until] and re.search(_BAD_ESCAPE, text[at:until]):
            kind = ESCAPE
        types.append(kind)
        starts.append(at)
        ends.append(until)
        last = kind
    at = ends[-1] if ends else start
    if types and last != NEWLINE:
        made.add(NEWLINE, at, at)
    made.add(END, at, at)
    return made


def _goes_on(known: Lexicon, kind: str, text: str, at: int, until: int, open_brackets: list[str]) -> bool:
    """Whether a token at the beginning of a line continues the line above."""
    if not open_brackets and text[at - 1] == "\n" and kind != "LBRACE":
        return False
    return kind in known.cannot_begin or (kind in known.combines and _BODY_FOLLOWS.match(text, until) is not None)


def _closed(kind: str, open_brackets: list[str]) -> str:
    """Take off the bracket that a closing one closes; what the closing one is if it fits none."""
    wanted = _CLOSES[kind]
    if wanted not in open_brackets:
        return UNMATCHED
    while open_brackets.pop() != wanted:
        pass
    return kind
