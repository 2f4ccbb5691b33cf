"""Movement: costs, what forbids a step, where a path must or cannot end, and why a step is refused."""

from typing import Any

import pytest

from tankdsl.engine import Session
from tests.unit.engine.minidoc import Json, get, local
from tests.unit.engine.play import EVALUATORS, STOP, answer_all, run, slots

RED, R1 = ["ref", "Side", "red"], ["ref", "Tank", "r1"]
IN_BOG = ["==", ["terrain", local(2)], ["ref", "Terrain", "bog"]]
ON_ROCK = ["get", "Terrain", "high", ["terrain", local(2)]]


@pytest.fixture(params=EVALUATORS)
def evaluator(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def walk(evaluator: str, start: str = "1.1", budget: Any = ("none",), optional: bool = False, **rule: Any) -> Session:
    """A session in which r1 walks from a place by a movement with budget 2 and cost 1 but for what is given."""

    def change(document: Json) -> None:
        document["rules"]["movements"] = [
            {
                "id": "walk", "kind": "Tank", "slots": 6, "budget": 2, "cost": [[1, True, "", []]], "never": [], "stops": [],
                "through": [], "first_step_always": False, "bonus": [], **rule,
            }
        ]  # fmt: skip

    given = list(budget) if isinstance(budget, tuple) else budget
    code = [
        ["place", "Tank", R1, ["place", start]],
        ["set", 1, ["can_go", "walk", R1, given]],
        ["path", 0, RED, "walk", R1, given, optional, "move"],
        STOP,
    ]
    return run(code, change=change, evaluator=evaluator)


def test_the_budget_and_the_cost_of_steps(evaluator: str) -> None:
    session = walk(evaluator, "0.2", cost=[[1, True, "", []], [1, IN_BOG, "bog", []]])
    assert session.request["options"] == ["0.1", "1.1", "1.2", "0.3"]
    session.answer({"step": "0.3"})
    assert session.request["left"] == 0 and session.legal() == [{"done": True}]
    assert session.why_not({"step": "0.4"}).rid == "too_far"
    session.answer({"done": True})
    assert slots(session)[0] == (15,)


def test_a_budget_can_be_given(evaluator: str) -> None:
    assert walk(evaluator, budget=5).request["left"] == 5
    assert walk(evaluator, budget=0).request["kind"] == "pick"
    assert slots(walk(evaluator, budget=0))[0] is None


def test_what_forbids_a_step_is_its_reason(evaluator: str) -> None:
    session = walk(evaluator, "2.1", never=[{"when": ON_ROCK, "reason": "rock", "rid": "rocky", "cites": ["MG-007"]}])
    assert "2.2" not in session.request["options"]
    refusal = session.why_not({"step": "2.2"})
    assert (refusal.rid, refusal.text, refusal.rules) == ("rocky", "<rock>", ("MG-007",))
    assert session.why_not({"step": "4.4"}).rid == "not_adjacent"
    assert session.why_not({"step": "2.1"}).rid == "not_adjacent"


def test_some_places_end_the_path(evaluator: str) -> None:
    session = walk(evaluator, "0.2", stops=[{"when": IN_BOG}])
    session.answer({"step": "0.3"})
    assert session.request["left"] == 1 and session.legal() == [{"done": True}]
    assert session.why_not({"step": "0.4"}).rid == "must_stop"


def test_some_places_may_only_be_passed(evaluator: str) -> None:
    session = walk(evaluator, "2.1", through=[{"when": ON_ROCK, "reason": "boxed"}])
    session.answer({"step": "2.2"})
    assert not session.request["done"] and session.request["options"]
    refusal = session.why_not({"done": True})
    assert (refusal.rid, refusal.text) == ("cannot_stop", "<boxed>")
    session.answer({"step": "2.3"})
    assert session.request["done"]


def test_a_step_that_leads_nowhere_is_not_offered(evaluator: str) -> None:
    session = walk(evaluator, "2.1", budget=1, through=[{"when": ON_ROCK, "reason": "boxed"}])
    assert "2.2" not in session.request["options"]
    assert session.why_not({"step": "2.2"}).rid == "cannot_stop"
    blind = walk(evaluator, "2.1", through=[{"when": ON_ROCK, "reason": "boxed"}], stops=[{"when": ON_ROCK}])
    assert "2.2" not in blind.request["options"]


def test_the_first_step_can_always_be_allowed(evaluator: str) -> None:
    dear = [[5, True, "", []]]
    assert walk(evaluator, cost=dear).request["kind"] == "pick"
    session = walk(evaluator, cost=dear, first_step_always=True)
    session.answer({"step": "1.2"})
    assert session.legal() == [{"done": True}]


def test_a_bonus_belongs_to_the_path_so_far(evaluator: str) -> None:
    on_grass = ["all", 4, local(3), ["==", ["terrain", local(4)], ["ref", "Terrain", "grass"]]]
    session = walk(evaluator, "0.2", bonus=[[1, on_grass, "", []]])
    answer_all(session, {"step": "1.2"}, {"step": "1.3"})
    assert session.request["left"] == 1 and "0.3" not in session.request["options"]
    assert session.why_not({"step": "0.3"}).rid == "too_far"
    session.answer({"step": "1.4"})
    assert session.request["left"] == 0


def test_steps_for_nothing_only_lead_to_new_places(evaluator: str) -> None:
    session = walk(evaluator, "0.0", cost=[[-1, True, "", []]])
    session.answer({"step": "1.0"})
    assert "0.0" not in session.request["options"] and "2.0" in session.request["options"]
    answer_all(session, {"step": "2.0"})
    assert "1.0" not in session.request["options"]


def test_conditions_see_the_path_so_far(evaluator: str) -> None:
    again = {"when": ["in", local(2), local(3)], "reason": "call", "rid": "again", "cites": []}
    session = walk(evaluator, "1.1", budget=3, never=[again])
    answer_all(session, {"step": "1.2"}, {"step": "1.3"})
    assert session.why_not({"step": "1.2"}).rid == "again"


def test_an_optional_path_can_be_passed_at_the_start_only(evaluator: str) -> None:
    session = walk(evaluator, optional=True)
    assert session.request["pass"]
    passed = Session(session.game, evaluator=evaluator).restore(session.state())
    passed.answer({"pass": True})
    assert slots(passed)[0] is None
    session.answer({"step": "1.2"})
    assert not session.request["pass"] and session.request["done"]


def test_a_unit_off_the_map_has_no_path(evaluator: str) -> None:
    assert walk(
        evaluator, cost=[[1, True, "", []]], never=[{"when": ["absent", get("at", local(0))], "reason": "", "rid": "x", "cites": []}]
    )
    session = run([["path", 0, RED, "walk", ["ref", "Tank", "r2"], ["none"], False, "move"], STOP],
                  change=lambda d: d["rules"].update(movements=[{"id": "walk", "kind": "Tank", "slots": 4, "budget": 2, "cost": [[1, True,
                      "", []]],
                                                                 "never": [], "stops": [], "through": [], "first_step_always": False,
                                                                     "bonus": []}]),
                  evaluator=evaluator)  # fmt: skip
    assert slots(session)[0] is None


@pytest.mark.parametrize(
    ("start", "budget", "rule"),
    [
        ("0.2", ["none"], {}),
        ("0.2", 0, {}),
        ("0.2", 0, {"first_step_always": True}),
        ("2.1", ["none"], {"never": [{"when": True, "reason": "rock", "rid": "rocky", "cites": []}]}),
        ("2.1", ["none"], {"through": [{"when": True, "reason": "boxed"}]}),
        ("2.1", ["none"], {"through": [{"when": ON_ROCK, "reason": "boxed"}]}),
        ("2.1", ["none"], {"cost": [[3, True, "", []]]}),
        ("2.1", 3, {"cost": [[3, True, "", []]]}),
    ],
)
def test_there_is_a_path_exactly_when_one_can_be_laid(evaluator: str, start: str, budget: Any, rule: Json) -> None:
    session = walk(evaluator, start, budget=budget, **rule)
    asked = session.request["kind"] == "step"
    assert slots(session)[1] is asked
