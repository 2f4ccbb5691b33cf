"""What several packages' tests use."""

import json
from pathlib import Path
from typing import Any

import pytest

DUEL = Path(__file__).parents[1] / "samples" / "duel.json"


@pytest.fixture
def duel() -> dict[str, Any]:
    """A small compiled scenario without faults that has one of nearly everything; every test gets its own copy."""
    document: dict[str, Any] = json.loads(DUEL.read_bytes())
    return document
