"""Games that are played as a check had called impossible, and changed into neighbours that have the fault."""

from __future__ import annotations

from tests.field_faults.trying import compiled
from tests.unit.rules.playing import failures


def codes(text: str) -> list[str]:
    """The codes of all findings in a game whose scripts play as they say."""
    assert failures(text) == []
    return [finding.code for finding in compiled(text).findings]


def changed(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def without_tests(text: str) -> str:
    return text[: text.index('\ntest "')] + "\n"


def found(text: str, *changes: tuple[str, str]) -> list[str]:
    """What is found of maps and scenarios in a changed game, of which nothing is played."""
    codes = [finding.code for finding in compiled(changed(without_tests(text), *changes)).findings]
    return [code for code in codes if code.startswith("TK50")]
