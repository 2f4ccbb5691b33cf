"""How many rounds a scenario has at most: by the bound of its rounds, and by endings that are sure to be met when a counter is there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tankdsl.check import tree
from tankdsl.check.static import Value
from tankdsl.check.tree import Core, EndingDef
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.rules.calls import Node
from tankdsl.rules.foresight.asking import ask
from tankdsl.rules.foresight.moments import Moment, step_of
from tankdsl.rules.foresight.operators import members, parts_of
from tankdsl.rules.foresight.passages import passages
from tankdsl.rules.foresight.values import FOREVER, Group, Outcome, Span, may_fail, span_of, within_type
from tankdsl.rules.foresight.ways import Bind, Calls, Opens, Pick, Sets, Times, Way
from tankdsl.rules.scopes import opens
from tankdsl.rules.walk import fields_read, options_read
from tankdsl.source import Span as Place

if TYPE_CHECKING:
    from tankdsl.rules.foresight.outlook import Outlook

LONGEST = 200
"""Rounds that are looked ahead when nothing ends the game earlier."""


class Last(FrozenValue):
    """The last round that there can be, what says so in the rules, and the options on which that rests."""

    round: int
    place: Place
    options: tuple[str, ...]


def last_round(outlook: Outlook) -> Last | None:
    """The bound of the rounds of a scenario; None when there is none."""
    return outlook.once("last round", lambda: min(_bounds(outlook), key=lambda last: last.round, default=None))


def rounds_of(outlook: Outlook) -> tuple[tree.Repeat, Way] | None:
    """The rounds of a scenario and the way to them; None unless there are only one sort of them, and only one way."""
    return outlook.once("rounds", lambda: _rounds_of(outlook))


def _rounds_of(outlook: Outlook) -> tuple[tree.Repeat, Way] | None:
    loops = [(node, loop) for node, loop in outlook.game.statements if isinstance(loop, tree.Repeat) and loop.scope == "round"]
    used = [(loop, ways) for node, loop in loops if (ways := outlook.ways.to(node, loop)) is None or ways]
    if len(used) != 1 or used[0][1] is None or len(used[0][1]) != 1:
        return None
    return used[0][0], used[0][1][0]


def _bounds(outlook: Outlook) -> Iterator[Last]:
    rounds = rounds_of(outlook)
    if rounds is None:
        return
    loop, way = rounds
    most = None if loop.most is None else _most(outlook, way, loop.most)
    if loop.most is not None and most is not None:
        yield Last(most, loop.most.span, options_read(outlook.program, loop.most))
    counters = _counters(outlook)
    for ending in outlook.program.endings if counters else ():
        if _read_by(outlook, ending) & counters.keys():
            found = _ended_by(outlook, ending, way, counters, LONGEST if most is None else min(most, LONGEST))
            if found is not None:
                yield Last(found, ending.span, options_read(outlook.program, ending.condition))


def _most(outlook: Outlook, way: Way, most: Core) -> int | None:
    ends = [span_of(ask(outlook.anytime, passage.env, most)) for passage in passages(outlook.anytime, way, {}, frozenset())]
    return None if not ends or any(end is None for end in ends) else max(end.high for end in ends if end is not None)


class Counter(FrozenValue):
    """A number that is raised by so much in every round, in these scopes."""

    type: object
    first: dict[str, Span]
    each_round: dict[str, int]
    most: dict[str, int]
    scopes: frozenset[str]


def _counters(outlook: Outlook) -> dict[tuple[str, str], Counter]:
    """The counters that every round raises, whatever is played."""
    found: dict[tuple[str, str], Counter] = {}
    for kind in ("Game", "Side"):
        declared = outlook.program.kinds.get(kind)
        for field in () if declared is None else declared.fields:
            if field.lifetime is None and outlook.writers(kind, field.id) and outlook.is_counter(kind, field.id):
                counter = _counter(outlook, kind, field.id)
                if counter is not None:
                    found[kind, field.id] = counter
    return found


def _counter(outlook: Outlook, kind: str, field: str) -> Counter | None:
    things = outlook.sides if kind == "Side" else ("game",)
    each, most = dict.fromkeys(things, 0), dict.fromkeys(things, 0)
    scopes: list[frozenset[str]] = []
    for node, assign in outlook.writers(kind, field):
        step = step_of(assign)
        ways = outlook.ways.to(node, assign)
        if ways is None:
            return None
        for way in ways:
            for passage in passages(outlook.anytime, way, {}, frozenset()):
                amount = None if step is None else span_of(ask(outlook.anytime, passage.env, step[1]))
                whom = ask(outlook.anytime, passage.env, assign.entity)
                if amount is None or step is None or step[0] < 0 or amount.low < 0 or not passage.in_rounds or passage.times >= FOREVER:
                    return None
                for thing in things if not isinstance(whom, frozenset) else [thing for thing in things if thing in whom]:
                    most[thing] += amount.high * passage.times
                    if is_sure(outlook, node, way) and isinstance(whom, frozenset) and len(whom) == 1:
                        each[thing] += amount.low * passage.times
                        scopes.append(frozenset(scope for scope, times in passage.opened.items() if times))
    firsts = {thing: span_of(outlook.anytime.begins((kind, field), thing)) for thing in things}
    first = {thing: span for thing, span in firsts.items() if span is not None}
    if not any(each.values()) or len(first) < len(firsts):
        return None
    declared = outlook.declared(kind, field)
    assert declared is not None
    return Counter(declared.type, first, each, most, frozenset.intersection(*scopes) if scopes else frozenset())


def is_sure(outlook: Outlook, node: Node, way: Way) -> bool:
    """Whether a way to something inside of a node is gone whatever is played, in every round if it is one of rounds."""
    if node in _stopping(outlook):
        return False
    for item in way:
        match item:
            case Opens() | Bind(present=False) | Sets() | Pick(sort="turn"):
                continue
            case Calls(caller=caller) if caller not in _stopping(outlook):
                continue
            case Pick(sort="loop", where=None, domain=Core() as domain) if _is_the_same(outlook, domain):
                continue
            case Times(statement=tree.Repeat(scope="round") | tree.During() | tree.EachTurn() | tree.Loop()):
                continue
            case _:
                return False
    return True


def _stopping(outlook: Outlook) -> frozenset[Node]:
    """What may be left before its end."""
    return outlook.game.remember(
        "stopping", lambda: frozenset(node for node, statement in outlook.game.statements if isinstance(statement, (tree.Stop, tree.Give)))
    )


def _is_the_same(outlook: Outlook, domain: Core) -> bool:
    """Whether a set has the same members at all times, and has some."""
    found = ask(outlook.anytime, {}, domain)
    return isinstance(found, Group) and bool(found.possible) and found.certain.issuperset(found.possible)


def _is_looked_at(outlook: Outlook, ending: EndingDef, loop: Way, scopes: frozenset[str]) -> bool | None:
    """Whether an ending is looked at in every round after what happens in some scopes; None when it may not be looked at in a round."""
    scope, during = ending.at_end_of, ending.during
    if scope == "game":
        return None
    if scope in (None, "round"):
        return True if during is None or is_open(loop, during) or (scope is None and during in scopes) else None
    for node, statement in outlook.game.statements:
        if opens(statement) != scope:
            continue
        for way in outlook.ways.to(node, statement) or ():
            if outlook.is_in_rounds(way) and is_sure(outlook, node, way) and (during is None or is_open(way, during)):
                return scope in scopes
    return None


def is_open(way: Way, scope: str) -> bool:
    """Whether a scope is open on a way."""
    return any(
        item.scope == scope if isinstance(item, Opens) else isinstance(item, Times) and opens(item.statement) == scope for item in way
    )


def _ended_by(outlook: Outlook, ending: EndingDef, loop: Way, counters: dict[tuple[str, str], Counter], last: int) -> int | None:
    """The first round at whose end an ending is sure to be met, and in the next round too."""
    asked = _read_by(outlook, ending) & counters.keys()
    inside = _is_looked_at(outlook, ending, loop, frozenset.intersection(*(counters[fact].scopes for fact in asked)))
    if inside is None:
        return None
    condition = _about(outlook, ending.condition, counters)

    def met(round: int) -> bool:
        moment = Moment(outlook, round, follows=False)
        for fact, counter in counters.items():
            moment.now[fact] = {thing: _value(counter, thing, round) for thing in counter.first}
        return not may_fail(_answer(moment, ending, condition))

    if not met(last) or not met(last + 1):
        return None
    low, high = 0, last
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if met(middle) and met(middle + 1) else (middle, high)
    return high if inside else high + 1


def _value(counter: Counter, thing: str, round: int) -> Outcome:
    first = counter.first[thing]
    return within_type(Span(first.low + counter.each_round[thing] * round, first.high + counter.most[thing] * round), counter.type)


def _answer(moment: Moment, ending: EndingDef, condition: Core) -> frozenset[Value]:
    """Whether an ending is met for somebody."""
    if ending.each is None or ending.domain is None:
        found = ask(moment, {}, condition)
        return found if isinstance(found, frozenset) else frozenset({True, False})
    whole = ask(moment, {}, ending.domain)
    sides = members(whole, ending.domain)
    sure = [] if sides is None else sides[0][: sides[1]]
    answers = [ask(moment, {ending.each: member}, condition) for member in sure]
    return frozenset({True}) if any(not may_fail(answer) for answer in answers) else frozenset({True, False})


def _read_by(outlook: Outlook, ending: EndingDef) -> frozenset[tuple[str, str]]:
    """The states that an ending asks."""
    return outlook.game.remember(("read by", ending.id), lambda: frozenset(fields_read(outlook.program, ending.condition)))


def _about(outlook: Outlook, condition: Core, counters: dict[tuple[str, str], Counter]) -> Core:
    """Of alternatives those that speak of counters: no other one makes it surer that an ending is met when they are there."""
    if condition.op != "or":
        return condition
    kept = tuple(part for part in parts_of(condition, "or") if not counters.keys().isdisjoint(fields_read(outlook.program, part)))
    return replaced(condition, args=kept) if kept else condition
