"""Values, guards, what happens by itself, endings with and without a memory, missions, sight and arcs."""

from typing import Any

import pytest

from tankdsl.check.types import Direction
from tests.unit.lower.playing import document, play, trace, value
from tests.unit.lower.trees import (
    BLUE,
    BOOL,
    COUNT,
    GAME,
    PLACE,
    RED,
    SIDE,
    SIDES,
    SPAN,
    TANK,
    TANKS,
    TRACE,
    YES,
    Enum,
    Int,
    Kind,
    Local,
    Set,
    assign,
    call,
    compare,
    core,
    count_up,
    damage,
    effect,
    field,
    get,
    kind,
    kinds,
    note,
    number,
    program,
    read,
    reason,
    t,
    tank,
    when,
)

A, B, S = Local("a", TANK), Local("b", TANK), Local("s", SIDE)
BUMP = effect("bump", count_up())


def rules(made: t.Program) -> Any:
    return document(made)["rules"]


def test_value_with_rows() -> None:
    rows = ((damage(read(A)), YES, "damage of {a}", ()), (number(4), compare("==", damage(read(A)), number(3)), "much", ("XX-001",)))
    worth = t.ValueDef("worth", (A,), core("rows", "sum", rows, None, number(6)), Int(0, 6), ("XX-002",), SPAN)
    made = program(note(core("call", "worth", tank("light.1"))), note(core("call", "worth", tank("light.2"))), values={"worth": worth})
    assert trace(play(made)) == "61"
    lowered = rules(made)["values"][0]
    assert (lowered["slots"], lowered["gives"], lowered["cites"]) == (1, {"int": [0, 6]}, ["XX-002"])
    assert lowered["params"] == [{"name": "a", "type": {"kind": "Tank"}}]


def test_guard_as_a_condition() -> None:
    found = Local("found", TANK)
    demands = (
        t.DemandLet(found, core("first", TANKS, type=TANK), reason("ready.1"), SPAN),
        t.Demand(compare("==", damage(read(found)), number(2)), reason("ready.2"), SPAN),
    )
    ready = t.GuardDef("ready", (A,), demands, True, (), SPAN)
    made = program(when(core("holds", "ready", tank("light.1"), type=BOOL), note(1)), guards={"ready": ready})
    assert trace(play(made)) == "1"
    assert rules(made)["guards"][0]["placement"] is True
    assert rules(made)["guards"][0]["slots"] == 2


def test_whenever_runs_for_every_binding() -> None:
    fit = core("and", compare("!=", damage(read(A)), damage(read(B))), compare("<", COUNT, number(3)), type=BOOL)
    params = (t.ParamDef(A, False, TANKS), t.ParamDef(B, False, TANKS))
    pairs = t.WheneverDef("pairs", params, None, fit, (count_up(), note(damage(read(A)))), ("XX-001",), SPAN)
    session = play(program(note(9), whenevers={"pairs": pairs}))
    # the first pair is heavy.1 and light.1: the trigger runs for it until its condition is false
    assert trace(session) == "2229"
    lowered = rules(program(whenevers={"pairs": pairs}))["whenevers"][0]
    assert (lowered["proc"], lowered["slots"], len(lowered["params"])) == ("whenever.pairs", 2, 2)


def win(id: str, side: t.Core, condition: t.Core, **more: Any) -> t.EndingDef:
    given = {"during": None, "at_end_of": None, "each": None, "domain": None, "candidate": None} | more
    return t.EndingDef(id=id, condition=condition, outcome=("win", side), cites=("XX-009",), span=SPAN, **given)


def winner(session: Any) -> Any:
    return session.request["winner"] if "winner" in session.request else session.state()["over"]["winner"]


def test_ending_for_each_side() -> None:
    reached = compare(">=", get("Side", "points", read(S)), number(2))
    goal = win("goals.points", read(S), reached, each=S, domain=SIDES, during="main")
    made = program(assign("Side", "points", BLUE, number(2)), call("bump"), note(1), procs=[BUMP], endings=[goal])
    session = play(made)
    assert session.is_over and winner(session) == "blue" and trace(session) == "0"
    lowered = rules(made)["endings"][0]
    assert (lowered["during"], lowered["at"], lowered["outcome"]) == ("main", "settle", ["win", ["local", 0]])
    assert document(made)["text"][lowered["text"]] == "goals: points"


def test_ending_at_the_end_of_a_scope_by_most() -> None:
    one = Local("candidate", SIDE)
    most = t.EndingDef("limit", None, "round", None, None, YES, ("most", get("Side", "points", read(one))), one, (), SPAN)
    body = (note(1), assign("Side", "points", RED, number(1)), note(2))
    made = program(t.Repeat(SPAN, (), number(5), None, "round", body), endings=[most])
    session = play(made)
    assert trace(session) == "12" and winner(session) == "red"
    assert rules(made)["endings"][0]["outcome"] == ["most", 0, ["get", "Side", "points", ["local", 0]]]


def test_outcome_most_without_a_name_for_the_side() -> None:
    most = t.EndingDef("limit", None, "round", None, None, YES, ("most", COUNT), None, (), SPAN)
    lowered = rules(program(t.Repeat(SPAN, (), number(1), None, "round", ()), endings=[most]))["endings"][0]
    assert lowered["outcome"][1] == 0 and lowered["slots"] == 1


# -------------------------------------------------------------------------------------------------------------- history


def rounds(times: int, *body: t.AnyStmt) -> t.Repeat:
    return t.Repeat(SPAN, (), number(times), None, "round", body)


def running(least: int, held: t.Core) -> t.Core:
    return core("running", "round", ">=", number(least), held, type=BOOL)


def throughout(held: t.Core) -> t.Core:
    return core("throughout", "round", held, type=BOOL)


def ends_after(condition: t.Core, *body: t.AnyStmt) -> int:
    """In which round an ending that is looked at at the end of each ends the game; 9 is the last one anyway."""
    made = program(rounds(9, count_up(), *body), procs=[BUMP], endings=[win("held", RED, condition, at_end_of="round")])
    return int(value(play(made), "Game.count"))


def test_running_counts_scopes_in_a_row() -> None:
    assert ends_after(running(3, YES)) == 3
    # the condition fails in round 2, so the row begins anew with round 3
    assert ends_after(running(3, compare("!=", COUNT, number(2)))) == 5


def test_running_looks_only_at_the_end() -> None:
    dip = (note(1), call("bump"), assign("Game", "trace", GAME, number(0)))
    held = compare("==", TRACE, number(0))
    made = program(rounds(9, *dip), procs=[effect("bump")], endings=[win("held", RED, running(2, held), at_end_of="round")])
    assert play(made).is_over and winner(play(made)) == "red"


def test_throughout_remembers_a_failure_at_any_settle_point() -> None:
    # the count passes through 2 in the middle of the first round only
    steps = (count_up(), call("settle"), count_up(), call("settle"), count_up())
    made = program(
        rounds(3, *steps, note(1)),
        procs=[effect("settle")],
        endings=[win("held", RED, throughout(compare("!=", COUNT, number(2))), at_end_of="round")],
    )
    session = play(made)
    assert winner(session) == "red" and trace(session) == "11"


def test_running_of_throughout() -> None:
    steps = (count_up(), call("settle"), count_up(), call("settle"), note(1))
    held = running(2, throughout(compare("!=", COUNT, number(3))))
    made = program(rounds(9, *steps), procs=[effect("settle")], endings=[win("held", RED, held, at_end_of="round")])
    # round 2 passes through 3; rounds 3 and 4 do not
    assert trace(play(made)) == "1111"


def test_history_of_each_side() -> None:
    leads = compare(">=", get("Side", "points", read(S)), number(1))
    goal = win("held", read(S), running(2, leads), each=S, domain=SIDES)
    gains = (
        when(compare("==", COUNT, number(0)), assign("Side", "points", RED, number(1))),
        when(compare("==", COUNT, number(1)), assign("Side", "points", RED, number(0)), assign("Side", "points", BLUE, number(1))),
        count_up(),
    )
    made = program(rounds(9, *gains), endings=[goal])
    session = play(made)
    assert winner(session) == "blue" and value(session, "Game.count") == 3
    fields = {one["id"]: one["fields"] for one in document(made)["content"]["kinds"]}["Side"]
    assert [one["id"] for one in fields] == ["points", "running.1"]


def test_history_is_kept_also_when_a_scope_is_left_early() -> None:
    early = effect("early", rounds(1, count_up(), t.Stop(SPAN, (), None)))
    calls = t.Repeat(SPAN, (), number(9), None, None, (call("early"),))
    made = program(calls, procs=[early], endings=[win("held", RED, running(4, YES), at_end_of="round")])
    assert value(play(made), "Game.count") == 4


# ---------------------------------------------------------------------------------------------------- missions and ground


def test_missions_are_things_with_a_condition() -> None:
    mission = Kind("Mission")
    met = compare(">=", get("Side", "points", read(S)), number(1))
    missions = {"lead": t.MissionDef("lead", "Lead", 2, S, met, (), SPAN)}
    piles = {"missions": t.PileDef("missions", "Mission", False, True, True, S, Local("v", SIDE), None, None, None, (), SPAN)}
    drawn = Local("drawn", mission)
    is_met = core("mission_met", read(drawn), RED, type=BOOL)
    body = (
        t.Draw(SPAN, (), drawn, core("pile", "missions"), None),
        when(is_met, note(1), orelse=(note(2),)),
        assign("Side", "points", RED, number(1)),
        when(is_met, note(3)),
    )
    made = program(*body, missions=missions, piles=piles)
    assert trace(play(made)) == "23"
    found = document(made)["content"]
    assert found["piles"][0]["initial"] == ["lead.1", "lead.2"]
    assert [one["id"] for one in found["kinds"]][-1] == "Mission"


def test_sight_and_its_tie_by_option() -> None:
    h, ends = Local("h", PLACE), (Local("p", PLACE), Local("q", PLACE))
    tall = get("Terrain", "tall", core("terrain", read(h), type=Kind("Terrain")), BOOL)
    row = t.SightRule("at", (h,), ends, tall, "", (), SPAN)
    sight = t.SightDef("line", (row,), ("ties", {"strict": "both", "lax": "either"}), True, (), SPAN)
    ties = t.OptionDef("ties", "Ties", "choice", 0, 0, ("strict", "lax"), "lax", (), (), (), SPAN)
    places = [core("coordinates", number(q), number(0), type=PLACE) for q in (0, 1, 4)]
    sees = [core("sight", "line", places[0], other, type=BOOL) for other in places[1:]]
    body = (when(sees[0], note(1)), when(sees[1], note(2), orelse=(note(3),)))
    made = program(*body, sights={"line": sight}, options={"ties": ties})
    assert trace(play(made)) == "13"
    assert rules(made)["sights"][0]["tie"] == {"option": "ties", "values": {"strict": "both", "lax": "either"}}
    assert document(made)["content"]["enums"] == [{"id": "option.ties", "members": ["strict", "lax"], "names": {}}]


def test_arcs_bring_their_enum() -> None:
    facing = field("facing", "state", Direction(), core("dir", "n", type=Direction()))
    tank_kind = kinds()["Tank"]
    turning = kind("Tank", "unit", *tank_kind.fields, facing, models=tank_kind.models)
    parts = (("front", (5, 0, 1)), ("rear", (2, 3, 4)))
    arcs = t.ArcsDef("hull", "Tank", "facing", parts, "front", "arcs.hull", SPAN)
    place = core("coordinates", number(4), number(0), type=PLACE)
    arc = core("arc", "hull", tank("light.1"), place, type=Enum("arcs.hull"))
    front = core("enum", "arcs.hull", "front", type=Enum("arcs.hull"))
    made = program(when(compare("==", arc, front), note(1), orelse=(note(2),)), arcs={"hull": arcs}, kinds=kinds() | {"Tank": turning})
    # the hex in question lies to the south-east, which is behind
    assert trace(play(made)) == "2"
    assert document(made)["content"]["enums"][0] == {"id": "arcs.hull", "members": ["front", "rear"], "names": {}}


@pytest.mark.parametrize(
    ("rules_", "budget"),
    [
        ((), 1_000_000),
        ((("budget", number(3), None),), 3),
        ((("budget", number(3), compare("==", COUNT, number(0))), ("budget", number(1), None)), ["if", 0, 3, 1]),
    ],
)
def test_budgets_of_movements(rules_: tuple[Any, ...], budget: Any) -> None:
    unit, origin, target, so_far = (Local(name, TANK if name == "u" else PLACE) for name in "uabp")
    made_rules = tuple(t.MoveRule(word, amount, when_, None, "", (), SPAN) for word, amount, when_ in rules_)
    more = (
        t.MoveRule("stops", None, compare("==", read(target), read(origin)), None, "", (), SPAN),
        t.MoveRule("passes", None, YES, None, "only through", (), SPAN),
        t.MoveRule("first", None, None, None, "", (), SPAN),
        t.MoveRule("bonus", number(1), None, None, "road", ("XX-001",), SPAN),
    )
    movement = t.MovementDef("driving", "Tank", unit, origin, target, so_far, (*made_rules, *more), (), SPAN)
    lowered = rules(program(movements={"driving": movement}))["movements"][0]
    found = lowered["budget"]
    assert (["if", 0, *found[2:]] if isinstance(found, list) else found) == budget
    assert lowered["stops"] == [{"when": ["==", ["local", 2], ["local", 1]]}]
    assert document(program(movements={"driving": movement}))["text"][lowered["through"][0]["reason"]] == "only through"
    assert lowered["first_step_always"] is True
    assert lowered["bonus"] == [[1, True, "row.driving.1", ["XX-001"]]]


def test_sets_of_connected_places_and_rotated_lists() -> None:
    place = core("coordinates", number(0), number(0), type=PLACE)
    x = Local("x", PLACE)
    low = core("filter", x, core("places", type=Set(PLACE)), compare("!=", core("distance", read(x), place), number(2)), type=Set(PLACE))
    body = (
        note(core("size", core("connected", place, low, type=Set(PLACE)))),
        when(compare("==", core("first", core("from", SIDES, BLUE, type=Set(SIDE)), type=SIDE), BLUE), note(5)),
    )
    assert trace(play(program(*body))) == "25"
