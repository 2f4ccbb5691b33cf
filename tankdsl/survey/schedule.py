"""The chapter `schedule`: how soon each side may be at each objective, if everything goes its way."""

from __future__ import annotations

from tankdsl.check.static import Value, World
from tankdsl.rules.foresight import Outlook, TooMuch, outlook_of
from tankdsl.rules.foresight.clock import last_round
from tankdsl.rules.foresight.courses import shown_place
from tankdsl.rules.foresight.goals import Goal, first_course, goals_of, sides_of
from tankdsl.rules.foresight.mobility import full_move
from tankdsl.rules.foresight.reach import Course
from tankdsl.rules.foresight.values import FOREVER
from tankdsl.rules.game import Game
from tankdsl.survey.interface import Chapter, Section


def schedule(game: Game, world: World) -> Section | None:
    """A row for each objective, a column for each side; None for a scenario without objectives."""
    if world.scenario is None:
        return None
    outlook = outlook_of(game, world.scenario)
    try:
        goals, sides = goals_of(outlook), sides_of(outlook)
        last = last_round(outlook)
        courses = {(goal, side): first_course(outlook, side, goal) for goal in goals for side in sides}
    except TooMuch:
        return Section("Schedule", lines=("there are too many possibilities to look ahead",))
    if not goals or not sides:
        return None
    together = _together(goals)
    rows = tuple((_named(alike), *(_cell(outlook, courses[alike[0], side]) for side in sides)) for alike in together)
    limit = "no number of rounds is the most" if last is None else f"there are {last.round} rounds at most"
    lines = (limit, "the earliest round at whose end a piece of each side may be there: nobody in its way, every budget used up")
    data = [
        {
            "objective": goal.shown.strip("`"),
            "near": goal.near,
            "rounds": {side: _round(courses[goal, side]) for side in sides},
            **({"same": [other.shown.strip("`") for other in others]} if others else {}),
            **({"anywhere": free} if (free := [side for side in sides if _is_free(courses[goal, side])]) else {}),
        }
        for goal, *others in together
    ]
    return Section("Schedule", lines, ("objective", *sides), rows, {"last_round": None if last is None else last.round, "objectives": data})


def _together(goals: tuple[Goal, ...]) -> list[list[Goal]]:
    """Goals that are the same places under several names, as a place that has a name and lies in a zone."""
    found: dict[tuple[frozenset[Value], int], list[Goal]] = {}
    for goal in goals:
        found.setdefault((goal.places, goal.near), []).append(goal)
    return list(found.values())


def _named(alike: list[Goal]) -> str:
    return " = ".join(f"near {goal.shown}" if goal.near else goal.shown for goal in alike)


def _is_free(course: Course | None) -> bool:
    """Whether nothing is known of where the piece may be set down."""
    return course is not None and course.round < FOREVER and course.start is None


def _round(course: Course | None) -> int | None:
    return None if course is None or course.round >= FOREVER else course.round


def _cell(outlook: Outlook, course: Course | None) -> str:
    if course is None or course.round >= FOREVER:
        return "never"
    if course.round == 0:
        return f"set-up ({course.thing} may begin anywhere, as far as is known)" if _is_free(course) else "set-up"
    if _is_free(course):
        return f"round {course.round} ({course.thing} may come on anywhere, as far as is known)"
    origin = "" if course.start is None else f" from {shown_place(outlook, course.start)}"
    if course.since and course.start is not None and outlook.start_of(course.thing) not in (None, course.start):
        origin = f", put on {shown_place(outlook, course.start)}"
    if course.since > 1 and course.cost:
        origin += f" in round {course.since}"
    if course.cost and course.each_round >= FOREVER:
        move = full_move(outlook, course.thing)
        moves = f"{-(-course.cost // move)} full moves" if move else "a way of any length"
        return f"{moves} ({course.thing}{origin})"
    return f"round {course.round} ({course.thing}{origin})"


CHAPTER = Chapter("schedule", schedule)
