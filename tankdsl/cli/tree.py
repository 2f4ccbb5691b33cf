"""Walking the syntax tree of a pack: which nodes there are, in which declaration, and how to call them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tankdsl.source import Span
from tankdsl.syntax import ast
from tankdsl.syntax.node import fields_of

MOST_EXCERPT = 100
"""Characters of source that are shown of a node."""
_SMALL = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True, slots=True, eq=False)
class Inside:
    """A node and the declaration that it belongs to."""

    node: ast.Node
    declaration: ast.Declaration


def nodes_of(declarations: Sequence[ast.Declaration]) -> Iterator[Inside]:
    """Every node of the declarations, outer ones before inner ones, in the order of the source."""
    for declaration in declarations:
        todo: list[object] = [declaration]
        while todo:
            node = todo.pop()
            if isinstance(node, ast.Node):
                yield Inside(node, declaration)
                todo.extend(value for _, value in reversed(tuple(fields_of(node))))
            elif isinstance(node, tuple):
                todo.extend(reversed(node))


def title_of(declaration: ast.Declaration) -> str:
    """A declaration as people call it: `action attack`, `unit kind Tank`."""
    word = _SMALL.sub(" ", type(declaration).__name__).lower()
    match declaration:
        case ast.Kind():
            word = f"{declaration.category} kind"
        case ast.Things() | ast.Pile():
            word = declaration.word
        case ast.Test():
            return f"test {declaration.name.text!r}" if isinstance(declaration.name, ast.Ident) else "test"
    return f"{word} {declaration.name.text}"


def excerpt(text: str, span: Span) -> str:
    """The first line of what a node covers, without comments and rule numbers, cut to a bearable length."""
    line = text[span.start : span.end].split("\n", 1)[0]
    line = " ".join(re.sub(r"\s@[A-Z].*$", "", line).split())
    return line if len(line) <= MOST_EXCERPT else line[: MOST_EXCERPT - 1] + "…"
