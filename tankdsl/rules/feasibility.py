"""Feasibility in time: objectives that nobody can have before the game is over, and endings that the scenario can never meet.

Everything counts in favour of the players (`foresight`): what is reported cannot be in any play.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.tree import Core, EndingDef, ScenarioDef
from tankdsl.check.types import SIDE, Int
from tankdsl.diagnostics import Diagnostic, Label, counted, quoted
from tankdsl.diagnostics.registry import analysis
from tankdsl.rules.foresight import Outlook, TooMuch, outlook_of
from tankdsl.rules.foresight.asking import Env, ask
from tankdsl.rules.foresight.clock import Last, last_round
from tankdsl.rules.foresight.courses import told
from tankdsl.rules.foresight.goals import Goal, first_course, goals_of, is_had_by, sides_of
from tankdsl.rules.foresight.moments import Moment
from tankdsl.rules.foresight.reach import Course
from tankdsl.rules.foresight.rough import rough_moment
from tankdsl.rules.foresight.values import FOREVER, NOTHING, Group, may_fail, may_hold
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.rules.walk import asked_by, expressions, fields_read
from tankdsl.source import Span
from tankdsl.syntax import ast

LATER = 1 << 20
"""A round that never comes, to ask what could be if the game went on."""


def check_feasibility(game: Game) -> Iterator[Diagnostic]:
    """For each scenario what cannot be had, or not in time."""
    for scenario in game.program.scenarios.values():
        if scenario.layout is None and not scenario.instances:
            continue
        try:
            yield from tuple(_scenario(outlook_of(game, scenario)))
        except TooMuch:
            continue


def _scenario(outlook: Outlook) -> Iterator[Diagnostic]:
    """What is found in a scenario. Each question has its answer soon, or none: who checks a pack does not wait for it."""
    last = last_round(outlook)
    none: list[Diagnostic] = []
    late = none if last is None else outlook.briefly(lambda: list(_late_goals(outlook, last)), none)
    yield from late
    for ending in outlook.program.endings:
        yield from outlook.briefly(lambda: list(_ending(outlook, ending, last, bool(late))), none)  # noqa: B023
    yield from outlook.briefly(lambda: list(_missions(outlook)), none)


# ------------------------------------------------------------------------------------------------------------ objectives


def _late_goals(outlook: Outlook, last: Last) -> Iterator[Diagnostic]:
    """Objectives that no side can come to before the last round is over, though there is a way."""
    for goal in goals_of(outlook):
        if not goal.is_each or is_had_by(outlook, goal, last.round):
            continue
        courses = {side: first_course(outlook, side, goal) for side in sides_of(outlook)}
        found = [course for course in courses.values() if course is not None]
        if found and len(found) == len(courses) and all(last.round < course.round < FOREVER for course in found):
            who = "neither side" if len(courses) == 2 else "nobody"
            near = f"near {goal.shown}" if goal.near else f"to {goal.shown}"
            yield _too_late(outlook, last, goal, f"{who} can come {near} before the game is over", found)


def _too_late(outlook: Outlook, last: Last, goal: Goal | None, what: str, courses: list[Course]) -> Diagnostic:
    scenario = outlook.scenario
    limit = limit_span(outlook.game, scenario, last)
    thing = None if goal is None or goal.thing is None else outlook.world.instances[goal.thing]
    placed = thing is not None and thing.span is not None
    span = outlook.game.thing_span(scenario, thing) if thing is not None and placed else limit
    others = [Label(limit, f"there are {counted(last.round, 'round')}")] if span != limit else []
    if last.place not in (span, limit):
        others.append(Label(last.place, _over(last)))
    return analysis.OBJECTIVE_TOO_FAR.at(
        span,
        f"in the scenario `{scenario.id}` {what}",
        secondary=others,
        notes=[*(told(outlook, course) for course in courses), f"the last round is round {last.round}"],
        help="allow more rounds, move the objective or its pieces nearer, or make them faster",
    )


def _over(last: Last) -> str:
    return f"the game is over after {counted(last.round, 'round')} at the latest"


def limit_span(game: Game, scenario: ScenarioDef, last: Last) -> Span:
    """Where a scenario, or one that it is made from, sets the option on which the last round rests; else where it is named."""
    nodes = {node.name.text: node for node in game.program.declarations if isinstance(node, ast.Scenario)}
    node = nodes.get(scenario.id)
    seen: set[str] = set()
    while node is not None and node.name.text not in seen:
        for setting in node.options:
            if isinstance(setting.target, ast.Name) and setting.target.text in last.options and _is_number(game, setting.target.text):
                return setting.span
        seen.add(node.name.text)
        node = None if node.base is None else nodes.get(node.base.text)
    return game.scenario_span(scenario)


def _is_number(game: Game, option: str) -> bool:
    return type(game.program.options[option].default) is int


# --------------------------------------------------------------------------------------------------------------- endings


def _ending(outlook: Outlook, ending: EndingDef, last: Last | None, has_late_goals: bool) -> Iterator[Diagnostic]:
    envs = _cases(outlook, ending)
    if last is not None and any(_seems(outlook, last.round, ending.condition, env) for env in envs.values()):
        return
    if last is not None and any(_may(outlook, last.round, ending, env) for env in envs.values()):
        return
    if last is not None:
        possible = {side: env for side, env in envs.items() if _may(outlook, LATER, ending, env)}
        if possible:
            yield from _not_in_time(outlook, ending, last, possible, has_late_goals)
            return
    if _counts(outlook, ending):
        open_cases = [env for env in envs.values() if may_hold(ask(outlook.anytime, dict(env), ending.condition))]
        if open_cases and not any(_may(outlook, LATER, ending, env) for env in open_cases):
            yield _never(outlook, ending)


def _cases(outlook: Outlook, ending: EndingDef) -> dict[str, Env]:
    """An ending for each side, if it is about one."""
    if ending.each is None:
        return {"": {}}
    if ending.each.type == SIDE:
        return {side: {ending.each: frozenset({side})} for side in outlook.sides}
    return {"": {}}


def _seems(outlook: Outlook, round: int, condition: Core, env: Env) -> bool:
    """Whether a condition seems to be met easily up to the end of a round."""
    return may_hold(ask(rough_moment(outlook, round), dict(env), condition))


def _may(outlook: Outlook, round: int, ending: EndingDef, env: Env, *, free: bool = False) -> bool:
    if not free:
        return outlook.once(("ending", ending.id, round, *env.values()), lambda: outlook.may(round, ending.condition, env))
    moment = Moment(outlook, round)
    moment.free = True
    return moment.settled(lambda: may_hold(ask(moment, dict(env), ending.condition)))


def _not_in_time(outlook: Outlook, ending: EndingDef, last: Last, possible: dict[str, Env], has_late_goals: bool) -> Iterator[Diagnostic]:
    near_enough = any(_may(outlook, last.round, ending, env, free=True) for env in possible.values())
    who = quoted([side for side in possible if side], "and")
    whose = f" for {who}" if who else ""
    if not near_enough:
        limit = limit_span(outlook.game, outlook.scenario, last)
        over = [Label(last.place, _over(last))] if last.place not in (limit, ending.span) else []
        yield analysis.ENDING_TOO_LATE.at(
            limit,
            f"in the scenario `{outlook.scenario.id}` the game is over before the ending `{ending.id}` can be met{whose}",
            secondary=[Label(ending.span, "this ending"), *over],
            notes=[f"the last round is round {last.round}; the ending could be met in round {_round_of(outlook, ending, possible)}"],
            help="allow more rounds, or ask for less",
        )
        return
    if has_late_goals:
        return
    late: list[tuple[Goal, Course]] = []
    for goal in goals_of(outlook):
        for side in [side for side in possible if side] or list(sides_of(outlook)):
            course = first_course(outlook, side, goal)
            if course is not None and course.round > last.round:
                late.append((goal, course))
    what = f"the ending `{ending.id}` cannot be met{whose} before the game is over"
    yield _too_late(outlook, last, late[0][0] if len(late) == 1 else None, what, [course for _, course in late[:4]])


def _round_of(outlook: Outlook, ending: EndingDef, possible: dict[str, Env]) -> int:
    return min(outlook.earliest(ending.condition, env) for env in possible.values())


def _counts(outlook: Outlook, ending: EndingDef) -> bool:
    """Whether an ending compares a number that rules change with a bound."""
    return outlook.game.remember(("counts", ending.id), lambda: _compares(outlook, ending.condition))


def _compares(outlook: Outlook, condition: Core) -> bool:
    compared = {core.op for core in asked_by(outlook.program, condition) if isinstance(core, Core)} & {"<", "<=", ">", ">="}
    fields = (outlook.declared(*fact) for fact in fields_read(outlook.program, condition) if outlook.writers(*fact))
    return bool(compared) and any(field is not None and isinstance(field.type, Int) for field in fields)


def _never(outlook: Outlook, ending: EndingDef) -> Diagnostic:
    return analysis.ENDING_OUT_OF_REACH.at(
        outlook.game.scenario_span(outlook.scenario),
        f"in the scenario `{outlook.scenario.id}` the ending `{ending.id}` can never be met",
        secondary=[Label(ending.span, "this ending")],
        notes=_most(outlook, ending),
        help="ask for less, or field more that counts",
    )


def _most(outlook: Outlook, ending: EndingDef) -> Iterator[str]:
    """How far the numbers go that an ending compares."""
    moment = outlook.moment(LATER)
    for core in expressions(ending.condition):
        if core.op not in ("<", "<=", ">", ">="):
            continue
        for each in core.args:
            if each.op == "get" and isinstance(each.type, Int) and outlook.writers(each.args[0], each.args[1]):
                for side, env in _cases(outlook, ending).items():
                    found = moment.settled(lambda: ask(moment, dict(env), each))  # noqa: B023
                    top = getattr(found, "high", None)
                    if top is not None:
                        yield f"`{each.args[1]}`{f' of `{side}`' if side else ''} comes to {top} at most, whatever is played"


# -------------------------------------------------------------------------------------------------------------- missions


def _missions(outlook: Outlook) -> Iterator[Diagnostic]:
    """Missions that are dealt and can never be met, or are met as the game is set up."""
    dealt: dict[tuple[str, str], None] = {}
    for ending in outlook.program.endings:
        asked = [core for core in expressions(ending.condition) if core.op == "mission_met"]
        for env in _members(outlook, ending) if asked else ():
            if not _may_be_by_mission(outlook, ending, env):
                continue
            for core in asked:
                missions, sides = (ask(outlook.anytime, dict(env), arg) for arg in core.args)
                if isinstance(missions, frozenset) and isinstance(sides, frozenset) and len(sides) == 1:
                    found = (outlook.mission(mission) for mission in missions - NOTHING)
                    dealt.update(((mission.id, str(side)), None) for mission in found if mission is not None for side in sides - NOTHING)
    for id, side in sorted(dealt):
        yield from _mission(outlook, id, side)


def _members(outlook: Outlook, ending: EndingDef) -> Iterator[Env]:
    """An ending for each thing that it is about."""
    if ending.each is None or ending.domain is None:
        yield {}
        return
    whole = ask(outlook.anytime, {}, ending.domain)
    for member in whole.possible if isinstance(whole, Group) else ():
        yield {ending.each: frozenset({member})}


def _may_be_by_mission(outlook: Outlook, ending: EndingDef, env: Env) -> bool:
    """Whether an ending might be met if its missions were."""
    met = Moment(outlook, FOREVER, counts=False)
    met.all_met = True
    return may_hold(ask(met, dict(env), ending.condition))


def _mission(outlook: Outlook, id: str, side: str) -> Iterator[Diagnostic]:
    mission = outlook.program.missions[id]
    span = mission.span
    own: Env = {mission.side: frozenset({side})}
    scenario = outlook.scenario
    place = outlook.game.scenario_span(scenario)
    if not _seems(outlook, LATER, mission.met, own):
        yield analysis.MISSION_NEVER_MET.at(
            place,
            f"in the scenario `{scenario.id}` the mission `{id}` can never be met for `{side}`",
            secondary=[Label(span, "this mission")],
            help="deal another one, or field what it asks for",
        )
        return
    start = Moment(outlook, 0)
    if not start.settled(lambda: may_fail(ask(start, dict(own), mission.met))):
        yield analysis.MISSION_MET_AT_ONCE.at(
            place,
            f"in the scenario `{scenario.id}` the mission `{id}` is met for `{side}` as the game is set up",
            secondary=[Label(span, "this mission")],
            help="deal another one, or let it ask that there was something to do",
        )


FEASIBILITY = Check("feasibility", check_feasibility)
