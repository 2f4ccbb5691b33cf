"""The fast evaluator: what it generates, what it skips, and what it does when Python cannot compile it."""

from typing import Any

import pytest

from tankdsl.engine import Session, load_game, playout
from tankdsl.engine.fast import FastEvaluator, Library
from tankdsl.engine.machine import TERRAIN, field_bit
from tankdsl.engine.reads import reads, slots_of
from tests.unit.engine.minidoc import TANK, get, local, with_main
from tests.unit.engine.play import STOP, run, slots
from tests.unit.engine.skirmish import skirmish


def deep(levels: int) -> Any:
    """Loops nested deeper than Python allows."""
    node: Any = True
    for level in range(levels):
        node = ["any", level, ["list", 1, 2], ["and", [">", local(level), 1], node]]
    return node


def test_what_cannot_be_compiled_is_walked() -> None:
    code = [["set", 39, deep(30)], ["set", 38, ["if", deep(25), 5, 6]], STOP]
    session = run(code, slots=40, evaluator="fast")
    library = Library.of(session.game)
    assert library.get(("block", 0, 0))[0] is None
    assert slots(session)[38:] == [5, True]
    assert slots(run(code, slots=40, evaluator="oracle"))[38:] == [5, True]


def test_every_kind_of_function_falls_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a compiler that gives up on everything the games are the same, only slower."""
    game = load_game(skirmish())
    expected = playout(game, 3, "oracle", 60, hashes=True)
    monkeypatch.setattr(Library, "get", lambda self, key: (None, ()))
    assert playout(load_game(skirmish()), 3, "fast", 60, hashes=True) == expected


def test_no_text_of_the_document_becomes_source() -> None:
    document = skirmish()
    evil = 'x"); raise SystemExit("'
    document["rules"]["procs"][2]["code"].insert(0, ["log", evil, []])
    document["text"][evil] = evil
    for line in document["rules"]["procs"][2]["code"]:
        if line[0] in ("jump", "unless"):
            line[-1] += 1
    game = load_game(document)
    library = Library.of(game)
    assert evil not in library.source(("block", 2, 0)) and "SystemExit" not in library.source(("block", 2, 0))
    assert playout(game, 1, "fast", 20).fault == ""


def test_conjuncts_are_checked_as_early_as_possible() -> None:
    game = load_game(skirmish())
    source = Library.of(game).source(("x", game.ids["action"]["shoot"], 0))
    outer, inner = source.split("for ")[1:3]
    assert "C.get(" in outer and "SEEN0" in inner


def test_reads_follow_calls() -> None:
    game = load_game(skirmish())
    alive = ("call", game.ids["value"]["alive"], (("const", 0),))
    at = game.built_in(game.ids["kind"]["Tank"], "at")
    assert reads(game, alive) == field_bit(at)
    assert reads(game, ("sight", 0, ("const", 1), ("const", 2))) == TERRAIN
    assert reads(game, ("const", 3)) == 0


def test_slots_that_are_bound_inside_do_not_count() -> None:
    node = ("any", 3, ("local", 1), ("==", ("local", 3), ("local", 2)))
    assert slots_of(node) == {1, 2}
    assert slots_of(("+", node, ("local", 3))) == {1, 2, 3}


def test_triggers_that_read_nothing_written_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    original = FastEvaluator.function

    def function(self: FastEvaluator, key: Any) -> Any:
        if key[0] == "when":
            asked.append(key)
        return original(self, key)

    monkeypatch.setattr(FastEvaluator, "function", function)
    weak = {"id": "weak", "params": [{"slot": 0, "set": ["things", "Tank", "placed"]}], "slots": 1,
            "when": ["<", get("plates", local(0)), 0], "proc": "main", "cites": []}  # fmt: skip

    def change(document: Any) -> None:
        document["rules"]["whenevers"] = [weak]
        document["rules"]["procs"][0]["params"] = []
        document["rules"]["procs"].append(
            {**document["rules"]["procs"][0], "id": "body", "params": [{"name": "tank", "type": TANK}], "code": []}
        )
        document["rules"]["whenevers"][0]["proc"] = "body"

    points = ["assign", "Side", "points", ["ref", "Side", "red"], 3]
    plates = ["assign", "Tank", "plates", ["ref", "Tank", "b1"], 3]
    run([["settle"], points, ["settle"], points, ["settle"], plates, ["settle"], STOP], change=change, evaluator="fast")
    assert len(asked) == 2


def test_machines_of_one_game_share_code_and_nothing_else() -> None:
    game = load_game(
        with_main([["assign", "Side", "points", ["ref", "Side", "red"], ["+", 1, ["get", "Side", "points", ["ref", "Side", "red"]]]], STOP])
    )
    first, second = Session(game).setup(), Session(game).setup()
    index = game.field_index[0, "points"]
    assert first.machine.fields[index] == second.machine.fields[index] == [0, 1]
    assert first.machine.fields[index] is not second.machine.fields[index]
