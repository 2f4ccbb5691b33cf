"""Actions with parameters: one request each, groups, paths, limits, cards, and never a dead end."""

from collections.abc import Callable
from typing import Any

import pytest

from tankdsl.engine import InputError, Refused, Session
from tests.unit.engine.minidoc import SIDE, TANK, Json, action, get, kind, local, proc, require
from tests.unit.engine.play import EVALUATORS, STOP, answer_all, cell, place, run, slots

RED = ["ref", "Side", "red"]
ALL = ["things", "Tank", "all"]


@pytest.fixture(params=EVALUATORS)
def evaluator(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def actions(*given: Json, procs: tuple[Json, ...] = ()) -> Callable[[Json], None]:
    def change(document: Json) -> None:
        document["rules"]["procs"] += [
            proc("aim", [["assign", "Tank", "aim", local(0), local(1)]], [("by", TANK), ("at", TANK)]),
            proc("mark", [["assign", "Side", "points", RED, ["size", local(0)]]], [("tanks", {"set": TANK})]),
            proc("go", [["place", "Tank", local(0), ["last", local(1)]]], [("tank", TANK), ("way", "path")]),
            *procs,
        ]
        document["rules"]["actions"] = list(given)
        document["rules"]["movements"] = [
            {"id": "walk", "kind": "Tank", "slots": 5, "budget": 2, "cost": [[1, True, "", []]], "never": [], "stops": [], "through": [],
             "first_step_always": False, "bonus": []},
        ]  # fmt: skip

    return change


def play(*ids: str) -> list[Any]:
    return [["play", {"who": RED, "actions": list(ids), "pass": True, "times": 2}], STOP]


def param(name: str, slot: int, domain: Any = ALL, type: Any = TANK, **more: Any) -> Json:
    return {"name": name, "slot": slot, "type": type, "domain": domain, **more}


FOE = require(["!=", get("side", local(1)), get("side", local(2))], "friend", "enemy")
NEAR = require(["<=", ["distance", get("at", local(1)), get("at", local(2))], 4], "range", "range")
AIM = action("aim", [param("by", 1), param("at", 2)], [FOE, NEAR], "aim", [local(1), local(2)])


def test_values_that_lead_nowhere_are_not_offered(evaluator: str) -> None:
    session = run(play("aim"), change=actions(AIM), evaluator=evaluator)
    session.answer({"play": "aim"})
    # r2 stands on no place, so its distance to anything is absent.
    assert session.request["options"] == ["b1", "r1"] and session.request["param"] == "by" and not session.request["pass"]
    session.answer({"pick": "r1"})
    assert session.request["options"] == ["b1"]
    session.answer({"pick": "b1"})
    assert cell(session, "Tank", "aim", "r1") == 0


def test_an_action_that_cannot_be_completed_is_not_offered(evaluator: str) -> None:
    session = run([["place", "Tank", ["ref", "Tank", "b1"], ["none"]], *play("aim")], change=actions(AIM), evaluator=evaluator)
    assert session.request["kind"] == "pick"


GROUP = [param("tanks", 1, type={"set": TANK}, some=True)]


def test_a_group_is_picked_member_by_member(evaluator: str) -> None:
    two = require(["==", ["size", local(1)], 2], "two", "alone")
    session = run(play("mark"), change=actions(action("mark", GROUP, [two], "mark", [local(1)])), evaluator=evaluator)
    session.answer({"play": "mark"})
    assert session.request["options"] == ["b1", "r1", "r2"] and session.request["done"] is False
    assert session.why_not({"done": True}).rid == "wrong_form"
    session.answer({"pick": "r2"})
    assert session.request["options"] == ["b1", "r1"] and session.request["picked"] == ["r2"] and not session.request["done"]
    assert session.why_not({"done": True}).rid == "two"
    session.answer({"pick": "b1"})
    assert session.request["options"] == [] and session.request["done"]
    assert session.machine.frames[-1].slots[1] is None
    session.answer({"done": True})
    assert cell(session, "Side", "points", "red") == 2


def test_members_of_a_group_can_depend_on_those_before(evaluator: str) -> None:
    group = [param("tanks", 1, type={"set": TANK}, some=True, so_far=3, where=["all", 4, local(3), ["<", local(4), local(1)]])]
    session = run(play("mark"), change=actions(action("mark", group, [], "mark", [local(1)])), evaluator=evaluator)
    answer_all(session, {"play": "mark"}, {"pick": "r1"})
    assert session.request["options"] == ["r2"] and session.request["done"]


def test_a_path_is_laid_place_by_place(evaluator: str) -> None:
    path = param("way", 2, ["places"], "path", path={"movement": "walk", "unit": local(1), "budget": ["none"]})
    far = require(["==", ["distance", ["last", local(2)], get("at", local(1))], 2], "far", "range")
    go = action("go", [param("tank", 1, ["owned", "Tank", RED, "placed"]), path], [far], "go", [local(1), local(2)])
    session = run(play("go"), change=actions(go), evaluator=evaluator)
    answer_all(session, {"play": "go"}, {"pick": "r1"})
    request = session.request
    assert request["kind"] == "step" and request["at"] == "1.1" and request["left"] == 2 and not request["done"]
    session.answer({"step": "1.2"})
    # Only steps that lead to a place two away are left.
    assert session.request["options"] == ["2.2", "1.3", "0.3"] and not session.request["done"] and session.request["path"] == ["1.2"]
    answer_all(session, {"step": "1.3"}, {"done": True})
    assert place(session, "r1") == "1.3"


def test_limits_are_counted_when_an_action_is_committed(evaluator: str) -> None:
    once = {"id": "aims", "most": 1, "keys": [local(1)], "scope": "turn", "own": True, "reason": "loaded", "cites": ["MG-001"]}
    aim = {**AIM, "limits": [once]}
    session = run([["open", "turn", RED], *play("aim")], change=actions(aim), evaluator=evaluator)
    answer_all(session, {"play": "aim"}, {"pick": "r1"})
    assert session.state()["limits"] == []
    session.answer({"pick": "b1"})
    assert session.state()["limits"] == [["aims", 1, [1], 1]]
    refusal = session.why_not({"do": "aim", "args": {"by": "r1", "at": "b1"}})
    assert (refusal.rid, refusal.text, refusal.rules) == ("limit_reached", "<loaded>", ("MG-001",))
    session.answer({"play": "aim"})
    assert session.request["options"] == ["b1"]


def test_bindings_of_guards_reach_the_effect(evaluator: str) -> None:
    bound = {"let": 4, "be": ["at", "Tank", ["place", "1.1"]], "reason": "call", "rid": "nobody", "cites": []}
    aim = action("aim", [param("at", 1)], [bound, require(["!=", local(4), local(1)], "self", "call")], "aim", [local(4), local(1)])
    session = run(play("aim"), change=actions(aim), evaluator=evaluator)
    answer_all(session, {"play": "aim"}, {"pick": "b1"})
    assert cell(session, "Tank", "aim", "r1") == 0


def test_a_whole_action_at_once_is_all_or_nothing(evaluator: str) -> None:
    session = run(play("aim"), change=actions(AIM), log=True, evaluator=evaluator)
    before, events = session.hash(), len(session.events)
    with pytest.raises(Refused, match="friend"):
        session.answer({"do": "aim", "args": {"by": "r1", "at": "r1"}})
    with pytest.raises(InputError, match="no parameter"):
        session.answer({"do": "aim", "args": {"who": "r1"}})
    assert session.hash() == before and len(session.events) == events
    session.answer({"do": "aim", "args": {"by": "r1", "at": "b1"}})
    assert cell(session, "Tank", "aim", "r1") == 0


def test_a_card_must_be_in_hand_and_leaves_it(evaluator: str) -> None:
    def change(document: Json) -> None:
        actions(
            action("cheer", [], [], "cheer", [local(1)], card={"kind": "Card", "model": "cheer", "pile": "hand"}, after="tidy"),
            procs=(
                proc("cheer", [["assign", "Side", "points", RED, ["size", ["pile_of", "hand", RED]]]], [("card", {"kind": "Card"})]),
                proc("tidy", [["move", local(1), ["pile", "gone"], "top"]], [("side", SIDE), ("card", {"kind": "Card"})]),
            ),
        )(document)
        document["content"]["kinds"].append(
            kind("Card", "card", models=[{"id": "cheer", "name": "card"}, {"id": "jeer", "name": "card"}],
                 instances=[{"id": "c1", "model": "jeer", "name": "card"}, {"id": "c2", "model": "cheer", "name": "card"}])
        )  # fmt: skip
        document["content"]["piles"] = [
            {"id": "red.hand", "of": "Card", "owner": "red", "field": "hand", "ordered": False, "initial": ["c1", "c2"]},
            {"id": "gone", "of": "Card", "ordered": True, "initial": []},
        ]

    session = run(play("cheer"), change=change, pause_windows=True, evaluator=evaluator)
    session.answer({"play": "cheer"})
    assert cell(session, "Side", "points", "red") == 1
    assert session.state()["piles"] == {"red.hand": [0], "gone": [1]}
    assert session.why_not({"play": "cheer"}).rid == "not_in_hand"


def test_stages_survive_saving(evaluator: str) -> None:
    session = run(play("mark"), change=actions(action("mark", GROUP, [], "mark", [local(1)])), evaluator=evaluator)
    answer_all(session, {"play": "mark"}, {"pick": "r2"})
    again = Session(session.game, evaluator=evaluator).restore(session.state())
    assert again.request == session.request and slots(again) == slots(session)


def many_tanks(document: Json) -> None:
    """Twenty more red tanks, all but two of them busy, in a game in which groups of tanks that are not busy can be marked."""
    ready = {
        "id": "ready", "params": [{"name": "tanks", "type": {"set": TANK}}, {"name": "most", "type": "int"}], "slots": 4, "cites": [],
        "conjuncts": [
            {"each": 3, "in": local(0), "conjuncts": [require(["not", get("busy", local(3))], "busy", "moved")]},
            require(["<=", ["size", local(0)], local(1)], "many", "alone"),
        ],
    }  # fmt: skip
    two = require([">=", ["size", local(1)], 2], "few", "short")
    actions(action("mark", GROUP, [{"guard": "ready", "args": [local(1), 2], "cites": []}, two], "mark", [local(1)]))(document)
    document["rules"]["guards"] = [ready]
    tank = document["content"]["kinds"][3]
    tank["instances"] += [
        {"id": f"x{i:02}", "model": "light", "name": "tank", "side": "red", "start": {"fields": {"busy": i not in (7, 19)}}}
        for i in range(20)
    ]


def test_members_that_no_group_can_have_are_left_out_at_once(evaluator: str) -> None:
    code = [["assign", "Tank", "busy", ["ref", "Tank", id], True] for id in ("r1", "b1")]
    session = run([*code, *play("mark")], change=many_tanks, evaluator=evaluator)
    session.answer({"play": "mark"})
    assert session.request["options"] == ["x07", "x19"]
    refusal = session.why_not({"pick": "x03"})
    assert refusal and refusal.rid == "busy"
    answer_all(session, {"pick": "x19"}, {"pick": "x07"}, {"done": True})
    assert cell(session, "Side", "points", "red") == 2
