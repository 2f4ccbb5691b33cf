"""Ranges of dice and sets: what dice show, how many members there can be, and what holds for every possible one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tankdsl.check.ranges import multiplied
from tankdsl.check.static import ABSENT, UNKNOWN
from tankdsl.check.static.evaluator import OPERATORS as PLAIN
from tankdsl.check.tree import Core
from tankdsl.check.types import Int, Per
from tankdsl.rules.harm.known import Dice, Ends, Group, Known, Some, ends, exact, plain, related

if TYPE_CHECKING:
    from tankdsl.rules.harm.bounds import Bounds


def _one_die(run: Bounds, args: Any) -> Known:
    dice = run.known(args[0])
    if not isinstance(dice, Dice):
        return UNKNOWN
    if dice.most == 0:
        return ABSENT
    return exact(dice.low, dice.high) if dice.fewest > 0 else UNKNOWN


def _total(run: Bounds, args: Any) -> Known:
    dice = run.known(args[0])
    if not isinstance(dice, Dice):
        return UNKNOWN
    return exact(*multiplied(Int(dice.fewest, dice.most), Int(dice.low, dice.high)))


def _quantified(decisive: bool) -> Callable[[Bounds, Any], Known]:
    """`any` and `all`: of a set that is not known, what the condition is for every possible member may still decide."""
    asked = PLAIN["any" if decisive else "all"]

    def run_it(run: Bounds, args: Any) -> Known:
        local, domain, body = args
        if plain(members := run.known(domain)) is UNKNOWN:
            if isinstance(members, Group):
                run.locals[local] = members.member
                if run.value(body) is decisive:
                    return decisive
            run.locals.pop(local, None)
            answer = run.value(body)
            return answer if isinstance(answer, bool) and answer is not decisive else UNKNOWN
        return asked(run, args)

    return run_it


def _filter(run: Bounds, args: Any) -> Known:
    local, domain, body = args
    if run.value(domain) is UNKNOWN:
        run.locals.pop(local, None)
        return () if run.value(body) is False else UNKNOWN
    return PLAIN["filter"](run, args)


def _count(run: Bounds, args: Any) -> Known:
    local, domain, body = args
    members = run.known(domain)
    if plain(members) is not UNKNOWN:
        found = PLAIN["count"](run, args)
        if found is not UNKNOWN:
            return found
    run.locals.pop(local, None)
    answer = run.value(body)
    if answer is False:
        return 0
    size = _how_many(members)
    return UNKNOWN if size is None else exact(size[0] if answer is True else 0, size[1])


def _size(run: Bounds, args: Any) -> Known:
    size = _how_many(run.known(args[0]))
    return UNKNOWN if size is None else exact(*size)


def _how_many(members: Known) -> Ends | None:
    """How many members a set has."""
    if isinstance(members, tuple):
        return len(members), len(members)
    if isinstance(members, Dice):
        return members.fewest, members.most
    return (1, members.most) if isinstance(members, Group) else None


def _things(run: Bounds, args: Any) -> Known:
    """Which pieces are there changes; only kinds of ground stay as they are."""
    kind = run.world.program.kinds.get(args[0])
    return PLAIN["things"](run, args) if kind is not None and kind.category == "terrain" else UNKNOWN


def _owned(run: Bounds, args: Any) -> Known:
    return UNKNOWN


def _as_kind(run: Bounds, args: Any) -> Known:
    kind, subject = args
    thing = run.known(subject)
    if isinstance(thing, Some):
        return UNKNOWN if related(run.world, thing.kind, kind) else ABSENT
    instance = run.world.instances.get(thing) if isinstance(thing, str) else None
    if instance is None:
        return thing if thing is ABSENT else UNKNOWN
    return thing if run.world.is_a(instance.kind, kind) else ABSENT


def _at_index(run: Bounds, args: Any) -> Known:
    """An entry of a list; not known where the index may lie outside of it, so that there may be no entry."""
    found, may_be_absent = entry_of(run, args)
    return UNKNOWN if may_be_absent else found


def entry_of(run: Bounds, args: Any) -> tuple[Known, bool]:
    """What is known of an entry of a list if it is there, and whether it may not be: where the index is not known, anything between the
    least and the greatest entry."""
    entries, index = run.value(args[0]), run.known(args[1])
    if not isinstance(entries, tuple) or not entries or index is ABSENT:
        found = PLAIN["at_index"](run, args)
        return found, found is UNKNOWN
    at = _position(run, args[0], index) if isinstance(index, str) else index if isinstance(index, int) else None
    if at is not None:
        return (entries[at], False) if 0 <= at < len(entries) else (ABSENT, False)
    numbers, at_most = [ends(entry) for entry in entries], ends(index)
    outside = not isinstance(args[0].type, Per) and (at_most is None or at_most[0] < 0 or at_most[1] >= len(entries))
    if None in numbers:
        return UNKNOWN, True
    return exact(min(number[0] for number in numbers if number), max(number[1] for number in numbers if number)), outside


def _position(run: Bounds, entries: object, member: str) -> int | None:
    """The position of a member in the enum, or of a part in the arcs, that a stat has a value for each of."""
    type = entries.type if isinstance(entries, Core) else None
    if not isinstance(type, Per):
        return None
    program = run.world.program
    named = program.arcs[type.enum.removeprefix("arcs.")].parts if type.enum.startswith("arcs.") else program.enums.get(type.enum, ())
    return next((at for at, (name, _) in enumerate(named) if name == member), None)


OPERATORS: dict[str, Callable[[Bounds, Any], Known]] = {
    "highest": _one_die, "lowest": _one_die, "total": _total,
    "any": _quantified(True), "all": _quantified(False), "filter": _filter, "count": _count, "size": _size,
    "things": _things, "owned": _owned, "as_kind": _as_kind, "at_index": _at_index,
}  # fmt: skip
