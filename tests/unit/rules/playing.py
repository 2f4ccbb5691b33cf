"""Games that are played by their tests, whatever the checks of rules say of them."""

from __future__ import annotations

from typing import Any

import pytest

from tankdsl import engine
from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tankdsl.testing import run_tests, stage

EVALUATORS = ("oracle", "fast")


def failures(text: str) -> list[str]:
    """Which tests of a pack fail, and why; syntax, names and types have no errors."""
    session = Session(MemoryBundle({"game.tank": text}), ("game.tank",))
    errors = [finding.headline for finding in (*session.loaded.found, *session.checked.found) if finding.level == "error"]
    assert errors == [] and session.tests
    return [f"{result.label}: {result.failure.message}" for result in run_tests(session) if result.failure is not None]


def failures_on(evaluator: str, text: str) -> list[str]:
    """The same, played on one of the evaluators."""

    def session(game: engine.Game, **how: Any) -> engine.Session:
        return engine.Session(game, **{**how, "evaluator": evaluator})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stage, "Session", session)
        return failures(text)
