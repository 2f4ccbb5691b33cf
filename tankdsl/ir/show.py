"""Values in messages."""

from typing import Any


def show(value: Any) -> str:
    """A value for a message: short, on one line, whatever it is."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value) if abs(value) < 10**18 else "a number of more than 18 digits"
        case float():
            return f"{value!r}, which is no whole number"
        case str():
            return f"`{_printable(value if len(value) <= 40 else value[:37] + '...')}`"
        case list():
            return "a list"
        case dict():
            return "an object"
    return f"a {type(value).__name__}"


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
