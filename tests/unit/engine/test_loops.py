"""Play loops: budget, passing, until, times, fixed parameters, the windows between actions."""

from collections.abc import Callable
from typing import Any

import pytest

from tankdsl.engine import Session
from tests.unit.engine.minidoc import SIDE, TANK, Json, action, get, local, proc
from tests.unit.engine.play import EVALUATORS, STOP, answer_all, cell, run, slots

RED, BLUE = ["ref", "Side", "red"], ["ref", "Side", "blue"]
POINTS = ["get", "Side", "points", RED]


@pytest.fixture(params=EVALUATORS)
def evaluator(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def actions(*given: Json) -> Callable[[Json], None]:
    def change(document: Json) -> None:
        document["rules"]["procs"] += [
            proc("score", [["assign", "Side", "points", local(0), ["+", ["get", "Side", "points", local(0)], 1]]], [("side", SIDE)]),
            proc("aim", [["assign", "Tank", "aim", local(0), local(1)]], [("by", TANK), ("at", TANK)]),
        ]
        document["rules"]["actions"] = list(given)

    return change


def loop(*ids: str, **more: Any) -> list[Any]:
    return ["play", {"who": RED, "actions": list(ids), "pass": True, **more}]


SCORE = action("score", [], [], "score", [local(0)], cost=2)
FREE = action("free", [], [], "score", [local(0)], cost=0)


def test_a_budget_is_spent(evaluator: str) -> None:
    session = run([loop("score", budget=5), STOP], change=actions(SCORE), evaluator=evaluator)
    answer_all(session, {"play": "score"}, {"play": "score"})
    assert session.request["kind"] == "pick" and cell(session, "Side", "points", "red") == 2


def test_free_actions_remain_when_the_budget_is_used_up(evaluator: str) -> None:
    session = run([loop("score", "free", budget=2), STOP], change=actions(SCORE, FREE), evaluator=evaluator)
    session.answer({"play": "score"})
    assert session.legal() == [{"play": "free"}, {"pass": True}]
    session.answer({"pass": True})
    assert session.request["kind"] == "pick"


def test_spent_is_that_of_the_innermost_loop(evaluator: str) -> None:
    session = run([loop("score", until=[">=", ["spent"], 3]), ["set", 0, ["spent"]], STOP], change=actions(SCORE), evaluator=evaluator)
    answer_all(session, {"play": "score"}, {"play": "score"})
    assert slots(session)[0] == 0 and session.request["kind"] == "pick"


def test_times(evaluator: str) -> None:
    session = run([loop("free", times=2), STOP], change=actions(FREE), evaluator=evaluator)
    answer_all(session, {"play": "free"}, {"play": "free"})
    assert session.request["kind"] == "pick"


def test_who_may_not_pass_must_play(evaluator: str) -> None:
    session = run([["play", {"who": RED, "actions": ["free"], "times": 1}], STOP], change=actions(FREE), evaluator=evaluator)
    assert session.legal() == [{"play": "free"}] and session.why_not({"pass": True}).rid == "not_offered"


def test_nobody_is_asked_when_nothing_is_legal(evaluator: str) -> None:
    never = action("never", [], [{"require": False, "reason": "call", "rid": "never", "cites": []}], "score", [local(0)])
    assert run([loop("never"), STOP], change=actions(never), evaluator=evaluator).request["kind"] == "pick"
    paused = run([loop("never"), STOP], change=actions(never), pause_windows=True, evaluator=evaluator)
    assert paused.legal() == [{"pass": True}] and paused.why_not({"play": "never"}).rid == "never"
    assert (
        run([["play", {"who": ["none"], "actions": ["free"]}], STOP], change=actions(FREE), evaluator=evaluator).request["kind"] == "pick"
    )


def test_fixed_parameters_are_not_asked_for(evaluator: str) -> None:
    tank = {"name": "by", "slot": 1, "type": TANK, "domain": ["owned", "Tank", local(0), "all"], "where": ["not", get("busy", local(1))]}
    target = {"name": "at", "slot": 2, "type": TANK, "domain": ["things", "Tank", "all"]}
    aim = action("aim", [tank, target], [], "aim", [local(1), local(2)])
    session = run([loop("aim", times=1, **{"with": [["ref", "Tank", "r1"]]}), STOP], change=actions(aim), evaluator=evaluator)
    session.answer({"play": "aim"})
    assert session.request["param"] == "at"
    session.answer({"pick": "b1"})
    assert cell(session, "Tank", "aim", "r1") == 0
    # A whole action may name what is fixed anyway, but nothing else in its place.
    whole = run([loop("aim", times=1, **{"with": [["ref", "Tank", "r1"]]}), STOP], change=actions(aim), evaluator=evaluator)
    assert whole.why_not({"do": "aim", "args": {"by": "b1", "at": "r1"}}) is not None
    whole.answer({"do": "aim", "args": {"by": "r1", "at": "b1"}})
    assert cell(whole, "Tank", "aim", "r1") == 0
    # r2 is busy, so `where` does not hold for it and nothing is offered.
    assert run([loop("aim", **{"with": [["ref", "Tank", "r2"]]}), STOP], change=actions(aim), evaluator=evaluator).request["kind"] == "pick"


def anytime(**more: Any) -> Json:
    return action("now", [], [], "score", [local(0)], on={"anytime": True}, cost=0, **more)


def test_windows_between_actions_ask_the_active_side_first(evaluator: str) -> None:
    session = run([["open", "turn", BLUE], loop("free", times=1), STOP], change=actions(FREE, anytime()), evaluator=evaluator)
    asked = []
    for _ in range(5):
        asked.append((session.request.get("window", ""), session.request["side"]))
        session.answer({"play": "free"} if not session.request.get("window") else {"pass": True})
    assert asked == [("anytime", "blue"), ("anytime", "red"), ("", "red"), ("anytime", "blue"), ("anytime", "red")]
    assert session.request["kind"] == "pick"


def test_what_happens_in_the_window_can_end_the_loop(evaluator: str) -> None:
    session = run([loop("free", until=[">=", POINTS, 1]), STOP], change=actions(FREE, anytime()), evaluator=evaluator)
    answer_all(session, {"play": "now"}, {"pass": True})
    assert session.request["window"] == "anytime"
    answer_all(session, {"pass": True}, {"pass": True})
    assert session.request["kind"] == "pick"


def test_a_loop_survives_saving(evaluator: str) -> None:
    session = run([loop("score", "free", budget=4), STOP], change=actions(SCORE, FREE), evaluator=evaluator)
    session.answer({"play": "score"})
    again = Session(session.game, evaluator=evaluator).restore(session.state())
    assert again.request == session.request and again.hash() == session.hash()
