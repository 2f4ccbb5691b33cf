"""The tables of the parser: what Lark makes of the grammar, in the form in which the driver uses it.

Lark reads ``grammar/tankdsl.lark``, proves that it is LALR(1) without conflicts and computes the tables. That takes
seconds and needs Lark, so the result is kept in ``_tables.txt`` beside this file, together with a fingerprint of the grammar.
A file that does not fit the grammar is never used: then the tables are computed anew, in memory.

Every command reads that file before it can do anything, and of its thousands of rows a small game needs some hundred. So it
has one line for each state and production, and a line is decoded when it is first needed (``stored_text`` says what is in it).

For each production the tables say what the driver does when it is reduced: pass a single value on, begin or lengthen a
list, or call the builder of a name with some of the values. The rules are those of Lark's own trees: string terminals are
dropped unless the rule begins with ``!``, ``[x]`` yields ``None`` when x is absent, ``?rule`` with one value vanishes.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Iterator
from functools import cache

from tankdsl.frozen import Frozen, FrozenValue

PASS, BEGIN, APPEND, CALL = range(4)
"""What a reduction does: hand on the value of one symbol, begin a list with it, append it to the list, call a builder."""

END = "$END"
ZERO = 0x6000
"""The letter that stands for 0: there are ten thousand letters on either side of it."""
_FILE = os.path.join(os.path.dirname(__file__), "_tables.txt")


class Production(FrozenValue):
    """A production: how many symbols it takes off, what it becomes, and what is done (see ``PASS`` and so on)."""

    size: int
    origin: str
    does: int
    at: int
    """The symbol whose value is passed on, begins a list or is appended."""
    builder: str
    wanted: tuple[int, ...]
    """The symbols whose values the builder gets, from 0; ``size`` stands for an absent one."""
    ends_line: bool
    """Whether the last symbol is the end of a line, which does not belong to the span."""


class Rows(dict[int, dict[str, int]]):
    """The actions of each state by symbol, decoded when a state is first visited.

    An action from 0 on is the next state (shift, or goto after a reduction); ``~action`` is the number of a production.
    """

    def __init__(self, encoded: list[bytes], symbols: list[str], productions: int) -> None:
        super().__init__()
        self._encoded = encoded
        self._symbols = dict(zip(_letters(0, len(symbols)), symbols, strict=True))
        self._actions = dict(zip(_letters(-productions, len(encoded)), range(-productions, len(encoded)), strict=True))

    def __missing__(self, state: int) -> dict[str, int]:
        letters = self._encoded[state].decode()
        row = dict(zip(map(self._symbols.__getitem__, letters[::2]), map(self._actions.__getitem__, letters[1::2]), strict=True))
        self[state] = row
        return row


def _letters(first: int, last: int) -> Iterator[str]:
    """The numbers from one (which may be negative) up to another, as a letter each: digits would take three times as long to read."""
    return map(chr, range(ZERO + first, ZERO + last))


def encoded_row(actions: Iterable[tuple[int, int]]) -> str:
    """A row as it is stored: of each symbol its place and its action."""
    return "".join(chr(ZERO + number) for pair in actions for number in pair)


class Productions:
    """The productions by number, decoded when they are first used."""

    def __init__(self, encoded: list[bytes]) -> None:
        self._encoded = encoded
        self._decoded: dict[int, Production] = {}

    def __len__(self) -> int:
        return len(self._encoded)

    def __getitem__(self, number: int) -> Production:
        found = self._decoded.get(number)
        if found is None:
            found = self._decoded[number] = _production(self._encoded[number].decode())
        return found


def _production(line: str) -> Production:
    size, origin, does, at, ends_line, builder, *wanted = line.split(" ")
    return Production(int(size), origin, int(does), int(at), builder, tuple(map(int, wanted)), ends_line == "1")


class Tables(Frozen):
    """Everything that parsing needs to know about the grammar."""

    rows: Rows
    productions: Productions
    start: int
    end: int
    keywords: dict[str, str]
    """Each keyword and its terminal."""
    marks: dict[str, str]
    """Each punctuation mark and its terminal."""
    patterns: dict[str, str]
    """The regular expressions of the other terminals, the ones to be tried first in front."""

    @property
    def terminals(self) -> frozenset[str]:
        """The types of tokens that the grammar knows."""
        return frozenset((*self.keywords.values(), *self.marks.values(), *self.patterns, END))

    @property
    def declaration_words(self) -> frozenset[str]:
        """The words that begin a declaration when they stand in the first column."""
        first = self.rows[self.start]
        return frozenset(word for word, terminal in self.keywords.items() if terminal in first)


@cache
def tables() -> Tables:
    """The tables of the grammar that belongs to this compiler, read once in a process."""
    try:
        with open(_FILE, "rb") as file:
            stored = file.read()
    except FileNotFoundError:
        stored = b""
    grammar = _grammar_of_checkout() if stored else _grammar()
    found = decoded(stored, None if grammar is None else fingerprint(grammar))
    if found is not None:
        return found
    from tankdsl.syntax.compile_grammar import compiled

    made = decoded(compiled(grammar if grammar is not None else _grammar()).encode())
    if made is None:
        raise AssertionError("tables that were just made cannot be read")
    return made


def stored_text(
    grammar: str, symbols: list[str], start: int, end: int, terminals: tuple[dict[str, str], ...], rules: list[Production], rows: list[str]
) -> str:
    """The tables as they are stored, one entry a line.

    The first line is the fingerprint of the grammar, the start and the end state and how many lines each part has; the second one
    the symbols. Then come keywords, marks and patterns, a name or text and a terminal each, then the productions (size, origin, what is
    done, symbol, whether it ends a line, builder, wanted symbols) and the states (pairs of a symbol's place and an action, as letters).
    """
    words = [[f"{key} {value}" for key, value in part.items()] for part in terminals]
    productions = [
        " ".join(map(str, (rule.size, rule.origin, rule.does, rule.at, int(rule.ends_line), rule.builder, *rule.wanted))) for rule in rules
    ]
    parts = [*words, productions, rows]
    head = " ".join(map(str, (fingerprint(grammar), start, end, *map(len, parts))))
    return "\n".join([head, " ".join(symbols), *(line for part in parts for line in part)]) + "\n"


def decoded(stored: bytes, wanted: str | None = None) -> Tables | None:
    """The tables from their stored form; ``None`` if it is none, incomplete, or not of the grammar with the fingerprint ``wanted``."""
    lines = stored.split(b"\n")
    found, *numbers = lines[0].split(b" ")
    if len(numbers) != 7 or not all(map(bytes.isdigit, numbers)) or (wanted is not None and wanted.encode() != found):
        return None
    start, end, *sizes = map(int, numbers)
    if len(lines) != 3 + sum(sizes):
        return None
    parts: list[list[bytes]] = []
    at = 2
    for size in sizes:
        parts.append(lines[at : at + size])
        at += size
    keywords, marks, patterns = (dict(_pair(line) for line in part) for part in parts[:3])
    rows = Rows(parts[4], lines[1].decode().split(" "), len(parts[3]))
    return Tables(rows, Productions(parts[3]), start, end, keywords, marks, patterns)


def _pair(line: bytes) -> tuple[str, str]:
    key, _, value = line.decode().partition(" ")
    return key, value


def fingerprint(grammar: str) -> str:
    """By what stored tables are known to belong to a grammar; line ends do not count.

    It tells a change, not a forgery; a cryptographic hash would cost every start the import of its library.
    """
    text = "\n".join(grammar.splitlines()).encode()
    return f"{len(text)}-{zlib.crc32(text):08x}"


def store(stored: str) -> None:
    """Write the stored form into its file; part of making a release, see ``compile_grammar``."""
    with open(_FILE, "w", encoding="utf-8", newline="\n") as file:
        file.write(stored)


def _grammar_of_checkout() -> str | None:
    """The grammar of the checkout in which this file stands; ``None`` in an installed package, where it cannot change."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
    try:
        with open(os.path.join(root, "grammar", "tankdsl.lark"), encoding="utf-8") as file:
            return file.read()
    except OSError:
        return None


def _grammar() -> str:
    from tankdsl.resources import resource_text

    return resource_text("grammar", "tankdsl.lark")
