"""What all nodes share: a place in the source, names, rule references."""

from __future__ import annotations

from tankdsl.source import Span
from tankdsl.syntax.node import NodeBase


class Node(NodeBase):
    """Anything with a place in the source."""

    span: Span


class Ident(Node):
    """A name as written (snake_case or CamelCase), or a dotted instance id in tests (`german.base`)."""

    text: str


class Cite(Node):
    """A rule reference `@TC-042` or a range `@TC-021..TC-026`: prefix, first and last number (equal when single), as written.

    `letter` is "C" for cases (`@TC-C08`), else "".
    """

    prefix: str
    letter: str
    first: int
    last: int

    def ids(self) -> tuple[str, ...]:
        """The single rule ids, in order (`TC-021`, `TC-022`, ...)."""
        width = 2 if self.letter else 3
        return tuple(f"{self.prefix}-{self.letter}{n:0{width}d}" for n in range(self.first, self.last + 1))
