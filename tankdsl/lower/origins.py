"""Where the nodes of a document come from, as plain data; `emit` makes the source map file of it."""

from __future__ import annotations

from typing import NamedTuple

from tankdsl.source import Span


class Origin(NamedTuple):
    """One node: its path (`/rules/procs/attack/code/7`), its piece of the source, and the rules that it carries out."""

    path: str
    span: Span
    cites: tuple[str, ...] = ()


SourceMap = tuple[Origin, ...]
"""The origins of a document, in the order of lowering."""
