"""Why an input is refused: every kind of reason, in reporting order."""

from typing import Any

import pytest

from tankdsl.engine import GameError, InputError, Refused, Session, load_game, setup, start, why_not
from tests.unit.engine.minidoc import SIDE, TANK, Json, action, get, local, proc, require
from tests.unit.engine.play import STOP, answer_all, run
from tests.unit.engine.skirmish import skirmish

GAME = load_game(skirmish())
RED = ["ref", "Side", "red"]


def turn(side: str = "red", **fields: Any) -> Session:
    """A turn of the skirmish with these fields set, beyond its draw."""
    overrides = {"fields": fields, "piles": {"red.hand": ["c0", "c1"], "blue.hand": ["c4", "c5"]}}
    return Session(GAME).start("turn", None, overrides, args=[side], seed=1)


def rid(session: Session, given: Json, side: str | None = None) -> str:
    refusal = session.why_not(given, side)
    return "" if refusal is None else refusal.rid


def test_legal_inputs_have_no_refusal() -> None:
    session = turn()
    for given in session.legal():
        assert session.why_not(given) is None
    assert session.why_not({"do": "move", "args": {"tank": "r1"}}) is None


def test_what_comes_before_everything() -> None:
    over = run([["end", RED]])
    assert rid(over, {"play": "x"}) == "game_over" and rid(over, {"pass": True}, "blue") == "game_over"
    session = turn()
    assert rid(session, {"pass": True}, "blue") == "not_your_decision"
    assert session.why_not({"pass": True}, "red") is None
    assert rid(session, {"do": "move", "args": {"tank": "b1"}}, "blue") == "not_your_decision"


def test_forms() -> None:
    session = turn()
    assert rid(session, {"pick": "r1"}) == "wrong_form" and rid(session, {"yes": True}) == "wrong_form"
    assert rid(session, {"play": "dodge"}) == "not_offered"
    session.answer({"play": "move"})
    assert rid(session, {"play": "move"}) == "not_offered" and rid(session, {"pass": True}) == "not_offered"
    assert rid(session, {"done": True}) == "wrong_form" and rid(session, {"step": "0.1"}) == "wrong_form"


@pytest.mark.parametrize(
    "given", [None, [], {}, {"jump": 1}, {"pass": False}, {"play": 3}, {"play": "fly"}, {"play": "move", "pass": True}, {"step": 4},
        {"chance": "6"},
              {"yes": 1}, {"sealed": []}, {"do": "move", "args": []}, {"do": "move", "more": 1}, {"do": 5}, {"do": "fly"}]
)  # fmt: skip
def test_what_is_no_input(given: Any) -> None:
    session = turn()
    before = session.hash()
    with pytest.raises(InputError):
        session.answer(given)
    assert session.hash() == before


def test_guards_in_written_order() -> None:
    session = turn(r1={"at": "2.1"}, b1={"at": "2.3"}, b2={"at": "5.4"})
    shoot = session.why_not({"do": "shoot", "args": {"by": "r1", "target": "b1"}})
    assert shoot and (shoot.rid, shoot.text, shoot.rules, shoot.also) == ("blind", "<blind>", ("MG-004",), ())
    far = session.why_not({"do": "shoot", "args": {"by": "r1", "target": "b2"}})
    assert far and far.rid == "range" and far.rules == ("MG-003",)
    friend = session.why_not({"do": "shoot", "args": {"by": "r1", "target": "r1"}})
    assert friend and friend.rid == "friend"


def test_a_failing_binding_is_a_reason_and_hides_what_depends_on_it() -> None:
    session = turn(r1={"at": {"absent": True}}, b1={"at": "0.1"})
    refusal = session.why_not({"do": "shoot", "args": {"by": "r1", "target": "b1"}})
    # A tank off the map is no candidate at all; the guards are told as well.
    assert refusal and refusal.rid == "not_in_domain" and [also.rid for also in refusal.also] == ["gone", "range", "blind"]


def test_an_action_that_is_only_named_tells_the_reasons_of_its_candidates() -> None:
    session = turn()
    refusal = session.why_not({"play": "shoot"})
    assert refusal and refusal.rid == "range" and {also.rid for also in refusal.also} >= {"friend"}


def test_limits_and_cost() -> None:
    session = turn()
    session.answer({"do": "dig", "args": {"tank": "r1"}})
    assert rid(session, {"play": "dig"}) == "limit_reached"
    session.answer({"do": "move", "args": {"tank": "r1"}})
    answer_all(session, {"step": "0.1"}, {"done": True})
    assert rid(session, {"do": "volley", "args": {"target": "b1", "group": ["r1", "r2"]}}) == "cannot_pay"


def test_members_and_steps_of_whole_actions() -> None:
    session = turn(b1={"at": "2.2"})
    assert rid(session, {"do": "volley", "args": {"target": "b1", "group": ["r1"]}}) == "alone"
    assert rid(session, {"do": "volley", "args": {"target": "b1", "group": ["r1", "r1"]}}) == "not_in_domain"
    assert rid(session, {"do": "volley", "args": {"target": "b1", "group": []}}) == "not_in_domain"
    assert session.why_not({"do": "volley", "args": {"target": "b1", "group": ["r1", "r2"]}}) is None
    assert rid(session, {"do": "shove", "args": {"tank": "r1", "way": ["0.1"]}}) == "short"
    assert rid(session, {"do": "shove", "args": {"tank": "r1", "way": ["0.1", "0.3"]}}) == "not_adjacent"
    assert rid(session, {"do": "shove", "args": {"tank": "r1", "way": ["0.1", "0.0"]}}) == "cannot_stop"


def test_cards_and_windows() -> None:
    fields = {"r1": {"at": "2.1"}, "b1": {"at": "2.0"}, "r2": {"at": "5.0"}}
    session = turn("red", **fields)
    session.answer({"do": "shoot", "args": {"by": "r1", "target": "b1"}})
    assert session.request["window"] == "before"
    assert rid(session, {"play": "dodge"}) == "not_offered"
    session.answer({"play": "boost"})
    assert session.machine.frames[-1] is not None


def test_a_card_that_is_not_in_hand() -> None:
    overrides = {"fields": {"r1": {"at": "2.1"}, "b1": {"at": "2.0"}, "r2": {"at": "5.0"}}, "piles": {"red.hand": ["c0"], "blue.hand": []}}
    session = Session(GAME, pause_windows=True).start("turn", None, overrides, args=["red"], seed=1)
    session.answer({"pass": True})
    session.answer({"pass": True})
    session.answer({"do": "shoot", "args": {"by": "r1", "target": "b1"}})
    answer_all(session, {"pass": True})
    assert session.request["side"] == "blue" and rid(session, {"play": "boost"}) == "not_in_hand"


def test_it_is_not_yours() -> None:
    overrides = {"fields": {"r1": {"at": "2.1"}, "b1": {"at": "2.0"}, "r2": {"at": "5.0"}}, "piles": {"blue.hand": ["c0"], "red.hand": []}}
    session = Session(GAME, pause_windows=True).start("turn", None, overrides, args=["red"], seed=1)
    answer_all(session, {"pass": True}, {"pass": True}, {"do": "shoot", "args": {"by": "r1", "target": "b1"}}, {"pass": True})
    assert rid(session, {"play": "boost"}) == "not_yours"


def descending(document: Json) -> None:
    """An action whose parameter is restricted by a guard in `where`, and a choice restricted in the same way."""
    document["rules"]["guards"] = [
        {
            "id": "ready", "params": [{"name": "tank", "type": TANK}], "slots": 2, "cites": [], "names": {"here": 1},
            "conjuncts": [
                require(["not", get("busy", local(0))], "busy", "moved"),
                {"let": 1, "be": get("at", local(0)), "reason": "gone", "rid": "off", "cites": ["MG-001"]},
                require(["!=", local(1), ["place", "3.3"]], "corner", "there"),
            ],
        }
    ]  # fmt: skip
    document["text"] |= {"moved": "{tank} is busy", "gone": "{tank} is nowhere, {this}", "there": "{tank} stands at {here}"}
    document["rules"]["procs"].append(proc("nothing", [], [("tank", TANK)]))
    param = {
        "name": "tank",
        "slot": 1,
        "type": TANK,
        "domain": ["things", "Tank", "all"],
        "where": ["and", True, ["holds", "ready", local(1)]],
    }
    document["rules"]["actions"] = [action("use", [param], [], "nothing", [local(1)])]


def test_reasons_inside_conditions_are_told_with_names_filled_in() -> None:
    play = ["play", {"who": RED, "actions": ["use"], "pass": True}]
    session = run([play], change=descending)
    told = {id: session.why_not({"do": "use", "args": {"tank": id}}) for id in ("b1", "r1", "r2")}
    assert told["r1"] is None
    assert told["r2"] and (told["r2"].rid, told["r2"].text) == ("busy", "<tank> is busy")
    assert told["b1"] and (told["b1"].rid, told["b1"].text) == ("corner", "<tank> stands at 3.3")
    session.answer({"play": "use"})
    staged = session.why_not({"pick": "r2"})
    assert staged and (staged.rid, staged.also[0].rid, staged.also[0].text) == ("busy", "off", "<tank> is nowhere, this")


def test_reasons_of_choices() -> None:
    choose = ["choose", 0, RED, 1, ["things", "Tank", "all"], ["holds", "ready", local(1)], True, "pick", TANK]
    session = run([choose, STOP], change=descending)
    refusal = session.why_not({"pick": "r2"})
    assert refusal and refusal.rid == "busy"
    with pytest.raises(Refused, match="corner"):
        session.answer({"pick": "b1"})


def test_a_game_can_word_the_standard_reasons() -> None:
    def change(document: Json) -> None:
        document["text"]["reason.not_offered"] = "Not now!"
        descending(document)

    refusal = run([STOP], change=change).why_not({"play": "use"})
    assert refusal and refusal.text == "Not now!"


def test_the_pure_functions() -> None:
    state, _ = start(GAME, "turn", None, {"piles": {"red.hand": []}}, args=["red"])
    refusal = why_not(GAME, state, {"play": "dodge"})
    assert refusal and refusal.rid == "not_offered"
    with pytest.raises(InputError, match="takes 1 arguments"):
        start(GAME, "turn")
    with pytest.raises(InputError, match="no entry"):
        start(GAME, "dawn")
    with pytest.raises(GameError):
        setup(GAME, {"x": 1})
    assert SIDE == {"kind": "Side"}


def test_why_not_changes_nothing() -> None:
    session = turn()
    before = session.state()
    for given in (
        {"do": "move", "args": {"tank": "r1"}},
        {"do": "shoot", "args": {"by": "r1", "target": "b1"}},
        {"play": "volley"},
        {"play": "shoot"},
    ):
        session.why_not(given)
    assert session.state() == before
