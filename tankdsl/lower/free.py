"""Which locals a piece of the tree mentions."""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.tree import Asked, Core, Limit, Local, Reason, Stmt
from tankdsl.syntax.node import fields_of


def locals_in(node: object) -> Iterator[Local]:
    """Every local that is read, written or bound somewhere in a statement, an expression, or a tuple of these; repeated as mentioned."""
    match node:
        case Local():
            yield node
        case tuple():
            for part in node:
                yield from locals_in(part)
        case Core():
            yield from locals_in(node.args)
        case Reason():
            return
        case Stmt() | Asked() | Limit():
            for _, part in fields_of(node):
                yield from locals_in(part)
