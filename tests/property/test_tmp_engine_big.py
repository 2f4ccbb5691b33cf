"""Both evaluators, and a machine that was saved and loaded, always come to the same states."""

from copy import deepcopy
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tankdsl.engine import GameError, RandomPlayer, Refused, Session, load_game, playout, random_record, replay
from tankdsl.engine.record import divergence
from tankdsl.engine.requests import input_of, legal_inputs
from tests.unit.engine.skirmish import skirmish

GAME = load_game(skirmish(rounds=4))
SEEDS = st.integers(0, 2**32 - 1)
FEW = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))


@FEW
@given(seed=SEEDS)
def test_evaluators_agree_on_every_hash(seed: int) -> None:
    plain = playout(GAME, seed, "oracle", 300, hashes=True)
    fast = playout(GAME, seed, "fast", 300, hashes=True)
    assert divergence(plain.hashes, fast.hashes) is None
    assert plain == fast and plain.ended and plain.fault == ""


@FEW
@given(seed=SEEDS, data=st.data())
def test_nobody_is_led_into_a_dead_end(seed: int, data: st.DataObject) -> None:
    """Whoever is asked has an answer, every option is accepted, and everything else is refused with a reason."""
    session = Session(GAME).setup(None, seed)
    m, player = session.machine, RandomPlayer(seed)
    while not session.is_over:
        options = legal_inputs(m)
        assert options or m.decision.kind == "sealed"
        if m.decision.kind in ("pick", "step", "play") and data.draw(st.integers(0, 9)) == 0:
            refusal = session.why_not({"play": "volley"} if m.decision.kind != "play" else {"pick": "r1"})
            assert refusal is not None and refusal.rid and refusal.text
        session.answer(input_of(m, *player.choose(m)))


@FEW
@given(seed=SEEDS, at=st.integers(0, 60), evaluator=st.sampled_from(["oracle", "fast"]))
def test_a_saved_game_goes_on_the_same(seed: int, at: int, evaluator: str) -> None:
    session = Session(GAME, evaluator=evaluator).setup(None, seed)
    player = RandomPlayer(seed)
    while not session.is_over and at > 0:
        player.play(session.machine)
        at -= 1
    other = Session(GAME, evaluator="fast").restore(session.state())
    second = RandomPlayer(0)
    second.words = list(player.words)
    assert other.request == session.request and other.legal() == session.legal()
    for _ in range(12):
        if session.is_over:
            break
        assert player.play(session.machine) == second.play(other.machine)
        assert session.hash() == other.hash()


@FEW
@given(seed=SEEDS)
def test_records_replay(seed: int) -> None:
    record = random_record(GAME, seed)
    assert replay(GAME, record, "oracle").ok


@FEW
@given(seed=SEEDS)
def test_views_never_change_the_game(seed: int) -> None:
    session = Session(GAME).setup(None, seed)
    player = RandomPlayer(seed)
    for _ in range(40):
        if session.is_over:
            break
        before = session.hash()
        for side in GAME.side_ids:
            session.view(side)
            session.view_request(side)
        assert session.hash() == before
        player.play(session.machine)


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    return [path] * bool(path) + [found for key in keys for found in _paths(value[key], (*path, key))]


def _some_path(data: st.DataObject, value: Any) -> tuple[Any, ...]:
    paths = _paths(value)
    return paths[data.draw(st.integers(0, len(paths) - 1))]


ODD = st.sampled_from([None, -1, 0, 1, 2, 99, 2**31, True, "", "x", [], {}, [1], {"absent": True}, 1.5])


@settings(max_examples=1200, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=SEEDS, data=st.data())
def test_a_damaged_document_gives_a_clear_error_or_plays_on(seed: int, data: st.DataObject) -> None:
    document = deepcopy(skirmish(rounds=2))
    _damage(document, _some_path(data, document), data.draw(ODD))
    try:
        game = load_game(document, verify=False)
    except GameError as error:
        assert str(error)
        return
    for evaluator in ("oracle", "fast"):
        try:
            playout(game, seed, evaluator, 25)
        except GameError as error:
            assert str(error)


@settings(max_examples=800, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=SEEDS, decisions=st.integers(0, 40), data=st.data())
def test_a_damaged_state_gives_a_clear_error_or_plays_on(seed: int, decisions: int, data: st.DataObject) -> None:
    session = Session(GAME).setup(None, seed)
    player = RandomPlayer(seed)
    while decisions and not session.is_over:
        player.play(session.machine)
        decisions -= 1
    state = session.state()
    _damage(state, _some_path(data, state), data.draw(ODD))
    damaged = Session(GAME)
    try:
        damaged.restore(state)
        for _ in range(6):
            if not damaged.is_over:
                player.play(damaged.machine)
    except (GameError, Refused) as error:
        assert str(error)


def _damage(value: Any, path: tuple[Any, ...], new: Any) -> None:
    for key in path[:-1]:
        value = value[key]
    value[path[-1]] = new
