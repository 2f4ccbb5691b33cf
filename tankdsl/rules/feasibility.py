"""Feasibility in time: objectives that nobody can have before the game is over, and endings that the scenario can never meet.

Everything counts in favour of the players (`foresight`): what is reported cannot be in any play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tankdsl.check.tree import Core, EndingDef, ScenarioDef
from tankdsl.check.types import SIDE
from tankdsl.diagnostics import Diagnostic, Label, counted, quoted
from tankdsl.diagnostics.registry import analysis
from tankdsl.frozen import replaced
from tankdsl.rules.foresight import Outlook, TooMuch, outlook_of
from tankdsl.rules.foresight.asking import Env, ask
from tankdsl.rules.foresight.bounds import compares_counts, compares_states, farthest
from tankdsl.rules.foresight.clock import Last, last_round
from tankdsl.rules.foresight.courses import holding, told
from tankdsl.rules.foresight.crowds import asks_for_several
from tankdsl.rules.foresight.goals import Goal, first_course, goals_of, is_asked_for, is_had_by, may_change_by, needed, sides_of
from tankdsl.rules.foresight.moments import Moment
from tankdsl.rules.foresight.opening import may_change_at_once
from tankdsl.rules.foresight.operators import parts_of
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
    for ending in outlook.endings:
        found = outlook.briefly(lambda: list(_ending(outlook, ending, last, bool(late))), None)  # noqa: B023
        yield from _in_part(outlook, ending, last) if found is None else found
    yield from outlook.briefly(lambda: list(_missions(outlook)), none)


# ------------------------------------------------------------------------------------------------------------ objectives


def _late_goals(outlook: Outlook, last: Last) -> Iterator[Diagnostic]:
    """Objectives that no side can come to before the last round is over, though there is a way."""
    for goal in needed(outlook):
        if is_had_by(outlook, goal, last.round):
            continue
        courses = {side: first_course(outlook, side, goal) for side in sides_of(outlook)}
        found = [course for course in courses.values() if course is not None]
        is_late = len(found) == len(courses) and all(last.round < course.round < FOREVER for course in found)
        if found and is_late and is_asked_for(outlook, goal) and not may_change_by(outlook, goal, last.round):
            who = "neither side" if len(courses) == 2 else "nobody"
            near = f"near {goal.shown}" if goal.near else f"to {goal.shown}"
            proof = [told(outlook, course) for course in found]
            yield _too_late(outlook, last, goal, f"{who} can come {near} before the game is over", proof)


def _too_late(outlook: Outlook, last: Last, goal: Goal | None, what: str, proof: Iterable[str]) -> Diagnostic:
    scenario = outlook.scenario
    limit = limit_span(outlook.game, scenario, last)
    thing = None if goal is None or goal.thing is None else outlook.world.instances[goal.thing]
    placed = thing is not None and thing.span is not None
    span = outlook.game.thing_span(scenario, thing) if thing is not None and placed else limit
    others = [Label(limit, f"there {'is' if last.round == 1 else 'are'} {counted(last.round, 'round')}")] if span != limit else []
    if last.place not in (span, limit):
        others.append(Label(last.place, _over(last)))
    return analysis.OBJECTIVE_TOO_FAR.at(
        span,
        f"in the scenario `{scenario.id}` {what}",
        secondary=others,
        notes=[*dict.fromkeys(proof), f"the last round is round {last.round}"],
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
    if any(_may_later(outlook, LATER if last is None else last.round, ending, env) for env in envs.values()):
        return
    if last is not None:
        possible = {side: env for side, env in envs.items() if _may(outlook, LATER, ending, env)}
        if possible:
            yield from _not_in_time(outlook, ending, last, possible, has_late_goals)
            return
    yield from _out_of_reach(outlook, ending, envs)


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
    """Whether an ending may be met up to the end of a round; `free`: if all places were near."""
    if not free:
        return outlook.once(("ending", ending.id, round, *env.values()), lambda: outlook.may(round, ending.condition, env))
    moment = Moment(outlook, round)
    moment.free = True
    return moment.settled(lambda: may_hold(ask(moment, dict(env), ending.condition)))


def _may_later(outlook: Outlook, round: int, ending: EndingDef, env: Env) -> bool:
    """Whether an ending may be met if what is kept were as one likes, and a campaign plays another battle, into which that goes on."""
    if not outlook.game.goes_on(outlook.scenario):
        return False
    kept = [fact for fact in fields_read(outlook.program, ending.condition) if (field := outlook.declared(*fact)) and field.kept]
    moment = Moment(outlook, round)
    moment.now = {fact: {} for fact in kept}
    return bool(kept) and moment.settled(lambda: may_hold(ask(moment, dict(env), ending.condition)))


def _could(outlook: Outlook, condition: Core, env: Env, *, anywhere: bool = False) -> bool:
    """Whether a condition could be met if all places were near and states as one likes; `anywhere`: pieces in several places at once.

    What cannot be then is for want of pieces or places; that a place cannot be reached is for the checks of the ground to say.
    """
    moment = Moment(outlook, FOREVER, counts=False)
    moment.is_open = True
    moment.is_in_one_place = not anywhere
    return may_hold(ask(moment, dict(env), condition))


def _not_in_time(outlook: Outlook, ending: EndingDef, last: Last, possible: dict[str, Env], has_late_goals: bool) -> Iterator[Diagnostic]:
    near_enough = any(_may(outlook, last.round, ending, env, free=True) for env in possible.values())
    if not near_enough:
        yield _over_before(outlook, ending, last, possible, _soonest(outlook, ending, possible))
        return
    whose = _whose(possible)
    if has_late_goals:
        return
    held = holding(outlook, ending.condition)
    sides = list(possible)
    late = list(_late_courses(outlook, ending, last.round - (held[0] if held else 0), sides))
    what = f"the ending `{ending.id}` cannot be met{whose} before the game is over"
    shown = late or list(_late_courses(outlook, ending, 1, sides))
    only = shown[0][0] if len({goal for goal, _ in shown}) == 1 else None
    proof = [told(outlook, course, goal.shown) for goal, course in shown[:4]]
    if held:
        proof.append(f"it must be so at the end of {held[1]} in a row, from round {last.round - held[0]} on at the latest")
    elif not late:
        proof += _soonest(outlook, ending, possible)
    yield _too_late(outlook, last, only, what, proof)


def _over_before(outlook: Outlook, ending: EndingDef, last: Last, possible: Iterable[str], soonest: Iterable[str]) -> Diagnostic:
    limit = limit_span(outlook.game, outlook.scenario, last)
    over = [Label(last.place, _over(last))] if last.place not in (limit, ending.span) else []
    return analysis.ENDING_TOO_LATE.at(
        limit,
        f"in the scenario `{outlook.scenario.id}` the game is over before the ending `{ending.id}` can be met{_whose(possible)}",
        secondary=[Label(ending.span, "this ending"), *over],
        notes=[f"the last round is round {last.round}", *soonest],
        help="allow more rounds, or ask for less",
    )


def _whose(sides: Iterable[str]) -> str:
    who = quoted([side for side in sides if side], "and")
    return f" for {who}" if who else ""


def _in_part(outlook: Outlook, ending: EndingDef, last: Last | None) -> Iterator[Diagnostic]:
    """An ending of which it takes long to know all: one of the parts that must all hold may do so too late, wherever pieces are."""
    if last is None or ending.condition.op != "and":
        return
    for number, part in enumerate(parts_of(ending.condition)):
        alone = replaced(ending, id=f"{ending.id} part {number}", condition=part)
        possible = outlook.briefly(lambda: _late_cases(outlook, alone, last), None)  # noqa: B023
        if possible:
            yield _over_before(outlook, ending, last, possible, ())
            return


def _late_cases(outlook: Outlook, ending: EndingDef, last: Last) -> tuple[str, ...]:
    """The sides for which an ending may be met only later than the last round, as long as it cannot be met for any of them till then."""
    envs = _cases(outlook, ending)
    for env in envs.values():
        if _seems(outlook, last.round, ending.condition, env) or _may(outlook, last.round, ending, env, free=True):
            return ()
        if _may_later(outlook, last.round, ending, env):
            return ()
    return tuple(side for side, env in envs.items() if _may(outlook, LATER, ending, env))


def _soonest(outlook: Outlook, ending: EndingDef, possible: dict[str, Env]) -> Iterator[str]:
    """The round in which an ending could be met, where that is soon found."""
    try:
        yield f"the ending could be met in round {_round_of(outlook, ending, possible)}"
    except TooMuch:
        return


def _late_courses(outlook: Outlook, ending: EndingDef, last: int, sides: list[str]) -> Iterator[tuple[Goal, Course]]:
    """The quickest ways of the sides that an ending is about to its objectives, as far as they are too long."""
    named = {core.args[1] for core in asked_by(outlook.program, ending.condition) if isinstance(core, Core) and core.args[:1] == ("Side",)}
    about = [side for side in sides if side] or [side for side in sides_of(outlook) if side in named] or list(sides_of(outlook))
    for goal in goals_of(outlook):
        if is_asked_for(outlook, goal):
            for side in about:
                course = first_course(outlook, side, goal)
                if course is not None and last < course.round < FOREVER:
                    yield goal, course


def _round_of(outlook: Outlook, ending: EndingDef, possible: dict[str, Env]) -> int:
    return min(outlook.earliest(ending.condition, env) for env in possible.values())


def _out_of_reach(outlook: Outlook, ending: EndingDef, envs: dict[str, Env]) -> Iterator[Diagnostic]:
    """An ending that the scenario can never yield: numbers do not come so far, or there are not as many pieces as it needs at once."""
    condition = ending.condition
    states, counts, several = outlook.game.remember(("asks for", ending.id), lambda: _asks_for(outlook, condition))
    if not (states or counts or several):
        return
    if any(_could(outlook, condition, env) for env in envs.values()):
        open_cases = [env for env in envs.values() if states and _is_meant(outlook, condition, env, lenient=False)]
        never = bool(open_cases) and not any(_may(outlook, LATER, ending, env) for env in open_cases)
    else:
        never = any(_is_meant(outlook, condition, env, lenient=counts) for env in envs.values())
        never = never and (states or counts or any(_could(outlook, condition, env, anywhere=True) for env in envs.values()))
    if never:
        yield _never(outlook, ending, envs)


def _asks_for(outlook: Outlook, condition: Core) -> tuple[bool, bool, bool]:
    return compares_states(outlook, condition), compares_counts(outlook, condition), asks_for_several(outlook, condition)


def _is_meant(outlook: Outlook, condition: Core, env: Env, *, lenient: bool) -> bool:
    """Whether a condition is about something that the scenario has, as far as its options go; `lenient`: however little of it."""
    moment = outlook.anytime
    if lenient:
        moment = Moment(outlook, FOREVER, counts=False)
        moment.is_lenient = True
    return may_hold(ask(moment, dict(env), condition))


def _never(outlook: Outlook, ending: EndingDef, envs: dict[str, Env]) -> Diagnostic:
    notes = [*farthest(outlook, ending.condition, envs.items(), outlook.moment(LATER))]
    return analysis.ENDING_OUT_OF_REACH.at(
        outlook.game.scenario_span(outlook.scenario),
        f"in the scenario `{outlook.scenario.id}` the ending `{ending.id}` can never be met",
        secondary=[Label(ending.span, "this ending")],
        notes=list(dict.fromkeys(notes)) or "no piece is in two places at once, and there are not so many pieces as it asks for",
        help="ask for less, or field more that counts",
    )


# -------------------------------------------------------------------------------------------------------------- missions


def _missions(outlook: Outlook) -> Iterator[Diagnostic]:
    """Missions that are dealt and can never be met, or are met as the game is set up."""
    dealt: dict[tuple[str, str], None] = {}
    for ending in outlook.endings:
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
    place = _dealt_at(outlook, id)
    if not _could(outlook, mission.met, own):
        yield analysis.MISSION_NEVER_MET.at(
            place,
            f"in the scenario `{scenario.id}` the mission `{id}` can never be met for `{side}`",
            secondary=[Label(span, "this mission")],
            help="deal another one, or field what it asks for",
        )
        return
    if may_change_at_once(outlook, mission.met):
        return
    start = Moment(outlook, 0)
    if not start.settled(lambda: may_fail(ask(start, dict(own), mission.met))):
        yield analysis.MISSION_MET_AT_ONCE.at(
            place,
            f"in the scenario `{scenario.id}` the mission `{id}` is met for `{side}` as the game is set up",
            secondary=[Label(span, "this mission")],
            help="deal another one, or let it ask that there was something to do",
        )


def _dealt_at(outlook: Outlook, mission: str) -> Span:
    """Where the scenario deals a mission; the scenario itself where its rules do."""
    scenario = outlook.scenario
    given = (*(core for thing in scenario.instances for core in thing.fields.values()), *scenario.game_fields.values())
    ids = {thing.id for thing in scenario.instances if thing.model == mission}
    found = (core.span for core in given if core.op == "ref" and core.args[1] in ids)
    return next(found, outlook.game.scenario_span(scenario))


FEASIBILITY = Check("feasibility", check_feasibility)
