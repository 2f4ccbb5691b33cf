"""What a side may see; and that nothing secret leaks through ids, options or order."""

import json
from typing import Any

import pytest

from tankdsl.engine import InputError, Refused, Session, load_game, view
from tests.unit.engine.minidoc import SIDE, TANK, Json, action, get, local, proc, with_main
from tests.unit.engine.play import STOP, answer_all, run
from tests.unit.engine.skirmish import skirmish

GAME = load_game(skirmish())
RED = ["ref", "Side", "red"]


def turn(side: str = "red", seed: int = 1, **piles: list[str]) -> Session:
    overrides = {"piles": {f"{key}.hand": cards for key, cards in piles.items()}}
    return Session(GAME).start("turn", None, overrides, args=[side], seed=seed)


def thing(seen: Json, id: str) -> Json:
    return next(t for t in seen["things"] if t["id"] == id)


def test_piles_are_counted_by_all_and_seen_by_some() -> None:
    session = turn(red=["c4"], blue=["c1", "c2"])
    red, blue = session.view("red"), session.view("blue")
    assert red["piles"]["red.hand"] == {"size": 2, "things": ["c0", "c4"]}
    assert blue["piles"]["red.hand"] == {"size": 2} and blue["piles"]["blue.hand"]["things"] == ["c1", "c2"]
    assert red["piles"]["deck"] == {"size": 4} and red["piles"]["gone"] == {"size": 0, "things": []}


def test_what_was_drawn_in_secret_is_not_told_by_what_is_left() -> None:
    """A card that lies in no pile is listed for nobody who may not look into some pile of cards."""
    seen = set()
    for drawn, left in (("c3", ["c1", "c2"]), ("c1", ["c2", "c3"]), ("c2", ["c3", "c1"])):
        overrides = {"piles": {"deck": left, "red.hand": [], "blue.hand": []}, "fields": {"red": {"secret": 1}}}
        session = Session(GAME).start("turn", None, overrides, args=["red"], seed=3)
        assert drawn not in {card for pile in session.state()["piles"].values() for card in pile}
        seen.add(json.dumps(session.view("blue"), sort_keys=True))
    assert len(seen) == 1


def test_hidden_fields_are_left_out() -> None:
    session = Session(GAME).start("turn", None, {"fields": {"red": {"secret": 3}, "r1": {"mined": True}}}, args=["red"])
    red, blue = session.view("red"), session.view("blue")
    assert "secret" not in thing(red, "red")["fields"] and thing(blue, "red")["fields"]["secret"] == 3
    assert thing(red, "r1")["fields"]["mined"] is True and "mined" not in thing(blue, "r1")["fields"]


def test_what_was_revealed_is_seen_until_it_changes() -> None:
    code = [["reveal", "Tank", "busy", ["ref", "Tank", "r1"], ["ref", "Side", "blue"]], STOP, ["assign", "Tank", "busy", ["ref", "Tank",
        "r1"], True],
            ["reveal", "Tank", "busy", ["ref", "Tank", "r2"], ["none"]], STOP]  # fmt: skip

    def change(document: Json) -> None:
        fields = document["content"]["kinds"][3]["fields"]
        next(f for f in fields if f["id"] == "busy")["visible"] = ["==", get("side", local(0)), local(1)]

    session = run(code, change=change)
    assert thing(session.view("blue"), "r1")["fields"]["busy"] is False and "busy" not in thing(session.view("blue"), "r2")["fields"]
    assert session.state()["revealed"] == [["Tank.busy", 1, [0]]]
    again = Session(session.game).restore(session.state())
    again.answer({"pick": 1})
    assert "busy" not in thing(again.view("blue"), "r1")["fields"] and thing(again.view("blue"), "r2")["fields"]["busy"] is True


def test_requests_of_others_are_not_seen() -> None:
    session = turn()
    assert session.view_request("red")["kind"] == "play"
    assert session.view_request("blue") == {"kind": "wait", "prompt": "", "side": "red"}


def test_that_somebody_is_asked_in_a_window_is_a_secret() -> None:
    overrides = {"fields": {"r1": {"at": "2.1"}, "b1": {"at": "2.0"}, "r2": {"at": "5.0"}}, "piles": {"red.hand": ["c4"], "blue.hand": []}}
    session = Session(GAME).start("turn", None, overrides, args=["red"], seed=1)
    session.answer({"do": "shoot", "args": {"by": "r1", "target": "b1"}})
    assert session.request["window"] == "before" and session.view_request("red")["window"] == "before"
    assert session.view_request("blue") == {"kind": "wait", "prompt": ""}


def test_each_side_sees_its_own_part_of_a_sealed_request() -> None:
    session = Session(GAME).setup(None, 2)
    assert [part["side"] for part in session.view_request("blue")["parts"]] == ["blue"]
    session.answer({"sealed": {"red": {"pick": "big"}}})
    assert session.view_request("red") == {"kind": "wait", "prompt": ""}
    assert "big" not in json.dumps(session.view("blue"))


def test_what_a_side_sees_does_not_depend_on_what_it_may_not_see() -> None:
    """The same position with another hand and deck of the other side looks the same."""
    seen = set()
    for hand, deck in ((["c1", "c2"], ["c3", "c4", "c5"]), (["c4", "c5"], ["c3", "c1", "c2"]), (["c2", "c4"], ["c5", "c3", "c1"])):
        overrides = {"piles": {"red.hand": hand, "deck": ["c0", *deck], "blue.hand": ["c6"]}, "fields": {"blue": {"secret": len(seen)}}}
        session = Session(GAME).start("turn", None, overrides, args=["blue"], seed=3)
        seen.add(json.dumps([session.view("blue"), session.view_request("blue")], sort_keys=True))
    assert len(seen) == 1


# -- hidden identity


def fog(document: Json) -> None:
    """Tanks whose identity their enemy does not know until they are busy."""
    tank = document["content"]["kinds"][3]
    known = ["or", ["==", get("side", local(0)), local(1)], get("busy", local(0))]
    tank["identity"] = {"visible": known}
    tank["instances"] += [{"id": "r0", "model": "heavy", "name": "tank", "side": "red", "start": {"at": "2.0"}}]
    next(f for f in tank["fields"] if f["id"] == "plates")["visible"] = known
    document["rules"]["procs"].append(proc("aim", [["assign", "Tank", "aim", local(0), local(1)]], [("by", TANK), ("at", TANK)]))
    params = [{"name": "by", "slot": 1, "type": TANK, "domain": ["owned", "Tank", local(0), "placed"]},
              {"name": "at", "slot": 2, "type": TANK, "domain": ["things", "Tank", "placed"]}]  # fmt: skip
    document["rules"]["actions"] = [action("aim", params, [], "aim", [local(1), local(2)])]


def foggy() -> Session:
    game = load_game(with_main([["play", {"who": ["ref", "Side", "blue"], "actions": ["aim"], "pass": True}]], change=fog))
    return Session(game).setup()


def test_a_hidden_piece_is_a_token() -> None:
    seen = foggy().view("blue")
    tanks = [t for t in seen["things"] if t["kind"] == "Tank"]
    # r0 stands at 2.0 and r1 at 1.1: hidden pieces come last, in the order of places and not of ids; r2 is known.
    assert [t["id"] for t in tanks] == ["b1", "r2", "token@2.0", "token@1.1"]
    assert tanks[2]["side"] == "red" and tanks[2]["fields"]["at"] == "2.0"
    assert not {"model", "name"} & set(tanks[2]) and not {"power", "plates"} & set(tanks[2]["fields"])
    assert [t["id"] for t in foggy().view("red")["things"] if t["kind"] == "Tank"] == ["r0", "r1", "r2", "token@3.3"]


def test_options_and_inputs_name_tokens() -> None:
    session = foggy()
    answer_all(session, {"play": "aim"}, {"pick": "b1"})
    assert session.view_request("blue")["options"] == ["b1", "token@2.0", "token@1.1"]
    with pytest.raises(Refused):
        session.answer({"pick": "token@4.4"})
    with pytest.raises(InputError):
        session.answer({"pick": "token@nowhere"})
    session.answer({"pick": "token@1.1"})
    assert thing(session.view("blue"), "b1")["fields"]["aim"] == "token@1.1"
    assert thing(session.view("red"), "token@3.3")["fields"]["aim"] == "r1"


def test_identity_can_become_known() -> None:
    session = foggy()
    m = session.machine
    m.fields[session.game.field_index[3, "busy"]][2] = True
    assert thing(session.view("blue"), "r1")["model"] == "light"


def test_the_pure_function_and_unknown_sides() -> None:
    session = turn()
    seen, request = view(GAME, session.state(), "blue")
    assert seen == session.view("blue") and request == session.view_request("blue")
    with pytest.raises(InputError, match="no side `green`"):
        session.view("green")
    assert SIDE["kind"] == "Side"


def everything(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [item for part in value.values() for item in everything(part)]
    return [item for part in value for item in everything(part)] if isinstance(value, list) else [value]


def test_ids_of_hidden_pieces_are_nowhere() -> None:
    session = foggy()
    answer_all(session, {"play": "aim"}, {"pick": "b1"})
    words = everything([session.view("blue"), session.view_request("blue")])
    assert not {"r0", "r1"} & {word for word in words if isinstance(word, str)}
