"""Which locals a piece of the tree mentions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from tankdsl.check.tree import Asked, Core, Limit, Local, Reason, Stmt


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
            for one in fields(node):
                yield from locals_in(getattr(node, one.name))
