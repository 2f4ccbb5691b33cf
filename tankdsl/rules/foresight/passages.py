"""Going a way: which values its names have then, and how often in a round, or in the game, it is gone at most.

Limits of actions, budgets of play loops, `once per` and flags bound the number.  A flag is a bool state that the way asks not to be set and
sets beside: until the state expires, the way is gone once for the thing that has it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from tankdsl.check import tree
from tankdsl.check.tree import Limit, Local
from tankdsl.check.types import SIDE
from tankdsl.frozen import Frozen, replaced
from tankdsl.rules.foresight.asking import Env, ask, plain_values
from tankdsl.rules.foresight.flags import Flag, flags_of
from tankdsl.rules.foresight.operators import demanded, there
from tankdsl.rules.foresight.values import ABSENT, FOREVER, NOTHING, Around, Group, Outcome, Where, may_fail, may_hold, span_of
from tankdsl.rules.foresight.ways import Answers, Bind, Demands, Item, Loose, Offers, Opens, Pick, Several, Test, Times, Way
from tankdsl.rules.walk import expressions

if TYPE_CHECKING:
    from tankdsl.rules.foresight.moments import Moment

MOST_BRANCHES = 400
MOST_MEMBERS = 60


class Passage(Frozen):
    """One going of a way, as far as it is known."""

    env: Env
    times: int = 1
    in_rounds: bool = False
    """Whether `times` is for each round; else it is for the whole game."""
    opened: Mapping[str, int] = MappingProxyType({})
    """How often each scope around has opened, in each round or in the game as above."""
    key: Hashable = None
    """What bounds the number; what has the same key shares it."""
    in_all: int = FOREVER
    """How often in the whole game."""
    all_key: Hashable = None
    """What bounds that."""
    all_at: int = 0
    """From which item of the way on it is bounded: what is done from there on belongs to one of the times."""
    action: tuple[tree.Plays, tree.ActionDef, int] | None = None
    """The play loop and the action, and how often the loop is run."""

    def by(self, number: int) -> Passage:
        """So many times as often."""
        if number == 1:
            return self
        return replaced(self, times=min(FOREVER, self.times * number), in_all=min(FOREVER, self.in_all * number))

    def at_most(self, number: int, key: Hashable) -> Passage:
        """Not more often than a number of times."""
        return replaced(self, times=number, key=key) if number < self.times else self

    def in_game_at_most(self, number: int, key: Hashable) -> Passage:
        """Not more often in the whole game, hence neither in a round."""
        here = replaced(self, in_all=number, all_key=key) if number < self.in_all else self
        return here.at_most(number, key)

    def until(self, round: int) -> int:
        """How often up to the end of a round."""
        return min(FOREVER, self.in_all, self.times * (round if self.in_rounds else 1))


def passages(moment: Moment, way: Way, given: Env, apart: frozenset[Local]) -> Iterator[Passage]:
    """Every way to go a way: with the locals that are given, and for each member of the sets of the locals that are kept apart."""
    flags = moment.outlook.once(("flags", id(way)), lambda: flags_of(moment.outlook, way))
    yield from _go(moment, way, 0, Passage(dict(given), opened={"game": 1}), given, apart, flags)


def onward(moment: Moment, way: Way, at: int, here: Passage, local: Local, value: Outcome) -> Iterator[Passage]:
    """Going on from the pick of a local, which takes a value: only what rests on that is asked again."""
    wanted = {local}
    rest: list[Item] = [way[at]]
    for item in way[at + 1 :]:
        if any(core.op == "local" and core.args[0] in wanted for core in expressions(parts_of_item(item))):
            rest.append(item)
            if isinstance(item, (Bind, Pick)):
                wanted.add(item.local)
    given: Env = {local: value}
    yield from _go(moment, tuple(rest), 0, replaced(here, env={**here.env, **given}), given, frozenset(), ())


def parts_of_item(item: Item) -> tuple[object, ...]:
    """What an item of a way asks."""
    match item:
        case Test(condition=condition):
            return (condition,)
        case Pick(domain=domain, where=where):
            return (domain, where)
        case Demands(demand=demand):
            return (demand,)
        case Bind(value=value):
            return (value,)
        case Offers(action=action):
            return (action.cost,)
        case _:
            return ()


def _go(
    moment: Moment, way: Way, at: int, here: Passage, given: Env, apart: frozenset[Local], flags: tuple[Flag, ...]
) -> Iterator[Passage]:
    for index in range(at, len(way)):
        item = way[index]
        here = _bounded(here, _flagged(moment, here, index, flags), index)
        if isinstance(item, Pick):
            branches = list(_branches(moment, here, item, given, apart))
            if len(branches) != 1:
                for branch in branches:
                    yield from _go(moment, way, index + 1, branch, given, apart, flags)
                return
            here = branches[0]
            continue
        passed = _pass(moment, here, item, given)
        if passed is None:
            return
        here = _bounded(here, passed, index + 1)
    yield here


def _bounded(before: Passage, after: Passage, at: int) -> Passage:
    """Notes where on the way something else begins to bound how often it is gone in the whole game."""
    return after if after.all_key is before.all_key else replaced(after, all_at=at)


def _pass(moment: Moment, here: Passage, item: Item, given: Env) -> Passage | None:
    """What is known after an item; None when it cannot be passed."""
    match item:
        case Bind(local=local, value=value, present=present):
            found = None if value is None else ask(moment, here.env, value)
            if present and found == NOTHING:
                return None
            if local in given:
                return here if found is None or _fits(found, given[local]) else None
            if found is None:
                here.env.pop(local, None)
            else:
                here.env[local] = there(found) if present else found
        case Several(local=local, domain=domain):
            found = ask(moment, here.env, domain)
            here.env[local] = Group(found.possible) if isinstance(found, Group) else found
        case Test(condition=condition, holds=holds):
            answer = ask(moment, here.env, condition)
            return here if (may_hold if holds else may_fail)(answer) else None
        case Demands(demand=demand):
            return here if may_hold(demanded(moment, here.env, (demand,))) else None
        case Opens(scope=scope):
            return replaced(here, opened={**here.opened, scope: here.times})
        case Loose():
            return replaced(here, times=FOREVER, in_rounds=True)
        case Times(statement=statement):
            return _repeated(moment, here, statement)
        case Offers(plays=plays, action=action):
            return _offered(moment, here, plays, action)
        case Answers(window=window, action=action):
            return _limited(
                moment, here.by(max(len(window.asks), 1) if not any(each.local for each in window.asks) else FOREVER), action.limits
            )
    return here


def _branches(moment: Moment, here: Passage, pick: Pick, given: Env, apart: frozenset[Local]) -> Iterator[Passage]:
    """The passage for each thing that may be picked, or one for all of them."""
    sides = Group(moment.outlook.sides, frozenset(moment.outlook.sides))
    domain: Outcome = sides if pick.domain is None else ask(moment, here.env, pick.domain)
    if pick.local in given:
        if not isinstance(domain, Group) or any(value in domain.possible for value in plain_values(given[pick.local]) or domain.possible):
            yield from _kept(moment, here, pick, given[pick.local])
        return
    if isinstance(domain, Around):
        yield from _kept(moment, here, pick, Where(domain.things, domain.near))
    elif isinstance(domain, Group) and (pick.local in apart or _is_side(pick)) and len(domain.possible) <= MOST_MEMBERS:
        for member in domain.possible:
            yield from _kept(moment, here, pick, frozenset({member}))
    elif isinstance(domain, Group):
        if domain.possible:
            yield from _kept(moment, here, pick, domain.members)
    else:
        yield from _kept(moment, here, pick, None)


def _is_side(pick: Pick) -> bool:
    return pick.sort in ("turn", "loop") and pick.local.type == SIDE


def _kept(moment: Moment, here: Passage, pick: Pick, value: Outcome | None) -> Iterator[Passage]:
    env = dict(here.env)
    if value is None:
        env.pop(pick.local, None)
    else:
        env[pick.local] = value
    if pick.where is not None:
        inner = env if value is None or pick.candidate is pick.local else {**env, pick.candidate: value}
        if not may_hold(ask(moment, inner, pick.where)):
            return
    yield replaced(here, env=env)


def _fits(found: Outcome, given: Outcome) -> bool:
    if isinstance(found, frozenset) and isinstance(given, frozenset):
        return bool(found & given)
    return True


# --------------------------------------------------------------------------------------------------------------- numbers


def _repeated(moment: Moment, here: Passage, statement: tree.AnyStmt) -> Passage | None:
    match statement:
        case tree.Repeat(scope="round"):
            if here.in_rounds or here.times != 1:
                return here.by(FOREVER)
            # What bounds the number of games of rounds bounds nothing in them.
            here = replaced(here, key=None, in_all=FOREVER, all_key=None)
            return replaced(here, in_rounds=True, opened={**dict.fromkeys(here.opened, 0), "game": 0, "round": 1})
        case tree.Repeat(most=most):
            ends = None if most is None else span_of(ask(moment, here.env, most))
            return here.by(FOREVER if ends is None else max(ends.high, 0)) if ends is None or ends.high > 0 else None
        case tree.During(scope=scope):
            return replaced(here, opened={**here.opened, scope: here.times})
        case tree.EachTurn():
            return replaced(here, opened={**here.opened, "turn": here.times})
        case tree.Alternate():
            return replaced(here.by(FOREVER), opened={**here.opened, "alternation": FOREVER})
        case tree.Loop(local=local):
            members = plain_values(here.env[local]) if local in here.env else None
            return here.by(FOREVER if members is None else len(members))
        case tree.Once(limit=limit):
            return _limited(moment, here, (limit,))
    return here


def _offered(moment: Moment, here: Passage, plays: tree.Plays, action: tree.ActionDef) -> Passage:
    runs = here.times
    costs = None if action.cost is None else span_of(ask(moment, here.env, action.cost))
    budget = None if plays.budget is None else span_of(ask(moment, here.env, plays.budget))
    if plays.once:
        here = replaced(here, key=("plays", id(plays)))
    elif budget is not None and costs is not None and costs.low > 0:
        here = replaced(here.by(max(budget.high // costs.low, 0)), key=("plays", id(plays)))
    else:
        here = here.by(FOREVER)
    return _limited(moment, replaced(here, action=(plays, action, runs)), action.limits)


def _limited(moment: Moment, here: Passage, limits: tuple[Limit, ...]) -> Passage:
    for limit in limits:
        openings = here.opened.get(limit.scope)
        keys = [plain_values(ask(moment, here.env, key)) for key in limit.keys]
        number = limit.most
        for values in keys:
            number = FOREVER if values is None else min(FOREVER, number * len(values))
        name = ("limit", limit.id, tuple(None if values is None else tuple(map(str, values)) for values in keys))
        if openings == 0 and limit.scope != "round":
            here = here.in_game_at_most(number, name)
        elif openings is not None:
            here = here.at_most(min(FOREVER, number * openings), name)
    return here


def _flagged(moment: Moment, here: Passage, index: int, flags: tuple[Flag, ...]) -> Passage:
    for flag in flags:
        if flag.index != index:
            continue
        openings = here.opened.get(flag.scope or "game")
        who = [ABSENT] if flag.entity is None else plain_values(ask(moment, here.env, flag.entity))
        name = None if who is None else ("flag", flag.kind, flag.field, tuple(map(str, who)))
        if flag.scope is None and who is not None:
            here = here.in_game_at_most(len(who), name)
        elif openings and who is not None:
            here = here.at_most(min(FOREVER, openings * len(who)), name)
    return here
