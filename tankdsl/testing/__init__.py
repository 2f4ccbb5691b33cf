"""Runs the `test` blocks of a pack on the engine: what is put in is played, what is expected is asked of the state."""

from tankdsl.testing.results import CaseResult, Failure
from tankdsl.testing.suite import run_tests

__all__ = ["CaseResult", "Failure", "run_tests"]
