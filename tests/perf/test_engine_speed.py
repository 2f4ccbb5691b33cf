"""The fast evaluator is worth its code."""

import pytest

from tests.perf.bench_engine import measure
from tests.unit.engine.skirmish import skirmish


@pytest.mark.slow
def test_the_fast_evaluator_is_several_times_faster() -> None:
    assert measure(skirmish(), games=12).ratio > 4
