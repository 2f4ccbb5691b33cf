"""The frames of the machine: what is going on, from the main procedure (first) to what waits for an answer (last).

    Code      a procedure at a position of its code
    Settle    whenevers run until none is due
    Window    sides are asked one by one whether they react (also the windows between actions: `ANYTIME`)
    Play      a side plays actions
    Stage     the parameters of an action are asked for
    Act       the effect of an action runs, then what happens to its card
    Path      a path is laid step by step
    Sealed    several sides answer without knowing of each other
    Numbers   chance is asked for the numbers of one instruction
    Refill    a pile ran out and is refilled before it is drawn from again

A frame finds what it needs in the frame below it: a Window or Play reads its instruction and its slots from
the Code below. Every frame is plain data; `frame_to_json` and `frame_from_json` are the two directions.
"""

from dataclasses import dataclass, field
from typing import Any

ANYTIME = -1
"""Stands for a window that opens between the actions of a play loop."""


@dataclass(slots=True, eq=False)
class Code:
    """A procedure. `pc` is the next instruction; below a call it is the one behind the call."""

    proc: int
    pc: int
    slots: list[Any]
    held: int = 0
    """Holds that this frame opened and did not yet release."""


@dataclass(slots=True, eq=False)
class Settle:
    """While it is on the stack, settle points do nothing."""


@dataclass(slots=True, eq=False)
class Window:
    """`asks` are (index of the ask, member) pairs, `at` the one that is being asked, or next."""

    window: int
    asks: list[tuple[int, Any]]
    at: int = 0
    side: int | None = None
    """Who is asked, and `args` what he knows; found again when a state is loaded."""
    args: tuple[Any, ...] = ()
    gone: tuple[int, ...] | None = None
    """Parameters that were removed from the game before the first ask; None before it."""


TOP, OFFER, LEAVING = 0, 1, 2
"""Phases of a play loop: test and open the window between actions; offer; leave after a last window."""


@dataclass(slots=True, eq=False)
class Play:
    """A play loop: what was spent, how many actions were committed, and its phase."""

    spent: int = 0
    times: int = 0
    phase: int = TOP


@dataclass(slots=True, eq=False)
class Stage:
    """An action whose parameters before `param` are known; `picked` has the group or path laid so far."""

    action: int
    slots: list[Any]
    param: int = 0
    picked: list[Any] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Act:
    """A committed action."""

    action: int
    slots: list[Any]
    ended: bool = False
    """Whether the effect is over and the procedure for the card runs."""


@dataclass(slots=True, eq=False)
class Path:
    """The places entered so far: numbers, or points on a table."""

    places: list[Any] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Sealed:
    """Answers so far by position of the part: a one-member list with the value."""

    answers: dict[int, Any] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Numbers:
    """Numbers that chance gave for the instruction below."""

    given: list[int] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Refill:
    """The draw below is tried again when this frame comes to the top."""


Frame = Code | Settle | Window | Play | Stage | Act | Path | Sealed | Numbers | Refill
