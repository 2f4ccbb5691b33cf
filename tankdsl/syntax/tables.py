"""The tables of the parser: what Lark makes of the grammar, in the form in which the driver uses it.

Lark reads ``grammar/tankdsl.lark``, proves that it is LALR(1) without conflicts and computes the tables. That takes
seconds and needs Lark, so the result is kept in ``_tables.json`` beside this file, together with the hash of the grammar.
A file that does not fit the grammar is never used: then the tables are computed anew, in memory.

For each production the tables say what the driver does when it is reduced: pass a single value on, begin or lengthen a
list, or call the builder of a name with some of the values. The rules are those of Lark's own trees: string terminals are
dropped unless the rule begins with ``!``, ``[x]`` yields ``None`` when x is absent, ``?rule`` with one value vanishes.
"""

from __future__ import annotations

import json
import zlib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tankdsl.frozen import Frozen

PASS, BEGIN, APPEND, CALL = range(4)
"""What a reduction does: hand on the value of one symbol, begin a list with it, append it to the list, call a builder."""

END = "$END"
_FILE = Path(__file__).with_name("_tables.json")


class Production(NamedTuple):
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

    def __init__(self, encoded: list[str], symbols: list[str]) -> None:
        super().__init__()
        self._encoded = encoded
        self._symbols = symbols

    def __missing__(self, state: int) -> dict[str, int]:
        numbers = list(map(int, self._encoded[state].split()))
        row = dict(zip(map(self._symbols.__getitem__, numbers[::2]), numbers[1::2], strict=True))
        self[state] = row
        return row


class Tables(Frozen):
    """Everything that parsing needs to know about the grammar."""

    rows: Rows
    productions: tuple[Production, ...]
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
        stored = json.loads(_FILE.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        stored = None
    grammar = _grammar_of_checkout() if stored else _grammar()
    if stored is None or (grammar is not None and stored["grammar"] != fingerprint(grammar)):
        from tankdsl.syntax.compile_grammar import compiled

        stored = compiled(grammar if grammar is not None else _grammar())
    return decoded(stored)


def decoded(stored: dict[str, Any]) -> Tables:
    """The tables from their stored form."""
    productions = tuple(
        Production(size, origin, does, at, builder, tuple(wanted), bool(ends_line))
        for size, origin, does, at, builder, wanted, ends_line in stored["productions"]
    )
    rows = Rows(stored["rows"], stored["symbols"])
    return Tables(rows, productions, stored["start"], stored["end"], stored["keywords"], stored["marks"], stored["patterns"])


def fingerprint(grammar: str) -> str:
    """By what stored tables are known to belong to a grammar; line ends do not count.

    It tells a change, not a forgery; a cryptographic hash would cost every start the import of its library.
    """
    text = "\n".join(grammar.splitlines()).encode()
    return f"{len(text)}-{zlib.crc32(text):08x}"


def store(stored: dict[str, Any]) -> None:
    """Write the stored form into its file; part of making a release, see ``compile_grammar``."""
    _FILE.write_text(json.dumps(stored, separators=(",", ":"), indent=0) + "\n", encoding="utf-8", newline="\n")


def _grammar_of_checkout() -> str | None:
    """The grammar of the checkout in which this file stands; ``None`` in an installed package, where it cannot change."""
    path = Path(__file__).resolve().parents[2] / "grammar" / "tankdsl.lark"
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        return None


def _grammar() -> str:
    from tankdsl.resources import resource_text

    return resource_text("grammar", "tankdsl.lark")
