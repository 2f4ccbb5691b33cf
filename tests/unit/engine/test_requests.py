"""What the engine says on the wire has the shapes that the compiled form promises."""

from typing import Any

import pytest

from tankdsl.engine import RandomPlayer, Session, load_game, random_record
from tankdsl.ir.models.record import Record
from tankdsl.ir.models.request import Input, Request
from tankdsl.ir.shapecheck import check_shape
from tests.unit.engine.minidoc import TANK, local
from tests.unit.engine.play import STOP, run
from tests.unit.engine.skirmish import skirmish

GAME = load_game(skirmish())
KEYS = {
    "play": ["kind", "side", "prompt", "options", "pass"],
    "pick": ["kind", "side", "prompt", "options", "pass"],
    "step": ["kind", "side", "prompt", "options", "pass", "unit", "at", "path", "left", "done"],
    "yes_no": ["kind", "side", "prompt"],
    "sealed": ["kind", "parts"],
    "chance": ["kind", "stream", "prompt", "low", "high"],
    "over": ["kind", "prompt"],
}


@pytest.mark.parametrize("seed", range(6))
def test_requests_and_inputs_have_the_promised_shapes(seed: int) -> None:
    session = Session(GAME, chance="ask" if seed % 2 else "seeded").setup(None, seed)
    player = RandomPlayer(seed)
    for _ in range(120):
        request = session.request
        for asked in (request, *(session.view_request(side) for side in GAME.side_ids)):
            assert check_shape(asked, Request) == []
        assert set(KEYS[request["kind"]]) <= set(request)
        assert [problem for given in session.legal() for problem in check_shape(given, Input)] == []
        if session.is_over:
            break
        player.play(session.machine)


def test_records_have_the_promised_shape() -> None:
    assert check_shape(random_record(GAME, 5), Record) == []


def mention(document: Any) -> None:
    document["text"]["pick"] = "Who helps {tank} at {there}?"
    main = document["rules"]["procs"][0]
    main["names"] = {"tank": 0, "there": 1}


def test_prompts_mention_what_the_procedure_knows() -> None:
    code = [
        ["set", 0, ["at", "Tank", ["place", "1.1"]]], ["set", 1, ["get", "Tank", "at", local(0)]],
        ["choose", 2, ["ref", "Side", "red"], 3, ["things", "Tank", "all"], True, False, "pick", TANK], STOP,
    ]  # fmt: skip
    assert run(code, change=mention).request["prompt"] == "Who helps <tank> at 1.1?"


def test_hidden_pieces_are_not_named_in_prompts() -> None:
    def change(document: Any) -> None:
        mention(document)
        document["content"]["kinds"][3]["identity"] = {"visible": ["==", ["get", "Tank", "side", local(0)], local(1)]}

    code = [
        ["set", 0, ["at", "Tank", ["place", "3.3"]]], ["set", 1, ["get", "Tank", "at", local(0)]],
        ["choose", 2, ["ref", "Side", "red"], 3, ["things", "Tank", "all"], True, False, "pick", TANK], STOP,
    ]  # fmt: skip
    session = run(code, change=change)
    assert session.view_request("red")["prompt"] == "Who helps something hidden on 3.3 at 3.3?"
    assert session.request["prompt"] == session.view_request("red")["prompt"]
