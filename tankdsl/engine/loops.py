"""Play loops: a side plays actions, one after the other, until the loop is left.

Each round: leave if the loop is over; a window for actions at any time; leave if nothing is legal; offer. On
leaving there is one more window. Budget and end are computed anew in every round.
"""

from typing import Any

from tankdsl.engine.frames import LEAVING, OFFER, TOP, Code, Play, Stage
from tankdsl.engine.load_code import PlayLoop
from tankdsl.engine.machine import ANSWER, RUN, Decision, Machine
from tankdsl.engine.staging import IN_PLAY, begin_action, fix, left_of, offered
from tankdsl.engine.windows import anytime_window, run_window

LOOP_TICKS = 200
"""What a play loop that is over counts towards the runaway limit: looking for legal actions is no small thing."""


def loop_of(m: Machine, position: int) -> tuple[PlayLoop, Code]:
    """The loop of the Play frame at a position of the stack, and the frame with its slots."""
    code: Any = m.frames[position - 1]
    return m.game.procs[code.proc].code[code.pc][1], code


def run_play(m: Machine, frame: Play) -> Decision | None:
    """One phase of a play loop."""
    code: Any = m.frames[-2]
    loop: PlayLoop = m.game.procs[code.proc].code[code.pc][1]
    who = m.E[loop.who](code.slots)
    if frame.phase == LEAVING or who is None:
        m.tick(LOOP_TICKS)
        m.frames.pop()
        code.pc += 1
        return None
    left = None if loop.budget is None else left_of(m, len(m.frames) - 1)
    if frame.phase == TOP:
        m.ticks += 1
        if m.ticks > m.game.runaway:
            m.tick(0)
        if _is_over(m, frame, loop, code, who, left):
            _leave(m, frame)
            return None
        frame.phase = OFFER
        window = anytime_window(m) if m.has_anytime else None
        if window is not None:
            m.frames.append(window)
            reaction = run_window(m, window)
            if reaction is not None:
                return reaction
    elif loop.until is not None and m.E[loop.until](code.slots) is True:
        _leave(m, frame)
        return None
    # A test that waits in every window also waits where only a pass is possible.
    always = m.pause_windows and loop.may_pass
    fixed = fixed_of(m, loop, code) if loop.fixed else ()
    decision = offered(m, loop.actions, (who, IN_PLAY, ()), fixed, left, may_pass=loop.may_pass, always=always)
    if decision is None:
        _leave(m, frame)
    return decision


def fixed_of(m: Machine, loop: PlayLoop, code: Code) -> tuple[Any, ...]:
    """The fixed values of the first parameters."""
    return tuple([m.E[root](code.slots) for root in loop.fixed])


def _is_over(m: Machine, frame: Play, loop: PlayLoop, code: Code, who: int, left: int | None) -> bool:
    """Whether the loop ends before anything more is offered."""
    if loop.until is not None and m.E[loop.until](code.slots) is True:
        return True
    if loop.times is not None:
        times = m.E[loop.times](code.slots)
        if times is not None and frame.times >= times:
            return True
    if left != 0 or (m.pause_windows and loop.may_pass):
        return False
    return offered(m, loop.actions, (who, IN_PLAY, ()), fixed_of(m, loop, code), left, may_pass=False) is None


def _leave(m: Machine, frame: Play) -> None:
    frame.phase = LEAVING
    window = anytime_window(m) if m.has_anytime else None
    if window is not None:
        m.frames.append(window)


def _answer(m: Machine, frame: Play, verb: str, value: Any) -> None:
    loop, code = loop_of(m, len(m.frames) - 1)
    who = m.E[loop.who](code.slots)
    if verb == "pass":
        if m.events is not None:
            m.log("pass", side=who)
        _leave(m, frame)
        return
    frame.phase = TOP
    fixed = fixed_of(m, loop, code)
    slots = begin_action(m, value, who, IN_PLAY, ())
    assert slots is not None
    fix(m, value, slots, fixed)
    m.frames.append(Stage(value, slots, len(fixed)))


RUN[Play] = run_play
ANSWER[Play] = _answer
