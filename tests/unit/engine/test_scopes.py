"""Scopes: lifetimes of fields, limits that begin anew, and where the active side comes from."""

from typing import Any

import pytest

from tests.unit.engine.minidoc import Json, field, get
from tests.unit.engine.play import EVALUATORS, STOP, run, slots

RED, BLUE = ["ref", "Side", "red"], ["ref", "Side", "blue"]
R1, B1 = ["ref", "Tank", "r1"], ["ref", "Tank", "b1"]


@pytest.fixture(params=EVALUATORS)
def evaluator(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def with_lifetime(edge: str, own: bool, nth: int = 1) -> Any:
    def change(document: Json) -> None:
        tank = next(k for k in document["content"]["kinds"] if k["id"] == "Tank")
        tank["fields"].append(field("flag", "bool", default=False, lifetime={"edge": edge, "scope": "turn", "own": own, "nth": nth}))
        document["rules"]["scopes"].append({"id": "phase"})

    return change


def set_flag(tank: Any) -> list[Any]:
    return ["assign", "Tank", "flag", tank, True]


def turn(owner: Any, *inside: Any) -> list[Any]:
    return [["open", "turn", owner], *inside, ["close", "turn"]]


def seen(slot: int, tank: Any = R1) -> list[Any]:
    return ["set", slot, get("flag", tank)]


def test_until_the_start_of_the_next_turn(evaluator: str) -> None:
    code = [["open", "turn", RED], set_flag(R1), ["close", "turn"], seen(0), ["open", "turn", BLUE], seen(1), STOP]
    assert slots(run(code, change=with_lifetime("start", own=False), evaluator=evaluator))[:2] == [True, False]


def test_until_the_start_of_the_own_turn(evaluator: str) -> None:
    code = [*turn(RED, set_flag(R1)), *turn(BLUE, seen(0)), ["open", "turn", RED], seen(1), STOP]
    assert slots(run(code, change=with_lifetime("start", own=True), evaluator=evaluator))[:2] == [True, False]


def test_until_the_end_of_the_own_turn_is_the_open_one_if_it_is_open(evaluator: str) -> None:
    code = [*turn(RED, set_flag(R1), set_flag(B1)), seen(0), seen(1, B1), *turn(BLUE), seen(2, B1), STOP]
    assert slots(run(code, change=with_lifetime("end", own=True), evaluator=evaluator))[:3] == [False, True, False]


def test_until_the_end_of_the_second_own_turn(evaluator: str) -> None:
    code = [*turn(RED, set_flag(R1)), seen(0), *turn(BLUE), seen(1), *turn(RED), seen(2), *turn(RED), seen(3), STOP]
    session = run(code, change=with_lifetime("end", own=True, nth=2), evaluator=evaluator)
    assert slots(session)[:4] == [True, True, False, False]
    assert session.state()["ages"] == {"Tank.flag": [0, 0, 0]}


def test_setting_again_begins_a_long_lifetime_anew(evaluator: str) -> None:
    code = [*turn(RED, set_flag(R1)), *turn(RED, set_flag(R1)), seen(0), *turn(RED), seen(1), STOP]
    session = run(code, change=with_lifetime("end", own=True, nth=2), evaluator=evaluator)
    assert slots(session)[:2] == [True, False]


def test_other_scopes_do_not_count(evaluator: str) -> None:
    code = [set_flag(R1), ["open", "phase", RED], ["close", "phase"], seen(0), STOP]
    assert slots(run(code, change=with_lifetime("end", own=True), evaluator=evaluator))[0] is True


def test_own_limits_begin_anew_with_the_turn_of_their_side(evaluator: str) -> None:
    def count(slot: int, who: Any, limit: str = "own") -> list[list[Any]]:
        return [["set", slot, ["used", limit]], ["once", limit, 9, "turn", who if limit == "own" else ["none"], [], 99]]

    # Jump targets beyond the code do not matter: no counter reaches 9.
    code = [
        *count(0, RED),
        *count(0, BLUE),
        *count(0, RED, "all"),
        ["open", "turn", RED],
        ["set", 1, ["used", "own"]],
        ["set", 2, ["used", "all"]],
        STOP,
    ]
    for line in code:
        if line[0] == "once":
            line[-1] = len(code)
    session = run(code, evaluator=evaluator)
    assert slots(session)[1:3] == [1, 0]
    assert session.state()["limits"] == [["own", 0, [], 1]]
