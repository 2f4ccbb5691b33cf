"""The sample campaign, compiled once."""

from functools import cache
from pathlib import Path
from typing import Any

from tankdsl import compile_pack
from tankdsl.engine import Game, load_game

MARCH = Path(__file__).parents[2] / "samples" / "march"


@cache
def campaign_document() -> dict[str, Any]:
    session = compile_pack(str(MARCH))
    assert not session.findings
    return session.campaign("advance").document


@cache
def campaign() -> Game:
    return load_game(campaign_document())
