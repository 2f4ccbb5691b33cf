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
