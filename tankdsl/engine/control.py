"""Control instructions: everything that can change the stack of frames, suspend, or use chance.

A handler gets the frame, whose `pc` is at the instruction, and returns None to go on in this frame, `CHANGED`
when another frame may be on top, or the decision that is to be made.
"""

from collections.abc import Callable
from typing import Any

from tankdsl.engine import chance, pools, settle, writes
from tankdsl.engine.frames import Code, Numbers, Play, Refill, Settle
from tankdsl.engine.machine import ANSWER, DELIVER, FORCED, RUN, Decision, Machine, NeedNumber
from tankdsl.engine.paths import begin_path
from tankdsl.engine.sealed import begin_sealed
from tankdsl.engine.tracing import choose_point
from tankdsl.engine.windows import begin_window


class Changed:
    """The type of `CHANGED`."""


CHANGED = Changed()
Outcome = None | Changed | Decision
Handler = Callable[[Machine, Code, Any], Outcome]


def run_stepwise(m: Machine, frame: Code) -> Decision | None:
    """Run a procedure, plain instructions by the evaluator and all others by their handlers."""
    code = m.game.procs[frame.proc].code
    simple = m.ev.simple
    while True:
        simple(frame)
        if frame.pc >= len(code):
            m.finish(frame, [])
            return None
        instruction = code[frame.pc]
        outcome = CONTROL[instruction[0]](m, frame, instruction)
        if outcome is None:
            continue
        return outcome if isinstance(outcome, Decision) else None


def _call(m: Machine, frame: Code, instruction: Any) -> Outcome:
    slots = frame.slots
    args = [m.E[arg](slots) for arg in instruction[2]]
    frame.pc += 1
    m.call(instruction[1], args)
    return CHANGED


def _returned(m: Machine, frame: Code, results: list[Any]) -> None:
    """Write the results of a call to the slots that the instruction names."""
    for slot, value in zip(m.game.procs[frame.proc].code[frame.pc - 1][3], results, strict=False):
        frame.slots[slot] = value


def _return(m: Machine, frame: Code, instruction: Any) -> Outcome:
    m.finish(frame, [m.E[value](frame.slots) for value in instruction[1]])
    return CHANGED


def _choose(m: Machine, frame: Code, instruction: Any) -> Outcome:
    _, dest, who, candidates, optional, _, _ = instruction
    side = m.E[who](frame.slots)
    options = () if side is None else m.E[candidates](frame.slots)
    if len(options) > 1 or (options and optional):
        return Decision("pick", side, lambda: list(options), may_pass=optional)
    frame.slots[dest] = options[0] if options else None
    frame.pc += 1
    return None


def _ask(m: Machine, frame: Code, instruction: Any) -> Outcome:
    side = m.E[instruction[2]](frame.slots)
    if side is not None:
        return Decision("yes_no", side, lambda: [True, False])
    frame.slots[instruction[1]] = False
    frame.pc += 1
    return None


def _answered(m: Machine, frame: Code, verb: str, value: Any) -> None:
    """The answer to a choice or a question."""
    frame.slots[m.game.procs[frame.proc].code[frame.pc][1]] = None if verb == "pass" else value
    frame.pc += 1


def _path(m: Machine, frame: Code, instruction: Any) -> Outcome:
    path = begin_path(m, frame, instruction)
    if path is None:
        frame.slots[instruction[1]] = None
        frame.pc += 1
        return None
    m.frames.append(path)
    return CHANGED


def _sealed(m: Machine, frame: Code, instruction: Any) -> Outcome:
    m.frames.append(begin_sealed(m, frame, instruction))
    return CHANGED


def _window(m: Machine, frame: Code, instruction: Any) -> Outcome:
    m.frames.append(begin_window(m, frame, instruction))
    return CHANGED


def _play(m: Machine, frame: Code, instruction: Any) -> Outcome:
    m.frames.append(Play())
    return CHANGED


def _open(m: Machine, frame: Code, instruction: Any) -> Outcome:
    writes.open_scope(m, instruction[1], m.E[instruction[2]](frame.slots))
    frame.pc += 1
    return None


def _close(m: Machine, frame: Code, instruction: Any) -> Outcome:
    scope = instruction[1]
    if settle.check_endings(m, scope):
        return CHANGED
    writes.close_scope(m, scope)
    frame.pc += 1
    return CHANGED if settle.settle(m) else None


def _release(m: Machine, frame: Code, instruction: Any) -> Outcome:
    frame.held -= 1
    m.hold -= 1
    return _settle(m, frame, instruction)


def _settle(m: Machine, frame: Code, instruction: Any) -> Outcome:
    frame.pc += 1
    return CHANGED if settle.settle(m) else None


def _end(m: Machine, frame: Code, instruction: Any) -> Outcome:
    m.end(m.E[instruction[1]](frame.slots), "")
    return CHANGED


def _by_chance(work: Callable[[Machine, Code, Any], None]) -> Handler:
    """An instruction that takes random numbers. It writes nothing before it has all of them, so that it can
    be begun anew with the numbers that were given so far."""

    def handler(m: Machine, frame: Code, instruction: Any) -> Outcome:
        m.taken = 0
        try:
            work(m, frame, instruction)
        except NeedNumber as need:
            m.frames.append(Numbers(list(m.given)))
            m.given = []
            low = 1 if need.stream == chance.DICE else 0
            numbers = list(range(low, low + need.n))
            return Decision("chance", None, lambda: numbers)
        m.given = []
        frame.pc += 1
        return None

    return handler


def _numbers_given(m: Machine, frame: Numbers, verb: str, value: int) -> None:
    """One more number for the instruction below; it is begun anew with all of them."""
    m.frames.pop()
    code = m.frames[-1]
    assert isinstance(code, Code)
    dice = m.game.procs[code.proc].code[code.pc][0] in pools.DICE_INSTRUCTIONS
    m.given = [*frame.given, value - 1 if dice else value]


def _ask_number(m: Machine, frame: Numbers) -> Decision | None:
    """Find again what number is missing, after a state was loaded."""
    m.given = list(frame.given)
    m.frames.pop()
    return None


def _draw(m: Machine, frame: Code, instruction: Any) -> Outcome:
    pile = pools.pile_index(m, frame, instruction[2])
    if pile is not None and not m.piles[pile] and m.game.piles[pile].refill is not None:
        m.frames.append(Refill())
        m.call(m.game.piles[pile].refill or 0, [])
        return CHANGED
    pools.take_top(m, frame, instruction[1], pile)
    frame.pc += 1
    return None


def _refilled(m: Machine, frame: Refill) -> Decision | None:
    m.frames.pop()
    code = m.frames[-1]
    assert isinstance(code, Code)
    instruction = m.game.procs[code.proc].code[code.pc]
    pools.take_top(m, code, instruction[1], pools.pile_index(m, code, instruction[2]))
    code.pc += 1
    return None


def _shuffle(m: Machine, frame: Code, instruction: Any) -> None:
    # In a script the order of a pile is what the script says it is.
    if m.mode != FORCED or m.queue["draw"]:
        pools.shuffle(m, frame, instruction)


CONTROL: dict[str, Handler] = {
    "call": _call,
    "return": _return,
    "choose": _choose,
    "choose_point": choose_point,
    "ask": _ask,
    "path": _path,
    "sealed": _sealed,
    "window": _window,
    "play": _play,
    "open": _open,
    "close": _close,
    "release": _release,
    "settle": _settle,
    "end": _end,
    "roll": _by_chance(pools.roll),
    "reroll": _by_chance(pools.reroll),
    "reroll_die": _by_chance(pools.reroll_die),
    "random": _by_chance(pools.random_member),
    "shuffle": _by_chance(_shuffle),
    "draw": _draw,
    "move": pools.move,
    "pour": pools.pour,
}
"""Control instructions by name; all others are run by the evaluator."""

RUN[Numbers] = _ask_number
RUN[Refill] = _refilled
RUN[Settle] = settle.run_settle
ANSWER[Code] = _answered
ANSWER[Numbers] = _numbers_given
DELIVER[Code] = _returned
