"""Random campaigns come to their end, on both evaluators in the same states, also when they are saved and loaded on the way."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tankdsl.engine import RandomPlayer, Session, playout, random_record, replay
from tankdsl.engine.record import divergence
from tankdsl.engine.requests import input_of
from tests.unit.engine.march import campaign

SEEDS = st.integers(0, 2**32 - 1)
FEW = settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))


@FEW
@given(seed=SEEDS, luck=st.sampled_from([None, {"luck": True}, {"luck": False}]))
def test_evaluators_agree_and_every_campaign_ends(seed: int, luck: dict[str, bool] | None) -> None:
    plain = playout(campaign(), seed, "oracle", options=luck, hashes=True)
    fast = playout(campaign(), seed, "fast", options=luck, hashes=True)
    assert divergence(plain.hashes, fast.hashes) is None
    assert plain == fast and plain.ended and plain.fault == "" and len(plain.battles) == 3


@FEW
@given(seed=SEEDS, every=st.integers(1, 40))
def test_a_campaign_that_is_saved_and_loaded_goes_on_the_same(seed: int, every: int) -> None:
    record = random_record(campaign(), seed)
    player, session = RandomPlayer(seed), Session(campaign()).setup(None, seed)
    for number, taken in enumerate(record["inputs"]):
        if number % every == 0:
            session = Session(campaign(), evaluator="oracle" if number % 2 else "fast").restore(session.state())
        assert input_of(session.machine, *player.choose(session.machine)) == taken
        session.answer(taken)
    assert session.is_over and session.hash() == record["final"]
    assert replay(campaign(), record).ok
