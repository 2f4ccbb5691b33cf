"""What may be of pieces and places: where a piece may stand, what may stand somewhere, how near two may come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tankdsl.check.tree import Core
from tankdsl.rules.foresight.asking import Asked, Env, ask, by_cases, plain_values
from tankdsl.rules.foresight.operators import compared
from tankdsl.rules.foresight.values import (
    ABSENT,
    ANY,
    EITHER,
    NEVER,
    NO,
    NOTHING,
    Around,
    Group,
    Outcome,
    Span,
    Where,
    joined,
    may_fail,
    may_hold,
    span_of,
    truth,
)  # fmt: skip

if TYPE_CHECKING:
    from tankdsl.rules.foresight.moments import Moment

_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


# ---------------------------------------------------------------------------------------------------------------- things


def _get(moment: Moment, env: Env, core: Core) -> Outcome:
    kind, field, subject = core.args
    found = ask(moment, env, subject)
    if not isinstance(found, frozenset):
        return ANY
    things = [thing for thing in found if isinstance(thing, str)]
    if field == "at":
        there = frozenset(thing for thing in things if moment.gone.get(thing, False) is False)
        return _place_of(moment, there) if there else NOTHING
    result: Outcome | None = NOTHING if ABSENT in found else None
    for thing in sorted(things):
        one = moment.removed(thing) if field == "removed" else moment.field(kind, field, thing)
        result = one if result is None else joined(result, one)
    return ANY if result is None else result


def _place_of(moment: Moment, things: frozenset[str]) -> Outcome:
    """Where one of several pieces stands: known of one that has not moved yet."""
    (first, *others) = things
    place = None if others else moment.place_of(first)
    return Where(things) if place is None else frozenset({place})


def _things(moment: Moment, env: Env, core: Core) -> Outcome:
    kind, which = core.args
    found = moment.outlook.of_kind(kind)
    if found is None:
        return by_cases(moment, env, core)
    if which == "all":
        return Group(found, frozenset(found))
    on = [thing for thing in found if moment.may_be_on(thing)]
    return Group(tuple(on), frozenset(thing for thing in on if not moment.may_be_off(thing)))


def _owned(moment: Moment, env: Env, core: Core) -> Outcome:
    kind, side, which = core.args
    whole = _things(moment, env, Core("things", (kind, which), core.type, core.span))
    owner = ask(moment, env, side)
    if not isinstance(whole, Group):
        return ANY
    sides = {thing: moment.outlook.side_of(str(thing)) for thing in whole.possible}
    mine = tuple(thing for thing in whole.possible if not isinstance(owner, frozenset) or sides[thing] in owner)
    sure = isinstance(owner, frozenset) and len(owner) == 1
    return Group(mine, whole.certain.intersection(mine) if sure else frozenset())


def _piled(moment: Moment, env: Env, core: Core) -> Outcome:
    """What lies in a pile: what begins there, and all that a rule may put into it."""
    pile = moment.outlook.program.piles.get(core.args[0])
    found = None if pile is None else moment.outlook.of_kind(pile.of)
    if found is None:
        return ANY
    asked = ask(moment, env, core.args[1]) if len(core.args) > 1 else ANY
    owners = asked if isinstance(asked, frozenset) else frozenset()
    put = None if not owners or moment.is_open or moment.outlook.is_under_way else moment.outlook.put_into(core.args[0])
    lost = {thing for thing, gone in moment.gone.items() if gone}
    return Group(tuple(thing for thing in found if thing not in lost and (put is None or any((thing, owner) in put for owner in owners))))


def _at(moment: Moment, env: Env, core: Core) -> Outcome:
    """The first thing of a kind on a place."""
    kind, place = core.args
    things = moment.outlook.of_kind(kind)
    if moment.is_loose and not moment.is_open and things is not None:
        return frozenset(things) | NOTHING
    where = ask(moment, env, place)
    if things is None or not isinstance(where, (frozenset, Where)):
        return ANY
    found = frozenset(thing for thing in things if _may_meet(moment, _place_of(moment, frozenset({thing})), where))
    sure = isinstance(where, frozenset) and len(where) == 1 and any(moment.place_of(thing) in where for thing in found)
    return found if sure else found | NOTHING


def _as_kind(moment: Moment, env: Env, core: Core) -> Outcome:
    kind, subject = core.args
    found = ask(moment, env, subject)
    if not isinstance(found, frozenset):
        return ANY
    of_it = moment.outlook.of_kind(kind)
    return ANY if of_it is None else frozenset(thing if thing in of_it else ABSENT for thing in found)


# ---------------------------------------------------------------------------------------------------------------- places


def _neighbours(moment: Moment, env: Env, core: Core) -> Outcome:
    found = ask(moment, env, core.args[0])
    if isinstance(found, Where):
        return Around(found.things, found.near + 1)
    return by_cases(moment, env, core)


def _within(moment: Moment, env: Env, core: Core) -> Outcome:
    found, reach = (ask(moment, env, arg) for arg in core.args)
    ends = span_of(reach)
    if isinstance(found, Where) and ends is not None:
        return Around(found.things, found.near + max(ends.high, 0))
    return by_cases(moment, env, core)


def _step(moment: Moment, env: Env, core: Core) -> Outcome:
    found = ask(moment, env, core.args[0])
    return Where(found.things, found.near + 1) if isinstance(found, Where) else by_cases(moment, env, core)


def _equal(moment: Moment, env: Env, core: Core) -> Outcome:
    near = _near(moment, env, *core.args) or _near(moment, env, *core.args[::-1])
    if near is not None:
        return truth(near.may, True)
    return _same(moment, *(ask(moment, env, arg) for arg in core.args))


def _same(moment: Moment, left: Outcome, right: Outcome) -> Outcome:
    """Whether two values may be the same."""
    if NEVER in (left, right):
        return NEVER
    if isinstance(left, Where) or isinstance(right, Where):
        return truth(_may_meet(moment, left, right), True)
    if NOTHING in (left, right):
        return NO
    a, b = plain_values(left), plain_values(right)
    if a is not None and b is not None and not isinstance(left, Group) and not isinstance(right, Group):
        common = set(a).intersection(b) - NOTHING
        return truth(bool(common), not (len(a) == len(b) == 1 and bool(common)))
    ends = span_of(left), span_of(right)
    if ends[0] is not None and ends[1] is not None:
        return truth(ends[0].low <= ends[1].high and ends[1].low <= ends[0].high, True)
    return EITHER


def _unequal(moment: Moment, env: Env, core: Core) -> Outcome:
    """`!=`: no as well when one side is absent."""
    values = [ask(moment, env, arg) for arg in core.args]
    found = _same(moment, *values)
    if NOTHING in values:
        return NO
    may_be_absent = any(not isinstance(value, (Span, Group)) and (not isinstance(value, frozenset) or ABSENT in value) for value in values)
    return truth(may_fail(found), may_hold(found) or may_be_absent)


def _in(moment: Moment, env: Env, core: Core) -> Outcome:
    member, domain = (ask(moment, env, arg) for arg in core.args)
    if member == NOTHING or (isinstance(domain, Group) and not domain.possible):
        return NO
    if isinstance(member, Where):
        places = domain.members if isinstance(domain, Group) else ANY
        return truth(_may_meet(moment, member, places), True)
    values = plain_values(member)
    if values is None or not isinstance(domain, Group):
        return EITHER
    may_not = any(value not in domain.certain for value in values)
    return truth(any(value in domain.possible for value in values if value is not ABSENT), may_not)


def _may_meet(moment: Moment, left: Outcome, right: Outcome) -> bool:
    """Whether two places may be the same."""
    if NOTHING in (left, right):
        return False
    if isinstance(right, Where) and not isinstance(left, Where):
        left, right = right, left
    if not isinstance(left, Where):
        return not isinstance(left, frozenset) or not isinstance(right, frozenset) or bool(left & right - NOTHING)
    if isinstance(right, Where):
        return moment.may_come_near(left, right, 0)
    if not isinstance(right, frozenset):
        return True
    return moment.may_come(left.things, right - NOTHING, left.near)


# ------------------------------------------------------------------------------------------------------------- distances


class _Near:
    """Whether two places may be so near to each other as a comparison asks."""

    def __init__(self, may: bool) -> None:
        self.may = may


def _near(moment: Moment, env: Env, distance: Core, bound: Core) -> _Near | None:
    """For a distance that is compared with a bound from above."""
    if distance.op != "distance":
        return None
    ends = span_of(ask(moment, env, bound))
    left, right = (ask(moment, env, arg) for arg in distance.args)
    if NOTHING in (left, right):
        return _Near(False)
    if ends is None or not (isinstance(left, Where) or isinstance(right, Where)):
        return None
    reach = max(ends.high, 0)
    if isinstance(left, Where) and isinstance(right, Where):
        return _Near(moment.may_come_near(left, right, reach))
    piece, places = (left, right) if isinstance(left, Where) else (right, left)
    assert isinstance(piece, Where)
    if not isinstance(places, frozenset):
        return None
    return _Near(moment.may_come(piece.things, places - NOTHING, reach + piece.near))


def _ordered(moment: Moment, env: Env, core: Core) -> Outcome:
    for (distance, bound), op in ((core.args, core.op), (core.args[::-1], _FLIPPED[core.op])):
        if op in ("<", "<="):
            near = _near(moment, env, distance, bound)
            if near is not None:
                return truth(near.may, True)
    return compared(moment, env, core)


def _shot(moment: Moment, env: Env, core: Core) -> Outcome:
    """A distance of which an end is absent is absent."""
    values = [ask(moment, env, arg) for arg in core.args if isinstance(arg, Core)]
    if NOTHING in values:
        return NOTHING
    return ANY if any(isinstance(value, Where) for value in values) else by_cases(moment, env, core)


HANDLERS: dict[str, Asked] = {
    "get": _get, "things": _things, "owned": _owned, "pile_of": _piled, "pile": _piled, "at": _at, "as_kind": _as_kind,
    "neighbours": _neighbours, "within": _within, "ring": _within, "step": _step,
    "==": _equal, "!=": _unequal, "in": _in, "<": _ordered, "<=": _ordered, ">": _ordered, ">=": _ordered, "distance": _shot,
}  # fmt: skip
