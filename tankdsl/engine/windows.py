"""Windows: named sides are asked one by one, in order, whether they react; each decides once.

A window inside an effect belongs to the Code frame below it. The window between the actions of a play loop
(`ANYTIME`) belongs to the Play frame below it and offers only actions that may be taken at any time.
"""

from typing import Any

from tankdsl.engine.frames import ANYTIME, Code, Stage, Window
from tankdsl.engine.machine import ANSWER, RUN, Decision, Machine
from tankdsl.engine.model import Game
from tankdsl.engine.staging import begin_action, offered, offers


def begin_window(m: Machine, frame: Code, instruction: Any) -> Window:
    """Open the window of an instruction: whom it asks is fixed now."""
    asks: list[tuple[int, Any]] = []
    for index, (slot, members, _) in enumerate(instruction[2]):
        if slot < 0:
            asks.append((index, None))
        else:
            asks += [(index, member) for member in m.E[members](frame.slots)]
    return Window(instruction[1], asks)


def anytime_window(m: Machine) -> Window | None:
    """The window between two actions: the active side, then the others. None in games without such actions."""
    if not offers(m.game, ANYTIME):
        return None
    active = m.active[0]
    first = [active] if active is not None else []
    return Window(ANYTIME, [(-1, side) for side in first + [s for s in m.game.sides if s != active]])


def run_window(m: Machine, frame: Window) -> Decision | None:
    """Ask the next side that has a legal response, or close the window."""
    actions = offers(m.game, frame.window)
    while frame.at < len(frame.asks):
        index, member = frame.asks[frame.at]
        if frame.window == ANYTIME:
            frame.side = member
        elif not _next_ask(m, frame, index, member):
            frame.at += 1
            continue
        if frame.gone is not None and _somebody_left(m, frame):
            break
        assert frame.side is not None
        decision = offered(m, actions, (frame.side, frame.window, frame.args), may_pass=True, always=m.pause_windows)
        if decision is not None:
            return decision
        frame.at += 1
    m.frames.pop()
    if frame.window != ANYTIME:
        code = m.frames[-1]
        assert isinstance(code, Code)
        code.pc += 1
    return None


def _next_ask(m: Machine, frame: Window, index: int, member: Any) -> bool:
    """Find side and arguments of an ask in the slots of the frame below. False when nobody is asked."""
    code = m.frames[-2]
    assert isinstance(code, Code)
    _, window, asks, args, _ = m.game.procs[code.proc].code[code.pc]
    slot, _, who = asks[index]
    if slot >= 0:
        if _is_removed_member(m, window, args, slot, member):
            return False
        code.slots[slot] = member
    frame.side = m.E[who](code.slots)
    frame.args = tuple([m.E[arg](code.slots) for arg in args])
    if frame.gone is None:
        frame.gone = tuple(_removed(m, frame))
    return frame.side is not None


def _is_removed_member(m: Machine, window: int, args: Any, slot: int, member: Any) -> bool:
    """Whether a member of `each` was removed; seen by the parameter of the window that is this slot."""
    for param, arg in zip(m.game.windows[window].params, args, strict=True):
        if m.game.roots[arg] == ("local", slot) and param.type.base == "kind" and member is not None:
            removed = m.game.built_in(param.type.index, "removed")
            if removed >= 0 and m.fields[removed][member]:
                return True
    return False


def _removed(m: Machine, frame: Window) -> list[int]:
    """Parameters that are entities removed from the game."""
    args = frame.args
    return [i for i, removed in _removable(m.game, frame.window) if args[i] is not None and m.fields[removed][args[i]]]


def _removable(game: Game, window: int) -> tuple[tuple[int, int], ...]:
    """The parameters of a window that can be removed from the game, each with the field that says so."""
    table: dict[int, tuple[tuple[int, int], ...]] = game.cache.setdefault("removable", {})
    if window not in table:
        kinds = [(i, param.type.index) for i, param in enumerate(game.windows[window].params) if param.type.base == "kind"]
        fields = [(i, game.built_in(kind, "removed")) for i, kind in kinds]
        table[window] = tuple((i, removed) for i, removed in fields if removed >= 0)
    return table[window]


def _somebody_left(m: Machine, frame: Window) -> bool:
    """Whether a parameter was removed since the first ask."""
    return any(index not in (frame.gone or ()) for index in _removed(m, frame))


def _answer(m: Machine, frame: Window, verb: str, value: Any) -> None:
    frame.at += 1
    if verb == "pass":
        if m.events is not None:
            m.log("pass", side=frame.side, window=frame.window)
        return
    assert frame.side is not None
    slots = begin_action(m, value, frame.side, frame.window, frame.args)
    assert slots is not None
    m.frames.append(Stage(value, slots))


def write_back(m: Machine, frame: Window, code: Code, returns: tuple[int, ...], results: list[Any]) -> None:
    """The results of a response become the slots of the frame below that the window may change."""
    slots = m.game.procs[code.proc].code[code.pc][4]
    changes = m.game.windows[frame.window].changes
    for param, result in zip(returns, results, strict=False):
        code.slots[slots[changes.index(param)]] = result


RUN[Window] = run_window
ANSWER[Window] = _answer
