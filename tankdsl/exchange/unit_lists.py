"""A list of units in a spreadsheet, `.csv`, as a roll.

The first line names the columns. `id`, `name` and `side` mean what they do in a table of units; every other column is a stat: whole
numbers, `yes` and `no`, else text. Cells are separated by commas, semicolons or tabs, whichever the first line has.
"""

from __future__ import annotations

import csv
import io
import re

from tankdsl.diagnostics import counted
from tankdsl.diagnostics.file_problems import problem_diagnostic
from tankdsl.exchange.interface import MOST_OBJECTS, Fetch, Model, Notes, Roll, Value, broken, too_large
from tankdsl.exchange.names import Names, kept, said, side_id
from tankdsl.exchange.terrains import absent_values, stats_named, terrain_names
from tankdsl.source import Problem, read_bytes

MOST_COLUMNS = 100
_FLAGS = {"yes": True, "true": True, "no": False, "false": False}
_NAMED = ("id", "name", "side")
_SEPARATOR = re.compile(r'"?sep=([^\w\s"]|\t)"?', re.IGNORECASE)
"""A first line that spreadsheets write and take out again: what separates the cells."""
_NUMBER = re.compile(r"[-+]?\d+([.,]\d+)*", re.ASCII)
"""What looks as if it were meant as a number."""


def read_unit_list(data: bytes, name: str, fetch: Fetch, notes: Notes) -> tuple[Roll, str]:
    """The roll of a list of units."""
    header, rows = _rows(data, name)
    columns = _columns(header, rows, notes)
    values = {at: _typed([row[at] for _, row in rows], notes) for at in columns}
    for at, stat in columns.items():
        _note_text(stat, [(line, row[at].strip()) for line, row in rows], values[at], notes)
    names = terrain_names()
    sides: dict[str, tuple[str, str]] = {}
    models = []
    for index, (_, row) in enumerate(rows):
        known = {word: row[header.index(word)].strip() for word in _NAMED if word in header}
        title = known.get("name") or known.get("id") or row[0].strip()
        id = names.new(known.get("id") or title, "unit")
        stats = [(columns[at], value) for at in columns if (value := values[at][index]) is not None]
        side = side_id(word, sides, names, notes) if (word := known.get("side", "")) else None
        models.append(Model(id, kept(title, notes) or id, side, tuple(stats)))
    notes.renamed(names.changed)
    lacking = any(len(model.stats) < len(columns) for model in models)
    _note_blanks(header, models, lacking, notes)
    absent = absent_values(model.stats for model in models) if lacking else ()
    content = Roll(Names().new(name, "units"), said(name), tuple(models), tuple(sides.values()), absent)
    return content, f"a list of {counted(len(models), 'unit')}"


def _note_blanks(header: list[str], models: list[Model], lacking: bool, notes: Notes) -> None:
    """Tell what is taken where the list says nothing."""
    if "id" not in header and "name" not in header:
        notes.assumed(f"there is no column `name` or `id`, so the first one, `{said(header[0])}`, names the units")
    if "id" not in header:
        notes.assumed("ids of units are made of their names")
    if lacking:
        notes.assumed("a blank cell is 0, `no` or an empty text")
    blank = [model.id for model in models if not model.side]
    if 0 < len(blank) < len(models):
        notes.assumed(f"{counted(len(blank), 'unit')} without a side may be of any: `{blank[0]}`" + (" …" if len(blank) > 1 else ""))


def _rows(data: bytes, name: str) -> tuple[list[str], list[tuple[int, list[str]]]]:
    read = read_bytes(data, id=0, path=name)
    if isinstance(read, Problem):
        finding = problem_diagnostic(read)
        raise broken(finding.headline, help=finding.help)
    text, separator = _separated(read.text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    found: list[tuple[int, list[str]]] = []
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                found.append((reader.line_num, row))
            if len(found) > MOST_OBJECTS:
                raise too_large(f"`{name}` has more than {MOST_OBJECTS:,} rows", reader.line_num)
    except csv.Error as error:
        raise broken(f"this is no list of separated values: {error}", max(1, reader.line_num)) from None
    if len(found) < 2:
        raise broken(f"`{name}` lists no units: expected a line with the names of columns, then a line for each unit")
    header = [cell.strip().lower() for cell in found[0][1]]
    if len(header) > MOST_COLUMNS:
        raise too_large(f"`{name}` has {len(header):,} columns, and {MOST_COLUMNS} is the most", 1)
    for line, row in found[1:]:
        if len(row) != len(header):
            raise broken(f"this row has {counted(len(row), 'cell')}, and the first one {len(header)}", line)
    return header, found[1:]


def _separated(text: str) -> tuple[str, str]:
    """The text and what separates its cells: what a first line `sep=;` says, which is blanked, or what the first line has most."""
    head, newline, rest = text.partition("\n")
    if (found := _SEPARATOR.fullmatch(head.rstrip("\r"))) is not None:
        return newline + rest, found[1]
    return text, max(",;\t", key=head.count)


def _columns(header: list[str], rows: list[tuple[int, list[str]]], notes: Notes) -> dict[int, str]:
    """The stats by the number of their column. A column that is blank from top to bottom says nothing."""
    for word in _NAMED:
        if header.count(word) > 1:
            raise broken(f"two columns are called `{word}`", 1)
    named = [(at, word) for at, word in enumerate(header) if word not in _NAMED]
    twice = {word for _, word in named if header.count(word) > 1}
    if twice:
        raise broken(f"two columns are called `{said(min(twice))}`", 1)
    for at, word in named:
        if not any(row[at].strip() for _, row in rows):
            notes.dropped(f"the column `{said(word)}`, in which all cells are blank", 1)
    named = [(at, word) for at, word in named if any(row[at].strip() for _, row in rows)]
    ids = stats_named((word for _, word in named), "column", notes)
    return {at: ids[word] for at, word in named}


def _typed(cells: list[str], notes: Notes) -> list[Value | None]:
    """The values of a column: numbers if all are, flags if all are, else texts; None for a blank cell."""
    words = [cell.strip() for cell in cells]
    filled = [word for word in words if word]
    if filled and all(_is_whole(word) for word in filled):
        return [int(word) if word else None for word in words]
    if filled and all(map(_is_flag, filled)):
        return [_FLAGS[word.lower()] if word else None for word in words]
    return [kept(word, notes) if word else None for word in words]


def _note_text(stat: str, cells: list[tuple[int, str]], values: list[Value | None], notes: Notes) -> None:
    """Note that a column is text though some of its cells look as if they were meant as numbers or flags, and because of which cell."""
    if not any(isinstance(value, str) for value in values):
        return
    numbers = sum(_NUMBER.fullmatch(word) is not None for _, word in cells)
    flags = sum(_is_flag(word) for _, word in cells)
    if numbers or flags:
        fits, wanted = (_is_flag, "neither `yes` nor `no`") if flags > numbers else (_is_whole, "no whole number of at most 9 digits")
        line, word = next((line, word) for line, word in cells if word and not fits(word))
        notes.assumed(f"the stat `{stat}` is text, since `{said(word)[:40]}` is {wanted}", line)


def _is_flag(word: str) -> bool:
    return word.lower() in _FLAGS


def _is_whole(word: str) -> bool:
    digits = word.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= 9 and str(int(digits)) == digits
