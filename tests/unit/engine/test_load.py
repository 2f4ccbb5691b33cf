"""Documents that are not as they should be give a clear error, and never anything else."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tankdsl.engine import GameError, Session, load_game
from tankdsl.ir.hashing import game_hash
from tests.unit.engine.minidoc import Json, action, bare, local, proc, with_main
from tests.unit.engine.skirmish import skirmish


def broken(change: Callable[[Json], Any], document: Json | None = None) -> str:
    """The message for the bare document after a change."""
    document = document or bare()
    change(document)
    with pytest.raises(GameError) as error:
        load_game(document)
    return str(error.value)


def main(code: list[Any], slots: int = 4) -> Callable[[Json], None]:
    return lambda d: d["rules"]["procs"].__setitem__(0, proc("main", code, slots=slots))


@pytest.mark.parametrize("document", [None, [], "x", 3, {}])
def test_what_is_no_document(document: Any) -> None:
    with pytest.raises(GameError):
        load_game(document)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.update(format="tankdsl/2"), "format: this engine plays `tankdsl/1`"),
        (lambda d: d.update(document="ruleset"), "only a scenario or a campaign can be played"),
        (lambda d: d.update(game="0" * 64), "game: the hash does not fit"),
        (lambda d: d["content"].update(sides=["red"]), "content.sides: every side must be listed once"),
        (lambda d: d["content"].update(sides=["red", "green"]), "content.sides[1]: there is no side `green`"),
        (lambda d: d["content"]["kinds"][3].update(category="tank"), "content.kinds[3].category: there is no category `tank`"),
        (lambda d: d["content"]["kinds"][3].update(parent="Tank"), "is its own ancestor"),
        (lambda d: d["content"]["kinds"][3]["instances"][0].update(model="x"), "there is no model `x`"),
        (lambda d: d["content"]["kinds"][3]["instances"].append({"id": "r1", "model": "light"}), "`r1` is declared twice"),
        (lambda d: d["content"]["kinds"][3]["fields"].append({"id": "at", "role": "state", "type": "int"}), "two fields `at`"),
        (lambda d: d["content"]["kinds"][3]["fields"][0].update(type="integer"), "there is no type `integer`"),
        (lambda d: d["content"]["kinds"][3]["fields"][0].update(type={"set": {"set": "x"}}), "there is no type `x`"),
        (lambda d: d["content"]["kinds"][3]["instances"][0]["start"].update(at="9.9"), "there is no place `9.9`"),
        (lambda d: d["content"]["kinds"][3]["models"][0]["stats"].update(speed=1), "has no stat `speed`"),
        (lambda d: d["content"]["kinds"][3]["models"][0]["stats"].update(power=True), "`True` is no int"),
        (lambda d: d["content"]["map"]["places"][0].update(terrain="lava"), "there is no terrain `lava`"),
        (lambda d: d["content"]["map"]["places"][1].update(q=0), "two places lie at q 0, r 0"),
        (lambda d: d["content"]["map"].update(grid="square"), "only maps of hexes"),
        (lambda d: d["content"]["map"]["edges"].append({"a": "0.0", "b": "4.4", "feature": "hedge"}), "must be neighbours"),
        (lambda d: d["content"]["options"][2].update(default="huge"), "option `size` has no value `huge`"),
        (lambda d: d["content"].update(preset={"x": 1}), "there is no option `x`"),
        (lambda d: d["rules"].update(main="x"), "rules.main: there is no proc `x`"),
        (lambda d: d["rules"].update(runaway=0), "rules.runaway: expected a number from 1"),
        (lambda d: d.pop("text"), "the key `text` is missing"),
        (lambda d: d["rules"].pop("main"), "rules: the key `main` is missing"),
        (main([["leap", 3]]), "rules.procs[0].code[0]: there is no instruction `leap`"),
        (main([["set", 9, 1]]), "expected a slot from 0 to 3, found 9"),
        (main([["set", True, 1]]), "expected a slot from 0 to 3, found true"),
        (main([["jump", 2]]), "expected a number from 0 to 1, found 2"),
        (main([["set", 0, ["+", 1]]]), 'expected ["+", a, b]'),
        (main([["set", 0, ["plus", 1, 2]]]), "there is no operator `plus`"),
        (main([["set", 0, 2**31]]), "2147483648 does not fit 32 bits"),
        (main([["set", 0, 1.5]]), "expected an expression, found 1.5"),
        (main([["set", 0, None]]), "expected an expression, found None"),
        (main([["set", 0, ["get", "Tank", "hull", 1]]]), "kind `Tank` has no field `hull`"),
        (main([["set", 0, ["get", "Plane", "hull", 1]]]), "there is no kind `Plane`"),
        (main([["set", 0, ["ref", "Tank", "x"]]]), "kind `Tank` has no instance `x`"),
        (main([["set", 0, ["enum", "Arc", "top"]]]), "enum `Arc` has no member `top`"),
        (main([["set", 0, ["dir", "up"]]]), "there is no direction `up` on this map"),
        (main([["set", 0, ["best", 1, ["list"], 1, "worst"]]]), "expected `least` or `most`"),
        (main([["assign", "Tank", "power", 0, 1]]), "only state can be assigned"),
        (main([["assign", "Tank", "at", 0, 1]]), "only state can be assigned"),
        (main([["place", "Side", 0, 1]]), "cannot be the object of `place`"),
        (main([["call", "main", [1], []]]), "wrong number of arguments for `main`"),
        (main([["open", "phase", ["none"]]]), "there is no scope `phase`"),
        (main([["ask", 0, 0, "nothing"]]), "there is no text `nothing`"),
        (main([["roll", 0, 1, 6]]), "expected ["),
        (main([["play", {"who": 0}]]), "the key `actions` is missing"),
        (main([["shuffle", ["deck"]]]), 'expected ["pile", id]'),
    ],
)  # fmt: skip
def test_messages(change: Callable[[Json], Any], message: str) -> None:
    assert message in broken(change)


def value(id: str, body: Any, params: int = 0) -> Json:
    return {
        "id": id,
        "params": [{"name": f"p{i}", "type": "int"} for i in range(params)],
        "gives": "int",
        "slots": params,
        "body": body,
        "cites": [],
    }


def test_values_that_call_themselves() -> None:
    def change(document: Json) -> None:
        document["rules"]["values"] = [value("a", ["call", "b"]), value("b", ["+", 1, ["call", "c"]]), value("c", ["call", "a"])]

    assert "calls itself in the end" in broken(change)


def test_values_with_the_wrong_number_of_arguments() -> None:
    assert "value `a` has 1 parameters, not 0" in broken(
        lambda d: d["rules"].update(values=[value("a", local(0), 1), value("b", ["call", "a"])])
    )


def test_expressions_nested_too_deep() -> None:
    def nested(depth: int, inmost: Any = 1) -> Any:
        node = inmost
        for _ in range(depth):
            node = ["+", 1, node]
        return node

    assert "nested more than" in broken(main([["set", 0, nested(400)]]))
    chain = [value("v0", nested(90)), *(value(f"v{i}", nested(80, ["call", f"v{i - 1}"])) for i in range(1, 4))]
    assert "nested too deep" in broken(lambda d: d["rules"].update(values=chain))


def test_limits_of_one_name_must_agree() -> None:
    limit = {"id": "l", "most": 1, "keys": [], "scope": "turn", "own": True}
    both = [action(id, [], [], "main", [], limits=[{**limit, "own": own}]) for id, own in (("a", True), ("b", False))]
    assert "declared with another scope" in broken(lambda d: d["rules"].update(actions=both))


def test_a_stated_hash_must_fit_unless_it_is_not_looked_at() -> None:
    document = bare()
    document["game"] = game_hash(document)
    assert load_game(document).hash == document["game"]
    document["title"] = "changed"
    with pytest.raises(GameError, match="incomplete or was changed"):
        load_game(document)
    assert load_game(document, verify=False).hash == game_hash(document)


def test_cut_files() -> None:
    whole = json.dumps(skirmish())
    document = json.loads(whole)
    for part in ("values", "guards", "procs", "windows", "movements"):
        cut = json.loads(whole)
        cut["rules"][part] = cut["rules"][part][:-1]
        with pytest.raises(GameError):
            load_game(cut)
    assert load_game(document).id == "skirmish"


def test_options_are_checked() -> None:
    game = load_game(bare())
    for options, message in [
        ({"x": 1}, "no such option"), ({"rounds": 10}, "from 1 to 9"), ({"size": "huge"}, "it has `small`, `big`"), ({"sturdy": 1},
            "true or false"),
        ({"sturdy": True, "brittle": True}, "it excludes the option `brittle`"),
    ]:  # fmt: skip
        with pytest.raises(GameError, match=message):
            Session(game).setup(options)
    assert Session(game).setup({"size": "big", "rounds": 2}).state()["options"] == {
        "brittle": False,
        "rounds": 2,
        "size": 1,
        "sturdy": False,
    }


def test_stats_can_depend_on_options() -> None:
    def change(document: Json) -> None:
        tank = document["content"]["kinds"][3]
        tank["fields"].append({"id": "crew", "role": "stat", "type": "int", "default": ["option", "rounds"]})

    game = load_game(with_main([], change=change))
    machine = Session(game).setup({"rounds": 4}).machine
    assert machine.fields[game.field_index[3, "crew"]] == [4, 4, 4]
