"""How fast games are played at random, and how much faster by the fast evaluator than by the plain one.

python tests/perf/bench_engine.py COMPILED.json [GAMES]
"""

import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tankdsl.engine import load_game, playout
from tankdsl.engine.model import Game
from tests.perf.measure import medians_of

MOST_DECISIONS = 2000
"""In one game: random players may dance around each other for ever."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Decisions per second of both evaluators over the same games, and seconds to load the document."""

    load: float
    decisions: int
    oracle: float
    fast: float

    @property
    def ratio(self) -> float:
        """How many times faster the fast evaluator is."""
        return self.fast / self.oracle


def measure(document: dict[str, Any], games: int = 5, first_seed: int = 0) -> Speed:
    """Play the same games with both evaluators, compiling included. Raises ValueError when they differ."""
    begun = time.process_time()
    game = load_game(document)
    loaded = time.process_time() - begun
    fast, fast_time = _played(game, "fast", games, first_seed)
    oracle, oracle_time = _played(game, "oracle", games, first_seed)
    if fast != oracle:
        raise ValueError("the evaluators disagree")
    decisions = sum(result[0] for result in fast)
    return Speed(loaded, decisions, decisions / oracle_time, decisions / fast_time)


WARM, TIMED, WALKED = 2000, 2000, 100
"""Decisions that are played before anything is timed, that are timed in one round, and that the plain evaluator plays."""


def running(document: dict[str, Any], runs: int = 5) -> tuple[float, float]:
    """Decisions per second of the fast evaluator and of the plain one, when every function that is needed has been compiled.

    Beginning a game counts. The figures are medians of rounds that play the same games. Raises ValueError when the evaluators differ.
    """
    game = load_game(document)
    _until(game, "fast", WARM)
    if _until(game, "fast", WALKED) != _until(game, "oracle", WALKED):
        raise ValueError("the evaluators disagree")
    fast, plain = medians_of(runs, lambda: _until(game, "fast", TIMED), lambda: _until(game, "oracle", WALKED))
    return TIMED / fast, WALKED / plain


def _until(game: Game, evaluator: str, decisions: int) -> list[tuple[int, str, str]]:
    """Games from the first seed on until so many decisions are made: of each the decisions, the winner and the ending."""
    found: list[tuple[int, str, str]] = []
    while _count(found) < decisions:
        result = playout(game, len(found), evaluator, decisions - _count(found))
        found.append((result.decisions, result.winner, result.ending))
    return found


def _count(played: list[tuple[int, str, str]]) -> int:
    return sum(decisions for decisions, _, _ in played)


def _played(game: Game, evaluator: str, games: int, first_seed: int) -> tuple[list[tuple[int, str, str]], float]:
    begun = time.process_time()
    found = [playout(game, first_seed + i, evaluator, MOST_DECISIONS) for i in range(games)]
    return [(r.decisions, r.winner, r.ending) for r in found], time.process_time() - begun


def main(arguments: list[str]) -> int:
    """Measure one compiled file and print the figures."""
    if not arguments:
        print(__doc__)
        return 2
    document = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    speed = measure(document, int(arguments[1]) if len(arguments) > 1 else 5)
    print(f"loaded in {speed.load:.2f} s; {speed.decisions} decisions")
    print(f"oracle {speed.oracle:.0f}/s, fast {speed.fast:.0f}/s: {speed.ratio:.1f} times as fast")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
