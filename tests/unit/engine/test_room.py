"""Piles with room for so many things: what finds no room stays where it is, on both evaluators, and is told."""

from typing import Any

import pytest

from tankdsl.engine import Session, load_game, playout
from tankdsl.session import Session as Pack
from tankdsl.source import MemoryBundle

SOURCE = """
ruleset depot "Depot" {
    sides red "Red", blue "Blue"
    space hex flat
    main game
}
card kind Crate { stat weight: 1..3 flavour }
card box "Box" of Crate copies 6 { weight = 1 }
deck stock of Crate
pile shelf of Crate ordered holds 2                   # tankdsl: allow room-unasked because this is about full shelves
pile floor of Crate ordered
side kind Side { pile hand of Crate holds 1 }
sequence game { rounds at most 6 { each side s takes a turn { s plays take, lay, pour_back, grab may pass } } }
action take() as s { draw from stock into shelf }     # tankdsl: allow room-unasked because this is about full shelves
action lay() as s { draw c from stock; if let one = c { put one into shelf; if count(floor) is 0 { put one into floor } } }
action pour_back() as s { shuffle floor into shelf }
action grab() as s { if let one = first(shelf) { put one into s.hand } }
ending full { draw "everything is stowed" when count(shelf) is 2 and count(red.hand) is 1 and count(blue.hand) is 1 }
board grass_board "Grass" axial 2 x 2 {
    legend . = grass
    rows {
        . .
        . .
    }
}
terrain kind Terrain { stat open: bool flavour }
terrains Terrain {
    | id    | name    | open |
    | grass | "grass" | yes  |
}
layout meadow "Meadow" { board grass_board at (0, 0) }
scenario field "Field" { layout meadow }
"""


def pack() -> Pack:
    return Pack(MemoryBundle({"depot.tank": SOURCE}), ("depot.tank",))


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    ready = pack()
    assert not ready.has_errors, ready.findings
    return ready.scenario("field").document


@pytest.fixture(params=["fast", "oracle"])
def session(document: dict[str, Any], request: pytest.FixtureRequest) -> Session:
    return Session(load_game(document), evaluator=request.param, log=True).setup(None, 1)


def sizes(session: Session) -> dict[str, int]:
    return {pile.id: len(session.machine.piles[pile.index]) for pile in session.game.piles}


def play(session: Session, *actions: str) -> None:
    for action in actions:
        session.answer({"play": action})


def test_nothing_is_drawn_for_a_full_pile(session: Session) -> None:
    play(session, "take", "take", "take", "take")
    assert sizes(session)["shelf"] == 2 and sizes(session)["stock"] == 4


def test_a_thing_that_finds_no_room_stays_where_it_is(session: Session) -> None:
    play(session, "take", "take", "grab")
    assert sizes(session)["red.hand"] == 1 and sizes(session)["shelf"] == 1
    session.events.clear()
    play(session, "grab")
    assert sizes(session)["red.hand"] == 1 and sizes(session)["shelf"] == 1
    (full,) = [event for event in session.events if event["event"] == "full"]
    shelf = session.machine.piles[session.game.ids["pile"]["shelf"]]
    assert session.game.piles[full["pile"]].id == "red.hand" and full["thing"] == shelf[0]


def test_of_a_pile_that_is_poured_the_lowest_stay(session: Session) -> None:
    """One lies on the shelf and three on the floor: one more finds room, the top one."""
    game = session.game
    crates = list(game.kind("Crate").instances)
    piles = {"shelf": crates[:1], "floor": crates[1:4], "stock": crates[4:]}
    session = Session(game, evaluator=session.evaluator, chance="forced").start(None, {}, {"piles": piles})
    play(session, "pour_back")
    shelf, floor = (session.machine.piles[game.ids["pile"][name]] for name in ("shelf", "floor"))
    assert (len(shelf), len(floor)) == (2, 2)


def test_what_lies_there_already_may_be_put_there_again(document: dict[str, Any]) -> None:
    for seed in range(6):
        fast, plain = (playout(load_game(document), seed, evaluator, hashes=True) for evaluator in ("fast", "oracle"))
        assert fast == plain and fast.fault == ""


def test_rules_that_never_ask_for_room_are_told() -> None:
    told = {(found.name, found.headline.split(" may")[0]) for found in pack().findings}
    assert ("room-unasked", "`hand`") in told


def test_an_ending_says_in_words_why_the_game_is_over(session: Session) -> None:
    play(session, "take", "grab", "take")
    session.answer({"pass": True})
    play(session, "grab", "take", "take")
    assert session.is_over and session.request["prompt"] == "everything is stowed"
