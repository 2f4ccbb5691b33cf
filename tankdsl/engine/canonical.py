"""Canonical JSON and the hashes over it.

Canonical means: keys sorted by code point, no blanks, ASCII only. Documents and states hold no floats and no
null, so the bytes are the same for every writer that follows these three rules.
"""

from hashlib import sha256
from json import JSONEncoder
from typing import Any

_ENCODER = JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def canonical(value: Any) -> str:
    """The one text of a JSON value."""
    return _ENCODER.encode(value)


def document_hash(document: dict[str, Any]) -> str:
    """The identity of a game: SHA-256 in hex over everything in its document but the key `game` itself."""
    rest = {key: value for key, value in document.items() if key != "game"}
    return sha256(canonical(rest).encode("ascii")).hexdigest()


def state_hash(state: dict[str, Any]) -> str:
    """The first 16 hex digits of the SHA-256 over a state."""
    return sha256(canonical(state).encode("ascii")).hexdigest()[:16]
