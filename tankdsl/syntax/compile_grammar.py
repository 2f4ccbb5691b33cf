"""From the grammar to the tables, with Lark: ``python -m tankdsl.syntax.compile_grammar`` after each change of the grammar.

Lark is told to be strict, so a grammar with a conflict is refused here and not resolved silently.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from lark import Lark, Token
from lark.grammar import NonTerminal, Rule, Symbol
from lark.lexer import Lexer, LexerState, PatternStr, TerminalDef
from lark.parsers.lalr_analysis import IntParseTable, Shift

from tankdsl.syntax.tables import APPEND, BEGIN, CALL, PASS, Production, encoded_row, store, stored_text

NEWLINE = "_NL"


class NoLexer(Lexer):
    """Takes the place of Lark's lexer, which is not used: ``lexing`` makes the tokens."""

    __future_interface__ = 2

    def __init__(self, conf: object) -> None:
        pass

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Token]:
        """No tokens at all."""
        yield from ()


def lark_of(grammar: str) -> Lark:
    """The grammar as Lark understands it; ``lark.exceptions.GrammarError`` for faults and conflicts."""
    return Lark(grammar, parser="lalr", lexer=NoLexer, strict=True, maybe_placeholders=True, start="start")


def compiled(grammar: str) -> str:
    """The stored form of the tables of a grammar; the same grammar gives the same form."""
    lark = lark_of(grammar)
    parser: Any = lark.parser
    table: IntParseTable = parser.parser._parse_table
    numbers = {rule: number for number, rule in enumerate(lark.rules)}
    symbols = sorted({symbol for row in table.states.values() for symbol in row})
    positions = {symbol: position for position, symbol in enumerate(symbols)}
    order = _states_in_order(table)
    renumbered = {state: number for number, state in enumerate(order)}

    def encoded(row: dict[str, tuple[Any, Any]]) -> str:
        actions = ((positions[symbol], renumbered[arg] if action is Shift else ~numbers[arg]) for symbol, (action, arg) in row.items())
        return encoded_row(sorted(actions))

    start, end = (renumbered[states["start"]] for states in (table.start_states, table.end_states))
    rules = [_production(rule) for rule in lark.rules]
    return stored_text(grammar, symbols, start, end, _terminals(lark.terminals), rules, [encoded(table.states[state]) for state in order])


def _states_in_order(table: IntParseTable) -> list[int]:
    """The states in the order in which they are reached from the start; Lark's own numbers differ from run to run."""
    order = [table.start_states["start"]]
    seen = set(order)
    for state in order:
        for _, (action, arg) in sorted(table.states[state].items(), key=lambda item: item[0]):
            if action is Shift and arg not in seen:
                seen.add(arg)
                order.append(arg)
    return order


def _terminals(terminals: Collection[TerminalDef]) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """Keywords and marks with their terminals; the other terminals with their expressions, those to be tried first in front."""
    texts = [(t.pattern.value, t.name) for t in terminals if isinstance(t.pattern, PatternStr)]
    others = sorted((t for t in terminals if not isinstance(t.pattern, PatternStr)), key=lambda t: (-t.priority, t.name))
    keywords = dict(sorted((text, name) for text, name in texts if text.isalpha()))
    marks = dict(sorted((text, name) for text, name in texts if not text.isalpha()))
    patterns = {t.name: t.pattern.to_regexp().replace("\n", "\\n").replace("\t", "\\t") for t in others}  # an entry is one line
    return keywords, marks, patterns


def _production(rule: Rule) -> Production:
    symbols: Sequence[Symbol] = rule.expansion
    size, origin = len(symbols), rule.origin.name
    wanted = _wanted(rule)
    ends_line = bool(symbols) and symbols[-1].name == NEWLINE
    if origin.startswith("__"):
        lengthens = symbols[0] == NonTerminal(origin)
        kept = [n for n in wanted if not (lengthens and n == 0)]
        if len(kept) != 1:
            raise ValueError(f"a repetition in the grammar must keep one value each time: {rule}")
        return Production(size, origin, APPEND if lengthens else BEGIN, kept[0], "", (), ends_line)
    if rule.options.expand1 and not rule.alias and len(wanted) == 1 and wanted[0] < size:
        return Production(size, origin, PASS, wanted[0], "", (), ends_line)
    return Production(size, origin, CALL, 0, rule.alias or origin, tuple(wanted), ends_line)


def _wanted(rule: Rule) -> list[int]:
    """The symbols that a tree of Lark would keep as children, and ``len(expansion)`` for each absent optional one."""
    symbols, absent = rule.expansion, len(rule.expansion)
    flags = rule.options.empty_indices
    gaps = [len(ones) for ones in "".join(str(int(flag)) for flag in flags).split("0")] if flags else [0] * (absent + 1)
    wanted: list[int] = []
    for number, symbol in enumerate(symbols):
        wanted += [absent] * gaps[number]
        if rule.options.keep_all_tokens or not (symbol.is_term and getattr(symbol, "filter_out", False)):
            wanted.append(number)
    return wanted + [absent] * gaps[absent]


if __name__ == "__main__":
    from tankdsl.resources import resource_text

    store(compiled(resource_text("grammar", "tankdsl.lark")))
