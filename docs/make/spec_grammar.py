"""Bring the rules that ``docs/spec.md`` quotes up to date with the grammar.

A line ``<!-- grammar: NAME NAME -->`` stands above a block of the language ``lark``; the block becomes the text of these rules and
terminals, as they stand in ``grammar/tankdsl.lark``.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SPEC = ROOT / "docs" / "spec.md"
GRAMMAR = ROOT / "grammar" / "tankdsl.lark"

_RULE = re.compile(r"(?m)^[?!]?([A-Za-z_]+)(?:\.\d+)?:.*(?:\n[ \t]+\|.*)*")
_QUOTED = re.compile(r"<!-- grammar: (?P<names>[A-Za-z_ ]+) -->\n```lark\n(?P<rules>.*?)```\n", re.DOTALL)


def rules() -> dict[str, str]:
    """The text of every rule and terminal of the grammar by its name, with all its alternatives."""
    return {match[1]: match[0] for match in _RULE.finditer(GRAMMAR.read_text(encoding="utf-8"))}


def quoted_names(text: str) -> list[str]:
    """The names of all rules that a text quotes."""
    return [name for match in _QUOTED.finditer(text) for name in match["names"].split()]


def updated(text: str) -> str:
    """The text with every quoted rule as it is now; ``KeyError`` for one that the grammar does not have."""
    known = rules()

    def block(match: re.Match[str]) -> str:
        quoted = "\n".join(known[name] for name in match["names"].split())
        return f"<!-- grammar: {match['names']} -->\n```lark\n{quoted}\n```\n"

    return _QUOTED.sub(block, text)


if __name__ == "__main__":
    SPEC.write_text(updated(SPEC.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
