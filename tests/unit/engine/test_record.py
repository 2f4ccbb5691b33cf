"""Records, replays and explanations."""

from typing import Any

import pytest

from tankdsl.engine import GameError, InputError, Recorder, Session, load_game, random_record, replay
from tankdsl.engine.explain import explain
from tankdsl.engine.record import divergence
from tests.unit.engine.minidoc import bare
from tests.unit.engine.skirmish import skirmish

GAME = load_game(skirmish())


def test_a_record_replays_on_both_evaluators() -> None:
    record = random_record(GAME, 11, {"size": "big"})
    assert record["options"] == {"sturdy": False, "brittle": False, "size": "big", "rounds": 6}
    assert record["seed"] == 11 and len(record["inputs"]) // 64 == len(record["hashes"])
    for evaluator in ("oracle", "fast"):
        assert replay(GAME, record, evaluator).ok


def test_a_whole_action_is_recorded_as_its_parts() -> None:
    recorder = Recorder(GAME, seed=3)
    recorder.answer({"sealed": {"red": {"pick": "big"}, "blue": {"pass": True}}})
    with pytest.raises(Exception, match="not_in_domain"):
        recorder.answer({"do": "move", "args": {"tank": "b1"}})
    recorder.answer({"do": "dig", "args": {"tank": "r1"}}, "red")
    assert recorder.inputs[1:] == [{"play": "dig"}, {"pick": "r1"}]
    assert replay(GAME, recorder.record()).ok


@pytest.mark.parametrize("key", ["final", "hashes"])
def test_another_hash_is_found(key: str) -> None:
    record = random_record(GAME, 11)
    record[key] = "0" * 16 if key == "final" else {"64": "0" * 16}
    result = replay(GAME, record)
    assert not result.ok and "another state" in result.message


def test_an_input_that_is_refused_is_found() -> None:
    record = random_record(GAME, 11)
    record["inputs"].insert(7, {"yes": True})
    result = replay(GAME, record)
    assert (result.ok, result.decision) == (False, 8) and "refused" in result.message


@pytest.mark.parametrize("change", [{"format": "x"}, {"game": "0" * 64}, {"inputs": None}, {"seed": "x"}, {"options": {"x": 1}}])
def test_what_is_no_record_of_this_game(change: dict[str, Any]) -> None:
    with pytest.raises(GameError):
        replay(GAME, {**random_record(GAME, 11, max_decisions=3), **change})


def test_divergence() -> None:
    assert divergence(["a", "b"], ["a", "c"]) == 1
    assert divergence(["a"], ["a", "b"]) == 1
    assert divergence(["a"], ["a"]) is None


def test_explanations_name_the_rows_that_apply() -> None:
    fields = {"red": {"bonus": "big"}, "b1": {"dug": True, "at": "2.2"}}
    session = Session(GAME).start("turn", None, {"fields": fields}, args=["red"])
    told = explain(session.machine, "bonus", ["r1", "b1"])
    assert told.total == -1 and told.how == "sum" and (told.low, told.high) == (-2, 2)
    assert [(row.text, row.amount, row.applies) for row in told.rows] == [("<boost>", 1, True), ("<rock>", -1, True), ("<dig>", -1, True)]
    assert told.rows[0].rules == ("MG-001",)
    assert told.lines() == ["bonus = -1", "  +1  <boost>", "  -1  <rock>", "  -1  <dig>"]
    plain = explain(session.machine, "reach", ["r1"])
    assert plain.total == 4 and plain.rows == ()


def test_explanations_refuse_what_they_do_not_know() -> None:
    session = Session(GAME).setup()
    for id, args in (("x", []), ("reach", []), ("reach", ["x9"])):
        with pytest.raises(InputError):
            explain(session.machine, id, args)


def test_a_game_without_decisions_has_a_record() -> None:
    game = load_game(bare())
    assert replay(game, Recorder(game).record()).ok
