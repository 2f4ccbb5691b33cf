"""JSON text to plain values, for text that nobody vouches for.

Python's reader takes more than the format allows: fractions, `NaN`, repeated keys, numbers without end, and nesting
until the interpreter gives up. Here the nesting is measured before reading, and whatever else is not allowed is put
into the tree as a marker, so that it can be reported with its path.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

from tankdsl.ir.marks import DEEPEST
from tankdsl.ir.paths import Trail, render
from tankdsl.ir.problems import MOST_PROBLEMS, Problem
from tankdsl.ir.show import show

LONGEST_NUMBER = 20
"""Digits and sign; longer numbers are not even converted."""
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Refused:
    """Stands in the tree for something that JSON of this format does not hold."""

    message: str


def parse(data: bytes) -> tuple[Any, list[Problem]]:
    """The value that UTF-8 bytes hold and what is wrong with it; the value is nothing when something is."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return None, [Problem("", f"this is not UTF-8 text (byte {error.start})")]
    if text.startswith("\ufeff"):
        return None, [Problem("", "there is a byte order mark in front of the text")]
    depth = nesting(text)
    if depth > DEEPEST:
        return None, [Problem("", f"nested {depth} levels deep; {DEEPEST} are allowed")]
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_float=_fraction, parse_constant=_constant, parse_int=_number)
    except json.JSONDecodeError as error:
        return None, [Problem("", _syntax(error))]
    problems = _refused(value)
    return (None if problems else value), problems


def nesting(text: str) -> int:
    """How many brackets are open at once at most, those inside of strings not counted."""
    depth = deepest = 0
    for match in _TOKEN.finditer(text):
        first = text[match.start()]
        if first in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif first != '"':
            depth -= 1
    return deepest


def _syntax(error: json.JSONDecodeError) -> str:
    where = f"line {error.lineno}, column {error.colno}"
    if not error.doc[error.pos :].strip() or error.msg.startswith("Unterminated"):
        return f"the text ends too early ({where}): the file was cut off"
    return f"this is not JSON ({where}): {error.msg[0].lower()}{error.msg[1:]}"


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        found[key] = _Refused("the key is there twice") if key in found else value
    return found


def _fraction(text: str) -> _Refused:
    return _Refused(f"{_cut(text)} is no whole number")


def _constant(text: str) -> _Refused:
    return _Refused(f"{text} is no whole number")


def _number(text: str) -> Any:
    return int(text) if len(text) <= LONGEST_NUMBER else _Refused(f"{_cut(text)} is too large a number")


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_NUMBER else f"{text[:LONGEST_NUMBER]}..."


def _refused(root: Any) -> list[Problem]:
    """The markers in a tree, and every null, with their paths."""
    problems: list[Problem] = []
    todo: list[tuple[Any, Trail | None]] = [(root, None)]
    while todo and len(problems) < MOST_PROBLEMS:
        value, trail = todo.pop()
        if isinstance(value, _Refused) or value is None:
            message = value.message if value else f"{show(value)} is not used in this format"
            problems.append(Problem(render(root, trail.steps() if trail else []), message))
        elif isinstance(value, dict):
            todo += [(item, Trail(trail, key)) for key, item in reversed(value.items())]
        elif isinstance(value, list):
            todo += [(value[index], Trail(trail, index)) for index in range(len(value) - 1, -1, -1)]
    return problems
