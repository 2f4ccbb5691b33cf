"""Values at run time as plain JSON and back, without types: for states.

Indexes stay numbers, absent is ``{"absent": true}``, tuples are lists. (Requests and views write ids instead,
see `naming`.)
"""

from typing import Any

from tankdsl.engine.errors import GameError

ABSENT = {"absent": True}
_DEEPEST = 6


def to_plain(value: Any) -> Any:
    """A run-time value as JSON."""
    if value is None:
        return {"absent": True}
    if type(value) is tuple:
        return [to_plain(member) for member in value]
    return value


def from_plain(value: Any, where: str, depth: int = 0) -> Any:
    """A run-time value from JSON. Raises GameError for what is none."""
    if type(value) in (int, bool, str):
        return value
    if type(value) is list and depth < _DEEPEST:
        return tuple(from_plain(member, where, depth + 1) for member in value)
    if value == ABSENT:
        return None
    raise GameError(where, "expected a value")
