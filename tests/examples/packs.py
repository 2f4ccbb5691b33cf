"""The example packs, compiled once per run of the tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from tankdsl.engine.protocol import load_game
from tankdsl.session import Session
from tankdsl.source import DiskBundle

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PACKS = tuple(sorted(path.parent.name for path in EXAMPLES.glob("*/ruleset.tank")))


@cache
def session(pack: str) -> Session:
    """The session of an example pack, all its files included."""
    bundle = DiskBundle(EXAMPLES / pack)
    return Session(bundle, bundle.paths())


def played_scenarios() -> list[tuple[str, str]]:
    """All scenarios that people play: those whose files are not in the folder of the tests."""
    out = []
    for pack in PACKS:
        compiled = session(pack)
        for id, scenario in compiled.program.scenarios.items():
            if not compiled.sources[scenario.span.file].pack_path.startswith("tests/"):
                out.append((pack, id))
    return out


@cache
def game(pack: str, scenario: str) -> Any:
    """The loaded game of a scenario."""
    return load_game(session(pack).scenario(scenario).document)
