"""Campaigns: one battle after the other, each a game of its own on its own machine.

When a battle has ended, the procedure between the battles runs in its ended state: scopes are closed without further ado, endings are not
looked at any more, and whatever may happen in a procedure may happen there. Then the next battle begins from its scenario, with the kept
states of what has the same id. Random numbers go on where they were. After the last battle the campaign is over.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tankdsl.engine import chance, setup, writes
from tankdsl.engine.errors import GameError
from tankdsl.engine.machine import Machine
from tankdsl.engine.model import Game
from tankdsl.engine.types import Type

Json = dict[str, Any]


@dataclass(slots=True)
class Course:
    """How far a campaign has come. Belongs to the machine of the battle that is being played."""

    given: Json
    """The options that the player gave; every battle begins with them."""
    between: bool = False
    """Whether the battle has ended and what comes after it is going on."""
    results: list[Json] = field(default_factory=list)
    """`winner` and `ending` of each battle that has ended."""


def begin_course(m: Machine, options: Json | None) -> None:
    """Make ready to play a campaign from this battle on. Raises GameError for options that one of its battles cannot begin with."""
    if m.game.campaign is None:
        return
    for battle in m.game.campaign.battles:
        setup.resolve_options(battle, options)
    # Who begins with a later battle, as tests may, has had no results before it.
    before = [{"winner": None, "ending": ""} for _ in range(m.game.battle - 1)]
    m.course = Course(dict(options or {}), False, before)


def go_on(m: Machine) -> Machine:
    """The machine on which somebody must decide, or on which everything is over: the given one unless another battle has begun."""
    while m.course is not None and m.over is not None and "trap" not in m.over:
        if not m.course.between:
            _end_battle(m)
            continue
        following = _next_game(m)
        if following is None:
            m.over = dict(m.course.results[-1])
            return m
        m = _begin_battle(m, following)
    return m


def _end_battle(m: Machine) -> None:
    """Note the result, and run what stands between the battles."""
    campaign, course = m.game.campaign, m.course
    assert campaign is not None and course is not None and m.over is not None
    course.results.append(m.over)
    course.between = True
    m.log("battle_over", **m.over)
    m.scopes.clear()
    writes.scopes_changed(m)
    if campaign.between is None:
        return
    winner = m.over["winner"]
    m.over, m.ticks = None, 0
    m.call(m.game.ids["proc"][campaign.between], [winner, m.game.battle])
    m.run()


def _next_game(m: Machine) -> Game | None:
    assert m.game.campaign is not None
    battles = m.game.campaign.battles
    return battles[m.game.battle] if m.game.battle < len(battles) else None


def _begin_battle(old: Machine, game: Game) -> Machine:
    """The next battle, from its scenario and with what is kept."""
    assert old.course is not None
    m = setup.new_machine(game, old.ev.name)
    m.mode, m.pause_windows, m.events, m.queue = old.mode, old.pause_windows, old.events, old.queue
    setup.begin(m, setup.resolve_options(game, old.course.given), 0)
    for stream in chance.STREAM_NAMES:
        m.words[stream][:] = old.words[stream]
    m.course = Course(old.course.given, False, old.course.results)
    m.log("battle", machine=m)
    carry_over(old, m)
    setup.start_at(m, None)
    return m


def carry_over(old: Machine, new: Machine) -> None:
    """Bring the kept states of a battle into the next one: of each thing that both have by the same id."""
    assert old.game.campaign is not None
    for kind, name in old.game.campaign.kept:
        before = old.game.fields[old.game.field_index[old.game.ids["kind"][kind], name]]
        after = new.game.fields[new.game.field_index[new.game.ids["kind"][kind], name]]
        ids = old.game.entities(before.kind)
        found = {ids[entity]: old.fields[before.index][entity] for entity in old.game.kinds[before.kind].members}
        for entity in new.game.kinds[after.kind].members:
            id = new.game.entities(after.kind)[entity]
            if id not in found:
                continue
            value = _translated(found[id], before.type, old.game, new.game)
            if value is not None or after.type.optional:
                bounded = after.role == "track" and value is not None
                new.fields[after.index][entity] = writes.saturated(new, after, entity, value) if bounded else value
                if after.index in new.ages:
                    new.ages[after.index][entity] = 0


def _translated(value: Any, type: Type, old: Game, new: Game) -> Any:
    """A value of one battle as a value of another: what has an id is found by it, and is absent when the other battle lacks it."""
    if value is None:
        return None
    match type.base:
        case "set":
            members = [_translated(member, type.of, old, new) for member in value] if type.of else []
            present = [member for member in members if member is not None]
            return tuple(sorted(present))
        case "kind":
            return _position(old.entities(type.index)[value], new.entities(type.index))
        case "model":
            return _position(old.kinds[type.index].models[value], new.kinds[type.index].models)
        case "place" if old.map is not None and new.map is not None:
            if isinstance(value, tuple):
                return value if new.map.has(value) else None
            return new.map.index.get(old.map.ids[value])
    return value


def _position(id: str, ids: tuple[str, ...]) -> int | None:
    return ids.index(id) if id in ids else None


# -- saving


def course_to_json(m: Machine, course: Course) -> Json:
    """The part of a state that says how far a campaign has come."""
    return {
        "battle": m.game.battle,
        "between": course.between,
        "options": dict(course.given),
        "results": [_result_to_json(m, result) for result in course.results],
    }


def _result_to_json(m: Machine, result: Json) -> Json:
    return {"winner": {"absent": True} if result["winner"] is None else result["winner"], "ending": result["ending"]}


def battle_of(game: Game, state: Any) -> Game:
    """The battle of a campaign that a state belongs to. Raises GameError when it names none."""
    if game.campaign is None:
        return game
    found = state.get("campaign") if isinstance(state, dict) else None
    number = found.get("battle") if isinstance(found, dict) else None
    if type(number) is not int or not 1 <= number <= len(game.campaign.battles):
        raise GameError("state.campaign", "expected the number of a battle of this campaign")
    return game.campaign.battles[number - 1]


def course_from_json(game: Game, found: Any) -> Course:
    """How far a campaign has come, from a state. Raises GameError for anything else."""
    fits = isinstance(found, dict) and set(found) == {"battle", "between", "options", "results"}
    if not fits or type(found["between"]) is not bool or type(found["options"]) is not dict or type(found["results"]) is not list:
        raise GameError("state.campaign", "expected how far the campaign has come")
    setup.resolve_options(game, found["options"])
    results = [_result_from_json(game, result) for result in found["results"]]
    if len(results) != game.battle - (0 if found["between"] else 1):
        raise GameError("state.campaign.results", "expected one for each battle that has ended")
    return Course(dict(found["options"]), found["between"], results)


def _result_from_json(game: Game, found: Any) -> Json:
    if isinstance(found, dict) and set(found) == {"winner", "ending"} and type(found["ending"]) is str:
        winner = found["winner"]
        if winner == {"absent": True}:
            return {"winner": None, "ending": found["ending"]}
        if type(winner) is int and 0 <= winner < len(game.side_ids):
            return {"winner": winner, "ending": found["ending"]}
    raise GameError("state.campaign.results", "expected a winner and an ending")
