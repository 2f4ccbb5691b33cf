"""Campaigns: battles one after the other as one game, with what is kept, and nothing else."""

import json
from copy import deepcopy
from typing import Any

import pytest

from tankdsl.emit.canonical import canonical_bytes
from tankdsl.engine import GameError, Session, load_game, random_record, replay, step
from tankdsl.ir.campaigns import battle_document
from tankdsl.ir.read import read_document
from tankdsl.ir.validate import validate, validate_request
from tests.unit.engine.march import campaign, campaign_document

Json = dict[str, Any]
CLOSE = {"fields": {"Tank.blue.scout": {"at": "h2.0", "plates": 0}, "Tank.blue.heavy": {"removed": True, "at": {"absent": True}}}}
"""Red's scout can shoot the last tank of blue."""
SHOT = {"do": "shoot", "args": {"by": "red.scout", "target": "blue.scout"}}


def begun(evaluator: str = "fast", options: Json | None = None, overrides: Json | None = None) -> Session:
    session = Session(campaign(), evaluator=evaluator, chance="forced", log=True)
    return session.start(None, options, CLOSE if overrides is None else overrides)


def after_one_battle(evaluator: str = "fast", options: Json | None = None) -> Session:
    session = begun(evaluator, options)
    session.force(dice=[6])
    session.answer(SHOT)
    return session


def state_of(session: Session, id: str, field: str) -> Any:
    game = session.game
    kind = next(kind for kind in game.kinds if id in kind.instances and (kind.index, field) in game.field_index)
    return session.machine.fields[game.field_index[kind.index, field]][kind.instances.index(id)]


def test_the_document_is_valid_and_each_battle_is_a_scenario() -> None:
    document = campaign_document()
    assert validate(document) == []
    assert read_document(canonical_bytes(document)).document == document
    for number in range(3):
        assert validate(battle_document(document, number)) == []


def test_rules_that_speak_of_a_place_differ_where_the_map_lacks_it() -> None:
    battles = campaign_document()["campaign"]["battles"]
    assert [[value["id"] for value in battle.get("rules", {}).get("values", [])] for battle in battles] == [[], ["guarded"], []]


def test_what_stands_between_runs_in_the_state_in_which_the_battle_ended() -> None:
    session = after_one_battle()
    assert session.request["kind"] == "pick" and session.request["options"] == ["red.heavy", "red.scout"]
    assert session.game.battle == 1 and state_of(session, "blue.scout", "removed") and state_of(session, "blue.scout", "lost")
    assert session.view("blue")["campaign"] == {
        "battle": 1, "scenario": "crossing", "between": True,
        "battles": [{"battle": "crossing", "prompt": "last: alone", "winner": "red", "ending": "last.alone"}],
    }  # fmt: skip


def test_kept_states_go_on_and_everything_else_begins_anew() -> None:
    session = after_one_battle()
    session.answer({"pick": "red.scout"})
    assert session.game.battle == 2 and session.request["kind"] == "play"
    assert (state_of(session, "red.scout", "skill"), state_of(session, "red.heavy", "skill")) == (2, 1)
    assert state_of(session, "red.truck", "skill") == 0 and state_of(session, "red", "victories") == 1
    assert state_of(session, "red.scout", "plates") == 1
    # What was lost is taken away by the first step of the next battle's sequence.
    assert state_of(session, "blue.scout", "removed") and state_of(session, "blue.truck", "at") is not None


def test_a_kept_thing_is_found_by_its_id_in_the_next_battle() -> None:
    """The pieces of the second battle stand in another order and are more."""
    session = begun(overrides={"fields": {**CLOSE["fields"], "Tank.red.heavy": {"rival": "blue.scout"}, "Tank.red.scout": {"skill": 3}}})
    session.force(dice=[1])
    session.answer(SHOT)
    session.answer({"pick": "red.heavy"})
    tanks = session.game.kind("Tank").instances
    assert len(tanks) == 6 and tanks[state_of(session, "red.heavy", "rival")] == "blue.scout"
    assert (state_of(session, "red.scout", "skill"), state_of(session, "red.heavy", "skill")) == (3, 2)


def test_presets_are_of_each_battle_and_given_options_of_all() -> None:
    own, given = after_one_battle(), after_one_battle(options={"luck": False})
    for session in (own, given):
        session.answer({"pick": "red.scout"})
    assert (own.state()["options"], given.state()["options"]) == ({"luck": True}, {"luck": False})
    assert own.hash() != given.hash()


@pytest.mark.parametrize("evaluator", ["fast", "oracle"])
def test_the_last_battle_ends_the_campaign(evaluator: str) -> None:
    record = random_record(campaign(), 5, evaluator=evaluator)
    session = Session(campaign(), evaluator=evaluator).setup(None, 5)
    for given in record["inputs"]:
        session.answer(given)
    assert session.is_over and validate_request(session.request) == []
    assert [battle["battle"] for battle in session.request["battles"]] == ["crossing", "pursuit", "way_back"]
    assert session.request.get("winner") == session.request["battles"][-1].get("winner")
    assert session.why_not({"pass": True}).rid == "game_over"  # type: ignore[union-attr]
    assert replay(campaign(), record).ok


def test_going_back_leads_over_the_end_of_a_battle() -> None:
    session = begun()
    before, hash = session.state(), session.hash()
    session.force(dice=[6])
    session.answer(SHOT)
    session.answer({"pick": "red.scout"})
    later = session.state()
    session.restore(before)
    assert session.game.battle == 1 and session.hash() == hash
    session.restore(later)
    assert session.game.battle == 2 and session.state() == later


def test_why_not_changes_nothing_even_where_the_battle_would_end() -> None:
    session = begun()
    hash = session.hash()
    session.force(dice=[6])
    assert session.why_not(SHOT) is None and session.hash() == hash and session.game.battle == 1


def test_steps_are_pure_functions() -> None:
    game, state = campaign(), begun().state()
    kept = deepcopy(state)
    for given in ({"play": "shoot"}, {"pick": "red.scout"}, {"pick": "blue.scout"}, {"chance": 6}, {"pick": "red.heavy"}):
        state, request = step(game, state, given, chance="ask")
    assert state["campaign"]["battle"] == 2 and request["kind"] == "play"
    state, request = step(game, kept, {"play": "shoot"}, chance="ask")
    assert request["kind"] == "pick" and kept["campaign"] == {"battle": 1, "between": False, "options": {}, "results": []}


def test_the_hash_covers_the_battle_and_the_results() -> None:
    session = after_one_battle()
    session.answer({"pick": "red.scout"})
    state = session.state()
    assert state["campaign"] == {"battle": 2, "between": False, "options": {}, "results": [{"winner": 1, "ending": "last.alone"}]}
    other = deepcopy(state)
    other["campaign"]["results"][0]["winner"] = 0
    assert Session(campaign()).restore(other).hash() != session.hash()


@pytest.mark.parametrize(
    "change",
    [
        {"campaign": {}},
        {"campaign": {"battle": 4, "between": False, "options": {}, "results": []}},
        {"campaign": {"battle": 1, "between": True, "options": {}, "results": []}},
        {"campaign": {"battle": 1, "between": False, "options": {"x": 1}, "results": []}},
        {"campaign": {"battle": 1, "between": True, "options": {}, "results": [{"winner": 9, "ending": ""}]}},
    ],
)
def test_damaged_states_are_refused(change: Json) -> None:
    with pytest.raises(GameError):
        Session(campaign()).restore({**begun().state(), **change})


def damaged(path: list[Any], value: Any) -> Json:
    document: Json = json.loads(json.dumps(campaign_document()))
    here: Any = document
    for part in path[:-1]:
        here = here[part]
    here[path[-1]] = value
    document.pop("game")
    return document


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["campaign", "battles"], []),
        (["campaign", "battles", 0, "main"], "nowhere"),
        (["campaign", "battles", 1, "instances"], {"Ghost": []}),
        (["campaign", "battles", 1, "rules", "values", 0, "id"], "ghost"),
        (["campaign", "between"], "sequence.battle"),
        (["campaign", "kept", 0, "field"], "ghost"),
        (["campaign", "title"], "ghost"),
        (["content", "preset"], {"luck": True}),
    ],
)
def test_damaged_documents_are_refused(path: list[Any], value: Any) -> None:
    document = damaged(path, value)
    with pytest.raises(GameError):
        load_game(document)
    assert validate({**document, "game": "0" * 64}) != []
