"""Rows of things from a file of comma-separated values, as spreadsheets write them.

The first line names the columns, every further one is a row.  Cells are separated by commas (by semicolons if the first line has some) and
may stand in quotation marks, in which `""` is one.  A cell means what it would mean in a table of the language: a number, with its
measure if it has one, a name, a list, a place.  Anything else is text, and so is the column `name`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tankdsl.bounds import LONGEST_NAME, LONGEST_TEXT
from tankdsl.diagnostics import Diagnostic
from tankdsl.diagnostics.registry import structure, syntax
from tankdsl.frozen import FrozenValue
from tankdsl.source import SourceFile, Span
from tankdsl.syntax import ast
from tankdsl.syntax.node import replaced
from tankdsl.syntax.toolong import name_too_long, text_too_long

_COLUMN = re.compile(r"[a-z][a-z0-9_]*")
_PART = re.compile(
    r"[ \t]*(?:(?P<decimal>[0-9]{1,7}\.[0-9]{1,2})(?![\w.])|"
    r"(?P<number>-?[0-9]{1,9})(?![\w.])|(?P<name>[a-z][a-z0-9_]*)(?!\w)|(?P<sign>[\[\](),]))[ \t]*"
)


class Cell(FrozenValue):
    """The text of a cell without its quotation marks, and where it stands."""

    text: str
    span: Span


def with_rows(table: ast.Things, file: SourceFile) -> tuple[ast.Things, tuple[Diagnostic, ...]]:
    """The table with the rows of the file, and what is wrong with its form."""
    found: list[Diagnostic] = []
    lines = list(_lines(file, found))
    if not lines:
        headline = f"`{file.path}` has no line that names the columns"
        return table, (*found, structure.ROW_WRONG.at(table.name.span, headline, help="begin it with `id,name,...`"))
    header = tuple(ast.Ident(cell.span, cell.text) for cell in lines[0])
    for word in header:
        if not _COLUMN.fullmatch(word.text):
            headline = f"`{word.text}` is no name of a column"
            found.append(structure.ROW_WRONG.at(word.span, headline, help="write it in small letters, digits and `_`"))
    found += [fault for cells in lines for cell in cells if len(cell.text) > LONGEST_NAME and (fault := _too_long(cell))]
    rows = tuple(_row(cells, header) for cells in lines[1:])
    return replaced(table, header=header, rows=rows), tuple(found)


def _too_long(cell: Cell) -> Diagnostic | None:
    """What is said of a cell with a name or a text that is longer than it may be."""
    if _COLUMN.fullmatch(cell.text):
        return name_too_long(cell.span, len(cell.text))
    return text_too_long(cell.span, len(cell.text)) if len(cell.text) > LONGEST_TEXT else None


def _row(cells: tuple[Cell, ...], header: tuple[ast.Ident, ...]) -> ast.Row:
    columns = [word.text for word in header]
    read = tuple(_values(cell, columns[index] if index < len(columns) else "") for index, cell in enumerate(cells))
    return ast.Row(cells[0].span.to(cells[-1].span), read, tuple(cell.span for cell in cells), ())


# ----------------------------------------------------------------------------------------------------------------- cells


def _lines(file: SourceFile, found: list[Diagnostic]) -> Iterator[tuple[Cell, ...]]:
    """The cells of each line that is not blank."""
    separator = ""
    for number, start in enumerate(file.line_starts, 1):
        line = file.line_text(number).rstrip("\n")
        if not line.strip():
            continue
        separator = separator or (";" if ";" in line else ",")
        yield tuple(_cells(line, start, file, separator, found))


def _cells(line: str, start: int, file: SourceFile, separator: str, found: list[Diagnostic]) -> Iterator[Cell]:
    at = 0
    while at <= len(line):
        first = at + len(line[at:]) - len(line[at:].lstrip(" \t"))
        if line[first : first + 1] == '"':
            end = _closing(line, first + 1)
            if end is None:
                span = Span(file.id, start + first, start + len(line))
                found.append(syntax.STRING_OPEN.at(span, "a cell in quotation marks ends on its line, and this one does not"))
                end = len(line)
            yield Cell(line[first + 1 : end].replace('""', '"'), Span(file.id, start + first, start + min(len(line), end + 1)))
            at = line.find(separator, end + 1)
        else:
            at, begin = line.find(separator, at), at
            text = line[begin : at if at >= 0 else len(line)]
            left = begin + len(text) - len(text.lstrip())
            yield Cell(text.strip(), Span(file.id, start + left, start + left + len(text.strip())))
        if at < 0:
            return
        at += 1


def _closing(line: str, at: int) -> int | None:
    """Where a quoted cell ends: at a quotation mark that is not doubled."""
    while (end := line.find('"', at)) >= 0:
        if line[end + 1 : end + 2] != '"':
            return end
        at = end + 2
    return None


# ---------------------------------------------------------------------------------------------------------------- values


def _values(cell: Cell, column: str) -> tuple[ast.Expr, ...]:
    if not cell.text:
        return ()
    parts = list(_parts(cell))
    if column != "name" and parts:
        value, rest = _value(parts, cell.span)
        if value is not None and not rest:
            return (value,)
    return (ast.Text(cell.span, cell.text),)


def _parts(cell: Cell) -> Iterator[tuple[str, str]]:
    """The parts of a cell; none if some of it is no part of a value."""
    at, found = 0, []
    while at < len(cell.text):
        match = _PART.match(cell.text, at)
        if match is None:
            return
        found.append((str(match.lastgroup), match[str(match.lastgroup)]))
        at = match.end()
    yield from found


def _value(parts: list[tuple[str, str]], span: Span) -> tuple[ast.Expr | None, list[tuple[str, str]]]:
    """The value that a list of parts begins with, and what is left; all of them stand at the place of their cell."""
    match parts:
        case [("decimal", digits), ("name", measure), *rest]:
            return ast.Decimal(span, _hundredths(digits), ast.Ident(span, measure)), rest
        case [("decimal", digits), *rest]:
            return ast.Decimal(span, _hundredths(digits), None), rest
        case [("number", digits), ("name", measure), *rest]:
            return ast.Int(span, int(digits), ast.Ident(span, measure)), rest
        case [("number", digits), *rest]:
            return _number(int(digits), span), rest
        case [("name", word), *rest]:
            return ast.Name(span, word), rest
        case [("sign", "[" | "(" as opening), *rest]:
            items, rest = _items(rest, "]" if opening == "[" else ")", span)
            if items is None:
                return None, rest
            if opening == "[":
                return ast.ListOf(span, tuple(items)), rest
            return (ast.Place(span, items[0], items[1]) if len(items) == 2 else None), rest
        case _:
            return None, parts


def _hundredths(digits: str) -> int:
    whole, part = digits.split(".")
    return int(whole) * 100 + int(part.ljust(2, "0"))


def _number(value: int, span: Span) -> ast.Expr:
    return ast.Int(span, value, None) if value >= 0 else ast.Unary(span, "-", ast.Int(span, -value, None))


def _items(parts: list[tuple[str, str]], closing: str, span: Span) -> tuple[list[ast.Expr] | None, list[tuple[str, str]]]:
    items: list[ast.Expr] = []
    while True:
        item, parts = _value(parts, span)
        if item is None or not parts:
            return None, parts
        items.append(item)
        sign, parts = parts[0], parts[1:]
        if sign == ("sign", closing):
            return items, parts
        if sign != ("sign", ","):
            return None, parts
