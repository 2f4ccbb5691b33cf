"""Settle points: triggers in order until none is due, then endings; what holds them back."""

from collections.abc import Callable
from typing import Any

import pytest

from tankdsl.engine import Session
from tests.unit.engine.minidoc import SIDE, TANK, Json, get, local, proc
from tests.unit.engine.play import EVALUATORS, STOP, cell, place, run, slots

RED, BLUE = ["ref", "Side", "red"], ["ref", "Side", "blue"]
R1, B1 = ["ref", "Tank", "r1"], ["ref", "Tank", "b1"]
POINTS = ["get", "Side", "points", RED]


def add(side: Any, n: int) -> list[Any]:
    return ["assign", "Side", "points", side, ["+", ["get", "Side", "points", side], n]]


@pytest.fixture(params=EVALUATORS)
def evaluator(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def whenever(id: str, when: Any, proc_id: str, params: Any = (), **more: Any) -> Json:
    rows = [{"slot": slot, "set": members} for slot, members in params]
    return {"id": id, "params": rows, "slots": 4, "when": when, "proc": proc_id, "cites": [], **more}


def ending(id: str, when: Any, outcome: Any, **more: Any) -> Json:
    return {"id": id, "during": "", "at": "settle", "slots": 4, "when": when, "outcome": outcome, "text": "won", "cites": [], **more}


def rules(whenevers: tuple[Json, ...] = (), endings: tuple[Json, ...] = ()) -> Callable[[Json], None]:
    def change(document: Json) -> None:
        document["rules"]["procs"] += [
            proc("wreck", [add(RED, 1), ["settle"], ["remove", "Tank", local(0)]], [("tank", TANK)]),
            proc("tens", [add(RED, 10)], []),
            proc("ask_first", [["ask", 1, RED, "call"], ["remove", "Tank", local(0)]], [("tank", TANK)], slots=2),
        ]
        document["rules"]["whenevers"] = list(whenevers)
        document["rules"]["endings"] = list(endings)

    return change


WEAK = whenever("weak", ["<=", get("plates", local(0)), 0], "wreck", [(0, ["things", "Tank", "placed"])])


def strip(tank: Any) -> list[Any]:
    return ["assign", "Tank", "plates", tank, 0]


def test_triggers_run_for_every_binding_in_order(evaluator: str) -> None:
    session = run([strip(R1), strip(B1), ["settle"], STOP], change=rules((WEAK,)), log=True, evaluator=evaluator)
    assert [e["args"] for e in session.events if e["event"] == "whenever"] == [(0,), (1,)]
    assert cell(session, "Side", "points", "red") == 2 and place(session, "r1") is None


def test_triggers_go_on_until_none_is_due(evaluator: str) -> None:
    tens = whenever("tens", ["and", ["==", ["mod", POINTS, 10], 2], ["<", POINTS, 10]], "tens")
    session = run([strip(R1), strip(B1), ["settle"], STOP], change=rules((tens, WEAK)), evaluator=evaluator)
    assert cell(session, "Side", "points", "red") == 12


def test_a_trigger_without_end_traps(evaluator: str) -> None:
    session = run([["settle"]], change=rules((whenever("tens", ["<", POINTS, 1_000_000_000], "tens"),)), evaluator=evaluator)
    assert session.is_over and "without end" in session.request["trap"]


def test_a_trigger_can_wait_for_an_answer(evaluator: str) -> None:
    asking = {**WEAK, "proc": "ask_first"}
    session = run([strip(R1), strip(B1), ["settle"], STOP], change=rules((asking,)), evaluator=evaluator)
    assert session.request["kind"] == "yes_no"
    session = Session(session.game, evaluator=evaluator).restore(session.state())
    session.answer({"yes": True})
    assert session.request["kind"] == "yes_no" and place(session, "b1") is None
    session.answer({"yes": True})
    assert session.request["kind"] == "pick"


def test_during_limits_a_trigger_to_a_scope(evaluator: str) -> None:
    change = rules(({**WEAK, "during": "turn"},))
    code = [strip(R1), ["settle"], ["set", 0, POINTS], ["open", "turn", ["none"]], ["settle"], ["set", 1, POINTS], STOP]
    assert slots(run(code, change=change, evaluator=evaluator))[:2] == [0, 1]


def test_hold_and_release(evaluator: str) -> None:
    code = [
        ["hold"],
        strip(R1),
        ["settle"],
        ["set", 0, POINTS],
        ["hold"],
        ["release"],
        ["set", 1, POINTS],
        ["release"],
        ["set", 2, POINTS],
        STOP,
    ]
    assert slots(run(code, change=rules((WEAK,)), evaluator=evaluator))[:3] == [0, 0, 1]


def test_a_hold_ends_with_its_procedure(evaluator: str) -> None:
    def change(document: Json) -> None:
        rules((WEAK,))(document)
        document["rules"]["procs"].append(proc("careless", [["hold"], strip(R1), ["return", []]]))

    session = run([["call", "careless", [], []], ["settle"], ["set", 0, POINTS], STOP], change=change, evaluator=evaluator)
    assert slots(session)[0] == 1 and session.state()["hold"] == 0


def test_a_win_stops_at_once(evaluator: str) -> None:
    win = ending("enough", [">=", POINTS, 1], ["win", RED])
    session = run([add(RED, 1), ["settle"], add(RED, 5), STOP], change=rules((), (win,)), evaluator=evaluator)
    assert session.request == {"kind": "over", "prompt": "<won>", "winner": "red", "ending": "enough"}
    assert cell(session, "Side", "points", "red") == 1


def test_draws_come_first_and_then_the_order_of_the_list(evaluator: str) -> None:
    blue, red, draw = ending("a", True, ["win", BLUE]), ending("b", True, ["win", RED]), ending("c", True, ["draw"])
    assert run([["settle"]], change=rules((), (blue, red)), evaluator=evaluator).request["winner"] == "blue"
    drawn = run([["settle"]], change=rules((), (blue, draw, red)), evaluator=evaluator).request
    assert drawn["ending"] == "c" and "winner" not in drawn


def test_each_goes_through_its_set_in_order(evaluator: str) -> None:
    each = ending("side", True, ["win", local(2)], each={"slot": 2, "set": ["from", ["sides"], BLUE]})
    assert run([["settle"]], change=rules((), (each,)), evaluator=evaluator).request["winner"] == "blue"


@pytest.mark.parametrize(
    ("red", "blue", "winner"), [((3, 1), (2, 9), "red"), ((2, 1), (2, 9), "blue"), ((2, 9), (2, 9), None), ((0, 0), (0, 1), "blue")]
)
def test_most_compares_key_by_key(evaluator: str, red: tuple[int, int], blue: tuple[int, int], winner: str | None) -> None:
    key = ["if", ["==", local(1), RED], red[1], blue[1]]
    most = ending("count", True, ["most", 1, ["get", "Side", "points", local(1)], key])
    session = run([add(RED, red[0]), add(BLUE, blue[0]), ["settle"]], change=rules((), (most,)), evaluator=evaluator)
    assert session.request.get("winner") == winner


def test_an_absent_key_counts_least(evaluator: str) -> None:
    most = ending("count", True, ["most", 1, ["if", ["==", local(1), RED], ["none"], -5]])
    assert run([["settle"]], change=rules((), (most,)), evaluator=evaluator).request["winner"] == "blue"


def test_endings_during_a_scope_and_at_its_close(evaluator: str) -> None:
    def change(at: str, during: str) -> Callable[[Json], None]:
        return rules((), (ending("x", [">=", POINTS, 1], ["win", RED], at=at, during=during),))

    code = [
        add(RED, 1),
        ["settle"],
        ["set", 0, 1],
        ["open", "turn", BLUE],
        ["settle"],
        ["set", 0, 2],
        add(RED, 1),
        ["close", "turn"],
        ["set", 0, 3],
        STOP,
    ]
    points = {"settle,": 1, "settle,turn": 1, "turn,": 2}
    for key, expected in points.items():
        session = run(code, change=change(*key.split(",")), evaluator=evaluator)
        assert session.is_over and cell(session, "Side", "points", "red") == expected
    never = run(code, change=rules((), (ending("x", [">=", POINTS, 9], ["win", RED], at="turn"),)), evaluator=evaluator)
    assert slots(never)[0] == 3


def test_missions(evaluator: str) -> None:
    def change(document: Json) -> None:
        from tests.unit.engine.minidoc import field, kind

        document["content"]["kinds"].append(
            kind("Mission", "mission", models=[{"id": "hold", "name": "pick"}, {"id": "idle", "name": "pick"}],
                 instances=[{"id": "m1", "model": "hold", "name": "pick"}, {"id": "m2", "model": "idle", "name": "pick"}])
        )  # fmt: skip
        document["content"]["kinds"][0]["fields"].append(field("task", {"optional": {"kind": "Mission"}}))
        document["rules"]["missions"] = [{"model": "hold", "slots": 1, "met": [">=", ["get", "Side", "points", local(0)], 2]}]
        met = ["mission_met", ["get", "Side", "task", local(0)], local(0)]
        document["rules"]["endings"] = [ending("task", met, ["win", local(0)], each={"slot": 0, "set": ["sides"]})]

    task = [["assign", "Side", "task", RED, ["ref", "Mission", "m1"]], ["assign", "Side", "task", BLUE, ["ref", "Mission", "m2"]]]
    session = run(
        [*task, add(RED, 1), ["settle"], add(BLUE, 5), ["settle"], add(RED, 1), ["settle"], STOP], change=change, evaluator=evaluator
    )
    assert session.request["winner"] == "red" and cell(session, "Side", "points", "red") == 2


def test_what_the_fast_evaluator_skips_it_may_skip() -> None:
    session = run([strip(R1), ["settle"], add(RED, 1), ["settle"], STOP], change=rules((WEAK,)), evaluator="fast")
    assert cell(session, "Side", "points", "red") == 2
    # Everything is settled, nothing is dirty but what came after.
    assert session.machine.dirty == 0
    assert SIDE == {"kind": "Side"}
