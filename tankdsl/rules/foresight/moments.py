"""What may be up to the end of a round: states of things, and where pieces may stand.

What states may be is found by going all ways to all that sets them, over and over until nothing new comes of it.  Only states that somebody
asks for are looked at, and a number that rules raise or lower step by step counts how often they can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

from tankdsl.check import tree
from tankdsl.check.static import UNKNOWN, Run
from tankdsl.check.static.things import stat_of
from tankdsl.check.tree import Core, Local
from tankdsl.check.types import Bool, Int
from tankdsl.rules.foresight.asking import ask, unknown
from tankdsl.rules.foresight.flags import resolved
from tankdsl.rules.foresight.passages import Passage, passages
from tankdsl.rules.foresight.values import (
    ABSENT,
    ANY,
    EITHER,
    FOREVER,
    NO,
    NOTHING,
    YES,
    Outcome,
    Span,
    joined,
    span_of,
    within_type,
)  # fmt: skip
from tankdsl.rules.foresight.ways import Bind, Pick, Removes, Several, Way
from tankdsl.rules.walk import expressions, same

if TYPE_CHECKING:
    from tankdsl.check.static import Value
    from tankdsl.rules.foresight.outlook import Outlook

Fact = tuple[str, str]
Result = TypeVar("Result")

MOST_SWEEPS = 12
"""So often all states are looked at again; what still changes then is left open."""


class Moment:
    """The end of a round, 0 being the moment before the first. `counts`: facts, else only what holds at every moment."""

    def __init__(self, outlook: Outlook, round: int, counts: bool = True) -> None:
        self.outlook = outlook
        self.round = round
        self.depth = 0
        self.gone: dict[str, bool] = {}
        """Pieces that are taken to have been removed, or not to."""
        self._counts = counts
        self._facts: dict[Fact, dict[str, Outcome]] = {}
        self._open: set[Fact] = set()
        """States that are left open."""

    # ---------------------------------------------------------------------------------------------------------- questions

    def settled(self, question: Callable[[], Result]) -> Result:
        """The answer to a question when all the states that it rests on are known."""
        for sweep in range(MOST_SWEEPS):
            answer = question()
            asked = self._asked()
            changed = [fact for fact in list(self._facts) if self._sweep(fact)]
            if not changed and asked == self._asked():
                return answer
            if sweep == MOST_SWEEPS - 2:
                self._open |= self._facts.keys()
        return question()

    def _asked(self) -> int:
        """How many states of things somebody has asked for."""
        return sum(map(len, self._facts.values()))

    def removed(self, thing: str) -> Outcome:
        """Whether a piece has been removed."""
        if thing in self.gone:
            return YES if self.gone[thing] else NO
        return EITHER if self.round and self.outlook.can_be_removed(thing) else NO

    def may_be_on(self, thing: str) -> bool:
        """Whether a piece may stand somewhere."""
        return not self.gone.get(thing, False) and (not self._counts or self.outlook.comes_in(thing) <= self.round)

    def may_be_off(self, thing: str) -> bool:
        """Whether a piece may stand nowhere."""
        if self.gone.get(thing, False) or self.outlook.waits(thing):
            return True
        piled = self.outlook.can_be_piled(thing)
        return bool(self.round) and (piled or (thing not in self.gone and self.outlook.can_be_removed(thing)))

    def may_come(self, things: frozenset[str], places: frozenset[Value], near: int) -> bool:
        """Whether one of several pieces may stand so near to one of several places."""
        there = [thing for thing in sorted(things) if self.may_be_on(thing)]
        if not self._counts:
            return bool(there)
        return bool(places) and any(self.outlook.rounds_to(thing, places, near) <= self.round for thing in there)

    def field(self, kind: str, field: str, thing: str) -> Outcome:
        """What a stat or state of a thing may be."""
        if field in ("side", "model"):
            return self.outlook.given(field, thing)
        declared = self.outlook.declared(kind, field)
        if declared is None or declared.role == "stat":
            value = UNKNOWN if declared is None else stat_of(Run(self.outlook.world), kind, field, thing)
            return ANY if value is UNKNOWN else frozenset({value})
        fact = kind, field
        if fact in self._open or (not self._counts and self.outlook.writers(*fact)):
            return ANY
        known = self._facts.setdefault(fact, {})
        if thing not in known:
            known[thing] = self._first(fact, thing)
        return known[thing]

    def _first(self, fact: Fact, thing: str) -> Outcome:
        """What a state begins with, and what it goes back to."""
        declared = self.outlook.declared(*fact)
        assert declared is not None
        given = self.outlook.setting(thing, declared.id)
        first = self._initial(fact, declared.default if given is None else given, thing)
        return first if given is None or declared.lifetime is None else joined(first, self._initial(fact, declared.default, thing))

    def _initial(self, fact: Fact, core: Core | None, thing: str) -> Outcome:
        declared = self.outlook.declared(*fact)
        assert declared is not None
        if core is None:
            return NO if isinstance(declared.type, Bool) else NOTHING
        return ask(self, {self.outlook.program.kinds[fact[0]].this: frozenset({thing})}, core)

    # ------------------------------------------------------------------------------------------------------------- sweeps

    def _sweep(self, fact: Fact) -> bool:
        """Look again at all that sets a state; whether more has become possible."""
        known = self._facts[fact]
        if fact in self._open:
            return False
        before = dict(known)
        steps: dict[str, dict[object, tuple[int, int]]] = {}
        for node, assign in self.outlook.writers(*fact):
            ways = self.outlook.ways.to(node, assign)
            if ways is None:
                self._open.add(fact)
                return True
            for way in ways:
                self._write(fact, assign, way, known, steps)
        if steps:
            self._count(fact, known, steps)
        return before != known

    def _write(self, fact: Fact, assign: tree.Assign, way: Way, known: dict[str, Outcome], steps: dict[str, dict[object, tuple[int, int]]]) -> None:
        step = step_of(assign)
        apart = on_the_way(way, assign.entity, step[1] if step else assign.value)
        for passage in passages(self, way, {}, apart):
            times = passage.until(self.round)
            whom = ask(self, passage.env, assign.entity)
            if times == 0:
                continue
            for thing in list(known) if not isinstance(whom, frozenset) else [thing for thing in known if thing in whom]:
                if step is None:
                    known[thing] = joined(known[thing], ask(self, passage.env, assign.value))
                else:
                    self._step(assign, way, passage, thing, step, times, steps)

    def _step(
        self, assign: tree.Assign, way: Way, passage: Passage, thing: str, step: tuple[int, Core], times: int,
        steps: dict[str, dict[object, tuple[int, int]]],
    ) -> None:  # fmt: skip
        """Note by how much a number may be raised and lowered on a way."""
        sign, amount = step
        ends = span_of(ask(self, passage.env, amount))
        key: object = (id(assign), passage.all_key) if passage.all_key is not None and passage.in_all <= times else None
        lost = self._lost_on(way, passage)
        if lost is not None:
            times, key = 1, ("lost", id(assign), lost)
        key = (id(assign), id(way), len(steps.get(thing, ()))) if key is None else key
        low, high = (-FOREVER, FOREVER) if ends is None else (ends.low * times, ends.high * times)
        low, high = (low, high) if sign > 0 else (-high, -low)
        old = steps.setdefault(thing, {}).get(key, (0, 0))
        steps[thing][key] = min(old[0], low), max(old[1], high)

    def _lost_on(self, way: Way, passage: Passage) -> str | None:
        """The piece that is removed on a way which nobody goes again with it: so this happens once for each piece."""
        names: dict[Local, Core] = {item.local: item.value for item in way if isinstance(item, Bind) and item.value is not None}
        for item in way:
            if not isinstance(item, Removes):
                continue
            whom = ask(self, passage.env, item.thing)
            if not isinstance(whom, frozenset) or len(whom) != 1:
                continue
            (thing,) = whom
            local = resolved(item.thing, names)
            if thing is ABSENT or local.op != "local" or self.outlook.comes_back(str(thing)):
                continue
            self.gone[str(thing)] = True
            try:
                again = any(True for _ in passages(self, way, {local.args[0]: frozenset({thing})}, frozenset()))
            finally:
                del self.gone[str(thing)]
            if not again:
                return str(thing)
        return None

    def _count(self, fact: Fact, known: dict[str, Outcome], steps: dict[str, dict[object, tuple[int, int]]]) -> None:
        """Numbers that are raised step by step: from where they begin, as far as all steps together lead."""
        declared = self.outlook.declared(*fact)
        for thing, found in steps.items():
            first = span_of(self._first(fact, thing))
            ends = span_of(known[thing])
            if first is None or ends is None or declared is None or not isinstance(declared.type, Int):
                known[thing] = ANY
                continue
            low = max(first.low + sum(down for down, _ in found.values()), -FOREVER)
            high = min(first.high + sum(up for _, up in found.values()), FOREVER)
            known[thing] = within_type(Span(min(low, ends.low), max(high, ends.high)), declared.type)


def step_of(assign: tree.Assign) -> tuple[int, Core] | None:
    """Sign and amount of an assignment that raises or lowers a number."""
    value = assign.value
    current = Core("get", (assign.kind, assign.field, assign.entity), value.type, value.span)
    while value.op == "clamp":
        value = value.args[0]
    if value.op in ("+", "-") and len(value.args) == 2 and same(value.args[0], current):
        return (1 if value.op == "+" else -1), value.args[1]
    return None


def on_the_way(way: Way, *cores: Core) -> frozenset[Local]:
    """The picks that expressions rest on, through all names of a way."""
    wanted = {core.args[0] for core in cores for core in expressions(core) if core.op == "local"}
    for item in reversed(way):
        if isinstance(item, Bind) and item.local in wanted and item.value is not None:
            wanted |= {core.args[0] for core in expressions(item.value) if core.op == "local"}
        elif isinstance(item, (Pick, Several)) and item.local in wanted and item.domain is not None:
            wanted |= {core.args[0] for core in expressions(item.domain) if core.op == "local"}
    return frozenset(wanted)


__all__ = ["FOREVER", "Iterator", "Moment", "on_the_way", "step_of", "unknown"]
