"""States as plain JSON: complete, and never trusted."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from tankdsl.engine import GameError, RandomPlayer, Session, load_game, setup, step
from tests.unit.engine.minidoc import bare
from tests.unit.engine.skirmish import skirmish

GAME = load_game(skirmish())


def midgame(decisions: int = 40, seed: int = 4) -> Session:
    session = Session(GAME).setup(None, seed)
    player = RandomPlayer(seed)
    for _ in range(decisions):
        player.play(session.machine)
    return session


def test_a_state_is_plain_json() -> None:
    state = midgame().state()
    assert json.loads(json.dumps(state)) == state
    assert list(state)[:3] == ["format", "game", "options"] and state["game"] == GAME.hash


def test_a_state_shares_nothing_with_the_machine() -> None:
    session = midgame()
    before = session.hash()
    state = session.state()
    for key in ("fields", "piles", "rng"):
        for values in state[key].values():
            values.clear()
    state["frames"].clear()
    assert session.hash() == before


def test_step_is_pure() -> None:
    state, request = setup(GAME, None, 7)
    kept = deepcopy(state)
    after, _ = step(GAME, state, {"sealed": {"red": {"pick": "big"}, "blue": {"pass": True}}})
    assert state == kept and after != state and request["kind"] == "sealed"
    again, _ = step(GAME, state, {"sealed": {"red": {"pick": "big"}, "blue": {"pass": True}}})
    assert again == after


def set_at(*path: Any) -> Callable[[Any], Callable[[Any], None]]:
    """A change of a state: the value at a path."""

    def to(value: Any) -> Callable[[Any], None]:
        def change(state: Any) -> None:
            for key in path[:-1]:
                state = state[key]
            state[path[-1]] = value

        return change

    return to


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (set_at("format")("x"), "state.format"),
        (set_at("game")("0" * 64), "belongs to another game"),
        (set_at("options", "size")(7), "state.options.size"),
        (set_at("fields", "Tank.at")([1]), "expected 6 values"),
        (set_at("fields", "Tank.at", 0)(999), "state.fields.Tank.at[0]"),
        (set_at("fields", "Tank.plates", 0)(True), "expected a value of type int"),
        (set_at("fields", "Tank.plates", 0)(None), "expected a value"),
        (set_at("piles", "deck")([77]), "state.piles.deck[0]"),
        (set_at("terrain", 0)(9), "state.terrain[0]"),
        (set_at("scopes")([["nap", 0]]), "there is no such scope"),
        (set_at("scopes")([[1]]), "expected"),
        (set_at("limits")([["x", 0, [], 1]]), "there is no such limit"),
        (set_at("rng", "dice")([1, 2, 3]), "expected four words"),
        (set_at("rng", "dice")([1, 2, 3, -1]), "state.rng.dice[3]"),
        (set_at("frames")([]), "a game has frames until it is over"),
        (set_at("frames", 0, "proc")("x"), "there is no procedure `x`"),
        (set_at("frames", 0, "pc")(999), "state.frames[0].pc"),
        (set_at("frames", 0, "slots")([]), "expected 8 slots"),
        (set_at("frames", 0, "frame")("dance"), "there is no frame `dance`"),
        (set_at("frames", 0)({"frame": "path", "places": []}), "the first frame must be a procedure"),
        (lambda state: state["frames"].append({"frame": "sealed", "answers": []}), "frames"),
        (lambda state: state.pop("hold"), "the key `hold` is missing"),
    ],
)  # fmt: skip
def test_states_that_are_not_of_this_game(change: Callable[[Any], None], message: str) -> None:
    state = midgame().state()
    change(state)
    with pytest.raises(GameError) as error:
        Session(GAME).restore(state)
    assert message in str(error.value)


def test_what_is_no_state() -> None:
    for state in (None, [], {}, "x"):
        with pytest.raises(GameError):
            Session(GAME).restore(state)


def test_a_finished_game_can_be_restored() -> None:
    session = Session(load_game(bare())).setup()
    again = Session(session.game).restore(session.state())
    assert again.is_over and again.hash() == session.hash()


def test_a_session_can_go_back() -> None:
    session = midgame(20)
    state, before = session.state(), session.hash()
    RandomPlayer(1).play(session.machine)
    assert session.hash() != before
    session.restore(state)
    assert session.hash() == before
