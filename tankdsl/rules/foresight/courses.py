"""The proof that something takes so long, in words: which piece, from where, how far, how much in a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tankdsl.check.grounds import hex_name
from tankdsl.check.static import Value
from tankdsl.rules.foresight.reach import Course
from tankdsl.rules.tabletops import shown_length, shown_point

if TYPE_CHECKING:
    from tankdsl.rules.foresight.outlook import Outlook


def told(outlook: Outlook, course: Course) -> str:
    """A course in a sentence."""
    origin = "" if course.start is None else f" from {shown_place(outlook, course.start)}"
    since = f", where it may stand in round {course.since} at the earliest" if course.since else ""
    if course.cost == 0:
        return f"`{course.thing}` is there in round {course.round} at the earliest"
    if outlook.world.ground is None:
        how = f"has {shown_length(course.cost)} to go, {shown_length(course.each_round)} a round at most"
    else:
        how = f"has a way that costs {course.cost} at least, and {course.each_round} to spend in a round at most"
    return f"`{course.thing}`{origin}{since} {how}, so it is there in round {course.round} at the earliest"


def shown_place(outlook: Outlook, place: Value) -> str:
    """A place as the players know it."""
    if isinstance(place, tuple) and len(place) == 2 and all(isinstance(part, int) for part in place):
        return shown_point((int(str(place[0])), int(str(place[1]))))
    ground = outlook.world.ground
    return hex_name(ground, place) if ground is not None and isinstance(place, int) else str(place)
