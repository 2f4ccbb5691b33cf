"""The proof that something takes so long, in words: which piece, from where, how far, how much in a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tankdsl.check.grounds import hex_name
from tankdsl.check.static import Value
from tankdsl.check.tree import Core
from tankdsl.diagnostics import counted
from tankdsl.rules.foresight.asking import ask
from tankdsl.rules.foresight.reach import Course
from tankdsl.rules.foresight.values import span_of
from tankdsl.rules.tabletops import shown_length, shown_point
from tankdsl.rules.walk import asked_by

if TYPE_CHECKING:
    from tankdsl.rules.foresight.outlook import Outlook


def told(outlook: Outlook, course: Course, goal: str = "") -> str:
    """A course in a sentence; with the name of its goal where there are several."""
    origin = "" if course.start is None else f" from {shown_place(outlook, course.start)}"
    since = f", where it may stand in round {course.since} at the earliest" if course.since else ""
    to = f" to {goal}" if goal else ""
    if course.cost == 0:
        return f"`{course.thing}` is {f'at {goal}' if goal else 'there'} in round {course.round} at the earliest"
    if outlook.world.ground is None:
        how = f"has {shown_length(course.cost)} to go{to}, {shown_length(course.each_round)} a round at most"
    else:
        how = f"has a way{to} that costs {course.cost} at least, and {course.each_round} to spend in a round at most"
    return f"`{course.thing}`{origin}{since} {how}, so it is there in round {course.round} at the earliest"


def holding(outlook: Outlook, condition: Core) -> tuple[int, str] | None:
    """In how many rounds before the last one something has to hold already that a condition asks for, and for how long: `4 turns`."""
    found: tuple[int, str] | None = None
    for core in asked_by(outlook.program, condition):
        if not isinstance(core, Core) or core.op != "running" or core.args[1] not in (">", ">="):
            continue
        scope, op, count, _ = core.args
        ends = span_of(ask(outlook.anytime, {}, count))
        needed = 0 if ends is None else ends.low + (op == ">")
        rounds, _ = outlook.closings_in_a_row(scope, needed)
        if rounds > 0 and (found is None or rounds > found[0]):
            found = rounds, counted(needed, scope)
    return found


def shown_place(outlook: Outlook, place: Value) -> str:
    """A place as the players know it."""
    if isinstance(place, tuple) and len(place) == 2 and all(isinstance(part, int) for part in place):
        return shown_point((int(str(place[0])), int(str(place[1]))))
    ground = outlook.world.ground
    return hex_name(ground, place) if ground is not None and isinstance(place, int) else str(place)
