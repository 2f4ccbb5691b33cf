"""Dice and piles: the instructions that use chance or move things between piles.

Instructions that take random numbers compute everything first and write at the end.
"""

from typing import Any

from tankdsl.engine import chance, values
from tankdsl.engine.errors import Trap
from tankdsl.engine.frames import Code
from tankdsl.engine.machine import FORCED, Machine
from tankdsl.engine.writes import take_out, touch_pile, write

DICE_INSTRUCTIONS = ("roll", "reroll", "reroll_die")
MOST_DICE = 1000
"""Dice in one roll."""


def _number(m: Machine, root: int, slots: list[Any]) -> int:
    value = m.E[root](slots)
    if type(value) is not int:
        raise Trap("a number was expected")
    return value


def roll(m: Machine, frame: Code, instruction: Any) -> None:
    """Roll dice one by one into a pool. A negative count is none."""
    _, dest, *roots = instruction
    count, sides, bonus = (_number(m, root, frame.slots) for root in roots[:3])
    low, high, owner = (m.E[root](frame.slots) for root in roots[3:])
    if sides < 1 or count > MOST_DICE:
        raise Trap("these dice cannot be rolled")
    shows = tuple(m.number(chance.DICE, sides) + 1 for _ in range(count))
    frame.slots[dest] = (sides, bonus, low, high, shows, (False,) * len(shows), owner)
    _log(m, "roll", frame.slots[dest])


def _log(m: Machine, what: str, pool: values.Pool) -> None:
    if m.events is not None:
        m.log(
            what, owner=pool[values.OWNER], sides=pool[values.SIDES], natural=pool[values.NATURAL],
            values=tuple(values.die_values(pool)),
        )  # fmt: skip


def reroll(m: Machine, frame: Code, instruction: Any) -> None:
    """Roll again the dice for which the condition held before the first of them is rolled."""
    _, slot, die_slot, condition = instruction
    pool, kept, chosen = frame.slots[slot], frame.slots[die_slot], []
    for index in values.dice(pool):
        frame.slots[die_slot] = index
        if m.E[condition](frame.slots) is True:
            chosen.append(index)
    frame.slots[die_slot] = kept
    frame.slots[slot] = _again(m, pool, chosen)


def reroll_die(m: Machine, frame: Code, instruction: Any) -> None:
    """Roll one die again."""
    pool, index = frame.slots[instruction[1]], _number(m, instruction[2], frame.slots)
    values.natural(pool, index)
    frame.slots[instruction[1]] = _again(m, pool, [index])


def _again(m: Machine, pool: values.Pool, chosen: list[int]) -> values.Pool:
    shows, rerolled = list(pool[values.NATURAL]), list(pool[values.REROLLED])
    for index in chosen:
        shows[index] = m.number(chance.DICE, pool[values.SIDES]) + 1
        rerolled[index] = True
    again = (*pool[: values.NATURAL], tuple(shows), tuple(rerolled), pool[values.OWNER])
    if chosen:
        _log(m, "reroll", again)
    return again


def random_member(m: Machine, frame: Code, instruction: Any) -> None:
    """One member of a set, each equally likely. A script may name it."""
    _, dest, members, label, type_ = instruction
    found = m.E[members](frame.slots)
    if not found:
        frame.slots[dest] = None
        return
    if m.mode == FORCED and m.queue["draw"] and not m.given:
        m.given = [m.ev.scripted(m.queue["draw"].pop(0), found, type_)]
    frame.slots[dest] = found[m.number(chance.DRAW, len(found))]
    m.log("random", label=label, type=type_, value=frame.slots[dest])


def pile_index(m: Machine, frame: Code, pile: Any) -> int | None:
    """The pile that an instruction names; None when the side is absent or has no such pile."""
    if pile[0] == "pile":
        return int(pile[1])
    side = m.E[pile[2]](frame.slots)
    found = None if side is None else pile[1][side]
    return None if found is None else int(found)


def shuffle(m: Machine, frame: Code, instruction: Any) -> None:
    """Bring a pile into a random order."""
    pile = pile_index(m, frame, instruction[1])
    if pile is None:
        return
    order = list(m.piles[pile])
    chance.shuffle(order, lambda n: m.number(chance.DRAW, n))
    m.piles[pile][:] = order
    touch_pile(m, pile)
    m.log("shuffle", pile=pile)


def take_top(m: Machine, frame: Code, dest: int, pile: int | None) -> None:
    """Take the top of a pile into a slot; absent when it is empty."""
    thing = None
    if pile is not None and m.piles[pile]:
        thing = m.piles[pile].pop(0)
        touch_pile(m, pile)
        m.log("draw", pile=pile, thing=thing)
    frame.slots[dest] = thing


def move(m: Machine, frame: Code, instruction: Any) -> None:
    """Put a thing into a pile, on top or at the bottom, taking it from where it lies."""
    thing = m.E[instruction[1]](frame.slots)
    pile = pile_index(m, frame, instruction[2])
    frame.pc += 1
    if thing is None or pile is None:
        return
    if thing not in m.game.kinds[m.game.piles[pile].kind].members:
        raise Trap("this thing cannot lie in this pile")
    if thing not in m.piles[pile] and room_in(m, pile) == 0:
        m.log("full", pile=pile, thing=thing)
        return
    root = m.game.kinds[m.game.piles[pile].kind].root
    take_out(m, root, thing)
    at = m.game.built_in(root, "at")
    if at >= 0 and m.fields[at][thing] is not None:
        # What is carried stands nowhere.
        write(m, at, thing, None)
    if instruction[3] == "top":
        m.piles[pile].insert(0, thing)
    else:
        m.piles[pile].append(thing)
    touch_pile(m, pile)
    m.log("put", pile=pile, thing=thing)


def room_in(m: Machine, pile: int) -> int | None:
    """How many things a pile has room for now; None when there is no bound."""
    holds = m.game.piles[pile].holds
    return None if holds is None else max(0, holds - len(m.piles[pile]))


def pour(m: Machine, frame: Code, instruction: Any) -> None:
    """Put all of one pile under another, in order; what it has no room for stays, the lowest of them."""
    source, target = (pile_index(m, frame, pile) for pile in instruction[1:3])
    frame.pc += 1
    if source is None or target is None or source == target:
        return
    room = room_in(m, target)
    moved = len(m.piles[source]) if room is None else min(room, len(m.piles[source]))
    m.piles[target] += m.piles[source][:moved]
    del m.piles[source][:moved]
    if m.piles[source]:
        m.log("full", pile=target, thing=m.piles[source][0])
    touch_pile(m, source)
    touch_pile(m, target)
    m.log("pour", source=source, target=target)
