"""Reading a document that nobody vouches for.

A `Reader` is a piece of the document together with its path. Every access says what it expects; what is not
there, or is something else, becomes a `GameError` that names the place. Nothing in this package looks into a
raw document in another way.
"""

from collections.abc import Iterator
from typing import Any

from tankdsl.engine.errors import GameError
from tankdsl.engine.types import INT32_HIGH, INT32_LOW

_NAMES = {dict: "an object", list: "a list", str: "a string", bool: "true or false", int: "a whole number"}


def shown(value: Any) -> str:
    """A JSON value for a message, shortened."""
    if isinstance(value, (dict, list)):
        return _NAMES[type(value)]
    text = repr(value) if not isinstance(value, bool) else str(value).lower()
    return text if len(text) <= 60 else text[:57] + "..."


class Reader:
    """One JSON value of the document and where it stands."""

    __slots__ = ("path", "value")

    def __init__(self, value: Any, path: str) -> None:
        self.value = value
        self.path = path

    def fail(self, message: str) -> GameError:
        """The error to raise about this value."""
        return GameError(self.path, message)

    def _typed(self, kind: type) -> Any:
        if type(self.value) is not kind:
            raise self.fail(f"expected {_NAMES[kind]}, found {shown(self.value)}")
        return self.value

    def text(self) -> str:
        """This value as a string."""
        return str(self._typed(str))

    def flag(self) -> bool:
        """This value as true or false."""
        return bool(self._typed(bool))

    def number(self, low: int = INT32_LOW, high: int = INT32_HIGH) -> int:
        """This value as a whole number within bounds."""
        value = int(self._typed(int))
        if not low <= value <= high:
            raise self.fail(f"expected a number from {low} to {high}, found {value}")
        return value

    def items(self) -> list["Reader"]:
        """The members of this list."""
        return [Reader(item, f"{self.path}[{i}]") for i, item in enumerate(self._typed(list))]

    def row(self, count: int) -> list["Reader"]:
        """The members of this list, which must be so many."""
        found = self.items()
        if len(found) != count:
            raise self.fail(f"expected {count} members, found {len(found)}")
        return found

    def pairs(self) -> Iterator[tuple[str, "Reader"]]:
        """The entries of this object in their order."""
        for key, value in self._typed(dict).items():
            if not isinstance(key, str):
                raise self.fail(f"expected keys that are strings, found {shown(key)}")
            yield key, Reader(value, f"{self.path}.{key}" if self.path else key)

    def has(self, key: str) -> bool:
        """Whether this object has a key."""
        return key in self._typed(dict)

    def at(self, key: str) -> "Reader":
        """The value of a key that must be there."""
        if key not in self._typed(dict):
            raise self.fail(f"the key `{key}` is missing")
        return Reader(self.value[key], f"{self.path}.{key}" if self.path else key)

    def opt(self, key: str) -> "Reader | None":
        """The value of a key that may be missing."""
        return self.at(key) if self.has(key) else None

    def listed(self, key: str) -> list["Reader"]:
        """The members of a list that may be missing."""
        found = self.opt(key)
        return found.items() if found else []

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of strings that may be missing."""
        return tuple(item.text() for item in self.listed(key))


def head_of(reader: Reader) -> str:
    """The first member of an array that begins with a word; "" for anything else."""
    value = reader.value
    return value[0] if type(value) is list and value and type(value[0]) is str else ""


class Names:
    """The ids of one namespace and their positions."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.index: dict[str, int] = {}

    def add(self, reader: Reader) -> int:
        """Declare the id that stands here; an id declared before is an error."""
        id = reader.text()
        if not id:
            raise reader.fail(f"the id of a {self.what} must not be empty")
        if id in self.index:
            raise reader.fail(f"the {self.what} `{id}` is declared twice")
        self.index[id] = len(self.index)
        return self.index[id]

    def find(self, reader: Reader) -> int:
        """The position of the id that stands here; an unknown id is an error."""
        id = reader.text()
        if id not in self.index:
            raise reader.fail(f"there is no {self.what} `{id}`")
        return self.index[id]
