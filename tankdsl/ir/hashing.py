"""The hash form of JSON and the hashes over it.

In the hash form keys are sorted by code point, there are no blanks, and everything outside ASCII is escaped. Documents
hold no floats and no null, so that every language writes the same bytes.
"""

from hashlib import sha256
from json import JSONEncoder
from typing import Any

_ENCODER = JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
STATE_DIGITS = 16


def hash_form(value: Any) -> bytes:
    """The one spelling of a JSON value, for hashing and comparing. The value holds no floats and no null."""
    return _ENCODER.encode(value).encode("ascii")


def game_hash(document: dict[str, Any]) -> str:
    """The identity of a game: SHA-256 in hexadecimal over everything in its document but the key `game`."""
    rest = {key: value for key, value in document.items() if key != "game"}
    return sha256(hash_form(rest)).hexdigest()


def state_hash(state: dict[str, Any]) -> str:
    """The first 16 hexadecimal digits of the SHA-256 over a state."""
    return sha256(hash_form(state)).hexdigest()[:STATE_DIGITS]
