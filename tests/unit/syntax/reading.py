"""What the tests of the syntax share: reading a piece of text down to what is looked at."""

from __future__ import annotations

from typing import Any

from tankdsl.diagnostics import Diagnostic
from tankdsl.source import SourceFile
from tankdsl.syntax import ast
from tankdsl.syntax.dump import dump
from tankdsl.syntax.parse import ParseResult, parse


def source(text: str) -> SourceFile:
    return SourceFile.of(0, "a.tank", text)


def read(text: str) -> ParseResult:
    return parse(source(text))


def declarations(text: str) -> tuple[ast.Decl, ...]:
    """The declarations of a text without faults."""
    result = read(text)
    assert result.diagnostics == ()
    return result.module.declarations


def one(text: str) -> Any:
    """The only declaration of a text without faults."""
    (declaration,) = declarations(text)
    return declaration


def expression(text: str) -> Any:
    """An expression, read where any expression may stand."""
    return one(f"value v() = {text}\n").body


def expression_tree(text: str) -> str:
    return dump(expression(text))


def statements(text: str) -> tuple[Any, ...]:
    """Statements, read inside of an effect."""
    indented = "\n".join(f"    {line}" for line in text.split("\n"))
    statements: tuple[Any, ...] = one(f"effect e() {{\n{indented}\n}}\n").body.statements
    return statements


def statement_tree(text: str) -> str:
    (statement,) = statements(text)
    return dump(statement)


def finding(text: str) -> Diagnostic:
    """The only finding of a text."""
    (found,) = read(text).diagnostics
    return found


def slice_of(text: str, node: ast.Node) -> str:
    return text[node.span.start : node.span.end]
