"""What may be up to the end of a round: states of things, and where pieces may stand.

What states may be is found by going all ways to all that sets them, over and over until nothing new comes of it.  Only states that somebody
asks for are looked at, and a number that rules raise or lower step by step counts how often they can.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import reduce
from typing import TYPE_CHECKING, TypeVar

from tankdsl.check import tree
from tankdsl.check.static import UNKNOWN, Run
from tankdsl.check.static.things import stat_of
from tankdsl.check.tree import Core, Local
from tankdsl.check.types import BOOL, Bool, Int, Kind, required
from tankdsl.rules.foresight.asking import Env, ask, plain_values
from tankdsl.rules.foresight.flags import first_local
from tankdsl.rules.foresight.passages import Passage, passages
from tankdsl.rules.foresight.values import (
    ABSENT,
    ANY,
    EITHER,
    FOREVER,
    NEVER,
    NO,
    NOTHING,
    YES,
    Outcome,
    Span,
    Where,
    joined,
    span_of,
    within_type,
)  # fmt: skip
from tankdsl.rules.foresight.ways import (
    Answers,
    Bind,
    Calls,
    Demands,
    Item,
    Loose,
    Offers,
    Pick,
    Removes,
    Test,
    Times,
    Way,
    calls_on,
    on_the_way,
)
from tankdsl.rules.walk import same

if TYPE_CHECKING:
    from tankdsl.check.static import Value
    from tankdsl.rules.foresight.outlook import Outlook

Fact = tuple[str, str]
Result = TypeVar("Result")
Steps = dict[str, dict[object, tuple[int, int]]]
"""For each thing and each reason why it is changed no oftener, by how much a number is lowered and raised at most."""

DEEPEST = 40
FAR_ROUNDS = 60
"""Up to a round so late it is looked in which round a way can be gone for the first time."""
FEW_WAYS = 12
MOST_SWEEPS = 12
"""So often all states are looked at again; what still changes then is left open."""


class Moment:
    """The end of a round, 0 being the moment before the first. Without `counts` states that rules change are open, and so are places."""

    def __init__(self, outlook: Outlook, round: int, counts: bool = True, follows: bool = True) -> None:
        self.outlook = outlook
        self.round = round
        self._depth = 0
        self._called: dict[Hashable, Outcome] = {}
        self.gone: dict[str, bool | None] = {}
        """Pieces that are taken to have been removed, or not to; None: not to have come in yet."""
        self.is_loose = not counts
        self._facts: dict[Fact, dict[str, Outcome]] = {}
        self._open: set[Fact] = set()
        self._follows = follows
        self.now: dict[Fact, dict[str, Outcome]] = {}
        """What some states are at this very moment, whatever they may have been before."""
        self.all_met = False
        """Every mission is taken to be met perhaps."""
        self.free = False
        """Places are taken to be as near as one likes."""
        self.is_open = False
        """States that rules change may be whatever their types allow, and anything may lie in piles."""
        self.is_in_one_place = True
        """A piece cannot be in two places at the same moment."""
        self.is_lenient = False
        """What is compared need only be there at all."""
        self._is_asked = False
        self._question: Callable[[], object] | None = None
        """States that are left open."""

    # ---------------------------------------------------------------------------------------------------------- questions

    def settled(self, question: Callable[[], Result]) -> Result:
        """The answer to a question when all the states that it rests on are known."""
        for sweep in range(MOST_SWEEPS):
            self._is_asked = self._follows
            try:
                answer = question()
            finally:
                self._is_asked = False
            if answer is True:
                return answer  # More can only become possible.
            asked = self._asked()
            self._question = question
            try:
                changed = [fact for fact in list(self._facts) if self._sweep(fact)]
            finally:
                self._question = None
            if not changed and asked == self._asked():
                return answer
            if sweep == MOST_SWEEPS - 2:
                self._open |= self._facts.keys()
                self._called.clear()
        return question()

    def earlier(self, rounds: int) -> Moment:
        """The moment so many rounds before."""
        if self.is_open:
            return self
        if not self.free:
            return self.outlook.moment(max(self.round - rounds, 0))
        found = Moment(self.outlook, max(self.round - rounds, 0))
        found.free = True
        return found

    def called(self, key: tuple[Hashable, ...], compute: Callable[[], Outcome]) -> Outcome:
        """What a value or guard is for what it is called with, computed once while nothing else has become possible."""
        key = (*key, *self.gone.items())
        if key in self._called:
            return self._called[key]
        if self._depth > DEEPEST:
            return ANY
        self._depth += 1
        try:
            found = compute()
        finally:
            self._depth -= 1
        self._called[key] = found
        return found

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
        return self.gone.get(thing, False) is False and (self.is_loose or self.outlook.comes_in(thing) <= self.round)

    def may_be_off(self, thing: str) -> bool:
        """Whether a piece may stand nowhere."""
        if self.gone.get(thing, False) is not False or (self.outlook.waits(thing) and thing not in self.gone):
            return True
        piled = self.outlook.can_be_piled(thing)
        return bool(self.round) and (piled or (thing not in self.gone and self.outlook.can_be_removed(thing)))

    def may_come(self, things: frozenset[str], places: frozenset[Value], near: int) -> bool:
        """Whether one of several pieces may stand so near to one of several places."""
        there = [thing for thing in sorted(things) if self.may_be_on(thing)]
        if self.is_loose or self.free:
            return bool(there)
        return bool(places) and any(self.outlook.rounds_to(thing, places, near) <= self.round for thing in there)

    def place_of(self, thing: str) -> Value | None:
        """Where a piece certainly stands: before the first round, if it is placed and nothing moves it until then."""
        if self.round or self.is_loose or self.free or thing in self.gone:
            return None
        return self.outlook.first_place(thing)

    def may_come_near(self, left: Where, right: Where, near: int) -> bool:
        """Whether two pieces may come so near to each other: one of them has to stay where it is for this to be known."""
        if self.is_loose or self.free:
            return True
        for one, other in ((left, right), (right, left)):
            places = self.outlook.fixed_places(one.things)
            if places is not None:
                return self.may_come(other.things, places, near + one.near + other.near)
        return True

    def field(self, kind: str, field: str, thing: str) -> Outcome:
        """What a stat or state of a thing may be."""
        if field in ("side", "model"):
            return self.outlook.given(field, thing)
        declared = self.outlook.declared(kind, field)
        if declared is None or declared.role == "stat":
            return self.outlook.once(("stat", kind, field, thing), lambda: self._stat(kind, field, thing))
        fact = kind, field
        if fact in self.now:
            return self.now[fact].get(thing, ANY)
        if self.is_open and self.outlook.writers(*fact):
            return ANY
        if self.is_loose and self.outlook.writers(*fact):
            return self.outlook.loosely(fact, thing)
        if fact not in self._facts and not self._is_followed(fact):
            return self.outlook.loosely(fact, thing)
        if fact in self._open:
            return ANY
        known = self._facts.setdefault(fact, {})
        if thing not in known:
            known[thing] = self.begins(fact, thing)
        return known[thing]

    def _is_followed(self, fact: Fact) -> bool:
        """Whether it is looked at what sets a state: of what a question asks itself, of counters, and where nothing does."""
        return self._is_asked or not self.outlook.writers(*fact) or self.outlook.is_counter(*fact)

    def _stat(self, kind: str, field: str, thing: str) -> Outcome:
        value = stat_of(Run(self.outlook.world), kind, field, thing)
        return ANY if value is UNKNOWN else frozenset({value})

    def begins(self, fact: Fact, thing: str) -> Outcome:
        """What a state begins with, and what it goes back to."""
        declared = self.outlook.declared(*fact)
        assert declared is not None
        if self.round and not self.is_loose and self.outlook.is_prepared(fact):
            return NEVER
        brought = self.outlook.brought(fact, thing)
        if brought is not None:
            return brought
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

    def loose_values(self, fact: Fact) -> dict[str, Outcome] | None:
        """What a state of each thing may ever be, looked at once and not in circles; None where that is not simple."""
        ways = [(assign, self.outlook.ways.to(node, assign)) for node, assign in self.outlook.writers(*fact)]
        if any(found is None for _, found in ways) or sum(len(found or ()) for _, found in ways) > FEW_WAYS:
            return None
        things = self.outlook.of_kind(fact[0]) or (("game",) if fact[0] == "Game" else ())
        known: dict[str, Outcome] = {thing: self.begins(fact, thing) for thing in things}
        if fact[0] not in ("Side", "Game") and known:
            known = dict.fromkeys(known, reduce(joined, known.values()))
        for assign, found in ways:
            for way in found or ():
                for passage in passages(self, way, {}, on_the_way(way, assign.entity, assign.value)):
                    whom = ask(self, passage.env, assign.entity)
                    for thing in known if not isinstance(whom, frozenset) else [thing for thing in known if thing in whom]:
                        known[thing] = joined(known[thing], ask(self, passage.env, assign.value))
        return known

    def _sweep(self, fact: Fact) -> bool:
        """Look again at all that sets a state; whether more has become possible."""
        known = self._facts[fact]
        if fact in self._open:
            return False
        before = dict(known)
        steps: Steps = {}
        declared = self.outlook.declared(*fact)
        for node, assign in self.outlook.writers(*fact):
            if declared is not None and declared.type == BOOL and all(value == EITHER for value in known.values()):
                break
            ways = self.outlook.ways.to(node, assign)
            if ways is None:
                self._open.add(fact)
                self._called.clear()
                return True
            for way in ways:
                if self.round == 0 and self.outlook.is_in_rounds(way):
                    continue
                self._write(fact, assign, way, known, steps)
                if steps and self._is_enough(fact, known, steps):
                    return True
        if steps:
            self._count(fact, known, steps)
        if before != known:
            self._called.clear()
        return before != known

    def _is_enough(self, fact: Fact, known: dict[str, Outcome], steps: Steps) -> bool:
        """Whether the question has its answer before all ways to raise a number are gone."""
        self._count(fact, known, steps)
        self._called.clear()
        return self._question is not None and self._question() is True

    def _write(self, fact: Fact, assign: tree.Assign, way: Way, known: dict[str, Outcome], steps: Steps) -> None:
        step = step_of(assign)
        apart = on_the_way(way, assign.entity, step[1] if step else assign.value)
        if self.round and self.outlook.is_set_up(way, assign):
            start = self.outlook.moment(0)
            passed = start.settled(lambda: [start.asked_on(assign, passage) for passage in passages(start, way, {}, apart)])
        else:
            passed = [
                self.asked_on(assign, passage)
                for given in self._apart(way, assign, step, known)
                for passage in passages(self, way, given, apart)
            ]
        for passage, whom, value in passed:
            times = passage.until(self.round)
            if times == 0:
                continue
            for thing in list(known) if not isinstance(whom, frozenset) else [thing for thing in known if thing in whom]:
                if step is None:
                    known[thing] = joined(known[thing], value)
                    continue
                since = self._first_time(assign, way, apart, thing) if passage.in_rounds else 1
                self._step(assign, way, passage, thing, step, passage.until(self.round - since + 1), steps)

    def _first_time(self, assign: tree.Assign, way: Way, apart: frozenset[Local], thing: str) -> int:
        """The first round in which a way may be gone that changes a thing; it is gone in the round of this moment."""
        if not 1 < self.round <= FAR_ROUNDS or self.free or self.gone or not any(map(_may_be_shut, way)):
            return 1
        return self.outlook.once(("first time", id(assign), id(way), thing, self.round), lambda: self._first(assign, way, apart, thing))

    def _first(self, assign: tree.Assign, way: Way, apart: frozenset[Local], thing: str) -> int:
        def may(round: int) -> bool:
            moment = self.outlook.once(("loosely", round), lambda: Moment(self.outlook, round, follows=False))
            return moment.settled(lambda: moment.goes(assign, way, apart, thing))

        if may(1):
            return 1
        low, high = 1, self.round
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if may(middle) else (middle, high)
        return high

    def goes(self, assign: tree.Assign, way: Way, apart: frozenset[Local], thing: str) -> bool:
        """Whether a way may be gone that changes a thing."""
        for given in self._apart(way, assign, step_of(assign), {thing: NEVER}):
            for passage in passages(self, way, given, apart):
                whom = ask(self, passage.env, assign.entity)
                if not isinstance(whom, frozenset) or thing in whom:
                    return True
        return False

    def asked_on(self, assign: tree.Assign, passage: Passage) -> tuple[Passage, Outcome, Outcome]:
        """Whom an assignment changes, and to what."""
        return passage, ask(self, passage.env, assign.entity), ask(self, passage.env, assign.value)

    def _step(
        self, assign: tree.Assign, way: Way, passage: Passage, thing: str, step: tuple[int, Core], times: int,
        steps: Steps,
    ) -> None:  # fmt: skip
        """Note by how much a number may be raised and lowered on a way."""
        sign, amount = step
        ends = span_of(ask(self, passage.env, amount))
        key: object = id(assign), id(way), len(steps.get(thing, ()))
        if passage.all_key is not None and passage.in_all <= times:
            key = id(assign), passage.all_key, _done_from(way, passage.all_at, passage)
        lost = self._lost_on(way, passage)
        if lost is not None and (number := _times_from(way, lost[1], passage)) <= times:
            times, key = number, (id(assign), lost[0], _done_from(way, lost[1], passage))
        low, high = (-FOREVER, FOREVER) if ends is None else (ends.low * times, ends.high * times)
        low, high = (low, high) if sign > 0 else (-high, -low)
        old = steps.setdefault(thing, {}).get(key, (0, 0))
        steps[thing][key] = min(old[0], low), max(old[1], high)

    def _apart(self, way: Way, assign: tree.Assign, step: object, known: dict[str, Outcome]) -> Iterator[Env]:
        """A way for each thing that is changed, where that comes from no pick; for each piece that is removed, where a number changes."""
        removed = next((item.thing for item in way if isinstance(item, Removes)), None)
        core = assign.entity if removed is None or step is None else removed
        local = first_local(core, way)
        type = None if local is None else required(local.type)
        things = self.outlook.of_kind(type.name) if isinstance(type, Kind) and type.name != "Side" else None
        if (
            local is None
            or things is None
            or (core is assign.entity and any(isinstance(item, Pick) and item.local is local for item in way))
        ):
            yield {}
        else:
            for thing in things:
                if core is not assign.entity or thing in known:
                    yield {local: frozenset({thing})}

    def _lost_on(self, way: Way, passage: Passage) -> tuple[str, int] | None:
        """The piece that is removed on a way which nobody goes again with it, so once for each, and the item that says which piece.

        Or, where the effect that removes it does nothing to a piece that is gone, the item with which that begins: its calls do it once.
        """
        for at, item in enumerate(way):
            local = first_local(item.thing, way) if isinstance(item, Removes) else None
            whom = None if local is None else passage.env.get(local)
            if local is None or not isinstance(whom, frozenset) or len(whom) != 1:
                continue
            (thing,) = whom
            if thing is ABSENT or self.outlook.comes_back(str(thing)):
                continue
            self.gone[str(thing)] = True
            try:
                again = any(True for _ in passages(self, way, {local: frozenset({thing})}, frozenset()))
                inside = None if again else self._done_once(way, at, frozenset({thing}))
            finally:
                del self.gone[str(thing)]
            if inside is not None:
                return str(thing), inside
            if not again:
                return str(thing), next(i for i, each in enumerate(way) if isinstance(each, (Bind, Pick)) and each.local is local)
        return None

    def _done_once(self, way: Way, at: int, whom: frozenset[Value]) -> int | None:
        """The item with which the effect begins in which a piece is removed that is gone, if nothing in it is done with that piece."""
        removed = way[at]
        called = next((i for i in range(at, -1, -1) if isinstance(way[i], Calls)), None)
        if called is None or not isinstance(removed, Removes) or removed.thing.op != "local":
            return None
        first = called + 1 + len(self.outlook.program.procs[way[called].call.proc].params)  # type: ignore[attr-defined]
        part = self.outlook.once(("part", id(way), first), lambda: way[first:])
        done = any(True for _ in passages(self, part, {removed.thing.args[0]: whom}, frozenset()))
        return None if done else first

    def _count(self, fact: Fact, known: dict[str, Outcome], steps: Steps) -> None:
        """Numbers that are raised step by step: from where they begin, as far as all steps together lead."""
        declared = self.outlook.declared(*fact)
        for thing, found in steps.items():
            first = span_of(self.begins(fact, thing))
            ends = span_of(known[thing])
            if first is None or ends is None or declared is None or not isinstance(declared.type, Int):
                known[thing] = ANY
                continue
            low = max(first.low + sum(down for down, _ in found.values()), -FOREVER)
            high = min(first.high + sum(up for _, up in found.values()), FOREVER)
            known[thing] = within_type(Span(min(low, ends.low), max(high, ends.high)), declared.type)


def _may_be_shut(item: Item) -> bool:
    """Whether it depends on something whether a way can be gone on here."""
    is_tested = isinstance(item, Bind) and item.present
    return is_tested or isinstance(item, (Test, Demands)) or (isinstance(item, Pick) and item.where is not None)


def _done_from(way: Way, at: int, passage: Passage) -> object:
    """Tells what is done on a way behind an item one after the other, not instead of each other: calls, and turns of loops."""
    loops = (passage.env.get(item.local) for item in way[at:] if isinstance(item, Pick) and item.sort != "choice")
    return calls_on(way[at:]), tuple(tuple(sorted(map(str, value))) if isinstance(value, frozenset) else None for value in loops)


def _times_from(way: Way, at: int, passage: Passage) -> int:
    """How often a way goes on from an item that picks something, until this is picked anew."""
    number = 1
    local = getattr(way[at], "local", None)
    for item in way[at:]:
        match item:
            case Times(statement=tree.Loop(local=each)):
                members = plain_values(passage.env[each]) if each in passage.env else None
                number = min(FOREVER, number * (FOREVER if members is None else len(members)))
            case Times(statement=tree.During() | tree.EachTurn() | tree.Once()):
                continue
            case Offers(action=action) | Answers(action=action) if any(param.local is local for param in action.params):
                continue
            case Times() | Offers() | Answers() | Loose():
                return FOREVER
    return number


def step_of(assign: tree.Assign) -> tuple[int, Core] | None:
    """Sign and amount of an assignment that raises or lowers a number."""
    value = assign.value
    current = Core("get", (assign.kind, assign.field, assign.entity), value.type, value.span)
    while value.op == "clamp":
        value = value.args[0]
    if value.op in ("+", "-") and len(value.args) == 2 and same(value.args[0], current):
        return (1 if value.op == "+" else -1), value.args[1]
    return None
