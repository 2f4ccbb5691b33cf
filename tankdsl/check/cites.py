"""Rule references as plain ids, in written order and each once."""

from __future__ import annotations

from tankdsl.syntax import ast


def cite_ids(*cites: tuple[ast.Cite, ...]) -> tuple[str, ...]:
    """The single rule ids of references and ranges."""
    seen: dict[str, None] = {}
    for group in cites:
        for cite in group:
            seen.update(dict.fromkeys(cite.ids()))
    return tuple(seen)
