"""The parser: an LALR(1) automaton that runs over the tokens of one declaration and builds its tree on the way.

Three stacks besides that of the states: what was built, where it begins, where it ends. A token stands on the stack as its
number. The end of a line is no part of what it ends. The automaton stops at the first token that cannot stand where it
stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Any, Protocol

from tankdsl.frozen import FrozenValue
from tankdsl.source import Span
from tankdsl.syntax.building import BUILDERS, Builder, Context
from tankdsl.syntax.lexing import Tokens, lexicon
from tankdsl.syntax.tables import BEGIN, CALL, END, PASS, Production, Tables


class _Pick(Protocol):
    def __call__(self, values: list[Any], /) -> Any: ...


class Stop(FrozenValue):
    """The token at which the automaton could not go on."""

    token: int


class Reduction(FrozenValue):
    """A production made ready for use."""

    size: int
    origin: str
    does: int
    at: int
    build: Builder
    pick: _Pick
    """From the values of the symbols and ``None`` after them to those that the builder gets."""
    last: int
    """The symbol with which the span ends, counted from the end."""


def reduction_of(production: Production) -> Reduction:
    """Make a production ready; ``KeyError`` if it has no builder."""
    build = BUILDERS[production.builder] if production.does == CALL else _unused
    last = -2 if production.ends_line else -1
    return Reduction(production.size, production.origin, production.does, production.at, build, _pick(production.wanted), last)


def _pick(wanted: tuple[int, ...]) -> _Pick:
    if len(wanted) == 1:
        return itemgetter(slice(wanted[0], wanted[0] + 1))
    return itemgetter(*wanted) if wanted else itemgetter(slice(0, 0))


def _unused(*values: Any) -> None:
    raise AssertionError("this production calls no builder")


class Automaton:
    """The parser of a grammar."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._reductions: dict[int, Reduction] = {}
        self._shortcuts: dict[tuple[int, int, str], int] = {}
        """Where the climb from one level of operators to the next ends, see ``_climb``."""

    def run(self, tokens: Tokens, context: Context) -> Any | Stop:
        """What the builders make of the tokens, or where it stopped."""
        rows, end_state = self.tables.rows, self.tables.end
        reductions, productions = self._reductions, self.tables.productions
        soft, shortcuts = lexicon().soft, self._shortcuts
        starts, ends, file = tokens.starts, tokens.ends, context.file
        states: list[int] = [self.tables.start]
        values: list[Any] = []
        begins: list[int] = []
        finishes: list[int] = []
        for number, kind in enumerate(tokens.types):
            while True:
                action = rows[states[-1]].get(kind)
                if action is None:
                    if kind in soft:
                        kind = "NAME"
                        continue
                    if kind == END and states[-1] == end_state:
                        return values[-1]
                    return Stop(number)
                if action >= 0:
                    states.append(action)
                    values.append(number)
                    begins.append(starts[number])
                    finishes.append(ends[number])
                    break
                reduction = reductions.get(action)
                if reduction is None:
                    reduction = reductions[action] = reduction_of(productions[~action])
                size, does = reduction.size, reduction.does
                if size == 1 and does == PASS:
                    below, top = states[-2:]
                    shortcut = shortcuts.get((below, top, kind))
                    states[-1] = self._climb(below, top, kind) if shortcut is None else shortcut
                    continue
                if size:
                    taken = values[-size:]
                    begin, finish = begins[-size], finishes[reduction.last]
                    del states[-size:], values[-size:], begins[-size:], finishes[-size:]
                else:
                    taken = []
                    begin = finish = finishes[-1]
                if does == CALL:
                    taken.append(None)
                    value = reduction.build(context, Span(file, begin, finish), *reduction.pick(taken))
                elif does == PASS:
                    value = taken[reduction.at]
                elif does == BEGIN:
                    value = [taken[reduction.at]]
                else:
                    value = taken[0]
                    value.append(taken[reduction.at])
                states.append(rows[states[-1]][reduction.origin])
                values.append(value)
                begins.append(begin)
                finishes.append(finish)
        raise AssertionError("the tokens do not end with $END")

    def _climb(self, below: int, top: int, kind: str) -> int:
        """The state on top after all reductions that only pass a value on, from one level of operators to the next.

        An operand climbs through a dozen levels before its operator is met; so the result is kept.
        """
        rows, productions = self.tables.rows, self.tables.productions
        state = top
        while (action := rows[state].get(kind)) is not None and action < 0:
            production = productions[~action]
            if production.size != 1 or production.does != PASS:
                break
            state = rows[below][production.origin]
        self._shortcuts[below, top, kind] = state
        return state

    def advance(self, states: Sequence[int], kind: str) -> tuple[int, ...] | None:
        """The states after a token of a type, or ``None`` if it cannot stand here, all reductions considered."""
        found = self._look(states, kind)
        return None if found is None else (*states[: found[0]], *found[1])

    def step(self, states: Sequence[int], kind: str) -> tuple[int, ...] | None:
        """Like ``advance``, and a word whose keyword cannot stand here is a name, as in ``run``."""
        after = self.advance(states, kind)
        return self.advance(states, "NAME") if after is None and kind in lexicon().soft else after

    def _look(self, states: Sequence[int], kind: str) -> tuple[int, list[int]] | None:
        """What a token of a type would do to the stack of states: how many stay, and what comes on top of them."""
        stay, above = len(states), list[int]()
        rows, productions = self.tables.rows, self.tables.productions
        while True:
            top = above[-1] if above else states[stay - 1]
            action = rows[top].get(kind)
            if action is None:
                return (stay, above) if kind == END and top == self.tables.end else None
            if action >= 0:
                above.append(action)
                return stay, above
            production = productions[~action]
            stay -= max(0, production.size - len(above))
            del above[max(0, len(above) - production.size) :]
            above.append(rows[above[-1] if above else states[stay - 1]][production.origin])

    def walk(self, tokens: Tokens, number: int) -> tuple[int, tuple[int, ...]]:
        """The states in front of a token, and its number; of the first that cannot stand where it stands if one is before it.

        These are the states before the token made anything be reduced. In those reductions an automaton of this kind is too
        trusting: a token that cannot stand in a place at all may still make it close what is open there, and then less
        seems to have been expected than really was.
        """
        states = [self.tables.start]
        soft = lexicon().soft
        for at, kind in enumerate(tokens.types[:number]):
            found = self._look(states, kind)
            if found is None and kind in soft:
                found = self._look(states, "NAME")
            if found is None:
                return at, tuple(states)
            del states[found[0] :]
            states += found[1]
        return number, tuple(states)

    def before(self, tokens: Tokens, number: int) -> tuple[int, ...]:
        """The states in front of a token before which all is well formed."""
        return self.walk(tokens, number)[1]

    def can_end(self, tokens: Tokens, number: int) -> bool:
        """Whether the tokens before one are a whole declaration; they must be well formed."""
        return self.advance(self.before(tokens, number), END) is not None

    def expected(self, states: tuple[int, ...]) -> frozenset[str]:
        """The types of the tokens that can stand where the automaton has these states."""
        candidates = self.tables.rows[states[-1]].keys() & self.tables.terminals
        return frozenset(kind for kind in candidates if self.advance(states, kind) is not None)
