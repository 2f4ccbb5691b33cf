"""Windows: who is asked, what responses change, and when asking stops."""

from collections.abc import Callable
from typing import Any

import pytest

from tankdsl.engine import Session
from tests.unit.engine.minidoc import TANK, Json, action, asm, get, local, proc, require
from tests.unit.engine.play import EVALUATORS, STOP, answer_all, run, slots

RED, BLUE = ["ref", "Side", "red"], ["ref", "Side", "blue"]
R1, B1 = ["ref", "Tank", "r1"], ["ref", "Tank", "b1"]
PARAMS = [{"name": "tank", "type": TANK}, {"name": "dice", "type": "int"}]


@pytest.fixture(params=EVALUATORS)
def evaluator(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def window(*responses: Json, procs: tuple[Json, ...] = ()) -> Callable[[Json], None]:
    """The window `w` (a tank, and dice that may be changed) with these responses."""

    def change(document: Json) -> None:
        rules = document["rules"]
        rules["windows"] = [{"id": "w", "text": "hit", "params": PARAMS, "changes": [1]}]
        rules["procs"] += [
            proc("more", [["return", [["+", local(0), 1]]]], [("dice", "int")], results=1),
            proc("kill", [["remove", "Tank", local(0)]], [("tank", TANK)]),
            proc("win", [["end", local(0)]], [("side", {"kind": "Side"})]),
            *procs,
        ]
        rules["actions"] = list(responses)

    return change


def response(id: str, proc_id: str = "more", args: Any = None, **more: Any) -> Json:
    return action(id, [], [], proc_id, args or [local(2)], **{"on": {"windows": ["w"]}, "inherits": 2, "cost": 0, **more})


def ask(*asks: Any) -> list[Any]:
    """A window over r1 and the dice in slot 0."""
    return ["window", "w", list(asks), [R1, local(0)], [0]]


BOTH = [["side", RED], ["side", BLUE]]


def test_each_side_decides_once_in_written_order(evaluator: str) -> None:
    session = run(
        [["set", 0, 2], ask(*BOTH), STOP], change=window(response("a", returns=[1]), response("b", returns=[1])), evaluator=evaluator
    )
    assert session.request["side"] == "red" and session.request["window"] == "w" and session.request["prompt"] == "<hit>"
    assert session.legal() == [{"play": "a"}, {"play": "b"}, {"pass": True}]
    session.answer({"play": "b"})
    assert session.request["side"] == "blue" and slots(session)[0] == 3
    session.answer({"play": "a"})
    assert session.request["kind"] == "pick" and slots(session)[0] == 4


def test_a_side_without_a_legal_response_is_not_asked(evaluator: str) -> None:
    only_blue = response("a", by=["==", local(0), BLUE])
    session = run([["set", 0, 2], ask(*BOTH), STOP], change=window(only_blue), evaluator=evaluator)
    assert session.request["side"] == "blue"
    session = run([["set", 0, 2], ask(["side", RED], ["side", ["none"]]), STOP], change=window(only_blue), evaluator=evaluator)
    assert session.request["kind"] == "pick"


def test_with_pause_every_side_that_is_asked_is_waited_for(evaluator: str) -> None:
    session = run(
        [["set", 0, 2], ask(*BOTH), STOP], change=window(response("a", by=["==", local(0), BLUE])), pause_windows=True, evaluator=evaluator
    )
    assert session.request["side"] == "red" and session.legal() == [{"pass": True}]
    session.answer({"pass": True})
    assert session.request["side"] == "blue"
    assert Session(session.game, pause_windows=True, evaluator=evaluator).restore(session.state()).request == session.request


def test_later_sides_see_what_earlier_ones_changed(evaluator: str) -> None:
    few = response("a", returns=[1])
    few["guards"] = [require(["<", local(2), 3], "many", "call")]
    session = run([["set", 0, 2], ask(*BOTH), STOP], change=window(few), evaluator=evaluator)
    session.answer({"play": "a"})
    assert session.request["kind"] == "pick"


def test_asking_stops_when_a_party_is_removed(evaluator: str) -> None:
    shot = response("a", "kill", [local(1)])
    session = run([["set", 0, 2], ask(*BOTH), STOP], change=window(shot), evaluator=evaluator)
    session.answer({"play": "a"})
    assert session.request["kind"] == "pick"


def test_who_was_removed_before_does_not_stop_the_window(evaluator: str) -> None:
    session = run([["remove", "Tank", R1], ["set", 0, 2], ask(*BOTH), STOP], change=window(response("a", returns=[1])), evaluator=evaluator)
    answer_all(session, {"play": "a"}, {"play": "a"})
    assert slots(session)[0] == 4


def test_asking_stops_when_the_game_ends(evaluator: str) -> None:
    session = run([["set", 0, 2], ask(*BOTH), STOP], change=window(response("a", "win", [local(0)])), evaluator=evaluator)
    session.answer({"play": "a"})
    assert session.request == {"kind": "over", "prompt": "", "winner": "red"}


def test_each_asks_the_side_of_every_member(evaluator: str) -> None:
    each = ["each", 1, ["things", "Tank", "all"], get("side", local(1))]
    code = [["set", 0, 2], ["window", "w", [each], [local(1), local(0)], [0]], STOP]
    kill_next = response("a", "kill", [["ref", "Tank", "r1"]])
    session = run(code, change=window(kill_next), evaluator=evaluator)
    assert session.request["side"] == "blue" and slots(session)[1] == 0
    session.answer({"play": "a"})
    # r1 is gone, so r2 is next.
    assert session.request["side"] == "red" and slots(session)[1] == 2


def test_windows_nest(evaluator: str) -> None:
    inner = proc("nest", asm(["set", 1, 10], ["window", "w", [["side", BLUE]], [R1, local(1)], [1]], ["return", [["+", local(0),
        local(1)]]]),
                 [("dice", "int")], slots=2, results=1)  # fmt: skip
    outer = response("outer", "nest", returns=[1], by=["==", local(0), RED])
    reply = response("reply", returns=[1], by=["==", local(0), BLUE])
    session = run([["set", 0, 2], ask(["side", RED]), STOP], change=window(outer, reply, procs=(inner,)), evaluator=evaluator)
    answer_all(session, {"play": "outer"}, {"play": "reply"})
    assert slots(session)[0] == 13


def test_results_without_returns_change_nothing(evaluator: str) -> None:
    session = run([["set", 0, 2], ask(["side", RED]), STOP], change=window(response("a")), evaluator=evaluator)
    session.answer({"play": "a"})
    assert slots(session)[0] == 2


def test_anytime_actions_answer_windows_too(evaluator: str) -> None:
    any_time = action("now", [], [], "more", [0], on={"anytime": True}, cost=0)
    session = run([["set", 0, 2], ask(["side", RED]), STOP], change=window(any_time, response("a")), evaluator=evaluator)
    assert session.legal() == [{"play": "a"}, {"play": "now"}, {"pass": True}]
