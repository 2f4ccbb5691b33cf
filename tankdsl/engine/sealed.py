"""Sealed decisions: several sides answer, and no answer is known before all are given.

Parts with nothing to choose are settled at once. A side gives the answers to its parts in their order; sides
may answer in any order, one input may bring the answers of several.
"""

from typing import Any

from tankdsl.engine.frames import Code, Sealed
from tankdsl.engine.machine import ANSWER, RUN, Decision, Machine


def begin_sealed(m: Machine, frame: Code, instruction: Any) -> Sealed:
    """Everything that needs no answer is answered."""
    sealed = Sealed()
    for index in range(len(instruction[1])):
        side, options, optional = part(m, frame, index)
        if side is None or not options:
            sealed.answers[index] = None
        elif len(options) == 1 and not optional:
            sealed.answers[index] = options[0]
    return sealed


def part(m: Machine, frame: Code, index: int) -> tuple[int | None, tuple[Any, ...], bool]:
    """Side, options and whether it may pass, of one part."""
    _, who, candidates, optional, _, _ = m.game.procs[frame.proc].code[frame.pc][1][index]
    side = m.E[who](frame.slots)
    return side, (() if side is None else m.E[candidates](frame.slots)), optional


def open_parts(m: Machine) -> list[tuple[int, int, tuple[Any, ...], bool]]:
    """The parts that still need an answer: (position, side, options, may pass). The frame is on top."""
    sealed, code = m.frames[-1], m.frames[-2]
    assert isinstance(sealed, Sealed) and isinstance(code, Code)
    found = []
    for index in range(len(m.game.procs[code.proc].code[code.pc][1])):
        if index not in sealed.answers:
            side, options, optional = part(m, code, index)
            assert side is not None
            found.append((index, side, options, optional))
    return found


def run_sealed(m: Machine, frame: Sealed) -> Decision | None:
    """Ask for what is missing, or let all answers land together."""
    code: Any = m.frames[-2]
    parts = m.game.procs[code.proc].code[code.pc][1]
    if any(index not in frame.answers for index in range(len(parts))):
        return Decision("sealed", None, list)
    m.frames.pop()
    for index, picks in enumerate(parts):
        code.slots[picks[0]] = frame.answers[index]
    code.pc += 1
    return None


def _answer(m: Machine, frame: Sealed, verb: str, value: dict[int, Any]) -> None:
    """`value` maps positions of parts to values."""
    frame.answers.update(value)


RUN[Sealed] = run_sealed
ANSWER[Sealed] = _answer
