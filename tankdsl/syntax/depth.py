"""How deep a tree is: later phases walk trees by recursion, so trees that are too deep for that are refused here.

Brackets are counted by the lexer already; this finds the chains that need none, such as a sum of a thousand terms.
"""

from __future__ import annotations

from tankdsl.frozen import contents_of
from tankdsl.syntax import ast

MAX_DEPTH = 200


def too_deep(node: ast.Node) -> ast.Node | None:
    """A node that lies deeper than allowed in a tree, or ``None``."""
    level: list[ast.Node] = [node]
    for _ in range(MAX_DEPTH):
        level = [child for parent in level for child in _children(parent)]
        if not level:
            return None
    return level[0]


def _children(node: ast.Node) -> list[ast.Node]:
    if type(node) is ast.Label:
        return []  # Lists of hexes have hundreds of thousands of them.
    found: list[ast.Node] = []
    values: list[object] = list(contents_of(node))
    while values:
        value = values.pop()
        if isinstance(value, ast.Node):
            found.append(value)
        elif isinstance(value, tuple):
            values.extend(value)
    return found
