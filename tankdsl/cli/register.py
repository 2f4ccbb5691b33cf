"""The register of the rules of a book: a CSV table with a row for each rule, and at least the columns `id` and `kind`.

It is a file that a person keeps in a spreadsheet, so it is read with the same care as a source file.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tankdsl.diagnostics import Diagnostic, quoted
from tankdsl.diagnostics.file_problems import problem_diagnostic
from tankdsl.diagnostics.registry import usage
from tankdsl.source import Problem, SourceFile, SourceSet, Span, read_bytes
from tankdsl.source.disk import read_regular

COLUMNS = ("id", "kind")
TEXT_COLUMN = "rule"
EXEMPT = ("flavour", "component")
"""Kinds of rows that say nothing a program could do."""
SHOWN = ("example",)
"""Kinds of rows that a test carries out: an example is a rule at work, and so is a test."""
_ID = re.compile(r"[A-Z][A-Z0-9]*-[0-9]{1,4}")


@dataclass(frozen=True, slots=True)
class Rule:
    """A row of the register; `text` is the rule in words, empty when the register has none."""

    id: str
    kind: str
    text: str
    span: Span

    @property
    def is_exempt(self) -> bool:
        """Whether nothing has to carry it out."""
        return self.kind in EXEMPT

    @property
    def is_shown_by_tests(self) -> bool:
        """Whether a test is enough."""
        return self.kind in SHOWN


@dataclass(frozen=True, slots=True)
class Register:
    """The rules by id, in the order of the file, or why it cannot be used."""

    rules: dict[str, Rule]
    sources: SourceSet
    found: tuple[Diagnostic, ...] = ()


def read_register(path: str) -> Register:
    """Read a register. Raises nothing for what the file holds or that it is not there."""
    sources = SourceSet()
    data = read_regular(str(Path(path)), path)
    read = data if isinstance(data, Problem) else read_bytes(data, id=0, path=path)
    if isinstance(read, Problem):
        return Register({}, sources, (problem_diagnostic(read),))
    file = sources.add_text(path, read.text)
    rules: dict[str, Rule] = {}
    try:
        found = [*_read(file, rules)]
    except csv.Error as error:
        found = [_unusable(file.span.at_start, f"this is no CSV table: {error}")]
    return Register(rules, sources, tuple(found))


def _read(file: SourceFile, rules: dict[str, Rule]) -> Iterator[Diagnostic]:
    reader = csv.reader(io.StringIO(file.text), strict=True)
    header = [cell.strip() for cell in next(reader, [])]
    missing = [name for name in COLUMNS if name not in header]
    if missing:
        yield _unusable(_line(file, 1), f"expected a column {quoted(missing, 'and')}, found {quoted(header, 'and') or 'no columns'}")
        return
    line = reader.line_num + 1
    for cells in reader:
        first, line = line, reader.line_num + 1
        row = dict(zip(header, (cell.strip() for cell in cells), strict=False))
        if not any(row.values()):
            continue
        span = _line(file, first)
        rule = Rule(row.get("id", ""), row.get("kind", ""), row.get(TEXT_COLUMN, ""), span)
        if len(cells) != len(header):
            yield _unusable(span, f"this row has {len(cells)} cells, the first row has {len(header)}")
        elif not _ID.fullmatch(rule.id):
            yield _unusable(span, f"expected the number of a rule, such as `AB-012`, found `{rule.id}`")
        elif rule.id in rules:
            yield _unusable(span, f"`{rule.id}` is there twice, first in line {file.position(rules[rule.id].span.start)[0]}")
        else:
            rules[rule.id] = rule


def _line(file: SourceFile, number: int) -> Span:
    return file.line_span(min(number, file.line_count))


def _unusable(span: Span, headline: str) -> Diagnostic:
    return usage.REGISTER_UNUSABLE.at(span, headline)
