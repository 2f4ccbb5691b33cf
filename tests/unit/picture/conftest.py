"""Compiled scenarios of the examples, made once."""

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tankdsl.cli.packs import one_pack
from tankdsl.session import Session

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
Documents = Callable[[str, str], dict[str, Any]]


@cache
def session_of(pack: str) -> Session:
    return one_pack(str(EXAMPLES / pack))


@pytest.fixture
def document() -> Documents:
    """A copy of a compiled scenario, to be changed at will."""
    return lambda pack, scenario: deepcopy(dict(session_of(pack).scenario(scenario).document))
