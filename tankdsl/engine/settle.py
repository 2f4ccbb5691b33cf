"""Settle points: whenevers run until none is due, then the endings are looked at.

While things are held together, or while a whenever is already running, a settle point does nothing.
"""

from tankdsl.engine.frames import Settle
from tankdsl.engine.machine import Decision, Machine
from tankdsl.engine.model import Ending


def settle(m: Machine) -> bool:
    """Settle now. True when another frame is on top or the game is over."""
    if m.hold or m.settling:
        return False
    due = m.ev.due_whenever()
    if due is None:
        if m.course is None and m.ev.met_ending(None) is None:
            # The way that is taken nearly always.
            m.dirty = 0
            return False
        return _settled(m)
    m.frames.append(Settle())
    m.settling += 1
    _run_whenever(m, due)
    return True


def run_settle(m: Machine, frame: Settle) -> Decision | None:
    """The body of a whenever is over: look for the next."""
    due = m.ev.due_whenever()
    if due is not None:
        _run_whenever(m, due)
        return None
    m.frames.pop()
    m.settling -= 1
    _settled(m)
    return None


def _run_whenever(m: Machine, due: tuple[int, list[int]]) -> None:
    rule = m.game.whenevers[due[0]]
    m.log("whenever", rule=due[0], args=tuple(due[1]))
    m.call(rule.proc, list(due[1]))


def _settled(m: Machine) -> bool:
    """Nothing is due: look at the endings. From here on all that was written so far is known."""
    if check_endings(m, None):
        return True
    m.dirty = 0
    return False


def check_endings(m: Machine, closing: int | None) -> bool:
    """End the game if an ending is met: at a settle point, or before a scope closes. A battle that has ended does not end again."""
    if m.course is not None and m.course.between:
        return False
    found = m.ev.met_ending(closing)
    if found is None:
        return False
    ending, slots = found
    m.end(winner_of(m, ending, slots), ending.id)
    return True


def is_considered(m: Machine, ending: Ending, closing: int | None) -> bool:
    """Whether an ending is looked at now."""
    if ending.at_close != closing:
        return False
    return ending.during is None or is_scope_open(m, ending.during)


def is_scope_open(m: Machine, scope: int) -> bool:
    """Whether the scope is among those that are open."""
    return bool(m.open_scopes >> scope & 1)


def winner_of(m: Machine, ending: Ending, slots: list[object]) -> int | None:
    """Who wins by an ending; None for a draw."""
    if ending.outcome == "draw":
        return None
    value = m.ev.key_of
    if ending.outcome == "win":
        side = value(ending, 0, slots)
        return None if side is None else int(side)
    scores = []
    for side in m.game.sides:
        slots[ending.slot] = side
        # An absent key counts as less than every number.
        keys = [value(ending, number, slots) for number in range(len(ending.nodes))]
        scores.append([(key is not None, key if key is not None else 0) for key in keys])
    best = max(scores)
    return m.game.sides[scores.index(best)] if scores.count(best) == 1 else None
