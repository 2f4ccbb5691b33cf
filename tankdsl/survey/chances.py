"""The exact chance that an attack does harm: every roll is followed with its weight, as fractions of whole numbers.

Two pieces stand alone on open ground, in the state in which the scenario begins.  Nobody plays anything in a window, uses what is
optional or answers yes.  Where something decides that is still not known (which face is hit, what a player has to choose), all ways are
followed, and the chance lies between the least and the greatest of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod

from tankdsl.check import tree
from tankdsl.check.static import ABSENT, UNKNOWN, World
from tankdsl.check.tree import AnyStmt, Core, Local
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.rules.harm.known import Known, ends
from tankdsl.rules.harm.paths import Trail, may_be
from tankdsl.rules.walk import statements
from tankdsl.survey.plain import Plain

MOST_STEPS = 20_000
"""So many statements are followed for one chance."""
MOST_ROLLED = 12
"""A roll of which a number is not known is tried in so many ways."""
MOST_ROLLS = 800
"""Different results of one roll; pools with more are not followed."""


class Chance(FrozenValue):
    """Between which probabilities something lies; mostly they are the same."""

    low: Fraction
    high: Fraction

    def or_(self, other: Chance) -> Chance:
        """Of two ways one is taken, and it is not known which."""
        return Chance(min(self.low, other.low), max(self.high, other.high))


NEVER = Chance(Fraction(0), Fraction(0))
SURELY = Chance(Fraction(1), Fraction(1))
OPEN = Chance(Fraction(0), Fraction(1))

Then = Callable[[Plain, Known], Chance]
"""What follows when a body has come to its end, with what it gave."""


class TooLong(Exception):
    """More would have to be followed than anybody waits for."""


class Fight:
    """One attack on one target; `harmful` are the procedures from which there is a way to some harm."""

    def __init__(self, world: World, target: str, harmful: frozenset[str], *, ranges: bool = True) -> None:
        """`ranges`: a number of which a few values are possible is tried with each of them, which may take long."""
        self._ranges = ranges
        self._world = world
        self._program = world.program
        self._target = target
        self._harmful = harmful
        self._steps = 0

    def chance(self, frame: Plain, body: tuple[AnyStmt, ...]) -> Chance:
        """The chance that a body comes to a harm of the target. Raises `TooLong`."""
        return self._run(frame, body, lambda _, __: NEVER)

    def _run(self, frame: Plain, body: tuple[AnyStmt, ...], then: Then) -> Chance:
        if not body:
            return then(frame, UNKNOWN)
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise TooLong
        first, rest = body[0], body[1:]
        return self._statement(frame, first, lambda frame: self._run(frame, rest, then), then)

    def _statement(self, frame: Plain, statement: AnyStmt, on: Callable[[Plain], Chance], then: Then) -> Chance:
        match statement:
            case tree.SetLocal(local=local, value=value):
                return on(frame.with_local(local, frame.known(value)))
            case tree.Assign(kind=kind, field=field, entity=entity, value=value):
                return on(frame.with_field(kind, field, frame.value(entity), frame.known(value)))
            case tree.Roll():
                return self._roll(frame, statement, on)
            case tree.CallProc():
                return self._call(frame, statement, on)
            case tree.IfElse():
                return self._if(frame, statement, on, then)
            case tree.Stop(condition=condition):
                test = True if condition is None else frame.value(condition)
                return self._either(test, lambda: then(frame, UNKNOWN), lambda: on(frame))
            case tree.Give(value=value):
                return then(frame, frame.known(value))
            case tree.Choose() | tree.Ask():
                return self._decision(frame, statement, on, then)
            case tree.Loop():
                return self._loop(frame, statement, on, then)
            case tree.Repeat():
                most = frame.value(statement.most) if statement.most is not None else UNKNOWN
                return self._repeat(frame, statement, most, on, then)
            case tree.During(body=body) | tree.Together(body=body) | tree.Once(body=body):
                return self._inside(frame, body, on, then)
            case tree.OpenWindow() | tree.Reroll():
                return on(frame)
            case tree.PlaceThing() | tree.RemoveThing() | tree.MoveThing():
                return on(frame.with_pieces_moved())
            case tree.EachTurn() | tree.Alternate() | tree.Go():
                return OPEN if self._may_harm(frame, statement) else on(frame.without(_set_in(statement)))
            case _:
                return on(frame.without(_set_in(statement)))

    def _inside(self, frame: Plain, body: tuple[AnyStmt, ...], on: Callable[[Plain], Chance], then: Then) -> Chance:
        """A block, and what follows it; what the block gives or where it stops ends the procedure too."""
        if not body:
            return on(frame)
        first, rest = body[0], body[1:]
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise TooLong
        return self._statement(frame, first, lambda frame: self._inside(frame, rest, on, then), then)

    def _either(self, test: Known, yes: Callable[[], Chance], no: Callable[[], Chance]) -> Chance:
        if isinstance(test, bool):
            return yes() if test else no()
        return yes().or_(no())

    def _if(self, frame: Plain, statement: tree.IfElse, on: Callable[[Plain], Chance], then: Then) -> Chance:
        if statement.binding is None:
            test: Known = frame.value(statement.condition)
            inside = frame
        else:
            found = frame.known(statement.condition)
            test = UNKNOWN if found is UNKNOWN else found is not ABSENT
            inside = frame.with_local(statement.binding, found)
        return self._either(
            test, lambda: self._inside(inside, statement.then, on, then), lambda: self._inside(frame, statement.orelse, on, then)
        )

    def _decision(self, frame: Plain, statement: tree.Choose | tree.Ask, on: Callable[[Plain], Chance], then: Then) -> Chance:
        """What is optional is left alone and asked in vain; whatever else is chosen is not known."""
        if isinstance(statement, tree.Ask) or statement.optional:
            return self._inside(frame, statement.orelse, on, then)
        chosen = frame.without((statement.local,))
        found = self._inside(chosen, statement.then or (), on, then)
        return found.or_(self._inside(chosen, statement.orelse, on, then)) if statement.orelse else found

    def _loop(self, frame: Plain, loop: tree.Loop, on: Callable[[Plain], Chance], then: Then) -> Chance:
        members = frame.value(loop.domain)
        if not isinstance(members, tuple) or loop.newcomers or len(members) > 40:
            return OPEN if self._may_harm(frame, loop) else on(frame.without(_set_in(loop)))
        return self._members(frame, loop, members, on, then)

    def _members(self, frame: Plain, loop: tree.Loop, members: tuple[Known, ...], on: Callable[[Plain], Chance], then: Then) -> Chance:
        if not members:
            return on(frame)
        first, rest = members[0], members[1:]
        inside = frame.with_local(loop.local, first)
        test = True if loop.where is None else inside.value(loop.where)

        def next_(frame: Plain) -> Chance:
            return self._members(frame, loop, rest, on, then)

        return self._either(test, lambda: self._inside(inside, loop.body, next_, then), lambda: next_(frame))

    def _repeat(self, frame: Plain, repeat: tree.Repeat, left: Known, on: Callable[[Plain], Chance], then: Then) -> Chance:
        if isinstance(left, int) and left <= 0:
            return on(frame)
        if not isinstance(left, int):
            return OPEN if self._may_harm(frame, repeat) else on(frame.without(_set_in(repeat)))
        test = False if repeat.until is None else frame.value(repeat.until)

        def again(frame: Plain) -> Chance:
            return self._repeat(frame, repeat, left - 1, on, then)

        return self._either(test, lambda: on(frame), lambda: self._inside(frame, repeat.body, again, then))

    # ------------------------------------------------------------------------------------------------------ calls

    def _call(self, frame: Plain, statement: tree.CallProc, on: Callable[[Plain], Chance]) -> Chance:
        proc = self._program.procs.get(statement.proc)
        args = tuple(frame.known(arg) for arg in statement.args)
        plain = frame.without(statement.results)
        if proc is None or (proc.id not in self._harmful and not proc.results):
            return on(plain)
        victims = [args[at] for at in proc.harms]
        if self._target in victims:
            return SURELY
        if any(may_be(self._world, victim, self._target) for victim in victims):
            return on(plain).or_(SURELY)

        def back(inner: Plain, given: Known) -> Chance:
            found = plain.after(inner)
            for result in statement.results:
                found = found.with_local(result, given)
            return on(found)

        return self._run(frame.inside(dict(zip(proc.params, args, strict=True))), proc.body, back)

    def _may_harm(self, frame: Plain, statement: AnyStmt) -> bool:
        """Whether a statement that runs any number of times can come to a harm of the target."""
        trail = Trail(replaced(self._world, at_start=False), self._harmful, {})
        trail.walk(trail.frame(frame.without(_set_in(statement)).locals), (statement,))
        return any(may_be(self._world, harm.victim, self._target) for harm in trail.harms)

    # ------------------------------------------------------------------------------------------------------- dice

    def _roll(self, frame: Plain, roll: tree.Roll, on: Callable[[Plain], Chance]) -> Chance:
        """A roll with all its results; of numbers that are not known wholly all that they may be are tried."""
        parts = [self._possible(frame, part) for part in (roll.count, roll.bonus, roll.low, roll.high)]
        if prod(map(len, parts)) not in range(1, MOST_ROLLED + 1):
            return on(frame.without((roll.local,)))
        found = [self._rolled(frame, roll, on, count or 0, bonus or 0, low, high) for count, bonus, low, high in product(*parts)]
        return Chance(min(chance.low for chance in found), max(chance.high for chance in found))

    def _possible(self, frame: Plain, part: Core | None) -> Sequence[int | None]:
        """What a part of a roll may be; empty when that is not known."""
        known = ABSENT if part is None else frame.known(part)
        span = None if known is ABSENT else ends(known)
        if span is None:
            return (None,) if known is ABSENT else ()
        return range(span[0], span[1] + 1) if span[0] == span[1] or self._ranges else ()

    def _rolled(
        self, frame: Plain, roll: tree.Roll, on: Callable[[Plain], Chance], count: int, bonus: int, low: int | None, high: int | None
    ) -> Chance:
        least = most = Fraction(0)
        for shown, weight in _results(max(0, count), roll.sides, bonus, low, high):
            found = on(frame.with_local(roll.local, shown))
            least, most = least + weight * found.low, most + weight * found.high
        return Chance(least, most)


def _results(count: int, sides: int, bonus: int, low: int | None, high: int | None) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """What dice can show after their bonus, whatever their order, with the probability of each."""
    faces = [max(face, low) if low is not None else face for face in (natural + bonus for natural in range(1, sides + 1))]
    faces = [min(face, high) if high is not None else face for face in faces]
    weights = Counter(faces)
    shown = sorted(weights)
    combinations = factorial(len(shown) + count - 1) // factorial(count) // factorial(len(shown) - 1)
    if combinations > MOST_ROLLS:
        raise TooLong
    for result in combinations_with_replacement(shown, count):
        ways = factorial(count)
        for face, times in Counter(result).items():
            ways = ways // factorial(times) * weights[face] ** times
        yield result, Fraction(ways, sides**count)


def _set_in(statement: AnyStmt) -> tuple[Local, ...]:
    """The locals that a statement sets, as often as it may run."""
    found: list[Local] = []
    for each in statements((statement,)):
        for name in ("local", "binding"):
            local = getattr(each, name, None)
            found += [local] if isinstance(local, Local) else []
        found += [*getattr(each, "results", ()), *getattr(each, "changes", ())]
    return tuple(found)
