"""How many things can be so at once that each need a piece on a place of its own: no piece stands on two places at the same time.

What needs a piece on a place is found by supposing that nobody stands there, and then each of those that may.  The greatest number of
places that have pieces of their own is that of a matching.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, cast

from tankdsl.check.static import Value
from tankdsl.check.tree import Core, Local
from tankdsl.frozen import FrozenValue
from tankdsl.rules.foresight.asking import Env, ask
from tankdsl.rules.foresight.values import NOTHING, Group, Outcome, Where, may_hold
from tankdsl.rules.walk import asked_by, expressions, substituted

if TYPE_CHECKING:
    from tankdsl.rules.foresight.moments import Moment
    from tankdsl.rules.foresight.outlook import Outlook

DEEPEST = 6


class Want(FrozenValue):
    """One of several pieces has to stand on a place."""

    place: Value
    pieces: frozenset[str]


def parts_that_want(outlook: Outlook, condition: Core) -> tuple[Core, ...]:
    """The parts of a condition that ask who stands somewhere."""
    return outlook.game.remember(("parts that want", id(condition)), lambda: (condition, _parts_that_want(outlook, condition)))[1]


def _parts_that_want(outlook: Outlook, condition: Core) -> tuple[Core, ...]:
    asking = ((part, asked_by(outlook.program, part)) for part in condition.args if isinstance(part, Core))
    return tuple(part for part, cores in asking if any(isinstance(core, Core) and _asks_who(core) for core in cores))


def asks_for_several(outlook: Outlook, condition: Core) -> bool:
    """Whether a condition may ask for pieces on several places at once."""
    for core in asked_by(outlook.program, condition):
        if isinstance(core, Core) and (core.op == "all" or (core.op == "and" and len(core.args) > 1)):
            asking = parts_that_want(outlook, core)
            if len(asking) > (core.op == "and"):
                return True
    return False


def _asks_who(core: Core) -> bool:
    return core.op == "at" or (core.op == "get" and core.args[1] == "at")


def at_once(moment: Moment, wanted: list[tuple[Env, Core]]) -> int:
    """How many of several conditions, each of which may be met, may be met at the same moment."""
    if len(wanted) < 2 or not moment.is_in_one_place or (moment.is_loose and not moment.is_open):
        return len(wanted)
    wants: dict[Value, Want] = {}
    for env, body in wanted:
        found = want_of(moment, env, body, len(wanted))
        if found is not None:
            wants.setdefault(found.place, found)
    return len(wanted) - len(wants) + matched(list(wants.values()))


def matched(wants: list[Want]) -> int:
    """The greatest number of places on which pieces can stand, each piece on one of them."""
    holder: dict[str, int] = {}

    def settle(index: int, tried: set[str]) -> bool:
        for piece in sorted(wants[index].pieces - tried):
            tried.add(piece)
            if piece not in holder or settle(holder[piece], tried):
                holder[piece] = index
                return True
        return False

    return sum(settle(index, set()) for index in range(len(wants)))


def want_of(moment: Moment, env: Env, body: Core, enough: int, depth: int = 0) -> Want | None:
    """The piece that a condition needs on a place; None where that is not plain to see. More pieces than are enough are not looked for."""
    if depth > DEEPEST:
        return None
    match body:
        case Core(op="and", args=parts):
            whole = _one_that_is_asked_for(moment, env, body, enough)
            return whole or next((found for part in parts if (found := want_of(moment, env, part, enough, depth + 1)) is not None), None)
        case Core(op="call", args=(name, *given)) if name in moment.outlook.program.values:
            value = moment.outlook.program.values[name]
            inner = {local: ask(moment, env, arg) for local, arg in zip(value.params, given, strict=False)}
            return want_of(moment, inner, value.body, enough, depth + 1)
        case Core(op="any", args=(local, domain, condition)):
            return _one_that_stands(moment, env, local, domain, condition, enough)
        case _:
            return _one_that_is_asked_for(moment, env, body, enough)


def _one_that_stands(moment: Moment, env: Env, local: Local, domain: Core, condition: Core, enough: int) -> Want | None:
    """`any t in ... where t.at is PLACE and ...`."""
    from tankdsl.rules.foresight.operators import parts_of

    for part in parts_of(condition):
        if part.op not in ("==", "in"):
            continue
        for here, there in (part.args, part.args[::-1]):
            if here.op == "get" and here.args[1] == "at" and here.args[2].op == "local" and here.args[2].args[0] is local:
                place = _fixed(moment, ask(moment, env, there))
                whole = None if place is None else ask(moment, env, domain)
                if place is not None and isinstance(whole, Group):
                    able = (piece for piece in whole.possible if may_hold(ask(moment, {**env, local: frozenset({piece})}, condition)))
                    return Want(place, frozenset(map(str, islice(able, enough))))
    return None


def _one_that_is_asked_for(moment: Moment, env: Env, body: Core, enough: int) -> Want | None:
    """A condition on the piece that stands on a place."""
    for core in expressions(body):
        if core.op != "at" or any(each.args[0] not in env for each in expressions(core) if each.op == "local"):
            continue
        place, there = _fixed(moment, ask(moment, env, core.args[1])), ask(moment, env, core)
        if place is None or not isinstance(there, frozenset):
            continue
        stand_in, supposed = _supposed(moment.outlook, body, core)
        if not may_hold(ask(moment, {**env, stand_in: NOTHING}, supposed)):
            able = (piece for piece in there - NOTHING if may_hold(ask(moment, {**env, stand_in: frozenset({piece})}, supposed)))
            return Want(place, frozenset(map(str, islice(able, enough))))
    return None


def _fixed(moment: Moment, where: Outcome) -> Value | None:
    """The only place that something can be; None if there are several, or none."""
    places: frozenset[Value] | None = None
    match where:
        case Where(things=things, near=0):
            places = moment.outlook.fixed_places(things)
        case Group(possible=possible):
            places = frozenset(possible)
        case frozenset():
            places = where - NOTHING
    return next(iter(places)) if places is not None and len(places) == 1 else None


def _supposed(outlook: Outlook, body: Core, asked: Core) -> tuple[Local, Core]:
    """A condition with a local in place of what it asks for. The condition is kept, so that its identity stays its own."""
    _, local, found = outlook.game.remember(("supposed", id(body), id(asked)), lambda: _with_a_local(body, asked))
    return local, found


def _with_a_local(body: Core, asked: Core) -> tuple[Core, Local, Core]:
    local = Local("piece", asked.type)
    return body, local, cast(Core, substituted(body, asked, Core("local", (local,), asked.type, asked.span)))
