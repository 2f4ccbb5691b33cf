"""The lines of a file that a finding is about, with marks and words under the places.

A label within one line is underlined. A label over several lines has a column of its own at the left: ``/`` where it
begins, ``|`` along it, and ``|____^`` under its end. Long runs of lines are cut to ``...`` and long lines to a window
around their first place, so that a snippet stays small whatever the file is.

    3 | / table result(roll: 1..6) {
    4 | |     6 => hit()
      | |     ^^^^^^^^^^ words about a single line
    ... |
    9 | | }
      | |_^ words about several lines
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tankdsl.diagnostics.diagnostic import Label
from tankdsl.diagnostics.render.cells import Shown, one_line, show
from tankdsl.diagnostics.render.paint import Role, paint
from tankdsl.frozen import FrozenValue
from tankdsl.source import SourceFile

WINDOW = 160
"""Most characters of a line that are shown."""
_LEAD = 40
_MOST_WHOLE = 4
"""A label over at most so many lines is shown with all of them."""


class Mark(FrozenValue):
    """A label placed in its file: lines from 1, columns (in characters of the line) from 0, the end excluded."""

    first_line: int
    start: int
    last_line: int
    end: int
    text: str
    sign: str
    role: Role

    @property
    def spans_lines(self) -> bool:
        """Whether the label covers more than one line."""
        return self.first_line != self.last_line


def place(label: Label, file: SourceFile, *, primary: bool, role: Role) -> Mark:
    """The mark of a label in its file; an end just behind a line end counts to that line."""
    first_line, first_column = file.position(label.span.start)
    last_line, last_column = file.position(label.span.end)
    if last_line > first_line and last_column == 1:
        last_line -= 1
        last_column = len(file.line_text(last_line)) + 2
    sign = "^" if primary else "-"
    text = one_line(label.text)
    return Mark(first_line, first_column - 1, last_line, last_column - 1, text, sign, role)


def snippet(file: SourceFile, marks: Sequence[Mark], *, gutter: int, colour: bool) -> Iterator[str]:
    """The rows of the snippet; ``gutter`` is the width of the line numbers."""
    blocks = sorted((mark for mark in marks if mark.spans_lines), key=lambda m: (m.first_line, -m.last_line, m.start))
    singles = [mark for mark in marks if not mark.spans_lines]
    edge = paint("|", "frame", colour)
    blank = " " * gutter
    before = 0
    for line in _lines_shown(marks):
        if before and line > before + 1:
            yield f"{paint('...', 'frame', colour)}{blank}{_rails(blocks, line, colour, below=True)}".rstrip()
        before = line
        window = _window(file.line_text(line), [m.start for m in singles if m.first_line == line])
        number = paint(f"{line:>{gutter}} |", "frame", colour)
        yield f"{number} {_rails(blocks, line, colour)}{window.shown.text}".rstrip()
        rails = _rails(blocks, line, colour, below=True)
        for row in _under([mark for mark in singles if mark.first_line == line], window, colour):
            yield f"{blank} {edge} {rails}{row}"
        for index in reversed(range(len(blocks))):
            if blocks[index].last_line == line:
                yield f"{blank} {edge} {_block_end(blocks, index, window, colour)}"


def _lines_shown(marks: Sequence[Mark]) -> list[int]:
    lines: set[int] = set()
    for mark in marks:
        whole = mark.last_line - mark.first_line < _MOST_WHOLE
        lines.update(range(mark.first_line, mark.last_line + 1) if whole else (mark.first_line, mark.last_line))
    # A single line left out would take as much room as its "...".
    lines.update({line + 1 for line in lines if line + 2 in lines})
    return sorted(lines)


def _rails(blocks: Sequence[Mark], line: int, colour: bool, *, below: bool = False) -> str:
    """The columns of the labels over several lines beside a source line, or ``below`` it."""
    row = ""
    for mark in blocks:
        if mark.first_line == line and not below:
            sign = "/"
        elif mark.first_line <= line <= mark.last_line:
            sign = "|"
        else:
            sign = ""
        row += paint(sign, mark.role, colour) + " " * (2 - len(sign))
    return row


def _block_end(blocks: Sequence[Mark], index: int, window: _Window, colour: bool) -> str:
    """The row that closes label ``index``: its rail, a line to the last character, and its words."""
    mark = blocks[index]
    row = _rails(blocks[:index], mark.last_line, colour, below=True)
    inner = 2 * (len(blocks) - index) - 1
    reach = inner + window.cell(max(mark.end - 1, 0))
    words = f" {mark.text}" if mark.text else ""
    return row + paint(f"|{'_' * reach}{mark.sign}{words}", mark.role, colour)


class _Window(FrozenValue):
    """The part of a line that is shown; ``offset`` is the column of its first character of the file."""

    shown: Shown
    offset: int
    lead: int

    def cell(self, column: int) -> int:
        """The cell under which a column of the line is shown, or the nearest one that is."""
        index = column - self.offset + self.lead
        beyond = max(index - len(self.shown.cells) + 1, 0)
        return self.shown.cells[min(max(index, 0), len(self.shown.cells) - 1)] + min(beyond, 1)


def _window(text: str, starts: Sequence[int]) -> _Window:
    if len(text) <= WINDOW:
        return _Window(show(text), 0, 0)
    offset = max(0, min(starts, default=0) - _LEAD)
    lead, tail = ("…" if offset else ""), ("…" if offset + WINDOW < len(text) else "")
    return _Window(show(lead + text[offset : offset + WINDOW] + tail), offset, len(lead))


def _under(marks: Sequence[Mark], window: _Window, colour: bool) -> Iterator[str]:
    """The rows under a line: all underlines, then the words, rightmost first so that no line is crossed."""
    if not marks:
        return
    row: dict[int, tuple[str, Role]] = {}
    for mark in sorted(marks, key=lambda m: m.sign == "^"):
        start = window.cell(mark.start)
        for cell in range(start, max(window.cell(mark.end), start + 1)):
            row[cell] = (mark.sign, mark.role)
    worded = sorted((mark for mark in marks if mark.text), key=lambda m: m.start, reverse=True)
    inline = worded[0] if worded and window.cell(worded[0].end) >= max(row) else None
    words = f" {paint(inline.text, inline.role, colour)}" if inline else ""
    yield _draw(row, colour) + words
    hanging = worded[1:] if inline else worded
    if hanging:
        yield _draw({window.cell(mark.start): ("|", mark.role) for mark in hanging}, colour)
    for index, mark in enumerate(hanging):
        at = window.cell(mark.start)
        posts = {window.cell(other.start): ("|", other.role) for other in hanging[index + 1 :]}
        posts = {cell: post for cell, post in posts.items() if cell < at}
        left = _draw(posts, colour)
        yield left + " " * (at - (max(posts) + 1 if posts else 0)) + paint(mark.text, mark.role, colour)


def _draw(signs: dict[int, tuple[str, Role]], colour: bool) -> str:
    """Signs at their cells, spaces between; neighbours of one style are painted together."""
    row, run, cell = "", "", 0
    last: Role | None = None
    for at in sorted(signs):
        sign, role = signs[at]
        if at > cell or role != last:
            row += (paint(run, last, colour) if last else "") + " " * (at - cell)
            run = ""
        run, cell, last = run + sign, at + 1, role
    return row + (paint(run, last, colour) if last else "")
