"""Instructions, one by one, on both evaluators."""

from typing import Any

import pytest

from tankdsl.engine import InputError, Refused, Session
from tests.unit.engine.minidoc import CARD, SIDE, TANK, Json, asm, field, get, kind, local, proc
from tests.unit.engine.play import EVALUATORS, STOP, answer_all, cell, place, run, slots

RED, BLUE = ["ref", "Side", "red"], ["ref", "Side", "blue"]
R1, R2, B1 = (["ref", "Tank", id] for id in ("r1", "r2", "b1"))


@pytest.fixture(params=EVALUATORS)
def evaluator(request: pytest.FixtureRequest) -> str:
    return str(request.param)


# -- flow


def test_loops_calls_and_results(evaluator: str) -> None:
    def change(document: Json) -> None:
        document["rules"]["procs"].append(
            proc("both", [["return", [["+", local(0), local(1)], ["-", local(0), local(1)]]]], [("a", "int"), ("b", "int")], results=2)
        )

    code = asm(
        ["set", 0, 0], ["set", 1, 0],
        "again", ["unless", ["<", local(0), 5], "out"],
        ["call", "both", [local(1), local(0)], [1, 2]],
        ["set", 0, ["+", local(0), 1]], ["jump", "again"],
        "out", STOP,
    )  # fmt: skip
    session = run(code, change=change, evaluator=evaluator)
    assert slots(session)[:3] == [5, 10, 2]


def test_a_procedure_that_falls_off_its_end_returns_nothing(evaluator: str) -> None:
    session = run([["call", "empty", [], []], STOP], change=lambda d: d["rules"]["procs"].append(proc("empty", [])), evaluator=evaluator)
    assert session.request["kind"] == "pick"


def test_endless_rules_trap(evaluator: str) -> None:
    session = run(asm("again", ["jump", "again"]), evaluator=evaluator)
    assert session.is_over and "without end" in session.request["trap"]
    assert session.state()["over"] == {"trap": True}


def test_endless_recursion_traps(evaluator: str) -> None:
    session = run([["call", "main", [], []]], evaluator=evaluator)
    assert session.is_over and "without end" in session.request["trap"]


def test_a_trap_stops_the_game_where_it_happened(evaluator: str) -> None:
    code = [
        ["assign", "Side", "points", RED, 1],
        ["set", 0, ["div", 1, ["get", "Side", "points", BLUE]]],
        ["assign", "Side", "points", RED, 2],
    ]
    session = run(code, evaluator=evaluator)
    assert session.is_over and cell(session, "Side", "points", "red") == 1


def test_once_counts_in_its_scope(evaluator: str) -> None:
    code = asm(
        ["set", 0, 0], ["set", 1, 0],
        "turn", ["open", "turn", RED],
        ["once", "grit", 1, "turn", RED, [7], "no"], ["set", 1, ["+", local(1), 1]],
        "no", ["once", "grit", 1, "turn", RED, [7], "no2"], ["set", 1, ["+", local(1), 100]],
        "no2", ["once", "grit", 1, "turn", RED, [8], "no3"], ["set", 1, ["+", local(1), 10]],
        "no3", ["close", "turn"], ["set", 0, ["+", local(0), 1]], ["unless", [">=", local(0), 2], "turn"], STOP,
    )  # fmt: skip
    session = run(code, evaluator=evaluator)
    assert slots(session)[1] == 22
    assert session.state()["limits"] == [["grit", 1, [7], 1], ["grit", 1, [8], 1]]


# -- state


def test_assign_saturates_tracks_only(evaluator: str) -> None:
    code = [
        ["assign", "Tank", "plates", B1, 9], ["assign", "Tank", "plates", R1, -4], ["assign", "Side", "points", RED, -4],
        ["assign", "Tank", "plates", ["none"], 2], STOP,
    ]  # fmt: skip
    session = run(code, evaluator=evaluator)
    assert [cell(session, "Tank", "plates", id) for id in ("b1", "r1", "r2")] == [3, 0, 3]
    assert cell(session, "Side", "points", "red") == -4


def test_place_and_remove(evaluator: str) -> None:
    code = [
        ["remove", "Tank", R1], ["set", 0, get("at", R1)], ["set", 1, get("removed", R1)], ["set", 2, get("power", R1)],
        ["place", "Tank", R1, ["place", "0.0"]], ["set", 3, get("removed", R1)],
        ["place", "Tank", B1, ["none"]], ["set", 4, get("removed", B1)], ["place", "Tank", ["none"], ["place", "0.0"]], STOP,
    ]  # fmt: skip
    session = run(code, evaluator=evaluator)
    assert slots(session)[:5] == [None, True, 1, False, False]
    assert place(session, "r1") == "0.0" and place(session, "b1") is None


def test_terrain_changes_sight(evaluator: str) -> None:
    see = ["sight", "eye", ["place", "2.1"], ["place", "2.3"]]
    code = [["set", 0, see], ["terrain", ["place", "2.2"], ["ref", "Terrain", "grass"]], ["set", 1, see],
            ["terrain", ["none"], ["ref", "Terrain", "grass"]], STOP]  # fmt: skip
    session = run(code, evaluator=evaluator)
    assert slots(session)[:2] == [False, True]
    assert session.state()["terrain"][12] == 1


# -- decisions


def test_choose_asks_only_when_there_is_a_choice(evaluator: str) -> None:
    def choose(dest: int, members: list[Any], optional: bool, who: Any = RED) -> list[Any]:
        return ["choose", dest, who, 5, members, [">", local(5), 1], optional, "pick", "int"]

    code = [choose(0, ["list", 1], False), choose(1, ["list", 1, 3], False), choose(2, ["list", 4, 2], False, ["none"]),
            choose(3, ["list", 2], True), choose(4, ["list", 2, 1, 3], False), STOP]  # fmt: skip
    session = run(code, evaluator=evaluator)
    assert slots(session)[:3] == [None, 3, None]
    assert session.request["options"] == [2] and session.request["pass"]
    session.answer({"pass": True})
    assert session.request == {"kind": "pick", "side": "red", "prompt": "<pick>", "options": [2, 3], "pass": False}
    with pytest.raises(Refused) as refused:
        session.answer({"pick": 1})
    assert refused.value.refusal.rid == "not_in_domain"
    session.answer({"pick": 3})
    assert slots(session)[3:5] == [None, 3]


def test_options_are_shown_as_ids(evaluator: str) -> None:
    session = run([["choose", 0, BLUE, 1, ["things", "Tank", "all"], True, False, "pick", TANK], STOP], evaluator=evaluator)
    assert session.legal() == [{"pick": "b1"}, {"pick": "r1"}, {"pick": "r2"}]
    with pytest.raises(InputError, match="no Tank `x`"):
        session.answer({"pick": "x"})
    session.answer({"pick": "r2"})
    assert slots(session)[0] == 2


def test_ask(evaluator: str) -> None:
    session = run([["ask", 0, BLUE, "call"], ["ask", 1, ["none"], "call"], STOP], evaluator=evaluator)
    assert session.request == {"kind": "yes_no", "side": "blue", "prompt": "<call>"}
    session.answer({"yes": True})
    assert slots(session)[:2] == [True, False]


def test_sealed_answers_land_together(evaluator: str) -> None:
    def part(dest: int, who: Any, members: list[Any], optional: bool) -> list[Any]:
        return [dest, who, 5, members, True, optional, "pick", "int"]

    code = [["sealed", [part(0, RED, ["list", 1, 2], False), part(1, BLUE, ["list", 1, 2], True), part(2, RED, ["list", 7], False),
                        part(3, BLUE, ["list"], False)]], STOP]  # fmt: skip
    session = run(code, evaluator=evaluator)
    assert [part["side"] for part in session.request["parts"]] == ["red", "blue"]
    session.answer({"sealed": {"blue": {"pass": True}}})
    assert slots(session)[0] is None and [part["side"] for part in session.request["parts"]] == ["red"]
    assert session.why_not({"sealed": {"blue": {"pass": True}}})
    session.answer({"sealed": {"red": {"pick": 2}}})
    assert slots(session)[:4] == [2, None, 7, None]


# -- chance


def test_roll_and_read_a_pool(evaluator: str) -> None:
    code = [["roll", 0, 3, 6, 1, 1, 6, RED], ["set", 1, ["highest", local(0)]], ["set", 2, ["total", local(0)]], STOP]
    session = run(code, chance="ask", evaluator=evaluator)
    assert session.request == {"kind": "chance", "stream": "dice", "prompt": "", "low": 1, "high": 6}
    assert Session(session.game, chance="ask").restore(session.state()).request == session.request
    answer_all(session, {"chance": 2}, {"chance": 6})
    assert session.why_not({"chance": 7}).rid == "not_in_domain"
    session.answer({"chance": 1})
    assert slots(session)[:3] == [(6, 1, 1, 6, (2, 6, 1), (False,) * 3, 1), 6, 11]


def test_forced_dice_are_taken_in_order_and_then_asked_for(evaluator: str) -> None:
    code = [STOP, ["roll", 0, 3, 6, 0, ["none"], ["none"], ["none"]], ["reroll", 0, 1, [">=", ["die", local(0), local(1), "value"], 4]],
            ["reroll_die", 0, 0], STOP]  # fmt: skip
    session = run(code, chance="forced", evaluator=evaluator)
    session.force(dice=[4, 5, 1, 6, 2])
    session.answer({"pick": 1})
    assert session.request["kind"] == "chance" and session.unused()["dice"] == []
    session.answer({"chance": 3})
    assert slots(session)[0] == (6, 0, None, None, (3, 2, 1), (True, True, False), None)


def test_a_forced_die_must_fit(evaluator: str) -> None:
    session = run([STOP, ["roll", 0, 1, 6, 0, ["none"], ["none"], ["none"]], STOP], chance="forced", evaluator=evaluator)
    session.force(dice=[7])
    session.answer({"pick": 1})
    assert session.is_over and "range" in session.request["trap"]


def test_random_member(evaluator: str) -> None:
    code = [STOP, ["random", 0, ["things", "Tank", "all"], "pick", TANK], ["random", 1, ["list"], "pick", TANK], STOP]
    seeded = run(code, evaluator=evaluator)
    seeded.answer({"pick": 1})
    assert slots(seeded)[0] in (0, 1, 2) and slots(seeded)[1] is None
    forced = run(code, chance="forced", evaluator=evaluator)
    forced.force(draw=["r2"])
    forced.answer({"pick": 1})
    assert slots(forced)[0] == 2


@pytest.mark.parametrize("count", [0, -3])
def test_no_dice(evaluator: str, count: int) -> None:
    session = run([["roll", 0, count, 6, 0, ["none"], ["none"], ["none"]], ["set", 1, ["highest", local(0)]], STOP], evaluator=evaluator)
    assert slots(session)[0][4] == () and slots(session)[1] is None


# -- piles


def cards(document: Json) -> None:
    """Five cards, a deck, and a hand for red."""
    document["content"]["kinds"].append(
        kind("Card", "card", fields=[field("seen", "bool")], models=[{"id": "card", "name": "card"}],
             instances=[{"id": f"c{i}", "model": "card", "name": "card"} for i in range(5)])
    )  # fmt: skip
    document["content"]["piles"] = [
        {"id": "deck", "of": "Card", "ordered": True, "initial": ["c0", "c1", "c2"], "refill": "refill"},
        {"id": "gone", "of": "Card", "ordered": True, "initial": ["c3"]},
        {"id": "red.hand", "of": "Card", "owner": "red", "field": "hand", "ordered": False, "initial": []},
    ]
    document["rules"]["procs"].append(proc("refill", [["pour", ["pile", "gone"], ["pile", "deck"]]]))


def test_draw_move_and_refill(evaluator: str) -> None:
    hand = ["pile_of", "hand", RED]
    code = [
        ["draw", 0, ["pile", "deck"]], ["move", local(0), hand, "top"], ["draw", 1, ["pile", "deck"]], ["move", local(1), hand, "top"],
        ["draw", 2, ["pile", "deck"]], ["draw", 3, ["pile", "deck"]], ["draw", 4, ["pile", "deck"]],
        ["draw", 5, ["pile_of", "hand", BLUE]], ["move", ["ref", "Card", "c4"], ["pile", "gone"], "bottom"], STOP,
    ]  # fmt: skip
    session = run(code, change=cards, evaluator=evaluator)
    assert slots(session)[:6] == [0, 1, 2, 3, None, None]
    assert session.state()["piles"] == {"deck": [], "gone": [4], "red.hand": [1, 0]}


def test_a_thing_lies_in_one_pile_only(evaluator: str) -> None:
    code = [["move", ["ref", "Card", "c1"], ["pile", "gone"], "top"], ["remove", "Card", ["ref", "Card", "c3"]], STOP]
    session = run(code, change=cards, evaluator=evaluator)
    assert session.state()["piles"] == {"deck": [0, 2], "gone": [1], "red.hand": []}


def test_shuffle(evaluator: str) -> None:
    code = [["shuffle", ["pile", "deck"]], STOP]
    seeded = run(code, change=cards, evaluator=evaluator)
    assert sorted(seeded.machine.piles[0]) == [0, 1, 2]
    forced = run(code, change=cards, chance="forced", evaluator=evaluator)
    assert forced.machine.piles[0] == [0, 1, 2]
    asked = run(code, change=cards, chance="ask", evaluator=evaluator)
    answer_all(asked, {"chance": 0}, {"chance": 1})
    assert asked.machine.piles[0] == [2, 1, 0]


# -- frame


def test_end_with_and_without_a_winner(evaluator: str) -> None:
    won = run([["end", BLUE], STOP], evaluator=evaluator)
    assert won.request == {"kind": "over", "prompt": "", "winner": "blue"} and won.legal() == []
    assert run([["end", ["none"]], STOP], evaluator=evaluator).request == {"kind": "over", "prompt": ""}
    with pytest.raises(Refused, match="game_over"):
        won.answer({"pass": True})


def test_active_is_the_owner_of_the_innermost_owned_scope(evaluator: str) -> None:
    def change(document: Json) -> None:
        document["rules"]["scopes"].append({"id": "phase"})

    code = [["set", 0, ["active"]], ["open", "turn", BLUE], ["open", "phase", ["none"]], ["set", 1, ["active"]], ["close", "phase"],
            ["open", "phase", RED], ["set", 2, ["active"]], ["close", "phase"], ["set", 3, ["active"]], ["close", "turn"],
            ["set", 4, ["active"]], STOP]  # fmt: skip
    assert slots(run(code, change=change, evaluator=evaluator))[:5] == [None, 0, 1, 0, None]


def test_the_log_tells_what_happened(evaluator: str) -> None:
    code = [
        ["log", "told", [[SIDE, RED], ["int", ["+", 1, 2]]]],
        ["assign", "Side", "points", RED, 5],
        ["log", "told", [["int", ["div", 1, 0]]]],
        STOP,
    ]
    session = run(code, log=True, evaluator=evaluator)
    told = [event for event in session.events if event["event"] == "text"]
    assert [value for _, value in told[0]["values"]] == [1, 3] and told[1]["values"] == ()
    assert {"event": "assign", "field": session.game.field_index[0, "points"], "entity": 1, "old": 0, "new": 5} in session.events


def test_cards_in_a_field(evaluator: str) -> None:
    session = run([["choose", 0, RED, 1, ["pile", "deck"], True, False, "which", CARD], STOP], change=cards, evaluator=evaluator)
    assert session.request["options"] == ["c0", "c1", "c2"]
