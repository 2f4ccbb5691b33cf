"""Random games of every example scenario: they end by a rule of the game, and both evaluators agree on every state."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor

import pytest

from tankdsl.engine.agents import Result, playout
from tests.examples.packs import game, played_scenarios

MOST_DECISIONS = 200_000
SCENARIOS = played_scenarios()


def played(pack: str, scenario: str, seed: int) -> tuple[Result, Result]:
    """The same random game on the fast evaluator and on the plain one."""
    fast = playout(game(pack, scenario), seed, "fast", MOST_DECISIONS, hashes=True)
    plain = playout(game(pack, scenario), seed, "oracle", MOST_DECISIONS, hashes=True)
    return fast, plain


def judge(fast: Result, plain: Result) -> str:
    """What is wrong with a game played twice; empty when nothing is."""
    if fast.fault or plain.fault:
        return fast.fault or plain.fault
    if not fast.ended:
        return f"no end after {fast.decisions} decisions"
    if not fast.ending:
        return "it did not end by a rule"
    if fast.hashes != plain.hashes:
        pairs = zip(fast.hashes, plain.hashes, strict=False)
        return f"the evaluators differ from decision {next((i for i, (a, b) in enumerate(pairs) if a != b), 'the end')}"
    return ""


def one(job: tuple[str, str, int]) -> tuple[int, str]:
    """A job of the long run."""
    return job[2], judge(*played(*job))


def test_there_are_scenarios() -> None:
    assert len(SCENARIOS) >= 3


@pytest.mark.parametrize(("pack", "scenario"), SCENARIOS)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_end_by_a_rule_and_both_evaluators_agree(pack: str, scenario: str, seed: int) -> None:
    assert judge(*played(pack, scenario, seed)) == ""


@pytest.mark.slow
@pytest.mark.parametrize(("pack", "scenario"), SCENARIOS)
def test_three_hundred_random_games(pack: str, scenario: str) -> None:
    jobs = [(pack, scenario, seed) for seed in range(300)]
    with ProcessPoolExecutor() as pool:
        faults = [(seed, fault) for seed, fault in pool.map(one, jobs, chunksize=5) if fault]
    assert faults == []
